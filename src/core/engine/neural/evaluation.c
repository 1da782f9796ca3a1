/* evaluation.c - the hand-written evaluation.
 *
 * A board is worth as much as the lines of boards it belongs to, so a line
 * counts the product of the chances to win its three boards. The board to play
 * in counts extra for the mover: its pattern's tempo times its stake, which is
 * how much the score would change if the board were won. */
#include "evaluation.h"

#include <assert.h>

#include "moves_inline.h"

#include "evaluation_tables.inc" /* written by gen_evaluation.c */

const uint16_t evaluation_pow3[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

enum { ONE_BITS = 10, ONE = 1 << ONE_BITS }; /* a chance of 1 */

/* The chances of a decided board are 0 and 1. Under `ultimate-continue` its
 * cells do not determine its owner. */
static void set_chances(evaluation_state *state, const oxo_ultimate *p,
                        unsigned board)
{
    const bool decided = has_bit(decided_boards(p), board);
    const pattern_weights *w = &patterns[state->pattern[board]];
    for (unsigned side = 0; side < 2; side++) {
        const int owned = has_bit(p->won[side], board) ? ONE : 0;
        state->chance[side][board] =
            (uint16_t)(decided ? owned : w->chance[side]);
    }
}

static uint16_t pattern_of(unsigned x, unsigned o)
{
    unsigned pattern = 0;
    for (unsigned cell = 0; cell < 9; cell++)
        pattern +=
            evaluation_pow3[cell] * (has_bit(x, cell) + 2U * has_bit(o, cell));
    return (uint16_t)pattern;
}

/* Updates what depends on the board of boards, after a board was decided. */
static void update_meta(evaluation_state *state, const oxo_ultimate *p)
{
    state->pattern[9] = pattern_of(p->won[OXO_X], p->won[OXO_O]);
    for (unsigned side = 0; side < 2; side++)
        state->pattern[EVALUATION_DECIDING + side] =
            (uint16_t)deciding_boards(p, side);
}

void evaluation_reset(evaluation_state *state, const oxo_ultimate *p)
{
    *state = (evaluation_state){.pattern = {0}};
    update_meta(state, p);
    for (unsigned board = 0; board < 9; board++) {
        state->pattern[board] =
            pattern_of(p->cells[OXO_X][board], p->cells[OXO_O][board]);
        set_chances(state, p, board);
    }
}

void evaluation_update(evaluation_state *state, const oxo_ultimate *p,
                       oxo_move m)
{
    const unsigned board = m / 9U, mover = p->turn ^ 1U;
    state->pattern[board] = (uint16_t)(state->pattern[board] +
                                       evaluation_pow3[m % 9U] * (mover + 1));
    if (has_bit(decided_boards(p), board))
        update_meta(state, p);
    if (!state->patterns_only)
        set_chances(state, p, board);
}

/* ---- The score ---------------------------------------------------------- */

/* The sum of the products of all eight lines, 0..8 * ONE. */
static int line_chances(const uint16_t chance[9])
{
    unsigned c[9];
    for (int i = 0; i < 9; i++)
        c[i] = chance[i];
    const unsigned rows = (c[0] * c[1] >> ONE_BITS) * c[2] +
                          (c[3] * c[4] >> ONE_BITS) * c[5] +
                          (c[6] * c[7] >> ONE_BITS) * c[8];
    const unsigned cols = (c[0] * c[3] >> ONE_BITS) * c[6] +
                          (c[1] * c[4] >> ONE_BITS) * c[7] +
                          (c[2] * c[5] >> ONE_BITS) * c[8];
    const unsigned diagonals =
        ((c[0] * c[8] + c[2] * c[6]) >> ONE_BITS) * c[4];
    return (int)((rows + cols + diagonals) >> ONE_BITS);
}

/* [board]: the pairs of boards that share a line with it; 9 ends the list. */
static const uint8_t mates[9][5][2] = {
    {{1, 2}, {3, 6}, {4, 8}, {9, 9}, {9, 9}},
    {{0, 2}, {4, 7}, {9, 9}, {9, 9}, {9, 9}},
    {{0, 1}, {5, 8}, {4, 6}, {9, 9}, {9, 9}},
    {{0, 6}, {4, 5}, {9, 9}, {9, 9}, {9, 9}},
    {{3, 5}, {1, 7}, {0, 8}, {2, 6}, {9, 9}},
    {{3, 4}, {2, 8}, {9, 9}, {9, 9}, {9, 9}},
    {{7, 8}, {0, 3}, {2, 4}, {9, 9}, {9, 9}},
    {{6, 8}, {1, 4}, {9, 9}, {9, 9}, {9, 9}},
    {{6, 7}, {2, 5}, {0, 4}, {9, 9}, {9, 9}},
};

/* How much the score would change if `board` were won. */
static int stake_of(const variant_weights *w, const evaluation_state *state,
                    unsigned board)
{
    const uint16_t *x = state->chance[OXO_X], *o = state->chance[OXO_O];
    int products = 0;
    for (int i = 0; mates[board][i][0] < 9; i++) {
        const unsigned a = mates[board][i][0], b = mates[board][i][1];
        products += x[a] * x[b] + o[a] * o[b];
    }
    return w->line * (products / ONE) / ONE + w->board[board];
}

/* What it is worth to the mover to be on the move. */
static int tempo_of(const variant_weights *w, const evaluation_state *state,
                    const oxo_ultimate *p)
{
    if (p->forced == OXO_ANY_BOARD)
        return w->free_move;
    const pattern_weights *pattern = &patterns[state->pattern[p->forced]];
    return w->tempo +
           pattern->tempo[p->turn] * stake_of(w, state, p->forced) / ONE;
}

int evaluation_score(const evaluation_state *state, const oxo_ultimate *p)
{
    assert(!state->patterns_only);
    const variant_weights *w = &variants[p->rules];
    const uint16_t *x = state->chance[OXO_X], *o = state->chance[OXO_O];
    int score = w->line * (line_chances(x) - line_chances(o));
    for (int board = 0; board < 9; board++)
        score += w->board[board] * (x[board] - o[board]);
    score /= ONE;
    return (p->turn == OXO_X ? score : -score) + tempo_of(w, state, p);
}

/* ---- Hints -------------------------------------------------------------- */

void evaluation_init_view(const evaluation_state *state, const oxo_ultimate *p,
                          evaluation_view *ret)
{
    assert(!state->patterns_only);
    for (unsigned board = 0; board < 9; board++)
        ret->stake[board] = stake_of(&variants[p->rules], state, board);
}

/* The change in the board of the move, and the tempo that the opponent gets.
 */
int evaluation_hint(const evaluation_view *view, const evaluation_state *state,
                    const oxo_ultimate *p, oxo_move m)
{
    const variant_weights *w = &variants[p->rules];
    const unsigned me = p->turn, you = me ^ 1U, board = m / 9U, cell = m % 9U;
    const unsigned q = state->pattern[board];
    const pattern_weights *before = &patterns[q];
    const pattern_weights *after =
        &patterns[q + evaluation_pow3[cell] * (me + 1U)];
    int gain = 0;
    if (!has_bit(decided_boards(p), board))
        gain = (after->chance[me] - before->chance[me] + before->chance[you] -
                after->chance[you]) *
               view->stake[board];
    if (!is_open(p, cell))
        return gain / ONE - w->free_move;
    const pattern_weights *there =
        cell == board ? after : &patterns[state->pattern[cell]];
    return (gain - there->tempo[you] * view->stake[cell]) / ONE - w->tempo;
}
