/* parameters.c - see parameters.h; part of builds for tuning only. */
#include "parameters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int32_t parameters_neural[PARAMETER_COUNT] = {
#define PARAMETER(name, neural, hand, least, most) (neural),
    PARAMETERS(PARAMETER)
#undef PARAMETER
};

const parameter_row parameter_rows[PARAMETER_COUNT] = {
#define PARAMETER(name, neural, hand, least, most) {#name, (least), (most)},
    PARAMETERS(PARAMETER)
#undef PARAMETER
};

static _Noreturn void refuse_setting(const char *why, const char *text)
{
    fprintf(stderr, "OXO_PARAMETERS: %s: %s\n", why, text);
    exit(EXIT_FAILURE);
}

/* A setting that is ignored would make a tuning run worthless, so every
 * mistake ends the program. */
static void set_parameter(const char *name, int value)
{
    for (int i = 0; i < PARAMETER_COUNT; i++) {
        const parameter_row *row = &parameter_rows[i];
        if (strcmp(row->name, name) != 0)
            continue;
        if (value < row->least || value > row->most)
            refuse_setting("out of bounds", name);
        parameters_neural[i] = value;
        return;
    }
    refuse_setting("unknown parameter", name);
}

void parameters_read(void)
{
    const char *text = getenv("OXO_PARAMETERS");
    char name[32];
    int value, used;
    for (; text && sscanf(text, " %31[A-Z_]=%d%n", name, &value, &used) == 2;
         text += used)
        set_parameter(name, value);
    if (text && text[strspn(text, " ")] != '\0')
        refuse_setting("NAME=VALUE expected at", text);
}
