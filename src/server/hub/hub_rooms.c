/* hub_rooms.c - commands of clients: rooms, seats, moves. */
#include "hub_private.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_headers.h"
#include "secret.h"

static event_player player_of(const wire_message *m, const wire_secret *token)
{
    event_player player = m->player;
    player.token = secret_hash(token);
    player.key = m->has_key ? secret_hash(&m->key) : (event_hash){{0}};
    player.level = 0;
    return player;
}

/* ---- Askers ------------------------------------------------------------- */

/* The asker wants a change. If its commit fails, everything is as it is now,
 * and so is the connection's seat. */
static void add_asker(hub *h, const origin *who, const member *m,
                      const lobby_room *r, wire_message *create)
{
    batch_asker asker = {.who = *who, .room = r->room.id, .create = create};
    if (m) {
        asker.room_before = m->room;
        asker.seat_before = m->seat;
    }
    hub_keep_question(h, &asker);
    batch_add_asker(hub_batch(h), &asker);
}

/* The asker wants the state. If a commit fails, it gets the restored one. */
static void add_looker(hub *h, const origin *who, const lobby_room *r)
{
    batch_add_asker(
        hub_batch(h),
        &(batch_asker){.who = *who, .room = r->room.id, .looks = true});
}

/* A client that has seen newer events saw them at another node. */
static bool is_ahead(hub *h, const hub_question *q)
{
    const lobby_room *r = lobby_find(&h->lobby, q->about);
    return r && q->message->has_seq && q->message->seq > r->room.seq;
}

/* Answers a message or a request, after a look-up if necessary. */
static void answer_question(hub *h, const origin *who, event_room about,
                            const wire_message *m, hub_answer *answer)
{
    const hub_question q = {who, about, m, answer, false, false};
    h->question = &q;
    if (!is_ahead(h, &q) || !hub_look_up(h))
        answer(h, who, m);
    h->question = NULL;
}

/* ---- Answers to requests ------------------------------------------------ */

/* The room as the seat sees it; with a token, the seat as well. */
static void reply_state(hub *h, const origin *who, const lobby_room *r,
                        int seat, const wire_secret *token)
{
    const size_t length =
        token ? wire_welcome(&r->room, &h->options.rules, hub_now(h), seat,
                             r->spectators, token, h->answer, sizeof h->answer)
              : wire_state(&r->room, &h->options.rules, hub_now(h), seat,
                           r->spectators, h->answer, sizeof h->answer);
    if (hub_message_fits(h, r->room.id, length))
        hub_reply_about(h, who, r->room.id, token ? 201 : 200, h->answer,
                        length);
    else
        hub_refuse_as(h, who, 500, OXO_MESSAGE_TOO_LARGE,
                      "the answer is too large");
}

/* ---- Creating ----------------------------------------------------------- */

uint64_t hub_address(const hub *h, net_id id)
{
    const uint64_t key = net_address_key(h->options.net, id);
    uint64_t hash;
    crypto_shorthash((uint8_t *)&hash, (const uint8_t *)&key, sizeof key,
                     h->salt);
    return hash | 1; /* 0 means: not known */
}

static oxo_status may_create(const hub *h, uint64_t owner)
{
    if (h->draining)
        return OXO_SHUTTING_DOWN;
    if (h->lobby.count >= h->options.rooms ||
        tally_of(&h->owners, owner) >= (uint32_t)h->options.rooms_per_address)
        return OXO_TOO_MANY_ROOMS;
    return OXO_OK;
}

static lobby_room *add_room(hub *h, uint64_t owner)
{
    event_room id;
    do
        id = randombytes_random() >> (32 - EVENT_ROOM_BITS);
    while (id == 0 || lobby_find(&h->lobby, id));
    lobby_room *r = lobby_add(&h->lobby, id);
    if (!r)
        return NULL;
    r->owner = tally_up(&h->owners, owner) == 0 ? owner : 0;
    return r;
}

