/* engine.c - the public engine: options, threads, iterations, lines. */
#include "oxo/solver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "budget.h"
#include "clock.h"
#include "helper_thread.h"
#include "level.h"
#include "numbers.h"
#include "think.h"
#include "value.h"

enum { MAX_THREADS = 256, MAX_LINES = OXO_MAX_MOVES };

struct oxo_engine {
    oxo_engine_options options;
    table table;
    thinker *thinkers;     /* options.threads of them; the first one reports */
    oxo_stop helpers_stop; /* ends all but the first */
    oxo_solver *solver;
    oxo_ultimate last_root; /* of the last search since a new game; or zero */
    int last_contempt;
    uint64_t searched; /* moves that the last search made */
};

/* ---- Life --------------------------------------------------------------- */

oxo_engine_options oxo_engine_defaults(void)
{
    return (oxo_engine_options){
        .hash_bytes = (size_t)64 << 20, .threads = 1, .seed = 1, .lines = 1};
}

static bool in_range(const oxo_engine_options *o)
{
    return o->threads >= 1 && o->threads <= MAX_THREADS && o->level >= 0 &&
           o->level <= LEVELS && o->lines >= 1 && o->lines <= MAX_LINES &&
           o->contempt >= 0 && o->contempt <= OXO_MAX_CONTEMPT;
}

/* The solver's memory comes on top of the table's, an eighth of it. */
static int create_solver(oxo_engine *engine)
{
    size_t memory = engine->options.hash_bytes / 8;
    if (memory < OXO_SOLVER_MIN_MEMORY)
        memory = OXO_SOLVER_MIN_MEMORY;
    return oxo_solver_create(memory, &engine->solver);
}

int oxo_engine_create(const oxo_engine_options *options, oxo_engine **ret)
{
    if (!in_range(options))
        return -EINVAL;
    numbers_read();
    oxo_engine *engine = calloc(1, sizeof(*engine));
    if (!engine)
        return -ENOMEM;
    engine->options = *options;
    engine->thinkers = aligned_alloc(
        alignof(thinker), (size_t)options->threads * sizeof(thinker));
    if (!engine->thinkers ||
        table_init(&engine->table, options->hash_bytes) < 0 ||
        create_solver(engine) < 0) {
        oxo_engine_destroy(engine);
        return -ENOMEM;
    }
    oxo_engine_new_game(engine);
    *ret = engine;
    return 0;
}

void oxo_engine_destroy(oxo_engine *engine)
{
    if (!engine)
        return;
    oxo_solver_destroy(engine->solver);
    table_free(&engine->table);
    free(engine->thinkers);
    free(engine);
}

void oxo_engine_new_game(oxo_engine *engine)
{
    table_clear(&engine->table);
    memset(&engine->last_root, 0, sizeof engine->last_root);
    for (int i = 0; i < engine->options.threads; i++)
        thinker_init(&engine->thinkers[i], &engine->table,
                     &engine->helpers_stop);
}

uint64_t oxo_engine_nodes(const oxo_engine *engine)
{
    return engine->searched;
}

/* ---- One search --------------------------------------------------------- */

/* A line, and whether the search that found it reached every end. */
typedef struct found_line {
    think_line line;
    bool proven;
} found_line;

typedef struct session {
    oxo_engine *engine;
    const oxo_neural *neural; /* that judges, or NULL */
    int contempt;             /* in the search's scores */
    spot root;
    int empty; /* cells that can still be played in: the deepest search */
    int lines; /* to be found */
    budget budget;
    int64_t begun;
    const oxo_limits *limits;
    oxo_search_report *report;
    void *context;
    found_line best[MAX_LINES];
    int overlooked_count; /* moves that a level does not see */
    oxo_move overlooked[OXO_MAX_MOVES];
    oxo_solution solution; /* of the root, if it is late enough */
} session;

static uint64_t all_nodes(const session *s)
{
    const oxo_engine *engine = s->engine;
    uint64_t nodes = s->solution.nodes;
    for (int i = 0; i < engine->options.threads; i++)
        nodes += atomic_load_explicit(&engine->thinkers[i].nodes,
                                      memory_order_relaxed);
    return nodes;
}

static oxo_line public_line(const session *s, int rank)
{
    const think_line *line = &s->best[rank].line;
    oxo_line out = {.value = value_of_score(line->score, s->best[rank].proven,
                                            (oxo_variant)s->root.p.rules,
                                            s->neural != NULL, s->contempt),
                    .length = line->length};
    memcpy(out.moves, line->moves, (size_t)line->length);
    return out;
}

