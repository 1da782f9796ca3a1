/* load.c - see load.h: connections and the loop. */
#include "load.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "load_parts.h"
#include "load_process.h"
#include "oxo/notation.h"

enum {
    EVENTS = 1024,
    MOST_OPENING = 256,  /* handshakes in progress at once */
    MOST_ENTERING = 512, /* rooms being created at once */
};

/* In nanoseconds. RETRY: before reconnecting. PAUSE: if the server is busy. */
static const int64_t SECOND = 1000000000;
static const int64_t RETRY = 10000000;
static const int64_t PAUSE = 100000000;

/* ---- Creating and destroying -------------------------------------------- */

static void seat_members(load *l)
{
    for (int i = 0; i < l->member_count; i++) {
        load_member *m = &l->members[i];
        const int room = i / l->size;
        m->conn.fd = -1;
        m->node = (uint8_t)((room + i % l->size) % l->config.node_count);
        if (room < l->config.rooms) {
            m->room = &l->rooms[room];
            m->place = (uint8_t)(i % l->size);
        }
    }
    for (int i = 0; i < l->config.rooms; i++) {
        l->rooms[i].index = i;
        l->rooms[i].churns = load_churns(l, i);
    }
}

static int allocate_members(load *l)
{
    const size_t rooms = (size_t)l->config.rooms;
    l->size = LOAD_SEATS + l->config.spectators;
    l->member_count = l->config.rooms * l->size + l->config.idle;
    l->members = calloc((size_t)l->member_count + 1, sizeof *l->members);
    l->rooms = calloc(rooms + 1, sizeof *l->rooms);
    l->queue = calloc(rooms + 1, sizeof *l->queue);
    l->poll = epoll_create1(EPOLL_CLOEXEC);
    if (l->poll < 0)
        return -errno;
    return l->members && l->rooms && l->queue ? 0 : -ENOMEM;
}

int load_create(const load_config *config, load **ret)
{
    assert(config->spectators <= 200 && config->node_count > 0);
    load *l = calloc(1, sizeof *l);
    if (!l)
        return -ENOMEM;
    l->config = *config;
    l->patience = (int64_t)(config->patience * (double)SECOND);
    l->random.state = config->seed;
    if (config->seed == 0 &&
        getrandom(&l->random, sizeof l->random, 0) != sizeof l->random)
        l->random.state = (uint64_t)clock_ns();
    const int error = allocate_members(l);
    if (error) {
        load_destroy(l);
        return error;
    }
    seat_members(l);
    *ret = l;
    return 0;
}

void load_destroy(load *l)
{
    for (int i = 0; l->members && i < l->member_count; i++)
        net_client_cut(&l->members[i].conn);
    if (l->poll >= 0)
        close(l->poll);
    free(l->members);
    free(l->rooms);
    free(l->queue);
    free(l);
}

const load_result *load_result_of(const load *l)
{
    return &l->result;
}

load_member *load_member_of(load *l, const load_room *r, int place)
{
    return &l->members[r->index * l->size + place];
}

void load_add_anomaly(load *l, const load_member *m, const char *format, ...)
{
    char text[1024];
    int n = 0;
    if (m && m->room)
        n = snprintf(text, sizeof text, "room %s, %s %d, seq %u: ",
                     m->room->truth.code[0] ? m->room->truth.code : "-",
                     m->place < LOAD_SEATS ? "seat" : "spectator", m->place,
                     (unsigned)m->seq);
    va_list list;
    va_start(list, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, list);
    va_end(list);
    l->result.anomalies++;
    if (l->config.anomaly)
        l->config.anomaly(l->config.context, text);
}

/* ---- The loop ----------------------------------------------------------- */

static void handle_text(load *l, load_member *m, const char *text,
                        size_t length)
{
    l->result.messages++;
    if (!m->room)
        load_add_anomaly(l, m, "a message to an idle connection: %.*s",
                         (int)length, text);
    else if (l->config.echo)
        load_echo_hear(l, m, text, length);
    else
        load_room_hear(l, m, text, length);
}

