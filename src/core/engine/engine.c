/* engine.c - the public engine: options, book, solver, iterative deepening,
 * several lines, helper threads. */
#include "oxo/solver.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "budget.h"
#include "clock.h"
#include "helper_thread.h"
#include "level.h"
#include "parameters.h"
#include "search_pvs.h"
#include "value.h"

enum { MAX_THREADS = 256, MAX_LINES = OXO_MAX_MOVES };

struct oxo_engine {
    oxo_engine_options options;
    table table;
    /* options.threads of them. The first is the main thread: it keeps the
     * limits and reports. The others are helpers. */
    search_thread *threads;
    oxo_stop helpers_stop; /* set when the main thread has finished */
    oxo_solver *solver;
    oxo_ultimate last_root; /* of the last search; zero after a new game */
    int last_contempt;
    uint64_t nodes; /* of the last search */
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

/* The solver gets an eighth of the table's memory, on top of it. */
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
    parameters_read();
    oxo_engine *engine = calloc(1, sizeof(*engine));
    if (!engine)
        return -ENOMEM;
    engine->options = *options;
    engine->threads =
        aligned_alloc(alignof(search_thread),
                      (size_t)options->threads * sizeof(search_thread));
    if (!engine->threads ||
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
    free(engine->threads);
    free(engine);
}

void oxo_engine_new_game(oxo_engine *engine)
{
    table_clear(&engine->table);
    memset(&engine->last_root, 0, sizeof engine->last_root);
    for (int i = 0; i < engine->options.threads; i++)
        search_thread_init(&engine->threads[i], &engine->table,
                           &engine->helpers_stop);
}

uint64_t oxo_engine_nodes(const oxo_engine *engine)
{
    return engine->nodes;
}

/* ---- One search --------------------------------------------------------- */

/* A line at the root. `proven` says that its search was as deep as there are
 * empty cells, so that even a score of 0 is a proof. */
typedef struct root_line {
    search_line line;
    bool proven;
} root_line;

/* One call of oxo_engine_search() for a position of Ultimate. */
typedef struct root_search {
    oxo_engine *engine;
    const oxo_neural *neural; /* that evaluates; NULL: by hand */
    int contempt;             /* in hundredths */
    spot root;
    int empty; /* cells that can still be played in: the greatest depth */
    int lines; /* how many to find */
    budget budget;
    int64_t begun; /* as clock_ms() counts */
    const oxo_limits *limits;
    oxo_search_report *report;
    void *context;             /* of `report` */
    root_line best[MAX_LINES]; /* the lines, best first */
    int overlooked_count;      /* moves that the level does not see */
    oxo_move overlooked[OXO_MAX_MOVES];
    oxo_solution solution; /* of the root, if the solver was asked */
} root_search;

static uint64_t count_nodes(const root_search *s)
{
    const oxo_engine *engine = s->engine;
    uint64_t nodes = s->solution.nodes;
    for (int i = 0; i < engine->options.threads; i++)
        nodes += atomic_load_explicit(&engine->threads[i].nodes,
                                      memory_order_relaxed);
    return nodes;
}

static oxo_line public_line(const root_search *s, int rank)
{
    const search_line *line = &s->best[rank].line;
    oxo_line out = {.value = value_of_score(line->score, s->best[rank].proven,
                                            (oxo_variant)s->root.p.rules,
                                            s->neural != NULL, s->contempt),
                    .length = line->length};
    memcpy(out.moves, line->moves, (size_t)line->length);
    return out;
}

static void report_line(const root_search *s, int depth, int rank)
{
    if (!s->report)
        return;
    const oxo_engine *engine = s->engine;
    const oxo_search_info info = {
        .depth = depth,
        .deepest = engine->threads[0].deepest,
        .rank = rank + 1,
        .nodes = count_nodes(s),
        .time = clock_ms() - s->begun,
        .hash_full = table_fullness(&engine->table),
        .line = public_line(s, rank),
    };
    s->report(&info, s->context);
}

/* Reports a line that was found without a search. */
static void report_known(const root_search *s, int depth, uint64_t nodes)
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

/* Searches with an aspiration window around the last score (9 Elo), which is
 * widened on the side on which the search fails. */
static void search_with_aspiration(search_thread *t, const spot *root,
                                   int depth, int last)
{
    enum { NARROW_FROM = 5 };
    int below = param(t->neural, ASPIRATION_WINDOW), above = below;
    if (depth < NARROW_FROM || abs(last) >= SEARCH_PROVEN)
        below = above = 2 * SEARCH_INFINITE;
    for (;;) {
        const int alpha =
            last - below < -SEARCH_INFINITE ? -SEARCH_INFINITE : last - below;
        const int beta =
            last + above > SEARCH_INFINITE ? SEARCH_INFINITE : last + above;
        search_iterate(t, root, depth, alpha, beta);
        const int score = t->line[0].score;
        if (t->stopped || (score > alpha && score < beta))
            return;
        if (score <= alpha)
            below *= 4;
        else
            above *= 4;
    }
}

/* Puts a line at its rank. It replaces the line of the same move from an
 * earlier depth, or else the last line, so that no move occurs twice. */
static void insert_line(root_search *s, int rank, const root_line *found)
{
    int at = rank;
    while (at < s->lines - 1 &&
           s->best[at].line.moves[0] != found->line.moves[0])
        at++;
    for (; at > rank; at--)
        s->best[at] = s->best[at - 1];
    s->best[rank] = *found;
}

/* Sorts the lines from a rank on, best first. */
static void sort_lines(root_search *s, int from)
{
    for (int i = from + 1; i < s->lines; i++) {
        const root_line found = s->best[i];
        int at = i;
        for (; at > from && s->best[at - 1].line.score < found.line.score;
             at--)
            s->best[at] = s->best[at - 1];
        s->best[at] = found;
    }
}

/* An interrupted iteration leaves lines of two depths. The first line is still
 * the best, so no score of the depth before may be higher. */
static void cap_lines(root_search *s)
{
    const int most = s->best[0].line.score;
    for (int i = 1; i < s->lines; i++)
        if (s->best[i].line.score > most)
            s->best[i].line.score = most;
    sort_lines(s, 1);
}

/* One iteration: finds all lines at one depth. False if it was interrupted;
 * the lines not reached are then those of the depth before. */
static bool run_iteration(root_search *s, int depth)
{
    search_thread *t = &s->engine->threads[0];
    t->excluded_count = s->overlooked_count;
    memcpy(t->excluded, s->overlooked, (size_t)s->overlooked_count);
    for (int rank = 0; rank < s->lines; rank++) {
        search_with_aspiration(t, &s->root, depth, s->best[rank].line.score);
        /* An interrupted search began with the best move of the depth before,
         * so a move that it prefers is better. But if all moves that it
         * reached lose, the others may not. */
        if (t->stopped && rank == 0 && t->line[0].length > 0 &&
            t->line[0].score > -SEARCH_PROVEN)
            insert_line(s, 0, &(root_line){t->line[0], false});
        if (t->stopped) {
            cap_lines(s);
            return false;
        }
        insert_line(s, rank, &(root_line){t->line[0], depth >= s->empty});
        t->excluded[t->excluded_count++] = t->line[0].moves[0];
    }
    /* A search that excludes moves may still find a better one. */
    sort_lines(s, 0);
    for (int rank = 0; rank < s->lines; rank++)
        report_line(s, depth, rank);
    return true;
}

/* Is nothing left to find, or no time for another iteration? */
static bool is_done(const root_search *s, int depth)
{
    if (depth >= s->empty || (s->limits->depth && depth >= s->limits->depth))
        return true;
    const int64_t spent = clock_ms() - s->begun;
    if (s->budget.enough && spent >= s->budget.enough)
        return true;
    /* Proofs no deeper than the search suffice: find_shortest_proof() looks
     * for shorter ones. */
    for (int rank = 0; rank < s->lines; rank++) {
        const int score = abs(s->best[rank].line.score);
        if (score < SEARCH_PROVEN || SEARCH_WIN - score > depth)
            return false;
    }
    return true;
}

/* Pruning and reductions can hide the shortest win, or the longest loss.
 * Searches again without them whether the best line's proven end can come
 * sooner, until it cannot. Gives up after as many nodes as the search itself
 * took: to shorten a distant proof may be out of reach. */
static void find_shortest_proof(root_search *s)
{
    enum { SHORTEST_NODES = 5000 }; /* in addition, if there is time */
    search_thread *t = &s->engine->threads[0];
    root_line *best = &s->best[0];
    const uint64_t nodes = atomic_load(&t->nodes);
    const uint64_t enough = 2 * nodes + SHORTEST_NODES;
    if (t->node_limit == 0 || enough < t->node_limit)
        t->node_limit = enough;
    t->unpruned = true;
    t->excluded_count = s->overlooked_count;
    while (abs(best->line.score) >= SEARCH_PROVEN && !t->stopped) {
        const int distance = SEARCH_WIN - abs(best->line.score);
        const bool win = best->line.score > 0;
        const int sooner = SEARCH_WIN - distance + 1;
        if (distance < 2)
            break;
        search_iterate(t, &s->root, distance - 1, win ? sooner - 1 : -sooner,
                       win ? sooner : 1 - sooner);
        const int score = t->line[0].score;
        if (t->stopped || (win ? score < sooner : score > -sooner))
            break;
        best->line.score = score;
        if (win)
            best->line = t->line[0];
    }
    t->unpruned = false;
}

/* ---- Helper threads ----------------------------------------------------- */

typedef struct helper {
    helper_thread thread;
    search_thread *search;
    const spot *root;
    int first_depth, last_depth;
} helper;

/* Lazy SMP: searches the same position at depths of its own and helps by what
 * it leaves in the table. Two threads against one gained 51 Elo. */
static void *run_helper(void *argument)
{
    helper *h = argument;
    for (int depth = h->first_depth; depth <= h->last_depth; depth++) {
        search_iterate(h->search, h->root, depth, -SEARCH_INFINITE,
                       SEARCH_INFINITE);
        if (h->search->stopped)
            break;
    }
    return NULL;
}

static int start_helpers(root_search *s, helper helpers[MAX_THREADS])
{
    int started = 0;
    /* A level is defined by the nodes of one thread. */
    const int threads =
        s->engine->options.level ? 1 : s->engine->options.threads;
    for (int i = 1; i < threads; i++) {
        helper *h = &helpers[started];
        *h = (helper){.search = &s->engine->threads[i],
                      .root = &s->root,
                      .first_depth = 1 + i % 2,
                      .last_depth = s->empty};
        if (helper_thread_start(&h->thread, run_helper, h) == 0)
            started++;
    }
    return started;
}

/* ---- The endgame -------------------------------------------------------- */

enum {
    SOLVE_FROM = 13,       /* empty cells; the search solves fewer itself */
    SOLVE_TO = 30,         /* empty cells; more are rarely solved in time */
    SOLVE_SHARE = 8,       /* the solver's part of the time or nodes */
    SOLVE_LEAST = 2048,    /* nodes; the solver checks limits every 1024 */
    SOLVE_NODES = 1000000, /* where neither time nor nodes are limited */
};

static oxo_solution ask_solver(root_search *s, const oxo_ultimate *p)
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

/* Replaces the best line by the solver's. */
static void take_solution(root_search *s)
{
    const oxo_solution *found = &s->solution;
    search_line *line = &s->best[0].line;
    line->length = found->length;
    memcpy(line->moves, found->line, (size_t)found->length);
}

/* Is the position late enough for the solver, and are there nodes and time to
 * spare? Asking costs no strength (-1 +- 4 Elo) and gives proofs. */
static bool may_solve(const root_search *s)
{
    const uint64_t nodes = s->limits->nodes;
    const int64_t time = s->budget.most;
    return s->engine->options.level == 0 && s->lines == 1 &&
           s->limits->depth == 0 && s->empty >= SOLVE_FROM &&
           s->empty <= SOLVE_TO &&
           (nodes == 0 || nodes / SOLVE_SHARE >= SOLVE_LEAST) &&
           (time == 0 || time >= SOLVE_SHARE);
}

/* Asks the solver. True if its answer leaves nothing to search for. */
static bool solve_root(root_search *s)
{
    if (!may_solve(s))
        return false;
    s->solution = ask_solver(s, &s->root.p);
    const bool decided =
        s->solution.kind == OXO_SOLVED_WIN ||
        (s->solution.kind == OXO_SOLVED_LOSS && s->solution.exact);
    if (decided && s->solution.length > 0)
        take_solution(s);
    return decided && s->solution.length > 0;
}

/* Some drawing moves are harder to answer than others, so the search's choice
 * is played if it is proven to draw. */
static void choose_drawing_move(root_search *s)
{
    spot next = s->root;
    spot_play(&next, s->best[0].line.moves[0]);
    const oxo_solution reply = ask_solver(s, &next.p);
    if (reply.kind != OXO_SOLVED_DRAW && s->solution.length > 0)
        take_solution(s);
}

static int score_of_solution(const root_search *s)
{
    const int distance = s->solution.exact ? s->solution.distance : s->empty;
    switch (s->solution.kind) {
    case OXO_SOLVED_WIN:
        return SEARCH_WIN - distance;
    case OXO_SOLVED_LOSS:
        return distance - SEARCH_WIN;
    default:
        return 0;
    }
}

/* A proof of the solver overrules the search's estimate. */
static void apply_solution(root_search *s)
{
    if (s->solution.kind == OXO_SOLVED_UNKNOWN ||
        abs(s->best[0].line.score) >= SEARCH_PROVEN || s->best[0].proven)
        return;
    if (s->solution.kind == OXO_SOLVED_DRAW)
        choose_drawing_move(s);
    s->best[0].line.score = score_of_solution(s);
    s->best[0].proven = true;
}

/* ---- Searching ---------------------------------------------------------- */

/* A network for other rules cannot evaluate this variant. The levels do
 * without the library's networks, because they were measured so. */
const oxo_neural *oxo_engine_neural(const oxo_engine_options *options,
                                    oxo_variant variant)
{
    if (options->neural && oxo_neural_variant(options->neural) == variant)
        return options->neural;
    return options->hand_written || options->level > 0
               ? NULL
               : oxo_neural_builtin(variant);
}

/* A search for several lines is an analysis, too. Under `ultimate-cg`, where
 * draws are rare, contempt gained nothing (docs/lab/neural.md). */
static int choose_contempt(const root_search *s)
{
    const oxo_engine_options *o = &s->engine->options;
    const bool plays = !s->limits->analysis && o->lines == 1 && o->level == 0;
    return s->neural && s->root.p.rules == OXO_ULTIMATE && plays ? o->contempt
                                                                 : 0;
}

/* Searches that score draws differently must not share table entries, so the
 * score of a draw is part of the hash. */
static uint64_t hash_of_draw(int draw)
{
    return draw ? mix_bits((unsigned)(draw + OXO_MAX_CONTEMPT)) : 0;
}

static void prepare_threads(root_search *s)
{
    oxo_engine *engine = s->engine;
    s->contempt = choose_contempt(s);
    s->best[0].line.score = -s->contempt; /* the first aspiration window */
    const int draw = s->root.p.turn == OXO_X ? -s->contempt : s->contempt;
    s->root.hash ^= hash_of_draw(draw);
    /* A search of the same position with the same contempt continues the last
     * one, whose entries are then not old. */
    if (memcmp(&engine->last_root, &s->root.p, sizeof s->root.p) != 0 ||
        engine->last_contempt != s->contempt)
        table_next_search(&engine->table);
    engine->last_root = s->root.p;
    engine->last_contempt = s->contempt;
    for (int i = 0; i < engine->options.threads; i++) {
        search_thread_begin(&engine->threads[i]);
        search_thread_set_evaluation(&engine->threads[i], s->neural, draw);
    }
    search_thread *first = &engine->threads[0];
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

/* Removes the moves that the level overlooks; returns how many are left. */
static int drop_overlooked(root_search *s, oxo_move *moves, int count)
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

/* Starts with some legal moves, in case no iteration finishes. */
static void init_lines(root_search *s, const oxo_move *moves, int count)
{
    s->lines =
        s->engine->options.lines < count ? s->engine->options.lines : count;
    for (int i = 0; i < s->lines; i++)
        s->best[i].line = (search_line){.length = 1, .moves = {moves[i]}};
}

/* A caller who limits only time wants a move, not an analysis: the book will
 * do. */
static bool may_use_book(const root_search *s)
{
    const oxo_engine_options *o = &s->engine->options;
    return o->book && o->level == 0 && o->lines == 1 && s->budget.most > 0 &&
           s->limits->depth == 0 && s->limits->nodes == 0;
}

/* Follows the book as far as it goes. True if it has a move. */
static bool find_in_book(root_search *s)
{
    const oxo_book *book = s->engine->options.book;
    oxo_position p = oxo_position_of_ultimate(s->root.p);
    search_line line = {.length = 0};
    oxo_move m;
    int centi;
    if (!may_use_book(s))
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
    s->best[0] = (root_line){.line = line};
    report_known(s, 0, 0);
    return true;
}

/* Iterative deepening. */
static void run_iterations(root_search *s)
{
    helper helpers[MAX_THREADS];
    oxo_stop_clear(&s->engine->helpers_stop);
    const int helping = start_helpers(s, helpers);
    int depth = 1;
    bool complete = run_iteration(s, depth);
    while (complete && !is_done(s, depth))
        complete = run_iteration(s, ++depth);
    if (complete && s->lines == 1)
        find_shortest_proof(s);
    oxo_stop_set(&s->engine->helpers_stop);
    for (int i = 0; i < helping; i++)
        helper_thread_join(&helpers[i].thread);
}

static oxo_status search_ultimate(oxo_engine *engine, const oxo_ultimate *p,
                                  root_search *s, oxo_line *lines,
                                  int *ret_count)
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
    count = drop_overlooked(s, moves, count);
    init_lines(s, moves, count);
    if (find_in_book(s)) {
        engine->nodes = 0;
    } else if (solve_root(s)) {
        engine->nodes = s->solution.nodes;
        apply_solution(s);
        report_known(s, s->solution.length, s->solution.nodes);
    } else {
        prepare_threads(s);
        run_iterations(s);
        engine->nodes = count_nodes(s);
    }
    apply_solution(s);
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
    engine->nodes = 0;
    if (p->variant == OXO_CLASSIC)
        return value_classic_lines(&p->as.classic, &engine->options, lines,
                                   ret_count);
    root_search s = {
        .limits = limits, .report = report_to, .context = context};
    return search_ultimate(engine, &p->as.ultimate, &s, lines, ret_count);
}
