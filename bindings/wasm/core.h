/* core.h - what JavaScript calls.
 *
 * A call's request is JSON text, `length` bytes of it, that the caller has
 * put where core_request() told it to. The answer is JSON text that ends in
 * NUL and stays where it is until the next call:
 *
 *     {"value": ...}
 *     {"error": {"code": "syntax", "message": "...", "line": 1, "column": 4}}
 *
 * where line and column are there only if a text was refused. oxo.d.ts says
 * what requests and values look like; oxo.js is the other side. Rules keep
 * nothing between calls: a game is where it began and what was played. Only
 * networks, engines and reviewers live on, under numbers from 1. */
#ifndef BINDINGS_CORE_H
#define BINDINGS_CORE_H

#include <stdbool.h>
#include <stddef.h>

/* Room for a request of so many bytes, or NULL if that is too many. */
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

/* ---- Networks
 * --------------------------------------------------------------- */

/* The bytes of a network's file -> {"net": number, "variant", "checksum"} */
const char *core_neural_create(size_t length);

/* Refused while an engine or a reviewer thinks with it. */
const char *core_neural_free(unsigned neural);

/* ---- The engine --------------------------------------------------------- */

/* EngineOptions, a network by its number -> number; what has nothing to say
 * answers 0. */
const char *core_engine_create(size_t length);
const char *core_engine_free(unsigned engine);
const char *core_engine_new_game(unsigned engine);

/* {"game": Game, "limits": Limits, "report": true} -> SearchInfo */
const char *core_engine_search(unsigned engine, size_t length);

/* Told of a search as it goes on, if it was to be reported; true stops it.
 * The caller of this folder brings it. */
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
