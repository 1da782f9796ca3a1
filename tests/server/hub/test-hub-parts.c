/* Lobby, tally and recent messages: what the hub is made of. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "lobby.h"
#include "recent.h"
#include "tally.h"

/* ---- Tally -------------------------------------------------------------- */

static void a_key_has_as_many_as_were_counted(void **state)
{
    (void)state;
    tally t = {0};
    assert_int_equal(tally_of(&t, 7), 0);
    assert_int_equal(tally_up(&t, 7), 0);
    assert_int_equal(tally_up(&t, 7), 0);
    assert_int_equal(tally_up(&t, 8), 0);
    assert_int_equal(tally_of(&t, 7), 2);
    tally_down(&t, 7);
    assert_int_equal(tally_of(&t, 7), 1);
    tally_down(&t, 7);
    assert_int_equal(tally_of(&t, 7), 0);
    assert_int_equal(tally_of(&t, 8), 1);
    tally_clear(&t);
}

/* Keys that share a home push each other away; one that goes must not hide
 * the others. */
static void keys_of_one_home_are_told_apart(void **state)
{
    (void)state;
    tally t = {0};
    enum { KEYS = 20 };
    for (uint64_t i = 0; i < KEYS; i++)
        for (uint64_t n = 0; n <= i; n++)
            tally_up(&t, 5 + i * 1024);
    for (uint64_t gone = 0; gone < KEYS; gone++) {
        for (uint64_t n = 0; n <= gone; n++)
            tally_down(&t, 5 + gone * 1024);
        for (uint64_t i = 0; i < KEYS; i++)
            assert_int_equal(tally_of(&t, 5 + i * 1024),
                             i <= gone ? 0 : i + 1);
    }
    tally_clear(&t);
}

static void a_tally_follows_a_plain_count(void **state)
{
    (void)state;
    enum { KEYS = 300, STEPS = 20000 };
    static uint32_t plain[KEYS];
    tally t = {0};
    uint32_t random = 1;
    for (int i = 0; i < STEPS; i++) {
        random = random * 1664525 + 1013904223;
        const uint32_t key = (random >> 8) % KEYS;
        const uint64_t spread = key * UINT64_C(0x9E3779B97F4A7C15);
        if (random >> 31 && plain[key] > 0) {
            tally_down(&t, spread);
            plain[key]--;
        } else {
            tally_up(&t, spread);
            plain[key]++;
        }
        assert_int_equal(tally_of(&t, spread), plain[key]);
    }
    for (uint32_t key = 0; key < KEYS; key++)
        assert_int_equal(tally_of(&t, key * UINT64_C(0x9E3779B97F4A7C15)),
                         plain[key]);
    tally_clear(&t);
}

/* ---- Lobby -------------------------------------------------------------- */

static void rooms_are_found_by_number_until_removed(void **state)
{
    (void)state;
    enum { ROOMS = 5000 };
    lobby l;
    assert_int_equal(lobby_init(&l), 0);
    for (uint32_t i = 1; i <= ROOMS; i++)
        assert_non_null(lobby_add(&l, i * 7919 % (1U << 30)));
    for (uint32_t i = 1; i <= ROOMS; i += 2)
        lobby_remove(&l, lobby_find(&l, i * 7919 % (1U << 30)));
    for (uint32_t i = 1; i <= ROOMS; i++) {
        const lobby_room *r = lobby_find(&l, i * 7919 % (1U << 30));
        assert_int_equal(r == NULL, i % 2);
        if (r)
            assert_int_equal(r->room.id, i * 7919 % (1U << 30));
    }
    assert_int_equal(l.count, ROOMS / 2);
    lobby_clear(&l);
}

static void rooms_are_listed_oldest_first(void **state)
{
    (void)state;
    lobby l;
    lobby_init(&l);
    lobby_add(&l, 30);
    lobby_room *middle = lobby_add(&l, 10);
    lobby_add(&l, 20);
    assert_int_equal(l.first->room.id, 30);
    assert_int_equal(l.last->room.id, 20);
    lobby_remove(&l, middle);
    assert_int_equal(l.first->next->room.id, 20);
    assert_ptr_equal(l.last->previous, l.first);
    lobby_clear(&l);
}

/* Whatever becomes of a room: it is counted once, and shown where it can be
 * joined or watched. */
