/* How rooms are made, questions about rooms, and presence. */
#include "check.h"

#include "play.h"
#include "room_table.h"

#include <string.h>

/* ---- Making ------------------------------------------------------------- */

static void room_is_made_with_its_maker_on_seat_0(void **state)
{
    (void)state;
    event_setup setup = setup_of(OXO_ULTIMATE);
    setup.first_x = 1;
    setup.initial = 5000;
    table t;
    table_wait(&t, &setup);
    assert_string_equal(table_kinds(&t), "room-created");
    assert_int_equal(t.last.list[0].room, TABLE_ID);
    assert_int_equal(t.last.list[0].seq, 1);
    assert_int_equal(t.last.list[0].at, TABLE_BEGIN);
    assert_int_equal(t.room.life, ROOM_WAITING);
    assert_int_equal(t.room.created, TABLE_BEGIN);
    assert_same(t.room.setup, setup);
    assert_string_equal(t.room.seats[0].player.name, "Person 1");
    assert_true(t.room.seats[0].taken);
    assert_false(t.room.seats[1].taken);
    assert_int_equal(room_mark_of(&t.room, 0), OXO_O);
    assert_int_equal(room_turn(&t.room), -1);
}

static void game_against_the_computer_starts_at_once(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    for (int level = 1; level <= 10; level++) {
        table t;
        table_start_computer(&t, &setup, level);
        assert_string_equal(table_kinds(&t),
                            "room-created seat-taken game-start");
        assert_int_equal(t.room.life, ROOM_ACTIVE);
        assert_int_equal(t.room.seats[1].player.level, level);
        assert_int_equal(room_turn(&t.room), 0);
    }
}

static void invalid_setups_are_refused(void **state)
{
    (void)state;
    const event_player maker = person(1);
    const event_setup good = setup_of(OXO_CLASSIC);
    event_setup bad = good;
    bad.series = 4;
    room_events out = {.count = 3};
    assert_int_equal(room_create(1, &bad, &maker, 0, 5, &out),
                     OXO_INVALID_SETUP);
    assert_int_equal(room_create(1, &good, &maker, 11, 5, &out),
                     OXO_INVALID_SETUP);
    assert_int_equal(room_create(1, &good, &maker, -1, 5, &out),
                     OXO_INVALID_SETUP);
    assert_int_equal(out.count, 3);
}

static void invalid_names_are_refused(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    room_events out = {.count = 3};
    event_player maker = person(1);
    strcpy(maker.name, "a\nb");
    assert_int_equal(room_create(1, &setup, &maker, 0, 5, &out),
                     OXO_INVALID_MESSAGE);
    maker = person(1);
    memset(maker.avatar, 'a', sizeof(maker.avatar)); /* has no end */
    assert_int_equal(room_create(1, &setup, &maker, 0, 5, &out),
                     OXO_INVALID_MESSAGE);
    assert_int_equal(out.count, 3);
}

static void bytes_behind_a_name_are_not_kept(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    room_events out;
    event_player maker = person(1);
    memset(maker.name, 'n', sizeof(maker.name));
    strcpy(maker.name, "Ann");
    assert_int_equal(room_create(1, &setup, &maker, 0, 5, &out), OXO_OK);
    const char *name = out.list[0].as.created.player.name;
    for (size_t i = 3; i <= EVENT_NAME_BYTES; i++)
        assert_int_equal(name[i], '\0');
}

/* ---- Questions ---------------------------------------------------------- */

static void seat_is_found_by_its_token_only(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    const event_hash none = {{0}}, first = token_of(1), second = token_of(2),
                     third = token_of(3);
    assert_int_equal(room_find_seat(&t.room, &first), 0);
    assert_int_equal(room_find_seat(&t.room, &second), -1);
    /* The free seat has no token, and no token finds no seat. */
    assert_int_equal(room_find_seat(&t.room, &none), -1);
    table_start(&t, &setup);
    assert_int_equal(room_find_seat(&t.room, &second), 1);
    assert_int_equal(room_find_seat(&t.room, &third), -1);
    table_start_computer(&t, &setup, 3);
    assert_int_equal(room_find_seat(&t.room, &none), -1);
}

