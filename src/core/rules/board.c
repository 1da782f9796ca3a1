/* board.c - nine cells and the eight lines through them. */
#include "bits.h"

#include <assert.h>

const uint8_t oxo_lines[OXO_LINES][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, /* rows */
    {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, /* columns */
    {0, 4, 8}, {2, 4, 6},            /* diagonals */
};

static bool is_cell(int cell)
{
    return cell >= 0 && cell < OXO_CELLS;
}

static unsigned taken(oxo_board board)
{
    return board.cells[OXO_X] | (unsigned)board.cells[OXO_O];
}

/* ---- Cells -------------------------------------------------------------- */

int oxo_cell_row(int cell)
{
    assert(is_cell(cell));
    return cell / 3;
}

int oxo_cell_col(int cell)
{
    assert(is_cell(cell));
    return cell % 3;
}

oxo_status oxo_cell_at(int row, int col, int *ret_cell)
{
    if (row < 0 || row > 2 || col < 0 || col > 2)
        return OXO_INVALID_POSITION;
    *ret_cell = 3 * row + col;
    return OXO_OK;
}

/* ---- Views -------------------------------------------------------------- */

oxo_board oxo_board_empty(void)
{
    return (oxo_board){{0, 0}};
}

oxo_status oxo_board_from_cells(const oxo_mark *cells, size_t count,
                                oxo_board *ret)
{
    if (count != OXO_CELLS)
        return OXO_BOARD_SIZE;
    oxo_board board = oxo_board_empty();
    for (unsigned cell = 0; cell < OXO_CELLS; cell++) {
        if (cells[cell] == OXO_X || cells[cell] == OXO_O)
            set_bit(&board.cells[cells[cell]], cell);
        else if (cells[cell] != OXO_NONE)
            return OXO_CELL_VALUE;
    }
    *ret = board;
    return OXO_OK;
}

void oxo_board_to_cells(oxo_board board, oxo_mark ret[OXO_CELLS])
{
    for (int cell = 0; cell < OXO_CELLS; cell++)
        ret[cell] = oxo_board_at(board, cell);
}

/* As in matrices: 0 empty, 1 X, 2 O. */
static int value_of_mark(oxo_mark mark)
{
    return mark == OXO_NONE ? 0 : (int)mark + 1;
}

static bool mark_of_value(int value, oxo_mark *ret)
{
    if (value < 0 || value > 2)
        return false;
    *ret = value == 0 ? OXO_NONE : (oxo_mark)(value - 1);
    return true;
}

oxo_status oxo_board_from_matrix(const int *values, size_t rows, size_t cols,
                                 oxo_board *ret)
{
    if (rows != 3 || cols != 3)
        return OXO_BOARD_SIZE;
    oxo_mark cells[OXO_CELLS];
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        if (!mark_of_value(values[cell], &cells[cell]))
            return OXO_CELL_VALUE;
    }
    return oxo_board_from_cells(cells, OXO_CELLS, ret);
}

void oxo_board_to_matrix(oxo_board board, int ret[3][3])
{
    for (int cell = 0; cell < OXO_CELLS; cell++)
        ret[cell / 3][cell % 3] = value_of_mark(oxo_board_at(board, cell));
}

oxo_status oxo_board_get_value(oxo_board board, int row, int col,
                               int *ret_value)
{
    int cell;
    const oxo_status status = oxo_cell_at(row, col, &cell);
    if (status == OXO_OK)
        *ret_value = value_of_mark(oxo_board_at(board, cell));
    return status;
}

oxo_status oxo_board_set_value(oxo_board board, int row, int col, int value,
                               oxo_board *ret)
{
    int cell;
    const oxo_status status = oxo_cell_at(row, col, &cell);
    if (status != OXO_OK)
        return status;
    oxo_mark mark;
    if (!mark_of_value(value, &mark))
        return OXO_CELL_VALUE;
    const unsigned others = ~(1U << cell);
    board.cells[OXO_X] = (uint16_t)(board.cells[OXO_X] & others);
    board.cells[OXO_O] = (uint16_t)(board.cells[OXO_O] & others);
    *ret = mark == OXO_NONE ? board : oxo_board_place(board, cell, mark);
    return OXO_OK;
}

