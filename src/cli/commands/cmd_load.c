/* cmd_load.c - oxo load. */
#include "commands.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "echo.h"
#include "format.h"
#include "interrupt.h"
#include "load_report.h"
#include "load_server.h"
#include "rows.h"

enum {
    STANDARD_ROOMS = 100,
    STANDARD_PATIENCE = 20,
    MOST_ROOMS = 100000,
    STANDARD_TURNS = 3,
    SHOWN = 50 /* anomalies that are printed; more are only counted */
};

/* The target of the load, and the options. */
typedef struct load_job {
    const cli_args *args;
    load_run run;
    double seconds, warm;
    load_cores cores;
    load_child echo;    /* with '--echo' */
    load_server server; /* with '--serve' */
    pid_t pid;          /* process whose cost is measured; 0: none */
    uint64_t anomalies; /* reported so far */
} load_job;

/* Set by an interrupt. The load still waits for the answers to what it has
 * sent, and reports. */
static volatile sig_atomic_t stop;

static void stop_load(void)
{
    stop = 1;
}

static int finish_load(const load_job *j, uint64_t anomalies)
{
    if (anomalies)
        return CLI_FAILURE;
    return stop ? cli_interrupted(j->args->command, NULL) : CLI_OK;
}

static void print_anomaly(void *context, const char *sentence)
{
    load_job *j = context;
    if (++j->anomalies <= SHOWN)
        cli_fail(j->args->command, "anomaly: %s", sentence);
    else if (j->anomalies == SHOWN + 1)
        cli_fail(j->args->command, "more anomalies are only counted");
}

static void print_progress(void *context, const char *sentence)
{
    const load_job *j = context;
    cli_fail(j->args->command, "%s", sentence);
}

/* ---- Options ------------------------------------------------------------ */

enum { MOST_SECONDS = 86400 };

static int read_options(load_job *j)
{
    const cli_args *args = j->args;
    load_config *c = &j->run.config;
    int rate = 0;
    c->rooms = STANDARD_ROOMS;
    c->patience = STANDARD_PATIENCE;
    const cli_number numbers[] = {
        {"rooms", 0, MOST_ROOMS, &c->rooms},
        {"spectators", 0, 100, &c->spectators},
        {"connections", 0, MOST_ROOMS, &c->idle},
        {"churn", 1, 100, &c->churn},
        {"rate", 1, 1000000, &rate},
    };
    const struct {
        const char *name;
        double *value;
    } times[] = {{"time", &j->seconds},
                 {"warm-up", &j->warm},
                 {"patience", &c->patience}};
    int status =
        cli_read_ints(args, numbers, sizeof numbers / sizeof *numbers);
    for (size_t i = 0; status == CLI_OK && i < sizeof times / sizeof *times;
         i++)
        status = cli_read_seconds(args, times[i].name, MOST_SECONDS,
                                  times[i].value);
    if (status == CLI_OK)
        c->variant = format_variant(cli_args_value(args, "variant"));
    c->rate = rate;
    return status;
}

/* Exactly one target must be given. */
static int check_target(const cli_args *args)
{
    const int targets = (args->count > 0) + cli_args_flag(args, "serve") +
                        cli_args_flag(args, "echo") +
                        cli_args_flag(args, "compare") +
                        cli_args_flag(args, "bars");
    if (targets == 0)
        return cli_usage(args->command, "missing URL");
    if (targets > 1)
        return cli_usage(args->command,
                         "a URL, '--serve', '--echo', '--compare' and "
                         "'--bars' do not go together");
    if (cli_args_value(args, "churn") &&
        (cli_args_flag(args, "echo") || cli_args_flag(args, "compare") ||
         cli_args_flag(args, "bars")))
        return cli_usage(args->command, "'--churn' is for a URL or '--serve'");
    if (cli_args_flag(args, "echo") && (cli_args_value(args, "spectators") ||
                                        cli_args_value(args, "connections")))
        return cli_usage(args->command,
                         "'--echo' takes neither '--spectators' nor "
                         "'--connections'");
    return CLI_OK;
}

