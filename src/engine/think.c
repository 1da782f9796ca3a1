/* think.c - see think.h. */
#define _POSIX_C_SOURCE 200809L

#include "think.h"

#include <string.h>
#include <time.h>

#include "order.h"

int64_t think_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int think_empty_cells(const oxo_ultimate *p)
{
    int n = 0;
    for (unsigned open = open_boards(p); open; open &= open - 1)
        n += count_bits(empty_in(p, first_bit(open)));
    return n;
}

void thinker_init(thinker *t, table *shared, const _Atomic bool *stop)
{
    memset(t, 0, sizeof(*t));
    t->table = shared;
    t->stop = stop;
}

void thinker_begin(thinker *t)
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

/* ---- Limits ------------------------------------------------------------- */

enum { CLOCK_EVERY = 512 }; /* nodes: far less than a millisecond */

/* Counts a move made in search, and looks whether it is time to stop. */
static void count_node(thinker *t)
{
    /* Only this thread writes it: no need for an atomic increment. */
    const uint64_t nodes =
        atomic_load_explicit(&t->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&t->nodes, nodes, memory_order_relaxed);
    if (t->node_limit && nodes >= t->node_limit)
        t->stopped = true;
    if (nodes % CLOCK_EVERY)
        return;
    if (atomic_load_explicit(t->stop, memory_order_relaxed) ||
        (t->deadline && think_now() >= t->deadline))
        t->stopped = true;
}

/* ---- Scores ------------------------------------------------------------- */

/* In the table a win is counted from the position itself, in the search from
 * the root. */
static int score_to_table(int score, int ply)
{
    if (score >= THINK_PROVEN)
        return score + ply;
    return score <= -THINK_PROVEN ? score - ply : score;
}

static int score_from_table(int score, int ply)
{
    if (score >= THINK_PROVEN)
        return score - ply;
    return score <= -THINK_PROVEN ? score + ply : score;
}

/* Has the move that led here ended the game? A line of boards cannot have:
 * it would have been found without being searched. */
static bool is_over(const oxo_ultimate *p)
{
    return p->forced == OXO_ANY_BOARD && open_boards(p) == 0;
}

static int score_of_end(const oxo_ultimate *p, int ply)
{
    const oxo_mark winner = oxo_outcome_winner(without_line(p));
    if (winner == OXO_NONE)
        return 0;
    return winner == (oxo_mark)p->turn ? THINK_WIN - ply : ply - THINK_WIN;
}

/* ---- The principal variation -------------------------------------------- */

static void end_line(thinker *t, int ply)
{
    t->line[ply].length = 0;
}

static void extend_line(thinker *t, int ply, oxo_move m)
{
    think_line *line = &t->line[ply];
    const think_line *rest = &t->line[ply + 1];
    line->moves[0] = m;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->length);
    line->length = rest->length + 1;
}

/* ---- Quiescence --------------------------------------------------------- */

/* Only moves that win a board, until nobody wants to make one. */
static int settle(thinker *t, const spot *s, int alpha, int beta, int ply)
{
    end_line(t, ply);
    if (ply > t->deepest)
        t->deepest = ply;
    if (spot_winning_move(&s->p) != OXO_NO_MOVE)
        return THINK_WIN - ply - 1;
    int best = evaluation_score(&s->eval, &s->p);
    if (best >= beta)
        return best;
    if (best > alpha)
        alpha = best;
    move_list list;
    order_board_wins(s, &list);
    for (int i = 0; i < list.count && !t->stopped; i++) {
        spot next = *s;
        spot_play(&next, order_pick(&list, i));
        count_node(t);
        const int score = is_over(&next.p)
                              ? -score_of_end(&next.p, ply + 1)
                              : -settle(t, &next, -beta, -alpha, ply + 1);
        if (score > best)
            best = score;
        if (score > alpha)
            alpha = score;
        if (alpha >= beta)
            break;
    }
    return best;
}

/* ---- The tree ----------------------------------------------------------- */

static int search(thinker *t, const spot *s, int alpha, int beta, int depth,
                  int ply);

static bool is_excluded(const thinker *t, oxo_move m)
{
    for (int i = 0; i < t->excluded_count; i++) {
        if (t->excluded[i] == m)
            return true;
    }
    return false;
}

/* May the table answer for the search? */
static bool answers(const table_fact *fact, int alpha, int beta, int depth)
{
    if (fact->depth < depth)
        return false;
    if (fact->bound == TABLE_EXACT)
        return true;
    return fact->bound == TABLE_LOWER ? fact->score >= beta
                                      : fact->score <= alpha;
}

/* Late moves are looked at less deeply; they are looked at again if they
 * turn out well. */
