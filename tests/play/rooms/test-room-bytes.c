/* Snapshots: a room as bytes and back, and none that does not hold
 * together. */
#include "check.h"

#include "room_table.h"

#include <stdio.h>
#include <string.h>

enum { LATER = TABLE_BEGIN + 1000000 };

/* Who is connected is no part of a snapshot. */
static void assert_survives(const room *r)
{
    uint8_t bytes[ROOM_MAX_BYTES], again[ROOM_MAX_BYTES];
    const size_t length = room_save(r, bytes);
    room back, here = *r;
    assert_true(room_restore(bytes, length, &back));
    assert_int_equal(room_save(&back, again), length);
    assert_memory_equal(bytes, again, length);
    room_wake(&here, LATER);
    room_wake(&back, LATER);
    assert_same(here, back);
}

static bool is_restored(const room *r)
{
    uint8_t bytes[ROOM_MAX_BYTES];
    room back;
    memset(&back, 0x5A, sizeof(back));
    const room before = back;
    const bool ok = room_restore(bytes, room_save(r, bytes), &back);
    if (!ok)
        assert_same(before, back);
    return ok;
}

static event_setup rich_setup(void)
{
    return (event_setup){.variant = OXO_ULTIMATE,
                         .series = 3,
                         .first_x = 1,
                         .is_public = true,
                         .initial = 60000,
                         .increment = 1000};
}

static void start(table *t)
{
    const event_setup setup = rich_setup();
    table_start(t, &setup);
    t->now += 700;
    table_play(t, "ee");
    t->now += 300;
    table_play(t, "ea ae");
}

/* ---- There and back ----------------------------------------------------- */

static void room_survives_in_every_state(void **state)
{
    (void)state;
    const event_setup setup = rich_setup();
    table t;
    table_wait(&t, &setup);
    assert_survives(&t.room);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_survives(&t.room);
    table_start_computer(&t, &setup, 9);
    assert_survives(&t.room);
    start(&t);
    assert_survives(&t.room);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_survives(&t.room);
    assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_OK);
    assert_survives(&t.room);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    assert_survives(&t.room);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
    assert_survives(&t.room);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    assert_survives(&t.room);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    assert_survives(&t.room);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    assert_survives(&t.room);
}

static void restored_room_plays_on_like_the_first(void **state)
{
    (void)state;
    table t;
    start(&t);
    uint8_t bytes[ROOM_MAX_BYTES];
    table twin = t;
    assert_true(room_restore(bytes, room_save(&t.room, bytes), &twin.room));
    room_wake(&twin.room, t.now);
    room_connect(&twin.room, 0, t.now);
    room_connect(&twin.room, 1, t.now);
    t.now += 5000;
    twin.now = t.now;
    table_play(&t, "ef fe");
    table_play(&twin, "ef fe");
    assert_same(t.room, twin.room);
}

/* The bytes of a small room, for ever. */
static void room_is_written_as_specified(void **state)
{
    (void)state;
    static const char digits[] =
        "01b96003"                   /* id, seq */
        "010303e0d403e807"           /* setup */
        "0101000000000000"           /* life ... offer */
        "01c0843dc0843dc0843dc0843d" /* games, times */
        "010300";                    /* flags, player 1 */
    const event_setup setup = rich_setup();
    table t;
    table_start(&t, &setup);
    uint8_t bytes[ROOM_MAX_BYTES];
    const size_t length = room_save(&t.room, bytes);
    for (size_t i = 0; i < strlen(digits) / 2; i++) {
        unsigned byte = 0;
        assert_int_equal(sscanf(digits + 2 * i, "%2x", &byte), 1);
        assert_int_equal(bytes[i], byte);
    }
    /* Two seats of 49 bytes, and no move. */
    assert_int_equal(length, strlen(digits) / 2 - 3 + 98 + 1);
    assert_int_equal(bytes[length - 1], 0);
}

/* ---- Damage ------------------------------------------------------------- */

