/* neural.h - the neural evaluation. docs/design/neural.md explains the
 * network, tools/train/quantise.py has the same arithmetic in Python.
 *
 * Every pattern of a board has a row of numbers: one for each of the nine
 * places, and others where winning the board would win the game. The board of
 * boards is a tenth board. The rows of a position add up to its sums, one for
 * each side's view. A move changes few rows, so the sums are updated from
 * those of a nearby position. The sums, and two rows for the board to play in,
 * go through a small head; which head depends on the number of decided boards.
 */
#ifndef OXO_ENGINE_NEURAL_H
#define OXO_ENGINE_NEURAL_H

#include <stdalign.h>

#include "evaluation.h"
#include "oxo/neural.h"
#include "oxo/ultimate.h"

enum {
    NEURAL_FEATURES = 32,
    NEURAL_WIDTH = 64,
    NEURAL_FIRST = 16,  /* outputs of the head's first layer */
    NEURAL_SECOND = 32, /* and of its second */
    NEURAL_HEADS = 8,   /* by the number of decided boards */
    NEURAL_LOGS = 4096,
    NEURAL_ODDS = 200,        /* a score that multiplies the odds by e */
    NEURAL_LOGIT = 127 * 256, /* a logit that does the same */
    NEURAL_PATTERNS = 19683,
    NEURAL_LIVE = 11093,             /* patterns of undecided boards */
    NEURAL_ROWS = NEURAL_LIVE + 3,   /* and boards won by X, by O, drawn */
    NEURAL_PLACES = NEURAL_ROWS + 2, /* two rows are the same for both sides */
    NEURAL_STAKES = 4,               /* see neural_stake() */
    NEURAL_ROW_SHIFT = 8,            /* bits dropped from sums of products */
};

/* Two views: X's and O's, or the mover's and the other side's. */
typedef int16_t neural_pair[2][NEURAL_WIDTH];
typedef const int16_t *neural_rows[2];

/* A place's linear layer from a pattern's features to its row, in groups of
 * two features. */
typedef int16_t neural_weights[NEURAL_FEATURES / 2][NEURAL_WIDTH][2];

/* Rounds a sum of products to a number of a row. */
static inline int16_t neural_round_row(int32_t sum)
{
    const int32_t value =
        (sum + (1 << (NEURAL_ROW_SHIFT - 1))) >> NEURAL_ROW_SHIFT;
    return (int16_t)(value < INT16_MIN   ? INT16_MIN
                     : value > INT16_MAX ? INT16_MAX
                                         : value);
}

/* The sums of a position, and the patterns by which it is recognised. */
typedef struct neural_sum {
    alignas(64) neural_pair of;            /* [side]: that side's view */
    uint16_t pattern[EVALUATION_PATTERNS]; /* as in evaluation_state */
} neural_sum;

/* A head in the layout that vector instructions need: weights of the first
 * layer in groups of 16 inputs, of the second in groups of 4. */
typedef struct neural_head {
    alignas(64) int8_t first[2 * NEURAL_WIDTH / 16][NEURAL_FIRST][16];
    int8_t second[2 * NEURAL_FIRST / 4][NEURAL_SECOND][4];
    int16_t last[2][NEURAL_SECOND];
    int32_t first_bias[NEURAL_FIRST];
    int32_t second_bias[NEURAL_SECOND];
    int32_t last_bias[2];
} neural_head;

/* Instructions that pack two registers into one interleave parts of 16 bytes.
 * Weights are stored in the resulting order, so that kernels need not restore
 * the original one. This is where an input of a side is in its 64 bytes ... */
static inline int neural_input_at(int input)
{
    return input % 32 / 8 * 16 + input / 32 * 8 + input % 8;
}

/* ... where an output of the first layer is ... */
static inline int neural_output_at(int output)
{
    return output % 4 * 4 + output / 4;
}

/* ... and where an input of the last layer is. */
static inline int neural_last_at(int input)
{
    return input % 16 / 4 * 8 + input / 16 * 4 + input % 4;
}

/* A step from the sums of one position to those of another. Index 0 is the
 * mover's view, 1 the other side's. */
typedef struct neural_step {
    int16_t *to[2]; /* may be `from` */
    neural_rows from;
    neural_rows minus, plus; /* rows to subtract and to add */
    neural_rows played;      /* rows of the board to play in, for the head */
} neural_step;

/* The inner loops of a kernel. Both apply a step to the sums; the second one
 * then computes the logits of win and loss. */
typedef void neural_change(const neural_step *step);
typedef void neural_pass(const neural_head *head, const neural_step *step,
                         int32_t ret_logits[2]);

