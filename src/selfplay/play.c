/* play.c - one game of the engine against itself. */
#include <errno.h>

#include "bits.h"
#include "oxo/playout.h"
#include "oxo/solver.h"
#include "selfplay.h"

enum {
    HASH_BYTES = 4 << 20,
    SOLVER_BYTES = 4 << 20,
    SOLVE_NODES = 4, /* times the nodes of a move, for each position */
};

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

/* A game on its way. The engine and the solver are made for it alone: what
 * they remember of other games would change this one. */
typedef struct table {
    const selfplay_settings *settings;
    const atomic_bool *stop;
    oxo_engine *engine;
    oxo_solver *solver;
    oxo_random random;
    oxo_position at[OXO_MAX_MOVES + 1]; /* [ply] */
    selfplay_game game;
} table;

/* ---- Playing ------------------------------------------------------------ */

static void play(table *t, oxo_move m, bool by_chance, int score)
{
    selfplay_game *g = &t->game;
    g->moves[g->length] = m;
    g->by_chance[g->length] = by_chance;
    g->scores[g->length] = (int16_t)score;
    t->at[g->length + 1] = oxo_position_play(&t->at[g->length], m);
    g->length++;
}

static bool is_over(const table *t)
{
    return oxo_position_outcome(&t->at[t->game.length]) != OXO_ONGOING;
}

static oxo_move random_move(table *t)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&t->at[t->game.length], moves);
    return moves[oxo_random_below(&t->random, (uint32_t)count)];
}

static void open_game(table *t)
{
    const selfplay_settings *s = t->settings;
    if (s->opening_count > 0) {
        const selfplay_opening *o = &s->openings[oxo_random_below(
            &t->random, (uint32_t)s->opening_count)];
        for (int i = 0; i < o->length; i++)
            play(t, o->moves[i], true, SELFPLAY_UNKNOWN);
    }
    const uint32_t range = (uint32_t)(s->most - s->least + 1);
    const int random = s->least + (int)oxo_random_below(&t->random, range);
    for (int i = 0; i < random && !is_over(t); i++)
        play(t, random_move(t), true, SELFPLAY_UNKNOWN);
}

static int score_of(const oxo_value *v)
{
    switch (v->kind) {
    case OXO_PROVEN_WIN:
        return SELFPLAY_WIN - v->distance;
    case OXO_PROVEN_LOSS:
        return v->distance - SELFPLAY_WIN;
    case OXO_PROVEN_DRAW:
        return SELFPLAY_DRAW;
    default:
        return v->centi;
    }
}

static int play_on(table *t)
{
    const oxo_limits limits = {.nodes = t->settings->nodes};
    while (!is_over(t)) {
        if (atomic_load(t->stop))
            return -ECANCELED;
        oxo_line line;
        int lines;
        oxo_engine_search(t->engine, &t->at[t->game.length], &limits, NULL,
                          NULL, &line, &lines);
        const bool chance =
            oxo_random_below(&t->random, 1000) < t->settings->noise;
        play(t, chance ? random_move(t) : line.moves[0], chance,
             score_of(&line.value));
    }
    return 0;
}

/* ---- Solving ------------------------------------------------------------ */

static int cells_left(const oxo_ultimate *p)
{
    int left = 0;
    for (int board = 0; board < OXO_CELLS; board++) {
        const unsigned taken =
            p->cells[OXO_X][board] | (unsigned)p->cells[OXO_O][board];
        if (p->rules == OXO_ULTIMATE_CONTINUE ||
            oxo_ultimate_board_outcome(p, board) == OXO_ONGOING)
            left += OXO_CELLS - count_bits(taken);
    }
    return left;
}

static int score_of_solution(const oxo_solution *s)
{
    switch (s->kind) {
    case OXO_SOLVED_WIN:
        return SELFPLAY_WIN - s->distance;
    case OXO_SOLVED_LOSS:
        return s->distance - SELFPLAY_WIN;
    default:
        return SELFPLAY_DRAW;
    }
}

static bool is_proven(int score)
{
    return score >= SELFPLAY_PROVEN ||
           (score <= -SELFPLAY_PROVEN && score != SELFPLAY_UNKNOWN);
}

/* From the end backwards, as long as it is easy: what was found of a position
 * helps with the one before it. */
static int solve(table *t)
{
    selfplay_game *g = &t->game;
    const oxo_solve_limits limits = {.nodes = (uint64_t)SOLVE_NODES *
                                              t->settings->nodes};
    for (int ply = g->length - 1; ply >= 0; ply--) {
        if (atomic_load(t->stop))
            return -ECANCELED;
        if (cells_left(&t->at[ply].as.ultimate) > t->settings->solve)
            break;
        if (is_proven(g->scores[ply]))
            continue;
        const oxo_solution s =
            oxo_solver_solve(t->solver, &t->at[ply], &limits, NULL, NULL);
        if (s.kind == OXO_SOLVED_UNKNOWN)
            break;
        g->scores[ply] = (int16_t)score_of_solution(&s);
    }
    return 0;
}

/* ---- All of it ---------------------------------------------------------- */

static int set_up(table *t)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = HASH_BYTES;
    options.net = t->settings->net;
    options.hand_written = true; /* unless there is one */
    const int error = oxo_engine_create(&options, &t->engine);
    return error ? error : oxo_solver_create(SOLVER_BYTES, &t->solver);
}

int selfplay_play(const selfplay_settings *s, uint64_t dice,
                  const atomic_bool *stop, selfplay_game *ret)
{
    table t = {.settings = s, .stop = stop, .random = {dice}};
    t.at[0] = oxo_position_start(s->variant);
    t.game.dice = dice;
    int error = set_up(&t);
    if (error == 0) {
        open_game(&t);
        error = play_on(&t);
    }
    if (error == 0)
        error = solve(&t);
    oxo_solver_destroy(t.solver);
    oxo_engine_destroy(t.engine);
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
        count->proven += is_proven(game->scores[i]);
    }
}
