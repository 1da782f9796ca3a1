/* cmd_ladder.c - oxo ladder. */
#include "commands.h"

#include <string.h>

#include "engine_arg.h"
#include "match_command.h"
#include "match_json.h"
#include "number.h"
#include "rows.h"

enum { LOWEST = 1, HIGHEST = 10, STANDARD_GAMES = 100 };

typedef struct ladder {
    int lowest, highest; /* levels */
    match_config config;
    match_summary summary;
} ladder;

/* ---- Results ------------------------------------------------------------ */

/* The results of the level at index `i` against the level below; NULL for the
 * lowest level, and if there are no games. */
static const match_tally *against_lower(const ladder *l, int i,
                                        match_tally *ret)
{
    for (int k = 0; k < l->summary.pairing_count; k++) {
        const match_pairing *p = &l->summary.pairings[k];
        if (p->a == i - 1 && p->b == i) {
            *ret = match_tally_reversed(&p->tally);
            return match_tally_games(ret) > 0 ? ret : NULL;
        }
    }
    return NULL;
}

/* Writes the row of the level at index `i`. Markdown has bars between the
 * columns. */
static void write_row(const ladder *l, int i, bool markdown)
{
    const match_summary *s = &l->summary;
    const match_rating *r = &s->ratings.of[i];
    match_tally tally;
    const match_tally *t = against_lower(l, i, &tally);
    const char *bar = markdown ? " |" : "";
    printf("%s%5d%s", markdown ? "| " : "", l->lowest + i, bar);
    if (s->rated) {
        char error[MATCH_ERROR_TEXT];
        printf(" %7.0f%s %5s%s %6ld%s", r->elo, bar,
               match_rating_error(r, 0, error), bar, r->games, bar);
    } else {
        printf(" %7s%s %5s%s %6s%s", "-", bar, "-", bar, "-", bar);
    }
    if (!t) {
        printf(" %8s%s %s%s\n", "-", bar, "-", bar);
        return;
    }
    const match_estimate e = match_estimate_pairs(t);
    printf(" %6.1f %%%s +%ld =%ld -%ld%s\n", 100 * e.score, bar, t->wins,
           t->draws, t->losses, bar);
}

static void write_table(const ladder *l, bool markdown)
{
    if (markdown)
        puts("| level | Elo | +/- | games | against the level below | |\n"
             "| ---: | ---: | ---: | ---: | ---: | --- |");
    else
        printf("%5s %7s %5s %6s  %s\n", "level", "Elo", "+/-", "games",
               "against the level below");
    for (int i = 0; i < l->summary.engine_count; i++)
        write_row(l, i, markdown);
    if (l->summary.rated && l->summary.ratings.bounded_by_draws)
        printf("%s(with one drawn game added to each pairing, because a level "
               "won or lost all its games)\n",
               markdown ? "\n" : "");
}

static void write_result(const cli_args *args, const ladder *l)
{
    if (cli_args_flag(args, "json"))
        match_json_write(&l->summary, stdout);
    else
        write_table(l, cli_args_flag(args, "markdown"));
}

/* ---- Options ------------------------------------------------------------ */

static int read_level(const cli_args *args, const char *name, int *level)
{
    const char *text = cli_args_value(args, name);
    if (!text || number_read_int(text, LOWEST, HIGHEST, level))
        return CLI_OK;
    return cli_usage(args->command,
                     "'--%s' is a level from %d to %d, not '%s'", name, LOWEST,
                     HIGHEST, text);
}

static int read_levels(const cli_args *args, ladder *l)
{
    l->lowest = LOWEST;
    l->highest = HIGHEST;
    int status = read_level(args, "lowest", &l->lowest);
    if (status == CLI_OK)
        status = read_level(args, "highest", &l->highest);
    if (status == CLI_OK && l->lowest >= l->highest)
        return cli_usage(args->command,
                         "'--lowest' must be below '--highest'");
    return status;
}

