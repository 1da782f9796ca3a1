#include "check.h"

#include "oxo/base.h"

#include <ctype.h>
#include <string.h>

static void library_has_the_version_of_its_headers(void **state)
{
    (void)state;
    assert_string_equal(oxo_version(), OXO_VERSION);
}

static void a_stop_is_set_until_it_is_cleared(void **state)
{
    (void)state;
    oxo_stop stop = {0};
    assert_false(oxo_stop_is_set(NULL));
    assert_false(oxo_stop_is_set(&stop));
    oxo_stop_set(&stop);
    assert_true(oxo_stop_is_set(&stop));
    oxo_stop_clear(&stop);
    assert_false(oxo_stop_is_set(&stop));
}

static void marks_have_an_opposite(void **state)
{
    (void)state;
    assert_int_equal(oxo_mark_other(OXO_X), OXO_O);
    assert_int_equal(oxo_mark_other(OXO_O), OXO_X);
    assert_int_equal(oxo_mark_other(OXO_NONE), OXO_NONE);
}

static void outcomes_name_their_winner(void **state)
{
    (void)state;
    assert_int_equal(oxo_outcome_winner(OXO_ONGOING), OXO_NONE);
    assert_int_equal(oxo_outcome_winner(OXO_X_WINS), OXO_X);
    assert_int_equal(oxo_outcome_winner(OXO_O_WINS), OXO_O);
    assert_int_equal(oxo_outcome_winner(OXO_DRAW), OXO_NONE);
    assert_int_equal(oxo_outcome_won_by(OXO_X), OXO_X_WINS);
    assert_int_equal(oxo_outcome_won_by(OXO_O), OXO_O_WINS);
}

static void moves_are_numbered_board_by_board(void **state)
{
    (void)state;
    int next = 0;
    for (int board = 0; board < OXO_CELLS; board++) {
        for (int cell = 0; cell < OXO_CELLS; cell++)
            assert_int_equal(oxo_move_at(board, cell), next++);
    }
    assert_int_equal(next, OXO_MAX_MOVES);
}

static void cells_that_do_not_exist_are_no_move(void **state)
{
    (void)state;
    assert_int_equal(oxo_move_at(-1, 0), OXO_NO_MOVE);
    assert_int_equal(oxo_move_at(9, 0), OXO_NO_MOVE);
    assert_int_equal(oxo_move_at(0, -1), OXO_NO_MOVE);
    assert_int_equal(oxo_move_at(0, 9), OXO_NO_MOVE);
    assert_int_equal(oxo_move_at(-1, 10), OXO_NO_MOVE); /* not cell 1 of 0 */
}

static void variants_are_found_by_their_word(void **state)
{
    (void)state;
    static const char *const words[OXO_VARIANTS] = {
        "classic", "ultimate", "ultimate-cg", "ultimate-continue"};
    for (int v = 0; v < OXO_VARIANTS; v++) {
        oxo_variant found;
        assert_string_equal(oxo_variant_word((oxo_variant)v), words[v]);
        assert_true(oxo_variant_find(words[v], &found));
        assert_int_equal(found, v);
    }
}

static void unknown_variants_are_not_found(void **state)
{
    (void)state;
    static const char *const words[] = {"",           "Classic",
                                        "classic ",   "ultimat",
                                        "ultimate-c", "ultimate-continued"};
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
        oxo_variant found = OXO_ULTIMATE_CG;
        assert_false(oxo_variant_find(words[i], &found));
        assert_int_equal(found, OXO_ULTIMATE_CG);
    }
}

static void assert_kebab_case(const char *word)
{
    for (const char *c = word; *c; c++) {
        const bool dash = *c == '-' && c > word && c[1] && c[1] != '-';
        if (!islower((unsigned char)*c) && !dash)
            fail_msg("\"%s\" is not in kebab case", word);
    }
    assert_true(strlen(word) > 0);
}

static void every_status_has_a_word_of_its_own(void **state)
{
    (void)state;
    assert_int_equal(OXO_OK, 0);
    assert_string_equal(oxo_status_word(OXO_OK), "ok");
    for (int s = 0; s < OXO_STATUS_COUNT; s++) {
        const char *word = oxo_status_word((oxo_status)s);
        assert_kebab_case(word);
        for (int t = 0; t < s; t++)
            assert_string_not_equal(word, oxo_status_word((oxo_status)t));
    }
}

/* A sentence is put into messages of others: no capital, no full stop. */
static void every_status_has_a_sentence_of_its_own(void **state)
{
    (void)state;
    for (int s = 0; s < OXO_STATUS_COUNT; s++) {
        const char *sentence = oxo_status_sentence((oxo_status)s);
        assert_true(islower((unsigned char)sentence[0]));
        assert_int_not_equal(sentence[strlen(sentence) - 1], '.');
        for (int t = 0; t < s; t++)
            assert_string_not_equal(sentence,
                                    oxo_status_sentence((oxo_status)t));
    }
}

static void statuses_of_moves_have_the_agreed_words(void **state)
{
    (void)state;
    assert_string_equal(oxo_status_word(OXO_MOVE_IN_PROGRESS),
                        "move-in-progress");
    assert_string_equal(oxo_status_word(OXO_GAME_OVER), "game-over");
    assert_string_equal(oxo_status_word(OXO_INVALID_POSITION),
                        "invalid-position");
    assert_string_equal(oxo_status_word(OXO_BOARD_CLOSED), "board-closed");
    assert_string_equal(oxo_status_word(OXO_WRONG_BOARD), "wrong-board");
    assert_string_equal(oxo_status_word(OXO_CELL_OCCUPIED), "cell-occupied");
}

TEST_GROUP("base")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library_has_the_version_of_its_headers),
        cmocka_unit_test(a_stop_is_set_until_it_is_cleared),
        cmocka_unit_test(marks_have_an_opposite),
        cmocka_unit_test(outcomes_name_their_winner),
        cmocka_unit_test(moves_are_numbered_board_by_board),
        cmocka_unit_test(cells_that_do_not_exist_are_no_move),
        cmocka_unit_test(variants_are_found_by_their_word),
        cmocka_unit_test(unknown_variants_are_not_found),
        cmocka_unit_test(every_status_has_a_word_of_its_own),
        cmocka_unit_test(every_status_has_a_sentence_of_its_own),
        cmocka_unit_test(statuses_of_moves_have_the_agreed_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
