/* picture_board.c - parts of SVG pictures, and boards. */
#include "picture.h"

#include <string.h>

#include "safe.h"

#define INK "#1a1a1a"
#define PALE "#9a9a9a"
#define COLOR_X "#0059a8"
#define COLOR_O "#c8102e"

/* ---- Parts -------------------------------------------------------------- */

static void put_escaped(FILE *out, const char *text)
{
    for (const char *end = text + strlen(text); text < end;) {
        const safe_glyph g = safe_next(text, (size_t)(end - text));
        if (strcmp(g.text, "<") == 0)
            fputs("&lt;", out);
        else if (strcmp(g.text, ">") == 0)
            fputs("&gt;", out);
        else if (strcmp(g.text, "&") == 0)
            fputs("&amp;", out);
        else
            fputs(g.text, out);
        text += g.bytes;
    }
}

void picture_open(FILE *out, int width, int height, const char *title)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "font-family=\"Helvetica, Arial, sans-serif\">\n<title>",
            width, height, width, height);
    put_escaped(out, title);
    fprintf(out,
            "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            width, height);
}

void picture_close(FILE *out)
{
    fputs("</svg>\n", out);
}

void picture_text(FILE *out, double x, double y, double size,
                  picture_anchor anchor, const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    fprintf(out,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" fill=\"" INK
            "\" text-anchor=\"%s\">",
            x, y, size, anchors[anchor]);
    put_escaped(out, text);
    fputs("</text>\n", out);
}

void picture_line(FILE *out, double x1, double y1, double x2, double y2,
                  const char *color, double width)
{
    fprintf(out,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
            "stroke=\"%s\" stroke-width=\"%.1f\" "
            "stroke-linecap=\"round\"/>\n",
            x1, y1, x2, y2, color, width);
}

void picture_mark(FILE *out, oxo_mark mark, double x, double y, double size)
{
    const double r = 0.32 * size, width = 0.12 * size;
    if (mark == OXO_X) {
        picture_line(out, x - r, y - r, x + r, y + r, COLOR_X, width);
        picture_line(out, x - r, y + r, x + r, y - r, COLOR_X, width);
    } else if (mark == OXO_O) {
        fprintf(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" "
                "stroke=\"" COLOR_O "\" stroke-width=\"%.1f\"/>\n",
                x, y, r, width);
    }
}

/* ---- Boards ------------------------------------------------------------- */

static void draw_grid(FILE *out, double x, double y, double size,
                      const char *color, double width)
{
    for (int i = 1; i < 3; i++) {
        const double at = i * size / 3;
        picture_line(out, x + at, y, x + at, y + size, color, width);
        picture_line(out, x, y + at, x + size, y + at, color, width);
    }
}

static void draw_cells(FILE *out, oxo_board board, double x, double y,
                       double size)
{
    for (int cell = 0; cell < OXO_CELLS; cell++)
        picture_mark(out, oxo_board_at(board, cell),
                     x + (oxo_cell_col(cell) + 0.5) * size / 3,
                     y + (oxo_cell_row(cell) + 0.5) * size / 3, size / 3);
}

static void shade_square(FILE *out, double x, double y, double size)
{
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"#fff3c4\"/>\n",
            x, y, size, size);
}

/* Boards where the side to move may play are shaded. A won board shows its
 * owner's mark over its cells. */
static void draw_ultimate(FILE *out, const oxo_ultimate *p, double x, double y,
                          double size)
{
    const double field = size / 3, margin = 0.06 * field;
    const unsigned active = oxo_ultimate_active(p);
    for (int board = 0; board < OXO_CELLS; board++) {
        const double left = x + oxo_cell_col(board) * field;
        const double top = y + oxo_cell_row(board) * field;
        const oxo_mark owner =
            oxo_outcome_winner(oxo_ultimate_board_outcome(p, board));
        if (active >> board & 1U)
            shade_square(out, left, top, field);
        fprintf(out, "<g opacity=\"%s\">\n", owner == OXO_NONE ? "1" : "0.3");
        draw_grid(out, left + margin, top + margin, field - 2 * margin, PALE,
                  1);
        draw_cells(out, oxo_ultimate_board(p, board), left + margin,
                   top + margin, field - 2 * margin);
        fputs("</g>\n", out);
        picture_mark(out, owner, left + field / 2, top + field / 2, field);
    }
}

void picture_board(FILE *out, const oxo_position *p, double x, double y,
                   double size)
{
    if (p->variant == OXO_CLASSIC)
        draw_cells(out, p->as.classic.board, x, y, size);
    else
        draw_ultimate(out, &p->as.ultimate, x, y, size);
    draw_grid(out, x, y, size, INK, 3);
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"none\" stroke=\"" INK "\" stroke-width=\"3\"/>\n",
            x, y, size, size);
}

void picture_cell(const oxo_position *p, oxo_move cell, double size,
                  double *ret_x, double *ret_y)
{
    const double field = size / 3;
    if (p->variant == OXO_CLASSIC) {
        *ret_x = (oxo_cell_col(cell) + 0.5) * field;
        *ret_y = (oxo_cell_row(cell) + 0.5) * field;
        return;
    }
    const double margin = 0.06 * field, inner = (field - 2 * margin) / 3;
    const int board = cell / 9, at = cell % 9;
    *ret_x = oxo_cell_col(board) * field + margin +
             (oxo_cell_col(at) + 0.5) * inner;
    *ret_y = oxo_cell_row(board) * field + margin +
             (oxo_cell_row(at) + 0.5) * inner;
}
