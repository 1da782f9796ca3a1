/* A room as its messages tell a member. */
#include <netinet/in.h>
#include <string.h>

#include "check.h"
#include "client_room.h"
#include "play.h"

static client_detail detail;

static client_news hear_at(client_room *r, int64_t now, const char *text)
{
    return client_room_hear(r, now, text, strlen(text), &detail);
}

static client_news hear(client_room *r, const char *text)
{
    return hear_at(r, 0, text);
}

#define SEAT                                                                  \
    "{\"type\":\"seat\",\"room\":\"K7Q2MX\",\"seq\":1,\"seat\":0,"            \
    "\"mark\":\"X\",\"token\":\"gabL8BU6X4SpzvMYPWKHrA\"}"
#define CREATED                                                               \
    "{\"type\":\"room-created\",\"room\":\"K7Q2MX\",\"seq\":1,\"at\":9,"      \
    "\"variant\":\"classic\",\"public\":true,"                                \
    "\"clock\":{\"initial\":300000,\"increment\":2000},"                      \
    "\"series\":{\"games\":3,\"target\":2,\"score\":[0,0.5],"                 \
    "\"over\":false,\"winner\":null},\"seat\":0,\"mark\":\"X\","              \
    "\"player\":{\"seat\":0,\"name\":\"Ada\",\"avatar\":\"\","                \
    "\"level\":null}}"
#define TAKEN                                                                 \
    "{\"type\":\"seat-taken\",\"room\":\"K7Q2MX\",\"seq\":2,\"at\":9,"        \
    "\"seat\":1,\"mark\":\"O\",\"player\":{\"seat\":1,\"name\":\"Bo\","       \
    "\"avatar\":\"\",\"level\":null}}"
#define START(seq, x, o)                                                      \
    "{\"type\":\"game-start\",\"room\":\"K7Q2MX\",\"seq\":" #seq              \
    ",\"at\":9,\"game\":1,\"variant\":\"classic\",\"public\":true,"           \
    "\"players\":{\"X\":{\"seat\":" #x ",\"name\":\"Ada\",\"avatar\":\"\","   \
    "\"level\":null},\"O\":{\"seat\":" #o ",\"name\":\"\",\"avatar\":\"\","   \
    "\"level\":4}},\"position\":\"3/3/3 x\",\"turn\":\"X\","                  \
    "\"clocks\":{\"X\":300000,\"O\":300000},\"series\":{\"games\":3,"         \
    "\"target\":2,\"score\":[0,0],\"over\":false,\"winner\":null}}"
#define MOVE(seq, ply, move)                                                  \
    "{\"type\":\"move-made\",\"room\":\"K7Q2MX\",\"seq\":" #seq               \
    ",\"at\":9,\"ply\":" #ply ",\"mark\":\"X\",\"move\":\"" move "\","        \
    "\"position\":\"\",\"turn\":\"O\",\"intensity\":0.1167,"                  \
    "\"clocks\":{\"X\":299000,\"O\":300000}}"
#define STATE(seq, moves)                                                     \
    "{\"type\":\"game-state\",\"room\":\"K7Q2MX\",\"seq\":" #seq              \
    ",\"at\":9,\"life\":\"active\",\"variant\":\"classic\","                  \
    "\"public\":true,\"players\":{\"X\":{\"seat\":0,\"name\":\"Ada\","        \
    "\"avatar\":\"\",\"level\":null,\"connected\":true},\"O\":{\"seat\":1,"   \
    "\"name\":\"Bo\",\"avatar\":\"\",\"level\":null,\"connected\":false,"     \
    "\"away\":250}},\"game\":1,\"started\":1,\"position\":\"\","              \
    "\"turn\":\"O\",\"moves\":[" moves "],\"intensities\":[0.1],"             \
    "\"times\":[1],\"over\":null,\"offer\":{\"offer\":\"draw\","              \
    "\"by\":\"O\"},\"series\":{\"games\":1,\"target\":1,\"score\":[0,0],"     \
    "\"over\":false,\"winner\":null},\"spectators\":0,\"you\":\"X\"}"

