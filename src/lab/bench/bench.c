/* bench.c - the metrics of `oxo bench`; see bench.h.
 *
 * A metric is a pair of functions that do the same kind of work. They run
 * alternately, in slices of milliseconds, until the time is up. The result is
 * the best slice of each, in processor time: other load on the machine can
 * only make a slice slower. */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <stdbool.h>
#include <stdlib.h>

#include "baseline.h"
#include "clock.h"
#include "oxo/engine.h"
#include "oxo/game.h"
#include "oxo/playout.h"
#include "solves.h"

/* Does some work and returns the number of units. */
typedef double bench_work(void);

/* Gets the results, so that the compiler cannot remove the work. */
static volatile uint64_t sink;

/* ---- Perft -------------------------------------------------------------- */

enum { PERFT_DEPTH = 6, BASELINE_PERFT_DEPTH = 5 };

static double perft_ours(void)
{
    const oxo_position start = oxo_position_start(OXO_ULTIMATE);
    const uint64_t n = oxo_perft(&start, PERFT_DEPTH);
    sink += n;
    return (double)n;
}

static double perft_baseline(void)
{
    baseline_ultimate start;
    baseline_ultimate_start(&start);
    const uint64_t n = baseline_perft(&start, BASELINE_PERFT_DEPTH);
    sink += n;
    return (double)n;
}

/* ---- Random games ------------------------------------------------------- */

static oxo_random dice = {1};

static unsigned roll(void *context, unsigned n)
{
    return oxo_random_below(context, n);
}

static double playouts_ours(void)
{
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE);
    for (int i = 0; i < 2000; i++)
        sink += oxo_ultimate_playout(start, &dice);
    return 2000;
}

static double playouts_baseline(void)
{
    baseline_ultimate start;
    baseline_ultimate_start(&start);
    for (int i = 0; i < 200; i++)
        sink += (unsigned)baseline_playout(start, roll, &dice);
    return 200;
}

/* ---- Checked moves ------------------------------------------------------ */

/* Games to replay, generated once, so that only the moves are measured. */
enum { GAMES = 64 };

typedef struct script {
    int length;
    oxo_move moves[OXO_MAX_MOVES];
} script;

static script scripts[2][GAMES]; /* classic, ultimate */

static script random_game(oxo_variant variant)
{
    script s = {.length = 0};
    oxo_position p = oxo_position_start(variant);
    oxo_move legal[OXO_MAX_MOVES];
    for (int n; (n = oxo_position_moves(&p, legal)) > 0;) {
        s.moves[s.length] = legal[oxo_random_below(&dice, (unsigned)n)];
        p = oxo_position_play(&p, s.moves[s.length++]);
    }
    return s;
}

static void write_scripts(void)
{
    for (int i = 0; i < GAMES; i++) {
        scripts[0][i] = random_game(OXO_CLASSIC);
        scripts[1][i] = random_game(OXO_ULTIMATE);
    }
}

/* For each move: validate it, play it, check for a win and a draw. */
static double classic_ours(void)
{
    double moves = 0;
    unsigned outcomes = 0;
    for (int i = 0; i < 100 * GAMES; i++) {
        const script *s = &scripts[0][i % GAMES];
        oxo_classic p = oxo_classic_start();
        for (int ply = 0; ply < s->length; ply++) {
            if (oxo_classic_check(&p, s->moves[ply]) != OXO_OK)
                break;
            p = oxo_classic_play(p, s->moves[ply]);
            outcomes += oxo_classic_outcome(&p);
        }
        moves += s->length;
    }
    sink += outcomes;
    return moves;
}

static double classic_baseline(void)
{
    double moves = 0;
    unsigned outcomes = 0;
    for (int i = 0; i < 20 * GAMES; i++) {
        const script *s = &scripts[0][i % GAMES];
        baseline_classic g;
        baseline_classic_start(&g);
        for (int ply = 0; ply < s->length; ply++) {
            if (!baseline_classic_move(&g, s->moves[ply]))
                break;
            outcomes += (unsigned)g.winner;
        }
        moves += s->length;
    }
    sink += outcomes;
    return moves;
}