static void drop_room(hub *h, lobby_room *r)
{
    if (r->owner)
        tally_down(&h->owners, r->owner);
    lobby_remove(&h->lobby, r);
}

static wire_message *copy_message(const wire_message *m)
{
    wire_message *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *m;
    return copy;
}

void hub_make_room(hub *h, const origin *who, member *m,
                   const wire_message *message)
{
    const uint64_t owner = hub_address(h, who->id);
    oxo_status status = may_create(h, owner);
    lobby_room *r = status == OXO_OK ? add_room(h, owner) : NULL;
    if (!r) {
        hub_refuse(h, who, status == OXO_OK ? OXO_TOO_MANY_ROOMS : status,
                   NULL);
        return;
    }
    const wire_secret token = secret_new();
    const event_player maker = player_of(message, &token);
    event_setup setup = message->setup;
    if (setup.first_x == WIRE_X_RANDOM)
        setup.first_x = (uint8_t)randombytes_uniform(EVENT_SEATS);
    room_events events;
    status = room_create(r->room.id, &setup, &maker, message->computer,
                         hub_now(h), &events);
    if (status != OXO_OK) {
        drop_room(h, r);
        hub_refuse(h, who, status, NULL);
        return;
    }
    add_asker(h, who, m, r, copy_message(message));
    hub_publish(h, r, &events, &(newcomer){m, 0, &token, who});
    if (who->kind == ORIGIN_HTTP) {
        hub_touch(h, r, 0);
        reply_state(h, who, r, 0, &token);
    }
}

void hub_create_room(hub *h, const origin *who, const wire_message *m)
{
    hub_make_room(h, who, NULL, m);
}

/* ---- Joining ------------------------------------------------------------ */

static lobby_room *find_room(hub *h, const origin *who, bool named,
                             event_room id)
{
    lobby_room *r = named ? lobby_find(&h->lobby, id) : NULL;
    if (r && r->room.life != ROOM_CLOSED)
        return r;
    if (!hub_look_up(h))
        hub_refuse(h, who, OXO_ROOM_NOT_FOUND, NULL);
    return NULL;
}

static void join_room(hub *h, const origin *who, member *m,
                      const wire_message *message)
{
    lobby_room *r = find_room(h, who, message->has_room, message->room);
    if (!r)
        return;
    const wire_secret token =
        message->has_token ? message->token : secret_new();
    const room_command command = {.verb = ROOM_JOIN,
                                  .seat = ROOM_BY_TOKEN,
                                  .player = player_of(message, &token)};
    room_events events;
    const oxo_status status = hub_decide(h, r, &command, &events);
    if (status != OXO_OK) {
        hub_publish(h, r, &events, NULL);
        if (!hub_look_up(h))
            hub_refuse(h, who, status, NULL);
        return;
    }
    if (who->kind == ORIGIN_SOCKET)
        add_asker(h, who, m, r, NULL);
    hub_publish(h, r, &events, &(newcomer){m, 1, &token, who});
    if (who->kind == ORIGIN_HTTP) {
        hub_touch(h, r, 1);
        reply_state(h, who, r, 1, &token);
        return;
    }
    hub_tick(h, r); /* both may be here now: the game starts */
    if (r->room.life == ROOM_WAITING) {
        /* No game-start describes the room: its maker is away. */
        hub_tell_state(h, r, m);
        hub_tell_absence(h, r, m, 0);
    }
}

/* The seat that the token of a join holds already, or -1. A client that chose
 * its token and missed the answer joins again. */
static int joined_seat(hub *h, const wire_message *message)
{
    const lobby_room *r = lobby_find(&h->lobby, message->room);
    const event_hash token = secret_hash(&message->token);
    return r && message->has_token ? room_find_seat(&r->room, &token) : -1;
}

