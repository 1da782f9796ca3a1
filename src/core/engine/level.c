/* level.c - see level.h; docs/manual/levels.md says how strong the levels are.
 */
#include "level.h"

#include <assert.h>

#include "oxo/playout.h"

static const struct {
    uint64_t nodes;
    unsigned blind; /* chance to overlook a move, in thousandths */
} levels[LEVELS] = {
    {5, 740},   {10, 660}, {20, 530},  {40, 405}, {80, 235},
    {200, 115}, {450, 57}, {1150, 19}, {4000, 0}, {18000, 0},
};

uint64_t level_nodes(int level)
{
    assert(level >= 1 && level <= LEVELS);
    return levels[level - 1].nodes;
}

int level_overlooked(int level, uint64_t seed, const oxo_position *p,
                     const oxo_move *moves, int count,
                     oxo_move out[OXO_MAX_MOVES])
{
    assert(level >= 1 && level <= LEVELS && count > 0);
    oxo_random dice = {oxo_position_hash(p) ^ seed * 0x9E3779B97F4A7C15U};
    const unsigned kept = oxo_random_below(&dice, (unsigned)count);
    int n = 0;
    for (int i = 0; i < count; i++) {
        const bool blind =
            oxo_random_below(&dice, 1000) < levels[level - 1].blind;
        if (blind && i != (int)kept)
            out[n++] = moves[i];
    }
    return n;
}
