/* gain.h - the expected gain of moves, learned while searching.
 *
 * The gain of a move is how much better the position evaluates after it, in
 * hundredths. It depends above all on the board to which the move sends the
 * opponent, so the expected gain has two parts: an average for every move, and
 * an average of the rest for every move with the pattern of its target board.
 * The second table is hashed, much smaller than the number of its keys, and
 * does not check whose entry it finds. In the move order gains took the place
 * of the evaluation's hints, which were worth 18 Elo; gains order as well
 * without the hints and take less time. */
#ifndef OXO_ENGINE_GAIN_H
#define OXO_ENGINE_GAIN_H

#include "spot.h"

enum {
    GAIN_BITS = 13,   /* 16 kB: stays in the first-level cache */
    GAIN_MOST = 2000, /* the largest gain that counts */
    /* A new gain moves the averages by one part in so many. */
    GAIN_SHARE = 16,
    GAIN_TARGET_SHARE = 8
};

typedef struct gain_table {
    int16_t by_move[2][OXO_MAX_MOVES]; /* [side][move] */
    int16_t by_target[1 << GAIN_BITS]; /* hashed: move and target's pattern */
} gain_table;

/* The part of the hash that all moves to `board` share. */
static inline unsigned gain_key(const spot *s, unsigned board)
{
    const unsigned pattern =
        is_open(&s->p, board) ? s->eval.pattern[board] + 1U : 0;
    return pattern * OXO_MAX_MOVES * 2 + s->p.turn + 1;
}

static inline unsigned gain_place(unsigned key, oxo_move m)
{
    return (key + 2U * m) * 0x9E3779B1U >> (32 - GAIN_BITS);
}

/* The expected gain of `m`, whose gain_key() is `key`. */
static inline int gain_expected_by(const gain_table *g, unsigned key,
                                   const spot *s, oxo_move m)
{
    return g->by_move[s->p.turn][m] + g->by_target[gain_place(key, m)];
}

static inline int gain_expected(const gain_table *g, const spot *s, oxo_move m)
{
    return gain_expected_by(g, gain_key(s, m % 9U), s, m);
}

/* A search found that `m` gains about `gain`. */
static inline void gain_learn(gain_table *g, const spot *s, oxo_move m,
                              int gain)
{
    gain = gain > GAIN_MOST    ? GAIN_MOST
           : gain < -GAIN_MOST ? -GAIN_MOST
                               : gain;
    int16_t *by_move = &g->by_move[s->p.turn][m],
            *by_target = &g->by_target[gain_place(gain_key(s, m % 9U), m)];
    *by_target = (int16_t)(*by_target +
                           (gain - *by_move - *by_target) / GAIN_TARGET_SHARE);
    *by_move = (int16_t)(*by_move + (gain - *by_move) / GAIN_SHARE);
}

#endif /* OXO_ENGINE_GAIN_H */
