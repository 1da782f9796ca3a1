/* insight.c - see oxo/insight.h: steps through a game, position by position.
 */
#include "oxo/insight.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grade.h"
#include "judge.h"
#include "oxo/intensity.h"
#include "reason.h"

struct oxo_insight {
    judge judge;
    judgement found; /* of the position at hand */
};

/* ---- Life --------------------------------------------------------------- */

oxo_engine_options oxo_insight_engine_options(void)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = (size_t)4 << 20;
    options.threads = 1;
    options.level = 0;
    options.lines = OXO_MAX_MOVES;
    return options;
}

int oxo_insight_create(oxo_engine *engine, uint64_t nodes, oxo_insight **ret)
{
    if (nodes == 0)
        return -EINVAL;
    oxo_insight *insight = calloc(1, sizeof(*insight));
    if (!insight)
        return -ENOMEM;
    insight->judge.engine = engine;
    insight->judge.nodes = nodes;
    *ret = insight;
    return 0;
}

void oxo_insight_destroy(oxo_insight *insight)
{
    free(insight);
}

/* ---- Intensity ---------------------------------------------------------- */

const char *oxo_intensity_source_word(oxo_intensity_source source)
{
    return source == OXO_BY_ENGINE ? "engine" : "heuristic";
}

static int best_over_average(const judgement *found)
{
    int sum = 0;
    for (int i = 0; i < found->count; i++)
        sum += oxo_value_expected(&found->choices[i].value);
    return oxo_value_expected(&found->value) - sum / found->count;
}

/* The engine's intensity. The heuristic stays where the game is over, so that
 * there are no moves to compare, and on an empty board. */
static oxo_intensity refined_intensity(const judgement *found,
                                       const oxo_position *p,
                                       oxo_intensity_source *ret_source)
{
    const oxo_intensity glance = oxo_intensity_of(p);
    const bool refined = found->count > 0 && glance > 0;
    *ret_source = refined ? OXO_BY_ENGINE : OXO_BY_HEURISTIC;
    return refined ? grade_intensity(&found->value, best_over_average(found))
                   : glance;
}

oxo_intensity oxo_insight_intensity(oxo_insight *insight,
                                    const oxo_position *p,
                                    const oxo_stop *stop,
                                    oxo_intensity_source *ret_source)
{
    if (judge_position(&insight->judge, p, stop, &insight->found) < 0)
        insight->found.count = 0;
    return refined_intensity(&insight->found, p, ret_source);
}

/* ---- Points ------------------------------------------------------------- */

static oxo_point point_of(const judgement *found, const oxo_position *p)
{
    oxo_point point = {.known = true,
                       .value = found->value,
                       .best = found->count ? found->choices[0].move
                                            : OXO_NO_MOVE};
    if (oxo_position_turn(p) == OXO_O)
        point.value = judge_reversed(point.value);
    point.expected = oxo_value_expected(&point.value);
    point.intensity = refined_intensity(found, p, &point.source);
    return point;
}

/* The engine had no result. */
static oxo_point unknown_point(const oxo_position *p)
{
    return (oxo_point){.value = {.wdl = {0, 1000, 0}},
                       .expected = OXO_SCORE_ONE / 2,
                       .best = OXO_NO_MOVE,
                       .intensity = oxo_intensity_of(p),
                       .source = OXO_BY_HEURISTIC};
}

/* ---- Verdicts ----------------------------------------------------------- */

static const oxo_choice *find_choice(const oxo_review *r, oxo_move m)
{
    for (int i = 0; i < r->choice_count; i++) {
        if (r->choices[i].move == m)
            return &r->choices[i];
    }
    return NULL;
}

/* The value of the move played, for the mover: the one from the search of all
 * moves, which were searched to the same depth, unless the position after the
 * move is proven. */
static oxo_value value_of_played(const oxo_review *r, const oxo_choice *choice,
                                 const oxo_position *after, int ply)
{
    oxo_value there = r->points[ply + 1].value;
    if (oxo_position_turn(after) == OXO_O)
        there = judge_reversed(there);
    return choice && there.kind == OXO_ESTIMATED ? choice->value
                                                 : judge_before(there);
}

static bool is_at_stake(const oxo_review *r, int legal)
{
    if (legal == 1 || r->choice_count < legal)
        return legal > 1;
    return oxo_value_expected(&r->choices[0].value) !=
           oxo_value_expected(&r->choices[legal - 1].value);
}

/* The expected score of the best of the other moves, or -1. */
static int best_of_others(const oxo_review *r, oxo_move m)
{
    for (int i = 0; i < r->choice_count; i++) {
        if (r->choices[i].move != m)
            return oxo_value_expected(&r->choices[i].value);
    }
    return -1;
}

/* The case of a move whose positions before and after are judged. */
static grade_case case_of(const oxo_review *r, const oxo_position *before,
                          const oxo_position *after, int ply)
{
    oxo_move moves[OXO_MAX_MOVES];
    const oxo_choice *choice = find_choice(r, r->moves[ply].move);
    grade_case c = {.best = r->choices[0].value,
                    .played = value_of_played(r, choice, after, ply),
                    .legal = oxo_position_moves(before, moves),
                    .second = -1};
    if (r->choice_count == c.legal)
        c.second = best_of_others(r, r->moves[ply].move);
    return c;
}

