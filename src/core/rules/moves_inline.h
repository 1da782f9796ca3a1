/* moves_inline.h - makes legal moves in place.
 *
 * The public functions take and return whole positions, and inner loops would
 * spend most of their time copying these. Ultimate's rule sets differ in two
 * functions only, which are here: is_open(), whether a board takes moves, and
 * without_line(), the outcome if nobody has three boards in a row. */
#ifndef OXO_RULES_MOVES_INLINE_H
#define OXO_RULES_MOVES_INLINE_H

#include <assert.h>

#include "bits.h"
#include "oxo/position.h"

static inline void make_classic_move(oxo_classic *p, unsigned cell)
{
    /* Not cells[p->turn]: with a variable index the compiler would move the
     * position from its register to memory. */
    if (p->turn == OXO_X)
        set_bit(&p->board.cells[OXO_X], cell);
    else
        set_bit(&p->board.cells[OXO_O], cell);
    p->turn ^= 1;
}

/* The taken cells of a board. */
static inline unsigned taken_in(const oxo_ultimate *p, unsigned board)
{
    return p->cells[OXO_X][board] | (unsigned)p->cells[OXO_O][board];
}

static inline unsigned empty_in(const oxo_ultimate *p, unsigned board)
{
    return ~taken_in(p, board) & OXO_ALL_CELLS;
}

/* The boards that are won or drawn. */
static inline unsigned decided_boards(const oxo_ultimate *p)
{
    return p->won[OXO_X] | (unsigned)p->won[OXO_O] | p->drawn;
}

/* Does the board take moves while the game goes on? */
static inline bool is_open(const oxo_ultimate *p, unsigned board)
{
    if (p->rules == OXO_ULTIMATE_CONTINUE)
        return empty_in(p, board) != 0;
    return !has_bit(decided_boards(p), board);
}

static inline unsigned open_boards(const oxo_ultimate *p)
{
    if (p->rules != OXO_ULTIMATE_CONTINUE)
        return ~decided_boards(p) & OXO_ALL_CELLS;
    unsigned open = 0;
    for (unsigned board = 0; board < 9; board++)
        open |= (unsigned)(empty_in(p, board) != 0) << board;
    return open;
}

/* The outcome if no board takes a move and nobody has three boards in a row.
 */
static inline oxo_outcome without_line(const oxo_ultimate *p)
{
    const int lead = count_bits(p->won[OXO_X]) - count_bits(p->won[OXO_O]);
    if (p->rules != OXO_ULTIMATE_CG || lead == 0)
        return OXO_DRAW;
    return lead > 0 ? OXO_X_WINS : OXO_O_WINS;
}

static inline void make_ultimate_move(oxo_ultimate *p, unsigned board,
                                      unsigned cell)
{
    const unsigned me = p->turn;
    set_bit(&p->cells[me][board], cell);
    /* Only `ultimate-continue` has moves in a decided board, which keeps its
     * owner. */
    if (!has_bit(decided_boards(p), board)) {
        if (has_line(p->cells[me][board]))
            set_bit(&p->won[me], board);
        else if (empty_in(p, board) == 0)
            set_bit(&p->drawn, board);
    }

    /* The cell of the move is the board of the reply. If that board is closed,
     * perhaps by this very move, the reply may go anywhere. */
    p->forced = (uint8_t)(is_open(p, cell) ? cell : OXO_ANY_BOARD);
    p->turn = (uint8_t)(me ^ 1U);
}

static inline void make_position_move(oxo_position *p, oxo_move m)
{
    assert(oxo_position_check(p, m) == OXO_OK);
    if (p->variant == OXO_CLASSIC)
        make_classic_move(&p->as.classic, m);
    else
        make_ultimate_move(&p->as.ultimate, m / 9U, m % 9U);
}

#endif /* OXO_RULES_MOVES_INLINE_H */
