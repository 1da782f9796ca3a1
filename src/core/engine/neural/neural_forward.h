/* neural_forward.h - from a position to the network's score of it, but for the
 * inner loops. Each kernel has these functions compiled into its own score(),
 * for its processor; those that work on vectors have their change() and head()
 * in it as well: calls from one to the other, in every node of a search, took
 * longer than some of what they do. */
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

/* The highest bit of each pattern that differs, four at a time: patterns have
 * 15 bits. */
static inline NEURAL_INLINED uint64_t differing_four(const uint16_t *a,
                                                     const uint16_t *b)
{
    return ((four_patterns(a) ^ four_patterns(b)) + 0x7FFF7FFF7FFF7FFFU) &
           0x8000800080008000U;
}

/* A board among those that differ. */
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

/* The boards whose rows differ. In what is at stake few positions do. */
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

/* Of a board, as the mover and as the other side sees it. */
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

/* What the board to be played adds. */
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

/* The odds of winning, draws counting half. A draw that is worth `draw`
 * counts e^(draw/2 / ODDS) times as much for the mover, and as many times less
 * against it:
 *
 *     ln(e^win + e^d / 2) = d + ln(e^(win - d) + 1/2)
 *
 * so that one table of logarithms does for all. */
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

/* Makes the sum of `p` from that of another position, which differs in the
 * given boards. The head makes the last of the changes, and the only one
 * as a rule. */
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
        /* If nothing differs a board changes into itself. */
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

/* A neural_score(), made of its inner loops. */
static inline NEURAL_INLINED int
neural_forward(const oxo_neural *neural, neural_sum *sums, bool before,
             const uint16_t pattern[EVALUATION_PATTERNS],
             const oxo_ultimate *p, int draw, neural_change *change,
             neural_pass *head)
{
    const neural_sum *from = before ? &sums[-1] : sums;
    uint64_t boards = differing_rows(from->pattern, pattern);
    /* The position before is one board away, unless it was not judged. */
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
