/* cmd_selfplay.c - oxo selfplay: games for the training of networks. */
#include "commands.h"

#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evalfile.h"
#include "format.h"
#include "interrupt.h"
#include "json_write.h"
#include "selfplay.h"
#include "rows.h"

enum { STANDARD_GAMES = 1000, PRINT_EVERY = 10 /* seconds */ };

/* ---- Signals ------------------------------------------------------------ */

/* Set by an interrupt; the games that are finished by then are kept. */
static atomic_bool told_to_stop;

static void stop_playing(void)
{
    atomic_store(&told_to_stop, true);
}

/* ---- Openings ----------------------------------------------------------- */

typedef struct opening_list {
    selfplay_opening *items;
    int count;
} opening_list;

static bool add_opening(opening_list *list, const oxo_game *game)
{
    selfplay_opening *grown =
        realloc(list->items, (size_t)(list->count + 1) * sizeof *list->items);
    if (!grown)
        return false;
    list->items = grown;
    selfplay_opening *o = &grown[list->count++];
    o->length = game->length;
    for (int i = 0; i < game->length; i++)
        o->moves[i] = game->history[i].move;
    return true;
}

static int read_lines(const cli_args *args, input_text *text,
                      const char *variant, opening_list *ret)
{
    format_reader reader = format_read(text, FORMAT_MOVES, variant);
    format_item item;
    while (format_next(&reader, &item)) {
        if (item.error.status != OXO_OK)
            return input_complain(text, &item.error);
        if (oxo_position_outcome(&item.record.game.now) != OXO_ONGOING)
            return cli_fail(args->command,
                            "%s: line %d: the game is over after this opening",
                            text->name, item.line);
        if (!add_opening(ret, &item.record.game))
            return cli_fail(args->command, "out of memory");
    }
    if (ret->count == 0)
        return cli_fail(args->command, "%s: the file has no openings",
                        text->name);
    return CLI_OK;
}

static int read_openings(const cli_args *args, const char *variant,
                         opening_list *ret)
{
    const char *path = cli_args_value(args, "openings");
    input_text text;
    if (!path)
        return CLI_OK;
    if (!input_is_path(path))
        return cli_fail(args->command, "no such file: '%s'", path);
    int status = input_load(args->command, path, 1, &text);
    if (status != CLI_OK)
        return status;
    status = read_lines(args, &text, variant, ret);
    input_clear(&text);
    return status;
}

/* ---- Options ------------------------------------------------------------ */

typedef struct selfplay_request {
    selfplay_settings settings;
    int games, threads;
    double seconds;
} selfplay_request;

static int read_request(const cli_args *args, const char *variant,
                        selfplay_request *ret)
{
    selfplay_settings s = selfplay_defaults();
    int seed = (int)s.seed, nodes = (int)s.nodes, noise = s.noise;
    int plies = s.most, solve = s.solve;
    const cli_number numbers[] = {
        {"games", 1, INT_MAX, &ret->games},
        {"threads", 1, SELFPLAY_MAX_THREADS, &ret->threads},
        {"nodes", 1, INT_MAX, &nodes},
        {"noise", 0, 1000, &noise},
        {"plies", 0, 40, &plies},
        {"solve", 0, OXO_MAX_MOVES, &solve},
        {"seed", 0, INT_MAX, &seed},
    };
    int status = cli_read_seconds(args, "time", 1e9, &ret->seconds);
    if (status == CLI_OK)
        status =
            cli_read_ints(args, numbers, sizeof numbers / sizeof *numbers);
    s.variant = format_variant(variant);
    s.seed = (uint64_t)seed;
    s.nodes = (uint32_t)nodes;
    s.noise = (uint16_t)noise;
    s.most = (uint8_t)plies;
    s.least = s.least < s.most ? s.least : s.most;
    s.solve = (uint8_t)solve;
    ret->settings = s;
    return status;
}

/* ---- Playing ------------------------------------------------------------ */

/* Prints the progress from time to time. */
typedef struct selfplay_listener {
    bool quiet;
    uint64_t games;         /* wanted */
    double printed;         /* seconds: when progress was last printed */
    selfplay_progress last; /* the newest report */
} selfplay_listener;

static void write_progress(const selfplay_listener *l)
{
    const selfplay_progress *p = &l->last;
    const double seconds = p->seconds > 0.001 ? p->seconds : 0.001;
    const double played = (double)(p->now.games - p->before.games);
    const double seen = (double)(p->now.positions - p->before.positions);
    if (l->quiet)
        return;
    fprintf(stderr,
            "%" PRIu64 " of %" PRIu64 " games, %" PRIu64 " positions, %" PRIu64
            " proven; %.1f games/s, %.0f positions/s\n",
            p->now.games, l->games, p->now.positions, p->now.proven,
            played / seconds, seen / seconds);
}

