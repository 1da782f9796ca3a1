/* neural_avx2.c - the kernel for x86 with AVX2: vectors of 32 bytes. The
 * results are bit for bit those of the portable kernel. */
#include "neural_forward.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))

/* Pairs of products fit 16 bits: inputs are at most 127, weights 128. */
TARGET static inline NEURAL_INLINED __m256i add_products(__m256i sums,
                                                         __m256i inputs,
                                                         __m256i weights)
{
    const __m256i pairs = _mm256_maddubs_epi16(inputs, weights);
    return _mm256_add_epi32(sums,
                            _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

enum { WORDS = 16, LONGS = 8 }; /* in a register */

TARGET static inline NEURAL_INLINED __m256i load(const void *from)
{
    return _mm256_loadu_si256(from);
}

/* Updates one register of words, from `at` on, of one view's sums. */
TARGET static inline NEURAL_INLINED __m256i update_words(const neural_step *s,
                                                         int side, int at)
{
    const __m256i sum = _mm256_add_epi16(
        _mm256_sub_epi16(load(s->from[side] + at), load(s->minus[side] + at)),
        load(s->plus[side] + at));
    _mm256_storeu_si256((__m256i *)(void *)(s->to[side] + at), sum);
    return sum;
}

TARGET static inline NEURAL_INLINED void update_sums(const neural_step *s)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i += WORDS)
            update_words(s, side, i);
    }
}

TARGET static inline NEURAL_INLINED __m256i two_features(const int8_t *from)
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

/* Updates sixteen sums and applies the activation: clamped to 0..255, squared,
 * scaled to 0..127: (c * c + 256) >> 9. */
TARGET static inline NEURAL_INLINED __m256i
activate_inputs(const neural_step *s, int side, int at)
{
    __m256i c = _mm256_add_epi16(update_words(s, side, at),
                                 load(s->played[side] + at));
    c = _mm256_max_epi16(c, _mm256_setzero_si256());
    c = _mm256_min_epi16(c, _mm256_set1_epi16(255));
    c = _mm256_slli_epi16(c, 3);
    return _mm256_mulhrs_epi16(c, c);
}

TARGET static inline NEURAL_INLINED __m256i four_inputs(const uint8_t *from)
{
    int32_t four;
    __builtin_memcpy(&four, from, sizeof four);
    return _mm256_set1_epi32(four);
}

/* Scales and clamps eight sums to 0..127, as longs. */
TARGET static inline NEURAL_INLINED __m256i activate_layer(__m256i sums)
{
    sums =
        _mm256_max_epi32(_mm256_srai_epi32(sums, 6), _mm256_setzero_si256());
    return _mm256_min_epi32(sums, _mm256_set1_epi32(127));
}

TARGET static inline NEURAL_INLINED void store_bytes(__m256i words,
                                                     uint8_t *to)
{
    const __m256i packed = _mm256_packus_epi16(words, words);
    const __m256i ordered = _mm256_permute4x64_epi64(packed, 0xD8);
    _mm_storeu_si128((__m128i *)(void *)to, _mm256_castsi256_si128(ordered));
}

/* The first layer's sums: of[i] has two outputs, in four partial sums each. */
typedef struct avx2_sums {
    __m256i of[NEURAL_FIRST / 2];
} avx2_sums;

/* Adds the products of sixteen inputs, which are in both halves of `in`. */
TARGET static inline NEURAL_INLINED void
add_group(avx2_sums *sums, __m256i in, const int8_t weights[NEURAL_FIRST][16])
{
    for (int i = 0; i < NEURAL_FIRST; i += 2)
        sums->of[i / 2] = add_products(sums->of[i / 2], in, load(weights[i]));
}

/* In each half: four sums, each of the four longs of one register. */
TARGET static inline NEURAL_INLINED __m256i across(const __m256i of[4])
{
    return _mm256_hadd_epi32(_mm256_hadd_epi32(of[0], of[1]),
                             _mm256_hadd_epi32(of[2], of[3]));
}

