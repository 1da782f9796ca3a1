/* Events that do not follow from the room: room_apply() notices a damaged log,
 * and the room stays as it was. */
#include "check.h"

#include "room_table.h"

#include <string.h>

static void start(table *t, const char *moves)
{
    event_setup setup = setup_of(OXO_ULTIMATE);
    setup.initial = 60000;
    setup.increment = 1000;
    table_start(t, &setup);
    table_play(t, moves);
}

/* ---- What every event has ----------------------------------------------- */

static void event_of_another_room_seq_or_time_does_not_follow(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    const event good = table_next(&t, EVENT_OFFER_MADE);
    event e = good;
    e.as.offer.offer = EVENT_OFFER_DRAW;
    assert_follows(&t, &e);
    e.room++;
    assert_does_not_follow(&t, &e);
    e.room--;
    e.seq++;
    assert_does_not_follow(&t, &e);
    e.seq -= 2;
    assert_does_not_follow(&t, &e);
    e.seq++;
    e.at = t.room.touched - 1;
    assert_does_not_follow(&t, &e);
}

static void unknown_kind_does_not_follow(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    static const int kinds[] = {0, 14, 1000, -1};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        const event e = table_next(&t, (event_kind)kinds[i]);
        assert_does_not_follow(&t, &e);
    }
}

static void nothing_follows_before_the_room_is_created(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    room fresh;
    room_init(&fresh, TABLE_ID);
    const room before = fresh;
    for (int i = 1; i < t.count; i++) {
        event e = t.log[i];
        e.seq = 1;
        assert_false(room_apply(&fresh, &e));
        assert_same(before, fresh);
    }
}

static void nothing_follows_in_a_closed_room(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_int_equal(t.room.life, ROOM_CLOSED);
    for (int i = 0; i < t.count; i++) {
        event e = t.log[i];
        e.seq = t.room.seq + 1;
        e.at = t.now;
        assert_does_not_follow(&t, &e);
    }
}

/* ---- Each kind ---------------------------------------------------------- */

static void room_is_created_once_and_by_a_person(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    event e = table_next(&t, EVENT_ROOM_CREATED);
    e.as.created.setup = setup;
    e.as.created.player = person(1);
    assert_does_not_follow(&t, &e);
    room_init(&t.room, TABLE_ID);
    e.seq = 1;
    assert_follows(&t, &e);
    e.as.created.player.level = 1; /* and a token */
    assert_does_not_follow(&t, &e);
    e.as.created.player = (event_player){.level = 1};
    assert_does_not_follow(&t, &e);
    e.as.created.player = (event_player){.name = "no token"};
    assert_does_not_follow(&t, &e);
    e.as.created.player = person(1);
    e.as.created.player.name[0] = '\n';
    assert_does_not_follow(&t, &e);
    e.as.created.player = person(1);
    e.as.created.setup.series = 2;
    assert_does_not_follow(&t, &e);
}

static void seat_is_taken_once_by_somebody_else(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    event e = table_next(&t, EVENT_SEAT_TAKEN);
    e.as.taken.seat = 1;
    e.as.taken.player = person(2);
    assert_follows(&t, &e);
    e.as.taken.seat = 0;
    assert_does_not_follow(&t, &e);
    e.as.taken.seat = 2;
    assert_does_not_follow(&t, &e);
    e.as.taken.seat = 1;
    e.as.taken.player.token = token_of(1);
    assert_does_not_follow(&t, &e);
    e.as.taken.player = (event_player){.level = 11};
    assert_does_not_follow(&t, &e);
    e.as.taken.player = (event_player){.level = 10};
    assert_true(room_apply(&t.room, &e));
    e.seq++;
    assert_does_not_follow(&t, &e);
}

