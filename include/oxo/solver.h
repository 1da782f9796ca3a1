/* oxo/solver.h - proving what a position is worth.
 *
 * The engine thinks as long as it is given; the solver searches until it has
 * a proof, or a limit is hit, and then says that it does not know. Meant for
 * late positions: docs/design/solver.md says how late. */
#ifndef OXO_SOLVER_H
#define OXO_SOLVER_H

#include "oxo/position.h"
#include "oxo/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum oxo_solution_kind {
    OXO_SOLVED_UNKNOWN, /* a limit was hit, or it was stopped */
    OXO_SOLVED_WIN,     /* for the side to move */
    OXO_SOLVED_DRAW,
    OXO_SOLVED_LOSS
} oxo_solution_kind;

/* A proof, from the side of the mover. The line keeps the result with every
 * move and ends the game with it. */
typedef struct oxo_solution {
    oxo_solution_kind kind;
    bool exact;    /* the distance of a win or loss is that of best play:
                      the winner as fast, the loser as slow as can be */
    bool complete; /* the line goes to the end of the game; if not, a limit
                      was hit after the result had been proven */
    int distance;  /* of a complete line, its length; else the cells left */
    int length;    /* of the line */
    oxo_move line[OXO_MAX_MOVES];
    uint64_t nodes; /* moves made in search */
    int64_t time;   /* milliseconds */
} oxo_solution;

/* Zero means: not limited by this. */
typedef struct oxo_solve_limits {
    uint64_t nodes;
    int64_t time;         /* milliseconds */
    bool exact_distance;  /* go on until the distance is exact */
    const oxo_stop *stop; /* ends this call; or NULL */
} oxo_solve_limits;

/* How far it is, told several times a second. */
typedef struct oxo_solve_info {
    oxo_solution_kind kind; /* unknown, or what is proven by now */
    int within; /* asking for a win of this many moves; 0 of any number */
    uint64_t nodes;
    int64_t time; /* milliseconds */
} oxo_solve_info;

/* False to stop. Called by the thread that solves. */
typedef bool oxo_solve_report(const oxo_solve_info *info, void *context);

/* ---- The solver --------------------------------------------------------- */

/* Keeps what it has found out, for all rule sets, until it is destroyed. */
typedef struct oxo_solver oxo_solver;

enum { OXO_SOLVER_MIN_MEMORY = 1 << 20 };

/* Allocates at most `memory` bytes and nothing later: 0, -ENOMEM, or -EINVAL
 * if that is less than OXO_SOLVER_MIN_MEMORY. */
OXO_API int oxo_solver_create(size_t memory, oxo_solver **ret);
OXO_API void oxo_solver_destroy(oxo_solver *solver);

/* The bytes it has allocated. */
OXO_API size_t oxo_solver_memory(const oxo_solver *solver);

/* Solves a position that oxo_*_validate() accepts, and returns when it is
 * done or limits->stop is set; a finished game is answered at once. `limits`
 * and `report` may be NULL. One position at a time. */
OXO_API oxo_solution oxo_solver_solve(oxo_solver *solver,
                                      const oxo_position *p,
                                      const oxo_solve_limits *limits,
                                      oxo_solve_report *report, void *context);

#ifdef __cplusplus
}
#endif
#endif /* OXO_SOLVER_H */
