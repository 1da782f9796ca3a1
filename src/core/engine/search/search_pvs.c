/* search_pvs.c - see search_pvs.h.
 *
 * The Elo beside a heuristic is what the engine loses without it, or, with a
 * star, what the neural engine gained when the heuristic was added:
 * docs/lab/engine.md has the matches. "Not measured alone" means that there is
 * no match of that one change. */
#include "search_pvs.h"

#include <assert.h>
#include <stdlib.h>

#include "order.h"
#include "parameters.h"
#include "search_evaluate.h"
#include "search_quiescence.h"
#include "seen.h"

/* A node of the tree while it is searched. */
typedef struct search_node {
    const spot *spot;
    int alpha, beta; /* the window; alpha rises */
    int depth, ply;
    bool exact;           /* as deep as there are empty cells: no pruning */
    bool unpruned;        /* no pruning, for whatever reason */
    table_fact fact;      /* what the transposition table knows */
    int eval;             /* the static evaluation, corrected and clamped */
    bool improving;       /* eval is higher than two plies before */
    int extension;        /* plies, of the table's move */
    bool excluding;       /* leave the table's move out */
    search_bounds bounds; /* of the score, whatever is played */
} search_node;

/* What the moves of a node came to. */
typedef struct search_outcome {
    int score;
    oxo_move move; /* the last that raised alpha, or OXO_NO_MOVE */
    int searched;  /* moves */
} search_outcome;

static int pvs(search_thread *t, const spot *s, int alpha, int beta, int depth,
               int ply);

static bool is_excluded(const search_thread *t, const search_node *n,
                        oxo_move m)
{
    for (int i = 0; n->ply == 0 && i < t->excluded_count; i++) {
        if (t->excluded[i] == m)
            return true;
    }
    return false;
}

static bool is_legal(const oxo_ultimate *p, oxo_move m)
{
    const unsigned board = m / 9U;
    return has_bit(playable_boards(p), board) &&
           has_bit(empty_in(p, board), m % 9U);
}

/* ---- The transposition table -------------------------------------------- */

/* Does the table's score answer the node? Its depth must suffice, and its
 * bound must be on the right side of the window. */
static bool is_table_cutoff(const search_node *n, const table_fact *fact)
{
    bool at_least = fact->bound & TABLE_LOWER;
    bool at_most = fact->bound & TABLE_UPPER;
    if (n->unpruned && !n->exact) {
        /* The question is how soon the game ends. A search that pruned may
         * have missed the shortest way, so of its proofs only the bound
         * holds: a win so soon, a loss no later. */
        at_least = at_least && fact->score >= SEARCH_PROVEN;
        at_most = at_most && fact->score <= -SEARCH_PROVEN;
    } else if (fact->depth < (n->exact ? OXO_MAX_MOVES : n->depth)) {
        return false;
    }
    return (at_least && at_most) || (at_least && fact->score >= n->beta) ||
           (at_most && fact->score <= n->alpha);
}

/* Begins to load the table's bucket of the position after `m`. Nodes at the
 * horizon do not look. Always inline: gcc takes a function that only
 * prefetches for one without effect, and leaves calls of it out. */
static inline __attribute__((always_inline)) void
prefetch_child(const search_thread *t, const search_node *n, oxo_move m)
{
    if (n->depth > 1)
        table_prefetch(t->table, spot_hash_after(n->spot, m));
}

/* Looks the node up, and fills n->fact, the uncorrected evaluation included.
 * True if the table's score answers the node. */
static bool probe_table(search_thread *t, search_node *n)
{
    const spot *s = n->spot;
    table_fact *fact = &n->fact;
    /* Most positions are new, and the network takes as long to evaluate one
     * as memory takes to deliver the bucket: so do both at once. */
    const int eval = t->neural ? search_evaluate(t, s, n->ply) : 0;
    if (!table_find(t->table, s->hash, fact)) {
        if (t->neural)
            seen_note(s);
        *fact = (table_fact){
            .move = OXO_NO_MOVE,
            .eval = t->neural ? eval : search_evaluate(t, s, n->ply)};
        return false;
    }
    /* Two positions may share a hash, though hardly ever. */
    if (fact->move != OXO_NO_MOVE && !is_legal(&s->p, fact->move))
        fact->move = OXO_NO_MOVE;
    fact->score = score_from_table(fact->score, n->ply);
    if (n->ply > 0 && is_table_cutoff(n, fact))
        return true;
    if (fact->move != OXO_NO_MOVE)
        prefetch_child(t, n, fact->move);
    return false;
}

