/* order.c - see order.h. */
#include "order.h"

#include "parameters.h"

/* The boards in which the opponent would win the game with one move. */
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

/* The cells that send the opponent to a deadly board. A cell whose board is
 * closed lets the opponent play anywhere. */
static unsigned losing_cells(unsigned open, unsigned deadly)
{
    return (open & deadly) | (deadly ? ~open : 0);
}

/* Sets of a board's empty cells. */
typedef struct board_view {
    unsigned wins;   /* win the board for the mover */
    unsigned blocks; /* would win the board for the opponent */
    unsigned losing; /* let the opponent win the game at once */
} board_view;

static board_view view_of(const oxo_ultimate *p, unsigned board,
                          unsigned deadly)
{
    const bool undecided = !has_bit(decided_boards(p), board);
    const unsigned wins = undecided ? winning_cells(p, p->turn, board) : 0;
    const unsigned theirs =
        undecided ? winning_cells(p, p->turn ^ 1U, board) : 0;
    /* A move that wins this board, or takes the opponent's only winning cell
     * in it, makes this board harmless. */
    const bool one = (theirs & (theirs - 1)) == 0;
    const unsigned harmless = one ? wins | theirs : wins;
    const unsigned open = open_boards(p), rest = ~(1U << board);
    return (board_view){
        .wins = wins,
        .blocks = theirs,
        .losing = (losing_cells(open, deadly) & ~harmless) |
                  (losing_cells(open & rest, deadly & rest) & harmless)};
}

/* The cells of a board that are killer moves. */
static unsigned killers_in(const oxo_move killers[2], unsigned board)
{
    unsigned cells = 0;
    for (int i = 0; i < 2; i++)
        cells |= (unsigned)(killers[i] / 9U == board) << killers[i] % 9U;
    return cells;
}

/* Adds a bonus to the moves into `cells`, up to a score of `most`. `moves` are
 * those into one board: one for each of its `empty` cells. */
static void add_bonus(scored_move *moves, unsigned empty, unsigned cells,
                      int bonus, int most)
{
    for (cells &= empty; cells; cells &= cells - 1) {
        const unsigned before = empty & ((cells & -cells) - 1);
        int *score = &moves[count_bits(before)].score;
        *score = *score + bonus < most ? *score + bonus : most;
    }
}

/* The hand-written evaluation's hint for a move (18 Elo) counts HINT times. It
 * is worth its time from HINT_DEPTH on. */
enum { HINT = 80, HINT_DEPTH = 2 };

void order_moves(const search_thread *t, const spot *s, int depth, int ply,
                 move_list *ret)
{
    const oxo_ultimate *p = &s->p;
    const unsigned deadly = deadly_boards(p);
    const bool neural = t->neural, hints = !neural && depth >= HINT_DEPTH;
    evaluation_view view;
    if (hints)
        evaluation_init_view(&s->eval, p, &view);
    unsigned gain_keys[9] = {0};
    for (unsigned cell = 0; cell < 9 && neural; cell++)
        gain_keys[cell] = gain_key(s, cell);
    /* Read once: for all the compiler knows, writing a move (a byte) could
     * change these addresses. */
    const int *history = t->history[p->turn];
    const int block = param(t->neural, BLOCK),
              killer = param(t->neural, KILLER), gain = param(t->neural, GAIN);
    /* With a network, only moves that win a board, or lose at once, have
     * scores outside -most..most. */
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
                    gain * gain_expected_by(&t->gains, gain_keys[cell], s, m);
                score = score < -most ? -most : score > most ? most : score;
            } else if (hints) {
                score += HINT * evaluation_hint(&view, &s->eval, p, m);
            }
            ret->of[n] = (scored_move){score, m};
        }
        /* Few moves are special: cheaper than asking in the loop. */
        const board_view cells = view_of(p, board, deadly);
        add_bonus(moves, empty, cells.blocks, block, cap);
        add_bonus(moves, empty, killers_in(t->killers[ply], board), killer,
                  cap);
        /* Twice with a network: such a move may start at -most. */
        add_bonus(moves, empty, cells.wins, ORDER_WINS_BOARD * (1 + neural),
                  INT32_MAX);
        add_bonus(moves, empty, cells.losing, ORDER_LOSING * 2, INT32_MAX);
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