/* Every move makes a new game and leaves the old one unchanged. */
static double game_ours(void)
{
    static oxo_game games[2];
    double moves = 0;
    for (int i = 0; i < GAMES; i++) {
        const script *s = &scripts[1][i];
        games[0] = oxo_game_start(OXO_ULTIMATE);
        for (int ply = 0; ply < s->length; ply++) {
            const oxo_turn turn = {ply, 5000, s->moves[ply]};
            sink +=
                oxo_game_play(&games[ply % 2], &turn, &games[(ply + 1) % 2]);
        }
        moves += s->length;
    }
    return moves;
}

static double game_baseline(void)
{
    static baseline_game games[2];
    double moves = 0;
    for (int i = 0; i < GAMES; i++) {
        const script *s = &scripts[1][i];
        baseline_ultimate_start(&games[0].now);
        games[0].length = 0;
        for (int ply = 0; ply < s->length; ply++)
            sink += baseline_game_move(&games[ply % 2], s->moves[ply] / 9,
                                       s->moves[ply] % 9, ply, 0.5,
                                       &games[(ply + 1) % 2]);
        moves += s->length;
    }
    return moves;
}

/* ---- Classic looked up -------------------------------------------------- */

/* The position of a game after `ply` moves. */
static oxo_position position_after(const script *s, oxo_variant variant,
                                   int ply)
{
    oxo_position p = oxo_position_start(variant);
    for (int i = 0; i < ply; i++)
        p = oxo_position_play(&p, s->moves[i]);
    return p;
}

static baseline_classic baseline_classic_after(const script *s, int ply)
{
    baseline_classic g;
    baseline_classic_start(&g);
    for (int i = 0; i < ply; i++)
        baseline_classic_move(&g, s->moves[i]);
    return g;
}

static oxo_classic looked_up[GAMES * OXO_CELLS];
static int looked_up_count;

static void write_looked_up(void)
{
    looked_up_count = 0;
    for (int i = 0; i < GAMES; i++)
        for (int ply = 0; ply < scripts[0][i].length; ply++)
            looked_up[looked_up_count++] =
                position_after(&scripts[0][i], OXO_CLASSIC, ply).as.classic;
}

static double lookup_ours(void)
{
    int distances = 0;
    for (int round = 0; round < 100; round++)
        for (int i = 0; i < looked_up_count; i++)
            distances += oxo_classic_value(&looked_up[i]).distance;
    sink += (unsigned)distances;
    return 100.0 * looked_up_count;
}

/* One game per call: its start alone leads to half a million positions. */
static double lookup_baseline(void)
{
    static int game;
    const script *s = &scripts[0][game++ % GAMES];
    for (int ply = 0; ply < s->length; ply++) {
        const baseline_classic g = baseline_classic_after(s, ply);
        sink += (unsigned)(2 + baseline_classic_value(&g));
    }
    return s->length;
}

/* ---- Search ------------------------------------------------------------- */

/* Positions after 8, 12 .. 36 moves, each from another game. */
enum { SEARCHES = 8, FIRST_PLY = 8, PLY_STEP = 4 };
enum { SEARCH_DEPTH = 14, BASELINE_SEARCH_DEPTH = 5 };

static oxo_engine *engine;

static int search_ply(int i)
{
    const int ply = FIRST_PLY + PLY_STEP * i;
    return ply < scripts[1][i].length ? ply : scripts[1][i].length - 1;
}

static void count_nodes(const oxo_search_info *info, void *context)
{
    *(uint64_t *)context = info->nodes;
}

/* The last report is about the last depth, so that its count is complete. */
static double search_ours(void)
{
    const oxo_limits limits = {.depth = SEARCH_DEPTH};
    double nodes = 0;
    for (int i = 0; i < SEARCHES; i++) {
        const oxo_position p =
            position_after(&scripts[1][i], OXO_ULTIMATE, search_ply(i));
        uint64_t n = 0;
        oxo_line line;
        int count;
        oxo_engine_search(engine, &p, &limits, count_nodes, &n, &line, &count);
        nodes += (double)n;
    }
    return nodes;
}

