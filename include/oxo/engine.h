/* oxo/engine.h - choosing a move.
 *
 * Classic is solved: the engine looks its moves up (oxo/perfect.h). Ultimate
 * is searched. What the engine says of a position is always
 * marked proven (with the distance) or estimated (with win/draw/loss). */
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
    int threads;       /* 1 or more */
    uint64_t seed;     /* of the levels' dice */
    int level;         /* 1..10, or 0 for full strength */
    int lines;         /* how many best moves to report, 1 or more */
    /* What judges Ultimate positions: this network, under the rules that it
     * was trained for, or else the library's own, at full strength, unless the
     * evaluation written by hand is wanted. */
    const oxo_neural *neural;
    bool hand_written;
    /* Openings to play without searching: at full strength, for one line,
     * where nothing but time is limited. NULL for none. */
    const oxo_book *book;
    /* By how many hundredths a draw is worse to the side that thinks than an
     * even position, 0 to OXO_MAX_CONTEMPT: the game is kept alive, which pays
     * against weaker opponents and costs something against equals. Only under
     * `ultimate` at full strength, where a network judges and one line is
     * wanted. Values are told about as if there were none. */
    int contempt;
} oxo_engine_options;

OXO_API oxo_engine_options oxo_engine_defaults(void);

/* The network by which an engine with these options judges positions of a
 * variant, or NULL: by none, or there is no memory for it. One of the
 * library's own is made if nobody has needed it yet, as oxo_neural_builtin()
 * does, which would take of the first search's time otherwise. Not the
 * caller's to destroy. */
OXO_API const oxo_neural *oxo_engine_neural(const oxo_engine_options *options,
                                            oxo_variant variant);

/* 0, or a negative errno: -EINVAL for an option out of range, -ENOMEM. */
OXO_API int oxo_engine_create(const oxo_engine_options *options,
                              oxo_engine **ret);
OXO_API void oxo_engine_destroy(oxo_engine *engine);

/* Forgets what earlier games taught it. */
OXO_API void oxo_engine_new_game(oxo_engine *engine);

/* How long to think. Zero means: not limited by this. With no limit at all
 * the search goes on until `stop` is set or the position is solved. */
typedef struct oxo_limits {
    int depth;            /* plies */
    uint64_t nodes;       /* moves made in search */
    int64_t move_time;    /* milliseconds for this move */
    int64_t clock[2];     /* [side]: milliseconds left for the game */
    int64_t increment[2]; /* [side]: milliseconds a move adds */
    bool analysis;        /* judge both sides alike: without contempt */
    const oxo_stop *stop; /* ends this search; or NULL */
} oxo_limits;

/* One move and what is expected to follow it. */
typedef struct oxo_line {
    oxo_value value; /* of playing its first move, for the mover */
    int length;
    oxo_move moves[OXO_MAX_MOVES];
} oxo_line;

/* How the search stands, told after every completed depth and line. */
typedef struct oxo_search_info {
    int depth, deepest;
    int rank; /* of the line: 1 is the best move */
    uint64_t nodes;
    int64_t time;  /* milliseconds since the search began */
    int hash_full; /* thousandths of the table in use */
    oxo_line line;
} oxo_search_info;

typedef void oxo_search_report(const oxo_search_info *info, void *context);

/* Thinks, and returns when it is done or limits->stop is set: OXO_OK, with the
 * best move at lines[0].moves[0], or OXO_GAME_OVER. Writes at most
 * options.lines lines, best first, and how many. `report` may be NULL. One
 * search at a time; `lines` has room for options.lines of them. */
OXO_API oxo_status oxo_engine_search(oxo_engine *engine, const oxo_position *p,
                                     const oxo_limits *limits,
                                     oxo_search_report *report, void *context,
                                     oxo_line *lines, int *ret_count);

/* How many nodes the last search has seen, once it has returned. None for
 * classic, which is looked up. */
OXO_API uint64_t oxo_engine_nodes(const oxo_engine *engine);

#ifdef __cplusplus
}
#endif
#endif /* OXO_ENGINE_H */
