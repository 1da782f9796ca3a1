/* What the hub makes of other servers: who is alive, and who is connected
 * where. */
#include <errno.h>
#include <stdio.h>

#include "check.h"
#include "hub_kit.h"
#include "nodes_kit.h"

/* All of the log was read just now. */
static void be_up_to_date(scene *s)
{
    s->f.progress.looked = net_loop_now(s->loop);
}

static void assert_here(const lobby_room *r, int seat, bool here)
{
    assert_non_null(r);
    assert_int_equal(r->room.seats[seat].connections, here);
    assert_int_equal(r->room.seats[seat].away_since == 0, here);
}

/* A room, and that X is connected elsewhere. */
static const lobby_room *hear_seated(scene *s)
{
    const lobby_room *r = hear_room(s);
    say_sight(s, ROOM, 0, 0);
    hear(s);
    return r;
}

/* ---- Who is alive ------------------------------------------------------- */

static void a_view_that_is_not_fresh_forgets_nobody(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    assert_here(r, 0, true);
    s->f.news.view.count = 1;
    hear(s);
    assert_here(r, 0, true);
    assert_true(hub_has_others(s->h));
    hear_view(s);
    assert_here(r, 0, false);
}

/* Its lease had ended and nobody looked meanwhile; or the other way round. */
static void a_lapsed_lease_of_ours_forgets_nobody_either(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    s->h->view.lease = 0;
    s->f.news.view.lease = 0;
    s->f.news.view.count = 1;
    hear(s);
    assert_here(r, 0, true);
}

static int sights_told(const scene *s)
{
    return s->h->batches[s->h->gathering]->sight_count;
}

/* A player of a room comes to us. */
static lobby_room *connect_one(scene *s)
{
    hear_room(s);
    lobby_room *r = lobby_find(&s->h->lobby, ROOM);
    lobby_enter(r, &s->here, 0);
    hub_show(s->h, r, 0);
    return r;
}

/* It comes back a moment later, like us. */
static void who_had_no_lease_takes_nobody_for_gone(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    s->h->view.lease = 0;
    s->f.news.view.count = 1;
    hear_view(s);
    assert_here(r, 0, true);
    assert_true(hub_has_others(s->h));
    assert_true(hub_keeps(s->h, ROOM)); /* it looks after nothing meanwhile */
    s->f.news.view.count = 2;
    s->f.news.view.nodes[1].begins = hub_now(s->h);
    hear_view(s);
    wait_ms(s, 60000);
    hear_view(s);
    assert_here(r, 0, true);
}

static void who_does_not_come_back_is_gone(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_seated(s);
    s->h->ready = false; /* its commits may fail as ours do */
    s->f.news.view.count = 1;
    hear_view(s);
    wait_ms(s, 60000);
    hear_view(s);
    assert_here(r, 0, true);
    s->h->ready = true;
    wait_ms(s, 60000);
    hear_view(s);
    assert_here(r, 0, false);
    assert_false(hub_has_others(s->h));
}

/* A load balancer sends its clients elsewhere. */
static void who_does_not_hear_of_all_for_long_is_not_ready(void **state)
{
    scene *s = *state;
    be_up_to_date(s);
    assert_true(hub_is_ready(s->h));
    s->f.progress.looked -= FOLLOWER_DEAF_MS / 2;
    assert_true(hub_is_ready(s->h));
    s->f.progress.looked -= FOLLOWER_DEAF_MS;
    assert_false(hub_is_ready(s->h));
    be_up_to_date(s);
    assert_true(hub_is_ready(s->h));
}

static void who_was_given_up_tells_all_again(void **state)
{
    scene *s = *state;
    connect_one(s);
    assert_int_equal(sights_told(s), 1);
    work_off_all(s);
    /* Somebody else comes, which changes nothing... */
    s->f.news.view.nodes[2] = (store_node){.id = 9, .begins = 1};
    s->f.news.view.count = 3;
    hear_view(s);
    assert_int_equal(sights_told(s), 0);
    /* ...and our lease is a new one: others have forgotten us. */
    s->f.news.view.nodes[0].begins = 2;
    hear_view(s);
    assert_int_equal(sights_told(s), 1);
}

