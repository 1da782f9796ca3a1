/* hub_tell.c - mail: messages to members, and answers.
 *
 * All mail goes through the gathering batch, even mail that needs no commit.
 * So nobody is told of anything that is not durable, and each connection gets
 * its messages in the order of decisions. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "hub_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_write.h"
#include "net_http.h"

/* ---- Members ------------------------------------------------------------ */

/* A message in the forms that members receive, each made once. */
typedef struct parcel {
    const char *text;
    size_t length;
    uint32_t seq;
    event_room about;
    bool is_durable;
    mail forms[MEMBER_NDJSON + 1];
} parcel;

static uint32_t put_lines(batch *b, const parcel *p, bool sse,
                          uint32_t *ret_length)
{
    char head[32] = "";
    if (sse && p->seq > 0)
        snprintf(head, sizeof head, "id: %u\ndata: ", p->seq);
    else if (sse)
        snprintf(head, sizeof head, "data: ");
    const uint32_t start = batch_put(b, head, strlen(head));
    batch_put(b, p->text, p->length);
    batch_put(b, "\n\n", sse ? 2 : 1);
    *ret_length = (uint32_t)(b->byte_count - start);
    return start;
}

static void put_form(batch *b, const parcel *p, member_form form, mail *ret)
{
    ret->room = p->about;
    if (form == MEMBER_SOCKET) {
        ret->form = MAIL_FRAME;
        ret->start = batch_put_frame(b, p->text, p->length, &ret->length);
    } else {
        ret->form = MAIL_STREAM;
        ret->start = put_lines(b, p, form == MEMBER_SSE, &ret->length);
    }
}

static void send_parcel(batch *b, parcel *p, const member *m)
{
    mail *form = &p->forms[m->form];
    if (form->length == 0)
        put_form(b, p, (member_form)m->form, form);
    form->to = m->id;
    form->is_durable = p->is_durable;
    batch_add_mail(b, form);
}

/* A message that does not fit is a bug. Clients never get a part of it: they
 * notice the gap in the seqs and ask for the state. */
bool hub_message_fits(hub *h, event_room about, size_t length)
{
    char code[EVENT_CODE_TEXT];
    assert(length > 0);
    if (length > 0)
        return true;
    event_code_format(about, code);
    log_error(h->options.log, "a message is too long to be sent",
              {LOG_STATUS("room", code)});
    return false;
}

void hub_tell(hub *h, const member *m, event_room about, size_t length,
              uint32_t seq)
{
    if (!hub_message_fits(h, about, length))
        return;
    parcel p = {.text = h->text,
                .length = length,
                .seq = seq,
                .about = about,
                .is_durable = h->telling_durable};
    send_parcel(hub_batch(h), &p, m);
}

void hub_tell_all(hub *h, const lobby_room *r, size_t length, uint32_t seq,
                  const member *except)
{
    if (!hub_message_fits(h, r->room.id, length))
        return;
    parcel p = {.text = h->text,
                .length = length,
                .seq = seq,
                .about = r->room.id,
                .is_durable = h->telling_durable};
    for (const member *m = r->members; m; m = m->next)
        if (m != except)
            send_parcel(hub_batch(h), &p, m);
}

void hub_tell_state(hub *h, const lobby_room *r, const member *m)
{
    const size_t length =
        wire_state(&r->room, &h->options.rules, hub_now(h), m->seat,
                   r->spectators, h->text, sizeof h->text);
    hub_tell(h, m, r->room.id, length, r->room.seq);
}

/* ---- Members that come back --------------------------------------------- */

typedef struct missed_replay {
    hub *hub;
    const member *member;
    event_room room;
} missed_replay;

static void replay_one(const char *text, size_t length, uint32_t seq,
                       void *context)
{
    const missed_replay *to = context;
    memcpy(to->hub->text, text, length);
    hub_tell(to->hub, to->member, to->room, length, seq);
}

