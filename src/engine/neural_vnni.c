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

TARGET static void change(neural_pair to, const neural_pair from,
                          const neural_rows minus, const neural_rows plus)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i += WORDS) {
            const __m512i sum = _mm512_add_epi16(
                _mm512_sub_epi16(load(&from[side][i]), load(&minus[side][i])),
                load(&plus[side][i]));
            _mm512_storeu_si512(&to[side][i], sum);
        }
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

/* Sums clamped to 0..255, squared, and back to 0..127, as bytes. */
TARGET static inline void activate(const int16_t *sums, const int16_t *played,
                                   uint8_t *to)
{
    for (int i = 0; i < NEURAL_WIDTH; i += WORDS) {
        __m512i c = _mm512_add_epi16(load(sums + i), load(played + i));
        c = _mm512_max_epi16(c, _mm512_setzero_si512());
        c = _mm512_min_epi16(c, _mm512_set1_epi16(255));
        c = _mm512_add_epi16(_mm512_mullo_epi16(c, c), _mm512_set1_epi16(256));
        _mm256_storeu_si256((__m256i *)(void *)(to + i),
                            _mm512_cvtepi16_epi8(_mm512_srli_epi16(c, 9)));
    }
}

/* Adds the products of four inputs with the weights of sixteen outputs. */
TARGET static inline __m512i add_products(__m512i sums, const uint8_t *inputs,
                                          const void *weights)
{
    int32_t four;
    __builtin_memcpy(&four, inputs, sizeof four);
    return _mm512_dpbusd_epi32(sums, _mm512_set1_epi32(four), load(weights));
}

/* Sixteen sums to 0..127, as longs. */
TARGET static inline __m512i settled(__m512i sums)
{
    sums =
        _mm512_max_epi32(_mm512_srai_epi32(sums, 6), _mm512_setzero_si512());
    return _mm512_min_epi32(sums, _mm512_set1_epi32(127));
}

TARGET static inline void store_bytes(__m512i longs, uint8_t *to)
{
    _mm_storeu_si128((__m128i *)(void *)to, _mm512_cvtepi32_epi8(longs));
}

/* The first layer: its sixteen outputs, and their squares behind them. Each
 * product waits for the sum before it, so there are four sums at a time. */
TARGET static inline void pass_first(const neural_head *h, const uint8_t *in,
                                     uint8_t *to)
{
    enum { CHAINS = 4, STEPS = 2 * NEURAL_WIDTH / 4 / CHAINS };
    __m512i sums[CHAINS] = {load(h->first_bias)};
    for (int k = 0; k < STEPS; k++) {
        for (int chain = 0; chain < CHAINS; chain++) {
            const int group = chain * STEPS + k;
            sums[chain] = add_products(sums[chain], in + 4 * (ptrdiff_t)group,
                                       h->first[group][0]);
        }
    }
    const __m512i all =
        settled(_mm512_add_epi32(_mm512_add_epi32(sums[0], sums[1]),
                                 _mm512_add_epi32(sums[2], sums[3])));
    const __m512i squares = _mm512_srli_epi32(
        _mm512_add_epi32(_mm512_madd_epi16(all, all), _mm512_set1_epi32(64)),
        7);
    store_bytes(all, to);
    store_bytes(squares, to + NEURAL_FIRST);
}

/* The second layer, sixteen outputs of it from `at` on, as words. */
TARGET static inline __m256i pass_second(const neural_head *h,
                                         const uint8_t *in, int at)
{
    enum { STEPS = 2 * NEURAL_FIRST / 4 / 2 };
    __m512i even = load(h->second_bias + at), odd = _mm512_setzero_si512();
    for (int k = 0; k < 2 * STEPS; k += 2) {
        even = add_products(even, in + 4 * (ptrdiff_t)k, h->second[k][at]);
        odd = add_products(odd, in + 4 * (ptrdiff_t)(k + 1),
                           h->second[k + 1][at]);
    }
    return _mm512_cvtepi32_epi16(settled(_mm512_add_epi32(even, odd)));
}

TARGET static void head(const neural_head *h, const neural_rows sums,
                        const neural_rows played, int32_t ret_logits[2])
{
    alignas(64) uint8_t in[2 * NEURAL_WIDTH];
    alignas(64) uint8_t first[2 * NEURAL_FIRST];
    activate(sums[0], played[0], in);
    activate(sums[1], played[1], in + NEURAL_WIDTH);
    pass_first(h, in, first);
    const __m512i second =
        _mm512_inserti64x4(_mm512_castsi256_si512(pass_second(h, first, 0)),
                           pass_second(h, first, LONGS), 1);
    for (int i = 0; i < 2; i++)
        ret_logits[i] =
            h->last_bias[i] + _mm512_reduce_add_epi32(
                                  _mm512_madd_epi16(second, load(h->last[i])));
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