static void public_rooms_stand_where_they_belong(void **state)
{
    (void)state;
    lobby l;
    lobby_init(&l);
    const lobby_shelf *waiting = &l.shelves[ROOM_WAITING][OXO_ULTIMATE];
    const lobby_shelf *active = &l.shelves[ROOM_ACTIVE][OXO_ULTIMATE];
    lobby_room *rooms[4];
    for (uint32_t i = 0; i < 4; i++) {
        rooms[i] = lobby_add(&l, i + 1);
        rooms[i]->room.setup.variant = OXO_ULTIMATE;
        rooms[i]->room.setup.is_public = i != 3;
        lobby_sort(&l, rooms[i]);
        lobby_sort(&l, rooms[i]);
    }
    assert_int_equal(waiting->count, 3);
    assert_int_equal(l.lives[ROOM_WAITING], 4);
    rooms[1]->room.life = ROOM_ACTIVE;
    rooms[0]->room.life = ROOM_ACTIVE;
    lobby_sort(&l, rooms[1]);
    lobby_sort(&l, rooms[0]);
    assert_ptr_equal(waiting->first, rooms[2]);
    assert_ptr_equal(waiting->last, rooms[2]);
    assert_ptr_equal(active->first, rooms[1]);
    assert_ptr_equal(active->first->beside[1], rooms[0]);
    rooms[1]->room.life = ROOM_FINISHED;
    lobby_sort(&l, rooms[1]);
    lobby_remove(&l, rooms[2]);
    assert_int_equal(waiting->count, 0);
    assert_null(waiting->first);
    assert_ptr_equal(active->first, rooms[0]);
    assert_int_equal(active->count, 1);
    assert_int_equal(l.lives[ROOM_WAITING], 1);
    assert_int_equal(l.lives[ROOM_FINISHED], 1);
    lobby_clear(&l);
}

static void members_come_and_go_in_any_order(void **state)
{
    (void)state;
    lobby l;
    member a = {.id = 1}, b = {.id = 2}, c = {.id = 3};
    lobby_init(&l);
    lobby_room *r = lobby_add(&l, 5);
    lobby_enter(r, &a, 0);
    lobby_enter(r, &b, -1);
    lobby_enter(r, &c, -1);
    assert_int_equal(r->spectators, 2);
    lobby_leave(r, &b);
    assert_int_equal(b.room, 0);
    assert_int_equal(r->spectators, 1);
    assert_ptr_equal(r->members, &c);
    assert_ptr_equal(c.next, &a);
    assert_ptr_equal(a.previous, &c);
    lobby_clear(&l);
    assert_int_equal(a.room, 0);
    assert_int_equal(c.room, 0);
}

/* ---- Recent ------------------------------------------------------------- */

typedef struct heard {
    int count;
    uint32_t seqs[64];
    char last[64];
} heard;

static void hear(const char *text, size_t length, uint32_t seq, void *context)
{
    heard *h = context;
    h->seqs[h->count++] = seq;
    memcpy(h->last, text, length);
    h->last[length] = '\0';
}

static uint64_t say(recent *r, uint64_t before, uint32_t id, uint32_t seq)
{
    char text[32];
    const int length = snprintf(text, sizeof text, "%u/%u", id, seq);
    return recent_add(r, before, id, seq, text, (size_t)length);
}

static void what_was_missed_is_told_in_order(void **state)
{
    (void)state;
    recent r;
    uint64_t one = RECENT_NOWHERE, two = RECENT_NOWHERE;
    heard h = {0};
    recent_init(&r, 1 << 16);
    for (uint32_t seq = 1; seq <= 10; seq++) {
        one = say(&r, one, 1, seq);
        two = say(&r, two, 2, seq);
    }
    assert_true(recent_replay(&r, one, 1, 7, hear, &h));
    assert_int_equal(h.count, 3);
    assert_int_equal(h.seqs[0], 8);
    assert_int_equal(h.seqs[2], 10);
    assert_string_equal(h.last, "1/10");
    h.count = 0;
    assert_true(recent_replay(&r, two, 2, 0, hear, &h));
    assert_int_equal(h.count, 10);
    recent_clear(&r);
}

static void what_was_written_over_is_not_told_in_part(void **state)
{
    (void)state;
    recent r;
    uint64_t one = RECENT_NOWHERE, two = RECENT_NOWHERE;
    heard h = {0};
    recent_init(&r, 1024);
    one = say(&r, one, 1, 1);
    one = say(&r, one, 1, 2);
    for (uint32_t seq = 1; seq <= 200; seq++)
        two = say(&r, two, 2, seq);
    one = say(&r, one, 1, 3);
    assert_false(recent_replay(&r, one, 1, 1, hear, &h));
    assert_int_equal(h.count, 0);
    assert_true(recent_replay(&r, one, 1, 2, hear, &h));
    assert_int_equal(h.count, 1);
    assert_false(recent_replay(&r, RECENT_NOWHERE, 1, 0, hear, &h));
    recent_clear(&r);
}

