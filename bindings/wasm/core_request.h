/* core_request.h - requests, from JSON to values.
 *
 * Reading functions return false on failure, with the reason in `r->refusal`
 * and their outputs unchanged. `at` is a value in the request; 0 is the whole.
 */
#ifndef BINDINGS_CORE_REQUEST_H
#define BINDINGS_CORE_REQUEST_H

#include "core_answer.h"
#include "json_read.h"

/* JavaScript numbers are exact up to here. */
#define MOST_WHOLE ((INT64_C(1) << 53) - 1)

typedef struct wasm_request {
    json_doc doc;
    refusal refusal;
} wasm_request;

/* The bytes of the request. */
const char *request_text(void);

/* Parses the first `length` bytes of the request, which must be a JSON object.
 */
bool request_open(wasm_request *r, size_t length);

/* Members of an object. A missing whole number leaves `*ret` unchanged; a
 * missing string is refused. */
bool request_int(wasm_request *r, int at, const char *key, int64_t least,
                 int64_t most, int64_t *ret);
bool request_string(wasm_request *r, int at, const char *key, char *out,
                    size_t size);

/* The members "variant" and "notation", which is native if missing. */
bool request_variant(wasm_request *r, int at, oxo_variant *ret);
bool request_notation(wasm_request *r, int at, oxo_notation *ret);

/* A member that is a position string. */
bool request_position(wasm_request *r, int at, const char *key,
                      oxo_variant variant, oxo_position *ret);

/* A move as a string. */
bool request_move(wasm_request *r, int at, oxo_variant variant, oxo_move *ret);

/* A member that is a Game, or `at` itself if `key` is NULL. Replays the moves,
 * with their intensities; an illegal move is refused. */
bool request_game(wasm_request *r, int at, const char *key, oxo_game *ret);

#endif /* BINDINGS_CORE_REQUEST_H */
