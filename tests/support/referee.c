/* referee.c - the rules once more, written as plainly as possible. */
#include "referee.h"

#include <string.h>

int referee_start(referee *r, const char *variant)
{
    memset(r, 0, sizeof(*r));
    memset(r->grid, '.', sizeof(r->grid));
    memset(r->owner, '.', sizeof(r->owner));
    r->forced = -1;
    r->turn = 'X';
    r->result = '.';
    r->boards = strcmp(variant, "classic") == 0 ? 1 : 9;
    r->won_boards_close = strcmp(variant, "ultimate-continue") != 0;
    r->most_boards_win = strcmp(variant, "ultimate-cg") == 0;
    return r->boards == 1 || !r->won_boards_close || r->most_boards_win ||
           strcmp(variant, "ultimate") == 0;
}

/* ---- Looking ------------------------------------------------------------ */

/* Board 5, for example, is in the middle row and right column of boards; its
 * cell 6 is in the bottom row and left column of that board. */
char referee_cell(const referee *r, int board, int cell)
{
    const int row = board / 3 * 3 + cell / 3;
    const int column = board % 3 * 3 + cell % 3;
    return r->grid[row][column];
}

char referee_line(const char s[3][3], int line[3])
{
    for (int row = 0; row < 3; row++) {
        if ((s[row][0] == 'X' || s[row][0] == 'O') && s[row][0] == s[row][1] &&
            s[row][1] == s[row][2]) {
            for (int i = 0; i < 3; i++)
                line[i] = 3 * row + i;
            return s[row][0];
        }
    }
    for (int column = 0; column < 3; column++) {
        if ((s[0][column] == 'X' || s[0][column] == 'O') &&
            s[0][column] == s[1][column] && s[1][column] == s[2][column]) {
            for (int i = 0; i < 3; i++)
                line[i] = 3 * i + column;
            return s[0][column];
        }
    }
    if (s[1][1] != 'X' && s[1][1] != 'O')
        return '.';
    if (s[0][0] == s[1][1] && s[1][1] == s[2][2]) {
        line[0] = 0, line[1] = 4, line[2] = 8;
        return s[1][1];
    }
    if (s[0][2] == s[1][1] && s[1][1] == s[2][0]) {
        line[0] = 2, line[1] = 4, line[2] = 6;
        return s[1][1];
    }
    return '.';
}

static char line_in_board(const referee *r, int board, int line[3])
{
    char square[3][3];
    for (int cell = 0; cell < 9; cell++)
        square[cell / 3][cell % 3] = referee_cell(r, board, cell);
    return referee_line(square, line);
}

static char line_of_boards(const referee *r, int line[3])
{
    char square[3][3];
    for (int board = 0; board < 9; board++)
        square[board / 3][board % 3] = r->owner[board];
    return referee_line(square, line);
}

char referee_winning_line(const referee *r, int line[3])
{
    return r->boards == 1 ? line_in_board(r, 0, line)
                          : line_of_boards(r, line);
}

static int is_full(const referee *r, int board)
{
    for (int cell = 0; cell < 9; cell++) {
        if (referee_cell(r, board, cell) == '.')
            return 0;
    }
    return 1;
}

int referee_takes_moves(const referee *r, int board)
{
    if (r->won_boards_close && r->owner[board] != '.')
        return 0;
    return !is_full(r, board);
}

/* ---- Judging ------------------------------------------------------------ */

const char *referee_reason(const referee *r, int board, int cell)
{
    if (r->result != '.')
        return "game-over";
    if (board < 0 || board >= r->boards || cell < 0 || cell > 8)
        return "invalid-position";
    if (!referee_takes_moves(r, board))
        return "board-closed";
    if (r->forced != -1 && r->forced != board)
        return "wrong-board";
    if (referee_cell(r, board, cell) != '.')
        return "cell-occupied";
    return "ok";
}

static char owner_of_board(const referee *r, int board)
{
    int line[3];
    const char winner = line_in_board(r, board, line);
    if (winner != '.')
        return winner;
    return is_full(r, board) ? 'D' : '.';
}

static int count_boards_of(const referee *r, char mark)
{
    int count = 0;
    for (int board = 0; board < 9; board++)
        count += r->owner[board] == mark;
    return count;
}

static char result_of_ultimate(const referee *r)
{
    int line[3];
    const char winner = line_of_boards(r, line);
    if (winner != '.')
        return winner;
    for (int board = 0; board < 9; board++) {
        if (referee_takes_moves(r, board))
            return '.';
    }
    if (r->most_boards_win) {
        const int x = count_boards_of(r, 'X'), o = count_boards_of(r, 'O');
        if (x != o)
            return x > o ? 'X' : 'O';
    }
    return 'D';
}

void referee_play(referee *r, int board, int cell)
{
    const int row = board / 3 * 3 + cell / 3;
    const int column = board % 3 * 3 + cell % 3;
    r->grid[row][column] = r->turn;

    if (r->owner[board] == '.') /* an owner never changes */
        r->owner[board] = owner_of_board(r, board);
    r->result = r->boards == 1 ? r->owner[0] : result_of_ultimate(r);

    if (r->boards == 9)
        r->forced = referee_takes_moves(r, cell) ? cell : -1;
    r->turn = r->turn == 'X' ? 'O' : 'X';
}

/* ---- Counting ----------------------------------------------------------- */

unsigned long long referee_perft(const referee *r, int depth)
{
    if (depth == 0)
        return 1;
    unsigned long long count = 0;
    for (int move = 0; move < 9 * r->boards; move++) {
        if (strcmp(referee_reason(r, move / 9, move % 9), "ok") != 0)
            continue;
        referee next = *r;
        referee_play(&next, move / 9, move % 9);
        count += referee_perft(&next, depth - 1);
    }
    return count;
}

void referee_count_games(const referee *r, int depth,
                         unsigned long long count[3])
{
    if (r->result != '.') {
        count[r->result == 'X' ? 0 : r->result == 'O' ? 1 : 2]++;
        return;
    }
    if (depth == 0)
        return;
    for (int move = 0; move < 9 * r->boards; move++) {
        if (strcmp(referee_reason(r, move / 9, move % 9), "ok") != 0)
            continue;
        referee next = *r;
        referee_play(&next, move / 9, move % 9);
        referee_count_games(&next, depth - 1, count);
    }
}
