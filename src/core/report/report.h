/* report.h - results of the engine, the solver and reviews as JSON.
 *
 * The command, the server and WebAssembly write the same JSON with these
 * functions. A function writes one value under `key` (NULL in an array), or,
 * if its name says so, the members of an object that the caller has opened and
 * may add to:
 *
 *     json_open_object(&w, NULL);
 *     json_string(&w, "variant", "ultimate");
 *     report_search_members(&w, &search);
 *     json_close(&w);
 *
 * Chances are thousandths, expected scores and intensities numbers from 0 to
 * 1, accuracies from 0 to 100. Moves are in the native notation.
 * bindings/wasm/oxo.d.ts describes every member. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "json_write.h"
#include "oxo/explain.h"
#include "oxo/insight.h"
#include "oxo/solver.h"

/* "X" or "O", or null for nobody. */
void report_mark(json_writer *w, const char *key, oxo_mark mark);

/* "ongoing", "X", "O" or "draw". */
const char *report_outcome_word(oxo_outcome outcome);

/* "ae", or null for OXO_NO_MOVE. */
void report_move(json_writer *w, const char *key, oxo_variant variant,
                 oxo_move m);

/* ["ae", "eb"] */
void report_moves(json_writer *w, const char *key, oxo_variant variant,
                  const oxo_move *moves, int count);

/* Writes ten-thousandths as a number from 0 to 1: 1167 is 0.1167. */
void report_share(json_writer *w, const char *key, int share);

/* {"kind": "win", "proven": true, "distance": 5, "centi": 0,
 *  "wdl": [1000, 0, 0], "expected": 1}. The distance is 0 unless a win or loss
 * is proven. */
void report_value(json_writer *w, const char *key, const oxo_value *value);

/* The same with "distance": null, for a win or loss whose distance is unknown.
 */
void report_value_without_distance(json_writer *w, const char *key,
                                   const oxo_value *value);

/* "variant", "position", "turn" and "outcome". */
void report_position_members(json_writer *w, const oxo_position *p);

/* {"value": {...}, "moves": ["ae", "eb"]}, for the side to move. */
void report_line(json_writer *w, const char *key, oxo_variant variant,
                 const oxo_line *line);

/* A search, finished or not. */
typedef struct report_search {
    oxo_variant variant;
    int depth, deepest;
    uint64_t nodes;
    int64_t time; /* milliseconds */
    const oxo_line *lines;
    int count;
} report_search;

/* "depth", "deepest", "nodes", "time" and "lines". */
void report_search_members(json_writer *w, const report_search *search);

/* The proven outcome of a position in which `mover` is to move; OXO_ONGOING if
 * nothing is proven. */
oxo_outcome report_solved_outcome(oxo_solution_kind kind, oxo_mark mover);

/* "result" (an outcome, or "unknown"), "complete", "nodes", "time" and
 * "lines", which has the line that shows the result, or none if the result is
 * unknown or the game is over. */
void report_solution_members(json_writer *w, const oxo_position *p,
                             const oxo_solution *s);

/* One point and one verdict of a review. */
void report_point(json_writer *w, const char *key, oxo_variant variant,
                  const oxo_point *point);
void report_verdict(json_writer *w, const char *key, const oxo_review *review,
                    int ply);

/* The judged part of a game: "points" (one more than moves), "moves",
 * "accuracy" of each side (null while none of its moves counts), and "keys",
 * the plies of the key moments. */
void report_review_members(json_writer *w, const oxo_review *review);

/* A node of the minimax tree: the members of TreeNode, and "depth",
 * "boundKind"
 * ("exact", "at-least" or "at-most"), "alpha" and "beta" (the score that a
 * side is sure of, its move and depth, or null). */
void report_tree_members(json_writer *w, const oxo_tree_node *node);

#endif /* REPORT_REPORT_H */