static void set_phase(load *l, load_member *m, net_client_state phase)
{
    l->opening +=
        (phase == NET_CLIENT_OPENING) - (m->phase == NET_CLIENT_OPENING);
    l->opened += (phase == NET_CLIENT_OPEN) - (m->phase == NET_CLIENT_OPEN);
    m->phase = (uint8_t)phase;
}

void load_drop(load *l, load_member *m)
{
    net_client_cut(&m->conn);
    set_phase(l, m, NET_CLIENT_CLOSED);
}

/* Reconnects only after `pause`, so that a server that is down is not asked
 * all the time. */
static void retry_after(load *l, int64_t pause)
{
    if (l->retry_at < l->now + pause)
        l->retry_at = l->now + pause;
}

void load_put_off(load *l, load_member *m)
{
    retry_after(l, PAUSE);
    m->leaving = true;
    net_client_close(&m->conn, 1000, &l->random.state);
}

static void handle_open(load *l, load_member *m)
{
    set_phase(l, m, NET_CLIENT_OPEN);
    m->leaving = false;
    if (m->room && l->config.received && m->room->truth.code[0])
        load_note_open(l, m);
    if (m->room && !l->config.echo)
        load_room_back(l, m);
}

/* A member that reconnects may use any node. */
static void choose_node(load *l, load_member *m)
{
    m->node =
        (uint8_t)oxo_random_below(&l->random, (uint32_t)l->config.node_count);
}

static void handle_end(load *l, load_member *m, bool broken, const char *why,
                       int code)
{
    const bool busy = strncmp(why, "HTTP/1.1 503 ", 13) == 0;
    set_phase(l, m, NET_CLIENT_CLOSED);
    if ((l->config.survive || m->leaving) && (busy || !broken)) {
        retry_after(l, RETRY);
        choose_node(l, m);
        if (m->room)
            load_room_lost(l, m);
        return;
    }
    l->failed = true;
    if (m->room)
        load_room_give_up(l, m->room);
    load_add_anomaly(l, m, "%s (%d): %s",
                     broken ? "the server broke the protocol"
                            : "the connection was lost",
                     code, why);
}

static void hear_client(void *context, net_client *c, net_client_news news,
                        const char *text, size_t length, int code)
{
    load *l = context;
    load_member *m = (load_member *)c; /* `conn` is its first member */
    if (news == NET_CLIENT_NEWS_TEXT)
        handle_text(l, m, text, length);
    else if (news == NET_CLIENT_NEWS_OPEN)
        handle_open(l, m);
    else
        handle_end(l, m, news == NET_CLIENT_NEWS_BROKEN, text, code);
}

static void handle_event(load *l, const struct epoll_event *event)
{
    load_member *m = event->data.ptr;
    l->now = clock_ns();
    if (m->conn.unsent > 0 && (event->events & EPOLLOUT))
        net_client_flush(&m->conn);
    const bool ends = event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);
    if (ends || (event->events & EPOLLIN))
        net_client_read(&m->conn, ends, hear_client, l);
}

/* Waits for events, at most until `until`, and handles them. */
static void run_turn(load *l, int64_t until)
{
    struct epoll_event events[EVENTS];
    const int64_t began = clock_ns();
    const int64_t left = l->config.spin || until < began ? 0 : until - began;
    const struct timespec wait = {.tv_sec = left / SECOND,
                                  .tv_nsec = left % SECOND};
    const int n = epoll_pwait2(l->poll, events, EVENTS, &wait, NULL);
    for (int i = 0; i < n; i++)
        handle_event(l, &events[i]);
    if (n > 0)
        l->heard = l->now;
    else if (l->config.spin)
        l->spun += clock_ns() - began;
}

/* ---- Connecting --------------------------------------------------------- */