/* `alpha` is the node's alpha before any move raised it. */
static void store_in_table(search_thread *t, const search_node *n, int alpha,
                           const search_outcome *o)
{
    table_bound bound = TABLE_UPPER;
    if (o->score > alpha)
        bound = o->score >= n->beta ? TABLE_LOWER : TABLE_EXACT;
    const table_fact fact = {
        .score = score_to_table(o->score, n->ply),
        .eval = n->fact.eval,
        .depth = n->exact ? OXO_MAX_MOVES : n->depth,
        .bound = bound,
        .move = o->move == OXO_NO_MOVE ? n->fact.move : o->move,
    };
    table_store(t->table, n->spot->hash, &fact);
}

/* ---- Learning from results ---------------------------------------------- */

/* Correction history learns from a score that contradicts the evaluation: a
 * bound does so on its own side only. */
static void update_corrections(search_thread *t, const search_node *n,
                               int alpha, int score)
{
    const int error = score - n->eval;
    if (!t->neural || n->exact || score_is_proof(score) ||
        (score <= alpha && error > 0) || (score >= n->beta && error < 0))
        return;
    search_learn_correction(t, n->spot, error, n->depth);
}

static int history_bonus(const search_thread *t, int depth)
{
    if (!t->neural)
        return depth * depth;
    const int bonus = param(t->neural, HISTORY_BONUS) * depth;
    const int most = param(t->neural, HISTORY_MAX_BONUS);
    return bonus < most ? bonus : most;
}

/* Butterfly history (-2 Elo, not significant) and killer moves (+2, not
 * significant), both measured at 10,000 nodes per move: the last of `moves`
 * failed high; those before it, searched or not, get a malus. */
static void update_history(search_thread *t, const search_node *n,
                           const scored_move *moves, int last)
{
    const oxo_move m = moves[last].move;
    int *history = t->history[n->spot->p.turn];
    const int bonus = history_bonus(t, n->depth);
    const int limit = param(t->neural, HISTORY_LIMIT);
    history[m] += bonus - history[m] * bonus / limit;
    for (int i = 0; i < last; i++) {
        int *other = &history[moves[i].move];
        *other -= bonus + *other * bonus / limit;
    }
    oxo_move *killers = t->killers[n->ply];
    if (killers[0] != m) {
        killers[1] = killers[0];
        killers[0] = m;
    }
}

/* ---- Pruning of nodes --------------------------------------------------- */

/* Pruning needs a null window without a proof at either end: elsewhere the
 * exact score matters, and a pruned node proves nothing. */
static bool may_prune(const search_node *n)
{
    return !n->unpruned && n->ply > 0 && n->beta - n->alpha == 1 &&
           !score_is_proof(n->alpha) && !score_is_proof(n->beta);
}

/* Reverse futility pruning, also called static null move pruning (22 Elo): the
 * evaluation is so far above beta that some move will fail high. True if the
 * node is cut, with its score in `ret`. */
static bool is_reverse_futile(const search_thread *t, const search_node *n,
                              int *ret)
{
    if (n->depth > param(t->neural, REVERSE_FUTILITY_DEPTH) ||
        n->eval - param(t->neural, REVERSE_FUTILITY_MARGIN) * n->depth <
            n->beta)
        return false;
    *ret = n->eval + (n->beta - n->eval) *
                         param(t->neural, REVERSE_FUTILITY_SHARE) / 100;
    return true;
}

/* Razoring (5 Elo): the evaluation is so far below alpha that only winning
 * boards can help. True if quiescence confirms that, with the score in `ret`.
 */
static bool is_razored(search_thread *t, const search_node *n, int *ret)
{
    if (n->depth > param(t->neural, RAZORING_DEPTH) ||
        n->eval + param(t->neural, RAZORING_BASE) +
                param(t->neural, RAZORING_MARGIN) * n->depth >
            n->alpha)
        return false;
    *ret = search_board_wins(t, n->spot, n->eval, n->alpha, n->beta, n->ply);
    return *ret <= n->alpha;
}

/* ---- Pruning and reduction of moves ------------------------------------- */

