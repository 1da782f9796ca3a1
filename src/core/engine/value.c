/* value.c - see value.h. */
#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "search_pvs.h"

/* The hand-written evaluation's chances, by a logistic formula that was fitted
 * to self-play (docs/lab/engine.md): `scale` hundredths multiply the odds by
 * e, and a win needs `draw` hundredths more than an even position. A score of
 * exactly 0 is mostly a draw that the search sees but cannot prove: `even` is
 * the share of draws among them, in thousandths. */
static const struct {
    double scale, draw;
    int even;
} chances[OXO_VARIANTS] = {
    [OXO_ULTIMATE] = {70, 172, 935},
    [OXO_ULTIMATE_CG] = {74, 88, 715},
    [OXO_ULTIMATE_CONTINUE] = {94, 73, 370},
};

/* The chance to win, in thousandths. */
static int logistic_win(int score, oxo_variant variant)
{
    const double scale = chances[variant].scale, draw = chances[variant].draw;
    return (int)(1000 / (1 + exp((draw - score) / scale)) + 0.5);
}

/* The networks' chances, for which no such formula was good enough: chances to
 * win at some scores of either sign, in thousandths, with linear
 * interpolation. */
enum { KNOTS = 16 };

static const struct neural_chances {
    int16_t score[KNOTS];
    int16_t behind[KNOTS]; /* at -score */
    int16_t ahead[KNOTS];  /* at score */
    int even;
} neural_chances[OXO_VARIANTS] = {
    [OXO_ULTIMATE] = {.score = {0, 15, 30, 50, 75, 100, 130, 165, 205, 250,
                                310, 390, 500, 650, 850, 1200},
                      .behind = {15, 13, 13, 13, 13, 13, 13, 11, 10, 9, 8, 5,
                                 3, 1, 0, 0},
                      .ahead = {15, 35, 59, 80, 111, 165, 226, 313, 428, 557,
                                696, 832, 929, 982, 999, 999},
                      .even = 981},
    [OXO_ULTIMATE_CG] = {.score = {0, 15, 30, 50, 75, 100, 130, 165, 205, 250,
                                   310, 390, 500, 650, 850, 1200},
                         .behind = {145, 116, 104, 92, 78, 74, 74, 67, 49, 27,
                                    16, 10, 8, 4, 0, 0},
                         .ahead = {145, 178, 223, 254, 293, 364, 438, 521, 601,
                                   702, 802, 893, 956, 986, 998, 999},
                         .even = 898},
};

static int neural_win(int score, oxo_variant variant)
{
    const struct neural_chances *c = &neural_chances[variant];
    const int16_t *win = score < 0 ? c->behind : c->ahead;
    const int size = abs(score);
    int i = 1;
    while (i < KNOTS - 1 && size > c->score[i])
        i++;
    if (size >= c->score[i])
        return win[i];
    const int width = c->score[i] - c->score[i - 1];
    return win[i - 1] +
           (win[i] - win[i - 1]) * (size - c->score[i - 1]) / width;
}

static oxo_value estimate_of(int score, oxo_variant variant, bool neural)
{
    int (*const win)(int, oxo_variant) = neural ? neural_win : logistic_win;
    const int even =
        neural ? neural_chances[variant].even : chances[variant].even;
    oxo_value value = {.kind = OXO_ESTIMATED, .centi = score};
    value.wdl[0] = win(score, variant);
    value.wdl[2] = win(-score, variant);
    if (score == 0)
        value.wdl[0] = value.wdl[2] = (1000 - even) / 2;
    value.wdl[1] = 1000 - value.wdl[0] - value.wdl[2];
    return value;
}

/* By how much contempt lowers a score: the logarithm of the odds with and
 * without it, as score_of() in neural_forward.h computes them, at the chances
 * that belong to the score. */