/* Any ring size, any mixture: what is told is exactly what is missing. */
static void a_replay_is_complete_or_refused(void **state)
{
    (void)state;
    enum { ROOMS = 5, STEPS = 3000 };
    uint32_t random = 7;
    uint64_t places[ROOMS] = {0};
    uint32_t seqs[ROOMS] = {0};
    int told = 0, refused = 0;
    recent r;
    recent_init(&r, 777);
    for (int i = 0; i < STEPS; i++) {
        heard h = {0};
        random = random * 1664525 + 1013904223;
        const uint32_t room_id = (random >> 8) % ROOMS;
        const uint32_t since =
            seqs[room_id] - (random >> 20) % (seqs[room_id] % 9 + 1);
        places[room_id] = say(&r, places[room_id], room_id, ++seqs[room_id]);
        if (!recent_replay(&r, places[room_id], room_id, since, hear, &h)) {
            refused++;
            continue;
        }
        told++;
        assert_int_equal(h.count, seqs[room_id] - since);
        for (int n = 0; n < h.count; n++)
            assert_int_equal(h.seqs[n], since + 1 + (uint32_t)n);
    }
    assert_true(told > 100 && refused > 100);
    recent_clear(&r);
}

/* ---- Batches ------------------------------------------------------------ */

static void add_all_of(batch *b, event_room id, const room *r)
{
    const event e = {.room = id, .seq = 1, .kind = EVENT_ROOM_CREATED};
    const store_sight sight = {.room = id, .seat = 1};
    const mail told = {.room = id}, durable = {.room = id, .is_durable = true};
    batch_add_event(b, &e);
    batch_add_sight(b, &sight);
    batch_add_mail(b, &told);
    batch_add_mail(b, &durable);
    assert_true(batch_add_snapshot(b, r));
}

static void assert_snapshot_is(const batch *b, int i, const room *r)
{
    uint8_t bytes[ROOM_MAX_BYTES];
    const size_t length = room_save(r, bytes);
    assert_int_equal(b->snapshots[i].room, r->id);
    assert_int_equal(b->snapshots[i].length, length);
    assert_memory_equal(b->snapshots[i].bytes, bytes, length);
}

/* Of a room that has lost nothing is stored, told or shown but what is
 * durable; what is added behind that is in nobody's way. */
static void what_did_not_happen_is_taken_out_whole(void **state)
{
    (void)state;
    enum { ROOMS = 4 };
    const event_room lost[] = {1, 3};
    batch *b = calloc(1, sizeof *b);
    room rooms[ROOMS];
    for (event_room i = 0; i < ROOMS; i++) {
        room_init(&rooms[i], i + 1);
        rooms[i].seq = i + 7;
        add_all_of(b, i + 1, &rooms[i]);
    }
    batch_purge(b, lost, 2);
    assert_int_equal(b->events.count, 2);
    assert_int_equal(b->sight_count, 2);
    assert_int_equal(b->mail_count, 2 * ROOMS - 2);
    assert_int_equal(b->snapshot_count, 2);
    assert_true(batch_add_snapshot(b, &rooms[0]));
    assert_snapshot_is(b, 0, &rooms[1]);
    assert_snapshot_is(b, 1, &rooms[3]);
    assert_snapshot_is(b, 2, &rooms[0]);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(b->events.entries[i].room, 2 * i + 2);
        assert_int_equal(b->sights[i].room, 2 * i + 2);
    }
    batch_free(b);
    free(b);
}

/* However many a turn has touched. */
static void rooms_are_recalled_as_they_were(void **state)
{
    (void)state;
    enum { ROOMS = 3000 };
    batch *b = calloc(1, sizeof *b);
    for (event_room i = 1; i <= ROOMS; i++) {
        room r, before;
        room_init(&r, i);
        r.seq = i;
        batch_remember(b, &r, i);
        batch_recall(b, &b->undo[i / 2], &before);
        assert_int_equal(before.id, i / 2 + 1);
        assert_int_equal(before.seq, i / 2 + 1);
    }
    assert_int_equal(b->undo_count, ROOMS);
    batch_free(b);
    free(b);
}

TEST_GROUP("hub-parts")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_did_not_happen_is_taken_out_whole),
        cmocka_unit_test(rooms_are_recalled_as_they_were),
        cmocka_unit_test(a_key_has_as_many_as_were_counted),
        cmocka_unit_test(keys_of_one_home_are_told_apart),
        cmocka_unit_test(a_tally_follows_a_plain_count),
        cmocka_unit_test(rooms_are_found_by_number_until_removed),
        cmocka_unit_test(rooms_are_listed_oldest_first),
        cmocka_unit_test(public_rooms_stand_where_they_belong),
        cmocka_unit_test(members_come_and_go_in_any_order),
        cmocka_unit_test(what_was_missed_is_told_in_order),
        cmocka_unit_test(what_was_written_over_is_not_told_in_part),
        cmocka_unit_test(a_replay_is_complete_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
