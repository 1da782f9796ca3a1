/* Offers, takebacks, rematches and the series. */
#include "check.h"

#include "play.h"
#include "room_table.h"

static void start(table *t, const char *moves)
{
    const event_setup setup = setup_of(OXO_CLASSIC);
    table_start(t, &setup);
    table_play(t, moves);
}

static void take_back(table *t, int who)
{
    assert_int_equal(table_offer(t, who, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_int_equal(table_do(t, 3 - who, ROOM_ACCEPT), OXO_OK);
    assert_string_equal(table_kinds(t), "taken-back");
}

/* ---- Offers ------------------------------------------------------------- */

static void offer_waits_for_its_answer(void **state)
{
    (void)state;
    table t;
    start(&t, "e");
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(t.last.list[0].as.offer.seat, 1);
    assert_int_equal(t.last.list[0].as.offer.offer, EVENT_OFFER_DRAW);
    assert_int_equal(t.room.offer, EVENT_OFFER_DRAW);
    assert_int_equal(t.room.offer_seat, 1);
    assert_int_equal(table_do(&t, 1, ROOM_DECLINE), OXO_OK);
    assert_int_equal(t.last.list[0].as.offer.seat, 0);
    assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
    assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_NO_OFFER);
}

static void unknown_offers_are_refused(void **state)
{
    (void)state;
    table t;
    start(&t, "e");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_NONE),
                     OXO_INVALID_MESSAGE);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_COUNT),
                     OXO_INVALID_MESSAGE);
}

static void player_may_withdraw_an_offer(void **state)
{
    (void)state;
    table t;
    start(&t, "e");
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_DECLINE), OXO_OK);
    assert_int_equal(t.last.list[0].as.offer.seat, 1);
    assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_NO_OFFER);
}

static void answer_means_the_offer_that_it_names(void **state)
{
    (void)state;
    table t;
    start(&t, "e");
    room_command c = {.offer = EVENT_OFFER_DRAW};
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    for (int i = 0; i < 2; i++) {
        c.verb = i == 0 ? ROOM_ACCEPT : ROOM_DECLINE;
        c.seat = 1;
        assert_int_equal(table_ask(&t, &c), OXO_NO_OFFER);
        assert_int_equal(t.room.offer, EVENT_OFFER_TAKEBACK);
    }
    c = (room_command){
        .verb = ROOM_ACCEPT, .seat = 1, .offer = EVENT_OFFER_TAKEBACK};
    assert_int_equal(table_ask(&t, &c), OXO_OK);
    assert_string_equal(table_kinds(&t), "taken-back");
}

static void agreed_draw_gives_half_a_point_each(void **state)
{
    (void)state;
    table t;
    start(&t, "e");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    const event_game *g = &t.last.list[0].as.over;
    assert_int_equal(g->outcome, OXO_DRAW);
    assert_int_equal(g->reason, EVENT_BY_AGREEMENT);
    assert_int_equal(t.room.score[0], 1);
    assert_int_equal(t.room.score[1], 1);
    assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
}

static void draw_offer_stands_until_the_other_side_moves(void **state)
{
    (void)state;
    table t;
    start(&t, "");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    table_play(&t, "e");
    assert_int_equal(t.room.offer, EVENT_OFFER_DRAW);
    table_play(&t, "a");
    assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
}

static void takeback_offer_ends_with_any_move(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    table_play(&t, "b"); /* the player who offered moves */
    assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    table_play(&t, "h"); /* the other player moves */
    assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
}

static void end_of_the_game_ends_its_offers(void **state)
{
    (void)state;
    table t;
    start(&t, "a d b e");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    table_play(&t, "c");
    assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_NO_OFFER);
}

static void two_takeback_offers_are_no_agreement(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_TAKEBACK), OXO_CONFLICT);
    assert_int_equal(t.room.offer_seat, 0);
    assert_int_equal(t.room.length, 2);
}

/* ---- Each offer once ---------------------------------------------------- */

static oxo_status decline(table *t, int who)
{
    return table_do(t, who, ROOM_DECLINE);
}

