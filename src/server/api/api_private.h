/* api_private.h - what the files api*.c share. */
#ifndef SERVER_API_PRIVATE_H
#define SERVER_API_PRIVATE_H

#include <stdio.h>

#include "api.h"
#include "http_headers.h"
#include "tally.h"

struct api {
    api_options options;
    bool draining;
    struct api_refusal *refusals; /* api_metrics.c */
    struct api_turn *turns;       /* api_classic.c: games being read */
    tally analysts;               /* analyses under way, by address */
    int analyses;                 /* and all of them */
};

/* ---- Routes ------------------------------------------------------------- */

enum { API_MAX_PARAMETERS = 2 };

/* A request on its way, with the parts of its path that were in braces. */
typedef struct api_call {
    api *api;
    const net_request *request;
    origin who;
    net_text parameters[API_MAX_PARAMETERS];
    wire_word word; /* the route's */
} api_call;

typedef void api_handler(const api_call *call);

/* All routes, one a line of the table in api_routes.c: what is asked, and
 * what stands in the OpenAPI document under the same path and method. */
typedef struct api_route {
    const char *method; /* GET answers HEAD too */
    const char *path;   /* "/api/v1/rooms/{code}" */
    api_handler *handle;
    const char *query; /* the parameters it takes, with blanks between */
    wire_word word;    /* api_command: what is asked for */
    bool writes;       /* changes something: a page's origin is checked */
} api_route;

extern const api_route api_routes[];
extern const int api_route_count;

/* ---- Reading ------------------------------------------------------------ */

/* The room that the path names in its first parameter; false: refused. */
bool api_room_code(const api_call *call, wire_message *m);

/* "Authorization: Bearer TOKEN" into the message's token (or a player's key);
 * false: refused, because it is there and malformed. */
bool api_bearer(const api_call *call, bool *ret_has, wire_secret *ret);

/* A query parameter as text, "" if it is not there; false: refused, because
 * it is malformed or too long. */
bool api_query_text(const api_call *call, const char *name, char *out,
                    size_t size);

/* A query parameter that is a number between bounds, or `standard` if it is
 * not there; false: refused. */
bool api_query_int(const api_call *call, const char *name, int64_t least,
                   int64_t most, int64_t standard, int64_t *ret);

/* The variant that is asked for, `*ret` untouched if none; false: refused. */
bool api_query_variant(const api_call *call, oxo_variant *ret);

/* The position that is asked for, or the variant's first; false: refused. */
bool api_query_position(const api_call *call, oxo_position *ret);

/* ---- Answering ---------------------------------------------------------- */

void api_refuse(const api_call *call, oxo_status status, const char *sentence);

/* Answers with what was written to the stream and closes it. */
typedef struct api_body {
    char *text;
    size_t length;
    FILE *out;
} api_body;

/* False: there is no memory, and the request was refused. */
bool api_body_open(const api_call *call, api_body *ret);
void api_body_send(const api_call *call, api_body *body, int status);
void api_body_send_to(api *a, const origin *who, api_body *body, int status,
                      const char *headers);

/* A player, or null for their level if it is a person. */
struct json_writer;
void api_write_player(struct json_writer *w, const char *key,
                      const event_player *p);

/* ---- The routes --------------------------------------------------------- */

api_handler api_list_rooms, api_create_room, api_get_room, api_join_room,
    api_command, api_events, api_stream;
api_handler api_list_games, api_get_game, api_get_game_file, api_export_games,
    api_my_record, api_get_totals, api_explore, api_analyse;
api_handler api_classic_move, api_classic_health;
api_handler api_healthz, api_readyz, api_metrics;

/* The store has read a board; false if it was asked for something else. */
bool api_classic_fetched(api *a, journal_task *task);

/* Games whose reading was not finished when the server ended. */
void api_classic_clear(api *a);

/* Anything else that is asked by GET: the page, from inside the binary or
 * from the folder that the settings name. */
void api_serve_page(const api_call *call);

#endif /* SERVER_API_PRIVATE_H */
