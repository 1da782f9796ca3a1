/* bits.h - nine-bit masks: what the rules of all variants are made of. */
#ifndef OXO_RULES_BITS_H
#define OXO_RULES_BITS_H

#include "oxo/ultimate.h"

/* Bit m % 64 of word m / 64 is set when the mask m holds a line. */
extern const uint64_t rules_line_table[8];

static inline bool has_line(unsigned mask)
{
    return rules_line_table[mask >> 6] >> (mask & 63) & 1;
}

static inline bool has_bit(unsigned mask, unsigned i)
{
    return mask >> i & 1;
}

static inline void set_bit(uint16_t *mask, unsigned i)
{
    *mask = (uint16_t)(*mask | 1U << i);
}

static inline int count_bits(unsigned mask)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    /* The baseline has no instruction for it, and the compiler would call a
     * function; adding pairs, fours and eights is three times as fast. */
    mask = (mask & 0x5555) + (mask >> 1 & 0x5555);
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333);
    mask = (mask & 0x0F0F) + (mask >> 4 & 0x0F0F);
    return (int)((mask & 0xFF) + (mask >> 8));
#else
    return __builtin_popcount(mask);
#endif
}

/* The lowest bit's number; `mask` is not 0. */
static inline unsigned first_bit(unsigned mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* The cells of one of Ultimate's boards that are taken. */
static inline unsigned taken_in(const oxo_ultimate *p, unsigned board)
{
    return p->cells[OXO_X][board] | (unsigned)p->cells[OXO_O][board];
}

/* The boards that somebody won or nobody can. */
static inline unsigned decided_boards(const oxo_ultimate *p)
{
    return p->won[OXO_X] | (unsigned)p->won[OXO_O] | p->drawn;
}

/* Spreads every input bit over all 64 (the finaliser of SplitMix64). */
static inline uint64_t mix_bits(uint64_t z)
{
    z += 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
    z = (z ^ z >> 27) * 0x94D049BB133111EBU;
    return z ^ z >> 31;
}

/* The mask with its cells turned and mirrored. */
uint16_t transform_mask(uint16_t mask, int symmetry);

#endif /* OXO_RULES_BITS_H */
