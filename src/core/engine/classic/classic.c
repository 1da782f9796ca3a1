/* classic.c - perfect play in classic, by look-ups in a table. */
#include <assert.h>

#include "oxo/perfect.h"

#include "classic_table.inc" /* written by gen_classic.c */

static int score_of(const oxo_classic *p)
{
    return classic_scores[classic_base3[p->board.cells[OXO_X]] +
                          2 * classic_base3[p->board.cells[OXO_O]]];
}

static int count_empty(const oxo_classic *p)
{
    const unsigned taken =
        p->board.cells[OXO_X] | (unsigned)p->board.cells[OXO_O];
    return OXO_CELLS - __builtin_popcount(taken);
}

oxo_value oxo_classic_value(const oxo_classic *p)
{
    assert(oxo_classic_validate(p) == OXO_OK);
    const int score = score_of(p);
    if (score > 0)
        return (oxo_value){OXO_PROVEN_WIN, 10 - score, 0, {1000, 0, 0}};
    if (score < 0)
        return (oxo_value){OXO_PROVEN_LOSS, 10 + score, 0, {0, 0, 1000}};
    /* Every draw ends with a full board. */
    return (oxo_value){OXO_PROVEN_DRAW, count_empty(p), 0, {0, 1000, 0}};
}

/* Compares the negated scores of the positions after the moves. Their
 * distances are too small by one, but that is true of all of them. */
oxo_status oxo_classic_best_move(const oxo_classic *p, oxo_move *ret)
{
    assert(oxo_classic_validate(p) == OXO_OK);
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(p, moves);
    if (count == 0)
        return OXO_GAME_OVER;
    int best = -100;
    for (int i = 0; i < count; i++) {
        const oxo_classic next = oxo_classic_play(*p, moves[i]);
        const int score = -score_of(&next);
        if (score > best) {
            best = score;
            *ret = moves[i];
        }
    }
    return OXO_OK;
}
