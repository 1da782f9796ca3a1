/* solver_proof.h - depth-first proof-number search (df-pn).
 *
 * A question asks whether the attacker wins in a position, at all or within a
 * number of moves. The aim of the attacker is to win, the aim of the defender
 * to prevent that. A node has two efforts: to prove that the side to move
 * achieves its aim, and to refute that. The search goes where the least effort
 * is missing, and comes back when another branch looks better. */
#ifndef OXO_ENGINE_SOLVER_PROOF_H
#define OXO_ENGINE_SOLVER_PROOF_H

#include "solver_table.h"
#include "spot.h"

/* `within` without a limit: more moves than a game has. */
enum { PROOF_EVER = 127 };

typedef enum proof_answer { PROOF_NO, PROOF_YES, PROOF_STOPPED } proof_answer;

typedef struct prover {
    solver_table *table;
    unsigned attacker; /* of the question */
    uint64_t nodes;    /* moves made */
    uint64_t next_pause;
    /* Called every PROOF_PAUSE nodes. False ends the search for good. */
    bool (*pause)(struct prover *);
    void *context;
    bool stopped;
} prover;

enum { PROOF_PAUSE = 1024 }; /* nodes: a fraction of a millisecond */

/* Does `attacker` win within so many moves? The game is not over. `*ret_move`,
 * if `ret_move` is not NULL, becomes a move with which the side to move
 * achieves its aim, or OXO_NO_MOVE. */
proof_answer proof_ask(prover *p, const spot *s, unsigned attacker, int within,
                       oxo_move *ret_move);

#endif /* OXO_ENGINE_SOLVER_PROOF_H */
