/* Turning and mirroring, representatives, hashes: laws over many positions. */
#include "check.h"

#include "play.h"

#include <stdlib.h>
#include <string.h>

/* ---- Positions to try them on ------------------------------------------- */

/* Calls visit() for every position of random games of a variant. */
static void visit_games(oxo_variant variant, int games, uint64_t chance,
                        void (*visit)(const oxo_ultimate *p))
{
    for (int i = 0; i < games; i++) {
        oxo_ultimate p = oxo_ultimate_start(variant);
        oxo_move moves[OXO_MAX_MOVES];
        for (int n; (n = oxo_ultimate_moves(&p, moves)) > 0;) {
            visit(&p);
            p = oxo_ultimate_play(p, moves[next_random(&chance, (unsigned)n)]);
        }
        visit(&p);
    }
}

static void for_ultimate_positions(void (*visit)(const oxo_ultimate *p))
{
    const int games = TEST_IS_FAST ? 200 : 20;
    visit_games(OXO_ULTIMATE, games, 1, visit);
    visit_games(OXO_ULTIMATE_CG, games, 2, visit);
    visit_games(OXO_ULTIMATE_CONTINUE, games, 3, visit);
}

static void for_classic_positions_from(oxo_classic p,
                                       void (*visit)(const oxo_classic *p))
{
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(&p, moves);
    visit(&p);
    for (int i = 0; i < count; i++)
        for_classic_positions_from(oxo_classic_play(p, moves[i]), visit);
}

/* All positions within five moves of some openings: 20,000 or so. */
static void for_classic_positions(void (*visit)(const oxo_classic *p))
{
    for_classic_positions_from(classic_after("e b f"), visit);
    for_classic_positions_from(classic_after("a e i d"), visit);
    for_classic_positions_from(classic_after("b d a e c"), visit);
}

/* ---- A group ------------------------------------------------------------ */

/* The symmetry that does `first`, then `second`. */
static int composed(int first, int second)
{
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        int cell = 0;
        while (cell < OXO_CELLS &&
               oxo_symmetry_cell(s, cell) ==
                   oxo_symmetry_cell(second, oxo_symmetry_cell(first, cell)))
            cell++;
        if (cell == OXO_CELLS)
            return s;
    }
    return -1;
}

static void symmetries_form_a_group(void **state)
{
    (void)state;
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        bool seen[OXO_SYMMETRIES] = {false};
        for (int t = 0; t < OXO_SYMMETRIES; t++) {
            const int both = composed(s, t);
            assert_in_range(both, 0, OXO_SYMMETRIES - 1);
            assert_false(seen[both]);
            seen[both] = true;
        }
        assert_int_equal(composed(0, s), s);
        assert_int_equal(composed(s, oxo_symmetry_inverse(s)), 0);
        assert_int_equal(composed(oxo_symmetry_inverse(s), s), 0);
    }
}

static void visit_classic_action(const oxo_classic *p)
{
    const oxo_classic same = oxo_classic_transform(*p, 0);
    assert_same(same, *p);
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        const oxo_classic turned = oxo_classic_transform(*p, s);
        for (int t = 0; t < OXO_SYMMETRIES; t++) {
            const oxo_classic twice = oxo_classic_transform(turned, t);
            const oxo_classic once = oxo_classic_transform(*p, composed(s, t));
            assert_same(twice, once);
        }
    }
}

static void visit_ultimate_action(const oxo_ultimate *p)
{
    const oxo_ultimate same = oxo_ultimate_transform(*p, 0);
    assert_same(same, *p);
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        const oxo_ultimate turned = oxo_ultimate_transform(*p, s);
        for (int t = 0; t < OXO_SYMMETRIES; t++) {
            const oxo_ultimate twice = oxo_ultimate_transform(turned, t);
            const oxo_ultimate once =
                oxo_ultimate_transform(*p, composed(s, t));
            assert_same(twice, once);
        }
    }
}

static void transforming_is_a_group_action(void **state)
{
    (void)state;
    for_classic_positions(visit_classic_action);
    for_ultimate_positions(visit_ultimate_action);
}

/* ---- What symmetry must not change -------------------------------------- */

static void visit_classic_play(const oxo_classic *p)
{
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        const oxo_classic turned = oxo_classic_transform(*p, s);
        assert_int_equal(oxo_classic_outcome(&turned), oxo_classic_outcome(p));
        assert_int_equal(oxo_classic_validate(&turned), OXO_OK);
        for (oxo_move m = 0; m < OXO_CELLS; m++) {
            const oxo_move there = (oxo_move)oxo_symmetry_cell(s, m);
            const oxo_status status = oxo_classic_check(p, m);
            assert_int_equal(oxo_classic_check(&turned, there), status);
            if (status != OXO_OK)
                continue;
            const oxo_classic a =
                oxo_classic_transform(oxo_classic_play(*p, m), s);
            const oxo_classic b = oxo_classic_play(turned, there);
            assert_same(a, b);
        }
    }
}