static void what_is_cut_off_or_too_long_is_refused(void **state)
{
    (void)state;
    table t;
    start(&t);
    uint8_t bytes[ROOM_MAX_BYTES] = {0};
    const size_t length = room_save(&t.room, bytes);
    room back;
    for (size_t cut = 0; cut < length; cut++)
        assert_false(room_restore(bytes, cut, &back));
    assert_false(room_restore(bytes, length + 1, &back));
    for (unsigned format = 0; format <= UINT8_MAX; format++) {
        bytes[0] = (uint8_t)format;
        assert_int_equal(room_restore(bytes, length, &back), format == 1);
    }
}

typedef void damage(room *r);

/* Each damage to a room makes it one that cannot be restored. */
static void assert_noticed(const room *r, damage *const list[], size_t count)
{
    assert_true(is_restored(r));
    for (size_t i = 0; i < count; i++) {
        room bad = *r;
        list[i](&bad);
        if (is_restored(&bad))
            fail_msg("damage %zu was not noticed", i);
    }
}

#define DAMAGE(name, what)                                                    \
    static void name(room *r)                                                 \
    {                                                                         \
        what;                                                                 \
    }
#define NOTICED(r, list)                                                      \
    assert_noticed(r, list, sizeof(list) / sizeof((list)[0]))

DAMAGE(no_seq, r->seq = 0)
DAMAGE(no_maker, r->seats[0].taken = false)
DAMAGE(no_second, r->seats[1].taken = false)
DAMAGE(one_left, r->seats[1].left = true)
DAMAGE(one_left_long_ago,
       (r->seats[1].left = true, r->seats[1].player.token = (event_hash){{0}}))
DAMAGE(no_token, r->seats[0].player.token = (event_hash){{0}})
DAMAGE(same_token, r->seats[1].player.token = r->seats[0].player.token)
DAMAGE(maker_is_computer, (r->seats[0].player.level = 1,
                           r->seats[0].player.token = (event_hash){{0}}))
DAMAGE(token_and_level, r->seats[1].player.level = 1)
DAMAGE(no_game_yet, r->games = 0)
DAMAGE(another_game, r->games++)
DAMAGE(waiting, r->life = ROOM_WAITING)
DAMAGE(active, r->life = ROOM_ACTIVE)
DAMAGE(finished, r->life = ROOM_FINISHED)
DAMAGE(closed, r->life = ROOM_CLOSED)
DAMAGE(marks_swapped, r->x_seat ^= 1)
DAMAGE(drawn, r->outcome = OXO_DRAW)
DAMAGE(ongoing, r->outcome = OXO_ONGOING)
DAMAGE(has_reason, r->reason = EVENT_BY_AGREEMENT)
DAMAGE(by_line, r->reason = EVENT_BY_LINE)
DAMAGE(by_full_board, r->reason = EVENT_BY_FULL_BOARD)
DAMAGE(by_time, r->reason = EVENT_BY_TIME)
DAMAGE(odd_score, r->score[0]++)
DAMAGE(series_won, r->score[0] = 4)
DAMAGE(too_many_points, (r->score[0] = 4, r->score[1] = 4))
DAMAGE(far_too_many_points, r->score[0] = 6)
DAMAGE(no_points, r->score[0] = r->score[1] = 0)
DAMAGE(more_points_than_games, r->score[1] = 2)
DAMAGE(rematch_now, r->offer = EVENT_OFFER_REMATCH)
DAMAGE(draw_now, r->offer = EVENT_OFFER_DRAW)
DAMAGE(takeback_now, r->offer = EVENT_OFFER_TAKEBACK)
DAMAGE(offer_of_no_kind, r->offer = EVENT_OFFER_COUNT)
DAMAGE(no_such_room, r->id = 1U << EVENT_ROOM_BITS)
DAMAGE(offer_of_nobody, r->offer_seat = 1)
DAMAGE(made_later, r->created = r->started + 1)
DAMAGE(made_after_all, r->created = r->touched + 1)
DAMAGE(touched_before, r->touched = r->started - 1)
DAMAGE(touched_before_move, r->touched = r->started + r->at[2] - 1)
DAMAGE(turned_before, r->turned = r->started - 1)
DAMAGE(started_before, r->started = 1)
DAMAGE(turned_at_all, r->turned = 1)
DAMAGE(illegal_move, r->moves[1] = 40)
DAMAGE(wrong_board, r->moves[1] = 0)
DAMAGE(no_intensity, r->intensity[0] = OXO_INTENSITY_ONE + 1)
DAMAGE(too_much_time, r->seats[0].clock = 62001)
DAMAGE(too_much_time_too, r->seats[1].clock = 62001)
DAMAGE(has_clock, r->seats[0].clock = 1)
DAMAGE(has_moves, r->length = 1)

