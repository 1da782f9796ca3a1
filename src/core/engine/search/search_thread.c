/* search_thread.c - see search_thread.h. */
#include "search_thread.h"

#include "clock.h"

void search_thread_init(search_thread *t, table *shared, const oxo_stop *stop)
{
    memset(t, 0, sizeof(*t));
    t->table = shared;
    t->stop = stop;
}

void search_thread_begin(search_thread *t)
{
    atomic_store_explicit(&t->nodes, 0, memory_order_relaxed);
    t->deepest = 0;
    t->excluded_count = 0;
    t->node_limit = 0;
    t->deadline = 0;
    memset(t->killers, OXO_NO_MOVE, sizeof(t->killers));
    for (int side = 0; side < 2; side++) {
        for (int m = 0; m < OXO_MAX_MOVES; m++)
            t->history[side][m] /= 2;
    }
}

/* Corrections and gains of one evaluation say nothing about another. */
static void forget_evaluation(search_thread *t)
{
    memset(t->corrections, 0, sizeof(t->corrections));
    memset(t->won_corrections, 0, sizeof(t->won_corrections));
    memset(&t->gains, 0, sizeof(t->gains));
}

void search_thread_set_evaluation(search_thread *t, const oxo_neural *neural,
                                  int draw)
{
    if (neural && (t->neural != neural || t->draw[OXO_X] != draw))
        forget_evaluation(t);
    if (neural && t->neural != neural) {
        for (int ply = 0; ply <= SEARCH_MAX_PLY; ply++)
            t->sums[ply] = neural->start;
    }
    t->neural = neural;
    t->draw[OXO_X] = draw;
    t->draw[OXO_O] = -draw;
}

void search_thread_check_limits(search_thread *t)
{
    if (oxo_stop_is_set(t->stop) || (t->deadline && clock_ms() >= t->deadline))
        t->stopped = true;
}
