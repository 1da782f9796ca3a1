/* bars.c - see bars.h. Each scenario starts the processes it needs, measures,
 * and stops them. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "bars.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.h"
#include "echo.h"
#include "load_bad.h"
#include "load_disk.h"
#include "load_process.h"
#include "load_server.h"
#include "quantile.h"

enum {
    MANY = 10000, /* connections, and rooms */
    RATE = 5000,  /* moves per second, except in the race */
    BAD = 100,    /* bad clients */
    BAD_NICE = 10,
    HONEST_ROOMS = 500, /* beside bad clients */
    WARM_ROOMS = 200,   /* for warming up: */
    WARM_MOVES = 300000,
    WARM_SECONDS = 20, /* at most */
    MOST_TURNS = 25
};

typedef struct bars {
    const bars_options *o;
    bars_report *report;
    load_cores cores;
} bars;

/* ---- Reporting ---------------------------------------------------------- */

static void report_progress(const bars *b, const char *what)
{
    if (b->o->progress)
        b->o->progress(b->o->context, what);
}

static void add_figure(bars *b, const char *name, double value,
                       const char *unit, const char *help)
{
    if (b->report->count < BARS_MAX)
        b->report->figures[b->report->count++] = (bars_figure){
            .name = name, .value = value, .unit = unit, .help = help};
}

/* Sets the bar of the figure that was added last. */
static void set_bar(bars *b, bars_sense sense, double value)
{
    b->report->figures[b->report->count - 1].sense = sense;
    b->report->figures[b->report->count - 1].bar = value;
}

static int stop_measuring(bars *b, int error, const char *what)
{
    snprintf(b->report->problem, sizeof b->report->problem, "%s: %s", what,
             strerror(-error));
    return error;
}

static double ms(int64_t nanoseconds)
{
    return 1e-6 * (double)nanoseconds;
}

/* ---- Loads -------------------------------------------------------------- */

static load_config config_of(const bars *b, const net_remote *address)
{
    return (load_config){.nodes = {*address},
                         .node_count = 1,
                         .variant = b->o->variant,
                         .patience = 20,
                         .spin = b->cores.client >= 0,
                         .stop = b->o->stop,
                         .anomaly = b->o->anomaly,
                         .context = b->o->context};
}

static void finish_load(bars *b, load *l)
{
    b->report->anomalies += load_result_of(l)->anomalies;
    load_destroy(l);
}

/* Connects and creates the rooms. `*ret` is NULL on failure. */
static int start_load(bars *b, const load_config *config, load **ret)
{
    *ret = NULL;
    load *l;
    int error = load_create(config, &l);
    if (error)
        return stop_measuring(b, error, "cannot create the load");
    error = load_connect(l, NULL);
    if (!error)
        error = load_enter(l);
    if (error) {
        finish_load(b, l);
        return stop_measuring(b, error, "the load does not start");
    }
    *ret = l;
    return 0;
}

/* One measurement of a server on which players play already. */
typedef struct shot {
    double rate;            /* moves per second */
    double cpu;             /* of the server, microseconds per move */
    double spare;           /* of its idle threads, the same */
    double own_cpu;         /* of this side, the same */
    double ack, news, late; /* 99th percentiles in ms */
} shot;

static int play_for(bars *b, load *l, pid_t pid, double seconds, shot *ret)
{
    load_usage before = {0}, after = {0};
    load_usage_read(pid, &before);
    const int error = load_play(l, seconds);
    load_usage_read(pid, &after);
    if (error)
        return stop_measuring(b, error, "the load stopped");
    if (b->o->stop && *b->o->stop)
        return stop_measuring(b, -EINTR, "the measurement was interrupted");
    const load_result *r = load_result_of(l);
    const double moves = r->moves > 0 ? (double)r->moves : 1;
    *ret = (shot){.rate = (double)r->moves / r->seconds,
                  .cpu = 1e6 * (after.cpu - before.cpu) / moves,
                  .spare = 1e6 * (after.spare - before.spare) / moves,
                  .own_cpu = 1e6 * r->cpu / moves,
                  .ack = ms(load_histogram_at(&r->ack, 0.99)),
                  .news = ms(load_histogram_at(&r->news, 0.99)),
                  .late = ms(load_histogram_at(&r->late, 0.99))};
    return 0;
}

static int start_server(bars *b, const char *const *flags, load_server *s,
                        net_remote *ret)
{
    const int error =
        load_server_start(s, b->o->folder, b->cores.server, flags);
    if (error)
        return stop_measuring(b, error, "the server does not start");
    load_server_address(s, ret);
    return 0;
}

/* ---- The race with the echo --------------------------------------------- */

