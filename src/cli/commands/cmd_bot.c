/* cmd_bot.c - oxo bot: an engine in a room. */
#include "commands.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "interrupt.h"
#include "play_game.h"
#include "room_args.h"
#include "rows.h"
#include "safe.h"

/* A server takes 20 messages a second from a connection and no more; engines
 * can be faster. In microseconds. */
enum { PACE = 80000, TRY_AGAIN = 1000000, TICK_MS = 100 };

typedef struct bot {
    const cli_command *command;
    engine_seat seat;
    client_link link;
    char name[ROOM_ARGS_NAME + 1];
    bool quiet;
    bool started;    /* the engine is, by the rules of the room */
    oxo_move held;   /* a move that waits for ... */
    int64_t send_at; /* ... this moment */
    int64_t again;   /* when to try what was refused for the time being; 0:
                      * nothing was */
    bool done;
    int status;
    int games, wanted; /* finished, and how many there shall be; 0: any */
    int64_t counted;   /* the number of the last that was counted */
} bot;

/* ---- Saying ------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void say(const bot *b,
                                                      const char *words, ...)
{
    char text[SCREEN_TEXT];
    va_list list;
    if (b->quiet)
        return;
    va_start(list, words);
    (void)vsnprintf(text, sizeof text, words, list);
    va_end(list);
    safe_print(stderr, text);
    (void)fputc('\n', stderr);
}

static void fail(bot *b, const char *what, const char *why)
{
    char text[SCREEN_TEXT];
    safe_copy(text, sizeof text, why);
    (void)cli_fail(b->command, "%s%s", what, text);
    b->status = CLI_FAILURE;
    b->done = true;
}

/* ---- Playing ------------------------------------------------------------ */

/* Until now the engine has known the rules that were expected. */
static void start_engine(bot *b)
{
    const oxo_variant variant = b->link.room.variant;
    if (b->started)
        return;
    b->started = true;
    if (b->seat.program.variant == variant)
        return;
    engine_seat_end(&b->seat);
    engine_seat_start(&b->seat, variant);
}

/* The position is new: asks for a move if it is ours to make. */
static void consider(bot *b)
{
    const client_room *r = &b->link.room;
    start_engine(b);
    engine_seat_forget(&b->seat);
    b->held = OXO_NO_MOVE;
    b->again = 0;
    if (client_room_is_turn(r))
        engine_seat_ask(&b->seat, &r->game, r->clocked ? r->clocks : NULL,
                        r->increment);
}

/* A game may be heard of twice, if the connection was lost meanwhile. */
static void count_game(bot *b)
{
    static const char *const results[] = {"without a result", "X wins",
                                          "O wins", "drawn"};
    const client_room *r = &b->link.room;
    if (r->number == b->counted)
        return;
    b->counted = r->number;
    b->games++;
    say(b, "game %d: %s (%s), as %c, %d move%s", b->games, results[r->result],
        r->reason, "XO-"[r->you], r -> game.length,
        r->game.length == 1 ? "" : "s");
}

static void finish_game(bot *b)
{
    engine_seat_forget(&b->seat);
    count_game(b);
    if (b->wanted > 0 && b->games >= b->wanted)
        b->done = true;
    else
        (void)client_link_say(&b->link, "rematch");
}

static void take_state(bot *b)
{
    consider(b);
    if (b->link.room.life == CLIENT_FINISHED)
        finish_game(b);
}

/* Engines play on. For another game it has asked itself, which is an answer
 * as well. */
static void answer_offer(bot *b)
{
    const client_room *r = &b->link.room;
    if (r->offer_by != r->you && r->offer != CLIENT_REMATCH)
        (void)client_link_say(&b->link, "decline");
}

/* A move, a rematch, an answer: whatever was refused, it is still to do. */
static void try_again(bot *b)
{
    if (b->again == 0 || clock_us() < b->again)
        return;
    take_state(b);
    if (b->link.room.offer != CLIENT_NO_OFFER)
        answer_offer(b);
}

