/* spot.h - a position as the search sees it: with its hash, the number of
 * empty cells, winnable boards, and the evaluation's running state.
 *
 * 128 bytes. Spots are copied, never undone. */
#ifndef OXO_ENGINE_SPOT_H
#define OXO_ENGINE_SPOT_H

#include "evaluation.h"
#include "moves_inline.h"

typedef struct spot {
    /* Of a closed board the hash covers the owner only. The cells cannot
     * matter any more, and positions that differ in nothing else share an
     * entry of the transposition table. */
    uint64_t hash;
    int empty;            /* cells that can still be played in */
    uint16_t winnable[2]; /* [side]: boards it has won or still can win */
    oxo_ultimate p;
    evaluation_state eval;
} spot;

spot spot_from(const oxo_ultimate *p);

/* Makes a legal move in place. */
void spot_play(spot *s, oxo_move m);

/* Zobrist keys: one for each mark in each cell ... */
extern const uint64_t spot_cell_keys[2][OXO_MAX_MOVES];

/* ... and one for the mover and the board to play in. */
static inline uint64_t spot_key_of_turn(unsigned turn, unsigned forced,
                                        unsigned rules)
{
    return (1U + turn + 2U * forced + 32U * rules) * 0x9E3779B97F4A7C15U;
}

static inline uint64_t spot_turn_key(const oxo_ultimate *p)
{
    return spot_key_of_turn(p->turn, p->forced, p->rules);
}

/* The hash after a legal move that closes no board; after others, a guess. */
static inline uint64_t spot_hash_after(const spot *s, oxo_move m)
{
    const oxo_ultimate *p = &s->p;
    const unsigned cell = m % 9U;
    const unsigned forced = is_open(p, cell) ? cell : OXO_ANY_BOARD;
    return s->hash ^ spot_turn_key(p) ^ spot_cell_keys[p->turn][m] ^
           spot_key_of_turn(p->turn ^ 1U, forced, p->rules);
}

/* The cells of `board` that would win it for `side`. */
static inline unsigned winning_cells(const oxo_ultimate *p, unsigned side,
                                     unsigned board)
{
    return completing_cells(p->cells[side][board]) & empty_in(p, board);
}

/* The boards that the mover may play in; the game is not over. */
static inline unsigned playable_boards(const oxo_ultimate *p)
{
    return p->forced == OXO_ANY_BOARD ? open_boards(p) : 1U << p->forced;
}

/* The best result that `side` can still reach, by its winnable boards: 1 a
 * win, 0 a draw, -1 a loss. */
int spot_best_result(const spot *s, unsigned side);

/* A move that wins the game at once, or OXO_NO_MOVE. */
oxo_move spot_winning_move(const oxo_ultimate *p);

#endif /* OXO_ENGINE_SPOT_H */
