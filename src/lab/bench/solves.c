/* solves.c - see solves.h.
 *
 * A new solver with 64 MiB finds the result of each position, without the
 * distance. The baseline is our own engine, which searches until it has a
 * proof: the alternative if there were no solver. Emptying the engine's table
 * is not measured, which favours the engine; the engine also finds the
 * distance, which does not. Plain alpha-beta cannot be the baseline: after 100
 * million nodes it has not solved most of these positions
 * (docs/design/solver.md), so that its time would depend on an arbitrary
 * limit. */
#define _POSIX_C_SOURCE 200809L

#include "solves.h"

#include <assert.h>

#include "clock.h"
#include "oxo/notation.h"
#include "oxo/solver.h"
#include "quantile.h"

enum { SOLVER_BYTES = 64 << 20 };

/* Every eighth position of `ultimate` in tests/data/solve-30.txt, built in so
 * that the program needs no file. */
static const char *const texts[] = {
    "oxoo5/1o1xxx1o1/x1x3o1o/1o1o1xx1x/x3x1o1o/1ox1oo1xo/xx2o2xo/3x1xooo/"
    "x1oo1xxxx o a",
    "2o1oxo1x/1x1oxoox1/1xo1x2x1/8x/xo2o1oxo/1x4o2/1x2x1x1o/ooo4x1/1ox1x2o1 x "
    "g",
    "xo1oxx3/o2oxxx1o/2o2x1xo/xxx6/1o2x2oo/1ox2oooo/o1o2x2x/ox2o2xx/1x1oxxxo1 "
    "o e",
    "ox1xo1x2/1oxoxo3/2oxx2ox/oxoxo1o1x/xoxoo2o1/1x2x2x1/3oxo3/x2x1ox2/o1o6 x "
    "-",
    "1x2x1oox/o1oxox3/x2x2x2/3x1oooo/5ox1x/1x4xoo/ox2o2ox/1oox1x1xx/xooo3xo x "
    "i",
    "xo2o2o1/xo1x2xo1/3o3x1/1xo1ooox1/2xxox1xx/xx1o3x1/4xo1x1/oo1xoooxo/3xo4 "
    "x -",
    "o1ox1xoo1/oxoo1oo1x/xx5x1/1x4o2/1x4xox/xo3o1o1/xo2x2xx/xxo1oxox1/5xooo x "
    "f",
    "x1x3x1o/o2o1xo2/1xoo1oxox/ox1x1xxoo/2x6/2oooxxxo/o1xx1oooo/xoox1x3/"
    "1xx2oxx1 o a",
    "3ox1oxx/oxx2xoxo/1o1oo2xo/oxo2o1xx/x2oo1x1x/1o3x1ox/xxxxo4/ooxx1oo2/"
    "1oxxx2oo o i",
    "2o2ooxo/1x1ooo1ox/xx1x2x2/1x1oxo3/x3o1x2/xx2xo1x1/o1o3xo1/1oox1x3/x1o6 o "
    "e",
    "o2x1ox1o/3xox3/x5o1o/1x1ooo1x1/2x2x2x/o1xo1x1ox/xo4xo1/1oo3xxx/x2x1ooo1 "
    "o g",
    "x3o2o1/1x1xox2x/2xoo1x1x/1ooo2xxx/1o1xx1x1o/1x3o1xo/1oo1xxoo1/x1ox1o2o/"
    "ooxo2xx1 o b",
};

enum { COUNT = sizeof(texts) / sizeof(*texts) };

/* Returns seconds, or a negative errno. Includes the time to create the
 * solver, because allocating its memory is part of the cost. */
static double time_solver(const oxo_position *p)
{
    oxo_solver *solver;
    const double begun = clock_thread_seconds();
    const int error = oxo_solver_create(SOLVER_BYTES, &solver);
    if (error < 0)
        return error;
    const oxo_solution s = oxo_solver_solve(solver, p, NULL, NULL, NULL);
    oxo_solver_destroy(solver);
    assert(s.kind != OXO_SOLVED_UNKNOWN);
    (void)s;
    return clock_thread_seconds() - begun;
}

static double time_engine(oxo_engine *engine, const oxo_position *p)
{
    /* Searches until the value is proven. Without a depth the engine would use
     * the solver, and this would compare the solver with itself. */
    const oxo_limits limits = {.depth = OXO_MAX_MOVES};
    oxo_line line;
    int count;
    oxo_engine_new_game(engine);
    const double begun = clock_thread_seconds();
    oxo_engine_search(engine, p, &limits, NULL, NULL, &line, &count);
    assert(line.value.kind != OXO_ESTIMATED);
    return clock_thread_seconds() - begun;
}

static void keep_least(double *least, double value)
{
    if (*least == 0 || value < *least)
        *least = value;
}

/* The best times for each position: times[0] of the solver, times[1] of the
 * engine. Measures at least once, however short `seconds` is. */
static int time_all(oxo_engine *engine, double seconds, double times[2][COUNT])
{
    const double end = clock_seconds() + seconds;
    do {
        for (int i = 0; i < COUNT; i++) {
            oxo_position p;
            const oxo_status status = oxo_position_parse(
                OXO_NATIVE, OXO_ULTIMATE, texts[i], &p, NULL);
            assert(status == OXO_OK);
            (void)status;
            const double ours = time_solver(&p);
            if (ours < 0)
                return (int)ours;
            keep_least(&times[0][i], ours);
            keep_least(&times[1][i], time_engine(engine, &p));
        }
    } while (clock_seconds() < end);
    return 0;
}

int solves_measure(oxo_engine *engine, double seconds, double ret_medians[2])
{
    double times[2][COUNT] = {{0}};
    const int error = time_all(engine, seconds, times);
    if (error < 0)
        return error;
    ret_medians[0] = median_of(times[0], COUNT);
    ret_medians[1] = median_of(times[1], COUNT);
    return 0;
}
