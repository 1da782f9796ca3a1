/* test-notation-position.c - position strings, and foreign positions. */
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"

#include "check.h"
#include "play.h"

#define ULTIMATTT_SAMPLE                                                      \
    "O;@........;X.OO...../X..X.O.O./X.X...O.O/.X.OXO.../O.O.X..../"          \
    ".XX....O./......X.O/.O.X.X.../.O.....XX"

static const oxo_variant ultimates[] = {OXO_ULTIMATE, OXO_ULTIMATE_CG,
                                        OXO_ULTIMATE_CONTINUE};

static void check_read(oxo_notation notation, oxo_variant variant,
                       const char *text, const char *canonical)
{
    oxo_position p;
    char back[OXO_POSITION_TEXT];
    size_t length;
    oxo_text_error error = {.reason = ""};
    if (oxo_position_parse(notation, variant, text, &p, &error) != OXO_OK)
        fail_msg("\"%s\": column %d: %s", text, error.column, error.reason);
    assert_int_equal(oxo_position_format(notation, &p, back, &length), OXO_OK);
    assert_string_equal(back, canonical);
    assert_int_equal(length, strlen(back));
}

static void check_refusal(oxo_notation notation, oxo_variant variant,
                          const char *text, oxo_status status, int column)
{
    oxo_position p, untouched;
    memset(&p, 0x5A, sizeof(p));
    untouched = p;
    oxo_text_error error = {.status = OXO_OK};
    const oxo_status got =
        oxo_position_parse(notation, variant, text, &p, &error);
    if (got != status || error.column != column)
        fail_msg("\"%s\": %s at %d", text, oxo_status_word(got), error.column);
    assert_int_equal(error.status, status);
    assert_int_equal(error.line, 1);
    assert_true(strlen(error.reason) > 0);
    assert_same(p, untouched);
    assert_int_equal(oxo_position_parse(notation, variant, text, &p, NULL),
                     status);
}

/* ---- Our form ----------------------------------------------------------- */

static void positions_are_written_as_designed(void **state)
{
    (void)state;
    char text[OXO_POSITION_TEXT];
    oxo_position p = oxo_position_start(OXO_CLASSIC);
    assert_int_equal(oxo_position_format(OXO_NATIVE, &p, text, NULL), OXO_OK);
    assert_string_equal(text, "3/3/3 x");
    for (int v = 0; v < 3; v++) {
        p = oxo_position_start(ultimates[v]);
        oxo_position_format(OXO_NATIVE, &p, text, NULL);
        assert_string_equal(text, "9/9/9/9/9/9/9/9/9 x -");
    }
    p = position_after(OXO_ULTIMATE, "ee ea ae eb be ec");
    oxo_position_format(OXO_NATIVE, &p, text, NULL);
    assert_string_equal(text, "4x4/4x4/9/9/ooo1x4/9/9/9/9 x c");
}

static void loose_texts_are_read_and_written_canonically(void **state)
{
    (void)state;
    check_read(OXO_NATIVE, OXO_CLASSIC, "111/1x1/12 o", "3/1x1/3 o");
    check_read(OXO_NATIVE, OXO_CLASSIC, "  3/3/3 \t x\t\r\n", "3/3/3 x");
    check_read(OXO_NATIVE, OXO_ULTIMATE, "45/9/9/9/9/9/9/9/333   x   -\n",
               "9/9/9/9/9/9/9/9/9 x -");
    check_read(OXO_NATIVE, OXO_ULTIMATE, "4x4/4x4/9/9/Oooo1x4/9/9/9/9 x c",
               "4x4/4x4/9/9/ooo1x4/9/9/9/9 x c");
    check_read(OXO_NATIVE, OXO_ULTIMATE, "Xxxx6/ooo6/9/9/9/9/9/9/9 x -",
               "xxx6/ooo6/9/9/9/9/9/9/9 x -");
    check_read(OXO_NATIVE, OXO_ULTIMATE, "Dxoxxoooxx/9/9/9/9/9/9/9/9 o -",
               "xoxxoooxx/9/9/9/9/9/9/9/9 o -");
}

