/* neural.c - see neural.h. */
#include "neural.h"

#include <string.h>

#include "moves_inline.h"

/* What the marks of one side contribute to a pattern. */
#define DIGIT(m, i, power) (((m) >> (i)&1) * (power))
#define VALUE(m)                                                              \
    (DIGIT(m, 0, 1) + DIGIT(m, 1, 3) + DIGIT(m, 2, 9) + DIGIT(m, 3, 27) +     \
     DIGIT(m, 4, 81) + DIGIT(m, 5, 243) + DIGIT(m, 6, 729) +                  \
     DIGIT(m, 7, 2187) + DIGIT(m, 8, 6561))
#define VALUES_8(m)                                                           \
    VALUE(m), VALUE((m) + 1), VALUE((m) + 2), VALUE((m) + 3), VALUE((m) + 4), \
        VALUE((m) + 5), VALUE((m) + 6), VALUE((m) + 7)
#define VALUES_64(m)                                                          \
    VALUES_8(m), VALUES_8((m) + 8), VALUES_8((m) + 16), VALUES_8((m) + 24),   \
        VALUES_8((m) + 32), VALUES_8((m) + 40), VALUES_8((m) + 48),           \
        VALUES_8((m) + 56)

static const uint16_t mask_value[512] = {
    VALUES_64(0U),   VALUES_64(64U),  VALUES_64(128U), VALUES_64(192U),
    VALUES_64(256U), VALUES_64(320U), VALUES_64(384U), VALUES_64(448U),
};

/* ---- Sums --------------------------------------------------------------- */

static const int16_t *row_at(const oxo_net *net, unsigned side, int board,
                             unsigned pattern)
{
    const unsigned row = net->row[side][pattern];
    return board < 9 ? net->boards[board][row] : net->meta[row];
}

/* The boards in which two positions differ, as a mask. Mostly it is one: four
 * are compared at a time. */
static unsigned differing(const uint16_t a[NEURAL_KEPT],
                          const uint16_t b[NEURAL_KEPT])
{
    unsigned mask = 0;
    for (unsigned i = 0; i < NEURAL_KEPT; i += 4) {
        uint64_t x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        if (x == y)
            continue;
        for (unsigned k = i; k < i + 4; k++)
            mask |= (unsigned)(a[k] != b[k]) << k;
    }
    return mask;
}

static int count_boards(unsigned mask)
{
    return count_bits(mask & OXO_ALL_CELLS) + (int)(mask >> 9);
}

/* Of a board, as the mover and as the other side sees it. */
static void find_rows(const oxo_net *net, unsigned me, int board,
                      unsigned pattern, neural_rows ret)
{
    ret[0] = row_at(net, me, board, pattern);
    ret[1] = row_at(net, me ^ 1, board, pattern);
}

/* ---- Scores ------------------------------------------------------------- */

/* What the board to be played adds. */
static const int16_t *played_row(const oxo_net *net, const oxo_ultimate *p,
                                 unsigned view, unsigned pattern)
{
    if (p->forced == OXO_ANY_BOARD)
        return net->free[view];
    return net->played[view][p->forced][net->row[p->turn ^ view][pattern]];
}

static int log_of(const oxo_net *net, int32_t logit)
{
    enum { STEP = 7, HALF = NEURAL_LOGS / 2 };
    const int32_t at = logit >> STEP;
    return net->logs[at < -HALF   ? 0
                     : at >= HALF ? NEURAL_LOGS - 1
                                  : at + HALF];
}

static void prefetch_row(const int16_t *row)
{
    for (int i = 0; i < NEURAL_WIDTH; i += 32)
        __builtin_prefetch(row + i);
}

void neural_prefetch(const oxo_net *net, const uint16_t patterns[9],
                     const oxo_ultimate *p, oxo_move m)
{
    const unsigned board = m / 9U, cell = m % 9U;
    const unsigned mark = 1U << cell;
    const unsigned after = patterns[board] + mask_value[mark] * (p->turn + 1U);
    const unsigned there = cell == board ? after : patterns[cell];
    for (unsigned side = 0; side < 2; side++) {
        prefetch_row(row_at(net, side, (int)board, after));
        prefetch_row(
            net->played[side ^ p->turn ^ 1][cell][net->row[side][there]]);
    }
}

static const neural_head *head_of(const oxo_net *net, const oxo_ultimate *p)
{
    const int decided = count_bits(decided_boards(p));
    return &net->heads[decided < NEURAL_HEADS ? decided : NEURAL_HEADS - 1];
}

/* Makes the sum of `p` from that of another position, which differs in the
 * boards of `mask`. The head makes the last of the changes, and the only one
 * as a rule. */
