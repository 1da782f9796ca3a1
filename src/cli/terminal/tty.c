/* tty.c - the terminal itself, with ncurses, which no other file uses. */
#define _GNU_SOURCE /* ppoll() */
#define NCURSES_WIDECHAR 1
#include "tty.h"

#include <curses.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "press.h"

enum { ESCAPE_WAIT = 25, ESCAPE = 27, DELETE = 127, BACKSPACE = 8 };

static const int ending[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
static const int crashing[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum {
    ENDINGS = sizeof ending / sizeof ending[0],
    CRASHES = sizeof crashing / sizeof crashing[0]
};

/* Static, because signal handlers need it. */
static struct {
    volatile sig_atomic_t signal;  /* asks the program to end; or 0 */
    volatile sig_atomic_t stopped; /* Ctrl-Z was pressed */
    SCREEN *screen;
    /* The state before tty_open(). */
    struct termios before;
    sigset_t mask;
    struct sigaction actions[ENDINGS], stop;
    char restore[256]; /* control sequences that restore the terminal */
    size_t restore_length;
    bool colored;
} tty;

/* ---- Signals ------------------------------------------------------------ */

static void note_signal(int number)
{
    tty.signal = number;
}

static void note_stop(int number)
{
    (void)number;
    tty.stopped = 1;
}

/* Handles SIGTSTP, unless it is ignored as in a shell without job control. The
 * handler of ncurses does more than a signal handler may, and loses a signal
 * that comes while ncurses draws; ncurses keeps a handler that it finds. */
static void watch_for_stops(void)
{
    const struct sigaction note = {.sa_handler = note_stop};
    if (tty.stop.sa_handler != SIG_IGN)
        sigaction(SIGTSTP, &note, NULL);
}

/* Restores the terminal, stops the process, and takes the terminal again. */
static void stop_process(void)
{
    sigset_t held, only;
    sigemptyset(&only);
    sigaddset(&only, SIGTSTP);
    tty.stopped = 0;
    endwin();
    signal(SIGTSTP, SIG_DFL);
    kill(getpid(), SIGTSTP);                /* still blocked */
    sigprocmask(SIG_UNBLOCK, &only, &held); /* stops here */
    sigprocmask(SIG_SETMASK, &held, NULL);
    watch_for_stops();
    clearok(curscr, TRUE);
    refresh();
}

/* A handler for crashes: ncurses may be in any state, so only functions that
 * POSIX allows in a handler are used. */
static void restore_and_die(int number)
{
    if (write(STDOUT_FILENO, tty.restore, tty.restore_length) >= 0)
        tcsetattr(STDIN_FILENO, TCSANOW, &tty.before);
    raise(number); /* SA_RESETHAND has restored the default action */
}

/* Makes a crash restore the terminal, unless another handler, such as that of
 * a sanitizer, is installed. */
static void watch_for_crashes(bool on)
{
    for (int i = 0; i < CRASHES; i++) {
        struct sigaction now, next = {.sa_handler = SIG_DFL};
        sigaction(crashing[i], NULL, &now);
        const bool ours = now.sa_handler == restore_and_die;
        if (on && now.sa_handler == SIG_DFL) {
            next.sa_handler = restore_and_die;
            next.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
            sigaction(crashing[i], &next, NULL);
        } else if (!on && ours) {
            sigaction(crashing[i], &next, NULL);
        }
    }
}

static void take_signals(void)
{
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGTSTP);
    tty.signal = tty.stopped = 0;
    sigaction(SIGTSTP, NULL, &tty.stop);
    for (int i = 0; i < ENDINGS; i++) {
        const struct sigaction note = {.sa_handler = note_signal};
        sigaction(ending[i], NULL, &tty.actions[i]);
        if (tty.actions[i].sa_handler == SIG_IGN)
            continue; /* with nohup, for example */
        sigaddset(&held, ending[i]);
        sigaction(ending[i], &note, NULL);
    }
    sigprocmask(SIG_BLOCK, &held, &tty.mask);
}

static void give_signals_back(void)
{
    for (int i = 0; i < ENDINGS; i++)
        sigaction(ending[i], &tty.actions[i], NULL);
    sigaction(SIGTSTP, &tty.stop, NULL);
    sigprocmask(SIG_SETMASK, &tty.mask, NULL);
}

void tty_wait(struct pollfd *fds, int count, int milliseconds)
{
    const struct timespec time = {.tv_sec = milliseconds / 1000,
                                  .tv_nsec =
                                      (long)(milliseconds % 1000) * 1000000};
    for (int i = 0; i < count; i++)
        fds[i].revents = 0;
    if (ppoll(fds, (nfds_t)count, milliseconds < 0 ? NULL : &time, &tty.mask) <
        0)
        for (int i = 0; i < count; i++)
            fds[i].revents = 0;
    if (tty.stopped)
        stop_process();
}

int tty_signal(void)
{
    return tty.signal;
}

bool tty_interrupted(void)
{
    if (tty.signal == SIGQUIT) {
        signal(SIGQUIT, SIG_DFL);
        raise(SIGQUIT);
    }
    return tty.signal != 0;
}

/* ---- Colours ------------------------------------------------------------ */

typedef enum background { UNKNOWN, DARK, LIGHT } background;

/* Some terminals set COLORFGBG, such as "15;0": the last number is the colour
 * of the background. */
static background guess_background(void)
{
    const char *colors = getenv("COLORFGBG");
    const char *last = colors ? strrchr(colors, ';') : NULL;
    if (!last || last[1] < '0' || last[1] > '9')
        return UNKNOWN;
    const long number = strtol(last + 1, NULL, 10);
    return number == 7 || number > 8 ? LIGHT : DARK;
}

/* The eight basic colours follow the terminal's theme. With 256 colours, there
 * are shades for a dark, a light and an unknown background. */
static void set_colors(void)
{
    static const short eight[INKS] = {
        -1, -1, COLOR_RED, COLOR_BLUE, COLOR_GREEN, COLOR_YELLOW, COLOR_RED};
    static const short many[3][INKS] = {
        [UNKNOWN] = {-1, 244, 167, 68, 71, 172, 166},
        [DARK] = {-1, 242, 210, 111, 114, 221, 208},
        [LIGHT] = {-1, 246, 160, 26, 28, 130, 166},
    };
    start_color(); /* sets COLORS */
    use_default_colors();
    const short *shades = COLORS >= 256 ? many[guess_background()] : eight;
    for (short ink = 0; ink < INKS; ink++)
        init_pair((short)(ink + 1), shades[ink], -1);
}

/* With fewer than 256 colours, pale text is dim, and the marks are bold. */
static attr_t attributes_of(int style)
{
    const int ink = style & INK_MASK;
    attr_t attributes = 0;
    if (style & FRAME_BOLD)
        attributes |= A_BOLD;
    if (style & FRAME_DIM)
        attributes |= A_DIM;
    if (style & FRAME_REVERSE)
        attributes |= A_REVERSE;
    if (ink == INK_GRID && (!tty.colored || COLORS < 256))
        attributes |= A_DIM;
    if ((ink == INK_X || ink == INK_O) && tty.colored && COLORS < 256 &&
        !(style & FRAME_DIM))
        attributes |= A_BOLD;
    return attributes;
}

/* ---- Opening and closing ------------------------------------------------ */

static void add_restore(const char *capability)
{
    const size_t length = capability ? strlen(capability) : 0;
    if (length == 0 || strstr(capability, "$<") ||
        length > sizeof tty.restore - tty.restore_length)
        return;
    memcpy(tty.restore + tty.restore_length, capability, length);
    tty.restore_length += length;
}

/* A capability of this terminal, or NULL. */
static const char *find_capability(const char *name)
{
    const char *found = tigetstr(name);
    return (intptr_t)found == -1 ? NULL : found; /* -1: not a string */
}

static void prepare_restore(void)
{
    /* The sequence that ncurses uses for a terminal with a mouse but no XM. */
    static const char usual_mouse[] = "\033[?1000%?%p1%{1}%=%th%el%;";
    const char *mouse = find_capability("XM");
    if (!mouse && find_capability("kmous"))
        mouse = usual_mouse;
    tty.restore_length = 0;
    if (mouse)
        add_restore(tiparm(mouse, 0));
    add_restore(find_capability("sgr0"));
    add_restore(find_capability("cnorm"));
    add_restore(find_capability("rmkx"));
    add_restore(find_capability("rmcup"));
}

const char *tty_open(bool color)
{
    if (tcgetattr(STDIN_FILENO, &tty.before) < 0)
        return "standard input is not a terminal";
    take_signals();
    watch_for_stops();
    tty.screen = newterm(NULL, stdout, stdin);
    if (!tty.screen) {
        give_signals_back();
        return "unknown terminal type in TERM; --plain needs none";
    }
    set_escdelay(ESCAPE_WAIT);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    curs_set(0);
    /* All events: after one that was not requested, such as the release of a
     * button, getch() would wait for the next key. */
    mousemask(ALL_MOUSE_EVENTS, NULL);
    mouseinterval(0);
    tty.colored = color && has_colors();
    if (tty.colored)
        set_colors();
    prepare_restore();
    watch_for_crashes(true);
    return NULL;
}

void tty_close(void)
{
    watch_for_crashes(false);
    endwin();
    delscreen(tty.screen);
    tcsetattr(STDIN_FILENO, TCSANOW, &tty.before);
    give_signals_back();
}

/* ---- Output ------------------------------------------------------------- */

void tty_size(int *rows, int *cols)
{
    getmaxyx(stdscr, *rows, *cols);
}

void tty_redraw(void)
{
    clearok(curscr, TRUE);
}

void tty_show(const frame *f)
{
    erase();
    for (int row = 0; row < f->rows; row++)
        for (int col = 0; col < f->cols; col++) {
            const frame_cell *cell = &f->cells[row][col];
            const short pair =
                tty.colored ? (short)((cell->style & INK_MASK) + 1) : 0;
            if (cell->glyph[0] == '\0')
                continue;
            attr_set(attributes_of(cell->style), pair, NULL);
            mvaddstr(row, col, cell->glyph);
        }
    refresh();
}

/* ---- Input -------------------------------------------------------------- */

static int translate(int key)
{
    switch (key) {
    case KEY_UP:
        return PRESS_UP;
    case KEY_DOWN:
        return PRESS_DOWN;
    case KEY_LEFT:
        return PRESS_LEFT;
    case KEY_RIGHT:
        return PRESS_RIGHT;
    case KEY_HOME:
        return PRESS_HOME;
    case KEY_END:
        return PRESS_END;
    case KEY_ENTER:
    case '\r':
    case '\n':
        return PRESS_ENTER;
    case '\t':
        return PRESS_TAB;
    case ESCAPE:
        return PRESS_ESCAPE;
    case KEY_BACKSPACE:
    case BACKSPACE:
    case DELETE:
        return PRESS_ERASE;
    case KEY_F(1):
        return PRESS_HELP;
    default:
        return key < KEY_MIN ? key : 0;
    }
}

bool tty_read(tty_input *ret)
{
    const int key = getch();
    MEVENT event;
    *ret = (tty_input){0};
    if (key == ERR)
        return false;
    if (key != KEY_MOUSE) {
        ret->key = translate(key);
    } else if (getmouse(&event) == OK &&
               (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))) {
        ret->click = true;
        ret->row = event.y;
        ret->col = event.x;
    }
    return true;
}