static int open_member(load *l, load_member *m)
{
    char path[32];
    const bool echo = l->config.echo;
    if (echo)
        snprintf(path, sizeof path, "/%d",
                 m->room ? m->room->index : l->config.rooms);
    const int error = net_client_open(&m->conn, &l->config.nodes[m->node],
                                      echo ? path : NULL, &l->random.state);
    if (error)
        return error;
    struct epoll_event event = {EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET,
                                {.ptr = m}};
    if (epoll_ctl(l->poll, EPOLL_CTL_ADD, m->conn.fd, &event) < 0) {
        net_client_cut(&m->conn);
        return -errno;
    }
    set_phase(l, m, NET_CLIENT_OPENING);
    return 0;
}

static int open_some(load *l)
{
    while (l->next_to_open < l->member_count && l->opening < MOST_OPENING) {
        const int error = open_member(l, &l->members[l->next_to_open]);
        if (error) {
            load_add_anomaly(
                l, NULL, "connection %d of %d cannot be opened: %s",
                l->next_to_open + 1, l->member_count, strerror(-error));
            return error;
        }
        l->next_to_open++;
    }
    return 0;
}

/* Reopens lost connections, and those of players who come back. If nobody
 * listens it will try again later. */
static void reopen_some(load *l)
{
    l->now = clock_ns();
    if (l->opened + l->opening == l->next_to_open || l->now < l->retry_at)
        return;
    for (int i = 0; i < l->next_to_open && l->opening < MOST_OPENING; i++) {
        load_member *m = &l->members[i];
        if (m->phase != NET_CLIENT_CLOSED || l->now < m->back_at)
            continue;
        if (open_member(l, m) < 0) {
            choose_node(l, m);
            break;
        }
        l->result.reconnects++;
    }
    l->retry_at = l->now + RETRY;
}

/* Runs a turn and reopens connections. False if nothing was received for too
 * long. */
static bool run_and_reopen(load *l, int64_t until)
{
    const bool reopens = l->config.survive || l->config.churn > 0;
    if (reopens && until > clock_ns() + RETRY)
        until = clock_ns() + RETRY;
    run_turn(l, until);
    if (l->config.churn > 0)
        load_churn(l);
    if (reopens)
        reopen_some(l);
    return clock_ns() - l->heard < l->patience;
}

int load_connect(load *l, double *ret_seconds)
{
    const int64_t began = clock_ns();
    l->heard = began;
    l->failed = false;
    while (l->opened < l->member_count) {
        const int error = open_some(l);
        if (error)
            return error;
        if (!run_and_reopen(l, began + l->patience)) {
            load_add_anomaly(l, NULL, "%d of %d connections do not open",
                             l->member_count - l->opened, l->member_count);
            return -ETIMEDOUT;
        }
        if (l->failed)
            return -ECONNREFUSED;
    }
    if (ret_seconds)
        *ret_seconds = 1e-9 * (double)(clock_ns() - began);
    return 0;
}

static void enter_some(load *l)
{
    for (; l->next_to_enter < l->config.rooms &&
           l->next_to_enter - l->entered < MOST_ENTERING;
         l->next_to_enter++)
        if (l->config.echo)
            load_echo_enter(l, &l->rooms[l->next_to_enter]);
        else
            load_room_enter(l, &l->rooms[l->next_to_enter]);
}

int load_enter(load *l)
{
    l->entering = true;
    l->heard = clock_ns();
    for (;;) {
        enter_some(l);
        if (l->entered == l->config.rooms)
            return 0;
        if (!run_and_reopen(l, clock_ns() + l->patience) || l->failed ||
            l->result.anomalies > 0) {
            load_add_anomaly(l, NULL, "%d of %d rooms do not start",
                             l->config.rooms - l->entered, l->config.rooms);
            return -ETIMEDOUT;
        }
    }
}

static bool all_back(const load *l)
{
    for (int i = 0; i < l->config.rooms; i++)
        if (l->rooms[i].life == LOAD_RETURNING)
            return false;
    return true;
}

