/* engine_player.c - oxo's engine as a player.
 *
 * An engine's options are fixed when it is created. Here they can change at
 * any time: the engine is thrown away, and made anew when it is needed. */
#include "engine_player.h"

#include <errno.h>
#include <stdlib.h>

enum { MIB = 1 << 20 };

/* In the order of the table that make_options() writes. */
enum { THREADS, HASH, LEVEL, MULTI_PV, SEED, CONTEMPT, OWN_BOOK, OPTIONS };

struct engine_player {
    player interface;
    player_option table[OPTIONS + 1];
    oxo_engine_options options;
    const oxo_book *book; /* what OwnBook means, or NULL */
    oxo_engine *engine;   /* NULL: not made yet */
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

/* Whether there is memory for a table is known when the engine is made, and
 * has to be known now: in a game it would be too late to say so. */
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
    oxo_engine_neural(&e->options,
                      variant); /* not in the first search's time */
    return need_engine(e);
}

/* Somebody has named a net, and may believe that it judges. */
static const char *remark(void *self, oxo_variant variant)
{
    engine_player *e = self;
    const oxo_neural *named = e->options.neural;
    if (!named || oxo_neural_variant(named) == variant)
        return NULL;
    (void)snprintf(e->remark, sizeof e->remark,
                   "the net is for %s and does not judge %s",
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

typedef struct listener {
    const player_task *task;
    uint64_t nodes;
} listener;

static void on_report(const oxo_search_info *info, void *context)
{
    listener *l = context;
    l->nodes = info->nodes;
    if (l->task->report)
        l->task->report(info, l->task->context);
}

/* Classic is looked up without a report. Whoever listens is told all the
 * same: the lines, as deep as they go. */
static void report_lines(const engine_player *e, int count, listener *l)
{
    for (int i = 0; i < count; i++) {
        const oxo_line *line = &e->lines[i];
        const oxo_search_info info = {.depth = line->length,
                                      .deepest = line->length,
                                      .rank = i + 1,
                                      .line = *line};
        on_report(&info, l);
    }
}

static int think(void *self, const player_task *task, player_choice *ret)
{
    engine_player *e = self;
    const int error = need_engine(e);
    if (error)
        return error;
    listener l = {.task = task};
    int count = 0;
    const oxo_status status =
        oxo_engine_search(e->engine, &task->position, &task->limits, on_report,
                          &l, e->lines, &count);
    if (task->position.variant == OXO_CLASSIC)
        report_lines(e, count, &l);
    if (status != OXO_OK || count < 1 || e->lines[0].length < 1)
        return -EINVAL;
    const oxo_line *best = &e->lines[0];
    *ret = (player_choice){
        .move = best->moves[0],
        .reply = best->length > 1 ? best->moves[1] : (oxo_move)OXO_NO_MOVE,
        .nodes = l.nodes,
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