void hub_tell_missed(hub *h, const lobby_room *r, const member *m,
                     uint32_t seq)
{
    missed_replay to = {h, m, r->room.id};
    if (seq == r->room.seq)
        return;
    if (seq < r->room.seq && recent_replay(&h->recent, r->recent, r->room.id,
                                           seq, replay_one, &to)) {
        h->metrics.replays++;
        return;
    }
    h->metrics.resyncs++;
    hub_tell_state(h, r, m);
}

void hub_tell_presence(hub *h, lobby_room *r, int seat, const member *except)
{
    const bool away = !room_is_here(&r->room, seat, hub_now(h));
    const size_t length =
        wire_presence(&r->room, seat, away, 0, h->text, sizeof h->text);
    r->presence = h->turn;
    hub_tell_all(h, r, length, 0, except);
}

void hub_tell_absence(hub *h, const lobby_room *r, const member *m, int seat)
{
    const room_seat *s = &r->room.seats[seat];
    const int64_t now = hub_now(h);
    if (r->room.life > ROOM_ACTIVE || !s->taken ||
        room_is_here(&r->room, seat, now))
        return;
    const size_t length = wire_presence(
        &r->room, seat, true, now - s->away_since, h->text, sizeof h->text);
    hub_tell(h, m, r->room.id, length, 0);
}

/* ---- Answers ------------------------------------------------------------ */

static void answer_socket(hub *h, const origin *who, event_room about,
                          size_t length)
{
    const member m = {.id = who->id, .form = MEMBER_SOCKET};
    hub_tell(h, &m, about, length, 0);
}

void hub_tell_ok(hub *h, const lobby_room *r, const origin *who)
{
    if (who->kind == ORIGIN_SOCKET)
        answer_socket(h, who, r->room.id,
                      wire_ok(&r->room, who->has_ref, who->ref, h->text,
                              sizeof h->text));
}

/* If the commit fails, a refusal replaces the answer: so an answer about a
 * room has an asker. */
void hub_reply_about(hub *h, const origin *who, event_room about, int status,
                     const char *json, size_t length)
{
    batch *b = hub_batch(h);
    const mail m = {.to = who->id,
                    .room = about,
                    .form = MAIL_RESPONSE,
                    .status = (uint16_t)status,
                    .start = batch_put(b, json, length),
                    .length = (uint32_t)length};
    batch_add_mail(b, &m);
    if (!about)
        return;
    batch_asker asker = {.who = *who, .room = about};
    hub_keep_question(h, &asker);
    batch_add_asker(b, &asker);
}

void hub_reply(hub *h, const origin *who, int status, const char *json,
               size_t length)
{
    hub_reply_about(h, who, 0, status, json, length);
}

void hub_store_board(hub *h, const origin *who, const journal_board *board,
                     const char *json, size_t length)
{
    batch_add_board(hub_batch(h), board);
    hub_reply_about(h, who, HUB_BOARDS, 200, json, length);
}

bool hub_board_is_pending(const hub *h, const store_uuid *id)
{
    for (int i = 0; i < HUB_BATCHES; i++)
        for (int n = 0; n < h->batches[i]->board_count; n++)
            if (memcmp(&h->batches[i]->boards[n].id, id, sizeof *id) == 0)
                return true;
    return false;
}

/* ---- Refusals ----------------------------------------------------------- */

