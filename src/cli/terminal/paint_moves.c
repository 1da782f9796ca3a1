/* paint_moves.c - lists of moves. */
#include <stdio.h>

#include "oxo/notation.h"
#include "paint.h"

/* "12. ee ea  ": a number, a move of X and one of O. */
enum { PAIR_COLS = 12 };

static oxo_mark mark_of(const oxo_game *g, int ply)
{
    return (oxo_mark)(((int)oxo_position_turn(&g->start) + ply) % 2);
}

/* The pair of a move. If the game begins with O's move, the first pair has no
 * X. */
static int pair_of(const oxo_game *g, int ply)
{
    return (ply + (mark_of(g, 0) == OXO_O)) / 2;
}

static int pairs_across(int width)
{
    const int across = (width + 2) / PAIR_COLS;
    return across > 0 ? across : 1;
}

static int style_of(const paint_list *list, int ply)
{
    const int style = paint_ink(mark_of(list->game, ply));
    if (ply + 1 == list->made)
        return style | FRAME_BOLD | FRAME_REVERSE;
    return ply < list->made ? style : style | FRAME_DIM;
}

static void paint_move(frame *f, const paint_list *list, int ply, int row,
                       int col)
{
    const oxo_game *g = list->game;
    const oxo_mark mark = mark_of(g, ply);
    char text[OXO_MOVE_TEXT];
    if (mark == OXO_X || ply == 0) {
        char number[8];
        snprintf(number, sizeof number, "%2d.", pair_of(g, ply) % 100 + 1);
        frame_text(f, row, col, 3, number, INK_GRID);
    }
    oxo_move_format(OXO_NATIVE, oxo_game_variant(g), g->history[ply].move,
                    text);
    frame_text(f, row, col + 4 + (mark == OXO_O ? 3 : 0), 2, text,
               style_of(list, ply));
}

int paint_moves_rows(const paint_list *list, int width)
{
    if (list->all == 0)
        return 0;
    return pair_of(list->game, list->all - 1) / pairs_across(width) + 1;
}

void paint_moves(frame *f, const paint_list *list, const paint_area *area)
{
    const int across = pairs_across(area->cols);
    const int newest = list->made > 0 ? list->made - 1 : 0;
    const int last_row = pair_of(list->game, newest) / across;
    const int first = last_row >= area->rows ? last_row - area->rows + 1 : 0;
    for (int ply = 0; ply < list->all; ply++) {
        const int pair = pair_of(list->game, ply);
        const int line = pair / across - first;
        if (line >= 0 && line < area->rows)
            paint_move(f, list, ply, area->row + line,
                       area->col + pair % across * PAIR_COLS);
    }
}
