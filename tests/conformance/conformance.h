/* conformance.h - what the tests of the five documents have in common.
 *
 * Every test is named after its row of docs/conformance.md: the kind of
 * statement, the document, the number, the law. `ac_002_2_...` is 002.AC2. */
#ifndef OXO_TESTS_CONFORMANCE_H
#define OXO_TESTS_CONFORMANCE_H

#include "check.h"

#include <string.h>

#include "oxo/oxo.h"

#define TEST(name) static void name(void **fixture __attribute__((unused)))
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Games of Ultimate, board digit then cell digit. */

/* X wins along the boards 0, 4, 8 with the last move. */
#define X_WINS                                                                \
    "01 18 81 12 23 35 52 24 42 20 00 08 80 05 57 70 02 28 82 54 41 15 58 "   \
    "44 40"

/* O wins with the last move. */
#define O_WINS                                                                \
    "58 83 34 44 47 74 48 84 46 65 57 73 36 62 28 85 54 70 03 31 12 22 24 "   \
    "68 27 76"

/* All nine boards are decided, with the last move, and nobody has a line. */
#define DRAWN                                                                 \
    "60 01 12 21 11 16 62 25 54 43 34 46 64 47 73 31 10 08 80 06 61 07 70 "   \
    "26 36 75 55 51 82 20 32 23 56 41 74 44 53 76 81 72 77 78"

/* The last move but one fills board 3, without a line; the last one, played
 * in board 7, points at it. */
#define TO_DRAWN_BOARD                                                        \
    "32 23 34 43 35 53 30 07 71 16 62 28 83 36 63 38 82 20 03 31 13 33 37 73"

/* The fifth move wins board 4 for X and points at it, so O may go anywhere;
 * the sixth points at it again, so X may too. */
#define CASCADE "41 14 47 74 44 04"

/* X takes board 4 with the fifth move. */
#define X_TAKES_4 "41 14 47 74 44"

/* A full classic board without a line. */
#define CLASSIC_DRAW "012436587"

/* Nine marks in reading order, '.' for an empty cell. */
oxo_board board_of(const char *marks);
void assert_board(oxo_board board, const char *marks);

/* The classic position with these marks, `turn` to move. */
oxo_classic classic_of(const char *marks, oxo_mark turn);

/* Nine statuses of Ultimate's boards: X, O, D (drawn) or '.'. */
oxo_ultimate ultimate_of(const char *statuses);

/* The game after these moves, one digit each, or two in Ultimate. All of
 * them must be accepted. */
oxo_game classic_after(const char *moves);
oxo_game ultimate_after(const char *moves);

/* Tries a move; cell and board, or row and column, may be any number. */
oxo_status try_cell(const oxo_game *g, int cell, oxo_game *ret);
oxo_status try_board_cell(const oxo_game *g, int board, int cell,
                          oxo_game *ret);

/* The classic move at a row and column, OXO_NO_MOVE outside the board. */
oxo_move row_col(int row, int col);

oxo_mark cell_of(const oxo_game *g, int board, int cell);
oxo_board classic_board(const oxo_game *g);

/* What two games have to agree in so that nobody can tell them apart. */
void assert_same_game(const oxo_game *a, const oxo_game *b);
void assert_same_position(const oxo_position *a, const oxo_position *b);
void assert_line(const uint8_t line[3], int a, int b, int c);
void assert_win(oxo_win win, oxo_mark winner, int a, int b, int c);

/* Calls `visit` once with every position that a classic game can reach. */
void for_each_classic(void (*visit)(const oxo_classic *p));

#endif /* OXO_TESTS_CONFORMANCE_H */
