/* Books of openings: their files, their moves, and when the engine asks. */
#include "engine_kit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "bytes.h"

enum { MOST_ENTRIES = 8, MOST_BYTES = 256, CENTI = 42 };

/* ---- Books made by hand ------------------------------------------------- */

static uint64_t key_of(const oxo_ultimate *p, int *ret_symmetry)
{
    const oxo_ultimate canonical = oxo_ultimate_canonical(*p, ret_symmetry);
    return oxo_ultimate_hash(&canonical);
}

/* The move `m` of `p`, as the book has it. */
static book_entry entry_of(const oxo_ultimate *p, oxo_move m)
{
    int symmetry;
    const uint64_t key = key_of(p, &symmetry);
    return (book_entry){key, CENTI, oxo_ultimate_transform_move(m, symmetry)};
}

static oxo_book *book_of(const book_entry *entries, size_t count)
{
    uint8_t bytes[MOST_BYTES];
    oxo_book *book = NULL;
    book_pack(entries, count, bytes);
    assert_int_equal(oxo_book_create(bytes, book_bytes(count), &book), 0);
    assert_int_equal(oxo_book_size(book), count);
    return book;
}

/* A book of one position of `ultimate` and a move there. */
static oxo_book *book_with(const char *moves, const char *reply)
{
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, moves);
    const book_entry entry = entry_of(&p, move_named(reply));
    return book_of(&entry, 1);
}

static bool find(const oxo_book *book, const oxo_ultimate *p, oxo_move *ret)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    int centi;
    if (!oxo_book_find(book, &position, ret, &centi))
        return false;
    assert_int_equal(oxo_position_check(&position, *ret), OXO_OK);
    return true;
}

/* ---- Moves -------------------------------------------------------------- */

static void a_move_is_turned_as_the_position_is(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ab bd da");
    oxo_book *book = book_with("ab bd da", "ai");
    const oxo_ultimate next = oxo_ultimate_play(p, move_named("ai"));
    const uint64_t wanted = key_of(&next, NULL);
    for (int symmetry = 0; symmetry < OXO_SYMMETRIES; symmetry++) {
        const oxo_ultimate turned = oxo_ultimate_transform(p, symmetry);
        oxo_move m = OXO_NO_MOVE;
        assert_true(find(book, &turned, &m));
        assert_int_equal(
            m, oxo_ultimate_transform_move(move_named("ai"), symmetry));
        const oxo_ultimate after = oxo_ultimate_play(turned, m);
        assert_true(key_of(&after, NULL) == wanted);
    }
    oxo_book_destroy(book);
}

static void a_symmetric_position_has_a_move_however_it_is_turned(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ee");
    oxo_book *book = book_with("ee", "ea");
    oxo_move m = OXO_NO_MOVE;
    assert_true(find(book, &p, &m));
    const oxo_ultimate after = oxo_ultimate_play(p, m);
    const oxo_ultimate wanted = ultimate_after(OXO_ULTIMATE, "ee ea");
    assert_true(key_of(&after, NULL) == key_of(&wanted, NULL));
    oxo_book_destroy(book);
}

static void other_positions_and_rules_are_not_in_it(void **state)
{
    (void)state;
    oxo_book *book = book_with("ee", "ea");
    const oxo_ultimate other = ultimate_after(OXO_ULTIMATE, "ea");
    const oxo_ultimate rules = ultimate_after(OXO_ULTIMATE_CG, "ee");
    const oxo_position classic = oxo_position_start(OXO_CLASSIC);
    oxo_move m = OXO_NO_MOVE;
    int centi;
    assert_false(find(book, &other, &m));
    assert_false(find(book, &rules, &m));
    assert_false(oxo_book_find(book, &classic, &m, &centi));
    oxo_book_destroy(book);
}

static void an_illegal_move_is_not_played(void **state)
{
    (void)state;
    const oxo_ultimate p = ultimate_after(OXO_ULTIMATE, "ee ea");
    const book_entry entry = entry_of(&p, move_named("bb"));
    oxo_book *book = book_of(&entry, 1);
    oxo_move m = OXO_NO_MOVE;
    assert_false(find(book, &p, &m));
    oxo_book_destroy(book);
}

/* ---- Files -------------------------------------------------------------- */

static void assert_refused(const uint8_t *bytes, size_t size)
{
    oxo_book *book = NULL;
    assert_int_equal(oxo_book_create(bytes, size, &book), -EINVAL);
    assert_null(book);
}

static size_t three_positions(uint8_t bytes[MOST_BYTES])
{
    const book_entry entries[] = {{5, -3, 1}, {6, 0, 80}, {1ULL << 60, 9, 0}};
    book_pack(entries, 3, bytes);
    return book_bytes(3);
}

static void a_damaged_book_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[MOST_BYTES + 1] = {0};
    const size_t size = three_positions(bytes);
    oxo_book *book = NULL;
    for (size_t i = 0; i < size; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[i] ^= (uint8_t)(1U << bit);
            assert_refused(bytes, size);
            bytes[i] ^= (uint8_t)(1U << bit);
        }
        assert_refused(bytes, i);
    }
    assert_refused(bytes, size + 1);
    assert_int_equal(oxo_book_create(bytes, size, &book), 0);
    oxo_book_destroy(book);
}

/* With a checksum that is right. */
static void assert_entries_refused(const book_entry *entries, size_t count)
{
    uint8_t bytes[MOST_BYTES];
    book_pack(entries, count, bytes);
    assert_refused(bytes, book_bytes(count));
}