static void answer_join(hub *h, const origin *who, const wire_message *m)
{
    const int seat = joined_seat(h, m);
    if (seat < 0)
        join_room(h, who, NULL, m);
    else
        reply_state(h, who, lobby_find(&h->lobby, m->room), seat, &m->token);
}

void hub_join_room(hub *h, const origin *who, const wire_message *m)
{
    answer_question(h, who, m->room, m, answer_join);
}

/* ---- Returning and watching --------------------------------------------- */

/* Asks the store whether a token held a seat in a room that is not loaded: the
 * room may have been closed while the player was away. */
typedef struct room_question {
    journal_task task;
    hub *hub;
    origin who;
    event_room room;
    event_hash token;
    uint64_t address; /* for which the look-up counts */
    bool is_theirs;   /* the token held a seat */
} room_question;

static bool look_for_token(const event *e, void *context)
{
    room_question *q = context;
    const event_player *player =
        e->kind == EVENT_ROOM_CREATED ? &e->as.created.player
        : e->kind == EVENT_SEAT_TAKEN ? &e->as.taken.player
                                      : NULL;
    if (player && player->level == 0 &&
        event_hash_equal(&player->token, &q->token))
        q->is_theirs = true;
    return !q->is_theirs;
}

static int look_for_room(store *s, journal_task *task)
{
    room_question *q = (room_question *)task;
    return store_load(s, q->room, 1, look_for_token, q);
}

static void ask_store_about_token(hub *h, const origin *who,
                                  const wire_message *message)
{
    const uint64_t address = hub_begin_look_up(h, who);
    room_question *q = address ? calloc(1, sizeof *q) : NULL;
    if (!q) {
        hub_end_look_up(h, address);
        if (address)
            hub_refuse(h, who, OXO_ROOM_NOT_FOUND, NULL);
        return;
    }
    *q = (room_question){.task = {.kind = JOURNAL_QUERY, .run = look_for_room},
                         .hub = h,
                         .who = *who,
                         .room = message->room,
                         .token = secret_hash(&message->token),
                         .address = address};
    hub_hold_messages(h, who);
    hub_ask_store(h, &q->task);
}

/* Only a former player is told that the room existed. */
static oxo_status status_of(const room_question *q)
{
    if (q->task.error < 0 && q->task.error != -ENOENT)
        return OXO_STORE_UNAVAILABLE;
    return q->is_theirs ? OXO_RECONNECT_EXPIRED : OXO_ROOM_NOT_FOUND;
}

bool hub_question_done(hub *h, journal_task *task)
{
    if (task->run != look_for_room)
        return false;
    room_question *q = (room_question *)task;
    hub_end_look_up(h, q->address);
    hub_refuse(h, &q->who, status_of(q), NULL);
    hub_let_messages(h, &q->who);
    free(q);
    return true;
}

/* A client that sends its last seq gets what it missed, another one the whole
 * state. Both are told for how long players may still be away. */
static void bring_up_to_date(hub *h, const lobby_room *r, const member *m,
                             const wire_message *message)
{
    if (message->has_seq)
        hub_tell_missed(h, r, m, message->seq);
    else
        hub_tell_state(h, r, m);
    for (int seat = 0; seat < EVENT_SEATS; seat++)
        hub_tell_absence(h, r, m, seat);
}

static void rejoin_room(hub *h, const origin *who, member *m,
                        const wire_message *message)
{
    lobby_room *r = lobby_find(&h->lobby, message->room);
    if (!r || r->room.life == ROOM_CLOSED) {
        if (!hub_look_up(h))
            ask_store_about_token(h, who, message);
        return;
    }
    const event_hash token = secret_hash(&message->token);
    const int seat = room_find_seat(&r->room, &token);
    if (seat < 0) {
        if (!hub_look_up(h))
            hub_refuse(h, who, OXO_INVALID_TOKEN, NULL);
        return;
    }
    hub_bind(h, r, m, seat);
    hub_tell_ok(h, r, who);
    add_looker(h, who, r);
    bring_up_to_date(h, r, m, message);
}