/* The first, or the second, longs of all pairs. */
TARGET static inline NEURAL_INLINED __m256i firsts(__m256i a, __m256i b)
{
    return _mm256_castps_si256(_mm256_shuffle_ps(
        _mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
}

TARGET static inline NEURAL_INLINED __m256i seconds(__m256i a, __m256i b)
{
    return _mm256_castps_si256(_mm256_shuffle_ps(
        _mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0xDD));
}

/* The first layer: its sixteen outputs, then their squares. */
TARGET static inline NEURAL_INLINED void
pass_first(const neural_head *h, const neural_step *s, uint8_t *to)
{
    avx2_sums sums;
    for (int i = 0; i < NEURAL_FIRST / 2; i++)
        sums.of[i] = _mm256_setzero_si256();
    for (int group = 0; group < 2 * NEURAL_WIDTH / 16; group += 2) {
        const int side = group / 4, at = group % 4 * LONGS;
        const __m256i in = _mm256_packus_epi16(
            activate_inputs(s, side, at),
            activate_inputs(s, side, at + NEURAL_WIDTH / 2));
        add_group(&sums, _mm256_permute2x128_si256(in, in, 0x00),
                  h->first[group]);
        add_group(&sums, _mm256_permute2x128_si256(in, in, 0x11),
                  h->first[group + 1]);
    }
    const __m256i a = across(sums.of), b = across(sums.of + 4);
    const __m256i low = _mm256_add_epi32(firsts(a, b), load(h->first_bias));
    const __m256i high =
        _mm256_add_epi32(seconds(a, b), load(h->first_bias + LONGS));
    const __m256i words = _mm256_permute4x64_epi64(
        _mm256_packs_epi32(activate_layer(low), activate_layer(high)), 0xD8);
    const __m256i squares =
        _mm256_srli_epi16(_mm256_add_epi16(_mm256_mullo_epi16(words, words),
                                           _mm256_set1_epi16(64)),
                          7);
    store_bytes(words, to);
    store_bytes(squares, to + NEURAL_FIRST);
}

/* Sixteen outputs of the second layer, as words: eight from `at` on, and eight
 * from HALF later on. */
TARGET static inline NEURAL_INLINED __m256i pass_second(const neural_head *h,
                                                        const uint8_t *in,
                                                        int at)
{
    enum { HALF = NEURAL_SECOND / 2 };
    __m256i low = load(h->second_bias + at);
    __m256i high = load(h->second_bias + at + HALF);
    for (int k = 0; k < 2 * NEURAL_FIRST / 4; k++) {
        const __m256i inputs = four_inputs(in + 4 * (ptrdiff_t)k);
        low = add_products(low, inputs, load(h->second[k][at]));
        high = add_products(high, inputs, load(h->second[k][at + HALF]));
    }
    return _mm256_packs_epi32(activate_layer(low), activate_layer(high));
}

TARGET static inline NEURAL_INLINED int32_t total(__m256i longs)
{
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(longs),
                                _mm256_extracti128_si256(longs, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    return _mm_cvtsi128_si32(sum);
}

TARGET static inline NEURAL_INLINED void
pass_head(const neural_head *h, const neural_step *s, int32_t ret_logits[2])
{
    alignas(64) uint8_t first[2 * NEURAL_FIRST];
    pass_first(h, s, first);
    const __m256i low = pass_second(h, first, 0);
    const __m256i high = pass_second(h, first, LONGS);
    for (int i = 0; i < 2; i++) {
        const __m256i products = _mm256_add_epi32(
            _mm256_madd_epi16(low, load(h->last[i])),
            _mm256_madd_epi16(high, load(h->last[i] + WORDS)));
        ret_logits[i] = h->last_bias[i] + total(products);
    }
}

TARGET static int score_position(const oxo_neural *neural, neural_sum *sums,
                                 bool before,
                                 const uint16_t pattern[EVALUATION_PATTERNS],
                                 const oxo_ultimate *p, int draw)
{
    return neural_forward(neural, sums, before, pattern, p, draw, update_sums,
                          pass_head);
}

static const neural_kernel kernel = {
    .name = "avx2", .make_row = make_row, .score = score_position};

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
