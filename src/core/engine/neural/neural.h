/* neural.h - the network: an evaluation that was learnt. docs/design/neural.md
 * explains it, tools/train/quantise.py has the same arithmetic in Python.
 *
 * Every pattern of a board has a row of numbers, another in each of the nine
 * places, and others where winning the board would win the game; the board of
 * boards is a tenth board. The rows of a position add up to a sum, one as X
 * and one as O sees it. Moves change few rows, so a sum is made from another
 * of a position that is not far away. The sums, and two rows for the board to
 * be played, go through a small head: one of several, for positions with more
 * and more decided boards. */
#ifndef OXO_ENGINE_NEURAL_H
#define OXO_ENGINE_NEURAL_H

#include <stdalign.h>

#include "evaluation.h"
#include "oxo/neural.h"
#include "oxo/ultimate.h"

enum {
    NEURAL_FEATURES = 32,
    NEURAL_WIDTH = 64,
    NEURAL_FIRST = 16, /* of the head's layers */
    NEURAL_SECOND = 32,
    NEURAL_HEADS = 8, /* by the number of decided boards */
    NEURAL_LOGS = 4096,
    NEURAL_ODDS = 200,        /* hundredths that multiply the odds by e, */
    NEURAL_LOGIT = 127 * 256, /* and what a logit adds to do that */
    NEURAL_PATTERNS = 19683,
    NEURAL_LIVE = 11093,             /* patterns that are not decided */
    NEURAL_ROWS = NEURAL_LIVE + 3,   /* ... and won by X, by O, drawn */
    NEURAL_PLACES = NEURAL_ROWS + 2, /* two look the same to both sides */
    NEURAL_STAKES = 4,               /* see neural_stake() */
    NEURAL_ROW_SHIFT = 8, /* bits of a row's numbers that are dropped */
};

/* Numbers as X and as O sees them, or mine and yours. */
typedef int16_t neural_pair[2][NEURAL_WIDTH];
typedef const int16_t *neural_rows[2];

/* What a place makes of a pattern's features, in groups of two features. */
typedef int16_t neural_weights[NEURAL_FEATURES / 2][NEURAL_WIDTH][2];

/* A number of a row, from its sum of products. */
static inline int16_t neural_settle_row(int32_t sum)
{
    const int32_t value =
        (sum + (1 << (NEURAL_ROW_SHIFT - 1))) >> NEURAL_ROW_SHIFT;
    return (int16_t)(value < INT16_MIN   ? INT16_MIN
                     : value > INT16_MAX ? INT16_MAX
                                         : value);
}

/* What position a sum is of, and the sum. */
typedef struct neural_sum {
    alignas(64) neural_pair of;            /* X, O: as that side sees it */
    uint16_t pattern[EVALUATION_PATTERNS]; /* as in evaluation_state */
} neural_sum;

/* A head, as the instructions want it: bytes of the first layer in groups of
 * 16 inputs, those of the second in groups of 4. */
typedef struct neural_head {
    alignas(64) int8_t first[2 * NEURAL_WIDTH / 16][NEURAL_FIRST][16];
    int8_t second[2 * NEURAL_FIRST / 4][NEURAL_SECOND][4];
    int16_t last[2][NEURAL_SECOND];
    int32_t first_bias[NEURAL_FIRST];
    int32_t second_bias[NEURAL_SECOND];
    int32_t last_bias[2];
} neural_head;

/* Instructions that pack two registers into one do so in parts of 16 bytes.
 * Weights lie so that nobody needs to put that in order again: this is where
 * an input of a side is in its 64 bytes, ... */
static inline int neural_input_at(int input)
{
    return input % 32 / 8 * 16 + input / 32 * 8 + input % 8;
}

/* ... an output of the first layer among all of them, ... */
static inline int neural_output_at(int output)
{
    return output % 4 * 4 + output / 4;
}

/* ... and an input of the last. */
static inline int neural_last_at(int input)
{
    return input % 16 / 4 * 8 + input / 16 * 4 + input % 4;
}

/* From the sums of one position to those of another, mine and yours each. */
typedef struct neural_step {
    int16_t *to[2]; /* may be `from` */
    neural_rows from;
    neural_rows minus, plus; /* rows to be taken away and added */
    neural_rows played; /* what the board to be played adds for the head */
} neural_step;

/* The inner loops: the first takes rows away and adds others, the second does
 * so, too, and gives the logits of win and loss. */
typedef void neural_change(const neural_step *step);
typedef void neural_pass(const neural_head *head, const neural_step *step,
                         int32_t ret_logits[2]);

/* See neural_score(). */
typedef int neural_scorer(const oxo_neural *neural, neural_sum *sums,
                          bool before,
                          const uint16_t pattern[EVALUATION_PATTERNS],
                          const oxo_ultimate *p, int draw);

/* What is made for the processor at hand. */
typedef struct neural_kernel {
    const char *name;
    /* The row of a pattern in a place. */
    void (*make_row)(const int8_t *features, const neural_weights weights,
                     int16_t *to);
    neural_scorer *score;
} neural_kernel;

/* What is wanted together lies together: on cache lines that follow each
 * other, in one page. The row after an even one, and the one before an odd
 * one, is of the same pattern with the marks exchanged, as the other side sees
 * it where both have the same at stake. Behind what a board to be played adds
 * for the mover, who sees that row, is what it adds for the other side. */
struct oxo_neural {
    neural_sum start; /* of the empty position */
    /* [side][stake][board], the last the board of boards: where its rows are
     * as that side sees it. Stakes that the network does not tell apart share
     * them. */
    int16_t (*rows[2][NEURAL_STAKES][10])[NEURAL_WIDTH];
    const neural_kernel *kernel;
    alignas(sizeof(neural_pair)) neural_pair free;
    neural_pair played[9][NEURAL_PLACES]; /* mine, yours */
    neural_head heads[NEURAL_HEADS];
    uint16_t row[NEURAL_PATTERNS]; /* as X sees it */
    int16_t logs[NEURAL_LOGS];
    uint32_t checksum;
    uint8_t variant;
    alignas(sizeof(neural_pair)) int16_t boards[][NEURAL_PLACES][NEURAL_WIDTH];
};

/* Portable, and the reference. The others are NULL where the processor lacks
 * what they need. */
extern const neural_kernel neural_portable;
const neural_kernel *neural_128(void);
const neural_kernel *neural_avx2(void);
const neural_kernel *neural_vnni(void);

/* Makes a network of a file that is known to be sound: 0, -ENOMEM, or -EINVAL
 * if sums of its rows could leave 16 bits. */
int neural_make(const uint8_t *data, oxo_neural **ret);

/* Hundredths for the side to move, like evaluation_score(); not for
 * `ultimate-continue`. `draw` is what the mover thinks of a draw, and
 * `pattern` is that of evaluation_state. `sums[0]` is where the position's sum
 * is kept; it is made from what is there, or from `sums[-1]` if there is a
 * `before`: whichever is nearer. Any sums will do that once were copies of
 * neural->start. */
static inline int neural_score(const oxo_neural *neural, neural_sum *sums,
                               bool before,
                               const uint16_t pattern[EVALUATION_PATTERNS],
                               const oxo_ultimate *p, int draw)
{
    return neural->kernel->score(neural, sums, before, pattern, p, draw);
}

/* What is at stake in a board that is not decided: 1 if X would win the game
 * with it, 2 if O would, 3 if both. */
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

/* Begins to load the rows that neural_score() will most likely want after the
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
