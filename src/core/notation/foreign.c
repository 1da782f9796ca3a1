/* foreign.c - positions in the notations of other programs.
 *
 *     ultimattt   side;boards;cells/cells/...   "O;@........;X.OO...../..."
 *     utttai      93 digits: 81 cells, 9 boards, side, target, result
 *
 * Both say twice how a board stands: by its cells, and by a mark for the
 * board. A text that contradicts itself is refused. */
#include "foreign.h"
#include "position_text.h"

#include "bits.h"

/* Reads 81 cells: `choices` are the characters for empty, X and O; `between`
 * separates boards. */
static bool read_cells(text_reader *in, const char *choices, char between,
                       oxo_ultimate *p, position_places *at)
{
    for (unsigned i = 0; i < OXO_MAX_MOVES; i++) {
        const unsigned board = i / 9, cell = i % 9;
        if (between && i > 0 && cell == 0 &&
            !text_expect(in, between, "a / is expected"))
            return false;
        if (cell == 0)
            at->boards[board] = in->at;
        const int mark = text_choose(in, choices);
        if (mark < 0)
            return text_refuse(in, in->at, OXO_SYNTAX,
                               "a cell is expected: empty, X or O");
        if (mark > 0)
            set_bit(&p->cells[mark - 1][board], cell);
    }
    return true;
}

static void put_cells(text_writer *w, const char *choices, const char *between,
                      const oxo_ultimate *p)
{
    for (int i = 0; i < OXO_MAX_MOVES; i++) {
        if (i > 0 && i % 9 == 0)
            text_put_word(w, between);
        const oxo_mark mark =
            oxo_board_at(oxo_ultimate_board(p, i / 9), i % 9);
        text_put(w, mark == OXO_NONE ? choices[0] : choices[1 + mark]);
    }
}

/* ---- ultimattt ---------------------------------------------------------- */

static const char ultimattt_cells[] = ".XO";
static const char ultimattt_boards[] =
    ".XO#@"; /* [outcome], then the target */

static bool read_ultimattt_boards(text_reader *in, oxo_ultimate *p,
                                  position_places *at)
{
    for (unsigned board = 0; board < 9; board++) {
        at->owners[board] = in->at;
        const int owner = text_choose(in, ultimattt_boards);
        if (owner < 0)
            return text_refuse(in, in->at, OXO_SYNTAX,
                               "a board is expected: X, O, #, . or @");
        if (owner <= OXO_DRAW) {
            position_set_owner(p, board, (oxo_outcome)owner);
            continue;
        }
        if (p->forced != OXO_ANY_BOARD)
            return text_refuse(in, in->at - 1, OXO_SYNTAX,
                               "there is only one board to play in");
        p->forced = (uint8_t)board;
        at->target = in->at - 1;
    }
    return true;
}

bool ultimattt_read(text_reader *in, oxo_ultimate *p)
{
    static const char semicolon[] = "a ; is expected";
    position_places at = {.side = in->at};
    const int side = text_choose(in, "XO");
    if (side < 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "the side to move is expected: X or O");
    p->turn = (uint8_t)side;
    return text_expect(in, ';', semicolon) &&
           read_ultimattt_boards(in, p, &at) &&
           text_expect(in, ';', semicolon) &&
           read_cells(in, ultimattt_cells, '/', p, &at) &&
           text_close_line(in) && position_accept(in, p, &at);
}

void ultimattt_put(text_writer *w, const oxo_ultimate *p)
{
    text_put(w, "XO"[p->turn]);
    text_put(w, ';');
    for (int board = 0; board < 9; board++)
        text_put(w,
                 board == p->forced
                     ? '@'
                     : ultimattt_boards[oxo_ultimate_board_outcome(p, board)]);
    text_put(w, ';');
    put_cells(w, ultimattt_cells, "/", p);
}

/* ---- utttai ------------------------------------------------------------- */

static const char utttai_cells[] = "012";
static const char digits[] = "0123456789";

static bool read_utttai_boards(text_reader *in, oxo_ultimate *p,
                               position_places *at)
{
    for (unsigned board = 0; board < 9; board++) {
        at->owners[board] = in->at;
        const int owner = text_choose(in, "0123");
        if (owner < 0)
            return text_refuse(in, in->at, OXO_SYNTAX,
                               "a board is expected: 0, 1, 2 or 3");
        position_set_owner(p, board, (oxo_outcome)owner);
    }
    return true;
}

static bool read_utttai_side(text_reader *in, oxo_ultimate *p,
                             position_places *at)
{
    at->side = in->at;
    const int side = text_choose(in, "12");
    if (side < 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "the side to move is expected: 1 or 2");
    p->turn = (uint8_t)side;
    at->target = in->at;
    const int target = text_choose(in, digits);
    if (target < 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "the board to play in is expected: 0 to 9");
    /* If the game is over the target has no meaning, and may be closed. */
    p->forced = (uint8_t)target;
    if (oxo_ultimate_outcome(p) != OXO_ONGOING &&
        has_bit(p->won[OXO_X] | p->won[OXO_O] | (unsigned)p->drawn, p->forced))
        p->forced = OXO_ANY_BOARD;
    return true;
}

bool utttai_read(text_reader *in, oxo_ultimate *p)
{
    position_places at = {.side = 0};
    if (!read_cells(in, utttai_cells, '\0', p, &at) ||
        !read_utttai_boards(in, p, &at) || !read_utttai_side(in, p, &at))
        return false;
    const size_t result_at = in->at;
    const int result = text_choose(in, "0123");
    if (result < 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "the result is expected: 0, 1, 2 or 3");
    if (!text_close_line(in) || !position_accept(in, p, &at))
        return false;
    if (result == (int)oxo_ultimate_outcome(p))
        return true;
    return text_refuse(in, result_at, OXO_WRONG_RESULT,
                       "the result does not match the cells");
}

void utttai_put(text_writer *w, const oxo_ultimate *p)
{
    put_cells(w, utttai_cells, "", p);
    for (int board = 0; board < 9; board++)
        text_put(w, digits[oxo_ultimate_board_outcome(p, board)]);
    text_put(w, digits[1 + p->turn]);
    text_put(w, digits[p->forced]);
    text_put(w, digits[oxo_ultimate_outcome(p)]);
}
