/* search_evaluate.h - what a node is worth before it is searched: the score of
 * a finished game, the static evaluation, its correction, and bounds that
 * hold whatever is played. Inline, because every node needs them. */
#ifndef OXO_ENGINE_SEARCH_EVALUATE_H
#define OXO_ENGINE_SEARCH_EVALUATE_H

#include <assert.h>
#include <stdlib.h>

#include "parameters.h"
#include "search_thread.h"

/* ---- Finished games ----------------------------------------------------- */

/* Has the last move ended the game? */
static inline bool search_is_over(const oxo_ultimate *p)
{
    return has_line(p->won[p->turn ^ 1]) ||
           (p->forced == OXO_ANY_BOARD && open_boards(p) == 0);
}

/* The score of a finished game for the side that would be to move. */
static inline int search_score_of_end(const search_thread *t,
                                      const oxo_ultimate *p, int ply)
{
    const oxo_mark winner = has_line(p->won[p->turn ^ 1])
                                ? (oxo_mark)(p->turn ^ 1)
                                : oxo_outcome_winner(without_line(p));
    if (winner == OXO_NONE)
        return t->draw[p->turn];
    return winner == (oxo_mark)p->turn ? SEARCH_WIN - ply : ply - SEARCH_WIN;
}

/* ---- The static evaluation ---------------------------------------------- */

static inline int search_evaluate(search_thread *t, const spot *s, int ply)
{
    if (!t->neural)
        return evaluation_score(&s->eval, &s->p);
    return neural_score(t->neural, &t->sums[ply], ply > 0, s->eval.pattern,
                        &s->p, t->draw[s->p.turn]);
}

/* ---- Bounds from winnable boards ---------------------------------------- */

/* The score of a node lies between these, whatever is played. A side that can
 * complete no line of boards any more cannot win (under `ultimate-cg` it must
 * also be unable to win the most boards). Cuts a tenth of the nodes of a
 * game; not measured alone. With a network only. */
typedef struct search_bounds {
    int lower, upper;
} search_bounds;

static inline int search_upper_bound(const search_thread *t, const spot *s,
                                     unsigned side, int ply)
{
    switch (spot_best_result(s, side)) {
    case 1:
        return SEARCH_INFINITE;
    case 0:
        return t->draw[side];
    default: /* the other side has won once all cells are taken */
        return ply + s->empty - SEARCH_WIN;
    }
}

static inline search_bounds search_bounds_of(const search_thread *t,
                                             const spot *s, int ply)
{
    if (!t->neural)
        return (search_bounds){-SEARCH_INFINITE, SEARCH_INFINITE};
    return (search_bounds){-search_upper_bound(t, s, s->p.turn ^ 1U, ply),
                           search_upper_bound(t, s, s->p.turn, ply)};
}

/* Do the bounds make a search of the window needless? `*ret` is then the
 * score; else it has no meaning. */
static inline bool search_bounds_suffice(search_bounds b, int alpha, int beta,
                                         int *ret)
{
    *ret = b.lower >= beta ? b.lower : b.upper;
    return b.lower >= beta || b.upper <= alpha || b.lower == b.upper;
}

static inline int search_clamp(search_bounds b, int score)
{
    return score < b.lower ? b.lower : score > b.upper ? b.upper : score;
}

/* ---- Correction history ------------------------------------------------- */

/* The network errs in the same direction wherever the board to play in has the
 * same marks, and wherever the same boards are won. For both keys a table
 * keeps a running average of how far searches were from the evaluation. The
 * first key gained 15 Elo; the second was not measured alone. With a network
 * only, so that the levels stay as they were measured. */
enum { CORRECTION_ONE = 1024 }; /* an entry that corrects by its parameter */

static inline unsigned search_correction_place(uint32_t key)
{
    static_assert(SEARCH_CORRECTIONS == 1 << 14, "the 14 highest bits");
    return (key + 1) * 0x9E3779B1U >> 18;
}

static inline int16_t *search_correction_by_board(search_thread *t,
                                                  const spot *s)
{
    const unsigned forced = s->p.forced;
    const unsigned pattern =
        forced == OXO_ANY_BOARD ? 0 : s->eval.pattern[forced];
    return &t->corrections[s->p.turn]
                          [search_correction_place(pattern * 10 + forced)];
}

static inline int16_t *search_correction_by_won(search_thread *t,
                                                const spot *s)
{
    const oxo_ultimate *p = &s->p;
    return &t->won_corrections[p->turn][search_correction_place(
        p->won[OXO_X] | (uint32_t)p->won[OXO_O] << 9)];
}

/* The static evaluation, corrected. */
static inline int search_correct(search_thread *t, const spot *s, int eval)
{
    if (!t->neural)
        return eval;
    return eval +
           param(t->neural, CORRECTION_BOARD) *
               *search_correction_by_board(t, s) / CORRECTION_ONE +
           param(t->neural, CORRECTION_WON) * *search_correction_by_won(t, s) /
               CORRECTION_ONE;
}

/* Moves an entry by `step`, less the closer it is to its limit (gravity). */
static inline void search_shift_correction(int16_t *entry, int step)
{
    *entry = (int16_t)(*entry + step - *entry * abs(step) / CORRECTION_ONE);
}

/* A search to `depth` differed from the corrected evaluation by `error`. */
static inline void search_learn_correction(search_thread *t, const spot *s,
                                           int error, int depth)
{
    const int most = param(t->neural, CORRECTION_STEP);
    int step = error * depth / 8;
    if (abs(step) > most)
        step = step > 0 ? most : -most;
    search_shift_correction(search_correction_by_board(t, s), step);
    search_shift_correction(search_correction_by_won(t, s), step);
}

#endif /* OXO_ENGINE_SEARCH_EVALUATE_H */
