/* neural_128.c - the kernel for vectors of 16 bytes: ARM's NEON, WebAssembly's
 * SIMD, and x86's SSE2 where there is nothing better.
 *
 * Written in the compilers' generic vectors, except for one operation: adding
 * pairs of products. The results are bit for bit those of the portable kernel.
 */
#include "neural_forward.h"

#if defined(__wasm_simd128__) || defined(__aarch64__) || defined(__SSE2__)

#include <string.h>

enum { WORDS = 8, LONGS = 4, FOUR = 4 };

typedef int16_t words __attribute__((vector_size(16)));
typedef uint16_t unsigned_words __attribute__((vector_size(16)));
typedef int32_t longs __attribute__((vector_size(16)));
typedef int8_t eight_bytes __attribute__((vector_size(8)));

/* The kernel's name, and that operation: a[0] b[0] + a[1] b[1],
 * a[2] b[2] + a[3] b[3], ... */
#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

static const char name[] = "wasm-simd";

static inline longs add_pairs(words a, words b)
{
    return (longs)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}

#elif defined(__aarch64__)

#include <arm_neon.h>

static const char name[] = "neon";

static inline longs add_pairs(words a, words b)
{
    const int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
    return (longs)vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)),
                             vmull_high_s16(x, y));
}

#else

#include <emmintrin.h>

static const char name[] = "sse2";

static inline longs add_pairs(words a, words b)
{
    return (longs)_mm_madd_epi16((__m128i)a, (__m128i)b);
}

#endif

static inline words load(const int16_t *from)
{
    words w;
    memcpy(&w, from, sizeof w);
    return w;
}

static inline longs load_longs(const int32_t *from)
{
    longs l;
    memcpy(&l, from, sizeof l);
    return l;
}

static inline words clamp_words(words w, int16_t most)
{
    w &= w > 0;
    const words small = w < most;
    return (w & small) | (~small & most);
}

static inline longs clamp_longs(longs l, int32_t most)
{
    l &= l > 0;
    const longs small = l < most;
    return (l & small) | (~small & most);
}

/* ---- Rows --------------------------------------------------------------- */

static inline NEURAL_INLINED void update_sums(const neural_step *s)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < NEURAL_WIDTH; i += WORDS) {
            const words sum = load(s->from[side] + i) -
                              load(s->minus[side] + i) +
                              load(s->plus[side] + i);
            memcpy(s->to[side] + i, &sum, sizeof sum);
        }
    }
}

static inline words two_features(const int8_t *from)
{
    const int8_t a = from[0], b = from[1];
    const eight_bytes pairs = {a, b, a, b, a, b, a, b};
    return __builtin_convertvector(pairs, words);
}

static void make_row(const int8_t *features, const neural_weights weights,
                     int16_t *to)
{
    longs sums[NEURAL_WIDTH / LONGS] = {{0}};
    for (int k = 0; k < NEURAL_FEATURES / 2; k++, features += 2) {
        const words two = two_features(features);
        for (int i = 0; i < NEURAL_WIDTH; i += LONGS)
            sums[i / LONGS] += add_pairs(load(weights[k][i]), two);
    }
    for (int i = 0; i < NEURAL_WIDTH; i++)
        to[i] = neural_round_row(sums[i / LONGS][i % LONGS]);
}

/* ---- The head ----------------------------------------------------------- */

/* The activation of sums: clamped to 0..255, squared, scaled to 0..127. */
static inline void activate(const int16_t *sums, const int16_t *played,
                            int16_t *to)
{
    for (int i = 0; i < NEURAL_WIDTH; i += WORDS) {
        const unsigned_words c = (unsigned_words)clamp_words(
            load(sums + i) + load(played + i), 255);
        const unsigned_words small = (c * c + 256) >> 9;
        memcpy(to + neural_input_at(i), &small, sizeof small);
    }
}

/* Two sums for each output, of even and of odd pairs of inputs, which are
 * added in the end. */
typedef struct halves {
    longs low, high;
} halves;

static inline void add_products(halves *to, words inputs,
                                const int8_t *weights)
{
    eight_bytes low, high;
    memcpy(&low, weights, sizeof low);
    memcpy(&high, weights + sizeof low, sizeof high);
    to->low += add_pairs(__builtin_convertvector(low, words), inputs);
    to->high += add_pairs(__builtin_convertvector(high, words), inputs);
}

