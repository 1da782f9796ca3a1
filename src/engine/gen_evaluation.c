/* gen_evaluation.c - writes the evaluation's tables, at build time.
 *
 * chance[q]: how likely X is to win a board of pattern q, in 1/1024. */
#include <stdio.h>

#include "bits.h"

enum { PATTERNS = 19683 };

static double chance[PATTERNS];
static int pow3[10];

static void masks_of(int pattern, unsigned ret_masks[2])
{
    ret_masks[OXO_X] = ret_masks[OXO_O] = 0;
    for (unsigned cell = 0; cell < 9; cell++, pattern /= 3) {
        if (pattern % 3)
            ret_masks[pattern % 3 - 1] |= 1U << cell;
    }
}

/* As if the empty cells were filled in any order by either side. Patterns
 * with more marks have larger numbers than those they grew from. */
static double chance_of(int pattern)
{
    unsigned mask[2];
    masks_of(pattern, mask);
    if (has_line(mask[OXO_X]) || has_line(mask[OXO_O]))
        return has_line(mask[OXO_X]) && !has_line(mask[OXO_O]);
    const unsigned empty = ~(mask[OXO_X] | mask[OXO_O]) & OXO_ALL_CELLS;
    double sum = 0;
    for (unsigned left = empty; left; left &= left - 1) {
        const int step = pow3[first_bit(left)];
        sum += chance[pattern + step] + chance[pattern + 2 * step];
    }
    return empty ? sum / (2 * count_bits(empty)) : 0;
}

/* The pattern with X and O exchanged. */
static int swapped(int pattern)
{
    int other = 0;
    for (int cell = 8; cell >= 0; cell--) {
        const int mark = pattern / pow3[cell] % 3;
        other = 3 * other + (mark ? 3 - mark : 0);
    }
    return other;
}

static void print_table(const char *name, bool swap)
{
    printf("static const int16_t %s[%d] = {", name, PATTERNS);
    for (int i = 0; i < PATTERNS; i++)
        printf("%s%d,", i % 12 == 0 ? "\n    " : " ",
               (int)(chance[swap ? swapped(i) : i] * 1024 + 0.5));
    printf("\n};\n");
}

int main(void)
{
    pow3[0] = 1;
    for (int i = 1; i < 10; i++)
        pow3[i] = 3 * pow3[i - 1];
    for (int pattern = PATTERNS - 1; pattern >= 0; pattern--)
        chance[pattern] = chance_of(pattern);
    print_table("chance", false);
    print_table("chance_of_o", true);
    return ferror(stdout) || fflush(stdout) != 0;
}
