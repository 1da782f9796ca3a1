/* baseline.c - see baseline.h. */
#include "baseline.h"

#include <string.h>

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

/* The player with three in a row, or BASELINE_EMPTY. */
static int winner_of(const int cells[9])
{
    for (int i = 0; i < 8; i++) {
        const int mark = cells[lines[i][0]];
        if ((mark == BASELINE_X || mark == BASELINE_O) &&
            cells[lines[i][1]] == mark && cells[lines[i][2]] == mark)
            return mark;
    }
    return BASELINE_EMPTY;
}

static bool is_full(const int cells[9])
{
    for (int i = 0; i < 9; i++) {
        if (cells[i] == BASELINE_EMPTY)
            return false;
    }
    return true;
}

static int result_of(const int cells[9])
{
    const int winner = winner_of(cells);
    if (winner != BASELINE_EMPTY)
        return winner;
    return is_full(cells) ? BASELINE_DRAW : BASELINE_EMPTY;
}

/* ---- Classic ------------------------------------------------------------ */

void baseline_classic_start(baseline_classic *g)
{
    memset(g, 0, sizeof(*g));
    g->player = BASELINE_X;
    g->active = true;
}

bool baseline_classic_move(baseline_classic *g, int cell)
{
    if (!g->active || cell < 0 || cell > 8 || g->cells[cell] != BASELINE_EMPTY)
        return false;
    g->cells[cell] = g->player;
    g->winner = result_of(g->cells);
    g->active = g->winner == BASELINE_EMPTY;
    g->player = g->player == BASELINE_X ? BASELINE_O : BASELINE_X;
    return true;
}

int baseline_classic_value(const baseline_classic *g)
{
    if (!g->active)
        return g->winner == BASELINE_DRAW ? 0 : -1;
    int best = -1;
    for (int cell = 0; cell < 9; cell++) {
        baseline_classic next = *g;
        if (!baseline_classic_move(&next, cell))
            continue;
        const int value = -baseline_classic_value(&next);
        if (value > best)
            best = value;
    }
    return best;
}

/* ---- Ultimate ----------------------------------------------------------- */

void baseline_ultimate_start(baseline_ultimate *g)
{
    memset(g, 0, sizeof(*g));
    g->player = BASELINE_X;
    g->forced = -1;
}

static bool may_play(const baseline_ultimate *g, int board)
{
    return g->owner[board] == BASELINE_EMPTY &&
           (g->forced == -1 || g->forced == board);
}

int baseline_ultimate_moves(const baseline_ultimate *g, baseline_pair out[81])
{
    int n = 0;
    if (g->winner != BASELINE_EMPTY)
        return 0;
    for (int board = 0; board < 9; board++) {
        if (!may_play(g, board))
            continue;
        for (int cell = 0; cell < 9; cell++) {
            if (g->cells[board][cell] == BASELINE_EMPTY)
                out[n++] = (baseline_pair){board, cell};
        }
    }
    return n;
}

bool baseline_ultimate_move(baseline_ultimate *g, int board, int cell)
{
    if (g->winner != BASELINE_EMPTY || board < 0 || board > 8 || cell < 0 ||
        cell > 8 || !may_play(g, board) ||
        g->cells[board][cell] != BASELINE_EMPTY)
        return false;
    g->cells[board][cell] = g->player;
    g->owner[board] = result_of(g->cells[board]);
    if (g->owner[board] != BASELINE_EMPTY)
        g->winner = result_of(g->owner);
    g->forced = g->owner[cell] == BASELINE_EMPTY ? cell : -1;
    g->player = g->player == BASELINE_X ? BASELINE_O : BASELINE_X;
    return true;
}

uint64_t baseline_perft(const baseline_ultimate *g, int depth)
{
    baseline_pair moves[81];
    const int count = baseline_ultimate_moves(g, moves);
    if (depth == 1)
        return (uint64_t)count;
    uint64_t n = 0;
    for (int i = 0; i < count; i++) {
        baseline_ultimate next = *g;
        baseline_ultimate_move(&next, moves[i].board, moves[i].cell);
        n += baseline_perft(&next, depth - 1);
    }
    return n;
}

int baseline_playout(baseline_ultimate g,
                     unsigned (*random)(void *context, unsigned n),
                     void *context)
{
    baseline_pair moves[81];
    while (g.winner == BASELINE_EMPTY) {
        const int count = baseline_ultimate_moves(&g, moves);
        const baseline_pair m = moves[random(context, (unsigned)count)];
        baseline_ultimate_move(&g, m.board, m.cell);
    }
    return g.winner;
}

/* ---- Search ------------------------------------------------------------- */

/* The number of lines with two cells of the player and one empty cell, minus
 * the opponent's. */
static int open_lines(const int cells[9], int player)
{
    int sum = 0;
    for (int i = 0; i < 8; i++) {
        int mine = 0, theirs = 0, empty = 0;
        for (int k = 0; k < 3; k++) {
            const int mark = cells[lines[i][k]];
            mine += mark == player;
            empty += mark == BASELINE_EMPTY;
            theirs += mark != player && mark != BASELINE_EMPTY &&
                      mark != BASELINE_DRAW;
        }
        sum += empty == 1 ? (mine == 2) - (theirs == 2) : 0;
    }
    return sum;
}

static int evaluate(const baseline_ultimate *g)
{
    int sum = 30 * open_lines(g->owner, g->player);
    for (int board = 0; board < 9; board++) {
        const int owner = g->owner[board];
        if (owner == BASELINE_EMPTY)
            sum += 3 * open_lines(g->cells[board], g->player);
        else if (owner != BASELINE_DRAW)
            sum += owner == g->player ? 20 : -20;
    }
    return sum;
}

enum { LOST = -10000 };

static int search(const baseline_ultimate *g, int depth, int alpha, int beta,
                  uint64_t *nodes)
{
    if (g->winner != BASELINE_EMPTY)
        return g->winner == BASELINE_DRAW ? 0 : LOST - depth;
    if (depth == 0)
        return evaluate(g);
    baseline_pair moves[81];
    const int count = baseline_ultimate_moves(g, moves);
    for (int i = 0; i < count && alpha < beta; i++) {
        baseline_ultimate next = *g;
        baseline_ultimate_move(&next, moves[i].board, moves[i].cell);
        ++*nodes;
        const int value = -search(&next, depth - 1, -beta, -alpha, nodes);
        if (value > alpha)
            alpha = value;
    }
    return alpha;
}

int baseline_search(const baseline_ultimate *g, int depth, uint64_t *nodes)
{
    return search(g, depth, 2 * LOST, -2 * LOST, nodes);
}

/* ---- History ------------------------------------------------------------ */

bool baseline_game_move(const baseline_game *g, int board, int cell,
                        int64_t time, double intensity, baseline_game *out)
{
    baseline_ultimate next = g->now;
    if (!baseline_ultimate_move(&next, board, cell))
        return false;
    *out = *g;
    out->now = next;
    out->history[out->length].move = (baseline_pair){board, cell};
    out->history[out->length].time = time;
    out->history[out->length].intensity = intensity;
    out->length++;
    return true;
}
