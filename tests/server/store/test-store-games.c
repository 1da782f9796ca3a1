/* test-store-games.c - what is derived is what a look at every game gives. */
#include "store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "play.h"
#include "store_kit.h"

enum { ROOM = 0x0badcafe % (1 << 30), MOST = 4096 };

typedef struct world {
    store *s;
    story t;
    const event *games[MOST]; /* of the story, newest first */
    int count;
} world;

static int by_end(const void *a, const void *b)
{
    const event *x = *(const event *const *)a, *y = *(const event *const *)b;
    if (x->at != y->at)
        return x->at > y->at ? -1 : 1;
    return x > y ? -1 : 1; /* the later in the log is the newer */
}

static void find_games(world *w)
{
    w->count = 0;
    for (int i = 0; i < w->t.count; i++)
        if (w->t.list[i].kind == EVENT_GAME_OVER)
            w->games[w->count++] = &w->t.list[i];
    qsort(w->games, (size_t)w->count, sizeof(const event *), by_end);
}

/* People with keys and without, the computer, and namesakes. */
static void people(world *w)
{
    const event_player cast[] = {
        person("ann", 1),   person("bob", 2), person("ann", 3),
        person("guest", 0), computer(3),      computer(10),
    };
    uint64_t seed = 11;
    for (unsigned i = 0; i < 60; i++) {
        const event_player *x = &cast[next_random(&seed, 6)];
        const event_player *o = &cast[next_random(&seed, 6)];
        actor a = actor_open_for(&w->t, ROOM + i,
                                 (oxo_variant)next_random(&seed, OXO_VARIANTS),
                                 x, o);
        a.at += next_random(&seed, 5000);
        for (unsigned n = next_random(&seed, 5); n > 0; n--)
            actor_play_random(&a, &w->t, &seed);
    }
}

static int set_up(void **state)
{
    world *w = calloc(1, sizeof(*w));
    w->s = store_at(fresh_place(":memory:"));
    *state = w;
    return 0;
}

static int set_up_people(void **state)
{
    set_up(state);
    world *w = *state;
    people(w);
    find_games(w);
    append_all(w->s, &w->t, 64);
    work_off(w->s);
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    store_close(w->s);
    story_clear(&w->t);
    free(w);
    return 0;
}

/* ---- Listing ------------------------------------------------------------ */

static bool has_key(const event *e, int mark, const event_hash *key)
{
    return event_hash_equal(&e->as.over.players[mark].key, key);
}

static bool is_named(const event *e, const char *name)
{
    return strcmp(e->as.over.players[OXO_X].name, name) == 0 ||
           strcmp(e->as.over.players[OXO_O].name, name) == 0;
}

static bool is_between(const event *e, const store_game_filter *f)
{
    const bool key = !event_hash_is_none(&f->key);
    const bool rival = !event_hash_is_none(&f->rival);
    for (int mark = OXO_X; mark <= OXO_O; mark++)
        if ((!key || has_key(e, mark, &f->key)) &&
            (!rival || has_key(e, 1 - mark, &f->rival)))
            return true;
    return false;
}

static bool is_meant(const event *e, const store_game_filter *f)
{
    const event_game *g = &e->as.over;
    return (!f->is_public || g->is_public) &&
           (f->variant < 0 || g->variant == f->variant) &&
           (f->outcome == 0 || g->outcome == f->outcome) &&
           (f->since == 0 || e->at >= f->since) &&
           (f->until == 0 || e->at < f->until) &&
           (f->name[0] == 0 || is_named(e, f->name)) && is_between(e, f);
}

typedef struct paging {
    const world *w;
    const store_game_filter *filter;
    int next; /* among the games of the world */
    int seen;
} paging;

static bool expect_game(const store_game *g, void *context)
{
    paging *p = context;
    while (p->next < p->w->count && !is_meant(p->w->games[p->next], p->filter))
        p->next++;
    assert_true(p->next < p->w->count);
    const event *e = p->w->games[p->next++];
    assert_int_equal(g->room, e->room);
    assert_int_equal(g->ended, e->at);
    assert_memory_equal(&g->game, &e->as.over, sizeof(g->game));
    p->seen++;
    return true;
}

