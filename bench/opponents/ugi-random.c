/* ugi-random.c - plays random legal moves. */
#include "opponent.h"

static int think(void *self, const player_task *task, player_choice *ret)
{
    opponent_dice *dice = self;
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&task->position, moves);
    *ret = (player_choice){
        .move = moves[oxo_random_below(&dice->random, (uint32_t)count)],
        .reply = OXO_NO_MOVE,
        .nodes = 1,
    };
    return 0;
}

int main(int argc, char **argv)
{
    return opponent_dice_main(argc, argv, "random", OPPONENT_ALL, think);
}
