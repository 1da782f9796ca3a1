/* prove.c - runs the solver on a file of positions, compared with plain
 * alpha-beta.
 *
 *     prove FILE [exact] [nodes N] [plain N]
 *
 * A line of FILE is a variant's word and a position. Every position gets a new
 * solver with 1 GiB of memory. A line of the output has the result, the length
 * of the line, nodes, and seconds of processor time; with `plain N` also the
 * nodes of alpha-beta without a table and with moves in reading order, which
 * gives up after N nodes. A summary follows. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "oxo/notation.h"
#include "oxo/solver.h"

enum { MOST = 1000 };

typedef struct result {
    double seconds, nodes, plain;
    bool solved, plain_solved;
} result;

/* ---- Plain alpha-beta --------------------------------------------------- */

typedef struct plain {
    uint64_t nodes, limit;
} plain;

/* 1 for a win of the mover, 0 for a draw, -1 for a loss. */
static int plain_search(plain *s, const oxo_ultimate *p, int alpha, int beta)
{
    const oxo_outcome outcome = oxo_ultimate_outcome(p);
    if (outcome == OXO_DRAW)
        return 0;
    if (outcome != OXO_ONGOING)
        return oxo_outcome_winner(outcome) == (oxo_mark)p->turn ? 1 : -1;
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    for (int i = 0; i < count && alpha < beta && s->nodes < s->limit; i++) {
        const oxo_ultimate next = oxo_ultimate_play(*p, moves[i]);
        s->nodes++;
        const int score = -plain_search(s, &next, -beta, -alpha);
        if (score > alpha)
            alpha = score;
    }
    return alpha;
}

/* ---- Positions ---------------------------------------------------------- */

static bool read_position(char *line, oxo_position *ret)
{
    line[strcspn(line, "\n")] = '\0';
    char *text = strchr(line, ' ');
    oxo_variant variant;
    if (!text)
        return false;
    *text++ = '\0';
    return oxo_variant_find(line, &variant) && variant != OXO_CLASSIC &&
           oxo_position_parse(OXO_NATIVE, variant, text, ret, NULL) == OXO_OK;
}

static result prove_position(const oxo_position *p,
                             const oxo_solve_limits *limits,
                             uint64_t plain_limit)
{
    static const char *const words[] = {"unknown", "win", "draw", "loss"};
    oxo_solver *solver;
    const double begun = clock_process_seconds();
    if (oxo_solver_create((size_t)1 << 30, &solver) < 0) {
        fprintf(stderr, "prove: out of memory\n");
        exit(1);
    }
    const oxo_solution s = oxo_solver_solve(solver, p, limits, NULL, NULL);
    result r = {.seconds = clock_process_seconds() - begun,
                .nodes = (double)s.nodes,
                .solved = s.kind != OXO_SOLVED_UNKNOWN};
    oxo_solver_destroy(solver);
    plain search = {.limit = plain_limit};
    plain_search(&search, &p->as.ultimate, -1, 1);
    r.plain = (double)search.nodes;
    r.plain_solved = search.nodes < search.limit;
    printf("%s %s%d %.0f %.3f %.0f\n", words[s.kind], s.exact ? "" : "~",
           s.distance, r.nodes, r.seconds, r.plain);
    fflush(stdout);
    return r;
}

/* ---- The sum ------------------------------------------------------------ */

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_spread(const char *what, double *values, int count)
{
    qsort(values, (size_t)count, sizeof(*values), compare_doubles);
    printf("%s: median %.4g, 95 %% %.4g, most %.4g\n", what, values[count / 2],
           values[count * 95 / 100], values[count - 1]);
}

static void print_summary(const result *results, int count)
{
    static double seconds[MOST], nodes[MOST], ratios[MOST];
    int solved = 0, plain_solved = 0;
    for (int i = 0; i < count; i++) {
        seconds[i] = results[i].seconds;
        nodes[i] = results[i].nodes;
        ratios[i] = results[i].plain / fmax(results[i].nodes, 1);
        solved += results[i].solved;
        plain_solved += results[i].plain_solved;
    }
    printf("# %d of %d solved, %d by plain alpha-beta\n", solved, count,
           plain_solved);
    print_spread("# seconds", seconds, count);
    print_spread("# nodes", nodes, count);
    print_spread("# times the nodes for plain alpha-beta, at least", ratios,
                 count);
}

int main(int argc, char **argv)
{
    static result results[MOST];
    oxo_solve_limits limits = {0};
    uint64_t plain_limit = 0;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: prove FILE [exact] [nodes N] [plain N]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "exact") == 0)
            limits.exact_distance = true;
        else if (i + 1 < argc && strcmp(argv[i], "nodes") == 0)
            limits.nodes = strtoull(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "plain") == 0)
            plain_limit = strtoull(argv[++i], NULL, 10);
    }
    int count = 0;
    char line[256];
    oxo_position p;
    while (count < MOST && fgets(line, sizeof(line), file)) {
        if (line[0] != '#' && read_position(line, &p))
            results[count++] = prove_position(&p, &limits, plain_limit);
    }
    fclose(file);
    if (count)
        print_summary(results, count);
    return fflush(stdout) == 0 ? 0 : 1;
}
