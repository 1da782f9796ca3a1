/* core_engine.c - engines, which are kept between calls. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core_neural.h"
#include "report.h"

enum { MOST_ENGINES = 64, MEGABYTE = 1 << 20, MOST_MEGABYTES = 1024 };

typedef struct held_engine {
    oxo_engine *engine; /* NULL: this number is free */
    oxo_engine_options options;
    bool busy; /* searching: the report may call again */
} held_engine;

static held_engine held[MOST_ENGINES];

static const char no_engine[] = "this engine is searching, or has been freed";

static held_engine *find_engine(unsigned number)
{
    const unsigned i = number - 1;
    return i < MOST_ENGINES && held[i].engine && !held[i].busy ? &held[i]
                                                               : NULL;
}

/* ---- Life --------------------------------------------------------------- */

static bool read_options(wasm_request *r, oxo_engine_options *ret)
{
    int64_t megabytes = 16, level = 0, lines = 1;
    int64_t seed = 1, contempt = 0;
    if (!request_int(r, 0, "hashMegabytes", 1, MOST_MEGABYTES, &megabytes) ||
        !request_int(r, 0, "level", 1, 10, &level) ||
        !request_int(r, 0, "lines", 1, OXO_MAX_MOVES, &lines) ||
        !request_int(r, 0, "seed", 0, MOST_WHOLE, &seed) ||
        !request_int(r, 0, "contempt", 0, OXO_MAX_CONTEMPT, &contempt))
        return false;
    *ret = oxo_engine_defaults();
    ret->hash_bytes = (size_t)megabytes * MEGABYTE;
    ret->level = (int)level;
    ret->lines = (int)lines;
    ret->seed = (uint64_t)seed;
    ret->contempt = (int)contempt;
    return request_neural(r, 0, &ret->neural);
}

const char *core_engine_create(size_t length)
{
    wasm_request r;
    oxo_engine_options options;
    if (!request_open(&r, length) || !read_options(&r, &options))
        return answer_refusal(&r.refusal);
    unsigned i = 0;
    while (i < MOST_ENGINES && held[i].engine)
        i++;
    if (i < MOST_ENGINES) {
        held[i] = (held_engine){.options = options};
        if (oxo_engine_create(&options, &held[i].engine) == 0)
            return answer_number(i + 1);
    }
    neural_release(options.neural);
    return answer_busy(i == MOST_ENGINES ? "there are too many engines"
                                         : "there is not enough memory");
}

const char *core_engine_free(unsigned engine)
{
    held_engine *e = find_engine(engine);
    if (!e)
        return answer_busy(no_engine);
    oxo_engine_destroy(e->engine);
    neural_release(e->options.neural);
    e->engine = NULL;
    return answer_number(0);
}

const char *core_engine_new_game(unsigned engine)
{
    const held_engine *e = find_engine(engine);
    if (!e)
        return answer_busy(no_engine);
    oxo_engine_new_game(e->engine);
    return answer_number(0);
}

/* ---- Searching ---------------------------------------------------------- */

typedef struct search {
    held_engine *by;
    oxo_game game;
    oxo_limits limits;
    oxo_stop stop;
    bool report;
    report_search found;
    int wanted; /* lines of a depth */
    oxo_line lines[OXO_MAX_MOVES];
} search;

static bool read_limits(wasm_request *r, oxo_limits *ret)
{
    const int limits = json_member(&r->doc, 0, "limits");
    int64_t depth = 0, nodes = 0, move_time = 0;
    if (!request_int(r, limits, "depth", 1, OXO_MAX_MOVES, &depth) ||
        !request_int(r, limits, "nodes", 1, MOST_WHOLE, &nodes) ||
        !request_int(r, limits, "moveTime", 1, MOST_WHOLE, &move_time))
        return false;
    *ret = (oxo_limits){
        .depth = (int)depth, .nodes = (uint64_t)nodes, .move_time = move_time};
    return true;
}

static bool read_search(wasm_request *r, search *s)
{
    oxo_move moves[OXO_MAX_MOVES];
    if (!request_game(r, 0, "game", &s->game) || !read_limits(r, &s->limits))
        return false;
    json_to_bool(&r->doc, json_member(&r->doc, 0, "report"), &s->report);
    s->wanted = oxo_position_moves(&s->game.now, moves);
    if (s->wanted > s->by->options.lines)
        s->wanted = s->by->options.lines;
    if (s->wanted == 0)
        return refuse(&r->refusal, OXO_GAME_OVER, "%s",
                      oxo_status_sentence(OXO_GAME_OVER));
    s->found.variant = oxo_game_variant(&s->game);
    s->found.lines = s->lines;
    return true;
}

static bool asks_neural(const search *s)
{
    const oxo_neural *neural = s->by->options.neural;
    return neural && oxo_neural_variant(neural) == s->found.variant;
}

static void found_members(json_writer *w, const search *s)
{
    report_search_members(w, &s->found);
    json_bool(w, "net", asks_neural(s));
}

/* Collects the lines of a depth, and reports the depth when it has all. */
static void take_line(const oxo_search_info *info, void *context)
{
    search *s = context;
    s->found.depth = info->depth;
    s->found.deepest = info->deepest;
    s->found.nodes = info->nodes;
    s->found.time = info->time;
    s->found.count = info->rank;
    s->lines[info->rank - 1] = info->line;
    if (!s->report || info->rank < s->wanted)
        return;
    json_writer w = answer_begin();
    found_members(&w, s);
    if (core_report(answer_end(&w)))
        oxo_stop_set(&s->stop);
}

const char *core_engine_search(unsigned engine, size_t length)
{
    static const search nothing;
    wasm_request r;
    search s = nothing;
    s.by = find_engine(engine);
    if (!s.by)
        return answer_busy(no_engine);
    if (!request_open(&r, length) || !read_search(&r, &s))
        return answer_refusal(&r.refusal);
    s.limits.stop = &s.stop;
    s.by->busy = true;
    oxo_engine_search(s.by->engine, &s.game.now, &s.limits, take_line, &s,
                      s.lines, &s.found.count);
    s.by->busy = false;
    s.found.nodes = oxo_engine_nodes(s.by->engine);
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    found_members(&w, &s);
    json_close(&w);
    return answer_end(&w);
}
