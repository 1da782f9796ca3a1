/* store_kit.c - see store_kit.h. */
#include "store_kit.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "play.h"

/* ---- Events ------------------------------------------------------------- */

static event *add(story *s, const event *e)
{
    if (s->count == s->allocated) {
        s->allocated = s->allocated ? 2 * s->allocated : 64;
        s->list = realloc(s->list, (size_t)s->allocated * sizeof(*s->list));
        assert_non_null(s->list);
    }
    s->list[s->count] = *e;
    return &s->list[s->count++];
}

void story_clear(story *s)
{
    free(s->list);
    *s = (story){0};
}

event_hash key_of(uint8_t key)
{
    event_hash hash;
    memset(&hash, key, sizeof(hash));
    return hash;
}

event_player person(const char *name, uint8_t key)
{
    event_player p;
    memset(&p, 0, sizeof(p));
    snprintf(p.name, sizeof(p.name), "%s", name);
    p.key = key_of(key);
    return p;
}

event_player computer(int level)
{
    event_player p = person("oxo", 0);
    p.level = (uint8_t)level;
    return p;
}

static event next_event(actor *a, event_kind kind)
{
    event e;
    memset(&e, 0, sizeof(e));
    e.room = a->room;
    e.seq = ++a->seq;
    e.at = a->at += 10;
    e.kind = kind;
    return e;
}

actor actor_open_for(story *s, event_room room, oxo_variant variant,
                     const event_player *x, const event_player *o)
{
    actor a = {.room = room,
               .at = INT64_C(1700000000000) + room,
               .variant = variant,
               .players = {*x, *o}};
    event e = next_event(&a, EVENT_ROOM_CREATED);
    e.as.created.setup =
        (event_setup){.variant = (uint8_t)variant, .series = 1};
    e.as.created.player = *x;
    add(s, &e);
    e = next_event(&a, EVENT_SEAT_TAKEN);
    e.as.taken.seat = 1;
    e.as.taken.player = *o;
    add(s, &e);
    return a;
}

actor actor_open(story *s, event_room room, oxo_variant variant)
{
    const event_player ann = person("ann", 1), bob = person("bob", 2);
    return actor_open_for(s, room, variant, &ann, &bob);
}

void actor_start(actor *a, story *s)
{
    event e = next_event(a, EVENT_GAME_STARTED);
    e.as.started.number = ++a->games;
    add(s, &e);
}

void actor_offer(actor *a, story *s)
{
    event e = next_event(a, EVENT_OFFER_MADE);
    e.as.offer.offer = EVENT_OFFER_DRAW;
    add(s, &e);
}

void actor_close(actor *a, story *s)
{
    event e = next_event(a, EVENT_ROOM_CLOSED);
    e.as.closed.why = EVENT_CLOSED_LEFT;
    add(s, &e);
}

static void add_board(actor *a, story *s, const oxo_event *happened)
{
    event e =
        next_event(a, happened->kind == OXO_BOARD_WON ? EVENT_BOARD_WON
                                                      : EVENT_BOARD_DRAWN);
    e.as.board.board = happened->board;
    e.as.board.mark =
        (uint8_t)(happened->kind == OXO_BOARD_WON ? happened->mark : OXO_NONE);
    memcpy(e.as.board.line, happened->line, sizeof(e.as.board.line));
    add(s, &e);
}

static void add_move(actor *a, story *s, oxo_game *g, oxo_move m)
{
    event e = next_event(a, EVENT_MOVE_MADE);
    e.as.moved.ply = g->length;
    e.as.moved.move = m;
    e.as.moved.mark = (uint8_t)oxo_game_turn(g);
    const oxo_turn turn = {.time = a->at, .move = m};
    assert_int_equal(oxo_game_play(g, &turn, g), OXO_OK);
    add(s, &e);
    oxo_event happened[OXO_MAX_EVENTS];
    const int count = oxo_game_events(g, g->length - 1, happened);
    for (int i = 0; i < count; i++)
        if (happened[i].kind == OXO_BOARD_WON ||
            happened[i].kind == OXO_BOARD_DRAWN)
            add_board(a, s, &happened[i]);
}

