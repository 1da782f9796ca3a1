/* gain.h - what moves are likely to be worth, learnt while searching.
 *
 * A move's gain is by how much the position looks better after it, in
 * hundredths. It depends above all on the board that the opponent is sent to:
 * so there is a guess for every move, and what to add to it for every pattern
 * of the board that the move leads to. The latter share a table far smaller
 * than they are many, and nobody looks whose guess it was. */
#ifndef OXO_ENGINE_GAIN_H
#define OXO_ENGINE_GAIN_H

#include "spot.h"

enum {
    GAIN_BITS = 13,   /* 16 kB, which stay in the nearest cache */
    GAIN_MOST = 2000, /* at a time */
    /* What is new counts one part of so many. */
    GAIN_SHARE = 16,
    GAIN_THERE_SHARE = 8
};

typedef struct gain_table {
    int16_t of[2][OXO_MAX_MOVES]; /* [side][move] */
    int16_t there[1 << GAIN_BITS];
} gain_table;

/* What the places of all moves to a board have in common. */
static inline unsigned gain_key(const spot *s, unsigned board)
{
    const unsigned there =
        is_open(&s->p, board) ? s->eval.pattern[board] + 1U : 0;
    return there * OXO_MAX_MOVES * 2 + s->p.turn + 1;
}

/* Where the table has the move and the board that it leads to. */
static inline unsigned gain_place(unsigned key, oxo_move m)
{
    return (key + 2U * m) * 0x9E3779B1U >> (32 - GAIN_BITS);
}

/* With what is common to its moves worked out before. */
static inline int gain_guess_by(const gain_table *g, unsigned key,
                                const spot *s, oxo_move m)
{
    return g->of[s->p.turn][m] + g->there[gain_place(key, m)];
}

static inline int gain_guess(const gain_table *g, const spot *s, oxo_move m)
{
    return gain_guess_by(g, gain_key(s, m % 9U), s, m);
}

/* A search has found the move to gain about that much. */
static inline void gain_learn(gain_table *g, const spot *s, oxo_move m,
                              int gain)
{
    gain = gain > GAIN_MOST    ? GAIN_MOST
           : gain < -GAIN_MOST ? -GAIN_MOST
                               : gain;
    int16_t *of = &g->of[s->p.turn][m],
            *there = &g->there[gain_place(gain_key(s, m % 9U), m)];
    *there = (int16_t)(*there + (gain - *of - *there) / GAIN_THERE_SHARE);
    *of = (int16_t)(*of + (gain - *of) / GAIN_SHARE);
}

#endif /* OXO_ENGINE_GAIN_H */