static void each_player_makes_each_offer_once_a_move(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    for (int who = 1; who <= 2; who++) {
        for (int i = EVENT_OFFER_DRAW; i <= EVENT_OFFER_TAKEBACK; i++) {
            const event_offer offer = (event_offer)i;
            assert_int_equal(table_offer(&t, who, offer), OXO_OK);
            assert_int_equal(decline(&t, 3 - who), OXO_OK);
            assert_int_equal(table_offer(&t, who, offer), OXO_ALREADY_OFFERED);
            assert_int_equal(t.last.count, 0);
        }
    }
    const int count = t.count;
    for (int who = 1; who <= 2; who++)
        for (int i = EVENT_OFFER_DRAW; i <= EVENT_OFFER_TAKEBACK; i++)
            assert_int_equal(table_offer(&t, who, (event_offer)i),
                             OXO_ALREADY_OFFERED);
    assert_int_equal(t.count, count);
}

static void withdrawn_offer_counts_as_made(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(decline(&t, 1), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW),
                     OXO_ALREADY_OFFERED);
}

static void replaced_offer_counts_as_made(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW),
                     OXO_ALREADY_OFFERED);
    /* The takeback still waits. */
    assert_int_equal(t.room.offer, EVENT_OFFER_TAKEBACK);
    assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
}

static void waiting_offer_may_be_sent_again(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
        assert_int_equal(t.last.count, 0);
    }
}

/* A move of either side allows every offer again. */
static void move_allows_offers_again(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    for (const char *moves = "bh"; *moves; moves++) {
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
        assert_int_equal(decline(&t, 2), OXO_OK);
        const char move[] = {*moves, '\0'};
        table_play(&t, move);
    }
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
}

static void takeback_allows_offers_again(void **state)
{
    (void)state;
    table t;
    start(&t, "e a b");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(decline(&t, 2), OXO_OK);
    take_back(&t, 1);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
}

static void rematch_is_offered_once_by_each_player(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_do(&t, 2, ROOM_RESIGN), OXO_OK);
    for (int who = 1; who <= 2; who++) {
        assert_int_equal(table_offer(&t, who, EVENT_OFFER_REMATCH), OXO_OK);
        assert_int_equal(decline(&t, 3 - who), OXO_OK);
    }
    for (int who = 1; who <= 2; who++)
        assert_int_equal(table_offer(&t, who, EVENT_OFFER_REMATCH),
                         OXO_ALREADY_OFFERED);
}

static void next_game_allows_offers_again(void **state)
{
    (void)state;
    table t;
    start(&t, "e a");
    for (int game = 0; game < 3; game++) {
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
        assert_int_equal(table_do(&t, 2, ROOM_RESIGN), OXO_OK);
        assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
        assert_int_equal(table_do(&t, 2, ROOM_ACCEPT), OXO_OK);
    }
}

static void computer_hears_each_offer_once(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 3);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW),
                     OXO_ALREADY_OFFERED);
    table_play(&t, "e");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
}

/* ---- Takebacks ---------------------------------------------------------- */

static void takeback_undoes_the_last_move_of_the_player_who_asked(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int who;
        const char *left;
    } rows[] = {
        {"e", 1, ""},        {"e a", 2, "e"},   {"e a", 1, ""},
        {"e a b", 1, "e a"}, {"e a b", 2, "e"}, {"e a b h", 1, "e a"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        table t, like;
        start(&t, rows[i].moves);
        start(&like, rows[i].left);
        take_back(&t, rows[i].who);
        assert_int_equal(t.last.list[0].as.back.length, like.room.length);
        assert_int_equal(t.room.length, like.room.length);
        assert_same(t.room.now, like.room.now);
        assert_same(t.room.moves, like.room.moves);
        assert_same(t.room.intensity, like.room.intensity);
        assert_same(t.room.at, like.room.at);
        assert_int_equal(room_turn(&t.room), rows[i].who - 1);
        assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
    }
}

static void player_who_has_not_moved_takes_nothing_back(void **state)
{
    (void)state;
    table t;
    start(&t, "");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK),
                     OXO_NOTHING_TO_UNDO);
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_TAKEBACK),
                     OXO_NOTHING_TO_UNDO);
    table_play(&t, "e");
    assert_int_equal(table_offer(&t, 2, EVENT_OFFER_TAKEBACK),
                     OXO_NOTHING_TO_UNDO);
}

static void game_goes_on_after_a_takeback(void **state)
{
    (void)state;
    table t;
    start(&t, "a d b e");
    take_back(&t, 2); /* O should have closed the row */
    assert_int_equal(table_move(&t, 2, 3, 2), OXO_OK);
    assert_int_equal(table_move(&t, 1, 4, 8), OXO_OK);
    const oxo_position p = position_after(OXO_CLASSIC, "a d b c i");
    assert_same(t.room.now, p);
}

