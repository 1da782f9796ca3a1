/* numbers.c - see numbers.h; part of builds for tuning only. */
#include "numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int32_t numbers_neural[NUMBERS_COUNT] = {
#define NUMBER(name, neural, hand, least, most) (neural),
    NUMBERS(NUMBER)
#undef NUMBER
};

static _Noreturn void refuse_numbers(const char *why, const char *text)
{
    fprintf(stderr, "OXO_NUMBERS: %s: %s\n", why, text);
    exit(EXIT_FAILURE);
}

const numbers_row numbers_known[NUMBERS_COUNT] = {
#define NUMBER(name, neural, hand, least, most) {#name, (least), (most)},
    NUMBERS(NUMBER)
#undef NUMBER
};

/* What is not understood would make a tuning run worthless. */
static void set(const char *name, int value)
{
    for (int i = 0; i < NUMBERS_COUNT; i++) {
        const numbers_row *known = &numbers_known[i];
        if (strcmp(known->name, name) != 0)
            continue;
        if (value < known->least || value > known->most)
            refuse_numbers("out of bounds", name);
        numbers_neural[i] = value;
        return;
    }
    refuse_numbers("there is none called", name);
}

void numbers_read(void)
{
    const char *text = getenv("OXO_NUMBERS");
    char name[32];
    int value, used;
    for (; text && sscanf(text, " %31[A-Z_]=%d%n", name, &value, &used) == 2;
         text += used)
        set(name, value);
    if (text && text[strspn(text, " ")] != '\0')
        refuse_numbers("NAME=VALUE was expected at", text);
}