/* ---- Questions ---------------------------------------------------------- */

oxo_mark oxo_board_at(oxo_board board, int cell)
{
    assert(is_cell(cell));
    if (has_bit(board.cells[OXO_X], (unsigned)cell))
        return OXO_X;
    return has_bit(board.cells[OXO_O], (unsigned)cell) ? OXO_O : OXO_NONE;
}

bool oxo_board_is_valid_move(oxo_board board, int cell)
{
    return is_cell(cell) && !has_bit(taken(board), (unsigned)cell);
}

oxo_win oxo_board_win(oxo_board board)
{
    for (int i = 0; i < OXO_LINES; i++) {
        const uint8_t *line = oxo_lines[i];
        const oxo_mark mark = oxo_board_at(board, line[0]);
        if (mark != OXO_NONE && oxo_board_at(board, line[1]) == mark &&
            oxo_board_at(board, line[2]) == mark)
            return (oxo_win){mark, {line[0], line[1], line[2]}};
    }
    return (oxo_win){OXO_NONE, {0, 0, 0}};
}

bool oxo_board_is_draw(oxo_board board)
{
    return taken(board) == OXO_ALL_CELLS && !has_line(board.cells[OXO_X]) &&
           !has_line(board.cells[OXO_O]);
}

bool oxo_board_is_over(oxo_board board, int *ret_winner)
{
    const oxo_mark winner = oxo_board_win(board).winner;
    if (winner == OXO_NONE && taken(board) != OXO_ALL_CELLS)
        return false;
    if (ret_winner)
        *ret_winner = value_of_mark(winner);
    return true;
}

/* ---- New boards from old ------------------------------------------------ */

oxo_board oxo_board_place(oxo_board board, int cell, oxo_mark mark)
{
    assert(oxo_board_is_valid_move(board, cell) && mark < OXO_NONE);
    set_bit(&board.cells[mark], (unsigned)cell);
    return board;
}

oxo_status oxo_board_check_transition(const oxo_board *before, oxo_board now)
{
    const oxo_board old = before ? *before : oxo_board_empty();
    const unsigned x = old.cells[OXO_X], o = old.cells[OXO_O];
    if (taken(now) > OXO_ALL_CELLS)
        return OXO_CELL_VALUE;
    if (now.cells[OXO_X] & now.cells[OXO_O])
        return OXO_CELL_SHARED;
    if (oxo_board_is_over(old, NULL))
        return OXO_GAME_OVER;
    if ((x & now.cells[OXO_X]) != x || (o & taken(now)) != o)
        return OXO_MOVE_CHANGED;
    if (o & now.cells[OXO_X])
        return OXO_CELL_OCCUPIED;

    const unsigned filled = taken(now) & ~taken(old);
    if (count_bits(filled) > 1)
        return OXO_SEVERAL_MOVES;
    if (filled == 0)
        return before ? OXO_NO_MOVE_MADE : OXO_OK;
    if (filled & now.cells[OXO_O])
        return OXO_NOT_YOUR_MARK;
    return count_bits(x) == count_bits(o) ? OXO_OK : OXO_NOT_YOUR_TURN;
}

/* ---- Symmetry ----------------------------------------------------------- */

int oxo_symmetry_cell(int symmetry, int cell)
{
    assert(symmetry >= 0 && symmetry < OXO_SYMMETRIES && is_cell(cell));
    int row = cell / 3, col = cell % 3;
    if (symmetry >= 4)
        col = 2 - col;
    for (int turns = symmetry % 4; turns > 0; turns--) {
        const int old_row = row;
        row = col;
        col = 2 - old_row;
    }
    return 3 * row + col;
}

int oxo_symmetry_inverse(int symmetry)
{
    assert(symmetry >= 0 && symmetry < OXO_SYMMETRIES);
    /* Every mirroring is its own inverse, whether it turns the board or not.
     */
    return symmetry < 4 ? (4 - symmetry) % 4 : symmetry;
}

oxo_board oxo_board_transform(oxo_board board, int symmetry)
{
    return (oxo_board){{transform_mask(board.cells[OXO_X], symmetry),
                        transform_mask(board.cells[OXO_O], symmetry)}};
}
