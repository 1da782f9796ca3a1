#include "check.h"

#include "engine_player.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static engine_player *new_engine(void)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = 1 << 20;
    engine_player *e = NULL;
    assert_int_equal(engine_player_create(&options, &e), 0);
    return e;
}

static player_task task_from(oxo_variant variant)
{
    return (player_task){
        .position = oxo_position_start(variant),
        .limits = {.depth = 4},
    };
}

static player_choice think(const player *p, const player_task *task)
{
    player_choice choice = {OXO_NO_MOVE, OXO_NO_MOVE, 0};
    assert_int_equal(p->think(p->self, task, &choice), 0);
    assert_int_equal(oxo_position_check(&task->position, choice.move), OXO_OK);
    return choice;
}

static void engine_plays_every_variant(void **state)
{
    (void)state;
    engine_player *e = new_engine();
    const player *p = engine_player_interface(e);
    for (int v = 0; v < OXO_VARIANTS; v++) {
        assert_true(player_plays(p, (oxo_variant)v));
        const player_task task = task_from((oxo_variant)v);
        think(p, &task);
    }
    engine_player_destroy(e);
}

static void options_are_those_of_the_protocol(void **state)
{
    (void)state;
    static const char *const names[] = {"Threads", "Hash", "Level",
                                        "MultiPV", "Seed", "Contempt"};
    engine_player *e = new_engine();
    const player *p = engine_player_interface(e);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(p->options[i].name, names[i]);
        assert_in_range(p->options[i].standard, p->options[i].least,
                        p->options[i].most);
        assert_int_equal(player_set(p, names[i], "-1"), OXO_SYNTAX);
        assert_int_equal(player_set(p, names[i], "1"), OXO_OK);
    }
    assert_null(p->options[6].name);
    engine_player_destroy(e);
}

/* An option makes a new engine, and thinking goes on with it. */
static void options_may_change_between_searches(void **state)
{
    (void)state;
    engine_player *e = new_engine();
    const player *p = engine_player_interface(e);
    const player_task task = task_from(OXO_ULTIMATE);
    const uint64_t nodes = think(p, &task).nodes;
    assert_int_equal(player_set(p, "MultiPV", "3"), OXO_OK);
    assert_true(think(p, &task).nodes > nodes);
    assert_int_equal(player_set(p, "MultiPV", "1"), OXO_OK);
    assert_true(think(p, &task).nodes == nodes);
    engine_player_destroy(e);
}

typedef struct heard {
    int count;
    oxo_search_info infos[OXO_CELLS];
} heard;

static void hear(const oxo_search_info *info, void *context)
{
    heard *h = context;
    assert_true(h->count < OXO_CELLS);
    h->infos[h->count++] = *info;
}

/* After e, the corners draw: they are the best three lines. */
static void classic_is_reported_a_line_each(void **state)
{
    (void)state;
    engine_player *e = new_engine();
    const player *p = engine_player_interface(e);
    heard h = {0};
    player_task task = task_from(OXO_CLASSIC);
    task.position = oxo_position_play(&task.position, 4);
    task.report = hear;
    task.context = &h;
    assert_int_equal(player_set(p, "MultiPV", "3"), OXO_OK);
    const player_choice choice = think(p, &task);
    assert_int_equal(h.count, 3);
    assert_int_equal(h.infos[0].line.moves[0], choice.move);
    for (int i = 0; i < h.count; i++) {
        assert_int_equal(h.infos[i].rank, i + 1);
        assert_int_equal(h.infos[i].line.value.kind, OXO_PROVEN_DRAW);
        assert_int_equal(h.infos[i].depth, h.infos[i].line.length);
    }
    engine_player_destroy(e);
}

static void task_called_off_before_it_began_still_gives_a_move(void **state)
{
    (void)state;
    engine_player *e = new_engine();
    const player *p = engine_player_interface(e);
    oxo_stop stop = {0};
    oxo_stop_set(&stop);
    player_task task = task_from(OXO_ULTIMATE);
    task.limits = (oxo_limits){.stop = &stop};
    think(p, &task);
    engine_player_destroy(e);
}

/* ---- Stopping from another thread --------------------------------------- */

typedef struct stopper {
    oxo_stop stop;
    atomic_bool ready;
    int yields;
} stopper;

static void *stop_soon(void *context)
{
    stopper *s = context;
    atomic_store(&s->ready, true);
    for (int i = 0; i < s->yields; i++)
        sched_yield();
    oxo_stop_set(&s->stop);
    return NULL;
}

/* Sometimes the stop comes before, sometimes within, sometimes behind this
 * short search: the next one is whole all the same. */
static void stop_does_not_reach_the_next_search(void **state)
{
    (void)state;
    engine_player *e = new_engine();
    const player *p = engine_player_interface(e);
    const player_task whole = task_from(OXO_ULTIMATE);
    const uint64_t nodes = think(p, &whole).nodes;
    for (int i = 0; i < 100; i++) {
        stopper s = {.yields = i};
        pthread_t thread;
        player_task task = task_from(OXO_ULTIMATE);
        task.limits.depth = 1 + i % 3;
        task.limits.stop = &s.stop;
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, &s), 0);
        while (!atomic_load(&s.ready))
            sched_yield();
        think(p, &task);
        pthread_join(thread, NULL);
        p->new_game(p->self);
        assert_true(think(p, &whole).nodes == nodes);
    }
    engine_player_destroy(e);
}

static void stop_ends_a_search_without_limits(void **state)
{
    (void)state;
    engine_player *e = new_engine();
    const player *p = engine_player_interface(e);
    stopper s = {.yields = 50};
    pthread_t thread;
    player_task task = task_from(OXO_ULTIMATE);
    task.limits = (oxo_limits){.stop = &s.stop};
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &s), 0);
    think(p, &task);
    pthread_join(thread, NULL);
    engine_player_destroy(e);
}

/* ---- The whole of it ---------------------------------------------------- */

static void one_call_runs_the_engine_in_a_protocol(void **state)
{
    (void)state;
    char input[] = "4 4\n8\n3 3\n3 4\n3 5\n4 3\n4 5\n5 3\n5 4\n5 5\n";
    char output[64] = "";
    const oxo_engine_options options = oxo_engine_defaults();
    FILE *in = fmemopen(input, sizeof input - 1, "r");
    FILE *out = fmemopen(output, sizeof output, "w");
    assert_non_null(in);
    assert_non_null(out);
    char why[PROTOCOL_WHY];
    assert_int_equal(
        engine_player_run(&options, PROTOCOL_CODINGAME, in, out, NULL, why),
        0);
    fclose(in);
    fclose(out);
    assert_int_equal(strlen(output), 4);
    assert_non_null(strstr(input + 6, output));
}

TEST_GROUP("protocol-engine")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_plays_every_variant),
        cmocka_unit_test(options_are_those_of_the_protocol),
        cmocka_unit_test(options_may_change_between_searches),
        cmocka_unit_test(classic_is_reported_a_line_each),
        cmocka_unit_test(task_called_off_before_it_began_still_gives_a_move),
        cmocka_unit_test(stop_does_not_reach_the_next_search),
        cmocka_unit_test(stop_ends_a_search_without_limits),
        cmocka_unit_test(one_call_runs_the_engine_in_a_protocol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
