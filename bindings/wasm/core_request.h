/* core_request.h - what a call is asked, from JSON to values.
 *
 * Readers return false and say why in `r->refusal`; what they would have
 * written is then untouched. `at` is a value of the request, 0 the whole. */
#ifndef BINDINGS_CORE_REQUEST_H
#define BINDINGS_CORE_REQUEST_H

#include "core_answer.h"
#include "json_read.h"

/* Every JavaScript number up to here is exact. */
#define MOST_WHOLE ((INT64_C(1) << 53) - 1)

typedef struct request {
    json_doc doc;
    refusal refusal;
} request;

/* The bytes of the request, as core_request() got them. */
const char *request_text(void);

/* Reads the first `length` bytes of it as JSON, one object. */
bool request_open(request *r, size_t length);

/* Members of an object. A whole number that is absent is `*ret` as it was; a
 * string must be there. */
bool request_int(request *r, int at, const char *key, int64_t least,
                 int64_t most, int64_t *ret);
bool request_string(request *r, int at, const char *key, char *out,
                    size_t size);

/* "variant"; and "notation", native if absent. */
bool request_variant(request *r, int at, oxo_variant *ret);
bool request_notation(request *r, int at, oxo_notation *ret);

/* A position string under a key. */
bool request_position(request *r, int at, const char *key, oxo_variant variant,
                      oxo_position *ret);

/* A move that stands as a string at `at`. */
bool request_move(request *r, int at, oxo_variant variant, oxo_move *ret);

/* A Game under a key, or at `at` itself if that is NULL: replayed, each move
 * with its intensity, up to the first one that is refused. */
bool request_game(request *r, int at, const char *key, oxo_game *ret);

#endif /* BINDINGS_CORE_REQUEST_H */
