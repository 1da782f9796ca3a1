/* cmd_play.c - oxo play. */
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chance.h"
#include "interrupt.h"
#include "play_game.h"
#include "room_args.h"
#include "rows.h"
#include "tty.h"

enum { LEVEL = 5 };

/* ---- Options ------------------------------------------------------------ */

static int read_variant(const cli_args *args, oxo_variant *ret)
{
    *ret = OXO_ULTIMATE;
    if (args->count == 0 || oxo_variant_find(args->operands[0], ret))
        return CLI_OK;
    return cli_usage(args->command,
                     "unknown variant '%s': there are classic, ultimate, "
                     "ultimate-cg and ultimate-continue",
                     args->operands[0]);
}

static int read_opponent(const cli_args *args, play_config *c)
{
    static const char *const names[] = {"level", "engine", "friend", "room"};
    static const play_against kinds[] = {AGAINST_COMPUTER, AGAINST_ENGINE,
                                         AGAINST_FRIEND, AGAINST_ROOM};
    const char *chosen = NULL;
    for (int i = 0; i < 4; i++) {
        if (!cli_args_value(args, names[i]))
            continue;
        if (chosen)
            return cli_usage(args->command,
                             "choose one opponent: '--%s' or '--%s'", chosen,
                             names[i]);
        chosen = names[i];
        c->against = kinds[i];
    }
    return cli_read_int(args, "level", 1, 10, &c->level);
}

/* X by default; 'random' draws lots, in a room the server does. */
static void read_mark(const cli_args *args, play_config *c)
{
    const char *mark = cli_args_value(args, "mark");
    c->fixed = mark && strcmp(mark, "random") != 0;
    c->mark = c->fixed && strcmp(mark, "O") == 0 ? OXO_O : OXO_X;
    if (mark && !c->fixed)
        c->mark = chance_seed() % 2 ? OXO_O : OXO_X;
    c->room.mark = mark && !c->fixed ? OXO_NONE : c->mark;
}

