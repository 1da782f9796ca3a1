/* fuzz-wasm.c - what JavaScript may ask the core, natively.
 *
 * The first byte of the input says what is called, the rest is the request.
 * Whatever it is, the answer is JSON with a value or an error whose code is a
 * status; and a record that is read is written and reads as the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oxo/base.h"
#include "core.h"
#include "fuzz.h"
#include "json_read.h"

enum { MOST_TOKENS = 1 << 16, MOST_ANSWER = 1 << 20 };

static void require(bool condition)
{
    if (!condition)
        abort();
}

bool core_report(const char *info)
{
    require(info[0] == '{');
    return false;
}

/* ---- Answers ------------------------------------------------------------ */

static json_token tokens[MOST_TOKENS];

static bool is_status(const json_doc *doc, int code)
{
    for (int i = 0; i < OXO_STATUS_COUNT; i++) {
        if (json_is(doc, code, oxo_status_word((oxo_status)i)))
            return i != OXO_OK;
    }
    return false;
}

/* The value in an answer, or JSON_NONE if it is an error. */
static int check_answer(const char *answer, json_doc *ret)
{
    require(answer &&
            json_read(answer, strlen(answer), tokens, MOST_TOKENS, ret, NULL));
    const int value = json_member(ret, 0, "value");
    const int error = json_member(ret, 0, "error");
    require((value == JSON_NONE) != (error == JSON_NONE));
    if (error != JSON_NONE) {
        require(is_status(ret, json_member(ret, error, "code")));
        require(json_member(ret, error, "message") != JSON_NONE);
    }
    return value;
}

/* ---- Requests ----------------------------------------------------------- */

/* Puts a request there, between two texts of ours; returns its length. */
static size_t ask(const char *before, const void *data, size_t size,
                  const char *behind)
{
    const size_t first = strlen(before), last = strlen(behind);
    char *request = core_request(first + size + last);
    require(request != NULL);
    memcpy(request, before, first);
    memcpy(request + first, data, size);
    memcpy(request + first + size, behind, last);
    return first + size + last;
}

static void check_record(const void *data, size_t size)
{
    static char first[MOST_ANSWER], text[MOST_ANSWER];
    json_doc doc;
    const char *answer = core_read_record(ask("", data, size, ""));
    const int value = check_answer(answer, &doc);
    if (value == JSON_NONE)
        return;
    snprintf(first, sizeof first, "%s", answer);
    const json_token *record = &doc.tokens[value];
    const size_t length = ask("", first + record->start, record->length, "");
    const int written = check_answer(core_write_record(length), &doc);
    require(written != JSON_NONE);
    require(json_to_string(&doc, written, text, sizeof text));
    answer = core_read_record(ask("", text, strlen(text), ""));
    require(strcmp(answer, first) == 0);
}

/* A small engine, and few nodes. */
static void check_engine(const void *data, size_t size)
{
    json_doc doc;
    int64_t engine = 0;
    const int number = check_answer(
        core_engine_create(ask("{\"hashMegabytes\": 1", "", 0, "}")), &doc);
    require(json_to_int(&doc, number, 1, 64, &engine));
    check_answer(core_engine_search((unsigned)engine,
                                    ask("{\"limits\": {\"nodes\": 50}, "
                                        "\"report\": true, \"game\": ",
                                        data, size, "}")),
                 &doc);
    check_answer(core_engine_free((unsigned)engine), &doc);
}

static void check_options(const void *data, size_t size)
{
    json_doc doc;
    int64_t engine = 0;
    const int number = check_answer(
        core_engine_create(ask("{\"hashMegabytes\": 1", data, size, "}")),
        &doc);
    if (json_to_int(&doc, number, 1, 64, &engine))
        check_answer(core_engine_free((unsigned)engine), &doc);
}

static void check_reviewer(const void *data, size_t size)
{
    json_doc doc;
    int64_t reviewer = 0;
    const int number =
        check_answer(core_reviewer_create(
                         ask("{\"nodes\": 20, \"game\": ", data, size, "}")),
                     &doc);
    if (!json_to_int(&doc, number, 1, 64, &reviewer))
        return;
    for (int i = 0; i < 3; i++)
        check_answer(core_reviewer_step((unsigned)reviewer), &doc);
    check_answer(core_reviewer_free((unsigned)reviewer), &doc);
    require(check_answer(core_reviewer_step((unsigned)reviewer), &doc) ==
            JSON_NONE);
}

FUZZ_TARGET("fuzz-wasm", data, size)
{
    static const char *(*const calls[])(size_t) = {
        core_view,           core_check,        core_read_position,
        core_write_position, core_write_record, core_tree,
    };
    static void (*const others[])(const void *, size_t) = {
        check_record, check_engine, check_options, check_reviewer};
    enum { CALLS = sizeof calls / sizeof calls[0], ALL = CALLS + 4 };
    json_doc doc;
    if (size == 0 || size > MOST_ANSWER / 2)
        return 0;
    const unsigned which = data[0] % ALL;
    if (which < CALLS)
        check_answer(calls[which](ask("", data + 1, size - 1, "")), &doc);
    else
        others[which - CALLS](data + 1, size - 1);
    return 0;
}
