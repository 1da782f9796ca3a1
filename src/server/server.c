/* server.c - see server.h: puts the parts together, and takes them apart. */
#define _POSIX_C_SOURCE 200809L
#include "server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "api.h"
#include "harden.h"
#include "hub.h"
#include "oxo/net.h"

typedef struct server {
    const server_config *config;
    log_sink log;
    net_loop *loop;
    net_server *net;
    store *store; /* the journal's, once there is one */
    journal *journal;
    follower *follower; /* of other servers on the store, if there may be */
    workers *workers;
    hub *hub;
    api *api;
    net_timer drain; /* looks whether everybody is gone */
    int64_t drain_end;
    bool draining;
    int ports[CONFIG_LIST_ITEMS]; /* that it listens on */
} server;

enum { DRAIN_LOOK_MS = 20, RECENT_BYTES = 16 << 20 };

/* ---- Requests and messages ---------------------------------------------- */

/* A list of subprotocols that names ours. */
static bool speaks_oxo(const net_request *r)
{
    const net_text list = net_request_header(r, "sec-websocket-protocol");
    const char *at = list.bytes, *end = at ? at + list.length : at;
    while (at && at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        while (at < stop && (*at == ' ' || *at == '\t'))
            at++;
        size_t length = (size_t)(stop - at);
        while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
            length--;
        if (length == 6 && memcmp(at, "oxo.v1", 6) == 0)
            return true;
        at = comma ? comma + 1 : end;
    }
    return false;
}

static void upgrade(server *s, const net_request *r)
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

static void on_request(void *context, const net_request *r)
{
    server *s = context;
    if (hub_is_overloaded(s->hub))
        net_respond(s->net, r->id, 503, "Retry-After: 1\r\n", NULL, 0);
    else if (r->is_upgrade && r->path.length == 3 &&
             memcmp(r->path.bytes, "/ws", 3) == 0)
        upgrade(s, r);
    else
        api_request(s->api, r);
}

static void on_message(void *context, net_id id, void *user, const char *text,
                       size_t length)
{
    server *s = context;
    if (hub_is_overloaded(s->hub))
        net_close(s->net, id, 1013, "the server has too much to do");
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

/* Everything that was decided is committed and told before anybody is sent
 * away, and whoever does not go is left behind when the time is up. */
static void look_around(net_timer *timer)
{
    server *s = (server *)((char *)timer - offsetof(server, drain));
    const int64_t now = net_loop_now(s->loop);
    const bool quiet = hub_is_quiet(s->hub);
    if (quiet)
        net_server_drain(s->net, "the server is about to stop");
    if ((quiet && net_server_stats(s->net).connections == 0) ||
        now >= s->drain_end)
        net_loop_stop(s->loop);
    else
        net_timer_set(s->loop, timer, now + DRAIN_LOOK_MS);
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
    s->drain.fire = look_around;
    look_around(&s->drain);
}

/* ---- The beginning ------------------------------------------------------ */

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

/* Told when the server serves, not before: scripts wait for it. */
static void show_address(const char *address, int port)
{
    if (strncmp(address, "unix:", 5) == 0)
        printf("listening on %s\n", address);
    else
        printf("listening on http://%.*s:%d\n",
               (int)(strrchr(address, ':') - address), address, port);
    fflush(stdout);
}

static int open_ports(server *s)
{
    const net_limits limits = limits_of(s->config);
    int error = net_server_create(s->loop, &limits, &handlers, s, &s->net);
    for (int i = 0; error == 0 && i < s->config->trust_proxy.count; i++)
        error =
            net_server_trust_proxy(s->net, s->config->trust_proxy.items[i]);
    return error;
}

static int listen_all(server *s)
{
    for (int i = 0; i < s->config->listen.count; i++) {
        const char *address = s->config->listen.items[i];
        const int error = net_server_listen(s->net, address, &s->ports[i]);
        if (error < 0) {
            log_error(
                &s->log, "cannot listen",
                {LOG_TEXT("address", address), LOG_ERRNO("error", error)});
            return error;
        }
    }
    return 0;
}

static void show_addresses(const server *s)
{
    for (int i = 0; i < s->config->listen.count; i++)
        show_address(s->config->listen.items[i], s->ports[i]);
}

static int become_user(server *s)
{
    char sentence[HARDEN_SENTENCE];
    const int error =
        harden_user(s->config->user.text, s->config->group.text, sentence);
    if (error < 0)
        log_error(&s->log, "cannot become that user",
                  {LOG_TEXT("reason", sentence)});
    else if (harden_is_root())
        log_warning(&s->log, "running as root; --user is safer");
    return error;
}

static int open_store(server *s)
{
    const store_options options = {
        .place = s->config->store.text, .create = true, .shared = true};
    const int error = store_open(&options, &s->store);
    if (error < 0)
        log_error(&s->log, "cannot open the store",
                  {LOG_TEXT("reason", store_error(NULL))});
    return error;
}

/* Made now, not at the first intensity: the thread that refines those yields
 * to all others, and 40 MB of fresh memory in its hands hold the process's
 * memory map, and with it the loop, for a fifth of a second. */
static void prepare_nets(void)
{
    (void)oxo_net_builtin(OXO_ULTIMATE);
    (void)oxo_net_builtin(OXO_ULTIMATE_CG);
}

static int create_workers(server *s)
{
    prepare_nets();
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
                  .waiting = c->waiting_room},
        .rooms = c->rooms,
        .rooms_per_address = c->rooms_per_address,
        .look_ups = c->connections_per_address,
        .recent_bytes = RECENT_BYTES,
    };
    return hub_create(&options, &s->hub);
}

