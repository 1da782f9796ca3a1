/* paint_board.c - paints the board.
 *
 * Both games are a square of three by three fields between heavy lines. A
 * field of classic is one cell, a field of Ultimate a board of nine. */
#include <stdio.h>

#include "oxo/notation.h"
#include "paint.h"
#include "strokes.h"

/* What the functions below paint, and into what. */
typedef struct paint_view {
    frame *f;
    const screen *s;
    const layout *l;
    const oxo_position *p;
    const strokes *g;
    unsigned active;  /* fields that may be played in */
    unsigned winning; /* fields of the line that won */
    oxo_mark winner;
} paint_view;

static const oxo_ultimate *nested(const paint_view *v)
{
    return &v->p->as.ultimate;
}

static bool has(unsigned mask, int field)
{
    return mask >> field & 1U;
}

/* ---- The frame ---------------------------------------------------------- */

/* 0, 1 or 2 for the first, a middle or the last heavy line; -1 for none. */
static int line_number(int at, int step)
{
    if (at % step != 0)
        return -1;
    return at == 0 ? 0 : at == 3 * step ? 2 : 1;
}

static void paint_frame(const paint_view *v)
{
    const layout *l = v->l;
    for (int row = 0; row < l->board_rows; row++)
        for (int col = 0; col < l->board_cols; col++) {
            const int across = line_number(row, l->field_rows + 1);
            const int down = line_number(col, l->field_cols + 1);
            const char *glyph = NULL;
            if (across >= 0 && down >= 0)
                glyph = v->g->joints[across][down];
            else if (across >= 0)
                glyph = v->g->across;
            else if (down >= 0)
                glyph = v->g->down;
            if (glyph)
                frame_put(v->f, l->top + row, l->left + col, glyph, INK_GRID);
        }
}

/* Highlights a point of the frame. ASCII has no heavy lines, so it gets
 * another character. */
static void light_point(const paint_view *v, int row, int col, int style)
{
    if (v->f->ascii)
        frame_put(v->f, row, col, "#", style);
    else
        frame_restyle(v->f, row, col, 1, style);
}

static void light_field(const paint_view *v, int field, int style)
{
    const layout *l = v->l;
    const int top = layout_field_row(l, field) - 1;
    const int left = layout_field_col(l, field) - 1;
    for (int row = 0; row <= l->field_rows + 1; row++)
        for (int col = 0; col <= l->field_cols + 1; col++)
            if (row == 0 || row == l->field_rows + 1 || col == 0 ||
                col == l->field_cols + 1)
                light_point(v, top + row, left + col, style);
}

static void light_fields(const paint_view *v)
{
    const bool anywhere = nested(v)->forced == OXO_ANY_BOARD;
    for (int field = 0; field < OXO_CELLS; field++) {
        if (has(v->winning, field))
            light_field(v, field, paint_ink(v->winner) | FRAME_BOLD);
        else if (has(v->active, field) && !anywhere)
            light_field(v, field, INK_TARGET | FRAME_BOLD);
    }
    for (int field = 0; anywhere && field < OXO_CELLS; field++)
        if (has(v->active, field))
            light_field(v, field, INK_TARGET);
}

/* ---- Cells -------------------------------------------------------------- */

static void put_on_sides(const paint_view *v, oxo_move m, int row,
                         const char *left, const char *right, int style)
{
    const int at = layout_row(v->l, m) + row, col = layout_col(v->l, m);
    frame_put(v->f, at, col, left, style);
    frame_put(v->f, at, col + v->l->cell_cols - 1, right, style);
}

static void paint_letter(const paint_view *v, oxo_move m, const char *glyph,
                         int style)
{
    frame_put(v->f, layout_row(v->l, m) + v->l->cell_rows / 2,
              layout_col(v->l, m) + v->l->cell_cols / 2, glyph, style);
}

