/* sheet_parts.c - see sheet_parts.h. */
#include "sheet_parts.h"

#include <stdarg.h>

/* Colours that differ much in hue and lightness. */
const sheet_color sheet_colors[OXO_CELLS] = {
    {"white", "#ffffff", "#000000"},  {"yellow", "#f0e442", "#000000"},
    {"orange", "#e69f00", "#000000"}, {"red", "#c8102e", "#ffffff"},
    {"pink", "#f7b6d2", "#000000"},   {"violet", "#6a3d9a", "#ffffff"},
    {"blue", "#0059a8", "#ffffff"},   {"green", "#00794f", "#ffffff"},
    {"black", "#1a1a1a", "#ffffff"},
};

void sheet_text(FILE *out, double x, double y, double size,
                sheet_anchor anchor, const char *format, ...)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    va_list list;
    fprintf(out,
            "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.2f\" "
            "text-anchor=\"%s\">",
            x, y, size, anchors[anchor]);
    va_start(list, format);
    vfprintf(out, format, list);
    va_end(list);
    fputs("</text>\n", out);
}

void sheet_bead(FILE *out, double x, double y, double radius, oxo_move move)
{
    const sheet_color *color = &sheet_colors[move];
    fprintf(out,
            "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\" "
            "stroke=\"#000000\" stroke-width=\"0.25\"/>\n"
            "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.2f\" "
            "text-anchor=\"middle\" font-weight=\"bold\" fill=\"%s\">%c"
            "</text>\n",
            x, y, radius, color->fill, x, y + 0.55 * radius, 1.6 * radius,
            color->ink, 'a' + move);
}

/* ---- Boards ------------------------------------------------------------- */

static void line(FILE *out, double x1, double y1, double x2, double y2,
                 double width)
{
    fprintf(out,
            "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" "
            "stroke=\"#000000\" stroke-width=\"%.2f\"/>\n",
            x1, y1, x2, y2, width);
}

static void draw_mark(FILE *out, double x, double y, double cell,
                      oxo_mark mark)
{
    const double r = 0.3 * cell, width = 0.13 * cell;
    if (mark == OXO_O) {
        fprintf(out,
                "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"none\" "
                "stroke=\"#000000\" stroke-width=\"%.2f\"/>\n",
                x, y, r, width);
        return;
    }
    line(out, x - r, y - r, x + r, y + r, width);
    line(out, x - r, y + r, x + r, y - r, width);
}

static bool is_move(const menace_box *box, int cell)
{
    for (int i = 0; i < box->count; i++)
        if (box->moves[i] == cell)
            return true;
    return false;
}

void sheet_board(FILE *out, double x, double y, double cell,
                 const menace_box *box)
{
    for (int i = 0; i < 4; i++) {
        const double width = i % 3 == 0 ? 0.4 : 0.25;
        line(out, x + i * cell, y, x + i * cell, y + 3 * cell, width);
        line(out, x, y + i * cell, x + 3 * cell, y + i * cell, width);
    }
    for (int at = 0; at < OXO_CELLS; at++) {
        const double cx = x + (oxo_cell_col(at) + 0.5) * cell;
        const double cy = y + (oxo_cell_row(at) + 0.5) * cell;
        const oxo_mark mark = oxo_board_at(box->position.board, at);
        if (mark != OXO_NONE)
            draw_mark(out, cx, cy, cell, mark);
        else if (is_move(box, at))
            sheet_bead(out, cx, cy, 0.34 * cell, (oxo_move)at);
    }
}

/* ---- Labels ------------------------------------------------------------- */

static void cutting_line(FILE *out, double x, double y)
{
    fprintf(out,
            "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
            "fill=\"none\" stroke=\"#555555\" stroke-width=\"0.2\" "
            "stroke-dasharray=\"1.5 1\"/>\n",
            x, y, LABEL_WIDTH, LABEL_HEIGHT);
}

void sheet_label(FILE *out, double x, double y, const menace_box *box,
                 int number)
{
    enum { TOP = 8 };
    const int turn = 2 * (MENACE_TURNS - menace_first_beads(box)) + 1;
    cutting_line(out, x, y);
    sheet_text(out, x + 2.5, y + 5.5, 4.2, SHEET_START, "%d", number);
    sheet_text(out, x + LABEL_WIDTH - 2.5, y + 5.2, 2.8, SHEET_END, "move %d",
               turn);
    sheet_board(out, x + 2.5, y + TOP, 7.8, box);
    for (int i = 0; i < box->count; i++) {
        const double row = y + TOP + 1.5 + 3.3 * i;
        sheet_bead(out, x + 30.5, row, 1.4, box->moves[i]);
        sheet_text(out, x + 33, row + 1, 2.8, SHEET_START, "%d",
                   box->beads[i]);
    }
}
