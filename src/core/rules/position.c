/* position.c - positions of any variant. */
#include "oxo/position.h"

#include <assert.h>
#include <string.h>

#include "moves_inline.h"

static_assert(sizeof(oxo_position) == 48, "memcmp() must see no padding");

static bool is_classic(const oxo_position *p)
{
    return p->variant == OXO_CLASSIC;
}

oxo_position oxo_position_of_classic(oxo_classic p)
{
    oxo_position position;
    memset(&position, 0, sizeof(position));
    position.as.classic = p;
    return position;
}

oxo_position oxo_position_of_ultimate(oxo_ultimate p)
{
    return (oxo_position){.as.ultimate = p, .variant = p.rules};
}

oxo_position oxo_position_start(oxo_variant variant)
{
    if (variant == OXO_CLASSIC)
        return oxo_position_of_classic(oxo_classic_start());
    return oxo_position_of_ultimate(oxo_ultimate_start(variant));
}

oxo_status oxo_position_validate(const oxo_position *p)
{
    if (p->variant >= OXO_VARIANTS)
        return OXO_UNKNOWN_VARIANT;
    if (is_classic(p))
        return oxo_classic_validate(&p->as.classic);
    if (p->variant != p->as.ultimate.rules)
        return OXO_UNKNOWN_VARIANT;
    return oxo_ultimate_validate(&p->as.ultimate, NULL);
}

oxo_mark oxo_position_turn(const oxo_position *p)
{
    return (oxo_mark)(is_classic(p) ? p->as.classic.turn
                                    : p->as.ultimate.turn);
}

oxo_outcome oxo_position_outcome(const oxo_position *p)
{
    return is_classic(p) ? oxo_classic_outcome(&p->as.classic)
                         : oxo_ultimate_outcome(&p->as.ultimate);
}

oxo_mark oxo_position_at(const oxo_position *p, oxo_move cell)
{
    assert(cell < (is_classic(p) ? OXO_CELLS : OXO_MAX_MOVES));
    if (is_classic(p))
        return oxo_board_at(p->as.classic.board, cell);
    return oxo_board_at(oxo_ultimate_board(&p->as.ultimate, cell / 9),
                        cell % 9);
}

oxo_win oxo_position_win(const oxo_position *p)
{
    return oxo_board_win(is_classic(p) ? p->as.classic.board
                                       : oxo_ultimate_meta(&p->as.ultimate));
}

oxo_status oxo_position_check(const oxo_position *p, oxo_move m)
{
    return is_classic(p) ? oxo_classic_check(&p->as.classic, m)
                         : oxo_ultimate_check(&p->as.ultimate, m);
}

oxo_position oxo_position_play(const oxo_position *p, oxo_move m)
{
    oxo_position after = *p;
    make_position_move(&after, m);
    return after;
}

int oxo_position_moves(const oxo_position *p, oxo_move out[OXO_MAX_MOVES])
{
    return is_classic(p) ? oxo_classic_moves(&p->as.classic, out)
                         : oxo_ultimate_moves(&p->as.ultimate, out);
}

uint64_t oxo_position_hash(const oxo_position *p)
{
    return is_classic(p) ? oxo_classic_hash(&p->as.classic)
                         : oxo_ultimate_hash(&p->as.ultimate);
}