static int distance_of(const grade_case *c, oxo_cost cost)
{
    if (cost == OXO_COST_LOSES) /* counted from the reply on */
        return c->played.distance - 1;
    return cost == OXO_COST_WIN ? c->best.distance : 0;
}

static void judge_move(oxo_review *r, const oxo_position *before,
                       const oxo_position *after, int ply)
{
    oxo_verdict *v = &r->moves[ply];
    grade_case c = case_of(r, before, after, ply);
    v->best = r->choices[0].move;
    v->proven = grade_is_proven(&c);
    if (judge_rank(&c.played) >= judge_rank(&c.best)) {
        /* As good as the engine's choice, or better. */
        c.best = c.played;
        v->best = v->move;
    }
    v->reply = r->points[ply + 1].best;
    v->loss = grade_loss(&c);
    v->swing = r->points[ply + 1].expected - r->points[ply].expected;
    v->counts = is_at_stake(r, c.legal);
    v->grade = grade_of(&c);
    v->cost = grade_cost(&c);
    v->distance = distance_of(&c, v->cost);
    if (v->grade >= OXO_GRADE_INACCURACY)
        reason_find(before, v);
}

/* Writes the verdict on the move that led to the last point. */
static void add_verdict(oxo_review *r, const oxo_game *g, int ply)
{
    const oxo_position before = oxo_game_position_at(g, ply);
    const oxo_position after = oxo_game_position_at(g, ply + 1);
    r->moves[ply] = (oxo_verdict){.mark = oxo_game_mark_at(g, ply),
                                  .move = g->history[ply].move,
                                  .best = OXO_NO_MOVE,
                                  .reply = OXO_NO_MOVE,
                                  .with = OXO_NO_MOVE};
    if (r->points[ply].known && r->points[ply + 1].known)
        judge_move(r, &before, &after, ply);
}

/* ---- Steps -------------------------------------------------------------- */

void oxo_review_init(oxo_review *review)
{
    memset(review, 0, sizeof(*review));
    grade_summarise(review);
}

/* Drops the part of the review that is not of this game, or no longer. */
static void drop_other_moves(oxo_review *r, const oxo_game *g)
{
    if (r->judged == 0 ||
        memcmp(&r->start, &g->start, sizeof(r->start)) != 0) {
        oxo_review_init(r);
        r->start = g->start;
        return;
    }
    int same = 0;
    while (same < r->judged - 1 && same < g->length &&
           r->moves[same].move == g->history[same].move)
        same++;
    if (same == r->judged - 1)
        return;
    r->judged = same + 1;
    r->choice_count = 0;
    grade_summarise(r);
}

static void keep_choices(oxo_review *r, const judgement *found)
{
    r->choice_count = found->count;
    memcpy(r->choices, found->choices,
           (size_t)found->count * sizeof(found->choices[0]));
}

/* Judges the last point again if a takeback has dropped its moves' values. */
static int recall_choices(oxo_insight *insight, const oxo_game *g,
                          const oxo_stop *stop, oxo_review *r)
{
    if (r->judged == 0 || r->choice_count || !r->points[r->judged - 1].known)
        return 0;
    const oxo_position p = oxo_game_position_at(g, r->judged - 1);
    const int rc = judge_position(&insight->judge, &p, stop, &insight->found);
    if (rc == 0)
        keep_choices(r, &insight->found);
    else if (rc != -ECANCELED)
        r->points[r->judged - 1] = unknown_point(&p);
    return rc == -ECANCELED ? rc : 0;
}

int oxo_insight_step(oxo_insight *insight, const oxo_game *g,
                     const oxo_stop *stop, oxo_review *review)
{
    drop_other_moves(review, g);
    const int ply = review->judged;
    if (ply > g->length)
        return 0;
    int rc = recall_choices(insight, g, stop, review);
    if (rc < 0)
        return rc;
    const oxo_position p = oxo_game_position_at(g, ply);
    judgement *found = &insight->found;
    rc = judge_position(&insight->judge, &p, stop, found);
    if (rc == -ECANCELED)
        return rc;
    if (rc < 0)
        found->count = 0;
    review->points[ply] = rc < 0 ? unknown_point(&p) : point_of(found, &p);
    review->judged++;
    if (ply > 0)
        add_verdict(review, g, ply - 1);
    keep_choices(review, found);
    grade_summarise(review);
    return 1;
}

int oxo_insight_review(oxo_insight *insight, const oxo_game *g,
                       const oxo_stop *stop, oxo_review_report *report,
                       void *context, oxo_review *review)
{
    for (;;) {
        const int rc = oxo_insight_step(insight, g, stop, review);
        if (rc <= 0)
            return rc;
        if (report && !report(review, context))
            return -ECANCELED;
    }
}