static void nonsense_with_a_good_checksum_is_refused(void **state)
{
    (void)state;
    const book_entry falling[] = {{6, 0, 1}, {5, 0, 1}};
    const book_entry twice[] = {{5, 0, 1}, {5, 0, 2}};
    const book_entry move[] = {{5, 0, OXO_MAX_MOVES}};
    const book_entry score[] = {{5, BOOK_MOST_CENTI + 1, 0}};
    assert_entries_refused(falling, 2);
    assert_entries_refused(twice, 2);
    assert_entries_refused(move, 1);
    assert_entries_refused(score, 1);
}

/* ---- The library's own -------------------------------------------------- */

/* Follows the book's moves, against every reply that the book knows. */
static int count_known(const oxo_book *book, const oxo_ultimate *p,
                       bool by_book, int plies)
{
    oxo_move moves[OXO_MAX_MOVES], m;
    const int count = oxo_ultimate_moves(p, moves);
    int known = 0;
    if (plies == 0)
        return 0;
    if (by_book) {
        if (!find(book, p, &m))
            return 0;
        const oxo_ultimate next = oxo_ultimate_play(*p, m);
        return 1 + count_known(book, &next, false, plies - 1);
    }
    for (int i = 0; i < count; i++) {
        const oxo_ultimate next = oxo_ultimate_play(*p, moves[i]);
        known += count_known(book, &next, true, plies - 1);
    }
    return known;
}

static void the_librarys_own_knows_both_rule_sets_for_both_sides(void **state)
{
    (void)state;
    const oxo_book *book = oxo_book_builtin();
    assert_non_null(book);
    assert_ptr_equal(book, oxo_book_builtin());
    for (int i = 0; i < 2; i++) {
        const oxo_ultimate start = oxo_ultimate_start(rule_sets[i]);
        assert_true(count_known(book, &start, true, 4) > 2);
        assert_true(count_known(book, &start, false, 4) > 2);
    }
}

/* ---- When the engine asks ----------------------------------------------- */

typedef struct asked {
    oxo_line line;
    uint64_t nodes;
    int reports;
} asked;

static void count_report(const oxo_search_info *info, void *context)
{
    asked *a = context;
    a->reports++;
    assert_true(info->line.length > 0);
}

/* What comes of "ee" with a book that answers "ea". */
static asked ask(oxo_engine_options options, oxo_limits limits, bool on)
{
    const oxo_position p = position_after(OXO_ULTIMATE, "ee");
    oxo_book *book = book_with("ee", "ea");
    oxo_engine *engine = NULL;
    oxo_line lines[2];
    asked a = {.nodes = 0};
    int count = 0;
    if (on)
        options.book = book;
    options.hash_bytes = SMALL_HASH;
    assert_int_equal(oxo_engine_create(&options, &engine), 0);
    assert_int_equal(oxo_engine_search(engine, &p, &limits, count_report, &a,
                                       lines, &count),
                     OXO_OK);
    a.line = lines[0];
    a.nodes = oxo_engine_nodes(engine);
    oxo_engine_destroy(engine);
    oxo_book_destroy(book);
    return a;
}

static void the_book_answers_where_a_clock_runs(void **state)
{
    (void)state;
    const oxo_limits limits[] = {{.move_time = 1}, {.clock = {1000, 1000}}};
    for (int i = 0; i < 2; i++) {
        const asked a = ask(oxo_engine_defaults(), limits[i], true);
        const oxo_position p = position_after(OXO_ULTIMATE, "ee");
        assert_int_equal(a.nodes, 0);
        assert_int_equal(a.reports, 1);
        assert_int_equal(a.line.length, 1);
        assert_int_equal(a.line.value.kind, OXO_ESTIMATED);
        assert_int_equal(a.line.value.centi, CENTI);
        assert_true(is_playable(&p, &a.line));
    }
}

static void off_means_off(void **state)
{
    (void)state;
    const oxo_engine_options options = oxo_engine_defaults();
    assert_null(options.book);
    assert_true(ask(options, (oxo_limits){.move_time = 1}, false).nodes > 0);
}

static void levels_and_analyses_think_for_themselves(void **state)
{
    (void)state;
    oxo_engine_options level = oxo_engine_defaults();
    oxo_engine_options lines = oxo_engine_defaults();
    level.level = 10;
    lines.lines = 2;
    assert_true(ask(level, (oxo_limits){.move_time = 1}, true).nodes > 0);
    assert_true(ask(lines, (oxo_limits){.move_time = 1}, true).nodes > 0);
    const oxo_limits limits[] = {{.depth = 2},
                                 {.nodes = 100},
                                 {.move_time = 1, .nodes = 100},
                                 {.move_time = 1, .depth = 2}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        assert_true(ask(oxo_engine_defaults(), limits[i], true).nodes > 0);
}

TEST_GROUP("book")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_turned_as_the_position_is),
        cmocka_unit_test(a_symmetric_position_has_a_move_however_it_is_turned),
        cmocka_unit_test(other_positions_and_rules_are_not_in_it),
        cmocka_unit_test(an_illegal_move_is_not_played),
        cmocka_unit_test(a_damaged_book_is_refused),
        cmocka_unit_test(nonsense_with_a_good_checksum_is_refused),
        cmocka_unit_test(the_librarys_own_knows_both_rule_sets_for_both_sides),
        cmocka_unit_test(the_book_answers_where_a_clock_runs),
        cmocka_unit_test(off_means_off),
        cmocka_unit_test(levels_and_analyses_think_for_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