static void on_report(const selfplay_progress *p, void *context)
{
    selfplay_listener *l = context;
    l->last = *p;
    if (p->seconds - l->printed < PRINT_EVERY)
        return;
    l->printed = p->seconds;
    write_progress(l);
}

/* Plays as requested and prints the progress. */
static int play_games(const cli_args *args, const selfplay_request *r)
{
    char why[SELFPLAY_WHY];
    selfplay_listener l = {.quiet = cli_args_flag(args, "quiet"),
                           .games = (uint64_t)r->games};
    const selfplay_job job = {.settings = r->settings,
                              .path = args->operands[0],
                              .games = (uint64_t)r->games,
                              .seconds = r->seconds,
                              .threads = r->threads,
                              .stop = &told_to_stop,
                              .report = on_report,
                              .context = &l};
    interrupt_take(stop_playing);
    const int error = selfplay_run(&job, why);
    interrupt_leave();
    if (error < 0)
        return cli_fail(args->command, "%s", why);
    const uint64_t held = l.last.before.games;
    if (held < (uint64_t)r->games || held != l.last.now.games)
        write_progress(&l);
    else if (!l.quiet)
        (void)cli_fail(args->command, "%s: already has %" PRIu64 " games",
                       args->operands[0], held);
    if (atomic_load(&told_to_stop) && l.last.now.games < l.games)
        return cli_interrupted(args->command, "the same command continues");
    return CLI_OK;
}

static int run_games(const cli_args *args)
{
    const char *variant = cli_args_value(args, "variant");
    selfplay_request r = {.games = STANDARD_GAMES, .threads = 1};
    opening_list openings = {.items = NULL};
    oxo_neural *neural = NULL;
    if (args->count > 1)
        return cli_usage(args->command, "unexpected argument '%s'",
                         args->operands[1]);
    int status = read_request(args, variant, &r);
    if (status == CLI_OK)
        status =
            read_openings(args, variant ? variant : "ultimate", &openings);
    if (status == CLI_OK)
        status = evalfile_load(args, &neural);
    if (status == CLI_OK && neural &&
        oxo_neural_variant(neural) != r.settings.variant)
        status = cli_fail(args->command, "%s: a neural network for %s",
                          cli_args_value(args, "net"),
                          oxo_variant_word(oxo_neural_variant(neural)));
    r.settings.neural = neural;
    if (!neural && !evalfile_none(args))
        r.settings.neural = oxo_neural_builtin(r.settings.variant);
    r.settings.openings = openings.items;
    r.settings.opening_count = openings.count;
    if (status == CLI_OK)
        status = play_games(args, &r);
    oxo_neural_destroy(neural);
    free(openings.items);
    return status;
}

/* ---- Files of games ----------------------------------------------------- */

/* Merged files do not record the settings of their games. */
static bool is_merged(const selfplay_contents *c)
{
    return c->settings.nodes == 0;
}

/* True if the games were played with the built-in network; the file only
 * records a checksum. */
static bool is_builtin(const selfplay_contents *c)
{
    const oxo_neural *own = oxo_neural_builtin(c->settings.variant);
    return own && oxo_neural_checksum(own) == c->neural;
}

static void write_settings(const selfplay_contents *c)
{
    const selfplay_settings *s = &c->settings;
    if (is_merged(c)) {
        puts("settings   from several runs");
        return;
    }
    printf("settings   %" PRIu32 " nodes, noise %d, seed %" PRIu64 "\n",
           s->nodes, s->noise, s->seed);
    if (c->neural)
        printf("net        checksum %08" PRIX32 "%s\n", c->neural,
               is_builtin(c) ? ", built-in" : "");
    else
        puts("net        none");
}

static void write_count(const selfplay_contents *contents)
{
    const selfplay_count *c = &contents->count;
    printf("variant    %s\n", oxo_variant_word(contents->settings.variant));
    write_settings(contents);
    printf("games      %" PRIu64 "\n"
           "won by X   %" PRIu64 "\n"
           "won by O   %" PRIu64 "\n"
           "drawn      %" PRIu64 "\n"
           "positions  %" PRIu64 "\n"
           "proven     %" PRIu64 "\n",
           c->games, c->x_wins, c->o_wins, c->draws, c->positions, c->proven);
}

/* Writes {"checksum": "89ABCDEF", "builtin": true}, or null for no network or
 * an unknown one. */
static void json_neural(json_writer *w, const selfplay_contents *c)
{
    char text[16];
    if (!c->neural) {
        json_null(w, "net");
        return;
    }
    snprintf(text, sizeof text, "%08" PRIX32, c->neural);
    json_open_object(w, "net");
    json_string(w, "checksum", text);
    json_bool(w, "builtin", is_builtin(c));
    json_close(w);
}

