/* room_record.c - a game as it is remembered, and how it came to its end. */
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

bool room_ending_is_possible(const oxo_position *p, oxo_outcome outcome,
                             event_reason reason)
{
    const oxo_outcome on_board = oxo_position_outcome(p);
    if (on_board != OXO_ONGOING)
        return outcome == on_board && reason == room_position_reason(p);
    switch (reason) {
    case EVENT_BY_RESIGNATION:
    case EVENT_BY_LEAVING:
        return outcome == OXO_X_WINS || outcome == OXO_O_WINS;
    case EVENT_BY_TIME:
        return outcome ==
               oxo_outcome_won_by(oxo_mark_other(oxo_position_turn(p)));
    case EVENT_BY_AGREEMENT:
        return outcome == OXO_DRAW;
    case EVENT_BY_CLAIM:
        return outcome == OXO_DRAW ||
               outcome ==
                   oxo_outcome_won_by(oxo_mark_other(oxo_position_turn(p)));
    case EVENT_BY_FORFEIT:
        return outcome != OXO_ONGOING;
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

/* A record goes to everybody, and outlives the seats. */
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
