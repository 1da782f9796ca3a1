/* test-record.c - records as values: tags, comments, results. */
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"

#include "check.h"
#include "play.h"

static oxo_record record_of(oxo_variant variant, const char *moves)
{
    const oxo_game g = game_after(variant, moves);
    oxo_record r;
    oxo_record_init(&r, &g);
    return r;
}

static void a_new_record_knows_the_game_and_nothing_else(void **state)
{
    (void)state;
    static const char *const roster[] = {"Event", "Site", "Date",
                                         "Round", "X",    "O"};
    const oxo_record r = record_of(OXO_CLASSIC, "a d b e c");
    assert_int_equal(r.result, OXO_X_WINS);
    assert_int_equal(r.tag_count, 6);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(r.tags[i].name, roster[i]);
        assert_string_equal(oxo_record_tag(&r, roster[i]), "?");
    }
    for (int ply = 0; ply <= r.game.length; ply++) {
        assert_int_equal(r.notes[ply].clock, -1);
        assert_int_equal(r.notes[ply].kind, OXO_EVAL_NONE);
        assert_string_equal(oxo_record_comment(&r, ply), "");
    }
    assert_null(oxo_record_tag(&r, "Result"));
}

static void undone_moves_are_no_part_of_a_record(void **state)
{
    (void)state;
    oxo_game g = game_after(OXO_CLASSIC, "a d b");
    oxo_game_undo(&g, &g);
    oxo_game_set_busy(&g, true, &g);
    oxo_record r;
    oxo_record_init(&r, &g);
    const oxo_game expected = game_after(OXO_CLASSIC, "a d");
    assert_true(is_same_game(&r.game, &expected));
    assert_int_equal(r.game.undone, 0);
    assert_false(r.game.busy);
    assert_int_equal(r.game.history[2].time, 0);
}

static void tags_are_set_in_place_or_at_the_end(void **state)
{
    (void)state;
    oxo_record r = record_of(OXO_CLASSIC, "");
    assert_int_equal(oxo_record_set_tag(&r, "Time_Control1", "60"), OXO_OK);
    assert_int_equal(oxo_record_set_tag(&r, "X", "oxo"), OXO_OK);
    assert_int_equal(oxo_record_set_tag(&r, "Note", ""), OXO_OK);
    assert_int_equal(oxo_record_set_tag(&r, "Time_Control1", "a longer one"),
                     OXO_OK);
    assert_int_equal(oxo_record_set_tag(&r, "Time_Control1", "1"), OXO_OK);
    assert_int_equal(r.tag_count, 8);
    assert_string_equal(r.tags[4].value, "oxo");
    assert_string_equal(r.tags[6].value, "1");
    assert_string_equal(r.tags[7].name, "Note");
    assert_string_equal(oxo_record_tag(&r, "Note"), "");
    assert_int_equal(oxo_record_set_tag(&r, "Note", r.tags[7].value), OXO_OK);
}

static void tags_that_cannot_be_kept_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"",       "a b",   "a-b",     "\xC3",
                                        "Result", "SetUp", "Variant", "FEN"};
    oxo_record r = record_of(OXO_CLASSIC, ""), before = r;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        assert_int_equal(oxo_record_set_tag(&r, names[i], "v"), OXO_SYNTAX);
    assert_int_equal(oxo_record_set_tag(&r, "A", "\n"), OXO_SYNTAX);
    assert_int_equal(oxo_record_set_tag(&r, "A", "ok\xC3"), OXO_SYNTAX);

    char name[OXO_TAG_NAME + 1], value[OXO_TAG_VALUE + 1];
    memset(name, 'n', sizeof(name));
    memset(value, 'v', sizeof(value));
    name[OXO_TAG_NAME] = value[OXO_TAG_VALUE] = '\0';
    assert_int_equal(oxo_record_set_tag(&r, name, "v"), OXO_TEXT_TOO_LONG);
    assert_int_equal(oxo_record_set_tag(&r, "A", value), OXO_TEXT_TOO_LONG);
    assert_same(r, before);
    name[OXO_TAG_NAME - 1] = value[OXO_TAG_VALUE - 1] = '\0';
    assert_int_equal(oxo_record_set_tag(&r, name, value), OXO_OK);
    assert_string_equal(oxo_record_tag(&r, name), value);
}

static void the_tag_table_has_an_end(void **state)
{
    (void)state;
    oxo_record r = record_of(OXO_CLASSIC, "");
    char name[16];
    for (int i = r.tag_count; i < OXO_MAX_TAGS; i++) {
        snprintf(name, sizeof(name), "Tag%d", i);
        assert_int_equal(oxo_record_set_tag(&r, name, "v"), OXO_OK);
    }
    assert_int_equal(oxo_record_set_tag(&r, "More", "v"), OXO_TEXT_TOO_LONG);
    assert_int_equal(oxo_record_set_tag(&r, name, "other"), OXO_OK);
}

