/* server.c - see server.h: connects the parts, and shuts them down. */
#define _POSIX_C_SOURCE 200809L
#include "server.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api.h"
#include "harden.h"
#include "hub.h"
#include "waiting.h"
#include "words.h"

typedef struct server {
    const server_config *config;
    log_sink log;
    net_loop *loop;
    net_server *net;
    waiting *waiting; /* while another thread opens the following */
    store *store;     /* belongs to the journal, once there is one */
    journal *journal;
    follower *follower; /* NULL if no other node can share the store */
    workers *workers;
    hub *hub;
    api *api;
    int error;       /* the result of opening them */
    bool waits;      /* for a database; logged already */
    bool complained; /* the reason for the end is logged already */
    net_timer drain; /* checks whether everybody is gone */
    int64_t drain_end;
    bool draining;
    int ports[CONFIG_LIST_ITEMS]; /* of the addresses in the settings */
} server;

enum {
    DRAIN_CHECK_MS = 20,
    OPEN_AGAIN_SECONDS = 1,
    RECENT_BYTES = 16 << 20,
    ADDRESS_BYTES = CONFIG_ITEM_BYTES + 16
};

/* ---- Requests and messages ---------------------------------------------- */

/* Does the client offer our subprotocol? */
static bool speaks_oxo(const net_request *r)
{
    const net_text list = net_request_header(r, "sec-websocket-protocol");
    const char *at = list.bytes, *end = at ? at + list.length : at;
    while (at && at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        size_t length = (size_t)(stop - at);
        words_trim_span(&at, &length);
        if (length == 6 && memcmp(at, "oxo.v1", 6) == 0)
            return true;
        at = comma ? comma + 1 : end;
    }
    return false;
}

static void upgrade_request(server *s, const net_request *r)
{
    const origin who = {.id = r->id, .kind = ORIGIN_HTTP};
    if (s->draining) {
        hub_refuse(s->hub, &who, OXO_SHUTTING_DOWN, NULL);
    } else if (!api_origin_is_allowed(s->api, r)) {
        hub_refuse(s->hub, &who, OXO_FORBIDDEN_ORIGIN, NULL);
    } else if (!speaks_oxo(r)) {
        hub_refuse(s->hub, &who, OXO_INVALID_MESSAGE,
                   "the subprotocol is oxo.v1");
    } else {
        net_upgrade(s->net, r->id, "oxo.v1");
        hub_connected(s->hub, r->id);
    }
}

static bool is_path(const net_request *r, const char *path)
{
    return r->path.length == strlen(path) &&
           memcmp(r->path.bytes, path, r->path.length) == 0;
}

static void on_request(void *context, const net_request *r)
{
    server *s = context;
    if (hub_is_overloaded(s->hub))
        net_respond(s->net, r->id, 503, "Retry-After: 1\r\n", NULL, 0);
    else if (r->is_upgrade && is_path(r, "/ws"))
        upgrade_request(s, r);
    else
        api_request(s->api, r);
}

static void on_message(void *context, net_id id, void *user, const char *text,
                       size_t length)
{
    server *s = context;
    if (hub_is_overloaded(s->hub))
        net_close(s->net, id, 1013, "the server is overloaded");
    else if (user)
        hub_message(s->hub, user, text, length);
}

static void on_closed(void *context, net_id id, void *user)
{
    server *s = context;
    api_left(s->api, id);
    if (user)
        hub_closed(s->hub, user);
}

static void on_left(void *context, net_id id)
{
    server *s = context;
    api_left(s->api, id);
}

static void on_refused(void *context, const char *why)
{
    server *s = context;
    api_count_refusal(s->api, why);
}

static const net_handlers handlers = {
    .request = on_request,
    .message = on_message,
    .closed = on_closed,
    .left = on_left,
    .refused = on_refused,
};

/* ---- Other threads ------------------------------------------------------ */

static void wake(void *context)
{
    net_loop_wake(context);
}

static void on_wake(void *context)
{
    server *s = context;
    journal_task *task;
    job j;
    while ((task = journal_take(s->journal)))
        if (!hub_task_done(s->hub, task))
            api_task_done(s->api, task);
    hub_news(s->hub);
    while (workers_take(s->workers, &j)) {
        if (j.kind == JOB_ANALYSIS)
            api_job_done(s->api, &j);
        else
            hub_job_done(s->hub, &j);
    }
}

static void on_turn(void *context)
{
    server *s = context;
    hub_turn(s->hub);
}

/* ---- The end ------------------------------------------------------------ */

