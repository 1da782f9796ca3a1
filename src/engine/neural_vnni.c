/* neural_vnni.c - the net for x86 processors with AVX-512's VNNI, which
 * multiplies and adds bytes in one instruction. */
#include "neural.h"

#ifdef __x86_64__

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,avx512vl,avx512vnni")))

TARGET static inline __m256i add_products(__m256i sums, __m256i inputs,
                                          __m256i weights)
{
    return _mm256_dpbusd_epi32(sums, inputs, weights);
}

#include "neural_x86.h"

static const neural_kernel kernel = {
    .name = "vnni", .change = change, .head = head};

const neural_kernel *neural_vnni(void)
{
    return __builtin_cpu_supports("avx2") &&
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
