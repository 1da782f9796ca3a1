/* selfplay_names.h - which games are there already. */
#ifndef SELFPLAY_NAMES_H
#define SELFPLAY_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty one. */
typedef struct selfplay_names {
    uint64_t *names;
    size_t count;
} selfplay_names;

/* 0 or -ENOMEM. */
int selfplay_names_add(selfplay_names *n, uint64_t name);

/* Before names are looked for. */
void selfplay_names_sort(selfplay_names *n);
bool selfplay_names_hold(const selfplay_names *n, uint64_t name);

void selfplay_names_clear(selfplay_names *n);

#endif /* SELFPLAY_NAMES_H */
