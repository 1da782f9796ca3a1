/* minimax.c - see minimax.h. */
#include "minimax.h"

static int score_of_end(const oxo_classic *p, oxo_mark computer, int depth)
{
    const oxo_mark winner = oxo_outcome_winner(oxo_classic_outcome(p));
    if (winner == OXO_NONE)
        return 0;
    return winner == computer ? 10 - depth : depth - 10;
}

static int search_plain(const oxo_classic *p, oxo_mark computer, int depth,
                        minimax_result *result)
{
    result->nodes++;
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(p, moves);
    if (count == 0)
        return score_of_end(p, computer, depth);
    const bool maximizing = p->turn == computer;
    int best = maximizing ? -100 : 100;
    for (int i = 0; i < count; i++) {
        const oxo_classic next = oxo_classic_play(*p, moves[i]);
        const int score = search_plain(&next, computer, depth + 1, result);
        if (maximizing ? score > best : score < best) {
            best = score;
            if (depth == 0)
                result->move = moves[i];
        }
    }
    return best;
}

/* The computer already has `alpha`, and its opponent holds it to `beta`: a
 * branch whose score leaves this window is cut. */
static int search_alpha_beta(const oxo_classic *p, oxo_mark computer,
                             int depth, int alpha, int beta,
                             minimax_result *result)
{
    result->nodes++;
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(p, moves);
    if (count == 0)
        return score_of_end(p, computer, depth);
    const bool maximizing = p->turn == computer;
    int best = maximizing ? -100 : 100;
    for (int i = 0; i < count && alpha < beta; i++) {
        const oxo_classic next = oxo_classic_play(*p, moves[i]);
        const int score =
            search_alpha_beta(&next, computer, depth + 1, alpha, beta, result);
        if (maximizing ? score > best : score < best) {
            best = score;
            if (depth == 0)
                result->move = moves[i];
        }
        if (maximizing && best > alpha)
            alpha = best;
        if (!maximizing && best < beta)
            beta = best;
    }
    return best;
}

minimax_result minimax_plain(const oxo_classic *p)
{
    minimax_result result = {.move = OXO_NO_MOVE};
    result.score = search_plain(p, (oxo_mark)p->turn, 0, &result);
    return result;
}

minimax_result minimax_alpha_beta(const oxo_classic *p)
{
    minimax_result result = {.move = OXO_NO_MOVE};
    result.score =
        search_alpha_beta(p, (oxo_mark)p->turn, 0, -100, 100, &result);
    return result;
}
