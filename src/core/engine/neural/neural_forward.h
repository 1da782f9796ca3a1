/* neural_forward.h - the forward pass: from a position to the network's score,
 * except for the inner loops.
 *
 * Every kernel compiles these functions into its own score_position(), for its
 * processor, together with its inner loops: calls between them, in every node
 * of a search, would take longer than some of the functions do. */
#ifndef OXO_ENGINE_NEURAL_FORWARD_H
#define OXO_ENGINE_NEURAL_FORWARD_H

#include <string.h>

#include "moves_inline.h"
#include "neural.h"

#define NEURAL_INLINED __attribute__((always_inline))

/* ---- Sums --------------------------------------------------------------- */

static inline NEURAL_INLINED uint64_t four_patterns(const uint16_t *p)
{
    return p[0] | (uint64_t)p[1] << 16 | (uint64_t)p[2] << 32 |
           (uint64_t)p[3] << 48;
}

/* Compares four patterns, which have 15 bits: sets the highest bit of each one
 * that differs. */
static inline NEURAL_INLINED uint64_t differing_four(const uint16_t *a,
                                                     const uint16_t *b)
{
    return ((four_patterns(a) ^ four_patterns(b)) + 0x7FFF7FFF7FFF7FFFU) &
           0x8000800080008000U;
}

/* The bit of a board in a set of boards that differ. */
static inline NEURAL_INLINED uint64_t board_bit(unsigned board)
{
    return (uint64_t)1 << (board % 4 * 16 + board / 4);
}

/* The patterns in which two positions differ. */
static inline NEURAL_INLINED uint64_t
differing(const uint16_t a[EVALUATION_PATTERNS],
          const uint16_t b[EVALUATION_PATTERNS])
{
    return differing_four(a, b) >> 15 | differing_four(a + 4, b + 4) >> 14 |
           differing_four(a + 8, b + 8) >> 13;
}

/* The boards whose rows differ, by pattern or by stake. Few positions differ
 * in stakes. */
static inline NEURAL_INLINED uint64_t
differing_rows(const uint16_t a[EVALUATION_PATTERNS],
               const uint16_t b[EVALUATION_PATTERNS])
{
    enum { X = EVALUATION_DECIDING, O };
    const uint64_t boards = differing(a, b);
    const uint64_t patterns = boards & ~(board_bit(X) | board_bit(O));
    if (boards == patterns)
        return boards;
    uint64_t rows = patterns;
    for (unsigned left = (a[X] ^ b[X]) | (a[O] ^ b[O]); left; left &= left - 1)
        rows |= board_bit(first_bit(left));
    return rows;
}

static inline NEURAL_INLINED unsigned first_board(uint64_t boards)
{
    const unsigned bit = (unsigned)__builtin_ctzll(boards);
    return 4 * (bit & 15) + (bit >> 4);
}

static inline NEURAL_INLINED bool are_several(uint64_t boards)
{
    return (boards & (boards - 1)) != 0;
}

static inline NEURAL_INLINED bool are_fewer(uint64_t few, uint64_t many)
{
    for (; few && many; few &= few - 1)
        many &= many - 1;
    return many != 0;
}

/* The rows of a board, for the mover's view and for the other side's. */
static inline NEURAL_INLINED void
find_rows(const oxo_neural *neural, unsigned me, unsigned board,
          const uint16_t pattern[EVALUATION_PATTERNS], neural_rows ret)
{
    const unsigned stake = neural_stake(pattern, board);
    const unsigned row = neural->row[pattern[board]] ^ me;
    ret[0] = neural->rows[me][stake][board][row];
    ret[1] = neural->rows[me ^ 1][stake][board][row ^ 1];
}

/* ---- Scores ------------------------------------------------------------- */

/* The rows of the board to play in. */
static inline NEURAL_INLINED const neural_pair *
played_rows(const oxo_neural *neural, const oxo_ultimate *p,
            const uint16_t pattern[EVALUATION_PATTERNS])
{
    if (p->forced == OXO_ANY_BOARD)
        return &neural->free;
    const unsigned row = neural->row[pattern[p->forced]] ^ p->turn;
    return &neural->played[p->forced][row];
}

static inline NEURAL_INLINED int log_of(const oxo_neural *neural,
                                        int32_t logit)
{
    enum { STEP = 7, HALF = NEURAL_LOGS / 2 };
    const int32_t at = logit >> STEP;
    return neural->logs[at < -HALF   ? 0
                        : at >= HALF ? NEURAL_LOGS - 1
                                     : at + HALF];
}

/* The logarithm of the odds of winning, where draws count half. A draw with
 * the score `draw` counts e^(draw/2 / ODDS) times as much for the mover, and
 * as many times less against it:
 *
 *     ln(e^win + e^d / 2) = d + ln(e^(win - d) + 1/2)
 *
 * so one table of logarithms suffices. */
static inline NEURAL_INLINED int score_of(const oxo_neural *neural,
                                          const int32_t logits[2], int draw)
{
    const int32_t d = draw * NEURAL_LOGIT / (2 * NEURAL_ODDS);
    return draw + log_of(neural, logits[0] - d) -
           log_of(neural, logits[1] + d);
}

static inline NEURAL_INLINED const neural_head *
head_of(const oxo_neural *neural, const oxo_ultimate *p)
{
    const int decided = count_bits(decided_boards(p));
    return &neural->heads[decided < NEURAL_HEADS ? decided : NEURAL_HEADS - 1];
}

/* Makes the sums of `p` from those of a position that differs in the given
 * boards. The head applies the last change, which is usually the only one. */
static inline NEURAL_INLINED void
make_sum(const oxo_neural *neural, const neural_sum *from, uint64_t boards,
         const uint16_t pattern[EVALUATION_PATTERNS], const oxo_ultimate *p,
         neural_sum *to, neural_change *change, neural_pass *head,
         int32_t ret_logits[2])
{
    const unsigned me = p->turn;
    const neural_pair *played = played_rows(neural, p, pattern);
    neural_step step = {.to = {to->of[me], to->of[me ^ 1]},
                        .from = {from->of[me], from->of[me ^ 1]},
                        .played = {(*played)[0], (*played)[1]}};
    for (;;) {
        /* If nothing differs, a board is replaced by itself. */
        const unsigned board = boards ? first_board(boards) : 0;
        find_rows(neural, me, board, from->pattern, step.minus);
        find_rows(neural, me, board, pattern, step.plus);
        if (!are_several(boards))
            break;
        boards &= boards - 1;
        change(&step);
        step.from[0] = step.to[0];
        step.from[1] = step.to[1];
    }
    memcpy(to->pattern, pattern, sizeof to->pattern);
    head(head_of(neural, p), &step, ret_logits);
}

/* neural_score() of a kernel, from the kernel's inner loops. */
static inline NEURAL_INLINED int
neural_forward(const oxo_neural *neural, neural_sum *sums, bool before,
               const uint16_t pattern[EVALUATION_PATTERNS],
               const oxo_ultimate *p, int draw, neural_change *change,
               neural_pass *head)
{
    const neural_sum *from = before ? &sums[-1] : sums;
    uint64_t boards = differing_rows(from->pattern, pattern);
    /* The position before differs in one board, unless it was not evaluated.
     */
    if (before && are_several(boards)) {
        const uint64_t other = differing_rows(sums->pattern, pattern);
        if (are_fewer(other, boards)) {
            from = sums;
            boards = other;
        }
    }
    int32_t logits[2];
    make_sum(neural, from, boards, pattern, p, sums, change, head, logits);
    return score_of(neural, logits, draw);
}

#endif /* OXO_ENGINE_NEURAL_FORWARD_H */
