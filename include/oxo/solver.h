/* oxo/solver.h - proving the value of a position.
 *
 * The solver searches until it has a proof or reaches a limit; in the latter
 * case the value is unknown. It is meant for late positions: with 30 empty
 * cells most take milliseconds, with 40 a few seconds. Early positions cannot
 * be solved in practice. */
#ifndef OXO_SOLVER_H
#define OXO_SOLVER_H

#include "oxo/position.h"
#include "oxo/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum oxo_solution_kind {
    OXO_SOLVED_UNKNOWN, /* a limit was reached */
    OXO_SOLVED_WIN,     /* for the side to move */
    OXO_SOLVED_DRAW,
    OXO_SOLVED_LOSS
} oxo_solution_kind;

/* A proof, for the side to move. Every move of the line preserves the result,
 * and the last one ends the game with it. */
typedef struct oxo_solution {
    oxo_solution_kind kind;
    bool exact;    /* the distance of a win or loss is that of best play: the
                      winner wins as soon, the loser loses as late as can be */
    bool complete; /* the line reaches the end of the game; if not, a limit
                      was reached after the result had been proven */
    int distance;  /* length of a complete line, else the empty cells */
    int length;    /* of the line */
    oxo_move line[OXO_MAX_MOVES];
    uint64_t nodes; /* moves made in search */
    int64_t time;   /* milliseconds */
} oxo_solution;

/* Zero and NULL mean: no such limit. */
typedef struct oxo_solve_limits {
    uint64_t nodes;
    int64_t time;         /* milliseconds */
    bool exact_distance;  /* not a limit: go on until the distance is exact */
    const oxo_stop *stop; /* ends this call; or NULL */
} oxo_solve_limits;

/* The progress of a solve, reported several times a second. */
typedef struct oxo_solve_info {
    oxo_solution_kind kind; /* what is proven so far */
    int within;             /* the question at the moment: a win within so many
                               moves; 0: within any number */
    uint64_t nodes;
    int64_t time; /* milliseconds */
} oxo_solve_info;

/* Returns false to end the solve. Called by the thread that called
 * oxo_solver_solve(). */
typedef bool oxo_solve_report(const oxo_solve_info *info, void *context);

/* ---- The solver --------------------------------------------------------- */

/* Remembers what it has proved, for all rule sets, until it is destroyed. */
typedef struct oxo_solver oxo_solver;

enum { OXO_SOLVER_MIN_MEMORY = 1 << 20 };

/* Allocates at most `memory` bytes, and nothing later. 0; -EINVAL if `memory`
 * is less than OXO_SOLVER_MIN_MEMORY; -ENOMEM. */
OXO_API int oxo_solver_create(size_t memory, oxo_solver **ret);
OXO_API void oxo_solver_destroy(oxo_solver *solver);

/* The number of bytes allocated. */
OXO_API size_t oxo_solver_memory(const oxo_solver *solver);

/* Solves a position that oxo_position_validate() accepts; the game may be
 * over. `limits` and `report` may be NULL. A solver solves one position at a
 * time. */
OXO_API oxo_solution oxo_solver_solve(oxo_solver *solver,
                                      const oxo_position *p,
                                      const oxo_solve_limits *limits,
                                      oxo_solve_report *report, void *context);

#ifdef __cplusplus
}
#endif
#endif /* OXO_SOLVER_H */
