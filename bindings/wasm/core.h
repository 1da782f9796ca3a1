/* core.h - the functions that JavaScript calls.
 *
 * A request is `length` bytes of JSON, which the caller has written to the
 * memory that core_request() returned. The answer is JSON that ends in NUL and
 * is valid until the next call:
 *
 *     {"value": ...}
 *     {"error": {"code": "syntax", "message": "...", "line": 1, "column": 4}}
 *
 * Only refused text has a line and a column. oxo.d.ts describes requests and
 * values, oxo.js makes the calls. Rules keep nothing between calls: a game is
 * its start position and its moves. Networks, engines and reviewers are kept,
 * and have numbers from 1. */
#ifndef BINDINGS_CORE_H
#define BINDINGS_CORE_H

#include <stdbool.h>
#include <stddef.h>

/* Memory for a request of `size` bytes, or NULL if that is too large. */
char *core_request(size_t size);

/* {"version", "statuses": {"syntax": "the text is ...", ...}} */
const char *core_about(void);

/* ---- Rules and notation ------------------------------------------------- */

/* Game -> View */
const char *core_view(size_t length);

/* {"game": Game, "move": "ae"} -> null, or an error's members. */
const char *core_check(size_t length);

/* {"variant", "notation"}, a line feed, the position -> native position */
const char *core_read_position(size_t length);

/* {"variant", "position", "notation"} -> position in that notation */
const char *core_write_position(size_t length);

/* The text of a game file -> Record; and back. */
const char *core_read_record(size_t length);
const char *core_write_record(size_t length);

/* {"root": position, "path": moves} -> {"node", "children"} */
const char *core_tree(size_t length);

/* ---- Networks ----------------------------------------------------------- */

/* The bytes of a network's file -> {"net": number, "variant", "checksum"} */
const char *core_neural_create(size_t length);

/* Refused while an engine or a reviewer uses the network. */
const char *core_neural_free(unsigned neural);

/* ---- The engine --------------------------------------------------------- */

/* EngineOptions, with the number of a network -> number. The functions without
 * a result answer 0. */
const char *core_engine_create(size_t length);
const char *core_engine_free(unsigned engine);
const char *core_engine_new_game(unsigned engine);

/* {"game": Game, "limits": Limits, "report": true} -> SearchInfo */
const char *core_engine_search(unsigned engine, size_t length);

/* Supplied by the caller of this module: called with the progress of a search
 * that is reported. Returns true to end the search. */
#ifdef __wasm__
__attribute__((import_module("oxo"), import_name("report")))
#endif
bool core_report(const char *info);

/* ---- Reviews ------------------------------------------------------------ */

/* {"game": Game, "nodes": 20000, "net": number} -> number */
const char *core_reviewer_create(size_t length);
const char *core_reviewer_free(unsigned number);

/* -> Review */
const char *core_reviewer_step(unsigned number);

#endif /* BINDINGS_CORE_H */
