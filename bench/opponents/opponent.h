/* opponent.h - what the opponents share. */
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

/* main() of an opponent: speaks UGI, or the protocol that --protocol names, on
 * its standard streams. Returns the exit status. */
int opponent_main(int argc, char **argv, const player *p);

/* The `self` of a player whose only state is a random number generator. */
typedef struct opponent_dice {
    uint64_t seed;
    oxo_random random;
} opponent_dice;

typedef int opponent_think(void *self, const player_task *task,
                           player_choice *ret);

/* opponent_main() for such a player. Its only option is Seed. */
int opponent_dice_main(int argc, char **argv, const char *name,
                       unsigned variants, opponent_think *think);

#endif /* BENCH_OPPONENT_H */