static void waiting_room_holds_together(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {
        no_seq,          no_maker,       one_left,         one_left_long_ago,
        no_token,        another_game,   active,           finished,
        marks_swapped,   drawn,          has_reason,       odd_score,
        series_won,      rematch_now,    draw_now,         takeback_now,
        offer_of_nobody, made_after_all, turned_at_all,    started_before,
        has_clock,       has_moves,      maker_is_computer};
    table t;
    table_wait(&t, &setup);
    NOTICED(&t.room, list);
}

static void active_room_holds_together(void **state)
{
    (void)state;
    static damage *const list[] = {no_seq,
                                   no_such_room,
                                   offer_of_no_kind,
                                   no_maker,
                                   no_second,
                                   one_left,
                                   one_left_long_ago,
                                   no_token,
                                   same_token,
                                   token_and_level,
                                   no_game_yet,
                                   another_game,
                                   waiting,
                                   finished,
                                   closed,
                                   marks_swapped,
                                   drawn,
                                   has_reason,
                                   odd_score,
                                   series_won,
                                   too_many_points,
                                   more_points_than_games,
                                   rematch_now,
                                   offer_of_nobody,
                                   made_later,
                                   touched_before,
                                   touched_before_move,
                                   turned_before,
                                   illegal_move,
                                   wrong_board,
                                   no_intensity,
                                   too_much_time,
                                   too_much_time_too,
                                   maker_is_computer};
    table t;
    start(&t);
    NOTICED(&t.room, list);
}

static void finished_room_holds_together(void **state)
{
    (void)state;
    static damage *const list[] = {no_second,       one_left,
                                   no_game_yet,     another_game,
                                   waiting,         active,
                                   ongoing,         drawn,
                                   by_line,         by_full_board,
                                   has_reason,      odd_score,
                                   too_many_points, far_too_many_points,
                                   no_points,       more_points_than_games,
                                   draw_now,        takeback_now,
                                   made_later,      marks_swapped};
    table t;
    start(&t);
    assert_int_equal(table_do(&t, 2, ROOM_RESIGN), OXO_OK);
    NOTICED(&t.room, list);
}

static void finished_position_holds_together(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {active,  by_full_board, by_time,
                                   ongoing, drawn,         has_reason};
    table t;
    table_start(&t, &setup);
    table_play(&t, "a d b e c");
    NOTICED(&t.room, list);
}

static void takeback_needs_a_move_to_undo(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {takeback_now};
    table t;
    table_start(&t, &setup);
    NOTICED(&t.room, list);
    table_play(&t, "e a");
    takeback_now(&t.room);
    assert_true(is_restored(&t.room));
}

static void who_left_cannot_offer_nor_be_offered(void **state)
{
    (void)state;
    static damage *const list[] = {rematch_now};
    table t;
    start(&t);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
    NOTICED(&t.room, list);
    start(&t);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
    NOTICED(&t.room, list);
}

TEST_GROUP("room-bytes")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_survives_in_every_state),
        cmocka_unit_test(restored_room_plays_on_like_the_first),
        cmocka_unit_test(room_is_written_as_specified),
        cmocka_unit_test(what_is_cut_off_or_too_long_is_refused),
        cmocka_unit_test(waiting_room_holds_together),
        cmocka_unit_test(active_room_holds_together),
        cmocka_unit_test(finished_room_holds_together),
        cmocka_unit_test(finished_position_holds_together),
        cmocka_unit_test(takeback_needs_a_move_to_undo),
        cmocka_unit_test(who_left_cannot_offer_nor_be_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
