/* draw_board.c - draws boards with characters.
 *
 * Both games are a square of three by three fields in a frame. A field of
 * Ultimate is a board of nine cells, five rows by eleven columns,
 *
 *      a │ b │ c
 *     ───┼───┼───
 *      d │ X │ f         or the large mark of its owner
 *     ───┼───┼───
 *      g │ h │ i
 *
 * and a field of classic is one cell, three rows by seven columns. Cells
 * where the side to move may play show their letter. */
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "strokes.h"

enum { LEFT = 2, TOP = 0 };

/* The size of a field, without the lines around it. */
typedef struct shape {
    int rows, cols;
} shape;

static const shape CELL = {3, 7};
static const shape BOARD = {5, 11};

/* ---- The frame ---------------------------------------------------------- */

static int field_row(shape s, int field)
{
    return TOP + 1 + field / 3 * (s.rows + 1);
}

static int field_col(shape s, int field)
{
    return LEFT + 1 + field % 3 * (s.cols + 1);
}

/* 0, 1 or 2 for the first, a middle or the last line of the frame; -1 for
 * none. */
static int line_number(int at, int step)
{
    if (at % step != 0)
        return -1;
    return at == 0 ? 0 : at == 3 * step ? 2 : 1;
}

static void draw_frame(frame *f, shape s)
{
    const strokes *g = strokes_of(f->ascii);
    for (int row = 0; row <= 3 * (s.rows + 1); row++)
        for (int col = 0; col <= 3 * (s.cols + 1); col++) {
            const int across = line_number(row, s.rows + 1);
            const int down = line_number(col, s.cols + 1);
            const char *glyph = NULL;
            if (across >= 0 && down >= 0)
                glyph = g->joints[across][down];
            else if (across >= 0)
                glyph = g->across;
            else if (down >= 0)
                glyph = g->down;
            if (glyph)
                frame_put(f, TOP + row, LEFT + col, glyph, INK_GRID);
        }
}

/* Highlights the frame around a field. */
static void light_frame(frame *f, shape s, int field, int style)
{
    const int top = field_row(s, field) - 1, left = field_col(s, field) - 1;
    for (int row = 0; row <= s.rows + 1; row++)
        for (int col = 0; col <= s.cols + 1; col++)
            if (row == 0 || row == s.rows + 1 || col == 0 || col == s.cols + 1)
                frame_restyle(f, top + row, left + col, 1, style);
}

/* Writes a label in the frame above a field. */
static void label_field(frame *f, shape s, int field, int offset,
                        const char *text, int style)
{
    frame_text(f, field_row(s, field) - 1, field_col(s, field) + offset,
               s.cols - offset, text, style);
}

/* Draws a picture into a field. */
static void draw_picture(frame *f, shape s, int field, const char *const *rows,
                         int style)
{
    for (int i = 0; i < s.rows; i++)
        frame_text(f, field_row(s, field) + i, field_col(s, field) + 1,
                   s.cols - 2, rows[i], style);
}

/* ---- One board of Ultimate ---------------------------------------------- */

/* The position, and what follows from it. */
typedef struct draw_view {
    const draw_scene *scene;
    const oxo_ultimate *p;
    unsigned active;  /* boards that may be played in */
    unsigned winning; /* boards of the line that won the game */
} draw_view;

static int cell_row(int board, int cell)
{
    return field_row(BOARD, board) + cell / 3 * 2;
}

static int cell_col(int board, int cell)
{
    return field_col(BOARD, board) + cell % 3 * 4 + 1;
}

static void draw_thin_lines(frame *f, int board, int style)
{
    const strokes *g = strokes_of(f->ascii);
    for (int row = 0; row < BOARD.rows; row++)
        for (int col = 0; col < BOARD.cols; col++) {
            const bool across = row % 2 == 1, down = col % 4 == 3;
            if (across || down)
                frame_put(f, field_row(BOARD, board) + row,
                          field_col(BOARD, board) + col,
                          across && down ? g->thin_cross
                          : across       ? g->thin_across
                                         : g->thin_down,
                          style);
        }
}

/* The marks of a drawn board are small letters, because without colours
 * nothing is dim. */
static const char *mark_glyph(const draw_view *v, int board, oxo_mark mark)
{
    static const char *const marks[2][2] = {{"X", "O"}, {"x", "o"}};
    return marks[v->p->drawn >> board & 1U][mark];
}

static void draw_cell(frame *f, const draw_view *v, int board, int cell,
                      int extra)
{
    const oxo_mark mark = oxo_board_at(oxo_ultimate_board(v->p, board), cell);
    const int row = cell_row(board, cell), col = cell_col(board, cell);
    if (mark == OXO_NONE) {
        if (v->active >> board & 1U)
            frame_put(f, row, col, strokes_letters[cell], INK_TARGET);
        return;
    }
    const char *glyph = mark_glyph(v, board, mark);
    const int bright = paint_ink(mark) | FRAME_BOLD;
    if (v->scene->last != 9 * board + cell) {
        frame_put(f, row, col, glyph, paint_ink(mark) | extra);
        return;
    }
    frame_put(f, row, col - 1, "[", bright);
    frame_put(f, row, col, glyph, bright | FRAME_REVERSE);
    frame_put(f, row, col + 1, "]", bright);
}

static void draw_cells(frame *f, const draw_view *v, int board, int lines,
                       int extra)
{
    draw_thin_lines(f, board, lines);
    for (int cell = 0; cell < OXO_CELLS; cell++)
        draw_cell(f, v, board, cell, extra);
}

/* Winning boards are bold; the others are then dim. */
static int emphasis(const draw_view *v, int board)
{
    if (v->winning >> board & 1U)
        return FRAME_BOLD;
    return v->winning ? FRAME_DIM : INK_PLAIN;
}

