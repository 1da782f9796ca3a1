/* paint_help.c - the page of keys, and the screen as a whole. */
#include <stdio.h>
#include <string.h>

#include "paint.h"

/* The games in which a line of help applies. */
enum {
    ONLINE = 1,
    ALONE = 2,   /* against the computer or an engine */
    FRIENDS = 4, /* two people at one keyboard */
    OFFLINE = ALONE | FRIENDS,
    EVERYWHERE = ONLINE | OFFLINE,
    CLASSIC = 8,  /* only in classic */
    ULTIMATE = 16 /* only in Ultimate */
};

typedef struct help_line {
    const char *keys, *does;
    unsigned where;
} help_line;

static const help_line lines[] = {
    {"arrows, h j k l", "move the cursor", EVERYWHERE},
    {"Tab", "go to the next board where you may play", EVERYWHERE | ULTIMATE},
    {"Tab", "go to the next free cell", EVERYWHERE | CLASSIC},
    {"Enter, Space", "play there; a click does too", EVERYWHERE},
    {"a-i, 1-9", "type a move: board, then cell (H or 8 for h)",
     EVERYWHERE | ULTIMATE},
    {"a-i, 1-9", "play in that cell (H or 8 for h)", EVERYWHERE | CLASSIC},
    {"u", "take your move back", OFFLINE},
    {"u", "ask to take your move back", ONLINE},
    {"r", "play that move again", OFFLINE},
    {"t", "show a hint", OFFLINE},
    {"o", "agree on a draw", FRIENDS},
    {"o", "offer a draw", ONLINE},
    {"y, n", "accept or decline an offer", ONLINE},
    {"x", "resign", OFFLINE},
    {"x", "resign; before both have moved, end the game", ONLINE},
    {"c, C", "claim a win or a draw, if the opponent is away for long",
     ONLINE},
    {"n", "begin another game", OFFLINE},
    {"n", "offer another game, unless one is offered", ONLINE},
    {"Ctrl-L", "redraw the screen", EVERYWHERE},
    {"L", "leave the room, and give up the seat", ONLINE},
    {"q", "quit; the same command returns to a running game", ONLINE},
    {"q", "leave", OFFLINE},
};

enum {
    LINES = sizeof lines / sizeof lines[0],
    KEYS_COLS = 18,
    BOX_COLS = 66,
    BOX_EXTRA = 4 /* rows: frame, title, foot */
};

typedef struct box {
    int top, left, rows, cols;
} box;

static void clear_box(frame *f, const box *b)
{
    const char *corners = "++++";
    static const char *const fine[] = {"┏", "┓", "┗", "┛"};
    for (int row = 0; row < b->rows; row++)
        for (int col = 0; col < b->cols; col++) {
            const bool edge_row = row == 0 || row == b->rows - 1;
            const bool edge_col = col == 0 || col == b->cols - 1;
            const int corner = (row > 0) * 2 + (col > 0);
            const char plain[] = {corners[corner], '\0'};
            const char *glyph = " ";
            if (edge_row && edge_col)
                glyph = f->ascii ? plain : fine[corner];
            else if (edge_row)
                glyph = f->ascii ? "=" : "━";
            else if (edge_col)
                glyph = f->ascii ? "|" : "┃";
            frame_put(f, b->top + row, b->left + col, glyph, INK_TARGET);
        }
}

static bool applies(const screen *s, const help_line *line)
{
    const bool friends = s->players[OXO_X].here && s->players[OXO_O].here;
    const bool classic = oxo_game_variant(&s->game) == OXO_CLASSIC;
    if (line->where & (classic ? ULTIMATE : CLASSIC))
        return false;
    return line->where & (s->online ? ONLINE : friends ? FRIENDS : ALONE);
}

static int count_lines(const screen *s)
{
    int count = 0;
    for (int i = 0; i < LINES; i++)
        count += applies(s, &lines[i]);
    return count;
}

void paint_help(frame *f, const screen *s)
{
    box b = {.rows = count_lines(s) + BOX_EXTRA, .cols = BOX_COLS};
    b.rows = b.rows < f->rows ? b.rows : f->rows;
    b.cols = b.cols < f->cols ? b.cols : f->cols;
    b.top = (f->rows - b.rows) / 2;
    b.left = (f->cols - b.cols) / 2;
    clear_box(f, &b);
    const int width = b.cols - 4;
    int row = b.top + 1;
    frame_text(f, row++, b.left + 2, width, "Keys", FRAME_BOLD);
    for (int i = 0; i < LINES && row < b.top + b.rows - 2; i++) {
        if (!applies(s, &lines[i]))
            continue;
        frame_text(f, row, b.left + 2, KEYS_COLS, lines[i].keys,
                   INK_TARGET | FRAME_BOLD);
        frame_text(f, row++, b.left + 2 + KEYS_COLS, width - KEYS_COLS,
                   lines[i].does, INK_PLAIN);
    }
    frame_text(f, b.top + b.rows - 2, b.left + 2, width,
               "Any key goes back to the game.", INK_GRID);
}

/* ---- The whole screen --------------------------------------------------- */

static void paint_too_small(frame *f, const layout *l)
{
    char text[128];
    snprintf(text, sizeof text,
             "The board needs %d columns and %d rows; this terminal has only "
             "%d and %d.",
             l->need_cols, l->need_rows, l->cols, l->rows);
    /* Wrap the text at blanks, for any width. */
    int row = 0, col = 0;
    for (const char *word = strtok(text, " "); word;
         word = strtok(NULL, " ")) {
        const int width = (int)strlen(word);
        if (col > 0 && col + 1 + width > l->cols) {
            row++;
            col = 0;
        }
        col += col > 0;
        col = frame_text(f, row, col, width, word, INK_PLAIN);
    }
}

layout paint_screen(frame *f, const screen *s)
{
    const layout l = layout_make(oxo_game_variant(&s->game), f->rows, f->cols);
    if (!l.fits) {
        paint_too_small(f, &l);
        return l;
    }
    paint_title(f, s, &l);
    paint_board(f, s, &l);
    paint_panel(f, s, &l);
    paint_foot(f, s, &l);
    if (s->mode == SCREEN_HELPS)
        paint_help(f, s);
    return l;
}
