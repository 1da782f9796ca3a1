/* wire-samples.c - messages of oxo.v1 as the server writes them, for scripts
 * that check them.
 *
 *     wire-samples story        a fixed story, one message a line: the source
 *                               of the examples in docs/manual/protocol.md
 *     wire-samples random SEED  rooms in which anything may happen
 *     wire-samples read         reads one message a line, prints its status
 *     wire-samples statuses     the words of all statuses */
#define _POSIX_C_SOURCE 200809L /* getline() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire.h"

static const int64_t start = INT64_C(1767225600000); /* 2026-01-01 */

/* ---- A room and what is said in it -------------------------------------- */

typedef struct scene {
    room room;
    int64_t now;
    room_rules rules;
} scene;

static char message[WIRE_MAX_MESSAGE];

static void say(size_t length)
{
    printf("%.*s\n", (int)length, message);
}

static void sit_down(scene *s, int seat)
{
    wire_secret token;
    for (int i = 0; i < 16; i++)
        token.bytes[i] = (uint8_t)(37 * i + 11 * seat + 129);
    room_connect(&s->room, seat, s->now);
    say(wire_seat(&s->room, seat, &token, seat == 0, 1, message,
                  sizeof message));
}

/* The newcomer, if there is one, hears of its seat first. */
static void tell(scene *s, const room_events *events, int newcomer)
{
    for (int i = 0; i < events->count; i++) {
        if (!room_apply(&s->room, &events->list[i]))
            abort();
        if (i == 0 && newcomer >= 0)
            sit_down(s, newcomer);
        say(wire_event(&s->room, &events->list[i], message, sizeof message));
    }
}

static oxo_status ask(scene *s, room_command command)
{
    room_events events;
    s->now += 1500;
    const oxo_status status =
        room_decide(&s->room, &s->rules, &command, s->now, &events);
    tell(s, &events, command.verb == ROOM_JOIN ? 1 : -1);
    if (status != OXO_OK)
        say(wire_error(status, NULL, true, 7, message, sizeof message));
    else if (events.count == 0)
        say(wire_ok(&s->room, true, 8, message, sizeof message));
    return status;
}

static void show_state(const scene *s, int you)
{
    say(wire_state(&s->room, &s->rules, s->now + 250, you, 2, message,
                   sizeof message));
}

static event_player person(const char *name, const char *avatar, int token)
{
    event_player p = {.level = 0};
    snprintf(p.name, sizeof p.name, "%s", name);
    snprintf(p.avatar, sizeof p.avatar, "%s", avatar);
    memset(p.token.bytes, token, sizeof p.token.bytes);
    return p;
}

static scene open_room(event_room id, const event_setup *setup,
                       const event_player *maker, int computer)
{
    scene s = {.now = start, .rules = room_default_rules()};
    room_events events;
    room_init(&s.room, id);
    if (room_create(id, setup, maker, computer, s.now, &events) != OXO_OK)
        abort();
    tell(&s, &events, 0);
    return s;
}

/* A game with a clock starts now that both are here. */
static void join(scene *s, const event_player *player)
{
    const room_command tick = {.verb = ROOM_TICK};
    room_events events;
    ask(s, (room_command){
               .verb = ROOM_JOIN, .seat = ROOM_BY_TOKEN, .player = *player});
    room_decide(&s->room, &s->rules, &tick, s->now, &events);
    tell(s, &events, -1);
}

static oxo_status act(scene *s, int seat, room_verb verb, event_offer offer)
{
    return ask(s, (room_command){
                      .verb = verb, .seat = (uint8_t)seat, .offer = offer});
}

static oxo_status play(scene *s, int seat, int ply, int move)
{
    return ask(s, (room_command){.verb = ROOM_MOVE,
                                 .seat = (uint8_t)seat,
                                 .ply = (uint8_t)ply,
                                 .move = move});
}

/* ---- The story ---------------------------------------------------------- */

/* "ae ee": each by whose turn it is. */
static void play_all(scene *s, const char *moves)
{
    for (; moves[0] && moves[1]; moves += moves[2] ? 3 : 2)
        play(s, room_turn(&s->room), s->room.length,
             9 * (moves[0] - 'a') + moves[1] - 'a');
}

