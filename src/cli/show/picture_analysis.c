/* picture_analysis.c - the results of an analysis as SVG pictures. */
#include "picture.h"

#include <string.h>

#include "tell.h"

/* ---- A position --------------------------------------------------------- */

enum { MARGIN = 20, BOARD = 360, SHOWN = 12, ROW = 26, LIST_WIDTH = 300 };

static void draw_rank(FILE *out, const oxo_position *p, const oxo_line *line,
                      int rank)
{
    double x, y;
    char text[8];
    const double radius = p->variant == OXO_CLASSIC ? 22 : 10;
    picture_cell(p, line->moves[0], BOARD, &x, &y);
    fprintf(out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#ffffff\" "
            "stroke=\"#1a1a1a\" stroke-width=\"1.5\"/>\n",
            MARGIN + x, MARGIN + y, radius);
    snprintf(text, sizeof text, "%d", rank);
    picture_text(out, MARGIN + x, MARGIN + y + 0.38 * radius, 1.1 * radius,
                 AT_MIDDLE, text);
}

static void draw_entry(FILE *out, const oxo_position *p, const oxo_line *line,
                       int rank)
{
    const double x = 2 * MARGIN + BOARD, y = MARGIN + 40 + rank * ROW;
    const double share =
        oxo_value_expected(&line->value) / (double)OXO_SCORE_ONE;
    const oxo_value for_x = tell_for_x(&line->value, oxo_position_turn(p));
    char value[TELL_TEXT], move[OXO_MOVE_TEXT], text[TELL_TEXT + 16];
    tell_value(&for_x, value);
    oxo_move_format(OXO_NATIVE, (oxo_variant)p->variant, line->moves[0], move);
    snprintf(text, sizeof text, "%d.  %s", rank + 1, move);
    picture_text(out, x, y, 15, AT_START, text);
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"100\" height=\"12\" "
            "fill=\"#e6e6e6\"/>\n"
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"12\" "
            "fill=\"#555555\"/>\n",
            x + 60, y - 11, x + 60, y - 11, 100 * share);
    snprintf(text, sizeof text, "%s%s", value,
             line->value.kind == OXO_ESTIMATED ? "" : ", proven");
    picture_text(out, x + 170, y, 14, AT_START, text);
}

void picture_position(FILE *out, const oxo_position *p,
                      const analyze_lines *found)
{
    const int count = found->count < SHOWN ? found->count : SHOWN;
    char words[TELL_TEXT];
    if (oxo_position_outcome(p) == OXO_ONGOING)
        tell_turn(p, words);
    else
        tell_outcome(p, words);
    picture_open(out, 3 * MARGIN + BOARD + LIST_WIDTH, 2 * MARGIN + BOARD,
                 words);
    picture_board(out, p, MARGIN, MARGIN, BOARD);
    picture_text(out, 2 * MARGIN + BOARD, MARGIN + 14, 17, AT_START, words);
    for (int i = count - 1; i >= 0; i--)
        draw_rank(out, p, &found->lines[i], i + 1);
    for (int i = 0; i < count; i++)
        draw_entry(out, p, &found->lines[i], i);
    picture_close(out);
}

/* ---- A game ------------------------------------------------------------- */

enum {
    WIDTH = 860,
    LEFT = 70,
    RIGHT = 840,
    TOP = 50,
    HEIGHT = 220,
    INTENSITY = 70,
    GAP = 30
};

typedef struct graph {
    const oxo_record *record;
    const oxo_review *review;
} graph;

static double x_of(const graph *g, int point)
{
    const int length = g->record->game.length;
    return LEFT + (RIGHT - LEFT) * (length ? point / (double)length : 0);
}

static double y_of(int expected)
{
    return TOP + HEIGHT * (1 - expected / (double)OXO_SCORE_ONE);
}