/* Late move futility (9 Elo): near the horizon, with an evaluation far below
 * alpha, once the good moves have been searched. Prunes all moves from here
 * on. `index` counts the moves searched, `move_score` is the order's. */
static bool is_late_move_futile(const search_thread *t, const search_node *n,
                                int index, int move_score)
{
    return n->depth <= param(t->neural, LATE_FUTILITY_DEPTH) &&
           index >= param(t->neural, LATE_FUTILITY_MOVE) &&
           move_score < ORDER_WINS_BOARD &&
           n->eval + param(t->neural, LATE_FUTILITY_MARGIN) * n->depth <=
               n->alpha;
}

/* Futility pruning by expected gain (4 Elo*): evaluation, expected gain of the
 * move and a margin together do not reach alpha. True if the move is pruned,
 * with the score that it might have had in `ret`. */
static bool is_futile_by_gain(const search_thread *t, const search_node *n,
                              oxo_move m, int index, int move_score, int *ret)
{
    if (n->depth > param(t->neural, GAIN_FUTILITY_DEPTH) ||
        index < param(t->neural, GAIN_FUTILITY_MOVE) ||
        move_score >= ORDER_WINS_BOARD)
        return false;
    *ret = n->eval + gain_expected(&t->gains, n->spot, m) +
           param(t->neural, GAIN_FUTILITY_BASE) +
           param(t->neural, GAIN_FUTILITY_MARGIN) * n->depth;
    if (*ret > n->alpha)
        return false;
    *ret = search_clamp(n->bounds, *ret);
    return true;
}

/* [n]: 16 ln(n). [0] is not used. */
static const uint8_t log16[OXO_MAX_MOVES + 1] = {
    0,  0,  11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44,
    45, 46, 47, 48, 49, 49, 50, 51, 52, 52, 53, 53, 54, 54, 55, 55, 56,
    56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62, 62, 62, 63,
    63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66, 67, 67, 67, 67,
    68, 68, 68, 68, 68, 69, 69, 69, 69, 70, 70, 70, 70, 70,
};

/* Late move reduction (LMR, 32 Elo): by how many plies less the move is
 * searched at first. `p` is the position after the move. The adjustments for
 * the board that the move sends the opponent to gained 7 Elo*; the others were
 * not measured alone. */
static int late_move_reduction(const search_thread *t, const search_node *n,
                               const oxo_ultimate *p, int index,
                               int move_score)
{
    if (n->unpruned || n->depth < 3 || index < 2 ||
        move_score >= ORDER_WINS_BOARD)
        return 0;
    int hundredths =
        param(t->neural, LMR_BASE) + 100 * log16[n->depth] * log16[index + 1] /
                                         param(t->neural, LMR_DIVISOR);
    if (move_score < ORDER_LOSING)
        hundredths += param(t->neural, LMR_LOSING);
    hundredths += param(t->neural, LMR_IMPROVING) / (n->improving ? -2 : 2);
    if (n->spot->p.forced == OXO_ANY_BOARD)
        hundredths -= param(t->neural, LMR_FREE);
    if (p->forced == OXO_ANY_BOARD)
        hundredths += param(t->neural, LMR_FREES_OPPONENT);
    else if (winning_cells(p, p->turn, p->forced))
        hundredths -= param(t->neural, LMR_GIVES_BOARD);
    const int reduction = hundredths > 0 ? hundredths / 100 : 0;
    return reduction < n->depth - 1 ? reduction : n->depth - 2;
}

/* ---- The moves of a node ------------------------------------------------ */

/* The score of the move that led to `next`. The first move is searched with
 * the full window; later ones with a null window (30 Elo), reduced if they are
 * late, and again at full depth, then with the full window, if they beat
 * alpha. */
static int search_move(search_thread *t, const search_node *n,
                       const spot *next, int index, int reduction)
{
    const int alpha = n->alpha, beta = n->beta;
    const int depth = n->depth - 1, ply = n->ply + 1;
    if (search_is_over(&next->p)) {
        search_line_clear(t, ply);
        return -search_score_of_end(t, &next->p, ply);
    }
    if (index == 0)
        return -pvs(t, next, -beta, -alpha, depth + n->extension, ply);
    int score = -pvs(t, next, -alpha - 1, -alpha, depth - reduction, ply);
    if (score > alpha && reduction)
        score = -pvs(t, next, -alpha - 1, -alpha, depth, ply);
    if (score > alpha && score < beta)
        score = -pvs(t, next, -beta, -alpha, depth, ply);
    return score;
}

