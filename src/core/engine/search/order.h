/* order.h - which moves to look at first. */
#ifndef OXO_ENGINE_ORDER_H
#define OXO_ENGINE_ORDER_H

#include "think.h"

typedef struct scored_move {
    int score;
    oxo_move move;
} scored_move;

typedef struct move_list {
    int count;
    scored_move of[OXO_MAX_MOVES];
} move_list;

/* All legal moves with a guess how good they are; without a network a better
 * guess where more depends on it. The best comes first. */
void order_moves(const thinker *t, const spot *s, int depth, int ply,
                 move_list *ret);

/* Only the moves that win a board. */
void order_board_wins(const spot *s, move_list *ret);

/* Brings the best of of[from..] to `from` and returns it. */
oxo_move order_pick(move_list *list, int from);

/* Moves scored below the first walk into a loss at once, those from the second
 * on win a board; without a network not if their history is bad. */
enum { ORDER_LOSING = -500000, ORDER_WINS_BOARD = 100000 };

#endif /* OXO_ENGINE_ORDER_H */
