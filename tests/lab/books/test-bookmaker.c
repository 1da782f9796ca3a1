/* Making books: the tree of openings, and files that can be taken up again. */
#include "engine_kit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyses.h"
#include "bookmaker.h"
#include "tree.h"

enum { POSITIONS = 8, NODES = 60, MOST_BYTES = 4096 };

static char folder[] = "/tmp/oxo-book-XXXXXX";
static atomic_bool never;

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static const char *path_of(const char *name)
{
    static char paths[4][64];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"a", "b"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(path_of(names[i]));
    return rmdir(folder);
}

static size_t read_bytes(const char *path, uint8_t bytes[MOST_BYTES])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, MOST_BYTES, file);
    fclose(file);
    return size;
}

static void write_bytes(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

/* ---- The tree ----------------------------------------------------------- */

/* Some number that depends on the position alone. */
static int any_score(const oxo_ultimate *p, uint64_t key, void *context,
                     int *ret_centi)
{
    (void)p;
    (void)context;
    *ret_centi = (int)(key % 201) - 100;
    return 0;
}

static tree tree_of(oxo_variant variant, int opened)
{
    tree t;
    assert_int_equal(tree_init(&t, variant), 0);
    for (int i = 0; i < opened; i++)
        assert_int_equal(tree_grow(&t, any_score, NULL), 1);
    return t;
}

/* The score of a node by the rules and the scorer. */
static int plain_score(const tree *t, const oxo_ultimate *p)
{
    const oxo_ultimate canonical = oxo_ultimate_canonical(*p, NULL);
    oxo_move moves[OXO_MAX_MOVES];
    uint32_t at;
    const uint64_t key = oxo_ultimate_hash(&canonical);
    int best = -TREE_PROVEN;
    assert_true(keymap_find(&t->index, key, &at));
    if (!t->nodes[at].opened) {
        any_score(p, key, NULL, &best);
        return best;
    }
    const int count = oxo_ultimate_moves(p, moves);
    for (int i = 0; i < count; i++) {
        const oxo_ultimate next = oxo_ultimate_play(*p, moves[i]);
        const int score = -plain_score(t, &next);
        best = score > best ? score : best;
    }
    return best;
}

static void scores_are_those_of_plain_minimax(void **state)
{
    (void)state;
    tree t = tree_of(OXO_ULTIMATE, 60);
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE);
    assert_int_equal(t.nodes[0].centi, plain_score(&t, &start));
    tree_clear(&t);
}

static void a_book_has_moves_behind_which_somebody_has_looked(void **state)
{
    (void)state;
    tree t = tree_of(OXO_ULTIMATE_CG, 60);
    book_entry entries[60];
    const size_t count = tree_list(&t, entries);
    assert_in_range(count, 1, 59);
    for (size_t i = 0; i < count; i++) {
        uint32_t at;
        assert_true(keymap_find(&t.index, entries[i].key, &at));
        const tree_node *n = &t.nodes[at];
        const oxo_ultimate next = oxo_ultimate_canonical(
            oxo_ultimate_play(n->p, entries[i].move), NULL);
        const uint64_t key = oxo_ultimate_hash(&next);
        assert_true(keymap_find(&t.index, key, &at));
        assert_true(t.nodes[at].opened);
        assert_int_equal(n->centi, entries[i].centi);
        assert_int_equal(t.nodes[at].centi, -n->centi);
    }
    tree_clear(&t);
}

static void the_best_line_can_be_played(void **state)
{
    (void)state;
    tree t = tree_of(OXO_ULTIMATE, 30);
    oxo_line line;
    const oxo_position start = oxo_position_start(OXO_ULTIMATE);
    line.length = tree_line(&t, line.moves);
    assert_true(is_playable(&start, &line));
    tree_clear(&t);
}

/* ---- Files -------------------------------------------------------------- */

static int analyse(const char *path, oxo_variant variant, int positions,
                   uint32_t nodes)
{
    char why[BOOKMAKER_WHY];
    const bookmaker_job job = {.path = path,
                               .variant = variant,
                               .nodes = nodes,
                               .positions = positions,
                               .stop = &never};
    return bookmaker_analyze(&job, why);
}

