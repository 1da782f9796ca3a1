/* menace_sheet.c - see menace_sheet.h. */
#include "menace_sheet.h"

#include <assert.h>

#include "sheet_parts.h"

enum { LEFT = 10, TOP = 12 };

static_assert(MENACE_LABELS == LABEL_ROWS * LABEL_COLS, "");
static_assert((MENACE_SHEETS - 1) * MENACE_LABELS >= MENACE_BOXES &&
                  (MENACE_SHEETS - 2) * MENACE_LABELS < MENACE_BOXES,
              "");

static void write_head(FILE *out, int sheet)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" "
            "height=\"297mm\" viewBox=\"0 0 210 297\" "
            "font-family=\"Helvetica, Arial, sans-serif\">\n"
            "<title>MENACE, sheet %d of %d</title>\n"
            "<rect width=\"210\" height=\"297\" fill=\"#ffffff\"/>\n",
            sheet + 1, MENACE_SHEETS);
    sheet_text(out, 200, 8, 2.8, SHEET_END, "sheet %d of %d", sheet + 1,
               MENACE_SHEETS);
}

/* ---- The first sheet ---------------------------------------------------- */

static const char *const how_to[] = {
    "Build it",
    "Glue each label on a matchbox. Put in the beads that its list names, "
    "that "
    "many of each colour.",
    "A V of cardboard in the tray, open to the front, catches one bead when "
    "the box is shaken.",
    "",
    "Let it play",
    "MENACE is X and moves first. Find the box that shows the board; a turned "
    "or mirrored board is the same.",
    "Shake it and open it. Play the cell of the bead in the V, turned back if "
    "needed. Leave the box open.",
    "If the box is empty, MENACE resigns. The ninth move needs no box: only "
    "one cell is left.",
    "",
    "Let it learn",
    "MENACE won: put each bead back with three more of its colour.",
    "A draw: put each bead back with one more of its colour.",
    "MENACE lost: keep the beads out. Only the last bead of box 1 goes back.",
    NULL,
};

/* The first line, and every line after an empty one, is a heading. */
static double write_how_to(FILE *out, double y)
{
    bool heading = true;
    for (int i = 0; how_to[i]; i++) {
        if (how_to[i][0])
            sheet_text(out, LEFT, y, heading ? 4.5 : 3.2, SHEET_START, "%s",
                       how_to[i]);
        heading = how_to[i][0] == '\0';
        y += heading ? 4 : 6;
    }
    return y;
}

static int beads_needed(const menace_machine *m, oxo_move move)
{
    int n = 0;
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < m->boxes[i].count; k++)
            if (m->boxes[i].moves[k] == move)
                n += m->boxes[i].beads[k];
    return n;
}

/* Draws each colour at its cell, and lists how many beads of it are needed. */
static void write_legend(FILE *out, const menace_machine *m, double y)
{
    const double cell = 18;
    int total = 0;
    sheet_text(out, LEFT, y, 4.5, SHEET_START, "The beads");
    y += 5;
    for (int at = 0; at < OXO_CELLS; at++) {
        const double x = LEFT + oxo_cell_col(at) * cell;
        const double top = y + oxo_cell_row(at) * cell;
        const double row = y + 3 + 6 * at;
        const int needed = beads_needed(m, (oxo_move)at);
        fprintf(out,
                "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
                "fill=\"none\" stroke=\"#000000\" stroke-width=\"0.3\"/>\n",
                x, top, cell, cell);
        sheet_bead(out, x + cell / 2, top + cell / 2, 5, (oxo_move)at);
        sheet_bead(out, 80, row, 2.2, (oxo_move)at);
        sheet_text(out, 86, row + 1.2, 3.6, SHEET_START, "%s",
                   sheet_colors[at].name);
        sheet_text(out, 130, row + 1.2, 3.6, SHEET_END, "%d", needed);
        total += needed;
    }
    sheet_text(out, 86, y + 3 + 6 * OXO_CELLS + 1.2, 3.6, SHEET_START,
               "together");
    sheet_text(out, 130, y + 3 + 6 * OXO_CELLS + 1.2, 3.6, SHEET_END, "%d",
               total);
}

static void write_first_sheet(FILE *out, const menace_machine *m)
{
    sheet_text(out, LEFT, 22, 8, SHEET_START, "MENACE");
    sheet_text(out, LEFT, 29, 3.6, SHEET_START,
               "Donald Michie's Matchbox Educable Noughts and Crosses "
               "Engine: %d boxes that learn",
               m->count);
    const double below = write_how_to(out, 44);
    write_legend(out, m, below + 8);
    sheet_text(out, LEFT, below + 90, 3.2, SHEET_START,
               "The letter on a bead is its cell: a to i, in reading order. "
               "Other colours will do if you use them for all boxes.");
}

/* ---- The other sheets --------------------------------------------------- */

static void write_labels(FILE *out, const menace_machine *m, int first)
{
    const int rest = m->count - first;
    const int count = rest < MENACE_LABELS ? rest : MENACE_LABELS;
    sheet_text(out, LEFT, 8, 2.8, SHEET_START,
               "MENACE, boxes %d to %d: cut along the dashed lines", first + 1,
               first + count);
    for (int i = 0; i < count; i++) {
        const int row = i / LABEL_COLS, col = i % LABEL_COLS;
        sheet_label(out, LEFT + col * LABEL_WIDTH, TOP + row * LABEL_HEIGHT,
                    &m->boxes[first + i], first + i + 1);
    }
}

void menace_sheet_write(FILE *out, const menace_machine *m, int sheet)
{
    assert(m->side == OXO_X && sheet >= 0 && sheet < MENACE_SHEETS);
    write_head(out, sheet);
    if (sheet == 0)
        write_first_sheet(out, m);
    else
        write_labels(out, m, (sheet - 1) * MENACE_LABELS);
    fputs("</svg>\n", out);
}
