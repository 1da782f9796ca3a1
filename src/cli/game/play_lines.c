/* play_lines.c - the game line by line: for pipes and screen readers.
 *
 * A line waits until it can be obeyed: a move waits for the user's turn. From
 * a pipe every line waits for the opponent's answer, so that a script sees the
 * same game however fast the opponent is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "oxo/notation.h"
#include "play_game.h"
#include "safe.h"
#include "typed.h"

enum { LINE = 256 };

typedef struct lines {
    play p;
    bool tty;   /* the input is a terminal */
    bool ended; /* end of input */
    size_t used;
    char text[4096];
} lines;

/* ---- Output ------------------------------------------------------------- */

static char mark_at(const oxo_position *p, int m)
{
    return "XO."[oxo_position_at(p, (oxo_move)m)];
}

static void show_classic(const play *p)
{
    for (int row = 0; row < 3; row++)
        (void)fprintf(p->out, "%c %c %c\n", mark_at(&p->s.game.now, 3 * row),
                      mark_at(&p->s.game.now, 3 * row + 1),
                      mark_at(&p->s.game.now, 3 * row + 2));
}

static void show_owners(const play *p)
{
    static const char *const owners[] = {"", "won by X", "won by O", "drawn"};
    const oxo_ultimate *u = &p->s.game.now.as.ultimate;
    for (int board = 0; board < OXO_CELLS; board++) {
        const oxo_outcome o = oxo_ultimate_board_outcome(u, board);
        if (o != OXO_ONGOING)
            (void)fprintf(p->out, "Board %c is %s.\n", 'a' + board, owners[o]);
    }
}

static void show_ultimate(const play *p)
{
    for (int row = 0; row < 9; row++) {
        if (row % 3 == 0 && row > 0)
            (void)fprintf(p->out, "------+-------+------\n");
        for (int col = 0; col < 9; col++) {
            const int board = row / 3 * 3 + col / 3;
            const int cell = row % 3 * 3 + col % 3;
            const char *behind = col == 8 ? "\n" : col % 3 == 2 ? " | " : " ";
            (void)fprintf(p->out, "%c%s",
                          mark_at(&p->s.game.now, 9 * board + cell), behind);
        }
    }
    show_owners(p);
}

static void show_board(play *p)
{
    char text[TELL_TEXT];
    if (oxo_game_variant(&p->s.game) == OXO_CLASSIC)
        show_classic(p);
    else
        show_ultimate(p);
    if (screen_is_over(&p->s))
        tell_result(&p->s.game, &p->s.end, text);
    else
        tell_turn(&p->s.game.now, text);
    safe_print(p->out, text);
    (void)fputs(".\n", p->out);
}

static void show_moves(play *p)
{
    const oxo_game *g = &p->s.game;
    for (int i = 0; i < g->length; i++) {
        char text[OXO_MOVE_TEXT];
        (void)oxo_move_format(OXO_NATIVE, oxo_game_variant(g),
                              g->history[i].move, text);
        (void)fprintf(p->out, "%s%s", i > 0 ? " " : "", text);
    }
    (void)fprintf(p->out, "%s\n", g->length > 0 ? "" : "No moves yet.");
}

static void show_position(play *p)
{
    char text[OXO_POSITION_TEXT];
    (void)oxo_position_format(OXO_NATIVE, &p->s.game.now, text, NULL);
    (void)fprintf(p->out, "%s\n", text);
}

static void show_help(play *p);

static void ask_value(play *p)
{
    play_think_ask(p, THINK_VALUE);
}

static void quit_game(play *p)
{
    p->done = true;
}

/* Leaving the room during a game needs the word twice. */
static void leave_room(play *p)
{
    const char *cost = screen_cost_of_leaving(&p->s);
    if (!cost || p->leave_asked) {
        play_wish(p, WISH_LEAVE);
        return;
    }
    p->leave_asked = true;
    play_refuse(p, "%s To leave the room, type 'leave' again.", cost);
}

