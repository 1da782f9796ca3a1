#include "check.h"

#include "protocol_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- A player who remembers what it was asked --------------------------- */

typedef struct witness {
    int fails;
    oxo_move wants; /* OXO_NO_MOVE: the last legal move */
    int asked;
    oxo_ultimate position; /* the last it was shown */
    int64_t move_time;
} witness;

static int witness_prepare(void *self, oxo_variant variant)
{
    (void)self;
    assert_int_equal(variant, OXO_ULTIMATE_CG);
    return 0;
}

static int witness_think(void *self, const player_task *task,
                         player_choice *ret)
{
    witness *w = self;
    oxo_move moves[OXO_MAX_MOVES];
    w->asked++;
    w->position = task->position.as.ultimate;
    w->move_time = task->limits.move_time;
    assert_int_equal(task->position.variant, OXO_ULTIMATE_CG);
    assert_int_equal(oxo_ultimate_validate(&w->position, NULL), OXO_OK);
    assert_false(oxo_stop_is_set(task->limits.stop));
    if (w->fails)
        return w->fails;
    const int count = oxo_ultimate_moves(&w->position, moves);
    *ret = (player_choice){
        w->wants != OXO_NO_MOVE ? w->wants : moves[count - 1], OXO_NO_MOVE, 0};
    return 0;
}

static witness new_witness(void)
{
    return (witness){.wants = OXO_NO_MOVE};
}

/* What was said of the input that made no sense last. */
static char why[PROTOCOL_WHY];

/* Lets it read `input`; the answers live until the next call. */
static const char *answers(witness *w, const char *input, int *ret)
{
    static char output[4096];
    const player p = {
        .name = "witness",
        .author = "nobody",
        .variants = 1 << OXO_ULTIMATE_CG,
        .self = w,
        .prepare = witness_prepare,
        .think = witness_think,
    };
    memset(output, 0, sizeof output);
    FILE *in = tmpfile();
    FILE *out = fmemopen(output, sizeof output, "w");
    assert_non_null(in);
    assert_non_null(out);
    fputs(input, in);
    rewind(in);
    *ret = protocol_run(&p, PROTOCOL_CODINGAME, in, out, NULL, why);
    fclose(in);
    fclose(out);
    return output;
}

static void expect(witness *w, const char *input, const char *output)
{
    int result;
    assert_string_equal(answers(w, input, &result), output);
    assert_int_equal(result, 0);
}

/* A turn in which every cell of the grid is legal. */
static const char *whole_grid(const char *last)
{
    static char text[1024];
    int length = snprintf(text, sizeof text, "%s\n81\n", last);
    for (int i = 0; i < 81; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%d %d\n", i / 9, i % 9);
    return text;
}

/* The nine of the middle board but its own middle. */
#define MIDDLE_BUT_ONE "8\n3 3\n3 4\n3 5\n4 3\n4 5\n5 3\n5 4\n5 5\n"
/* The nine of the top left board. */
#define TOP_LEFT "9\n0 0\n0 1\n0 2\n1 0\n1 1\n1 2\n2 0\n2 1\n2 2\n"

/* ---- Laws --------------------------------------------------------------- */

static void minus_one_means_we_begin(void **state)
{
    (void)state;
    witness w = new_witness();
    expect(&w, whole_grid("-1 -1"), "8 8\n");
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE_CG);
    assert_same(w.position, start);
    assert_int_equal(w.move_time, 990);
}

static void move_of_the_other_side_makes_us_second(void **state)
{
    (void)state;
    witness w = new_witness();
    expect(&w, "4 4\n" MIDDLE_BUT_ONE, "5 5\n");
    assert_int_equal(w.position.turn, OXO_O);
    assert_int_equal(w.position.forced, 4);
    assert_int_equal(w.position.cells[OXO_X][4], 1 << 4);
}

static void first_answer_has_more_time_than_the_others(void **state)
{
    (void)state;
    witness w = new_witness();
    expect(&w,
           "4 4\n" MIDDLE_BUT_ONE /* we play 5 5 */
           "8 8\n8\n6 6\n6 7\n6 8\n7 6\n7 7\n7 8\n8 6\n8 7\n",
           "5 5\n8 7\n");
    assert_int_equal(w.asked, 2);
    assert_int_equal(w.move_time, 90);
    assert_int_equal(w.position.cells[OXO_O][4], 1 << 8);
    assert_int_equal(w.position.cells[OXO_X][8], 1 << 8);
}

static void only_listed_moves_are_answered(void **state)
{
    (void)state;
    witness w = new_witness();
    w.wants = 0; /* in another board */
    expect(&w, "4 4\n" MIDDLE_BUT_ONE, "3 3\n");
    /* One cell is listed, whatever the rules say. */
    w.wants = OXO_NO_MOVE;
    expect(&w, "4 4\n1\n7 2\n", "7 2\n");
    expect(&w, "4 4\n2\n4 4\n0 0\n", "4 4\n");
}

static void list_overrules_the_target(void **state)
{
    (void)state;
    witness w = new_witness();
    expect(&w, "4 4\n" TOP_LEFT, "2 2\n");
    assert_int_equal(w.asked, 1);
    assert_int_equal(w.position.forced, 0);
    assert_int_equal(w.position.cells[OXO_X][4], 1 << 4);
}

/* We come late: two moves were made that we did not see. What the list leaves
 * out of the board must be taken, by both in turn. */