/* Goes through all pages; returns how many games there were. */
static int assert_lists(const world *w, store_game_filter f)
{
    paging p = {.w = w, .filter = &f};
    uint64_t next = 0;
    do {
        const int before = p.seen;
        f.before = next;
        assert_int_equal(store_games(w->s, &f, expect_game, &p, &next), 0);
        assert_true(p.seen - before <= f.limit);
        assert_true(next == 0 || p.seen - before == f.limit);
    } while (next);
    int rest = 0;
    for (; p.next < w->count; p.next++)
        rest += is_meant(w->games[p.next], &f);
    assert_int_equal(rest, 0);
    return p.seen;
}

static void every_filter_lists_what_it_says_newest_first(void **state)
{
    const world *w = *state;
    const int64_t middle = w->games[w->count / 2]->at;
    uint64_t seed = 5;
    int found = 0;
    for (int i = 0; i < 400; i++) {
        store_game_filter f = {
            .variant = (int)next_random(&seed, OXO_VARIANTS + 1) - 1,
            .is_public = next_random(&seed, 2),
            .limit = 1 + (int)next_random(&seed, 20)};
        if (next_random(&seed, 3) == 0)
            f.outcome = (int)next_random(&seed, 4);
        if (next_random(&seed, 3) == 0)
            f.key = key_of((uint8_t)next_random(&seed, 5));
        if (next_random(&seed, 4) == 0)
            f.rival = key_of((uint8_t)next_random(&seed, 4));
        if (next_random(&seed, 4) == 0)
            strcpy(f.name, next_random(&seed, 2) ? "ann" : "oxo");
        if (next_random(&seed, 4) == 0)
            f.since = middle - 500;
        if (next_random(&seed, 4) == 0)
            f.until = middle + (int)next_random(&seed, 500);
        found += assert_lists(w, f);
    }
    assert_true(found > 1000);
}

static void all_games_are_listed_without_a_filter(void **state)
{
    const world *w = *state;
    const store_game_filter all = {.variant = -1, .limit = STORE_MAX_PAGE};
    const store_game_filter one = {.variant = -1, .limit = 1};
    assert_true(w->count > 50);
    assert_int_equal(assert_lists(w, all), w->count);
    assert_int_equal(assert_lists(w, one), w->count);
}

static void games_of_rooms_by_link_are_not_listed_in_public(void **state)
{
    const world *w = *state;
    const store_game_filter f = {.variant = -1, .is_public = true, .limit = 7};
    const int count = assert_lists(w, f);
    assert_true(count > 10 && count < w->count);
}

static bool stop_at_once(const store_game *g, void *context)
{
    (void)g;
    ++*(int *)context;
    return false;
}

static void a_list_that_is_stopped_goes_on_from_there(void **state)
{
    const world *w = *state;
    store_game_filter f = {.variant = -1, .limit = 50};
    int seen = 0;
    do
        assert_int_equal(store_games(w->s, &f, stop_at_once, &seen, &f.before),
                         0);
    while (f.before);
    assert_int_equal(seen, w->count);
}

static void a_page_of_no_game_is_refused(void **state)
{
    const world *w = *state;
    const store_game_filter f = {
        .variant = -1, .limit = 5, .before = UINT32_MAX};
    uint64_t next = 7;
    int seen = 0;
    assert_int_equal(store_games(w->s, &f, stop_at_once, &seen, &next),
                     -ENOENT);
    assert_int_equal(seen, 0);
    assert_int_equal(next, 7);
}