static void spectate_room(hub *h, const origin *who, member *m,
                          const wire_message *message)
{
    lobby_room *r = find_room(h, who, message->has_room, message->room);
    if (!r)
        return;
    hub_bind(h, r, m, -1);
    hub_tell_ok(h, r, who);
    add_looker(h, who, r);
    bring_up_to_date(h, r, m, message);
}

static void resume_room(hub *h, const origin *who, const member *m,
                        const wire_message *message)
{
    lobby_room *r = find_room(h, who, m->room != 0, m->room);
    if (!r)
        return;
    hub_tell_ok(h, r, who);
    add_looker(h, who, r);
    hub_tell_missed(h, r, m, message->seq);
}

/* Checks whether the room can be watched, and whether the token is valid. */
static oxo_status may_watch(const hub *h, const wire_message *m)
{
    const lobby_room *r = lobby_find(&h->lobby, m->room);
    if (!r || r->room.life == ROOM_CLOSED)
        return OXO_ROOM_NOT_FOUND;
    const event_hash token = secret_hash(&m->token);
    return m->has_token && room_find_seat(&r->room, &token) < 0
               ? OXO_INVALID_TOKEN
               : OXO_OK;
}

/* NULL: no memory, or the client left during the look-up. */
static member *begin_stream(hub *h, net_id id, member_form form)
{
    static const char *const headers[MEMBER_NDJSON + 1] = {
        [MEMBER_SSE] = "Content-Type: text/event-stream\r\n" HEADERS_API,
        [MEMBER_NDJSON] = "Content-Type: application/x-ndjson\r\n" HEADERS_API,
    };
    if (!net_respond_stream(h->options.net, id, 200, headers[form]))
        return NULL;
    member *m = hub_remember(h, id, form);
    if (!m)
        net_finish(h->options.net, id);
    return m;
}

static void watch_room(hub *h, const origin *who, member_form form,
                       const wire_message *m)
{
    const oxo_status status = may_watch(h, m);
    if (status != OXO_OK && hub_look_up(h))
        return;
    if (status != OXO_OK) {
        hub_refuse(h, who, status, NULL);
        return;
    }
    lobby_room *r = lobby_find(&h->lobby, m->room);
    member *watcher = begin_stream(h, who->id, form);
    if (!watcher)
        return;
    const event_hash token = secret_hash(&m->token);
    hub_bind(h, r, watcher,
             m->has_token ? room_find_seat(&r->room, &token) : -1);
    add_looker(h, &(origin){.id = who->id, .kind = ORIGIN_SOCKET}, r);
    bring_up_to_date(h, r, watcher, m);
}

static void answer_sse(hub *h, const origin *who, const wire_message *m)
{
    watch_room(h, who, MEMBER_SSE, m);
}

static void answer_ndjson(hub *h, const origin *who, const wire_message *m)
{
    watch_room(h, who, MEMBER_NDJSON, m);
}

void hub_watch(hub *h, const origin *who, member_form form,
               const wire_message *m)
{
    answer_question(h, who, m->room, m,
                    form == MEMBER_SSE ? answer_sse : answer_ndjson);
}

/* The client has seen newer events, and the log could not be asked for them.
 */
static bool may_be_old(const hub *h, const lobby_room *r,
                       const wire_message *m)
{
    return m->has_seq && m->seq > r->room.seq && hub_has_others(h) &&
           !(h->question && h->question->is_certain);
}

static void answer_state(hub *h, const origin *who, const wire_message *m)
{
    lobby_room *r = find_room(h, who, m->has_room, m->room);
    if (!r)
        return;
    if (may_be_old(h, r, m)) {
        hub_refuse(h, who, OXO_STORE_UNAVAILABLE, NULL);
        return;
    }
    const event_hash token = secret_hash(&m->token);
    const int seat = m->has_token ? room_find_seat(&r->room, &token) : -1;
    if (m->has_token && seat < 0) {
        if (!hub_look_up(h))
            hub_refuse(h, who, OXO_INVALID_TOKEN, NULL);
        return;
    }
    hub_touch(h, r, seat);
    reply_state(h, who, r, seat, NULL);
}