static void report(const session *s, int depth, int rank)
{
    if (!s->report)
        return;
    const oxo_engine *engine = s->engine;
    const oxo_search_info info = {
        .depth = depth,
        .deepest = engine->thinkers[0].deepest,
        .rank = rank + 1,
        .nodes = all_nodes(s),
        .time = clock_ms() - s->begun,
        .hash_full = table_fullness(&engine->table),
        .line = public_line(s, rank),
    };
    s->report(&info, s->context);
}

/* What was found without a search. */
static void report_known(const session *s, int depth, uint64_t nodes)
{
    if (!s->report)
        return;
    const oxo_search_info info = {.depth = depth,
                                  .deepest = depth,
                                  .rank = 1,
                                  .nodes = nodes,
                                  .time = clock_ms() - s->begun,
                                  .line = public_line(s, 0)};
    s->report(&info, s->context);
}

/* A window around the last score, widened on the side that it fails. */
static void search_window(thinker *t, const spot *root, int depth, int last)
{
    enum { NARROW_FROM = 5 };
    int below = number(t->neural, WINDOW), above = below;
    if (depth < NARROW_FROM || abs(last) >= THINK_PROVEN)
        below = above = 2 * THINK_INFINITE;
    for (;;) {
        const int alpha =
            last - below < -THINK_INFINITE ? -THINK_INFINITE : last - below;
        const int beta =
            last + above > THINK_INFINITE ? THINK_INFINITE : last + above;
        think_iterate(t, root, depth, alpha, beta);
        const int score = t->line[0].score;
        if (t->stopped || (score > alpha && score < beta))
            return;
        if (score <= alpha)
            below *= 4;
        else
            above *= 4;
    }
}

/* Puts a line at its rank. What an earlier depth thought of the same move
 * gives way, or else the last line, so that no move is there twice. */
static void insert_line(session *s, int rank, const found_line *found)
{
    int at = rank;
    while (at < s->lines - 1 &&
           s->best[at].line.moves[0] != found->line.moves[0])
        at++;
    for (; at > rank; at--)
        s->best[at] = s->best[at - 1];
    s->best[rank] = *found;
}

/* Sorts the lines from a rank on: best first. */
static void sort_lines(session *s, int from)
{
    for (int i = from + 1; i < s->lines; i++) {
        const found_line found = s->best[i];
        int at = i;
        for (; at > from && s->best[at - 1].line.score < found.line.score;
             at--)
            s->best[at] = s->best[at - 1];
        s->best[at] = found;
    }
}

/* When a depth is broken off, the lines behind the best one are of two
 * depths. The best is the best all the same, so no estimate of the depth
 * before may be higher. */
static void settle_lines(session *s)
{
    const int most = s->best[0].line.score;
    for (int i = 1; i < s->lines; i++)
        if (s->best[i].line.score > most)
            s->best[i].line.score = most;
    sort_lines(s, 1);
}

/* Finds the lines of one depth into s->best; false if it was broken off, and
 * the lines not reached are then those of the depth before. */
static bool iterate(session *s, int depth)
{
    thinker *t = &s->engine->thinkers[0];
    t->excluded_count = s->overlooked_count;
    memcpy(t->excluded, s->overlooked, (size_t)s->overlooked_count);
    for (int rank = 0; rank < s->lines; rank++) {
        search_window(t, &s->root, depth, s->best[rank].line.score);
        /* A search that was broken off has looked at the best move of the
         * depth before first: one that it prefers is better. That all the
         * moves it came to lose proves nothing of the others. */
        if (t->stopped && rank == 0 && t->line[0].length > 0 &&
            t->line[0].score > -THINK_PROVEN)
            insert_line(s, 0, &(found_line){t->line[0], false});
        if (t->stopped) {
            settle_lines(s);
            return false;
        }
        insert_line(s, rank, &(found_line){t->line[0], depth >= s->empty});
        t->excluded[t->excluded_count++] = t->line[0].moves[0];
    }
    /* Searches that leave out moves may yet find a better one. */
    sort_lines(s, 0);
    for (int rank = 0; rank < s->lines; rank++)
        report(s, depth, rank);
    return true;
}