/* A file has no other servers. */
static int create_follower(server *s)
{
    const int error = follower_create(s->store, wake, s->loop, &s->follower);
    if (error < 0 && error != -ENOTSUP)
        log_error(&s->log, "cannot follow the store",
                  {LOG_TEXT("reason", store_error(s->store))});
    return error == -ENOTSUP ? 0 : error;
}

/* Rooms are read before the store is handed to its thread. */
static int create_journal(server *s)
{
    int error = hub_restore(s->hub, s->store);
    if (error < 0) {
        log_error(&s->log, "cannot read the store",
                  {LOG_TEXT("reason", store_error(s->store))});
        return error;
    }
    error = journal_create(s->store, wake, s->loop, &s->journal);
    if (error == 0)
        hub_attach(s->hub, s->journal);
    if (error == 0 && s->follower)
        error = follower_start(s->follower);
    return error;
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

static int hook_up(server *s)
{
    net_loop_on_wake(s->loop, on_wake, s);
    int error = net_loop_on_turn(s->loop, on_turn, s);
    if (error == 0)
        error = net_loop_on_signal(s->loop, SIGTERM, on_signal, s);
    if (error == 0)
        error = net_loop_on_signal(s->loop, SIGINT, on_signal, s);
    return error;
}

static int start(server *s)
{
    int error = net_loop_create(&s->loop);
    if (error == 0)
        error = open_ports(s);
    if (error == 0)
        error = listen_all(s);
    if (error == 0)
        error = become_user(s);
    if (error == 0)
        error = open_store(s);
    if (error == 0)
        error = create_workers(s);
    if (error == 0)
        error = create_follower(s);
    if (error == 0)
        error = create_hub(s);
    if (error == 0)
        error = create_journal(s);
    if (error == 0)
        error = create_api(s);
    if (error == 0)
        error = hook_up(s);
    return error;
}

/* Questions whose answers nobody waits for any more. */
static void take_leftovers(server *s)
{
    journal_task *task;
    journal_stop(s->journal);
    while (s->hub && s->api && (task = journal_take(s->journal)))
        if (!hub_task_done(s->hub, task))
            api_task_done(s->api, task);
}

static void clean_up(server *s)
{
    if (s->journal)
        take_leftovers(s);
    follower_destroy(s->follower);
    workers_destroy(s->workers);
    if (s->journal)
        journal_destroy(s->journal);
    else if (s->store)
        store_close(s->store);
    net_server_destroy(s->net);
    api_destroy(s->api);
    hub_destroy(s->hub);
    net_loop_destroy(s->loop);
}

int server_run(const server_config *config)
{
    server s = {.config = config};
    log_init(&s.log, STDERR_FILENO, config->log_level, config->log_format,
             NULL);
    const int most = harden_process(config->connections);
    if (most < config->connections)
        log_warning(&s.log, "fewer connections than asked for",
                    {LOG_NUMBER("connections", most),
                     LOG_NUMBER("asked", config->connections)});
    int error = start(&s);
    if (error == 0 && config->sandbox &&
        harden_sandbox(store_is_remote(config->store.text)) < 0)
        log_warning(&s.log, "no sandbox on this system");
    if (error == 0) {
        show_addresses(&s);
        error = net_loop_run(s.loop);
    }
    if (error < 0)
        log_error(&s.log, "the server ends", {LOG_ERRNO("error", error)});
    else
        log_info(&s.log, "stopped");
    clean_up(&s);
    log_clear(&s.log);
    return error;
}
