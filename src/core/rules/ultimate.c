/* ultimate.c - the rules of Ultimate Tic-Tac-Toe, in all three rule sets. */
#include "oxo/ultimate.h"

#include <assert.h>
#include <string.h>

#include "moves_inline.h"

static_assert(sizeof(oxo_ultimate) == 46, "memcmp() must see no padding");

oxo_ultimate oxo_ultimate_start(oxo_variant rules)
{
    assert(rules > OXO_CLASSIC && rules <= OXO_ULTIMATE_CONTINUE);
    return (oxo_ultimate){
        .forced = OXO_ANY_BOARD, .turn = OXO_X, .rules = (uint8_t)rules};
}

/* ---- Questions ---------------------------------------------------------- */

oxo_outcome oxo_ultimate_outcome(const oxo_ultimate *p)
{
    const bool x = has_line(p->won[OXO_X]), o = has_line(p->won[OXO_O]);
    /* Both have a line in positions that no game reaches: the first counts. */
    if (x && o)
        return oxo_outcome_won_by(oxo_board_win(oxo_ultimate_meta(p)).winner);
    if (x || o)
        return x ? OXO_X_WINS : OXO_O_WINS;
    return open_boards(p) ? OXO_ONGOING : without_line(p);
}

oxo_board oxo_ultimate_board(const oxo_ultimate *p, int board)
{
    assert(board >= 0 && board < 9);
    return (oxo_board){{p->cells[OXO_X][board], p->cells[OXO_O][board]}};
}

oxo_outcome oxo_ultimate_board_outcome(const oxo_ultimate *p, int board)
{
    assert(board >= 0 && board < 9);
    const unsigned b = (unsigned)board;
    if (has_bit(p->won[OXO_X], b))
        return OXO_X_WINS;
    if (has_bit(p->won[OXO_O], b))
        return OXO_O_WINS;
    return has_bit(p->drawn, b) ? OXO_DRAW : OXO_ONGOING;
}

oxo_board oxo_ultimate_meta(const oxo_ultimate *p)
{
    return (oxo_board){{p->won[OXO_X], p->won[OXO_O]}};
}

unsigned oxo_ultimate_active(const oxo_ultimate *p)
{
    if (oxo_ultimate_outcome(p) != OXO_ONGOING)
        return 0;
    return p->forced == OXO_ANY_BOARD ? open_boards(p) : 1U << p->forced;
}

oxo_status oxo_ultimate_check(const oxo_ultimate *p, oxo_move m)
{
    const unsigned board = m / 9U, cell = m % 9U;
    if (oxo_ultimate_outcome(p) != OXO_ONGOING)
        return OXO_GAME_OVER;
    if (m >= OXO_MAX_MOVES)
        return OXO_INVALID_POSITION;
    if (!is_open(p, board))
        return OXO_BOARD_CLOSED;
    if (p->forced != OXO_ANY_BOARD && p->forced != board)
        return OXO_WRONG_BOARD;
    return has_bit(taken_in(p, board), cell) ? OXO_CELL_OCCUPIED : OXO_OK;
}

int oxo_ultimate_moves(const oxo_ultimate *p, oxo_move out[OXO_MAX_MOVES])
{
    int n = 0;
    for (unsigned boards = oxo_ultimate_active(p); boards;
         boards &= boards - 1) {
        const unsigned board = first_bit(boards);
        for (unsigned left = empty_in(p, board); left; left &= left - 1)
            out[n++] = (oxo_move)(9 * board + first_bit(left));
    }
    return n;
}

int oxo_ultimate_count_moves(const oxo_ultimate *p)
{
    int n = 0;
    for (unsigned boards = oxo_ultimate_active(p); boards;
         boards &= boards - 1)
        n += count_bits(empty_in(p, first_bit(boards)));
    return n;
}

/* ---- Validation --------------------------------------------------------- */

/* Do the board's cells agree with its owner? Under `ultimate-continue` both
 * sides may have a line; the owner completed one first, which the cells do not
 * show. */
static oxo_status validate_board(const oxo_ultimate *p, unsigned board)
{
    const unsigned x = p->cells[OXO_X][board], o = p->cells[OXO_O][board];
    if (x & o)
        return OXO_CELL_SHARED;
    if (has_line(x) && has_line(o)) {
        if (p->rules != OXO_ULTIMATE_CONTINUE)
            return OXO_TWO_WINNERS;
        const bool one_owner =
            has_bit(p->won[OXO_X], board) != has_bit(p->won[OXO_O], board);
        return one_owner && !has_bit(p->drawn, board) ? OXO_OK
                                                      : OXO_WRONG_OWNER;
    }
    const bool drawn =
        !has_line(x) && !has_line(o) && (x | o) == OXO_ALL_CELLS;
    if (has_bit(p->won[OXO_X], board) != has_line(x) ||
        has_bit(p->won[OXO_O], board) != has_line(o) ||
        has_bit(p->drawn, board) != drawn)
        return OXO_WRONG_OWNER;
    return OXO_OK;
}