void hub_state(hub *h, const origin *who, const wire_message *m)
{
    answer_question(h, who, m->room, m, answer_state);
}

/* ---- Commands ----------------------------------------------------------- */

static room_command command_of(const wire_message *m, const room *r)
{
    static const room_verb verbs[WIRE_WORD_COUNT] = {
        [WIRE_MAKE_MOVE] = ROOM_MOVE,  [WIRE_RESIGN] = ROOM_RESIGN,
        [WIRE_OFFER] = ROOM_OFFER,     [WIRE_ACCEPT] = ROOM_ACCEPT,
        [WIRE_DECLINE] = ROOM_DECLINE, [WIRE_REMATCH] = ROOM_OFFER,
        [WIRE_ABORT] = ROOM_ABORT,     [WIRE_CLAIM] = ROOM_CLAIM,
        [WIRE_LEAVE] = ROOM_LEAVE,
    };
    return (room_command){
        .verb = verbs[m->word],
        .seat = ROOM_BY_TOKEN,
        .ply = m->ply,
        .move = wire_move(m, (oxo_variant)r->setup.variant),
        .offer = m->word == WIRE_REMATCH ? EVENT_OFFER_REMATCH : m->offer,
        .draw = m->claims_draw};
}

/* A client that acted on an old state gets the current one. */
static void refuse_command(hub *h, const origin *who, const lobby_room *r,
                           const member *m, const room_command *command,
                           oxo_status status)
{
    if (hub_look_up(h))
        return;
    if (status == OXO_CONFLICT && who->kind == ORIGIN_HTTP) {
        hub_refuse_stale(h, who, r, room_find_seat(&r->room, &command->token));
        return;
    }
    hub_refuse(h, who, status, NULL);
    if (status == OXO_CONFLICT && m && m->room == r->room.id)
        hub_tell_state(h, r, m);
}

static bool carry_out_command(hub *h, const origin *who, lobby_room *r,
                              const member *m, const room_command *command)
{
    room_events events;
    const oxo_status status = hub_decide(h, r, command, &events);
    if (status == OXO_OK && who->kind == ORIGIN_SOCKET)
        add_asker(h, who, m, r, NULL);
    hub_publish(h, r, &events, NULL);
    if (status != OXO_OK) {
        refuse_command(h, who, r, m, command, status);
        return false;
    }
    /* A member of the room is answered by the events. */
    if (events.count == 0 || !m || m->room != r->room.id)
        hub_tell_ok(h, r, who);
    return true;
}

/* A socket acts for the seat it is bound to. With a token anybody acts for the
 * seat that the token holds. */
static void take_command(hub *h, const origin *who, member *m,
                         const wire_message *message)
{
    const bool named = message->has_room || (m && m->room);
    lobby_room *r = find_room(h, who, named,
                              message->has_room ? message->room
                              : m               ? m->room
                                                : 0);
    if (!r)
        return;
    const bool bound = m && m->room == r->room.id && m->seat >= 0;
    room_command c = command_of(message, &r->room);
    if (bound)
        c.seat = (uint8_t)m->seat;
    else if (message->has_token)
        c.token = secret_hash(&message->token);
    if (!carry_out_command(h, who, r, m, &c))
        return;
    if (bound && c.verb == ROOM_LEAVE)
        hub_unbind(h, m);
    if (who->kind == ORIGIN_HTTP) {
        const int seat = room_find_seat(&r->room, &c.token);
        hub_touch(h, r, seat);
        reply_state(h, who, r, seat, NULL);
    }
}

static void answer_command(hub *h, const origin *who, const wire_message *m)
{
    take_command(h, who, NULL, m);
}

