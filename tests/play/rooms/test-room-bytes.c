/* Snapshots: a room as bytes and back. Snapshots whose fields contradict each
 * other are refused. */
#include "check.h"

#include "room_table.h"

#include <stdio.h>
#include <string.h>

enum { LATER = TABLE_BEGIN + 1000000 };

/* Presence is not part of a snapshot. */
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
    table_fill(&t, &setup);
    assert_survives(&t.room);
    assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
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

static void aborted_games_survive(void **state)
{
    (void)state;
    const event_setup setups[] = {setup_of(OXO_CLASSIC), setup_with_days(14),
                                  setup_with_clock(60000, 0)};
    for (int i = 0; i < 3; i++) {
        table t;
        table_start(&t, &setups[i]);
        assert_survives(&t.room);
        assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);
        assert_survives(&t.room);
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
        assert_survives(&t.room);
        assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
        table_play(&t, "e");
        t.now = room_deadline(&t.room, &t.rules);
        assert_int_equal(table_tick(&t), OXO_OK);
        assert_int_equal(t.room.reason,
                         i == 0 ? EVENT_BY_EXPIRY : EVENT_BY_NO_SHOW);
        assert_survives(&t.room);
        assert_int_equal(table_do(&t, 2, ROOM_LEAVE), OXO_OK);
        assert_survives(&t.room);
    }
}

static void closed_and_claimed_games_survive(void **state)
{
    (void)state;
    const event_setup setups[] = {setup_of(OXO_CLASSIC),
                                  setup_with_clock(60000000, 0)};
    for (int i = 0; i < 2; i++) {
        table t;
        table_start(&t, &setups[i]);
        table_play(&t, "e a");
        assert_true(room_disconnect(&t.room, 0, t.now));
        t.now += t.rules.close_after - i * t.rules.close_after / 2;
        assert_int_equal(table_do(&t, 2, i == 0 ? ROOM_ABORT : ROOM_CLAIM),
                         OXO_OK);
        assert_int_equal(t.room.reason,
                         i == 0 ? EVENT_BY_CLOSING : EVENT_BY_CLAIM);
        assert_survives(&t.room);
    }
}

/* A restored room does not allow an offer again. */
static void offers_made_survive(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    table_play(&t, "e a");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_DECLINE), OXO_OK);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_survives(&t.room);
    uint8_t bytes[ROOM_MAX_BYTES];
    assert_true(room_restore(bytes, room_save(&t.room, bytes), &t.room));
    assert_int_equal(table_do(&t, 2, ROOM_DECLINE), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW),
                     OXO_ALREADY_OFFERED);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_TAKEBACK),
                     OXO_ALREADY_OFFERED);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_DRAW), OXO_OK);
}

/* The offer stands while its player moves, and may be made again later. */
static void draw_offer_before_a_move_survives(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start(&t, &setup);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_survives(&t.room);
    table_play(&t, "e");
    assert_int_equal(t.room.offer, EVENT_OFFER_DRAW);
    assert_survives(&t.room);
}

/* The deadline of a game with days is that of the room before the restart. */
static void days_survive(void **state)
{
    (void)state;
    const event_setup setup = setup_with_days(7);
    table t;
    table_start(&t, &setup);
    table_play(&t, "e a");
    const int64_t due = room_deadline(&t.room, &t.rules);
    uint8_t bytes[ROOM_MAX_BYTES];
    assert_true(room_restore(bytes, room_save(&t.room, bytes), &t.room));
    room_wake(&t.room, t.now + 100000);
    assert_int_equal(t.room.setup.days, 7);
    assert_int_equal(room_deadline(&t.room, &t.rules), due);
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

/* The bytes of a small room. They never change. */
static void room_is_written_as_specified(void **state)
{
    (void)state;
    static const char digits[] =
        "02b96003"                   /* format, id, seq */
        "010303e0d403e807"           /* setup */
        "01010000000000000000"       /* life ... offered */
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
    /* Two seats of 49 bytes, and no moves. */
    assert_int_equal(length, strlen(digits) / 2 - 3 + 98 + 1);
    assert_int_equal(bytes[length - 1], 0);
}

/* ---- Damage ------------------------------------------------------------- */

static void truncated_and_overlong_data_is_refused(void **state)
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
        assert_int_equal(room_restore(bytes, length, &back), format == 2);
    }
}

typedef void damage(room *r);

/* No damaged room can be restored. */
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
DAMAGE(draw_offered,
       (r->offer = EVENT_OFFER_DRAW, r->offered[0] = 1U << EVENT_OFFER_DRAW))