static void take_game_news(bot *b, client_news news)
{
    if (news == NEWS_START && b->started)
        engine_seat_renew(&b->seat);
    if (news == NEWS_START || news == NEWS_MOVE)
        consider(b);
    else if (news == NEWS_STATE || news == NEWS_CONNECTED)
        take_state(b); /* what was said last may not have arrived */
    else if (news == NEWS_OVER)
        finish_game(b);
    else if (news == NEWS_OFFER)
        answer_offer(b);
}

static void take_room(bot *b)
{
    char url[CLIENT_URL];
    client_place_url(&b->link.place, b->link.room.code, url);
    (void)printf("%s\n", url);
    (void)fflush(stdout);
    start_engine(b);
}

static void fail_there(bot *b, const char *why)
{
    char url[CLIENT_URL], where[CLIENT_URL + 2];
    client_place_url(&b->link.place, b->link.place.code, url);
    (void)snprintf(where, sizeof where, "%s: ", url);
    fail(b, where, why);
}

static void hear(void *context, client_news news, const client_detail *d)
{
    bot *b = context;
    take_game_news(b, news);
    if (news == NEWS_ROOM) {
        take_room(b);
    } else if (news == NEWS_LEFT || news == NEWS_CLOSED) {
        say(b, news == NEWS_LEFT ? "the other player has left"
                                 : "the room is closed");
        b->done = true;
    } else if (news == NEWS_LOST) {
        say(b, "the connection is lost (%s), trying again", d->text);
    } else if (news == NEWS_PUT_OFF) {
        say(b, "not yet (%s), trying again", d->text);
    } else if (news == NEWS_REFUSED && !b->done) {
        say(b, "refused: %s", d->text);
        if (client_is_passing(d->code))
            b->again = clock_us() + TRY_AGAIN;
    } else if (news == NEWS_FAILED || news == NEWS_BROKEN) {
        fail_there(b, d->text);
    }
}

static void tend_engine(bot *b)
{
    oxo_move m;
    const seat_news news = engine_seat_tend(&b->seat, &m);
    if (news == SEAT_MOVED)
        b->held = m;
    if (news == SEAT_FAILED && b->started) {
        (void)client_link_say(&b->link, "resign");
        fail(b, "the engine ", b->seat.program.detail);
    }
}

/* Without a connection it is lost, and asked for again when there is one. */
static void send_held(bot *b)
{
    if (b->held == OXO_NO_MOVE || clock_us() < b->send_at)
        return;
    (void)client_link_move(&b->link, b->held);
    b->held = OXO_NO_MOVE;
    b->send_at = clock_us() + PACE;
}

static int patience(const bot *b)
{
    const int64_t left = b->send_at - clock_us();
    if (b->held == OXO_NO_MOVE || left > 1000 * (int64_t)TICK_MS)
        return TICK_MS;
    return left > 0 ? (int)(left / 1000) + 1 : 0;
}

/* ---- Running ------------------------------------------------------------ */

static void run_bot(bot *b)
{
    while (!b->done && !interrupt_came()) {
        struct pollfd fds[2];
        int count = client_link_watch(&b->link, fds);
        if (b->started && engine_seat_fd(&b->seat) >= 0)
            fds[count++] = (struct pollfd){.fd = engine_seat_fd(&b->seat),
                                           .events = POLLIN};
        (void)poll(fds, (nfds_t)count, patience(b));
        client_link_tend(&b->link, hear, b);
        if (b->started && !b->done)
            tend_engine(b);
        send_held(b);
        if (b->started && !b->done)
            try_again(b);
    }
    engine_seat_end(&b->seat);
    client_link_close(&b->link, true);
}

/* Named after its engine, as far as servers take that. */
static void name_bot(bot *b, client_wish *w)
{
    safe_copy(b->name, sizeof b->name, b->seat.spec.name);
    if (!w->name && b->name[0])
        w->name = b->name;
}