static void ultimate_story(void)
{
    event_room id = 0;
    event_code_parse("K7Q2MX", 6, &id);
    const event_setup setup = {.variant = OXO_ULTIMATE,
                               .series = 3,
                               .is_public = true,
                               .initial = 300000,
                               .increment = 2000};
    const event_player ada = person("Ada", "\xF0\x9F\xA6\x8A", 1);
    const event_player bo = person("Bo <3", "", 2);
    scene s = open_room(id, &setup, &ada, 0);
    show_state(&s, 0);
    join(&s, &bo);
    play_all(&s, "ee ea ae eb be ec");
    say(wire_intensity(&s.room, 4321, "engine", message, sizeof message));
    play(&s, 1, 6, 18); /* not O's turn */
    play(&s, 0, 5, 18); /* a ply that is gone */
    play(&s, 1, 5, 38); /* the same again */
    act(&s, 1, ROOM_OFFER, EVENT_OFFER_DRAW);
    act(&s, 0, ROOM_DECLINE, EVENT_OFFER_NONE);
    act(&s, 1, ROOM_OFFER, EVENT_OFFER_TAKEBACK);
    act(&s, 0, ROOM_ACCEPT, EVENT_OFFER_NONE);
    room_disconnect(&s.room, 1, s.now);
    say(wire_presence(&s.room, 1, true, 0, message, sizeof message));
    show_state(&s, 0);
    room_connect(&s.room, 1, s.now + 500);
    say(wire_presence(&s.room, 1, false, 0, message, sizeof message));
    act(&s, 1, ROOM_RESIGN, EVENT_OFFER_NONE);
    show_state(&s, -1);
    act(&s, 1, ROOM_OFFER, EVENT_OFFER_REMATCH);
    act(&s, 0, ROOM_ACCEPT, EVENT_OFFER_NONE);
    act(&s, 0, ROOM_LEAVE, EVENT_OFFER_NONE);
    act(&s, 1, ROOM_LEAVE, EVENT_OFFER_NONE);
}

static void drawn_board_story(void)
{
    const event_setup setup = {.variant = OXO_ULTIMATE, .series = 1};
    const event_player ada = person("Ada", "", 1);
    const event_player bo = person("Bo", "", 2);
    scene s = open_room(0x123456, &setup, &ada, 0);
    join(&s, &bo);
    play_all(&s, "eg ge ef fe ea ae ee eh he ed de ei ie ec ce eb");
}

static void classic_story(void)
{
    const event_setup setup = {.variant = OXO_CLASSIC, .series = 1};
    const event_player ada = person("Ada", "", 1);
    scene s = open_room(0x2345678, &setup, &ada, 3);
    static const int moves[] = {4, 1, 0, 8, 6, 3, 2};
    for (int i = 0; i < 7; i++)
        play(&s, room_turn(&s.room), i, moves[i]);
    play(&s, 0, 7, 5);
    show_state(&s, 0);
}

static void aborted_story(void)
{
    event_room id = 0;
    event_code_parse("7P2WKD", 6, &id);
    const event_setup setup = {.variant = OXO_CLASSIC, .series = 1, .days = 3};
    const event_player ada = person("Ada", "", 1);
    const event_player bo = person("Bo", "", 2);
    scene s = open_room(id, &setup, &ada, 0);
    join(&s, &bo);
    play(&s, 0, 0, 2);
    act(&s, 1, ROOM_ABORT, EVENT_OFFER_NONE);
    show_state(&s, 1);
}

static int tell_story(void)
{
    ultimate_story();
    drawn_board_story();
    classic_story();
    aborted_story();
    say(wire_error(OXO_RATE_LIMITED, NULL, false, 0, message, sizeof message));
    return 0;
}

/* ---- Anything ----------------------------------------------------------- */

static uint32_t seed;

static unsigned chance(unsigned below)
{
    seed = seed * 1664525U + 1013904223U;
    return (seed >> 8) % below;
}

static event_player anybody(int token)
{
    static const char *const names[] = {
        "",
        "Ada",
        "</script><b>",
        "\"\\",
        "Zo\xC3\xAB",
        "a&b",
        "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"};
    return person(names[chance(7)], chance(2) ? "\xF0\x9F\xA6\x8A" : "<",
                  token);
}

