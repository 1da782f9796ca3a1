/* postgres_games.c - projects finished games into the derived tables. */
#include "postgres_private.h"

#include "store_projection.h"

enum { FULL_ROWS = 4096 };

void postgres_projector_init(postgres_projector *p, bool check)
{
    postgres_rows_init(&p->game, check ? PG_CHECK_GAME : PG_GAME,
                       "iiiiiiibbtt");
    postgres_rows_init(&p->score, check ? PG_CHECK_SCORE : PG_SCORE, "biiiii");
    postgres_rows_init(&p->total, check ? PG_CHECK_TOTAL : PG_TOTAL, "iiii");
    postgres_rows_init(&p->step, check ? PG_CHECK_STEP : PG_STEP, "iiiii");
}

void postgres_projector_clear(postgres_projector *p)
{
    postgres_rows_clear(&p->game);
    postgres_rows_clear(&p->score);
    postgres_rows_clear(&p->total);
    postgres_rows_clear(&p->step);
}

void postgres_projector_empty(postgres_projector *p)
{
    postgres_rows_empty(&p->game);
    postgres_rows_empty(&p->score);
    postgres_rows_empty(&p->total);
    postgres_rows_empty(&p->step);
}

bool postgres_projector_is_full(const postgres_projector *p)
{
    return p->step.count >= FULL_ROWS;
}

/* ---- One game ----------------------------------------------------------- */

static void put_hash(postgres_rows *r, const event_hash *hash)
{
    postgres_put_bytes(r, event_hash_is_none(hash) ? NULL : hash->bytes,
                       sizeof(hash->bytes));
}

static void list_game(postgres_rows *r, uint64_t id, const event *e)
{
    const event_game *g = &e->as.over;
    postgres_put_int(r, (int64_t)id);
    postgres_put_int(r, e->room);
    postgres_put_int(r, g->number);
    postgres_put_int(r, e->at);
    postgres_put_int(r, g->variant);
    postgres_put_int(r, g->outcome);
    postgres_put_int(r, g->is_public);
    put_hash(r, &g->players[OXO_X].key);
    put_hash(r, &g->players[OXO_O].key);
    postgres_put_text(r, g->players[OXO_X].name);
    postgres_put_text(r, g->players[OXO_O].name);
}

static void add_score(postgres_rows *r, const event_game *g, oxo_mark mark)
{
    store_record score;
    if (!store_game_score(g, mark, &score))
        return;
    put_hash(r, &g->players[mark].key);
    postgres_put_int(r, score.variant);
    postgres_put_int(r, score.level);
    postgres_put_int(r, score.wins);
    postgres_put_int(r, score.draws);
    postgres_put_int(r, score.losses);
}

static void put_outcome(postgres_rows *r, const event_game *g)
{
    postgres_put_int(r, g->outcome == OXO_X_WINS);
    postgres_put_int(r, g->outcome == OXO_DRAW);
    postgres_put_int(r, g->outcome == OXO_O_WINS);
}

static void add_steps(postgres_rows *r, const event_game *g)
{
    store_step steps[STORE_EXPLORER_PLIES];
    const int count = store_game_steps(g, steps);
    for (int i = 0; i < count; i++) {
        postgres_put_int(r, (int64_t)steps[i].place);
        postgres_put_int(r, steps[i].move);
        put_outcome(r, g);
    }
}

void postgres_project(postgres_projector *p, uint64_t id, const event *e)
{
    const event_game *g = &e->as.over;
    list_game(&p->game, id, e);
    add_score(&p->score, g, OXO_X);
    add_score(&p->score, g, OXO_O);
    postgres_put_int(&p->total, g->variant);
    put_outcome(&p->total, g);
    add_steps(&p->step, g);
}

int postgres_send_projected(postgres_store *s, postgres_projector *p)
{
    int error = postgres_send_rows(s, &p->game);
    if (!error)
        error = postgres_send_rows(s, &p->score);
    if (!error)
        error = postgres_send_rows(s, &p->total);
    return error ? error : postgres_send_rows(s, &p->step);
}

int postgres_add_months(postgres_store *s, const postgres_projector *p)
{
    enum { ENDED = 3 }; /* the column */
    const postgres_column *ended = &p->game.columns[ENDED];
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_bytes(&v, ended->bytes, ended->size);
    const int error =
        postgres_ask(s, PG_ADD_MONTHS, &v, "extend the archive", &r);
    PQclear(r);
    return error;
}
