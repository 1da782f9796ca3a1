/* stores.c - see stores.h.
 *
 * A thousand rooms play complete games of Ultimate, with their events mixed.
 * When a game is over its room is closed and a new one opened. Our store does
 * all its work: it checks seqs, lists, counts and indexes finished games, and
 * moves pages from the write-ahead log to the file. The work that the journal
 * does beside commits counts for the rows per second, but not for the time of
 * a commit. The baseline only inserts the same rows, and SQLite moves its
 * pages when it likes. Both sync every commit. They run alternately; the wall
 * clock counts, because that is what a player waits for. */
#define _DEFAULT_SOURCE

#include "stores.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "oxo/playout.h"
#include "quantile.h"
#include "store_engine.h"

enum {
    ROOMS = 1000,
    GAMES = 64,
    MOST_BATCH = 1000,
    LATENCIES = 1 << 16,
    PATH = 256
};

static const int batches[] = {1, 10, 100, 1000};
enum { BATCHES = sizeof(batches) / sizeof(*batches) };

/* ---- Events ------------------------------------------------------------- */

typedef struct game {
    oxo_outcome outcome;
    int length;
    oxo_move moves[OXO_MAX_MOVES];
} game;

/* The rooms and their games, the same for both stores. */
typedef struct world {
    uint64_t dice;
    uint32_t opened;
    int64_t now;
    event_room rooms[ROOMS];
    uint32_t seqs[ROOMS];
    game games[GAMES];
} world;

static game random_game(oxo_random *dice)
{
    game g = {.length = 0};
    oxo_position p = oxo_position_start(OXO_ULTIMATE);
    oxo_move legal[OXO_MAX_MOVES];
    for (int n; (n = oxo_position_moves(&p, legal)) > 0;) {
        g.moves[g.length] = legal[oxo_random_below(dice, (unsigned)n)];
        p = oxo_position_play(&p, g.moves[g.length++]);
    }
    g.outcome = oxo_position_outcome(&p);
    return g;
}

/* Unordered room numbers without repetition: multiplying by an odd number is a
 * permutation. */
static event_room next_room(world *w)
{
    return w->opened++ * 0x2545f491U % (1U << EVENT_ROOM_BITS);
}

static void world_init(world *w)
{
    oxo_random dice = {7};
    memset(w, 0, sizeof(*w));
    w->now = INT64_C(1700000000000);
    for (int i = 0; i < GAMES; i++)
        w->games[i] = random_game(&dice);
    for (int i = 0; i < ROOMS; i++)
        w->rooms[i] = next_room(w);
}

static void write_move(const game *g, int ply, event *e)
{
    e->kind = EVENT_MOVE_MADE;
    e->as.moved.ply = (uint8_t)ply;
    e->as.moved.move = g->moves[ply];
    e->as.moved.mark = (uint8_t)(ply % 2);
    e->as.moved.intensity = 5000;
}

static void write_end(const game *g, int64_t now, event *e)
{
    e->kind = EVENT_GAME_OVER;
    event_game *over = &e->as.over;
    over->number = 1;
    over->variant = OXO_ULTIMATE;
    over->outcome = (uint8_t)g->outcome;
    over->started = now;
    over->is_public = true;
    over->length = (uint8_t)g->length;
    memcpy(over->moves, g->moves, (size_t)g->length);
    for (int i = 0; i < 2; i++)
        memset(&over->players[i].key, 1 + (int)(e->room % 250) + i, 16);
}

