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

/* Does the move into `cell` of `board` let the opponent win at once? A board
 * that it settles is no danger any more. */
static bool is_losing(const oxo_ultimate *p, unsigned deadly, unsigned board,
                      unsigned cell, bool settles)
{
    if (settles)
        deadly &= ~(1U << board);
    const bool open = is_open(p, cell) && !(settles && cell == board);
    return open ? has_bit(deadly, cell) : deadly != 0;
}

static bool is_killer(const thinker *t, int ply, oxo_move m)
{
    return t->killers[ply][0] == m || t->killers[ply][1] == m;
}

static void add_hints(const thinker *t, const spot *s, move_list *list)
{
    evaluation_view view;
    evaluation_look(&s->eval, &s->p, &view);
    for (int i = 0; i < list->count; i++)
        list->scores[i] +=
            t->numbers[HINT] *
            evaluation_hint(&view, &s->eval, &s->p, list->moves[i]);
}

void order_moves(const thinker *t, const spot *s, int depth, int ply,
                 move_list *ret)
{
    const oxo_ultimate *p = &s->p;
    const unsigned deadly = deadly_boards(p);
    int n = 0;
    for (unsigned boards = playable_boards(p); boards; boards &= boards - 1) {
        const unsigned board = first_bit(boards);
        const bool undecided = !has_bit(decided_boards(p), board);
        const unsigned wins = undecided ? winning_cells(p, p->turn, board) : 0;
        const unsigned theirs =
            undecided ? winning_cells(p, p->turn ^ 1U, board) : 0;
        for (unsigned left = empty_in(p, board); left; left &= left - 1) {
            const unsigned cell = first_bit(left);
            const oxo_move m = (oxo_move)(9 * board + cell);
            const bool win = has_bit(wins, cell);
            /* One winning cell of theirs, taken by us, is no danger. */
            const bool settles = win || theirs == 1U << cell;
            int score = t->history[p->turn][m];
            if (is_losing(p, deadly, board, cell, settles))
                score += ORDER_LOSING * 2;
            if (win)
                score += ORDER_WINS_BOARD;
            if (has_bit(theirs, cell))
                score += t->numbers[BLOCK];
            if (is_killer(t, ply, m))
                score += t->numbers[KILLER];
            ret->moves[n] = m;
            ret->scores[n++] = score;
        }
    }
    ret->count = n;
    if (depth >= t->numbers[HINT_DEPTH])
        add_hints(t, s, ret);
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
            ret->moves[n++] = (oxo_move)(9 * board + cell);
        }
    }
    ret->count = n;
    if (n < 2)
        return;
    const unsigned deadly = deadly_boards(p);
    for (int i = 0; i < n; i++)
        ret->scores[i] = -is_losing(p, deadly, ret->moves[i] / 9U,
                                    ret->moves[i] % 9U, true);
}

oxo_move order_pick(move_list *list, int from)
{
    int best = from;
    for (int i = from + 1; i < list->count; i++) {
        if (list->scores[i] > list->scores[best])
            best = i;
    }
    const oxo_move move = list->moves[best];
    const int score = list->scores[best];
    list->moves[best] = list->moves[from];
    list->scores[best] = list->scores[from];
    list->moves[from] = move;
    list->scores[from] = score;
    return move;
}
