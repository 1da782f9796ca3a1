/* load_room.c - the players and spectators of a room.
 *
 * When the first member receives an event, the checker compares it with the
 * rules. All other members must receive exactly the same text with the same
 * seq. A player who has received everything and is to move, moves. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "load_parts.h"

/* ---- Sending ------------------------------------------------------------ */

static void send_text(load *l, load_member *m, const char *text)
{
    net_client_send(&m->conn, text, strlen(text), &l->random.state);
}

void load_room_enter(load *l, load_room *r)
{
    char text[160];
    /* An hour, which no absence uses up. */
    const bool clocked = r->churns && oxo_random_below(&l->random, 2) == 1;
    load_truth_init(&r->truth, l->config.variant);
    memset(r->texts, 0, sizeof r->texts);
    r->watching = r->asking = false;
    r->known_from = 0;
    r->put_off = 0;
    r->life = LOAD_FILLING;
    for (int i = 0; i < l->size; i++) {
        load_member *m = load_member_of(l, r, i);
        m->seq = m->awaits = 0;
        m->present = m->again = false;
    }
    snprintf(
        text, sizeof text,
        "{\"type\":\"create-room\",\"variant\":\"%s\",\"name\":\"one\"%s}",
        oxo_variant_word(l->config.variant),
        clocked ? ",\"clock\":{\"initial\":3600000}" : "");
    send_text(l, load_member_of(l, r, 0), text);
}

static void send_join(load *l, load_room *r)
{
    char text[128];
    snprintf(text, sizeof text,
             "{\"type\":\"join-room\",\"room\":\"%s\",\"name\":\"two\"}",
             r->truth.code);
    send_text(l, load_member_of(l, r, 1), text);
}

static void send_watch(load *l, load_member *m)
{
    char text[128];
    snprintf(text, sizeof text, "{\"type\":\"spectate\",\"room\":\"%s\"}",
             m->room->truth.code);
    send_text(l, m, text);
}

/* ---- Acting ------------------------------------------------------------- */

static bool is_current(const load_member *m)
{
    return m->present && m->seq == m->room->truth.seq && m->seq >= m->awaits;
}

static bool all_current(load *l, const load_room *r, int count)
{
    for (int i = 0; i < count; i++)
        if (!is_current(load_member_of(l, r, i)))
            return false;
    return true;
}

/* The room remembers only its last messages: no spectator may fall too far
 * behind. */
static bool is_far_behind(load *l, const load_room *r)
{
    for (int i = LOAD_SEATS; i < l->size; i++)
        if (load_member_of(l, r, i)->seq + LOAD_TEXTS / 2 < r->truth.seq)
            return true;
    return false;
}

/* The first seat offers a rematch; the other accepts it when it hears of the
 * offer. */
static void agree_on_rematch(load *l, load_member *m)
{
    load_truth *t = &m->room->truth;
    if (t->offer < 0 && m->place == 0) {
        t->offer = 0;
        send_text(l, m, "{\"type\":\"rematch\"}");
    } else if (t->offered && t->offer != (int)m->place && !t->agreed) {
        t->agreed = true;
        send_text(l, m, "{\"type\":\"rematch\"}");
    }
}

/* Moves or agrees on a rematch, if the member has received everything. */
static void act_as(load *l, load_member *m)
{
    load_room *r = m->room;
    load_truth *t = &r->truth;
    if (t->due || !is_current(m))
        return;
    if (oxo_position_outcome(&t->now) != OXO_ONGOING)
        agree_on_rematch(l, m);
    else if (load_truth_turn(t) == m->place && !load_truth_sent(t) &&
             !is_far_behind(l, r))
        load_ready(l, r);
}

static void begin_playing(load *l, load_room *r)
{
    r->life = LOAD_PLAYING;
    r->put_off = 0;
    for (int i = 0; i < LOAD_SEATS; i++)
        act_as(l, load_member_of(l, r, i));
}

/* Once both players are in, lets the spectators in; then starts to play. */
static void fill_room(load *l, load_room *r)
{
    if (r->truth.game == 0 || !all_current(l, r, LOAD_SEATS))
        return;
    if (!r->watching) {
        r->watching = true;
        for (int i = LOAD_SEATS; i < l->size; i++)
            send_watch(l, load_member_of(l, r, i));
    }
    if (!all_current(l, r, l->size))
        return;
    l->entered++;
    if (l->config.history)
        load_note_room(l, r);
    begin_playing(l, r);
}

