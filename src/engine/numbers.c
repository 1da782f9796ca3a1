/* numbers.c - see numbers.h. */
#include "numbers.h"

const int32_t numbers_by_hand[NUMBERS_COUNT] = {
#define NUMBER(name, net, hand, least, most) (hand),
    NUMBERS(NUMBER)
#undef NUMBER
};

NUMBERS_CONST int32_t numbers_with_net[NUMBERS_COUNT] = {
#define NUMBER(name, net, hand, least, most) (net),
    NUMBERS(NUMBER)
#undef NUMBER
};

#ifdef OXO_TUNE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[NUMBERS_COUNT] = {
#define NUMBER(name, net, hand, least, most) #name,
    NUMBERS(NUMBER)
#undef NUMBER
};

/* A word that is no number's would make a tuning run worthless. */
static void set(const char *name, int value)
{
    for (int i = 0; i < NUMBERS_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            numbers_with_net[i] = value;
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

#endif