static void an_owner_is_written_where_the_cells_do_not_tell(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        char text[] = "Xxxxooo3/9/9/9/9/9/9/9/9 x a";
        text[0] = "XO"[side];
        check_read(OXO_NATIVE, OXO_ULTIMATE_CONTINUE, text, text);
    }
    check_refusal(OXO_NATIVE, OXO_ULTIMATE_CONTINUE,
                  "9/xxxooo3/9/9/9/9/9/9/9 x -", OXO_WRONG_OWNER, 3);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE_CONTINUE,
                  "9/Dxxxooo3/9/9/9/9/9/9/9 x -", OXO_WRONG_OWNER, 3);
}

static void owners_that_contradict_the_cells_are_refused(void **state)
{
    (void)state;
    for (int v = 0; v < 3; v++) {
        check_refusal(OXO_NATIVE, ultimates[v], "9/X9/9/9/9/9/9/9/9 x -",
                      OXO_WRONG_OWNER, 3);
        check_refusal(OXO_NATIVE, ultimates[v], "9/9/D9/9/9/9/9/9/9 x -",
                      OXO_WRONG_OWNER, 5);
        check_refusal(OXO_NATIVE, ultimates[v], "Oxxx6/ooo6/9/9/9/9/9/9/9 x -",
                      OXO_WRONG_OWNER, 1);
    }
}

static void impossible_positions_are_refused_where_they_are(void **state)
{
    (void)state;
    check_refusal(OXO_NATIVE, OXO_CLASSIC, "3/3/3 o", OXO_IMPOSSIBLE_COUNT, 7);
    check_refusal(OXO_NATIVE, OXO_CLASSIC, "xxx/ooo/3 x", OXO_TWO_WINNERS, 1);
    check_refusal(OXO_NATIVE, OXO_CLASSIC, " xxx/oo1/o2 x", OXO_WINNER_TO_MOVE,
                  13);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE, "x8/9/9/9/9/9/9/9/9 x -",
                  OXO_IMPOSSIBLE_COUNT, 20);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE, "9/9/xxxooo3/9/9/9/9/9/9 x -",
                  OXO_TWO_WINNERS, 5);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE_CG, "9/9/Xxxxooo3/9/9/9/9/9/9 x -",
                  OXO_TWO_WINNERS, 5);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE,
                  "xxx6/xxx6/xxx6/ooo6/ooo6/ooo6/9/9/9 x -", OXO_TWO_WINNERS,
                  37);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE,
                  "xxx6/xxx6/xxx6/ooo6/ooo6/o7o/o8/9/9 x -",
                  OXO_WINNER_TO_MOVE, 37);
    check_refusal(OXO_NATIVE, OXO_ULTIMATE, "xxx6/ooo6/9/9/9/9/9/9/9 x b",
                  OXO_CLOSED_TARGET, 27);
    check_read(OXO_NATIVE, OXO_ULTIMATE_CONTINUE,
               "xxx6/ooo6/9/9/9/9/9/9/9 x b", "xxx6/ooo6/9/9/9/9/9/9/9 x b");
}

static void what_is_no_position_is_refused_with_its_column(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        oxo_variant variant;
        int column;
    } cases[] = {
        {"", OXO_CLASSIC, 1},
        {"3/3", OXO_CLASSIC, 4},
        {"3/3/", OXO_CLASSIC, 5},
        {"3/3/3", OXO_CLASSIC, 6},
        {"3/3/3 ", OXO_CLASSIC, 7},
        {"3/3/3x", OXO_CLASSIC, 6},
        {"3/3/3 X", OXO_CLASSIC, 7},
        {"3/3/3 x -", OXO_CLASSIC, 9},
        {"3/3/3/3 x", OXO_CLASSIC, 6},
        {"4/3/3 x", OXO_CLASSIC, 1},
        {"3/13/3 x", OXO_CLASSIC, 4},
        {"3/xox1/3 x", OXO_CLASSIC, 6},
        {"3/2/3 x", OXO_CLASSIC, 4},
        {"3/0/3 x", OXO_CLASSIC, 3},
        {"X3/3/3 x", OXO_CLASSIC, 1},
        {"9/9/9/9/9/9/9/9 x -", OXO_ULTIMATE, 16},
        {"9/9/9/9/9/9/9/9/9 x", OXO_ULTIMATE, 20},
        {"9/9/9/9/9/9/9/9/9 x ", OXO_ULTIMATE, 21},
        {"9/9/9/9/9/9/9/9/9 x j", OXO_ULTIMATE, 21},
        {"9/9/9/9/9/9/9/9/9 - x", OXO_ULTIMATE, 19},
        {"9/9/9/9/9/9/9/9/9", OXO_ULTIMATE, 18},
        {"9/9/9/9/9/9/9/9/9 x - -", OXO_ULTIMATE, 23},
        {"9/XX9/9/9/9/9/9/9/9 x -", OXO_ULTIMATE, 4},
        {"9/9/9/9/9/9/9/9/x9 x -", OXO_ULTIMATE, 18},
        {"9/9/9/9/9/9/9/9/8/ x -", OXO_ULTIMATE, 18},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_refusal(OXO_NATIVE, cases[i].variant, cases[i].text, OXO_SYNTAX,
                      cases[i].column);
}

