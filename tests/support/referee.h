/* referee.h - an independent implementation of the rules, for comparison.
 *
 * The referee includes no header of oxo, and shares neither code nor
 * representation with the library. The board is characters on a square grid,
 * as on paper; loops over the grid answer every question. A reader can check
 * the referee against the rules. */
#ifndef TESTS_REFEREE_H
#define TESTS_REFEREE_H

/* '.' is nobody, 'X' and 'O' are the sides, 'D' is drawn. */
typedef struct referee {
    int boards;           /* 1 in classic, 9 in the others */
    int won_boards_close; /* false only in ultimate-continue */
    int most_boards_win;  /* true only in ultimate-cg */
    char grid[9][9];      /* [row][column]; classic uses the top left 3x3 */
    char owner[9];        /* of each board */
    int forced;           /* the board to play in, or -1 for any */
    char turn;
    char result; /* of the game */
} referee;

/* Begins a game of the variant of that name; returns 0 if there is none. */
int referee_start(referee *r, const char *variant);

/* "ok", or the reason why the side to move may not play there. `board` and
 * `cell` may be any numbers. */
const char *referee_reason(const referee *r, int board, int cell);

/* Plays a move for which referee_reason() said "ok". */
void referee_play(referee *r, int board, int cell);

/* The mark in a cell; whether anybody may play in a board. */
char referee_cell(const referee *r, int board, int cell);
int referee_takes_moves(const referee *r, int board);

/* The first three in a row in a 3x3 square of characters, in this order: rows
 * from the top, columns from the left, falling diagonal, rising diagonal.
 * Returns the owner or '.', and writes the place to line[]. */
char referee_line(const char square[3][3], int line[3]);

/* The same for the line of cells or boards that won the game. */
char referee_winning_line(const referee *r, int line[3]);

/* The number of legal move sequences of exactly `depth` moves, counted one by
 * one. */
unsigned long long referee_perft(const referee *r, int depth);

/* Counts games that finish within `depth` moves: count[0] won by X, [1] by O,
 * [2] drawn. Adds to the values in count[]. */
void referee_count_games(const referee *r, int depth,
                         unsigned long long count[3]);

#endif /* TESTS_REFEREE_H */
