/* net-echo.c - src/net by itself, for peers that are not ours.
 *
 *   net-echo [LIMIT=NUMBER...] [listen=ADDRESS] [trust=ADDRESS]
 *
 * WebSockets: whatever is said comes back, except
 *   close CODE REASON   closes with them
 *   flood N BYTES       sends N messages of so many bytes
 * HTTP:
 *   /echo    the method, the path, the query and the body of the request
 *   /later   the same, in another turn of the loop
 *   /stream  three chunks, one a turn
 *   /large   a megabyte that is not copied
 *   /stats   what the server counts, and what it refused
 *   /drain   answers, and ends all connections
 * The address goes to stdout. SIGTERM ends it. */
#include "net_server.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LATER = 64, LARGE = 1 << 20, MOST_WORDS = 16 };

static struct {
    net_loop *loop;
    net_server *server;
    net_limits limits;
    struct {
        net_id id;
        int step; /* of a stream; -1: an echo */
        char *body;
    } later[MOST_LATER];
    int later_count;
    net_timer later_timer;
    struct {
        const char *why;
        int count;
    } refused[MOST_WORDS];
    int closed;
    char large[LARGE];
} echo;

/* ---- HTTP --------------------------------------------------------------- */

static const char plain[] = "Content-Type: text/plain\r\n";

static char *describe(const net_request *r)
{
    char *text = NULL;
    char value[32] = "-";
    (void)net_query_value(r, "q", value, sizeof value);
    if (asprintf(&text, "%.*s %.*s ?%.*s q=%s\n%.*s", (int)r->method.length,
                 r->method.bytes, (int)r->path.length, r->path.bytes,
                 (int)r->query.length, r->query.bytes, value,
                 (int)r->body.length, r->body.bytes) < 0)
        abort();
    return text;
}

static void put_off(net_id id, int step, char *body)
{
    if (echo.later_count == MOST_LATER)
        abort();
    echo.later[echo.later_count].id = id;
    echo.later[echo.later_count].step = step;
    echo.later[echo.later_count++].body = body;
    (void)net_timer_set(echo.loop, &echo.later_timer, net_loop_now(echo.loop));
}

static void do_later(net_timer *timer)
{
    const int count = echo.later_count;
    (void)timer;
    echo.later_count = 0;
    for (int i = 0; i < count; i++) {
        const net_id id = echo.later[i].id;
        const int step = echo.later[i].step;
        char *body = echo.later[i].body;
        if (step < 0) {
            net_respond(echo.server, id, 200, plain, body, strlen(body));
            free(body);
        } else if (step < 3) {
            char chunk[16];
            (void)snprintf(chunk, sizeof chunk, "chunk %d\n", step);
            net_write(echo.server, id, chunk, strlen(chunk));
            put_off(id, step + 1, NULL);
        } else {
            net_finish(echo.server, id);
        }
    }
}

static void answer_stats(net_id id)
{
    const net_stats s = net_server_stats(echo.server);
    char text[1024];
    int n = snprintf(text, sizeof text,
                     "connections %d\nwebsockets %d\ncapacity %d\n"
                     "unsent %zu\nclosed %d\n",
                     s.connections, s.websockets, s.capacity, s.unsent,
                     echo.closed);
    for (int i = 0; i < MOST_WORDS && echo.refused[i].why; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "refused %s %d\n",
                      echo.refused[i].why, echo.refused[i].count);
    net_respond(echo.server, id, 200, plain, text, (size_t)n);
}

static bool text_is(net_text t, const char *word)
{
    return t.length == strlen(word) && memcmp(t.bytes, word, t.length) == 0;
}

static void on_request(void *context, const net_request *r)
{
    (void)context;
    if (text_is(r->path, "/ws") && r->is_upgrade) {
        const net_text offered =
            net_request_header(r, "sec-websocket-protocol");
        net_upgrade(echo.server, r->id,
                    text_is(offered, "oxo.v1") ? "oxo.v1" : NULL);
    } else if (text_is(r->path, "/later")) {
        put_off(r->id, -1, describe(r));
    } else if (text_is(r->path, "/stream")) {
        net_respond_stream(echo.server, r->id, 200, plain);
        put_off(r->id, 0, NULL);
    } else if (text_is(r->path, "/large")) {
        net_respond_static(echo.server, r->id, 200, plain, echo.large, LARGE);
    } else if (text_is(r->path, "/stats")) {
        answer_stats(r->id);
    } else if (text_is(r->path, "/drain")) {
        net_respond(echo.server, r->id, 204, NULL, NULL, 0);
        net_server_drain(echo.server, "going away");
    } else {
        char *body = describe(r);
        net_respond(echo.server, r->id, 200, plain, body, strlen(body));
        free(body);
    }
}