/* Clients are disconnected once everything decided is committed and sent. When
 * the time is up the server ends, even with clients. */
static void check_drain(net_timer *timer)
{
    server *s = (server *)((char *)timer - offsetof(server, drain));
    const int64_t now = net_loop_now(s->loop);
    const bool quiet = hub_is_quiet(s->hub);
    if (quiet)
        net_server_drain(s->net, "the server is stopping");
    if ((quiet && net_server_stats(s->net).connections == 0) ||
        now >= s->drain_end)
        net_loop_stop(s->loop);
    else
        net_timer_set(s->loop, timer, now + DRAIN_CHECK_MS);
}

static void on_signal(int number, void *context)
{
    server *s = context;
    if (s->draining) {
        log_warning(&s->log, "stopping at once",
                    {LOG_NUMBER("signal", number)});
        net_loop_stop(s->loop);
        return;
    }
    log_info(&s->log, "stopping", {LOG_NUMBER("signal", number)});
    s->draining = true;
    s->drain_end = net_loop_now(s->loop) + s->config->drain_time;
    net_server_stop_listening(s->net);
    hub_drain(s->hub);
    api_drain(s->api);
    s->drain.fire = check_drain;
    check_drain(&s->drain);
}

/* ---- The beginning ------------------------------------------------------ */

/* Logs why the server ends: a sentence, or else an errno. */
static void log_failure(server *s, const char *message, const char *why,
                        int error)
{
    const log_entry entry = {.message = message,
                             .fields = {why[0] ? LOG_TEXT("reason", why)
                                               : LOG_ERRNO("error", error)}};
    log_write(&s->log, LOG_ERROR, &entry);
    s->complained = true;
}

static net_limits limits_of(const server_config *c)
{
    net_limits limits = net_default_limits();
    limits.connections = c->connections;
    limits.connections_per_address = c->connections_per_address;
    limits.messages_per_second = c->message_rate;
    limits.message_burst = c->message_burst;
    limits.message_bytes = c->message_bytes;
    limits.header_bytes = c->header_bytes;
    limits.body_bytes = c->body_bytes;
    limits.unsent_bytes = c->unsent_bytes;
    limits.header_ms = c->header_timeout;
    limits.idle_ms = c->idle_timeout;
    limits.ping_ms = c->ping_interval;
    return limits;
}

static int create_net(server *s)
{
    const net_limits limits = limits_of(s->config);
    int error = net_server_create(s->loop, &limits, &handlers, s, &s->net);
    for (int i = 0; error == 0 && i < s->config->trust_proxy.count; i++)
        error =
            net_server_trust_proxy(s->net, s->config->trust_proxy.items[i]);
    return error;
}

static void log_listen_failure(server *s, const char *address, int error)
{
    const log_field advice =
        LOG_WORD("advice", "use another port: --listen 127.0.0.1:9000");
    log_error(&s->log, "cannot listen",
              {LOG_TEXT("address", address), LOG_ERRNO("error", error),
               error == -EADDRINUSE ? advice : (log_field){0}});
    s->complained = true;
}

static int listen_all(server *s)
{
    for (int i = 0; i < s->config->listen.count; i++) {
        const char *address = s->config->listen.items[i];
        const int error = net_server_listen(s->net, address, &s->ports[i]);
        if (error < 0) {
            log_listen_failure(s, address, error);
            return error;
        }
    }
    return 0;
}

static int become_user(server *s)
{
    char sentence[HARDEN_SENTENCE];
    const int error =
        harden_user(s->config->user.text, s->config->group.text, sentence);
    if (error < 0)
        log_failure(s, "cannot change the user", sentence, error);
    else if (harden_is_root())
        log_warning(&s->log, "running as root: --user is safer");
    return error;
}

static int create_workers(server *s)
{
    const server_config *c = s->config;
    const workers_options options = {.threads = c->engine_threads,
                                     .queue = c->engine_queue,
                                     .moves = c->rooms,
                                     .hash_bytes = c->engine_hash,
                                     .intensity = true};
    return workers_create(&options, wake, s->loop, &s->workers);
}

static int create_hub(server *s)
{
    const server_config *c = s->config;
    const hub_options options = {
        .loop = s->loop,
        .net = s->net,
        .workers = s->workers,
        .log = &s->log,
        .follower = s->follower,
        .rules = {.grace = c->grace,
                  .idle = c->idle_room,
                  .waiting = c->waiting_room,
                  .claim_after = c->claim_after,
                  .close_after = c->close_after,
                  .keep_open = c->keep_open},
        .rooms = c->rooms,
        .rooms_per_address = c->rooms_per_address,
        .look_ups = c->connections_per_address,
        .messages_held = c->message_burst,
        .recent_bytes = RECENT_BYTES,
    };
    return hub_create(&options, &s->hub);
}

