/* think.c - see think.h. */
#define _POSIX_C_SOURCE 200809L

#include "think.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "numbers.h"
#include "order.h"
#include "seen.h"

void thinker_init(thinker *t, table *shared, const oxo_stop *stop)
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

/* What was learnt of other judgements says nothing of these. */
static void forget_judgements(thinker *t)
{
    memset(t->corrections, 0, sizeof(t->corrections));
    memset(t->won_corrections, 0, sizeof(t->won_corrections));
    memset(&t->gains, 0, sizeof(t->gains));
}

void thinker_use(thinker *t, const oxo_neural *neural, int draw)
{
    if (neural && (t->neural != neural || t->draw[OXO_X] != draw))
        forget_judgements(t);
    if (neural && t->neural != neural) {
        for (int ply = 0; ply <= THINK_MAX_PLY; ply++)
            t->sums[ply] = neural->start;
    }
    t->neural = neural;
    t->draw[OXO_X] = draw;
    t->draw[OXO_O] = -draw;
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
    if (oxo_stop_is_set(t->stop) || (t->deadline && clock_ms() >= t->deadline))
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

/* Has the move that led here ended the game? */
static bool is_over(const oxo_ultimate *p)
{
    return has_line(p->won[p->turn ^ 1]) ||
           (p->forced == OXO_ANY_BOARD && open_boards(p) == 0);
}

static int score_of_end(const thinker *t, const oxo_ultimate *p, int ply)
{
    const oxo_mark winner = has_line(p->won[p->turn ^ 1])
                                ? (oxo_mark)(p->turn ^ 1)
                                : oxo_outcome_winner(without_line(p));
    if (winner == OXO_NONE)
        return t->draw[p->turn];
    return winner == (oxo_mark)p->turn ? THINK_WIN - ply : ply - THINK_WIN;
}

/* What the position looks worth without looking ahead. */
static int judge(thinker *t, const spot *s, int ply)
{
    if (!t->neural)
        return evaluation_score(&s->eval, &s->p);
    return neural_score(t->neural, &t->sums[ply], ply > 0, s->eval.pattern,
                        &s->p, t->draw[s->p.turn]);
}

/* What is certain of a node, because of the boards that each side can still
 * win: the score is between these. */
typedef struct range {
    int least, most;
} range;

static int best_score(const thinker *t, const spot *s, unsigned side, int ply)
{
    switch (spot_best(s, side)) {
    case 1:
        return THINK_INFINITE;
    case 0:
        return t->draw[side];
    default: /* the other side has won when all cells are taken */
        return ply + s->empty - THINK_WIN;
    }
}

static range range_of(const thinker *t, const spot *s, int ply)
{
    if (!t->neural)
        return (range){-THINK_INFINITE, THINK_INFINITE};
    return (range){-best_score(t, s, s->p.turn ^ 1U, ply),
                   best_score(t, s, s->p.turn, ply)};
}

/* Is it enough to know that much? The score is then in `ret`. */
static bool suffice(range known, int alpha, int beta, int *ret)
{
    *ret = known.least >= beta ? known.least : known.most;
    return known.least >= beta || known.most <= alpha ||
           known.least == known.most;
}

static int within(range known, int score)
{
    return score < known.least  ? known.least
           : score > known.most ? known.most
                                : score;
}

/* ---- Correction --------------------------------------------------------- */

/* A network is off in the same direction wherever the same board, with the
 * same marks in it, is to be played, and wherever the same boards are won:
 * searches tell by how much. Not without a network, so that the levels are
 * what they were measured to be. */
enum { CORRECTION_ONE = 1024 }; /* entries come to that: CORRECTION_MOST */

static unsigned correction_place(uint32_t key)
{
    static_assert(THINK_CORRECTIONS == 1 << 14, "the 14 highest bits");
    return (key + 1) * 0x9E3779B1U >> 18;
}

static int16_t *correction_by_board(thinker *t, const spot *s)
{
    const unsigned forced = s->p.forced;
    const unsigned pattern =
        forced == OXO_ANY_BOARD ? 0 : s->eval.pattern[forced];
    return &t->corrections[s->p.turn][correction_place(pattern * 10 + forced)];
}

static int16_t *correction_by_won(thinker *t, const spot *s)
{
    const oxo_ultimate *p = &s->p;
    return &t->won_corrections[p->turn][correction_place(
        p->won[OXO_X] | (uint32_t)p->won[OXO_O] << 9)];
}

static int correct(thinker *t, const spot *s, int eval)
{
    if (!t->neural)
        return eval;
    return eval +
           number(t->neural, CORRECTION_MOST) * *correction_by_board(t, s) /
               CORRECTION_ONE +
           number(t->neural, CORRECTION_WON) * *correction_by_won(t, s) /
               CORRECTION_ONE;
}

static void shift_correction(int16_t *entry, int step)
{
    *entry = (int16_t)(*entry + step - *entry * abs(step) / CORRECTION_ONE);
}

/* A search has found the judgement to be off by `error`. */
static void learn(thinker *t, const spot *s, int error, int depth)
{
    const int most = number(t->neural, CORRECTION_STEP);
    int step = error * depth / 8;
    if (abs(step) > most)
        step = step > 0 ? most : -most;
    shift_correction(correction_by_board(t, s), step);
    shift_correction(correction_by_won(t, s), step);
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

static int settle(thinker *t, const spot *s, int alpha, int beta, int ply);

/* Only moves that win a board, until nobody wants to make one; it is worth
 * `best` not to. */
static int win_boards(thinker *t, const spot *s, int best, int alpha, int beta,
                      int ply)
{
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
                              ? -score_of_end(t, &next.p, ply + 1)
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

static int settle(thinker *t, const spot *s, int alpha, int beta, int ply)
{
    end_line(t, ply);
    if (ply > t->deepest)
        t->deepest = ply;
    if (spot_winning_move(&s->p) != OXO_NO_MOVE)
        return THINK_WIN - ply - 1;
    int best;
    const range known = range_of(t, s, ply);
    if (suffice(known, alpha, beta, &best))
        return best;
    if (t->neural)
        seen_note(s);
    best = within(known, correct(t, s, judge(t, s, ply)));
    return win_boards(t, s, best, alpha, beta, ply);
}

/* ---- The tree ----------------------------------------------------------- */

/* A position to be searched: how deep, and between which scores. */
typedef struct node {
    const spot *spot;
    int alpha, beta; /* the answer matters only between these */
    int depth, ply;
    bool exact;      /* deep enough to see every end */
    bool whole;      /* nothing may be cut */
    table_fact fact; /* what is known of it */
    int eval;        /* what it looks worth, corrected, */
    bool better;     /* and whether that is more than two plies before */
    int extension;   /* of the table's move */
    bool others;     /* leave the table's move out */
    range known;     /* what is certain of it */
} node;

/* What comes of a node's moves. */
typedef struct outcome {
    int score;
    oxo_move move; /* the last that raised alpha, or OXO_NO_MOVE */
    int searched;
} outcome;

static int search(thinker *t, const spot *s, int alpha, int beta, int depth,
                  int ply);

static bool is_excluded(const thinker *t, const node *n, oxo_move m)
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

/* Is the table's score as good as a search of this node? */
static bool answers(const node *n, const table_fact *fact)
{
    bool at_least = fact->bound & TABLE_LOWER;
    bool at_most = fact->bound & TABLE_UPPER;
    if (n->whole && !n->exact) {
        /* A search that cut something may have missed the shortest way: of
         * its proofs only one side holds. */
        at_least = at_least && fact->score >= THINK_PROVEN;
        at_most = at_most && fact->score <= -THINK_PROVEN;
    } else if (fact->depth < (n->exact ? OXO_MAX_MOVES : n->depth)) {
        return false;
    }
    return (at_least && at_most) || (at_least && fact->score >= n->beta) ||
           (at_most && fact->score <= n->alpha);
}

/* Begins to load what the table knows of what comes after a move. At the
 * horizon nobody looks. Always inline: to gcc a function that only prefetches
 * has no effect, and calls of it are left out. */
static inline __attribute__((always_inline)) void
expect(const thinker *t, const node *n, oxo_move m)
{
    if (n->depth > 1)
        table_prefetch(t->table, spot_hash_after(n->spot, m));
}

/* Looks the node up; true if the table's score will do. */
static bool recall(thinker *t, node *n)
{
    const spot *s = n->spot;
    table_fact *fact = &n->fact;
    /* Most positions are new, and to judge one by a network takes as long as
     * to wait for the table. */
    const int eval = t->neural ? judge(t, s, n->ply) : 0;
    if (!table_find(t->table, s->hash, fact)) {
        if (t->neural)
            seen_note(s);
        *fact = (table_fact){.move = OXO_NO_MOVE,
                             .eval = t->neural ? eval : judge(t, s, n->ply)};
        return false;
    }
    /* Two positions may share a hash, once in an age. */
    if (fact->move != OXO_NO_MOVE && !is_legal(&s->p, fact->move))
        fact->move = OXO_NO_MOVE;
    fact->score = score_from_table(fact->score, n->ply);
    if (n->ply > 0 && answers(n, fact))
        return true;
    if (fact->move != OXO_NO_MOVE)
        expect(t, n, fact->move);
    return false;
}

static void remember(thinker *t, const node *n, int alpha, const outcome *o)
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

/* Learns from a score that says something of the judgement: a bound does only
 * on its own side. */
static void learn_from(thinker *t, const node *n, int alpha, int score)
{
    const int error = score - n->eval;
    if (!t->neural || n->exact || abs(score) >= THINK_PROVEN ||
        (score <= alpha && error > 0) || (score >= n->beta && error < 0))
        return;
    learn(t, n->spot, error, n->depth);
}

/* How much a cut at that depth counts. */
static int bonus_of(const thinker *t, int depth)
{
    if (!t->neural)
        return depth * depth;
    const int bonus = number(t->neural, HISTORY_STEP) * depth;
    return bonus < number(t->neural, HISTORY_MOST)
               ? bonus
               : number(t->neural, HISTORY_MOST);
}

/* Remembers that the last of `moves` was too good for the opponent to allow,
 * and that those before it, tried or not, were not. */
static void reward(thinker *t, const node *n, const scored_move *moves,
                   int last)
{
    const oxo_move m = moves[last].move;
    int *history = t->history[n->spot->p.turn];
    const int bonus = bonus_of(t, n->depth);
    history[m] += bonus - history[m] * bonus / number(t->neural, HISTORY);
    for (int i = 0; i < last; i++) {
        int *other = &history[moves[i].move];
        *other -= bonus + *other * bonus / number(t->neural, HISTORY);
    }
    oxo_move *killers = t->killers[n->ply];
    if (killers[0] != m) {
        killers[1] = killers[0];
        killers[0] = m;
    }
}

/* ---- Looking less closely ----------------------------------------------- */

/* Only where nothing is proven and the exact score does not matter. */
static bool may_cut(const node *n)
{
    return !n->whole && n->ply > 0 && n->beta - n->alpha == 1 &&
           abs(n->alpha) < THINK_PROVEN && abs(n->beta) < THINK_PROVEN;
}

/* True if the node need not be searched: its score is then in `ret`. */
static bool give_up(thinker *t, const node *n, int *ret)
{
    const int eval = n->eval, depth = n->depth;
    if (depth <= number(t->neural, SAFE_DEPTH) &&
        eval - number(t->neural, SAFE_MARGIN) * depth >= n->beta) {
        *ret = eval + (n->beta - eval) * number(t->neural, SAFE_SHARE) / 100;
        return true;
    }
    if (depth <= number(t->neural, HOPELESS_DEPTH) &&
        eval + number(t->neural, HOPELESS_BASE) +
                number(t->neural, HOPELESS_MARGIN) * depth <=
            n->alpha) {
        *ret = win_boards(t, n->spot, eval, n->alpha, n->beta, n->ply);
        return *ret <= n->alpha;
    }
    return false;
}

static bool is_too_late(const thinker *t, const node *n, int index,
                        int move_score)
{
    return n->depth <= number(t->neural, LATE_DEPTH) &&
           index >= number(t->neural, LATE_MOVE) &&
           move_score < ORDER_WINS_BOARD &&
           n->eval + number(t->neural, LATE_MARGIN) * n->depth <= n->alpha;
}

/* True if the move need not be tried: even with a margin, what it is likely to
 * gain is too little. What the node might have come to is then in `ret`. */
static bool is_futile(const thinker *t, const node *n, oxo_move m, int index,
                      int move_score, int *ret)
{
    if (n->depth > number(t->neural, FUTILE_DEPTH) ||
        index < number(t->neural, FUTILE_MOVE) ||
        move_score >= ORDER_WINS_BOARD)
        return false;
    *ret = n->eval + gain_guess(&t->gains, n->spot, m) +
           number(t->neural, FUTILE_BASE) +
           number(t->neural, FUTILE_MARGIN) * n->depth;
    if (*ret > n->alpha)
        return false;
    *ret = within(n->known, *ret);
    return true;
}

/* 16 times the natural logarithm; the first is a placeholder. */
static const uint8_t log16[OXO_MAX_MOVES + 1] = {
    0,  0,  11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44,
    45, 46, 47, 48, 49, 49, 50, 51, 52, 52, 53, 53, 54, 54, 55, 55, 56,
    56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62, 62, 62, 63,
    63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66, 67, 67, 67, 67,
    68, 68, 68, 68, 68, 69, 69, 69, 69, 70, 70, 70, 70, 70,
};

/* Late moves are looked at less deeply; they are looked at again if they turn
 * out well. By how much: numbers.h. `p` is what the move leads to. */
static int reduction_of(const thinker *t, const node *n, const oxo_ultimate *p,
                        int index, int move_score)
{
    if (n->whole || n->depth < 3 || index < 2 ||
        move_score >= ORDER_WINS_BOARD)
        return 0;
    int hundredths = number(t->neural, REDUCTION) +
                     100 * log16[n->depth] * log16[index + 1] /
                         number(t->neural, REDUCTION_DIVISOR);
    if (move_score < ORDER_LOSING)
        hundredths += number(t->neural, REDUCTION_LOSING);
    hundredths += number(t->neural, REDUCTION_BETTER) / (n->better ? -2 : 2);
    if (n->spot->p.forced == OXO_ANY_BOARD)
        hundredths -= number(t->neural, REDUCTION_FREE);
    if (p->forced == OXO_ANY_BOARD)
        hundredths += number(t->neural, REDUCTION_FREEING);
    else if (winning_cells(p, p->turn, p->forced))
        hundredths -= number(t->neural, REDUCTION_GIVING);
    const int reduction = hundredths > 0 ? hundredths / 100 : 0;
    return reduction < n->depth - 1 ? reduction : n->depth - 2;
}

/* ---- Searching ---------------------------------------------------------- */

/* Scores the move that led to `next`, number `index` of the node. */
static int search_move(thinker *t, const node *n, const spot *next, int index,
                       int reduction)
{
    const int alpha = n->alpha, beta = n->beta;
    const int depth = n->depth - 1, ply = n->ply + 1;
    if (is_over(&next->p)) {
        end_line(t, ply);
        return -score_of_end(t, &next->p, ply);
    }
    if (index == 0)
        return -search(t, next, -beta, -alpha, depth + n->extension, ply);
    int score = -search(t, next, -alpha - 1, -alpha, depth - reduction, ply);
    if (score > alpha && reduction)
        score = -search(t, next, -alpha - 1, -alpha, depth, ply);
    if (score > alpha && score < beta)
        score = -search(t, next, -beta, -alpha, depth, ply);
    return score;
}

/* Plays and searches one move, raising the node's alpha if it is good. */
static void try_move(thinker *t, node *n, oxo_move m, int move_score,
                     outcome *o)
{
    spot next = *n->spot;
    if (t->neural)
        neural_prefetch(t->neural, next.eval.pattern, &next.p, m);
    spot_play(&next, m);
    /* At the horizon nobody looks into the table. */
    if (n->depth > 1)
        table_prefetch(t->table, next.hash);
    count_node(t);
    const int score =
        search_move(t, n, &next, o->searched,
                    reduction_of(t, n, &next.p, o->searched, move_score));
    if (t->stopped)
        return;
    if (t->neural && n->depth == 1 && abs(score) < THINK_PROVEN)
        gain_learn(&t->gains, n->spot, m, score - n->eval);
    o->searched++;
    if (score > o->score)
        o->score = score;
    if (score > n->alpha) {
        n->alpha = score;
        o->move = m;
        extend_line(t, n->ply, m);
    }
}

/* Picks the move to be tried after the present one, and begins to load what
 * the table knows of it. */
static void look_ahead(const thinker *t, const node *n, move_list *list,
                       int index)
{
    if (index < list->count)
        expect(t, n, order_pick(list, index));
}

/* Tries the table's move; true if that is all there is to do. */
static bool try_table_move(thinker *t, node *n, outcome *o)
{
    const oxo_move first = n->fact.move;
    if (first == OXO_NO_MOVE || n->others || is_excluded(t, n, first))
        return false;
    try_move(t, n, first, ORDER_WINS_BOARD, o);
    /* Only with a network, so that the levels are what they were. */
    if (t->neural && !t->stopped && n->alpha >= n->beta)
        reward(t, n, &(scored_move){.move = first}, 0);
    return t->stopped || n->alpha >= n->beta;
}

/* Searches the moves of a node, best first by what is known beforehand. The
 * table's move is tried before the others are even looked at. */
static outcome search_moves(thinker *t, node *n)
{
    const bool may_skip = may_cut(n);
    outcome o = {.score = -THINK_INFINITE, .move = OXO_NO_MOVE};
    if (try_table_move(t, n, &o))
        return o;
    move_list list;
    order_moves(t, n->spot, n->depth, n->ply, &list);
    expect(t, n, list.of[0].move);
    for (int i = 0; i < list.count; i++) {
        const oxo_move m = list.of[i].move;
        const int score = list.of[i].score;
        look_ahead(t, n, &list, i + 1);
        if (m == n->fact.move || is_excluded(t, n, m))
            continue;
        if (may_skip && is_too_late(t, n, o.searched, score)) {
            o.score = o.score > n->eval ? o.score : n->eval;
            break;
        }
        int hoped;
        if (may_skip && is_futile(t, n, m, o.searched, score, &hoped)) {
            o.score = o.score > hoped ? o.score : hoped;
            continue;
        }
        try_move(t, n, m, score, &o);
        if (t->stopped)
            break;
        if (n->alpha >= n->beta) {
            reward(t, n, list.of, i);
            break;
        }
    }
    return o;
}

/* Is the table's move known well enough to be compared with the others? */
static bool is_comparable(const thinker *t, const node *n)
{
    const table_fact *fact = &n->fact;
    return t->neural && n->ply > 0 && !n->whole &&
           n->depth >= number(t->neural, SINGULAR_DEPTH) &&
           fact->move != OXO_NO_MOVE && (fact->bound & TABLE_LOWER) &&
           fact->depth >= n->depth - 3 && abs(fact->score) < THINK_PROVEN;
}

/* Looks at the others less deeply. If the table's move is the only good one
 * it gets one ply more. If another is too good for the opponent as well the
 * node need not be searched: true, and its score is in `ret`. */
static bool compare(thinker *t, node *n, int *ret)
{
    if (!is_comparable(t, n))
        return false;
    const int limit =
        n->fact.score - number(t->neural, SINGULAR_MARGIN) * n->depth;
    node rest = *n;
    rest.alpha = limit - 1;
    rest.beta = limit;
    rest.depth = (n->depth - 1) * number(t->neural, SINGULAR_REST) / 100;
    rest.others = true;
    const int score = search_moves(t, &rest).score;
    end_line(t, n->ply);
    n->extension = score < limit;
    *ret = limit;
    return score >= limit && limit >= n->beta && may_cut(n);
}

static int search(thinker *t, const spot *s, int alpha, int beta, int depth,
                  int ply)
{
    if (depth <= 0)
        return settle(t, s, alpha, beta, ply);
    node n = {s, alpha, beta, depth, ply, .exact = false};
    end_line(t, ply);
    if (ply > t->deepest)
        t->deepest = ply;
    const oxo_move winning = spot_winning_move(&s->p);
    if (winning != OXO_NO_MOVE && !is_excluded(t, &n, winning)) {
        end_line(t, ply + 1);
        extend_line(t, ply, winning);
        return THINK_WIN - ply - 1;
    }

    int best;
    n.known = range_of(t, s, ply);
    if (ply > 0 && suffice(n.known, alpha, beta, &best))
        return best;
    n.exact = depth >= s->empty;
    n.whole = n.exact || t->whole;
    if (recall(t, &n))
        return n.fact.score;
    t->evals[ply] = n.eval = within(n.known, correct(t, s, n.fact.eval));
    n.better = ply >= 2 && n.eval > t->evals[ply - 2];
    if (may_cut(&n) && give_up(t, &n, &best))
        return best;
    if (n.fact.move == OXO_NO_MOVE &&
        depth >= number(t->neural, UNKNOWN_DEPTH) && !n.whole)
        n.depth--;
    if (compare(t, &n, &best))
        return best;
    const outcome o = search_moves(t, &n);
    if (!t->stopped && !(ply == 0 && t->excluded_count)) {
        remember(t, &n, alpha, &o);
        learn_from(t, &n, alpha, o.score);
    }
    return o.score;
}

void think_iterate(thinker *t, const spot *root, int depth, int alpha,
                   int beta)
{
    spot here = *root;
    here.eval.patterns_only = t->neural != NULL;
    t->stopped = false;
    t->line[0].score = search(t, &here, alpha, beta, depth, 0);
}
