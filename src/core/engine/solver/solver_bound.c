/* solver_bound.c - see solver_bound.h.
 *
 * The bounds count the winner's marks as if the loser never blocked. */
#include "solver_bound.h"

#include "spot.h"

/* The cells of all lines without a cell of the mask m: the cells of lines that
 * the other side can still complete. */
#define IF_FREE(m, line) ((m) & (line) ? 0U : (line))
#define FREE(m)                                                               \
    (IF_FREE(m, 0007U) | IF_FREE(m, 0070U) | IF_FREE(m, 0700U) |              \
     IF_FREE(m, 0111U) | IF_FREE(m, 0222U) | IF_FREE(m, 0444U) |              \
     IF_FREE(m, 0421U) | IF_FREE(m, 0124U))
#define FREE_8(m)                                                             \
    FREE(m), FREE((m) + 1), FREE((m) + 2), FREE((m) + 3), FREE((m) + 4),      \
        FREE((m) + 5), FREE((m) + 6), FREE((m) + 7)
#define FREE_64(m)                                                            \
    FREE_8(m), FREE_8((m) + 8), FREE_8((m) + 16), FREE_8((m) + 24),           \
        FREE_8((m) + 32), FREE_8((m) + 40), FREE_8((m) + 48),                 \
        FREE_8((m) + 56)

static const uint16_t free_lines[512] = {
    FREE_64(0U),   FREE_64(64U),  FREE_64(128U), FREE_64(192U),
    FREE_64(256U), FREE_64(320U), FREE_64(384U), FREE_64(448U),
};

/* The fewest marks that `side` needs to win the board, or BOUND_NEVER. */
static int marks_to_win(const oxo_ultimate *p, unsigned side, unsigned board)
{
    if (has_bit(p->won[side], board))
        return 0;
    const unsigned lines = free_lines[p->cells[side ^ 1U][board]];
    if (lines == 0 || has_bit(decided_boards(p), board))
        return BOUND_NEVER;
    if (winning_cells(p, side, board))
        return 1;
    return (p->cells[side][board] & lines) ? 2 : 3;
}

/* The fewest marks that win three boards in a row; `marks` is per board. */
static int marks_to_line(const int marks[9])
{
    int fewest = BOUND_NEVER;
    for (int i = 0; i < OXO_LINES; i++) {
        const uint8_t *line = oxo_lines[i];
        const int sum = marks[line[0]] + marks[line[1]] + marks[line[2]];
        if (sum < fewest)
            fewest = sum;
    }
    return fewest;
}

/* The number of boards that `side` has won or can still win. */
static int most_boards(const oxo_ultimate *p, unsigned side)
{
    int n = 0;
    for (unsigned board = 0; board < 9; board++)
        n += marks_to_win(p, side, board) < BOUND_NEVER;
    return n;
}

static bool can_have_most(const oxo_ultimate *p, unsigned side)
{
    return p->rules == OXO_ULTIMATE_CG &&
           most_boards(p, side) > count_bits(p->won[side ^ 1U]);
}

int bound_moves_to_win(const oxo_ultimate *p, unsigned side)
{
    int marks[9];
    for (unsigned board = 0; board < 9; board++)
        marks[board] = marks_to_win(p, side, board);
    const int fewest = marks_to_line(marks);
    const int moves =
        fewest >= BOUND_NEVER ? BOUND_NEVER : 2 * fewest - (p->turn == side);
    /* The most boards win once every other board is decided, which takes each
     * of them a move at least. */
    const int undecided = 9 - count_bits(decided_boards(p));
    return moves > undecided && can_have_most(p, side) ? undecided : moves;
}

bool bound_is_sure_win(const oxo_ultimate *p, unsigned side)
{
    if (p->rules != OXO_ULTIMATE_CG)
        return false;
    int marks[9];
    for (unsigned board = 0; board < 9; board++)
        marks[board] = marks_to_win(p, side ^ 1U, board);
    return marks_to_line(marks) >= BOUND_NEVER &&
           count_bits(p->won[side]) > most_boards(p, side ^ 1U);
}
