/* selfplay_play.c - one game of the engine against itself; see selfplay.h. */
#include <errno.h>

#include "bits.h"
#include "oxo/playout.h"
#include "selfplay_scorer.h"

selfplay_settings selfplay_defaults(void)
{
    return (selfplay_settings){.variant = OXO_ULTIMATE,
                               .seed = 1,
                               .nodes = 5000,
                               .noise = 30,
                               .least = 2,
                               .most = 9,
                               .solve = 24};
}

uint64_t selfplay_dice(const selfplay_settings *s, uint64_t number)
{
    return mix_bits(mix_bits(s->seed) + number);
}

/* A game being played. It has a scorer of its own: one that remembers other
 * games would change this one. */
typedef struct game_run {
    const selfplay_settings *settings;
    const atomic_bool *stop;
    selfplay_scorer scorer;
    oxo_random random;
    oxo_position at[OXO_MAX_MOVES + 1]; /* [ply] */
    selfplay_game game;
} game_run;

/* ---- Playing ------------------------------------------------------------ */

static void make_move(game_run *t, oxo_move m, bool by_chance, int score)
{
    selfplay_game *g = &t->game;
    g->moves[g->length] = m;
    g->by_chance[g->length] = by_chance;
    g->scores[g->length] = (int16_t)score;
    t->at[g->length + 1] = oxo_position_play(&t->at[g->length], m);
    g->length++;
}

static bool is_over(const game_run *t)
{
    return oxo_position_outcome(&t->at[t->game.length]) != OXO_ONGOING;
}

static oxo_move random_move(game_run *t)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&t->at[t->game.length], moves);
    return moves[oxo_random_below(&t->random, (uint32_t)count)];
}

static void open_game(game_run *t)
{
    const selfplay_settings *s = t->settings;
    if (s->opening_count > 0) {
        const selfplay_opening *o = &s->openings[oxo_random_below(
            &t->random, (uint32_t)s->opening_count)];
        for (int i = 0; i < o->length; i++)
            make_move(t, o->moves[i], true, SELFPLAY_UNKNOWN);
    }
    const uint32_t range = (uint32_t)(s->most - s->least + 1);
    const int random = s->least + (int)oxo_random_below(&t->random, range);
    for (int i = 0; i < random && !is_over(t); i++)
        make_move(t, random_move(t), true, SELFPLAY_UNKNOWN);
}

static int play_to_end(game_run *t)
{
    while (!is_over(t)) {
        if (atomic_load(t->stop))
            return -ECANCELED;
        int score;
        const oxo_move best =
            selfplay_scorer_search(&t->scorer, &t->at[t->game.length], &score);
        const bool chance =
            oxo_random_below(&t->random, 1000) < t->settings->noise;
        make_move(t, chance ? random_move(t) : best, chance, score);
    }
    return 0;
}

/* ---- Solving ------------------------------------------------------------ */

/* Solves positions from the end backwards, until the solver fails: the result
 * of a position helps to solve the one before it. */
static int solve_backwards(game_run *t)
{
    selfplay_game *g = &t->game;
    for (int ply = g->length - 1; ply >= 0; ply--) {
        if (atomic_load(t->stop))
            return -ECANCELED;
        if (selfplay_is_proven(g->scores[ply]))
            continue;
        const int score = selfplay_scorer_solve(&t->scorer, &t->at[ply]);
        if (score == SELFPLAY_UNKNOWN)
            break;
        g->scores[ply] = (int16_t)score;
    }
    return 0;
}

/* ---- The whole game ----------------------------------------------------- */

int selfplay_play(const selfplay_settings *s, uint64_t dice,
                  const atomic_bool *stop, selfplay_game *ret)
{
    game_run t = {.settings = s, .stop = stop, .random = {dice}};
    t.at[0] = oxo_position_start(s->variant);
    t.game.dice = dice;
    int error = selfplay_scorer_init(&t.scorer, s);
    if (error)
        return error;
    open_game(&t);
    error = play_to_end(&t);
    if (error == 0)
        error = solve_backwards(&t);
    selfplay_scorer_clear(&t.scorer);
    if (error)
        return error;
    t.game.outcome = (uint8_t)oxo_position_outcome(&t.at[t.game.length]);
    *ret = t.game;
    return 0;
}

void selfplay_count_game(selfplay_count *count, const selfplay_game *game)
{
    count->games++;
    count->x_wins += game->outcome == OXO_X_WINS;
    count->o_wins += game->outcome == OXO_O_WINS;
    count->draws += game->outcome == OXO_DRAW;
    for (int i = 0; i < game->length; i++) {
        count->positions += game->scores[i] != SELFPLAY_UNKNOWN;
        count->proven += selfplay_is_proven(game->scores[i]);
    }
}