static double search_baseline(void)
{
    uint64_t nodes = 0;
    for (int i = 0; i < SEARCHES; i++) {
        const script *s = &scripts[1][i];
        baseline_ultimate g;
        baseline_ultimate_start(&g);
        for (int ply = 0; ply < search_ply(i); ply++)
            baseline_ultimate_move(&g, s->moves[ply] / 9, s->moves[ply] % 9);
        sink += (unsigned)baseline_search(&g, BASELINE_SEARCH_DEPTH, &nodes);
    }
    return (double)nodes;
}

/* Otherwise the second slice would find everything in the table. */
static void forget_searches(void)
{
    oxo_engine_new_game(engine);
}

/* The table is too large for the processor's caches, as in a game. */
static int make_engine(void)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = (size_t)16 << 20;
    oxo_neural_builtin(OXO_ULTIMATE); /* not part of the measurement */
    return oxo_engine_create(&options, &engine);
}

/* ---- Measuring ---------------------------------------------------------- */

typedef struct metric {
    const char *name, *unit;
    bench_work *ours, *baseline;
    void (*prepare)(void); /* called before each slice of ours, not measured */
    double scale;          /* from units per second to `unit`, or, */
    bool time_a_unit;      /* if set, from seconds per unit to `unit` */
} metric;

static double rate_of(bench_work *w)
{
    const double begun = clock_thread_seconds();
    const double units = w();
    return units / (clock_thread_seconds() - begun);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The best rates of ours and of the baseline, in units per second. */
static void measure_metric(double seconds, const metric *m,
                           double ret_rates[2])
{
    ret_rates[0] = ret_rates[1] = 0;
    const double end = clock_seconds() + seconds;
    do {
        if (m->prepare)
            m->prepare();
        ret_rates[0] = larger(ret_rates[0], rate_of(m->ours));
        ret_rates[1] = larger(ret_rates[1], rate_of(m->baseline));
    } while (clock_seconds() < end);
}

static const metric metrics[] = {
    {"perft-ultimate", "Mnodes/s", perft_ours, perft_baseline, NULL, 1e-6,
     false},
    {"playouts-ultimate", "kgames/s", playouts_ours, playouts_baseline, NULL,
     1e-3, false},
    {"classic-move", "ns", classic_ours, classic_baseline, NULL, 1e9, true},
    {"game-move", "ns", game_ours, game_baseline, NULL, 1e9, true},
    {"classic-lookup", "ns", lookup_ours, lookup_baseline, NULL, 1e9, true},
    {"search-ultimate", "Mnodes/s", search_ours, search_baseline,
     forget_searches, 1e-6, false},
};

enum { METRICS = sizeof(metrics) / sizeof(*metrics) };

static void measure_all(double seconds, bench_metric *out)
{
    for (int i = 0; i < METRICS; i++) {
        double rates[2];
        measure_metric(seconds, &metrics[i], rates);
        const double scale = metrics[i].scale;
        const bool time = metrics[i].time_a_unit;
        out[i] = (bench_metric){
            .name = metrics[i].name,
            .value = time ? scale / rates[0] : scale * rates[0],
            .unit = metrics[i].unit,
            .baseline = time ? scale / rates[1] : scale * rates[1],
            .ratio = rates[0] / rates[1],
        };
    }
}

/* The median, because the hardest position would dominate the sum. */
static int measure_solves(double seconds, bench_metric *out)
{
    double medians[2];
    const int error = solves_measure(engine, seconds, medians);
    if (error < 0)
        return error;
    *out = (bench_metric){
        .name = "solve-30",
        .value = 1e3 * medians[0],
        .unit = "ms",
        .baseline = 1e3 * medians[1],
        .ratio = medians[1] / medians[0],
    };
    return 0;
}

int bench_run(double seconds, bench_metric out[BENCH_MAX])
{
    write_scripts();
    write_looked_up();
    int error = make_engine();
    if (error < 0)
        return error;
    measure_all(seconds, out);
    error = measure_solves(seconds, &out[METRICS]);
    oxo_engine_destroy(engine);
    engine = NULL;
    return error < 0 ? error : METRICS + 1;
}
