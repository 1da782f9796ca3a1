/* playout.c - random numbers and fast random games. */
#include "oxo/playout.h"

#include <assert.h>

#include "moves_inline.h"

static inline uint64_t next_bits(oxo_random *random)
{
    const uint64_t state = random->state;
    random->state = state + 0x9E3779B97F4A7C15U;
    return mix_bits(state);
}

/* A number below n: the upper half of a product. If n does not divide 2^32,
 * some numbers are likelier than others, by less than n / 2^32, which nobody
 * can see where n is at most 81. */
static inline unsigned below_small(oxo_random *random, unsigned n)
{
    return (unsigned)((next_bits(random) >> 32) * n >> 32);
}

uint64_t oxo_random_next(oxo_random *random)
{
    return next_bits(random);
}

uint32_t oxo_random_below(oxo_random *random, uint32_t n)
{
    assert(n > 0);
    /* The lower half of the product shows which results would be too likely,
     * and have to be drawn again (Lemire). */
    const uint32_t unfair = (UINT32_MAX - n + 1) % n; /* 2^32 % n */
    uint64_t product = (next_bits(random) >> 32) * n;
    while ((uint32_t)product < unfair)
        product = (next_bits(random) >> 32) * n;
    return (uint32_t)(product >> 32);
}

/* A random move into any open board. Finds its board by counting empty cells.
 * False if there is no empty cell. */
static bool make_free_move(oxo_ultimate *p, oxo_random *random)
{
    unsigned empty[9], all = 0;
    const unsigned open = open_boards(p);
    for (unsigned board = 0; board < 9; board++) {
        empty[board] = has_bit(open, board) ? empty_in(p, board) : 0;
        all += (unsigned)count_bits(empty[board]);
    }
    if (all == 0)
        return false;
    unsigned n = below_small(random, all), board = 0;
    while (n >= (unsigned)count_bits(empty[board]))
        n -= (unsigned)count_bits(empty[board++]);
    make_ultimate_move(p, board, nth_bit(empty[board], n));
    return true;
}

oxo_outcome oxo_ultimate_playout(oxo_ultimate p, oxo_random *random)
{
    if (oxo_ultimate_outcome(&p) != OXO_ONGOING)
        return oxo_ultimate_outcome(&p);
    for (;;) {
        const unsigned me = p.turn;
        if (p.forced != OXO_ANY_BOARD) {
            const unsigned empty = empty_in(&p, p.forced);
            const unsigned n = (unsigned)count_bits(empty);
            make_ultimate_move(&p, p.forced,
                               nth_bit(empty, below_small(random, n)));
        } else if (!make_free_move(&p, random)) {
            return without_line(&p);
        }
        if (has_line(p.won[me]))
            return oxo_outcome_won_by((oxo_mark)me);
    }
}
