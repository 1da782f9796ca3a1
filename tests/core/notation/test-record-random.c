/* test-record-random.c - every record reads back as it was written, and no
 * damage to a file leads astray. */
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"

#include "check.h"
#include "play.h"

/* ---- Random records ----------------------------------------------------- */

/* Words with everything that could be taken for something else. */
static const char *const pieces[] = {
    "a",
    " ",
    "  ",
    "\\",
    "\"",
    "{",
    ";",
    "%",
    "[",
    "]",
    "[%",
    "[%cal x",
    "[%evals",
    "(",
    ")",
    "$1",
    "1-0",
    "*",
    "1.",
    "ee",
    "\xC3\xA9",
    "\xE2\x9C\x95",
    "word",
    "longer-than-many-other-words",
    "[Event \"x\"]",
};

static void random_text(uint64_t *seed, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (unsigned n = next_random(seed, 40); n > 0; n--) {
        const char *piece =
            pieces[next_random(seed, sizeof(pieces) / sizeof(pieces[0]))];
        if (length + strlen(piece) + 1 > size)
            return;
        memcpy(out + length, piece, strlen(piece) + 1);
        length += strlen(piece);
    }
}

static int64_t random_wide(uint64_t *seed)
{
    uint64_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 16 | next_random(seed, 65536);
    return (int64_t)(value >> next_random(seed, 64));
}

static void random_note(uint64_t *seed, oxo_note *note)
{
    *note = (oxo_note){.clock = -1, .comment = note->comment};
    note->kind = (uint8_t)next_random(seed, 4);
    const int32_t value = (int32_t)random_wide(seed);
    if (note->kind == OXO_EVAL_ESTIMATE)
        note->value = value;
    if (note->kind == OXO_EVAL_WIN)
        note->value = value == 0 ? -1 : value;
    if (next_random(seed, 2) == 0)
        note->clock = random_wide(seed) & INT64_MAX;
}

/* A game of up to `length` moves from a position met on the way. */
static oxo_game random_game(uint64_t *seed, oxo_variant variant, int length)
{
    oxo_game g = oxo_game_start(variant);
    const unsigned start = next_random(seed, 2) * next_random(seed, 30);
    for (unsigned i = 0; i < start + (unsigned)length; i++) {
        oxo_move legal[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&g.now, legal);
        if (count == 0)
            break;
        const bool told = next_random(seed, 2) == 0;
        const oxo_turn turn = {
            .time = told ? random_wide(seed) : 0,
            .intensity = (oxo_intensity)(told ? next_random(seed, 10001) : 0),
            .move = legal[next_random(seed, (unsigned)count)]};
        assert_int_equal(oxo_game_play(&g, &turn, &g), OXO_OK);
        if (i + 1 == start)
            g = oxo_game_from(&g.now);
    }
    return g;
}

static void random_record(uint64_t *seed, oxo_variant variant, oxo_record *r)
{
    static const char *const names[] = {"Zeta", "O", "Event", "A_1", "9"};
    const oxo_game g = random_game(seed, variant, (int)next_random(seed, 90));
    char text[200];
    oxo_record_init(r, &g);
    for (int i = 0; i < 5; i++) {
        random_text(seed, text, sizeof(text));
        if (next_random(seed, 2) == 0)
            assert_int_equal(oxo_record_set_tag(r, names[i], text), OXO_OK);
    }
    for (int i = 0; i < 20; i++) {
        const unsigned ply = next_random(seed, g.length + 1U);
        random_text(seed, text, sizeof(text));
        assert_int_equal(oxo_record_set_comment(r, (int)ply, text), OXO_OK);
        random_note(seed, &r->notes[ply]);
    }
    oxo_record_set_result(r, (oxo_outcome)next_random(seed, 4));
}

static void check_same_game(const oxo_game *a, const oxo_game *b)
{
    assert_same(a->start, b->start);
    assert_same(a->now, b->now);
    assert_int_equal(a->length, b->length);
    for (int i = 0; i < a->length; i++) {
        assert_int_equal(a->history[i].move, b->history[i].move);
        assert_int_equal(a->history[i].time, b->history[i].time);
        assert_int_equal(a->history[i].intensity, b->history[i].intensity);
    }
}

