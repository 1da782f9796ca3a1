/* fuzz-api.c - what comes by HTTP before anybody looks at a room: parameters
 * of the address, and the bodies of 001's games.
 *
 * The first line of the input is a query, the rest a body. Values are compared
 * with a second reader that goes about it otherwise; games that are read are
 * written and read again. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_query.h"
#include "classic_service.h"
#include "event.h"
#include "fuzz.h"
#include "json_read.h"
#include "utf8.h"

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* ---- A second reader ---------------------------------------------------- */

enum { MOST_PAIRS = 64, MOST_TEXT = 256 };

typedef struct pair {
    char name[MOST_TEXT], value[MOST_TEXT];
    size_t length; /* of the value */
    bool bad;      /* the value is malformed or longer than this */
} pair;

typedef struct form {
    pair pairs[MOST_PAIRS];
    int count;
    bool odd; /* a name that is escaped or long, or too many pairs */
} form;

static int hex(int c)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) % 16 : -1;
}

static void read_value(const char *at, const char *end, pair *p)
{
    for (; at < end && !p->bad; at++) {
        int c = (unsigned char)*at;
        if (c == '%') {
            p->bad = end - at < 3 || hex(at[1]) < 0 || hex(at[2]) < 0;
            c = p->bad ? 0 : hex(at[1]) * 16 + hex(at[2]);
            at += p->bad ? 0 : 2;
        } else if (c == '+') {
            c = ' ';
        }
        p->bad |= c == 0 || p->length + 1 == MOST_TEXT;
        if (!p->bad)
            p->value[p->length++] = (char)c;
    }
    p->value[p->length] = '\0';
}

static void read_pair(const char *at, const char *end, form *f)
{
    const char *equals = at;
    while (equals < end && *equals != '=')
        equals++;
    const size_t length = (size_t)(equals - at);
    if (f->count == MOST_PAIRS || length >= MOST_TEXT ||
        memchr(at, '%', length) || memchr(at, '+', length) ||
        memchr(at, 0, length)) {
        f->odd = true;
        return;
    }
    pair *p = &f->pairs[f->count++];
    memset(p, 0, sizeof *p);
    memcpy(p->name, at, length);
    if (equals < end)
        read_value(equals + 1, end, p);
}

static void read_form(net_text query, form *f)
{
    const char *at = query.bytes, *end = at + query.length;
    f->count = 0;
    f->odd = false;
    while (at < end) {
        const char *stop = at;
        while (stop < end && *stop != '&')
            stop++;
        if (stop > at)
            read_pair(at, stop, f);
        at = stop < end ? stop + 1 : end;
    }
}

/* How many have the name; the last of them. */
static int find(const form *f, const char *name, const pair **ret)
{
    int count = 0;
    for (int i = 0; i < f->count; i++) {
        if (strcmp(f->pairs[i].name, name) == 0) {
            *ret = &f->pairs[i];
            count++;
        }
    }
    return count;
}

/* ---- Parameters --------------------------------------------------------- */

static void check_sentence(const char *sentence)
{
    require(memchr(sentence, '\0', API_SENTENCE) && *sentence);
    require(utf8_is_safe(sentence, strlen(sentence)));
}

static void check_known(const net_request *r, const form *f)
{
    char sentence[API_SENTENCE] = "";
    bool known = !f->odd;
    for (int i = 0; i < f->count; i++)
        known &= strcmp(f->pairs[i].name, "limit") == 0 ||
                 strcmp(f->pairs[i].name, "player") == 0;
    const bool found = query_is_known(r, "limit player", sentence);
    require(found == known || (f->odd && !found));
    if (!found)
        check_sentence(sentence);
}

static void check_text(const net_request *r, const form *f)
{
    char sentence[API_SENTENCE] = "", out[EVENT_NAME_BYTES + 1];
    const pair *p = NULL;
    const int count = find(f, "player", &p);
    const bool right =
        count == 0 || (count == 1 && !p->bad && p->length < sizeof out &&
                       utf8_is_safe(p->value, p->length));
    require(query_text(r, "player", out, sizeof out, sentence) == right);
    require(strcmp(out, right && count == 1 ? p->value : "") == 0);
    if (!right)
        check_sentence(sentence);
}

static bool is_number(const pair *p, int64_t *ret)
{
    *ret = 0;
    for (size_t i = 0; i < p->length; i++) {
        if (p->value[i] < '0' || p->value[i] > '9' || i == 18)
            return false;
        *ret = *ret * 10 + (p->value[i] - '0');
    }
    return p->length > 0 && !p->bad;
}

static void check_int(const net_request *r, const form *f)
{
    char sentence[API_SENTENCE] = "";
    int64_t value = -7, expected;
    const pair *p = NULL;
    const int count = find(f, "limit", &p);
    const bool right = count == 0 || (count == 1 && is_number(p, &expected) &&
                                      expected >= 1 && expected <= 200);
    require(query_int(r, "limit", 1, 200, &value, sentence) == right);
    require(value == (right && count == 1 ? expected : -7));
    if (!right)
        check_sentence(sentence);
}

static void check_query(const char *text, size_t length)
{
    static form f;
    net_request r = {.query = {text, length}};
    read_form(r.query, &f);
    check_known(&r, &f);
    /* The rest is not asked of a query that was refused. */
    if (f.odd)
        return;
    check_text(&r, &f);
    check_int(&r, &f);
}

/* ---- Boards ------------------------------------------------------------- */

static const char id[] = "9f2c4a52-0d5b-4f0e-9a51-0d8d2e5c7f11";

static void check_again(const classic_game *game)
{
    const classic_answer answer = {.game = *game};
    char *text = NULL, sentence[CLASSIC_SENTENCE];
    size_t length = 0;
    classic_game again;
    FILE *out = open_memstream(&text, &length);
    require(out != NULL);
    classic_answer_write(&answer, out);
    fclose(out);
    require(classic_game_read(id, sizeof id - 1, text, length, &again,
                              sentence) == OXO_OK);
    require(memcmp(&again.id, &game->id, sizeof again.id) == 0);
    for (int i = 0; i < OXO_CELLS; i++)
        require(oxo_board_at(again.board, i) == oxo_board_at(game->board, i));
    free(text);
}

static void check_body(const char *text, size_t length)
{
    char sentence[CLASSIC_SENTENCE] = "";
    classic_game game;
    const oxo_status status =
        classic_game_read(id, sizeof id - 1, text, length, &game, sentence);
    if (status == OXO_OK) {
        check_again(&game);
        return;
    }
    require(status == OXO_INVALID_MESSAGE || status == OXO_BOARD_SIZE ||
            status == OXO_CELL_VALUE);
    require(memchr(sentence, '\0', sizeof sentence) && *sentence);
    require(utf8_is_safe(sentence, strlen(sentence)));
}

FUZZ_TARGET("fuzz-api", data, size)
{
    const char *text = size > 0 ? (const char *)data : "";
    const char *line = memchr(text, '\n', size);
    const size_t length = line ? (size_t)(line - text) : size;
    store_uuid named;
    check_query(text, length);
    if (line)
        check_body(line + 1, size - length - 1);
    /* The address has an id, too. */
    if (classic_uuid_parse(text, length, &named)) {
        char again[CLASSIC_UUID_TEXT];
        classic_uuid_format(&named, again);
        for (size_t i = 0; i < length; i++)
            require((again[i] | 32) == (text[i] | 32));
    }
    return 0;
}
