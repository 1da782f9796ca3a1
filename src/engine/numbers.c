/* numbers.c - see numbers.h; only in builds for tuning. */
#ifndef OXO_TUNE
#define OXO_TUNE
#endif
#include "numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER(name, value, least, most) int(name) = (value);
NUMBERS(NUMBER)
#undef NUMBER

static const struct {
    const char *name;
    int *value;
} numbers[] = {
#define NUMBER(name, value, least, most) {#name, &(name)},
    NUMBERS(NUMBER)
#undef NUMBER
};

/* A word that is no number's would make a tuning run worthless. */
static void set(const char *name, int value)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(numbers[i].name, name) == 0) {
            *numbers[i].value = value;
            return;
        }
    }
    fprintf(stderr, "OXO_NUMBERS: there is no %s\n", name);
    exit(EXIT_FAILURE);
}

void numbers_read(void)
{
    const char *text = getenv("OXO_NUMBERS");
    char name[32];
    int value, used;
    for (; text && sscanf(text, " %31[A-Z_]=%d%n", name, &value, &used) == 2;
         text += used)
        set(name, value);
}
