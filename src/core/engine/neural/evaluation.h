/* evaluation.h - what a position looks worth without looking ahead.
 *
 * The search knows only this interface: a state that is kept up to date move
 * by move, a score, and hints for ordering. This one is written by hand and
 * thinks in boards: a table says for every pattern of a board how likely each
 * side is to win it; lines of boards multiply those chances; and the board to
 * be played counts extra. A network (neural.h) takes the place of the score,
 * from the patterns in the state; nobody asks for hints then. */
#ifndef OXO_ENGINE_EVALUATION_H
#define OXO_ENGINE_EVALUATION_H

#include "moves_inline.h"

enum {
    EVALUATION_LIMIT = 20000,
    EVALUATION_DECIDING = 10, /* the first of two masks */
    EVALUATION_PATTERNS = 12
};

typedef struct evaluation_state {
    /* Each board in base 3: 0 empty, 1 X, 2 O; the board of boards, with 0
     * for what nobody has won; and the boards, as masks, with which X and O
     * would win the game. */
    uint16_t pattern[EVALUATION_PATTERNS];
    uint16_t chance[2][9]; /* [side][board]: to win it, in 1/1024 */
    /* Whether those are left as they are, since nobody asks: a network judges.
     */
    uint16_t patterns_only;
} evaluation_state;

/* Undecided boards that would complete a line of boards for `side`. */
static inline unsigned deciding_boards(const oxo_ultimate *p, unsigned side)
{
    return completing_cells(p->won[side]) & ~decided_boards(p) & OXO_ALL_CELLS;
}

/* What a mark of X in each cell adds to a pattern; one of O adds twice that.
 */
extern const uint16_t evaluation_pow3[9];

void evaluation_reset(evaluation_state *state, const oxo_ultimate *p);

/* Follows the move `m` that led to `p`; of `patterns_only` by its patterns. */
void evaluation_update(evaluation_state *state, const oxo_ultimate *p,
                       oxo_move m);

/* Hundredths, positive if the side to move is ahead; well inside
 * +-EVALUATION_LIMIT. The game is not over. */
int evaluation_score(const evaluation_state *state, const oxo_ultimate *p);

/* What winning each board would mean, for the hints of a node. */
typedef struct evaluation_view {
    int stake[9];
} evaluation_view;

void evaluation_look(const evaluation_state *state, const oxo_ultimate *p,
                     evaluation_view *ret);

/* A quick guess of what the legal move `m` gains, for ordering. */
int evaluation_hint(const evaluation_view *view, const evaluation_state *state,
                    const oxo_ultimate *p, oxo_move m);

#endif /* OXO_ENGINE_EVALUATION_H */