static void takeback_in_ultimate_opens_the_board_again(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_ULTIMATE);
    table t;
    table_start(&t, &setup);
    table_play(&t, "ac ca ae ea ag");
    take_back(&t, 1);
    const oxo_position p = position_after(OXO_ULTIMATE, "ac ca ae ea");
    assert_same(t.room.now, p);
    table_play(&t, "ag");
    assert_string_equal(table_kinds(&t), "move-made board-won");
}

/* ---- The computer ------------------------------------------------------- */

static void computer_gives_moves_back_at_once(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 3);
    table_play(&t, "e");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_string_equal(table_kinds(&t), "taken-back");
    assert_int_equal(t.room.length, 0);
    table_play(&t, "a e b");
    table_play(&t, "c");
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_TAKEBACK), OXO_OK);
    assert_int_equal(t.room.length, 2);
    assert_int_equal(room_turn(&t.room), 0);
}

static void computer_declines_a_draw_at_once(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 3);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_DRAW), OXO_OK);
    assert_string_equal(table_kinds(&t), "offer-made offer-declined");
    assert_int_equal(t.last.list[1].as.offer.seat, 1);
    assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
    assert_int_equal(t.room.life, ROOM_ACTIVE);
}

static void computer_plays_again_at_once(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 3);
    assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    assert_int_equal(table_offer(&t, 1, EVENT_OFFER_REMATCH), OXO_OK);
    assert_string_equal(table_kinds(&t), "game-start");
    assert_int_equal(room_turn(&t.room), 1); /* the computer is X now */
}

static void computer_may_resign(void **state)
{
    (void)state;
    const event_setup setup = setup_of(OXO_CLASSIC);
    table t;
    table_start_computer(&t, &setup, 3);
    const room_command c = {.verb = ROOM_RESIGN, .seat = 1};
    assert_int_equal(table_ask(&t, &c), OXO_OK);
    assert_int_equal(t.room.outcome, OXO_X_WINS);
}

/* ---- Rematch and series ------------------------------------------------- */

static void rematch_swaps_the_marks_and_x_moves_first(void **state)
{
    (void)state;
    table t;
    start(&t, "a d b e c");
    for (int game = 2; game <= 5; game++) {
        assert_int_equal(table_offer(&t, 2, EVENT_OFFER_REMATCH), OXO_OK);
        assert_int_equal(table_do(&t, 1, ROOM_ACCEPT), OXO_OK);
        const event *e = &t.last.list[0];
        const int x = game % 2 == 0;
        assert_int_equal(e->as.started.number, game);
        assert_int_equal(e->as.started.x_seat, x);
        assert_int_equal(room_turn(&t.room), x);
        assert_int_equal(t.room.length, 0);
        assert_int_equal(t.room.outcome, OXO_ONGOING);
        assert_int_equal(t.room.offer, EVENT_OFFER_NONE);
        assert_int_equal(table_move(&t, 2 - x, 0, 4), OXO_NOT_YOUR_TURN);
        assert_int_equal(table_move(&t, 1 + x, 0, 4), OXO_OK);
        assert_int_equal(table_do(&t, 1, ROOM_RESIGN), OXO_OK);
    }
}

/* Plays a game of the series: person 1 wins ('w'), loses ('l') or draws ('d').
 * Before every game but the first the players agree on a rematch. */
static void play_game(table *t, char how)
{
    if (t->room.life == ROOM_FINISHED) {
        assert_int_equal(table_offer(t, 1, EVENT_OFFER_REMATCH), OXO_OK);
        assert_int_equal(table_do(t, 2, ROOM_ACCEPT), OXO_OK);
    }
    if (how == 'd') {
        assert_int_equal(table_offer(t, 1, EVENT_OFFER_DRAW), OXO_OK);
        assert_int_equal(table_do(t, 2, ROOM_ACCEPT), OXO_OK);
    } else {
        assert_int_equal(table_do(t, how == 'w' ? 2 : 1, ROOM_RESIGN), OXO_OK);
    }
}

