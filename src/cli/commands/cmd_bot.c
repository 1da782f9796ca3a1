/* cmd_bot.c - oxo bot: lets an engine play in a room of a server. */
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

enum {
    /* Between two moves, in microseconds: a server accepts 20 messages per
     * second from a connection, and engines can be faster. */
    PACE = 80000,
    RETRY = 1000000, /* microseconds after a passing refusal */
    TICK_MS = 100
};

typedef struct bot {
    const cli_command *command;
    engine_seat seat;
    client_link link;
    char name[ROOM_ARGS_NAME + 1];
    bool quiet;
    bool claims;       /* a win, if the other player is away for long */
    int64_t claim_at;  /* not before this moment, as clock_us() has it */
    bool started;      /* the engine plays by the rules of the room */
    oxo_move held;     /* a move to be sent at `send_at`, or OXO_NO_MOVE */
    int64_t send_at;   /* as clock_us() has it */
    int64_t retry_at;  /* when to repeat what was refused; 0: nothing */
    bool done;         /* leave the room */
    int status;        /* exit status */
    int games, wanted; /* games finished, and to be played; 0: any number */
    int64_t counted;   /* number of the last game in `games` */
} bot;

/* ---- Messages ----------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void
print_message(const bot *b, const char *words, ...)
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

static void fail_bot(bot *b, const char *what, const char *why)
{
    char text[SCREEN_TEXT];
    safe_copy(text, sizeof text, why);
    (void)cli_fail(b->command, "%s%s", what, text);
    b->status = CLI_FAILURE;
    b->done = true;
}

/* ---- Playing ------------------------------------------------------------ */

/* Starts the engine again if the rules of the room are not those expected. */
static void adopt_rules(bot *b)
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

/* To be called for a new position: asks the engine for a move if it is the
 * bot's turn. */
static void ask_engine(bot *b)
{
    const client_room *r = &b->link.room;
    adopt_rules(b);
    engine_seat_forget(&b->seat);
    b->held = OXO_NO_MOVE;
    b->retry_at = 0;
    if (client_room_is_turn(r))
        engine_seat_ask(&b->seat, &r->game, r->clocked ? r->clocks : NULL,
                        r->increment);
}

/* Counts a finished game once: after a lost connection its end may be reported
 * again. */
