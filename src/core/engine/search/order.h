/* order.h - move ordering: which moves to search first. */
#ifndef OXO_ENGINE_ORDER_H
#define OXO_ENGINE_ORDER_H

#include "search_thread.h"

typedef struct scored_move {
    int score;
    oxo_move move;
} scored_move;

typedef struct move_list {
    int count;
    scored_move of[OXO_MAX_MOVES];
} move_list;

/* Scores below ORDER_LOSING belong to moves that let the opponent win the game
 * at once, scores from ORDER_WINS_BOARD on to moves that win a board; with
 * the hand-written evaluation a bad history may hide such a win. */
enum { ORDER_LOSING = -500000, ORDER_WINS_BOARD = 100000 };

/* Writes all legal moves with their scores; the best comes first, the others
 * in no order. In descending order of worth: moves that win a board; killer
 * moves and blocks of the opponent's win of a board, by their parameters;
 * history; expected gain, or, with the hand-written evaluation, its hint. */
void order_moves(const search_thread *t, const spot *s, int depth, int ply,
                 move_list *ret);

/* Only the moves that win a board. */
void order_board_wins(const spot *s, move_list *ret);

/* Swaps the best of of[from..] to of[from] and returns it: selection sort, one
 * move at a time, because most nodes need only the first. */
oxo_move order_pick(move_list *list, int from);

#endif /* OXO_ENGINE_ORDER_H */
