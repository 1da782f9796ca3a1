/* load_room.c - the players and spectators of a room, and what each hears.
 *
 * The first member to hear of an event has it judged by the rules; every
 * other one must hear the very same text under the same seq. Whoever has
 * heard everything and is to move, moves. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "load_parts.h"

/* ---- Saying ------------------------------------------------------------- */

static void say(load *l, load_member *m, const char *text)
{
    net_client_send(&m->conn, text, strlen(text), &l->random.state);
}

void load_room_enter(load *l, load_room *r)
{
    char text[128];
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
    snprintf(text, sizeof text,
             "{\"type\":\"create-room\",\"variant\":\"%s\",\"name\":\"one\"}",
             oxo_variant_word(l->config.variant));
    say(l, load_member_of(l, r, 0), text);
}

static void join(load *l, load_room *r)
{
    char text[128];
    snprintf(text, sizeof text,
             "{\"type\":\"join-room\",\"room\":\"%s\",\"name\":\"two\"}",
             r->truth.code);
    say(l, load_member_of(l, r, 1), text);
}

static void watch(load *l, load_member *m)
{
    char text[128];
    snprintf(text, sizeof text, "{\"type\":\"spectate\",\"room\":\"%s\"}",
             m->room->truth.code);
    say(l, m, text);
}

/* ---- What to do next ---------------------------------------------------- */

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

/* What members heard is remembered for a while only: nobody may fall behind
 * further than that. */
static bool is_far_behind(load *l, const load_room *r)
{
    for (int i = LOAD_SEATS; i < l->size; i++)
        if (load_member_of(l, r, i)->seq + LOAD_TEXTS / 2 < r->truth.seq)
            return true;
    return false;
}

/* A rematch is offered by the first seat and taken up by the other, once it
 * has heard of it. */
static void agree(load *l, load_member *m)
{
    load_truth *t = &m->room->truth;
    if (t->offer < 0 && m->place == 0) {
        t->offer = 0;
        say(l, m, "{\"type\":\"rematch\"}");
    } else if (t->offered && t->offer != (int)m->place && !t->agreed) {
        t->agreed = true;
        say(l, m, "{\"type\":\"rematch\"}");
    }
}

/* Does what the member has to do, if it has heard all there is to hear. */
static void act(load *l, load_member *m)
{
    load_room *r = m->room;
    load_truth *t = &r->truth;
    if (t->due || !is_current(m))
        return;
    if (oxo_position_outcome(&t->now) != OXO_ONGOING)
        agree(l, m);
    else if (load_truth_turn(t) == m->place && !load_truth_sent(t) &&
             !is_far_behind(l, r))
        load_ready(l, r);
}

static void begin(load *l, load_room *r)
{
    r->life = LOAD_PLAYING;
    r->put_off = 0;
    for (int i = 0; i < LOAD_SEATS; i++)
        act(l, load_member_of(l, r, i));
}

/* Players first, then spectators, then the game. */
static void fill(load *l, load_room *r)
{
    if (r->truth.game == 0 || !all_current(l, r, LOAD_SEATS))
        return;
    if (!r->watching) {
        r->watching = true;
        for (int i = LOAD_SEATS; i < l->size; i++)
            watch(l, load_member_of(l, r, i));
    }
    if (!all_current(l, r, l->size))
        return;
    l->entered++;
    if (l->config.journal)
        load_note_room(l, r);
    begin(l, r);
}

static void settle(load *l, load_room *r);

/* What follows from a message that `m` has heard. */
static void step(load *l, load_member *m)
{
    load_room *r = m->room;
    if (r->life == LOAD_FILLING)
        fill(l, r);
    else if (r->life == LOAD_RETURNING)
        settle(l, r);
    else if (r->life == LOAD_PLAYING && m->place < LOAD_SEATS)
        act(l, m);
    else if (r->life == LOAD_PLAYING)
        act(l, load_member_of(l, r, load_truth_turn(&r->truth)));
}

/* ---- Hearing ------------------------------------------------------------ */

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

static void blame(load *l, load_member *m, const char *fault, const char *text,
                  size_t length)
{
    load_blame(l, m, "%s: %.*s", fault, (int)length, text);
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

/* The first to hear of it. */
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
    if (!load_judge_event(&r->truth, message, fault))
        return false;
    load_said *said = &r->texts[message->seq % LOAD_TEXTS];
    *said = (load_said){.hash = hash, .seq = message->seq, .sent = sent};
    count_new(l, message);
    heard_event(l, m, said);
    return true;
}

