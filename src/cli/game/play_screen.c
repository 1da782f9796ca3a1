/* play_screen.c - the game on the full screen of the terminal. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "paint.h"
#include "play_game.h"
#include "safe.h"
#include "tty.h"

static void show_frame(const play *p, frame *f, layout *ret)
{
    int rows, cols;
    tty_size(&rows, &cols);
    frame_init(f, rows, cols, p->config->ascii);
    *ret = paint_screen(f, &p->s);
    tty_show(f);
}

/* Handles all keys that have arrived, before the next frame is drawn. */
static void read_keys(play *p, const layout *l)
{
    tty_input input;
    while (!p->done && tty_read(&input)) {
        screen_wish wish = WISH_NOTHING;
        if (input.click)
            wish = screen_click(&p->s, l, input.row, input.col);
        else if (input.key != 0)
            wish = screen_press(&p->s, input.key);
        if (wish == WISH_REDRAW)
            tty_redraw();
        else if (wish != WISH_NOTHING)
            play_wish(p, wish);
    }
}

static void run_screen(play *p, frame *f)
{
    while (!p->done && tty_signal() == 0 && !interrupt_came()) {
        struct pollfd fds[PLAY_FDS] = {{.fd = STDIN_FILENO, .events = POLLIN}};
        layout l;
        show_frame(p, f, &l);
        tty_wait(fds, play_watch(p, fds), play_patience(p));
        /* The terminal is gone. */
        if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
            p->done = true;
        read_keys(p, &l);
        play_tend(p);
    }
}

/* Writes the result below the shell's prompt once the screen is closed. */
static void write_result(const play *p)
{
    char text[TELL_TEXT];
    if (!screen_is_over(&p->s) || p->s.game.length == 0)
        return;
    tell_result(&p->s.game, &p->s.end, text);
    safe_print(stdout, text);
    printf(". %d move%s.\n", p->s.game.length,
           p->s.game.length == 1 ? "" : "s");
}

int play_on_screen(const play_config *config, engine_seat *seat,
                   client_link *link)
{
    play *p = malloc(sizeof *p);
    frame *f = malloc(sizeof *f);
    int status = CLI_FAILURE;
    const char *fault = p && f ? tty_open(config->color) : "out of memory";
    if (fault) {
        (void)cli_fail(config->command, "%s", fault);
    } else {
        const int error = play_open(p, config, seat, link, NULL);
        if (error == 0)
            run_screen(p, f);
        else
            (void)snprintf(p->fault, sizeof p->fault, "%s", strerror(-error));
        tty_close();
        play_close(p);
        status = error == 0 ? p->status : CLI_FAILURE;
        write_result(p);
        play_room_tell_return(p, stdout);
        if (p->fault[0])
            (void)cli_fail(config->command, "%s", p->fault);
    }
    free(p);
    free(f);
    return status;
}