static const char *folder_of(const cli_args *args)
{
    const char *folder = cli_args_value(args, "folder");
    return folder ? folder : "/var/tmp";
}

/* ---- Targets ------------------------------------------------------------ */

static int start_echo(load_job *j)
{
    char url[64];
    const int error = load_child_fork(j->cores.server, echo_serve, &j->echo);
    if (error)
        return cli_fail(j->args->command, "cannot start the echo: %s",
                        strerror(-error));
    snprintf(url, sizeof url, "http://127.0.0.1:%d", j->echo.port);
    net_remote_parse(url, j->run.config.nodes);
    j->run.config.node_count = 1;
    j->run.config.echo = true;
    j->pid = j->echo.pid;
    return CLI_OK;
}

static int start_server(load_job *j)
{
    const int error =
        load_server_start(&j->server, folder_of(j->args), j->cores.server,
                          load_server_open_doors);
    if (error)
        return cli_fail(j->args->command, "cannot start the server: %s",
                        strerror(-error));
    load_server_address(&j->server, j->run.config.nodes);
    j->run.config.node_count = 1;
    j->pid = j->server.child.pid;
    return CLI_OK;
}

static int find_servers(load_job *j)
{
    int pid = 0;
    load_config *c = &j->run.config;
    for (; c->node_count < j->args->count; c->node_count++) {
        const char *url = j->args->operands[c->node_count];
        const char *fault = net_remote_parse(url, &c->nodes[c->node_count]);
        if (fault)
            return cli_usage(j->args->command, "'%s' is no address: %s", url,
                             fault);
    }
    const int status = cli_read_int(j->args, "pid", 1, 1 << 30, &pid);
    j->pid = pid;
    return status;
}

/* A server that is started here gets a core of its own, and so does the load,
 * which can then poll without sleeping. */
static int start_target(load_job *j)
{
    const bool ours = j->args->count == 0;
    if (ours) {
        j->cores = load_cores_choose();
        j->run.config.spin = j->cores.client >= 0;
    }
    const int status = !ours                            ? find_servers(j)
                       : cli_args_flag(j->args, "echo") ? start_echo(j)
                                                        : start_server(j);
    if (ours)
        load_pin(j->cores.client);
    return status;
}

static void end_target(load_job *j)
{
    if (j->echo.pid > 0)
        load_child_end(&j->echo, SIGKILL);
    if (j->server.child.pid > 0)
        load_server_end(&j->server);
}

/* ---- Playing ------------------------------------------------------------ */

static int play_load(load_job *j, load *l)
{
    load_run *out = &j->run;
    int error = load_connect(l, &out->open_seconds);
    if (!error)
        error = load_enter(l);
    if (!error && out->config.rooms > 0)
        error = load_play(l, j->warm);
    if (!error && j->pid)
        out->knows_server = load_usage_read(j->pid, &out->before);
    if (!error && out->config.rooms > 0)
        error = load_play(l, j->seconds);
    if (!error && out->knows_server)
        out->knows_server = load_usage_read(j->pid, &out->after);
    out->result = *load_result_of(l);
    return error;
}

static int play_and_report(load_job *j)
{
    load *l;
    load_config *c = &j->run.config;
    c->anomaly = print_anomaly;
    c->context = j;
    c->stop = &stop;
    interrupt_take(stop_load);
    j->run.connections = c->rooms * (2 + c->spectators) + c->idle;
    if (j->run.connections + 32 > load_raise_files())
        return cli_fail(j->args->command,
                        "this process cannot open %d connections",
                        j->run.connections);
    if (j->pid)
        load_usage_read(j->pid, &j->run.empty);
    int error = load_create(c, &l);
    if (!error) {
        error = play_load(j, l);
        load_destroy(l);
    }
    if (error)
        return cli_fail(j->args->command, "the load failed: %s",
                        strerror(-error));
    load_report_run(&j->run, cli_args_flag(j->args, "json"));
    return finish_load(j, j->run.result.anomalies);
}