void hub_command(hub *h, const origin *who, const wire_message *m)
{
    answer_question(h, who, m->room, m, answer_command);
}

static void leave_room(hub *h, const origin *who, member *m,
                       const wire_message *message)
{
    lobby_room *r = lobby_find(&h->lobby, m->room);
    if (m->seat >= 0 || message->has_token || !r) {
        take_command(h, who, m, message);
        return;
    }
    hub_tell_ok(h, r, who);
    add_looker(h, who, r);
    hub_unbind(h, m);
}

/* ---- Sockets ------------------------------------------------------------ */

void hub_connected(hub *h, net_id id)
{
    if (!hub_remember(h, id, MEMBER_SOCKET))
        net_close(h->options.net, id, 1013, "out of memory");
}

void hub_closed(hub *h, member *m)
{
    hub_unbind(h, m);
    hub_forget(h, m);
}

static void dispatch_message(hub *h, const origin *who, member *m,
                             const wire_message *message)
{
    switch (message->word) {
    case WIRE_CREATE_ROOM:
        hub_make_room(h, who, m, message);
        break;
    case WIRE_JOIN_ROOM:
        if (joined_seat(h, message) < 0)
            join_room(h, who, m, message);
        else
            rejoin_room(h, who, m, message);
        break;
    case WIRE_REJOIN_ROOM:
        rejoin_room(h, who, m, message);
        break;
    case WIRE_SPECTATE:
        spectate_room(h, who, m, message);
        break;
    case WIRE_RESUME:
        resume_room(h, who, m, message);
        break;
    case WIRE_LEAVE:
        leave_room(h, who, m, message);
        break;
    default:
        take_command(h, who, m, message);
    }
}

/* The client may have left meanwhile. */
static void answer_member(hub *h, const origin *who,
                          const wire_message *message)
{
    member *m = net_user(h->options.net, who->id);
    if (m)
        dispatch_message(h, who, m, message);
}

static origin origin_of(const member *m, const wire_message *message)
{
    return (origin){.id = m->id,
                    .kind = ORIGIN_SOCKET,
                    .has_ref = message->has_ref,
                    .ref = message->ref};
}

static void take_message(hub *h, const member *m, const wire_message *message)
{
    const origin who = origin_of(m, message);
    answer_question(h, &who, message->has_room ? message->room : m->room,
                    message, answer_member);
}

static void answer_said(hub *h, const member *m, const said *s)
{
    const origin who = origin_of(m, &s->message);
    if (s->status == OXO_OK)
        take_message(h, m, &s->message);
    else
        hub_refuse(h, &who, s->status, s->sentence);
}

/* A look-up may take long. A client that sends too many messages meanwhile is
 * refused at once. */
static void hold_message(hub *h, member *m, const said *s)
{
    const origin who = origin_of(m, &s->message);
    if (!hub_keep_said(h, m, s))
        hub_refuse(h, &who, OXO_RATE_LIMITED, NULL);
}

void hub_message(hub *h, member *m, const char *text, size_t length)
{
    said s = {.next = NULL};
    s.status = wire_read(text, length, &s.message, s.sentence);
    if (m->looking > 0)
        hold_message(h, m, &s);
    else
        answer_said(h, m, &s);
}

/* The member of a socket, or NULL if the socket is closed. */
static member *socket_of(const hub *h, const origin *who)
{
    return who->kind == ORIGIN_SOCKET ? net_user(h->options.net, who->id)
                                      : NULL;
}

void hub_hold_messages(hub *h, const origin *who)
{
    member *m = socket_of(h, who);
    if (m)
        m->looking++;
}

void hub_let_messages(hub *h, const origin *who)
{
    member *m = socket_of(h, who);
    if (m)
        m->looking--;
    while (m && m->looking == 0 && m->said) {
        said *s = hub_take_said(h, m);
        answer_said(h, m, s);
        free(s);
    }
}
