/* sqlite_queries.c - finished games, statistics, explorer, boards. */
#include "sqlite_private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- Listing games ------------------------------------------------------ */

enum { QUERY_TEXT = 2048 };

/* The parameters, the same in every form of the query. */
enum {
    P_VARIANT = 1,
    P_OUTCOME,
    P_SINCE,
    P_UNTIL,
    P_BEFORE_END,
    P_BEFORE_ID,
    P_KEY,
    P_RIVAL,
    P_NAME,
    P_LIMIT
};

typedef struct sqlite_query {
    char text[QUERY_TEXT];
    size_t length;
} sqlite_query;

static void add_text(sqlite_query *q, const char *text)
{
    const size_t length = strlen(text);
    memcpy(q->text + q->length, text, length + 1);
    q->length += length;
}

static bool has_key(const store_game_filter *f)
{
    return !event_hash_is_none(&f->key);
}

static bool has_rival(const store_game_filter *f)
{
    return !event_hash_is_none(&f->rival);
}

/* Conditions that do not depend on the mark of a player. */
static void add_common(sqlite_query *q, const store_game_filter *f)
{
    if (f->is_public)
        add_text(q, " AND public = 1");
    if (f->variant >= 0)
        add_text(q, " AND variant = ?1");
    if (f->outcome != OXO_ONGOING)
        add_text(q, " AND outcome = ?2");
    if (f->since)
        add_text(q, " AND ended >= ?3");
    if (f->until)
        add_text(q, " AND ended < ?4");
    if (f->before)
        add_text(q, " AND (ended, id) < (?5, ?6)");
}

static void add_select(sqlite_query *q)
{
    add_text(q, "SELECT * FROM (SELECT id, ended FROM games WHERE 1");
}

static void add_order(sqlite_query *q)
{
    add_text(q, " ORDER BY ended DESC, id DESC LIMIT ?10");
}

/* Games in which the player, if the filter has one, had this mark. */
static void add_side(sqlite_query *q, const store_game_filter *f, bool is_x)
{
    add_select(q);
    if (has_key(f))
        add_text(q, is_x ? " AND x_key = ?7" : " AND o_key = ?7");
    if (has_rival(f))
        add_text(q, is_x ? " AND o_key = ?8" : " AND x_key = ?8");
    if (f->name[0] && (has_key(f) || has_rival(f)))
        add_text(q, " AND (x_name = ?9 OR o_name = ?9)");
    else if (f->name[0])
        add_text(q, is_x ? " AND x_name = ?9" : " AND o_name = ?9");
    add_common(q, f);
    add_order(q);
    add_text(q, ")");
}

/* There are indexes for each mark, so the query joins two lists, both newest
 * first. */
static void write_query(sqlite_query *q, const store_game_filter *f)
{
    add_text(q, "SELECT e.id, e.room, e.seq, e.at, e.kind, e.data FROM (");
    add_side(q, f, true);
    if (has_key(f) || has_rival(f) || f->name[0]) {
        add_text(q, " UNION ");
        add_side(q, f, false);
    }
    add_order(q);
    add_text(q, ") g JOIN events e ON e.id = g.id"
                " ORDER BY g.ended DESC, g.id DESC");
}

static void bind_query(sqlite3_stmt *row, const store_game_filter *f,
                       int64_t before_end)
{
    sqlite3_bind_int(row, P_VARIANT, f->variant);
    sqlite3_bind_int(row, P_OUTCOME, f->outcome);
    sqlite3_bind_int64(row, P_SINCE, f->since);
    sqlite3_bind_int64(row, P_UNTIL, f->until);
    sqlite3_bind_int64(row, P_BEFORE_END, before_end);
    sqlite3_bind_int64(row, P_BEFORE_ID, (int64_t)f->before);
    sqlite3_bind_blob(row, P_KEY, f->key.bytes, sizeof(f->key.bytes),
                      SQLITE_STATIC);
    sqlite3_bind_blob(row, P_RIVAL, f->rival.bytes, sizeof(f->rival.bytes),
                      SQLITE_STATIC);
    sqlite3_bind_text(row, P_NAME, f->name, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, P_LIMIT, f->limit + 1);
}