/* Opens the file that an option names, if it was given. */
static int open_log(const load_job *j, const char *option, FILE **ret)
{
    const char *name = cli_args_value(j->args, option);
    if (!name)
        return CLI_OK;
    *ret = fopen(name, "we");
    if (!*ret)
        return cli_fail(j->args->command, "cannot write '%s': %s", name,
                        strerror(errno));
    /* A program that follows the file needs whole lines at once. */
    setvbuf(*ret, NULL, _IOLBF, BUFSIZ);
    return CLI_OK;
}

static int close_log(const load_job *j, const char *option, FILE *f,
                     int status)
{
    if (!f || fclose(f) == 0)
        return status;
    return cli_fail(j->args->command, "cannot write '%s': %s",
                    cli_args_value(j->args, option), strerror(errno));
}

/* With a history, the server may die and come back during the load. */
static int run_with_logs(load_job *j)
{
    load_config *c = &j->run.config;
    int status = open_log(j, "history", &c->history);
    c->survive = c->history != NULL;
    if (status == CLI_OK)
        status = open_log(j, "received", &c->received);
    if (status == CLI_OK)
        status = play_and_report(j);
    status = close_log(j, "history", c->history, status);
    return close_log(j, "received", c->received, status);
}

static int run_verify(load_job *j, const char *name)
{
    load_verified v;
    FILE *history = fopen(name, "re");
    if (!history)
        return cli_fail(j->args->command, "cannot read '%s': %s", name,
                        strerror(errno));
    load_raise_files();
    j->run.config.anomaly = print_anomaly;
    j->run.config.context = j;
    const int error = load_verify(&j->run.config, history, &v);
    fclose(history);
    if (error == -EBADMSG)
        return cli_fail(j->args->command, "'%s' is not a history: line %d",
                        name, v.line);
    if (error)
        return cli_fail(j->args->command, "cannot verify: %s",
                        strerror(-error));
    load_report_verified(&v, cli_args_flag(j->args, "json"));
    return v.anomalies ? CLI_FAILURE : CLI_OK;
}

static int run_bars(load_job *j)
{
    bars_report report;
    int turns = STANDARD_TURNS;
    const int status = cli_read_int(j->args, "turns", 1, 25, &turns);
    if (status != CLI_OK)
        return status;
    const bool given = cli_args_value(j->args, "rooms") != NULL;
    const bars_options how = {
        .folder = folder_of(j->args),
        .seconds = j->seconds,
        .turns = turns,
        .quick = cli_args_flag(j->args, "compare"),
        .variant = j->run.config.variant,
        .rooms = given ? j->run.config.rooms : 1000,
        .stop = &stop,
        .anomaly = print_anomaly,
        .progress = isatty(STDERR_FILENO) ? print_progress : NULL,
        .context = j,
    };
    interrupt_take(stop_load);
    const int error = bars_run(&how, &report);
    load_report_bars(&report, cli_args_flag(j->args, "json"));
    if (error && !stop)
        return cli_fail(j->args->command, "%s", report.problem);
    return finish_load(j, report.anomalies);
}

/* ---- The command -------------------------------------------------------- */

static int run_load(const cli_args *args)
{
    static load_job j;
    j = (load_job){.args = args, .seconds = 5, .warm = 0.5};
    int status = check_target(args);
    if (status == CLI_OK)
        status = read_options(&j);
    if (status != CLI_OK)
        return status;
    if (cli_args_flag(args, "compare") || cli_args_flag(args, "bars"))
        return run_bars(&j);
    j.cores = (load_cores){-1, -1};
    status = start_target(&j);
    if (status == CLI_OK) {
        const char *verify = cli_args_value(args, "verify");
        status = verify ? run_verify(&j, verify) : run_with_logs(&j);
    }
    end_target(&j);
    return status;
}