static void restyle_cell(const paint_view *v, oxo_move m, int style)
{
    for (int row = 0; row < v->l->cell_rows; row++)
        frame_restyle(v->f, layout_row(v->l, m) + row, layout_col(v->l, m),
                      v->l->cell_cols, style);
}

/* Paints a cell with a mark; `style` is that of the mark, without ink. */
static void paint_taken(const paint_view *v, oxo_move m, oxo_mark mark,
                        int style)
{
    const bool last = oxo_game_last_move(&v->s->game) == m;
    const int ink = paint_ink(mark);
    paint_mark(v->f, layout_row(v->l, m), layout_col(v->l, m), v->l->cell_rows,
               v->l->cell_cols, mark, ink | (last ? FRAME_BOLD : style));
    if (last)
        put_on_sides(v, m, v->l->cell_rows / 2, "[", "]", ink | FRAME_BOLD);
}

static void paint_free(const paint_view *v, oxo_move m, int cell)
{
    if (v->s->hint == m) {
        paint_letter(v, m, "*", INK_HINT);
        restyle_cell(v, m, INK_HINT | FRAME_BOLD | FRAME_REVERSE);
    } else {
        paint_letter(v, m, strokes_letters[cell], INK_TARGET);
    }
}

static void paint_cursor(const paint_view *v)
{
    const oxo_move m = v->s->cursor;
    if (v->s->mode != SCREEN_PLAYS || !screen_is_turn(v->s))
        return;
    /* The whole cell in the ink of its content. */
    const int row = layout_row(v->l, m) + v->l->cell_rows / 2;
    const int col = layout_col(v->l, m) + v->l->cell_cols / 2;
    restyle_cell(v, m, v->f->cells[row][col].style | FRAME_REVERSE);
    if (v->s->hint == m) /* the hint is reversed already */
        put_on_sides(v, m, v->l->cell_rows / 2, ">", "<",
                     INK_HINT | FRAME_REVERSE);
}

/* ---- One board of Ultimate ---------------------------------------------- */

static void paint_thin_lines(const paint_view *v, int board, int style)
{
    const layout *l = v->l;
    const int top = layout_field_row(l, board);
    const int left = layout_field_col(l, board);
    for (int row = 0; row < l->field_rows; row++)
        for (int col = 0; col < l->field_cols; col++) {
            const bool across = row % (l->cell_rows + 1) == l->cell_rows;
            const bool down = col % (l->cell_cols + 1) == l->cell_cols;
            if (across || down)
                frame_put(v->f, top + row, left + col,
                          across && down ? v->g->thin_cross
                          : across       ? v->g->thin_across
                                         : v->g->thin_down,
                          style);
        }
}

static void paint_cells(const paint_view *v, int board, int style)
{
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        const oxo_move m = (oxo_move)(9 * board + cell);
        const oxo_mark mark = oxo_position_at(v->p, m);
        if (mark != OXO_NONE)
            paint_taken(v, m, mark, style);
        else if (has(v->active, board))
            paint_free(v, m, cell);
    }
}

static void label_board(const paint_view *v, int board, oxo_outcome outcome)
{
    static const char *const words[] = {"", " X", " O", " drawn"};
    const bool active = has(v->active, board), wins = has(v->winning, board);
    const int row = layout_field_row(v->l, board) - 1;
    const int col = layout_field_col(v->l, board) + 1;
    int style = paint_ink(oxo_outcome_winner(outcome));
    char text[16];
    if (active)
        style = INK_TARGET;
    snprintf(text, sizeof text, " %s%s%s ", strokes_letters[board],
             words[outcome], wins ? "*" : "");
    frame_text(v->f, row, col, v->l->field_cols - 1, text,
               style | (active || wins ? FRAME_BOLD : 0));
}

