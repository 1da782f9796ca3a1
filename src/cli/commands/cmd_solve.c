/* cmd_solve.c - oxo solve. */
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "interrupt.h"
#include "item.h"
#include "progress.h"
#include "report.h"
#include "rows.h"

enum { MIB = 1 << 20, DEFAULT_MIB = 256, MOST_MIB = 1 << 20 };

typedef struct request {
    const cli_command *command;
    oxo_position position;
    oxo_solve_limits limits;
    int memory; /* MiB */
    bool json, quiet;
} request;

/* The outcome that is proven; OXO_ONGOING where nothing is. */
static oxo_outcome outcome_of(oxo_solution_kind kind, const oxo_position *p)
{
    return report_solved_outcome(kind, oxo_position_turn(p));
}

static const char *result_words(oxo_outcome outcome)
{
    static const char *const words[] = {"unknown", "X wins", "O wins", "draw"};
    return words[outcome];
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

/* ---- Solving ------------------------------------------------------------ */

enum { FIRST_PROGRESS = 1000 }; /* milliseconds */

typedef struct watcher {
    const request *request;
    progress progress;
} watcher;

static bool on_report(const oxo_solve_info *info, void *context)
{
    watcher *w = context;
    char known[48] = "", within[32] = "";
    if (info->within > 0)
        snprintf(within, sizeof within, " in at least %d move%s", info->within,
                 plural(info->within));
    if (info->kind != OXO_SOLVED_UNKNOWN)
        snprintf(known, sizeof known, ", %s%s",
                 result_words(outcome_of(info->kind, &w->request->position)),
                 within);
    progress_tell(&w->progress, info->time, "%.1f s, %.1f million nodes%s",
                  (double)info->time / 1e3, (double)info->nodes / 1e6, known);
    return true;
}

static oxo_stop stop;

static void stop_solving(void)
{
    oxo_stop_set(&stop);
}

static int solve(const request *r, oxo_solution *ret)
{
    oxo_solver *solver;
    oxo_solve_limits limits = r->limits;
    const int error = oxo_solver_create((size_t)r->memory * MIB, &solver);
    if (error < 0)
        return cli_fail(r->command, "%d MiB of memory: %s", r->memory,
                        strerror(-error));
    watcher w = {r, progress_start(r->quiet, true, FIRST_PROGRESS)};
    limits.stop = &stop;
    oxo_stop_clear(&stop);
    interrupt_take(stop_solving);
    *ret = oxo_solver_solve(solver, &r->position, &limits, on_report, &w);
    progress_end(&w.progress);
    interrupt_leave();
    oxo_solver_destroy(solver);
    return CLI_OK;
}

/* ---- Plain text --------------------------------------------------------- */

static void write_distance(const oxo_solution *s)
{
    if (s->exact)
        printf("distance  %d move%s\n", s->distance, plural(s->distance));
    else
        printf("distance  not found within the limits\n");
}

static void write_line(const request *r, const oxo_solution *s)
{
    enum { IN_A_ROW = 20 };
    const oxo_variant variant = (oxo_variant)r->position.variant;
    char text[OXO_MOVE_TEXT];
    printf("line     ");
    for (int i = 0; i < s->length; i++) {
        if (i > 0 && i % IN_A_ROW == 0)
            printf("\n         ");
        oxo_move_format(OXO_NATIVE, variant, s->line[i], text);
        printf(" %s", text);
    }
    printf("%s\n", s->complete ? "" : " ...");
}

static void write_plain(const request *r, const oxo_solution *s)
{
    const oxo_outcome outcome = outcome_of(s->kind, &r->position);
    const bool won = outcome != OXO_ONGOING && outcome != OXO_DRAW;
    if (oxo_position_outcome(&r->position) != OXO_ONGOING) {
        printf("result    %s: the game is over\n", result_words(outcome));
        return;
    }
    printf("result    %s\n", result_words(outcome));
    if (won)
        write_distance(s);
    if (s->length > 0)
        write_line(r, s);
    printf("nodes     %" PRIu64 "\n"
           "time      %.3f s\n",
           s->nodes, (double)s->time / 1e3);
}

/* ---- JSON --------------------------------------------------------------- */

static void write_json(const request *r, const oxo_solution *s)
{
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    report_position_members(&w, &r->position);
    report_solution_members(&w, &r->position, s);
    json_close(&w);
}

/* ---- The command line --------------------------------------------------- */

static int read_limits(const cli_args *args, request *r)
{
    double seconds = 0;
    r->memory = DEFAULT_MIB;
    int status = cli_read_seconds(args, "time", 1e6, &seconds);
    if (status == CLI_OK)
        status = cli_read_int(args, "hash", 1, MOST_MIB, &r->memory);
    if (status == CLI_OK)
        status = cli_read_nodes(args, &r->limits.nodes);
    /* Less than a millisecond is not the same as no limit. */
    r->limits.time =
        (int64_t)(seconds * 1e3) + (seconds > 0 && seconds < 1e-3);
    return status;
}

static int read_position(const cli_args *args, oxo_position *ret)
{
    static format_item item;
    const int status =
        item_load(args, FORMAT_AUTO, cli_args_value(args, "variant"), &item);
    if (status == CLI_OK)
        *ret = item.record.game.now;
    return status;
}

/* The exit status, and the message that goes with it. An interrupt after the
 * result was proven still cuts off the distance and the line. */
static int finish_solve(const request *r, const oxo_solution *s)
{
    const bool solved = s->kind != OXO_SOLVED_UNKNOWN;
    if (interrupt_came() && !(solved && s->complete))
        return cli_interrupted(r->command, NULL);
    if (solved)
        return CLI_OK;
    if (!r->json) /* the JSON object has said so */
        (void)cli_fail(r->command, "not solved within the limits");
    return CLI_UNSOLVED;
}

static int run(const cli_args *args)
{
    request r = {.command = args->command,
                 .limits = {.exact_distance = true},
                 .json = cli_args_flag(args, "json"),
                 .quiet = cli_args_flag(args, "quiet")};
    oxo_solution s = {.kind = OXO_SOLVED_UNKNOWN};
    int status = read_limits(args, &r);
    if (status == CLI_OK)
        status = read_position(args, &r.position);
    if (status == CLI_OK)
        status = solve(&r, &s);
    if (status != CLI_OK)
        return status;
    if (r.json)
        write_json(&r, &s);
    else
        write_plain(&r, &s);
    return finish_solve(&r, &s);
}

/* ---- The command -------------------------------------------------------- */

static const cli_operand operands[] = {
    {"POSITION",
     "A position, a file with a position or a game, whose last position is "
     "taken, or '-' for standard input. What names an existing file is a "
     "file.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT_OF_POSITION,
    ROW_SECONDS(
        "time",
        "Give up after this time; a decimal number. Without it, never."),
    ROW_NUMBER("nodes",
               "Give up after making about so many moves in search. Without "
               "it, never."),
    ROW_RENAMED("hash", "memory", "MIB",
                "Use at most so many mebibytes for what was found out; 256 "
                "unless given. With little it takes longer."),
    ROW_JSON,
    ROW_SILENT,
    {0},
};

static const char *const description[] = {
    "Proves who wins a position, or that it is a draw, if both sides play as "
    "well as can be. What it says is a proof; if a limit is hit before there "
    "is one, the result is unknown, and the exit status 5. Meant for late "
    "positions of Ultimate: with 30 empty cells most take milliseconds, with "
    "40 it may be seconds, and early ones take for ever. Classic positions "
    "are looked up.",
    "The distance counts the moves of both sides to the end: the winner as "
    "fast, the loser as slow as can be. The line ends the game like that, or "
    "in a draw. If a limit is hit when the result is proven but the distance "
    "is not, the result is told without it.",
    "JSON has the words of 'oxo analyze --json', with the line that proves "
    "the result among 'lines', and beside them 'result', which is 'X', 'O', "
    "'draw' or 'unknown', and 'complete': the line goes to the end. "
    "'distance' is 0 for a draw, and null where it was not found.",
    "Ctrl-C ends the search like a limit. Searches of more than a second "
    "tell how they go on standard error.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo solve '6ooo/o4o3/2xo3xo/2xx1o3/ooo6/x3x3x/1x2xxo1x/6xxx/ox2o2ox o "
     "-'",
     "O wins in seven moves of both sides.", CLI_OK},
    {"oxo solve --json 'x2/1o1/3 x'", "A draw of classic, for programs.",
     CLI_OK},
    {"oxo solve --nodes 5000 '4x4/4x4/9/9/ooo1x4/9/9/9/9 x c'",
     "Too early a position for so few nodes: unknown.", CLI_UNSOLVED},
    {0},
};

const cli_command cmd_solve = {
    .name = "solve",
    .summary = "Prove who wins a late position",
    .arguments = "POSITION",
    .least = 1,
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_MOVES | CLI_SOLVES | CLI_RUNS_LONG,
    .run = run,
};
