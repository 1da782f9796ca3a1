/* gen_classic.c - writes the table of classic's values, at build time.
 *
 * The score of a position that a game can reach, for the side to move: 10 - n
 * for a win in n moves, n - 10 for a loss in n moves, 0 for a draw. The index
 * is the board as a number in base 3, with cell 0 as the lowest digit. */
#include <stdio.h>
#include <string.h>

#include "oxo/classic.h"

enum { BOARDS = 19683, UNREACHABLE = 127 };

static signed char table[BOARDS];

static int index_of(const oxo_classic *p)
{
    int index = 0;
    for (int cell = OXO_CELLS - 1; cell >= 0; cell--) {
        const oxo_mark mark = oxo_board_at(p->board, cell);
        index = 3 * index + (mark == OXO_NONE ? 0 : (int)mark + 1);
    }
    return index;
}

/* The score one move earlier, for the other side. */
static int step_back(int score)
{
    if (score == 0)
        return 0;
    return score > 0 ? -(score - 1) : -(score + 1);
}

static int solve_position(const oxo_classic *p)
{
    signed char *entry = &table[index_of(p)];
    if (*entry != UNREACHABLE)
        return *entry;
    const oxo_outcome outcome = oxo_classic_outcome(p);
    int best = outcome == OXO_DRAW ? 0 : -10; /* the winner has just moved */
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(p, moves);
    for (int i = 0; i < count; i++) {
        const oxo_classic next = oxo_classic_play(*p, moves[i]);
        const int score = step_back(solve_position(&next));
        if (i == 0 || score > best)
            best = score;
    }
    *entry = (signed char)best;
    return best;
}

int main(void)
{
    memset(table, UNREACHABLE, sizeof(table));
    const oxo_classic start = oxo_classic_start();
    solve_position(&start);
    printf("const int8_t classic_scores[%d] = {", BOARDS);
    for (int i = 0; i < BOARDS; i++)
        printf("%s%d,", i % 20 == 0 ? "\n    " : " ", table[i]);
    printf("\n};\n");

    printf("const uint16_t classic_base3[512] = {");
    for (int mask = 0; mask < 512; mask++) {
        const oxo_classic p = {.board = {{(uint16_t)mask, 0}}};
        printf("%s%d,", mask % 10 == 0 ? "\n    " : " ", index_of(&p));
    }
    printf("\n};\n");
    return ferror(stdout) || fflush(stdout) != 0;
}