typedef struct bars_side {
    load *l;
    pid_t pid;
    double rates[MOST_TURNS], cpus[MOST_TURNS], own[MOST_TURNS];
    double spares[MOST_TURNS];
} bars_side;

static int take_turn(bars *b, bars_side *s, int turn)
{
    shot now;
    const int error = play_for(b, s->l, s->pid, b->o->seconds, &now);
    if (error)
        return error;
    s->rates[turn] = now.rate;
    s->cpus[turn] = now.cpu;
    s->own[turn] = now.own_cpu;
    s->spares[turn] = now.spare;
    return 0;
}

static void report_race(bars *b, bars_side *echo, bars_side *server, int turns)
{
    const double echo_rate = median_of(echo->rates, turns);
    const double rate = median_of(server->rates, turns);
    const double echo_cpu = median_of(echo->cpus, turns);
    const double cpu = median_of(server->cpus, turns);
    add_figure(b, "echo", echo_rate, "moves/s",
               "a bare echo of the same frames");
    if (b->o->rooms == 1000)
        set_bar(b, BARS_AT_LEAST, 60000);
    add_figure(b, "durable", rate, "moves/s",
               "the server: stored before it answers");
    add_figure(b, "durable/echo", rate / echo_rate, "", "throughput");
    set_bar(b, BARS_AT_LEAST, 0.6);
    add_figure(b, "echo-cpu", echo_cpu, "us/move",
               "processor time of the echo");
    add_figure(b, "durable-cpu", cpu, "us/move",
               "processor time of the server");
    add_figure(b, "cpu/echo", cpu / echo_cpu, "", "processor time");
    set_bar(b, BARS_AT_MOST, 1.8);
    add_figure(b, "spare-cpu", median_of(server->spares, turns), "us/move",
               "of the server's idle threads, not in durable-cpu");
    add_figure(b, "client-cpu", median_of(server->own, turns), "us/move",
               "processor time of the client, on its own core");
}

static int run_race(bars *b, bars_side *echo, bars_side *server)
{
    const int turns = b->o->turns < MOST_TURNS ? b->o->turns : MOST_TURNS;
    shot warm;
    int error = play_for(b, echo->l, echo->pid, 0.5, &warm);
    if (!error)
        error = play_for(b, server->l, server->pid, 0.5, &warm);
    for (int i = 0; i < turns && !error; i++) {
        error = take_turn(b, echo, i);
        if (!error)
            error = take_turn(b, server, i);
    }
    if (!error)
        report_race(b, echo, server, turns);
    return error;
}

static int fork_echo(bars *b, load_child *child, net_remote *ret)
{
    char url[64];
    const int error = load_child_fork(b->cores.server, echo_serve, child);
    if (error)
        return stop_measuring(b, error, "the echo does not start");
    snprintf(url, sizeof url, "http://127.0.0.1:%d", child->port);
    net_remote_parse(url, ret);
    return 0;
}

static int measure_race(bars *b)
{
    load_child child;
    load_server s;
    net_remote address;
    bars_side echo = {.l = NULL}, server = {.l = NULL};
    report_progress(b, "throughput, compared with the echo");
    int error = fork_echo(b, &child, &address);
    if (error)
        return error;
    load_config config = config_of(b, &address);
    config.rooms = b->o->rooms;
    config.echo = true;
    echo.pid = child.pid;
    error = start_load(b, &config, &echo.l);
    if (!error)
        error = start_server(b, load_server_open_doors, &s, config.nodes);
    if (!error) {
        config.echo = false;
        server.pid = s.child.pid;
        error = start_load(b, &config, &server.l);
        if (!error)
            error = run_race(b, &echo, &server);
        if (server.l)
            finish_load(b, server.l);
        load_server_end(&s);
    }
    if (echo.l)
        finish_load(b, echo.l);
    load_child_end(&child, SIGKILL);
    return error;
}

/* ---- Ten thousand connections ------------------------------------------- */

static int disk_p99(bars *b, double *ret)
{
    load_histogram h;
    const int error = load_disk_measure(b->o->folder, b->o->seconds / 2, &h);
    if (error)
        return stop_measuring(b, error, "the disk cannot be measured");
    *ret = ms(load_histogram_at(&h, 0.99));
    return 0;
}

/* Measures the disk before and after; its speed in between is the mean. */
static int measure_latency(bars *b, load *l, pid_t pid)
{
    double disk[2] = {0, 0};
    shot s;
    int error = disk_p99(b, &disk[0]);
    if (!error)
        error = play_for(b, l, pid, 1, &s);
    if (!error)
        error = play_for(b, l, pid, 2 * b->o->seconds, &s);
    if (!error)
        error = disk_p99(b, &disk[1]);
    if (error)
        return error;
    const double own = 0.5 * (disk[0] + disk[1]);
    add_figure(b, "rate-10000", s.rate, "moves/s",
               "on ten thousand connections");
    add_figure(b, "disk-p99", own, "ms", "writing and syncing 4 KiB");
    add_figure(b, "ack-p99", s.ack, "ms", "until the mover hears of the move");
    add_figure(b, "news-p99", s.news, "ms",
               "until the opponent hears of the move");
    add_figure(b, "above-disk", s.news - own, "ms", "news-p99 minus disk-p99");
    set_bar(b, BARS_AT_MOST, 3);
    add_figure(b, "late-p99", s.late, "ms", "how late the client sent moves");
    return 0;
}