static client_room seated(void)
{
    client_room r;
    client_room_init(&r);
    assert_int_equal(hear(&r, SEAT), NEWS_SEAT);
    assert_int_equal(hear(&r, CREATED), NEWS_ROOM);
    return r;
}

static client_room playing(void)
{
    client_room r = seated();
    assert_int_equal(hear(&r, TAKEN), NEWS_COMER);
    assert_int_equal(hear(&r, START(3, 0, 1)), NEWS_START);
    return r;
}

/* Heard, and nothing has changed. */
static void assert_ignored(client_room *r, const char *text, client_news news)
{
    const client_room before = *r;
    assert_int_equal(hear(r, text), news);
    assert_int_equal(r->seq, before.seq);
    assert_true(is_same_game(&r->game, &before.game));
    assert_int_equal(r->life, before.life);
}

static void a_seat_and_a_room_are_taken_as_told(void **state)
{
    (void)state;
    const client_room r = seated();
    assert_string_equal(r.code, "K7Q2MX");
    assert_string_equal(r.token, "gabL8BU6X4SpzvMYPWKHrA");
    assert_int_equal(r.you, OXO_X);
    assert_int_equal(r.life, CLIENT_WAITING);
    assert_int_equal(r.initial, 300000);
    assert_int_equal(r.best_of, 3);
    assert_int_equal(r.halves[1], 1);
    assert_string_equal(r.players[OXO_X].name, "Ada");
    assert_false(r.players[OXO_O].seated);
}

static void a_game_is_played_move_by_move(void **state)
{
    (void)state;
    client_room r = playing();
    assert_true(client_room_is_turn(&r));
    assert_int_equal(r.players[OXO_O].level, 4);
    assert_int_equal(hear(&r, MOVE(4, 0, "e")), NEWS_MOVE);
    assert_int_equal(detail.who, OXO_X);
    assert_false(client_room_is_turn(&r));
    assert_int_equal(r.game.length, 1);
    assert_int_equal(r.intensity, 1167);
    assert_int_equal(r.clocks[OXO_X], 299000);
}

static void in_the_next_game_the_seats_have_swapped_marks(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(
        hear(&r, "{\"type\":\"game-over\",\"room\":\"K7Q2MX\",\"seq\":4,"
                 "\"at\":9,\"game\":1,\"winner\":\"O\",\"result\":\"0-1\","
                 "\"reason\":\"resignation\",\"line\":null}"),
        NEWS_OVER);
    assert_int_equal(r.life, CLIENT_FINISHED);
    assert_int_equal(r.result, OXO_O_WINS);
    assert_string_equal(r.reason, "resignation");
    assert_int_equal(hear(&r, START(5, 1, 0)), NEWS_START);
    assert_int_equal(r.you, OXO_O);
    assert_false(client_room_is_turn(&r));
}

/* ---- Absence, and what it allows ---------------------------------------- */

#define AWAY(mark, ms)                                                        \
    "{\"type\":\"player-disconnected\",\"room\":\"K7Q2MX\",\"seq\":5,"        \
    "\"seat\":1,\"mark\":\"" mark "\",\"away\":" #ms "}"
#define BACK                                                                  \
    "{\"type\":\"player-reconnected\",\"room\":\"K7Q2MX\",\"seq\":5,"         \
    "\"seat\":1,\"mark\":\"O\"}"
#define ABORTED(reason, by)                                                   \
    "{\"type\":\"game-aborted\",\"room\":\"K7Q2MX\",\"seq\":4,\"at\":9,"      \
    "\"game\":1,\"winner\":null,\"result\":\"*\",\"reason\":\"" reason        \
    "\",\"line\":null,\"by\":\"" by "\",\"position\":\"3/3/3 x\","            \
    "\"series\":{\"games\":3,\"target\":2,\"score\":[0,0],\"over\":false,"    \
    "\"winner\":null}}"