int load_return(load *l)
{
    for (int i = 0; i < l->config.rooms; i++)
        l->rooms[i].life = LOAD_RETURNING;
    const int error = load_connect(l, NULL);
    if (error)
        return error;
    while (!all_back(l))
        if (!run_and_reopen(l, clock_ns() + l->patience) || l->failed) {
            load_add_anomaly(l, NULL, "some rooms do not answer");
            return -ETIMEDOUT;
        }
    return 0;
}

/* ---- Playing ------------------------------------------------------------ */

static void begin_play(load *l)
{
    const uint64_t anomalies = l->result.anomalies;
    const uint64_t reconnects = l->result.reconnects;
    memset(&l->result, 0, sizeof l->result);
    l->result.anomalies = anomalies;
    l->result.reconnects = reconnects;
    l->playing = true;
    l->spun = 0;
    l->interval = l->config.rate > 0 ? 1e9 / l->config.rate : 0;
    l->now = l->heard = clock_ns();
    l->due = (double)l->now;
    if (l->interval == 0)
        load_move_all(l);
}

/* True if the server must still send something about this room. */
static bool awaits_news(const load_room *r)
{
    const load_truth *t = &r->truth;
    return r->life == LOAD_RETURNING ||
           (r->life == LOAD_PLAYING &&
            (t->due || t->agreed || (t->offer >= 0 && !t->offered)));
}

static bool is_all_answered(const load *l)
{
    if (l->unanswered > 0)
        return false;
    for (int i = 0; i < l->config.rooms && !l->config.echo; i++)
        if (awaits_news(&l->rooms[i]))
            return false;
    for (int i = 0; i < l->config.rooms * l->size && !l->config.echo; i++) {
        const load_member *m = &l->members[i];
        if (m->room->life == LOAD_PLAYING && m->seq != m->room->truth.seq)
            return false;
    }
    return true;
}

/* Reports the first room that waits for something. */
static void report_silence(load *l)
{
    const load_room *found = NULL;
    for (int i = 0; i < l->config.rooms && !found && !l->config.echo; i++)
        if (awaits_news(&l->rooms[i]))
            found = &l->rooms[i];
    load_add_anomaly(l, found ? load_member_of(l, found, 0) : NULL,
                     "answers are missing, %d of them to moves",
                     l->unanswered);
}

/* Waits until all members have received everything. Sends no further moves. */
static int end_play(load *l)
{
    l->playing = false;
    l->heard = clock_ns();
    while (!is_all_answered(l))
        if (!run_and_reopen(l, clock_ns() + l->patience)) {
            report_silence(l);
            return -ETIMEDOUT;
        }
    return 0;
}

/* All rooms are broken, or the caller wants to stop. */
static bool is_stopped(const load *l)
{
    return l->broken == l->config.rooms || (l->config.stop && *l->config.stop);
}

/* When to act at the latest, even without input. */
static int64_t next_moment(const load *l, int64_t until)
{
    const bool paced = l->interval > 0 && l->queue_count > 0;
    return paced && l->due < (double)until ? (int64_t)l->due : until;
}

int load_play(load *l, double seconds)
{
    begin_play(l);
    const double cpu = clock_process_seconds();
    const int64_t began = l->now;
    const int64_t until = began + (int64_t)(seconds * (double)SECOND);
    while (clock_ns() < until && !is_stopped(l)) {
        if (l->interval > 0)
            load_keep_pace(l);
        if (!run_and_reopen(l, next_moment(l, until)) && !is_all_answered(l))
            break;
    }
    const int64_t passed = clock_ns() - began;
    l->result.seconds = 1e-9 * (double)passed;
    /* Exclude spinning. Other processes on this core take time from spinning
     * and from work in proportion. */
    const double spun = (double)l->spun / (double)passed;
    l->result.cpu = (clock_process_seconds() - cpu) * (1 - spun);
    const uint64_t moves = l->result.moves;
    const int error = end_play(l);
    l->result.moves = moves;
    return error;
}