static double cost_of_draws(int score, oxo_variant variant, int contempt)
{
    const double win = neural_win(score, variant),
                 loss = neural_win(-score, variant);
    const double draw = (1000 - win - loss) / 2;
    const double more = exp(contempt / (2.0 * NEURAL_ODDS));
    return NEURAL_ODDS * log((win + draw) * (loss + draw * more) /
                             ((win + draw / more) * (loss + draw)));
}

/* Approximately the score of a search without contempt. The score of a draw is
 * mostly that of a draw that the search sees. */
static int without_contempt(int score, oxo_variant variant, int contempt)
{
    if (score == -contempt)
        return 0;
    int least = score, most = score + contempt;
    while (least < most) {
        const int middle = least + (most - least) / 2;
        if (middle - cost_of_draws(middle, variant, contempt) < score)
            least = middle + 1;
        else
            most = middle;
    }
    return least;
}

oxo_value value_of_score(int score, bool proven, oxo_variant variant,
                         bool neural, int contempt)
{
    const int distance = SEARCH_WIN - abs(score);
    if (score >= SEARCH_PROVEN)
        return (oxo_value){OXO_PROVEN_WIN, distance, 0, {1000, 0, 0}};
    if (score <= -SEARCH_PROVEN)
        return (oxo_value){OXO_PROVEN_LOSS, distance, 0, {0, 0, 1000}};
    if (proven)
        return (oxo_value){OXO_PROVEN_DRAW, 0, 0, {0, 1000, 0}};
    if (contempt)
        score = without_contempt(score, variant, contempt);
    return estimate_of(score, variant, neural);
}

/* ---- Classic ------------------------------------------------------------ */

static oxo_value reversed(oxo_value v)
{
    static const oxo_value_kind kind[] = {OXO_ESTIMATED, OXO_PROVEN_LOSS,
                                          OXO_PROVEN_DRAW, OXO_PROVEN_WIN};
    return (oxo_value){kind[v.kind],
                       v.distance + 1,
                       -v.centi,
                       {v.wdl[2], v.wdl[1], v.wdl[0]}};
}

/* The higher, the better for the mover. */
static int rank_of(const oxo_value *v)
{
    if (v->kind == OXO_PROVEN_DRAW)
        return 0;
    return v->kind == OXO_PROVEN_WIN ? 100 - v->distance : v->distance - 100;
}

static oxo_line classic_line(const oxo_classic *p, oxo_move m)
{
    oxo_line line = {.length = 0};
    oxo_classic now = oxo_classic_play(*p, m);
    line.value = reversed(oxo_classic_value(&now));
    line.moves[line.length++] = m;
    while (oxo_classic_best_move(&now, &m) == OXO_OK) {
        line.moves[line.length++] = m;
        now = oxo_classic_play(now, m);
    }
    return line;
}

/* Inserts a line, best first. Lines of equal value stay in reading order. */
static void insert_line(oxo_line *lines, int *count, int most,
                        const oxo_line *line)
{
    int at = *count;
    while (at > 0 && rank_of(&lines[at - 1].value) < rank_of(&line->value))
        at--;
    if (at == most)
        return;
    if (*count < most)
        ++*count;
    for (int i = *count - 1; i > at; i--)
        lines[i] = lines[i - 1];
    lines[at] = *line;
}

oxo_status value_classic_lines(const oxo_classic *p,
                               const oxo_engine_options *options,
                               oxo_line *lines, int *ret_count)
{
    oxo_move moves[OXO_CELLS], overlooked[OXO_MAX_MOVES];
    const int legal = oxo_classic_moves(p, moves);
    if (legal == 0)
        return OXO_GAME_OVER;
    const oxo_position position = oxo_position_of_classic(*p);
    int blind = 0;
    if (options->level > 0)
        blind = level_overlooked(options->level, options->seed, &position,
                                 moves, legal, overlooked);
    *ret_count = 0;
    for (int i = 0; i < legal; i++) {
        const oxo_line line = classic_line(p, moves[i]);
        if (!memchr(overlooked, moves[i], (size_t)blind))
            insert_line(lines, ret_count, options->lines, &line);
    }
    return OXO_OK;
}
