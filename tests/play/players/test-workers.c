/* Thinking beside the loop: jobs by value, answers by value. */
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "neural_maker.h"
#include "oxo/neural.h"
#include "workers.h"

/* A loop that sleeps until it is woken. */
static void wake(void *context)
{
    sem_post(context);
}

static sem_t woken;
static workers *pool;

static void start(bool intensity)
{
    const workers_options options = {.threads = 1,
                                     .queue = 4,
                                     .moves = 4,
                                     .hash_bytes = 1 << 20,
                                     .intensity = intensity};
    assert_int_equal(sem_init(&woken, 0, 0), 0);
    assert_int_equal(workers_create(&options, wake, &woken, &pool), 0);
}

static void end(void)
{
    workers_destroy(pool);
    sem_destroy(&woken);
}

/* Waits for the next answer. */
static job answer(void)
{
    job j;
    while (!workers_take(pool, &j))
        sem_wait(&woken);
    return j;
}

static job question(job_kind kind, uint32_t room, uint32_t seq)
{
    job j = {.kind = kind, .room = room, .seq = seq, .level = 1, .seed = 1};
    j.position = oxo_position_start(OXO_ULTIMATE);
    return j;
}

static void a_move_is_chosen(void **state)
{
    (void)state;
    start(false);
    const job j = question(JOB_MOVE, 7, 3);
    assert_true(workers_submit(pool, &j));
    const job done = answer();
    assert_int_equal(done.room, 7);
    assert_int_equal(done.seq, 3);
    assert_int_equal(oxo_position_check(&done.position, done.move), OXO_OK);
    end();
}

static void intensity_is_refined_where_it_is_wanted(void **state)
{
    (void)state;
    const job j = question(JOB_INTENSITY, 7, 3);
    start(false);
    assert_false(workers_submit(pool, &j));
    end();
    start(true);
    assert_true(workers_submit(pool, &j));
    const job done = answer();
    assert_int_equal(done.kind, JOB_INTENSITY);
    assert_int_equal(done.room, 7);
    assert_true(done.intensity <= OXO_INTENSITY_ONE);
    end();
}

/* The first may be under way already; of the others only the last counts. */
static void a_rooms_newer_question_replaces_the_older(void **state)
{
    (void)state;
    start(true);
    for (uint32_t seq = 1; seq <= 10; seq++) {
        const job j = question(JOB_INTENSITY, 7, seq);
        assert_true(workers_submit(pool, &j));
    }
    const job first = answer();
    assert_int_equal(first.seq, 1);
    const job second = answer();
    assert_int_equal(second.seq, 10);
    job none;
    assert_false(workers_take(pool, &none));
    end();
}

static void a_full_line_refuses_and_answers_the_rest(void **state)
{
    (void)state;
    start(true);
    uint32_t taken = 0, seen = 0;
    for (job j = question(JOB_INTENSITY, 1, 1); workers_submit(pool, &j);
         j.room++)
        taken++;
    assert_in_range(taken, 1, 100);
    int waiting[JOB_KINDS];
    workers_waiting(pool, waiting);
    assert_int_equal(waiting[JOB_INTENSITY] + 1, taken);
    while (seen < taken) {
        const job done = answer();
        assert_int_equal(done.room, ++seen);
    }
    end();
}

static void destroying_stops_what_is_thought_about(void **state)
{
    (void)state;
    start(true);
    job j = question(JOB_ANALYSIS, 0, 0);
    j.milliseconds = 3600000;
    j.wanted = 1;
    assert_true(workers_submit(pool, &j));
    for (uint32_t room = 1; room <= 4; room++) {
        const job i = question(JOB_INTENSITY, room, 1);
        assert_true(workers_submit(pool, &i));
    }
    end(); /* or the test never ends */
}

static job analysis(uint64_t asker)
{
    job j = question(JOB_ANALYSIS, 0, 0);
    j.milliseconds = 3600000;
    j.wanted = 1;
    j.asker = asker;
    return j;
}

static void an_analysis_that_nobody_waits_for_ends(void **state)
{
    (void)state;
    start(false);
    const job first = analysis(1), second = analysis(2), third = analysis(3);
    assert_true(workers_submit(pool, &first));
    assert_true(workers_submit(pool, &second));
    assert_true(workers_submit(pool, &third));
    workers_cancel(pool, 2); /* which has not begun */
    const job none = answer();
    assert_int_equal(none.asker, 2);
    assert_null(none.lines);
    workers_cancel(pool, 4); /* whom nobody knows */
    for (uint64_t asker = 1; asker <= 3; asker += 2) {
        workers_cancel(pool, asker);
        const job done = answer();
        assert_int_equal(done.asker, asker);
        free(done.lines);
    }
    end();
}

/* The first analysis has no time to wait for the neural network, the second
 * one has. */
static void the_first_analysis_answers_without_the_network(void **state)
{
    (void)state;
    start(false);
    for (int64_t ms = 1; ms <= 101; ms += 100) {
        job j = question(JOB_ANALYSIS, 0, 0);
        j.milliseconds = ms;
        j.wanted = 1;
        assert_true(workers_submit(pool, &j));
        const job done = answer();
        assert_non_null(done.lines);
        assert_int_equal(done.line_count, 1);
        free(done.lines);
    }
    end();
}

static void a_network_is_made_once_and_waited_for(void **state)
{
    (void)state;
    neural_maker m;
    neural_maker_init(&m);
    (void)neural_maker_wait(&m, OXO_ULTIMATE_CG, 0);
    assert_true(neural_maker_wait(&m, OXO_ULTIMATE_CG, 3600000));
    assert_true(neural_maker_wait(&m, OXO_ULTIMATE_CG, 0));
    assert_non_null(oxo_neural_builtin(OXO_ULTIMATE_CG));
    neural_maker_clear(&m);
}

static void a_variant_without_a_network_is_not_waited_for(void **state)
{
    (void)state;
    neural_maker m;
    neural_maker_init(&m);
    assert_false(neural_maker_wait(&m, OXO_CLASSIC, 3600000));
    assert_false(neural_maker_wait(&m, OXO_CLASSIC, 3600000));
    neural_maker_clear(&m);
}

TEST_GROUP("workers")
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_chosen),
        cmocka_unit_test(intensity_is_refined_where_it_is_wanted),
        cmocka_unit_test(a_rooms_newer_question_replaces_the_older),
        cmocka_unit_test(a_full_line_refuses_and_answers_the_rest),
        cmocka_unit_test(destroying_stops_what_is_thought_about),
        cmocka_unit_test(an_analysis_that_nobody_waits_for_ends),
        cmocka_unit_test(the_first_analysis_answers_without_the_network),
        cmocka_unit_test(a_network_is_made_once_and_waited_for),
        cmocka_unit_test(a_variant_without_a_network_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
