/* neural_avx2.c - the net for x86 processors with AVX2. */
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

#include "neural_x86.h"

static const neural_kernel kernel = {
    .name = "avx2", .change = change, .head = head};

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