/* Fills all memory that does not depend on the number of connections, before
 * memory is measured: buffers, the ring of recent messages, and the store's
 * cache of 16 MB. */
static int warm_up(bars *b, const load_config *crowd)
{
    load *l;
    shot s = {.rate = 0};
    load_config config = *crowd;
    config.rooms = WARM_ROOMS;
    config.rate = 0;
    int error = start_load(b, &config, &l);
    if (error)
        return error;
    double moves = 0;
    for (int i = 0; i < WARM_SECONDS && moves < WARM_MOVES && !error; i++) {
        error = play_for(b, l, 0, 1, &s);
        moves += s.rate;
    }
    finish_load(b, l);
    return error;
}

static int measure_crowd_on(bars *b, load *l, pid_t pid)
{
    double seconds;
    load_usage empty = {0}, idle = {0}, full = {0};
    load_usage_read(pid, &empty);
    int error = load_connect(l, &seconds);
    if (error)
        return stop_measuring(b, error,
                              "cannot open ten thousand connections");
    load_usage_read(pid, &idle);
    error = load_enter(l);
    if (error)
        return stop_measuring(b, error, "the rooms do not start");
    load_usage_read(pid, &full);
    add_figure(b, "open-10000", seconds, "s", "ten thousand handshakes");
    set_bar(b, BARS_AT_MOST, 1.5);
    add_figure(b, "idle-connection", (idle.memory - empty.memory) / MANY, "B",
               "memory of the server");
    set_bar(b, BARS_AT_MOST, 1024);
    add_figure(b, "live-room", (full.memory - idle.memory) / (MANY / 2.0), "B",
               "memory of the server, without connections");
    set_bar(b, BARS_AT_MOST, 2048);
    return measure_latency(b, l, pid);
}

static int measure_crowd(bars *b)
{
    load_server s;
    net_remote address;
    load *l;
    report_progress(b, "ten thousand connections");
    int error = start_server(b, load_server_open_doors, &s, &address);
    if (error)
        return error;
    load_config config = config_of(b, &address);
    config.rooms = MANY / 2;
    config.rate = RATE;
    error = warm_up(b, &config);
    if (!error)
        error = load_create(&config, &l);
    if (!error) {
        error = measure_crowd_on(b, l, s.child.pid);
        finish_load(b, l);
    }
    load_server_end(&s);
    return error;
}

/* ---- Bad clients -------------------------------------------------------- */

/* Forks the bad clients, with a lower priority than this process, which
 * measures. */
static int fork_bad(const bars *b, const load_server *s, load_bad_tally *tally,
                    pid_t *ret)
{
    net_remote address;
    load_server_address(s, &address);
    const pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        return -errno;
    if (pid == 0) {
        load_die_with(parent);
        load_pin(b->cores.client);
        setpriority(PRIO_PROCESS, 0, BAD_NICE);
        _exit(load_bad_run(&address, BAD, tally) < 0);
    }
    *ret = pid;
    return 0;
}

static int play_among_bad(bars *b, load *l, const load_server *s,
                          load_bad_tally *tally, shot *ret)
{
    load_child gang = {0};
    shot warm;
    int error = fork_bad(b, s, tally, &gang.pid);
    if (error)
        return stop_measuring(b, error, "cannot start the bad clients");
    error = play_for(b, l, s->child.pid, 0.5, &warm);
    const uint64_t acts = tally->acts, cuts = tally->cuts;
    if (!error)
        error = play_for(b, l, s->child.pid, b->o->seconds, ret);
    tally->acts -= acts;
    tally->cuts -= cuts;
    load_child_end(&gang, SIGKILL);
    return error;
}

