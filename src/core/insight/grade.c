/* grade.c - the formulas of docs/design/insight.md and
 * docs/design/intensity.md. */
#include "grade.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

const char *oxo_grade_word(oxo_grade grade)
{
    static const char *const words[] = {
#define GRADE_WORD(name, word) word,
        OXO_GRADES_TABLE(GRADE_WORD)
#undef GRADE_WORD
    };
    assert((unsigned)grade < OXO_GRADES);
    return words[grade];
}

/* ---- One move ----------------------------------------------------------- */

int grade_loss(const grade_case *c)
{
    /* With a single legal move the engine was wrong, not the player. */
    if (c->legal == 1)
        return 0;
    const int loss =
        oxo_value_expected(&c->best) - oxo_value_expected(&c->played);
    return loss > 0 ? loss : 0;
}

/* The grade of a move that lost little or nothing. */
static oxo_grade grade_of_sound(const grade_case *c)
{
    if (c->legal == 1)
        return OXO_GRADE_FORCED;
    if (judge_rank(&c->played) < judge_rank(&c->best))
        return OXO_GRADE_GOOD;
    const int lead = oxo_value_expected(&c->best) - c->second;
    return c->second >= 0 && lead >= GRADE_BLUNDER ? OXO_GRADE_ONLY
                                                   : OXO_GRADE_BEST;
}

oxo_grade grade_of(const grade_case *c)
{
    const int loss = grade_loss(c);
    if (loss < GRADE_INACCURACY)
        return grade_of_sound(c);
    if (loss < GRADE_MISTAKE)
        return OXO_GRADE_INACCURACY;
    if (loss < GRADE_BLUNDER)
        return OXO_GRADE_MISTAKE;
    /* A mover who gave a win away, but does not lose, missed a win; a mover
     * who now loses blundered. */
    const bool missed =
        c->best.kind == OXO_PROVEN_WIN && c->played.kind != OXO_PROVEN_LOSS;
    return missed ? OXO_GRADE_MISSED_WIN : OXO_GRADE_BLUNDER;
}

oxo_cost grade_cost(const grade_case *c)
{
    const oxo_value_kind best = c->best.kind, played = c->played.kind;
    if (c->legal == 1 || judge_rank(&c->played) >= judge_rank(&c->best))
        return OXO_COST_NOTHING;
    if (best == OXO_PROVEN_WIN && played == OXO_PROVEN_WIN)
        return OXO_COST_SLOWER;
    if (best == OXO_PROVEN_LOSS && played == OXO_PROVEN_LOSS)
        return OXO_COST_SOONER;
    if (grade_loss(c) < GRADE_INACCURACY)
        return OXO_COST_NOTHING;
    if (best == OXO_PROVEN_WIN)
        return played == OXO_PROVEN_LOSS ? OXO_COST_GAME : OXO_COST_WIN;
    if (played != OXO_PROVEN_LOSS)
        return OXO_COST_SCORE;
    return best == OXO_PROVEN_DRAW ? OXO_COST_DRAW : OXO_COST_LOSES;
}

/* ---- Measures ----------------------------------------------------------- */

bool grade_is_proven(const grade_case *c)
{
    return c->legal == 1 ||
           (c->best.kind != OXO_ESTIMATED && c->played.kind != OXO_ESTIMATED);
}

double grade_accuracy(int loss)
{
    enum { HARSHNESS = 10 };
    return exp(-HARSHNESS * (double)loss / OXO_SCORE_ONE);
}

oxo_intensity grade_intensity(const oxo_value *value, int best_over_average)
{
    enum {
        OPEN = 4,
        STAKES = 6,
        HALF = 2500
    }; /* weights in tenths; and where half is reached */
    const int *wdl = value->wdl;
    const int balance = 1000 - abs(wdl[0] - wdl[2]);
    const int decisive = wdl[0] + wdl[2];
    const int open = balance * decisive / 100;
    const int stakes = (OXO_SCORE_ONE + HALF) * best_over_average /
                       (best_over_average + HALF);
    return (oxo_intensity)((OPEN * open + STAKES * stakes + 5) / 10);
}

/* ---- The whole game ----------------------------------------------------- */

/* Did the move give a proven win or draw away? */
static bool gave_away(const oxo_review *r, int i)
{
    const oxo_verdict *v = &r->moves[i];
    oxo_value before = r->points[i].value;
    if (v->mark == OXO_O)
        before = judge_reversed(before);
    return (before.kind == OXO_PROVEN_WIN || before.kind == OXO_PROVEN_DRAW) &&
           v->loss >= GRADE_INACCURACY;
}

static int swing_at(const oxo_review *r, int i)
{
    return i < 0 || i >= r->judged - 1 ? 0 : abs(r->moves[i].swing);
}

/* Is its swing the largest of its neighbours, and the first of equals? */
static bool is_turn(const oxo_review *r, int i)
{
    const int swing = swing_at(r, i);
    return swing >= GRADE_TURN && swing > swing_at(r, i - 1) &&
           swing >= swing_at(r, i + 1);
}

/* The mean over the moves that count, 0..100 in hundredths. */
static int accuracy_of(const oxo_review *r, oxo_mark side)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < r->judged - 1; i++) {
        const oxo_verdict *v = &r->moves[i];
        if (v->mark != side || !v->counts)
            continue;
        sum += grade_accuracy(v->loss);
        count++;
    }
    return count ? (int)(10000 * sum / count + 0.5) : 10000;
}

void grade_summarise(oxo_review *r)
{
    memset(r->grades, 0, sizeof(r->grades));
    r->key_count = 0;
    for (int i = 0; i < r->judged - 1; i++) {
        oxo_verdict *v = &r->moves[i];
        r->grades[v->mark][v->grade]++;
        v->key = gave_away(r, i) || is_turn(r, i);
        if (v->key)
            r->keys[r->key_count++] = (uint8_t)i;
    }
    for (int side = OXO_X; side <= OXO_O; side++)
        r->accuracy[side] = accuracy_of(r, (oxo_mark)side);
}