static void game_starts_when_both_seats_are_taken(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_wait(&t, &setup);
    event e = table_next(&t, EVENT_GAME_STARTED);
    e.as.started.number = 1;
    assert_does_not_follow(&t, &e);
    table_start(&t, &setup);
    e = table_next(&t, EVENT_GAME_STARTED);
    e.as.started.number = 2;
    e.as.started.x_seat = 1;
    assert_does_not_follow(&t, &e); /* one is going on */
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    e.seq = t.room.seq + 1;
    assert_follows(&t, &e);
    e.as.started.x_seat = 0;
    assert_does_not_follow(&t, &e); /* marks swap */
    e.as.started.x_seat = 1;
    e.as.started.number = 3;
    assert_does_not_follow(&t, &e);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    e = table_next(&t, EVENT_GAME_STARTED);
    e.as.started.number = 2;
    e.as.started.x_seat = 1;
    assert_does_not_follow(&t, &e); /* one is gone */
}

static void move_follows_the_rules(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    event good = table_next(&t, EVENT_MOVE_MADE);
    good.as.moved.ply = 1;
    good.as.moved.move = 36;
    good.as.moved.mark = OXO_O;
    good.as.moved.intensity = OXO_INTENSITY_ONE;
    good.as.moved.clock[OXO_X] = 61000;
    good.as.moved.clock[OXO_O] = 61000;
    assert_follows(&t, &good);
    event bad[9];
    for (int i = 0; i < 9; i++)
        bad[i] = good;
    bad[0].as.moved.ply = 0;
    bad[1].as.moved.ply = 2;
    bad[2].as.moved.mark = OXO_X;
    bad[3].as.moved.move = 40; /* taken */
    bad[4].as.moved.move = 0;  /* another board */
    bad[5].as.moved.intensity = OXO_INTENSITY_ONE + 1;
    bad[6].as.moved.clock[OXO_O] = 61001; /* more than there was */
    bad[7].as.moved.clock[OXO_X] = 60999; /* not the one to move */
    bad[8].as.moved.clock[OXO_X] = 61001;
    for (int i = 0; i < 9; i++)
        assert_does_not_follow(&t, &bad[i]);
    good.as.moved.clock[OXO_O] = 0; /* how long it took cannot be known */
    assert_follows(&t, &good);
}

static void board_is_that_of_the_last_move(void **state)
{
    (void)state;
    table t;
    start(&t, "ac ca ae ea");
    event e = table_next(&t, EVENT_BOARD_WON);
    memcpy(e.as.board.line, (uint8_t[]){2, 4, 6}, 3);
    assert_does_not_follow(&t, &e);
    table_play(&t, "ag");
    e.seq = t.room.seq + 1;
    assert_follows(&t, &e);
    e.as.board.mark = OXO_O;
    assert_does_not_follow(&t, &e);
    e.as.board.mark = OXO_NONE;
    assert_does_not_follow(&t, &e);
    e.as.board.mark = OXO_X;
    e.as.board.line[0] = 0;
    assert_does_not_follow(&t, &e);
    e.as.board.line[0] = 2;
    e.as.board.board = 1;
    assert_does_not_follow(&t, &e);
    e.kind = EVENT_BOARD_DRAWN;
    e.as.board.board = 0;
    e.as.board.mark = OXO_NONE;
    assert_does_not_follow(&t, &e);
}

static void offers_need_their_state(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    event e = table_next(&t, EVENT_OFFER_MADE);
    e.as.offer.offer = EVENT_OFFER_REMATCH;
    assert_does_not_follow(&t, &e);
    e.as.offer.offer = EVENT_OFFER_NONE;
    assert_does_not_follow(&t, &e);
    e.as.offer.offer = EVENT_OFFER_COUNT;
    assert_does_not_follow(&t, &e);
    e.as.offer.offer = EVENT_OFFER_TAKEBACK;
    assert_follows(&t, &e);
    e.as.offer.seat = 1; /* has not moved yet */
    assert_does_not_follow(&t, &e);
    e.as.offer.seat = 2;
    assert_does_not_follow(&t, &e);
    event no = table_next(&t, EVENT_OFFER_DECLINED);
    no.as.offer.offer = EVENT_OFFER_DRAW;
    assert_does_not_follow(&t, &no); /* there is none */
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    e.seq = no.seq = t.room.seq + 1;
    e.as.offer.seat = 0;
    assert_does_not_follow(&t, &e); /* one waits */
    assert_does_not_follow(&t, &no);
    no.as.offer.offer = EVENT_OFFER_TAKEBACK;
    assert_follows(&t, &no);
    no.as.offer.seat = 2;
    assert_does_not_follow(&t, &no);
}

