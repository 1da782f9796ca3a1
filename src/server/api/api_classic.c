/* api_classic.c - 001's service by HTTP: POST /game/{uuid} with a board of
 * numbers; the answer is the board after the computer's move.
 *
 * The journal's reading thread reads the stored game, the move is checked
 * here, and the result is saved with the next commit. Until then other moves
 * in the same game are refused. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api_private.h"
#include "classic_service.h"

static bool read_game(const api_call *call, classic_game *ret)
{
    char sentence[CLASSIC_SENTENCE];
    const net_text id = call->parameters[0], body = call->request->body;
    const oxo_status status = classic_game_read(
        id.bytes, id.length, body.bytes, body.length, ret, sentence);
    if (status != OXO_OK)
        api_refuse(call, status, sentence);
    return status == OXO_OK;
}

/* ---- One request -------------------------------------------------------- */

/* A game that is being read. */
struct api_turn {
    journal_task task; /* first: the journal hands this back */
    api *api;
    origin who;
    classic_game now, before;
    struct api_turn *next;
};
typedef struct api_turn api_turn;

static int fetch_board(store *s, journal_task *task)
{
    api_turn *t = (api_turn *)task;
    oxo_classic p;
    const int error = store_board_get(s, &t->now.id, &p);
    if (error == 0)
        t->before = (classic_game){.id = t->now.id, .board = p.board};
    return error;
}

/* Is the game being read, or its result not stored yet? */
static bool is_busy(const api *a, const store_uuid *id)
{
    if (hub_board_is_pending(a->options.hub, id))
        return true;
    for (const api_turn *t = a->turns; t; t = t->next)
        if (memcmp(&t->now.id, id, sizeof *id) == 0)
            return true;
    return false;
}

static void remove_turn(api *a, const api_turn *turn)
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
    *t = (api_turn){.task = {.kind = JOURNAL_QUERY, .run = fetch_board},
                    .api = a,
                    .who = call->who,
                    .now = now,
                    .next = a->turns};
    a->turns = t;
    journal_submit(a->options.journal, &t->task);
}

/* ---- The answer --------------------------------------------------------- */

static void save_answer(const api_call *call, const classic_answer *answer)
{
    const journal_board board = {
        .id = answer->game.id,
        .board = {.board = answer->game.board, .turn = OXO_X}};
    api_body body;
    if (!api_body_open(call, &body))
        return;
    classic_answer_write(answer, body.out);
    fclose(body.out);
    hub_store_board(call->api->options.hub, &call->who, &board, body.text,
                    body.length);
    free(body.text);
}

bool api_classic_fetched(api *a, journal_task *task)
{
    if (task->run != fetch_board)
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
            save_answer(&call, &answer);
        else
            hub_refuse_as(a->options.hub, &t->who, 400, status, NULL);
    }
    remove_turn(a, t);
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
