/* draw_panel.c - what is said beside a board. */
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "tell.h"

/* Writes down the panel, line by line. */
typedef struct pen {
    canvas *c;
    const draw_scene *scene;
    int row, col;
} pen;

static void write_line(pen *p, const char *text, int style)
{
    canvas_text(p->c, p->row++, p->col, CANVAS_COLS - p->col, text, style);
}

static int side_style(oxo_mark mark)
{
    return mark == OXO_X ? CANVAS_X : mark == OXO_O ? CANVAS_O : CANVAS_PLAIN;
}

/* ---- How it stands ------------------------------------------------------ */

static int count_boards(const oxo_ultimate *p, oxo_outcome outcome)
{
    int n = 0;
    for (int board = 0; board < OXO_CELLS; board++)
        n += oxo_ultimate_board_outcome(p, board) == outcome;
    return n;
}

static void write_boards(pen *p)
{
    const oxo_ultimate *u = &p->scene->position.as.ultimate;
    char text[64];
    if (p->scene->position.variant == OXO_CLASSIC)
        return;
    snprintf(text, sizeof text, "Boards: X %d, O %d, drawn %d",
             count_boards(u, OXO_X_WINS), count_boards(u, OXO_O_WINS),
             count_boards(u, OXO_DRAW));
    write_line(p, text, CANVAS_PLAIN);
}

static void write_standing(pen *p)
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
    write_line(p, text, side_style(who) | CANVAS_BOLD);
    write_boards(p);
}

/* ---- The game ----------------------------------------------------------- */

static bool is_known(const char *value)
{
    return value && value[0] && strcmp(value, "?") != 0 &&
           strcmp(value, "????.??.??") != 0;
}

static void write_player(pen *p, oxo_mark mark)
{
    static const char *const names[] = {"X", "O"};
    const char *name = oxo_record_tag(p->scene->record, names[mark]);
    canvas_text(p->c, p->row, p->col, 1, names[mark],
                side_style(mark) | CANVAS_BOLD);
    canvas_text(p->c, p->row, p->col + 3, CANVAS_COLS - p->col - 3,
                is_known(name) ? name : "unknown",
                is_known(name) ? CANVAS_PLAIN : CANVAS_GRID);
    p->row++;
}

static void write_players(pen *p)
{
    if (!is_known(oxo_record_tag(p->scene->record, "X")) &&
        !is_known(oxo_record_tag(p->scene->record, "O")))
        return;
    p->row++;
    write_player(p, OXO_X);
    write_player(p, OXO_O);
}

/* Event, site and date in one line, as far as they are known. */
static void write_occasion(pen *p)
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
        write_line(p, text, CANVAS_GRID);
}

/* ---- Its moves ---------------------------------------------------------- */

/* How a list of moves is laid out: pairs of moves, side by side. */
enum { PAIR_COLS = 12 };

static int move_style(const draw_scene *scene, int ply)
{
    const int style = side_style(oxo_game_mark_at(&scene->record->game, ply));
    if (ply + 1 == scene->ply)
        return style | CANVAS_BOLD | CANVAS_REVERSE;
    return ply < scene->ply ? style : style | CANVAS_DIM;
}

static void write_number(pen *p, int pair, int row, int col)
{
    char text[8];
    snprintf(text, sizeof text, "%2d.", pair % 100 + 1);
    canvas_text(p->c, row, col, 3, text, CANVAS_GRID);
}

/* Games may begin with O's move; then the first pair lacks its X. */
static void write_moves(pen *p)
{
    const oxo_game *game = &p->scene->record->game;
    const int offset = game->length && oxo_game_mark_at(game, 0) == OXO_O;
    const int across = (CANVAS_COLS - p->col + 2) / PAIR_COLS;
    const int pairs = (game->length + offset + 1) / 2;
    /* An empty line first, unless a long game needs all there are; the last
     * row of the terminal is the prompt's. */
    if (p->row + 1 + (pairs + across - 1) / across < CANVAS_ROWS)
        p->row++;
    for (int ply = 0; ply < game->length; ply++) {
        char text[OXO_MOVE_TEXT];
        const int pair = (ply + offset) / 2, half = (ply + offset) % 2;
        const int row = p->row + pair / across;
        const int col = p->col + pair % across * PAIR_COLS;
        if (half == 0 || ply == 0)
            write_number(p, pair, row, col);
        oxo_move_format(OXO_NATIVE, oxo_game_variant(game),
                        game->history[ply].move, text);
        canvas_text(p->c, row, col + 4 + 3 * half, 2, text,
                    move_style(p->scene, ply));
    }
}

/* How far we are, and the result: players can end a game that the board does
 * not, by resigning or on time. */
static void write_ply(pen *p)
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
    write_line(p, text, CANVAS_PLAIN);
}

void draw_panel(canvas *c, const draw_scene *scene, int col)
{
    pen p = {.c = c, .scene = scene, .col = col};
    write_line(&p, tell_variant((oxo_variant)scene->position.variant),
               CANVAS_BOLD);
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
