/* baseline.h - the rules written in the obvious way, to compare ours with.
 *
 * Arrays of cells and loops over lines: what a good programmer would write
 * first, without tricks and without carelessness. Shares no code with the
 * rest of src/. */
#ifndef OXO_BENCH_BASELINE_H
#define OXO_BENCH_BASELINE_H

#include <stdbool.h>
#include <stdint.h>

enum { BASELINE_EMPTY, BASELINE_X, BASELINE_O, BASELINE_DRAW };

/* ---- Classic ------------------------------------------------------------ */

typedef struct baseline_classic {
    int cells[9];
    int player;
    bool active;
    int winner; /* a mark, BASELINE_DRAW, or BASELINE_EMPTY */
} baseline_classic;

void baseline_classic_start(baseline_classic *g);

/* Plays a move and checks for a win and a draw; false if the move is illegal.
 */
bool baseline_classic_move(baseline_classic *g, int cell);

/* The value for the player to move, 1, 0 or -1: minimax over all
 * continuations, without a table. */
int baseline_classic_value(const baseline_classic *g);

/* ---- Ultimate ----------------------------------------------------------- */

typedef struct baseline_ultimate {
    int cells[9][9];
    int owner[9]; /* a mark, BASELINE_DRAW, or BASELINE_EMPTY */
    int player;
    int forced; /* a board, or -1 for any */
    int winner;
} baseline_ultimate;

typedef struct baseline_pair {
    int board, cell;
} baseline_pair;

void baseline_ultimate_start(baseline_ultimate *g);
int baseline_ultimate_moves(const baseline_ultimate *g, baseline_pair out[81]);

/* Plays a move in the twelve steps of the specification; false if it is
 * illegal. */
bool baseline_ultimate_move(baseline_ultimate *g, int board, int cell);

uint64_t baseline_perft(const baseline_ultimate *g, int depth);

/* The winner of a random game. `random` returns a number below `n` and gets
 * `context`. */
int baseline_playout(baseline_ultimate g,
                     unsigned (*random)(void *context, unsigned n),
                     void *context);

/* Alpha-beta to a fixed depth, without a table and without move ordering. The
 * evaluation counts boards won and lines with two of three cells. Returns the
 * value for the player to move, and adds the moves made to `*nodes`. */
int baseline_search(const baseline_ultimate *g, int depth, uint64_t *nodes);

/* A game with history. A move makes a new game and leaves the old one
 * unchanged. */
typedef struct baseline_game {
    baseline_ultimate now;
    int length;
    struct {
        baseline_pair move;
        int64_t time;
        double intensity;
    } history[81];
} baseline_game;

bool baseline_game_move(const baseline_game *g, int board, int cell,
                        int64_t time, double intensity, baseline_game *out);

#endif /* OXO_BENCH_BASELINE_H */