/* Is there nothing more to find out, or no time to? */
static bool is_done(const session *s, int depth)
{
    if (depth >= s->empty || (s->limits->depth && depth >= s->limits->depth))
        return true;
    const int64_t spent = clock_ms() - s->begun;
    if (s->budget.enough && spent >= s->budget.enough)
        return true;
    /* A proof no deeper than the search: find_shortest() does the rest. */
    for (int rank = 0; rank < s->lines; rank++) {
        const int score = abs(s->best[rank].line.score);
        if (score < THINK_PROVEN || THINK_WIN - score > depth)
            return false;
    }
    return true;
}

/* Reductions can hide the shortest way. Asks again, with nothing cut, whether
 * the best line's proven end can come sooner, until it cannot; but for no
 * longer than the search itself took, since a distant end may be out of reach
 * of such a question. */
static void find_shortest(session *s)
{
    enum { SHORTEST_NODES = 5000 }; /* at least, if there is time */
    thinker *t = &s->engine->thinkers[0];
    found_line *best = &s->best[0];
    const uint64_t nodes = atomic_load(&t->nodes);
    const uint64_t enough = 2 * nodes + SHORTEST_NODES;
    if (t->node_limit == 0 || enough < t->node_limit)
        t->node_limit = enough;
    t->whole = true;
    t->excluded_count = s->overlooked_count;
    while (abs(best->line.score) >= THINK_PROVEN && !t->stopped) {
        const int distance = THINK_WIN - abs(best->line.score);
        const bool win = best->line.score > 0;
        const int sooner = THINK_WIN - distance + 1;
        if (distance < 2)
            break;
        think_iterate(t, &s->root, distance - 1, win ? sooner - 1 : -sooner,
                      win ? sooner : 1 - sooner);
        const int score = t->line[0].score;
        if (t->stopped || (win ? score < sooner : score > -sooner))
            break;
        best->line.score = score;
        if (win)
            best->line = t->line[0];
    }
    t->whole = false;
}

/* ---- Helpers ------------------------------------------------------------ */

typedef struct helper {
    helper_thread thread;
    thinker *thinker;
    const spot *root;
    int first_depth, last_depth;
} helper;

/* Searches the same position, at depths of its own, for the sake of what it
 * leaves in the table. */
static void *help(void *argument)
{
    helper *h = argument;
    for (int depth = h->first_depth; depth <= h->last_depth; depth++) {
        think_iterate(h->thinker, h->root, depth, -THINK_INFINITE,
                      THINK_INFINITE);
        if (h->thinker->stopped)
            break;
    }
    return NULL;
}

static int start_helpers(session *s, helper helpers[MAX_THREADS])
{
    int started = 0;
    /* A level is what one thread makes of so many nodes. */
    const int threads =
        s->engine->options.level ? 1 : s->engine->options.threads;
    for (int i = 1; i < threads; i++) {
        helper *h = &helpers[started];
        *h = (helper){.thinker = &s->engine->thinkers[i],
                      .root = &s->root,
                      .first_depth = 1 + i % 2,
                      .last_depth = s->empty};
        if (helper_thread_start(&h->thread, help, h) == 0)
            started++;
    }
    return started;
}

/* ---- The endgame -------------------------------------------------------- */

enum {
    SOLVE_FROM = 13,    /* empty cells: fewer are the search's own business */
    SOLVE_TO = 30,      /* more are rarely worth trying */
    SOLVE_SHARE = 8,    /* of the time or nodes goes to the solver */
    SOLVE_LEAST = 2048, /* nodes: the solver looks up only every so often */
    SOLVE_NODES = 1000000, /* where neither is limited */
};

static oxo_solution solve(session *s, const oxo_ultimate *p)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    oxo_solve_limits limits = {.nodes = s->limits->nodes / SOLVE_SHARE,
                               .time = s->budget.most / SOLVE_SHARE,
                               .exact_distance = true,
                               .stop = s->limits->stop};
    if (limits.nodes == 0 && limits.time == 0)
        limits.nodes = SOLVE_NODES;
    return oxo_solver_solve(s->engine->solver, &position, &limits, NULL, NULL);
}

/* The solver's line in place of the search's. */
static void take_solution(session *s)
{
    const oxo_solution *found = &s->solution;
    think_line *line = &s->best[0].line;
    line->length = found->length;
    memcpy(line->moves, found->line, (size_t)found->length);
}