static void positions_have_a_longest_length(void **state)
{
    (void)state;
    char text[400] = "3/3/3";
    memset(text + 5, ' ', sizeof(text) - 5);
    text[350] = 'x';
    text[351] = '\0';
    check_refusal(OXO_NATIVE, OXO_CLASSIC, text, OXO_TEXT_TOO_LONG,
                  OXO_POSITION_TEXT);
}

/* Every text of nine cells and a side, possible or not. */
static void every_classic_text_is_judged_as_the_rules_do(void **state)
{
    (void)state;
    int valid = 0;
    for (int code = 0; code < 2 * 19683; code++) {
        char text[] = "111/111/111 x";
        oxo_classic p = oxo_classic_start();
        p.turn = (uint8_t)(code % 2);
        text[12] = "xo"[code % 2];
        for (int cell = 0, rest = code / 2; cell < 9; cell++, rest /= 3) {
            if (rest % 3 == 0)
                continue;
            text[cell + cell / 3] = "1xo"[rest % 3];
            p.board = oxo_board_place(p.board, cell, (oxo_mark)(rest % 3 - 1));
        }
        const oxo_position expected = oxo_position_of_classic(p);
        oxo_position got;
        const oxo_status status =
            oxo_position_parse(OXO_NATIVE, OXO_CLASSIC, text, &got, NULL);
        assert_int_equal(status, oxo_classic_validate(&p));
        if (status != OXO_OK)
            continue;
        valid++;
        char canonical[OXO_POSITION_TEXT];
        assert_same(got, expected);
        oxo_position_format(OXO_NATIVE, &got, canonical, NULL);
        assert_int_equal(
            oxo_position_parse(OXO_NATIVE, OXO_CLASSIC, canonical, &got, NULL),
            OXO_OK);
        assert_same(got, expected);
    }
    assert_int_equal(valid, 5478);
}

static void check_round_trip(oxo_notation notation, const oxo_position *p)
{
    char text[OXO_POSITION_TEXT], again[OXO_POSITION_TEXT];
    oxo_position back;
    size_t length;
    const oxo_status status = oxo_position_format(notation, p, text, &length);
    const bool foreign_ok =
        p->variant == OXO_ULTIMATE || p->variant == OXO_ULTIMATE_CG;
    if (notation == OXO_CODINGAME || (notation != OXO_NATIVE && !foreign_ok)) {
        assert_int_equal(status, OXO_NOT_EXPRESSIBLE);
        return;
    }
    assert_int_equal(status, OXO_OK);
    assert_int_equal(length, strlen(text));
    assert_int_equal(oxo_position_parse(notation, (oxo_variant)p->variant,
                                        text, &back, NULL),
                     OXO_OK);
    assert_same(back, *p);
    oxo_position_format(notation, &back, again, NULL);
    assert_string_equal(again, text);
}

static void positions_of_random_games_read_back_the_same(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 800; i++) {
        oxo_position p = oxo_position_start((oxo_variant)(i % OXO_VARIANTS));
        oxo_move legal[OXO_MAX_MOVES];
        for (;;) {
            for (int n = 0; n < OXO_NOTATIONS; n++)
                check_round_trip((oxo_notation)n, &p);
            const int count = oxo_position_moves(&p, legal);
            if (count == 0)
                break;
            p = oxo_position_play(&p,
                                  legal[next_random(&seed, (unsigned)count)]);
        }
    }
}

/* ---- Damage ------------------------------------------------------------- */

static void check_error_place(const oxo_text_error *error, size_t length)
{
    assert_in_range(error->status, OXO_OK + 1, OXO_STATUS_COUNT - 1);
    assert_in_range(error->line, 1, 2); /* a line end may become part of it */
    assert_in_range(error->column, 1, length + 1);
    assert_non_null(error->reason);
}

/* Whatever happens to a text, it is read or refused within its bounds, and
 * what was read can be written and read again. */
