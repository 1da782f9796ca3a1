/* api_rooms.c - rooms by HTTP: the commands of a WebSocket as requests, and
 * two kinds of streams to follow a room. */
#include <stdlib.h>
#include <string.h>

#include "api_private.h"
#include "json_write.h"
#include "secret.h"

/* ---- Commands ----------------------------------------------------------- */

static bool read_body(const api_call *call, wire_word word, wire_message *ret)
{
    char sentence[WIRE_SENTENCE];
    const net_text body = call->request->body;
    const oxo_status status =
        wire_read_body(word, body.bytes, body.length, ret, sentence);
    if (status != OXO_OK)
        api_refuse(call, status, sentence);
    return status == OXO_OK;
}

/* Any command of a seat; the route says which. */
void api_command(const api_call *call)
{
    wire_message m = {0};
    if (!read_body(call, call->word, &m) || !api_room_code(call, &m))
        return;
    if (!m.has_token && !api_bearer(call, &m.has_token, &m.token))
        return;
    hub_command(call->api->options.hub, &call->who, &m);
}

void api_create_room(const api_call *call)
{
    wire_message m = {0};
    if (read_body(call, WIRE_CREATE_ROOM, &m))
        hub_create_room(call->api->options.hub, &call->who, &m);
}

void api_join_room(const api_call *call)
{
    wire_message m = {0};
    if (read_body(call, WIRE_JOIN_ROOM, &m) && api_room_code(call, &m))
        hub_join_room(call->api->options.hub, &call->who, &m);
}

/* The last event that the client knows, perhaps from another node. */
static bool read_seq(const api_call *call, wire_message *m)
{
    int64_t seq;
    if (!api_query_int(call, "seq", 0, UINT32_MAX, -1, &seq))
        return false;
    m->has_seq = seq >= 0;
    m->seq = m->has_seq ? (uint32_t)seq : 0;
    return true;
}

void api_get_room(const api_call *call)
{
    wire_message m = {0};
    if (api_room_code(call, &m) && api_bearer(call, &m.has_token, &m.token) &&
        read_seq(call, &m))
        hub_state(call->api->options.hub, &call->who, &m);
}

/* ---- Streams ------------------------------------------------------------ */

/* A browser sends the id of its last event when it reconnects. An invalid id
 * is ignored, and the client gets the whole state. */
static void read_last_id(const api_call *call, wire_message *m)
{
    const net_text last = net_request_header(call->request, "last-event-id");
    int64_t seq = 0;
    if (!last.bytes || last.length == 0 || last.length > 10)
        return;
    for (size_t i = 0; i < last.length; i++) {
        if (last.bytes[i] < '0' || last.bytes[i] > '9')
            return;
        seq = seq * 10 + (last.bytes[i] - '0');
    }
    if (seq > UINT32_MAX)
        return;
    m->has_seq = true;
    m->seq = (uint32_t)seq;
}

static void follow_room(const api_call *call, member_form form)
{
    wire_message m = {0};
    if (!api_room_code(call, &m) ||
        !api_bearer(call, &m.has_token, &m.token) || !read_seq(call, &m))
        return;
    read_last_id(call, &m);
    hub_watch(call->api->options.hub, &call->who, form, &m);
}

void api_events(const api_call *call)
{
    follow_room(call, MEMBER_SSE);
}

void api_stream(const api_call *call)
{
    follow_room(call, MEMBER_NDJSON);
}

/* ---- The list ----------------------------------------------------------- */

enum { MOST_ROOMS = 100, MOST_SKIPPED = 10000 };

/* Like a player in the messages of oxo.v1, without the seat. */
void api_write_player(json_writer *w, const char *key, const event_player *p)
{
    json_open_object(w, key);
    json_string(w, "name", p->name);
    json_string(w, "avatar", p->avatar);
    if (p->level > 0)
        json_int(w, "level", p->level);
    else
        json_null(w, "level");
    json_close(w);
}

static void write_room(json_writer *w, const lobby_room *r)
{
    char code[EVENT_CODE_TEXT];
    const event_setup *setup = &r->room.setup;
    event_code_format(r->room.id, code);
    json_open_object(w, NULL);
    json_string(w, "room", code);
    json_string(w, "state", room_life_word((room_life)r->room.life));
    json_string(w, "variant", oxo_variant_word((oxo_variant)setup->variant));
    json_int(w, "series", setup->series);
    json_int(w, "initial", setup->initial);
    json_int(w, "increment", setup->increment);
    json_int(w, "ply", r->room.length);
    json_int(w, "spectators", r->spectators);
    json_int(w, "created", r->room.created);
    json_open_array(w, "players");
    for (int i = 0; i < EVENT_SEATS; i++) {
        const event_player *p = &r->room.seats[i].player;
        if (!r->room.seats[i].taken)
            continue;
        api_write_player(w, NULL, p);
    }
    json_close(w);
    json_close(w);
}

/* Lists rooms to join, then rooms to watch. Rooms by link are never listed. */
typedef struct room_filter {
    int variant;  /* or -1: all */
    int from, to; /* a range of room_life: waiting, active or both */
    int64_t limit, skip;
} room_filter;

static bool read_state(const api_call *call, room_filter *f)
{
    char state[16];
    if (!api_query_text(call, "state", state, sizeof state))
        return false;
    f->from = strcmp(state, "active") == 0 ? ROOM_ACTIVE : ROOM_WAITING;
    f->to = strcmp(state, "waiting") == 0 ? ROOM_WAITING : ROOM_ACTIVE;
    if (!*state || f->from == f->to)
        return true;
    api_refuse(call, OXO_INVALID_MESSAGE, "state must be waiting or active");
    return false;
}

static bool read_room_filter(const api_call *call, room_filter *f)
{
    oxo_variant variant = (oxo_variant)-1;
    if (!api_query_variant(call, &variant) || !read_state(call, f) ||
        !api_query_int(call, "limit", 1, MOST_ROOMS, MOST_ROOMS, &f->limit) ||
        !api_query_int(call, "skip", 0, MOST_SKIPPED, 0, &f->skip))
        return false;
    f->variant = (int)variant;
    return true;
}

/* True if there are more rooms than the limit. */
static bool write_shelf(json_writer *w, const lobby_shelf *shelf,
                        room_filter *f)
{
    if (f->skip >= shelf->count) {
        f->skip -= shelf->count;
        return false;
    }
    for (const lobby_room *r = shelf->first; r; r = r->beside[1]) {
        if (f->skip > 0) {
            f->skip--;
            continue;
        }
        if (f->limit-- == 0)
            return true;
        write_room(w, r);
    }
    return false;
}

static void write_rooms(json_writer *w, const hub *h, room_filter *f)
{
    bool more = false;
    json_open_array(w, "rooms");
    for (int life = f->from; life <= f->to; life++)
        for (int v = 0; v < OXO_VARIANTS && !more; v++)
            if (f->variant < 0 || f->variant == v)
                more = write_shelf(
                    w, hub_shelf(h, (room_life)life, (oxo_variant)v), f);
    json_close(w);
    json_bool(w, "more", more);
}

void api_list_rooms(const api_call *call)
{
    room_filter filter = {0};
    api_body body;
    if (!read_room_filter(call, &filter) || !api_body_open(call, &body))
        return;
    json_writer w = json_to(body.out);
    json_open_object(&w, NULL);
    write_rooms(&w, call->api->options.hub, &filter);
    json_close(&w);
    fclose(body.out);
    hub_reply(call->api->options.hub, &call->who, 200, body.text, body.length);
    free(body.text);
}