static int read_wish(const cli_args *args, bot *b, client_wish *w)
{
    const char *variant = cli_args_value(args, "variant");
    *w = (client_wish){.variant =
                           variant ? format_variant(variant) : OXO_ULTIMATE,
                       .is_public = cli_args_flag(args, "public"),
                       .never_watch = true};
    int status = room_args_name(args, w);
    if (status == CLI_OK)
        status = room_args_clock(args, w);
    if (status == CLI_OK)
        status = cli_read_int(args, "games", 1, 1000000, &b->wanted);
    if (status == CLI_OK)
        status = engine_seat_init(&b->seat, args);
    if (status == CLI_OK)
        name_bot(b, w);
    return status;
}

/* A room that exists has rules of its own, not yet known: an engine that can
 * play by one set only shall find out there. */
static oxo_variant expected_variant(const bot *b, oxo_variant wished)
{
    const bool exists = b->link.place.code[0] != '\0';
    return exists && b->seat.spec.protocol == PROTOCOL_CODINGAME
               ? OXO_ULTIMATE_CG
               : wished;
}

static int prepare(const cli_args *args, bot *b)
{
    client_wish wish;
    const char *url = cli_args_value(args, "room");
    const int status = read_wish(args, b, &wish);
    if (status != CLI_OK)
        return status;
    const char *fault = client_link_init(&b->link, url, &wish);
    if (fault)
        return cli_usage(args->command, "'%s': %s", url, fault);
    /* Nobody shall wait in a room for an engine that cannot play. */
    return engine_seat_open(&b->seat, args->command,
                            expected_variant(b, wish.variant), b->quiet);
}

static int run(const cli_args *args)
{
    static const char *const needed[] = {"room", "engine"};
    for (int i = 0; i < 2; i++)
        if (!cli_args_value(args, needed[i]))
            return cli_usage(args->command, "'--%s' is needed", needed[i]);
    bot *b = calloc(1, sizeof *b);
    if (!b)
        return cli_fail(args->command, "out of memory");
    b->command = args->command;
    b->held = OXO_NO_MOVE;
    b->quiet = cli_args_flag(args, "quiet");
    interrupt_take(NULL);
    int status = prepare(args, b);
    if (status == CLI_OK) {
        run_bot(b);
        status = b->status;
    }
    interrupt_leave();
    free(b);
    return status;
}

/* ---- The command -------------------------------------------------------- */

static const cli_option options[] = {
    ROW_VALUE("room", "URL",
              "Where to play: https://host/r/CODE takes the free seat of that "
              "room, https://host makes one and prints its address. "
              "http://host:port is one without TLS. Needed."),
    ROW_VALUE("engine", "COMMAND",
              "The engine, a program that speaks UGI, or a description as "
              "'oxo match' takes it, such as oxo:3. Needed."),
    ENGINE_SEAT_MOVETIME,
    ROW_VALUE("name", "NAME",
              "What the others in the room call it; the engine's name unless "
              "given."),
    ROW_NUMBER("games", "Leave after so many games; without it, play as long "
                        "as somebody does."),
    ROW_VARIANT("The rules of a room to be made; ultimate unless given."),
    ROW_CLOCK,
    ROW_FLAG("public", "A room to be made can be found by anybody."),
    ROW_SILENT,
    {0},
};

static const char *const description[] = {
    "Brings an engine into a room as a player. It joins the room, or makes "
    "one and prints its address, plays, and offers another game after each. "
    "Draws and takebacks are declined. It ends when the other player leaves, "
    "after as many games as it was told, or on SIGINT and SIGTERM; then it "
    "gives its seat back.",
    "A connection that is lost comes back by itself, with the same seat, and "
    "what a server cannot take at the moment is said again. "
    "Where the room has a clock the engine is told what is left on it.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo bot --room http://127.0.0.1:8080 --engine oxo:5",
     "Beside 'oxo serve': makes a room there, prints its address and waits "
     "for somebody.",
     CLI_RUNS_ON},
    {0},
};

const cli_command cmd_bot = {
    .name = "bot",
    .summary = "Bring an engine into a room of a server",
    .arguments = "",
    .options = options,
    .description = description,
    .examples = examples,
    .run = run,
};
