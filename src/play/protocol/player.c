/* player.c - options and time management, the same for every player. */
#define _POSIX_C_SOURCE 200809L
#include "player.h"

#include <strings.h>

#include "number.h"

oxo_variant player_first_variant(const player *p)
{
    if (player_plays(p, OXO_ULTIMATE))
        return OXO_ULTIMATE;
    int v = 0;
    while (!player_plays(p, (oxo_variant)v))
        v++;
    return (oxo_variant)v;
}

static bool read_value(const player_option *o, const char *value, int64_t *ret)
{
    if (!player_option_is_yes_or_no(o))
        return number_read_saturated(value, ret);
    *ret = strcasecmp(value, "true") == 0;
    return *ret || strcasecmp(value, "false") == 0;
}

/* The index of an option, or -1. */
static int find_option(const player *p, const char *name)
{
    for (int i = 0; p->options[i].name; i++)
        if (strcasecmp(p->options[i].name, name) == 0)
            return i;
    return -1;
}

bool player_has(const player *p, const char *name)
{
    return find_option(p, name) >= 0;
}

int player_set(const player *p, const char *name, const char *value)
{
    int64_t number;
    const int i = find_option(p, name);
    if (i < 0 || !read_value(&p->options[i], value, &number) ||
        number < p->options[i].least || number > p->options[i].most)
        return OXO_SYNTAX;
    return p->set_option(p->self, i, number);
}

/* A twentieth of the remaining time, and most of the increment: a game has
 * about thirty moves per side, and early moves matter more. */
static int64_t share_of_clock(int64_t clock, int64_t increment)
{
    const int64_t share = clock / 20 + increment * 3 / 4;
    return share < clock / 2 ? share : clock / 2;
}

int64_t player_budget(const oxo_limits *limits, oxo_mark turn)
{
    int64_t budget = INT64_MAX;
    if (limits->move_time > 0)
        budget = limits->move_time;
    if (limits->clock[turn] > 0) {
        const int64_t share =
            share_of_clock(limits->clock[turn], limits->increment[turn]);
        budget = share < budget ? share : budget;
    }
    if (budget == INT64_MAX)
        return budget;
    /* Keep some time back for the transmission of the answer. */
    return budget > 10 ? (budget - 1) * 1000 : budget * 900;
}