static int add_levels(const cli_args *args, ladder *l)
{
    program_spec base;
    memset(&base, 0, sizeof base);
    if (!engine_arg_use_self(&base))
        return cli_fail(args->command, "the path of this program is too long");
    const oxo_status status =
        match_config_levels(&l->config, &base, l->lowest, l->highest);
    if (status != OXO_OK)
        return cli_fail(args->command, "%s", oxo_status_sentence(status));
    return CLI_OK;
}

static int read_rating(const cli_args *args, match_config *config)
{
    const char *text = cli_args_value(args, "anchor");
    int elo = 0;
    if (text && !number_read_int(text, -10000, 10000, &elo))
        return cli_usage(args->command,
                         "'--anchor' is a number from -10000 to 10000, not "
                         "'%s'",
                         text);
    config->anchor = 0;
    config->anchor_elo = elo;
    return CLI_OK;
}

static int read_options(const cli_args *args, ladder *l)
{
    const char *pairing = cli_args_value(args, "pairing");
    int status = read_levels(args, l);
    if (status == CLI_OK)
        status = match_command_init(args, STANDARD_GAMES, &l->config);
    if (status == CLI_OK)
        status = match_command_limit(args, "nodes", &l->config);
    if (status == CLI_OK)
        status = read_rating(args, &l->config);
    /* Levels limit themselves, but the referee requires a limit: this one has
     * no effect. */
    l->config.limits.depth = OXO_MAX_MOVES;
    l->config.kind = pairing && strcmp(pairing, "round-robin") == 0
                         ? MATCH_ROUND_ROBIN
                         : MATCH_ADJACENT;
    l->config.event = "oxo ladder";
    return status;
}

/* ---- The command -------------------------------------------------------- */

static int run_ladder(const cli_args *args)
{
    static ladder l;
    int status = read_options(args, &l);
    if (status == CLI_OK && cli_args_flag(args, "json") &&
        cli_args_flag(args, "markdown"))
        status = cli_usage(args->command,
                           "'--json' and '--markdown' do not go together");
    if (status == CLI_OK)
        status = add_levels(args, &l);
    if (status != CLI_OK)
        return status;
    status = match_command_play(args, &l.config, &l.summary);
    if (l.summary.played > 0)
        write_result(args, &l);
    return status;
}

static const char *const pairings[] = {"adjacent", "round-robin", NULL};

static const cli_option options[] = {
    ROW_RENAMED("lowest", "from", "LEVEL", "The lowest level; default: 1."),
    ROW_RENAMED("highest", "to", "LEVEL", "The highest level; default: 10."),
    ROW_CHOICE("pairing", "KIND", pairings,
               "Who plays whom: each level the next one up, or every other "
               "level; default: adjacent."),
    MATCH_COMMAND_OPTIONS("100"),
    ROW_NODES("Search at most N nodes per move; default: as the level says."),
    ROW_VALUE("anchor", "ELO", "The rating of the lowest level; default: 0."),
    ROW_FLAG("markdown", "Write the table in Markdown."),
    {0},
};

static const char *const description[] = {
    "The levels play each other and are rated on one Elo scale. Levels think "
    "by nodes, not by time, so the result does "
    "not depend on the machine.",
    "Each game is a line on standard error. The table goes to standard "
    "output: rating, half of its 95 % interval, games, and the result "
    "against the level below. Ctrl-C ends the ladder and prints the result "
    "so far; with '--resume' it can be continued.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo ladder --highest 3 --games 4 --quiet", "Three levels, quickly.",
     CLI_OK},
    {"oxo ladder --variant classic --lowest 9 --games 4 --markdown -q",
     "Two levels of classic, as a table for a document.", CLI_OK},
    {0},
};

const cli_command cmd_ladder = {
    .name = "ladder",
    .summary = "Measure the levels of this program in Elo",
    .arguments = "",
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_TEXT | CLI_RUNS_LONG,
    .run = run_ladder,
};
