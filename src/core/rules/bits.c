/* bits.c - see bits.h. */
#include "bits.h"

/* oxo_lines as a bit for every mask; a test computes the table again. */
const uint64_t rules_line_table[8] = {
    0xFF80808080808080U, 0xFFF0AA80FAF0AA80U, 0xFFCC8080CCCC8080U,
    0xFFFCAA80FEFCAA80U, 0xFFFAF0F0AAAA8080U, 0xFFFAFAF0FAFAAA80U,
    0xFFFEF0F0EEEE8080U, 0xFFFFFFFFFFFFFFFFU,
};

/* rules_completing_table, computed by the compiler. COMPLETES(m, a, b, c) is
 * cell c if the mask m holds a and b. */
#define COMPLETES(m, a, b, c) (((m) >> (a) & (m) >> (b)&1) << (c))
#define LINE(m, a, b, c)                                                      \
    (COMPLETES(m, a, b, c) | COMPLETES(m, a, c, b) | COMPLETES(m, b, c, a))
#define CELLS(m)                                                              \
    (LINE(m, 0, 1, 2) | LINE(m, 3, 4, 5) | LINE(m, 6, 7, 8) |                 \
     LINE(m, 0, 3, 6) | LINE(m, 1, 4, 7) | LINE(m, 2, 5, 8) |                 \
     LINE(m, 0, 4, 8) | LINE(m, 2, 4, 6))
#define CELLS_8(m)                                                            \
    CELLS(m), CELLS((m) + 1), CELLS((m) + 2), CELLS((m) + 3), CELLS((m) + 4), \
        CELLS((m) + 5), CELLS((m) + 6), CELLS((m) + 7)
#define CELLS_64(m)                                                           \
    CELLS_8(m), CELLS_8((m) + 8), CELLS_8((m) + 16), CELLS_8((m) + 24),       \
        CELLS_8((m) + 32), CELLS_8((m) + 40), CELLS_8((m) + 48),              \
        CELLS_8((m) + 56)

const uint16_t rules_completing_table[512] = {
    CELLS_64(0U),   CELLS_64(64U),  CELLS_64(128U), CELLS_64(192U),
    CELLS_64(256U), CELLS_64(320U), CELLS_64(384U), CELLS_64(448U),
};

/* rules_cell_table, computed by the compiler. BELOW counts the cells of mask m
 * that come before cell i, which is the place of i in the list. */
#define BIT(m, i) ((uint64_t)((m) >> (i)&1))
#define BELOW(m, i) (__builtin_popcount((m) & ((1U << (i)) - 1)))
#define LISTED(m, i) (BIT(m, i) * (i) << 4 * BELOW(m, i))
#define LIST(m)                                                               \
    (LISTED(m, 1) | LISTED(m, 2) | LISTED(m, 3) | LISTED(m, 4) |              \
     LISTED(m, 5) | LISTED(m, 6) | LISTED(m, 7) | LISTED(m, 8) |              \
     (uint64_t)BELOW(m, 9) << 60)
#define LISTS_8(m)                                                            \
    LIST(m), LIST((m) + 1), LIST((m) + 2), LIST((m) + 3), LIST((m) + 4),      \
        LIST((m) + 5), LIST((m) + 6), LIST((m) + 7)
#define LISTS_64(m)                                                           \
    LISTS_8(m), LISTS_8((m) + 8), LISTS_8((m) + 16), LISTS_8((m) + 24),       \
        LISTS_8((m) + 32), LISTS_8((m) + 40), LISTS_8((m) + 48),              \
        LISTS_8((m) + 56)

const uint64_t rules_cell_table[512] = {
    LISTS_64(0U),   LISTS_64(64U),  LISTS_64(128U), LISTS_64(192U),
    LISTS_64(256U), LISTS_64(320U), LISTS_64(384U), LISTS_64(448U),
};

uint16_t transform_mask(uint16_t mask, int symmetry)
{
    uint16_t turned = 0;
    for (unsigned left = mask; left; left &= left - 1)
        set_bit(&turned,
                (unsigned)oxo_symmetry_cell(symmetry, (int)first_bit(left)));
    return turned;
}
