/* engine_player.c - oxo's own engine as a player.
 *
 * The options of an oxo_engine are fixed when it is created. A player's
 * options may change at any time: this destroys the engine, and the next use
 * creates another. */
#include "engine_player.h"

#include <errno.h>
#include <stdlib.h>

enum { MIB = 1 << 20 };

/* Indices into the table of options. */
enum { THREADS, HASH, LEVEL, MULTI_PV, SEED, CONTEMPT, OWN_BOOK, OPTIONS };

struct engine_player {
    player interface;
    player_option table[OPTIONS + 1];
    oxo_engine_options options;
    const oxo_book *book; /* the book that OwnBook turns on, or NULL */
    oxo_engine *engine;   /* NULL: not created yet */
    oxo_line lines[OXO_MAX_MOVES];
    char remark[128];
};

/* ---- Options ------------------------------------------------------------ */

static void make_options(engine_player *e)
{
    const oxo_engine_options *o = &e->options;
    const int64_t hash = (int64_t)(o->hash_bytes / MIB);
    const int64_t most_seed = INT64_MAX / 2;
    const int64_t seed =
        (int64_t)(o->seed > (uint64_t)most_seed ? 0 : o->seed);
    const player_option table[] = {
        [THREADS] = {"Threads", 1, 256, o->threads},
        [HASH] = {"Hash", 1, 65536, hash > 0 ? hash : 1},
        [LEVEL] = {"Level", 0, 10, o->level},
        [MULTI_PV] = {"MultiPV", 1, OXO_MAX_MOVES, o->lines},
        [SEED] = {"Seed", 0, most_seed, seed},
        [CONTEMPT] = {"Contempt", 0, OXO_MAX_CONTEMPT, o->contempt},
        [OWN_BOOK] = {"OwnBook", 0, 1, 1},
    };
    const int count = e->book ? OPTIONS : OWN_BOOK;
    for (int i = 0; i < count; i++)
        e->table[i] = table[i];
}

static void forget_engine(engine_player *e)
{
    oxo_engine_destroy(e->engine);
    e->engine = NULL;
}

static void change_option(engine_player *e, int option, int64_t value)
{
    oxo_engine_options *o = &e->options;
    switch (option) {
    case THREADS:
        o->threads = (int)value;
        break;
    case HASH:
        o->hash_bytes = (size_t)value * MIB;
        break;
    case LEVEL:
        o->level = (int)value;
        break;
    case MULTI_PV:
        o->lines = (int)value;
        break;
    case SEED:
        o->seed = (uint64_t)value;
        break;
    case CONTEMPT:
        o->contempt = (int)value;
        break;
    default:
        o->book = value ? e->book : NULL;
        break;
    }
}

static int need_engine(engine_player *e)
{
    return e->engine ? 0 : oxo_engine_create(&e->options, &e->engine);
}

/* Creates the engine at once if the hash size changes, because only that shows
 * whether there is enough memory. Finding out during a game is too late. */
static int set_option(void *self, int option, int64_t value)
{
    engine_player *e = self;
    const oxo_engine_options before = e->options;
    forget_engine(e);
    change_option(e, option, value);
    const int error = option == HASH ? need_engine(e) : 0;
    if (error)
        e->options = before;
    return error;
}

/* ---- Thinking ----------------------------------------------------------- */

static int prepare(void *self, oxo_variant variant)
{
    engine_player *e = self;
    /* Loads the network now, not during the first search. */
    oxo_engine_neural(&e->options, variant);
    return need_engine(e);
}

/* Warns users who chose a network that is not used for this variant. */
static const char *remark(void *self, oxo_variant variant)
{
    engine_player *e = self;
    const oxo_neural *named = e->options.neural;
    if (!named || oxo_neural_variant(named) == variant)
        return NULL;
    (void)snprintf(e->remark, sizeof e->remark,
                   "the net is for %s and is not used for %s",
                   oxo_variant_word(oxo_neural_variant(named)),
                   oxo_variant_word(variant));
    return e->remark;
}

static void new_game(void *self)
{
    const engine_player *e = self;
    if (e->engine)
        oxo_engine_new_game(e->engine);
}

/* Passes reports on, and remembers the number of nodes. */
typedef struct report_relay {
    const player_task *task;
    uint64_t nodes;
} report_relay;

static void on_report(const oxo_search_info *info, void *context)
{
    report_relay *r = context;
    r->nodes = info->nodes;
    if (r->task->report)
        r->task->report(info, r->task->context);
}

/* The engine looks classic positions up and reports nothing. Reports the
 * variations here, with their length as the depth. */
static void report_lines(const engine_player *e, int count, report_relay *r)
{
    for (int i = 0; i < count; i++) {
        const oxo_line *line = &e->lines[i];
        const oxo_search_info info = {.depth = line->length,
                                      .deepest = line->length,
                                      .rank = i + 1,
                                      .line = *line};
        on_report(&info, r);
    }
}

static int think(void *self, const player_task *task, player_choice *ret)
{
    engine_player *e = self;
    const int error = need_engine(e);
    if (error)
        return error;
    report_relay r = {.task = task};
    int count = 0;
    const oxo_status status =
        oxo_engine_search(e->engine, &task->position, &task->limits, on_report,
                          &r, e->lines, &count);
    if (task->position.variant == OXO_CLASSIC)
        report_lines(e, count, &r);
    if (status != OXO_OK || count < 1 || e->lines[0].length < 1)
        return -EINVAL;
    const oxo_line *best = &e->lines[0];
    *ret = (player_choice){
        .move = best->moves[0],
        .reply = best->length > 1 ? best->moves[1] : (oxo_move)OXO_NO_MOVE,
        .nodes = r.nodes,
    };
    return 0;
}

/* ---- The player --------------------------------------------------------- */

int engine_player_create(const oxo_engine_options *options,
                         engine_player **ret)
{
    engine_player *e = calloc(1, sizeof *e);
    if (!e)
        return -ENOMEM;
    e->options = *options;
    e->book = options->book;
    make_options(e);
    e->interface = (player){
        .name = "oxo " OXO_VERSION,
        .author = "the oxo authors",
        .variants = (1U << OXO_VARIANTS) - 1,
        .options = e->table,
        .bench_limits = {.depth = 11},
        .self = e,
        .set_option = set_option,
        .prepare = prepare,
        .remark = remark,
        .new_game = new_game,
        .think = think,
    };
    *ret = e;
    return 0;
}

void engine_player_destroy(engine_player *e)
{
    forget_engine(e);
    free(e);
}

const player *engine_player_interface(const engine_player *e)
{
    return &e->interface;
}

int engine_player_run(const oxo_engine_options *options, protocol which,
                      FILE *in, FILE *out, const atomic_bool *quit,
                      char why[PROTOCOL_WHY])
{
    engine_player *e = NULL;
    int error = engine_player_create(options, &e);
    if (error)
        return error;
    error = need_engine(e);
    if (error == 0)
        error = protocol_run(&e->interface, which, in, out, quit, why);
    engine_player_destroy(e);
    return error;
}