static int bad_turns(bars *b, load *l, const load_server *s,
                     load_bad_tally *tally)
{
    double alone[MOST_TURNS] = {0}, among[MOST_TURNS] = {0};
    const int turns = b->o->turns < MOST_TURNS ? b->o->turns : MOST_TURNS;
    shot now;
    int error = play_for(b, l, s->child.pid, 0.5, &now);
    for (int i = 0; i < turns && !error; i++) {
        error = play_for(b, l, s->child.pid, b->o->seconds, &now);
        alone[i] = now.news;
        if (!error)
            error = play_among_bad(b, l, s, tally, &now);
        among[i] = now.news;
    }
    if (error)
        return error;
    const double p99 = median_of(alone, turns), bad = median_of(among, turns);
    add_figure(b, "honest-p99", p99, "ms",
               "until the opponent hears of it, 1,000 moves/s");
    add_figure(b, "among-bad-p99", bad, "ms",
               "the same with a hundred bad clients");
    add_figure(b, "bad-acts", (double)tally->acts / b->o->seconds, "/s",
               "what the bad clients try");
    add_figure(b, "bad-cuts", (double)tally->cuts / b->o->seconds, "/s",
               "how often the server cuts a bad client");
    add_figure(b, "bad/honest", bad / p99, "", "among-bad-p99 / honest-p99");
    set_bar(b, BARS_AT_MOST, 2);
    return 0;
}

/* The bad clients are another process, which shares the counts with this one.
 */
static int with_tally(bars *b, load *l, const load_server *s)
{
    load_bad_tally *tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (tally == MAP_FAILED)
        return stop_measuring(b, -errno, "cannot share memory");
    const int error = bad_turns(b, l, s, tally);
    munmap(tally, sizeof *tally);
    return error;
}

static int measure_bad(bars *b)
{
    /* Default limits, except that all clients have one address. */
    static const char *const flags[] = {"--connections-per-address",
                                        "19000",
                                        "--rooms-per-address",
                                        "2000",
                                        "--log-level",
                                        "error",
                                        NULL};
    load_server s;
    net_remote address;
    load *l;
    report_progress(b, "a hundred bad clients");
    int error = start_server(b, flags, &s, &address);
    if (error)
        return error;
    load_config config = config_of(b, &address);
    config.rooms = HONEST_ROOMS;
    config.rate = 2 * HONEST_ROOMS;
    config.spin = false; /* the bad clients need some time on this core */
    error = start_load(b, &config, &l);
    if (!error) {
        error = with_tally(b, l, &s);
        finish_load(b, l);
    }
    load_server_end(&s);
    return error;
}

/* ---- Restarting --------------------------------------------------------- */

/* Leaves rooms with a few moves in each behind. */
static int leave_rooms(bars *b, const load_config *config)
{
    load *l;
    shot s;
    int error = start_load(b, config, &l);
    if (error)
        return error;
    error = play_for(b, l, 0, 2, &s);
    finish_load(b, l);
    return error;
}

static int verify_rooms(bars *b, const load_config *config, FILE *history)
{
    load_verified v;
    rewind(history);
    const int error = load_verify(config, history, &v);
    b->report->anomalies += v.anomalies;
    if (error)
        return stop_measuring(b, error, "rooms are missing after the restart");
    add_figure(b, "rooms-found", v.rooms, "",
               "live rooms after the restart, with both seats");
    add_figure(b, "moves-found", (double)v.moves, "",
               "acknowledged before the kill, and found");
    return 0;
}

static int measure_start(bars *b, load_server *s, load_config *config)
{
    load_server_kill(s);
    const int64_t began = clock_ns();
    const int error = load_server_restart(s);
    if (error)
        return stop_measuring(b, error, "the server does not restart");
    add_figure(b, "restart-10000", 1e-3 * ms(clock_ns() - began), "s",
               "restart until ten thousand live rooms are served");
    set_bar(b, BARS_AT_MOST, 1);
    load_server_address(s, config->nodes);
    return 0;
}

static int measure_restart(bars *b)
{
    load_server s;
    net_remote address;
    FILE *history = tmpfile();
    if (!history)
        return stop_measuring(b, -errno, "cannot create a temporary file");
    report_progress(b, "a restart with ten thousand rooms");
    int error = start_server(b, load_server_open_doors, &s, &address);
    if (error) {
        fclose(history);
        return error;
    }
    load_config config = config_of(b, &address);
    config.rooms = MANY / 2;
    config.history = history;
    error = leave_rooms(b, &config);
    if (!error)
        error = leave_rooms(b, &config);
    if (!error)
        error = measure_start(b, &s, &config);
    if (!error)
        error = verify_rooms(b, &config, history);
    load_server_end(&s);
    fclose(history);
    return error;
}

/* ---- All scenarios ------------------------------------------------------ */

int bars_run(const bars_options *options, bars_report *ret)
{
    bars b = {.o = options, .report = ret, .cores = load_cores_choose()};
    memset(ret, 0, sizeof *ret);
    load_raise_files();
    load_pin(b.cores.client);
    int error = measure_race(&b);
    if (options->quick || error)
        return error;
    error = measure_crowd(&b);
    if (!error)
        error = measure_bad(&b);
    if (!error)
        error = measure_restart(&b);
    return error;
}