static inline longs joined(const halves *h)
{
    const longs even = {h->low[0], h->low[2], h->high[0], h->high[2]};
    const longs odd = {h->low[1], h->low[3], h->high[1], h->high[3]};
    return even + odd;
}

/* Four sums: of the elements of a, of b, of c and of d. */
static inline longs across(longs a, longs b, longs c, longs d)
{
    const longs ab =
        (longs){a[0], b[0], a[1], b[1]} + (longs){a[2], b[2], a[3], b[3]};
    const longs cd =
        (longs){c[0], d[0], c[1], d[1]} + (longs){c[2], d[2], c[3], d[3]};
    return (longs){ab[0], ab[1], cd[0], cd[1]} +
           (longs){ab[2], ab[3], cd[2], cd[3]};
}

static inline longs add_eight(longs sums, words inputs, const int8_t *weights)
{
    eight_bytes eight;
    memcpy(&eight, weights, sizeof eight);
    return sums + add_pairs(__builtin_convertvector(eight, words), inputs);
}

/* The first layer: its sixteen outputs, then their squares. */
static inline NEURAL_INLINED void pass_first(const neural_head *h,
                                             const int16_t *in, int16_t *to)
{
    for (int i = 0; i < NEURAL_FIRST; i += LONGS) {
        longs sums[LONGS] = {{0}};
        for (int group = 0; group < 2 * NEURAL_WIDTH / 16; group++) {
            const words low = load(in + (ptrdiff_t)16 * group);
            const words high = load(in + (ptrdiff_t)16 * group + WORDS);
            for (int k = 0; k < LONGS; k++) {
                const int8_t *weights =
                    h->first[group][neural_output_at(i + k)];
                sums[k] = add_eight(sums[k], low, weights);
                sums[k] = add_eight(sums[k], high, weights + WORDS);
            }
        }
        const longs all = across(sums[0], sums[1], sums[2], sums[3]) +
                          load_longs(h->first_bias + i);
        const longs small = clamp_longs(all >> 6, 127);
        const longs squares = (small * small + 64) >> 7;
        for (int k = 0; k < LONGS; k++) {
            to[i + k] = (int16_t)small[k];
            to[NEURAL_FIRST + i + k] = (int16_t)squares[k];
        }
    }
}

/* The second layer. */
static inline NEURAL_INLINED void pass_second(const neural_head *h,
                                              const int16_t *from, int16_t *to)
{
    halves sums[NEURAL_SECOND / LONGS] = {{{0}, {0}}};
    for (int k = 0; k < 2 * NEURAL_FIRST / FOUR; k++, from += FOUR) {
        const words four = {from[0], from[1], from[2], from[3],
                            from[0], from[1], from[2], from[3]};
        for (int i = 0; i < NEURAL_SECOND; i += LONGS)
            add_products(&sums[i / LONGS], four, h->second[k][i]);
    }
    for (int i = 0; i < NEURAL_SECOND; i += LONGS) {
        const longs all =
            joined(&sums[i / LONGS]) + load_longs(h->second_bias + i);
        const longs small = clamp_longs(all >> 6, 127);
        for (int k = 0; k < LONGS; k++)
            to[neural_last_at(i) + k] = (int16_t)small[k];
    }
}

static inline NEURAL_INLINED void
pass_head(const neural_head *h, const neural_step *s, int32_t ret_logits[2])
{
    int16_t in[2 * NEURAL_WIDTH], first[2 * NEURAL_FIRST];
    int16_t second[NEURAL_SECOND];
    update_sums(s);
    activate(s->to[0], s->played[0], in);
    activate(s->to[1], s->played[1], in + NEURAL_WIDTH);
    pass_first(h, in, first);
    pass_second(h, first, second);
    for (int i = 0; i < 2; i++) {
        longs all = {h->last_bias[i], 0, 0, 0};
        for (int k = 0; k < NEURAL_SECOND; k += WORDS)
            all += add_pairs(load(second + k), load(h->last[i] + k));
        ret_logits[i] = all[0] + all[1] + all[2] + all[3];
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

static const neural_kernel kernel = {
    .name = name, .make_row = make_row, .score = score_position};

const neural_kernel *neural_128(void)
{
    return &kernel;
}

#else

const neural_kernel *neural_128(void)
{
    return NULL;
}

#endif
