/* api_games.c - finished games, players' records, the opening explorer: what
 * the store derives from the events. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api_question.h"
#include "json_write.h"
#include "oxo/notation.h"
#include "secret.h"
#include "store_record.h"

/* ---- A game as JSON ----------------------------------------------------- */

static const char *result_word(int outcome)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return words[outcome];
}

static void write_moves(json_writer *w, const event_game *g)
{
    char text[OXO_MOVE_TEXT];
    json_open_array(w, "moves");
    for (int i = 0; i < g->length; i++) {
        oxo_move_format(OXO_NATIVE, (oxo_variant)g->variant, g->moves[i],
                        text);
        json_string(w, NULL, text);
    }
    json_close(w);
    json_open_array(w, "took");
    for (int i = 0; i < g->length; i++)
        json_uint(w, NULL, g->took[i]);
    json_close(w);
}

/* The side of the player whose key was sent. */
static void write_you(json_writer *w, const event_game *g,
                      const event_hash *key)
{
    if (event_hash_is_none(key))
        return;
    const bool is_x = event_hash_equal(&g->players[OXO_X].key, key);
    json_string(w, "you", is_x ? "X" : "O");
}

/* `key` is the client's, or none. */
static void write_game(json_writer *w, const store_game *g,
                       const event_hash *key)
{
    char name[STORE_GAME_NAME];
    const event_game *game = &g->game;
    store_game_name(g, name);
    json_open_object(w, NULL);
    json_string(w, "id", name);
    json_string(w, "variant", oxo_variant_word((oxo_variant)game->variant));
    json_string(w, "result", result_word(game->outcome));
    json_string(w, "reason", event_reason_word((event_reason)game->reason));
    json_int(w, "started", game->started);
    json_int(w, "ended", g->ended);
    json_int(w, "initial", game->initial);
    json_int(w, "increment", game->increment);
    api_write_player(w, "X", &game->players[OXO_X]);
    api_write_player(w, "O", &game->players[OXO_O]);
    write_you(w, game, key);
    write_moves(w, game);
    json_close(w);
}

/* ---- Lists -------------------------------------------------------------- */

/* A list that is being written, and the key of the client. */
typedef struct listing {
    json_writer writer;
    event_hash key;
} listing;

static bool sink_json(const store_game *g, void *context)
{
    listing *list = context;
    write_game(&list->writer, g, &list->key);
    return true;
}

/* Finds the rival in the named game: the player on the other side of the
 * client. Keys are secret, so a client names a rival by a game that both
 * played. */
static int find_rival(store *s, api_question *q)
{
    store_game g;
    store_game_filter *f = &q->filter;
    if (q->number == 0)
        return 0;
    const int error = store_game_find(s, q->room, q->number, &g);
    if (error < 0)
        return error;
    const event_player *players = g.game.players;
    for (int mark = OXO_X; mark <= OXO_O; mark++)
        if (event_hash_equal(&players[mark].key, &f->key))
            f->rival = players[OXO_O - mark].key;
    return event_hash_is_none(&f->rival) ? -ENOENT : 0;
}

static int ask_games(store *s, api_question *q)
{
    uint64_t next = 0;
    int error = find_rival(s, q);
    if (error < 0)
        return error;
    listing list = {json_to(q->body.out), q->filter.key};
    json_writer *w = &list.writer;
    json_open_object(w, NULL);
    json_open_array(w, "games");
    error = store_games(s, &q->filter, sink_json, &list, &next);
    json_close(w);
    if (next > 0) {
        char place[24];
        snprintf(place, sizeof place, "%llu", (unsigned long long)next);
        json_string(w, "next", place);
    } else {
        json_null(w, "next");
    }
    json_close(w);
    return error;
}

static void write_game_file(const store_game *g, FILE *out)
{
    static _Thread_local oxo_record record;
    static _Thread_local char text[OXO_RECORD_TEXT];
    size_t length;
    if (!store_game_record(g, &record))
        return; /* `oxo store check` reports it */
    oxo_record_format(&record, text, &length);
    if (ftell(out) > 0)
        fputc('\n', out);
    fwrite(text, 1, length, out);
}

static bool sink_file(const store_game *g, void *context)
{
    const api_question *q = context;
    write_game_file(g, q->body.out);
    return true;
}

