/* bits.h - nine-bit masks: sets of the cells of a board, or of boards. */
#ifndef OXO_RULES_BITS_H
#define OXO_RULES_BITS_H

#include "oxo/ultimate.h"

/* Bit m % 64 of word m / 64 is set if the mask m holds a line. */
extern const uint64_t rules_line_table[8];

static inline bool has_line(unsigned mask)
{
    return rules_line_table[mask >> 6] >> (mask & 63) & 1;
}

/* [mask]: the cells in which one more mark completes a line. */
extern const uint16_t rules_completing_table[512];

static inline unsigned completing_cells(unsigned mask)
{
    return rules_completing_table[mask];
}

static inline bool has_bit(unsigned mask, unsigned i)
{
    return mask >> i & 1;
}

static inline void set_bit(uint16_t *mask, unsigned i)
{
    *mask = (uint16_t)(*mask | 1U << i);
}

/* The number of the lowest bit; `mask` is not 0. */
static inline unsigned first_bit(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* [mask]: its cells, as a list and as a number. Hexadecimal digit i, from the
 * lowest, is the i-th cell; the highest digit is the number of cells. */
extern const uint64_t rules_cell_table[512];

/* A look-up, because x86's baseline has no instruction that counts bits. */
static inline int count_bits(unsigned mask)
{
    return (int)(rules_cell_table[mask] >> 60);
}

/* The number of the n-th lowest bit, from 0. */
static inline unsigned nth_bit(unsigned mask, unsigned n)
{
    return rules_cell_table[mask] >> (4 * n) & 15;
}

/* Spreads every input bit over all 64 (the finaliser of SplitMix64). */
static inline uint64_t mix_bits(uint64_t z)
{
    z += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
}

/* The mask after a symmetry. */
uint16_t transform_mask(uint16_t mask, int symmetry);

#endif /* OXO_RULES_BITS_H */
