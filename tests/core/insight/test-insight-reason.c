/* What speaks against a move, and the sentence that says it: positions made
 * by hand, and no engine. */
#include <string.h>

#include "check.h"
#include "play.h"
#include "reason.h"
#include "scenes.h"

/* What is said of `move` by a player who should have played `best`, and is
 * answered by `reply`. */
static oxo_verdict explain(const oxo_position *p, const char *move,
                           const char *best, const char *reply)
{
    oxo_verdict v = {.mark = oxo_position_turn(p),
                     .move = move_named(move),
                     .best = move_named(best),
                     .reply = reply ? move_named(reply) : OXO_NO_MOVE,
                     .with = OXO_NO_MOVE,
                     .grade = OXO_GRADE_BLUNDER};
    assert_int_equal(oxo_position_check(p, v.move), OXO_OK);
    assert_int_equal(oxo_position_check(p, v.best), OXO_OK);
    reason_find(p, &v);
    return v;
}

static const char *say(const oxo_position *p, const oxo_verdict *v)
{
    static char text[OXO_SENTENCE_TEXT];
    oxo_review r;
    oxo_review_init(&r);
    r.start = *p;
    r.judged = 2;
    r.points[0] = r.points[1] = (oxo_point){.known = true};
    r.moves[0] = *v;
    memset(text, '#', sizeof(text));
    const size_t length = oxo_review_sentence(&r, 0, text);
    assert_int_equal(length, strlen(text));
    return text;
}

static void assert_said(const oxo_position *p, const char *move,
                        const char *best, const char *reply, oxo_why why,
                        const char *sentence)
{
    const oxo_verdict v = explain(p, move, best, reply);
    assert_int_equal(v.why, why);
    assert_string_equal(say(p, &v), sentence);
}

static oxo_position ultimate(const char *boards, oxo_mark turn, int forced)
{
    return oxo_position_of_ultimate(
        ultimate_of(OXO_ULTIMATE, boards, turn, forced));
}

/* ---- Classic ------------------------------------------------------------ */

static void classic_win_that_was_there_is_named(void **state)
{
    (void)state;
    const oxo_position p = position_after(OXO_CLASSIC, "a d b e");
    assert_said(&p, "f", "c", "c", OXO_WHY_MISSES_GAME,
                "misses the win of the game with c");
}

static void classic_threat_that_was_not_met_is_named(void **state)
{
    (void)state;
    const oxo_position p = position_after(OXO_CLASSIC, "a e b");
    assert_said(&p, "d", "c", "c", OXO_WHY_NO_BLOCK, "does not stop X at c");
}

static void classic_fork_that_was_allowed_is_named(void **state)
{
    (void)state;
    /* X a, O e, X i: a corner loses to the last corner. */
    const oxo_position p = position_after(OXO_CLASSIC, "a e i");
    assert_said(&p, "c", "b", "g", OXO_WHY_ALLOWS_FORK,
                "lets X make two threats with g");
}

static void nothing_seen_is_nothing_said(void **state)
{
    (void)state;
    const oxo_position p = position_after(OXO_CLASSIC, "a");
    const oxo_verdict v = explain(&p, "b", "e", "d");
    assert_int_equal(v.why, OXO_WHY_NOTHING);
    assert_int_equal(v.with, OXO_NO_MOVE);
}

/* ---- Ultimate ----------------------------------------------------------- */

static void game_that_could_be_won_is_named(void **state)
{
    (void)state;
    const oxo_position p = ultimate(X_ABOUT_TO_WIN, OXO_X, 2);
    assert_said(&p, "ci", "cc", NULL, OXO_WHY_MISSES_GAME,
                "misses the win of the game with cc");
}

static void game_that_is_given_away_is_named(void **state)
{
    (void)state;
    const oxo_position p = ultimate(X_ABOUT_TO_WIN, OXO_O, 4);
    assert_said(&p, "ec", "ee", "cc", OXO_WHY_GIVES_GAME,
                "gives X the game: X wins with cc");
    /* The reply is found without the engine, too. */
    assert_said(&p, "ec", "ee", NULL, OXO_WHY_GIVES_GAME,
                "gives X the game: X wins with cc");
}

