/* neural_vnni.c - the kernel for x86 with AVX-512 and VNNI, which multiplies
 * and adds 64 bytes in one instruction. The results are bit for bit those of
 * the portable kernel. */
#include "neural_forward.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET                                                                \
    __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

enum { WORDS = 32, LONGS = 16 }; /* in a register */

TARGET static inline NEURAL_INLINED __m512i load(const void *from)
{
    return _mm512_loadu_si512(from);
}

/* Updates one register of words, from `at` on, of one view's sums. */
TARGET static inline NEURAL_INLINED __m512i update_words(const neural_step *s,
                                                         int side, int at)
{
    const __m512i sum = _mm512_add_epi16(
        _mm512_sub_epi16(load(s->from[side] + at), load(s->minus[side] + at)),
        load(s->plus[side] + at));
    _mm512_storeu_si512(s->to[side] + at, sum);
    return sum;
}

TARGET static inline NEURAL_INLINED void update_sums(const neural_step *s)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i += WORDS)
            update_words(s, side, i);
    }
}

TARGET static inline NEURAL_INLINED __m512i two_features(const int8_t *from)
{
    return _mm512_set1_epi32(
        (int32_t)((uint16_t)from[0] | (uint32_t)(uint16_t)from[1] << 16));
}

TARGET static void make_row(const int8_t *features,
                            const neural_weights weights, int16_t *to)
{
    __m512i sums[NEURAL_WIDTH / LONGS];
    for (int i = 0; i < NEURAL_WIDTH / LONGS; i++)
        sums[i] = _mm512_set1_epi32(1 << (NEURAL_ROW_SHIFT - 1));
    for (int k = 0; k < NEURAL_FEATURES / 2; k++, features += 2) {
        const __m512i two = two_features(features);
        for (int i = 0; i < NEURAL_WIDTH; i += LONGS)
            sums[i / LONGS] = _mm512_add_epi32(
                sums[i / LONGS], _mm512_madd_epi16(load(weights[k][i]), two));
    }
    for (int i = 0; i < NEURAL_WIDTH / LONGS; i++)
        _mm256_storeu_si256((__m256i *)(void *)(to + (ptrdiff_t)LONGS * i),
                            _mm512_cvtsepi32_epi16(
                                _mm512_srai_epi32(sums[i], NEURAL_ROW_SHIFT)));
}

/* Updates half of a view's sums and applies the activation: clamped to 0..255,
 * squared, scaled to 0..127: (c * c + 256) >> 9. The sums stay in registers.
 */
TARGET static inline NEURAL_INLINED __m512i
activate_inputs(const neural_step *s, int side, int at)
{
    __m512i c = _mm512_add_epi16(update_words(s, side, at),
                                 load(s->played[side] + at));
    c = _mm512_max_epi16(c, _mm512_setzero_si512());
    c = _mm512_min_epi16(c, _mm512_set1_epi16(255));
    c = _mm512_slli_epi16(c, 3);
    return _mm512_mulhrs_epi16(c, c);
}

/* All 64 inputs of a view, as bytes. */
TARGET static inline NEURAL_INLINED __m512i activate_side(const neural_step *s,
                                                          int side)
{
    return _mm512_packus_epi16(activate_inputs(s, side, 0),
                               activate_inputs(s, side, WORDS));
}

/* The first layer's sums: of[i] has output 4 * q + i in quarter q, as four
 * partial sums. */
typedef struct vnni_sums {
    __m512i of[4];
} vnni_sums;

/* A view's part of the first layer's sums. */
TARGET static inline NEURAL_INLINED vnni_sums
pass_side(__m512i in, const int8_t weights[4][NEURAL_FIRST][16])
{
    const __m512i quarters[4] = {_mm512_shuffle_i32x4(in, in, 0x00),
                                 _mm512_shuffle_i32x4(in, in, 0x55),
                                 _mm512_shuffle_i32x4(in, in, 0xAA),
                                 _mm512_shuffle_i32x4(in, in, 0xFF)};
    vnni_sums sums;
    for (int i = 0; i < NEURAL_FIRST; i += 4) {
        __m512i sum = _mm512_setzero_si512();
        for (int q = 0; q < 4; q++)
            sum = _mm512_dpbusd_epi32(sum, quarters[q], load(weights[q][i]));
        sums.of[i / 4] = sum;
    }
    return sums;
}

/* In each quarter: four sums, of the longs of a, of b, of c and of d. */
TARGET static inline NEURAL_INLINED __m512i across(__m512i a, __m512i b,
                                                   __m512i c, __m512i d)
{
    const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b),
                                        _mm512_unpackhi_epi32(a, b));
    const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d),
                                        _mm512_unpackhi_epi32(c, d));
    return _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd),
                            _mm512_unpackhi_epi64(ab, cd));
}

