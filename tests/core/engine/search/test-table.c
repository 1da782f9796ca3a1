/* The transposition table: what is stored is found, and nothing else. */
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "play.h"
#include "table.h"

static table small_table(size_t buckets)
{
    table t;
    const size_t bytes = buckets * TABLE_WAYS * sizeof(table_entry);
    assert_int_equal(table_init(&t, bytes), 0);
    assert_int_equal(t.buckets, buckets);
    return t;
}

static void assert_fact(const table *t, uint64_t hash, const table_fact *want)
{
    table_fact fact;
    assert_true(table_find(t, hash, &fact));
    assert_int_equal(fact.score, want->score);
    assert_int_equal(fact.eval, want->eval);
    assert_int_equal(fact.depth, want->depth);
    assert_int_equal(fact.bound, want->bound);
    assert_int_equal(fact.move, want->move);
}

static bool is_known(const table *t, uint64_t hash)
{
    table_fact fact;
    return table_find(t, hash, &fact);
}

static void store_depth(table *t, uint64_t hash, int depth)
{
    table_store(t, hash,
                &(table_fact){.score = 7,
                              .depth = depth,
                              .bound = TABLE_EXACT,
                              .move = OXO_NO_MOVE});
}

/* ---- Facts -------------------------------------------------------------- */

static void every_field_comes_back(void **state)
{
    (void)state;
    table t = small_table(64);
    uint64_t seed = 1;
    for (int i = 0; i < 10000; i++) {
        const uint64_t hash = (uint64_t)next_random(&seed, 1U << 31) << 33 |
                              next_random(&seed, 1U << 31);
        const table_fact fact = {
            .score = (int)next_random(&seed, 60001) - 30000,
            .eval = (int)next_random(&seed, 40001) - 20000,
            .depth = (int)next_random(&seed, 82),
            .bound = (table_bound)(1 + next_random(&seed, 3)),
            .move = (oxo_move)next_random(&seed, 81),
        };
        table_store(&t, hash, &fact);
        assert_fact(&t, hash, &fact);
    }
    table_free(&t);
}

static void extreme_scores_come_back(void **state)
{
    (void)state;
    static const int scores[] = {-32000, -30000, -29999, -1,
                                 0,      1,      29999,  32000};
    table t = small_table(1);
    for (size_t i = 0; i < sizeof(scores) / sizeof(scores[0]); i++) {
        const table_fact fact = {.score = scores[i],
                                 .eval = -scores[i],
                                 .depth = OXO_MAX_MOVES,
                                 .bound = TABLE_LOWER,
                                 .move = OXO_NO_MOVE};
        table_store(&t, 99, &fact);
        assert_fact(&t, 99, &fact);
    }
    table_free(&t);
}

static void new_table_knows_nothing(void **state)
{
    (void)state;
    table t = small_table(4);
    for (uint64_t hash = 0; hash < 64; hash++)
        assert_false(is_known(&t, hash));
    table_free(&t);
}

static void cleared_table_knows_nothing(void **state)
{
    (void)state;
    table t = small_table(4);
    for (uint64_t hash = 0; hash < 16; hash++)
        store_depth(&t, hash, 5);
    assert_true(is_known(&t, 3));
    table_clear(&t);
    for (uint64_t hash = 0; hash < 16; hash++)
        assert_false(is_known(&t, hash));
    assert_int_equal(table_fullness(&t), 0);
    table_free(&t);
}

/* Keys that share a bucket differ in their high bits only. */
static void other_key_of_the_bucket_is_not_found(void **state)
{
    (void)state;
    table t = small_table(4);
    const uint64_t hash = 2;
    store_depth(&t, hash, 5);
    for (int bit = 2; bit < 64; bit++)
        assert_false(is_known(&t, hash ^ (uint64_t)1 << bit));
    table_free(&t);
}

static void same_key_is_stored_once(void **state)
{
    (void)state;
    table t = small_table(1);
    for (int depth = 20; depth > 0; depth--)
        store_depth(&t, 5, depth);
    const table_fact last = {7, 0, 1, TABLE_EXACT, OXO_NO_MOVE};
    assert_fact(&t, 5, &last);
    assert_int_equal(table_fullness(&t), 1000 / TABLE_WAYS);
    table_free(&t);
}

/* ---- Replacement -------------------------------------------------------- */

static void bucket_holds_as_many_as_it_has_ways(void **state)
{
    (void)state;
    table t = small_table(1);
    for (uint64_t hash = 1; hash <= TABLE_WAYS; hash++)
        store_depth(&t, hash, 1);
    for (uint64_t hash = 1; hash <= TABLE_WAYS; hash++)
        assert_true(is_known(&t, hash));
    assert_int_equal(table_fullness(&t), 1000);
    table_free(&t);
}

static void shallowest_of_the_bucket_gives_way(void **state)
{
    (void)state;
    for (uint64_t shallow = 1; shallow <= TABLE_WAYS; shallow++) {
        table t = small_table(1);
        for (uint64_t hash = 1; hash <= TABLE_WAYS; hash++)
            store_depth(&t, hash, hash == shallow ? 2 : 9);
        store_depth(&t, 100, 1);
        assert_true(is_known(&t, 100));
        for (uint64_t hash = 1; hash <= TABLE_WAYS; hash++)
            assert_int_equal(is_known(&t, hash), hash != shallow);
        table_free(&t);
    }
}

static void entry_of_an_older_search_gives_way_first(void **state)
{
    (void)state;
    table t = small_table(1);
    store_depth(&t, 1, 6);
    table_next_search(&t);
    for (uint64_t hash = 2; hash <= TABLE_WAYS; hash++)
        store_depth(&t, hash, 4);
    store_depth(&t, 100, 1);
    assert_false(is_known(&t, 1));
    for (uint64_t hash = 2; hash <= TABLE_WAYS; hash++)
        assert_true(is_known(&t, hash));
    table_free(&t);
}