/* A game without a clock after three moves, 50 seconds after its start. */
#define QUIET(extra)                                                          \
    "{\"type\":\"game-state\",\"room\":\"K7Q2MX\",\"seq\":9,\"at\":60000,"    \
    "\"life\":\"active\",\"variant\":\"classic\",\"public\":true," extra      \
    "\"players\":{\"X\":{\"seat\":1,\"connected\":true},"                     \
    "\"O\":{\"seat\":0,\"connected\":false,\"away\":7000}},\"game\":1,"       \
    "\"started\":10000,\"turn\":\"O\",\"moves\":[\"e\",\"a\",\"b\"],"         \
    "\"intensities\":[0,0,0],\"times\":[1000,2000,3000],\"over\":null,"       \
    "\"offer\":null,\"limits\":{\"claim\":5000,\"close\":90000},"             \
    "\"spectators\":0,\"you\":\"X\"}"

static void a_game_may_be_aborted_until_both_have_moved(void **state)
{
    (void)state;
    client_room r = seated();
    assert_false(client_room_may_abort(&r));
    r = playing();
    assert_true(client_room_may_abort(&r));
    assert_int_equal(hear(&r, MOVE(4, 0, "e")), NEWS_MOVE);
    assert_true(client_room_may_abort(&r));
    assert_int_equal(hear(&r, MOVE(5, 1, "a")), NEWS_MOVE);
    assert_false(client_room_may_abort(&r));
}

static void an_aborted_game_has_no_result(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(hear(&r, ABORTED("no-show", "X")), NEWS_ABORTED);
    assert_int_equal(detail.who, OXO_X);
    assert_int_equal(r.ended_by, OXO_X);
    assert_int_equal(r.life, CLIENT_FINISHED);
    assert_int_equal(r.result, OXO_ONGOING);
    assert_string_equal(r.reason, "no-show");
    assert_int_equal(r.halves[0] + r.halves[1], 0);
    assert_int_equal(hear(&r, START(5, 1, 0)), NEWS_START);
    assert_string_equal(r.reason, "");
    assert_int_equal(r.ended_by, OXO_NONE);
}

static void a_claim_needs_a_clock_and_an_opponent_away_on_turn(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(hear(&r, MOVE(4, 0, "e")), NEWS_MOVE);
    assert_int_equal(hear_at(&r, 1000, AWAY("O", 500)), NEWS_AWAY);
    assert_true(r.players[OXO_O].away);
    assert_int_equal(r.players[OXO_O].away_since, 500);
    assert_int_equal(hear_at(&r, 1000, AWAY("O", 500)), NEWS_NONE);
    assert_false(client_room_may_claim(&r, 100000)); /* only X has moved */
    assert_int_equal(hear(&r, MOVE(5, 1, "a")), NEWS_MOVE);
    assert_false(client_room_may_claim(&r, 100000)); /* it is X's turn */
    assert_int_equal(hear(&r, MOVE(6, 2, "b")), NEWS_MOVE);
    assert_false(client_room_may_claim(&r, 100000)); /* the computer's */
    r.players[OXO_O].level = 0;
    assert_false(client_room_may_claim(&r, 60499));
    assert_true(client_room_may_claim(&r, 60500));
    r.claim_after = 2000;
    assert_true(client_room_may_claim(&r, 2500));
    client_room other = r;
    other.clocked = false;
    assert_false(client_room_may_claim(&other, 100000));
    other = r;
    other.you = OXO_NONE;
    assert_false(client_room_may_claim(&other, 100000));
    assert_int_equal(hear(&r, BACK), NEWS_BACK);
    assert_false(client_room_may_claim(&r, 100000));
}

static void a_quiet_game_without_limits_may_be_closed(void **state)
{
    (void)state;
    client_room r = seated();
    assert_int_equal(hear_at(&r, 100000, QUIET("")), NEWS_STATE);
    assert_int_equal(r.claim_after, 5000);
    assert_int_equal(r.close_after, 90000);
    assert_int_equal(r.moved_at, 53000);
    assert_int_equal(r.players[OXO_O].away_since, 93000);
    assert_false(client_room_may_close(&r, 142999));
    assert_true(client_room_may_close(&r, 143000));
    assert_false(client_room_may_claim(&r, 143000));
    r.token[0] = '\0';
    assert_int_equal(hear_at(&r, 100000, QUIET("")), NEWS_STATE);
    assert_false(client_room_may_close(&r, 143000)); /* we watch */
    r = seated();
    assert_int_equal(hear_at(&r, 100000, QUIET("\"days\":3,")), NEWS_STATE);
    assert_int_equal(r.days, 3);
    assert_false(client_room_may_close(&r, 143000));
}