DAMAGE(takeback_offered, (r->offer = EVENT_OFFER_TAKEBACK,
                          r->offered[0] = 1U << EVENT_OFFER_TAKEBACK))
DAMAGE(rematch_offered, (r->offer = EVENT_OFFER_REMATCH,
                         r->offered[0] = 1U << EVENT_OFFER_REMATCH))
DAMAGE(made_draw_offer, r->offered[0] = 1U << EVENT_OFFER_DRAW)
DAMAGE(made_takeback_offer, r->offered[0] = 1U << EVENT_OFFER_TAKEBACK)
DAMAGE(made_rematch_offer, r->offered[1] = 1U << EVENT_OFFER_REMATCH)
DAMAGE(made_no_offer, r->offered[0] = 1U << EVENT_OFFER_NONE)
DAMAGE(computer_made_an_offer, r->offered[1] = 1U << EVENT_OFFER_DRAW)
DAMAGE(few_events, r->seq = 1)
DAMAGE(fewer_events, r->seq -= r->seq / 2)
DAMAGE(has_second, (r->seats[1].taken = true,
                    r->seats[1].player.token = (event_hash){{9}}))
DAMAGE(second_is_computer, (r->seats[1].player.level = 1,
                            r->seats[1].player.token = (event_hash){{0}}))
DAMAGE(both_left, (one_left_long_ago(r), r->seats[0].left = true,
                   r->seats[0].player.token = (event_hash){{0}}))
DAMAGE(by_claim, r->reason = EVENT_BY_CLAIM)
DAMAGE(by_abort, r->reason = EVENT_BY_ABORT)
DAMAGE(by_no_show, r->reason = EVENT_BY_NO_SHOW)
DAMAGE(by_closing, r->reason = EVENT_BY_CLOSING)
DAMAGE(by_expiry, r->reason = EVENT_BY_EXPIRY)
DAMAGE(aborted, (r->outcome = OXO_ONGOING, r->reason = EVENT_BY_ABORT))
DAMAGE(points_without_result, (r->score[0] = r->score[1] = 1))
DAMAGE(points_of_the_loser,
       (r->score[0] = 2 - r->score[0], r->score[1] = 2 - r->score[1]))
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
DAMAGE(one_move, r->length = 1)
DAMAGE(points_without_draw, (r->score[0] = 2, r->score[1] = 0))
DAMAGE(has_no_reason, r->reason = 0)
DAMAGE(no_clock,
       (r->setup.initial = 0, r->seats[0].clock = r->seats[1].clock = 0))

static void waiting_room_holds_together(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {
        no_seq,          no_maker,       one_left,         one_left_long_ago,
        has_second,      draw_offered,   made_draw_offer,  made_rematch_offer,
        no_token,        another_game,   active,           finished,
        marks_swapped,   drawn,          has_reason,       odd_score,
        series_won,      rematch_now,    draw_now,         takeback_now,
        offer_of_nobody, made_after_all, turned_at_all,    started_before,
        has_clock,       has_moves,      maker_is_computer};
    table t;
    table_wait(&t, &setup);
    NOTICED(&t.room, list);
}

/* With a clock the second player may have joined before the start. */
static void filled_room_holds_together(void **state)
{
    (void)state;
    const event_setup setup = setup_with_clock(60000, 0);
    static damage *const list[] = {
        few_events,      second_is_computer, same_token,    active,
        one_left,        one_left_long_ago,  takeback_now,  draw_offered,
        made_draw_offer, rematch_offered,    another_game,  has_clock,
        finished,        has_moves,          turned_at_all, marks_swapped};
    table t;
    table_fill(&t, &setup);
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
                                   maker_is_computer,
                                   fewer_events,
                                   points_without_result,
                                   takeback_now,
                                   draw_now,
                                   made_no_offer,
                                   made_rematch_offer};
    table t;
    start(&t);
    NOTICED(&t.room, list);
}

static void finished_room_holds_together(void **state)
{
    (void)state;
    static damage *const list[] = {no_second,
                                   one_left,
                                   no_game_yet,
                                   another_game,
                                   waiting,
                                   active,
                                   ongoing,
                                   drawn,
                                   by_line,
                                   by_full_board,
                                   has_reason,
                                   odd_score,
                                   too_many_points,
                                   far_too_many_points,
                                   no_points,
                                   more_points_than_games,
                                   draw_now,
                                   takeback_now,
                                   made_later,
                                   marks_swapped,
                                   fewer_events,
                                   both_left,
                                   by_abort,
                                   by_no_show,
                                   by_closing,
                                   by_expiry,
                                   aborted,
                                   points_of_the_loser,
                                   made_takeback_offer,
                                   rematch_now,
                                   made_draw_offer,
                                   draw_offered};
    table t;
    start(&t);
    /* More events than a snapshot needs: counting them finds nothing. */
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_DECLINE), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_RESIGN), OXO_OK);
    NOTICED(&t.room, list);
}