/* ---- Commands ----------------------------------------------------------- */

typedef struct line_command {
    const char *name, *help;
    screen_wish wish; /* unless there is: */
    void (*act)(play *p);
} line_command;

static const line_command commands[] = {
    {"board", "show the board", WISH_NOTHING, show_board},
    {"moves", "list the moves so far", WISH_NOTHING, show_moves},
    {"position", "show the position in oxo's notation", WISH_NOTHING,
     show_position},
    {"undo", "take your move back; in a room: ask to take it back", WISH_UNDO,
     NULL},
    {"redo", "replay the move that was taken back", WISH_REDO, NULL},
    {"hint", "suggest a good move", WISH_HINT, NULL},
    {"value", "evaluate the position", WISH_NOTHING, ask_value},
    {"draw", "offer a draw", WISH_DRAW, NULL},
    {"accept", "accept an offer", WISH_ACCEPT, NULL},
    {"decline", "decline an offer", WISH_DECLINE, NULL},
    {"resign", "resign the game", WISH_RESIGN, NULL},
    {"abort",
     "in a room: end the game without a result, before both have moved or "
     "after a day without a move",
     WISH_ABORT, NULL},
    {"claim win",
     "in a room: win a game with a clock, if the opponent is away for long",
     WISH_CLAIM_WIN, NULL},
    {"claim draw", "the same, as a draw", WISH_CLAIM_DRAW, NULL},
    {"new", "begin a new game", WISH_NEW, NULL},
    {"help", "show this list", WISH_NOTHING, show_help},
    {"leave", "in a room: give up your seat", WISH_NOTHING, leave_room},
    {"quit", "quit; a game in a room goes on, and you can come back",
     WISH_NOTHING, quit_game},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void show_help(play *p)
{
    const bool classic = oxo_game_variant(&p->s.game) == OXO_CLASSIC;
    (void)fprintf(p->out,
                  classic ? "A move is a letter from a, top left, to i, "
                            "bottom right: e is the centre. 1 to 9 mean "
                            "the same.\n"
                          : "A move is two letters from a, top left, to i, "
                            "bottom right: first the board, then the cell. "
                            "1 to 9 mean the same.\n");
    for (int i = 0; i < COMMANDS; i++)
        (void)fprintf(p->out, "%s: %s.\n", commands[i].name, commands[i].help);
}

static const line_command *find_command(const char *line)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, line) == 0)
            return &commands[i];
    return NULL;
}

static bool read_move(const play *p, const char *line, oxo_move *ret)
{
    return typed_move(oxo_game_variant(&p->s.game), line, ret);
}

static void obey_line(play *p, const char *line)
{
    const line_command *c = find_command(line);
    oxo_move m;
    if (line[0] == '\0')
        return;
    p->leave_asked = p->leave_asked && c && c->act == leave_room;
    if (c && c->act) {
        c->act(p);
    } else if (c) {
        play_wish(p, c->wish);
    } else if (read_move(p, line, &m)) {
        p->s.wished = m;
        play_wish(p, WISH_MOVE);
    } else {
        play_refuse(p,
                    "'%.40s' is neither a move nor a command; type 'help' "
                    "for a list.",
                    line);
    }
}

/* ---- Lines -------------------------------------------------------------- */

/* Must the opponent or the server act before this line can be obeyed? */
static bool must_wait(const lines *l, const char *line)
{
    const play *p = &l->p;
    oxo_move m;
    if (p->thoughts.asked || p->sent)
        return true;
    if (!l->tty && p->link && !p->link->entered)
        return true; /* a script waits until it has entered the room */
    if (screen_is_over(&p->s) || screen_is_turn(&p->s))
        return false;
    if (p->link && p->link->room.token[0] == '\0' && p->link->entered)
        return false; /* spectators never have a turn to wait for */
    return (!l->tty && !p->link) ||
           (!find_command(line) && read_move(p, line, &m));
}

