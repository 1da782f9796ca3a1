/* budget.c - see budget.h. */
#include "budget.h"

/* Games end well before the cells run out, and the moves in the middle are
 * the ones that need time. */
static int64_t moves_to_go(int empty)
{
    const int mine = empty / 3;
    return mine < 6 ? 6 : mine;
}

static int64_t at_least_one(int64_t ms)
{
    return ms > 0 ? ms : 1;
}

budget budget_of(const oxo_limits *limits, oxo_mark side, int empty)
{
    if (limits->move_time > 0)
        return (budget){limits->move_time, limits->move_time};
    const int64_t left = limits->clock[side];
    if (left <= 0)
        return (budget){0, 0};
    const int64_t share =
        left / moves_to_go(empty) + limits->increment[side] * 3 / 4;
    /* An iteration takes about twice as long as all before it: one begun
     * after half the share would most likely be broken off. */
    budget b = {share / 2, share * 3};
    if (b.most > left / 3)
        b.most = left / 3;
    if (b.enough > b.most)
        b.enough = b.most;
    return (budget){at_least_one(b.enough), at_least_one(b.most)};
}