static int reduction_of(int depth, int index, int move_score)
{
    if (depth < 3 || index < 2 || move_score >= ORDER_WINS_BOARD)
        return 0;
    int reduction = 1 + (index >= 5) + (depth >= 8 && index >= 4);
    if (move_score < ORDER_LOSING)
        reduction += 2;
    return reduction < depth - 1 ? reduction : depth - 2;
}

/* Scores one move of a node whose best so far is `alpha`. */
static int search_move(thinker *t, const spot *next, int alpha, int beta,
                       int depth, int ply, int index, int reduction)
{
    if (is_over(&next->p)) {
        end_line(t, ply + 1);
        return -score_of_end(&next->p, ply + 1);
    }
    if (index == 0)
        return -search(t, next, -beta, -alpha, depth - 1, ply + 1);
    int score =
        -search(t, next, -alpha - 1, -alpha, depth - 1 - reduction, ply + 1);
    if (score > alpha && reduction)
        score = -search(t, next, -alpha - 1, -alpha, depth - 1, ply + 1);
    if (score > alpha && score < beta)
        score = -search(t, next, -beta, -alpha, depth - 1, ply + 1);
    return score;
}

/* Remembers a move that was too good for the opponent to allow. */
static void reward(thinker *t, const spot *s, const move_list *list, int index,
                   int depth, int ply)
{
    const oxo_move m = list->moves[index];
    int *history = t->history[s->p.turn];
    const int bonus = depth * depth;
    history[m] += bonus - history[m] * bonus / 8192;
    for (int i = 0; i < index; i++) {
        int *other = &history[list->moves[i]];
        *other -= bonus + *other * bonus / 8192;
    }
    if (t->killers[ply][0] != m) {
        t->killers[ply][1] = t->killers[ply][0];
        t->killers[ply][0] = m;
    }
}

/* Searches the moves of a node; the table had no answer. */
static int search_moves(thinker *t, const spot *s, int alpha, int beta,
                        int depth, int ply, oxo_move table_move, bool exact,
                        oxo_move *ret_best)
{
    move_list list;
    order_moves(t, s, table_move, ply, &list);
    int best = -THINK_INFINITE, searched = 0;
    for (int i = 0; i < list.count; i++) {
        const oxo_move m = order_pick(&list, i);
        if (ply == 0 && is_excluded(t, m))
            continue;
        spot next = *s;
        spot_play(&next, m);
        table_prefetch(t->table, next.hash);
        count_node(t);
        const int reduction =
            exact ? 0 : reduction_of(depth, searched, list.scores[i]);
        const int score = search_move(t, &next, alpha, beta, depth, ply,
                                      searched, reduction);
        if (t->stopped)
            return best;
        searched++;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        *ret_best = m;
        extend_line(t, ply, m);
        if (score >= beta) {
            reward(t, s, &list, i, depth, ply);
            break;
        }
    }
    return best;
}

static int search(thinker *t, const spot *s, int alpha, int beta, int depth,
                  int ply)
{
    if (depth <= 0)
        return settle(t, s, alpha, beta, ply);
    end_line(t, ply);
    if (ply > t->deepest)
        t->deepest = ply;
    const oxo_move winning = spot_winning_move(&s->p);
    if (winning != OXO_NO_MOVE && !(ply == 0 && is_excluded(t, winning))) {
        end_line(t, ply + 1);
        extend_line(t, ply, winning);
        return THINK_WIN - ply - 1;
    }

    const bool exact = depth >= think_empty_cells(&s->p);
    const int wanted = exact ? OXO_MAX_MOVES : depth;
    table_fact fact = {.move = OXO_NO_MOVE};
    if (table_find(t->table, s->hash, &fact)) {
        fact.score = score_from_table(fact.score, ply);
        if (ply > 0 && answers(&fact, alpha, beta, wanted))
            return fact.score;
    } else {
        fact.eval = evaluation_score(&s->eval, &s->p);
    }
    const int old_alpha = alpha;
    oxo_move best_move = OXO_NO_MOVE;
    const int best = search_moves(t, s, alpha, beta, depth, ply, fact.move,
                                  exact, &best_move);
    if (t->stopped || (ply == 0 && t->excluded_count))
        return best;
    const table_bound bound = best >= beta       ? TABLE_LOWER
                              : best > old_alpha ? TABLE_EXACT
                                                 : TABLE_UPPER;
    if (best_move == OXO_NO_MOVE)
        best_move = fact.move;
    table_store(t->table, s->hash,
                &(table_fact){.score = score_to_table(best, ply),
                              .eval = fact.eval,
                              .depth = wanted,
                              .bound = bound,
                              .move = best_move});
    return best;
}

void think_iterate(thinker *t, const spot *root, int depth, int alpha,
                   int beta)
{
    t->stopped = false;
    t->line[0].score = search(t, root, alpha, beta, depth, 0);
}