/* Makes and searches one move; a good one raises the node's alpha. */
static void try_move(search_thread *t, search_node *n, oxo_move m,
                     int move_score, search_outcome *o)
{
    spot next = *n->spot;
    if (t->neural)
        neural_prefetch(t->neural, next.eval.pattern, &next.p, m);
    spot_play(&next, m);
    /* Nodes at the horizon do not look into the table. */
    if (n->depth > 1)
        table_prefetch(t->table, next.hash);
    search_count_node(t);
    const int score = search_move(
        t, n, &next, o->searched,
        late_move_reduction(t, n, &next.p, o->searched, move_score));
    if (t->stopped)
        return;
    if (t->neural && n->depth == 1 && !score_is_proof(score))
        gain_learn(&t->gains, n->spot, m, score - n->eval);
    o->searched++;
    if (score > o->score)
        o->score = score;
    if (score > n->alpha) {
        n->alpha = score;
        o->move = m;
        search_line_extend(t, n->ply, m);
    }
}

/* Picks the move after the one in hand, and begins to load its bucket. */
static void prefetch_next_move(const search_thread *t, const search_node *n,
                               move_list *list, int index)
{
    if (index < list->count)
        prefetch_child(t, n, order_pick(list, index));
}

/* Searches the table's move, before other moves are even generated. True if
 * the node is done: the move failed high, or the search was stopped. */
static bool try_table_move(search_thread *t, search_node *n, search_outcome *o)
{
    const oxo_move first = n->fact.move;
    if (first == OXO_NO_MOVE || n->excluding || is_excluded(t, n, first))
        return false;
    try_move(t, n, first, ORDER_WINS_BOARD, o);
    /* Table moves that fail high count in history and killers, too (12 Elo*).
     * With a network only, so that the levels stay as they were measured. */
    if (t->neural && !t->stopped && n->alpha >= n->beta)
        update_history(t, n, &(scored_move){.move = first}, 0);
    return t->stopped || n->alpha >= n->beta;
}

/* Searches the moves of a node in their order: the table's move, then those of
 * order_moves(). A score to which pruned moves contribute is an estimate of
 * theirs, never a proof of a loss. */
static search_outcome search_moves(search_thread *t, search_node *n)
{
    const bool prunes = may_prune(n);
    search_outcome o = {.score = -SEARCH_INFINITE, .move = OXO_NO_MOVE};
    if (try_table_move(t, n, &o))
        return o;
    move_list list;
    order_moves(t, n->spot, n->depth, n->ply, &list);
    prefetch_child(t, n, list.of[0].move);
    for (int i = 0; i < list.count; i++) {
        const oxo_move m = list.of[i].move;
        const int score = list.of[i].score;
        prefetch_next_move(t, n, &list, i + 1);
        if (m == n->fact.move || is_excluded(t, n, m))
            continue;
        if (prunes && is_late_move_futile(t, n, o.searched, score)) {
            o.score = o.score > n->eval ? o.score : n->eval;
            break;
        }
        int hoped;
        if (prunes && is_futile_by_gain(t, n, m, o.searched, score, &hoped)) {
            o.score = o.score > hoped ? o.score : hoped;
            continue;
        }
        try_move(t, n, m, score, &o);
        if (t->stopped)
            break;
        if (n->alpha >= n->beta) {
            update_history(t, n, list.of, i);
            break;
        }
    }
    return o;
}

/* ---- Singular extension and multi-cut ----------------------------------- */

/* Has the table a move that a deep enough search found good? */
static bool has_singular_candidate(const search_thread *t,
                                   const search_node *n)
{
    const table_fact *fact = &n->fact;
    return t->neural && n->ply > 0 && !n->unpruned &&
           n->depth >= param(t->neural, SINGULAR_DEPTH) &&
           fact->move != OXO_NO_MOVE && (fact->bound & TABLE_LOWER) &&
           fact->depth >= n->depth - 3 && !score_is_proof(fact->score);
}