static uint8_t reason_of(const oxo_game *g)
{
    if (oxo_game_outcome(g) == OXO_DRAW)
        return EVENT_BY_FULL_BOARD;
    return oxo_game_win(g).winner == OXO_NONE ? EVENT_BY_BOARDS
                                              : EVENT_BY_LINE;
}

static void add_end(actor *a, story *s, const oxo_game *g)
{
    event e = next_event(a, EVENT_GAME_OVER);
    event_game *over = &e.as.over;
    const bool active = oxo_game_is_active(g);
    const oxo_mark turn = oxo_game_turn(g);
    over->number = a->games;
    over->variant = (uint8_t)a->variant;
    over->outcome = (uint8_t)(active ? oxo_outcome_won_by(oxo_mark_other(turn))
                                     : oxo_game_outcome(g));
    over->is_public = a->room % 3 != 0;
    over->reason = active ? EVENT_BY_RESIGNATION : reason_of(g);
    over->started = a->at;
    for (int mark = OXO_X; mark <= OXO_O; mark++)
        over->players[mark] = a->players[mark];
    over->length = g->length;
    for (int i = 0; i < g->length; i++) {
        over->moves[i] = g->history[i].move;
        over->took[i] = 10;
    }
    add(s, &e);
}

void actor_play(actor *a, story *s, const char *moves)
{
    const oxo_game whole = game_after(a->variant, moves);
    oxo_game g = oxo_game_start(a->variant);
    actor_start(a, s);
    for (int i = 0; i < whole.length; i++)
        add_move(a, s, &g, whole.history[i].move);
    add_end(a, s, &g);
}

static void take_back(actor *a, story *s, oxo_game *g)
{
    event e = next_event(a, EVENT_TAKEN_BACK);
    oxo_game_undo(g, g);
    e.as.back.length = g->length;
    add(s, &e);
}

void actor_play_random(actor *a, story *s, uint64_t *seed)
{
    oxo_game g = oxo_game_start(a->variant);
    actor_start(a, s);
    const unsigned patience = 5 + next_random(seed, 90);
    for (unsigned i = 0; i < patience && oxo_game_is_active(&g); i++) {
        oxo_move legal[OXO_MAX_MOVES];
        const int n = oxo_position_moves(&g.now, legal);
        add_move(a, s, &g, legal[next_random(seed, (unsigned)n)]);
        if (oxo_game_is_active(&g) && next_random(seed, 16) == 0)
            take_back(a, s, &g);
    }
    add_end(a, s, &g);
}

/* Each room's own story is told first; then they are mixed. */
void story_of_rooms(story *s, event_room first, int rooms, int games,
                    uint64_t seed)
{
    story *parts = calloc((size_t)rooms, sizeof(*parts));
    int *told = calloc((size_t)rooms, sizeof(*told)), total = 0;
    assert_non_null(parts);
    assert_non_null(told);
    for (int i = 0; i < rooms; i++) {
        const event_room room = first + (event_room)i * 7919U;
        actor a = actor_open(&parts[i], room,
                             (oxo_variant)next_random(&seed, OXO_VARIANTS));
        for (int n = i; n < games; n += rooms)
            actor_play_random(&a, &parts[i], &seed);
        if (next_random(&seed, 2))
            actor_close(&a, &parts[i]);
        total += parts[i].count;
    }
    while (total > 0) {
        const unsigned i = next_random(&seed, (unsigned)rooms);
        if (told[i] == parts[i].count)
            continue;
        add(s, &parts[i].list[told[i]++]);
        total--;
    }
    for (int i = 0; i < rooms; i++)
        story_clear(&parts[i]);
    free(parts);
    free(told);
}

/* ---- Stores ------------------------------------------------------------- */

char *scratch_make(void)
{
    const char *base = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof(path), "%s/oxo-store-XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(path));
    return strdup(path);
}