static void judge(const oxo_net *net, const neural_sum *from, unsigned mask,
                  const uint16_t pattern[NEURAL_KEPT], const oxo_ultimate *p,
                  neural_sum *to, int32_t ret_logits[2])
{
    const unsigned me = p->turn;
    const unsigned here = p->forced == OXO_ANY_BOARD ? 0 : pattern[p->forced];
    neural_step step = {
        .to = {to->of[me], to->of[me ^ 1]},
        .from = {from->of[me], from->of[me ^ 1]},
        .played = {played_row(net, p, 0, here), played_row(net, p, 1, here)}};
    for (;;) {
        /* If nothing differs a board changes into itself. */
        const int board = mask ? (int)first_bit(mask) : 0;
        find_rows(net, me, board, from->pattern[board], step.minus);
        find_rows(net, me, board, pattern[board], step.plus);
        mask &= mask - 1;
        if (mask == 0)
            break;
        net->kernel->change(&step);
        step.from[0] = step.to[0];
        step.from[1] = step.to[1];
    }
    net->kernel->head(head_of(net, p), &step, ret_logits);
    memcpy(to->pattern, pattern, sizeof to->pattern);
}

int neural_score(const oxo_net *net, neural_sum *sums, bool before,
                 const uint16_t patterns[9], const oxo_ultimate *p)
{
    uint16_t pattern[NEURAL_KEPT] = {0};
    memcpy(pattern, patterns, 9 * sizeof *patterns);
    pattern[9] =
        (uint16_t)(mask_value[p->won[OXO_X]] + 2 * mask_value[p->won[OXO_O]]);
    const neural_sum *from = sums;
    unsigned mask = differing(from->pattern, pattern);
    /* More than one board apart: the position before may be nearer. */
    if (before && (mask & (mask - 1))) {
        const unsigned other = differing(sums[-1].pattern, pattern);
        if (count_boards(other) < count_boards(mask)) {
            from = &sums[-1];
            mask = other;
        }
    }
    int32_t logits[2];
    judge(net, from, mask, pattern, p, sums, logits);
    return log_of(net, logits[0]) - log_of(net, logits[1]);
}

/* ---- The portable kernel ------------------------------------------------ */

static void change(const neural_step *s)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i++)
            s->to[side][i] = (int16_t)(s->from[side][i] - s->minus[side][i] +
                                       s->plus[side][i]);
    }
}

static void make_row(const int8_t *features, const neural_weights weights,
                     int16_t *to)
{
    int32_t sums[NEURAL_WIDTH] = {0};
    for (int k = 0; k < NEURAL_FEATURES / 2; k++, features += 2) {
        for (int i = 0; i < NEURAL_WIDTH; i++)
            sums[i] += features[0] * weights[k][i][0] +
                       features[1] * weights[k][i][1];
    }
    for (int i = 0; i < NEURAL_WIDTH; i++)
        to[i] = neural_settle_row(sums[i]);
}

static int clamped(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

/* One layer: `inputs` bytes to `outputs` bytes. The weights are in groups of
 * four inputs. */
static void pass(const int8_t *weights, const int32_t *bias,
                 const uint8_t *from, int inputs, uint8_t *to, int outputs)
{
    int32_t sums[NEURAL_SECOND];
    memcpy(sums, bias, (size_t)outputs * sizeof *bias);
    for (int k = 0; k < inputs; k += 4, from += 4) {
        for (int i = 0; i < outputs; i++, weights += 4)
            sums[i] += from[0] * weights[0] + from[1] * weights[1] +
                       from[2] * weights[2] + from[3] * weights[3];
    }
    for (int i = 0; i < outputs; i++)
        to[i] = (uint8_t)clamped(sums[i] >> 6, 127);
}

static void head(const neural_head *h, const neural_step *s,
                 int32_t ret_logits[2])
{
    uint8_t in[2 * NEURAL_WIDTH], first[2 * NEURAL_FIRST];
    uint8_t second[NEURAL_SECOND];
    change(s);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i++) {
            const int c = clamped(s->to[side][i] + s->played[side][i], 255);
            in[side * NEURAL_WIDTH + i] = (uint8_t)((c * c + 256) >> 9);
        }
    }
    pass(&h->first[0][0][0], h->first_bias, in, 2 * NEURAL_WIDTH, first,
         NEURAL_FIRST);
    for (int i = 0; i < NEURAL_FIRST; i++)
        first[NEURAL_FIRST + i] = (uint8_t)((first[i] * first[i] + 64) >> 7);
    pass(&h->second[0][0][0], h->second_bias, first, 2 * NEURAL_FIRST, second,
         NEURAL_SECOND);
    for (int i = 0; i < 2; i++) {
        int32_t sum = h->last_bias[i];
        for (int k = 0; k < NEURAL_SECOND; k++)
            sum += second[k] * h->last[i][k];
        ret_logits[i] = sum;
    }
}

const neural_kernel neural_portable = {
    .name = "portable", .change = change, .make_row = make_row, .head = head};
