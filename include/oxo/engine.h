/* oxo/engine.h - choosing a move.
 *
 * The engine looks classic up in a table, see oxo_perfect(3), and searches
 * Ultimate. It marks every value as proven, with the distance to the end, or
 * as estimated, with the chances of win, draw and loss. */
#ifndef OXO_ENGINE_H
#define OXO_ENGINE_H

#include "oxo/book.h"
#include "oxo/neural.h"
#include "oxo/perfect.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The engine --------------------------------------------------------- */

typedef struct oxo_engine oxo_engine;

enum { OXO_MAX_CONTEMPT = 200 };

typedef struct oxo_engine_options {
    size_t hash_bytes; /* for the transposition table; rounded down */
    int threads;       /* 1..256 */
    uint64_t seed;     /* decides which moves a level overlooks */
    int level;         /* 1..10, or 0 for full strength */
    int lines;         /* how many best moves to find, 1..81 */
    /* The network that evaluates positions of the variant it was trained for,
     * or NULL. Where there is none, full strength uses the library's own
     * network, unless `hand_written` asks for the hand-written evaluation. */
    const oxo_neural *neural;
    bool hand_written;
    /* Openings to play without a search, or NULL. Used at full strength, for
     * a single line, if only time is limited. */
    const oxo_book *book;
    /* By how many hundredths a draw counts less than an even position for the
     * side that searches: 0..OXO_MAX_CONTEMPT. Keeps the game alive, which
     * gains against weaker opponents and costs a little against equals.
     * Applies to `ultimate` at full strength, with a network and a single
     * line. Reported values do not include it. */
    int contempt;
} oxo_engine_options;

OXO_API oxo_engine_options oxo_engine_defaults(void);

/* The network with which an engine with these options evaluates positions of
 * `variant`. NULL if it uses none, or if memory is short. Loads the library's
 * network if that is needed, like oxo_neural_builtin(): call this function
 * ahead of the first search, whose time that would take otherwise. Must not be
 * destroyed. */
OXO_API const oxo_neural *oxo_engine_neural(const oxo_engine_options *options,
                                            oxo_variant variant);

/* 0; -EINVAL for an option out of range; -ENOMEM. The network and the book
 * must outlive the engine. */
OXO_API int oxo_engine_create(const oxo_engine_options *options,
                              oxo_engine **ret);
OXO_API void oxo_engine_destroy(oxo_engine *engine);

/* Forgets earlier searches, except for what the solver has proved. */
OXO_API void oxo_engine_new_game(oxo_engine *engine);

/* What ends a search. Zero and NULL mean: no such limit. Without any limit the
 * search goes on until the position is solved. */
typedef struct oxo_limits {
    int depth;            /* plies */
    uint64_t nodes;       /* moves made in search */
    int64_t move_time;    /* milliseconds for this move */
    int64_t clock[2];     /* [side]: milliseconds left for the game */
    int64_t increment[2]; /* [side]: milliseconds a move adds */
    bool analysis;        /* not a limit: search without contempt */
    const oxo_stop *stop; /* return soon after this is set */
} oxo_limits;

/* A variation: a move and the moves that are expected to follow it. */
typedef struct oxo_line {
    oxo_value value; /* of its first move, for the side to move */
    int length;
    oxo_move moves[OXO_MAX_MOVES];
} oxo_line;

/* The progress of a search, reported for every line of every finished depth.
 */
typedef struct oxo_search_info {
    int depth, deepest; /* plies: of the iteration; of any variation */
    int rank;           /* of the line: 1 is the best */
    uint64_t nodes;
    int64_t time;  /* milliseconds since the search began */
    int hash_full; /* thousandths of the transposition table in use */
    oxo_line line;
} oxo_search_info;

/* Called by the thread that called oxo_engine_search(). */
typedef void oxo_search_report(const oxo_search_info *info, void *context);

/* Searches `p` until a limit is reached. OXO_OK, with the best move in
 * lines[0].moves[0], or OXO_GAME_OVER. Writes at most options.lines lines,
 * best first, for which `lines` must have room; `*ret_count` is their number.
 * `report` may be NULL. An engine runs one search at a time. */
OXO_API oxo_status oxo_engine_search(oxo_engine *engine, const oxo_position *p,
                                     const oxo_limits *limits,
                                     oxo_search_report *report, void *context,
                                     oxo_line *lines, int *ret_count);

/* The nodes of the last finished search: moves made. 0 for classic. */
OXO_API uint64_t oxo_engine_nodes(const oxo_engine *engine);

#ifdef __cplusplus
}
#endif
#endif /* OXO_ENGINE_H */