static void last_board_of_a_majority_is_the_game(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_of_ultimate(ultimate_of(
        OXO_ULTIMATE_CG, EIGHT_DECIDED "xx..oo...", OXO_O, OXO_ANY_BOARD));
    assert_said(&p, "ii", "id", NULL, OXO_WHY_MISSES_GAME,
                "misses the win of the game with id");
}

static void board_that_is_won_at_once_is_named(void **state)
{
    (void)state;
    const oxo_position p =
        ultimate("......... ......... xx....... ......... oo....... "
                 "......... ......... ......... .........",
                 OXO_O, 8);
    assert_said(&p, "ic", "id", "cc", OXO_WHY_SENDS_TO_BOARD,
                "sends X to a board it wins at once: board c");
}

static void free_move_that_wins_a_board_is_named(void **state)
{
    (void)state;
    const oxo_position p =
        ultimate("ooo.xx.x. xx....... ......... ......... ......... "
                 "......... ......... ......... .........",
                 OXO_O, 8);
    assert_said(&p, "ia", "id", "bc", OXO_WHY_FREES_FOR_BOARD,
                "lets X play anywhere, and win board b");
}

static void free_move_is_named(void **state)
{
    (void)state;
    const oxo_position p =
        ultimate("ooo.xx.x. x........ ......... ......... ......... "
                 "......... ......... ......... .........",
                 OXO_O, 8);
    assert_said(&p, "ia", "id", "be", OXO_WHY_FREES, "lets X play anywhere");
    /* Not if the better move frees them as well: the fact must differ. */
    const oxo_position q =
        ultimate("ooo.xx.x. ooo.xx.x. ......... ......... ......... "
                 "......... ......... ......... .........",
                 OXO_O, 8);
    assert_int_equal(explain(&q, "ia", "ib", "ee").why, OXO_WHY_NOTHING);
}

static void board_that_could_be_won_is_named(void **state)
{
    (void)state;
    const oxo_position p =
        ultimate("......... xx..oo... ......... ......... ......... "
                 "......... ......... ......... .........",
                 OXO_X, 1);
    assert_said(&p, "bi", "bc", "ia", OXO_WHY_MISSES_BOARD,
                "misses the win of board b");
    assert_int_equal(explain(&p, "bi", "bh", "ia").why, OXO_WHY_NOTHING);
}

static void line_of_boards_left_open_is_named(void **state)
{
    (void)state;
    /* O has a and b. X could fill c, which then belongs to nobody. */
    const char *const boards =
        "ooo.xx.x. ooo.xx.x. oo.xxooxx ......... ......... "
        "......... ......... ......... .........";
    const oxo_position p = ultimate(boards, OXO_X, OXO_ANY_BOARD);
    assert_said(&p, "ee", "cc", "ea", OXO_WHY_LEAVES_LINE,
                "leaves a line of boards open for O, through board c");
}

static void board_that_they_cannot_win_leaves_no_line_open(void **state)
{
    (void)state;
    const char *const boards =
        "ooo.xx.x. ooo.xx.x. xo.ooxxxo ......... ......... "
        "......... ......... ......... .........";
    const oxo_position p = ultimate(boards, OXO_X, OXO_ANY_BOARD);
    assert_int_equal(explain(&p, "ee", "cc", "ea").why, OXO_WHY_NOTHING);
}

static void reply_that_wins_a_board_is_named_if_nothing_else_is(void **state)
{
    (void)state;
    /* Both moves give a board away; the one made gives away the better. */
    const oxo_position p =
        ultimate("......... ......... xx....... xx....... ......... "
                 "......... ......... ......... .........",
                 OXO_O, 8);
    assert_said(&p, "ic", "id", "cc", OXO_WHY_SENDS_TO_BOARD,
                "sends X to a board it wins at once: board c");
    assert_int_equal(explain(&p, "ic", "id", "ci").why, OXO_WHY_NOTHING);
}

static void owned_board_is_not_won_again(void **state)
{
    (void)state;
    /* Under `continue` a won board takes moves, but its owner stays. */
    const char *const boards =
        "xx.oooxx. ......... ......... ......... ......... "
        "......... ......... ......... .........";
    const oxo_position p = oxo_position_of_ultimate(
        ultimate_of(OXO_ULTIMATE_CONTINUE, boards, OXO_O, 8));
    assert_int_equal(explain(&p, "ia", "id", "ac").why, OXO_WHY_NOTHING);
}