static const cli_operand operands[] = {
    {"URL",
     "The server: http://127.0.0.1:8080, or ws://host:port/ws. Several "
     "servers must share one store; the players of a room then use different "
     "servers.",
     CLI_WORD},
    {0},
};

static const cli_option options[] = {
    ROW_NUMBER("rooms", "Play in N rooms at the same time; default: 100."),
    ROW_RENAMED("time", "seconds", "SECONDS",
                "How long to play; default: 5. Ctrl-C ends it earlier."),
    ROW_NUMBER("spectators", "Watch each room with N spectators; default: 0."),
    ROW_NUMBER("connections", "Open N more connections, which stay idle."),
    ROW_VALUE("churn", "PERCENT",
              "In this share of the rooms, players disconnect at random and "
              "come back a moment later. About half of these rooms have a "
              "clock. If an absence ends a game, that is an anomaly."),
    ROW_NUMBER("rate", "Make N moves per second in all rooms together; "
                       "default: as many as the server answers."),
    ROW_VARIANT_TO_PLAY,
    ROW_SECONDS("warm-up", "Play this long before measuring; default: 0.5."),
    ROW_SECONDS("patience",
                "Give up after this long without any answer; default: 20."),
    ROW_VALUE("pid", "PID",
              "Also measure the CPU time and memory of the server, which is "
              "this process of this machine."),
    ROW_FLAG("serve", "Start a server with a new store on another core, and "
                      "play there."),
    ROW_FLAG("echo", "Start a bare echo server instead, which answers with "
                     "the same frames: the limit of the machine."),
    ROW_FLAG("compare", "Start a server and an echo, and play on them in "
                        "turn, in 1000 rooms by default."),
    ROW_FLAG("bars",
             "The same, then ten thousand connections, misbehaving clients, "
             "and a restart with ten thousand rooms: all figures of "
             "lab/performance.md in the documentation."),
    ROW_NUMBER("turns", "With --compare and --bars, play N times on each; "
                        "default: 3."),
    ROW_VALUE("folder", "FOLDER",
              "The folder for the stores of servers started here; its disk is "
              "measured too; default: /var/tmp."),
    ROW_RENAMED("history", "journal", "FILE",
                "Record what was sent and acknowledged, and go on when a "
                "server dies or loses its store."),
    ROW_RENAMED("received", "heard", "FILE",
                "Record every message that each player and spectator "
                "receives."),
    ROW_FILE("verify",
             "Don't play: check that the server still has everything that "
             "was acknowledged according to this history, exactly once."),
    ROW_JSON,
    {0},
};

static const char *const description[] = {
    "Plays complete random games against a server over real sockets, with two "
    "players and optional spectators in each room. It checks every answer "
    "against the rules and the protocol: the mover, the opponent and the "
    "spectators must all receive what follows from the moves, in order.",
    "The report has the moves per second, the time until the mover and the "
    "opponent got their answer, the CPU time used, and every anomaly. The "
    "exit status is 1 if there was an anomaly.",
    "A server must allow that many connections and messages from one address: "
    "see --connections-per-address, --rooms-per-address, --message-rate and "
    "--message-burst of 'oxo serve'. A server started by --serve allows them.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo load --serve --rooms 10 --time 0.5",
     "Half a second against a new server.", CLI_OK},
    {"oxo load --echo --rooms 10 --time 0.2 --json",
     "The limit that the sockets set.", CLI_OK},
    {"oxo load --compare --rooms 10 --time 0.2 --turns 1",
     "Both, one after the other.", CLI_OK},
    {0},
};

const cli_command cmd_load = {
    .name = "load",
    .summary = "Play many games against a server, to check and measure it",
    .arguments = "[URL]...",
    .least = 0,
    .most = LOAD_MOST_NODES,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_RUNS_LONG,
    .run = run_load,
};
