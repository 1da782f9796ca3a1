/* engine_kit.h - helpers for the tests of the engine. */
#ifndef TESTS_TEST_ENGINE_H
#define TESTS_TEST_ENGINE_H

#include "check.h"

#include "oxo/engine.h"
#include "play.h"

static const oxo_variant rule_sets[] = {OXO_ULTIMATE, OXO_ULTIMATE_CG,
                                        OXO_ULTIMATE_CONTINUE};
enum { RULE_SETS = 3, SMALL_HASH = 1 << 20 };

static inline oxo_engine *engine_with(size_t hash_bytes, int threads,
                                      int lines)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = hash_bytes;
    options.threads = threads;
    options.lines = lines;
    oxo_engine *engine = NULL;
    assert_int_equal(oxo_engine_create(&options, &engine), 0);
    assert_non_null(engine);
    return engine;
}

/* The best line of a search that must succeed. The engine must be set to one
 * line. */
static inline oxo_line think_about(oxo_engine *engine, const oxo_position *p,
                                   oxo_limits limits)
{
    oxo_line line = {.length = 0};
    int count = -1;
    assert_int_equal(
        oxo_engine_search(engine, p, &limits, NULL, NULL, &line, &count),
        OXO_OK);
    assert_int_equal(count, 1);
    return line;
}

/* True for a line of at least one move in which every move is legal. */
static inline bool is_playable(const oxo_position *p, const oxo_line *line)
{
    oxo_position now = *p;
    if (line->length < 1 || line->length > OXO_MAX_MOVES)
        return false;
    for (int i = 0; i < line->length; i++) {
        if (oxo_position_check(&now, line->moves[i]) != OXO_OK)
            return false;
        now = oxo_position_play(&now, line->moves[i]);
    }
    return true;
}

/* The number of cells in boards that are still open. */
static inline int cells_left(const oxo_ultimate *p)
{
    int left = 0;
    for (int board = 0; board < OXO_CELLS; board++) {
        if (p->rules != OXO_ULTIMATE_CONTINUE &&
            oxo_ultimate_board_outcome(p, board) != OXO_ONGOING)
            continue;
        const oxo_board cells = oxo_ultimate_board(p, board);
        for (int cell = 0; cell < OXO_CELLS; cell++)
            left += oxo_board_at(cells, cell) == OXO_NONE;
    }
    return left;
}

static inline oxo_ultimate random_move(oxo_ultimate p, uint64_t *seed)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(&p, moves);
    return oxo_ultimate_play(p, moves[next_random(seed, (unsigned)count)]);
}

/* From a random game: the first unfinished position with at most `most` cells
 * left. Games that end earlier are discarded. */
static inline oxo_ultimate late_position(oxo_variant rules, int most,
                                         uint64_t *seed)
{
    for (;;) {
        oxo_ultimate p = oxo_ultimate_start(rules);
        while (oxo_ultimate_outcome(&p) == OXO_ONGOING &&
               cells_left(&p) > most)
            p = random_move(p, seed);
        if (oxo_ultimate_outcome(&p) == OXO_ONGOING)
            return p;
    }
}

/* The position after `plies` random moves, or after fewer if the next move
 * would end the game. */
static inline oxo_ultimate random_position(oxo_variant rules, int plies,
                                           uint64_t *seed)
{
    oxo_ultimate p = oxo_ultimate_start(rules);
    for (int i = 0; i < plies; i++) {
        const oxo_ultimate next = random_move(p, seed);
        if (oxo_ultimate_outcome(&next) != OXO_ONGOING)
            break;
        p = next;
    }
    return p;
}

#endif /* TESTS_TEST_ENGINE_H */