static void visit_ultimate_play(const oxo_ultimate *p)
{
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        const oxo_ultimate turned = oxo_ultimate_transform(*p, s);
        assert_int_equal(oxo_ultimate_outcome(&turned),
                         oxo_ultimate_outcome(p));
        assert_int_equal(oxo_ultimate_count_moves(&turned),
                         oxo_ultimate_count_moves(p));
        assert_int_equal(oxo_ultimate_validate(&turned, NULL), OXO_OK);
        for (oxo_move m = 0; m < OXO_MAX_MOVES; m++) {
            const oxo_move there = oxo_ultimate_transform_move(m, s);
            const oxo_status status = oxo_ultimate_check(p, m);
            assert_int_equal(oxo_ultimate_check(&turned, there), status);
            if (status != OXO_OK)
                continue;
            const oxo_ultimate a =
                oxo_ultimate_transform(oxo_ultimate_play(*p, m), s);
            const oxo_ultimate b = oxo_ultimate_play(turned, there);
            assert_same(a, b);
        }
    }
}

static void transforming_commutes_with_play(void **state)
{
    (void)state;
    for_classic_positions(visit_classic_play);
    for_ultimate_positions(visit_ultimate_play);
}

static void visit_classic_canonical(const oxo_classic *p)
{
    int by = -1;
    const oxo_classic c = oxo_classic_canonical(*p, &by);
    const oxo_classic there = oxo_classic_transform(*p, by);
    assert_same(there, c);
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        const oxo_classic again =
            oxo_classic_canonical(oxo_classic_transform(*p, s), NULL);
        assert_same(again, c);
    }
}

static void visit_ultimate_canonical(const oxo_ultimate *p)
{
    int by = -1;
    const oxo_ultimate c = oxo_ultimate_canonical(*p, &by);
    const oxo_ultimate there = oxo_ultimate_transform(*p, by);
    assert_same(there, c);
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        const oxo_ultimate again =
            oxo_ultimate_canonical(oxo_ultimate_transform(*p, s), NULL);
        assert_same(again, c);
    }
}

static void all_eight_images_have_one_representative(void **state)
{
    (void)state;
    for_classic_positions(visit_classic_canonical);
    for_ultimate_positions(visit_ultimate_canonical);
}

/* ---- Hashes ------------------------------------------------------------- */

typedef struct entry {
    uint64_t hash;
    oxo_position position;
} entry;

static struct {
    entry *entries;
    size_t count, room;
} heap;

static void visit_heap(const oxo_ultimate *p)
{
    if (heap.count == heap.room)
        return;
    entry *e = &heap.entries[heap.count++];
    e->position = oxo_position_of_ultimate(*p);
    e->hash = oxo_position_hash(&e->position);
}

static void visit_heap_classic(const oxo_classic *p)
{
    if (heap.count == heap.room)
        return;
    entry *e = &heap.entries[heap.count++];
    e->position = oxo_position_of_classic(*p);
    e->hash = oxo_position_hash(&e->position);
}

static int by_hash(const void *a, const void *b)
{
    const uint64_t x = ((const entry *)a)->hash, y = ((const entry *)b)->hash;
    return x < y ? -1 : x > y;
}

/* Equal hashes lie side by side once sorted: then the positions must be
 * equal, else it is a collision. A million 64-bit numbers drawn at random
 * collide with a probability of 3 in 10^8. */
static void hashes_are_equal_exactly_for_equal_positions(void **state)
{
    (void)state;
    const size_t wanted = TEST_IS_FAST ? 1000000 : 100000;
    heap.count = 0;
    heap.room = wanted + wanted / 10;
    heap.entries = malloc(heap.room * sizeof(*heap.entries));
    assert_non_null(heap.entries);
    for_classic_positions(visit_heap_classic);
    for (uint64_t chance = 1; heap.count < heap.room; chance++) {
        visit_games(OXO_ULTIMATE, 10, chance, visit_heap);
        visit_games(OXO_ULTIMATE_CG, 10, chance, visit_heap);
        visit_games(OXO_ULTIMATE_CONTINUE, 10, chance, visit_heap);
    }
    qsort(heap.entries, heap.count, sizeof(*heap.entries), by_hash);
    size_t distinct = 1;
    for (size_t i = 1; i < heap.count; i++) {
        const entry *a = &heap.entries[i - 1], *b = &heap.entries[i];
        if (a->hash == b->hash)
            assert_same(a->position, b->position);
        else
            distinct++;
    }
    free(heap.entries);
    assert_true(distinct >= wanted);
}

TEST_GROUP("symmetry")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_form_a_group),
        cmocka_unit_test(transforming_is_a_group_action),
        cmocka_unit_test(transforming_commutes_with_play),
        cmocka_unit_test(all_eight_images_have_one_representative),
        cmocka_unit_test(hashes_are_equal_exactly_for_equal_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