/* Singular extension with multi-cut (12 Elo* together): a shallower search
 * compares the other moves with the table's. If all of them fail low by a
 * margin, the table's move is singular and extended by one ply. If one does
 * not, and the limit is above beta, two moves fail high: the node is cut.
 * True if it is, with its score in `ret`. */
static bool is_multi_cut(search_thread *t, search_node *n, int *ret)
{
    if (!has_singular_candidate(t, n))
        return false;
    const int limit =
        n->fact.score - param(t->neural, SINGULAR_MARGIN) * n->depth;
    search_node rest = *n;
    rest.alpha = limit - 1;
    rest.beta = limit;
    rest.depth = (n->depth - 1) * param(t->neural, SINGULAR_SHARE) / 100;
    rest.excluding = true;
    const int score = search_moves(t, &rest).score;
    search_line_clear(t, n->ply);
    n->extension = score < limit;
    *ret = limit;
    return score >= limit && limit >= n->beta && may_prune(n);
}

/* ---- The recursion ------------------------------------------------------ */

/* Principal variation search: scores `s`, `ply` plies from the root, for the
 * side to move, to `depth` more plies, within the window (alpha, beta). The
 * game is not over, and alpha < beta. Fail-soft: a score
 *
 *   - at most alpha is an upper bound of the node's score at this depth;
 *   - at least beta is a lower bound of it;
 *   - between them is the node's score at this depth, and t->line[ply] the
 *     principal variation.
 *
 * "At this depth" includes pruning and reductions. A score that
 * score_is_proof() is a proof whatever the depth: the win, or the loss, can be
 * forced in that many plies or fewer. If `depth` is at least the number of
 * empty cells, nothing but alpha-beta prunes: then every score is proven,
 * draws included, and its distance is the shortest. If t->stopped is set
 * afterwards, the score has no meaning. */
static int pvs(search_thread *t, const spot *s, int alpha, int beta, int depth,
               int ply)
{
    /* The horizon. */
    if (depth <= 0)
        return search_quiescence(t, s, alpha, beta, ply);
    search_node n = {s, alpha, beta, depth, ply, .exact = false};
    int score;
    search_line_clear(t, ply);
    if (ply > t->deepest)
        t->deepest = ply;

    /* 1. Win in one. */
    const oxo_move winning = spot_winning_move(&s->p);
    if (winning != OXO_NO_MOVE && !is_excluded(t, &n, winning)) {
        search_line_clear(t, ply + 1);
        search_line_extend(t, ply, winning);
        return SEARCH_WIN - ply - 1;
    }

    /* 2. Bounds from winnable boards. */
    n.bounds = search_bounds_of(t, s, ply);
    if (ply > 0 && search_bounds_suffice(n.bounds, alpha, beta, &score))
        return score;

    /* 3. Transposition table (247 Elo). */
    n.exact = depth >= s->empty;
    n.unpruned = n.exact || t->unpruned;
    if (probe_table(t, &n))
        return n.fact.score;

    /* 4. Static evaluation, corrected. */
    t->evals[ply] = n.eval =
        search_clamp(n.bounds, search_correct(t, s, n.fact.eval));
    n.improving = ply >= 2 && n.eval > t->evals[ply - 2];

    /* 5. Reverse futility pruning. 6. Razoring. */
    if (may_prune(&n) &&
        (is_reverse_futile(t, &n, &score) || is_razored(t, &n, &score)))
        return score;

    /* 7. Internal iterative reduction (21 Elo): without a table move the order
     * is poor, and the move found now makes the next visit cheap. */
    if (n.fact.move == OXO_NO_MOVE && depth >= param(t->neural, IIR_DEPTH) &&
        !n.unpruned)
        n.depth--;

    /* 8. Singular extension and multi-cut. */
    if (is_multi_cut(t, &n, &score))
        return score;

    /* 9 to 11. The moves. */
    const search_outcome o = search_moves(t, &n);
    if (!t->stopped && !(ply == 0 && t->excluded_count)) {
        store_in_table(t, &n, alpha, &o);
        update_corrections(t, &n, alpha, o.score);
    }
    return o.score;
}

void search_iterate(search_thread *t, const spot *root, int depth, int alpha,
                    int beta)
{
    spot here = *root;
    here.eval.patterns_only = t->neural != NULL;
    t->stopped = false;
    t->line[0].score = pvs(t, &here, alpha, beta, depth, 0);
}