static void every_game_is_found_by_its_name(void **state)
{
    const world *w = *state;
    store_game g;
    for (int i = 0; i < w->count; i++) {
        const event *e = w->games[i];
        assert_int_equal(store_game_find(w->s, e->room, e->as.over.number, &g),
                         0);
        assert_memory_equal(&g.game, &e->as.over, sizeof(g.game));
        assert_int_equal(g.ended, e->at);
    }
    assert_int_equal(store_game_find(w->s, ROOM, 99, &g), -ENOENT);
    assert_int_equal(store_game_find(w->s, ROOM - 1, 1, &g), -ENOENT);
}

/* ---- Statistics --------------------------------------------------------- */

static void count_result(store_record *r, const event_game *g, int mark)
{
    const oxo_mark winner = oxo_outcome_winner((oxo_outcome)g->outcome);
    if (winner == OXO_NONE)
        r->draws++;
    else if ((int)winner == mark)
        r->wins++;
    else
        r->losses++;
}

static void a_players_record_counts_every_game(void **state)
{
    const world *w = *state;
    for (uint8_t key = 1; key <= 3; key++) {
        const event_hash hash = key_of(key);
        store_record expected[OXO_VARIANTS][11] = {0};
        for (int i = 0; i < w->count; i++)
            for (int mark = OXO_X; mark <= OXO_O; mark++) {
                const event_game *g = &w->games[i]->as.over;
                if (has_key(w->games[i], mark, &hash))
                    count_result(
                        &expected[g->variant][g->players[1 - mark].level], g,
                        mark);
            }
        store_record got[STORE_MAX_RECORDS];
        int count = 0;
        assert_int_equal(store_player(w->s, &hash, got, &count), 0);
        assert_true(count > 0);
        for (int i = 0; i < count; i++) {
            store_record *e = &expected[got[i].variant][got[i].level];
            assert_int_equal(got[i].wins, e->wins);
            assert_int_equal(got[i].draws, e->draws);
            assert_int_equal(got[i].losses, e->losses);
            *e = (store_record){0};
        }
        const store_record nothing[OXO_VARIANTS][11] = {0};
        assert_same(expected, nothing);
    }
}

static void nobody_has_a_record(void **state)
{
    const world *w = *state;
    const event_hash hash = key_of(99), none = key_of(0);
    store_record got[STORE_MAX_RECORDS];
    int count = 7;
    assert_int_equal(store_player(w->s, &hash, got, &count), 0);
    assert_int_equal(count, 0);
    assert_int_equal(store_player(w->s, &none, got, &count), 0);
    assert_int_equal(count, 0);
}

static void totals_count_every_game(void **state)
{
    const world *w = *state;
    uint64_t all = 0;
    for (int variant = 0; variant < OXO_VARIANTS; variant++) {
        store_totals t, expected = {0};
        for (int i = 0; i < w->count; i++) {
            const event_game *g = &w->games[i]->as.over;
            if (g->variant != variant)
                continue;
            expected.games++;
            expected.x_wins += g->outcome == OXO_X_WINS;
            expected.o_wins += g->outcome == OXO_O_WINS;
            expected.draws += g->outcome == OXO_DRAW;
        }
        assert_int_equal(store_totals_of(w->s, (oxo_variant)variant, &t), 0);
        assert_same(t, expected);
        all += t.games;
    }
    assert_int_equal(all, w->count);
}

/* ---- The explorer ------------------------------------------------------- */

static oxo_position turned(const oxo_position *p, int symmetry)
{
    if (p->variant == OXO_CLASSIC)
        return oxo_position_of_classic(
            oxo_classic_transform(p->as.classic, symmetry));
    return oxo_position_of_ultimate(
        oxo_ultimate_transform(p->as.ultimate, symmetry));
}

static oxo_move turned_move(const oxo_position *p, oxo_move m, int symmetry)
{
    return p->variant == OXO_CLASSIC
               ? (oxo_move)oxo_symmetry_cell(symmetry, m)
               : oxo_ultimate_transform_move(m, symmetry);
}

/* Adds what one game says of a position, by trying all symmetries: the move
 * that it made there, as the first in reading order that is the same. */
