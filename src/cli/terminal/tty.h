/* tty.h - the terminal itself, by way of ncurses. There is one. */
#ifndef TERMINAL_TTY_H
#define TERMINAL_TTY_H

#include <poll.h>

#include "frame.h"

/* Takes over the terminal on standard input and output, and the signals that
 * end a program or resize it: from here on they come in while tty_wait()
 * waits and at no other time, in this thread and those it starts. Returns
 * NULL, or what is missing, in words. */
const char *tty_open(bool color);

/* Leaves the terminal as it was. */
void tty_close(void);

/* Waits for one of `fds`, for a signal, or for so many milliseconds; -1: as
 * long as it takes. */
void tty_wait(struct pollfd *fds, int count, int milliseconds);

/* The signal that wants the program to end, or 0. */
int tty_signal(void);

/* After tty_close(): true if SIGINT, SIGTERM or SIGHUP wanted the program to
 * end. SIGQUIT, which asks for a core dump as well, ends the program here. */
bool tty_interrupted(void);

void tty_size(int *rows, int *cols);
void tty_show(const frame *f);

/* Draws everything anew, whatever the terminal is believed to show. */
void tty_redraw(void);

typedef struct tty_input {
    int key; /* a character or a PRESS_...; 0: another kind of input */
    bool click;
    int row, col; /* of the click */
} tty_input;

/* What was pressed next; false if nothing was. Never waits. */
bool tty_read(tty_input *ret);

#endif /* TERMINAL_TTY_H */
