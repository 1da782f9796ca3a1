/* postgres_queries.c - finished games, statistics, explorer, boards. */
#include "postgres_private.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Listing games ------------------------------------------------------ */

enum { QUERY_TEXT = 2048 };

/* A query and the values of its parameters. */
typedef struct postgres_query {
    char text[QUERY_TEXT];
    size_t length;
    postgres_values v;
} postgres_query;

static void add_text(postgres_query *q, const char *text)
{
    const size_t length = strlen(text);
    assert(q->length + length < sizeof(q->text));
    memcpy(q->text + q->length, text, length + 1);
    q->length += length;
}

/* Appends a condition with the last added parameter. */
static void add_with(postgres_query *q, const char *text, const char *type)
{
    char rest[32];
    add_text(q, text);
    snprintf(rest, sizeof(rest), "$%d::%s", q->v.count, type);
    add_text(q, rest);
}

static void add_int(postgres_query *q, const char *text, int64_t value)
{
    postgres_add_int(&q->v, value);
    add_with(q, text, "bigint");
}

static bool has_key(const store_game_filter *f)
{
    return !event_hash_is_none(&f->key);
}

static bool has_rival(const store_game_filter *f)
{
    return !event_hash_is_none(&f->rival);
}

/* The numbers of the parameters for keys and name; 0: the filter has none. */
typedef struct people {
    int key, rival, name;
} people;

static void add_parameter(postgres_query *q, const char *text, int number,
                          const char *type)
{
    char rest[32];
    add_text(q, text);
    snprintf(rest, sizeof(rest), " = $%d::%s", number, type);
    add_text(q, rest);
}

static people add_people(postgres_query *q, const store_game_filter *f)
{
    people p = {0};
    if (has_key(f)) {
        postgres_add_bytes(&q->v, f->key.bytes, sizeof(f->key.bytes));
        p.key = q->v.count;
    }
    if (has_rival(f)) {
        postgres_add_bytes(&q->v, f->rival.bytes, sizeof(f->rival.bytes));
        p.rival = q->v.count;
    }
    if (f->name[0]) {
        postgres_add_text(&q->v, f->name);
        p.name = q->v.count;
    }
    return p;
}

/* Conditions that do not depend on the mark of a player; the same text serves
 * both marks. */
static void add_common(postgres_query *q, const store_game_filter *f,
                       int64_t ended)
{
    if (f->is_public)
        add_text(q, " AND public = 1");
    if (f->variant >= 0)
        add_int(q, " AND variant = ", f->variant);
    if (f->outcome != OXO_ONGOING)
        add_int(q, " AND outcome = ", f->outcome);
    if (f->since)
        add_int(q, " AND ended >= ", f->since);
    if (f->until)
        add_int(q, " AND ended < ", f->until);
    if (f->before) {
        add_int(q, " AND (ended, id) < (", ended);
        add_int(q, ", ", (int64_t)f->before);
        add_text(q, ")");
    }
    add_int(q, " ORDER BY ended DESC, id DESC LIMIT ", f->limit + 1);
}

/* Games in which the player, if the filter has one, had this mark. */
static void add_side(postgres_query *q, const store_game_filter *f,
                     const people *p, bool is_x, const char *common)
{
    add_text(q, "(SELECT id, ended FROM oxo.games WHERE true");
    if (p->key)
        add_parameter(q, is_x ? " AND x_key" : " AND o_key", p->key, "bytea");
    if (p->rival)
        add_parameter(q, is_x ? " AND o_key" : " AND x_key", p->rival,
                      "bytea");
    if (p->name && (has_key(f) || has_rival(f))) {
        add_parameter(q, " AND (x_name", p->name, "text");
        add_parameter(q, " OR o_name", p->name, "text");
        add_text(q, ")");
    } else if (p->name) {
        add_parameter(q, is_x ? " AND x_name" : " AND o_name", p->name,
                      "text");
    }
    add_text(q, common);
    add_text(q, ")");
}

/* There are indexes for each mark, so the query joins two lists, both newest
 * first. */