/* A large mark covers the cells, so the frame shows the last move. */
static void label_last_move(const paint_view *v, int board)
{
    const oxo_move last = oxo_game_last_move(&v->s->game);
    char text[OXO_MOVE_TEXT], label[OXO_MOVE_TEXT + 2];
    if (last == OXO_NO_MOVE || last / 9 != board)
        return;
    oxo_move_format(OXO_NATIVE, oxo_game_variant(&v->s->game), last, text);
    snprintf(label, sizeof label, "[%s]", text);
    frame_text(v->f, layout_field_row(v->l, board) - 1,
               layout_field_col(v->l, board) + v->l->field_cols - 4, 4, label,
               paint_ink(oxo_mark_other(oxo_game_turn(&v->s->game))) |
                   FRAME_BOLD);
}

/* Paints a won board: the owner's large mark in front of the small ones. */
static void paint_owned(const paint_view *v, int board, oxo_mark owner)
{
    const layout *l = v->l;
    int style = paint_ink(owner);
    if (v->winning)
        style |= has(v->winning, board) ? FRAME_BOLD : FRAME_DIM;
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        const oxo_move m = (oxo_move)(9 * board + cell);
        const oxo_mark mark = oxo_position_at(v->p, m);
        if (mark != OXO_NONE)
            paint_letter(v, m, mark == OXO_X ? "x" : "o",
                         INK_GRID | FRAME_DIM);
    }
    paint_mark(v->f, layout_field_row(l, board), layout_field_col(l, board),
               l->field_rows, l->field_cols, owner, style);
    label_last_move(v, board);
}

static void paint_one_board(const paint_view *v, int board)
{
    const oxo_outcome outcome = oxo_ultimate_board_outcome(nested(v), board);
    const oxo_mark owner = oxo_outcome_winner(outcome);
    const bool stays_open = nested(v)->rules == OXO_ULTIMATE_CONTINUE;
    label_board(v, board, outcome);
    if (owner != OXO_NONE && !stays_open) {
        paint_owned(v, board, owner);
        return;
    }
    const bool fades = outcome == OXO_DRAW ||
                       (v->winner != OXO_NONE && !has(v->winning, board));
    paint_thin_lines(v, board,
                     owner != OXO_NONE ? paint_ink(owner) : INK_GRID);
    paint_cells(v, board, fades ? FRAME_DIM : 0);
}

/* ---- Classic ------------------------------------------------------------ */

static void paint_classic(const paint_view *v)
{
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        const oxo_move m = (oxo_move)cell;
        const oxo_mark mark = oxo_position_at(v->p, m);
        const bool wins = has(v->winning, cell);
        if (mark == OXO_NONE) {
            if (v->active)
                paint_free(v, m, cell);
            continue;
        }
        paint_taken(v, m, mark,
                    wins         ? FRAME_BOLD
                    : v->winning ? FRAME_DIM
                                 : 0);
        if (!wins)
            continue;
        put_on_sides(v, m, 0, "*", "*", paint_ink(mark) | FRAME_BOLD);
        put_on_sides(v, m, v->l->cell_rows - 1, "*", "*",
                     paint_ink(mark) | FRAME_BOLD);
    }
}

/* ---- The whole board ---------------------------------------------------- */

static paint_view make_view(frame *f, const screen *s, const layout *l)
{
    paint_view v = {
        .f = f, .s = s, .l = l, .p = &s->game.now, .g = strokes_of(f->ascii)};
    const oxo_win win = oxo_position_win(v.p);
    v.winner = win.winner;
    for (int i = 0; i < 3 && win.winner != OXO_NONE; i++)
        v.winning |= 1U << win.cells[i];
    if (!screen_is_over(s) && !s->waiting)
        v.active = l->nested ? oxo_ultimate_active(&v.p->as.ultimate)
                             : (unsigned)OXO_ALL_CELLS;
    return v;
}

void paint_board(frame *f, const screen *s, const layout *l)
{
    const paint_view v = make_view(f, s, l);
    paint_frame(&v);
    if (l->nested) {
        light_fields(&v);
        for (int board = 0; board < OXO_CELLS; board++)
            paint_one_board(&v, board);
    } else {
        paint_classic(&v);
    }
    paint_cursor(&v);
}
