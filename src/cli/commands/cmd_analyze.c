/* cmd_analyze.c - oxo analyze. */
#include "commands.h"

#include <string.h>

#include "analyze.h"
#include "evalfile.h"
#include "item.h"
#include "rows.h"

enum { STANDARD_NODES = 1000000, STANDARD_HASH = 64, MOST_HASH = 65536 };

/* ---- The command line --------------------------------------------------- */

enum { MOST_MOVETIME = 1000000000 };

/* Reads milliseconds; the option's old name takes seconds. */
static int read_movetime(const cli_args *args, oxo_limits *ret)
{
    double seconds = 0;
    int ms = 0, status;
    if (cli_args_is_old(args, "movetime")) {
        status =
            cli_read_seconds(args, "movetime", MOST_MOVETIME / 1e3, &seconds);
        /* A fraction of a millisecond must not become 0, no limit. */
        ms = (int)(seconds * 1e3) + (seconds > 0 && seconds < 1e-3);
    } else
        status = cli_read_int(args, "movetime", 1, MOST_MOVETIME, &ms);
    ret->move_time = ms;
    return status;
}

static int read_limits(const cli_args *args, analyze_request *r)
{
    const cli_number numbers[] = {
        {"depth", 1, OXO_MAX_MOVES, &r->limits.depth},
        {"lines", 1, OXO_MAX_MOVES, &r->lines},
        {"hash", 1, MOST_HASH, &r->hash}};
    int status = cli_read_ints(args, numbers, 3);
    if (status == CLI_OK)
        status = read_movetime(args, &r->limits);
    if (status == CLI_OK)
        status = cli_read_nodes(args, &r->limits.nodes);
    return status;
}

/* Chooses between the game and one of its positions: the game, unless it has
 * no moves or '--ply' names a position. */
static int choose_subject(const cli_args *args, const format_item *item,
                          analyze_request *r, bool *ret_game)
{
    const oxo_game *g = &item->record.game;
    int ply = g->length;
    const char *asked = cli_args_value(args, "ply");
    if (asked && strcmp(asked, "0") != 0 && g->length == 0)
        return cli_usage(args->command,
                         "'--ply' counts the moves of a game; this %s has "
                         "none",
                         item->is_game ? "game" : "position");
    const int status = cli_read_int(args, "ply", 0, g->length, &ply);
    r->record = &item->record;
    r->position = oxo_game_position_at(g, ply);
    *ret_game = g->length > 0 && !asked;
    if (status == CLI_OK && *ret_game && (r->limits.depth > 0 || r->lines > 0))
        return cli_usage(
            args->command,
            "'--%s' is for positions, and this is a game; '--ply' chooses "
            "one of its positions",
            r->limits.depth > 0 ? "depth" : "lines");
    return status;
}

static int read_item(const cli_args *args, format_item *ret)
{
    const char *from = cli_args_value(args, "from");
    return item_load(args, from ? format_find(from) : FORMAT_AUTO,
                     cli_args_value(args, "variant"), ret);
}

/* Warns if the network that the user named is not used. */
static void warn_of_neural(const cli_args *args, const analyze_request *r)
{
    const oxo_variant variant = (oxo_variant)r->position.variant;
    if (r->neural && oxo_neural_variant(r->neural) != variant && !r->quiet)
        (void)cli_fail(args->command,
                       "%s: a neural network for %s is not used for %s",
                       cli_args_value(args, "net"),
                       oxo_variant_word(oxo_neural_variant(r->neural)),
                       oxo_variant_word(variant));
}

static int analyze_item(const cli_args *args, analyze_request *r)
{
    static format_item item;
    bool game = false;
    int status = read_item(args, &item);
    if (status == CLI_OK)
        status = choose_subject(args, &item, r, &game);
    if (status != CLI_OK)
        return status;
    warn_of_neural(args, r);
    if (game)
        return analyze_game(r);
    if (r->limits.nodes == 0 && r->limits.move_time == 0 &&
        r->limits.depth == 0)
        r->limits.nodes = STANDARD_NODES;
    return analyze_position(r);
}

