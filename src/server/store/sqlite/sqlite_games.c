/* sqlite_games.c - projects finished games into the derived tables. */
#include "sqlite_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_projection.h"

/* ---- Statements --------------------------------------------------------- */

/* The name of a schema cannot be a parameter of a statement. */
static bool prepare_in(sqlite3 *db, const char *schema, const char *rest,
                       sqlite3_stmt **ret)
{
    char sql[512];
    snprintf(sql, sizeof(sql), "INSERT INTO %s.%s", schema, rest);
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, ret,
                              NULL) == SQLITE_OK;
}

static const char game_sql[] =
    "games(id, room, number, ended, variant, outcome, public, x_key, o_key,"
    " x_name, o_name) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";

static const char score_sql[] =
    "players(key, variant, level, wins, draws, losses)"
    " VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO UPDATE SET"
    " wins = wins + excluded.wins, draws = draws + excluded.draws,"
    " losses = losses + excluded.losses";

#define ADD_OUTCOMES                                                          \
    " ON CONFLICT DO UPDATE SET x_wins = x_wins + excluded.x_wins,"           \
    " draws = draws + excluded.draws, o_wins = o_wins + excluded.o_wins"

static const char total_sql[] = "totals(variant, x_wins, draws, o_wins)"
                                " VALUES(?1, ?2, ?3, ?4)" ADD_OUTCOMES;

static const char step_sql[] = "explorer(place, move, x_wins, draws, o_wins)"
                               " VALUES(?1, ?2, ?3, ?4, ?5)" ADD_OUTCOMES;

bool sqlite_projector_init(sqlite3 *db, const char *schema,
                           sqlite_projector *ret)
{
    return prepare_in(db, schema, game_sql, &ret->game) &&
           prepare_in(db, schema, score_sql, &ret->score) &&
           prepare_in(db, schema, total_sql, &ret->total) &&
           prepare_in(db, schema, step_sql, &ret->step);
}

void sqlite_projector_clear(sqlite_projector *p)
{
    sqlite3_finalize(p->game);
    sqlite3_finalize(p->score);
    sqlite3_finalize(p->total);
    sqlite3_finalize(p->step);
    p->game = p->score = p->total = p->step = NULL;
}

static void bind_hash(sqlite3_stmt *statement, int at, const event_hash *hash)
{
    if (event_hash_is_none(hash))
        sqlite3_bind_null(statement, at);
    else
        sqlite3_bind_blob(statement, at, hash->bytes, sizeof(hash->bytes),
                          SQLITE_STATIC);
}

static bool list_game(sqlite3_stmt *statement, uint64_t id, const event *e)
{
    const event_game *g = &e->as.over;
    sqlite3_bind_int64(statement, 1, (int64_t)id);
    sqlite3_bind_int64(statement, 2, e->room);
    sqlite3_bind_int(statement, 3, g->number);
    sqlite3_bind_int64(statement, 4, e->at);
    sqlite3_bind_int(statement, 5, g->variant);
    sqlite3_bind_int(statement, 6, g->outcome);
    sqlite3_bind_int(statement, 7, g->is_public);
    for (int mark = OXO_X; mark <= OXO_O; mark++) {
        bind_hash(statement, 8 + mark, &g->players[mark].key);
        sqlite3_bind_text(statement, 10 + mark, g->players[mark].name, -1,
                          SQLITE_STATIC);
    }
    return sqlite_run(statement);
}

static bool add_score(sqlite3_stmt *statement, const event_game *g,
                      oxo_mark mark)
{
    store_record r;
    if (!store_game_score(g, mark, &r))
        return true;
    bind_hash(statement, 1, &g->players[mark].key);
    sqlite3_bind_int(statement, 2, r.variant);
    sqlite3_bind_int(statement, 3, r.level);
    sqlite3_bind_int64(statement, 4, r.wins);
    sqlite3_bind_int64(statement, 5, r.draws);
    sqlite3_bind_int64(statement, 6, r.losses);
    return sqlite_run(statement);
}

/* ---- Counting ----------------------------------------------------------- */

static int outcome_index(const event_game *g)
{
    return g->outcome == OXO_X_WINS ? 0 : g->outcome == OXO_DRAW ? 1 : 2;
}

static bool write_counts(sqlite3_stmt *statement, int at,
                         const uint32_t counts[3])
{
    for (int i = 0; i < 3; i++)
        sqlite3_bind_int64(statement, at + i, counts[i]);
    return sqlite_run(statement);
}