/* Created, seat taken, game started, the moves, game over, closed. */
static event next_event(world *w)
{
    w->dice = w->dice * UINT64_C(6364136223846793005) + 1442695040888963407U;
    const unsigned i = (unsigned)(w->dice >> 33) % ROOMS;
    event e;
    memset(&e, 0, sizeof(e));
    e.room = w->rooms[i];
    e.seq = ++w->seqs[i];
    e.at = w->now++;
    const game *g = &w->games[e.room % GAMES];
    const int ply = (int)e.seq - 4;
    e.kind = e.seq == 1   ? EVENT_ROOM_CREATED
             : e.seq == 2 ? EVENT_SEAT_TAKEN
             : e.seq == 3 ? EVENT_GAME_STARTED
                          : EVENT_ROOM_CLOSED;
    if (e.seq == 1)
        e.as.created.setup.series = 1;
    if (e.seq == 3)
        e.as.started.number = 1;
    if (ply >= 0 && ply < g->length)
        write_move(g, ply, &e);
    else if (ply == g->length)
        write_end(g, e.at, &e);
    if (e.kind == EVENT_ROOM_CLOSED) {
        w->rooms[i] = next_room(w);
        w->seqs[i] = 0;
    }
    return e;
}

/* ---- Two stores --------------------------------------------------------- */

typedef struct stores_side {
    world w;
    event batch[MOST_BATCH];
    int (*commit)(struct stores_side *s, int count);
    int (*work)(struct stores_side *s); /* deferred work, or NULL */
    double rows, seconds;
    double latencies[LATENCIES];
    int commits;

    store *ours, *reader;
    sqlite3 *theirs;
    sqlite3_stmt *begin, *insert, *end;
} stores_side;

static int commit_ours(stores_side *s, int count)
{
    bool conflict[MOST_BATCH];
    return store_append(s->ours, s->batch, count, conflict);
}

/* The work that the journal does between commits, or on its other thread. */
static int work_ours(stores_side *s)
{
    int more;
    do
        more = store_work(s->ours);
    while (more > 0);
    if (!more && store_is_untidy(s->ours))
        more = store_tidy(s->reader);
    return more;
}

static bool run_statement(sqlite3_stmt *statement)
{
    return sqlite3_step(statement) == SQLITE_DONE &&
           sqlite3_reset(statement) == SQLITE_OK;
}

static int commit_theirs(stores_side *s, int count)
{
    bool ok = run_statement(s->begin);
    for (int i = 0; ok && i < count; i++) {
        uint8_t bytes[EVENT_MAX_BYTES];
        const event *e = &s->batch[i];
        const size_t length = event_encode(e, bytes);
        sqlite3_bind_int64(s->insert, 1, e->room);
        sqlite3_bind_int64(s->insert, 2, e->seq);
        sqlite3_bind_int64(s->insert, 3, e->at);
        sqlite3_bind_int(s->insert, 4, (int)e->kind);
        sqlite3_bind_blob(s->insert, 5, bytes, (int)length, SQLITE_STATIC);
        ok = run_statement(s->insert);
    }
    return ok && run_statement(s->end) ? 0 : -EIO;
}

static int open_ours(stores_side *s, const char *file)
{
    const store_options options = {.place = file, .create = true};
    s->commit = commit_ours;
    s->work = work_ours;
    const int error = store_open(&options, &s->ours);
    return error ? error : store_open_reader(s->ours, &s->reader);
}

