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

typedef struct solve_request {
    const cli_command *command;
    oxo_position position;
    oxo_solve_limits limits;
    int memory; /* MiB */
    bool json, quiet;
} solve_request;

/* The proven outcome; OXO_ONGOING if there is none. */
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

typedef struct solve_watcher {
    const solve_request *request;
    progress progress;
} solve_watcher;

static bool on_report(const oxo_solve_info *info, void *context)
{
    solve_watcher *w = context;
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

static int solve_position(const solve_request *r, oxo_solution *ret)
{
    oxo_solver *solver;
    oxo_solve_limits limits = r->limits;
    const int error = oxo_solver_create((size_t)r->memory * MIB, &solver);
    if (error < 0)
        return cli_fail(r->command, "%d MiB of memory: %s", r->memory,
                        strerror(-error));
    solve_watcher w = {r, progress_start(r->quiet, true, FIRST_PROGRESS)};
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

static void write_line(const solve_request *r, const oxo_solution *s)
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

static void write_plain(const solve_request *r, const oxo_solution *s)
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

static void write_json(const solve_request *r, const oxo_solution *s)
{
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    report_position_members(&w, &r->position);
    report_solution_members(&w, &r->position, s);
    json_close(&w);
}

/* ---- The command line --------------------------------------------------- */

static int read_limits(const cli_args *args, solve_request *r)
{
    double seconds = 0;
    r->memory = DEFAULT_MIB;
    int status = cli_read_seconds(args, "time", 1e6, &seconds);
    if (status == CLI_OK)
        status = cli_read_int(args, "hash", 1, MOST_MIB, &r->memory);
    if (status == CLI_OK)
        status = cli_read_nodes(args, &r->limits.nodes);
    /* A fraction of a millisecond must not become 0, no limit. */
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

/* Chooses the exit status and prints its message. A search that has proven the
 * result can still be interrupted before it finds the exact line. */
static int finish_solve(const solve_request *r, const oxo_solution *s)
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

static int run_solve(const cli_args *args)
{
    solve_request r = {.command = args->command,
                       .limits = {.exact_distance = true},
                       .json = cli_args_flag(args, "json"),
                       .quiet = cli_args_flag(args, "quiet")};
    oxo_solution s = {.kind = OXO_SOLVED_UNKNOWN};
    int status = read_limits(args, &r);
    if (status == CLI_OK)
        status = read_position(args, &r.position);
    if (status == CLI_OK)
        status = solve_position(&r, &s);
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
     "A position, a file with a position or with a game, which stands for its "
     "last position, or '-' for standard input. " TEXT_EXISTING_FILE,
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT_OF_POSITION,
    ROW_SECONDS("time", "Give up after this time, a decimal number; default: "
                        "never."),
    ROW_NODES("Give up after a search of about N nodes; default: never."),
    ROW_RENAMED("hash", "memory", "MIB",
                TEXT_HASH("256") " With less memory the search takes longer."),
    ROW_JSON,
    ROW_SILENT,
    {0},
};

static const char *const description[] = {
    "Proves which side wins a position with best play, or that it is a draw. "
    "The result is a proof. If a limit is reached first, the result is "
    "unknown and the exit status 5. The solver is for late positions of "
    "Ultimate: with 30 empty cells most take milliseconds, with 40 perhaps "
    "seconds, and early positions cannot be solved in practice. Classic "
    "positions are looked up.",
    "The distance counts the moves of both sides to the end: the winner plays "
    "as fast as possible, the loser as slowly. The line ends the game in that "
    "way, or in a draw. If a limit is reached after the result is proven but "
    "before the distance is, the result is printed without it.",
    "The JSON object has the members of 'oxo analyze --json', where 'lines' "
    "has the line that proves the result, and two more: 'result' is 'X', 'O', "
    "'draw' or 'unknown', and 'complete' is true if the line goes to the end "
    "of the game. 'distance' is 0 for a draw, and null if it was not found.",
    "Ctrl-C ends the search and prints what is known by then. A search of "
    "more than a second prints its progress on standard error.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo solve '6ooo/o4o3/2xo3xo/2xx1o3/ooo6/x3x3x/1x2xxo1x/6xxx/ox2o2ox o "
     "-'",
     "O wins in seven moves of both sides.", CLI_OK},
    {"oxo solve --json 'x2/1o1/3 x'", "A drawn position of classic, as JSON.",
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
    .run = run_solve,
};