static void write_query(postgres_query *q, const store_game_filter *f,
                        int64_t ended)
{
    const people p = add_people(q, f);
    postgres_query common = {.v = q->v};
    add_common(&common, f, ended);
    q->v = common.v;
    /* The values of integers are inside the struct: point to the copies. */
    for (int i = 0; i < q->v.count; i++)
        if (q->v.values[i] == (const char *)common.v.ints[i])
            q->v.values[i] = (const char *)q->v.ints[i];
    add_text(q, "SELECT e.id, e.room, e.seq, e.at, e.kind, e.data FROM (");
    add_side(q, f, &p, true, common.text);
    if (p.key || p.rival || p.name) {
        add_text(q, " UNION ");
        add_side(q, f, &p, false, common.text);
    }
    add_text(q, ") g JOIN oxo.events e ON e.id = g.id"
                " ORDER BY g.ended DESC, g.id DESC");
}

static int read_game(postgres_store *s, const PGresult *r, int row,
                     store_game *ret)
{
    event e;
    const int error = postgres_read_event(s, r, row, &e);
    if (error)
        return error;
    if (e.kind != EVENT_GAME_OVER)
        return postgres_damaged(s, "event %lld is not a finished game",
                                (long long)postgres_int(r, row, 0));
    *ret = (store_game){.room = e.room, .ended = e.at, .game = e.as.over};
    return 0;
}

/* The query returned one game more than the limit if there is another page. */
static int list_games(postgres_store *s, const PGresult *r, int limit,
                      store_game_sink *sink, void *context, uint64_t *ret_next)
{
    const int count = PQntuples(r);
    uint64_t last = 0;
    for (int i = 0; i < count && i < limit; i++) {
        store_game g;
        const int error = read_game(s, r, i, &g);
        if (error)
            return error;
        last = (uint64_t)postgres_int(r, i, 0);
        if (!sink(&g, context))
            limit = i + 1;
    }
    *ret_next = count > limit ? last : 0;
    return 0;
}

static int find_end(postgres_store *s, uint64_t id, int64_t *ret)
{
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_int(&v, (int64_t)id);
    int error = postgres_ask(s, PG_GAME_ENDED, &v, "list games", &r);
    if (!error && PQntuples(r) == 0)
        error = -ENOENT;
    if (!error)
        *ret = postgres_int(r, 0, 0);
    PQclear(r);
    return error;
}

int postgres_games(store *base, const store_game_filter *filter,
                   store_game_sink *sink, void *context, uint64_t *ret_next)
{
    postgres_store *s = postgres_of(base);
    int64_t ended = 0;
    postgres_query q = {.length = 0};
    PGresult *r = NULL;
    int error = filter->before ? find_end(s, filter->before, &ended) : 0;
    if (error)
        return error;
    write_query(&q, filter, ended);
    error = postgres_ask_sql(s, q.text, &q.v, "list games", &r);
    if (!error)
        error = list_games(s, r, filter->limit, sink, context, ret_next);
    PQclear(r);
    return error;
}

/* ---- One game, statistics, explorer ------------------------------------- */

static int ask_about(postgres_store *s, postgres_statement which,
                     int64_t value, PGresult **ret)
{
    postgres_values v = {.count = 0};
    postgres_add_int(&v, value);
    return postgres_ask(s, which, &v, "read it", ret);
}

int postgres_game_find(store *base, event_room room, int number,
                       store_game *ret)
{
    postgres_store *s = postgres_of(base);
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_int(&v, room);
    postgres_add_int(&v, number);
    int error = postgres_ask(s, PG_FIND_GAME, &v, "find a game", &r);
    if (!error)
        error = PQntuples(r) ? read_game(s, r, 0, ret) : -ENOENT;
    PQclear(r);
    return error;
}

int postgres_player(store *base, const event_hash *key,
                    store_record out[STORE_MAX_RECORDS], int *ret_count)
{
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_bytes(&v, key->bytes, sizeof(key->bytes));
    const int error =
        postgres_ask(postgres_of(base), PG_PLAYER, &v, "find a player", &r);
    if (error)
        return error;
    int count = 0;
    for (; count < PQntuples(r) && count < STORE_MAX_RECORDS; count++)
        out[count] = (store_record){
            .variant = (uint8_t)postgres_int(r, count, 0),
            .level = (uint8_t)postgres_int(r, count, 1),
            .wins = (uint32_t)postgres_int(r, count, 2),
            .draws = (uint32_t)postgres_int(r, count, 3),
            .losses = (uint32_t)postgres_int(r, count, 4),
        };
    PQclear(r);
    *ret_count = count;
    return 0;
}

