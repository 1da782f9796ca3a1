/* order.c - see order.h. */
#include "order.h"

#include "numbers.h"

/* Boards in which the opponent, if sent there, wins the game with one move. */
static unsigned deadly_boards(const oxo_ultimate *p)
{
    const unsigned opponent = p->turn ^ 1U;
    unsigned deadly = 0;
    for (unsigned left = deciding_boards(p, opponent); left;
         left &= left - 1) {
        const unsigned board = first_bit(left);
        if (winning_cells(p, opponent, board))
            deadly |= 1U << board;
    }
    return deadly;
}

/* The cells that let the opponent, sent to the boards they name, win at once;
 * to any of them if a board takes no more moves. */
static unsigned losing_cells(unsigned open, unsigned deadly)
{
    return (open & deadly) | (deadly ? ~open : 0);
}

/* What is to be known of a board's cells before they are played in. */
typedef struct board_view {
    unsigned wins, blocks; /* cells that win it for the mover, or would have
                              won it for the opponent */
    unsigned losing;       /* cells that let the opponent win the game */
} board_view;

static board_view view_of(const oxo_ultimate *p, unsigned board,
                          unsigned deadly)
{
    const bool undecided = !has_bit(decided_boards(p), board);
    const unsigned wins = undecided ? winning_cells(p, p->turn, board) : 0;
    const unsigned theirs =
        undecided ? winning_cells(p, p->turn ^ 1U, board) : 0;
    /* One winning cell of theirs, taken by us, is no danger: a board that a
     * move settles is none any more. */
    const bool one = (theirs & (theirs - 1)) == 0;
    const unsigned settling = one ? wins | theirs : wins;
    const unsigned open = open_boards(p), rest = ~(1U << board);
    return (board_view){
        .wins = wins,
        .blocks = theirs,
        .losing = (losing_cells(open, deadly) & ~settling) |
                  (losing_cells(open & rest, deadly & rest) & settling)};
}

/* The cells of a board that killers are in. */
static unsigned killers_in(const oxo_move killers[2], unsigned board)
{
    unsigned cells = 0;
    for (int i = 0; i < 2; i++)
        cells |= (unsigned)(killers[i] / 9U == board) << killers[i] % 9U;
    return cells;
}

/* Moves into one board, which begin at `moves`: one for each `empty` cell.
 * Those into `cells` get a bonus, but come to no more than `most`. */
static void favour(scored_move *moves, unsigned empty, unsigned cells,
                   int bonus, int most)
{
    for (cells &= empty; cells; cells &= cells - 1) {
        const unsigned before = empty & ((cells & -cells) - 1);
        int *score = &moves[count_bits(before)].score;
        *score = *score + bonus < most ? *score + bonus : most;
    }
}

/* Without a network nothing tells what moves gain but the evaluation's hints,
 * which are worth their time where the depth is. As the levels were measured.
 */
enum { HINT = 80, HINT_DEPTH = 2 };

void order_moves(const thinker *t, const spot *s, int depth, int ply,
                 move_list *ret)
{
    const oxo_ultimate *p = &s->p;
    const unsigned deadly = deadly_boards(p);
    const bool neural = t->neural, hints = !neural && depth >= HINT_DEPTH;
    evaluation_view view;
    if (hints)
        evaluation_look(&s->eval, p, &view);
    unsigned gain_keys[9] = {0};
    for (unsigned cell = 0; cell < 9 && neural; cell++)
        gain_keys[cell] = gain_key(s, cell);
    /* Found once: a byte that is written, like a move, might be part of the
     * address, as far as the compiler knows. */
    const int *history = t->history[p->turn];
    const int block = number(t->neural, BLOCK),
              killer = number(t->neural, KILLER),
              gain = number(t->neural, GAIN);
    /* What a network's moves come to, unless they win a board or lose at once.
     */
    const int most = ORDER_WINS_BOARD - 1, cap = neural ? most : INT32_MAX;
    int n = 0;
    for (unsigned boards = playable_boards(p); boards; boards &= boards - 1) {
        const unsigned board = first_bit(boards), empty = empty_in(p, board);
        scored_move *moves = ret->of + n;
        for (unsigned left = empty; left; left &= left - 1, n++) {
            const unsigned cell = first_bit(left);
            const oxo_move m = (oxo_move)(9 * board + cell);
            int score = history[m];
            if (neural) {
                score +=
                    gain * gain_guess_by(&t->gains, gain_keys[cell], s, m);
                score = score < -most ? -most : score > most ? most : score;
            } else if (hints) {
                score += HINT * evaluation_hint(&view, &s->eval, p, m);
            }
            ret->of[n] = (scored_move){score, m};
        }
        /* Few moves are anything special. */
        const board_view cells = view_of(p, board, deadly);
        favour(moves, empty, cells.blocks, block, cap);
        favour(moves, empty, killers_in(t->killers[ply], board), killer, cap);
        /* Twice with a network, by which they may be as low as -most. */
        favour(moves, empty, cells.wins, ORDER_WINS_BOARD * (1 + neural),
               INT32_MAX);
        favour(moves, empty, cells.losing, ORDER_LOSING * 2, INT32_MAX);
    }
    ret->count = n;
    order_pick(ret, 0);
}

void order_board_wins(const spot *s, move_list *ret)
{
    const oxo_ultimate *p = &s->p;
    int n = 0;
    for (unsigned boards = playable_boards(p) & ~decided_boards(p); boards;
         boards &= boards - 1) {
        const unsigned board = first_bit(boards);
        for (unsigned left = winning_cells(p, p->turn, board); left;
             left &= left - 1) {
            const unsigned cell = first_bit(left);
            ret->of[n++].move = (oxo_move)(9 * board + cell);
        }
    }
    ret->count = n;
    if (n < 2)
        return;
    const unsigned deadly = deadly_boards(p);
    for (int i = 0; i < n; i++) {
        scored_move *one = &ret->of[i];
        const unsigned rest = ~(1U << one->move / 9U);
        const unsigned losing =
            losing_cells(open_boards(p) & rest, deadly & rest);
        one->score = -(int)has_bit(losing, one->move % 9U);
    }
}

oxo_move order_pick(move_list *list, int from)
{
    int best = from;
    for (int i = from + 1; i < list->count; i++) {
        if (list->of[i].score > list->of[best].score)
            best = i;
    }
    const scored_move picked = list->of[best];
    list->of[best] = list->of[from];
    list->of[from] = picked;
    return picked.move;
}
