/* bench.c - the metrics of `oxo bench`.
 *
 * A metric is a pair of work functions that do the same amount of the same
 * work. They are run in turns, in slices of a few milliseconds, until the
 * time is up; the best slice of each counts, because whatever else the
 * machine is doing can only make a slice slower. */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <stdbool.h>
#include <time.h>

#include "baseline.h"
#include "oxo/game.h"
#include "oxo/playout.h"

/* Does some work and returns how many units of it. */
typedef double work(void);

/* Results go here, so that no compiler drops the work behind them. */
static volatile uint64_t sink;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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

/* ---- Moves, checked ----------------------------------------------------- */

/* Games to replay: made once, so that only the moves are measured. */
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

/* Validate, play, look for a win and a draw, move by move. */
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

/* Every move gives a new game and leaves the old one as it was. */
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

/* ---- Measuring ---------------------------------------------------------- */

static double rate_of(work *w)
{
    const double begun = now();
    const double units = w();
    return units / (now() - begun);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The best rates of `ours` and `baseline`, in units a second. */
static void measure(double seconds, work *ours, work *baseline,
                    double ret_rates[2])
{
    ret_rates[0] = ret_rates[1] = 0;
    const double end = now() + seconds;
    do {
        ret_rates[0] = larger(ret_rates[0], rate_of(ours));
        ret_rates[1] = larger(ret_rates[1], rate_of(baseline));
    } while (now() < end);
}

static const struct {
    const char *name, *unit;
    work *ours, *baseline;
    double scale;     /* from units a second to `unit`... */
    bool time_a_unit; /* ...or from seconds a unit to `unit` */
} metrics[] = {
    {"perft-ultimate", "Mnodes/s", perft_ours, perft_baseline, 1e-6, false},
    {"playouts-ultimate", "kgames/s", playouts_ours, playouts_baseline, 1e-3,
     false},
    {"classic-move", "ns", classic_ours, classic_baseline, 1e9, true},
    {"game-move", "ns", game_ours, game_baseline, 1e9, true},
};

int bench_run(double seconds, bench_metric out[BENCH_MAX])
{
    enum { COUNT = sizeof(metrics) / sizeof(*metrics) };
    write_scripts();
    for (int i = 0; i < COUNT; i++) {
        double rates[2];
        measure(seconds, metrics[i].ours, metrics[i].baseline, rates);
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
    return COUNT;
}
