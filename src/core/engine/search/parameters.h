/* parameters.h - the search's parameters, found by matches.
 *
 * Each has a value for the neural evaluation, a value for the hand-written
 * one, and the bounds within which tools/tune may vary it. Depths are in
 * plies, margins in hundredths. docs/design/engine.md says what each step of
 * the search is worth in Elo, docs/lab/engine.md how that was measured.
 *
 * In a build for tuning (-Dtune=true) the environment sets the neural values
 * when an engine is created:
 *
 *     OXO_PARAMETERS='REVERSE_FUTILITY_MARGIN=80 LATE_FUTILITY_MOVE=4'
 *
 * The levels were measured with the hand-written values, which never change.
 */
#ifndef OXO_ENGINE_PARAMETERS_H
#define OXO_ENGINE_PARAMETERS_H

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
#define PARAMETERS(X)                                                         \
    /* Reverse futility pruning: the greatest depth, and the margin per ply.  \
     * The score returned lies SHARE percent of the way back to beta. */      \
    X(REVERSE_FUTILITY_DEPTH, 10, 5, 1, 16)                                   \
    X(REVERSE_FUTILITY_MARGIN, 60, 70, 20, 160)                               \
    X(REVERSE_FUTILITY_SHARE, 50, 0, 0, 100)                                  \
    /* Razoring: the greatest depth; the margin is BASE + MARGIN per ply. */  \
    X(RAZORING_DEPTH, 3, 3, 0, 7)                                             \
    X(RAZORING_MARGIN, 170, 120, 40, 240)                                     \
    X(RAZORING_BASE, 40, 0, 0, 120)                                           \
    /* Late move futility: the greatest depth, the margin per ply, and the    \
     * first move that counts as late, from 0. */                             \
    X(LATE_FUTILITY_DEPTH, 4, 3, 0, 7)                                        \
    X(LATE_FUTILITY_MARGIN, 71, 60, 10, 140)                                  \
    X(LATE_FUTILITY_MOVE, 3, 3, 1, 8)                                         \
    /* Futility by gain (neural only): the greatest depth, the margin, which  \
     * is BASE + MARGIN per ply, and the first move. */                       \
    X(GAIN_FUTILITY_DEPTH, 3, 0, 0, 8)                                        \
    X(GAIN_FUTILITY_BASE, 85, 0, 0, 200)                                      \
    X(GAIN_FUTILITY_MARGIN, 60, 0, 0, 200)                                    \
    X(GAIN_FUTILITY_MOVE, 2, 0, 0, 8)                                         \
    /* Singular extension (neural only): the least depth, the margin per ply, \
     * and the depth of the comparison, in percent. */                        \
    X(SINGULAR_DEPTH, 4, 5, 4, 12)                                            \
    X(SINGULAR_MARGIN, 1, 2, 0, 20)                                           \
    X(SINGULAR_SHARE, 40, 50, 25, 80)                                         \
    /* Internal iterative reduction: the least depth. */                      \
    X(IIR_DEPTH, 5, 4, 2, 8)                                                  \
    /* Late move reduction, in hundredths of a ply:                           \
     * BASE + 100 * 256 / DIVISOR * ln(depth) * ln(move). */                  \
    X(LMR_BASE, 70, 100, 0, 200)                                              \
    X(LMR_DIVISOR, 410, 282, 160, 560)                                        \
    /* More for a move that loses at once. */                                 \
    X(LMR_LOSING, 200, 200, 0, 400)                                           \
    /* Half of it less where the evaluation has risen in two plies, half of   \
     * it more where it has not. */                                           \
    X(LMR_IMPROVING, 60, 0, 0, 200)                                           \
    /* Less where all boards may be played. */                                \
    X(LMR_FREE, 50, 0, 0, 100)                                                \
    /* More for a move that lets the opponent play anywhere, less for a move  \
     * that sends the opponent to a board they can win at once. */            \
    X(LMR_FREES_OPPONENT, 100, 0, 0, 300)                                     \
    X(LMR_GIVES_BOARD, 80, 0, 0, 300)                                         \
    /* The aspiration window at the root, to either side. */                  \
    X(ASPIRATION_WINDOW, 28, 40, 8, 120)                                      \
    /* Correction history (neural only): the largest correction by the board  \
     * to play in, and by the boards won; the largest step of an entry. */    \
    X(CORRECTION_BOARD, 100, 60, 0, 160)                                      \
    X(CORRECTION_WON, 40, 40, 0, 160)                                         \
    X(CORRECTION_STEP, 256, 256, 32, 512)                                     \
    /* Move ordering: the limit of a history score; its bonus per ply and     \
     * largest bonus (neural only; by hand: depth squared); killer moves;     \
     * moves that block the opponent's win of a board; and the factor of the  \
     * expected gain (neural only). */                                        \
    X(HISTORY_LIMIT, 12000, 8192, 1024, 32768)                                \
    X(HISTORY_BONUS, 45, 45, 5, 120)                                          \
    X(HISTORY_MAX_BONUS, 400, 400, 50, 2000)                                  \
    X(KILLER, 34000, 30000, 0, 60000)                                         \
    X(BLOCK, 2000, 12000, 0, 30000)                                           \
    X(GAIN, 100, 0, 0, 200)
/* clang-format on */

#define PARAMETER(name, neural, hand, least, most) name,
enum { PARAMETERS(PARAMETER) PARAMETER_COUNT };
#undef PARAMETER

/* Here, not in parameters.c, so that the compiler knows the values. */
static const int32_t parameters_hand_written[PARAMETER_COUNT] = {
#define PARAMETER(name, neural, hand, least, most) (hand),
    PARAMETERS(PARAMETER)
#undef PARAMETER
};

#ifdef OXO_TUNE
extern int32_t parameters_neural[PARAMETER_COUNT];

/* Reads OXO_PARAMETERS; ends the program if the text is not valid. */
void parameters_read(void);

/* A parameter's name, and the bounds of its value. */
typedef struct parameter_row {
    const char *name;
    int32_t least, most;
} parameter_row;

extern const parameter_row parameter_rows[PARAMETER_COUNT];
#else
static const int32_t parameters_neural[PARAMETER_COUNT] = {
#define PARAMETER(name, neural, hand, least, most) (neural),
    PARAMETERS(PARAMETER)
#undef PARAMETER
};

static inline void parameters_read(void)
{
}
#endif

/* The value of a parameter for the neural or the hand-written evaluation.
 * Except in a build for tuning, the compiler sees a choice between two
 * constants. */
static inline int32_t param(bool neural, int which)
{
    return neural ? parameters_neural[which] : parameters_hand_written[which];
}

#endif /* OXO_ENGINE_PARAMETERS_H */