static int open_theirs(stores_side *s, const char *file)
{
    static const char schema[] =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE events(room INTEGER, seq INTEGER, at INTEGER,"
        " kind INTEGER, data BLOB, PRIMARY KEY(room, seq)) WITHOUT ROWID";
    s->commit = commit_theirs;
    if (sqlite3_open(file, &s->theirs) == SQLITE_OK &&
        sqlite3_exec(s->theirs, schema, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(s->theirs, "BEGIN", -1, &s->begin, NULL) ==
            SQLITE_OK &&
        sqlite3_prepare_v2(s->theirs,
                           "INSERT INTO events VALUES(?1, ?2, ?3, ?4, ?5)", -1,
                           &s->insert, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(s->theirs, "COMMIT", -1, &s->end, NULL) ==
            SQLITE_OK)
        return 0;
    return -EIO;
}

static void close_side(stores_side *s)
{
    store_close(s->reader);
    store_close(s->ours);
    sqlite3_finalize(s->begin);
    sqlite3_finalize(s->insert);
    sqlite3_finalize(s->end);
    sqlite3_close(s->theirs);
}

/* ---- Measuring ---------------------------------------------------------- */

/* One commit and its deferred work. Generating the events is not measured. */
static int take_turn(stores_side *s, int batch)
{
    for (int i = 0; i < batch; i++)
        s->batch[i] = next_event(&s->w);
    const double begun = clock_seconds();
    int error = s->commit(s, batch);
    s->latencies[s->commits++ % LATENCIES] = clock_seconds() - begun;
    if (!error && s->work)
        error = s->work(s);
    s->seconds += clock_seconds() - begun;
    s->rows += batch;
    return error;
}

static int measure_batches(stores_side sides[2], int batch, double seconds)
{
    for (int i = 0; i < 2; i++) {
        sides[i].rows = sides[i].seconds = 0;
        sides[i].commits = 0;
    }
    const double end = clock_seconds() + seconds;
    int error = 0;
    do
        for (int i = 0; i < 2 && !error; i++)
            error = take_turn(&sides[i], batch);
    while (!error && clock_seconds() < end);
    return error;
}

static double percentile(stores_side *s, int percent)
{
    const int count = s->commits < LATENCIES ? s->commits : LATENCIES;
    return percentile_of(s->latencies, count, percent);
}

static bench_metric rate_metric(const char *name, const stores_side sides[2])
{
    const double ours = sides[0].rows / sides[0].seconds;
    const double theirs = sides[1].rows / sides[1].seconds;
    return (bench_metric){.name = name,
                          .value = 1e-3 * ours,
                          .unit = "krows/s",
                          .baseline = 1e-3 * theirs,
                          .ratio = ours / theirs};
}

static bench_metric time_metric(const char *name, stores_side sides[2],
                                int percent)
{
    const double ours = percentile(&sides[0], percent);
    const double theirs = percentile(&sides[1], percent);
    return (bench_metric){.name = name,
                          .value = 1e3 * ours,
                          .unit = "ms",
                          .baseline = 1e3 * theirs,
                          .ratio = theirs / ours};
}

static int measure_all(stores_side sides[2], double seconds, bench_metric *out)
{
    static const char *const names[BATCHES] = {
        "store-append-1", "store-append-10", "store-append-100",
        "store-append-1000"};
    int count = 0;
    for (int i = 0; i < BATCHES; i++) {
        const int error = measure_batches(sides, batches[i], seconds);
        if (error)
            return error;
        out[count++] = rate_metric(names[i], sides);
        if (batches[i] != 100)
            continue;
        out[count++] = time_metric("store-commit-p50", sides, 50);
        out[count++] = time_metric("store-commit-p99", sides, 99);
    }
    return count;
}

/* ---- Files -------------------------------------------------------------- */

static void remove_files(const char *folder)
{
    static const char *const names[] = {"ours",      "ours-wal", "ours-shm",
                                        "ours.lock", "theirs",   "theirs-wal",
                                        "theirs-shm"};
    char path[PATH + 16];
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static int measure_in(const char *folder, double seconds, bench_metric *out)
{
    char path[PATH + 16];
    stores_side *sides = calloc(2, sizeof(*sides));
    if (!sides)
        return -ENOMEM;
    world_init(&sides[0].w);
    world_init(&sides[1].w);
    snprintf(path, sizeof(path), "%s/ours", folder);
    int result = open_ours(&sides[0], path);
    snprintf(path, sizeof(path), "%s/theirs", folder);
    if (!result)
        result = open_theirs(&sides[1], path);
    if (!result)
        result = measure_all(sides, seconds, out);
    close_side(&sides[0]);
    close_side(&sides[1]);
    free(sides);
    return result;
}

int stores_measure(double seconds, bench_metric *out)
{
    const char *base = getenv("TMPDIR");
    char folder[PATH];
    const int length = snprintf(folder, sizeof(folder), "%s/oxo-bench-XXXXXX",
                                base ? base : "/var/tmp");
    if (length >= PATH)
        return -ENAMETOOLONG;
    if (!mkdtemp(folder))
        return -errno;
    const int result = measure_in(folder, seconds, out);
    remove_files(folder);
    return result;
}
