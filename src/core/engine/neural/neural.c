/* neural.c - the portable kernel, in plain C: the reference for the others. */
#include "neural_forward.h"

static void update_sums(const neural_step *s)
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
        to[i] = neural_round_row(sums[i]);
}

static int clamped(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static uint8_t activate_layer(int32_t sum)
{
    return (uint8_t)clamped(sum >> 6, 127);
}

/* The first layer: its outputs, then their squares. */
static void pass_first(const neural_head *h, const uint8_t *in, uint8_t *to)
{
    for (int i = 0; i < NEURAL_FIRST; i++) {
        const int at = neural_output_at(i);
        int32_t sum = h->first_bias[i];
        for (int k = 0; k < 2 * NEURAL_WIDTH; k++)
            sum += in[k] * h->first[k / 16][at][k % 16];
        to[i] = activate_layer(sum);
        to[NEURAL_FIRST + i] = (uint8_t)((to[i] * to[i] + 64) >> 7);
    }
}

static void pass_second(const neural_head *h, const uint8_t *in, uint8_t *to)
{
    for (int i = 0; i < NEURAL_SECOND; i++) {
        int32_t sum = h->second_bias[i];
        for (int k = 0; k < 2 * NEURAL_FIRST; k++)
            sum += in[k] * h->second[k / 4][i][k % 4];
        to[neural_last_at(i)] = activate_layer(sum);
    }
}

static void pass_head(const neural_head *h, const neural_step *s,
                      int32_t ret_logits[2])
{
    uint8_t in[2 * NEURAL_WIDTH], first[2 * NEURAL_FIRST];
    uint8_t second[NEURAL_SECOND];
    update_sums(s);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i++) {
            const int c = clamped(s->to[side][i] + s->played[side][i], 255);
            in[side * NEURAL_WIDTH + neural_input_at(i)] =
                (uint8_t)((c * c + 256) >> 9);
        }
    }
    pass_first(h, in, first);
    pass_second(h, first, second);
    for (int i = 0; i < 2; i++) {
        int32_t sum = h->last_bias[i];
        for (int k = 0; k < NEURAL_SECOND; k++)
            sum += second[k] * h->last[i][k];
        ret_logits[i] = sum;
    }
}

static int score_position(const oxo_neural *neural, neural_sum *sums,
                          bool before,
                          const uint16_t pattern[EVALUATION_PATTERNS],
                          const oxo_ultimate *p, int draw)
{
    return neural_forward(neural, sums, before, pattern, p, draw, update_sums,
                          pass_head);
}

const neural_kernel neural_portable = {
    .name = "portable", .make_row = make_row, .score = score_position};
