/* A caller's bug stops the program, in a build that has assertions. */
#include "check.h"

#include "oxo/playout.h"
#include "play.h"

#include <stdio.h>

#ifdef NDEBUG

TEST_GROUP("assertions")
{
    puts("1..0 # SKIP assertions are compiled out");
    return 0;
}

#else

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Calls bug() in a child and expects the child to abort. */
static void assert_aborts(void (*bug)(void), int line)
{
    fflush(NULL);
    const pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        /* The message would look like a failure in the test's output. */
        close(STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        bug();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
        fail_msg("the call of line %d did not abort", line);
}

/* Each bug is one call; what it returns does not matter. */
#define BUG(name, call)                                                       \
    static void name(void)                                                    \
    {                                                                         \
        (void)(call);                                                         \
    }

BUG(other_of_no_mark, oxo_mark_other((oxo_mark)3))
BUG(winner_of_no_outcome, oxo_outcome_winner((oxo_outcome)4))
BUG(won_by_nobody, oxo_outcome_won_by(OXO_NONE))
BUG(word_of_no_variant, oxo_variant_word((oxo_variant)4))
BUG(word_of_no_status, oxo_status_word(OXO_STATUS_COUNT))
BUG(sentence_of_no_status, oxo_status_sentence(OXO_STATUS_COUNT))
BUG(name_of_no_event, oxo_event_name((oxo_event_kind)5))

BUG(row_of_no_cell, oxo_cell_row(-1))
BUG(col_of_no_cell, oxo_cell_col(9))
BUG(mark_at_no_cell, oxo_board_at(oxo_board_empty(), 9))
BUG(place_in_no_cell, oxo_board_place(oxo_board_empty(), 9, OXO_X))
BUG(place_in_taken_cell, oxo_board_place(board_of("x........"), 0, OXO_O))
BUG(place_nothing, oxo_board_place(oxo_board_empty(), 0, OXO_NONE))
BUG(turn_no_cell, oxo_symmetry_cell(0, 9))
BUG(turn_by_no_symmetry, oxo_symmetry_cell(8, 0))
BUG(turn_by_negative_symmetry, oxo_symmetry_cell(-1, 0))
BUG(inverse_of_no_symmetry, oxo_symmetry_inverse(8))
BUG(inverse_of_negative_symmetry, oxo_symmetry_inverse(-1))

BUG(classic_move_into_taken_cell, oxo_classic_play(classic_after("e"), 4))
BUG(ultimate_of_classic_rules, oxo_ultimate_start(OXO_CLASSIC))
BUG(ultimate_of_no_rules, oxo_ultimate_start((oxo_variant)4))
BUG(turn_no_move, oxo_ultimate_transform_move(81, 0))

static void ultimate_move_into_wrong_board(void)
{
    oxo_ultimate_play(ultimate_after(OXO_ULTIMATE, "ec"), move_named("aa"));
}

static void ultimate_boards_beyond_nine(void)
{
    const oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    oxo_ultimate_board(&p, 9);
}

static void ultimate_boards_below_zero(void)
{
    const oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    oxo_ultimate_board_outcome(&p, -1);
}

static void position_move_into_taken_cell(void)
{
    const oxo_position p = position_after(OXO_CLASSIC, "e");
    oxo_position_play(&p, 4);
}

static void position_cell_beyond_the_board(void)
{
    const oxo_position p = oxo_position_start(OXO_CLASSIC);
    oxo_position_at(&p, 9);
}

static void game_from_a_position_of_two_variants(void)
{
    oxo_position p = oxo_position_start(OXO_ULTIMATE);
    p.variant = OXO_ULTIMATE_CG;
    oxo_game_from(&p);
}

static void perft_of_negative_depth(void)
{
    const oxo_position p = oxo_position_start(OXO_CLASSIC);
    oxo_perft(&p, -1);
}

static void games_of_negative_depth(void)
{
    const oxo_position p = oxo_position_start(OXO_CLASSIC);
    oxo_count_games(&p, -1);
}

static void history_before_the_start(void)
{
    const oxo_game g = game_after(OXO_CLASSIC, "e");
    oxo_game_position_at(&g, -1);
}

static void history_beyond_the_end(void)
{
    const oxo_game g = game_after(OXO_CLASSIC, "e");
    oxo_game_position_at(&g, 2);
}

static void mover_beyond_the_end(void)
{
    const oxo_game g = game_after(OXO_CLASSIC, "e");
    oxo_game_mark_at(&g, 1);
}

static void events_beyond_the_end(void)
{
    const oxo_game g = game_after(OXO_CLASSIC, "e");
    oxo_event events[OXO_MAX_EVENTS];
    oxo_game_events(&g, 1, events);
}

static void random_number_below_nothing(void)
{
    oxo_random random = {1};
    oxo_random_below(&random, 0);
}

#define ABORTS(bug) assert_aborts(bug, __LINE__)

static void names_exist_for_what_exists_only(void **state)
{
    (void)state;
    ABORTS(other_of_no_mark);
    ABORTS(winner_of_no_outcome);
    ABORTS(won_by_nobody);
    ABORTS(word_of_no_variant);
    ABORTS(word_of_no_status);
    ABORTS(sentence_of_no_status);
    ABORTS(name_of_no_event);
}

static void cells_and_symmetries_must_exist(void **state)
{
    (void)state;
    ABORTS(row_of_no_cell);
    ABORTS(col_of_no_cell);
    ABORTS(mark_at_no_cell);
    ABORTS(place_in_no_cell);
    ABORTS(turn_no_cell);
    ABORTS(turn_by_no_symmetry);
    ABORTS(turn_by_negative_symmetry);
    ABORTS(inverse_of_no_symmetry);
    ABORTS(inverse_of_negative_symmetry);
    ABORTS(turn_no_move);
    ABORTS(ultimate_boards_beyond_nine);
    ABORTS(ultimate_boards_below_zero);
    ABORTS(position_cell_beyond_the_board);
    ABORTS(ultimate_of_classic_rules);
    ABORTS(ultimate_of_no_rules);
}

static void moves_must_be_legal(void **state)
{
    (void)state;
    ABORTS(place_in_taken_cell);
    ABORTS(place_nothing);
    ABORTS(classic_move_into_taken_cell);
    ABORTS(ultimate_move_into_wrong_board);
    ABORTS(position_move_into_taken_cell);
    ABORTS(game_from_a_position_of_two_variants);
}

static void counts_and_plies_must_be_in_range(void **state)
{
    (void)state;
    ABORTS(perft_of_negative_depth);
    ABORTS(games_of_negative_depth);
    ABORTS(history_before_the_start);
    ABORTS(history_beyond_the_end);
    ABORTS(mover_beyond_the_end);
    ABORTS(events_beyond_the_end);
    ABORTS(random_number_below_nothing);
}

TEST_GROUP("assertions")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_exist_for_what_exists_only),
        cmocka_unit_test(cells_and_symmetries_must_exist),
        cmocka_unit_test(moves_must_be_legal),
        cmocka_unit_test(counts_and_plies_must_be_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif /* NDEBUG */
