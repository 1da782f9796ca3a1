/* hub_kit.h - a hub beside another server: the follower is scripted, and
 * so is the time; the store is a real one. tests/support/postgres.py runs what
 * uses it. */
#ifndef TESTS_HUB_KIT_H
#define TESTS_HUB_KIT_H

#include <stdatomic.h>

#include "hub_private.h"

enum { SELF = 5, OTHER = 7, ROOM = 4711 };

/* Says what it is told to. */
struct follower {
    follower_news news;
    bool there;
    bool sees_again;
    follower_progress progress;
};

typedef struct scene {
    follower f;
    net_loop *loop;
    net_server *net;
    workers *workers;
    log_sink log;
    journal *journal;
    store *other; /* what the other server writes with */
    hub *h;
    room_events made; /* of the last room */
    member here;
} scene;

int scene_set_up(void **state);
int scene_tear_down(void **state);

#define SCENE_TEST(name)                                                      \
    cmocka_unit_test_setup_teardown(name, scene_set_up, scene_tear_down)

/* What asks for memory gets none while this is true. */
extern atomic_bool memory_is_full;

/* The hub takes what the follower was told to say. */
void hear(scene *s);

/* The lease was renewed, and this is who is alive. */
void hear_view(scene *s);

/* The follower will say: of a player at the other server, who is connected
 * (`since` is 0) or away since then. */
void say_sight(scene *s, event_room id, int seat, int64_t since);

/* And: some of the events of the last room. */
void say_events(scene *s, int from, int to);

/* The other server makes a room for two, whose game begins: it is stored, and
 * we have not heard of it. Each has a minute. */
void make_room(scene *s, event_room id);

/* The room as the hub has it in memory, or NULL. */
const lobby_room *find_room(const scene *s, event_room id);

/* Makes a room, and hears all of it. */
const lobby_room *hear_room(scene *s);

/* Until the store has nothing more to say. */
void work_off_all(scene *s);

/* Lets time pass. */
void wait_ms(scene *s, int64_t milliseconds);

/* How many events the passing of time has for the room. */
int tick(const scene *s, const lobby_room *r);

#endif /* TESTS_HUB_KIT_H */
