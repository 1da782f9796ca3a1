/* cmd_selfplay.c - oxo selfplay. */
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

enum { STANDARD_GAMES = 1000, TELL_EVERY = 10 /* seconds */ };

/* ---- Signals ------------------------------------------------------------ */

/* Set by an interrupt; the games that are finished by then are kept. */
static atomic_bool told_to_stop;

static void stop_playing(void)
{
    atomic_store(&told_to_stop, true);
}

/* ---- A book of openings ------------------------------------------------- */

typedef struct book {
    selfplay_opening *openings;
    int count;
} book;

static bool add_opening(book *b, const oxo_game *game)
{
    selfplay_opening *grown =
        realloc(b->openings, (size_t)(b->count + 1) * sizeof *b->openings);
    if (!grown)
        return false;
    b->openings = grown;
    selfplay_opening *o = &grown[b->count++];
    o->length = game->length;
    for (int i = 0; i < game->length; i++)
        o->moves[i] = game->history[i].move;
    return true;
}

static int read_lines(const cli_args *args, input_text *text,
                      const char *variant, book *ret)
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
        return cli_fail(args->command, "%s: no openings in there", text->name);
    return CLI_OK;
}

static int read_book(const cli_args *args, const char *variant, book *ret)
{
    const char *path = cli_args_value(args, "openings");
    input_text text;
    if (!path)
        return CLI_OK;
    if (!input_is_path(path))
        return cli_fail(args->command, "there is no file '%s'", path);
    int status = input_load(args->command, path, 1, &text);
    if (status != CLI_OK)
        return status;
    status = read_lines(args, &text, variant, ret);
    input_clear(&text);
    return status;
}

/* ---- Options ------------------------------------------------------------ */

typedef struct request {
    selfplay_settings settings;
    int games, threads;
    double seconds;
} request;

static int read_request(const cli_args *args, const char *variant,
                        request *ret)
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

/* What is told of a run, and the last word of it. */
typedef struct listener {
    bool quiet;
    uint64_t games; /* wanted */
    double told;
    selfplay_progress last;
} listener;

static void write_progress(const listener *l)
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
    listener *l = context;
    l->last = *p;
    if (p->seconds - l->told < TELL_EVERY)
        return;
    l->told = p->seconds;
    write_progress(l);
}

/* Plays with what was read, and says how it went. */
static int play_games(const cli_args *args, const request *r)
{
    char why[SELFPLAY_WHY];
    listener l = {.quiet = cli_args_flag(args, "quiet"),
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
        (void)cli_fail(args->command, "%s: holds %" PRIu64 " games already",
                       args->operands[0], held);
    if (atomic_load(&told_to_stop) && l.last.now.games < l.games)
        return cli_interrupted(args->command, "the same command continues");
    return CLI_OK;
}

static int play(const cli_args *args)
{
    const char *variant = cli_args_value(args, "variant");
    request r = {.games = STANDARD_GAMES, .threads = 1};
    book b = {.openings = NULL};
    oxo_neural *net = NULL;
    if (args->count > 1)
        return cli_usage(args->command, "unexpected argument '%s'",
                         args->operands[1]);
    int status = read_request(args, variant, &r);
    if (status == CLI_OK)
        status = read_book(args, variant ? variant : "ultimate", &b);
    if (status == CLI_OK)
        status = evalfile_load(args, &net);
    if (status == CLI_OK && net &&
        oxo_neural_variant(net) != r.settings.variant)
        status = cli_fail(args->command, "%s: a net for %s",
                          cli_args_value(args, "net"),
                          oxo_variant_word(oxo_neural_variant(net)));
    r.settings.neural = net;
    if (!net && !evalfile_none(args))
        r.settings.neural = oxo_neural_builtin(r.settings.variant);
    r.settings.openings = b.openings;
    r.settings.opening_count = b.count;
    if (status == CLI_OK)
        status = play_games(args, &r);
    oxo_neural_destroy(net);
    free(b.openings);
    return status;
}

/* ---- Files of games ----------------------------------------------------- */

/* Merged files have forgotten what their games were played with. */
static bool is_merged(const selfplay_contents *c)
{
    return c->settings.nodes == 0;
}

/* Of files in which somebody else's net judged there is only a checksum. */
static bool is_builtin(const selfplay_contents *c)
{
    const oxo_neural *own = oxo_neural_builtin(c->settings.variant);
    return own && oxo_neural_checksum(own) == c->neural;
}

static void write_settings(const selfplay_contents *c)
{
    const selfplay_settings *s = &c->settings;
    if (is_merged(c)) {
        puts("settings   of several runs");
        return;
    }
    printf("settings   %" PRIu32 " nodes, noise %d, seed %" PRIu64 "\n",
           s->nodes, s->noise, s->seed);
    if (c->neural)
        printf("net        checksum %08" PRIX32 "%s\n", c->neural,
               is_builtin(c) ? ", the built-in one" : "");
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

/* {"checksum": "89ABCDEF", "builtin": true}, or null: none, or not known. */
static void json_net(json_writer *w, const selfplay_contents *c)
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
    json_net(&w, contents);
    json_uint(&w, "games", c->games);
    json_uint(&w, "x-wins", c->x_wins);
    json_uint(&w, "o-wins", c->o_wins);
    json_uint(&w, "draws", c->draws);
    json_uint(&w, "positions", c->positions);
    json_uint(&w, "proven", c->proven);
    json_close(&w);
}

static int survey(const cli_args *args)
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
        printf("; 1 was a copy of another");
    else if (m->copies > 1)
        printf("; %" PRIu64 " were copies of others", m->copies);
    putchar('\n');
}