static void comments_keep_words_one_space_apart(void **state)
{
    (void)state;
    oxo_record r = record_of(OXO_CLASSIC, "a");
    assert_int_equal(oxo_record_set_comment(&r, 1, " \n a  { [%cal b]\tc\r\n"),
                     OXO_OK);
    assert_string_equal(oxo_record_comment(&r, 1), "a { [%cal b] c");
    assert_int_equal(oxo_record_set_comment(&r, 1, "[%evaluation 1]"), OXO_OK);
    assert_string_equal(oxo_record_comment(&r, 1), "[%evaluation 1]");
    assert_int_equal(oxo_record_set_comment(&r, 1, " \t"), OXO_OK);
    assert_string_equal(oxo_record_comment(&r, 1), "");
    assert_int_equal(r.notes[1].comment, 0);
    assert_int_equal(r.comments_length, 1);
}

static void comments_lie_in_the_order_of_their_moves(void **state)
{
    (void)state;
    oxo_record r = record_of(OXO_CLASSIC, "a b c"), s = r;
    oxo_record_set_comment(&r, 3, "three");
    oxo_record_set_comment(&r, 0, "a zero that will change");
    oxo_record_set_comment(&r, 2, "gone");
    oxo_record_set_comment(&r, 1, oxo_record_comment(&r, 3));
    oxo_record_set_comment(&r, 0, "zero");
    oxo_record_set_comment(&r, 2, "");
    oxo_record_set_comment(&s, 0, "zero");
    oxo_record_set_comment(&s, 1, "three");
    oxo_record_set_comment(&s, 3, "three");
    assert_same(r, s);
    assert_memory_equal(r.comments, "\0zero\0three\0three\0", 19);
    assert_int_equal(r.comments_length, 18);
}

static void comments_that_cannot_be_kept_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "a } b", "\x1B[31m", "ok\xFF", "[%eval 0.1]", "a [%time", "[%clk 1]",
    };
    oxo_record r = record_of(OXO_CLASSIC, "a");
    oxo_record_set_comment(&r, 1, "before");
    const oxo_record before = r;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_int_equal(oxo_record_set_comment(&r, 1, texts[i]), OXO_SYNTAX);
    assert_same(r, before);
}

static void comments_fill_their_room_exactly(void **state)
{
    (void)state;
    static char text[OXO_RECORD_TEXT + 1];
    oxo_record r = record_of(OXO_CLASSIC, "a b");
    memset(text, 'c', sizeof(text));
    text[OXO_COMMENTS_TEXT - 2] = '\0'; /* with NUL, and the NUL before it */
    assert_int_equal(oxo_record_set_comment(&r, 0, text), OXO_OK);
    assert_int_equal(r.comments_length, OXO_COMMENTS_TEXT);
    assert_int_equal(oxo_record_set_comment(&r, 1, "c"), OXO_TEXT_TOO_LONG);
    assert_int_equal(oxo_record_set_comment(&r, 1, ""), OXO_OK);
    /* The old text makes room for the new. */
    assert_int_equal(oxo_record_set_comment(&r, 0, text), OXO_OK);
    text[OXO_COMMENTS_TEXT - 2] = 'c';
    text[OXO_COMMENTS_TEXT - 1] = '\0';
    assert_int_equal(oxo_record_set_comment(&r, 0, text), OXO_TEXT_TOO_LONG);
    assert_int_equal(r.comments_length, OXO_COMMENTS_TEXT);

    memset(text, ' ', sizeof(text));
    text[OXO_RECORD_TEXT] = '\0';
    assert_int_equal(oxo_record_set_comment(&r, 0, text), OXO_OK);
    assert_int_equal(r.comments_length, 1);
}

static void only_unfinished_games_have_a_choice_of_results(void **state)
{
    (void)state;
    oxo_record r = record_of(OXO_CLASSIC, "a d b e");
    for (int result = OXO_DRAW; result >= OXO_ONGOING; result--) {
        assert_int_equal(oxo_record_set_result(&r, (oxo_outcome)result),
                         OXO_OK);
        assert_int_equal(r.result, result);
    }
    r = record_of(OXO_CLASSIC, "a d b e c");
    assert_int_equal(oxo_record_set_result(&r, OXO_ONGOING), OXO_WRONG_RESULT);
    assert_int_equal(oxo_record_set_result(&r, OXO_DRAW), OXO_WRONG_RESULT);
    assert_int_equal(oxo_record_set_result(&r, OXO_X_WINS), OXO_OK);
    assert_int_equal(r.result, OXO_X_WINS);
}

TEST_GROUP("record")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_record_knows_the_game_and_nothing_else),
        cmocka_unit_test(undone_moves_are_no_part_of_a_record),
        cmocka_unit_test(tags_are_set_in_place_or_at_the_end),
        cmocka_unit_test(tags_that_cannot_be_kept_are_refused),
        cmocka_unit_test(the_tag_table_has_an_end),
        cmocka_unit_test(comments_keep_words_one_space_apart),
        cmocka_unit_test(comments_lie_in_the_order_of_their_moves),
        cmocka_unit_test(comments_that_cannot_be_kept_are_refused),
        cmocka_unit_test(comments_fill_their_room_exactly),
        cmocka_unit_test(only_unfinished_games_have_a_choice_of_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
