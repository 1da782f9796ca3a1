/* fuzz-json.c - reads any bytes as JSON.
 *
 * What is accepted is written again from its tokens and read once more: the
 * tokens must be the same, and mean the same. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "json_read.h"
#include "json_text.h"

enum { MAX = 256 };

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* ---- Writing tokens again ----------------------------------------------- */

/* A string's characters, which may be anything but NUL. */
static char *text_of(const json_doc *doc, int value)
{
    const size_t room = doc->tokens[value].length + 1;
    char *text = malloc(room);
    require(text && json_to_string(doc, value, text, room));
    require(json_is(doc, value, text));
    return text;
}

static char *put_string(char *at, const json_doc *doc, int value)
{
    char *text = text_of(doc, value);
    const size_t length = strlen(text);
    *at++ = '"';
    for (size_t i = 0, used; i < length; i += used)
        at += json_escape(text + i, length - i, &used, at);
    *at++ = '"';
    free(text);
    return at;
}

static char *put_value(char *at, const json_doc *doc, int value);

static char *put_members(char *at, const json_doc *doc, int value)
{
    const bool keyed = json_kind_of(doc, value) == JSON_OBJECT;
    const int end = (int)doc->tokens[value].next;
    uint32_t count = 0;
    for (int i = value + 1; i < end; i = (int)doc->tokens[i].next) {
        if (count++ > 0)
            *at++ = ',';
        if (keyed) {
            at = put_string(at, doc, i);
            *at++ = ':';
            i = (int)doc->tokens[i].next;
        }
        at = put_value(at, doc, i);
    }
    require(count == doc->tokens[value].count);
    return at;
}

static char *put_value(char *at, const json_doc *doc, int value)
{
    const json_token *token = &doc->tokens[value];
    switch (json_kind_of(doc, value)) {
    case JSON_STRING:
        return put_string(at, doc, value);
    case JSON_OBJECT:
        *at++ = '{';
        at = put_members(at, doc, value);
        *at++ = '}';
        return at;
    case JSON_ARRAY:
        *at++ = '[';
        at = put_members(at, doc, value);
        *at++ = ']';
        return at;
    default:
        memcpy(at, doc->text + token->start, token->length);
        return at + token->length;
    }
}

/* ---- Laws --------------------------------------------------------------- */

static void check_same(const json_doc *a, const json_doc *b)
{
    require(a->count == b->count);
    for (int i = 0; i < a->count; i++) {
        const json_token *x = &a->tokens[i], *y = &b->tokens[i];
        int64_t m = 0, n = 0;
        require(x->kind == y->kind && x->count == y->count &&
                x->next == y->next && x->is_whole == y->is_whole);
        require(json_to_int(a, i, INT64_MIN, INT64_MAX, &m) ==
                    json_to_int(b, i, INT64_MIN, INT64_MAX, &n) &&
                m == n);
        if (x->kind == JSON_STRING) {
            char *text = text_of(a, i);
            require(json_is(b, i, text));
            free(text);
        }
    }
}

/* Every member is found by its key, and every element by its number. */
static void check_members(const json_doc *doc)
{
    for (int i = 0; i < doc->count; i++) {
        const json_token *token = &doc->tokens[i];
        int at = i + 1;
        for (uint32_t n = 0; n < token->count; n++) {
            if (token->kind == JSON_OBJECT) {
                char *key = text_of(doc, at);
                require(json_member(doc, i, key) == ++at);
                free(key);
            } else {
                require(json_element(doc, i, (int)n) == at);
            }
            at = (int)doc->tokens[at].next;
        }
    }
}

static void check_refusal(const json_error *error, size_t size)
{
    require(error->offset <= size && error->reason &&
            strlen(error->reason) > 0);
}

FUZZ_TARGET("fuzz-json", data, size)
{
    json_token tokens[MAX], others[MAX];
    json_doc doc, again;
    json_error error;
    const char *text = (const char *)data;
    if (!json_read(text, size, tokens, MAX, &doc, &error)) {
        check_refusal(&error, size);
        return 0;
    }
    check_members(&doc);
    /* as many tokens as it needs, but not one less */
    require(json_read(text, size, others, doc.count, &again, NULL));
    require(!json_read(text, size, others, doc.count - 1, &again, NULL));

    char *out = calloc(1, JSON_ESCAPE_MOST * size + 1);
    require(out);
    const size_t length = (size_t)(put_value(out, &doc, 0) - out);
    require(json_read(out, length, others, MAX, &again, NULL));
    check_same(&doc, &again);
    free(out);
    return 0;
}