/* Whoever knows all that there is has heard of the last moves, also if a
 * state has told it instead of events. */
static void heard_all(load *l, const load_member *m)
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
        snprintf(fault, LOAD_FAULT, "the next seq is %u",
                 (unsigned)m->seq + 1);
        return false;
    }
    if (message->seq == r->truth.seq + 1)
        return hear_new(l, m, message, hash, fault);
    if (message->seq > r->known_from) {
        snprintf(fault, LOAD_FAULT, "others heard something else");
        return false;
    }
    m->seq++;
    heard_all(l, m);
    return true;
}

/* What passes: the member goes, and comes back in a while, as after a crash.
 * False, `fault` as it is, if it has not passed for too long. */
static bool put_off(load *l, load_member *m)
{
    load_room *r = m->room;
    if (!l->config.survive)
        return false;
    if (r->put_off == 0)
        r->put_off = l->now;
    if (l->now - r->put_off > l->patience)
        return false;
    load_put_off(l, m);
    return true;
}

/* One of several nodes may be behind the others, but not for long. */
static bool is_behind(load *l, load_member *m)
{
    return l->config.node_count > 1 && put_off(l, m);
}

static bool hear_refusal(load *l, load_member *m, const load_message *message,
                         char fault[LOAD_FAULT])
{
    static const char *const passing[] = {"store-unavailable", "conflict",
                                          "shutting-down"};
    const int code = json_member(&message->doc, 0, "code");
    snprintf(fault, LOAD_FAULT, "refused");
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (json_is(&message->doc, code, passing[i]))
            return put_off(l, m);
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
    /* What its node has not heard of yet will follow. */
    if (message->seq < r->truth.seq && l->config.node_count > 1) {
        m->seq = message->seq;
        return true;
    }
    if (!load_judge_state(&r->truth, message, fault))
        return false;
    r->known_from = message->seq;
    m->seq = message->seq;
    heard_all(l, m);
    return true;
}

/* What was sent to a node that died may be stored after all when it is sent
 * to another: then that one says that it knows. */
static bool was_said_again(const load *l, const load_member *m,
                           const load_message *message)
{
    const load_truth *t = &m->room->truth;
    const int64_t last = (int64_t)t->played - 1;
    int64_t ref;
    if (!l->config.survive)
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
    if (m->present && was_said_again(l, m, message))
        return true;
    if (!m->present && message->seq < m->seq && is_behind(l, m))
        return true;
    if (m->present || message->seq < m->seq) {
        snprintf(fault, LOAD_FAULT,
                 m->present ? "nothing was asked" : "LOST: it had heard more");
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
        snprintf(fault, LOAD_FAULT, "no seat was asked for");
        return false;
    }
    if (!load_judge_seat(&r->truth, message, m->place, fault))
        return false;
    m->present = true;
    m->seq = message->seq - 1; /* the event that seats it is still to come */
    if (m->place == 0)
        join(l, r);
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
            return load_judge_passing(&m->room->truth, message, fault);
        snprintf(fault, LOAD_FAULT, "its seq must be %u", (unsigned)m->seq);
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
        blame(l, m, fault, text, length);
        return;
    }
    if (l->config.heard)
        load_note_heard(l, m, text, length);
    step(l, m);
}

/* ---- Coming back -------------------------------------------------------- */

/* Everybody is back and knows the same. What was sent and not answered is
 * sent again: that it may have been stored is no reason not to. */
static void settle(load *l, load_room *r)
{
    load_truth *t = &r->truth;
    if (!all_current(l, r, l->size) || r->asking)
        return;
    if (!l->entering) { /* who only looks sends nothing */
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
    /* An offer, or an answer to one, that is not among what was heard has
     * not happened. */
    if (!t->offered)
        t->offer = -1;
    t->agreed = false;
    load_sent *sent = load_truth_sent(t);
    if (sent)
        load_resend(l, r, sent);
    begin(l, r);
}

/* A room that was not complete is made anew, whatever became of it. */
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
    /* Who claims to know more than there is gets the whole state. */
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
    say(l, m, text);
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
            join(l, r);
        else
            watch(l, m);
        return;
    }
    if (r->life != LOAD_EMPTY || !l->entering)
        return;
    for (int i = 0; i < l->size; i++)
        if (load_member_of(l, r, i)->conn.state != NET_CLIENT_OPEN)
            return;
    load_room_enter(l, r);
}
