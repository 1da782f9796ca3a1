/* numbers.h - the search's numbers, found by matches: docs/design/engine.md.
 *
 * Each with its value where a network judges, its value for the evaluation
 * written by hand, and the least and the most that tools/tune may try. In a
 * build that is made for tuning (-Dtune=true) the first are set by the
 * environment when an engine is created:
 *
 *     OXO_NUMBERS='SAFE_MARGIN=80 LATE_MOVE=4'
 *
 * The others are what the levels were measured with. Margins are hundredths
 * a ply. */
#ifndef OXO_ENGINE_NUMBERS_H
#define OXO_ENGINE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
#define NUMBERS(X)                                                            \
    /* So far ahead that the opponent will avoid this. */                     \
    X(SAFE_DEPTH, 10, 5, 1, 16)                                               \
    X(SAFE_MARGIN, 60, 70, 20, 160)                                           \
    /* How far the score then lies towards what would do, in hundredths. */   \
    X(SAFE_SHARE, 50, 0, 0, 100)                                              \
    /* So far behind that only winning boards helps; and so much more. */     \
    X(HOPELESS_DEPTH, 3, 3, 0, 7)                                             \
    X(HOPELESS_MARGIN, 170, 120, 40, 240)                                     \
    X(HOPELESS_BASE, 40, 0, 0, 120)                                           \
    /* Behind, and the good moves have been tried. */                         \
    X(LATE_DEPTH, 4, 3, 0, 7)                                                 \
    X(LATE_MARGIN, 71, 60, 10, 140)                                           \
    X(LATE_MOVE, 3, 3, 1, 8)                                                  \
    /* What a move gains by all that is known would not do either: up to which \
     * depth, by how much and by how much a ply, and from which move on. */   \
    X(FUTILE_DEPTH, 3, 0, 0, 8)                                               \
    X(FUTILE_BASE, 85, 0, 0, 200)                                             \
    X(FUTILE_MARGIN, 60, 0, 0, 200)                                           \
    X(FUTILE_MOVE, 2, 0, 0, 8)                                                \
    /* The table's move against the others: from which depth on, what it must \
     * be better by, and how deep they are searched, in hundredths. Only with \
     * a network, like FUTILE_*, CORRECTION_*, HISTORY_STEP and _MOST, GAIN. */   \
    X(SINGULAR_DEPTH, 4, 5, 4, 12)                                            \
    X(SINGULAR_MARGIN, 1, 2, 0, 20)                                           \
    X(SINGULAR_REST, 40, 50, 25, 80)                                          \
    /* No idea which move to try first. */                                    \
    X(UNKNOWN_DEPTH, 5, 4, 2, 8)                                              \
    /* Late moves: hundredths of a ply less, whatever the depth, and 256 times \
     * what divides the logarithms; for those that lose at once. */           \
    X(REDUCTION, 70, 100, 0, 200)                                             \
    X(REDUCTION_DIVISOR, 410, 282, 160, 560)                                  \
    X(REDUCTION_LOSING, 200, 200, 0, 400)                                     \
    /* Less if the node looks better than two plies before, more if not: half \
     * of it each way; less where all boards may be played. */                \
    X(REDUCTION_BETTER, 60, 0, 0, 200)                                        \
    X(REDUCTION_FREE, 50, 0, 0, 100)                                          \
    /* More for moves that let the opponent play anywhere, less for those     \
     * that send them to a board they can win at once. */                     \
    X(REDUCTION_FREEING, 100, 0, 0, 300)                                      \
    X(REDUCTION_GIVING, 80, 0, 0, 300)                                        \
    /* The first window around the last score. */                             \
    X(WINDOW, 28, 40, 8, 120)                                                 \
    /* How far a network's judgements are corrected, by the board to be played    \
     * and by who won which; how much at a time, in thousandths or so. */     \
    X(CORRECTION_MOST, 100, 60, 0, 160)                                       \
    X(CORRECTION_WON, 40, 40, 0, 160)                                         \
    X(CORRECTION_STEP, 256, 256, 32, 512)                                     \
    /* The order of moves: what history comes to, with a network by how much a    \
     * ply and at most at a time, killers, moves that take a cell with which  \
     * the opponent would win a board, and what a move is likely to gain      \
     * times so much. */                                                      \
    X(HISTORY, 12000, 8192, 1024, 32768)                                      \
    X(HISTORY_STEP, 45, 45, 5, 120)                                           \
    X(HISTORY_MOST, 400, 400, 50, 2000)                                       \
    X(KILLER, 34000, 30000, 0, 60000)                                         \
    X(BLOCK, 2000, 12000, 0, 30000)                                           \
    X(GAIN, 100, 0, 0, 200)
/* clang-format on */

#define NUMBER(name, neural, hand, least, most) name,
enum { NUMBERS(NUMBER) NUMBERS_COUNT };
#undef NUMBER

/* Here, not in numbers.c, so that the compiler knows them. */
static const int32_t numbers_by_hand[NUMBERS_COUNT] = {
#define NUMBER(name, neural, hand, least, most) (hand),
    NUMBERS(NUMBER)
#undef NUMBER
};

#ifdef OXO_TUNE
extern int32_t numbers_neural[NUMBERS_COUNT];
void numbers_read(void);

/* What a number is called, and what may be tried. */
typedef struct numbers_row {
    const char *name;
    int32_t least, most;
} numbers_row;

extern const numbers_row numbers_known[NUMBERS_COUNT];
#else
static const int32_t numbers_neural[NUMBERS_COUNT] = {
#define NUMBER(name, neural, hand, least, most) (neural),
    NUMBERS(NUMBER)
#undef NUMBER
};

static inline void numbers_read(void)
{
}
#endif

/* With a network or without: to the compiler a choice between two numbers that
 * it knows, but for builds for tuning. */
static inline int32_t number(bool neural, int which)
{
    return neural ? numbers_neural[which] : numbers_by_hand[which];
}

#endif /* OXO_ENGINE_NUMBERS_H */