static int ask_file(store *s, api_question *q)
{
    const int error = find_rival(s, q);
    if (error < 0)
        return error;
    return store_games(s, &q->filter, sink_file, q, &q->next);
}

static bool read_result(const api_call *call, store_game_filter *f)
{
    char word[16];
    if (!api_query_text(call, "result", word, sizeof word))
        return false;
    if (!*word)
        return true;
    for (int i = OXO_X_WINS; i <= OXO_DRAW; i++)
        if (strcmp(word, result_word(i)) == 0)
            f->outcome = i;
    if (f->outcome == 0)
        api_refuse(call, OXO_INVALID_MESSAGE,
                   "result must be 1-0, 0-1 or 1/2-1/2");
    return f->outcome != 0;
}

/* The games that a request asks for: a filter, and the game of the rival. */
typedef struct wanted_games {
    store_game_filter filter;
    event_room room;
    int number; /* 0: no rival */
} wanted_games;

/* A client that sends a key gets the games of that player; with `rival`, the
 * name of one of these games, only those against the same person. Other games
 * of rooms by link are not listed; a client with the link can get them one by
 * one. */
static bool read_players(const api_call *call, wanted_games *ret)
{
    wire_secret secret;
    char text[STORE_GAME_NAME];
    bool has;
    store_game_filter *f = &ret->filter;
    if (!api_query_text(call, "player", f->name, sizeof f->name) ||
        !api_bearer(call, &has, &secret) ||
        !api_query_text(call, "rival", text, sizeof text))
        return false;
    f->is_public = !has;
    if (has)
        f->key = secret_hash(&secret);
    if (!*text || (has && store_game_name_parse(text, strlen(text), &ret->room,
                                                &ret->number)))
        return true;
    api_refuse(call, OXO_INVALID_MESSAGE,
               "rival must be the id of a game played with the key in "
               "Authorization");
    return false;
}

/* The largest number that all clients represent exactly. */
#define MOST_NUMBER ((INT64_C(1) << 53) - 1)

static bool read_wanted(const api_call *call, wanted_games *ret)
{
    int64_t limit, before;
    oxo_variant variant = (oxo_variant)-1;
    store_game_filter *f = &ret->filter;
    if (!api_query_variant(call, &variant) || !read_result(call, f) ||
        !read_players(call, ret) ||
        !api_query_int(call, "limit", 1, STORE_MAX_PAGE, 50, &limit) ||
        !api_query_int(call, "before", 0, MOST_NUMBER, 0, &before) ||
        !api_query_int(call, "since", 0, MOST_NUMBER, 0, &f->since) ||
        !api_query_int(call, "until", 0, MOST_NUMBER, 0, &f->until))
        return false;
    f->variant = (int)variant;
    f->limit = (int)limit;
    f->before = (uint64_t)before;
    return true;
}

static void ask_for_games(const api_call *call,
                          int (*ask)(store *s, api_question *q),
                          const char *headers)
{
    wanted_games w = {0};
    if (!read_wanted(call, &w))
        return;
    api_question *q = api_question_create(call, ask);
    if (!q)
        return;
    q->filter = w.filter;
    q->room = w.room;
    q->number = w.number;
    q->headers = headers;
    api_question_submit(q);
}

#define HEADERS_FILE                                                          \
    "Content-Type: application/vnd.oxo.tpgn; charset=utf-8\r\n" HEADERS_API

void api_list_games(const api_call *call)
{
    ask_for_games(call, ask_games, HEADERS_JSON);
}

void api_export_games(const api_call *call)
{
    ask_for_games(call, ask_file,
                  "Content-Disposition: attachment; "
                  "filename=games.tpgn\r\n" HEADERS_FILE);
}

/* ---- One game ----------------------------------------------------------- */

static int ask_game(store *s, api_question *q)
{
    store_game g;
    const int error = store_game_find(s, q->room, q->number, &g);
    json_writer w = json_to(q->body.out);
    const event_hash nobody = {0};
    if (error == 0)
        write_game(&w, &g, &nobody);
    return error;
}

static int ask_game_file(store *s, api_question *q)
{
    store_game g;
    const int error = store_game_find(s, q->room, q->number, &g);
    if (error == 0)
        write_game_file(&g, q->body.out);
    return error;
}

