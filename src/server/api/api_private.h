/* api_private.h - shared by the files api*.c. */
#ifndef API_API_PRIVATE_H
#define API_API_PRIVATE_H

#include <stdio.h>

#include "api.h"
#include "http_headers.h"
#include "tally.h"

struct api {
    api_options options;
    bool draining;
    struct api_refusal *refusals; /* api_metrics.c */
    struct api_turn *turns;       /* api_classic.c: boards being read */
    tally analysts;               /* analyses in progress, by address */
    int analyses;                 /* analyses in progress */
};

/* ---- Routes ------------------------------------------------------------- */

enum { API_MAX_PARAMETERS = 2 };

/* A request, with the parts of its path that are {parameters} of the route. */
typedef struct api_call {
    api *api;
    const net_request *request;
    origin who;
    net_text parameters[API_MAX_PARAMETERS];
    wire_word word; /* of the route */
} api_call;

typedef void api_handler(const api_call *call);

/* A line of the table in api_routes.c. The OpenAPI document has the same paths
 * and methods. */
typedef struct api_route {
    const char *method; /* GET includes HEAD */
    const char *path;   /* "/api/v1/rooms/{code}" */
    api_handler *handle;
    const char *query; /* names of its parameters, separated by spaces */
    wire_word word;    /* api_command: the command */
    bool writes;       /* changes something: the origin is checked */
} api_route;

extern const api_route api_routes[];
extern const int api_route_count;

/* ---- Reading ------------------------------------------------------------ */

/* Reads the room from the path's first parameter; false: refused. */
bool api_room_code(const api_call *call, wire_message *m);

/* Reads the token, or the key, of "Authorization: Bearer TOKEN", if there is
 * such a header; false: malformed, and refused. */
bool api_bearer(const api_call *call, bool *ret_has, wire_secret *ret);

/* Reads a query parameter as text, "" if it is absent; false: refused. */
bool api_query_text(const api_call *call, const char *name, char *out,
                    size_t size);

/* Reads a query parameter as a number in a range, `standard` if it is absent;
 * false: refused. */
bool api_query_int(const api_call *call, const char *name, int64_t least,
                   int64_t most, int64_t standard, int64_t *ret);

/* Reads the parameter "variant"; `*ret` stays if it is absent; false:
 * refused. */
bool api_query_variant(const api_call *call, oxo_variant *ret);

/* Reads the parameter "position", the variant's start position if it is
 * absent; false: refused. */
bool api_query_position(const api_call *call, oxo_position *ret);

/* ---- Answering ---------------------------------------------------------- */

void api_refuse(const api_call *call, oxo_status status, const char *sentence);

/* The body of an answer, written as a stream. */
typedef struct api_body {
    char *text;
    size_t length;
    FILE *out;
} api_body;

/* False: no memory, and the request was refused. */
bool api_body_open(const api_call *call, api_body *ret);

/* Send the answer and free the body. */
void api_body_send(const api_call *call, api_body *body, int status);
void api_body_send_to(api *a, const origin *who, api_body *body, int status,
                      const char *headers);

/* A player as JSON; the level of a person is null. */
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

/* The store has read a board; false if the task is another one. */
bool api_classic_fetched(api *a, journal_task *task);

/* Frees the boards that were still being read when the server ended. */
void api_classic_clear(api *a);

/* Any other GET: the page, from the binary or from the folder of --web. */
void api_serve_page(const api_call *call);

#endif /* API_API_PRIVATE_H */
