/* api_classic.c - 001's service by HTTP: POST /game/{uuid} with a board of
 * numbers, answered with the board after the computer's move.
 *
 * The stored game is read on the store's reading thread, judged here, and
 * saved with the next commit; until then the same game takes no other move. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api_private.h"
#include "classic_service.h"
#include "json_read.h"
#include "json_write.h"

/* ---- Reading ------------------------------------------------------------ */

enum { MOST_TOKENS = 64 };

static bool complain(const api_call *call, oxo_status status,
                     const char *sentence)
{
    api_refuse(call, status, sentence);
    return false;
}

static bool read_row(const json_doc *doc, int row, int out[3])
{
    for (int i = 0; i < 3; i++) {
        int64_t value;
        if (!json_to_int(doc, json_element(doc, row, i), INT32_MIN, INT32_MAX,
                         &value))
            return false;
        out[i] = (int)value;
    }
    return json_element(doc, row, 3) == JSON_NONE;
}

static bool read_board(const api_call *call, const json_doc *doc,
                       oxo_board *ret)
{
    const int rows = json_member(doc, 0, "board");
    int values[3][3];
    if (rows == JSON_NONE)
        return complain(call, OXO_INVALID_MESSAGE, "there is no board");
    for (int i = 0; i < 3; i++)
        if (!read_row(doc, json_element(doc, rows, i), values[i]))
            return complain(call, OXO_BOARD_SIZE, NULL);
    if (json_element(doc, rows, 3) != JSON_NONE)
        return complain(call, OXO_BOARD_SIZE, NULL);
    const oxo_status status = oxo_board_from_matrix(&values[0][0], 3, 3, ret);
    return status == OXO_OK || complain(call, status, NULL);
}

/* The body may repeat the id, but not name another game. */
static bool read_id(const api_call *call, const json_doc *doc, store_uuid *ret)
{
    const net_text path = call->parameters[0];
    char text[CLASSIC_UUID_TEXT];
    store_uuid again;
    const int value = json_member(doc, 0, "uuid");
    if (!classic_uuid_parse(path.bytes, path.length, ret))
        return complain(call, OXO_INVALID_MESSAGE,
                        "the address does not end in a UUID");
    if (value == JSON_NONE)
        return true;
    if (!json_to_string(doc, value, text, sizeof text) ||
        !classic_uuid_parse(text, strlen(text), &again))
        return complain(call, OXO_INVALID_MESSAGE, "uuid is no UUID");
    if (memcmp(&again, ret, sizeof again) != 0)
        return complain(call, OXO_INVALID_MESSAGE,
                        "uuid is not that of the address");
    return true;
}

static bool read_game(const api_call *call, classic_game *ret)
{
    json_token tokens[MOST_TOKENS];
    json_doc doc;
    json_error error;
    char sentence[160];
    const net_text body = call->request->body;
    if (!json_read(body.bytes, body.length, tokens, MOST_TOKENS, &doc,
                   &error)) {
        snprintf(sentence, sizeof sentence, "byte %zu: %s", error.offset + 1,
                 error.reason);
        return complain(call, OXO_INVALID_MESSAGE, sentence);
    }
    if (json_kind_of(&doc, 0) != JSON_OBJECT)
        return complain(call, OXO_INVALID_MESSAGE, "it is no JSON object");
    return read_id(call, &doc, &ret->id) &&
           read_board(call, &doc, &ret->board);
}

/* ---- One request -------------------------------------------------------- */

/* A game between its reading and its saving. */
struct api_turn {
    journal_task task; /* first: the journal hands this back */
    api *api;
    origin who;
    classic_game now, before;
    struct api_turn *next;
};
typedef struct api_turn api_turn;

static int fetch(store *s, journal_task *task)
{
    api_turn *t = (api_turn *)task;
    oxo_classic p;
    const int error = store_board_get(s, &t->now.id, &p);
    if (error == 0)
        t->before = (classic_game){.id = t->now.id, .board = p.board};
    return error;
}

/* Between the reading of a game and the commit of its answer. */
static bool is_busy(const api *a, const store_uuid *id)
{
    if (hub_board_is_pending(a->options.hub, id))
        return true;
    for (const api_turn *t = a->turns; t; t = t->next)
        if (memcmp(&t->now.id, id, sizeof *id) == 0)
            return true;
    return false;
}

static void forget(api *a, const api_turn *turn)
{
    api_turn **at = &a->turns;
    while (*at != turn)
        at = &(*at)->next;
    *at = turn->next;
}

void api_classic_move(const api_call *call)
{
    api *a = call->api;
    classic_game now;
    if (!read_game(call, &now))
        return;
    if (is_busy(a, &now.id)) {
        api_refuse(call, OXO_MOVE_IN_PROGRESS, NULL);
        return;
    }
    api_turn *t = calloc(1, sizeof *t);
    if (!t) {
        api_refuse(call, OXO_STORE_UNAVAILABLE, "out of memory");
        return;
    }
    *t = (api_turn){.task = {.kind = JOURNAL_QUERY, .run = fetch},
                    .api = a,
                    .who = call->who,
                    .now = now,
                    .next = a->turns};
    a->turns = t;
    journal_submit(a->options.journal, &t->task);
}

/* ---- The answer --------------------------------------------------------- */

static void write_board(json_writer *w, const oxo_board *board)
{
    int values[3][3];
    oxo_board_to_matrix(*board, values);
    json_open_array(w, "board");
    for (int row = 0; row < 3; row++) {
        json_open_array(w, NULL);
        for (int col = 0; col < 3; col++)
            json_int(w, NULL, values[row][col]);
        json_close(w);
    }
    json_close(w);
}

static void write_answer(FILE *out, const classic_answer *answer)
{
    char id[CLASSIC_UUID_TEXT];
    json_writer w = json_to(out);
    classic_uuid_format(&answer->game.id, id);
    json_open_object(&w, NULL);
    json_string(&w, "uuid", id);
    write_board(&w, &answer->game.board);
    if (answer->over) {
        json_bool(&w, "game_over", true);
        json_int(&w, "winner", answer->winner);
    }
    json_close(&w);
}

static void save(const api_call *call, const classic_answer *answer)
{
    const journal_board board = {
        .id = answer->game.id,
        .board = {.board = answer->game.board, .turn = OXO_X}};
    api_body body;
    if (!api_body_open(call, &body))
        return;
    write_answer(body.out, answer);
    fclose(body.out);
    hub_store_board(call->api->options.hub, &call->who, &board, body.text,
                    body.length);
    free(body.text);
}

bool api_classic_fetched(api *a, journal_task *task)
{
    if (task->run != fetch)
        return false;
    api_turn *t = (api_turn *)task;
    const api_call call = {.api = a, .who = t->who};
    classic_answer answer;
    if (task->error < 0 && task->error != -ENOENT) {
        api_refuse(&call, OXO_STORE_UNAVAILABLE, "the store cannot be read");
    } else {
        const oxo_status status = classic_answer_to(
            &t->now, task->error == 0 ? &t->before : NULL, &answer);
        if (status == OXO_OK)
            save(&call, &answer);
        else
            hub_refuse_as(a->options.hub, &t->who, 400, status, NULL);
    }
    forget(a, t);
    free(t);
    return true;
}

void api_classic_clear(api *a)
{
    while (a->turns) {
        api_turn *t = a->turns;
        a->turns = t->next;
        free(t);
    }
}

void api_classic_health(const api_call *call)
{
    static const char body[] = "{\"status\":\"healthy\"}\n";
    net_respond(call->api->options.net, call->request->id, 200, HEADERS_JSON,
                body, sizeof body - 1);
}
