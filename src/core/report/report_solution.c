/* report_solution.c - proofs of the solver. */
#include "report.h"

oxo_outcome report_solved_outcome(oxo_solution_kind kind, oxo_mark mover)
{
    switch (kind) {
    case OXO_SOLVED_WIN:
        return oxo_outcome_won_by(mover);
    case OXO_SOLVED_LOSS:
        return oxo_outcome_won_by(oxo_mark_other(mover));
    case OXO_SOLVED_DRAW:
        return OXO_DRAW;
    case OXO_SOLVED_UNKNOWN:
        break;
    }
    return OXO_ONGOING;
}

/* The solution as a value. */
static oxo_value value_of(const oxo_solution *s)
{
    switch (s->kind) {
    case OXO_SOLVED_WIN:
        return (oxo_value){OXO_PROVEN_WIN, s->distance, 0, {1000, 0, 0}};
    case OXO_SOLVED_LOSS:
        return (oxo_value){OXO_PROVEN_LOSS, s->distance, 0, {0, 0, 1000}};
    default:
        return (oxo_value){OXO_PROVEN_DRAW, 0, 0, {0, 1000, 0}};
    }
}

static void write_line(json_writer *w, oxo_variant variant,
                       const oxo_solution *s)
{
    const oxo_value value = value_of(s);
    json_open_object(w, NULL);
    if (s->exact)
        report_value(w, "value", &value);
    else
        report_value_without_distance(w, "value", &value);
    report_moves(w, "moves", variant, s->line, s->length);
    json_close(w);
}

void report_solution_members(json_writer *w, const oxo_position *p,
                             const oxo_solution *s)
{
    const bool known = s->kind != OXO_SOLVED_UNKNOWN;
    const oxo_outcome outcome =
        report_solved_outcome(s->kind, oxo_position_turn(p));
    json_string(w, "result", known ? report_outcome_word(outcome) : "unknown");
    json_bool(w, "complete", s->complete);
    json_uint(w, "nodes", s->nodes);
    json_int(w, "time", s->time);
    json_open_array(w, "lines");
    if (known && oxo_position_outcome(p) == OXO_ONGOING)
        write_line(w, (oxo_variant)p->variant, s);
    json_close(w);
}
