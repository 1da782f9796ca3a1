/* spot.c - see spot.h. */
#include "spot.h"

/* ---- Winnable boards ---------------------------------------------------- */

/* Has `side` won the board, or can it still? */
static bool is_winnable(const oxo_ultimate *p, unsigned side, unsigned board)
{
    if (has_bit(decided_boards(p), board))
        return has_bit(p->won[side], board);
    return has_line(~p->cells[side ^ 1U][board] & OXO_ALL_CELLS);
}

/* ---- Hashing ------------------------------------------------------------ */

/* The Zobrist keys, computed by the compiler. */
#define SHIFTED(z, n) ((z) ^ (z) >> (n))
#define MIX_1(z) (SHIFTED(z, 30) * 0xBF58476D1CE4E5B9U)
#define MIX_2(z) (SHIFTED(z, 27) * 0x94D049BB133111EBU)
#define KEY(n) SHIFTED(MIX_2(MIX_1(((n) + 1U) * 0x9E3779B97F4A7C15U)), 31)
#define KEYS_9(n)                                                             \
    KEY(n), KEY((n) + 1), KEY((n) + 2), KEY((n) + 3), KEY((n) + 4),           \
        KEY((n) + 5), KEY((n) + 6), KEY((n) + 7), KEY((n) + 8)
#define KEYS_81(n)                                                            \
    KEYS_9(n), KEYS_9((n) + 9), KEYS_9((n) + 18), KEYS_9((n) + 27),           \
        KEYS_9((n) + 36), KEYS_9((n) + 45), KEYS_9((n) + 54),                 \
        KEYS_9((n) + 63), KEYS_9((n) + 72)

const uint64_t spot_cell_keys[2][OXO_MAX_MOVES] = {{KEYS_81(0UL)},
                                                   {KEYS_81(81UL)}};

static uint64_t cells_key(const oxo_ultimate *p, unsigned board)
{
    uint64_t key = 0;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned left = p->cells[side][board]; left; left &= left - 1)
            key ^= spot_cell_keys[side][9 * board + first_bit(left)];
    }
    return key;
}

/* 0 for an undecided board. */
static uint64_t owner_key(const oxo_ultimate *p, unsigned board)
{
    const unsigned owner = (unsigned)has_bit(p->won[OXO_X], board) |
                           (unsigned)has_bit(p->won[OXO_O], board) << 1 |
                           (unsigned)has_bit(p->drawn, board) << 2;
    return owner ? mix_bits((uint64_t)(board + 1) << 40 | owner) : 0;
}

static uint64_t board_key(const oxo_ultimate *p, unsigned board)
{
    const uint64_t owner = owner_key(p, board);
    return is_open(p, board) ? owner ^ cells_key(p, board) : owner;
}

spot spot_from(const oxo_ultimate *p)
{
    spot s = {.p = *p, .hash = spot_turn_key(p)};
    for (unsigned board = 0; board < 9; board++) {
        s.hash ^= board_key(p, board);
        if (is_open(p, board))
            s.empty += count_bits(empty_in(p, board));
        for (unsigned side = 0; side < 2; side++) {
            if (is_winnable(p, side, board))
                set_bit(&s.winnable[side], board);
        }
    }
    evaluation_reset(&s.eval, p);
    return s;
}

/* Updates hash and empty cells after a move that decided or filled its board,
 * whose key was `before`. */
static void close_board(spot *s, unsigned board, uint64_t before)
{
    s->hash ^= before ^ board_key(&s->p, board);
    if (!is_open(&s->p, board))
        s->empty -= count_bits(empty_in(&s->p, board));
}

void spot_play(spot *s, oxo_move m)
{
    const unsigned board = m / 9U, side = s->p.turn;
    const unsigned decided = decided_boards(&s->p);
    const uint64_t cell = spot_cell_keys[side][m];
    s->hash ^= spot_turn_key(&s->p);
    make_ultimate_move(&s->p, board, m % 9U);
    evaluation_update(&s->eval, &s->p, m);
    s->hash ^= spot_turn_key(&s->p) ^ cell;
    s->empty--;
    if (!is_winnable(&s->p, side ^ 1U, board))
        s->winnable[side ^ 1U] &= (uint16_t) ~(1U << board);
    if (decided_boards(&s->p) != decided || empty_in(&s->p, board) == 0)
        close_board(
            s, board,
            cells_key(&s->p, board) ^
                (has_bit(decided, board) ? owner_key(&s->p, board) : 0));
}

int spot_best_result(const spot *s, unsigned side)
{
    const oxo_ultimate *p = &s->p;
    if (has_line(s->winnable[side]))
        return 1;
    if (p->rules != OXO_ULTIMATE_CG)
        return 0;
    const int lead =
        count_bits(s->winnable[side]) - count_bits(p->won[side ^ 1U]);
    return (lead > 0) - (lead < 0);
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
