/* evaluation.c - the hand-written evaluation. */
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

enum { ONE = 1024, LINE = 900, TEMPO = 30, FREE = 60 };

static const int board_weight[9] = {70, 55, 70, 55, 95, 55, 70, 55, 70};

/* The chances of both sides to win each board. */
static void board_chances(const evaluation_state *state, const oxo_ultimate *p,
                          int ret[2][9])
{
    for (unsigned board = 0; board < 9; board++) {
        const unsigned q = state->pattern[board];
        ret[OXO_X][board] = chance[q];
        ret[OXO_O][board] = chance_of_o[q];
    }
    for (unsigned left = decided_boards(p); left; left &= left - 1) {
        const unsigned board = first_bit(left);
        ret[OXO_X][board] = has_bit(p->won[OXO_X], board) ? ONE : 0;
        ret[OXO_O][board] = has_bit(p->won[OXO_O], board) ? ONE : 0;
    }
}

static int line_chances(const int c[9])
{
    const int rows = c[0] * c[1] / ONE * c[2] + c[3] * c[4] / ONE * c[5] +
                     c[6] * c[7] / ONE * c[8];
    const int cols = c[0] * c[3] / ONE * c[6] + c[1] * c[4] / ONE * c[7] +
                     c[2] * c[5] / ONE * c[8];
    const int diagonals = c[0] * c[4] / ONE * c[8] + c[2] * c[4] / ONE * c[6];
    return (rows + cols + diagonals) / ONE;
}

int evaluation_score(const evaluation_state *state, const oxo_ultimate *p)
{
    int c[2][9];
    board_chances(state, p, c);
    int score = LINE * (line_chances(c[OXO_X]) - line_chances(c[OXO_O]));
    for (int board = 0; board < 9; board++)
        score += board_weight[board] * (c[OXO_X][board] - c[OXO_O][board]);
    score /= ONE;
    return (p->turn == OXO_X ? score : -score) +
           (p->forced == OXO_ANY_BOARD ? FREE : TEMPO);
}