static void json_count(const selfplay_contents *contents)
{
    const selfplay_settings *s = &contents->settings;
    const selfplay_count *c = &contents->count;
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_string(&w, "variant", oxo_variant_word(s->variant));
    json_bool(&w, "merged", is_merged(contents));
    json_uint(&w, "nodes", s->nodes);
    json_uint(&w, "noise", s->noise);
    json_uint(&w, "seed", s->seed);
    json_neural(&w, contents);
    json_uint(&w, "games", c->games);
    json_uint(&w, "x-wins", c->x_wins);
    json_uint(&w, "o-wins", c->o_wins);
    json_uint(&w, "draws", c->draws);
    json_uint(&w, "positions", c->positions);
    json_uint(&w, "proven", c->proven);
    json_close(&w);
}

static int run_count(const cli_args *args)
{
    selfplay_contents contents;
    char why[SELFPLAY_WHY];
    if (args->count > 1)
        return cli_usage(args->command, "unexpected argument '%s'",
                         args->operands[1]);
    if (selfplay_survey(args->operands[0], &contents, why) < 0)
        return cli_fail(args->command, "%s", why);
    if (cli_args_flag(args, "json"))
        json_count(&contents);
    else
        write_count(&contents);
    return CLI_OK;
}

static void write_merged(const selfplay_merged *m)
{
    printf("%" PRIu64 " game%s", m->games, m->games == 1 ? "" : "s");
    if (m->copies == 1)
        printf("; 1 duplicate was dropped");
    else if (m->copies > 1)
        printf("; %" PRIu64 " duplicates were dropped", m->copies);
    putchar('\n');
}

static int run_merge(const cli_args *args)
{
    char why[SELFPLAY_WHY];
    selfplay_merged merged;
    if (args->count < 2)
        return cli_usage(args->command, "nothing to merge into '%s'",
                         args->operands[0]);
    if (selfplay_merge(args->operands[0], args->operands + 1, args->count - 1,
                       &merged, why) < 0)
        return cli_fail(args->command, "%s", why);
    if (!cli_args_flag(args, "quiet"))
        write_merged(&merged);
    return CLI_OK;
}

/* ---- The command -------------------------------------------------------- */

static int run_selfplay(const cli_args *args)
{
    const bool merging = cli_args_flag(args, "merge");
    const bool counting = cli_args_flag(args, "count");
    if (merging && counting)
        return cli_usage(args->command,
                         "'--merge' and '--count' do not go together");
    if (cli_args_flag(args, "json") && !counting)
        return cli_usage(args->command, "'--json' needs '--count'");
    if (merging)
        return run_merge(args);
    return counting ? run_count(args) : run_games(args);
}

static const cli_operand operands[] = {
    {"FILE", "The file for the games; existing games are kept.", CLI_FILE},
    {"INPUT", "With '--merge', the files to merge.", CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_CHOICE(
        "variant", "VARIANT", format_ultimates,
        "The rules to play by; default: ultimate. Classic is solved and "
        "needs no training."),
    ROW_NUMBER("games", "Play until the file has N games; default: 1000."),
    ROW_SECONDS("time", "Begin no game after this time."),
    ROW_NODES("Search N nodes per move; default: 5000."),
    ROW_NUMBER("noise", "Play N of a thousand moves at random; default: 30."),
    ROW_NUMBER("plies", "Begin each game with at least two and at most N "
                        "random moves; default: 9."),
    ROW_FILE("openings",
             "A file with one opening per line, as moves. Each game begins "
             "with a random one of them, before its random moves."),
    ROW_FILE("net", TEXT_NET " It must be for the variant."),
    ROW_VALUE("solve", "CELLS",
              "Solve positions with at most CELLS empty cells, where that is "
              "easy; default: 24. 0 solves none."),
    ROW_SEED,
    ROW_NUMBER("threads", "Use N threads, each with a game of its own; "
                          "default: 1."),
    ROW_FLAG("merge", "Write the games of the INPUT files to a new FILE, "
                      "without duplicates, and print their number."),
    ROW_FLAG("count", "Check FILE, and print what it contains and which "
                      "network was used."),
    ROW_JSON,
    ROW_SILENT,
    {0},
};

static const char *const description[] = {
    "Lets the engine play itself and records the moves and the engine's "
    "evaluation of each position, for the training of neural networks. Late "
    "positions are solved, so their values are exact.",
    "A game is determined by its number, the seed and the other settings, not "
    "by the number of threads. The same command on the same file plays the "
    "missing games: after Ctrl-C, after a crash, or with a larger '--games'. "
    "Files of one variant with different seeds or settings can be merged.",
    "Progress goes to standard error. oxo-selfplay(5) describes the format. "
    "'--json' needs '--count'.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo selfplay --games 4 --nodes 500 -q \"$(mktemp -u)\"",
     "A few games, quickly.", CLI_OK},
    {0},
};

const cli_command cmd_selfplay = {
    .name = "selfplay",
    .summary = "Let the engine play itself, for training",
    .arguments = "FILE [INPUT...]",
    .least = 1,
    .most = -1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_MOVES | CLI_RUNS_LONG,
    .run = run_selfplay,
};