static void resume_room(load *l, load_room *r);

/* Acts after `m` has received a message. */
static void continue_after(load *l, load_member *m)
{
    load_room *r = m->room;
    if (r->life == LOAD_FILLING)
        fill_room(l, r);
    else if (r->life == LOAD_RETURNING)
        resume_room(l, r);
    else if (r->life == LOAD_PLAYING && m->place < LOAD_SEATS)
        act_as(l, m);
    else if (r->life == LOAD_PLAYING)
        act_as(l, load_member_of(l, r, load_truth_turn(&r->truth)));
}

/* ---- Receiving ---------------------------------------------------------- */

void load_room_give_up(load *l, load_room *r)
{
    if (r->life == LOAD_BROKEN)
        return;
    for (int i = 0; i < 2; i++) {
        load_sent *sent = &r->truth.sent[i];
        l->unanswered -= sent->waits + sent->unheard;
        sent->waits = sent->unheard = false;
    }
    r->life = LOAD_BROKEN;
    l->broken++;
}

static void report_fault(load *l, load_member *m, const char *fault,
                         const char *text, size_t length)
{
    load_add_anomaly(l, m, "%s: %.*s", fault, (int)length, text);
    load_room_give_up(l, m->room);
}

static void heard_event(load *l, load_member *m, const load_said *said)
{
    m->seq++;
    if (said->sent < 0 || m->place >= LOAD_SEATS)
        return;
    load_sent *sent = &m->room->truth.sent[said->sent];
    if (m->place == sent->seat)
        load_acknowledged(l, m->room, sent);
    else
        load_heard(l, sent);
}

/* Counts an event that no member has received before. */
static void count_new(load *l, const load_message *message)
{
    l->result.games += message->word == LOAD_SAYS_GAME_OVER;
    if (message->word != LOAD_SAYS_MOVE_MADE)
        return;
    l->result.made++;
    l->result.made_bytes += message->doc.tokens[0].length;
}

static bool hear_new(load *l, load_member *m, const load_message *message,
                     uint64_t hash, char fault[LOAD_FAULT])
{
    load_room *r = m->room;
    const bool is_move = message->word == LOAD_SAYS_MOVE_MADE;
    const int8_t sent = (int8_t)(is_move ? (int)(r->truth.played % 2) : -1);
    if (!load_check_event(&r->truth, message, fault))
        return false;
    load_said *said = &r->texts[message->seq % LOAD_TEXTS];
    *said = (load_said){.hash = hash, .seq = message->seq, .sent = sent};
    count_new(l, message);
    heard_event(l, m, said);
    return true;
}

/* A player who has received everything has heard of the last moves, perhaps
 * from a state instead of events. */
static void note_heard_all(load *l, const load_member *m)
{
    load_truth *t = &m->room->truth;
    if (m->room->life != LOAD_PLAYING || m->place >= LOAD_SEATS ||
        m->seq != t->seq)
        return;
    for (int i = 0; i < 2; i++) {
        load_sent *sent = &t->sent[i];
        if (sent->number < t->played && m->place == sent->seat)
            load_acknowledged(l, m->room, sent);
        else if (sent->number < t->played)
            load_heard(l, sent);
    }
}

static bool hear_event(load *l, load_member *m, const load_message *message,
                       uint64_t hash, char fault[LOAD_FAULT])
{
    load_room *r = m->room;
    if (message->seq != m->seq + 1) {
        snprintf(fault, LOAD_FAULT, "the next seq must be %u",
                 (unsigned)m->seq + 1);
        return false;
    }
    if (message->seq == r->truth.seq + 1)
        return hear_new(l, m, message, hash, fault);
    if (message->seq > r->known_from) {
        snprintf(fault, LOAD_FAULT, "others received something else");
        return false;
    }
    m->seq++;
    note_heard_all(l, m);
    return true;
}

/* May messages of the members have been lost with their connections? */
static bool comes_back(const load *l, const load_room *r)
{
    return l->config.survive || r->churns;
}

/* The refusal is temporary: the member disconnects and returns later. False if
 * the server has been refusing for too long. */
