/* late.c - writes late positions from games of the engine against itself.
 *
 *     late VARIANT COUNT NODES SEED [FEWEST MOST] > positions
 *
 * Every game starts with four random moves. Then the engine plays at full
 * strength, with NODES nodes per move, so the same arguments give the same
 * positions on all machines. Each game gives its first position with at most n
 * empty cells in undecided boards, where n is drawn from FEWEST to MOST
 * (default: 25 to 30), or none if it skips the range. A line of the output is
 * the variant's word and the position. */
#include <stdio.h>
#include <stdlib.h>

#include "oxo/engine.h"
#include "oxo/notation.h"
#include "oxo/playout.h"

enum { OPENING = 4 };

typedef struct late_request {
    oxo_variant variant;
    long count;
    uint64_t nodes; /* of the engine, per move */
    int fewest, most;
} late_request;

static int empty_cells(const oxo_ultimate *p)
{
    int empty = 0;
    for (int board = 0; board < OXO_CELLS; board++) {
        if (oxo_ultimate_board_outcome(p, board) != OXO_ONGOING)
            continue;
        for (int cell = 0; cell < OXO_CELLS; cell++)
            empty +=
                oxo_board_at(oxo_ultimate_board(p, board), cell) == OXO_NONE;
    }
    return empty;
}

static oxo_move random_move(const oxo_position *p, oxo_random *dice)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(p, moves);
    return moves[oxo_random_below(dice, (unsigned)count)];
}

static oxo_move best_move(oxo_engine *engine, const oxo_position *p,
                          uint64_t nodes)
{
    oxo_line line;
    int lines;
    oxo_engine_search(engine, p, &(oxo_limits){.nodes = nodes}, NULL, NULL,
                      &line, &lines);
    return line.moves[0];
}

/* Plays until at most `wanted` cells are empty or the game is over. */
static oxo_position play_down(oxo_engine *engine, const late_request *r,
                              oxo_random *dice, int wanted)
{
    oxo_position p = oxo_position_start(r->variant);
    oxo_engine_new_game(engine);
    for (int ply = 0; oxo_position_outcome(&p) == OXO_ONGOING &&
                      empty_cells(&p.as.ultimate) > wanted;
         ply++) {
        const oxo_move m = ply < OPENING ? random_move(&p, dice)
                                         : best_move(engine, &p, r->nodes);
        p = oxo_position_play(&p, m);
    }
    return p;
}

/* Finds and prints one position. */
static void print_late(oxo_engine *engine, const late_request *r,
                       oxo_random *dice)
{
    for (;;) {
        const int wanted =
            r->fewest +
            (int)oxo_random_below(dice, (unsigned)(r->most - r->fewest + 1));
        const oxo_position p = play_down(engine, r, dice, wanted);
        char text[OXO_POSITION_TEXT];
        if (oxo_position_outcome(&p) == OXO_ONGOING &&
            empty_cells(&p.as.ultimate) >= r->fewest &&
            oxo_position_format(OXO_NATIVE, &p, text, NULL) == OXO_OK) {
            printf("%s %s\n", oxo_variant_word(r->variant), text);
            fflush(stdout);
            return;
        }
    }
}

static bool read_request(int argc, char **argv, late_request *ret)
{
    if ((argc != 5 && argc != 7) || !oxo_variant_find(argv[1], &ret->variant))
        return false;
    ret->count = strtol(argv[2], NULL, 10);
    ret->nodes = strtoull(argv[3], NULL, 10);
    ret->fewest = argc == 7 ? (int)strtol(argv[5], NULL, 10) : 25;
    ret->most = argc == 7 ? (int)strtol(argv[6], NULL, 10) : 30;
    return ret->variant != OXO_CLASSIC && ret->fewest > 0 &&
           ret->fewest <= ret->most;
}

int main(int argc, char **argv)
{
    late_request r;
    if (!read_request(argc, argv, &r)) {
        fprintf(stderr,
                "usage: late VARIANT COUNT NODES SEED [FEWEST MOST]\n");
        return 2;
    }
    oxo_random dice = {strtoull(argv[4], NULL, 10)};
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = (size_t)16 << 20;
    oxo_engine *engine;
    if (oxo_engine_create(&options, &engine) < 0) {
        fprintf(stderr, "late: out of memory\n");
        return 1;
    }
    for (long i = 0; i < r.count; i++)
        print_late(engine, &r, &dice);
    oxo_engine_destroy(engine);
    return fflush(stdout) == 0 ? 0 : 1;
}
