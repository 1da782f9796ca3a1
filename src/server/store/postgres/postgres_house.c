/* postgres_house.c - maintenance: rebuild, figures. */
#include "postgres_private.h"

#include <errno.h>

/* ---- Rebuilding --------------------------------------------------------- */

typedef struct postgres_rebuilding {
    postgres_store *s;
    store_heads rooms;
    store_progress *progress;
    void *context;
    int error;
} postgres_rebuilding;

static bool is_given_up(const postgres_rebuilding *r, uint64_t id)
{
    enum { EVERY = 4096 };
    return r->progress && id % EVERY == 0 &&
           !r->progress((double)id / (double)(r->s->position + 1), r->context);
}

static int write_games(postgres_store *s)
{
    int error = postgres_send_projected(s, &s->projector);
    if (!error)
        error = postgres_finish(s, "project games", NULL);
    postgres_projector_empty(&s->projector);
    return error;
}

static bool rebuild_event(uint64_t id, const event *e, void *context)
{
    postgres_rebuilding *r = context;
    if (!e) {
        r->error = -EUCLEAN;
        return false;
    }
    store_head head = {.room = e->room,
                       .seq = e->seq,
                       .closed = e->kind == EVENT_ROOM_CLOSED};
    r->error = store_heads_follow(&r->rooms, &head);
    if (!r->error && e->kind == EVENT_GAME_OVER)
        postgres_project(&r->s->projector, id, e);
    if (!r->error && postgres_projector_is_full(&r->s->projector))
        r->error = write_games(r->s);
    if (!r->error && is_given_up(r, id))
        r->error = -EINTR;
    return !r->error;
}

static int write_live(postgres_rebuilding *r)
{
    postgres_store *s = r->s;
    postgres_rows_empty(&s->opened);
    for (size_t i = 0; i < r->rooms.capacity; i++)
        if (r->rooms.slots[i].used)
            postgres_put_int(&s->opened, r->rooms.slots[i].room);
    const int error = postgres_send_rows(s, &s->opened);
    return error ? error : postgres_finish(s, "write the rooms", NULL);
}

static int rebuild_all(postgres_rebuilding *r)
{
    postgres_store *s = r->s;
    uint64_t position = 0;
    int error = postgres_do(s,
                            "TRUNCATE oxo.live, oxo.snapshots, oxo.games,"
                            " oxo.players, oxo.totals, oxo.explorer",
                            "rebuild it");
    if (!error)
        error = postgres_do(
            s, POSTGRES_ADD_MONTHS("SELECT at FROM oxo.events WHERE kind = 7"),
            "rebuild it");
    if (!error) /* rows get real positions, not numbers in a commit */
        error =
            postgres_do(s, "UPDATE oxo.store SET before = 0", "rebuild it");
    if (!error)
        error = postgres_each(s, &position, 0, rebuild_event, r);
    if (!error)
        error = r->error;
    if (!error)
        error = write_games(s);
    return error ? error : write_live(r);
}

int postgres_rebuild(store *base, store_progress *progress, void *context)
{
    postgres_store *s = postgres_of(base);
    if (s->read_only) {
        store_say(base, "%s is open for reading only", s->place);
        return -EROFS;
    }
    postgres_rebuilding r = {.s = s, .progress = progress, .context = context};
    int error = postgres_reach(s);
    if (!error)
        error = store_heads_reset(&r.rooms, 0);
    postgres_projector_empty(&s->projector);
    s->bound = true;
    postgres_take_time(s, true);
    if (!error)
        error = postgres_do(s, "BEGIN", "rebuild it");
    if (!error)
        error = rebuild_all(&r);
    if (!error)
        error = postgres_do(s, "COMMIT", "rebuild it");
    s->bound = false;
    postgres_take_time(s, false);
    store_heads_clear(&r.rooms);
    if (error)
        postgres_disconnect(s); /* undoes everything */
    return error;
}

/* ---- Figures ------------------------------------------------------------ */

int postgres_info(store *base, store_figures *ret)
{
    postgres_store *s = postgres_of(base);
    PGresult *r = NULL;
    postgres_take_time(s, true);
    const int error =
        postgres_ask(s, PG_FIGURES, NULL, "count its content", &r);
    postgres_take_time(s, false);
    if (error)
        return error;
    *ret = (store_figures){
        .version = (int)postgres_int(r, 0, 0),
        .events = (uint64_t)postgres_int(r, 0, 1),
        .live = (uint64_t)postgres_int(r, 0, 2),
        .closed = (uint64_t)postgres_int(r, 0, 3),
        .games = (uint64_t)postgres_int(r, 0, 4),
        .players = (uint64_t)postgres_int(r, 0, 5),
        .explored = (uint64_t)postgres_int(r, 0, 6),
        .boards = (uint64_t)postgres_int(r, 0, 7),
        .bytes = (uint64_t)postgres_int(r, 0, 8),
    };
    PQclear(r);
    return 0;
}