int postgres_totals(store *base, oxo_variant variant, store_totals *ret)
{
    PGresult *r = NULL;
    const int error = ask_about(postgres_of(base), PG_TOTALS, variant, &r);
    if (error)
        return error;
    store_totals t = {0};
    if (PQntuples(r) > 0) {
        t.x_wins = (uint64_t)postgres_int(r, 0, 0);
        t.draws = (uint64_t)postgres_int(r, 0, 1);
        t.o_wins = (uint64_t)postgres_int(r, 0, 2);
    }
    t.games = t.x_wins + t.draws + t.o_wins;
    PQclear(r);
    *ret = t;
    return 0;
}

int postgres_explore(store *base, uint64_t place,
                     store_choice out[OXO_MAX_MOVES], int *ret_count)
{
    PGresult *r = NULL;
    const int error =
        ask_about(postgres_of(base), PG_EXPLORE, (int64_t)place, &r);
    if (error)
        return error;
    int count = 0;
    for (; count < PQntuples(r) && count < OXO_MAX_MOVES; count++)
        out[count] = (store_choice){
            .move = (oxo_move)postgres_int(r, count, 0),
            .x_wins = (uint32_t)postgres_int(r, count, 1),
            .draws = (uint32_t)postgres_int(r, count, 2),
            .o_wins = (uint32_t)postgres_int(r, count, 3),
        };
    PQclear(r);
    *ret_count = count;
    return 0;
}

/* ---- 001's boards ------------------------------------------------------- */

static oxo_classic read_board(const PGresult *r, int row, int column)
{
    oxo_classic p = {.turn = (uint8_t)postgres_int(r, row, column + 2)};
    p.board.cells[OXO_X] = (uint16_t)postgres_int(r, row, column);
    p.board.cells[OXO_O] = (uint16_t)postgres_int(r, row, column + 1);
    return p;
}

int postgres_board_get(store *base, const store_uuid *id, oxo_classic *ret)
{
    postgres_values v = {.count = 0};
    PGresult *r = NULL;
    postgres_add_bytes(&v, id->bytes, sizeof(id->bytes));
    int error =
        postgres_ask(postgres_of(base), PG_FIND_BOARD, &v, "find a board", &r);
    if (!error && PQntuples(r) == 0)
        error = -ENOENT;
    if (!error)
        *ret = read_board(r, 0, 0);
    PQclear(r);
    return error;
}

static bool tell_boards(const PGresult *r, store_uuid *last,
                        store_board_sink *sink, void *context)
{
    for (int i = 0; i < PQntuples(r); i++) {
        size_t length;
        const uint8_t *bytes = postgres_bytes(r, i, 0, &length);
        store_board b = {.board = read_board(r, i, 1)};
        if (length == sizeof(b.id.bytes))
            memcpy(b.id.bytes, bytes, length);
        *last = b.id;
        if (!sink(&b, context))
            return false;
    }
    return true;
}

int postgres_boards(store *base, store_board_sink *sink, void *context)
{
    enum { PAGE = 1000 };
    store_uuid last = {{0}};
    size_t length = 0; /* at first: an empty id, before all others */
    int error = 0, count = PAGE;
    while (count == PAGE && !error) {
        postgres_values v = {.count = 0};
        PGresult *r = NULL;
        postgres_add_bytes(&v, last.bytes, length);
        postgres_add_int(&v, PAGE);
        error = postgres_ask(postgres_of(base), PG_BOARDS, &v,
                             "read the boards", &r);
        count = error ? 0 : PQntuples(r);
        if (count > 0 && !tell_boards(r, &last, sink, context))
            count = 0;
        length = sizeof(last.bytes);
        PQclear(r);
    }
    return error;
}