static int merge(const cli_args *args)
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

static int run(const cli_args *args)
{
    const bool merging = cli_args_flag(args, "merge");
    const bool counting = cli_args_flag(args, "count");
    if (merging && counting)
        return cli_usage(args->command,
                         "'--merge' and '--count' do not go together");
    if (cli_args_flag(args, "json") && !counting)
        return cli_usage(args->command, "'--json' needs '--count'");
    if (merging)
        return merge(args);
    return counting ? survey(args) : play(args);
}

static const cli_operand operands[] = {
    {"FILE", "Where the games are, or shall be.", CLI_FILE},
    {"INPUT", "With '--merge', the files to put together.", CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_CHOICE("variant", "VARIANT", format_ultimates,
               "The rules to play by; ultimate unless given. Classic is "
               "solved, and needs no games."),
    ROW_NUMBER("games",
               "How many games the file shall hold; 1000 unless given."),
    ROW_SECONDS("time", "Begin no game after so long."),
    ROW_NUMBER("nodes",
               "How many nodes the engine searches for a move; 5000 unless "
               "given."),
    ROW_NUMBER("noise",
               "So many moves in a thousand are random; 30 unless given."),
    ROW_NUMBER("plies",
               "At most so many random moves begin a game, and at least two; "
               "9 unless given."),
    ROW_FILE("openings",
             "A line of moves for each opening; a game begins with one of "
             "them by chance, before its random moves."),
    ROW_FILE("net",
             "Judge positions by the net in this file, which is for the "
             "rules to play by; by the evaluation written by hand if it is "
             "'none'. The built-in net judges unless given, where there is "
             "one."),
    ROW_VALUE("solve", "CELLS",
              "Solve positions with at most so many cells left, where that "
              "is easy; 24 unless given, 0 for none."),
    ROW_NUMBER("seed", "For all chance there is; 1 unless given."),
    ROW_NUMBER("threads", "Games to play at once; 1 unless given."),
    ROW_FLAG("merge",
             "Write the games of the INPUT files into a new FILE, each but "
             "once, and say how many there are."),
    ROW_FLAG("count",
             "Check a file, and say what is in there and which net judged."),
    ROW_FLAG("json", "With '--count', write one JSON object."),
    ROW_QUIET("Say nothing of the progress, nor how many were merged."),
    {0},
};

static const char *const description[] = {
    "Lets the engine play itself and writes down the moves and what it "
    "thought of each position, for the training of evaluations. Late "
    "positions are solved, so that what is said of them is exact.",
    "A game is decided by its number, the seed and the other settings, "
    "whatever the number of threads. The same command on the same file plays "
    "the games that are missing: after Ctrl-C, after a crash, or for more "
    "games. Files of different seeds or settings can be merged, those of one "
    "variant.",
    "Ctrl-C keeps the games that are done. If others are missing then, the "
    "exit status is 1.",
    "Progress goes to standard error. The format of the files is in "
    "oxo-selfplay(5), and tools/train reads them.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo selfplay --games 4 --nodes 500 -q \"$(mktemp -u)\"",
     "A few games, in a hurry.", CLI_OK},
    {0},
};

const cli_command cmd_selfplay = {
    .name = "selfplay",
    .summary = "Play games against itself, to learn from",
    .arguments = "FILE [INPUT...]",
    .least = 1,
    .most = -1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_MOVES | CLI_RUNS_LONG,
    .run = run,
};
