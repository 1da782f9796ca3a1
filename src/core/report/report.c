/* report.c - words, moves, values, lines and searches. */
#include "report.h"

#include "oxo/notation.h"

void report_mark(json_writer *w, const char *key, oxo_mark mark)
{
    if (mark == OXO_NONE)
        json_null(w, key);
    else
        json_string(w, key, mark == OXO_X ? "X" : "O");
}

const char *report_outcome_word(oxo_outcome outcome)
{
    static const char *const words[] = {"ongoing", "X", "O", "draw"};
    return words[outcome];
}

void report_move(json_writer *w, const char *key, oxo_variant variant,
                 oxo_move m)
{
    char text[OXO_MOVE_TEXT];
    if (m == OXO_NO_MOVE) {
        json_null(w, key);
        return;
    }
    oxo_move_format(OXO_NATIVE, variant, m, text);
    json_string(w, key, text);
}

void report_moves(json_writer *w, const char *key, oxo_variant variant,
                  const oxo_move *moves, int count)
{
    json_open_array(w, key);
    for (int i = 0; i < count; i++)
        report_move(w, NULL, variant, moves[i]);
    json_close(w);
}

void report_share(json_writer *w, const char *key, int share)
{
    json_double(w, key, share / 10000.0);
}

static bool is_decided(const oxo_value *value)
{
    return value->kind == OXO_PROVEN_WIN || value->kind == OXO_PROVEN_LOSS;
}

static void write_value(json_writer *w, const char *key,
                        const oxo_value *value, bool has_distance)
{
    static const char *const kinds[] = {"estimated", "win", "draw", "loss"};
    json_open_object(w, key);
    json_string(w, "kind", kinds[value->kind]);
    json_bool(w, "proven", value->kind != OXO_ESTIMATED);
    if (is_decided(value) && !has_distance)
        json_null(w, "distance");
    else
        json_int(w, "distance", is_decided(value) ? value->distance : 0);
    json_int(w, "centi", value->centi);
    json_open_array(w, "wdl");
    for (int i = 0; i < 3; i++)
        json_int(w, NULL, value->wdl[i]);
    json_close(w);
    report_share(w, "expected", oxo_value_expected(value));
    json_close(w);
}

void report_value(json_writer *w, const char *key, const oxo_value *value)
{
    write_value(w, key, value, true);
}

void report_value_without_distance(json_writer *w, const char *key,
                                   const oxo_value *value)
{
    write_value(w, key, value, false);
}

void report_line(json_writer *w, const char *key, oxo_variant variant,
                 const oxo_line *line)
{
    json_open_object(w, key);
    report_value(w, "value", &line->value);
    report_moves(w, "moves", variant, line->moves, line->length);
    json_close(w);
}

void report_position_members(json_writer *w, const oxo_position *p)
{
    char text[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, p, text, NULL);
    json_string(w, "variant", oxo_variant_word((oxo_variant)p->variant));
    json_string(w, "position", text);
    report_mark(w, "turn", oxo_position_turn(p));
    json_string(w, "outcome", report_outcome_word(oxo_position_outcome(p)));
}

void report_search_members(json_writer *w, const report_search *search)
{
    json_int(w, "depth", search->depth);
    json_int(w, "deepest", search->deepest);
    json_uint(w, "nodes", search->nodes);
    json_int(w, "time", search->time);
    json_open_array(w, "lines");
    for (int i = 0; i < search->count; i++)
        report_line(w, NULL, search->variant, &search->lines[i]);
    json_close(w);
}