static void check_damaged(oxo_notation notation, const char *text)
{
    oxo_position p;
    oxo_text_error error;
    if (oxo_position_parse(notation, OXO_ULTIMATE, text, &p, &error) == OXO_OK)
        check_round_trip(notation, &p);
    else
        check_error_place(&error, strlen(text));
}

static void damaged_positions_are_refused_within_their_bounds(void **state)
{
    (void)state;
    const oxo_position p =
        position_after(OXO_ULTIMATE, "ee ea ae eb be ec ci ih hd dd de ge gg");
    for (int n = OXO_NATIVE; n < OXO_CODINGAME; n++) {
        char text[OXO_POSITION_TEXT], damaged[OXO_POSITION_TEXT];
        size_t length;
        oxo_position_format((oxo_notation)n, &p, text, &length);
        for (size_t i = 0; i < length; i++) {
            memcpy(damaged, text, length + 1);
            for (int byte = 1; byte < 256; byte++) {
                damaged[i] = (char)byte;
                check_damaged((oxo_notation)n, damaged);
            }
            damaged[i] = '\0';
            oxo_position untouched;
            assert_int_not_equal(oxo_position_parse((oxo_notation)n,
                                                    OXO_ULTIMATE, damaged,
                                                    &untouched, NULL),
                                 OXO_OK);
            check_damaged((oxo_notation)n, damaged);
        }
    }
}

/* ---- Foreign forms ------------------------------------------------------ */

static void foreign_forms_know_two_variants_and_codingame_none(void **state)
{
    (void)state;
    for (int n = OXO_ULTIMATTT; n <= OXO_CODINGAME; n++) {
        check_refusal((oxo_notation)n, OXO_CLASSIC, "3/3/3 x",
                      OXO_NOT_EXPRESSIBLE, 1);
        check_refusal((oxo_notation)n, OXO_ULTIMATE_CONTINUE, ULTIMATTT_SAMPLE,
                      OXO_NOT_EXPRESSIBLE, 1);
    }
    check_refusal(OXO_CODINGAME, OXO_ULTIMATE, "0 0", OXO_NOT_EXPRESSIBLE, 1);
}

static void ultimattt_positions_read_as_documented(void **state)
{
    (void)state;
    oxo_position p;
    char text[OXO_POSITION_TEXT];
    check_read(OXO_ULTIMATTT, OXO_ULTIMATE, ULTIMATTT_SAMPLE,
               ULTIMATTT_SAMPLE);
    assert_int_equal(oxo_position_parse(OXO_ULTIMATTT, OXO_ULTIMATE_CG,
                                        ULTIMATTT_SAMPLE "\n", &p, NULL),
                     OXO_OK);
    assert_int_equal(p.variant, OXO_ULTIMATE_CG);
    assert_int_equal(p.as.ultimate.forced, 0);
    oxo_position_format(OXO_NATIVE, &p, text, NULL);
    assert_string_equal(text, "x1oo5/x2x1o1o1/x1x3o1o/1x1oxo3/o1o1x4/"
                              "1xx4o1/6x1o/1o1x1x3/1o5xx o a");
}

/* Puts bytes in the place of others. */
static void overwrite(char *text, size_t at, const char *bytes)
{
    for (; *bytes != '\0'; bytes++)
        text[at++] = *bytes;
}

/* The empty text with a few bytes replaced. */
static const char *changed(char *text, const char *empty, size_t at,
                           const char *bytes)
{
    snprintf(text, OXO_POSITION_TEXT, "%s", empty);
    overwrite(text, at, bytes);
    return text;
}

static const char ultimattt_empty[] =
    "X;.........;........./........./........./........./........./"
    "........./........./........./.........";