/* Decides whether to wait: only a database can be away. Logs the wait once. */
static int store_failed(server *s, const char *message, const char *why,
                        int error)
{
    const bool waits =
        error == -EAGAIN && store_is_remote(s->config->store.text);
    if (!waits)
        log_failure(s, message, why, error);
    else if (!s->waits)
        log_error(&s->log, "waiting for the database",
                  {LOG_TEXT("reason", why)});
    s->waits = waits;
    return error;
}

static int open_store(server *s)
{
    const store_options options = {
        .place = s->config->store.text, .create = true, .shared = true};
    const int error = store_open(&options, &s->store);
    if (error < 0)
        return store_failed(s, "cannot open the store", store_error(NULL),
                            error);
    return 0;
}

/* A file can have only one node. */
static int create_follower(server *s)
{
    const int error = follower_create(s->store, wake, s->loop, &s->follower);
    if (error < 0 && error != -ENOTSUP)
        return store_failed(s, "cannot follow the store",
                            store_error(s->store), error);
    return 0;
}

/* The follower keeps its first news until the loop runs. If the loop never
 * runs, closing gives the lease back. */
static int start_follower(server *s)
{
    return s->follower ? follower_start(s->follower) : 0;
}

/* Rooms are loaded before the journal takes the store over. */
static int create_journal(server *s)
{
    int error = hub_restore(s->hub, s->store);
    if (error == 0)
        error = journal_create(s->store, wake, s->loop, &s->journal);
    if (error < 0)
        return store_failed(s, "cannot read the store", store_error(s->store),
                            error);
    hub_attach(s->hub, s->journal);
    return 0;
}

static int create_api(server *s)
{
    const api_options options = {.config = s->config,
                                 .loop = s->loop,
                                 .net = s->net,
                                 .journal = s->journal,
                                 .workers = s->workers,
                                 .hub = s->hub,
                                 .log = &s->log};
    return api_create(&options, &s->api);
}

static void name_address(const server *s, int i, char out[ADDRESS_BYTES])
{
    const char *address = s->config->listen.items[i];
    if (strncmp(address, "unix:", 5) == 0)
        snprintf(out, ADDRESS_BYTES, "%s", address);
    else
        snprintf(out, ADDRESS_BYTES, "%.*s:%d",
                 (int)(strrchr(address, ':') - address), address, s->ports[i]);
}

static int set_handlers(server *s)
{
    net_loop_on_wake(s->loop, on_wake, s);
    int error = net_loop_on_turn(s->loop, on_turn, s);
    if (error == 0)
        error = net_loop_on_signal(s->loop, SIGTERM, on_signal, s);
    if (error == 0)
        error = net_loop_on_signal(s->loop, SIGINT, on_signal, s);
    return error;
}

/* Only once the server serves, because scripts wait for this. */
static void show_addresses(const server *s)
{
    char address[ADDRESS_BYTES];
    for (int i = 0; i < s->config->listen.count; i++) {
        name_address(s, i, address);
        printf("listening on %s%s\n",
               strncmp(address, "unix:", 5) == 0 ? "" : "http://", address);
    }
    fflush(stdout);
}

static void log_start(server *s)
{
    char addresses[CONFIG_LIST_ITEMS * ADDRESS_BYTES] = "";
    size_t length = 0;
    for (int i = 0; i < s->config->listen.count; i++) {
        length += i > 0;
        name_address(s, i, addresses + length);
        if (i > 0)
            addresses[length - 1] = ',';
        length += strlen(addresses + length);
    }
    char *place = store_show_place(s->config->store.text);
    const store_view *view = hub_view(s->hub);
    log_info(&s->log, "serving",
             {LOG_STATUS("version", oxo_version()),
              LOG_TEXT("store", place ? place : "?"),
              LOG_TEXT("listen", addresses),
              view ? LOG_NUMBER("node", view->self) : (log_field){0}});
    free(place);
}

/* Finishes tasks whose clients are gone. */
static void finish_tasks(server *s)
{
    journal_task *task;
    journal_stop(s->journal);
    while (s->hub && s->api && (task = journal_take(s->journal)))
        if (!hub_task_done(s->hub, task))
            api_task_done(s->api, task);
}

