/* store_audit.c - checks seqs without gaps, times that never go back, and
 * games that follow the rules.
 *
 * Each room is followed as far as this needs: its seq, its time, its board.
 * After a fault the audit goes on with what the event says, so that one fault
 * is reported once. */
#include "store_audit.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "store_heads.h"

typedef struct audit_room {
    uint32_t seq;
    int64_t at; /* time of the last event */
    uint8_t variant;
    bool playing;
    bool lost; /* unknown game, after a fault */
    uint16_t game;
    uint8_t length;
    oxo_position now;
    oxo_move moves[OXO_MAX_MOVES];
    uint32_t next_free;
} audit_room;

struct store_audit {
    store_fault *fault;
    void *context;
    int faults;
    store_heads index; /* room -> its index in `rooms`, as `first` */
    audit_room *rooms;
    uint32_t count;
    size_t allocated;
    uint32_t free; /* number of the first unused one, plus 1; 0: none */
};

store_audit *store_audit_create(store_fault *fault, void *context)
{
    store_audit *a = calloc(1, sizeof(*a));
    if (!a)
        return NULL;
    a->fault = fault;
    a->context = context;
    return a;
}

void store_audit_destroy(store_audit *a)
{
    if (!a)
        return;
    store_heads_clear(&a->index);
    free(a->rooms);
    free(a);
}

int store_audit_faults(const store_audit *a)
{
    return a->faults;
}

void store_audit_fault(store_audit *a, const char *format, ...)
{
    char sentence[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof(sentence), format, arguments);
    va_end(arguments);
    a->faults++;
    a->fault(sentence, a->context);
}

static void report_event(store_audit *a, const event *e, const char *what)
{
    char code[EVENT_CODE_TEXT];
    event_code_format(e->room, code);
    store_audit_fault(a, "room %s, event %u (%s): %s", code, e->seq,
                      event_kind_word(e->kind), what);
}

/* ---- Rooms that are open ------------------------------------------------ */

static audit_room *find_room(store_audit *a, event_room room)
{
    const store_head *entry = store_heads_find(&a->index, room);
    return entry ? &a->rooms[entry->first] : NULL;
}

static int make_room(store_audit *a)
{
    audit_room *rooms =
        array_grow(a->rooms, &a->allocated, a->count + 1, sizeof(*rooms));
    if (!rooms)
        return -ENOMEM;
    a->rooms = rooms;
    return 0;
}

static audit_room *add_room(store_audit *a, event_room room)
{
    if (store_heads_reserve(&a->index, 1) != 0)
        return NULL;
    if (!a->free && make_room(a) != 0)
        return NULL;
    uint32_t number = a->count;
    if (a->free) {
        number = a->free - 1;
        a->free = a->rooms[number].next_free;
    } else {
        a->count++;
    }
    const store_head entry = {.room = room, .first = number};
    store_heads_put(&a->index, &entry);
    memset(&a->rooms[number], 0, sizeof(*a->rooms));
    return &a->rooms[number];
}

static void drop_room(store_audit *a, event_room room)
{
    const store_head *entry = store_heads_find(&a->index, room);
    const uint32_t number = (uint32_t)entry->first;
    a->rooms[number].next_free = a->free;
    a->free = number + 1;
    store_heads_remove(&a->index, room);
}

/* ---- Games -------------------------------------------------------------- */

static const char *start_game(audit_room *r, const event *e)
{
    const char *wrong = NULL;
    if (!r->lost && r->playing)
        wrong = "the previous game has not ended";
    else if (!r->lost && e->as.started.number != r->game + 1)
        wrong = "the number of the game is not the next one";
    r->playing = true;
    r->lost = false;
    r->game = e->as.started.number;
    r->length = 0;
    r->now = oxo_position_start((oxo_variant)r->variant);
    return wrong;
}

static const char *play_move(audit_room *r, const event *e)
{
    const oxo_move m = e->as.moved.move;
    if (r->lost)
        return NULL;
    if (!r->playing)
        return "no game is being played";
    if (e->as.moved.ply != r->length ||
        oxo_position_check(&r->now, m) != OXO_OK) {
        r->lost = true;
        return "the move is illegal";
    }
    r->now = oxo_position_play(&r->now, m);
    r->moves[r->length++] = m;
    return NULL;
}