/* Aborted before both had moved, and closed after. */
static void aborted_room_holds_together(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {active,
                                   drawn,
                                   has_reason,
                                   by_no_show,
                                   by_closing,
                                   by_claim,
                                   points_without_result,
                                   series_won,
                                   draw_now,
                                   made_later,
                                   waiting,
                                   odd_score};
    static damage *const others[] = {
        active, by_abort, by_no_show, by_claim, drawn, points_without_result};
    table t;
    table_start(&t, &setup);
    table_play(&t, "e");
    assert_int_equal(table_do(&t, 1, ROOM_ABORT), OXO_OK);
    NOTICED(&t.room, list);
    table_start(&t, &setup);
    table_play(&t, "e a");
    t.now += t.rules.close_after;
    assert_int_equal(table_do(&t, 2, ROOM_ABORT), OXO_OK);
    NOTICED(&t.room, others);
}

static void drawn_room_holds_together(void **state)
{
    (void)state;
    event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {points_without_draw, has_no_reason};
    table t;
    table_start(&t, &setup);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    assert_survives(&t.room);
    NOTICED(&t.room, list);
}

static void claimed_room_holds_together(void **state)
{
    (void)state;
    static damage *const list[] = {active,
                                   by_abort,
                                   by_line,
                                   ongoing,
                                   points_of_the_loser,
                                   second_is_computer,
                                   no_clock,
                                   one_move};
    const event_setup setup = setup_with_clock(600000, 0);
    table t;
    table_start(&t, &setup);
    table_play(&t, "e a b");
    assert_true(room_disconnect(&t.room, 1, t.now));
    t.now += t.rules.claim_after;
    assert_int_equal(table_claim(&t, 1, false), OXO_OK);
    NOTICED(&t.room, list);
}

/* The computer answers every offer at once. */
static void no_offer_waits_for_the_computer(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {draw_offered, takeback_offered,
                                   computer_made_an_offer};
    static damage *const others[] = {rematch_offered};
    table t;
    table_start_computer(&t, &setup, 3);
    table_play(&t, "e a");
    NOTICED(&t.room, list);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    NOTICED(&t.room, others);
}

static void closed_room_holds_together(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    static damage *const list[] = {few_events,   active,   finished,
                                   one_left,     aborted,  draw_offered,
                                   another_game, has_moves};
    table t;
    table_wait(&t, &setup);
    assert_int_equal(table_do(&t, 1, ROOM_LEAVE), OXO_OK);
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
    static damage *const list[] = {takeback_offered};
    table t;
    table_start(&t, &setup);
    NOTICED(&t.room, list);
    table_play(&t, "e a");
    takeback_offered(&t.room);
    assert_true(is_restored(&t.room));
}

static void no_offer_waits_after_a_player_left(void **state)
{
    (void)state;
    static damage *const list[] = {rematch_offered};
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
        cmocka_unit_test(aborted_games_survive),
        cmocka_unit_test(closed_and_claimed_games_survive),
        cmocka_unit_test(offers_made_survive),
        cmocka_unit_test(draw_offer_before_a_move_survives),
        cmocka_unit_test(days_survive),
        cmocka_unit_test(restored_room_plays_on_like_the_first),
        cmocka_unit_test(room_is_written_as_specified),
        cmocka_unit_test(truncated_and_overlong_data_is_refused),
        cmocka_unit_test(waiting_room_holds_together),
        cmocka_unit_test(filled_room_holds_together),
        cmocka_unit_test(active_room_holds_together),
        cmocka_unit_test(finished_room_holds_together),
        cmocka_unit_test(aborted_room_holds_together),
        cmocka_unit_test(drawn_room_holds_together),
        cmocka_unit_test(claimed_room_holds_together),
        cmocka_unit_test(no_offer_waits_for_the_computer),
        cmocka_unit_test(closed_room_holds_together),
        cmocka_unit_test(finished_position_holds_together),
        cmocka_unit_test(takeback_needs_a_move_to_undo),
        cmocka_unit_test(no_offer_waits_after_a_player_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
