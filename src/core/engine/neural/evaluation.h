/* evaluation.h - the hand-written evaluation, and the state that both
 * evaluations share.
 *
 * The search sees a state that it updates move by move, a score, and hints for
 * move ordering. The hand-written evaluation works with boards: a table says
 * for every pattern of a board how likely each side is to win it, a line of
 * boards counts the product of these chances, and the board to play in counts
 * extra. The network (neural.h) computes its score from the patterns in the
 * state, and has no hints. */
#ifndef OXO_ENGINE_EVALUATION_H
#define OXO_ENGINE_EVALUATION_H

#include "moves_inline.h"

enum {
    EVALUATION_LIMIT = 20000,
    EVALUATION_DECIDING = 10, /* the first of two masks */
    EVALUATION_PATTERNS = 12
};

typedef struct evaluation_state {
    /* [0..8]: each board in base 3: 0 empty, 1 X, 2 O. [9]: the board of
     * boards likewise, 0 for boards that nobody has won. [10], [11]: masks of
     * the boards with which X and O would win the game. */
    uint16_t pattern[EVALUATION_PATTERNS];
    uint16_t chance[2][9]; /* [side][board]: chance to win it, in 1/1024 */
    /* Do not update `chance`: a network evaluates. */
    uint16_t patterns_only;
} evaluation_state;

/* The undecided boards that would complete a line of boards for `side`. */
static inline unsigned deciding_boards(const oxo_ultimate *p, unsigned side)
{
    return completing_cells(p->won[side]) & ~decided_boards(p) & OXO_ALL_CELLS;
}

/* [cell]: what a mark of X adds to a pattern. A mark of O adds twice that. */
extern const uint16_t evaluation_pow3[9];

void evaluation_reset(evaluation_state *state, const oxo_ultimate *p);

/* Updates the state for the move `m` that led to `p`. */
void evaluation_update(evaluation_state *state, const oxo_ultimate *p,
                       oxo_move m);

/* The score in hundredths, positive if the side to move is ahead, and well
 * within
 * +-EVALUATION_LIMIT. The game is not over. */
int evaluation_score(const evaluation_state *state, const oxo_ultimate *p);

/* How much winning each board would change the score, for a node's hints. */
typedef struct evaluation_view {
    int stake[9];
} evaluation_view;

void evaluation_init_view(const evaluation_state *state, const oxo_ultimate *p,
                          evaluation_view *ret);

/* A quick estimate of what the legal move `m` gains, for move ordering. */
int evaluation_hint(const evaluation_view *view, const evaluation_state *state,
                    const oxo_ultimate *p, oxo_move m);

#endif /* OXO_ENGINE_EVALUATION_H */
