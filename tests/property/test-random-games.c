/* Random games of every variant, each position compared with the referee's
 * and each law of histories tried along the way.
 *
 * OXO_PROPERTY_GAMES says how many games a variant gets, OXO_PROPERTY_SEED
 * where chance begins; both are printed, so that a failure can be repeated. */
#include "check.h"

#include "agree.h"
#include "play.h"

#include <stdio.h>
#include <string.h>

/* One game, and the referee's view of every position on the way. */
typedef struct table {
    oxo_game game;
    referee view[OXO_MAX_MOVES + 1]; /* [ply] */
    uint64_t chance;
} table;

static const char *disagreement(const table *t)
{
    const int ply = t->game.length;
    const char *what = position_disagreement(&t->game.now, &t->view[ply]);
    if (!what && ply > 0)
        what = events_disagreement(&t->game, &t->view[ply - 1], &t->view[ply]);
    return what;
}

static void check_agreement(const table *t)
{
    const char *what = disagreement(t);
    if (what)
        fail_msg("differ on %s after %d moves", what, t->game.length);
}

static oxo_turn random_turn(table *t)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&t->game.now, moves);
    return (oxo_turn){.time = next_random(&t->chance, 1000000),
                      .intensity = (oxo_intensity)next_random(
                          &t->chance, OXO_INTENSITY_ONE + 1),
                      .move = moves[next_random(&t->chance, (unsigned)count)]};
}

static bool is_same_turn(const oxo_turn *a, const oxo_turn *b)
{
    return a->move == b->move && a->time == b->time &&
           a->intensity == b->intensity;
}

static void play_random_move(table *t)
{
    const oxo_game before = t->game;
    const oxo_turn turn = random_turn(t);
    assert_int_equal(oxo_game_play(&before, &turn, &t->game), OXO_OK);
    assert_int_equal(t->game.length, before.length + 1);
    assert_int_equal(t->game.undone, 0);
    assert_true(is_same_turn(&t->game.history[before.length], &turn));
    assert_int_equal(oxo_game_last_move(&t->game), turn.move);
    assert_int_equal(oxo_game_mark_at(&t->game, before.length),
                     oxo_game_turn(&before));

    referee *view = &t->view[before.length];
    view[1] = view[0];
    referee_play(&view[1], turn.move / 9, turn.move % 9);
}

/* Undoes some moves, comparing each position passed, and redoes them: the
 * game must be as it was, byte for byte. */
static void go_back_and_forth(table *t)
{
    const oxo_game before = t->game;
    const int back = (int)next_random(&t->chance, before.length + 1U);
    for (int i = 1; i <= back; i++) {
        assert_int_equal(oxo_game_undo(&t->game, &t->game), OXO_OK);
        assert_int_equal(t->game.length, before.length - i);
        assert_int_equal(t->game.undone, before.undone + i);
        check_agreement(t);
    }
    for (int i = 0; i < back; i++)
        assert_int_equal(oxo_game_redo(&t->game, &t->game), OXO_OK);
    assert_true(is_same_game(&t->game, &before));
}

/* Undoes some moves for good: another game goes on from there. */
static void take_back(table *t)
{
    const int back = (int)next_random(&t->chance, t->game.length + 1U);
    for (int i = 0; i < back; i++)
        assert_int_equal(oxo_game_undo(&t->game, &t->game), OXO_OK);
}

static void check_history(const table *t)
{
    for (int ply = 0; ply <= t->game.length; ply++) {
        const oxo_position p = oxo_game_position_at(&t->game, ply);
        for (int m = 0; m < 9 * t->view[0].boards; m++)
            assert_int_equal(
                oxo_position_at(&p, (oxo_move)m),
                mark_of_char(referee_cell(&t->view[ply], m / 9, m % 9)));
    }
    oxo_game fresh;
    oxo_game_reset(&t->game, &fresh);
    const oxo_game start = oxo_game_start(oxo_game_variant(&t->game));
    assert_true(is_same_game(&fresh, &start));
}

