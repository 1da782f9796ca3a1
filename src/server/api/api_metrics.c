/* api_metrics.c - for operators: health, readiness, metrics. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api_private.h"

/* ---- Up and ready ------------------------------------------------------- */

static void answer_plainly(const api_call *call, int status, const char *text)
{
    net_respond(call->api->options.net, call->request->id, status,
                "Content-Type: text/plain; charset=utf-8\r\n" HEADERS_API,
                text, strlen(text));
}

/* If the loop did not run, there would be no answer. */
void api_healthz(const api_call *call)
{
    answer_plainly(call, 200, "ok\n");
}

void api_readyz(const api_call *call)
{
    const api *a = call->api;
    if (a->draining)
        answer_plainly(call, 503, "stopping\n");
    else if (!hub_can_store(a->options.hub))
        answer_plainly(call, 503, "the store cannot be written\n");
    else if (!hub_is_ready(a->options.hub))
        answer_plainly(call, 503, "other nodes cannot be heard\n");
    else
        answer_plainly(call, 200, "ready\n");
}

/* ---- What the network refused ------------------------------------------- */

/* The reasons are a few literals in src/net. */
enum { REASONS = 16 };

typedef struct api_refusal {
    const char *why;
    uint64_t count;
} api_refusal;

void api_count_refusal(api *a, const char *why)
{
    if (!a->refusals)
        a->refusals = calloc(REASONS, sizeof *a->refusals);
    for (int i = 0; a->refusals && i < REASONS; i++) {
        api_refusal *r = &a->refusals[i];
        if (!r->why)
            r->why = why;
        if (strcmp(r->why, why) == 0) {
            r->count++;
            return;
        }
    }
}

/* ---- Prometheus --------------------------------------------------------- */