static void takeback_undoes_one_move_or_two(void **state)
{
    (void)state;
    table t;
    start(&t, "ee ea ae");
    event e = table_next(&t, EVENT_TAKEN_BACK);
    for (uint8_t length = 0; length < 5; length++) {
        e.as.back.length = length;
        e.as.back.clock[OXO_X] = 61000; /* its first move stays */
        e.as.back.clock[OXO_O] = length < 2 ? 60000 : 61000;
        if (length == 1 || length == 2)
            assert_follows(&t, &e);
        else
            assert_does_not_follow(&t, &e);
    }
    e.as.back.length = 2;
    e.as.back.clock[OXO_X] = 62000; /* that of three moves */
    assert_does_not_follow(&t, &e);
}

static void player_leaves_once_and_after_the_game(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    event e = table_next(&t, EVENT_SEAT_LEFT);
    assert_does_not_follow(&t, &e);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    e.seq = t.room.seq + 1;
    assert_follows(&t, &e);
    e.as.left.seat = 2;
    assert_does_not_follow(&t, &e);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    e.seq = t.room.seq + 1;
    e.as.left.seat = 0;
    assert_does_not_follow(&t, &e);
    e.as.left.seat = 1;
    assert_follows(&t, &e);
}

/* Seat 1 gets free again; the maker stays or closes the room. */
static void only_the_second_player_leaves_before_the_start(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(60000, 0);
    table t;
    table_wait(&t, &setup);
    event e = table_next(&t, EVENT_SEAT_LEFT);
    for (e.as.left.seat = 0; e.as.left.seat < 3; e.as.left.seat++)
        assert_does_not_follow(&t, &e);
    table_fill(&t, &setup);
    e = table_next(&t, EVENT_SEAT_LEFT);
    assert_does_not_follow(&t, &e);
    e.as.left.seat = 1;
    assert_true(room_apply(&t.room, &e));
    assert_false(t.room.seats[1].taken);
    e.seq++;
    assert_does_not_follow(&t, &e);
}

static void room_does_not_close_during_a_game(void **state)
{
    (void)state;
    table t;
    start(&t, "ee");
    event e = table_next(&t, EVENT_ROOM_CLOSED);
    assert_does_not_follow(&t, &e);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    e.seq = t.room.seq + 1;
    assert_follows(&t, &e);
    e.as.closed.why = EVENT_CLOSING_COUNT;
    assert_does_not_follow(&t, &e);
}

TEST_GROUP("room-apply")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(event_of_another_room_seq_or_time_does_not_follow),
        cmocka_unit_test(unknown_kind_does_not_follow),
        cmocka_unit_test(nothing_follows_before_the_room_is_created),
        cmocka_unit_test(nothing_follows_in_a_closed_room),
        cmocka_unit_test(room_is_created_once_and_by_a_person),
        cmocka_unit_test(seat_is_taken_once_by_somebody_else),
        cmocka_unit_test(game_starts_when_both_seats_are_taken),
        cmocka_unit_test(move_follows_the_rules),
        cmocka_unit_test(board_is_that_of_the_last_move),
        cmocka_unit_test(offers_need_their_state),
        cmocka_unit_test(takeback_undoes_one_move_or_two),
        cmocka_unit_test(player_leaves_once_and_after_the_game),
        cmocka_unit_test(only_the_second_player_leaves_before_the_start),
        cmocka_unit_test(room_does_not_close_during_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