/* Removes blanks at both ends, and makes the line lower case. */
static void normalize_line(char *line)
{
    const size_t blank = strspn(line, " \t");
    memmove(line, line + blank, strlen(line + blank) + 1);
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    for (; *line; line++)
        if (*line >= 'A' && *line <= 'Z')
            *line = (char)(*line - 'A' + 'a');
}

/* Copies the first line of the input, if it is complete or the last; false if
 * there is none. `*ret_taken` is its length in the input. */
static bool next_line(const lines *l, char out[LINE], size_t *ret_taken)
{
    const char *end = memchr(l->text, '\n', l->used);
    size_t length = end ? (size_t)(end - l->text) : l->used;
    const bool full = l->used == sizeof l->text;
    if (!end && !full && !(l->ended && l->used > 0))
        return false;
    *ret_taken = length + (end ? 1 : 0);
    length = length < LINE - 1 ? length : LINE - 1;
    memcpy(out, l->text, length);
    out[length] = '\0';
    normalize_line(out);
    return true;
}

static void drop_line(lines *l, size_t taken)
{
    l->used -= taken;
    memmove(l->text, l->text + taken, l->used);
}

static void obey_lines(lines *l)
{
    char line[LINE];
    size_t taken;
    while (!l->p.done && next_line(l, line, &taken)) {
        if (must_wait(l, line))
            return;
        drop_line(l, taken);
        l->p.prompted = false; /* the user's Enter has ended the line */
        obey_line(&l->p, line);
    }
    /* Wait for the answer to the last line. */
    if (l->ended && l->used == 0 && !must_wait(l, "quit"))
        l->p.done = true;
}

static void read_input(lines *l)
{
    const ssize_t n =
        read(STDIN_FILENO, l->text + l->used, sizeof l->text - l->used);
    if (n > 0)
        l->used += (size_t)n;
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        l->ended = true;
}

static void write_prompt(lines *l)
{
    if (l->tty && !l->p.prompted && !l->p.thoughts.asked) {
        (void)fputs("> ", l->p.out);
        l->p.prompted = true;
    }
    if (fflush(l->p.out) == 0)
        return;
    l->p.done = true;
    l->p.status = CLI_FAILURE;
    if (errno == EPIPE) /* the reader has gone: no message is needed */
        clearerr(l->p.out);
}

/* ---- The loop ----------------------------------------------------------- */

static void run_lines(lines *l)
{
    play *p = &l->p;
    while (!p->done && !interrupt_came()) {
        struct pollfd fds[PLAY_FDS] = {{.fd = STDIN_FILENO, .events = POLLIN}};
        const int count = play_watch(p, fds);
        if (l->ended || l->used == sizeof l->text)
            fds[0].fd = -1;
        write_prompt(l);
        (void)poll(fds, (nfds_t)count, play_patience(p));
        play_tend(p);
        if (fds[0].revents)
            read_input(l);
        obey_lines(l);
    }
    (void)play_out(p); /* end the line before the shell's prompt */
}

/* In a room the side is known only once the opponent has joined. */
static void greet_user(const play_config *config)
{
    if (config->against == AGAINST_COMPUTER ||
        config->against == AGAINST_ENGINE)
        printf("You are %c. ", "XO"[config->mark]);
    puts("Type 'help' for a list of commands.");
}

int play_in_lines(const play_config *config, engine_seat *seat,
                  client_link *link)
{
    lines *l = calloc(1, sizeof *l);
    if (!l)
        return cli_fail(config->command, "out of memory");
    greet_user(config);
    const int error = play_open(&l->p, config, seat, link, stdout);
    l->tty = isatty(STDIN_FILENO);
    if (error < 0)
        (void)cli_fail(config->command, "%s", strerror(-error));
    else
        run_lines(l);
    const int status = error < 0 ? CLI_FAILURE : l->p.status;
    play_close(&l->p);
    play_room_tell_return(&l->p, stdout);
    if (l->p.fault[0])
        (void)cli_fail(config->command, "%s", l->p.fault);
    free(l);
    return status;
}
