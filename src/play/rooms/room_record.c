/* room_record.c - possible endings of a game, and its record. */
#include "room_parts.h"

#include <assert.h>
#include <string.h>

/* ---- Positions ---------------------------------------------------------- */

oxo_position room_replay(const room *r, int length)
{
    oxo_position p = oxo_position_start((oxo_variant)r->setup.variant);
    for (int i = 0; i < length; i++)
        p = oxo_position_play(&p, r->moves[i]);
    return p;
}

void room_board_line(const oxo_position *p, int board, uint8_t ret[3])
{
    const oxo_win win =
        oxo_board_win(oxo_ultimate_board(&p->as.ultimate, board));
    memcpy(ret, win.cells, sizeof(win.cells));
}

/* ---- Endings ------------------------------------------------------------ */

event_reason room_position_reason(const oxo_position *p)
{
    assert(oxo_position_outcome(p) != OXO_ONGOING);
    if (oxo_position_win(p).winner != OXO_NONE)
        return EVENT_BY_LINE;
    return oxo_position_outcome(p) == OXO_DRAW ? EVENT_BY_FULL_BOARD
                                               : EVENT_BY_BOARDS;
}

/* The result if the side to move loses. */
static oxo_outcome loss_of_mover(const oxo_position *p)
{
    return oxo_outcome_won_by(oxo_mark_other(oxo_position_turn(p)));
}

/* Only a person can be absent, and only with a clock does absence matter. */
static bool claim_is_possible(const room *r, oxo_outcome outcome)
{
    const int mover = room_seat_of(r, oxo_position_turn(&r->now));
    return r->setup.initial > 0 && room_both_moved(r) &&
           r->seats[mover].player.level == 0 &&
           (outcome == OXO_DRAW || outcome == loss_of_mover(&r->now));
}

bool room_ending_is_possible(const room *r, oxo_outcome outcome,
                             event_reason reason)
{
    const oxo_outcome on_board = oxo_position_outcome(&r->now);
    if (on_board != OXO_ONGOING)
        return outcome == on_board && reason == room_position_reason(&r->now);
    switch (reason) {
    case EVENT_BY_RESIGNATION:
    case EVENT_BY_LEAVING:
        return outcome == OXO_X_WINS || outcome == OXO_O_WINS;
    case EVENT_BY_TIME:
        return room_has_limit(r) && outcome == loss_of_mover(&r->now);
    case EVENT_BY_AGREEMENT:
        return outcome == OXO_DRAW;
    case EVENT_BY_CLAIM:
        return claim_is_possible(r, outcome);
    case EVENT_BY_FORFEIT:
        return outcome != OXO_ONGOING;
    default:
        return false;
    }
}

bool room_abort_is_possible(const room *r, event_reason reason)
{
    if (oxo_position_outcome(&r->now) != OXO_ONGOING)
        return false;
    switch (reason) {
    case EVENT_BY_ABORT:
        return !room_both_moved(r);
    case EVENT_BY_NO_SHOW:
        return !room_both_moved(r) && room_has_limit(r);
    case EVENT_BY_CLOSING:
        return room_both_moved(r) && !room_has_limit(r);
    case EVENT_BY_EXPIRY:
        return !room_has_limit(r);
    default:
        return false;
    }
}

/* ---- The record --------------------------------------------------------- */

static void count_points(const room *r, oxo_outcome outcome, uint8_t ret[2])
{
    const oxo_mark winner = oxo_outcome_winner(outcome);
    for (int i = 0; i < EVENT_SEATS; i++) {
        const int points = winner == OXO_NONE             ? 1
                           : winner == room_mark_of(r, i) ? 2
                                                          : 0;
        ret[i] = (uint8_t)(r->score[i] + points);
    }
}

/* Everybody may read a record, and a record outlives the seats: tokens must
 * not be in it. */
static event_player without_token(const event_player *player)
{
    event_player p = *player;
    p.token = (event_hash){{0}};
    return p;
}

void room_record(const room *r, oxo_outcome outcome, event_reason reason,
                 const uint32_t clock[2], event_game *ret)
{
    memset(ret, 0, sizeof(*ret));
    ret->number = r->games;
    ret->variant = r->setup.variant;
    ret->outcome = (uint8_t)outcome;
    ret->reason = (uint8_t)reason;
    ret->x_seat = r->x_seat;
    ret->is_public = r->setup.is_public;
    count_points(r, outcome, ret->score);
    ret->started = r->started;
    ret->initial = r->setup.initial;
    ret->increment = r->setup.increment;
    for (int mark = OXO_X; mark <= OXO_O; mark++) {
        const int seat = room_seat_of(r, (oxo_mark)mark);
        ret->clock[mark] = clock[mark];
        ret->players[mark] = without_token(&r->seats[seat].player);
    }
    ret->length = r->length;
    memcpy(ret->moves, r->moves, r->length);
    for (int i = 0; i < r->length; i++)
        ret->took[i] = r->at[i] - (i > 0 ? r->at[i - 1] : 0);
}
