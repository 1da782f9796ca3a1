/* analyze.h - the analysis of `oxo analyze` and its output. */
#ifndef CLI_ANALYZE_H
#define CLI_ANALYZE_H

#include "format.h"
#include "oxo/insight.h"

typedef struct analyze_request {
    const cli_args *args;
    const oxo_record *record; /* of the game or of the position */
    oxo_position position;    /* for analyze_position() */
    oxo_limits limits;
    int lines; /* best moves to report; 0: all */
    int hash;  /* MiB */
    const oxo_neural *neural;
    bool hand_written; /* see oxo_engine_options */
    bool json, svg, ascii, quiet;
} analyze_request;

/* The result for a position, best move first. */
typedef struct analyze_lines {
    int depth, deepest;
    uint64_t nodes;
    int64_t time; /* milliseconds */
    int count;
    oxo_line lines[OXO_MAX_MOVES];
} analyze_lines;

/* Each analyzes, prints, and returns an exit status. */
int analyze_position(const analyze_request *r);
int analyze_game(const analyze_request *r);

/* A player's name, or "unknown". */
const char *analyze_player(const oxo_record *record, oxo_mark mark);

/* "X 97.8, O 91.1"; "-" for a side without a move that counts. */
enum { ANALYZE_ACCURACY = 32 };
void analyze_accuracy(const oxo_review *review, char out[ANALYZE_ACCURACY]);

/* Prints a bar of `width` columns; `share` of it, in ten-thousandths, is
 * filled. */
void analyze_bar(int share, int width, bool ascii);

#endif /* CLI_ANALYZE_H */
