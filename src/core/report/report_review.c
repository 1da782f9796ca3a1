/* report_review.c - reviews. */
#include "report.h"

static oxo_variant variant_of(const oxo_review *review)
{
    return (oxo_variant)review->start.variant;
}

/* The number of moves that have been judged. */
static int judged_moves(const oxo_review *review)
{
    return review->judged > 0 ? review->judged - 1 : 0;
}

void report_point(json_writer *w, const char *key, oxo_variant variant,
                  const oxo_point *point)
{
    json_open_object(w, key);
    json_bool(w, "known", point->known);
    report_value(w, "value", &point->value);
    report_move(w, "best", variant, point->best);
    report_share(w, "intensity", point->intensity);
    json_string(w, "source", oxo_intensity_source_word(point->source));
    json_close(w);
}

void report_verdict(json_writer *w, const char *key, const oxo_review *review,
                    int ply)
{
    const oxo_variant variant = variant_of(review);
    const oxo_verdict *v = &review->moves[ply];
    char sentence[OXO_SENTENCE_TEXT];
    oxo_review_sentence(review, ply, sentence);
    json_open_object(w, key);
    report_mark(w, "mark", v->mark);
    report_move(w, "move", variant, v->move);
    report_move(w, "best", variant,
                v->best == v->move ? OXO_NO_MOVE : v->best);
    json_string(w, "grade", oxo_grade_word(v->grade));
    json_bool(w, "proven", v->proven);
    report_share(w, "loss", v->loss);
    json_bool(w, "key", v->key);
    json_string(w, "sentence", sentence);
    json_close(w);
}

static void write_accuracy(json_writer *w, const oxo_review *review,
                           oxo_mark side)
{
    bool counts = false;
    for (int ply = 0; ply < judged_moves(review); ply++)
        counts |= review->moves[ply].mark == side && review->moves[ply].counts;
    const char *key = side == OXO_X ? "X" : "O";
    if (counts)
        json_double(w, key, review->accuracy[side] / 100.0);
    else
        json_null(w, key);
}

void report_review_members(json_writer *w, const oxo_review *review)
{
    json_open_array(w, "points");
    for (int i = 0; i < review->judged; i++)
        report_point(w, NULL, variant_of(review), &review->points[i]);
    json_close(w);
    json_open_array(w, "moves");
    for (int ply = 0; ply < judged_moves(review); ply++)
        report_verdict(w, NULL, review, ply);
    json_close(w);
    json_open_object(w, "accuracy");
    write_accuracy(w, review, OXO_X);
    write_accuracy(w, review, OXO_O);
    json_close(w);
    json_open_array(w, "keys");
    for (int i = 0; i < review->key_count; i++)
        json_int(w, NULL, review->keys[i]);
    json_close(w);
}
