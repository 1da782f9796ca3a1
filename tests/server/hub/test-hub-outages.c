/* Whose time it was when servers could store nothing: one of them, or all. */
#include <errno.h>
#include <stdio.h>

#include "check.h"
#include "hub_kit.h"
#include "nodes_kit.h"

/* Both are at the other server, and the clock runs. */
static const lobby_room *hear_players(scene *s)
{
    const lobby_room *r = hear_room(s);
    say_sight(s, ROOM, 0, 0);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    return r;
}

/* Our commits fail for so long; then one succeeds. */
static void be_cut_off(scene *s, int64_t milliseconds)
{
    s->h->ready = false;
    s->h->down_since = hub_now(s->h);
    wait_ms(s, milliseconds);
    s->h->ready = true;
}

static void who_was_cut_off_alone_gives_nothing_back(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    const int64_t turned = r->room.turned;
    assert_true(hub_keeps(s->h, ROOM));
    be_cut_off(s, 70000);
    /* It is not known yet who could store something. */
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    hear_view(s);
    assert_int_equal(r->room.turned, turned);
    assert_int_equal(tick(s, r), 1);
}

static void time_in_which_nobody_could_store_is_nobodys(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    const int64_t turned = r->room.turned;
    be_cut_off(s, 70000);
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    hear_view(s);
    assert_true(r->room.turned >= turned + 69000);
    assert_true(r->room.turned <= hub_now(s->h));
    assert_int_equal(tick(s, r), 0);
}

/* Nothing of ours failed, but nobody had a lease. */
static void a_server_without_commits_gives_it_back_too(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    const int64_t turned = r->room.turned;
    s->h->view.lease = 0;
    wait_ms(s, 70000);
    assert_int_equal(tick(s, r), 0);
    s->f.news.view.nodes[1].begins = hub_now(s->h) - 20000;
    hear_view(s);
    assert_true(r->room.turned >= turned + 49000);
    assert_true(r->room.turned < turned + 60000);
}

/* It was stored just before, and we hear of it now. */
static void a_turn_that_we_had_not_heard_of_gets_it_back_too(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    make_room(s, ROOM + 1);
    wait_ms(s, 1000);
    be_cut_off(s, 70000);
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    say_events(s, 0, 1);
    s->f.news.more = true;
    hear_view(s);
    say_events(s, 1, s->made.count);
    hear(s);
    assert_int_equal(tick(s, find_room(s, ROOM + 1)), 0);
    hub_read_room(s->h, ROOM); /* later still */
    work_off_all(s);
    assert_int_equal(tick(s, find_room(s, ROOM)), 0);
}

/* A commit of ours fails, as it is. */
static void fail_to_commit(scene *s)
{
    s->h->submitted = hub_now(s->h);
    journal_task *task = batch_task(hub_batch(s->h));
    task->error = -EAGAIN;
    assert_true(hub_task_done(s->h, task));
}

/* It is behind, and so the first is not given back yet. */
static void a_second_outage_loses_nothing_of_either(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_players(s);
    fail_to_commit(s);
    wait_ms(s, 70000);
    s->h->ready = true;
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    s->f.news.more = true;
    hear_view(s);
    fail_to_commit(s);
    wait_ms(s, 70000);
    s->h->ready = true;
    hear(s); /* all was read, but the lease is not renewed yet */
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    hear_view(s);
    assert_true(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
}

/* It is read from the log again when both are over. */
static void a_long_turn_gets_all_that_was_lost_back(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    for (int i = 0; i < 3; i++) {
        wait_ms(s, 1000);
        be_cut_off(s, 70000);
        s->f.news.view.nodes[1].begins = hub_now(s->h);
        hear_view(s);
    }
    hub_read_room(s->h, ROOM);
    work_off_all(s);
    const lobby_room *r = find_room(s, ROOM);
    assert_true(hub_now(s->h) - r->room.turned < 10000);
}

/* What others did meanwhile is not moved. */
static void a_turn_that_began_afterwards_stays_where_it_is(void **state)
{
    scene *s = *state;
    be_cut_off(s, 70000);
    wait_ms(s, 10);
    const lobby_room *r = hear_room(s);
    const int64_t turned = r->room.turned;
    s->f.news.view.nodes[1].begins = turned - 5;
    wait_ms(s, 1000);
    hear_view(s);
    assert_int_equal(r->room.turned, turned);
}

TEST_GROUP("hub-outages")
{
    if (!on_postgres()) {
        fputs("tests/support/postgres.py runs this\n", stderr);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        SCENE_TEST(who_was_cut_off_alone_gives_nothing_back),
        SCENE_TEST(time_in_which_nobody_could_store_is_nobodys),
        SCENE_TEST(a_server_without_commits_gives_it_back_too),
        SCENE_TEST(a_turn_that_we_had_not_heard_of_gets_it_back_too),
        SCENE_TEST(a_second_outage_loses_nothing_of_either),
        SCENE_TEST(a_long_turn_gets_all_that_was_lost_back),
        SCENE_TEST(a_turn_that_began_afterwards_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
