/* referee.h - a second opinion on the rules, for the tests to ask.
 *
 * Written from the rules and nothing else: it includes no header of oxo, and
 * shares neither code nor representation with it. The board is characters on
 * a square grid, as one would draw it; every question is answered by looking
 * at the grid with loops. It is meant to be checked by reading. */
#ifndef TESTS_REFEREE_H
#define TESTS_REFEREE_H

/* '.' stands for nobody, 'X' and 'O' for the sides, 'D' for drawn. */
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

/* "ok", or why the side to move may not play there. Takes any numbers. */
const char *referee_reason(const referee *r, int board, int cell);

/* Plays a move for which referee_reason() said "ok". */
void referee_play(referee *r, int board, int cell);

/* The mark in a cell, and whether the game lets anybody play in a board. */
char referee_cell(const referee *r, int board, int cell);
int referee_takes_moves(const referee *r, int board);

/* The first three in a row of a 3x3 of characters: rows from the top, then
 * columns from the left, then the falling and the rising diagonal. Returns
 * whose it is, or '.', and where it is in line[]. */
char referee_line(const char square[3][3], int line[3]);

/* The same for the line of cells or boards that won the game. */
char referee_winning_line(const referee *r, int line[3]);

/* Legal move sequences of exactly `depth` moves, one by one. */
unsigned long long referee_perft(const referee *r, int depth);

/* Finished games within `depth` moves: count[0] won by X, [1] by O, [2]
 * drawn. Adds to what is in count[]. */
void referee_count_games(const referee *r, int depth,
                         unsigned long long count[3]);

#endif /* TESTS_REFEREE_H */
