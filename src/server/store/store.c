/* store.c - chooses the engine, and does what is the same for all engines. */
#include "store_engine.h"

#include <assert.h>
#include <errno.h>

#include "store_projection.h"

/* ---- Opening ------------------------------------------------------------ */

int store_open(const store_options *options, store **ret)
{
    assert(options->place);
    const store_engine *engine =
        store_is_remote(options->place) ? &store_postgres : &store_sqlite;
    return engine->open(options, ret);
}

void store_close(store *s)
{
    if (s)
        s->engine->close(s);
}

/* ---- The log ------------------------------------------------------------ */

int store_commit(store *s, const store_change *changes, int count)
{
    return s->engine->commit(s, changes, count);
}

int store_append(store *s, const event *events, int count, bool *ret_conflict)
{
    store_bundle bundle = {.count = 0};
    int error = 0;
    for (int i = 0; i < count && !error; i++)
        error = store_bundle_add(&bundle, &events[i]);
    const store_change change = {.batch = store_bundle_batch(&bundle),
                                 .ret_conflict = ret_conflict};
    if (!error)
        error = store_commit(s, &change, 1);
    store_bundle_free(&bundle);
    return error;
}

int store_work(store *s)
{
    return s->engine->work(s);
}

int store_load(store *s, event_room room, uint32_t from, store_sink *sink,
               void *context)
{
    assert(from >= 1);
    return s->engine->load(s, room, from, sink, context);
}

int store_load_live(store *s, store_wake_sink *sink, void *context)
{
    return s->engine->load_live(s, sink, context);
}

int store_tail(store *s, uint64_t *position, int limit, store_sink *sink,
               void *context)
{
    assert(limit >= 0);
    return s->engine->tail(s, position, limit, sink, context);
}

/* ---- Several nodes ------------------------------------------------------ */

uint64_t store_position(const store *s)
{
    return s->engine->position ? s->engine->position(s) : 0;
}

int store_open_follower(store *s, store **ret)
{
    return s->engine->open_follower ? s->engine->open_follower(s, ret)
                                    : -ENOTSUP;
}

int store_renew(store *follower, store_lease lease, store_view *ret)
{
    return follower->engine->renew(follower, lease, ret);
}

int store_leave(store *follower)
{
    return follower->engine->leave(follower);
}

int store_listen(store *follower, int milliseconds, int fd, uint64_t own,
                 uint64_t *position)
{
    return follower->engine->listen(follower, milliseconds, fd, own, position);
}

int store_is_live(store *s, event_room room)
{
    return s->engine->is_live ? s->engine->is_live(s, room) : -ENOTSUP;
}

int store_sights(store *follower, uint64_t *change, int limit,
                 store_sight_sink *sink, void *context)
{
    return follower->engine->sights(follower, change, limit, sink, context);
}

/* ---- Finished games ----------------------------------------------------- */

int store_games(store *s, const store_game_filter *filter,
                store_game_sink *sink, void *context, uint64_t *ret_next)
{
    assert(filter->limit >= 1 && filter->limit <= STORE_MAX_PAGE);
    return s->engine->games(s, filter, sink, context, ret_next);
}

int store_game_find(store *s, event_room room, int number, store_game *ret)
{
    return s->engine->game_find(s, room, number, ret);
}

int store_player(store *s, const event_hash *key,
                 store_record out[STORE_MAX_RECORDS], int *ret_count)
{
    return s->engine->player(s, key, out, ret_count);
}

int store_totals_of(store *s, oxo_variant variant, store_totals *ret)
{
    return s->engine->totals(s, variant, ret);
}

/* ---- The explorer ------------------------------------------------------- */

static const store_choice *find_choice(const store_choice *list, int count,
                                       oxo_move m)
{
    for (int i = 0; i < count; i++)
        if (list[i].move == m)
            return &list[i];
    return NULL;
}

static uint64_t times_played(const store_choice *c)
{
    return (uint64_t)c->x_wins + c->draws + c->o_wins;
}

/* Inserts a choice: most played first; equal ones in order of arrival. */
static void insert_choice(store_choice *list, int count, store_choice c)
{
    int i = count;
    for (; i > 0 && times_played(&list[i - 1]) < times_played(&c); i--)
        list[i] = list[i - 1];
    list[i] = c;
}

int store_explore(store *s, const oxo_position *p,
                  store_choice out[OXO_MAX_MOVES], int *ret_count)
{
    store_choice stored[OXO_MAX_MOVES];
    int stored_count = 0, count = 0;
    const store_place place = store_place_of(p);
    const int error = s->engine->explore(s, place.key, stored, &stored_count);
    if (error)
        return error;

    oxo_move legal[OXO_MAX_MOVES];
    bool listed[OXO_MAX_MOVES] = {false};
    const int moves = oxo_position_moves(p, legal);
    for (int i = 0; i < moves; i++) {
        const oxo_move m = store_place_move(&place, p, legal[i]);
        const store_choice *c = find_choice(stored, stored_count, m);
        if (!c || listed[m])
            continue;
        listed[m] = true;
        store_choice seen = *c;
        seen.move = legal[i];
        insert_choice(out, count++, seen);
    }
    *ret_count = count;
    return 0;
}

/* ---- 001's games -------------------------------------------------------- */

static int change_board(store *s, const store_board *board)
{
    const store_change change = {.boards = board, .board_count = 1};
    return store_commit(s, &change, 1);
}

int store_board_save(store *s, const store_uuid *id, const oxo_classic *p)
{
    const store_board board = {.id = *id, .board = *p};
    return change_board(s, &board);
}

int store_board_get(store *s, const store_uuid *id, oxo_classic *ret)
{
    return s->engine->board_get(s, id, ret);
}

int store_board_exists(store *s, const store_uuid *id)
{
    oxo_classic board;
    const int error = store_board_get(s, id, &board);
    return error == -ENOENT ? 0 : error ? error : 1;
}

int store_board_delete(store *s, const store_uuid *id)
{
    const int there = store_board_exists(s, id);
    if (there < 0)
        return there;
    if (there == 0)
        return -ENOENT;
    const store_board board = {.id = *id, .remove = true};
    return change_board(s, &board);
}

int store_boards(store *s, store_board_sink *sink, void *context)
{
    return s->engine->boards(s, sink, context);
}

/* ---- Maintenance -------------------------------------------------------- */

int store_rebuild(store *s, store_progress *progress, void *context)
{
    return s->engine->rebuild(s, progress, context);
}

int store_check(store *s, store_fault *fault, store_progress *progress,
                void *context)
{
    return s->engine->check(s, fault, progress, context);
}

int store_backup(store *s, const char *file, store_progress *progress,
                 void *context)
{
    return s->engine->backup(s, file, progress, context);
}

int store_info(store *s, store_figures *ret)
{
    return s->engine->info(s, ret);
}
