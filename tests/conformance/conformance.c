/* conformance.c - boards and games in short, for the tests to read well. */
#include "conformance.h"

static oxo_mark mark_of(char c)
{
    if (c == 'X')
        return OXO_X;
    return c == 'O' ? OXO_O : OXO_NONE;
}

oxo_board board_of(const char *marks)
{
    oxo_mark cells[OXO_CELLS];
    oxo_board board;
    assert_int_equal(strlen(marks), OXO_CELLS);
    for (int i = 0; i < OXO_CELLS; i++)
        cells[i] = mark_of(marks[i]);
    assert_int_equal(oxo_board_from_cells(cells, OXO_CELLS, &board), OXO_OK);
    return board;
}

void assert_board(oxo_board board, const char *marks)
{
    for (int i = 0; i < OXO_CELLS; i++)
        assert_int_equal(oxo_board_at(board, i), mark_of(marks[i]));
}

oxo_classic classic_of(const char *marks, oxo_mark turn)
{
    oxo_classic p = oxo_classic_start();
    p.board = board_of(marks);
    p.turn = (uint8_t)turn;
    return p;
}

static void add_bit(uint16_t *mask, int bit)
{
    *mask = (uint16_t)(*mask | 1U << bit);
}

oxo_ultimate ultimate_of(const char *statuses)
{
    oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    for (int b = 0; b < OXO_CELLS; b++) {
        const oxo_board board = board_of(statuses[b] == 'X'   ? "XXX......"
                                         : statuses[b] == 'O' ? "OOO......"
                                         : statuses[b] == 'D' ? "XOXOXXOXO"
                                                              : ".........");
        p.cells[OXO_X][b] = board.cells[OXO_X];
        p.cells[OXO_O][b] = board.cells[OXO_O];
        if (statuses[b] == 'X')
            add_bit(&p.won[OXO_X], b);
        else if (statuses[b] == 'O')
            add_bit(&p.won[OXO_O], b);
        else if (statuses[b] == 'D')
            add_bit(&p.drawn, b);
    }
    return p;
}

/* ---- Games -------------------------------------------------------------- */

oxo_status try_board_cell(const oxo_game *g, int board, int cell,
                          oxo_game *ret)
{
    const oxo_turn turn = {.move = oxo_move_at(board, cell)};
    return oxo_game_play(g, &turn, ret);
}

oxo_status try_cell(const oxo_game *g, int cell, oxo_game *ret)
{
    return try_board_cell(g, 0, cell, ret);
}

oxo_game classic_after(const char *moves)
{
    oxo_game g = oxo_game_start(OXO_CLASSIC);
    for (const char *m = moves; *m; m++)
        assert_int_equal(try_cell(&g, *m - '0', &g), OXO_OK);
    return g;
}

oxo_game ultimate_after(const char *moves)
{
    oxo_game g = oxo_game_start(OXO_ULTIMATE);
    for (const char *m = moves; *m; m += m[2] == ' ' ? 3 : 2)
        assert_int_equal(try_board_cell(&g, m[0] - '0', m[1] - '0', &g),
                         OXO_OK);
    return g;
}

oxo_move row_col(int row, int col)
{
    int cell = -1;
    (void)oxo_cell_at(row, col, &cell);
    return oxo_move_at(0, cell);
}

oxo_mark cell_of(const oxo_game *g, int board, int cell)
{
    return oxo_position_at(&g->now, oxo_move_at(board, cell));
}

oxo_board classic_board(const oxo_game *g)
{
    return g->now.as.classic.board;
}

/* ---- Comparing ---------------------------------------------------------- */

void assert_same_position(const oxo_position *a, const oxo_position *b)
{
    assert_memory_equal(a, b, sizeof(*a));
}

void assert_same_game(const oxo_game *a, const oxo_game *b)
{
    assert_same_position(&a->start, &b->start);
    assert_same_position(&a->now, &b->now);
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->undone, b->undone);
    assert_int_equal(a->busy, b->busy);
    for (int i = 0; i < a->length + a->undone; i++) {
        assert_int_equal(a->history[i].move, b->history[i].move);
        assert_int_equal(a->history[i].time, b->history[i].time);
        assert_int_equal(a->history[i].intensity, b->history[i].intensity);
    }
}

void assert_line(const uint8_t line[3], int a, int b, int c)
{
    assert_int_equal(line[0], a);
    assert_int_equal(line[1], b);
    assert_int_equal(line[2], c);
}

void assert_win(oxo_win win, oxo_mark winner, int a, int b, int c)
{
    assert_int_equal(win.winner, winner);
    assert_line(win.cells, a, b, c);
}

/* Visits what was not `seen`; returns how many positions that were. */
static int visit_from(oxo_classic p, void (*visit)(const oxo_classic *p),
                      bool seen[1 << 18])
{
    bool *here = &seen[p.board.cells[OXO_X] | p.board.cells[OXO_O] << 9];
    if (*here)
        return 0;
    *here = true;
    visit(&p);
    oxo_move moves[OXO_CELLS];
    const int n = oxo_classic_moves(&p, moves);
    int visited = 1;
    for (int i = 0; i < n; i++)
        visited += visit_from(oxo_classic_play(p, moves[i]), visit, seen);
    return visited;
}

void for_each_classic(void (*visit)(const oxo_classic *p))
{
    static bool seen[1 << 18];
    memset(seen, 0, sizeof seen);
    assert_int_equal(visit_from(oxo_classic_start(), visit, seen), 5478);
}
