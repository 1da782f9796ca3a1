/* position_text.c - positions as text: our notation, and the choice among all
 * notations.
 *
 *     classic     cells/cells/cells side
 *     ultimate    board/board/.../board side target
 *
 * A text is first read into a position, which the rules then validate: nothing
 * here knows which positions are possible. */
#include "oxo/notation.h"

#include <assert.h>

#include "bits.h"
#include "foreign.h"
#include "position_text.h"

static const char sides[] = "xo";
static const char owners[] = "XOD";
static const char targets[] = "abcdefghi-"; /* the last one is OXO_ANY_BOARD */

static_assert(OXO_POSITION_TEXT > 9 * (1 + 9) + 8 + 4, "owners and marks");

/* ---- Reading our form --------------------------------------------------- */

/* A row or board of `size` cells. */
static bool read_cells(text_reader *in, int size, oxo_board *ret)
{
    *ret = oxo_board_empty();
    int n = 0;
    while (n < size) {
        const int c = text_peek(in);
        if (c >= '1' && c <= '9')
            n += c - '0';
        else if (c == 'x' || c == 'o')
            set_bit(&ret->cells[c == 'x' ? OXO_X : OXO_O], (unsigned)n++);
        else
            return text_refuse(in, in->at, OXO_SYNTAX,
                               "a cell is expected: x, o, or a number of "
                               "empty cells");
        in->at++;
    }
    if (n == size)
        return true;
    return text_refuse(in, in->at - 1, OXO_SYNTAX, "there are too many cells");
}

/* The separator of rows and boards. */
static bool read_slash(text_reader *in)
{
    return text_expect(in, '/', "a / is expected");
}

static bool read_gap(text_reader *in)
{
    const size_t start = in->at;
    text_skip_blanks(in);
    if (in->at > start)
        return true;
    return text_refuse(in, in->at, OXO_SYNTAX, "a space is expected");
}

static bool read_side(text_reader *in, size_t *ret_at, uint8_t *ret)
{
    if (!read_gap(in))
        return false;
    *ret_at = in->at;
    const int side = text_choose(in, sides);
    if (side < 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "the side to move is expected: x or o");
    *ret = (uint8_t)side;
    return true;
}

static bool read_target(text_reader *in, size_t *ret_at, uint8_t *ret)
{
    if (!read_gap(in))
        return false;
    *ret_at = in->at;
    const int target = text_choose(in, targets);
    if (target < 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "the board to play in is expected: a to i, or -");
    *ret = (uint8_t)target;
    return true;
}

static bool read_rows(text_reader *in, oxo_classic *p)
{
    for (unsigned row = 0; row < 3; row++) {
        oxo_board cells;
        if ((row > 0 && !read_slash(in)) || !read_cells(in, 3, &cells))
            return false;
        for (int side = 0; side < 2; side++)
            p->board.cells[side] = (uint16_t)(p->board.cells[side] |
                                              cells.cells[side] << 3 * row);
    }
    return true;
}

static bool read_classic(text_reader *in, oxo_classic *p)
{
    const size_t board_at = in->at;
    size_t side_at;
    if (!read_rows(in, p) || !read_side(in, &side_at, &p->turn) ||
        !text_close_line(in))
        return false;
    const oxo_status status = oxo_classic_validate(p);
    return text_check_status(
        in, status == OXO_TWO_WINNERS ? board_at : side_at, status);
}

void position_set_owner(oxo_ultimate *p, unsigned board, oxo_outcome owner)
{
    if (owner == OXO_DRAW)
        set_bit(&p->drawn, board);
    else if (owner != OXO_ONGOING)
        set_bit(&p->won[oxo_outcome_winner(owner)], board);
}

/* Derives a board's owner from its cells. If both sides have a line, both own
 * the board, which the rules then refuse. */
static void derive_owner(oxo_ultimate *p, unsigned board)
{
    const unsigned cells[] = {p->cells[OXO_X][board], p->cells[OXO_O][board]};
    const bool x = has_line(cells[OXO_X]), o = has_line(cells[OXO_O]);
    if (x)
        set_bit(&p->won[OXO_X], board);
    if (o)
        set_bit(&p->won[OXO_O], board);
    if (!x && !o && (cells[OXO_X] | cells[OXO_O]) == OXO_ALL_CELLS)
        set_bit(&p->drawn, board);
}

static bool read_board(text_reader *in, oxo_ultimate *p, unsigned board)
{
    const int owner = text_choose(in, owners);
    oxo_board cells;
    if (!read_cells(in, OXO_CELLS, &cells))
        return false;
    for (int side = 0; side < 2; side++)
        p->cells[side][board] = cells.cells[side];
    if (owner < 0)
        derive_owner(p, board);
    else
        position_set_owner(p, board, (oxo_outcome)(OXO_X_WINS + owner));
    return true;
}

