/* test-notation-docs.c - the examples of docs/manual/notation.md do what it
 * says.
 *
 * The page is this program's argument. Fenced blocks are checked by their
 * names:
 *
 *     positions    variant, notation, text: canonical
 *     refused      variant, notation, status, column, text
 *     moves        variant, notation, text, number
 *     tpgn         a canonical game
 *     tpgn-loose   a game */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oxo/notation.h"

#include "check.h"

enum { LONGEST_PAGE = 1 << 16, LONGEST_FIELD = 128 };

static char page[LONGEST_PAGE];

/* ---- Blocks ------------------------------------------------------------- */

/* Calls check() with every block of that name; returns how many. */
static int each_block(const char *name, void (*check)(const char *block))
{
    char fence[32];
    static char block[LONGEST_PAGE];
    snprintf(fence, sizeof(fence), "\n```%s\n", name);
    int count = 0;
    for (const char *at = page; (at = strstr(at, fence)) != NULL; count++) {
        at += strlen(fence);
        const char *end = strstr(at, "\n```");
        assert_non_null(end);
        snprintf(block, sizeof(block), "%.*s\n", (int)(end - at), at);
        check(block);
    }
    return count;
}

/* The next field: a word, or up to two spaces, or the rest of the line. */
static const char *field(const char **line, const char *end_marks, char *out)
{
    const char *end = strpbrk(*line, "\n");
    const char *mark = strstr(*line, end_marks);
    if (mark && mark < end)
        end = mark;
    snprintf(out, LONGEST_FIELD, "%.*s", (int)(end - *line), *line);
    *line = end + strspn(end, " ");
    return out;
}

typedef struct example {
    const char *line; /* what is left of it */
    oxo_variant variant;
    oxo_notation notation;
} example;

static example begin(const char *line)
{
    example e = {.line = line};
    char word[LONGEST_FIELD];
    assert_true(oxo_variant_find(field(&e.line, " ", word), &e.variant));
    assert_true(oxo_notation_find(field(&e.line, " ", word), &e.notation));
    return e;
}

static void each_line(const char *block, void (*check)(example e))
{
    for (; *block != '\0'; block += strcspn(block, "\n") + 1)
        check(begin(block));
}

/* ---- Checks ------------------------------------------------------------- */

static void check_position(example e)
{
    char text[LONGEST_FIELD], back[OXO_POSITION_TEXT];
    oxo_position p;
    field(&e.line, "\n", text);
    assert_int_equal(oxo_position_parse(e.notation, e.variant, text, &p, NULL),
                     OXO_OK);
    assert_int_equal(oxo_position_format(e.notation, &p, back, NULL), OXO_OK);
    assert_string_equal(back, text);
}

static void check_refused(example e)
{
    char status[LONGEST_FIELD], column[LONGEST_FIELD], text[LONGEST_FIELD];
    oxo_position p;
    oxo_text_error error = {.status = OXO_OK};
    field(&e.line, " ", status);
    field(&e.line, " ", column);
    field(&e.line, "\n", text);
    oxo_position_parse(e.notation, e.variant, text, &p, &error);
    assert_string_equal(oxo_status_word(error.status), status);
    assert_int_equal(error.column, strtol(column, NULL, 10));
}

static void check_move(example e)
{
    char text[LONGEST_FIELD], number[LONGEST_FIELD], back[OXO_MOVE_TEXT];
    oxo_move m = OXO_NO_MOVE;
    field(&e.line, "  ", text);
    field(&e.line, "\n", number);
    assert_int_equal(oxo_move_parse(e.notation, e.variant, text, &m, NULL),
                     OXO_OK);
    assert_int_equal(m, strtol(number, NULL, 10));
    oxo_move_format(e.notation, e.variant, m, back);
    assert_string_equal(back, text);
}

static void check_positions(const char *block)
{
    each_line(block, check_position);
}

static void check_refusals(const char *block)
{
    each_line(block, check_refused);
}

static void check_moves(const char *block)
{
    each_line(block, check_move);
}

static void check_loose(const char *block)
{
    oxo_record r;
    size_t used = 0;
    assert_int_equal(oxo_record_parse(block, strlen(block), &r, &used, NULL),
                     OXO_OK);
    assert_int_equal(used, strlen(block));
}

static void check_canonical(const char *block)
{
    static char text[OXO_RECORD_TEXT];
    oxo_record r;
    assert_int_equal(oxo_record_parse(block, strlen(block), &r, NULL, NULL),
                     OXO_OK);
    oxo_record_format(&r, text, NULL);
    assert_string_equal(text, block);
}

static void examples_of_the_page_do_what_it_says(void **state)
{
    (void)state;
    assert_true(each_block("positions", check_positions) >= 3);
    assert_true(each_block("refused", check_refusals) >= 1);
    assert_true(each_block("moves", check_moves) >= 1);
    assert_true(each_block("tpgn", check_canonical) >= 2);
    assert_true(each_block("tpgn-loose", check_loose) >= 1);
}

TEST_GROUP("notation-docs")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_page_do_what_it_says),
    };
    const test_arguments arguments = test_group_arguments();
    FILE *file = arguments.count == 1 ? fopen(arguments.at[0], "r") : NULL;
    if (!file) {
        fputs("usage: notation-docs docs/manual/notation.md\n", stderr);
        return 2;
    }
    page[fread(page, 1, sizeof(page) - 1, file)] = '\0';
    fclose(file);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