/* Is it late enough to ask, and are there nodes and time to spare? */
static bool may_solve(const session *s)
{
    const uint64_t nodes = s->limits->nodes;
    const int64_t time = s->budget.most;
    return s->engine->options.level == 0 && s->lines == 1 &&
           s->limits->depth == 0 && s->empty >= SOLVE_FROM &&
           s->empty <= SOLVE_TO &&
           (nodes == 0 || nodes / SOLVE_SHARE >= SOLVE_LEAST) &&
           (time == 0 || time >= SOLVE_SHARE);
}

/* Asks the solver; true if its answer leaves nothing to search for. */
static bool solve_root(session *s)
{
    if (!may_solve(s))
        return false;
    s->solution = solve(s, &s->root.p);
    const bool decided =
        s->solution.kind == OXO_SOLVED_WIN ||
        (s->solution.kind == OXO_SOLVED_LOSS && s->solution.exact);
    if (decided && s->solution.length > 0)
        take_solution(s);
    return decided && s->solution.length > 0;
}

/* Some drawing moves are harder to answer than others: the search's choice is
 * kept if it is one of them. */
static void keep_draw(session *s)
{
    spot next = s->root;
    spot_play(&next, s->best[0].line.moves[0]);
    const oxo_solution reply = solve(s, &next.p);
    if (reply.kind != OXO_SOLVED_DRAW && s->solution.length > 0)
        take_solution(s);
}

static int score_of_solution(const session *s)
{
    const int distance = s->solution.exact ? s->solution.distance : s->empty;
    switch (s->solution.kind) {
    case OXO_SOLVED_WIN:
        return THINK_WIN - distance;
    case OXO_SOLVED_LOSS:
        return distance - THINK_WIN;
    default:
        return 0;
    }
}

/* What the solver proved stands, whatever the search thinks. */
static void settle_by_proof(session *s)
{
    if (s->solution.kind == OXO_SOLVED_UNKNOWN ||
        abs(s->best[0].line.score) >= THINK_PROVEN || s->best[0].proven)
        return;
    if (s->solution.kind == OXO_SOLVED_DRAW)
        keep_draw(s);
    s->best[0].line.score = score_of_solution(s);
    s->best[0].proven = true;
}

/* ---- Searching ---------------------------------------------------------- */

/* A network that was trained for other rules is of no use here. The levels are
 * what they were measured to be: they do without the library's own. */
const oxo_neural *oxo_engine_neural(const oxo_engine_options *options,
                                    oxo_variant variant)
{
    if (options->neural && oxo_neural_variant(options->neural) == variant)
        return options->neural;
    return options->hand_written || options->level > 0
               ? NULL
               : oxo_neural_builtin(variant);
}

/* Several lines are an analysis, too. Under `ultimate-cg`, where ties are
 * broken, contempt was worth nothing: docs/design/neural.md. */
static int choose_contempt(const session *s)
{
    const oxo_engine_options *o = &s->engine->options;
    const bool plays = !s->limits->analysis && o->lines == 1 && o->level == 0;
    return s->neural && s->root.p.rules == OXO_ULTIMATE && plays ? o->contempt
                                                                 : 0;
}

/* Scores with and without contempt must not meet in the table, nor those of
 * one side's and the other's. */
static uint64_t key_of_draw(int draw)
{
    return draw ? mix_bits((unsigned)(draw + OXO_MAX_CONTEMPT)) : 0;
}

static void prepare(session *s)
{
    oxo_engine *engine = s->engine;
    s->contempt = choose_contempt(s);
    s->best[0].line.score = -s->contempt; /* even, as far as is known */
    const int draw = s->root.p.turn == OXO_X ? -s->contempt : s->contempt;
    s->root.hash ^= key_of_draw(draw);
    /* Searching the same position again goes on where the last search ended:
     * what that one has learnt is not old, unless it thought otherwise of
     * draws. */
    if (memcmp(&engine->last_root, &s->root.p, sizeof s->root.p) != 0 ||
        engine->last_contempt != s->contempt)
        table_next_search(&engine->table);
    engine->last_root = s->root.p;
    engine->last_contempt = s->contempt;
    for (int i = 0; i < engine->options.threads; i++) {
        thinker_begin(&engine->thinkers[i]);
        thinker_use(&engine->thinkers[i], s->neural, draw);
    }
    thinker *first = &engine->thinkers[0];
    first->stop = s->limits->stop;
    first->node_limit = s->limits->nodes;
    if (first->node_limit > s->solution.nodes)
        first->node_limit -= s->solution.nodes;
    if (engine->options.level > 0) {
        const uint64_t nodes = level_nodes(engine->options.level);
        if (first->node_limit == 0 || nodes < first->node_limit)
            first->node_limit = nodes;
    }
    first->deadline = s->budget.most ? s->begun + s->budget.most : 0;
}