static bool retry_later(load *l, load_member *m)
{
    load_room *r = m->room;
    if (!comes_back(l, r))
        return false;
    if (r->put_off == 0)
        r->put_off = l->now;
    if (l->now - r->put_off > l->patience)
        return false;
    load_put_off(l, m);
    return true;
}

/* One of several nodes may lag behind the others, but not for long. */
static bool is_behind(load *l, load_member *m)
{
    return l->config.node_count > 1 && retry_later(l, m);
}

static bool hear_refusal(load *l, load_member *m, const load_message *message,
                         char fault[LOAD_FAULT])
{
    static const char *const temporary[] = {"store-unavailable", "conflict",
                                            "shutting-down"};
    const int code = json_member(&message->doc, 0, "code");
    snprintf(fault, LOAD_FAULT, "refused");
    for (size_t i = 0; i < sizeof temporary / sizeof *temporary; i++)
        if (json_is(&message->doc, code, temporary[i]))
            return retry_later(l, m);
    if (!json_is(&message->doc, code, "room-not-found"))
        return false;
    m->again = is_behind(l, m);
    return m->again;
}

static bool hear_state(load *l, load_member *m, const load_message *message,
                       char fault[LOAD_FAULT])
{
    load_room *r = m->room;
    if (message->seq < m->seq && is_behind(l, m))
        return true;
    /* Its node lags behind: the rest will follow. */
    if (message->seq < r->truth.seq && l->config.node_count > 1) {
        m->seq = message->seq;
        return true;
    }
    if (!load_check_state(&r->truth, message, fault))
        return false;
    r->known_from = message->seq;
    m->seq = message->seq;
    note_heard_all(l, m);
    return true;
}

/* A command sent to a node that died may have been stored. When it is sent
 * again, to another node, that node answers "ok". */
static bool was_repeated(const load *l, const load_member *m,
                         const load_message *message)
{
    const load_truth *t = &m->room->truth;
    const int64_t last = (int64_t)t->played - 1;
    int64_t ref;
    if (!comes_back(l, m->room))
        return false;
    if (json_to_int(&message->doc, json_member(&message->doc, 0, "ref"),
                    last > 0 ? last - 1 : 0, last, &ref))
        return true;
    return t->offer == (int)m->place;
}

/* The answer to rejoin-room and spectate, and to a move sent twice. */
static bool hear_ok(load *l, load_member *m, const load_message *message,
                    char fault[LOAD_FAULT])
{
    load_room *r = m->room;
    if (m->present && r->asking) {
        load_truth *t = &r->truth;
        r->asking = false;
        load_acknowledged(l, r, &t->sent[(t->played - 1) % 2]);
        return true;
    }
    if (m->present && was_repeated(l, m, message))
        return true;
    if (!m->present && message->seq < m->seq && is_behind(l, m))
        return true;
    if (m->present || message->seq < m->seq) {
        snprintf(fault, LOAD_FAULT,
                 m->present ? "an answer without a request"
                            : "LOST: the member had received more");
        return false;
    }
    m->present = true;
    m->awaits = message->seq;
    return true;
}

static bool hear_seat(load *l, load_member *m, const load_message *message,
                      char fault[LOAD_FAULT])
{
    load_room *r = m->room;
    if (r->life != LOAD_FILLING || m->present || m->place >= LOAD_SEATS) {
        snprintf(fault, LOAD_FAULT, "a seat without a request");
        return false;
    }
    if (!load_check_seat(&r->truth, message, m->place, fault))
        return false;
    m->present = true;
    m->seq = message->seq - 1; /* the event about the seat is still to come */
    if (m->place == 0)
        send_join(l, r);
    return true;
}

static bool hear_message(load *l, load_member *m, const load_message *message,
                         uint64_t hash, char fault[LOAD_FAULT])
{
    if (load_is_event(message->word))
        return hear_event(l, m, message, hash, fault);
    switch (message->word) {
    case LOAD_SAYS_OK:
        return hear_ok(l, m, message, fault);
    case LOAD_SAYS_SEAT:
        return hear_seat(l, m, message, fault);
    case LOAD_SAYS_GAME_STATE:
        return hear_state(l, m, message, fault);
    case LOAD_SAYS_ERROR:
        return hear_refusal(l, m, message, fault);
    default:
        if (message->seq == m->seq)
            return load_check_notice(&m->room->truth, message, fault);
        snprintf(fault, LOAD_FAULT, "the seq must be %u", (unsigned)m->seq);
        return false;
    }
}

