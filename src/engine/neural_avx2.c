/* neural_avx2.c - the net for x86 processors with AVX2, which work on 32 bytes
 * at once. The results are those of the portable kernel, bit for bit. */
#include "neural.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))

/* Pairs of products fit 16 bits: inputs are at most 127, weights 128. */
TARGET static inline __m256i add_products(__m256i sums, __m256i inputs,
                                          __m256i weights)
{
    const __m256i pairs = _mm256_maddubs_epi16(inputs, weights);
    return _mm256_add_epi32(sums,
                            _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

enum { WORDS = 16, LONGS = 8 }; /* in a register */

TARGET static inline __m256i load(const void *from)
{
    return _mm256_loadu_si256(from);
}

TARGET static void change(const neural_step *s)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i += WORDS) {
            const __m256i sum =
                _mm256_add_epi16(_mm256_sub_epi16(load(s->from[side] + i),
                                                  load(s->minus[side] + i)),
                                 load(s->plus[side] + i));
            _mm256_storeu_si256((__m256i *)(void *)(s->to[side] + i), sum);
        }
    }
}

TARGET static inline __m256i two_features(const int8_t *from)
{
    return _mm256_set1_epi32(
        (int32_t)((uint16_t)from[0] | (uint32_t)(uint16_t)from[1] << 16));
}

TARGET static void make_row(const int8_t *features,
                            const neural_weights weights, int16_t *to)
{
    __m256i sums[NEURAL_WIDTH / LONGS];
    for (int i = 0; i < NEURAL_WIDTH / LONGS; i++)
        sums[i] = _mm256_set1_epi32(1 << (NEURAL_ROW_SHIFT - 1));
    for (int k = 0; k < NEURAL_FEATURES / 2; k++, features += 2) {
        const __m256i two = two_features(features);
        for (int i = 0; i < NEURAL_WIDTH; i += LONGS)
            sums[i / LONGS] = _mm256_add_epi32(
                sums[i / LONGS], _mm256_madd_epi16(load(weights[k][i]), two));
    }
    for (int i = 0; i < NEURAL_WIDTH / LONGS; i += 2) {
        const __m256i packed = _mm256_packs_epi32(
            _mm256_srai_epi32(sums[i], NEURAL_ROW_SHIFT),
            _mm256_srai_epi32(sums[i + 1], NEURAL_ROW_SHIFT));
        _mm256_storeu_si256((__m256i *)(void *)(to + (ptrdiff_t)LONGS * i),
                            _mm256_permute4x64_epi64(packed, 0xD8));
    }
}

/* Sixteen sums: clamped to 0..255, squared, and back to 0..127. */
TARGET static inline __m256i activated(const int16_t *sum,
                                       const int16_t *played)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i c = _mm256_add_epi16(load(sum), load(played));
    c = _mm256_min_epi16(_mm256_max_epi16(c, zero), _mm256_set1_epi16(255));
    c = _mm256_add_epi16(_mm256_mullo_epi16(c, c), _mm256_set1_epi16(256));
    return _mm256_srli_epi16(c, 9);
}

TARGET static inline void activate(const int16_t *sums, const int16_t *played,
                                   uint8_t *to)
{
    for (int i = 0; i < NEURAL_WIDTH; i += 2 * WORDS) {
        const __m256i packed = _mm256_packus_epi16(
            activated(sums + i, played + i),
            activated(sums + i + WORDS, played + i + WORDS));
        /* Packing works on halves of a register: puts them in order. */
        _mm256_storeu_si256((__m256i *)(void *)(to + i),
                            _mm256_permute4x64_epi64(packed, 0xD8));
    }
}

TARGET static inline __m256i four_inputs(const uint8_t *from)
{
    int32_t four;
    __builtin_memcpy(&four, from, sizeof four);
    return _mm256_set1_epi32(four);
}

/* Eight sums to 0..127, as longs. */
TARGET static inline __m256i settled(__m256i sums)
{
    sums =
        _mm256_max_epi32(_mm256_srai_epi32(sums, 6), _mm256_setzero_si256());
    return _mm256_min_epi32(sums, _mm256_set1_epi32(127));
}

