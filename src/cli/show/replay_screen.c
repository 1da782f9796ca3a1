/* replay_screen.c - shows a recorded game on the whole terminal. */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "draw.h"
#include "press.h"
#include "tty.h"

enum { STANDARD_PACE = 1 };

typedef struct replay_player {
    replay *r;
    bool runs;    /* the game is played back */
    bool done;    /* leave */
    int64_t next; /* when the next move is due, by now_ms() */
    frame *f;
} replay_player;

/* ---- Showing ------------------------------------------------------------ */

/* Writes text in rows of a given width, broken at blanks. What does not fit
 * into the row `last` is cut. Returns the row after the text. */
static int write_wrapped(frame *f, int row, int last, int width,
                         const char *text)
{
    enum { LEFT = 2 };
    while (*text && row <= last) {
        char part[FRAME_MAX_COLS + 1];
        size_t n = strlen(text);
        if (n > (size_t)width && row < last) {
            n = (size_t)width;
            while (n > 0 && text[n] != ' ')
                n--;
            n = n > 0 ? n : (size_t)width;
            while (((unsigned char)text[n] & 0xC0) == 0x80)
                n--; /* not inside a character */
        }
        snprintf(part, sizeof part, "%.*s", (int)n, text);
        frame_text(f, row++, LEFT, width, part, INK_PLAIN);
        text += n;
        text += strspn(text, " ");
    }
    return row;
}

/* Writes the notes on the move below the board, from `row` on, and the keys in
 * the row `keys`, or lower, down to `last`, if the notes need more room. */
static void write_notes(const replay_player *p, int row, int keys, int last)
{
    enum { WIDTH = 37 };
    char text[REPLAY_TEXT];
    if (keys < row)
        return;
    replay_move(p->r, text);
    row = write_wrapped(p->f, row, last - 1, WIDTH, text);
    replay_values(p->r, text);
    row = write_wrapped(p->f, row, last - 1, WIDTH, text);
    row = write_wrapped(p->f, row, last - 1, WIDTH, replay_comment(p->r));
    frame_text(p->f, row > keys ? row : keys, 2, WIDTH,
               "arrows step, space plays, q ends", INK_GRID);
}

/* For a terminal that is too small: the last row says so. */
static void draw_small(const replay_player *p, const draw_scene *scene,
                       int notes)
{
    const int last = (p->f->rows < DRAW_ROWS ? p->f->rows : DRAW_ROWS) - 1;
    const int col = draw_board(p->f, scene);
    if (last < notes || p->f->cols < col) {
        frame_init(p->f, p->f->rows, p->f->cols, p->r->ascii);
        frame_text(p->f, 0, 0, p->f->cols,
                   "The board needs a larger terminal.", INK_ALERT);
        return;
    }
    draw_panel(p->f, scene, col + 3);
    write_notes(p, notes, last - 1, last - 1);
    frame_text(p->f, last, 2, col - 2, "A larger terminal shows more.",
               INK_ALERT);
}

static void show_frame(const replay_player *p)
{
    const oxo_game *g = &p->r->record->game;
    const int ply = p->r->ply;
    const int notes = oxo_game_variant(g) != OXO_CLASSIC ? 19 : 14;
    const draw_scene scene = {.position = oxo_game_position_at(g, ply),
                              .last = ply > 0 ? g->history[ply - 1].move
                                              : OXO_NO_MOVE,
                              .record = p->r->record,
                              .ply = ply};
    int rows, cols;
    tty_size(&rows, &cols);
    frame_init(p->f, rows, cols, p->r->ascii);
    if (rows < DRAW_ROWS || cols < DRAW_COLS) {
        draw_small(p, &scene, notes);
    } else {
        draw_panel(p->f, &scene, draw_board(p->f, &scene) + 3);
        write_notes(p, notes, DRAW_ROWS - 1, rows - 1);
    }
    tty_show(p->f);
}

/* ---- Keys --------------------------------------------------------------- */

static int64_t now_ms(void)
{
    return clock_us() / 1000;
}

static int64_t pace_ms(const replay *r)
{
    return (int64_t)(1e3 * (r->pace > 0 ? r->pace : STANDARD_PACE)) + 1;
}

static void go_to(replay_player *p, int ply)
{
    const int length = p->r->record->game.length;
    p->r->ply = ply < 0 ? 0 : ply > length ? length : ply;
}

static void start_or_stop(replay_player *p)
{
    p->runs = !p->runs;
    p->next = now_ms() + pace_ms(p->r);
    if (p->runs && p->r->ply == p->r->record->game.length)
        go_to(p, 0);
}

static void handle_key(replay_player *p, int key)
{
    static const struct {
        int key, step;
    } steps[] = {
        {PRESS_RIGHT, 1},
        {PRESS_DOWN, 1},
        {'l', 1},
        {'j', 1},
        {PRESS_ENTER, 1},
        {'n', 1},
        {PRESS_LEFT, -1},
        {PRESS_UP, -1},
        {'h', -1},
        {'k', -1},
        {'p', -1},
        {PRESS_ERASE, -1},
        {PRESS_HOME, -1000},
        {'g', -1000},
        {PRESS_END, 1000},
        {'G', 1000},
    };
    if (key == 'q' || key == PRESS_ESCAPE)
        p->done = true;
    else if (key == ' ')
        start_or_stop(p);
    else if (key == 12) /* Ctrl-L */
        tty_redraw();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i].key == key) {
            p->runs = false;
            go_to(p, p->r->ply + steps[i].step);
        }
}

static void read_keys(replay_player *p)
{
    tty_input input;
    while (!p->done && tty_read(&input))
        if (!input.click && input.key != 0)
            handle_key(p, input.key);
}

/* ---- The loop ----------------------------------------------------------- */

/* Makes the next move when it is due. With '--pace', leaves at the end. */
static void advance(replay_player *p)
{
    const bool last = p->r->ply == p->r->record->game.length;
    if (!p->runs || now_ms() < p->next)
        return;
    if (last && p->r->pace > 0)
        p->done = true;
    if (last)
        p->runs = false;
    go_to(p, p->r->ply + 1);
    p->next = now_ms() + pace_ms(p->r);
}

static void run_screen(replay_player *p)
{
    while (!p->done && tty_signal() == 0) {
        struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
        const int64_t left = p->next - now_ms();
        show_frame(p);
        tty_wait(&fd, 1, p->runs ? (int)(left > 0 ? left : 0) : -1);
        /* The terminal has gone. */
        if (fd.revents & (POLLHUP | POLLERR | POLLNVAL))
            p->done = true;
        read_keys(p);
        advance(p);
    }
}

int replay_on_screen(replay *r)
{
    replay_player p = {.r = r,
                       .runs = r->pace > 0,
                       .next = now_ms() + pace_ms(r),
                       .f = malloc(sizeof *p.f)};
    bool interrupted = false;
    const char *fault = p.f ? tty_open(r->color) : "out of memory";
    if (!fault) {
        run_screen(&p);
        tty_close();
        interrupted = tty_interrupted();
    }
    free(p.f);
    if (fault)
        return cli_fail(r->command, "%s", fault);
    return interrupted ? cli_interrupted(r->command, NULL) : CLI_OK;
}
