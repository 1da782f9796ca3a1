/* judge.c - see judge.h.
 *
 * The engine deepens its search step by step and reports the lines of each
 * depth. The node limit interrupts the last depth, and lines of different
 * depths cannot be compared, because odd depths favour the mover. So the
 * result is the last finished depth, together with the proofs of the
 * interrupted one, which hold at any depth. */
#include "judge.h"

#include <errno.h>

/* ---- Values ------------------------------------------------------------- */

int oxo_value_expected(const oxo_value *value)
{
    return (2 * value->wdl[0] + value->wdl[1]) * (OXO_SCORE_ONE / 2000);
}

oxo_value judge_reversed(oxo_value value)
{
    static const oxo_value_kind kind[] = {OXO_ESTIMATED, OXO_PROVEN_LOSS,
                                          OXO_PROVEN_DRAW, OXO_PROVEN_WIN};
    return (oxo_value){kind[value.kind],
                       value.distance,
                       -value.centi,
                       {value.wdl[2], value.wdl[1], value.wdl[0]}};
}

oxo_value judge_before(oxo_value after)
{
    oxo_value value = judge_reversed(after);
    if (value.kind != OXO_ESTIMATED)
        value.distance++;
    return value;
}

int judge_rank(const oxo_value *value)
{
    enum { STEP = 1000, BONUS = 400 };
    const int rank = STEP * oxo_value_expected(value);
    if (value->kind == OXO_PROVEN_WIN)
        return rank + BONUS - value->distance;
    if (value->kind == OXO_PROVEN_LOSS)
        return rank - BONUS + value->distance;
    return rank;
}

static oxo_value value_of_end(oxo_outcome outcome, oxo_mark side)
{
    const oxo_mark winner = oxo_outcome_winner(outcome);
    if (winner == OXO_NONE)
        return (oxo_value){OXO_PROVEN_DRAW, 0, 0, {0, 1000, 0}};
    if (winner == side)
        return (oxo_value){OXO_PROVEN_WIN, 0, 0, {1000, 0, 0}};
    return (oxo_value){OXO_PROVEN_LOSS, 0, 0, {0, 0, 1000}};
}

/* ---- Collecting --------------------------------------------------------- */

static void add_line(judgement *to, const oxo_line *line)
{
    if (to->count == OXO_MAX_MOVES)
        return;
    to->choices[to->count++] =
        (oxo_choice){line->value, line->moves[0],
                     line->length > 1 ? line->moves[1] : OXO_NO_MOVE};
}

static void collect_line(const oxo_search_info *info, void *context)
{
    judge *j = context;
    if (info->depth != j->depth) {
        j->last = j->now;
        j->now.count = 0;
        j->depth = info->depth;
    }
    add_line(&j->now, &info->line);
}

/* Takes over the proofs of the unfinished depth. */
static void merge_proofs(judgement *into, const judgement *from)
{
    for (int i = 0; i < from->count; i++) {
        const oxo_choice *proof = &from->choices[i];
        for (int k = 0; k < into->count; k++) {
            if (proof->value.kind != OXO_ESTIMATED &&
                into->choices[k].move == proof->move)
                into->choices[k] = *proof;
        }
    }
}

/* The rules decide the value of a move that ends the game. */
static void value_ends(judgement *of, const oxo_position *p)
{
    for (int i = 0; i < of->count; i++) {
        oxo_choice *choice = &of->choices[i];
        const oxo_position next = oxo_position_play(p, choice->move);
        const oxo_outcome outcome = oxo_position_outcome(&next);
        if (outcome == OXO_ONGOING)
            continue;
        choice->value =
            judge_before(value_of_end(outcome, oxo_position_turn(&next)));
        choice->reply = OXO_NO_MOVE;
    }
}

/* Best first; equals stay in the engine's order. */
static void sort_choices(judgement *of)
{
    for (int i = 1; i < of->count; i++) {
        const oxo_choice choice = of->choices[i];
        int at = i;
        for (; at > 0 && judge_rank(&of->choices[at - 1].value) <
                             judge_rank(&choice.value);
             at--)
            of->choices[at] = of->choices[at - 1];
        of->choices[at] = choice;
    }
}

/* ---- Judging ------------------------------------------------------------ */

/* Chooses the depth that counts; NULL if there is none. The engine found
 * `count` lines. */
static judgement *choose_judgement(judge *j, const oxo_position *p, int count)
{
    if (p->variant == OXO_CLASSIC) { /* looked up, not reported */
        for (int i = 0; i < count; i++)
            add_line(&j->now, &j->lines[i]);
    }
    if (j->now.count >= count || j->last.count == 0)
        return j->now.count ? &j->now : NULL;
    merge_proofs(&j->last, &j->now);
    return &j->last;
}

static judgement *search_position(judge *j, const oxo_position *p,
                                  const oxo_stop *stop)
{
    const oxo_limits limits = {.nodes = j->nodes, .stop = stop};
    j->depth = 0;
    j->now.count = j->last.count = 0;
    if (p->variant != OXO_CLASSIC)
        oxo_engine_new_game(j->engine); /* results must not depend on
                                           earlier questions */
    int count = 0;
    const oxo_status status = oxo_engine_search(
        j->engine, p, &limits, collect_line, j, j->lines, &count);
    return status == OXO_OK ? choose_judgement(j, p, count) : NULL;
}

int judge_position(judge *j, const oxo_position *p, const oxo_stop *stop,
                   judgement *ret)
{
    if (oxo_stop_is_set(stop))
        return -ECANCELED;
    const oxo_outcome outcome = oxo_position_outcome(p);
    if (outcome != OXO_ONGOING) {
        ret->value = value_of_end(outcome, oxo_position_turn(p));
        ret->count = 0;
        return 0;
    }
    judgement *found = search_position(j, p, stop);
    if (oxo_stop_is_set(stop))
        return -ECANCELED;
    if (!found)
        return -ENOMSG;
    value_ends(found, p);
    sort_choices(found);
    found->value = found->choices[0].value;
    *ret = *found;
    return 0;
}