static int any_move(const room *r)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&r->now, moves);
    if (count == 0 || chance(12) == 0)
        return (int)chance(83) - 1;
    return moves[chance((unsigned)count)];
}

/* The computer only moves. */
static bool may_act(const room *r, int seat, room_verb verb)
{
    return r->seats[seat].player.level == 0 || verb == ROOM_TICK;
}

static void any_command(scene *s)
{
    static const room_verb verbs[] = {ROOM_OFFER,  ROOM_OFFER,   ROOM_ACCEPT,
                                      ROOM_ACCEPT, ROOM_DECLINE, ROOM_TICK,
                                      ROOM_ABORT,  ROOM_CLAIM};
    const int seat = (int)chance(2), turn = room_turn(&s->room);
    if (chance(4) > 0 && turn >= 0) {
        play(s, chance(9) > 0 ? turn : seat, s->room.length,
             any_move(&s->room));
        return;
    }
    const room_verb verb = chance(40) > 0 ? verbs[chance(8)]
                           : chance(3)    ? ROOM_RESIGN
                                          : ROOM_LEAVE;
    if (may_act(&s->room, seat, verb))
        act(s, seat, verb,
            verb == ROOM_OFFER ? (event_offer)(1 + chance(3))
                               : EVENT_OFFER_NONE);
}

static void any_news(scene *s)
{
    const int seat = (int)chance(2);
    if (chance(2) && room_disconnect(&s->room, seat, s->now))
        say(wire_presence(&s->room, seat, true, 250, message, sizeof message));
    else if (room_connect(&s->room, seat, s->now))
        say(wire_presence(&s->room, seat, false, 0, message, sizeof message));
    if (s->room.length > 0)
        say(wire_intensity(&s->room, (oxo_intensity)chance(10001),
                           chance(2) ? "engine" : "heuristic", message,
                           sizeof message));
    show_state(s, (int)chance(3) - 1);
    s->now += chance(20) == 0 ? 40000 : 0;
}

static void random_room(void)
{
    event_setup setup = {.variant = (uint8_t)chance(4),
                         .series = (uint8_t)(1 + 2 * chance(2)),
                         .first_x = (uint8_t)chance(2),
                         .is_public = chance(2) == 0,
                         .initial = chance(2) ? 60000 : 0};
    setup.days = setup.initial || chance(2) ? 0 : 3;
    const event_player maker = anybody(1), guest = anybody(2);
    const int computer = chance(3) == 0 ? 1 + (int)chance(10) : 0;
    scene s = open_room(1 + chance(1U << 20), &setup, &maker, computer);
    if (computer == 0)
        join(&s, &guest);
    for (int i = 0; i < 100 && s.room.life != ROOM_CLOSED; i++) {
        any_command(&s);
        if (chance(12) == 0)
            any_news(&s);
    }
    show_state(&s, 0);
}

/* ---- Reading ------------------------------------------------------------ */

static int read_lines(void)
{
    char *line = NULL, sentence[WIRE_SENTENCE];
    size_t size = 0;
    wire_message m = {.ply = 0};
    for (ssize_t n; (n = getline(&line, &size, stdin)) > 0;) {
        const size_t length = (size_t)n - (line[n - 1] == '\n');
        const oxo_status status = wire_read(line, length, &m, sentence);
        printf("%s %s\n", oxo_status_word(status), sentence);
    }
    free(line);
    return 0;
}

static int list_statuses(void)
{
    for (int s = 0; s < OXO_STATUS_COUNT; s++)
        puts(oxo_status_word((oxo_status)s));
    return 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "story") == 0)
        return tell_story();
    if (strcmp(mode, "read") == 0)
        return read_lines();
    if (strcmp(mode, "statuses") == 0)
        return list_statuses();
    if (strcmp(mode, "random") == 0 && argc == 3) {
        seed = (uint32_t)strtoul(argv[2], NULL, 10);
        for (int i = 0; i < 12; i++)
            random_room();
        return 0;
    }
    fputs("usage: wire-samples story|random SEED|read|statuses\n", stderr);
    return 2;
}