static int run_analyze(const cli_args *args)
{
    oxo_neural *neural = NULL;
    analyze_request r = {.args = args,
                         .hash = STANDARD_HASH,
                         .json = cli_args_flag(args, "json"),
                         .svg = cli_args_flag(args, "svg"),
                         .ascii = look_wants_ascii(args),
                         .quiet = cli_args_flag(args, "quiet")};
    if (r.json && r.svg)
        return cli_usage(args->command,
                         "'--json' and '--svg' do not go together");
    int status = read_limits(args, &r);
    if (status == CLI_OK)
        status = evalfile_load(args, &neural);
    r.neural = neural;
    r.hand_written = evalfile_none(args);
    if (status == CLI_OK)
        status = analyze_item(args, &r);
    oxo_neural_destroy(neural);
    return status;
}

/* ---- The command -------------------------------------------------------- */

static const cli_operand operands[] = {
    {"INPUT",
     "A position, a file with positions or games, or '-' for standard "
     "input. " TEXT_EXISTING_FILE,
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT_OF_POSITION,
    ROW_FROM,
    ROW_GAME,
    ROW_NUMBER("ply", "Analyze the position after the first N moves of a "
                      "game, instead of the whole game."),
    ROW_NODES("Search about N nodes per position; default: 1000000 for a "
              "position without another limit, 100000 for each position of a "
              "game."),
    ROW_RENAMED("movetime", "time", "MS",
                "Search a position for MS milliseconds; for a game, begin no "
                "further position after that time."),
    ROW_NUMBER("depth", "Search a position N moves deep."),
    ROW_NUMBER("lines", "Report the N best moves of a position; default: "
                        "all."),
    ROW_HASH("64"),
    ROW_FILE("net", TEXT_NET " A network for another variant is not used, and "
                             "a warning says so."),
    ROW_ASCII,
    ROW_JSON,
    ROW_FLAG("svg", "Write an SVG picture: the graph of a game, or the board "
                    "of a position with its best moves."),
    ROW_SILENT,
    {0},
};

static const char *const description[] = {
    "For a position, the command lists every legal move, best first, with its "
    "value and the moves that would follow. A 'proven' value is certain and "
    "comes with "
    "the number of moves to the end; an 'estimated' value is the search's "
    "opinion. Values name the side that is ahead; a score is the chance of a "
    "win plus half the chance of a draw. In classic every value is proven.",
    "For a game, it lists the score and the intensity after each move and a "
    "grade of the move with the reason, then a graph, the key moments, and "
    "the accuracy of each side. A mistake marked '(estimated)' is one as far "
    "as the search sees: 100000 nodes per position are a quick look, and a "
    "longer one, such as '--nodes 2000000', may disagree.",
    "With a limit of nodes or depth the result is the same every time. "
    "Ctrl-C ends the work and prints what is known by then. On a terminal, "
    "long work prints its progress on standard error.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo analyze 'xo1/1x1/3 o'", "All moves of a classic position.", CLI_OK},
    {"oxo analyze --nodes 100000 --lines 5 '4x4/4x4/9/9/ooo1x4/9/9/9/9 x c'",
     "The five best moves in Ultimate, quickly.", CLI_OK},
    {"oxo analyze --from moves --variant classic 'e a b h c g'",
     "A game, move by move.", CLI_OK},
    {"oxo analyze --svg --from moves --nodes 5000 'ee ea ae eb' > graph.svg",
     "The graph of a game as a picture.", CLI_OK},
    {0},
};

const cli_command cmd_analyze = {
    .name = "analyze",
    .summary = "Evaluate the moves of a position or a game",
    .arguments = "INPUT",
    .least = 1,
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_MOVES | CLI_RUNS_LONG,
    .run = run_analyze,
};