static void older_entries_are_still_found(void **state)
{
    (void)state;
    table t = small_table(1);
    store_depth(&t, 1, 6);
    for (int i = 0; i < 200; i++) {
        table_next_search(&t);
        assert_true(is_known(&t, 1));
    }
    table_free(&t);
}

static void fullness_counts_this_search_only(void **state)
{
    (void)state;
    table t = small_table(1);
    store_depth(&t, 1, 6);
    table_next_search(&t);
    assert_int_equal(table_fullness(&t), 0);
    store_depth(&t, 2, 6);
    assert_int_equal(table_fullness(&t), 1000 / TABLE_WAYS);
    table_free(&t);
}

/* ---- Sizes -------------------------------------------------------------- */

static void size_is_rounded_down_to_a_power_of_two(void **state)
{
    (void)state;
    const size_t bucket = TABLE_WAYS * sizeof(table_entry);
    static const size_t sizes[][2] = {{1, 1}, {2, 2},   {3, 2},
                                      {4, 4}, {63, 32}, {64, 64}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        table t;
        assert_int_equal(table_init(&t, sizes[i][0] * bucket), 0);
        assert_int_equal(t.buckets, sizes[i][1]);
        table_free(&t);
    }
}

static void smallest_table_has_one_bucket(void **state)
{
    (void)state;
    for (size_t bytes = 0; bytes < 2; bytes++) {
        table t;
        assert_int_equal(table_init(&t, bytes), 0);
        assert_int_equal(t.buckets, 1);
        store_depth(&t, 0, 3);
        assert_true(is_known(&t, 0));
        table_free(&t);
    }
}

/* ---- Threads ------------------------------------------------------------ */

enum { THREADS = 4, KEYS = 64 };

/* Every field of the fact for a key follows from the key and a version, so
 * that a mixture of two facts, or one of another key, is told apart. */
static uint64_t key_of(unsigned n)
{
    return (n + 1) * 0x9E3779B97F4A7C15U;
}

static table_fact fact_of(unsigned n, int version)
{
    return (table_fact){.score = (int)n * 100 + version,
                        .eval = -((int)n * 100 + version),
                        .depth = version,
                        .bound = (table_bound)(1 + version % 3),
                        .move = (oxo_move)n};
}

static bool is_fact_of(unsigned n, const table_fact *f)
{
    const table_fact want = fact_of(n, f->depth);
    return f->score == want.score && f->eval == want.eval &&
           f->bound == want.bound && f->move == want.move;
}

typedef struct hammer {
    pthread_t thread;
    table *table;
    uint64_t seed;
    int found, wrong;
} hammer;

static void *hammer_table(void *argument)
{
    hammer *h = argument;
    const int rounds = TEST_IS_FAST ? 400000 : 40000;
    for (int i = 0; i < rounds; i++) {
        const unsigned n = next_random(&h->seed, KEYS);
        const table_fact fact = fact_of(n, (int)next_random(&h->seed, 80));
        if (i % 2)
            table_store(h->table, key_of(n), &fact);
        table_fact found;
        if (table_find(h->table, key_of(n), &found)) {
            h->found++;
            h->wrong += !is_fact_of(n, &found);
        }
    }
    return NULL;
}

/* The keys are many for the buckets, so that threads keep writing over each
 * other's entries. */
static void threads_never_find_what_was_not_stored_for_the_key(void **state)
{
    (void)state;
    table t = small_table(4);
    hammer hammers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        hammers[i] = (hammer){.table = &t, .seed = i + 1};
        assert_int_equal(pthread_create(&hammers[i].thread, NULL, hammer_table,
                                        &hammers[i]),
                         0);
    }
    int found = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(hammers[i].thread, NULL);
        assert_int_equal(hammers[i].wrong, 0);
        found += hammers[i].found;
    }
    assert_true(found > 0);
    table_free(&t);
}

/* The first half of one write and the second of another, as a reader may
 * meet them: neither key may be found. */
static void torn_entry_is_not_found(void **state)
{
    (void)state;
    table one = small_table(1), two = small_table(1);
    const table_fact a = fact_of(1, 5), b = fact_of(2, 6);
    table_store(&one, key_of(1), &a);
    table_store(&two, key_of(2), &b);
    atomic_store(&one.entries[0].check, atomic_load(&two.entries[0].check));
    assert_false(is_known(&one, key_of(1)));
    assert_false(is_known(&one, key_of(2)));
    table_free(&one);
    table_free(&two);
}

TEST_GROUP("table")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_comes_back),
        cmocka_unit_test(extreme_scores_come_back),
        cmocka_unit_test(new_table_knows_nothing),
        cmocka_unit_test(cleared_table_knows_nothing),
        cmocka_unit_test(other_key_of_the_bucket_is_not_found),
        cmocka_unit_test(same_key_is_stored_once),
        cmocka_unit_test(bucket_holds_as_many_as_it_has_ways),
        cmocka_unit_test(shallowest_of_the_bucket_gives_way),
        cmocka_unit_test(entry_of_an_older_search_gives_way_first),
        cmocka_unit_test(older_entries_are_still_found),
        cmocka_unit_test(fullness_counts_this_search_only),
        cmocka_unit_test(size_is_rounded_down_to_a_power_of_two),
        cmocka_unit_test(smallest_table_has_one_bucket),
        cmocka_unit_test(threads_never_find_what_was_not_stored_for_the_key),
        cmocka_unit_test(torn_entry_is_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