/* Takes the moves that the level overlooks out of the list. */
static int overlook(session *s, oxo_move *moves, int count)
{
    const oxo_engine_options *o = &s->engine->options;
    const oxo_position p = oxo_position_of_ultimate(s->root.p);
    if (o->level == 0)
        return count;
    s->overlooked_count =
        level_overlooked(o->level, o->seed, &p, moves, count, s->overlooked);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!memchr(s->overlooked, moves[i], (size_t)s->overlooked_count))
            moves[kept++] = moves[i];
    }
    return kept;
}

/* Some move, in case there is no time to find a good one. */
static void fall_back(session *s, const oxo_move *moves, int count)
{
    s->lines =
        s->engine->options.lines < count ? s->engine->options.lines : count;
    for (int i = 0; i < s->lines; i++)
        s->best[i].line = (think_line){.length = 1, .moves = {moves[i]}};
}

/* Whoever has a clock running wants a move, not an analysis: it may come from
 * the book. */
static bool may_consult(const session *s)
{
    const oxo_engine_options *o = &s->engine->options;
    return o->book && o->level == 0 && o->lines == 1 && s->budget.most > 0 &&
           s->limits->depth == 0 && s->limits->nodes == 0;
}

/* The book's line, as far as it goes; true if there is one. */
static bool consult_book(session *s)
{
    const oxo_book *book = s->engine->options.book;
    oxo_position p = oxo_position_of_ultimate(s->root.p);
    think_line line = {.length = 0};
    oxo_move m;
    int centi;
    if (!may_consult(s))
        return false;
    while (line.length < OXO_MAX_MOVES &&
           oxo_book_find(book, &p, &m, &centi)) {
        if (line.length == 0)
            line.score = centi;
        line.moves[line.length++] = m;
        p = oxo_position_play(&p, m);
    }
    if (line.length == 0)
        return false;
    s->best[0] = (found_line){.line = line};
    report_known(s, 0, 0);
    return true;
}

static void run(session *s)
{
    helper helpers[MAX_THREADS];
    oxo_stop_clear(&s->engine->helpers_stop);
    const int helping = start_helpers(s, helpers);
    int depth = 1;
    bool complete = iterate(s, depth);
    while (complete && !is_done(s, depth))
        complete = iterate(s, ++depth);
    if (complete && s->lines == 1)
        find_shortest(s);
    oxo_stop_set(&s->engine->helpers_stop);
    for (int i = 0; i < helping; i++)
        helper_thread_join(&helpers[i].thread);
}

static oxo_status search_ultimate(oxo_engine *engine, const oxo_ultimate *p,
                                  session *s, oxo_line *lines, int *ret_count)
{
    oxo_move moves[OXO_MAX_MOVES];
    int count = oxo_ultimate_moves(p, moves);
    if (count == 0)
        return OXO_GAME_OVER;
    s->engine = engine;
    s->root = spot_from(p);
    s->empty = s->root.empty;
    s->budget = budget_of(s->limits, (oxo_mark)p->turn, s->empty, count);
    s->begun = clock_ms();
    s->neural =
        oxo_engine_neural(&engine->options, (oxo_variant)s->root.p.rules);
    count = overlook(s, moves, count);
    fall_back(s, moves, count);
    if (consult_book(s)) {
        engine->searched = 0;
    } else if (solve_root(s)) {
        engine->searched = s->solution.nodes;
        settle_by_proof(s);
        report_known(s, s->solution.length, s->solution.nodes);
    } else {
        prepare(s);
        run(s);
        engine->searched = all_nodes(s);
    }
    settle_by_proof(s);
    for (int i = 0; i < s->lines; i++)
        lines[i] = public_line(s, i);
    *ret_count = s->lines;
    return OXO_OK;
}

oxo_status oxo_engine_search(oxo_engine *engine, const oxo_position *p,
                             const oxo_limits *limits,
                             oxo_search_report *report_to, void *context,
                             oxo_line *lines, int *ret_count)
{
    engine->searched = 0;
    if (p->variant == OXO_CLASSIC)
        return value_classic_lines(&p->as.classic, &engine->options, lines,
                                   ret_count);
    session s = {.limits = limits, .report = report_to, .context = context};
    return search_ultimate(engine, &p->as.ultimate, &s, lines, ret_count);
}
