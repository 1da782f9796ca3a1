/* classic.c - the rules of classic noughts and crosses. */
#include "oxo/classic.h"

#include <assert.h>
#include <string.h>

#include "moves_inline.h"

static_assert(sizeof(oxo_classic) == 6, "memcmp() must see no padding");

static unsigned taken(const oxo_classic *p)
{
    return p->board.cells[OXO_X] | (unsigned)p->board.cells[OXO_O];
}

static bool is_over(const oxo_classic *p)
{
    return has_line(p->board.cells[OXO_X]) ||
           has_line(p->board.cells[OXO_O]) || taken(p) == OXO_ALL_CELLS;
}

oxo_classic oxo_classic_start(void)
{
    return (oxo_classic){.turn = OXO_X};
}

oxo_status oxo_classic_validate(const oxo_classic *p)
{
    const unsigned x = p->board.cells[OXO_X], o = p->board.cells[OXO_O];
    if (x > OXO_ALL_CELLS || o > OXO_ALL_CELLS || p->turn > OXO_O || p->zero)
        return OXO_CELL_VALUE;
    if (x & o)
        return OXO_CELL_SHARED;
    if (count_bits(x) != count_bits(o) + p->turn)
        return OXO_IMPOSSIBLE_COUNT;
    if (has_line(x) && has_line(o))
        return OXO_TWO_WINNERS;
    return has_line(p->board.cells[p->turn]) ? OXO_WINNER_TO_MOVE : OXO_OK;
}

oxo_outcome oxo_classic_outcome(const oxo_classic *p)
{
    const bool x = has_line(p->board.cells[OXO_X]);
    const bool o = has_line(p->board.cells[OXO_O]);
    /* Both have a line on boards that no game reaches: the first line counts.
     */
    if (x && o)
        return oxo_outcome_won_by(oxo_board_win(p->board).winner);
    if (x || o)
        return x ? OXO_X_WINS : OXO_O_WINS;
    return taken(p) == OXO_ALL_CELLS ? OXO_DRAW : OXO_ONGOING;
}

oxo_status oxo_classic_check(const oxo_classic *p, oxo_move m)
{
    if (is_over(p))
        return OXO_GAME_OVER;
    if (m >= OXO_CELLS)
        return OXO_INVALID_POSITION;
    return has_bit(taken(p), m) ? OXO_CELL_OCCUPIED : OXO_OK;
}

oxo_classic oxo_classic_play(oxo_classic p, oxo_move m)
{
    assert(oxo_classic_check(&p, m) == OXO_OK);
    make_classic_move(&p, m);
    return p;
}

int oxo_classic_moves(const oxo_classic *p, oxo_move out[OXO_CELLS])
{
    if (is_over(p))
        return 0;
    int n = 0;
    for (unsigned left = ~taken(p) & OXO_ALL_CELLS; left; left &= left - 1)
        out[n++] = (oxo_move)first_bit(left);
    return n;
}

oxo_classic oxo_classic_transform(oxo_classic p, int symmetry)
{
    p.board = oxo_board_transform(p.board, symmetry);
    return p;
}

/* Orders positions by their value, not by their bytes, so that machines of
 * either byte order choose the same representative. */
static uint32_t rank_of(const oxo_classic *p)
{
    return (uint32_t)p->board.cells[OXO_X] << 16 | p->board.cells[OXO_O];
}

oxo_classic oxo_classic_canonical(oxo_classic p, int *ret_symmetry)
{
    oxo_classic best = p;
    int best_symmetry = 0;
    for (int s = 1; s < OXO_SYMMETRIES; s++) {
        const oxo_classic turned = oxo_classic_transform(p, s);
        if (rank_of(&turned) < rank_of(&best)) {
            best = turned;
            best_symmetry = s;
        }
    }
    if (ret_symmetry)
        *ret_symmetry = best_symmetry;
    return best;
}

uint64_t oxo_classic_hash(const oxo_classic *p)
{
    return mix_bits((uint64_t)p->turn << 32 | rank_of(p));
}