/* Its players are still there, for all. */
static void who_rests_was_not_given_up(void **state)
{
    scene *s = *state;
    connect_one(s);
    work_off_all(s);
    for (int i = 2; i < 5; i++) {
        s->f.news.view.nodes[0] = (store_node){.id = SELF, .begins = i};
        s->f.news.view.rests = true;
        hear_view(s);
        assert_false(hub_keeps(s->h, ROOM));
    }
    s->f.news.view.rests = false;
    s->f.news.view.nodes[0].acts = true;
    hear_view(s);
    assert_true(hub_keeps(s->h, ROOM));
    assert_int_equal(sights_told(s), 0);
}

/* A database that lost who was connected has lost who went, too. */
static void who_went_is_told_again_as_well(void **state)
{
    scene *s = *state;
    lobby_room *r = connect_one(s);
    lobby_leave(r, &s->here);
    hub_show(s->h, r, 0);
    work_off_all(s);
    s->f.news.again = true;
    hear(s);
    assert_int_equal(sights_told(s), 1);
    assert_true(hub_batch(s->h)->sights[0].since > 0);
}

static void all_are_told_again_some_at_a_time(void **state)
{
    enum { ROOMS = 1200, MOST = 600 };
    static member here[ROOMS];
    scene *s = *state;
    int told = 0;
    for (int i = 0; i < ROOMS; i++) {
        lobby_room *r = lobby_add(&s->h->lobby, (event_room)i + 1);
        here[i] = (member){.seat = -1};
        lobby_enter(r, &here[i], 0);
    }
    s->h->show_again = true;
    hub_show_more(s->h);
    for (int commits = 0; told < ROOMS && commits < ROOMS; commits++) {
        assert_true(sights_told(s) <= MOST);
        told += sights_told(s);
        batch_clear(hub_batch(s->h));
        hub_show_more(s->h);
    }
    assert_int_equal(told, ROOMS);
    assert_int_equal(sights_told(s), 0);
    for (int i = 0; i < ROOMS; i++)
        lobby_leave(lobby_find(&s->h->lobby, (event_room)i + 1), &here[i]);
}

/* ---- Who is connected --------------------------------------------------- */

static void a_sight_waits_until_its_room_is_known(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_sight(s, ROOM, 0, 0);
    say_sight(s, ROOM, 1, 0);
    say_sight(s, ROOM + 1, 0, 0); /* there is none */
    hear(s);
    assert_null(find_room(s, ROOM));
    work_off_all(s);
    const lobby_room *r = find_room(s, ROOM);
    assert_here(r, 0, true);
    assert_here(r, 1, true);
    assert_int_equal(s->h->unplaced_count, 0);
}

static void a_sight_waits_with_the_events_that_are_held(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    s->h->ready = false;
    say_events(s, 0, s->made.count);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    assert_null(find_room(s, ROOM));
    s->h->ready = true;
    hub_follow_held(s->h);
    assert_here(find_room(s, ROOM), 1, true);
}

static void a_sight_waits_for_memory(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_sight(s, ROOM, 1, 0);
    s->h->ready = false; /* nothing is read yet */
    hear(s);
    s->h->ready = true;
    memory_is_full = true;
    hear(s);
    memory_is_full = false;
    work_off_all(s);
    assert_null(find_room(s, ROOM));
    hear(s);
    work_off_all(s);
    assert_here(find_room(s, ROOM), 1, true);
}

static void a_sight_that_could_not_be_kept_is_read_again(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_sight(s, ROOM, 1, 0);
    memory_is_full = true;
    hear(s);
    memory_is_full = false;
    assert_true(s->f.sees_again);
}

static void who_was_seen_before_the_seat_was_taken_is_here(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_events(s, 0, 1);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    say_events(s, 1, s->made.count);
    hear(s);
    const lobby_room *r = find_room(s, ROOM);
    assert_here(r, 1, true);
    say_sight(s, ROOM, 1, hub_now(s->h));
    hear(s);
    assert_here(r, 1, false);
}

static void sights_of_who_is_gone_wait_for_nothing(void **state)
{
    scene *s = *state;
    s->h->ready = false;
    say_sight(s, ROOM, 1, 0);
    hear(s);
    assert_int_equal(s->h->unplaced_count, 1);
    s->h->ready = true;
    s->f.news.view.count = 1;
    hear_view(s);
    assert_int_equal(s->h->unplaced_count, 0);
}