static void a_state_tells_a_seat_that_only_the_token_names(void **state)
{
    (void)state;
    client_room r;
    client_room_init(&r);
    memcpy(r.token, "gabL8BU6X4SpzvMYPWKHrA", sizeof r.token);
    assert_int_equal(hear(&r, QUIET("")), NEWS_STATE);
    assert_int_equal(r.you, OXO_X);
    assert_int_equal(r.seat, 1);
}

static void absence_outlasts_the_start_of_a_game(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(hear_at(&r, 700, AWAY("O", 0)), NEWS_AWAY);
    assert_int_equal(hear(&r, ABORTED("aborted", "X")), NEWS_ABORTED);
    assert_int_equal(hear(&r, START(5, 1, 0)), NEWS_START);
    assert_true(r.players[OXO_X].away); /* the seats have swapped marks */
    assert_int_equal(r.players[OXO_X].away_since, 700);
    assert_false(r.players[OXO_O].away);
}

static void a_game_with_a_clock_waits_for_both_players(void **state)
{
    (void)state;
    client_room r = seated();
    assert_false(client_room_expects(&r));
    assert_false(client_room_holds_game(&r));
    assert_int_equal(hear(&r, TAKEN), NEWS_COMER);
    assert_int_equal(r.life, CLIENT_WAITING);
    assert_true(client_room_expects(&r));
    assert_true(client_room_holds_game(&r));
    assert_string_equal(client_room_opponent(&r)->name, "Bo");
    assert_int_equal(hear(&r, "{\"type\":\"player-left\",\"room\":"
                              "\"K7Q2MX\",\"seq\":3,\"at\":9,\"seat\":1,"
                              "\"mark\":\"O\"}"),
                     NEWS_LEFT);
    assert_false(r.players[OXO_O].seated);
    assert_false(client_room_expects(&r));
    r = playing();
    assert_false(client_room_expects(&r));
    assert_true(client_room_holds_game(&r));
    assert_int_equal(hear(&r, ABORTED("aborted", "X")), NEWS_ABORTED);
    assert_false(client_room_holds_game(&r));
}

static void what_was_heard_already_is_dropped(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(hear(&r, MOVE(4, 0, "e")), NEWS_MOVE);
    assert_ignored(&r, MOVE(4, 0, "e"), NEWS_NONE);
    assert_ignored(&r, START(3, 0, 1), NEWS_NONE);
}

static void a_gap_is_told_and_nothing_is_taken(void **state)
{
    (void)state;
    client_room r = playing();
    assert_ignored(&r, MOVE(5, 1, "a"), NEWS_GAP);
}

static void a_whole_state_replaces_everything(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(hear(&r, STATE(9, "\"e\",\"a\",\"b\"")), NEWS_STATE);
    assert_int_equal(r.seq, 9);
    assert_int_equal(r.number, 1);
    assert_int_equal(r.game.length, 3);
    assert_true(r.players[OXO_O].away);
    assert_int_equal(r.offer, CLIENT_DRAW);
    assert_int_equal(r.offer_by, OXO_O);
    assert_int_equal(hear(&r, MOVE(10, 3, "h")), NEWS_MOVE);
    assert_int_equal(r.offer, CLIENT_DRAW); /* it was O who moved */
    assert_int_equal(hear(&r, MOVE(11, 4, "c")), NEWS_MOVE);
    assert_int_equal(r.offer, CLIENT_NO_OFFER);
}

static void who_left_takes_the_offer_along(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(hear(&r, STATE(9, "\"e\",\"a\",\"b\"")), NEWS_STATE);
    assert_int_equal(r.offer, CLIENT_DRAW);
    assert_false(r.players[OXO_O].left);
    assert_int_equal(hear(&r, "{\"type\":\"player-left\",\"room\":"
                              "\"K7Q2MX\",\"seq\":10,\"at\":9,\"seat\":1,"
                              "\"mark\":\"O\"}"),
                     NEWS_LEFT);
    assert_true(r.players[OXO_O].left);
    assert_int_equal(r.offer, CLIENT_NO_OFFER);
}