static void ultimattt_faults_have_their_columns(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *bytes;
        oxo_status status;
        int column;
    } cases[] = {
        {0, "x", OXO_SYNTAX, 1},
        {1, ":", OXO_SYNTAX, 2},
        {4, "?", OXO_SYNTAX, 5},
        {2, "@@", OXO_SYNTAX, 4},
        {11, "/", OXO_SYNTAX, 12},
        {14, "x", OXO_SYNTAX, 15},
        {21, ";", OXO_SYNTAX, 22},
        {0, "O", OXO_IMPOSSIBLE_COUNT, 1},
        {3, "X", OXO_WRONG_OWNER, 4},
        {3, "#", OXO_WRONG_OWNER, 4},
        {12, "XXXOOO", OXO_TWO_WINNERS, 13},
        {2, "@........;XXX....../OOO......", OXO_WRONG_OWNER, 3},
    };
    char text[OXO_POSITION_TEXT];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_refusal(
            OXO_ULTIMATTT, OXO_ULTIMATE,
            changed(text, ultimattt_empty, cases[i].at, cases[i].bytes),
            cases[i].status, cases[i].column);
    snprintf(text, sizeof(text), "%s.", ultimattt_empty);
    check_refusal(OXO_ULTIMATTT, OXO_ULTIMATE, text, OXO_SYNTAX, 102);
    check_read(
        OXO_ULTIMATTT, OXO_ULTIMATE,
        changed(text, ultimattt_empty, 2, "XO.......;XXX....../OOO......"),
        text);
}

static const char utttai_empty[] =
    "000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000190";

static void utttai_faults_have_their_columns(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *bytes;
        oxo_status status;
        int column;
    } cases[] = {
        {80, "3", OXO_SYNTAX, 81},
        {81, "4", OXO_SYNTAX, 82},
        {90, "0", OXO_SYNTAX, 91},
        {91, "a", OXO_SYNTAX, 92},
        {92, "4", OXO_SYNTAX, 93},
        {90, "2", OXO_IMPOSSIBLE_COUNT, 91},
        {0, "111222", OXO_TWO_WINNERS, 1},
        {0, "111000000222", OXO_WRONG_OWNER, 82},
        {82, "3", OXO_WRONG_OWNER, 83},
        {92, "1", OXO_WRONG_RESULT, 93},
        {92, "3", OXO_WRONG_RESULT, 93},
    };
    char text[OXO_POSITION_TEXT];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_refusal(OXO_UTTTAI, OXO_ULTIMATE,
                      changed(text, utttai_empty, cases[i].at, cases[i].bytes),
                      cases[i].status, cases[i].column);
    snprintf(text, sizeof(text), "%s0", utttai_empty);
    check_refusal(OXO_UTTTAI, OXO_ULTIMATE, text, OXO_SYNTAX, 94);
    changed(text, utttai_empty, 0, "111000000222");
    overwrite(text, 81, "12");
    check_read(OXO_UTTTAI, OXO_ULTIMATE, text, text);
    text[91] = '0';
    check_refusal(OXO_UTTTAI, OXO_ULTIMATE, text, OXO_CLOSED_TARGET, 92);
}

static void a_finished_game_of_utttai_may_name_any_target(void **state)
{
    (void)state;
    /* X has a, b and c; O has d, e and two cells of f; O would move. */
    char text[OXO_POSITION_TEXT];
    changed(text, utttai_empty, 0,
            "111000000111000000111000000222000000222000000220000000");
    overwrite(text, 81, "111220000201");
    char expected[OXO_POSITION_TEXT];
    for (int target = 0; target <= 9; target++) {
        text[91] = (char)('0' + target);
        memcpy(expected, text, sizeof(text));
        if (target < 5)
            expected[91] = '9';
        check_read(OXO_UTTTAI, OXO_ULTIMATE, text, expected);
    }
    text[92] = '0';
    check_refusal(OXO_UTTTAI, OXO_ULTIMATE, text, OXO_WRONG_RESULT, 93);
}

TEST_GROUP("notation-position")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_written_as_designed),
        cmocka_unit_test(loose_texts_are_read_and_written_canonically),
        cmocka_unit_test(an_owner_is_written_where_the_cells_do_not_tell),
        cmocka_unit_test(owners_that_contradict_the_cells_are_refused),
        cmocka_unit_test(impossible_positions_are_refused_where_they_are),
        cmocka_unit_test(what_is_no_position_is_refused_with_its_column),
        cmocka_unit_test(positions_have_a_longest_length),
        cmocka_unit_test(every_classic_text_is_judged_as_the_rules_do),
        cmocka_unit_test(positions_of_random_games_read_back_the_same),
        cmocka_unit_test(damaged_positions_are_refused_within_their_bounds),
        cmocka_unit_test(foreign_forms_know_two_variants_and_codingame_none),
        cmocka_unit_test(ultimattt_positions_read_as_documented),
        cmocka_unit_test(ultimattt_faults_have_their_columns),
        cmocka_unit_test(utttai_faults_have_their_columns),
        cmocka_unit_test(a_finished_game_of_utttai_may_name_any_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