static void explore_game(const event_game *g, const oxo_position *p,
                         uint32_t counts[OXO_MAX_MOVES][3])
{
    oxo_position now = oxo_position_start((oxo_variant)g->variant);
    for (int i = 0; i < g->length && i < STORE_EXPLORER_PLIES; i++) {
        oxo_move least = OXO_NO_MOVE;
        for (int s = 0; s < OXO_SYMMETRIES; s++) {
            const oxo_position t = turned(&now, s);
            const oxo_move m = turned_move(&now, g->moves[i], s);
            if (memcmp(&t, p, sizeof(t)) == 0 && m < least)
                least = m;
        }
        if (least != OXO_NO_MOVE)
            counts[least][g->outcome == OXO_X_WINS ? 0
                          : g->outcome == OXO_DRAW ? 1
                                                   : 2]++;
        now = oxo_position_play(&now, g->moves[i]);
    }
}

static int assert_explores(const world *w, const oxo_position *p)
{
    uint32_t counts[OXO_MAX_MOVES][3] = {{0}};
    store_choice got[OXO_MAX_MOVES];
    int count = 0;
    uint32_t before = UINT32_MAX;
    for (int i = 0; i < w->count; i++)
        if (w->games[i]->as.over.variant == p->variant)
            explore_game(&w->games[i]->as.over, p, counts);
    assert_int_equal(store_explore(w->s, p, got, &count), 0);
    for (int i = 0; i < count; i++) {
        uint32_t *c = counts[got[i].move];
        const uint32_t times = c[0] + c[1] + c[2];
        assert_int_equal(got[i].x_wins, c[0]);
        assert_int_equal(got[i].draws, c[1]);
        assert_int_equal(got[i].o_wins, c[2]);
        assert_true(times > 0 && times <= before);
        before = times;
        memset(c, 0, sizeof(counts[0]));
    }
    const uint32_t nothing[OXO_MAX_MOVES][3] = {{0}};
    assert_same(counts, nothing);
    return count;
}

static void the_explorer_knows_every_position_of_every_game(void **state)
{
    const world *w = *state;
    int found = 0;
    for (int i = 0; i < w->count; i += 3) {
        const event_game *g = &w->games[i]->as.over;
        oxo_position p = oxo_position_start((oxo_variant)g->variant);
        for (int ply = 0; ply < g->length && ply < STORE_EXPLORER_PLIES + 2;
             ply++) {
            const oxo_position t = turned(&p, (i + ply) % OXO_SYMMETRIES);
            found += assert_explores(w, &t);
            p = oxo_position_play(&p, g->moves[ply]);
        }
        assert_explores(w, &p);
    }
    assert_true(found > 100);
}

static void symmetric_moves_count_as_one(void **state)
{
    world *w = *state;
    static const char *const games[] = {"a e", "c e", "g b", "i", "b", "e"};
    actor a = actor_open(&w->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 6; i++)
        actor_play(&a, &w->t, games[i]);
    append_all(w->s, &w->t, 1000);
    const oxo_position start = oxo_position_start(OXO_CLASSIC);
    store_choice got[OXO_MAX_MOVES];
    int count = 0;
    assert_int_equal(store_explore(w->s, &start, got, &count), 0);
    assert_int_equal(count, 3);
    assert_int_equal(got[0].move, move_named("a"));
    assert_int_equal(got[0].x_wins + got[0].o_wins, 4);
    assert_int_equal(got[1].move, move_named("b"));
    assert_int_equal(got[2].move, move_named("e"));

    /* X in another corner: the same, seen from there. */
    const oxo_position corner = position_after(OXO_CLASSIC, "i");
    assert_int_equal(store_explore(w->s, &corner, got, &count), 0);
    assert_int_equal(count, 2);
    assert_int_equal(got[0].move, move_named("e"));
    assert_int_equal(got[1].move, move_named("b")); /* or d: a far edge */
}

/* ---- When many games end at once ---------------------------------------- */