/* Plays one game to its end and returns how it ended. */
static oxo_outcome play_out(table *t, oxo_variant variant)
{
    t->game = oxo_game_start(variant);
    assert_true(referee_start(&t->view[0], oxo_variant_word(variant)));
    check_agreement(t);
    while (oxo_game_is_active(&t->game)) {
        play_random_move(t);
        check_agreement(t);
        if (next_random(&t->chance, 64) == 0)
            go_back_and_forth(t);
        if (next_random(&t->chance, 256) == 0)
            take_back(t);
    }
    check_history(t);
    return oxo_game_outcome(&t->game);
}

/* What the games of a variant came to. */
typedef struct tally {
    long games, draws, won_without_line, played_in_won_board, two_lines;
} tally;

static bool has_board_with_two_lines(const oxo_ultimate *p)
{
    for (int board = 0; board < 9; board++) {
        const oxo_board b = oxo_ultimate_board(p, board);
        const oxo_board x = {{b.cells[OXO_X], 0}}, o = {{0, b.cells[OXO_O]}};
        if (oxo_board_win(x).winner == OXO_X &&
            oxo_board_win(o).winner == OXO_O)
            return true;
    }
    return false;
}

static bool has_move_into_won_board(const table *t)
{
    for (int ply = 0; ply < t->game.length; ply++) {
        const char owner = t->view[ply].owner[t->game.history[ply].move / 9];
        if (owner == 'X' || owner == 'O')
            return true;
    }
    return false;
}

static tally play_games(oxo_variant variant)
{
    static table t;
    tally sum = {.games = number_from_env("OXO_PROPERTY_GAMES",
                                          TEST_IS_FAST ? 10000 : 500)};
    const long seed = number_from_env("OXO_PROPERTY_SEED", 1952);
    print_message("# %s: %ld games, seed %ld\n", oxo_variant_word(variant),
                  sum.games, seed);
    t.chance = (uint64_t)seed;
    for (long i = 0; i < sum.games; i++) {
        const oxo_outcome outcome = play_out(&t, variant);
        sum.draws += outcome == OXO_DRAW;
        sum.won_without_line +=
            outcome != OXO_DRAW && oxo_game_win(&t.game).winner == OXO_NONE;
        if (variant == OXO_CLASSIC)
            continue;
        sum.played_in_won_board += has_move_into_won_board(&t);
        sum.two_lines += has_board_with_two_lines(&t.game.now.as.ultimate);
    }
    return sum;
}

static void classic_games_agree_with_the_referee(void **state)
{
    (void)state;
    const tally sum = play_games(OXO_CLASSIC);
    assert_true(sum.draws > 0 && sum.draws < sum.games);
    assert_int_equal(sum.won_without_line, 0);
}

static void ultimate_games_agree_with_the_referee(void **state)
{
    (void)state;
    const tally sum = play_games(OXO_ULTIMATE);
    assert_true(sum.draws > 0 && sum.draws < sum.games);
    assert_int_equal(sum.won_without_line, 0);
    assert_int_equal(sum.played_in_won_board, 0);
    assert_int_equal(sum.two_lines, 0);
}

static void ultimate_cg_games_agree_with_the_referee(void **state)
{
    (void)state;
    const tally sum = play_games(OXO_ULTIMATE_CG);
    assert_true(sum.draws > 0 && sum.draws < sum.games);
    assert_true(sum.won_without_line > 0);
    assert_int_equal(sum.played_in_won_board, 0);
    assert_int_equal(sum.two_lines, 0);
}

static void ultimate_continue_games_agree_with_the_referee(void **state)
{
    (void)state;
    const tally sum = play_games(OXO_ULTIMATE_CONTINUE);
    assert_true(sum.draws > 0 && sum.draws < sum.games);
    assert_int_equal(sum.won_without_line, 0);
    assert_true(sum.played_in_won_board > 0);
    assert_true(sum.two_lines > 0);
}

TEST_GROUP("random-games")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_games_agree_with_the_referee),
        cmocka_unit_test(ultimate_games_agree_with_the_referee),
        cmocka_unit_test(ultimate_cg_games_agree_with_the_referee),
        cmocka_unit_test(ultimate_continue_games_agree_with_the_referee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