static void who_has_no_token_watches(void **state)
{
    (void)state;
    client_room r;
    client_room_init(&r);
    assert_int_equal(hear(&r, STATE(9, "\"e\"")), NEWS_STATE);
    assert_int_equal(r.you, OXO_NONE);
    assert_false(client_room_is_turn(&r));
}

static void what_makes_no_sense_changes_nothing(void **state)
{
    (void)state;
    client_room r = playing();
    static const char *const nonsense[] = {
        "",
        "[]",
        "{}",
        "{\"type\":1}",
        MOVE(4, 1, "e"),  /* not the next ply */
        MOVE(4, 0, "ee"), /* not of this game */
        STATE(9, "\"e\",\"e\""),
        STATE(9, "1"),
        "{\"type\":\"move-made\"}",
        "{\"type\":\"game-over\",\"seq\":4}",
        "{\"type\":\"offer-made\",\"seq\":4,\"offer\":\"tea\",\"by\":\"O\"}",
    };
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        const client_room before = r;
        const client_news news = hear(&r, nonsense[i]);
        assert_true(news == NEWS_BROKEN || news == NEWS_NONE);
        assert_memory_equal(&before, &r, sizeof r);
    }
}

static void later_servers_may_say_more(void **state)
{
    (void)state;
    client_room r = playing();
    assert_ignored(&r, "{\"type\":\"weather\",\"seq\":99}", NEWS_NONE);
}

static void refusals_come_with_code_and_sentence(void **state)
{
    (void)state;
    client_room r = playing();
    assert_ignored(&r,
                   "{\"type\":\"error\",\"code\":\"not-your-turn\","
                   "\"message\":\"it is the other player's turn\"}",
                   NEWS_REFUSED);
    assert_string_equal(detail.code, "not-your-turn");
    assert_string_equal(detail.text, "it is the other player's turn");
}

static void intensity_is_refined_for_the_last_move_only(void **state)
{
    (void)state;
    client_room r = playing();
    assert_int_equal(hear(&r, MOVE(4, 0, "e")), NEWS_MOVE);
    assert_int_equal(hear(&r,
                          "{\"type\":\"intensity-update\",\"room\":\"K7Q2MX\","
                          "\"seq\":4,\"ply\":0,\"intensity\":0.4321,"
                          "\"source\":\"engine\"}"),
                     NEWS_INTENSITY);
    assert_int_equal(r.intensity, 4321);
    assert_ignored(&r,
                   "{\"type\":\"intensity-update\",\"room\":\"K7Q2MX\","
                   "\"seq\":4,\"ply\":7,\"intensity\":0.9,\"source\":\"x\"}",
                   NEWS_NONE);
    assert_int_equal(r.intensity, 4321);
}

/* ---- Addresses ---------------------------------------------------------- */

static void addresses_name_a_server_or_a_room(void **state)
{
    (void)state;
    client_place p;
    char url[CLIENT_URL];
    assert_null(client_place_parse("http://127.0.0.1:81/r/k7q2mo", &p));
    assert_string_equal(p.base, "http://127.0.0.1:81");
    assert_string_equal(p.code, "K7Q2M0");
    client_place_url(&p, p.code, url);
    assert_string_equal(url, "http://127.0.0.1:81/r/K7Q2M0");
    assert_null(client_place_parse("127.0.0.1:81", &p));
    assert_string_equal(p.code, "");
    client_place_url(&p, p.code, url);
    assert_string_equal(url, "http://127.0.0.1:81");
    assert_false(p.watch);
    assert_null(client_place_parse("127.0.0.1:81/r/K7Q2MX?watch", &p));
    assert_string_equal(p.code, "K7Q2MX");
    assert_true(p.watch);
    assert_null(client_place_parse("127.0.0.1:81/r/K7Q2MX/#top", &p));
    assert_string_equal(p.code, "K7Q2MX");
    assert_false(p.watch);
    assert_null(client_place_parse("127.0.0.1:81/?invited", &p));
    assert_string_equal(p.code, "");
    assert_null(client_place_parse("ws://[::1]:81/", &p));
    assert_string_equal(p.base, "http://[::1]:81");
}

