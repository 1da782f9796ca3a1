/* load_verify.c - checks that the server has everything that was acknowledged.
 *
 * Both seats of each room, which their tokens must still open, show its last
 * game. The archive shows the games before. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "load_http.h"
#include "load_parts.h"
#include "load_history.h"
#include "load_process.h"
#include "oxo/notation.h"

enum { SLICE = 4000, BODY = 16384 }; /* rooms at a time; bytes */

/* ---- The archive -------------------------------------------------------- */

static bool same_moves(const load_history_room *r, const load_history_game *g,
                       const json_doc *doc)
{
    char text[OXO_MOVE_TEXT], found[OXO_MOVE_TEXT];
    const int list = json_member(doc, 0, "moves");
    if (list == JSON_NONE || json_kind_of(doc, list) != JSON_ARRAY ||
        doc->tokens[list].count != g->sent)
        return false;
    for (int i = 0; i < g->sent; i++) {
        oxo_move_format(OXO_NATIVE, (oxo_variant)r->variant, g->moves[i],
                        text);
        if (!json_to_string(doc, list + 1 + i, found, sizeof found) ||
            strcmp(text, found) != 0)
            return false;
    }
    return true;
}

static void verify_game(load *l, load_http *http, const load_history_room *r,
                        int number)
{
    static char body[BODY];
    static json_token tokens[LOAD_TOKENS];
    char path[64];
    json_doc doc;
    const load_history_game *g = &r->games[number - 1];
    snprintf(path, sizeof path, "/api/v1/games/%s-%d", r->code, number);
    const int status = load_http_get(http, path, body, sizeof body);
    if (status != 200)
        load_add_anomaly(l, NULL, "LOST: %s gave %d", path, status);
    else if (g->made != g->sent ||
             !json_read(body, strlen(body), tokens, LOAD_TOKENS, &doc, NULL) ||
             !same_moves(r, g, &doc))
        load_add_anomaly(l, NULL, "LOST or DOUBLED: game %s-%d: %s", r->code,
                         number, body);
}

static void verify_archive(load *l, const load_history_room *rooms, int count)
{
    load_http http = {.address = &l->config.nodes[0], .fd = -1};
    for (int i = 0; i < count; i++)
        for (int g = 1; g < rooms[i].game_count; g++)
            verify_game(l, &http, &rooms[i], g);
    load_http_close(&http);
}

/* ---- Rooms -------------------------------------------------------------- */

static int verify_slice(const load_config *config,
                        const load_history_room *rooms, int count,
                        uint64_t *anomalies)
{
    load *l;
    load_config slice = *config;
    slice.rooms = count;
    slice.spectators = slice.idle = 0;
    slice.survive = false;
    slice.history = NULL;
    int error = load_create(&slice, &l);
    if (error)
        return error;
    for (int i = 0; i < count; i++)
        load_history_truth(&rooms[i], &l->rooms[i].truth);
    error = load_return(l);
    if (!error)
        verify_archive(l, rooms, count);
    *anomalies += l->result.anomalies;
    load_destroy(l);
    return error;
}

static void count_history(const load_history *h, load_verified *ret)
{
    ret->rooms = h->room_count;
    for (int i = 0; i < h->room_count; i++)
        for (int g = 0; g < h->rooms[i].game_count; g++) {
            ret->games++;
            ret->moves += h->rooms[i].games[g].made;
        }
}

int load_verify(const load_config *config, FILE *history, load_verified *ret)
{
    load_history h;
    *ret = (load_verified){.rooms = 0};
    int error = load_history_read(history, &h, &ret->line);
    if (error)
        return error;
    count_history(&h, ret);
    for (int i = 0; i < h.room_count && !error; i += SLICE) {
        const int left = h.room_count - i;
        error = verify_slice(config, &h.rooms[i], left < SLICE ? left : SLICE,
                             &ret->anomalies);
    }
    load_history_free(&h);
    return error;
}
