/* draw_board.c - boards.
 *
 * Both games are a square of three by three fields in a frame. A field of
 * Ultimate is a board of nine cells, five rows by eleven columns,
 *
 *      a │ b │ c
 *     ───┼───┼───
 *      d │ X │ f         or the large mark of whoever won it
 *     ───┼───┼───
 *      g │ h │ i
 *
 * and a field of classic is one cell, three rows by seven columns. Free
 * cells that may be played now show their letter. */
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "strokes.h"

enum { LEFT = 2, TOP = 0 };

/* How large a field is, without the lines around it. */
typedef struct shape {
    int rows, cols;
} shape;

static const shape CELL = {3, 7};
static const shape BOARD = {5, 11};

static int side_style(oxo_mark mark)
{
    return mark == OXO_X ? CANVAS_X : mark == OXO_O ? CANVAS_O : CANVAS_PLAIN;
}

/* ---- The frame ---------------------------------------------------------- */

static int field_row(shape s, int field)
{
    return TOP + 1 + field / 3 * (s.rows + 1);
}

static int field_col(shape s, int field)
{
    return LEFT + 1 + field % 3 * (s.cols + 1);
}

/* Which of {first, middle, last} a line of the frame is, or -1. */
static int line_number(int at, int step)
{
    if (at % step != 0)
        return -1;
    return at == 0 ? 0 : at == 3 * step ? 2 : 1;
}

static void draw_frame(canvas *c, shape s)
{
    const strokes *g = strokes_of(c->ascii);
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
                canvas_put(c, TOP + row, LEFT + col, glyph, CANVAS_GRID);
        }
}

/* The frame around one field stands out. */
static void light_frame(canvas *c, shape s, int field, int style)
{
    const int top = field_row(s, field) - 1, left = field_col(s, field) - 1;
    for (int row = 0; row <= s.rows + 1; row++)
        for (int col = 0; col <= s.cols + 1; col++)
            if (row == 0 || row == s.rows + 1 || col == 0 || col == s.cols + 1)
                canvas_restyle(c, top + row, left + col, style);
}

/* A word in the frame above a field. */
static void label_field(canvas *c, shape s, int field, int offset,
                        const char *text, int style)
{
    canvas_text(c, field_row(s, field) - 1, field_col(s, field) + offset,
                s.cols - offset, text, style);
}

/* A picture of a few rows in the middle of a field. */
static void draw_picture(canvas *c, shape s, int field,
                         const char *const *rows, int style)
{
    for (int i = 0; i < s.rows; i++)
        canvas_text(c, field_row(s, field) + i, field_col(s, field) + 1,
                    s.cols - 2, rows[i], style);
}

/* ---- One board of Ultimate ---------------------------------------------- */

/* How the position stands, worked out once. */
typedef struct view {
    const draw_scene *scene;
    const oxo_ultimate *p;
    unsigned active;  /* boards that may be played in */
    unsigned winning; /* boards of the line that won the game */
} view;

static int cell_row(int board, int cell)
{
    return field_row(BOARD, board) + cell / 3 * 2;
}

static int cell_col(int board, int cell)
{
    return field_col(BOARD, board) + cell % 3 * 4 + 1;
}

static void draw_thin_lines(canvas *c, int board, int style)
{
    const strokes *g = strokes_of(c->ascii);
    for (int row = 0; row < BOARD.rows; row++)
        for (int col = 0; col < BOARD.cols; col++) {
            const bool across = row % 2 == 1, down = col % 4 == 3;
            if (across || down)
                canvas_put(c, field_row(BOARD, board) + row,
                           field_col(BOARD, board) + col,
                           across && down ? g->thin_cross
                           : across       ? g->thin_across
                                          : g->thin_down,
                           style);
        }
}

/* Marks of a drawn board are small letters: dim where there are no colours.
 */
static const char *mark_glyph(const view *v, int board, oxo_mark mark)
{
    static const char *const marks[2][2] = {{"X", "O"}, {"x", "o"}};
    return marks[v->p->drawn >> board & 1U][mark];
}

static void draw_cell(canvas *c, const view *v, int board, int cell, int extra)
{
    const oxo_mark mark = oxo_board_at(oxo_ultimate_board(v->p, board), cell);
    const int row = cell_row(board, cell), col = cell_col(board, cell);
    if (mark == OXO_NONE) {
        if (v->active >> board & 1U)
            canvas_put(c, row, col, strokes_letters[cell], CANVAS_TARGET);
        return;
    }
    const char *glyph = mark_glyph(v, board, mark);
    const int bright = side_style(mark) | CANVAS_BOLD;
    if (v->scene->last != 9 * board + cell) {
        canvas_put(c, row, col, glyph, side_style(mark) | extra);
        return;
    }
    canvas_put(c, row, col - 1, "[", bright);
    canvas_put(c, row, col, glyph, bright | CANVAS_REVERSE);
    canvas_put(c, row, col + 1, "]", bright);
}

static void draw_cells(canvas *c, const view *v, int board, int lines,
                       int extra)
{
    draw_thin_lines(c, board, lines);
    for (int cell = 0; cell < OXO_CELLS; cell++)
        draw_cell(c, v, board, cell, extra);
}

/* Winning boards are bright, and the others step back once there are any. */
static int emphasis(const view *v, int board)
{
    if (v->winning >> board & 1U)
        return CANVAS_BOLD;
    return v->winning ? CANVAS_DIM : CANVAS_PLAIN;
}

