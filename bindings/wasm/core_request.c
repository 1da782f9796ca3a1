/* core_request.c - see core_request.h. */
#include "core_request.h"

#include <stdlib.h>
#include <string.h>

#include "oxo/intensity.h"

enum {
    MOST_BYTES = 1 << 20,
    MOST_TOKENS = 4096 /* more than a record with every note has */
};

static struct {
    char *text;
    size_t room;
} held;

static json_token tokens[MOST_TOKENS];

char *core_request(size_t size)
{
    if (size >= MOST_BYTES || !answer_ready())
        return NULL;
    if (held.room <= size) {
        char *text = realloc(held.text, size + 1);
        if (!text)
            return NULL;
        held.text = text;
        held.room = size + 1;
    }
    return held.text;
}

const char *request_text(void)
{
    return held.text;
}

bool request_open(wasm_request *r, size_t length)
{
    json_error error;
    r->refusal = (refusal){.status = OXO_OK};
    if (!json_read(held.text, length, tokens, MOST_TOKENS, &r->doc, &error))
        return refuse(&r->refusal, OXO_INVALID_MESSAGE, "%s", error.reason);
    if (json_kind_of(&r->doc, 0) != JSON_OBJECT)
        return refuse(&r->refusal, OXO_INVALID_MESSAGE, "expected an object");
    return true;
}

/* ---- Members ------------------------------------------------------------ */

bool request_int(wasm_request *r, int at, const char *key, int64_t least,
                 int64_t most, int64_t *ret)
{
    const int value = json_member(&r->doc, at, key);
    if (value == JSON_NONE || json_to_int(&r->doc, value, least, most, ret))
        return true;
    return refuse(&r->refusal, OXO_INVALID_MESSAGE,
                  "%s is not a whole number from %lld to %lld", key,
                  (long long)least, (long long)most);
}

bool request_string(wasm_request *r, int at, const char *key, char *out,
                    size_t size)
{
    const int value = json_member(&r->doc, at, key);
    if (value == JSON_NONE || json_kind_of(&r->doc, value) != JSON_STRING)
        return refuse(&r->refusal, OXO_INVALID_MESSAGE, "%s is not a string",
                      key);
    if (!json_to_string(&r->doc, value, out, size))
        return refuse(&r->refusal, OXO_TEXT_TOO_LONG, "%s is too long", key);
    return true;
}

enum { LONGEST_WORD = 32 };

bool request_variant(wasm_request *r, int at, oxo_variant *ret)
{
    char word[LONGEST_WORD];
    const int value = json_member(&r->doc, at, "variant");
    if (value != JSON_NONE &&
        json_to_string(&r->doc, value, word, sizeof word) &&
        oxo_variant_find(word, ret))
        return true;
    return refuse(&r->refusal, OXO_UNKNOWN_VARIANT, "%s",
                  oxo_status_sentence(OXO_UNKNOWN_VARIANT));
}

bool request_notation(wasm_request *r, int at, oxo_notation *ret)
{
    char word[LONGEST_WORD];
    const int value = json_member(&r->doc, at, "notation");
    *ret = OXO_NATIVE;
    if (value == JSON_NONE ||
        (json_to_string(&r->doc, value, word, sizeof word) &&
         oxo_notation_find(word, ret)))
        return true;
    return refuse(&r->refusal, OXO_INVALID_MESSAGE,
                  "there is no such notation");
}

/* ---- Games -------------------------------------------------------------- */

bool request_position(wasm_request *r, int at, const char *key,
                      oxo_variant variant, oxo_position *ret)
{
    char text[2 * OXO_POSITION_TEXT]; /* a longer text is refused with a
                                         sentence */
    oxo_text_error error;
    if (!request_string(r, at, key, text, sizeof text))
        return false;
    if (oxo_position_parse(OXO_NATIVE, variant, text, ret, &error) != OXO_OK)
        return refuse_text(&r->refusal, &error);
    return true;
}

bool request_move(wasm_request *r, int at, oxo_variant variant, oxo_move *ret)
{
    char text[LONGEST_WORD];
    oxo_text_error error;
    if (!json_to_string(&r->doc, at, text, sizeof text))
        return refuse(&r->refusal, OXO_SYNTAX, "a move is a short string");
    if (oxo_move_parse(OXO_NATIVE, variant, text, ret, &error) != OXO_OK)
        return refuse_text(&r->refusal, &error);
    return true;
}

/* Plays a move without a time, and with its heuristic intensity. */
static oxo_status play_move(oxo_game *g, oxo_move m)
{
    const oxo_status status = oxo_game_check(g, m);
    if (status != OXO_OK)
        return status;
    const oxo_position next = oxo_position_play(&g->now, m);
    const oxo_turn turn = {.move = m, .intensity = oxo_intensity_of(&next)};
    return oxo_game_play(g, &turn, g);
}

static bool play_moves(wasm_request *r, int moves, oxo_game *g)
{
    const oxo_variant variant = oxo_game_variant(g);
    int at = moves + 1;
    for (uint32_t i = 0; i < r->doc.tokens[moves].count; i++) {
        oxo_move m = OXO_NO_MOVE;
        if (!request_move(r, at, variant, &m))
            return false;
        const oxo_status status = play_move(g, m);
        if (status != OXO_OK)
            return refuse(&r->refusal, status, "move %u: %s", (unsigned)i + 1,
                          oxo_status_sentence(status));
        at = (int)r->doc.tokens[at].next;
    }
    return true;
}

bool request_game(wasm_request *r, int at, const char *key, oxo_game *ret)
{
    oxo_variant variant = OXO_CLASSIC;
    oxo_position start;
    const int game = key ? json_member(&r->doc, at, key) : at;
    if (game == JSON_NONE || json_kind_of(&r->doc, game) != JSON_OBJECT)
        return refuse(&r->refusal, OXO_INVALID_MESSAGE, "there is no game");
    if (!request_variant(r, game, &variant))
        return false;
    start = oxo_position_start(variant);
    if (json_member(&r->doc, game, "start") != JSON_NONE &&
        !request_position(r, game, "start", variant, &start))
        return false;
    const int moves = json_member(&r->doc, game, "moves");
    if (moves == JSON_NONE || json_kind_of(&r->doc, moves) != JSON_ARRAY)
        return refuse(&r->refusal, OXO_INVALID_MESSAGE,
                      "moves are not an array");
    oxo_game g = oxo_game_from(&start);
    if (!play_moves(r, moves, &g))
        return false;
    *ret = g;
    return true;
}