/* The HTTP status that goes with a refusal. */
static int http_status_of(oxo_status status)
{
    switch (status) {
    case OXO_ROOM_NOT_FOUND:
    case OXO_NOT_FOUND:
        return 404;
    case OXO_RECONNECT_EXPIRED:
        return 410;
    case OXO_NOT_IN_ROOM:
    case OXO_INVALID_TOKEN:
    case OXO_FORBIDDEN_ORIGIN:
        return 403;
    case OXO_METHOD_NOT_ALLOWED:
        return 405;
    case OXO_MESSAGE_TOO_LARGE:
        return 413;
    case OXO_RATE_LIMITED:
    case OXO_TOO_MANY_CONNECTIONS:
    case OXO_TOO_MANY_ROOMS:
        return 429;
    case OXO_ENGINE_BUSY:
    case OXO_STORE_UNAVAILABLE:
    case OXO_SHUTTING_DOWN:
        return 503;
    case OXO_ROOM_FULL:
    case OXO_GAME_NOT_ACTIVE:
    case OXO_GAME_OVER:
    case OXO_CONFLICT:
    case OXO_NOT_YOUR_TURN:
    case OXO_NO_OFFER:
    case OXO_ALREADY_OFFERED:
    case OXO_CANNOT_ABORT:
    case OXO_CANNOT_CLAIM:
    case OXO_NOTHING_TO_UNDO:
    case OXO_BOARD_CLOSED:
    case OXO_WRONG_BOARD:
    case OXO_CELL_OCCUPIED:
        return 409;
    default:
        return 400;
    }
}

/* RFC 9457. "code" identifies the problem, so "type" is about:blank. `state`
 * is NULL, or JSON text. */
static void write_problem(FILE *out, int number, oxo_status status,
                          const char *sentence, const char *state)
{
    json_writer w = json_to(out);
    json_open_object(&w, NULL);
    json_string(&w, "type", "about:blank");
    json_string(&w, "title", net_http_reason(number));
    json_int(&w, "status", number);
    json_string(&w, "code", oxo_status_word(status));
    json_string(&w, "detail",
                sentence ? sentence : oxo_status_sentence(status));
    if (state)
        fprintf(out, ", \"state\": %s", state);
    json_close(&w);
}

static void refuse_request(hub *h, const origin *who, int number,
                           oxo_status status, const char *sentence)
{
    char *body = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&body, &length);
    h->metrics.refusals[status]++;
    if (!out)
        return;
    write_problem(out, number, status, sentence, NULL);
    fclose(out);
    hub_reply(h, who, number, body, length);
    free(body);
}

void hub_problem(hub *h, int number, oxo_status status, const char *sentence,
                 FILE *out)
{
    h->metrics.refusals[status]++;
    write_problem(out, number, status, sentence, NULL);
}

void hub_refuse_as(hub *h, const origin *who, int number, oxo_status status,
                   const char *sentence)
{
    refuse_request(h, who, number, status, sentence);
}

void hub_refuse_stale(hub *h, const origin *who, const lobby_room *r, int seat)
{
    char body[WIRE_MAX_MESSAGE + 512];
    const int number = http_status_of(OXO_CONFLICT);
    const size_t size = sizeof h->text - 1;
    const size_t state = wire_state(&r->room, &h->options.rules, hub_now(h),
                                    seat, r->spectators, h->text, size);
    if (!hub_message_fits(h, r->room.id, state)) {
        hub_refuse(h, who, OXO_CONFLICT, NULL);
        return;
    }
    h->text[state] = '\0';
    FILE *out = fmemopen(body, sizeof body, "w");
    h->metrics.refusals[OXO_CONFLICT]++;
    if (!out)
        return;
    write_problem(out, number, OXO_CONFLICT, NULL, h->text);
    const long length = ftell(out);
    fclose(out);
    hub_reply_about(h, who, r->room.id, number, body, (size_t)length);
}

void hub_refuse(hub *h, const origin *who, oxo_status status,
                const char *sentence)
{
    if (who->kind == ORIGIN_NOBODY)
        return;
    if (who->kind == ORIGIN_HTTP) {
        hub_refuse_as(h, who, http_status_of(status), status, sentence);
        return;
    }
    h->metrics.refusals[status]++;
    answer_socket(h, who, 0,
                  wire_error(status, sentence, who->has_ref, who->ref, h->text,
                             sizeof h->text));
}