static void draw_axes(FILE *out, const graph *g)
{
    static const char pale[] = "#bbbbbb";
    picture_line(out, LEFT, y_of(0), RIGHT, y_of(0), pale, 1);
    picture_line(out, LEFT, y_of(OXO_SCORE_ONE), RIGHT, y_of(OXO_SCORE_ONE),
                 pale, 1);
    picture_line(out, LEFT, y_of(OXO_SCORE_ONE / 2), RIGHT,
                 y_of(OXO_SCORE_ONE / 2), pale, 1);
    picture_text(out, LEFT - 8, y_of(OXO_SCORE_ONE) + 5, 13, AT_END, "X wins");
    picture_text(out, LEFT - 8, y_of(OXO_SCORE_ONE / 2) + 5, 13, AT_END,
                 "even");
    picture_text(out, LEFT - 8, y_of(0) + 5, 13, AT_END, "O wins");
    picture_text(out, LEFT - 8, TOP + HEIGHT + GAP + INTENSITY, 13, AT_END,
                 "intensity");
    const int step = g->record->game.length > 20 ? 10 : 1;
    for (int ply = step; ply <= g->record->game.length; ply += step) {
        char text[12];
        snprintf(text, sizeof text, "%d", ply);
        picture_text(out, x_of(g, ply), TOP + HEIGHT + GAP + INTENSITY + 18,
                     12, AT_MIDDLE, text);
    }
}

static void draw_score(FILE *out, const graph *g)
{
    fputs("<polyline fill=\"none\" stroke=\"#1a1a1a\" stroke-width=\"2.5\" "
          "stroke-linejoin=\"round\" points=\"",
          out);
    for (int i = 0; i < g->review->judged; i++)
        fprintf(out, "%s%.1f,%.1f", i ? " " : "", x_of(g, i),
                y_of(g->review->points[i].expected));
    fputs("\"/>\n", out);
}

static void draw_intensity(FILE *out, const graph *g)
{
    const double bottom = TOP + HEIGHT + GAP + INTENSITY;
    for (int i = 1; i < g->review->judged; i++)
        picture_line(out, x_of(g, i), bottom, x_of(g, i),
                     bottom - INTENSITY * g->review->points[i].intensity /
                                  (double)OXO_INTENSITY_ONE,
                     "#777777", 4);
}

/* Marks the key moments. The label is above the point, or below if it would
 * leave the graph. */
static void draw_keys(FILE *out, const graph *g)
{
    for (int i = 0; i < g->review->key_count; i++) {
        const int ply = g->review->keys[i];
        const double x = x_of(g, ply + 1);
        const double y = y_of(g->review->points[ply + 1].expected);
        char move[OXO_MOVE_TEXT], text[32];
        oxo_move_format(OXO_NATIVE, oxo_game_variant(&g->record->game),
                        g->review->moves[ply].move, move);
        snprintf(text, sizeof text, "%d. %s", ply + 1, move);
        fprintf(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"#ffffff\" "
                "stroke=\"#1a1a1a\" stroke-width=\"2\"/>\n",
                x, y);
        picture_text(out, x, y < TOP + 25 ? y + 22 : y - 12, 13, AT_MIDDLE,
                     text);
    }
}

static void draw_title(FILE *out, const graph *g, const char *title)
{
    char accuracy[ANALYZE_ACCURACY], text[64];
    picture_text(out, LEFT, 26, 17, AT_START, title);
    analyze_accuracy(g->review, accuracy);
    snprintf(text, sizeof text, "accuracy: %s", accuracy);
    picture_text(out, RIGHT, 26, 14, AT_END, text);
}

void picture_game(FILE *out, const oxo_record *record,
                  const oxo_review *review)
{
    const graph g = {record, review};
    char title[2 * OXO_TAG_VALUE + 32];
    snprintf(title, sizeof title, "%s - %s, %s", analyze_player(record, OXO_X),
             analyze_player(record, OXO_O), format_result(record->result));
    picture_open(out, WIDTH, TOP + HEIGHT + GAP + INTENSITY + 30, title);
    draw_title(out, &g, title);
    draw_axes(out, &g);
    draw_intensity(out, &g);
    draw_score(out, &g);
    draw_keys(out, &g);
    picture_close(out);
}