static void count_game(bot *b)
{
    static const char *const results[] = {"without a result", "X wins",
                                          "O wins", "drawn"};
    const client_room *r = &b->link.room;
    if (r->number == b->counted)
        return;
    b->counted = r->number;
    if (r->result == OXO_ONGOING) { /* aborted: that was no game */
        print_message(b, "a game ended without a result (%s)", r->reason);
        return;
    }
    b->games++;
    const int length = r->game.length;
    const char mark = "XO-"[r->you];
    print_message(b, "game %d: %s (%s), as %c, %d move%s", b->games,
                  results[r->result], r->reason, mark, length,
                  length == 1 ? "" : "s");
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

static void handle_state(bot *b)
{
    ask_engine(b);
    if (b->link.room.life == CLIENT_FINISHED)
        finish_game(b);
}

/* Declines draws and takebacks. The bot offers each rematch itself, which
 * accepts one that was offered. */
static void answer_offer(bot *b)
{
    const client_room *r = &b->link.room;
    if (r->offer_by != r->you && r->offer != CLIENT_REMATCH)
        (void)client_link_say(&b->link, "decline");
}

/* Repeats what a server refused for the time being: a move, a rematch or an
 * answer. */
static void retry_refused(bot *b)
{
    if (b->retry_at == 0 || clock_us() < b->retry_at)
        return;
    handle_state(b);
    if (b->link.room.offer != CLIENT_NO_OFFER)
        answer_offer(b);
}

static void handle_game_news(bot *b, client_news news)
{
    if (news == NEWS_START && b->started)
        engine_seat_renew(&b->seat);
    if (news == NEWS_START || news == NEWS_MOVE)
        ask_engine(b);
    else if (news == NEWS_STATE || news == NEWS_CONNECTED)
        handle_state(b); /* the last message may have been lost */
    else if (news == NEWS_OVER || news == NEWS_ABORTED)
        finish_game(b);
    else if (news == NEWS_OFFER)
        answer_offer(b);
}

static void print_room(bot *b)
{
    char url[CLIENT_URL];
    client_place_url(&b->link.place, b->link.room.code, url);
    (void)printf("%s\n", url);
    (void)fflush(stdout);
    adopt_rules(b);
}

static void fail_at_room(bot *b, const char *why)
{
    char url[CLIENT_URL], where[CLIENT_URL + 2];
    client_place_url(&b->link.place, b->link.place.code, url);
    (void)snprintf(where, sizeof where, "%s: ", url);
    fail_bot(b, where, why);
}

static void handle_news(void *context, client_news news,
                        const client_detail *d)
{
    bot *b = context;
    handle_game_news(b, news);
    if (news == NEWS_ROOM) {
        print_room(b);
    } else if ((news == NEWS_LEFT && b->link.room.life != CLIENT_WAITING) ||
               news == NEWS_CLOSED) {
        print_message(b, news == NEWS_LEFT ? "the other player has left"
                                           : "the room is closed");
        b->done = true;
    } else if (news == NEWS_LOST) {
        print_message(b, "connection lost (%s), retrying", d->text);
    } else if (news == NEWS_PUT_OFF) {
        print_message(b, "not accepted yet (%s), retrying", d->text);
    } else if (news == NEWS_REFUSED && !b->done) {
        print_message(b, "refused: %s", d->text);
        if (client_is_passing(d->code))
            b->retry_at = clock_us() + RETRY;
    } else if (news == NEWS_FAILED || news == NEWS_BROKEN) {
        fail_at_room(b, d->text);
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
        fail_bot(b, "the engine ", b->seat.program.detail);
    }
}

/* Sends the held move when it is time. If there is no connection the move is
 * lost, and the engine is asked again after reconnecting. */
static void send_held(bot *b)
{
    if (b->held == OXO_NO_MOVE || clock_us() < b->send_at)
        return;
    (void)client_link_move(&b->link, b->held);
    b->held = OXO_NO_MOVE;
    b->send_at = clock_us() + PACE;
}

/* A bot has time: it claims nothing unless it was told to. */
static void claim_win(bot *b)
{
    const int64_t now = clock_us();
    if (!b->claims || now < b->claim_at ||
        !client_room_may_claim(&b->link.room, now / 1000))
        return;
    b->claim_at = now + RETRY;
    (void)client_link_claim(&b->link, false);
}

static int wait_ms(const bot *b)
{
    const int64_t left = b->send_at - clock_us();
    if (b->held == OXO_NO_MOVE || left > 1000 * (int64_t)TICK_MS)
        return TICK_MS;
    return left > 0 ? (int)(left / 1000) + 1 : 0;
}

/* ---- Running ------------------------------------------------------------ */

/* A signal does not end a running game: the same room gives the bot its seat
 * back. */
static void leave_or_pause(bot *b)
{
    char url[CLIENT_URL];
    const bool pauses =
        !b->done && b->link.kept && client_room_holds_game(&b->link.room);
    client_link_close(&b->link, !pauses);
    client_place_url(&b->link.place, b->link.room.code, url);
    if (pauses)
        print_message(b, "the game goes on; to come back, use --room %s", url);
}

static void play_until_done(bot *b)
{
    while (!b->done && !interrupt_came()) {
        struct pollfd fds[2];
        int count = client_link_watch(&b->link, fds);
        if (b->started && engine_seat_fd(&b->seat) >= 0)
            fds[count++] = (struct pollfd){.fd = engine_seat_fd(&b->seat),
                                           .events = POLLIN};
        (void)poll(fds, (nfds_t)count, wait_ms(b));
        client_link_tend(&b->link, handle_news, b);
        if (b->started && !b->done)
            tend_engine(b);
        send_held(b);
        if (b->started && !b->done) {
            claim_win(b);
            retry_refused(b);
        }
    }
    engine_seat_end(&b->seat);
    leave_or_pause(b);
}

/* The bot's name is that of its engine, as far as servers accept it. */
static void name_bot(bot *b, client_wish *w)
{
    safe_copy(b->name, sizeof b->name, b->seat.spec.name);
    if (!w->name && b->name[0])
        w->name = b->name;
}

static int read_options(const cli_args *args, bot *b, client_wish *w)
{
    const char *variant = cli_args_value(args, "variant");
    *w = (client_wish){.variant =
                           variant ? format_variant(variant) : OXO_ULTIMATE,
                       .is_public = cli_args_flag(args, "public"),
                       .never_watch = true};
    room_args_seats(w);
    b->claims = cli_args_flag(args, "claim");
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

/* The rules to start the engine with. Those of an existing room are not yet
 * known; an engine that knows only one variant finds out in the room. */
static oxo_variant expected_variant(const bot *b, oxo_variant wished)
{
    const bool exists = b->link.place.code[0] != '\0';
    return exists && b->seat.spec.protocol == PROTOCOL_CODINGAME
               ? OXO_ULTIMATE_CG
               : wished;
}

static int prepare_bot(const cli_args *args, bot *b)
{
    client_wish wish;
    const char *url = cli_args_value(args, "room");
    const int status = read_options(args, b, &wish);
    if (status != CLI_OK)
        return status;
    const char *fault = client_link_init(&b->link, url, &wish);
    if (fault)
        return cli_usage(args->command, "'%s': %s", url, fault);
    /* Check the engine before anybody waits for it in a room. */
    return engine_seat_open(&b->seat, args->command,
                            expected_variant(b, wish.variant), b->quiet);
}

static int run_bot(const cli_args *args)
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
    int status = prepare_bot(args, b);
    if (status == CLI_OK) {
        play_until_done(b);
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
              "room; https://host creates a room and prints its address. "
              "http://host:port is the same without TLS. Required."),
    ROW_VALUE("engine", "COMMAND",
              "The engine: a program that speaks UGI, or a description as in "
              "'oxo match', such as oxo:3. Required."),
    ENGINE_SEAT_MOVETIME,
    ROW_VALUE("name", "NAME",
              "The player's name in the room; default: the engine's name."),
    ROW_NUMBER("games", "Leave after N games; default: play until the other "
                        "player leaves. Aborted games do not count."),
    ROW_FLAG("claim",
             "In a game with a clock, claim a win as soon as the other player "
             "has been away long enough for the server to allow it. "
             "By default the bot waits."),
    ROW_VARIANT_OF_ROOM,
    ROW_CLOCK,
    ROW_PUBLIC,
    ROW_SILENT,
    {0},
};

static const char *const description[] = {
    "The bot joins the room, or creates one and prints its address, plays, "
    "and offers another game after each. It declines offers of draws and "
    "takebacks. It leaves when the other player leaves, after the given "
    "number of games, and on Ctrl-C or SIGTERM. In a running game a signal "
    "ends only the program: 'oxo bot' with the room's address comes back to "
    "the seat.",
    "After a lost connection the bot returns to its seat, and it repeats what "
    "a server cannot accept at the moment. If the room has a clock, the "
    "engine "
    "gets the time left.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo bot --room http://127.0.0.1:8080 --engine oxo:5",
     "With 'oxo serve' running: create a room there, print its address and "
     "wait for an opponent.",
     CLI_RUNS_ON},
    {0},
};

const cli_command cmd_bot = {
    .name = "bot",
    .summary = "Let an engine play in a room of a server",
    .arguments = "",
    .options = options,
    .description = description,
    .examples = examples,
    .run = run_bot,
};
