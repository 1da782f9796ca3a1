/* format_board.c - a classic board as nine characters, or as a matrix. */
#include "format_board.h"

#include <stdlib.h>
#include <string.h>

static oxo_status set_error(oxo_status status, size_t offset,
                            oxo_text_error *ret_error)
{
    *ret_error = (oxo_text_error){.status = status,
                                  .line = 1,
                                  .column = (int)offset + 1,
                                  .reason = oxo_status_sentence(status)};
    return status;
}

static int count_marks(oxo_board board, oxo_mark mark)
{
    int n = 0;
    for (int cell = 0; cell < OXO_CELLS; cell++)
        n += oxo_board_at(board, cell) == mark;
    return n;
}

/* A board does not contain the side to move, but X always moves first. */
static oxo_status to_position(oxo_board board, oxo_position *ret,
                              oxo_text_error *ret_error)
{
    oxo_classic p = oxo_classic_start();
    p.board = board;
    p.turn = count_marks(board, OXO_X) > count_marks(board, OXO_O);
    const oxo_status status = oxo_classic_validate(&p);
    if (status != OXO_OK)
        return set_error(status, 0, ret_error);
    *ret = oxo_position_of_classic(p);
    return OXO_OK;
}

/* ---- Flat --------------------------------------------------------------- */

static int mark_of(char c)
{
    switch (c) {
    case 'x':
    case 'X':
        return OXO_X;
    case 'o':
    case 'O':
        return OXO_O;
    case '.':
    case '-':
    case '_':
        return OXO_NONE;
    default:
        return -1;
    }
}

oxo_status board_parse_flat(const char *text, oxo_position *ret,
                            oxo_text_error *ret_error)
{
    oxo_mark cells[OXO_CELLS];
    size_t count = 0;
    for (; text[count]; count++) {
        const int mark = mark_of(text[count]);
        if (mark < 0)
            return set_error(OXO_CELL_VALUE, count, ret_error);
        if (count == OXO_CELLS)
            return set_error(OXO_BOARD_SIZE, count, ret_error);
        cells[count] = (oxo_mark)mark;
    }
    oxo_board board;
    const oxo_status status = oxo_board_from_cells(cells, count, &board);
    if (status != OXO_OK)
        return set_error(status, count, ret_error);
    return to_position(board, ret, ret_error);
}

void board_format_flat(const oxo_position *p, char out[BOARD_TEXT])
{
    for (int cell = 0; cell < OXO_CELLS; cell++)
        out[cell] = "xo."[oxo_position_at(p, (oxo_move)cell)];
    out[OXO_CELLS] = '\0';
}

/* ---- Matrix ------------------------------------------------------------- */

typedef struct matrix_reader {
    const char *text;
    size_t at;
    int values[9];
} matrix_reader;

static bool take_char(matrix_reader *r, char c)
{
    r->at += strspn(r->text + r->at, " \t");
    if (r->text[r->at] != c)
        return false;
    r->at++;
    r->at += strspn(r->text + r->at, " \t");
    return true;
}

/* A whole number of any size: a large one is a wrong value, not a syntax
 * error. */
static bool take_number(matrix_reader *r, int *ret)
{
    const char *begin = r->text + r->at;
    const size_t sign = *begin == '-';
    const size_t digits = strspn(begin + sign, "0123456789");
    if (digits == 0)
        return false;
    *ret = sign + digits == 1 ? begin[0] - '0' : -1;
    r->at += sign + digits;
    return true;
}

static oxo_status take_row(matrix_reader *r, int row)
{
    if (!take_char(r, '['))
        return OXO_SYNTAX;
    for (int col = 0; col < 3; col++) {
        const size_t begin = r->at;
        int value;
        if (col > 0 && !take_char(r, ','))
            return r->text[r->at] == ']' ? OXO_BOARD_SIZE : OXO_SYNTAX;
        if (!take_number(r, &value))
            return r->text[r->at] == ']' ? OXO_BOARD_SIZE : OXO_SYNTAX;
        if (value < 0 || value > 2) {
            r->at = begin + strspn(r->text + begin, ", \t");
            return OXO_CELL_VALUE;
        }
        r->values[3 * row + col] = value;
    }
    if (take_char(r, ']'))
        return OXO_OK;
    return r->text[r->at] == ',' ? OXO_BOARD_SIZE : OXO_SYNTAX;
}

static oxo_status take_matrix(matrix_reader *r)
{
    if (!take_char(r, '['))
        return OXO_SYNTAX;
    for (int row = 0; row < 3; row++) {
        if (row > 0 && !take_char(r, ','))
            return r->text[r->at] == ']' ? OXO_BOARD_SIZE : OXO_SYNTAX;
        const oxo_status status = take_row(r, row);
        if (status != OXO_OK)
            return status == OXO_SYNTAX && r->text[r->at] == ']'
                       ? OXO_BOARD_SIZE
                       : status;
    }
    if (!take_char(r, ']'))
        return r->text[r->at] == ',' ? OXO_BOARD_SIZE : OXO_SYNTAX;
    return r->text[r->at] ? OXO_SYNTAX : OXO_OK;
}

oxo_status board_parse_matrix(const char *text, oxo_position *ret,
                              oxo_text_error *ret_error)
{
    matrix_reader r = {.text = text};
    oxo_board board;
    oxo_status status = take_matrix(&r);
    if (status == OXO_OK)
        status = oxo_board_from_matrix(r.values, 3, 3, &board);
    if (status != OXO_OK)
        return set_error(status, r.at, ret_error);
    return to_position(board, ret, ret_error);
}

void board_format_matrix(const oxo_position *p, char out[BOARD_TEXT])
{
    char *to = out;
    *to++ = '[';
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        if (cell % 3 == 0)
            *to++ = '[';
        *to++ = "120"[oxo_position_at(p, (oxo_move)cell)];
        if (cell % 3 == 2)
            *to++ = ']';
        *to++ = cell < OXO_CELLS - 1 ? ',' : ']';
    }
    *to = '\0';
}