static void an_event_of_an_unknown_room_brings_all_of_it(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_events(s, 1, s->made.count);
    hear(s);
    work_off_all(s);
    const lobby_room *r = find_room(s, ROOM);
    assert_non_null(r);
    assert_int_equal(r->room.seq, s->made.count);
    assert_int_equal(r->room.life, ROOM_ACTIVE);
    /* However old it is: who is not here has just gone. */
    assert_true(r->room.seats[0].away_since >= hub_now(s->h) - 1000);
}

/* Who is away gets no other grace by a server that comes. */
static void others_know_since_when_somebody_is_away(void **state)
{
    scene *s = *state;
    make_room(s, ROOM);
    say_events(s, 1, s->made.count);
    hear(s);
    work_off_all(s);
    const lobby_room *r = find_room(s, ROOM);
    const int64_t away = r->room.seats[0].away_since - 9000;
    say_sight(s, ROOM, 0, away);
    hear(s);
    assert_int_equal(r->room.seats[0].away_since, away);
    say_sight(s, ROOM, 0, away + 5000); /* by another */
    say_sight(s, ROOM, 0, away + 3000);
    hear(s);
    assert_int_equal(r->room.seats[0].away_since, away + 5000);
}

/* It hears of rooms whose players it has not heard of yet. */
static void who_is_behind_ends_no_games(void **state)
{
    scene *s = *state;
    assert_true(hub_keeps(s->h, ROOM));
    make_room(s, ROOM);
    wait_ms(s, 50000);
    say_events(s, 0, s->made.count);
    s->f.news.more = true;
    hear(s);
    const lobby_room *r = find_room(s, ROOM);
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    say_sight(s, ROOM, 0, 0);
    say_sight(s, ROOM, 1, 0);
    hear(s);
    assert_true(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
}

static void who_cannot_listen_ends_no_games(void **state)
{
    scene *s = *state;
    const lobby_room *r = hear_room(s);
    s->f.news.error = -EAGAIN;
    hear(s);
    wait_ms(s, 50000);
    assert_false(hub_keeps(s->h, ROOM));
    assert_int_equal(tick(s, r), 0);
    s->f.news.error = 0;
    hear(s);
    assert_true(hub_keeps(s->h, ROOM));
    wait_ms(s, 20000); /* the clock runs out */
    assert_true(tick(s, r) > 0);
}

/* It has rooms before we hear that it is there. */
static void a_room_of_who_has_just_come_is_looked_up(void **state)
{
    scene *s = *state;
    const origin nobody = {.kind = ORIGIN_NOBODY};
    const wire_message join_it = {.has_room = true, .room = ROOM};
    s->h->view.count = 1;
    make_room(s, ROOM);
    assert_false(hub_has_others(s->h));
    assert_null(find_room(s, ROOM));
    hub_join_room(s->h, &nobody, &join_it);
    work_off_all(s);
    assert_non_null(find_room(s, ROOM));
}

TEST_GROUP("hub-nodes")
{
    if (!on_postgres()) {
        fputs("tests/support/postgres.py runs this\n", stderr);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        SCENE_TEST(a_view_that_is_not_fresh_forgets_nobody),
        SCENE_TEST(a_lapsed_lease_of_ours_forgets_nobody_either),
        SCENE_TEST(who_had_no_lease_takes_nobody_for_gone),
        SCENE_TEST(who_does_not_come_back_is_gone),
        SCENE_TEST(who_does_not_hear_of_all_for_long_is_not_ready),
        SCENE_TEST(who_was_given_up_tells_all_again),
        SCENE_TEST(who_rests_was_not_given_up),
        SCENE_TEST(who_went_is_told_again_as_well),
        SCENE_TEST(all_are_told_again_some_at_a_time),
        SCENE_TEST(a_sight_waits_until_its_room_is_known),
        SCENE_TEST(a_sight_waits_with_the_events_that_are_held),
        SCENE_TEST(a_sight_waits_for_memory),
        SCENE_TEST(a_sight_that_could_not_be_kept_is_read_again),
        SCENE_TEST(who_was_seen_before_the_seat_was_taken_is_here),
        SCENE_TEST(sights_of_who_is_gone_wait_for_nothing),
        SCENE_TEST(an_event_of_an_unknown_room_brings_all_of_it),
        SCENE_TEST(others_know_since_when_somebody_is_away),
        SCENE_TEST(who_is_behind_ends_no_games),
        SCENE_TEST(who_cannot_listen_ends_no_games),
        SCENE_TEST(a_room_of_who_has_just_come_is_looked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