bool position_accept(text_reader *in, const oxo_ultimate *p,
                     const position_places *at)
{
    int board = OXO_ANY_BOARD;
    const oxo_status status = oxo_ultimate_validate(p, &board);
    size_t where = at->side;
    if (status == OXO_CLOSED_TARGET)
        where = at->target;
    else if (status == OXO_WRONG_OWNER)
        where = at->owners[board];
    else if (board != OXO_ANY_BOARD)
        where = at->boards[board];
    return text_check_status(in, where, status);
}

static bool read_ultimate(text_reader *in, oxo_ultimate *p)
{
    position_places at = {.side = 0};
    for (unsigned board = 0; board < 9; board++) {
        if (board > 0 && !read_slash(in))
            return false;
        at.boards[board] = at.owners[board] = in->at;
        if (!read_board(in, p, board))
            return false;
    }
    return read_side(in, &at.side, &p->turn) &&
           read_target(in, &at.target, &p->forced) && text_close_line(in) &&
           position_accept(in, p, &at);
}

/* ---- Writing our form --------------------------------------------------- */

/* Writes the cells from `first` to before `end`, in the longest runs. */
static void put_cells(text_writer *w, oxo_board board, int first, int end)
{
    unsigned run = 0;
    for (int cell = first; cell < end; cell++) {
        const oxo_mark mark = oxo_board_at(board, cell);
        run += mark == OXO_NONE;
        if (run > 0 && (mark != OXO_NONE || cell == end - 1)) {
            text_put_number(w, run, 1);
            run = 0;
        }
        if (mark != OXO_NONE)
            text_put(w, sides[mark]);
    }
}

static void put_side(text_writer *w, uint8_t turn)
{
    text_put(w, ' ');
    text_put(w, sides[turn]);
}

static void put_classic(text_writer *w, const oxo_classic *p)
{
    for (int row = 0; row < 3; row++) {
        if (row > 0)
            text_put(w, '/');
        put_cells(w, p->board, 3 * row, 3 * row + 3);
    }
    put_side(w, p->turn);
}

static void put_ultimate(text_writer *w, const oxo_ultimate *p)
{
    for (int b = 0; b < 9; b++) {
        const oxo_board board = oxo_ultimate_board(p, b);
        if (b > 0)
            text_put(w, '/');
        if (has_line(board.cells[OXO_X]) && has_line(board.cells[OXO_O]))
            text_put(w, has_bit(p->won[OXO_X], (unsigned)b) ? 'X' : 'O');
        put_cells(w, board, 0, OXO_CELLS);
    }
    put_side(w, p->turn);
    text_put(w, ' ');
    text_put(w, targets[p->forced]);
}

/* ---- The choice --------------------------------------------------------- */

/* Foreign notations have positions of Ultimate only, and no way to write an
 * owner that the cells do not determine. */
static bool is_expressible(oxo_notation notation, oxo_variant variant)
{
    return notation == OXO_NATIVE ||
           (notation != OXO_CODINGAME &&
            (variant == OXO_ULTIMATE || variant == OXO_ULTIMATE_CG));
}

oxo_status oxo_position_format(oxo_notation notation, const oxo_position *p,
                               char out[OXO_POSITION_TEXT], size_t *ret_length)
{
    assert((int)notation < OXO_NOTATIONS && p->variant < OXO_VARIANTS);
    if (!is_expressible(notation, (oxo_variant)p->variant))
        return OXO_NOT_EXPRESSIBLE;
    text_writer w = {.out = out, .size = OXO_POSITION_TEXT};
    if (p->variant == OXO_CLASSIC)
        put_classic(&w, &p->as.classic);
    else if (notation == OXO_ULTIMATTT)
        ultimattt_put(&w, &p->as.ultimate);
    else if (notation == OXO_UTTTAI)
        utttai_put(&w, &p->as.ultimate);
    else
        put_ultimate(&w, &p->as.ultimate);
    if (ret_length)
        *ret_length = w.length;
    return OXO_OK;
}

static bool read_position(text_reader *in, oxo_notation notation,
                          oxo_position *p)
{
    if (!is_expressible(notation, (oxo_variant)p->variant))
        return text_refuse(in, 0, OXO_NOT_EXPRESSIBLE,
                           oxo_status_sentence(OXO_NOT_EXPRESSIBLE));
    if (p->variant == OXO_CLASSIC)
        return read_classic(in, &p->as.classic);
    if (notation == OXO_ULTIMATTT)
        return ultimattt_read(in, &p->as.ultimate);
    if (notation == OXO_UTTTAI)
        return utttai_read(in, &p->as.ultimate);
    return read_ultimate(in, &p->as.ultimate);
}

oxo_status oxo_position_parse(oxo_notation notation, oxo_variant variant,
                              const char *text, oxo_position *ret,
                              oxo_text_error *ret_error)
{
    assert((int)notation < OXO_NOTATIONS && (int)variant < OXO_VARIANTS);
    text_reader in = text_open_line(text);
    oxo_position p = oxo_position_start(variant);
    if (read_position(&in, notation, &p))
        *ret = p;
    return text_result(&in, ret_error);
}