static void seat_of_a_mark_is_the_inverse_of_mark_of_a_seat(void **state)
{
    (void)state;
    for (uint8_t x = 0; x < 2; x++) {
        event_setup setup = setup_of(OXO_CLASSIC);
        setup.first_x = x;
        table t;
        table_start(&t, &setup);
        assert_int_equal(room_seat_of(&t.room, OXO_X), x);
        assert_int_equal(room_seat_of(&t.room, OXO_O), !x);
        assert_int_equal(room_mark_of(&t.room, x), OXO_X);
        assert_int_equal(room_mark_of(&t.room, !x), OXO_O);
        assert_int_equal(room_turn(&t.room), x);
        table_play(&t, "e");
        assert_int_equal(room_turn(&t.room), !x);
    }
}

static void life_has_words(void **state)
{
    (void)state;
    assert_string_equal(room_life_word(ROOM_WAITING), "waiting");
    assert_string_equal(room_life_word(ROOM_ACTIVE), "active");
    assert_string_equal(room_life_word(ROOM_FINISHED), "finished");
    assert_string_equal(room_life_word(ROOM_CLOSED), "closed");
}

static void default_rules_last_from_seconds_to_weeks(void **state)
{
    (void)state;
    const room_rules rules = room_default_rules();
    assert_int_equal(rules.grace, 30000);
    assert_int_equal(rules.idle, 600000);
    assert_int_equal(rules.waiting, 86400000);
    assert_int_equal(rules.claim_after, 60000);
    assert_int_equal(rules.close_after, 86400000);
    assert_int_equal(rules.keep_open, INT64_C(30) * 86400000);
}

static void game_of_a_room_is_complete(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_ULTIMATE);
    table t;
    table_start(&t, &setup);
    t.now += 5;
    table_play(&t, "ee ea");
    t.now += 7;
    table_play(&t, "ae");
    oxo_game g;
    room_game(&t.room, &g);
    const oxo_game same = game_after(OXO_ULTIMATE, "ee ea ae");
    assert_same(g.now, same.now);
    assert_same(g.start, same.start);
    assert_int_equal(g.length, 3);
    assert_int_equal(g.history[0].time, TABLE_BEGIN + 5);
    assert_int_equal(g.history[2].time, TABLE_BEGIN + 12);
    assert_int_equal(g.history[2].intensity, t.room.intensity[2]);
    assert_int_equal(oxo_game_undo(&g, &g), OXO_OK);
    assert_int_equal(oxo_game_last_move(&g), move_named("ea"));
}

/* Only the moves made so far are copied. */
static void copies_of_a_room_are_exact(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_ULTIMATE);
    for (int i = 0; i < 2; i++) {
        table t;
        table_start(&t, &setup);
        table_play(&t, i == 0 ? "" : "ee ea ae");
        uint8_t kept[sizeof(room)];
        room copy;
        memset(&copy, 0, sizeof(copy));
        room_copy(&copy, &t.room);
        assert_same(copy, t.room);
        assert_in_range(room_keep(&t.room, kept), 1, sizeof(room) / 2);
        room_recall(kept, &copy);
        assert_same(copy, t.room);
    }
}

static void room_is_small(void **state)
{
    (void)state;
    assert_in_range(sizeof(room), 1, 1400);
}

/* ---- Presence ----------------------------------------------------------- */

static void absence_begins_when_the_last_connection_ends(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    assert_false(room_connect(&t.room, 0, 50)); /* the second one */
    assert_false(room_disconnect(&t.room, 0, 60));
    assert_int_equal(t.room.seats[0].away_since, 0);
    assert_true(room_disconnect(&t.room, 0, 70));
    assert_int_equal(t.room.seats[0].away_since, 70);
    assert_false(room_disconnect(&t.room, 0, 80)); /* there is none */
    assert_int_equal(t.room.seats[0].away_since, 70);
    assert_true(room_connect(&t.room, 0, 90));
    assert_int_equal(t.room.seats[0].away_since, 0);
    assert_int_equal(t.room.seats[0].connections, 1);
}

static void player_who_just_joined_is_away_but_does_not_come_back(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    assert_int_equal(table_do(&t, 2, ROOM_JOIN), OXO_OK);
    assert_int_equal(t.room.seats[1].away_since, t.now);
    assert_false(room_connect(&t.room, 1, t.now + 1));
    assert_int_equal(t.room.seats[1].away_since, 0);
    assert_true(room_disconnect(&t.room, 1, t.now + 2));
    assert_true(room_connect(&t.room, 1, t.now + 3));
}