static int port_of(const client_place *p)
{
    if (p->address.socket.ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, &p->address.socket, sizeof six);
        return ntohs(six.sin6_port);
    }
    struct sockaddr_in four;
    memcpy(&four, &p->address.socket, sizeof four);
    return ntohs(four.sin_port);
}

static void without_a_port_it_is_the_one_that_browsers_take(void **state)
{
    (void)state;
    static const struct {
        const char *url, *base, *host;
        int port;
        bool secure;
    } rows[] = {
        {"http://127.0.0.1/r/K7Q2MX", "http://127.0.0.1", "127.0.0.1", 80,
         false},
        {"http://[::1]", "http://[::1]", "::1", 80, false},
        {"https://127.0.0.1/r/K7Q2MX", "https://127.0.0.1", "127.0.0.1", 443,
         true},
        {"WSS://[::1]", "https://[::1]", "::1", 443, true},
        {"https://127.0.0.1:81/", "https://127.0.0.1:81", "127.0.0.1", 81,
         true},
        /* oxo serve's own */
        {"127.0.0.1", "http://127.0.0.1:8080", "127.0.0.1", 8080, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        client_place p;
        assert_null(client_place_parse(rows[i].url, &p));
        assert_string_equal(p.base, rows[i].base);
        assert_string_equal(p.host, rows[i].host);
        assert_int_equal(port_of(&p), rows[i].port);
        assert_int_equal(p.secure, rows[i].secure);
    }
}

static void all_addresses_of_a_host_have_their_turn(void **state)
{
    (void)state;
    net_remote a = {.length = 1, .others = 2, .other_length = {2, 3}};
    assert_true(net_remote_next(&a));
    assert_int_equal(a.length, 2);
    assert_true(net_remote_next(&a));
    assert_int_equal(a.length, 3);
    assert_false(net_remote_next(&a));
    assert_int_equal(a.length, 3);
}

static void other_addresses_are_refused_in_words(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "https://",
        "https:///r/K7Q2MX",
        "http://127.0.0.1:81/r/K7Q2M",
        "http://127.0.0.1:81/r/K7Q2M?",
        "http://127.0.0.1:81/r/K7Q2MXX",
        "http://127.0.0.1:81/r/",
        "http://127.0.0.1:81/r/K7Q2MU",
        "http://127.0.0.1:81/games",
        "http://127.0.0.1:99999",
        "gopher://127.0.0.1",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        client_place p = {.base = "untouched"};
        assert_non_null(client_place_parse(wrong[i], &p));
        assert_string_equal(p.base, "untouched");
    }
}

TEST_GROUP("client-room")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_and_a_room_are_taken_as_told),
        cmocka_unit_test(a_game_is_played_move_by_move),
        cmocka_unit_test(in_the_next_game_the_seats_have_swapped_marks),
        cmocka_unit_test(a_game_may_be_aborted_until_both_have_moved),
        cmocka_unit_test(an_aborted_game_has_no_result),
        cmocka_unit_test(a_claim_needs_a_clock_and_an_opponent_away_on_turn),
        cmocka_unit_test(a_quiet_game_without_limits_may_be_closed),
        cmocka_unit_test(a_state_tells_a_seat_that_only_the_token_names),
        cmocka_unit_test(absence_outlasts_the_start_of_a_game),
        cmocka_unit_test(a_game_with_a_clock_waits_for_both_players),
        cmocka_unit_test(what_was_heard_already_is_dropped),
        cmocka_unit_test(a_gap_is_told_and_nothing_is_taken),
        cmocka_unit_test(a_whole_state_replaces_everything),
        cmocka_unit_test(who_left_takes_the_offer_along),
        cmocka_unit_test(who_has_no_token_watches),
        cmocka_unit_test(what_makes_no_sense_changes_nothing),
        cmocka_unit_test(later_servers_may_say_more),
        cmocka_unit_test(refusals_come_with_code_and_sentence),
        cmocka_unit_test(intensity_is_refined_for_the_last_move_only),
        cmocka_unit_test(addresses_name_a_server_or_a_room),
        cmocka_unit_test(without_a_port_it_is_the_one_that_browsers_take),
        cmocka_unit_test(all_addresses_of_a_host_have_their_turn),
        cmocka_unit_test(other_addresses_are_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