static bool in_range(const oxo_ultimate *p)
{
    unsigned masks = decided_boards(p);
    for (unsigned board = 0; board < 9; board++)
        masks |= taken_in(p, board);
    return masks <= OXO_ALL_CELLS && p->forced <= OXO_ANY_BOARD &&
           p->turn <= OXO_O && p->rules > OXO_CLASSIC &&
           p->rules < OXO_VARIANTS && p->zero == 0;
}

static int count_cells(const oxo_ultimate *p, oxo_mark side)
{
    int n = 0;
    for (unsigned board = 0; board < 9; board++)
        n += count_bits(p->cells[side][board]);
    return n;
}

/* Checks the position as a whole, whose boards are consistent. */
static oxo_status validate_whole(const oxo_ultimate *p)
{
    if (count_cells(p, OXO_X) != count_cells(p, OXO_O) + p->turn)
        return OXO_IMPOSSIBLE_COUNT;
    if (has_line(p->won[OXO_X]) && has_line(p->won[OXO_O]))
        return OXO_TWO_WINNERS;
    return has_line(p->won[p->turn]) ? OXO_WINNER_TO_MOVE : OXO_OK;
}

oxo_status oxo_ultimate_validate(const oxo_ultimate *p, int *ret_board)
{
    int at = OXO_ANY_BOARD;
    oxo_status status = in_range(p) ? OXO_OK : OXO_CELL_VALUE;
    for (int board = 0; status == OXO_OK && board < 9; board++) {
        status = validate_board(p, (unsigned)board);
        if (status != OXO_OK)
            at = board;
    }
    if (status == OXO_OK)
        status = validate_whole(p);
    if (status == OXO_OK && p->forced != OXO_ANY_BOARD &&
        !is_open(p, p->forced)) {
        status = OXO_CLOSED_TARGET;
        at = p->forced;
    }
    if (status != OXO_OK && ret_board)
        *ret_board = at;
    return status;
}

/* ---- New positions from old --------------------------------------------- */

oxo_ultimate oxo_ultimate_play(oxo_ultimate p, oxo_move m)
{
    assert(oxo_ultimate_check(&p, m) == OXO_OK);
    make_ultimate_move(&p, m / 9U, m % 9U);
    return p;
}

oxo_move oxo_ultimate_transform_move(oxo_move m, int symmetry)
{
    assert(m < OXO_MAX_MOVES);
    return (oxo_move)(9 * oxo_symmetry_cell(symmetry, m / 9) +
                      oxo_symmetry_cell(symmetry, m % 9));
}

oxo_ultimate oxo_ultimate_transform(oxo_ultimate p, int symmetry)
{
    oxo_ultimate turned = p;
    for (int side = 0; side < 2; side++) {
        for (int board = 0; board < 9; board++)
            turned.cells[side][oxo_symmetry_cell(symmetry, board)] =
                transform_mask(p.cells[side][board], symmetry);
        turned.won[side] = transform_mask(p.won[side], symmetry);
    }
    turned.drawn = transform_mask(p.drawn, symmetry);
    if (p.forced != OXO_ANY_BOARD)
        turned.forced = (uint8_t)oxo_symmetry_cell(symmetry, p.forced);
    return turned;
}

/* Negative if `a` comes before `b`. Orders positions by their value, not by
 * their bytes, so that machines of either byte order choose the same
 * representative. */
static int compare_positions(const oxo_ultimate *a, const oxo_ultimate *b)
{
    for (int side = 0; side < 2; side++) {
        for (int board = 0; board < 9; board++) {
            if (a->cells[side][board] != b->cells[side][board])
                return a->cells[side][board] - b->cells[side][board];
        }
    }
    if (a->forced != b->forced)
        return a->forced - b->forced;
    /* Under `ultimate-continue` equal cells may have different owners. */
    return a->won[OXO_X] - b->won[OXO_X];
}

oxo_ultimate oxo_ultimate_canonical(oxo_ultimate p, int *ret_symmetry)
{
    oxo_ultimate best = p;
    int best_symmetry = 0;
    for (int s = 1; s < OXO_SYMMETRIES; s++) {
        const oxo_ultimate turned = oxo_ultimate_transform(p, s);
        if (compare_positions(&turned, &best) < 0) {
            best = turned;
            best_symmetry = s;
        }
    }
    if (ret_symmetry)
        *ret_symmetry = best_symmetry;
    return best;
}

/* Zobrist hashing with boards in place of cells: one key for each pattern of
 * each board, computed instead of stored. */
uint64_t oxo_ultimate_hash(const oxo_ultimate *p)
{
    uint64_t hash = 0;
    for (unsigned board = 0; board < 9; board++)
        hash ^= mix_bits((uint64_t)(board + 1) << 32 |
                         (uint64_t)p->cells[OXO_X][board] << 16 |
                         p->cells[OXO_O][board]);
    return mix_bits(hash ^
                    ((uint64_t)p->won[OXO_X] << 32 | (uint64_t)p->rules << 16 |
                     (uint64_t)p->forced << 8 | p->turn));
}