static void check_same_record(const oxo_record *a, const oxo_record *b)
{
    check_same_game(&a->game, &b->game);
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->tag_count, b->tag_count);
    for (int i = 0; i < a->tag_count; i++) {
        assert_string_equal(a->tags[i].name, b->tags[i].name);
        assert_string_equal(a->tags[i].value, b->tags[i].value);
    }
    for (int ply = 0; ply <= OXO_MAX_MOVES; ply++) {
        assert_int_equal(a->notes[ply].clock, b->notes[ply].clock);
        assert_int_equal(a->notes[ply].kind, b->notes[ply].kind);
        assert_int_equal(a->notes[ply].value, b->notes[ply].value);
        assert_int_equal(a->notes[ply].comment, b->notes[ply].comment);
    }
    assert_int_equal(a->comments_length, b->comments_length);
    assert_memory_equal(a->comments, b->comments, OXO_COMMENTS_TEXT);
}

/* Writes, reads, compares, and writes again. */
static void check_round_trip(const oxo_record *r)
{
    static char text[OXO_RECORD_TEXT], again[OXO_RECORD_TEXT];
    size_t length, used, length_again;
    oxo_record back;
    oxo_text_error error = {.reason = ""};
    oxo_record_format(r, text, &length);
    if (oxo_record_parse(text, length, &back, &used, &error) != OXO_OK)
        fail_msg("%d:%d: %s in\n%s", error.line, error.column, error.reason,
                 text);
    assert_int_equal(used, length);
    check_same_record(r, &back);
    oxo_record_format(&back, again, &length_again);
    assert_int_equal(length_again, length);
    assert_memory_equal(again, text, length + 1);
}

static void random_records_read_back_the_same(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 2000; i++) {
        oxo_record r;
        random_record(&seed, (oxo_variant)(i % OXO_VARIANTS), &r);
        check_round_trip(&r);
    }
}

/* Lines of moves are as long as they may be, and no longer: a longer one
 * holds a single word, and the next line's first word would not have fit. */
static void check_lines(const char *moves)
{
    while (*moves != '\0') {
        const size_t length = strcspn(moves, "\n");
        const char *next = moves + length + 1;
        if (length > 79)
            assert_null(memchr(moves, ' ', length));
        if (*next != '\0') {
            const size_t word = strcspn(next, " \n");
            /* A command is one word, though it holds a space. */
            const bool command =
                memcmp(next, "[%", 2) == 0 || memcmp(next, "{[%", 3) == 0;
            assert_true(command || length + 1 + word > 79);
        }
        moves = next;
    }
}

static void lines_are_as_long_as_they_may_be(void **state)
{
    (void)state;
    static char text[OXO_RECORD_TEXT];
    uint64_t seed = 4;
    for (int i = 0; i < 200; i++) {
        oxo_record r;
        random_record(&seed, (oxo_variant)(i % OXO_VARIANTS), &r);
        oxo_record_format(&r, text, NULL);
        check_lines(strstr(text, "\n\n") + 2);
    }
}

/* Everything at its largest at once, which no real game is. */
static void the_largest_record_fits_its_text(void **state)
{
    (void)state;
    static char text[OXO_RECORD_TEXT], value[OXO_TAG_VALUE];
    oxo_game g = oxo_game_start(OXO_ULTIMATE_CONTINUE);
    uint64_t seed = 5;
    while (oxo_game_is_active(&g)) {
        oxo_move legal[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&g.now, legal);
        const oxo_turn turn = {.time = INT64_MIN,
                               .intensity = 9999,
                               .move =
                                   legal[next_random(&seed, (unsigned)count)]};
        oxo_game_play(&g, &turn, &g);
    }
    oxo_record r;
    oxo_record_init(&r, &g);
    memset(value, '"', sizeof(value) - 1);
    for (int i = 0; i < OXO_MAX_TAGS - 6; i++) {
        char name[OXO_TAG_NAME];
        snprintf(name, sizeof(name), "%031d", i);
        assert_int_equal(oxo_record_set_tag(&r, name, value), OXO_OK);
    }
    for (int i = 0; i < 6; i++)
        oxo_record_set_tag(&r, r.tags[i].name, value);
    const size_t each = (OXO_COMMENTS_TEXT - 1) / (g.length + 1U);
    char comment[OXO_COMMENTS_TEXT];
    memset(comment, 'c', each);
    comment[each - 1] = '\0';
    for (int ply = 0; ply <= g.length; ply++) {
        assert_int_equal(oxo_record_set_comment(&r, ply, comment), OXO_OK);
        r.notes[ply].kind = OXO_EVAL_ESTIMATE;
        r.notes[ply].value = INT32_MIN;
        r.notes[ply].clock = INT64_MAX;
    }
    check_round_trip(&r);
    size_t length;
    oxo_record_format(&r, text, &length);
    assert_in_range(length, 20000, OXO_RECORD_TEXT - 1);
}

