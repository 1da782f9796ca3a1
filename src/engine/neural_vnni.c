/* neural_vnni.c - the net for x86 processors with AVX-512, whose VNNI
 * multiplies and adds bytes in one instruction, 64 of them at once. */
#include "neural.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET                                                                \
    __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

enum { WORDS = 32, LONGS = 16 }; /* in a register */

TARGET static inline __m512i load(const void *from)
{
    return _mm512_loadu_si512(from);
}

/* Words from `at` on of one side's sum, after the step. */
TARGET static inline __m512i change_words(const neural_step *s, int side,
                                          int at)
{
    const __m512i sum = _mm512_add_epi16(
        _mm512_sub_epi16(load(s->from[side] + at), load(s->minus[side] + at)),
        load(s->plus[side] + at));
    _mm512_storeu_si512(s->to[side] + at, sum);
    return sum;
}

TARGET static void change(const neural_step *s)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i += WORDS)
            change_words(s, side, i);
    }
}

TARGET static inline __m512i two_features(const int8_t *from)
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

/* The sums of half a side after the step, clamped to 0..255, squared, and
 * back to 0..127. They need not leave the registers. */
TARGET static inline __m512i activated(const neural_step *s, int side, int at)
{
    __m512i c = _mm512_add_epi16(change_words(s, side, at),
                                 load(s->played[side] + at));
    c = _mm512_max_epi16(c, _mm512_setzero_si512());
    c = _mm512_min_epi16(c, _mm512_set1_epi16(255));
    c = _mm512_add_epi16(_mm512_mullo_epi16(c, c), _mm512_set1_epi16(256));
    return _mm512_srli_epi16(c, 9);
}

/* All 64 of a side, as bytes. */
TARGET static inline __m512i activate(const neural_step *s, int side)
{
    /* Packing works on quarters of a register: puts them in order. */
    const __m512i order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
    return _mm512_permutexvar_epi64(
        order,
        _mm512_packus_epi16(activated(s, side, 0), activated(s, side, WORDS)));
}

/* A layer's sixteen sums, in four parts: each product waits for the one before
 * it. */
typedef struct parts {
    __m512i of[4];
} parts;

/* Adds the products of sixteen inputs, which are in every quarter of `in`,
 * with the weights of sixteen of `outputs` outputs. */
TARGET static inline void add_products(parts *sums, __m512i in,
                                       const int8_t *weights, int outputs)
{
    const int step = 4 * outputs;
    const __m512i four[4] = {
        _mm512_shuffle_epi32(in, 0x00), _mm512_shuffle_epi32(in, 0x55),
        _mm512_shuffle_epi32(in, 0xAA), _mm512_shuffle_epi32(in, 0xFF)};
    for (int i = 0; i < 4; i++, weights += step)
        sums->of[i] = _mm512_dpbusd_epi32(sums->of[i], four[i], load(weights));
}

/* Sixteen sums to 0..127, as longs. */
TARGET static inline __m512i settled(const parts *sums)
{
    const __m512i all =
        _mm512_add_epi32(_mm512_add_epi32(sums->of[0], sums->of[1]),
                         _mm512_add_epi32(sums->of[2], sums->of[3]));
    return _mm512_min_epi32(
        _mm512_max_epi32(_mm512_srai_epi32(all, 6), _mm512_setzero_si512()),
        _mm512_set1_epi32(127));
}

/* What one side adds to the first layer. */
TARGET static inline void add_side(parts *sums, __m512i in,
                                   const int8_t *weights)
{
    enum { STEP = 16 * NEURAL_FIRST };
    const __m512i quarters[4] = {_mm512_shuffle_i32x4(in, in, 0x00),
                                 _mm512_shuffle_i32x4(in, in, 0x55),
                                 _mm512_shuffle_i32x4(in, in, 0xAA),
                                 _mm512_shuffle_i32x4(in, in, 0xFF)};
    for (int i = 0; i < 4; i++, weights += STEP)
        add_products(sums, quarters[i], weights, NEURAL_FIRST);
}

/* Sixteen longs of 0..127 as bytes, in every quarter. */
TARGET static inline __m512i everywhere(__m512i longs)
{
    return _mm512_broadcast_i32x4(_mm512_cvtepi32_epi8(longs));
}

/* The second layer, sixteen outputs of it from `at` on, as words. */
TARGET static inline __m256i pass_second(const neural_head *h, __m512i first,
                                         __m512i squares, int at)
{
    parts sums = {{load(h->second_bias + at)}};
    add_products(&sums, first, h->second[0][at], NEURAL_SECOND);
    add_products(&sums, squares, h->second[NEURAL_FIRST / 4][at],
                 NEURAL_SECOND);
    return _mm512_cvtepi32_epi16(settled(&sums));
}

/* Two sums of sixteen longs each. */
TARGET static inline __m128i totals(__m512i a, __m512i b)
{
    const __m512i both = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b),
                                          _mm512_unpackhi_epi32(a, b));
    const __m256i half = _mm256_add_epi32(_mm512_castsi512_si256(both),
                                          _mm512_extracti64x4_epi64(both, 1));
    const __m128i quarter = _mm_add_epi32(_mm256_castsi256_si128(half),
                                          _mm256_extracti128_si256(half, 1));
    return _mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 0x4E));
}

TARGET static void head(const neural_head *h, const neural_step *s,
                        int32_t ret_logits[2])
{
    parts sums = {{load(h->first_bias)}};
    add_side(&sums, activate(s, 0), h->first[0][0]);
    add_side(&sums, activate(s, 1), h->first[NEURAL_WIDTH / 4][0]);
    const __m512i first = settled(&sums);
    const __m512i squares =
        _mm512_srli_epi32(_mm512_add_epi32(_mm512_madd_epi16(first, first),
                                           _mm512_set1_epi32(64)),
                          7);
    const __m512i in = everywhere(first), in_squared = everywhere(squares);
    const __m512i second = _mm512_inserti64x4(
        _mm512_castsi256_si512(pass_second(h, in, in_squared, 0)),
        pass_second(h, in, in_squared, LONGS), 1);
    const __m128i logits = _mm_add_epi32(
        totals(_mm512_madd_epi16(second, load(h->last[0])),
               _mm512_madd_epi16(second, load(h->last[1]))),
        _mm_loadl_epi64((const __m128i *)(const void *)h->last_bias));
    _mm_storel_epi64((__m128i *)(void *)ret_logits, logits);
}

static const neural_kernel kernel = {
    .name = "vnni", .change = change, .make_row = make_row, .head = head};

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