/* Sixteen longs of 0..127 to words, in order. */
TARGET static inline __m256i to_words(__m256i low, __m256i high)
{
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
}

TARGET static inline void store_bytes(__m256i words, uint8_t *to)
{
    const __m256i packed = _mm256_packus_epi16(words, words);
    const __m256i ordered = _mm256_permute4x64_epi64(packed, 0xD8);
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_castsi256_si128(ordered));
}

TARGET static inline __m256i sum_of_four(const __m256i parts[4])
{
    return _mm256_add_epi32(_mm256_add_epi32(parts[0], parts[1]),
                            _mm256_add_epi32(parts[2], parts[3]));
}

/* The first layer: its sixteen outputs, and their squares behind them. Each
 * product waits for the sum before it, so there are four sums at a time. */
TARGET static inline void pass_first(const neural_head *h, const uint8_t *in,
                                     uint8_t *to)
{
    enum { CHAINS = 4, STEPS = 2 * NEURAL_WIDTH / 4 / CHAINS };
    __m256i low[CHAINS] = {load(h->first_bias)};
    __m256i high[CHAINS] = {load(h->first_bias + LONGS)};
    for (int k = 0; k < STEPS; k++) {
        for (int chain = 0; chain < CHAINS; chain++) {
            const int group = chain * STEPS + k;
            const __m256i inputs = four_inputs(in + 4 * (ptrdiff_t)group);
            low[chain] =
                add_products(low[chain], inputs, load(h->first[group][0]));
            high[chain] = add_products(high[chain], inputs,
                                       load(h->first[group][LONGS]));
        }
    }
    const __m256i words =
        to_words(settled(sum_of_four(low)), settled(sum_of_four(high)));
    const __m256i squares =
        _mm256_srli_epi16(_mm256_add_epi16(_mm256_mullo_epi16(words, words),
                                           _mm256_set1_epi16(64)),
                          7);
    store_bytes(words, to);
    store_bytes(squares, to + NEURAL_FIRST);
}

/* The second layer, sixteen outputs of it from `at` on, as words. */
TARGET static inline __m256i pass_second(const neural_head *h,
                                         const uint8_t *in, int at)
{
    __m256i low = load(h->second_bias + at);
    __m256i high = load(h->second_bias + at + LONGS);
    for (int k = 0; k < 2 * NEURAL_FIRST / 4; k++) {
        const __m256i inputs = four_inputs(in + 4 * (ptrdiff_t)k);
        low = add_products(low, inputs, load(h->second[k][at]));
        high = add_products(high, inputs, load(h->second[k][at + LONGS]));
    }
    return to_words(settled(low), settled(high));
}

TARGET static inline int32_t total(__m256i longs)
{
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(longs),
                                _mm256_extracti128_si256(longs, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    return _mm_cvtsi128_si32(sum);
}

TARGET static void head(const neural_head *h, const neural_step *s,
                        int32_t ret_logits[2])
{
    alignas(64) uint8_t in[2 * NEURAL_WIDTH];
    alignas(64) uint8_t first[2 * NEURAL_FIRST];
    change(s);
    activate(s->to[0], s->played[0], in);
    activate(s->to[1], s->played[1], in + NEURAL_WIDTH);
    pass_first(h, in, first);
    const __m256i low = pass_second(h, first, 0);
    const __m256i high = pass_second(h, first, WORDS);
    for (int i = 0; i < 2; i++) {
        const __m256i products = _mm256_add_epi32(
            _mm256_madd_epi16(low, load(h->last[i])),
            _mm256_madd_epi16(high, load(h->last[i] + WORDS)));
        ret_logits[i] = h->last_bias[i] + total(products);
    }
}

static const neural_kernel kernel = {
    .name = "avx2", .change = change, .make_row = make_row, .head = head};

const neural_kernel *neural_avx2(void)
{
    return __builtin_cpu_supports("avx2") ? &kernel : NULL;
}

#else

const neural_kernel *neural_avx2(void)
{
    return NULL;
}

#endif
