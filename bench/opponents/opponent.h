/* opponent.h - what the baselines have in common. */
#ifndef BENCH_OPPONENT_H
#define BENCH_OPPONENT_H

#include "oxo/playout.h"
#include "player.h"

/* The three rule sets of Ultimate. */
enum {
    OPPONENT_ULTIMATE =
        1 << OXO_ULTIMATE | 1 << OXO_ULTIMATE_CG | 1 << OXO_ULTIMATE_CONTINUE,
    OPPONENT_ALL = OPPONENT_ULTIMATE | 1 << OXO_CLASSIC
};

/* main() of a baseline: speaks UGI, or what --protocol names, on its standard
 * streams; returns the exit status. */
int opponent_main(int argc, char **argv, const player *p);

/* A player who needs no more than dice: `self` is one of these. */
typedef struct opponent_dice {
    uint64_t seed;
    oxo_random random;
} opponent_dice;

typedef int opponent_think(void *self, const player_task *task,
                           player_choice *ret);

/* The same for such a player. Its only option is Seed. */
int opponent_dice_main(int argc, char **argv, const char *name,
                       unsigned variants, opponent_think *think);

#endif /* BENCH_OPPONENT_H */
