/* perft.c - counting move sequences and finished games.
 *
 * The last two plies are counted, not played. The board of a move shows
 * whether the move ends the game, whether it closes the board, and where it
 * sends the reply. The number of replies is then a sum of empty cells, which
 * are counted once per position. */
#include "oxo/position.h"

#include <assert.h>

#include "moves_inline.h"

/* ---- Ultimate ----------------------------------------------------------- */

typedef struct empties {
    int in[9]; /* [board]; 0 if it is closed */
    int all;
} empties;

static empties count_empties(const oxo_ultimate *p)
{
    empties e = {.all = 0};
    for (unsigned open = open_boards(p); open; open &= open - 1) {
        const unsigned board = first_bit(open);
        e.in[board] = count_bits(empty_in(p, board));
        e.all += e.in[board];
    }
    return e;
}

/* The number of legal replies to the legal move into `cell` of `board`. */
static int count_replies(const oxo_ultimate *p, const empties *e,
                         unsigned board, unsigned cell)
{
    const unsigned mine = p->cells[p->turn][board] | 1U << cell;
    const bool wins = has_line(mine) && !has_bit(decided_boards(p), board);
    if (wins && has_line(p->won[p->turn] | 1U << board))
        return 0;

    const bool closes =
        (wins && p->rules != OXO_ULTIMATE_CONTINUE) || e->in[board] == 1;
    const int left_here = closes ? 0 : e->in[board] - 1;
    const int left_there = cell == board ? left_here : e->in[cell];
    return left_there ? left_there : e->all - e->in[board] + left_here;
}

static uint64_t perft_2(const oxo_ultimate *p)
{
    const empties e = count_empties(p);
    int n = 0;
    for (unsigned boards = oxo_ultimate_active(p); boards;
         boards &= boards - 1) {
        const unsigned board = first_bit(boards);
        for (unsigned left = empty_in(p, board); left; left &= left - 1)
            n += count_replies(p, &e, board, first_bit(left));
    }
    return (uint64_t)n;
}

static uint64_t perft_ultimate(const oxo_ultimate *p, int depth)
{
    if (depth == 2)
        return perft_2(p);
    if (depth == 1)
        return (uint64_t)oxo_ultimate_count_moves(p);
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    uint64_t n = 0;
    for (int i = 0; i < count; i++) {
        oxo_ultimate next = *p;
        make_ultimate_move(&next, moves[i] / 9U, moves[i] % 9U);
        n += perft_ultimate(&next, depth - 1);
    }
    return n;
}

/* ---- Any variant -------------------------------------------------------- */

static uint64_t perft_classic(const oxo_classic *p, int depth)
{
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(p, moves);
    if (depth == 1)
        return (uint64_t)count;
    uint64_t n = 0;
    for (int i = 0; i < count; i++) {
        const oxo_classic next = oxo_classic_play(*p, moves[i]);
        n += perft_classic(&next, depth - 1);
    }
    return n;
}

uint64_t oxo_perft(const oxo_position *p, int depth)
{
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    return p->variant == OXO_CLASSIC ? perft_classic(&p->as.classic, depth)
                                     : perft_ultimate(&p->as.ultimate, depth);
}

oxo_game_count oxo_count_games(const oxo_position *p, int depth)
{
    assert(depth >= 0);
    oxo_game_count n = {0, 0, 0};
    const oxo_outcome outcome = oxo_position_outcome(p);
    if (outcome != OXO_ONGOING) {
        n.x_wins = outcome == OXO_X_WINS;
        n.o_wins = outcome == OXO_O_WINS;
        n.draws = outcome == OXO_DRAW;
        return n;
    }
    if (depth == 0)
        return n;
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(p, moves);
    for (int i = 0; i < count; i++) {
        const oxo_position next = oxo_position_play(p, moves[i]);
        const oxo_game_count below = oxo_count_games(&next, depth - 1);
        n.x_wins += below.x_wins;
        n.o_wins += below.o_wins;
        n.draws += below.draws;
    }
    return n;
}
