/* tty.h - the terminal itself, with ncurses. There is only one. */
#ifndef TERMINAL_TTY_H
#define TERMINAL_TTY_H

#include <poll.h>

#include "frame.h"

/* Takes over the terminal on standard input and output, and blocks the signals
 * that end a program or report a new size: they arrive only during tty_wait(),
 * in this thread and those it starts. Returns NULL, or an error message. */
const char *tty_open(bool color);

/* Restores the terminal and the signals. */
void tty_close(void);

/* Waits for one of `fds`, for a signal, or for so many milliseconds; -1: no
 * limit. */
void tty_wait(struct pollfd *fds, int count, int milliseconds);

/* The signal that asked the program to end, or 0. */
int tty_signal(void);

/* To be called after tty_close(): true if SIGINT, SIGTERM or SIGHUP asked the
 * program to end. SIGQUIT, which also asks for a core dump, kills it here. */
bool tty_interrupted(void);

void tty_size(int *rows, int *cols);
void tty_show(const frame *f);

/* Makes the next tty_show() redraw everything. */
void tty_redraw(void);

typedef struct tty_input {
    int key; /* a character or a PRESS_ code; 0: another kind of input */
    bool click;
    int row, col; /* of the click */
} tty_input;

/* Reads the next key or click; false if there is none. Never waits. */
bool tty_read(tty_input *ret);

#endif /* TERMINAL_TTY_H */