const char *scratch_path(const char *folder, const char *name)
{
    static char paths[8][600];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
    return path;
}

void scratch_remove(char *folder)
{
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (const struct dirent *d; (d = readdir(list));)
        unlink(scratch_path(folder, d->d_name));
    closedir(list);
    rmdir(folder);
    free(folder);
}

bool on_postgres(void)
{
    return getenv("OXO_TEST_POSTGRES") != NULL;
}

static void change_file(const char *file, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

void change_behind(const char *place, const char *sql)
{
    if (on_postgres())
        change_database(place, sql);
    else
        change_file(place, sql);
}

const char *fresh_place(const char *file)
{
    const char *url = getenv("OXO_TEST_POSTGRES");
    if (!url)
        return file;
    change_database(url, "DROP SCHEMA IF EXISTS oxo CASCADE");
    return url;
}

static store *open_or_fail(const store_options *options)
{
    store *s = NULL;
    const int error = store_open(options, &s);
    if (error)
        fail_msg("%s: %s", options->place, store_error(NULL));
    return s;
}

store *store_at(const char *place)
{
    const store_options options = {.place = place, .create = true};
    return open_or_fail(&options);
}

store *store_to_read(const char *place)
{
    const store_options options = {.place = place, .read_only = true};
    return open_or_fail(&options);
}

void append_some(store *s, const story *t, int from, int to)
{
    bool *conflict = calloc((size_t)(to - from) + 1, sizeof(*conflict));
    assert_non_null(conflict);
    const int error = store_append(s, t->list + from, to - from, conflict);
    if (error)
        fail_msg("append: %s", store_error(s));
    for (int i = 0; i < to - from; i++)
        assert_false(conflict[i]);
    free(conflict);
}

store_bundle bundle_of(const story *t, int from, int to)
{
    store_bundle bundle = {.count = 0};
    for (int i = from; i < to; i++)
        assert_int_equal(store_bundle_add(&bundle, &t->list[i]), 0);
    return bundle;
}

void append_all(store *s, const story *t, int batch)
{
    for (int i = 0; i < t->count; i += batch)
        append_some(s, t, i, i + batch < t->count ? i + batch : t->count);
}

int write_snapshot(store *s, const store_snapshot *shot)
{
    return store_commit(
        s, &(store_change){.snapshots = shot, .snapshot_count = 1}, 1);
}

int ping(store *s)
{
    return store_commit(s, &(store_change){.ping = true}, 1);
}

void work_off(store *s)
{
    int more;
    do
        more = store_work(s);
    while (more > 0);
    assert_int_equal(more, 0);
}

typedef struct comparing {
    const story *t;
    int seen;
} comparing;

static bool compare(const event *e, void *context)
{
    comparing *c = context;
    assert_true(c->seen < c->t->count);
    assert_memory_equal(e, &c->t->list[c->seen], sizeof(*e));
    c->seen++;
    return true;
}

void assert_log_is(store *s, const story *t)
{
    comparing c = {.t = t};
    uint64_t position = 0;
    assert_int_equal(store_tail(s, &position, 0, compare, &c), 0);
    assert_int_equal(c.seen, t->count);
}

static void show_fault(const char *sentence, void *context)
{
    (void)context;
    print_message("# %s\n", sentence);
}

void assert_sound(store *s)
{
    const int faults = store_check(s, show_fault, NULL, NULL);
    if (faults < 0)
        fail_msg("check: %s", store_error(s));
    assert_int_equal(faults, 0);
}

int run_for_store(const struct CMUnitTest *tests, size_t count,
                  const struct CMUnitTest *of_files, size_t file_count)
{
    struct CMUnitTest all[64];
    assert_true(count + file_count <= sizeof(all) / sizeof(*all));
    memcpy(all, tests, count * sizeof(*all));
    if (!on_postgres()) {
        memcpy(all + count, of_files, file_count * sizeof(*all));
        count += file_count;
    }
    return _cmocka_run_group_tests("tests", all, count, NULL, NULL);
}
