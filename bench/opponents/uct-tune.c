/* uct-tune.c - compares constants of UCB1 by matches.
 *
 *     uct-tune PLAYOUTS GAMES REFERENCE CANDIDATE...
 *
 * Each candidate plays GAMES games against the reference with PLAYOUTS
 * playouts per move: random openings of four moves, each played twice with the
 * sides swapped, under the three rule sets in turn. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "uct.h"

enum { TREE_BYTES = 64 << 20, OPENING = 4 };

static oxo_ultimate random_opening(oxo_variant rules, oxo_random *random)
{
    oxo_ultimate p = oxo_ultimate_start(rules);
    for (int ply = 0; ply < OPENING; ply++) {
        oxo_move moves[OXO_MAX_MOVES];
        const int count = oxo_ultimate_moves(&p, moves);
        p = oxo_ultimate_play(
            p, moves[oxo_random_below(random, (uint32_t)count)]);
    }
    return p;
}

/* Plays a game, in which players[side] moves for that side. */
static oxo_outcome play_game(uct *players[2], oxo_ultimate p, int playouts,
                             uint64_t seed)
{
    uct_restart(players[OXO_X], &p, seed);
    uct_restart(players[OXO_O], &p, seed + 1);
    while (oxo_ultimate_outcome(&p) == OXO_ONGOING) {
        uct *u = players[p.turn];
        uct_advance(u, &p);
        for (int i = 0; i < playouts || uct_root(u)->count == 0; i++)
            uct_playout(u);
        p = oxo_ultimate_play(p, uct_best(u, uct_root(u))->move);
    }
    return oxo_ultimate_outcome(&p);
}

/* Half points of the candidate in two games from one opening. */
static int play_pair(uct *candidate, uct *reference, int number, int playouts)
{
    static const oxo_variant rules[] = {OXO_ULTIMATE, OXO_ULTIMATE_CG,
                                        OXO_ULTIMATE_CONTINUE};
    oxo_random random = {(uint64_t)number};
    const oxo_ultimate p = random_opening(rules[number % 3], &random);
    int halves = 0;
    for (int side = 0; side < 2; side++) {
        uct *players[2] = {reference, reference};
        players[side] = candidate;
        const oxo_outcome outcome =
            play_game(players, p, playouts, oxo_random_next(&random));
        const oxo_mark winner = oxo_outcome_winner(outcome);
        halves += winner == OXO_NONE ? 1 : (int)winner == side ? 2 : 0;
    }
    return halves;
}

static void try_candidate(uct *candidate, uct *reference, int games,
                          int playouts)
{
    const int pairs = games / 2;
    double sum = 0, squares = 0;
    for (int i = 0; i < pairs; i++) {
        const double score = play_pair(candidate, reference, i, playouts) / 4.;
        sum += score;
        squares += score * score;
    }
    const double mean = sum / pairs;
    const double error = sqrt((squares / pairs - mean * mean) / pairs);
    printf("%.3f against %.3f, %d playouts: %.1f %% +- %.1f\n",
           (double)candidate->exploration, (double)reference->exploration,
           playouts, 100 * mean, 196 * error);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: uct-tune PLAYOUTS GAMES REFERENCE "
                        "CANDIDATE...\n");
        return 2;
    }
    const int playouts = atoi(argv[1]), games = atoi(argv[2]);
    uct reference, candidate;
    if (uct_init(&reference, TREE_BYTES, strtof(argv[3], NULL)) != 0 ||
        uct_init(&candidate, TREE_BYTES, 0) != 0)
        return 1;
    for (int i = 4; i < argc; i++) {
        candidate.exploration = strtof(argv[i], NULL);
        try_candidate(&candidate, &reference, games, playouts);
    }
    uct_clear(&reference);
    uct_clear(&candidate);
    return 0;
}