static void series_is_won_by_more_than_half_the_points(void **state)
{
    (void)state;
    static const struct {
        uint8_t games;
        const char *played;
        int first, second; /* half points */
        int winner;
        bool over;
    } rows[] = {
        {1, "w", 2, 0, 0, true},      {1, "l", 0, 2, 1, true},
        {1, "d", 1, 1, -1, true},     {3, "w", 2, 0, -1, false},
        {3, "ww", 4, 0, 0, true},     {3, "wl", 2, 2, -1, false},
        {3, "wd", 3, 1, -1, false},   {3, "wdd", 4, 2, 0, true},
        {3, "wdw", 5, 1, 0, true},    {3, "wld", 3, 3, -1, true},
        {3, "ddl", 2, 4, 1, true},    {5, "wwd", 5, 1, -1, false},
        {5, "wwdd", 6, 2, 0, true},   {5, "wwll", 4, 4, -1, false},
        {5, "wwlld", 5, 5, -1, true},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        event_setup setup = setup_of(OXO_CLASSIC);
        setup.series = rows[i].games;
        table t;
        table_start(&t, &setup);
        for (const char *how = rows[i].played; *how; how++)
            play_game(&t, *how);
        assert_int_equal(t.room.score[0], rows[i].first);
        assert_int_equal(t.room.score[1], rows[i].second);
        assert_int_equal(room_series_winner(&t.room), rows[i].winner);
        assert_int_equal(room_series_is_over(&t.room), rows[i].over);
        assert_int_equal(room_series_target(&t.room), rows[i].games + 1);
    }
}

static void game_after_a_series_begins_another_series(void **state)
{
    (void)state;
    event_setup setup = setup_of(OXO_CLASSIC);
    setup.series = 3;
    table t;
    table_start(&t, &setup);
    play_game(&t, 'w');
    play_game(&t, 'w');
    play_game(&t, 'l');
    assert_int_equal(t.room.score[0], 0);
    assert_int_equal(t.room.score[1], 2);
    assert_int_equal(t.room.games, 3);
    assert_false(room_series_is_over(&t.room));
    play_game(&t, 'd');
    play_game(&t, 'd');
    assert_true(room_series_is_over(&t.room));
    play_game(&t, 'd');
    assert_int_equal(t.room.score[0], 1);
    assert_int_equal(t.room.score[1], 1);
}

static void score_stays_with_the_seat_when_marks_swap(void **state)
{
    (void)state;
    event_setup setup = setup_of(OXO_CLASSIC);
    setup.series = 5;
    table t;
    table_start(&t, &setup);
    play_game(&t, 'w'); /* as X */
    assert_int_equal(t.last.list[0].as.over.outcome, OXO_X_WINS);
    play_game(&t, 'w'); /* as O */
    const event_game *g = &t.last.list[0].as.over;
    assert_int_equal(g->outcome, OXO_O_WINS);
    assert_int_equal(g->score[0], 4);
    assert_int_equal(g->score[1], 0);
    assert_string_equal(g->players[OXO_O].name, "Person 1");
}

TEST_GROUP("room-offers")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offer_waits_for_its_answer),
        cmocka_unit_test(unknown_offers_are_refused),
        cmocka_unit_test(player_may_withdraw_an_offer),
        cmocka_unit_test(answer_means_the_offer_that_it_names),
        cmocka_unit_test(agreed_draw_gives_half_a_point_each),
        cmocka_unit_test(draw_offer_stands_until_the_other_side_moves),
        cmocka_unit_test(takeback_offer_ends_with_any_move),
        cmocka_unit_test(end_of_the_game_ends_its_offers),
        cmocka_unit_test(two_takeback_offers_are_no_agreement),
        cmocka_unit_test(each_player_makes_each_offer_once_a_move),
        cmocka_unit_test(withdrawn_offer_counts_as_made),
        cmocka_unit_test(replaced_offer_counts_as_made),
        cmocka_unit_test(waiting_offer_may_be_sent_again),
        cmocka_unit_test(move_allows_offers_again),
        cmocka_unit_test(takeback_allows_offers_again),
        cmocka_unit_test(rematch_is_offered_once_by_each_player),
        cmocka_unit_test(next_game_allows_offers_again),
        cmocka_unit_test(computer_hears_each_offer_once),
        cmocka_unit_test(
            takeback_undoes_the_last_move_of_the_player_who_asked),
        cmocka_unit_test(player_who_has_not_moved_takes_nothing_back),
        cmocka_unit_test(game_goes_on_after_a_takeback),
        cmocka_unit_test(takeback_in_ultimate_opens_the_board_again),
        cmocka_unit_test(computer_gives_moves_back_at_once),
        cmocka_unit_test(computer_declines_a_draw_at_once),
        cmocka_unit_test(computer_plays_again_at_once),
        cmocka_unit_test(computer_may_resign),
        cmocka_unit_test(rematch_swaps_the_marks_and_x_moves_first),
        cmocka_unit_test(series_is_won_by_more_than_half_the_points),
        cmocka_unit_test(game_after_a_series_begins_another_series),
        cmocka_unit_test(score_stays_with_the_seat_when_marks_swap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
