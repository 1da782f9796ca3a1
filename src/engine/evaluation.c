/* evaluation.c - the hand-written evaluation.
 *
 * A board is worth what its line-mates make of it, so a line of boards counts
 * with the product of the chances to win its three boards. The board to be
 * played counts extra for the mover: by its pattern, and by its stake, which
 * is how much the score would change if the board were won. */
#include "evaluation.h"

#include "moves_inline.h"

#include "evaluation_tables.inc" /* written by gen_evaluation.c */

static const uint16_t pow3[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

void evaluation_reset(evaluation_state *state, const oxo_ultimate *p)
{
    for (unsigned board = 0; board < 9; board++) {
        unsigned pattern = 0;
        for (unsigned cell = 0; cell < 9; cell++)
            pattern +=
                pow3[cell] * ((unsigned)has_bit(p->cells[OXO_X][board], cell) +
                              2U * has_bit(p->cells[OXO_O][board], cell));
        state->pattern[board] = (uint16_t)pattern;
    }
}

void evaluation_update(evaluation_state *state, const oxo_ultimate *p,
                       oxo_move m)
{
    const unsigned board = m / 9U;
    state->pattern[board] =
        (uint16_t)(state->pattern[board] + pow3[m % 9U] * (p->turn + 1U));
}

enum { ONE = 1024 }; /* a chance of 1 */

/* The chances of both sides to win each board. */
static void board_chances(const evaluation_state *state, const oxo_ultimate *p,
                          int ret[2][9])
{
    for (unsigned board = 0; board < 9; board++) {
        const pattern_weights *w = &patterns[state->pattern[board]];
        ret[OXO_X][board] = w->chance[OXO_X];
        ret[OXO_O][board] = w->chance[OXO_O];
    }
    /* Under `ultimate-continue` the cells do not tell who owns a board. */
    for (unsigned left = decided_boards(p); left; left &= left - 1) {
        const unsigned board = first_bit(left);
        ret[OXO_X][board] = has_bit(p->won[OXO_X], board) ? ONE : 0;
        ret[OXO_O][board] = has_bit(p->won[OXO_O], board) ? ONE : 0;
    }
}

/* The sum of the products of all eight lines, 0..8 * ONE. */
static int line_chances(const int c[9])
{
    const int rows = c[0] * c[1] / ONE * c[2] + c[3] * c[4] / ONE * c[5] +
                     c[6] * c[7] / ONE * c[8];
    const int cols = c[0] * c[3] / ONE * c[6] + c[1] * c[4] / ONE * c[7] +
                     c[2] * c[5] / ONE * c[8];
    const int diagonals = c[0] * c[4] / ONE * c[8] + c[2] * c[4] / ONE * c[6];
    return (rows + cols + diagonals) / ONE;
}

/* For each board the pairs that share a line with it; 9 ends the list. */
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

/* What winning `board` would mean to somebody. */
static int stake_of(const variant_weights *w, int c[2][9], unsigned board)
{
    int products = 0;
    for (int i = 0; mates[board][i][0] < 9; i++) {
        const unsigned a = mates[board][i][0], b = mates[board][i][1];
        products += c[OXO_X][a] * c[OXO_X][b] + c[OXO_O][a] * c[OXO_O][b];
    }
    return w->line * (products / ONE) / ONE + w->board[board];
}

/* What it is worth to the mover to be the one to move, here. */
static int tempo_of(const variant_weights *w, const evaluation_state *state,
                    const oxo_ultimate *p, int c[2][9])
{
    if (p->forced == OXO_ANY_BOARD)
        return w->free_move;
    const pattern_weights *pattern = &patterns[state->pattern[p->forced]];
    return w->tempo +
           pattern->tempo[p->turn] * stake_of(w, c, p->forced) / ONE;
}

int evaluation_score(const evaluation_state *state, const oxo_ultimate *p)
{
    const variant_weights *w = &variants[p->rules];
    int c[2][9];
    board_chances(state, p, c);
    int score = w->line * (line_chances(c[OXO_X]) - line_chances(c[OXO_O]));
    for (int board = 0; board < 9; board++)
        score += w->board[board] * (c[OXO_X][board] - c[OXO_O][board]);
    score /= ONE;
    return (p->turn == OXO_X ? score : -score) + tempo_of(w, state, p, c);
}

/* ---- Hints -------------------------------------------------------------- */

void evaluation_look(const evaluation_state *state, const oxo_ultimate *p,
                     evaluation_view *ret)
{
    board_chances(state, p, ret->chance);
    for (unsigned board = 0; board < 9; board++)
        ret->stake[board] = stake_of(&variants[p->rules], ret->chance, board);
}

/* What changes in the board played in, and what the opponent is given. */
int evaluation_hint(const evaluation_view *view, const evaluation_state *state,
                    const oxo_ultimate *p, oxo_move m)
{
    const variant_weights *w = &variants[p->rules];
    const unsigned me = p->turn, you = me ^ 1U, board = m / 9U, cell = m % 9U;
    const unsigned q = state->pattern[board];
    const pattern_weights *before = &patterns[q];
    const pattern_weights *after = &patterns[q + pow3[cell] * (me + 1U)];
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