/* Ends all threads but the calling one. */
static void close_store(server *s)
{
    if (s->journal)
        finish_tasks(s);
    follower_destroy(s->follower);
    workers_destroy(s->workers);
    if (s->journal)
        journal_destroy(s->journal);
    else
        store_close(s->store);
    s->follower = NULL;
    s->workers = NULL;
    s->journal = NULL;
    s->store = NULL;
}

static void destroy_hub(server *s)
{
    api_destroy(s->api);
    hub_destroy(s->hub);
    s->api = NULL;
    s->hub = NULL;
}

/* Opens the store and creates everything that needs it. */
static int open_all(server *s)
{
    int error = open_store(s);
    net_loop_look_at_clocks(s->loop);
    if (error == 0)
        error = create_workers(s);
    if (error == 0)
        error = create_follower(s);
    if (error == 0)
        error = create_hub(s);
    if (error == 0)
        error = start_follower(s);
    if (error == 0)
        error = create_journal(s);
    if (error == 0)
        error = create_api(s);
    return error;
}

/* Runs on a thread of its own. While the database is away it tries again. */
static void *open_until_done(void *context)
{
    const struct timespec pause = {.tv_sec = OPEN_AGAIN_SECONDS};
    server *s = context;
    while ((s->error = open_all(s)) == -EAGAIN && s->waits) {
        close_store(s);
        destroy_hub(s);
        nanosleep(&pause, NULL);
    }
    waiting_end(s->waiting);
    return NULL;
}

/* The thread that opens the store may hang in an attempt to connect, which
 * cannot be interrupted, and it owns half of the server. So the process ends
 * at once; it has served nobody. */
static _Noreturn void stop_waiting(server *s, int number)
{
    if (number > 0)
        log_info(&s->log, "stopping", {LOG_NUMBER("signal", number)});
    else
        log_error(&s->log, "the server failed", {LOG_ERRNO("error", number)});
    net_server_stop_listening(s->net);
    if (number > 0)
        log_info(&s->log, "stopped");
    _exit(number > 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

static int wait_for_store(server *s)
{
    pthread_t opener;
    const int error = pthread_create(&opener, NULL, open_until_done, s);
    if (error != 0)
        return -error;
    const int number = waiting_run(s->waiting);
    if (number != 0)
        stop_waiting(s, number);
    pthread_join(opener, NULL);
    return s->error;
}

/* ---- Start to end ------------------------------------------------------- */

static void enter_sandbox(server *s)
{
    if (s->config->sandbox &&
        harden_sandbox(store_is_remote(s->config->store.text)) < 0)
        log_warning(&s->log, "this system has no sandbox");
}

static int start_server(server *s)
{
    const net_limits limits = limits_of(s->config);
    int error = net_loop_create(&s->loop);
    if (error == 0)
        error = create_net(s);
    if (error == 0)
        error = listen_all(s);
    if (error == 0)
        error = become_user(s);
    if (error == 0)
        error = waiting_create(&limits, s->net, &s->waiting);
    if (error < 0)
        return error;
    enter_sandbox(s);
    error = wait_for_store(s);
    return error < 0 ? error : set_handlers(s);
}

static int run_server(server *s)
{
    waiting_destroy(s->waiting);
    s->waiting = NULL;
    log_start(s);
    show_addresses(s);
    return net_loop_run(s->loop);
}

static void clean_up(server *s)
{
    close_store(s);
    net_server_destroy(s->net);
    destroy_hub(s);
    net_loop_destroy(s->loop);
    waiting_destroy(s->waiting);
}

/* Warns about too few connections only if the operator set the number. */
static void limit_connections(server *s)
{
    const server_config *c = s->config;
    const int most = harden_process(c->connections);
    if (most < c->connections &&
        c->sources[CONFIG_INDEX_connections].origin != CONFIG_DEFAULT)
        log_warning(&s->log,
                    "the system allows fewer connections than configured",
                    {LOG_NUMBER("connections", most),
                     LOG_NUMBER("configured", c->connections),
                     LOG_WORD("advice", "raise ulimit -n, or LimitNOFILE")});
}

int server_run(const server_config *config)
{
    server s = {.config = config};
    log_init(&s.log, STDERR_FILENO, config->log_level, config->log_format,
             NULL);
    limit_connections(&s);
    int error = start_server(&s);
    if (error == 0)
        error = run_server(&s);
    if (error < 0 && !s.complained)
        log_error(&s.log, "the server failed", {LOG_ERRNO("error", error)});
    else if (error == 0)
        log_info(&s.log, "stopped");
    clean_up(&s);
    log_clear(&s.log);
    return error;
}
