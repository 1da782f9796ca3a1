/* scenes.h - Ultimate positions that several tests start from. */
#ifndef TESTS_SCENES_H
#define TESTS_SCENES_H

/* Eight boards are decided, X and O have four each, nobody has a line nor
 * can get one:
 *
 *     X O X
 *     X O O      the ninth board, at the end, is left to the test
 *     O X .  */
#define EIGHT_DECIDED                                                         \
    "xxxoo.... oooxx.... xxxoo.... xxxoo.... oooxx.... oooxx.... "            \
    "oooxx.... xxxoo.... "

/* The same, with all cells of the eight boards full. */
#define EIGHT_FULL                                                            \
    "xxxooxxoo oooxxoxxo xxxooxxoo xxxooxxoo oooxxoxxo oooxxoxxo "            \
    "oooxxoxxo xxxooxxoo "

/* X is on the move, owns two boards of the top row and can win the third. */
#define X_ABOUT_TO_WIN                                                        \
    "xxxoo.... xxxoo.... xx.oo.... oo....... ......... ......... "            \
    "......... ......... ........."

#define EMPTY_BOARDS_7                                                        \
    "......... ......... ......... ......... ......... ......... ........."
#define EMPTY_BOARDS_8 EMPTY_BOARDS_7 " ........."

#endif /* TESTS_SCENES_H */
