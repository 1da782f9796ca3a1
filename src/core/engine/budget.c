/* budget.c - see budget.h. */
#include "budget.h"

/* The number of moves that still need time. Most games end before all cells
 * are filled, and the solver plays the last moves. */
static int64_t moves_to_go(int empty)
{
    enum { LAST = 20, LEAST = 5 };
    const int mine = (empty - LAST) / 3;
    return mine < LEAST ? LEAST : mine;
}

static int64_t at_least_one(int64_t ms)
{
    return ms > 0 ? ms : 1;
}

/* Limits times to 139 years, so that sums stay in range. */
static int64_t at_most_forever(int64_t ms)
{
    const int64_t forever = (int64_t)1 << 42;
    return ms < forever ? ms : forever;
}

/* The time on a clock, less a reserve for late answers, which is at most half
 * of it. */
static int64_t to_be_spent(int64_t clock)
{
    enum { RESERVE = 50 };
    clock = at_most_forever(clock);
    return clock / 2 < RESERVE ? clock - clock / 2 : clock - RESERVE;
}

budget budget_of(const oxo_limits *limits, oxo_mark side, int empty, int moves)
{
    if (limits->move_time > 0) {
        const int64_t all = at_most_forever(limits->move_time);
        return (budget){all, all};
    }
    const int64_t left = to_be_spent(limits->clock[side]);
    if (left <= 0)
        return (budget){0, 0};
    if (moves == 1)
        return (budget){1, 1};
    const int64_t increment = at_most_forever(limits->increment[side]);
    const int64_t share = left / moves_to_go(empty) + increment * 3 / 4;
    /* An iteration takes about as long as all iterations before it together:
     * one that starts later would usually exceed the share. */
    budget b = {share * 3 / 5, share * 3};
    if (b.most > left / 3)
        b.most = left / 3;
    if (b.enough > b.most)
        b.enough = b.most;
    return (budget){at_least_one(b.enough), at_least_one(b.most)};
}
