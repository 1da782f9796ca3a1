/* search_quiescence.c - see search_quiescence.h. */
#include "search_quiescence.h"

#include "order.h"
#include "search_evaluate.h"
#include "seen.h"

int search_board_wins(search_thread *t, const spot *s, int stand_pat,
                      int alpha, int beta, int ply)
{
    int best = stand_pat;
    if (best >= beta)
        return best;
    if (best > alpha)
        alpha = best;
    move_list list;
    order_board_wins(s, &list);
    for (int i = 0; i < list.count && !t->stopped; i++) {
        spot next = *s;
        spot_play(&next, order_pick(&list, i));
        search_count_node(t);
        const int score =
            search_is_over(&next.p)
                ? -search_score_of_end(t, &next.p, ply + 1)
                : -search_quiescence(t, &next, -beta, -alpha, ply + 1);
        if (score > best)
            best = score;
        if (score > alpha)
            alpha = score;
        if (alpha >= beta)
            break;
    }
    return best;
}

int search_quiescence(search_thread *t, const spot *s, int alpha, int beta,
                      int ply)
{
    search_line_clear(t, ply);
    if (ply > t->deepest)
        t->deepest = ply;
    if (spot_winning_move(&s->p) != OXO_NO_MOVE)
        return SEARCH_WIN - ply - 1;
    int best;
    const search_bounds bounds = search_bounds_of(t, s, ply);
    if (search_bounds_suffice(bounds, alpha, beta, &best))
        return best;
    if (t->neural)
        seen_note(s);
    const int eval = search_correct(t, s, search_evaluate(t, s, ply));
    return search_board_wins(t, s, search_clamp(bounds, eval), alpha, beta,
                             ply);
}