void load_room_hear(load *l, load_member *m, const char *text, size_t length)
{
    load_room *r = m->room;
    const load_said *said = &r->texts[(m->seq + 1) % LOAD_TEXTS];
    const uint64_t hash = load_hash(text, length);
    load_message message;
    char fault[LOAD_FAULT];
    if (r->life == LOAD_BROKEN || m->leaving)
        return;
    if (said->seq == m->seq + 1 && said->hash == hash) {
        heard_event(l, m, said);
    } else if (!load_message_read(text, length, r->truth.code, &message,
                                  fault) ||
               !hear_message(l, m, &message, hash, fault)) {
        report_fault(l, m, fault, text, length);
        return;
    }
    if (l->config.received)
        load_note_received(l, m, text, length);
    continue_after(l, m);
}

/* ---- Returning ---------------------------------------------------------- */

/* When all members have returned and know the same state, continues. Sends
 * again what was not answered, even if it may have been stored. */
static void resume_room(load *l, load_room *r)
{
    load_truth *t = &r->truth;
    if (!all_current(l, r, l->size) || r->asking)
        return;
    if (!l->entering) { /* load_verify() sends nothing */
        r->life = LOAD_PLAYING;
        return;
    }
    for (uint32_t n = t->played < 2 ? 0 : t->played - 2; n < t->played; n++) {
        load_sent *sent = &t->sent[n % 2];
        if (sent->number != n)
            continue;
        load_heard(l, sent);
        if (n + 1 == t->played && sent->waits)
            r->asking = true;
        else
            load_acknowledged(l, r, sent);
    }
    if (r->asking) {
        load_resend(l, r, &t->sent[(t->played - 1) % 2]);
        return;
    }
    /* An offer or agreement that was not announced has not happened. */
    if (!t->offered)
        t->offer = -1;
    t->agreed = false;
    load_sent *sent = load_truth_sent(t);
    if (sent)
        load_resend(l, r, sent);
    begin_playing(l, r);
}

/* A room that was not complete is abandoned: a new one is created. */
static void start_over(load *l, load_room *r)
{
    r->life = LOAD_EMPTY;
    for (int i = 0; i < l->size; i++)
        load_drop(l, load_member_of(l, r, i));
}

void load_room_lost(load *l, load_member *m)
{
    load_room *r = m->room;
    m->present = false;
    m->awaits = 0;
    if (r->life == LOAD_FILLING && !m->again)
        start_over(l, r);
    else if (r->life == LOAD_PLAYING)
        r->life = LOAD_RETURNING;
    r->asking = false;
}

static void rejoin(load *l, load_member *m)
{
    char text[160];
    const load_truth *t = &m->room->truth;
    /* A member that claims to know more than exists gets the complete state.
     */
    const uint32_t seq = m->seq > 0 ? m->seq : UINT32_MAX;
    if (m->place < LOAD_SEATS)
        snprintf(text, sizeof text,
                 "{\"type\":\"rejoin-room\",\"room\":\"%s\","
                 "\"token\":\"%s\",\"seq\":%u}",
                 t->code, t->tokens[m->place], (unsigned)seq);
    else
        snprintf(text, sizeof text,
                 "{\"type\":\"spectate\",\"room\":\"%s\",\"seq\":%u}", t->code,
                 (unsigned)m->seq);
    send_text(l, m, text);
}

void load_room_back(load *l, load_member *m)
{
    load_room *r = m->room;
    if (r->life == LOAD_RETURNING) {
        rejoin(l, m);
        return;
    }
    if (m->again) {
        m->again = false;
        if (m->place < LOAD_SEATS)
            send_join(l, r);
        else
            send_watch(l, m);
        return;
    }
    if (r->life != LOAD_EMPTY || !l->entering)
        return;
    for (int i = 0; i < l->size; i++)
        if (load_member_of(l, r, i)->conn.state != NET_CLIENT_OPEN)
            return;
    load_room_enter(l, r);
}