/* Some options need another one. */
static int check_options(const cli_args *args)
{
    static const struct {
        const char *name, *needs;
    } rows[] = {{"name", "room"},
                {"clock", "room"},
                {"public", "room"},
                {"watch", "room"},
                {"movetime", "engine"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (cli_args_value(args, rows[i].name) &&
            !cli_args_value(args, rows[i].needs))
            return cli_usage(args->command, "'--%s' needs '--%s'",
                             rows[i].name, rows[i].needs);
    return CLI_OK;
}

static int read_room(const cli_args *args, play_config *c)
{
    c->room.variant = c->variant;
    c->room.is_public = cli_args_flag(args, "public");
    c->room.watch = cli_args_flag(args, "watch");
    room_args_seats(&c->room);
    int status = room_args_clock(args, &c->room);
    if (status == CLI_OK)
        status = room_args_name(args, &c->room);
    return status;
}

static int read_config(const cli_args *args, play_config *c)
{
    *c = (play_config){.command = args->command,
                       .level = LEVEL,
                       .ascii = look_wants_ascii(args),
                       .color = look_wants_color(args)};
    int status = read_variant(args, &c->variant);
    if (status == CLI_OK)
        status = read_opponent(args, c);
    if (status == CLI_OK)
        status = check_options(args);
    if (status == CLI_OK) {
        read_mark(args, c);
        status = read_room(args, c);
    }
    return status;
}

/* ---- Playing ------------------------------------------------------------ */

static bool wants_lines(const cli_args *args)
{
    const char *term = getenv("TERM");
    return cli_args_flag(args, "plain") || !isatty(STDIN_FILENO) ||
           !isatty(STDOUT_FILENO) || !term || !term[0] ||
           strcmp(term, "dumb") == 0;
}

static int play_with(const cli_args *args, const play_config *c,
                     engine_seat *seat, client_link *link)
{
    const char *url = cli_args_value(args, "room");
    const char *fault = link ? client_link_init(link, url, &c->room) : NULL;
    int status = seat ? engine_seat_init(seat, args) : CLI_OK;
    if (fault)
        return cli_usage(args->command, "'%s': %s", url, fault);
    if (status != CLI_OK)
        return status;
    /* An interrupt ends the engine and the connection; the seat in a running
     * game is kept. */
    interrupt_take(NULL);
    if (seat)
        status = engine_seat_open(seat, args->command, c->variant, false);
    if (status == CLI_OK && !interrupt_came())
        status = wants_lines(args) ? play_in_lines(c, seat, link)
                                   : play_on_screen(c, seat, link);
    if (seat)
        engine_seat_end(seat);
    interrupt_leave();
    if (tty_interrupted() || interrupt_came())
        return cli_interrupted(args->command, NULL);
    return status;
}

static int run_play(const cli_args *args)
{
    play_config config;
    engine_seat *seat = NULL;
    client_link *link = NULL;
    int status = read_config(args, &config);
    if (status != CLI_OK)
        return status;
    if (config.against == AGAINST_ENGINE)
        seat = malloc(sizeof *seat);
    if (config.against == AGAINST_ROOM)
        link = malloc(sizeof *link);
    const bool ready = (config.against != AGAINST_ENGINE || seat) &&
                       (config.against != AGAINST_ROOM || link);
    status = ready ? play_with(args, &config, seat, link)
                   : cli_fail(args->command, "out of memory");
    free(seat);
    free(link);
    return status;
}

/* ---- The command -------------------------------------------------------- */

static const char *const marks[] = {"X", "O", "random", NULL};

static const cli_operand operands[] = {
    {"VARIANT",
     "The rules: classic; ultimate, the default; ultimate-cg, where the "
     "player "
     "with more boards wins if there is no line; or ultimate-continue, where "
     "a won board stays open until it is full. An existing room has its own "
     "rules.",
     CLI_WORD},
    {0},
};

static const cli_option options[] = {
    ROW_NUMBER("level", "The strength of the computer, from 1 to 10; default: "
                        "5."),
    ROW_VALUE("engine", "COMMAND",
              "Play against this engine: a program that speaks UGI, or a "
              "description as in 'oxo match', such as oxo:3."),
    ENGINE_SEAT_MOVETIME,
    ROW_FLAG("friend", "Play with two people at one keyboard."),
    ROW_VALUE("room", "URL",
              "Play in a room of a server: https://host/r/CODE takes the free "
              "seat of that room, or watches if there is none; https://host "
              "creates a room and prints its address. http://host:port is the "
              "same without TLS."),
    ROW_FLAG("watch", "Watch the room, even if a seat is free."),
    ROW_CHOICE("mark", "MARK", marks,
               "Your mark in every game. By default, and with random, the "
               "players swap marks after each game; the default begins with "
               "X."),
    ROW_VALUE("name", "NAME", "Your name in the room."),
    ROW_CLOCK,
    ROW_PUBLIC,
    ROW_PLAIN,
    ROW_ASCII,
    ROW_COLOR,
    {0},
};

static const char *const description[] = {
    "The game takes the whole terminal; 80 columns and 24 rows are enough. "
    "The arrows or h, j, k and l move the cursor, and Enter plays there; a "
    "click or the letters or digits of a move do the same. 'u' takes a move "
    "back, 'r' redoes it, 't' gives a hint, 'x' resigns, 'n' begins another "
    "game, '?' shows all keys and 'q' quits.",
    "Without a terminal, or if TERM is dumb, the game is played line by line. "
    "A line is a move or a word such as 'board', 'undo', 'hint', 'resign', "
    "'new' or 'quit'; 'help' lists the words. Every move is described in "
    "words. Lines from a pipe wait until it is their turn.",
    "In a room with another person there are neither hints nor evaluations, "
    "but players can offer draws, takebacks and rematches. A lost connection "
    "is restored. Quitting is not leaving: the game goes on, and the same "
    "'--room' comes back to it. 'L' or the word 'leave' gives up the seat.",
    "Until both have moved, 'x' or 'abort' ends a game in a room without a "
    "result. In a game with a clock, you can claim a win or a draw when the "
    "opponent has been away for a minute. You can close a game without a "
    "clock or days when the opponent has not moved for a day.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo play", "Ultimate against the computer.", CLI_RUNS_ON},
    {"printf '%s\\n' e a b h c g | oxo play classic --friend",
     "A game of two people, line by line.", CLI_OK},
    {"printf '%s\\n' e board quit | oxo play classic --level 10",
     "A move against the computer, its reply, and the board.", CLI_OK},
    {"echo ee | oxo play --engine 'oxo engine' --movetime 100",
     "Ultimate against an engine.", CLI_OK},
    {0},
};

const cli_command cmd_play = {
    .name = "play",
    .summary = "Play a game on the terminal",
    .arguments = "[VARIANT]",
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_RUNS_LONG,
    .run = run_play,
};
