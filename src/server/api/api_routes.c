/* api_routes.c - the table of routes, and finding the route of a request. */
#include <stdlib.h>
#include <string.h>

#include "api_private.h"
#include "api_query.h"

#define GAME_FILTER "variant result player rival limit before since until"

/* A GET has query parameters, a POST has a body. A COMMAND does what the
 * message with this word does on a socket. */
#define GET(path, handle, query)                                              \
    {                                                                         \
        "GET", path, handle, query, WIRE_WORD_COUNT, false                    \
    }
#define POST(path, handle)                                                    \
    {                                                                         \
        "POST", path, handle, "", WIRE_WORD_COUNT, true                       \
    }
#define COMMAND(path, word)                                                   \
    {                                                                         \
        "POST", path, api_command, "", word, true                             \
    }

const api_route api_routes[] = {
    GET("/api/v1/rooms", api_list_rooms, "variant state limit skip"),
    POST("/api/v1/rooms", api_create_room),
    GET("/api/v1/rooms/{code}", api_get_room, "seq"),
    POST("/api/v1/rooms/{code}/join", api_join_room),
    COMMAND("/api/v1/rooms/{code}/moves", WIRE_MAKE_MOVE),
    COMMAND("/api/v1/rooms/{code}/resign", WIRE_RESIGN),
    COMMAND("/api/v1/rooms/{code}/offer", WIRE_OFFER),
    COMMAND("/api/v1/rooms/{code}/accept", WIRE_ACCEPT),
    COMMAND("/api/v1/rooms/{code}/decline", WIRE_DECLINE),
    COMMAND("/api/v1/rooms/{code}/rematch", WIRE_REMATCH),
    COMMAND("/api/v1/rooms/{code}/abort", WIRE_ABORT),
    COMMAND("/api/v1/rooms/{code}/claim", WIRE_CLAIM),
    COMMAND("/api/v1/rooms/{code}/leave", WIRE_LEAVE),
    GET("/api/v1/rooms/{code}/events", api_events, "seq"),
    GET("/api/v1/rooms/{code}/stream", api_stream, "seq"),
    GET("/api/v1/games", api_list_games, GAME_FILTER),
    GET("/api/v1/games.tpgn", api_export_games, GAME_FILTER),
    GET("/api/v1/games/{id}", api_get_game, ""),
    GET("/api/v1/games/{id}/tpgn", api_get_game_file, ""),
    GET("/api/v1/players/me", api_my_record, ""),
    GET("/api/v1/statistics", api_get_totals, ""),
    GET("/api/v1/explorer", api_explore, "variant position"),
    GET("/api/v1/analysis", api_analyse, "variant position lines time"),
    POST("/game/{uuid}", api_classic_move),
    GET("/health", api_classic_health, ""),
    GET("/healthz", api_healthz, ""),
    GET("/readyz", api_readyz, ""),
    GET("/metrics", api_metrics, ""),
};

const int api_route_count = (int)(sizeof api_routes / sizeof api_routes[0]);

/* The next part of a path, up to the slash, and skips the slash. */
static net_text next_part(net_text *rest)
{
    const char *slash = memchr(rest->bytes, '/', rest->length);
    const net_text part = {rest->bytes, slash ? (size_t)(slash - rest->bytes)
                                              : rest->length};
    const size_t used = part.length + (slash != NULL);
    rest->bytes += used;
    rest->length -= used;
    return part;
}

/* Does the path match the route? Fills in the parameters. */
static bool path_matches(const api_route *route, net_text path, net_text *out)
{
    net_text wanted = {route->path, strlen(route->path)};
    int count = 0;
    if (path.bytes[path.length - 1] == '/')
        return false;
    while (wanted.length > 0 && path.length > 0) {
        const net_text part = next_part(&wanted);
        const net_text found = next_part(&path);
        if (part.length > 0 && part.bytes[0] == '{')
            out[count++] = found;
        else if (part.length != found.length ||
                 memcmp(part.bytes, found.bytes, part.length) != 0)
            return false;
    }
    return wanted.length == 0 && path.length == 0;
}

static bool is_method(const net_request *r, const char *method)
{
    return r->method.length == strlen(method) &&
           memcmp(r->method.bytes, method, r->method.length) == 0;
}

static bool has_method(const api_route *route, const net_request *r)
{
    return is_method(r, route->method) ||
           (is_method(r, "HEAD") && strcmp(route->method, "GET") == 0);
}

/* A browser asks whether a page of an allowed origin may send a token (CORS).
 */
static void answer_preflight(const api_call *call)
{
    net_respond(call->api->options.net, call->request->id, 204,
                "Access-Control-Allow-Origin: *\r\n"
                "Access-Control-Allow-Methods: GET, POST\r\n"
                "Access-Control-Allow-Headers: Authorization, Content-Type, "
                "Last-Event-ID\r\n"
                "Access-Control-Max-Age: 600\r\n" HEADERS_SAFE,
                NULL, 0);
}

static void call_route(const api_route *route, const api_call *call)
{
    char sentence[API_SENTENCE];
    if (route->writes && !api_origin_is_allowed(call->api, call->request))
        api_refuse(call, OXO_FORBIDDEN_ORIGIN, NULL);
    else if (!query_is_known(call->request, route->query, sentence))
        api_refuse(call, OXO_INVALID_MESSAGE, sentence);
    else
        route->handle(call);
}

/* The answer lists the methods of the path. */
static void refuse_method(const api_call *call, bool gets, bool posts)
{
    api_body body;
    if (!api_body_open(call, &body))
        return;
    hub_problem(call->api->options.hub, 405, OXO_METHOD_NOT_ALLOWED, NULL,
                body.out);
    api_body_send_to(
        call->api, &call->who, &body, 405,
        gets && posts ? "Allow: GET, HEAD, POST, OPTIONS\r\n" HEADERS_PROBLEM
        : gets        ? "Allow: GET, HEAD, OPTIONS\r\n" HEADERS_PROBLEM
                      : "Allow: POST, OPTIONS\r\n" HEADERS_PROBLEM);
}

void api_request(api *a, const net_request *r)
{
    api_call call = {
        .api = a, .request = r, .who = {.id = r->id, .kind = ORIGIN_HTTP}};
    bool gets = false, posts = false;
    for (int i = 0; i < api_route_count; i++) {
        if (!path_matches(&api_routes[i], r->path, call.parameters))
            continue;
        *(strcmp(api_routes[i].method, "GET") == 0 ? &gets : &posts) = true;
        if (has_method(&api_routes[i], r)) {
            call.word = api_routes[i].word;
            call_route(&api_routes[i], &call);
            return;
        }
    }
    if ((gets || posts) && is_method(r, "OPTIONS") &&
        api_origin_is_allowed(a, r))
        answer_preflight(&call);
    else if (gets || posts)
        refuse_method(&call, gets, posts);
    else if (is_method(r, "GET") || is_method(r, "HEAD"))
        api_serve_page(&call);
    else
        api_refuse(&call, OXO_NOT_FOUND, NULL);
}