/* ---- Costs -------------------------------------------------------------- */

static const char *say_cost(oxo_why why, oxo_cost cost, int distance, int loss)
{
    const oxo_position p = oxo_position_start(OXO_ULTIMATE);
    const oxo_verdict v = {.mark = OXO_X,
                           .grade = OXO_GRADE_BLUNDER,
                           .best = move_named("ae"),
                           .with = move_named("ce"),
                           .board = 2,
                           .why = why,
                           .cost = cost,
                           .distance = distance,
                           .loss = loss};
    return say(&p, &v);
}

static void cost_is_said_in_words(void **state)
{
    (void)state;
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_WIN, 5, 5000),
                        "misses a win in 5");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_GAME, 0, 10000),
                        "throws a won game away");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_DRAW, 0, 5000),
                        "throws a proven draw away");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_LOSES, 7, 5000),
                        "O now wins in 7");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_SCORE, 0, 805),
                        "costs 0.08 of the expected score");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_SCORE, 0, 1450),
                        "costs 0.15 of the expected score");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_SCORE, 0, 10000),
                        "costs 1.00 of the expected score");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_SLOWER, 0, 0),
                        "wins, but ae wins sooner");
    assert_string_equal(say_cost(OXO_WHY_NOTHING, OXO_COST_SOONER, 0, 0),
                        "loses, and ae holds out longer");
}

static void fact_and_cost_are_joined_unless_one_says_both(void **state)
{
    (void)state;
    assert_string_equal(
        say_cost(OXO_WHY_SENDS_TO_BOARD, OXO_COST_DRAW, 0, 5000),
        "sends O to a board it wins at once: board c; "
        "throws a proven draw away");
    assert_string_equal(say_cost(OXO_WHY_MISSES_GAME, OXO_COST_WIN, 1, 5000),
                        "misses the win of the game with ce");
    assert_string_equal(say_cost(OXO_WHY_GIVES_GAME, OXO_COST_LOSES, 1, 5000),
                        "gives O the game: O wins with ce");
    assert_string_equal(say_cost(OXO_WHY_MISSES_GAME, OXO_COST_GAME, 0, 9000),
                        "misses the win of the game with ce; "
                        "throws a won game away");
}

static void every_sentence_fits(void **state)
{
    (void)state;
    for (int why = 0; why <= OXO_WHY_ALLOWS_FORK; why++) {
        for (int cost = 0; cost <= OXO_COST_SCORE; cost++) {
            const char *text =
                say_cost((oxo_why)why, (oxo_cost)cost, 81, 10000);
            assert_in_range(strlen(text), 10, OXO_SENTENCE_TEXT - 1);
        }
    }
}

TEST_GROUP("insight-reason")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_win_that_was_there_is_named),
        cmocka_unit_test(classic_threat_that_was_not_met_is_named),
        cmocka_unit_test(classic_fork_that_was_allowed_is_named),
        cmocka_unit_test(nothing_seen_is_nothing_said),
        cmocka_unit_test(game_that_could_be_won_is_named),
        cmocka_unit_test(game_that_is_given_away_is_named),
        cmocka_unit_test(last_board_of_a_majority_is_the_game),
        cmocka_unit_test(board_that_is_won_at_once_is_named),
        cmocka_unit_test(free_move_that_wins_a_board_is_named),
        cmocka_unit_test(free_move_is_named),
        cmocka_unit_test(board_that_could_be_won_is_named),
        cmocka_unit_test(line_of_boards_left_open_is_named),
        cmocka_unit_test(board_that_they_cannot_win_leaves_no_line_open),
        cmocka_unit_test(reply_that_wins_a_board_is_named_if_nothing_else_is),
        cmocka_unit_test(owned_board_is_not_won_again),
        cmocka_unit_test(cost_is_said_in_words),
        cmocka_unit_test(fact_and_cost_are_joined_unless_one_says_both),
        cmocka_unit_test(every_sentence_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