static int read_game(sqlite_store *s, sqlite3_stmt *row, store_game *ret)
{
    event e;
    const int error = sqlite_read_event(s, row, &e);
    if (error)
        return error;
    if (e.kind != EVENT_GAME_OVER)
        return sqlite_damaged(s, "event %lld is not a finished game",
                              sqlite3_column_int64(row, 0));
    *ret = (store_game){.room = e.room, .ended = e.at, .game = e.as.over};
    return 0;
}

/* The query returns one game more than the limit if there is another page. */
static int list_games(sqlite_store *s, sqlite3_stmt *row, int limit,
                      store_game_sink *sink, void *context, uint64_t *ret_next)
{
    uint64_t last = 0;
    int code = SQLITE_DONE;
    for (int n = 0; (code = sqlite3_step(row)) == SQLITE_ROW; n++) {
        store_game g;
        const int error = read_game(s, row, &g);
        if (error)
            return error;
        if (n == limit) {
            *ret_next = last;
            return 0;
        }
        last = (uint64_t)sqlite3_column_int64(row, 0);
        if (!sink(&g, context))
            limit = n + 1;
    }
    if (code != SQLITE_DONE)
        return sqlite_fail(s, "list games");
    *ret_next = 0;
    return 0;
}

int sqlite_games(store *base, const store_game_filter *filter,
                 store_game_sink *sink, void *context, uint64_t *ret_next)
{
    sqlite_store *s = sqlite_of(base);
    uint64_t before_end = 0;
    if (filter->before && !sqlite_number(s, SQL_GAME_ENDED,
                                         (int64_t)filter->before, &before_end))
        return sqlite3_errcode(s->db) == SQLITE_OK ||
                       sqlite3_errcode(s->db) == SQLITE_DONE
                   ? -ENOENT
                   : sqlite_fail(s, "list games");
    sqlite_query q = {.length = 0};
    sqlite3_stmt *row = NULL;
    write_query(&q, filter);
    if (sqlite3_prepare_v2(s->db, q.text, -1, &row, NULL) != SQLITE_OK)
        return sqlite_fail(s, "list games");
    bind_query(row, filter, (int64_t)before_end);
    const int error =
        list_games(s, row, filter->limit, sink, context, ret_next);
    sqlite3_finalize(row);
    return error;
}

/* ---- One game ----------------------------------------------------------- */

typedef struct looking {
    int number;
    bool found;
    store_game *ret;
} looking;

static bool look_for_game(const event *e, void *context)
{
    looking *l = context;
    if (e->kind != EVENT_GAME_OVER || e->as.over.number != l->number)
        return true;
    l->found = true;
    *l->ret =
        (store_game){.room = e->room, .ended = e->at, .game = e->as.over};
    return false;
}

/* A game that waits for its projection is only in its room's log. */
static int find_in_room(sqlite_store *s, event_room room, int number,
                        store_game *ret)
{
    looking l = {.number = number, .ret = ret};
    const int error = sqlite_load(&s->base, room, 1, look_for_game, &l);
    return error ? error : l.found ? 0 : -ENOENT;
}

int sqlite_game_find(store *base, event_room room, int number, store_game *ret)
{
    sqlite_store *s = sqlite_of(base);
    sqlite3_stmt *row = sqlite_prepare(s, SQL_FIND_GAME);
    if (!row)
        return sqlite_fail(s, "find a game");
    sqlite3_bind_int64(row, 1, room);
    sqlite3_bind_int(row, 2, number);
    const int code = sqlite3_step(row);
    const int error = code == SQLITE_ROW    ? read_game(s, row, ret)
                      : code == SQLITE_DONE ? -ENOENT
                                            : sqlite_fail(s, "find a game");
    sqlite3_reset(row);
    return error == -ENOENT ? find_in_room(s, room, number, ret) : error;
}

/* ---- Statistics --------------------------------------------------------- */

int sqlite_player(store *base, const event_hash *key,
                  store_record out[STORE_MAX_RECORDS], int *ret_count)
{
    sqlite_store *s = sqlite_of(base);
    sqlite3_stmt *row = sqlite_prepare(s, SQL_PLAYER);
    if (!row)
        return sqlite_fail(s, "find a player");
    sqlite3_bind_blob(row, 1, key->bytes, sizeof(key->bytes), SQLITE_STATIC);
    int count = 0, code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW &&
           count < STORE_MAX_RECORDS)
        out[count++] = (store_record){
            .variant = (uint8_t)sqlite3_column_int(row, 0),
            .level = (uint8_t)sqlite3_column_int(row, 1),
            .wins = (uint32_t)sqlite3_column_int64(row, 2),
            .draws = (uint32_t)sqlite3_column_int64(row, 3),
            .losses = (uint32_t)sqlite3_column_int64(row, 4),
        };
    const int error =
        code == SQLITE_DONE ? 0 : sqlite_fail(s, "find a player");
    sqlite3_reset(row);
    if (!error)
        *ret_count = count;
    return error;
}

