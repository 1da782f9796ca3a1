/* spot.h - a position as the search sees it: with its hash and what the
 * evaluation keeps up to date. Copied, never undone. */
#ifndef OXO_ENGINE_SPOT_H
#define OXO_ENGINE_SPOT_H

#include "evaluation.h"
#include "moves_inline.h"

typedef struct spot {
    /* Cells of boards that take no more moves do not count, only their
     * owners: what they look like inside cannot matter any more, and the
     * positions that differ in nothing else share their results. */
    uint64_t hash;
    int empty;        /* cells that can still be played in */
    uint16_t hope[2]; /* [side]: boards that it has won or still can win */
    oxo_ultimate p;
    evaluation_state eval;
} spot;

spot spot_from(const oxo_ultimate *p);

/* Makes a legal move in place. */
void spot_play(spot *s, oxo_move m);

/* What hashes are made of: one key for each mark in each cell, ... */
extern const uint64_t spot_cell_keys[2][OXO_MAX_MOVES];

/* ... and where the mover may play, and who that is. */
static inline uint64_t spot_key_of_turn(unsigned turn, unsigned forced,
                                        unsigned rules)
{
    return (1U + turn + 2U * forced + 32U * rules) * 0x9E3779B97F4A7C15U;
}

static inline uint64_t spot_turn_key(const oxo_ultimate *p)
{
    return spot_key_of_turn(p->turn, p->forced, p->rules);
}

/* The hash after a legal move, unless that closes a board: a guess. */
static inline uint64_t spot_hash_after(const spot *s, oxo_move m)
{
    const oxo_ultimate *p = &s->p;
    const unsigned cell = m % 9U;
    const unsigned forced = is_open(p, cell) ? cell : OXO_ANY_BOARD;
    return s->hash ^ spot_turn_key(p) ^ spot_cell_keys[p->turn][m] ^
           spot_key_of_turn(p->turn ^ 1U, forced, p->rules);
}

/* Cells of `board` with which `side` would win that board. */
static inline unsigned winning_cells(const oxo_ultimate *p, unsigned side,
                                     unsigned board)
{
    return completing_cells(p->cells[side][board]) & empty_in(p, board);
}

/* The boards that take a move now; the game is not over. */
static inline unsigned playable_boards(const oxo_ultimate *p)
{
    return p->forced == OXO_ANY_BOARD ? open_boards(p) : 1U << p->forced;
}

/* The best that `side` can still hope for: 1 to win, 0 a draw, -1 nothing. */
int spot_best(const spot *s, unsigned side);

/* A move that wins the game at once, or OXO_NO_MOVE. */
oxo_move spot_winning_move(const oxo_ultimate *p);

#endif /* OXO_ENGINE_SPOT_H */
