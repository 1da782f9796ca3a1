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

/* A player who needs no more than dice. */
typedef struct opponent_dice {
    uint64_t seed;
    oxo_random random;
} opponent_dice;

/* The options, and what a player of that kind does with them. */
extern const player_option opponent_dice_options[];
void opponent_dice_set(void *self, int option, int64_t value);
int opponent_dice_prepare(void *self);
void opponent_dice_new_game(void *self);

/* main() of a baseline: speaks UGI, or what --protocol names, on its standard
 * streams; returns the exit status. */
int opponent_main(int argc, char **argv, const player *p);

#endif /* BENCH_OPPONENT_H */
