/* spot.c - see spot.h. */
#include "spot.h"

/* For each pair in a line, the third cell. COMPLETES(m, a, b, c) is cell c if
 * the mask m holds a and b. */
#define COMPLETES(m, a, b, c) (((m) >> (a) & (m) >> (b)&1) << (c))
#define LINE(m, a, b, c)                                                      \
    (COMPLETES(m, a, b, c) | COMPLETES(m, a, c, b) | COMPLETES(m, b, c, a))
#define CELLS(m)                                                              \
    (LINE(m, 0, 1, 2) | LINE(m, 3, 4, 5) | LINE(m, 6, 7, 8) |                 \
     LINE(m, 0, 3, 6) | LINE(m, 1, 4, 7) | LINE(m, 2, 5, 8) |                 \
     LINE(m, 0, 4, 8) | LINE(m, 2, 4, 6))
#define CELLS_8(m)                                                            \
    CELLS(m), CELLS((m) + 1), CELLS((m) + 2), CELLS((m) + 3), CELLS((m) + 4), \
        CELLS((m) + 5), CELLS((m) + 6), CELLS((m) + 7)
#define CELLS_64(m)                                                           \
    CELLS_8(m), CELLS_8((m) + 8), CELLS_8((m) + 16), CELLS_8((m) + 24),       \
        CELLS_8((m) + 32), CELLS_8((m) + 40), CELLS_8((m) + 48),              \
        CELLS_8((m) + 56)

const uint16_t spot_completing[512] = {
    CELLS_64(0U),   CELLS_64(64U),  CELLS_64(128U), CELLS_64(192U),
    CELLS_64(256U), CELLS_64(320U), CELLS_64(384U), CELLS_64(448U),
};

/* ---- Hashing ------------------------------------------------------------ */

/* Keys are computed, not stored: a handful of multiplications is cheaper than
 * a cache miss. */
static inline uint64_t pattern_key(const oxo_ultimate *p, unsigned board)
{
    return mix_bits((uint64_t)(board + 1) << 32 |
                    (uint64_t)p->cells[OXO_X][board] << 16 |
                    p->cells[OXO_O][board]);
}

static inline uint64_t owner_key(const oxo_ultimate *p, unsigned board)
{
    const unsigned owner = (unsigned)has_bit(p->won[OXO_X], board) |
                           (unsigned)has_bit(p->won[OXO_O], board) << 1 |
                           (unsigned)has_bit(p->drawn, board) << 2;
    return owner ? mix_bits((uint64_t)(board + 1) << 40 | owner) : 0;
}

static inline uint64_t board_key(const oxo_ultimate *p, unsigned board)
{
    const uint64_t owner = owner_key(p, board);
    return is_open(p, board) ? owner ^ pattern_key(p, board) : owner;
}

/* Where the mover may play and who that is: not part of the running hash. */
static inline uint64_t turn_key(const oxo_ultimate *p)
{
    return mix_bits((uint64_t)p->rules << 16 | (uint64_t)p->forced << 8 |
                    p->turn);
}

spot spot_from(const oxo_ultimate *p)
{
    spot s = {.p = *p, .hash = turn_key(p)};
    for (unsigned board = 0; board < 9; board++)
        s.hash ^= board_key(p, board);
    evaluation_reset(&s.eval, p);
    return s;
}

void spot_play(spot *s, oxo_move m)
{
    const unsigned board = m / 9U;
    s->hash ^= turn_key(&s->p) ^ board_key(&s->p, board);
    evaluation_update(&s->eval, &s->p, m);
    make_ultimate_move(&s->p, board, m % 9U);
    s->hash ^= turn_key(&s->p) ^ board_key(&s->p, board);
}

oxo_move spot_winning_move(const oxo_ultimate *p)
{
    const unsigned side = p->turn;
    for (unsigned boards = deciding_boards(p, side) & playable_boards(p);
         boards; boards &= boards - 1) {
        const unsigned board = first_bit(boards);
        const unsigned cells = winning_cells(p, side, board);
        if (cells)
            return (oxo_move)(9 * board + first_bit(cells));
    }
    return OXO_NO_MOVE;
}