static void write_head(FILE *out, const char *name, const char *type,
                       const char *help)
{
    fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void write_counter(FILE *out, const char *name, const char *help,
                          uint64_t value)
{
    write_head(out, name, "counter", help);
    fprintf(out, "%s %" PRIu64 "\n", name, value);
}

static void write_gauge(FILE *out, const char *name, const char *help,
                        int64_t value)
{
    write_head(out, name, "gauge", help);
    fprintf(out, "%s %" PRId64 "\n", name, value);
}

static void write_rooms(FILE *out, const hub *h)
{
    write_head(out, "oxo_rooms", "gauge", "Rooms in memory, by state.");
    for (int i = ROOM_WAITING; i <= ROOM_FINISHED; i++)
        fprintf(out, "oxo_rooms{state=\"%s\"} %d\n",
                room_life_word((room_life)i), hub_room_count(h, (room_life)i));
}

static void write_refusals(FILE *out, const api *a)
{
    const hub_metrics *m = hub_metrics_of(a->options.hub);
    write_head(out, "oxo_refusals_total", "counter",
               "Refused messages and requests, by code.");
    for (int i = 1; i < OXO_STATUS_COUNT; i++)
        if (m->refusals[i] > 0)
            fprintf(out, "oxo_refusals_total{code=\"%s\"} %" PRIu64 "\n",
                    oxo_status_word((oxo_status)i), m->refusals[i]);
    write_head(out, "oxo_net_refusals_total", "counter",
               "Connections and messages refused by a network limit.");
    for (int i = 0; a->refusals && i < REASONS && a->refusals[i].why; i++)
        fprintf(out, "oxo_net_refusals_total{reason=\"%s\"} %" PRIu64 "\n",
                a->refusals[i].why, a->refusals[i].count);
}

static void write_commits(FILE *out, const hub_metrics *m)
{
    static const char name[] = "oxo_commit_seconds";
    uint64_t sum = 0;
    write_head(out, name, "histogram", "Time until a commit was durable.");
    for (int i = 0; i < HUB_BUCKETS; i++) {
        sum += m->commit_buckets[i];
        if (i < HUB_BUCKETS - 1)
            fprintf(out, "%s_bucket{le=\"%g\"} %" PRIu64 "\n", name,
                    (double)hub_bucket_ends[i] / 1e6, sum);
        else
            fprintf(out, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, sum);
    }
    fprintf(out, "%s_sum %.6f\n%s_count %" PRIu64 "\n", name,
            (double)m->commit_sum / 1e6, name, sum);
}

static void write_queue(FILE *out, workers *w)
{
    static const char *const kinds[JOB_KINDS] = {"move", "analysis",
                                                 "intensity"};
    int waiting[JOB_KINDS];
    workers_waiting(w, waiting);
    write_head(out, "oxo_engine_queue", "gauge",
               "Positions that wait for the engine, by kind.");
    for (int i = 0; i < JOB_KINDS; i++)
        fprintf(out, "oxo_engine_queue{kind=\"%s\"} %d\n", kinds[i],
                waiting[i]);
}

static void write_hub(FILE *out, const hub_metrics *m)
{
    write_counter(out, "oxo_moves_total", "Moves made.", m->moves);
    write_counter(out, "oxo_games_total", "Games finished.", m->games);
    write_counter(out, "oxo_rooms_total", "Rooms created.", m->rooms_made);
    write_counter(out, "oxo_events_total", "Events of rooms.", m->events);
    write_counter(out, "oxo_computer_moves_total", "Moves of the computer.",
                  m->computer_moves);
    write_counter(out, "oxo_intensities_total",
                  "Intensities refined by the engine.", m->intensities);
    write_counter(out, "oxo_replays_total",
                  "Returning clients that got what they missed.", m->replays);
    write_counter(out, "oxo_resyncs_total",
                  "Returning clients that got the whole state.", m->resyncs);
    write_counter(out, "oxo_commits_failed_total", "Commits that failed.",
                  m->failed_commits);
}

/* For several nodes on one store. */
static void write_nodes(FILE *out, const hub *h)
{
    const store_view *v = hub_view(h);
    const hub_metrics *m = hub_metrics_of(h);
    write_counter(out, "oxo_conflicts_total",
                  "Commits that came too late: another node was faster.",
                  m->conflicts);
    if (!v)
        return;
    write_head(out, "oxo_node_info", "gauge", "The number of this node.");
    fprintf(out, "oxo_node_info{node=\"%" PRIu32 "\"} 1\n", v->self);
    write_gauge(out, "oxo_nodes", "Nodes on the store that are alive.",
                v->count);
    write_counter(out, "oxo_followed_events_total", "Events of other nodes.",
                  m->followed);
    write_counter(
        out, "oxo_look_ups_total",
        "Rooms read from the log because another node may know more.",
        m->look_ups);
    write_head(out, "oxo_follow_age_seconds", "gauge",
               "Time since this node last had all events of the log.");
    fprintf(out, "oxo_follow_age_seconds %.3f\n",
            (double)hub_follow_age(h) / 1000);
    write_gauge(out, "oxo_follow_behind_events",
                "Announced events of other nodes that were not read yet.",
                hub_follow_behind(h));
}

static void write_net(FILE *out, const net_server *net)
{
    const net_stats s = net_server_stats(net);
    write_gauge(out, "oxo_connections", "Open connections.", s.connections);
    write_gauge(out, "oxo_websockets", "Open WebSockets.", s.websockets);
    write_gauge(out, "oxo_connections_capacity",
                "Maximum number of connections.", s.capacity);
    write_gauge(out, "oxo_unsent_bytes", "Bytes that peers have not read yet.",
                (int64_t)s.unsent);
    write_counter(out, "oxo_connections_total", "Connections accepted.",
                  s.accepted);
    write_counter(out, "oxo_messages_total", "Messages and requests received.",
                  s.messages_in);
    write_counter(out, "oxo_received_bytes_total", "Bytes received.",
                  s.bytes_in);
    write_counter(out, "oxo_sent_bytes_total", "Bytes sent.", s.bytes_out);
}

void api_metrics(const api_call *call)
{
    const api *a = call->api;
    api_body body;
    if (!api_body_open(call, &body))
        return;
    write_head(body.out, "oxo_build_info", "gauge",
               "The version of the server.");
    fprintf(body.out, "oxo_build_info{version=\"%s\"} 1\n", oxo_version());
    write_gauge(body.out, "oxo_ready", "1 if /readyz says ready.",
                hub_is_ready(a->options.hub));
    write_rooms(body.out, a->options.hub);
    write_net(body.out, a->options.net);
    write_hub(body.out, hub_metrics_of(a->options.hub));
    write_nodes(body.out, a->options.hub);
    write_commits(body.out, hub_metrics_of(a->options.hub));
    write_refusals(body.out, a);
    write_queue(body.out, a->options.workers);
    api_body_send_to(
        call->api, &call->who, &body, 200,
        "Content-Type: text/plain; version=0.0.4\r\n" HEADERS_API);
}
