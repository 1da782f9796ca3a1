/* match_ending.h - how a game of a match ended. */
#ifndef MATCH_ENDING_H
#define MATCH_ENDING_H

#include <stdbool.h>

#include "program.h"

/* How a game ended: C name, word in the Termination tag, and whether it is an
 * engine's fault. A fault loses the game; if both engines fail, the game is
 * drawn. */
#define MATCH_ENDINGS(X)                                                      \
    X(MATCH_NORMAL, "normal", false)                                          \
    X(MATCH_ADJUDICATED_WIN, "adjudicated-win", false)                        \
    X(MATCH_ADJUDICATED_DRAW, "adjudicated-draw", false)                      \
    X(MATCH_NO_START, "no-start", true)                                       \
    X(MATCH_NOT_READY, "not-ready", true)                                     \
    X(MATCH_CRASH, "crash", true)                                             \
    X(MATCH_TIMEOUT, "timeout", true)                                         \
    X(MATCH_ILLEGAL_MOVE, "illegal-move", true)                               \
    X(MATCH_FLOOD, "flood", true)                                             \
    X(MATCH_BOTH_FAILED, "both-failed", true)

typedef enum match_ending {
#define MATCH_ENDING_NAME(name, word, fault) name,
    MATCH_ENDINGS(MATCH_ENDING_NAME)
#undef MATCH_ENDING_NAME
        MATCH_ENDING_COUNT
} match_ending;

const char *match_ending_word(match_ending ending);
bool match_ending_find(const char *word, match_ending *ret);
bool match_ending_is_fault(match_ending ending);

/* The ending of a game that one side has lost by a fault. */
match_ending match_ending_of(program_fault fault);

#endif /* MATCH_ENDING_H */