static void label_board(frame *f, const draw_view *v, int board,
                        oxo_outcome outcome)
{
    static const char *const words[] = {"", " X", " O", " drawn"};
    const bool wins = v->winning >> board & 1U;
    const bool active = v->active >> board & 1U;
    const int style = outcome != OXO_ONGOING
                          ? paint_ink(oxo_outcome_winner(outcome))
                      : active ? INK_TARGET
                               : INK_PLAIN;
    char text[16];
    snprintf(text, sizeof text, " %s%s%s ", strokes_letters[board],
             words[outcome], wins ? "*" : "");
    label_field(f, BOARD, board, 1, text,
                style | (wins || active ? FRAME_BOLD : INK_PLAIN));
}

/* A large mark covers the cells, so the frame shows the last move. */
static void name_hidden_move(frame *f, const draw_view *v, int board)
{
    char text[OXO_MOVE_TEXT], label[OXO_MOVE_TEXT + 2];
    if (v->scene->last / 9 != board)
        return;
    oxo_move_format(OXO_NATIVE, (oxo_variant)v->p->rules, v->scene->last,
                    text);
    snprintf(label, sizeof label, "[%s]", text);
    label_field(f, BOARD, board, 7, label,
                paint_ink(oxo_mark_other((oxo_mark)v->p->turn)) | FRAME_BOLD);
}

static void draw_one_board(frame *f, const draw_view *v, int board)
{
    const oxo_outcome outcome = oxo_ultimate_board_outcome(v->p, board);
    const oxo_mark owner = oxo_outcome_winner(outcome);
    const bool open = v->p->rules == OXO_ULTIMATE_CONTINUE;
    label_board(f, v, board, outcome);
    if (owner != OXO_NONE && !open) {
        draw_picture(f, BOARD, board, strokes_large(f->ascii, owner),
                     paint_ink(owner) | emphasis(v, board));
        name_hidden_move(f, v, board);
    } else if (outcome == OXO_DRAW) {
        draw_cells(f, v, board, INK_GRID, FRAME_DIM);
    } else {
        draw_cells(f, v, board,
                   owner != OXO_NONE ? paint_ink(owner) : INK_GRID,
                   emphasis(v, board));
    }
}

static int draw_ultimate(frame *f, const draw_scene *scene)
{
    const oxo_ultimate *p = &scene->position.as.ultimate;
    draw_view v = {.scene = scene, .p = p, .active = oxo_ultimate_active(p)};
    const oxo_win win = oxo_position_win(&scene->position);
    for (int i = 0; i < 3 && win.winner != OXO_NONE; i++)
        v.winning |= 1U << win.cells[i];
    draw_frame(f, BOARD);
    if (v.active && p->forced != OXO_ANY_BOARD)
        light_frame(f, BOARD, p->forced, INK_TARGET | FRAME_BOLD);
    for (int board = 0; board < OXO_CELLS; board++)
        draw_one_board(f, &v, board);
    return LEFT + 3 * (BOARD.cols + 1) + 1;
}

/* ---- Classic ------------------------------------------------------------ */

static bool is_in_line(oxo_win win, int cell)
{
    return win.winner != OXO_NONE &&
           (win.cells[0] == cell || win.cells[1] == cell ||
            win.cells[2] == cell);
}

/* Writes a sign on both sides of a mark, in a row of the cell. */
static void put_on_sides(frame *f, int cell, int row,
                         const char *const signs[2], int style)
{
    const int at = field_row(CELL, cell) + row, col = field_col(CELL, cell);
    frame_put(f, at, col, signs[0], style);
    frame_put(f, at, col + CELL.cols - 1, signs[1], style);
}

/* Marks the corners of winning cells with asterisks, and puts the last move in
 * brackets. */
static void mark_classic_cell(frame *f, int cell, bool wins, bool last,
                              int style)
{
    static const char *const stars[] = {"*", "*"}, *const brackets[] = {"[",
                                                                        "]"};
    if (wins) {
        put_on_sides(f, cell, 0, stars, style);
        put_on_sides(f, cell, 2, stars, style);
    }
    if (last)
        put_on_sides(f, cell, 1, brackets, style);
}

static void draw_classic_cell(frame *f, const draw_scene *scene, int cell)
{
    const oxo_win win = oxo_position_win(&scene->position);
    const oxo_mark mark = oxo_position_at(&scene->position, (oxo_move)cell);
    const bool wins = is_in_line(win, cell);
    if (mark == OXO_NONE) {
        if (oxo_position_outcome(&scene->position) == OXO_ONGOING)
            frame_put(f, field_row(CELL, cell) + 1, field_col(CELL, cell) + 3,
                      strokes_letters[cell], INK_TARGET);
        return;
    }
    const int bright = paint_ink(mark) | FRAME_BOLD;
    const int pale =
        paint_ink(mark) | (win.winner == OXO_NONE ? INK_PLAIN : FRAME_DIM);
    draw_picture(f, CELL, cell, strokes_small(f->ascii, mark),
                 wins ? bright : pale);
    mark_classic_cell(f, cell, wins, scene->last == cell, bright);
}

static int draw_classic(frame *f, const draw_scene *scene)
{
    draw_frame(f, CELL);
    for (int cell = 0; cell < OXO_CELLS; cell++)
        draw_classic_cell(f, scene, cell);
    return LEFT + 3 * (CELL.cols + 1) + 1;
}

int draw_board(frame *f, const draw_scene *scene)
{
    if (scene->position.variant == OXO_CLASSIC)
        return draw_classic(f, scene);
    return draw_ultimate(f, scene);
}