static int bind(const char *a, const char *b, bookmaker_book *ret)
{
    char why[BOOKMAKER_WHY];
    char names[2][64];
    char *const inputs[] = {names[0], names[1]};
    snprintf(names[0], sizeof names[0], "%s", a);
    snprintf(names[1], sizeof names[1], "%s", b ? b : "");
    return bookmaker_bind(inputs, b ? 2 : 1, ret, why);
}

static void work_that_was_broken_off_comes_to_the_same(void **state)
{
    (void)state;
    uint8_t whole[MOST_BYTES], parts[MOST_BYTES];
    assert_int_equal(analyse(path_of("a"), OXO_ULTIMATE, POSITIONS, NODES), 0);
    assert_int_equal(analyse(path_of("b"), OXO_ULTIMATE, 2, NODES), 0);
    /* A crash in the middle of a record. */
    size_t size = read_bytes(path_of("b"), parts);
    write_bytes(path_of("b"), parts, size - 5);
    assert_int_equal(analyse(path_of("b"), OXO_ULTIMATE, POSITIONS, NODES), 0);
    size = read_bytes(path_of("a"), whole);
    assert_int_equal(read_bytes(path_of("b"), parts), size);
    assert_memory_equal(whole, parts, size);
    unlink(path_of("b"));
}

static void a_book_says_what_was_analyzed(void **state)
{
    (void)state;
    bookmaker_book bound;
    oxo_book *book = NULL;
    const oxo_position start = oxo_position_start(OXO_ULTIMATE);
    oxo_move m = OXO_NO_MOVE;
    int centi;
    assert_int_equal(bind(path_of("a"), NULL, &bound), 0);
    assert_int_equal(oxo_book_create(bound.bytes, bound.size, &book), 0);
    assert_int_equal(oxo_book_size(book), bound.positions);
    assert_true(oxo_book_find(book, &start, &m, &centi));
    assert_int_equal(oxo_position_check(&start, m), OXO_OK);
    oxo_book_destroy(book);
    free(bound.bytes);
}

static void both_rule_sets_go_into_one_book(void **state)
{
    (void)state;
    bookmaker_book one, two;
    assert_int_equal(analyse(path_of("b"), OXO_ULTIMATE_CG, 4, NODES), 0);
    assert_int_equal(bind(path_of("a"), NULL, &one), 0);
    assert_int_equal(bind(path_of("a"), path_of("b"), &two), 0);
    assert_true(two.positions > one.positions);
    free(one.bytes);
    free(two.bytes);
    assert_int_equal(bind(path_of("a"), path_of("a"), &two), -EEXIST);
    unlink(path_of("b"));
}

static void files_of_other_settings_are_left_alone(void **state)
{
    (void)state;
    uint8_t before[MOST_BYTES], after[MOST_BYTES];
    const size_t size = read_bytes(path_of("a"), before);
    assert_int_equal(analyse(path_of("a"), OXO_ULTIMATE, POSITIONS, NODES + 1),
                     -EEXIST);
    assert_int_equal(analyse(path_of("a"), OXO_ULTIMATE_CG, POSITIONS, NODES),
                     -EEXIST);
    assert_int_equal(analyse(path_of("a"), OXO_ULTIMATE_CONTINUE, 1, NODES),
                     -EINVAL);
    assert_int_equal(read_bytes(path_of("a"), after), size);
    assert_memory_equal(before, after, size);
}

static void a_damaged_file_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[MOST_BYTES];
    bookmaker_book book;
    const size_t size = read_bytes(path_of("a"), bytes);
    for (size_t i = 0; i < ANALYSES_HEADER + ANALYSES_RECORD; i++) {
        bytes[i] ^= 4;
        write_bytes(path_of("b"), bytes, size);
        assert_int_equal(bind(path_of("b"), NULL, &book), -EINVAL);
        assert_int_equal(analyse(path_of("b"), OXO_ULTIMATE, 1, NODES),
                         -EINVAL);
        bytes[i] ^= 4;
    }
    unlink(path_of("b"));
}

TEST_GROUP("bookmaker")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_plain_minimax),
        cmocka_unit_test(a_book_has_moves_behind_which_somebody_has_looked),
        cmocka_unit_test(the_best_line_can_be_played),
        cmocka_unit_test(work_that_was_broken_off_comes_to_the_same),
        cmocka_unit_test(a_book_says_what_was_analyzed),
        cmocka_unit_test(both_rule_sets_go_into_one_book),
        cmocka_unit_test(files_of_other_settings_are_left_alone),
        cmocka_unit_test(a_damaged_file_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
