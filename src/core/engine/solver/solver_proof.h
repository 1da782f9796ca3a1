/* solver_proof.h - depth-first proof-number search.
 *
 * A question is: does the attacker win, in the position given, within so many
 * moves or at all? Whoever is to move wants something: the attacker a win,
 * the defender that there is none. A node counts how much it takes to prove
 * that the mover gets it, and that it does not; the search goes where the
 * least is missing, and comes back when another place looks better. */
#ifndef OXO_ENGINE_SOLVER_PROOF_H
#define OXO_ENGINE_SOLVER_PROOF_H

#include "solver_table.h"
#include "spot.h"

/* `within` for any number of moves: more than a game has. */
enum { PROOF_EVER = 127 };

typedef enum proof_answer { PROOF_NO, PROOF_YES, PROOF_STOPPED } proof_answer;

typedef struct prover {
    solver_table *table;
    unsigned attacker; /* of the question being asked */
    uint64_t nodes;    /* moves made */
    uint64_t next_pause;
    /* Called now and then; false stops all searching from then on. */
    bool (*pause)(struct prover *);
    void *context;
    bool stopped;
} prover;

enum { PROOF_PAUSE = 1024 }; /* nodes: a fraction of a millisecond */

/* Does `attacker` win within so many moves? The game is not over. If
 * `ret_move` is not NULL, `*ret_move` becomes a move with which the mover
 * gets what it wants, or OXO_NO_MOVE if it does not get it. */
proof_answer proof_ask(prover *p, const spot *s, unsigned attacker, int within,
                       oxo_move *ret_move);

#endif /* OXO_ENGINE_SOLVER_PROOF_H */