static const char *take_back(audit_room *r, const event *e)
{
    if (r->lost)
        return NULL;
    if (!r->playing)
        return "no game is being played";
    if (e->as.back.length >= r->length) {
        r->lost = true;
        return "there are fewer moves to take back";
    }
    r->length = e->as.back.length;
    r->now = oxo_position_start((oxo_variant)r->variant);
    for (int i = 0; i < r->length; i++)
        r->now = oxo_position_play(&r->now, r->moves[i]);
    return NULL;
}

static const char *decide_board(const audit_room *r, const event *e)
{
    if (r->lost)
        return NULL;
    if (!r->playing)
        return "no game is being played";
    if (r->variant == OXO_CLASSIC)
        return "classic has no boards to win";
    const oxo_outcome outcome =
        oxo_ultimate_board_outcome(&r->now.as.ultimate, e->as.board.board);
    const oxo_outcome told =
        e->kind == EVENT_BOARD_DRAWN
            ? OXO_DRAW
            : oxo_outcome_won_by((oxo_mark)e->as.board.mark);
    return outcome == told ? NULL : "the board has another state";
}

static bool is_on_the_board(uint8_t reason)
{
    return reason == EVENT_BY_LINE || reason == EVENT_BY_BOARDS ||
           reason == EVENT_BY_FULL_BOARD;
}

static const char *end_game(audit_room *r, const event *e)
{
    const event_game *g = &e->as.over;
    const bool playing = r->playing;
    r->playing = false;
    if (r->lost)
        return NULL;
    if (!playing)
        return "no game is being played";
    if (g->number != r->game || g->variant != r->variant)
        return "another game ended";
    if (g->length != r->length || memcmp(g->moves, r->moves, r->length) != 0)
        return "the moves differ from those that were made";
    const oxo_outcome outcome = oxo_position_outcome(&r->now);
    const bool ended = outcome != OXO_ONGOING;
    if (ended != is_on_the_board(g->reason) ||
        (ended && outcome != (oxo_outcome)g->outcome))
        return "the result does not follow from the moves";
    return NULL;
}

static const char *abort_game(audit_room *r)
{
    const bool playing = r->playing;
    r->playing = false;
    return r->lost || playing ? NULL : "no game is being played";
}

static const char *check_game_event(audit_room *r, const event *e)
{
    switch (e->kind) {
    case EVENT_ROOM_CREATED:
        r->variant = e->as.created.setup.variant;
        return NULL;
    case EVENT_GAME_STARTED:
        return start_game(r, e);
    case EVENT_MOVE_MADE:
        return play_move(r, e);
    case EVENT_BOARD_WON:
    case EVENT_BOARD_DRAWN:
        return decide_board(r, e);
    case EVENT_TAKEN_BACK:
        return take_back(r, e);
    case EVENT_GAME_OVER:
        return end_game(r, e);
    case EVENT_GAME_ABORTED:
        return abort_game(r);
    default:
        return NULL;
    }
}

/* ---- Events ------------------------------------------------------------- */

int store_audit_event(store_audit *a, const event *e)
{
    const bool created = e->kind == EVENT_ROOM_CREATED;
    audit_room *r = find_room(a, e->room);
    if (created && r)
        report_event(a, e, "the room exists already");
    else if (!created && !r)
        report_event(a, e, "there is no such room");
    else if (e->seq != (r ? r->seq + 1 : 1))
        report_event(a, e, "earlier events are missing");
    if (!r && !(r = add_room(a, e->room)))
        return -ENOMEM;
    if (r->seq + 1 != e->seq)
        r->lost = true;
    r->seq = e->seq;
    if (e->at < r->at)
        report_event(a, e, "it is older than the previous event");
    r->at = e->at;
    const char *wrong = check_game_event(r, e);
    if (wrong)
        report_event(a, e, wrong);
    if (e->kind == EVENT_ROOM_CLOSED)
        drop_room(a, e->room);
    return 0;
}