static bool write_totals(sqlite_projector *p)
{
    bool ok = true;
    for (int variant = 0; ok && variant < OXO_VARIANTS; variant++) {
        const uint32_t *counts = p->totals[variant];
        if (counts[0] + counts[1] + counts[2] == 0)
            continue;
        sqlite3_bind_int(p->total, 1, variant);
        ok = write_counts(p->total, 2, counts);
    }
    memset(p->totals, 0, sizeof(p->totals));
    return ok;
}

static int by_place(const void *a, const void *b)
{
    const sqlite_step *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->move - y->move;
}

/* Writes each row once, in the order of the table. */
static bool write_steps(sqlite_projector *p)
{
    bool ok = true;
    qsort(p->steps, (size_t)p->count, sizeof(*p->steps), by_place);
    for (int i = 0, next; ok && i < p->count; i = next) {
        uint32_t counts[3] = {0};
        for (next = i;
             next < p->count && by_place(&p->steps[next], &p->steps[i]) == 0;
             next++)
            counts[p->steps[next].outcome]++;
        sqlite3_bind_int64(p->step, 1, p->steps[i].place);
        sqlite3_bind_int(p->step, 2, p->steps[i].move);
        ok = write_counts(p->step, 3, counts);
    }
    p->count = 0;
    return ok;
}

bool sqlite_project_flush(sqlite_projector *p)
{
    return write_totals(p) && write_steps(p);
}

void sqlite_project_discard(sqlite_projector *p)
{
    memset(p->totals, 0, sizeof(p->totals));
    p->count = 0;
}

static bool count_game(sqlite_projector *p, const event_game *g)
{
    store_step steps[STORE_EXPLORER_PLIES];
    const int count = store_game_steps(g, steps);
    const int outcome = outcome_index(g);
    if (p->count + count > SQLITE_STEPS && !write_steps(p))
        return false;
    p->totals[g->variant][outcome]++;
    for (int i = 0; i < count; i++) {
        sqlite_step *step = &p->steps[p->count++];
        step->move = steps[i].move;
        step->outcome = (uint8_t)outcome;
        memcpy(&step->place, &steps[i].place, sizeof(step->place));
    }
    return true;
}

bool sqlite_project(sqlite_projector *p, uint64_t id, const event *e)
{
    const event_game *g = &e->as.over;
    return list_game(p->game, id, e) && add_score(p->score, g, OXO_X) &&
           add_score(p->score, g, OXO_O) && count_game(p, g);
}

/* ---- Waiting games ------------------------------------------------------ */

/* Games that store_work() projects at once, and games that may wait before it
 * becomes urgent. */
enum { WORK_GAMES = 16, MOST_WAITING = 100000 };

bool sqlite_is_behind(const store *base)
{
    return ((const sqlite_store *)base)->backlog > MOST_WAITING;
}

int sqlite_project_waiting(sqlite_store *s, int limit, int *ret_games)
{
    sqlite3_stmt *row = sqlite_prepare(s, SQL_GAMES_FROM);
    if (!row)
        return sqlite_fail(s, "read the log");
    sqlite3_bind_int64(row, 1, (int64_t)s->projected);
    sqlite3_bind_int(row, 2, EVENT_GAME_OVER);
    sqlite3_bind_int(row, 3, limit);
    int error = 0, games = 0, code = SQLITE_DONE;
    while (!error && (code = sqlite3_step(row)) == SQLITE_ROW) {
        event e;
        const uint64_t id = (uint64_t)sqlite3_column_int64(row, 0);
        error = sqlite_read_event(s, row, &e);
        if (!error && !sqlite_project(&s->projector, id, &e))
            error = sqlite_fail(s, "project a game");
        s->projected = id;
        games++;
    }
    if (!error && code != SQLITE_DONE)
        error = sqlite_fail(s, "read the log");
    sqlite3_reset(row);
    *ret_games = games;
    return error;
}

static int project_some_waiting(sqlite_store *s, int *ret_games)
{
    if (!sqlite_do(s, SQL_BEGIN))
        return sqlite_fail(s, "write to it");
    const int error = sqlite_project_waiting(s, WORK_GAMES, ret_games);
    if (error)
        return error;
    if (!sqlite_project_flush(&s->projector))
        return sqlite_fail(s, "project a game");
    return sqlite_do(s, SQL_COMMIT) ? 0 : sqlite_fail(s, "commit to it");
}

int sqlite_work(store *base)
{
    sqlite_store *s = sqlite_of(base);
    if (s->backlog == 0 || s->read_only)
        return 0;
    int games = 0;
    const uint64_t projected = s->projected;
    sqlite_project_discard(&s->projector);
    const int error = project_some_waiting(s, &games);
    if (error) {
        sqlite_roll_back(s);
        s->projected = projected;
        return error;
    }
    s->backlog -= games;
    return s->backlog > 0;
}