/* See neural_score(). */
typedef int neural_scorer(const oxo_neural *neural, neural_sum *sums,
                          bool before,
                          const uint16_t pattern[EVALUATION_PATTERNS],
                          const oxo_ultimate *p, int draw);

/* The part that is written for a kind of processor. */
typedef struct neural_kernel {
    const char *name;
    /* Computes the row of a pattern in a place. */
    void (*make_row)(const int8_t *features, const neural_weights weights,
                     int16_t *to);
    neural_scorer *score;
} neural_kernel;

/* Rows that are used together are adjacent, in one page. Rows 2n and 2n + 1
 * are of the same pattern with the marks exchanged, so row ^ 1 is the other
 * side's view if both sides have the same at stake. In `played` the rows for
 * both views follow each other. */
struct oxo_neural {
    neural_sum start; /* of the empty position */
    /* [side][stake][board]: rows for that side's view; board 9 is the board of
     * boards. Stakes that the network does not distinguish share rows. */
    int16_t (*rows[2][NEURAL_STAKES][10])[NEURAL_WIDTH];
    const neural_kernel *kernel;
    alignas(sizeof(neural_pair)) neural_pair free;
    neural_pair played[9][NEURAL_PLACES]; /* the mover's, the other's */
    neural_head heads[NEURAL_HEADS];
    uint16_t row[NEURAL_PATTERNS]; /* [pattern]: its row in X's view */
    int16_t logs[NEURAL_LOGS];
    uint32_t checksum;
    uint8_t variant;
    alignas(sizeof(neural_pair)) int16_t boards[][NEURAL_PLACES][NEURAL_WIDTH];
};

/* The portable kernel is the reference. The functions return NULL if the
 * processor lacks the instructions. */
extern const neural_kernel neural_portable;
const neural_kernel *neural_128(void);
const neural_kernel *neural_avx2(void);
const neural_kernel *neural_vnni(void);

/* Makes a network from a file whose size and checksum are right. 0; -ENOMEM;
 * -EINVAL if sums of its rows could exceed 16 bits. */
int neural_make(const uint8_t *data, oxo_neural **ret);

/* The score in hundredths for the side to move, like evaluation_score(); not
 * for `ultimate-continue`. `draw` is the score of a draw for the mover,
 * `pattern` that of evaluation_state. Writes the position's sums to sums[0].
 * They are made from the sums that are there or, if `before`, in sums[-1],
 * whichever is nearer. Sums are valid if they were once copied from
 * neural->start. */
static inline int neural_score(const oxo_neural *neural, neural_sum *sums,
                               bool before,
                               const uint16_t pattern[EVALUATION_PATTERNS],
                               const oxo_ultimate *p, int draw)
{
    return neural->kernel->score(neural, sums, before, pattern, p, draw);
}

/* What is at stake in an undecided board: 1 if X would win the game with it, 2
 * if O would, 3 if both, 0 if neither. */
static inline unsigned
neural_stake(const uint16_t pattern[EVALUATION_PATTERNS], unsigned board)
{
    const uint16_t *deciding = pattern + EVALUATION_DECIDING;
    return (deciding[OXO_X] >> board & 1U) | (deciding[OXO_O] >> board & 1U)
                                                 << 1;
}

/* Always inline, for the reason that prefetch_child() in search_pvs.c has. */
static inline __attribute__((always_inline)) void
neural_prefetch_row(const int16_t row[NEURAL_WIDTH])
{
    for (int i = 0; i < NEURAL_WIDTH; i += 32)
        __builtin_prefetch(row + i);
}

/* Begins to load the rows that neural_score() will most likely need after the
 * move `m` in `p`. */
static inline __attribute__((always_inline)) void
neural_prefetch(const oxo_neural *neural,
                const uint16_t pattern[EVALUATION_PATTERNS],
                const oxo_ultimate *p, oxo_move m)
{
    const unsigned board = m / 9U, cell = m % 9U;
    const unsigned after =
        pattern[board] + evaluation_pow3[cell] * (p->turn + 1U);
    const unsigned there = cell == board ? after : pattern[cell];
    const unsigned row = neural->row[after];
    const neural_pair *played =
        &neural->played[cell][neural->row[there] ^ p->turn ^ 1U];
    const unsigned stake = neural_stake(pattern, board);
    for (unsigned side = 0; side < 2; side++) {
        neural_prefetch_row(neural->rows[side][stake][board][row ^ side]);
        neural_prefetch_row((*played)[side]);
    }
}

#endif /* OXO_ENGINE_NEURAL_H */
