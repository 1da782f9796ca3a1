/* order.c - see order.h. */
#include "order.h"

enum {
    KILLER = 30000,
    BLOCK = 12000, /* takes a cell that would win the opponent a board */
    GIVES_BOARD = -25000,  /* sends the opponent where they win a board */
    HINT = 80,             /* times what the evaluation guesses, ... */
    HINT_DEPTH = 2,        /* ... where it is worth the time */
    GIVES_CHOICE = -30000, /* lets the opponent play anywhere */
};

/* What the opponent could do where a move sends them. */
typedef struct dangers {
    unsigned wins_board; /* boards that they would win with one move */
    unsigned wins_game;  /* those of them that would win the game */
} dangers;

static dangers dangers_of(const oxo_ultimate *p)
{
    const unsigned opponent = p->turn ^ 1U;
    const unsigned deciding = deciding_boards(p, opponent);
    dangers d = {0, 0};
    for (unsigned left = ~decided_boards(p) & OXO_ALL_CELLS; left;
         left &= left - 1) {
        const unsigned board = first_bit(left);
        if (winning_cells(p, opponent, board))
            d.wins_board |= 1U << board;
    }
    d.wins_game = d.wins_board & deciding;
    return d;
}

/* What the move into `cell` of `board` gives the opponent. `blocks` and
 * `wins` are the cells of that board that take something from them. */
static int score_of_target(const oxo_ultimate *p, dangers d, unsigned board,
                           unsigned cell, bool settles)
{
    /* The board played in is no danger any more if the move settles it. */
    if (settles) {
        d.wins_board &= ~(1U << board);
        d.wins_game &= ~(1U << board);
    }
    const bool open = is_open(p, cell) && !(settles && cell == board);
    if (!open)
        return d.wins_game ? ORDER_LOSING * 2 : GIVES_CHOICE;
    if (has_bit(d.wins_game, cell))
        return ORDER_LOSING * 2;
    return has_bit(d.wins_board, cell) ? GIVES_BOARD : 0;
}

static bool is_killer(const thinker *t, int ply, oxo_move m)
{
    return t->killers[ply][0] == m || t->killers[ply][1] == m;
}

static void add_hints(const spot *s, move_list *list)
{
    evaluation_view view;
    evaluation_look(&s->eval, &s->p, &view);
    for (int i = 0; i < list->count; i++)
        list->scores[i] +=
            HINT * evaluation_hint(&view, &s->eval, &s->p, list->moves[i]);
}

void order_moves(const thinker *t, const spot *s, int depth, int ply,
                 move_list *ret)
{
    const oxo_ultimate *p = &s->p;
    const dangers d = dangers_of(p);
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
            int score = t->history[p->turn][m] +
                        score_of_target(p, d, board, cell, settles);
            if (win)
                score += ORDER_WINS_BOARD;
            if (has_bit(theirs, cell))
                score += BLOCK;
            if (is_killer(t, ply, m))
                score += KILLER;
            ret->moves[n] = m;
            ret->scores[n++] = score;
        }
    }
    ret->count = n;
    if (depth >= HINT_DEPTH)
        add_hints(s, ret);
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
    const dangers d = dangers_of(p);
    for (int i = 0; i < n; i++)
        ret->scores[i] = score_of_target(p, d, ret->moves[i] / 9U,
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