static void request_is_presence_without_a_connection(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, 1000));
    assert_false(room_is_here(&t.room, 0, 1000));
    room_be_here_until(&t.room, 0, 2000);
    assert_true(room_is_here(&t.room, 0, 1999));
    assert_false(room_is_here(&t.room, 0, 2000));
    /* A request that was answered late does not shorten the time. */
    room_be_here_until(&t.room, 0, 1500);
    assert_true(room_is_here(&t.room, 0, 1999));
}

static void player_with_a_recent_request_does_not_come_back(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    for (int late = 0; late < 2; late++) {
        table t;
        table_start(&t, &setup);
        assert_true(room_disconnect(&t.room, 0, 1000));
        room_be_here_until(&t.room, 0, 2000);
        assert_int_equal(room_connect(&t.room, 0, 1999 + late), late);
        assert_true(room_is_here(&t.room, 0, 5000));
    }
}

static void request_changes_no_connection(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    room_be_here_until(&t.room, 0, t.now + 10);
    assert_int_equal(t.room.seats[0].away_since, 0);
    assert_true(room_is_here(&t.room, 0, t.now + 20));
    table_start_computer(&t, &setup, 5);
    room_be_here_until(&t.room, 1, t.now + 10);
    assert_int_equal(t.room.seats[1].away_since, 0);
}

static void free_seat_is_never_here(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    assert_true(room_is_here(&t.room, 0, t.now));
    assert_false(room_is_here(&t.room, 1, t.now));
    assert_false(room_connect(&t.room, 1, t.now));
    assert_false(room_is_here(&t.room, 1, t.now));
}

static void absence_may_begin_at_time_0(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    assert_true(room_disconnect(&t.room, 0, 0));
    assert_int_not_equal(t.room.seats[0].away_since, 0);
}

static void computer_neither_comes_nor_goes(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 5);
    assert_false(room_connect(&t.room, 1, 50));
    assert_false(room_disconnect(&t.room, 1, 50));
    assert_int_equal(t.room.seats[1].connections, 0);
    assert_int_equal(t.room.seats[1].away_since, 0);
}

static void player_who_left_neither_comes_nor_goes(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_false(room_disconnect(&t.room, 0, 50));
    assert_false(room_connect(&t.room, 0, 50));
    assert_int_equal(t.room.seats[0].connections, 0);
    assert_false(t.room.seats[0].fresh);
    const event_hash token = token_of(1);
    assert_int_equal(room_find_seat(&t.room, &token), -1);
    assert_string_equal(t.room.seats[0].player.name, "Person 1");
}

static void restart_begins_every_absence_again(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    room_wake(&t.room, t.now + 100);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(t.room.seats[i].connections, 0);
        assert_int_equal(t.room.seats[i].away_since, t.now + 100);
        assert_true(room_connect(&t.room, i, t.now + 101));
    }
    table_start_computer(&t, &setup, 5);
    room_wake(&t.room, t.now + 100);
    assert_int_equal(t.room.seats[1].away_since, 0);
}

TEST_GROUP("room")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_is_made_with_its_maker_on_seat_0),
        cmocka_unit_test(game_against_the_computer_starts_at_once),
        cmocka_unit_test(invalid_setups_are_refused),
        cmocka_unit_test(invalid_names_are_refused),
        cmocka_unit_test(bytes_behind_a_name_are_not_kept),
        cmocka_unit_test(seat_is_found_by_its_token_only),
        cmocka_unit_test(seat_of_a_mark_is_the_inverse_of_mark_of_a_seat),
        cmocka_unit_test(life_has_words),
        cmocka_unit_test(default_rules_last_from_seconds_to_weeks),
        cmocka_unit_test(game_of_a_room_is_complete),
        cmocka_unit_test(copies_of_a_room_are_exact),
        cmocka_unit_test(room_is_small),
        cmocka_unit_test(absence_begins_when_the_last_connection_ends),
        cmocka_unit_test(
            player_who_just_joined_is_away_but_does_not_come_back),
        cmocka_unit_test(request_is_presence_without_a_connection),
        cmocka_unit_test(player_with_a_recent_request_does_not_come_back),
        cmocka_unit_test(request_changes_no_connection),
        cmocka_unit_test(free_seat_is_never_here),
        cmocka_unit_test(absence_may_begin_at_time_0),
        cmocka_unit_test(computer_neither_comes_nor_goes),
        cmocka_unit_test(player_who_left_neither_comes_nor_goes),
        cmocka_unit_test(restart_begins_every_absence_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
