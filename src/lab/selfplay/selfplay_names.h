/* selfplay_names.h - which games are there already. */
#ifndef SELFPLAY_NAMES_H
#define SELFPLAY_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty one. */
typedef struct selfplay_names {
    uint64_t *slots; /* 0: free */
    size_t room;     /* a power of two, or 0 */
    size_t count;    /* of those in use */
    bool zero;       /* the name 0 is there */
} selfplay_names;

/* 0, also if it is there already, or -ENOMEM. */
int selfplay_names_add(selfplay_names *n, uint64_t name);
bool selfplay_names_hold(const selfplay_names *n, uint64_t name);

void selfplay_names_clear(selfplay_names *n);

#endif /* SELFPLAY_NAMES_H */