/* ---- Damage ------------------------------------------------------------- */

static const char sample[] =
    "[X \"A\\\"\xC3\xA9\"]\n[Variant \"ultimate\"]\n[SetUp \"1\"]\n"
    "[FEN \"9/9/9/9/4x4/9/9/9/9 o e\"]\n%no\n\n"
    "1... ea {[%eval -0.35] [%clk 0:04:59.5] [%intensity 0.1] [%time -7] t}\n"
    "2. ae eb ; \xE2\x9C\x95 text\n3. be {[%eval #5]} ec 1/2-1/2\n";

static size_t count_lines(const char *text, size_t length)
{
    size_t lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Where line number `line` ends, counted from its beginning. */
static size_t line_length(const char *text, size_t length, int line)
{
    size_t at = 0;
    for (; line > 1; line--)
        at = (size_t)((const char *)memchr(text + at, '\n', length - at) -
                      text) +
             1;
    const char *end = memchr(text + at, '\n', length - at);
    return end ? (size_t)(end - text) - at : length - at;
}

static bool check_damaged(const char *text, size_t length)
{
    oxo_record r;
    size_t used;
    oxo_text_error error = {.status = OXO_OK};
    if (oxo_record_parse(text, length, &r, &used, &error) == OXO_OK) {
        assert_in_range(used, 1, length);
        check_round_trip(&r);
        return true;
    }
    assert_in_range(error.status, OXO_OK + 1, OXO_STATUS_COUNT - 1);
    assert_in_range(error.line, 1, count_lines(text, length));
    assert_in_range(error.column, 1,
                    line_length(text, length, error.line) + 1);
    assert_true(strlen(error.reason) > 0);
    return false;
}

static void truncated_files_are_refused_within_their_bounds(void **state)
{
    (void)state;
    const size_t length = sizeof(sample) - 1;
    assert_true(check_damaged(sample, length));
    assert_true(check_damaged(sample, length - 1)); /* the last line end */
    for (size_t i = 0; i < length - 1; i++) {
        /* A copy of exactly that size, so that a sanitizer sees any step
         * beyond it. */
        char cut[sizeof(sample)];
        memcpy(cut + sizeof(cut) - i, sample, i);
        assert_false(check_damaged(cut + sizeof(cut) - i, i));
    }
}

static void corrupted_files_are_read_or_refused_within_bounds(void **state)
{
    (void)state;
    char damaged[sizeof(sample)];
    int accepted = 0;
    for (size_t i = 0; i < sizeof(sample) - 1; i++) {
        memcpy(damaged, sample, sizeof(sample));
        for (int byte = 0; byte < 256; byte++) {
            damaged[i] = (char)byte;
            accepted += check_damaged(damaged, sizeof(sample) - 1);
        }
    }
    assert_in_range(accepted, 1000, 256 * sizeof(sample) / 2);
}

TEST_GROUP("record-random")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_records_read_back_the_same),
        cmocka_unit_test(lines_are_as_long_as_they_may_be),
        cmocka_unit_test(the_largest_record_fits_its_text),
        cmocka_unit_test(truncated_files_are_refused_within_their_bounds),
        cmocka_unit_test(corrupted_files_are_read_or_refused_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