static int counted(store *s)
{
    uint64_t games = 0;
    for (int v = 0; v < OXO_VARIANTS; v++) {
        store_totals t;
        assert_int_equal(store_totals_of(s, (oxo_variant)v, &t), 0);
        games += t.games;
    }
    return (int)games;
}

static void a_few_games_are_there_at_once(void **state)
{
    world *w = *state;
    actor a = actor_open(&w->t, ROOM, OXO_CLASSIC);
    for (int i = 0; i < 5; i++)
        actor_play(&a, &w->t, "a b c");
    append_all(w->s, &w->t, 1000);
    assert_int_equal(counted(w->s), 5);
    assert_int_equal(store_work(w->s), 0);
}

static void many_games_follow_when_there_is_time(void **state)
{
    world *w = *state;
    store_game g;
    story_of_rooms(&w->t, ROOM, 10, 300, 9);
    append_all(w->s, &w->t, 1000000);
    assert_true(counted(w->s) < 300);
    assert_sound(w->s);
    find_games(w);
    const event *last = w->games[0];
    assert_int_equal(
        store_game_find(w->s, last->room, last->as.over.number, &g), 0);
    int rounds = 1;
    while (store_work(w->s) == 1)
        rounds++;
    assert_true(rounds > 1);
    assert_int_equal(counted(w->s), 300);
    assert_sound(w->s);
}

static void games_that_end_meanwhile_wait_their_turn(void **state)
{
    world *w = *state;
    story_of_rooms(&w->t, ROOM, 10, 300, 9);
    append_some(w->s, &w->t, 0, w->t.count / 2);
    for (int i = w->t.count / 2; i < w->t.count; i++) {
        append_some(w->s, &w->t, i, i + 1);
        if (i % 1000 == 0)
            assert_true(store_work(w->s) >= 0);
    }
    work_off(w->s);
    find_games(w);
    const store_game_filter all = {.variant = -1, .limit = STORE_MAX_PAGE};
    assert_int_equal(assert_lists(w, all), 300);
    assert_sound(w->s);
}

static void games_that_waited_are_not_forgotten_by_a_restart(void **state)
{
    world *w = *state;
    char *folder = scratch_make();
    const char *file = scratch_path(folder, "oxo.db");
    story_of_rooms(&w->t, ROOM, 10, 100, 10);
    store *s = store_at(file);
    append_all(s, &w->t, 1000000);
    store_close(s);
    s = store_at(file);
    assert_true(counted(s) < 100);
    assert_int_equal(store_work(s), 1);
    store_close(s);
    s = store_at(file);
    work_off(s);
    assert_int_equal(counted(s), 100);
    assert_sound(s);
    store_close(s);
    scratch_remove(folder);
}

TEST_GROUP("store-games")
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define PEOPLE(name)                                                          \
    cmocka_unit_test_setup_teardown(name, set_up_people, tear_down)
    const struct CMUnitTest tests[] = {
        PEOPLE(every_filter_lists_what_it_says_newest_first),
        PEOPLE(all_games_are_listed_without_a_filter),
        PEOPLE(games_of_rooms_by_link_are_not_listed_in_public),
        PEOPLE(a_list_that_is_stopped_goes_on_from_there),
        PEOPLE(a_page_of_no_game_is_refused),
        PEOPLE(every_game_is_found_by_its_name),
        PEOPLE(a_players_record_counts_every_game),
        PEOPLE(nobody_has_a_record),
        PEOPLE(totals_count_every_game),
        PEOPLE(the_explorer_knows_every_position_of_every_game),
        CASE(symmetric_moves_count_as_one),
        CASE(a_few_games_are_there_at_once),
        CASE(games_that_end_meanwhile_wait_their_turn),
    };
    const struct CMUnitTest of_files[] = {
        CASE(many_games_follow_when_there_is_time),
        CASE(games_that_waited_are_not_forgotten_by_a_restart),
    };
    return run_for_store(tests, sizeof(tests) / sizeof(*tests), of_files,
                         sizeof(of_files) / sizeof(*of_files));
}
