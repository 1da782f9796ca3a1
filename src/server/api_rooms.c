/* api_rooms.c - rooms by HTTP: the same commands as on a socket, one request
 * each, and two ways to follow a room without one. */
#include <stdlib.h>
#include <string.h>

#include "api_private.h"
#include "json_write.h"

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

static void command(const api_call *call, wire_word word)
{
    wire_message m = {0};
    if (!read_body(call, word, &m) || !api_room_code(call, &m))
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

void api_get_room(const api_call *call)
{
    wire_message m = {0};
    if (api_room_code(call, &m) && api_bearer(call, &m.has_token, &m.token))
        hub_state(call->api->options.hub, &call->who, &m);
}

void api_make_move(const api_call *call)
{
    command(call, WIRE_MAKE_MOVE);
}

void api_resign(const api_call *call)
{
    command(call, WIRE_RESIGN);
}

void api_offer(const api_call *call)
{
    command(call, WIRE_OFFER);
}

void api_accept(const api_call *call)
{
    command(call, WIRE_ACCEPT);
}

void api_decline(const api_call *call)
{
    command(call, WIRE_DECLINE);
}

void api_rematch(const api_call *call)
{
    command(call, WIRE_REMATCH);
}

void api_leave(const api_call *call)
{
    command(call, WIRE_LEAVE);
}

/* ---- Streams ------------------------------------------------------------ */

static bool read_last_seq(const api_call *call, wire_message *m)
{
    int64_t seq;
    const net_text last = net_request_header(call->request, "last-event-id");
    if (!api_query_int(call, "seq", 0, UINT32_MAX, -1, &seq))
        return false;
    for (size_t i = 0; last.bytes && i < last.length && i < 10; i++) {
        if (last.bytes[i] < '0' || last.bytes[i] > '9')
            break; /* not one of ours: from the beginning */
        seq = (i == 0 ? 0 : seq * 10) + (last.bytes[i] - '0');
    }
    m->has_seq = seq >= 0 && seq <= UINT32_MAX;
    m->seq = m->has_seq ? (uint32_t)seq : 0;
    return true;
}

static void follow(const api_call *call, member_form form, const char *headers)
{
    wire_message m = {0};
    hub *h = call->api->options.hub;
    if (!api_room_code(call, &m) ||
        !api_bearer(call, &m.has_token, &m.token) || !read_last_seq(call, &m))
        return;
    const lobby_room *r = hub_find_room(h, m.room);
    if (!r || r->room.life == ROOM_CLOSED) {
        api_refuse(call, OXO_ROOM_NOT_FOUND, NULL);
        return;
    }
    net_respond_stream(call->api->options.net, call->request->id, 200,
                       headers);
    hub_watch(h, call->request->id, form, &m);
}

void api_events(const api_call *call)
{
    follow(call, MEMBER_SSE,
           "Content-Type: text/event-stream\r\n" HEADERS_API);
}

void api_stream(const api_call *call)
{
    follow(call, MEMBER_NDJSON,
           "Content-Type: application/x-ndjson\r\n" HEADERS_API);
}

/* ---- The list ----------------------------------------------------------- */

enum { MOST_ROOMS = 100 };

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
        json_open_object(w, NULL);
        json_string(w, "name", p->name);
        json_string(w, "avatar", p->avatar);
        json_int(w, "level", p->level);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

/* What can be joined or watched; rooms by link only are nobody's business. */
static bool is_listed(const lobby_room *r, const char *state, int variant)
{
    const room *now = &r->room;
    return now->setup.is_public &&
           (now->life == ROOM_WAITING || now->life == ROOM_ACTIVE) &&
           (variant < 0 || now->setup.variant == variant) &&
           (!*state ||
            strcmp(room_life_word((room_life)now->life), state) == 0);
}

void api_list_rooms(const api_call *call)
{
    char state[16] = "";
    int64_t limit;
    oxo_variant variant = (oxo_variant)-1;
    api_body body;
    if (!api_query_variant(call, &variant) ||
        !api_query_text(call, "state", state, sizeof state) ||
        !api_query_int(call, "limit", 1, MOST_ROOMS, MOST_ROOMS, &limit) ||
        !api_body_open(call, &body))
        return;
    json_writer w = json_to(body.out);
    json_open_object(&w, NULL);
    json_open_array(&w, "rooms");
    const lobby_room *r = hub_first_room(call->api->options.hub);
    for (; r && limit > 0; r = r->next) {
        if (!is_listed(r, state, (int)variant))
            continue;
        write_room(&w, r);
        limit--;
    }
    json_close(&w);
    json_close(&w);
    fflush(body.out);
    hub_reply(call->api->options.hub, &call->who, 200, body.text, body.length);
    fclose(body.out);
    free(body.text);
}
