/* draw_panel.c - the panel beside a board. */
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "tell.h"

/* Writes the panel line by line. */
typedef struct draw_pen {
    frame *f;
    const draw_scene *scene;
    int row, col;
} draw_pen;

static void write_line(draw_pen *p, const char *text, int style)
{
    frame_text(p->f, p->row++, p->col, DRAW_COLS - p->col, text, style);
}

/* ---- The state of the game ---------------------------------------------- */

static int count_boards(const oxo_ultimate *p, oxo_outcome outcome)
{
    int n = 0;
    for (int board = 0; board < OXO_CELLS; board++)
        n += oxo_ultimate_board_outcome(p, board) == outcome;
    return n;
}

static void write_boards(draw_pen *p)
{
    const oxo_ultimate *u = &p->scene->position.as.ultimate;
    char text[64];
    if (p->scene->position.variant == OXO_CLASSIC)
        return;
    snprintf(text, sizeof text, "Boards: X %d, O %d, drawn %d",
             count_boards(u, OXO_X_WINS), count_boards(u, OXO_O_WINS),
             count_boards(u, OXO_DRAW));
    write_line(p, text, INK_PLAIN);
}

static void write_standing(draw_pen *p)
{
    const oxo_position *position = &p->scene->position;
    const oxo_outcome outcome = oxo_position_outcome(position);
    char text[TELL_TEXT];
    oxo_mark who = oxo_outcome_winner(outcome);
    if (outcome == OXO_ONGOING) {
        who = oxo_position_turn(position);
        tell_turn(position, text);
    } else {
        tell_outcome(position, text);
    }
    write_line(p, text, paint_ink(who) | FRAME_BOLD);
    write_boards(p);
}

/* ---- The game ----------------------------------------------------------- */

static bool is_known(const char *value)
{
    return value && value[0] && strcmp(value, "?") != 0 &&
           strcmp(value, "????.??.??") != 0;
}

static void write_player(draw_pen *p, oxo_mark mark)
{
    static const char *const names[] = {"X", "O"};
    const char *name = oxo_record_tag(p->scene->record, names[mark]);
    frame_text(p->f, p->row, p->col, 1, names[mark],
               paint_ink(mark) | FRAME_BOLD);
    frame_text(p->f, p->row, p->col + 3, DRAW_COLS - p->col - 3,
               is_known(name) ? name : "unknown",
               is_known(name) ? INK_PLAIN : INK_GRID);
    p->row++;
}

static void write_players(draw_pen *p)
{
    if (!is_known(oxo_record_tag(p->scene->record, "X")) &&
        !is_known(oxo_record_tag(p->scene->record, "O")))
        return;
    p->row++;
    write_player(p, OXO_X);
    write_player(p, OXO_O);
}

/* Writes event, site and date in one line, as far as they are known. */
static void write_occasion(draw_pen *p)
{
    static const char *const names[] = {"Event", "Site", "Date"};
    char text[3 * (OXO_TAG_VALUE + 2)] = "";
    for (int i = 0; i < 3; i++) {
        const char *value = oxo_record_tag(p->scene->record, names[i]);
        const size_t used = strlen(text);
        if (is_known(value))
            snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "",
                     value);
    }
    if (text[0])
        write_line(p, text, INK_GRID);
}

/* ---- The moves ---------------------------------------------------------- */

static void write_moves(draw_pen *p)
{
    const oxo_game *game = &p->scene->record->game;
    const paint_list list = {game, p->scene->ply, game->length};
    const int width = DRAW_COLS - p->col;
    /* An empty line first, unless a long game needs all rows. The last row of
     * the terminal is for the shell's prompt. */
    if (p->row + 1 + paint_moves_rows(&list, width) < DRAW_ROWS)
        p->row++;
    paint_moves(p->f, &list,
                &(paint_area){p->row, p->col, DRAW_ROWS - p->row, width});
}

/* Writes the number of moves, and the result: a game can also end by
 * resignation or on time. */
static void write_ply(draw_pen *p)
{
    static const char *const results[] = {"", ", 1-0", ", 0-1", ", 1/2-1/2"};
    const oxo_record *record = p->scene->record;
    const int length = record->game.length;
    const char *why = oxo_record_tag(record, "Termination");
    char text[OXO_TAG_VALUE + 64];
    int used = 0;
    if (p->scene->ply < length)
        used = snprintf(text, sizeof text, "After %d of ", p->scene->ply);
    snprintf(text + used, sizeof text - (size_t)used, "%d move%s%s%s%s",
             length, length == 1 ? "" : "s", results[record->result],
             is_known(why) ? ", " : "", is_known(why) ? why : "");
    write_line(p, text, INK_PLAIN);
}

void draw_panel(frame *f, const draw_scene *scene, int col)
{
    draw_pen p = {.f = f, .scene = scene, .col = col};
    write_line(&p, tell_variant((oxo_variant)scene->position.variant),
               FRAME_BOLD);
    if (!scene->record) {
        p.row++;
        write_standing(&p);
        return;
    }
    write_occasion(&p);
    write_players(&p);
    p.row++;
    write_standing(&p);
    write_ply(&p);
    write_moves(&p);
}