static void ask_for_game(const api_call *call,
                         int (*ask)(store *s, api_question *q),
                         const char *headers)
{
    const net_text name = call->parameters[0];
    event_room room_id;
    int number;
    if (!store_game_name_parse(name.bytes, name.length, &room_id, &number)) {
        api_refuse(call, OXO_NOT_FOUND, NULL);
        return;
    }
    api_question *q = api_question_create(call, ask);
    if (!q)
        return;
    q->room = room_id;
    q->number = number;
    q->headers = headers;
    api_question_submit(q);
}

void api_get_game(const api_call *call)
{
    ask_for_game(call, ask_game, HEADERS_JSON);
}

void api_get_game_file(const api_call *call)
{
    ask_for_game(call, ask_game_file, HEADERS_FILE);
}

/* ---- Statistics --------------------------------------------------------- */

static int ask_record(store *s, api_question *q)
{
    store_record records[STORE_MAX_RECORDS];
    int count = 0;
    const int error = store_player(s, &q->key, records, &count);
    json_writer w = json_to(q->body.out);
    json_open_object(&w, NULL);
    json_open_array(&w, "records");
    for (int i = 0; error == 0 && i < count; i++) {
        const store_record *r = &records[i];
        json_open_object(&w, NULL);
        json_string(&w, "variant", oxo_variant_word((oxo_variant)r->variant));
        if (r->level > 0)
            json_int(&w, "level", r->level);
        else
            json_null(&w, "level");
        json_uint(&w, "wins", r->wins);
        json_uint(&w, "draws", r->draws);
        json_uint(&w, "losses", r->losses);
        json_close(&w);
    }
    json_close(&w);
    json_close(&w);
    return error;
}

void api_my_record(const api_call *call)
{
    wire_secret key;
    bool has;
    if (!api_bearer(call, &has, &key))
        return;
    if (!has) {
        api_refuse(call, OXO_INVALID_TOKEN,
                   "a key is needed: Authorization: Bearer KEY");
        return;
    }
    api_question *q = api_question_create(call, ask_record);
    if (!q)
        return;
    q->key = secret_hash(&key);
    api_question_submit(q);
}

static int ask_totals(store *s, api_question *q)
{
    int error = 0;
    json_writer w = json_to(q->body.out);
    json_open_object(&w, NULL);
    for (int i = 0; error == 0 && i < OXO_VARIANTS; i++) {
        store_totals t = {0};
        error = store_totals_of(s, (oxo_variant)i, &t);
        json_open_object(&w, oxo_variant_word((oxo_variant)i));
        json_uint(&w, "games", t.games);
        json_uint(&w, "x-wins", t.x_wins);
        json_uint(&w, "draws", t.draws);
        json_uint(&w, "o-wins", t.o_wins);
        json_close(&w);
    }
    json_close(&w);
    return error;
}

void api_get_totals(const api_call *call)
{
    api_question *q = api_question_create(call, ask_totals);
    if (q)
        api_question_submit(q);
}

/* ---- The explorer ------------------------------------------------------- */

static int ask_explorer(store *s, api_question *q)
{
    store_choice choices[OXO_MAX_MOVES];
    char text[OXO_POSITION_TEXT];
    int count = 0;
    const int error = store_explore(s, &q->position, choices, &count);
    json_writer w = json_to(q->body.out);
    oxo_position_format(OXO_NATIVE, &q->position, text, NULL);
    json_open_object(&w, NULL);
    json_string(&w, "variant",
                oxo_variant_word((oxo_variant)q->position.variant));
    json_string(&w, "position", text);
    json_open_array(&w, "moves");
    for (int i = 0; error == 0 && i < count; i++) {
        char move[OXO_MOVE_TEXT];
        oxo_move_format(OXO_NATIVE, (oxo_variant)q->position.variant,
                        choices[i].move, move);
        json_open_object(&w, NULL);
        json_string(&w, "move", move);
        json_uint(&w, "x-wins", choices[i].x_wins);
        json_uint(&w, "draws", choices[i].draws);
        json_uint(&w, "o-wins", choices[i].o_wins);
        json_close(&w);
    }
    json_close(&w);
    json_close(&w);
    return error;
}

void api_explore(const api_call *call)
{
    oxo_position position;
    if (!api_query_position(call, &position))
        return;
    api_question *q = api_question_create(call, ask_explorer);
    if (!q)
        return;
    q->position = position;
    api_question_submit(q);
}