static void label_board(canvas *c, const view *v, int board,
                        oxo_outcome outcome)
{
    static const char *const words[] = {"", " X", " O", " drawn"};
    const bool wins = v->winning >> board & 1U;
    const bool active = v->active >> board & 1U;
    const int style = outcome != OXO_ONGOING
                          ? side_style(oxo_outcome_winner(outcome))
                      : active ? CANVAS_TARGET
                               : CANVAS_PLAIN;
    char text[16];
    snprintf(text, sizeof text, " %s%s%s ", strokes_letters[board],
             words[outcome], wins ? "*" : "");
    label_field(c, BOARD, board, 1, text,
                style | (wins || active ? CANVAS_BOLD : CANVAS_PLAIN));
}

/* A large mark hides the cells; the last move is then named in the frame. */
static void name_hidden_move(canvas *c, const view *v, int board)
{
    char text[OXO_MOVE_TEXT], label[OXO_MOVE_TEXT + 2];
    if (v->scene->last / 9 != board)
        return;
    oxo_move_format(OXO_NATIVE, (oxo_variant)v->p->rules, v->scene->last,
                    text);
    snprintf(label, sizeof label, "[%s]", text);
    label_field(c, BOARD, board, 7, label,
                side_style(oxo_mark_other((oxo_mark)v->p->turn)) |
                    CANVAS_BOLD);
}

static void draw_one_board(canvas *c, const view *v, int board)
{
    const oxo_outcome outcome = oxo_ultimate_board_outcome(v->p, board);
    const oxo_mark owner = oxo_outcome_winner(outcome);
    const bool open = v->p->rules == OXO_ULTIMATE_CONTINUE;
    label_board(c, v, board, outcome);
    if (owner != OXO_NONE && !open) {
        draw_picture(c, BOARD, board, strokes_large(c->ascii, owner),
                     side_style(owner) | emphasis(v, board));
        name_hidden_move(c, v, board);
    } else if (outcome == OXO_DRAW) {
        draw_cells(c, v, board, CANVAS_GRID, CANVAS_DIM);
    } else {
        draw_cells(c, v, board,
                   owner != OXO_NONE ? side_style(owner) : CANVAS_GRID,
                   emphasis(v, board));
    }
}

static int draw_ultimate(canvas *c, const draw_scene *scene)
{
    const oxo_ultimate *p = &scene->position.as.ultimate;
    view v = {.scene = scene, .p = p, .active = oxo_ultimate_active(p)};
    const oxo_win win = oxo_position_win(&scene->position);
    for (int i = 0; i < 3 && win.winner != OXO_NONE; i++)
        v.winning |= 1U << win.cells[i];
    draw_frame(c, BOARD);
    if (v.active && p->forced != OXO_ANY_BOARD)
        light_frame(c, BOARD, p->forced, CANVAS_TARGET | CANVAS_BOLD);
    for (int board = 0; board < OXO_CELLS; board++)
        draw_one_board(c, &v, board);
    return LEFT + 3 * (BOARD.cols + 1) + 1;
}

/* ---- Classic ------------------------------------------------------------ */

static bool is_in_line(oxo_win win, int cell)
{
    return win.winner != OXO_NONE &&
           (win.cells[0] == cell || win.cells[1] == cell ||
            win.cells[2] == cell);
}

/* Signs on both sides of a mark, in one of the cell's rows. */
static void flank(canvas *c, int cell, int row, const char *const signs[2],
                  int style)
{
    const int at = field_row(CELL, cell) + row, col = field_col(CELL, cell);
    canvas_put(c, at, col, signs[0], style);
    canvas_put(c, at, col + CELL.cols - 1, signs[1], style);
}

/* Asterisks in the corners of the cells that won, brackets around the last
 * move. */
static void mark_classic_cell(canvas *c, int cell, bool wins, bool last,
                              int style)
{
    static const char *const stars[] = {"*", "*"}, *const brackets[] = {"[",
                                                                        "]"};
    if (wins) {
        flank(c, cell, 0, stars, style);
        flank(c, cell, 2, stars, style);
    }
    if (last)
        flank(c, cell, 1, brackets, style);
}

static void draw_classic_cell(canvas *c, const draw_scene *scene, int cell)
{
    const oxo_win win = oxo_position_win(&scene->position);
    const oxo_mark mark = oxo_position_at(&scene->position, (oxo_move)cell);
    const bool wins = is_in_line(win, cell);
    if (mark == OXO_NONE) {
        if (oxo_position_outcome(&scene->position) == OXO_ONGOING)
            canvas_put(c, field_row(CELL, cell) + 1, field_col(CELL, cell) + 3,
                       strokes_letters[cell], CANVAS_TARGET);
        return;
    }
    const int bright = side_style(mark) | CANVAS_BOLD;
    const int pale = side_style(mark) |
                     (win.winner == OXO_NONE ? CANVAS_PLAIN : CANVAS_DIM);
    draw_picture(c, CELL, cell, strokes_small(c->ascii, mark),
                 wins ? bright : pale);
    mark_classic_cell(c, cell, wins, scene->last == cell, bright);
}

static int draw_classic(canvas *c, const draw_scene *scene)
{
    draw_frame(c, CELL);
    for (int cell = 0; cell < OXO_CELLS; cell++)
        draw_classic_cell(c, scene, cell);
    return LEFT + 3 * (CELL.cols + 1) + 1;
}

int draw_board(canvas *c, const draw_scene *scene)
{
    if (scene->position.variant == OXO_CLASSIC)
        return draw_classic(c, scene);
    return draw_ultimate(c, scene);
}