int sqlite_totals(store *base, oxo_variant variant, store_totals *ret)
{
    sqlite_store *s = sqlite_of(base);
    sqlite3_stmt *row = sqlite_prepare(s, SQL_TOTALS);
    if (!row)
        return sqlite_fail(s, "read the totals");
    sqlite3_bind_int(row, 1, (int)variant);
    const int code = sqlite3_step(row);
    store_totals t = {
        .x_wins = (uint64_t)sqlite3_column_int64(row, 0),
        .draws = (uint64_t)sqlite3_column_int64(row, 1),
        .o_wins = (uint64_t)sqlite3_column_int64(row, 2),
    };
    t.games = t.x_wins + t.draws + t.o_wins;
    const int error = code == SQLITE_ROW || code == SQLITE_DONE
                          ? 0
                          : sqlite_fail(s, "read the totals");
    sqlite3_reset(row);
    if (!error)
        *ret = t;
    return error;
}

int sqlite_explore(store *base, uint64_t place,
                   store_choice out[OXO_MAX_MOVES], int *ret_count)
{
    sqlite_store *s = sqlite_of(base);
    sqlite3_stmt *row = sqlite_prepare(s, SQL_EXPLORE);
    if (!row)
        return sqlite_fail(s, "explore");
    int64_t key;
    memcpy(&key, &place, sizeof(key));
    sqlite3_bind_int64(row, 1, key);
    int count = 0, code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW && count < OXO_MAX_MOVES)
        out[count++] = (store_choice){
            .move = (oxo_move)sqlite3_column_int(row, 0),
            .x_wins = (uint32_t)sqlite3_column_int64(row, 1),
            .draws = (uint32_t)sqlite3_column_int64(row, 2),
            .o_wins = (uint32_t)sqlite3_column_int64(row, 3),
        };
    const int error = code == SQLITE_DONE ? 0 : sqlite_fail(s, "explore");
    sqlite3_reset(row);
    *ret_count = count;
    return error;
}

/* ---- 001's boards ------------------------------------------------------- */

static oxo_classic read_board(sqlite3_stmt *row)
{
    oxo_classic p = {.turn = (uint8_t)sqlite3_column_int(row, 2)};
    p.board.cells[OXO_X] = (uint16_t)sqlite3_column_int(row, 0);
    p.board.cells[OXO_O] = (uint16_t)sqlite3_column_int(row, 1);
    return p;
}

int sqlite_board_get(store *base, const store_uuid *id, oxo_classic *ret)
{
    sqlite_store *s = sqlite_of(base);
    sqlite3_stmt *row = sqlite_prepare(s, SQL_FIND_BOARD);
    if (!row)
        return sqlite_fail(s, "find a board");
    sqlite3_bind_blob(row, 1, id->bytes, sizeof(id->bytes), SQLITE_STATIC);
    const int code = sqlite3_step(row);
    if (code == SQLITE_ROW)
        *ret = read_board(row);
    const int error = code == SQLITE_ROW    ? 0
                      : code == SQLITE_DONE ? -ENOENT
                                            : sqlite_fail(s, "find a board");
    sqlite3_reset(row);
    return error;
}

int sqlite_boards(store *base, store_board_sink *sink, void *context)
{
    sqlite_store *s = sqlite_of(base);
    sqlite3_stmt *row = sqlite_prepare(s, SQL_BOARDS);
    if (!row)
        return sqlite_fail(s, "read the boards");
    int code = SQLITE_DONE;
    bool more = true;
    while (more && (code = sqlite3_step(row)) == SQLITE_ROW) {
        store_board b = {.board = read_board(row)};
        if (sqlite3_column_bytes(row, 3) == sizeof(b.id.bytes))
            memcpy(b.id.bytes, sqlite3_column_blob(row, 3),
                   sizeof(b.id.bytes));
        more = sink(&b, context);
    }
    const int error =
        !more || code == SQLITE_DONE ? 0 : sqlite_fail(s, "read the boards");
    sqlite3_reset(row);
    return error;
}
