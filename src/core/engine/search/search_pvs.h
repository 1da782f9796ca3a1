/* search_pvs.h - principal variation search.
 *
 * docs/design/engine.md lists the steps of a node in the order of the code. */
#ifndef OXO_ENGINE_SEARCH_PVS_H
#define OXO_ENGINE_SEARCH_PVS_H

#include "search_thread.h"

/* One iteration: searches `root` to `depth` plies within the window (alpha,
 * beta). The game is not over, and at least one move is not excluded. Unless
 * t->stopped is set afterwards, t->line[0] is the principal variation, and its
 * score is
 *
 *   - at most alpha: an upper bound of the root's score at this depth;
 *   - at least beta: a lower bound of it;
 *   - between alpha and beta: the root's score at this depth. */
void search_iterate(search_thread *t, const spot *root, int depth, int alpha,
                    int beta);

#endif /* OXO_ENGINE_SEARCH_PVS_H */
