/* ugi-greedy.c - looks at its own move and at boards that the reply could win.
 *
 * Wins the game; else wins a board; else blocks the other side's win of a
 * board; else sends the other side where it wins no board. Each criterion
 * decides among the moves that are equal by the ones before; chance decides
 * the rest. */
#include "opponent.h"

enum { WINS = 8, COMPLETES = 4, BLOCKS = 2, SAFE = 1 };

/* Would `side` win the board with that cell? */
static bool would_complete(const oxo_ultimate *p, int board, int cell,
                           oxo_mark side)
{
    if (oxo_ultimate_board_outcome(p, board) != OXO_ONGOING)
        return false;
    oxo_board b = oxo_ultimate_board(p, board);
    if (!oxo_board_is_valid_move(b, cell))
        return false;
    b = oxo_board_place(b, cell, side);
    return oxo_board_win(b).winner == side;
}

/* Can the side to move win a board at once? */
static bool can_complete(const oxo_ultimate *p)
{
    const unsigned active = oxo_ultimate_active(p);
    for (int m = 0; m < OXO_MAX_MOVES; m++) {
        if (active >> m / 9 & 1 &&
            would_complete(p, m / 9, m % 9, (oxo_mark)p->turn))
            return true;
    }
    return false;
}

static int worth_of_move(const oxo_ultimate *p, oxo_move m)
{
    const oxo_mark me = (oxo_mark)p->turn;
    const int board = m / 9, cell = m % 9;
    const oxo_ultimate after = oxo_ultimate_play(*p, m);
    int sum = 0;
    if (oxo_outcome_winner(oxo_ultimate_outcome(&after)) == me)
        sum |= WINS;
    if (would_complete(p, board, cell, me))
        sum |= COMPLETES;
    if (would_complete(p, board, cell, oxo_mark_other(me)))
        sum |= BLOCKS;
    if (!can_complete(&after))
        sum |= SAFE;
    return sum;
}

static int think(void *self, const player_task *task, player_choice *ret)
{
    opponent_dice *dice = self;
    const oxo_ultimate *p = &task->position.as.ultimate;
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    int best = -1;
    uint32_t equals = 0;
    *ret = (player_choice){.reply = OXO_NO_MOVE, .nodes = (uint64_t)count};
    for (int i = 0; i < count; i++) {
        const int sum = worth_of_move(p, moves[i]);
        if (sum > best)
            equals = 0;
        if (sum < best)
            continue;
        best = sum;
        /* The n-th of n equal moves replaces the choice with a chance of 1/n.
         */
        if (oxo_random_below(&dice->random, ++equals) == 0)
            ret->move = moves[i];
    }
    return 0;
}

int main(int argc, char **argv)
{
    return opponent_dice_main(argc, argv, "greedy", OPPONENT_ULTIMATE, think);
}