/* ---- WebSocket ---------------------------------------------------------- */

static void flood(net_id id, const char *order)
{
    char *end = NULL;
    long count = strtol(order, &end, 10);
    const size_t bytes = (size_t)strtol(end, NULL, 10);
    char *text = malloc(bytes + 1);
    if (!text)
        abort();
    memset(text, 'x', bytes);
    while (count-- > 0)
        net_write(echo.server, id, text, bytes);
    free(text);
}

static void on_message(void *context, net_id id, void *user, const char *text,
                       size_t length)
{
    char order[128] = "";
    (void)context;
    (void)user;
    if (length < sizeof order)
        memcpy(order, text, length);
    if (strncmp(order, "close ", 6) == 0) {
        net_close(echo.server, id, (int)strtol(order + 6, NULL, 10),
                  order + 11);
    } else if (strncmp(order, "flood ", 6) == 0) {
        flood(id, order + 6);
    } else {
        net_write(echo.server, id, text, length);
    }
}

static void on_closed(void *context, net_id id, void *user)
{
    (void)context;
    (void)id;
    (void)user;
    echo.closed++;
}

static void on_refused(void *context, const char *why)
{
    (void)context;
    for (int i = 0; i < MOST_WORDS; i++) {
        if (echo.refused[i].why && strcmp(echo.refused[i].why, why) != 0)
            continue;
        echo.refused[i].why = why;
        echo.refused[i].count++;
        return;
    }
}

/* ---- Starting ----------------------------------------------------------- */

static void stop(int number, void *context)
{
    (void)number;
    net_loop_stop(context);
}

static void give_up(const char *what)
{
    (void)fprintf(stderr, "net-echo: %s\n", what);
    exit(2);
}

static bool set_limit(const char *name, int64_t value)
{
    net_limits *l = &echo.limits;
    const struct {
        const char *name;
        int *number;
        size_t *bytes;
        int64_t *ms;
    } fields[] = {
        {"connections", &l->connections, NULL, NULL},
        {"per_address", &l->connections_per_address, NULL, NULL},
        {"rate", &l->messages_per_second, NULL, NULL},
        {"burst", &l->message_burst, NULL, NULL},
        {"message", NULL, &l->message_bytes, NULL},
        {"header", NULL, &l->header_bytes, NULL},
        {"body", NULL, &l->body_bytes, NULL},
        {"unsent", NULL, &l->unsent_bytes, NULL},
        {"header_ms", NULL, NULL, &l->header_ms},
        {"idle_ms", NULL, NULL, &l->idle_ms},
        {"ping_ms", NULL, NULL, &l->ping_ms},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (strcmp(name, fields[i].name) != 0)
            continue;
        if (fields[i].number)
            *fields[i].number = (int)value;
        else if (fields[i].bytes)
            *fields[i].bytes = (size_t)value;
        else
            *fields[i].ms = value;
        return true;
    }
    return false;
}

static void start(const char *listen, const char *trust)
{
    const net_handlers handlers = {.request = on_request,
                                   .message = on_message,
                                   .closed = on_closed,
                                   .refused = on_refused};
    int port = 0;
    if (net_loop_create(&echo.loop) < 0 ||
        net_server_create(echo.loop, &echo.limits, &handlers, NULL,
                          &echo.server) < 0 ||
        net_loop_on_signal(echo.loop, SIGTERM, stop, echo.loop) < 0)
        give_up("cannot start");
    if (trust && net_server_trust_proxy(echo.server, trust) < 0)
        give_up("cannot trust that");
    const int error = net_server_listen(echo.server, listen, &port);
    if (error < 0)
        give_up(strerror(-error));
    printf("%d\n", port);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *listen = "127.0.0.1:0", *trust = NULL;
    echo.limits = net_default_limits();
    echo.later_timer.fire = do_later;
    memset(echo.large, 'L', sizeof echo.large);
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (!equals)
            give_up(argv[i]);
        *equals = '\0';
        if (strcmp(argv[i], "listen") == 0)
            listen = equals + 1;
        else if (strcmp(argv[i], "trust") == 0)
            trust = equals + 1;
        else if (!set_limit(argv[i], strtoll(equals + 1, NULL, 10)))
            give_up(argv[i]);
    }
    start(listen, trust);
    const int error = net_loop_run(echo.loop);
    net_server_destroy(echo.server);
    net_loop_destroy(echo.loop);
    return error != 0;
}