static void missing_marks_are_found_in_the_list(void **state)
{
    (void)state;
    witness w = new_witness();
    expect(&w, "4 3\n6\n3 3\n3 4\n3 5\n5 3\n5 4\n5 5\n", "5 5\n");
    assert_int_equal(w.asked, 1);
    assert_int_equal(w.position.turn, OXO_O);
    const int x = w.position.cells[OXO_X][4], o = w.position.cells[OXO_O][4];
    assert_int_equal(x | o, 1 << 3 | 1 << 4 | 1 << 5);
    assert_true(x & 1 << 3); /* the one we were told of */
    assert_true(o == 1 << 4 || o == 1 << 5);
}

static void position_that_cannot_be_is_not_thought_about(void **state)
{
    (void)state;
    witness w = new_witness();
    /* X has moved, but the list calls its cell empty. */
    expect(&w, "0 0\n1\n0 0\n", "0 0\n");
    assert_int_equal(w.asked, 0);
    /* The game goes on as strangely, and every turn is answered. */
    expect(&w, "0 0\n1\n0 0\n1 1\n1\n0 0\n8 8\n1\n3 3\n", "0 0\n0 0\n3 3\n");
}

static void second_minus_one_is_a_new_game(void **state)
{
    (void)state;
    witness w = new_witness();
    char two[4096];
    const char *turn = whole_grid("-1 -1");
    snprintf(two, sizeof two, "%s%s", turn, turn);
    expect(&w, two, "8 8\n8 8\n");
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE_CG);
    assert_same(w.position, start);
}

static void no_legal_move_needs_no_answer(void **state)
{
    (void)state;
    witness w = new_witness();
    expect(&w, "4 4\n0\n", "");
    assert_int_equal(w.asked, 0);
}

static void words_that_are_no_numbers_are_skipped(void **state)
{
    (void)state;
    witness w = new_witness();
    expect(&w,
           "hello 4 four 4 1.5 1 x 3 99999999999999999999999999999999999 3",
           "3 3\n");
}

static void input_may_end_anywhere(void **state)
{
    (void)state;
    witness w = new_witness();
    char part[] = "4 4\n" MIDDLE_BUT_ONE;
    for (size_t length = strlen(part) - 2; length > 0; length--) {
        part[length] = '\0';
        expect(&w, part, "");
    }
    assert_int_equal(w.asked, 0);
}

#define COUNT "the number of legal moves is 0 to 81, not "
#define LAST "the other side's move is 0 0 to 8 8, or -1 -1, not "
#define LEGAL "a legal move is 0 0 to 8 8, not "

static void nonsense_is_told_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *input, *why;
    } cases[] = {
        {"4 4\n82\n", "line 2: " COUNT "82"},
        {"4 4\n-1", "line 2: " COUNT "-1"},
        {"\n4 4 99", "line 2: " COUNT "99"},
        {"4 4\r\n1\r\n9 0\r\n", "line 3: " LEGAL "9 0"},
        {"4 4\n2\n3 3\n\n0\n-1\n", "line 6: " LEGAL "0 -1"},
        {"9 4\n1\n3 3\n", "line 1: " LAST "9 4"},
        {"-1 4\n", "line 1: " LAST "-1 4"},
        {"4 4\n0\n-1 -2\n", "line 3: " LAST "-1 -2"},
        {"4 4 99999999999999999999", "line 1: " COUNT "9223372036854775807"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        witness w = new_witness();
        int result;
        assert_string_equal(answers(&w, cases[i].input, &result), "");
        assert_int_equal(result, -EPROTO);
        assert_string_equal(why, cases[i].why);
    }
}

static void player_that_fails_still_answers(void **state)
{
    (void)state;
    witness w = {.fails = -ENOMEM};
    int result;
    assert_string_equal(answers(&w, "4 4\n" MIDDLE_BUT_ONE, &result), "3 3\n");
    assert_int_equal(result, -ENOMEM);
}

static void player_of_other_rules_is_refused(void **state)
{
    (void)state;
    const player p = {.variants = 1 << OXO_ULTIMATE};
    assert_int_equal(
        codingame_run(&p, codingame_standard_times(), stdin, stdout, why),
        -EINVAL);
}

static void protocols_have_names(void **state)
{
    (void)state;
    protocol found;
    assert_true(protocol_find("ugi", &found));
    assert_int_equal(found, PROTOCOL_UGI);
    assert_true(protocol_find("codingame", &found));
    assert_int_equal(found, PROTOCOL_CODINGAME);
    assert_false(protocol_find("uci", &found));
}

TEST_GROUP("protocol-codingame")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minus_one_means_we_begin),
        cmocka_unit_test(move_of_the_other_side_makes_us_second),
        cmocka_unit_test(first_answer_has_more_time_than_the_others),
        cmocka_unit_test(only_listed_moves_are_answered),
        cmocka_unit_test(list_overrules_the_target),
        cmocka_unit_test(missing_marks_are_found_in_the_list),
        cmocka_unit_test(position_that_cannot_be_is_not_thought_about),
        cmocka_unit_test(second_minus_one_is_a_new_game),
        cmocka_unit_test(no_legal_move_needs_no_answer),
        cmocka_unit_test(words_that_are_no_numbers_are_skipped),
        cmocka_unit_test(input_may_end_anywhere),
        cmocka_unit_test(nonsense_is_told_with_its_line),
        cmocka_unit_test(player_that_fails_still_answers),
        cmocka_unit_test(player_of_other_rules_is_refused),
        cmocka_unit_test(protocols_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