/* Scales and clamps sixteen sums to 0..127, as longs. */
TARGET static inline NEURAL_INLINED __m512i activate_layer(__m512i sums)
{
    return _mm512_min_epi32(
        _mm512_max_epi32(_mm512_srai_epi32(sums, 6), _mm512_setzero_si512()),
        _mm512_set1_epi32(127));
}

/* The first layer's sixteen outputs. */
TARGET static inline NEURAL_INLINED __m512i pass_first(const neural_head *h,
                                                       const neural_step *s)
{
    const vnni_sums mine = pass_side(activate_side(s, 0), h->first);
    const vnni_sums yours = pass_side(activate_side(s, 1), h->first + 4);
    __m512i both[4];
    for (int i = 0; i < 4; i++)
        both[i] = _mm512_add_epi32(mine.of[i], yours.of[i]);
    return activate_layer(_mm512_add_epi32(
        across(both[0], both[1], both[2], both[3]), load(h->first_bias)));
}

/* Sixteen longs of 0..127 as bytes, the same in every quarter. */
TARGET static inline NEURAL_INLINED __m512i everywhere(__m512i longs)
{
    return _mm512_broadcast_i32x4(_mm512_cvtepi32_epi8(longs));
}

/* Adds the products of four inputs to sixteen outputs. */
TARGET static inline NEURAL_INLINED __m512i add_four(
    __m512i sums, __m512i four, const int8_t weights[NEURAL_SECOND][4], int at)
{
    return _mm512_dpbusd_epi32(sums, four, load(weights[at]));
}

/* Adds the products of sixteen inputs, in two chains: a product waits for the
 * one before it in its chain. */
TARGET static inline NEURAL_INLINED __m512i
add_products(__m512i sums, __m512i in,
             const int8_t weights[4][NEURAL_SECOND][4], int at)
{
    __m512i other = _mm512_setzero_si512();
    sums = add_four(sums, _mm512_shuffle_epi32(in, 0x00), weights[0], at);
    other = add_four(other, _mm512_shuffle_epi32(in, 0x55), weights[1], at);
    sums = add_four(sums, _mm512_shuffle_epi32(in, 0xAA), weights[2], at);
    other = add_four(other, _mm512_shuffle_epi32(in, 0xFF), weights[3], at);
    return _mm512_add_epi32(sums, other);
}

/* The second layer, sixteen outputs of it from `at` on. */
TARGET static inline NEURAL_INLINED __m512i pass_second(const neural_head *h,
                                                        __m512i first,
                                                        __m512i squares,
                                                        int at)
{
    return activate_layer(_mm512_add_epi32(
        add_products(load(h->second_bias + at), first, h->second, at),
        add_products(_mm512_setzero_si512(), squares, h->second + 4, at)));
}

/* Two sums, each of sixteen longs. */
TARGET static inline NEURAL_INLINED __m128i totals(__m512i a, __m512i b)
{
    const __m512i both = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b),
                                          _mm512_unpackhi_epi32(a, b));
    const __m256i half = _mm256_add_epi32(_mm512_castsi512_si256(both),
                                          _mm512_extracti64x4_epi64(both, 1));
    const __m128i quarter = _mm_add_epi32(_mm256_castsi256_si128(half),
                                          _mm256_extracti128_si256(half, 1));
    return _mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0x4E));
}

TARGET static inline NEURAL_INLINED void
pass_head(const neural_head *h, const neural_step *s, int32_t ret_logits[2])
{
    const __m512i first = pass_first(h, s);
    const __m512i squares =
        _mm512_srli_epi32(_mm512_add_epi32(_mm512_madd_epi16(first, first),
                                           _mm512_set1_epi32(64)),
                          7);
    const __m512i in = everywhere(first), in_squared = everywhere(squares);
    const __m512i second =
        _mm512_packs_epi32(pass_second(h, in, in_squared, 0),
                           pass_second(h, in, in_squared, LONGS));
    const __m128i logits = _mm_add_epi32(
        totals(_mm512_madd_epi16(second, load(h->last[0])),
               _mm512_madd_epi16(second, load(h->last[1]))),
        _mm_loadl_epi64((const __m128i *)(const void *)h->last_bias));
    _mm_storel_epi64((__m128i *)(void *)ret_logits, logits);
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
    .name = "vnni", .make_row = make_row, .score = score_position};

const neural_kernel *neural_vnni(void)
{
    return __builtin_cpu_supports("avx2") &&
                   __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512vnni")
               ? &kernel
               : NULL;
}

#else

const neural_kernel *neural_vnni(void)
{
    return NULL;
}

#endif
