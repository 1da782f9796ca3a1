/* selfplay.c - plays games of the engine against itself, as training data.
 *
 *     selfplay VARIANT SECONDS NODES SEED NOISE > data
 *
 * Every game starts with a few random moves; then NOISE moves in a thousand
 * are random, so that positions differ, and the engine chooses the others.
 * Each position becomes a record of 32 bytes, little-endian, which
 * tools/tune/fit.py reads. Proven positions are left out, because the
 * evaluation never sees positions like them. */
#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "oxo/engine.h"
#include "oxo/playout.h"

typedef struct record {
    uint16_t pattern[9]; /* each board in base 3: 0 empty, 1 X, 2 O */
    uint16_t won[2], drawn;
    uint8_t forced, turn;
    int8_t result; /* 1 X won, 0 drawn, -1 O won */
    uint8_t ply;
    int16_t score; /* of the search, for X */
    uint16_t zero;
} record;

static_assert(sizeof(record) == 32, "fit.py reads 32 bytes");

static uint16_t pattern_of(oxo_board board)
{
    int pattern = 0;
    for (int cell = OXO_CELLS - 1; cell >= 0; cell--) {
        const oxo_mark mark = oxo_board_at(board, cell);
        pattern = 3 * pattern + (mark == OXO_NONE ? 0 : (int)mark + 1);
    }
    return (uint16_t)pattern;
}

static record record_of(const oxo_ultimate *p, int ply, int score)
{
    record r = {.won = {p->won[0], p->won[1]},
                .drawn = p->drawn,
                .forced = p->forced,
                .turn = p->turn,
                .ply = (uint8_t)ply,
                .score = (int16_t)(p->turn == OXO_X ? score : -score)};
    for (int board = 0; board < 9; board++)
        r.pattern[board] = pattern_of(oxo_ultimate_board(p, board));
    return r;
}

static oxo_move random_move(const oxo_position *p, oxo_random *dice)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(p, moves);
    return moves[oxo_random_below(dice, (unsigned)count)];
}

/* Plays one game and writes its records. False if writing fails. */
static bool play_game(oxo_engine *engine, oxo_variant variant, uint64_t nodes,
                      unsigned noise, oxo_random *dice)
{
    record records[OXO_MAX_MOVES] = {{.ply = 0}};
    int count = 0;
    const int opening = 2 + (int)oxo_random_below(dice, 8);
    oxo_position p = oxo_position_start(variant);
    oxo_engine_new_game(engine);
    for (int ply = 0; oxo_position_outcome(&p) == OXO_ONGOING; ply++) {
        oxo_move m = random_move(&p, dice);
        if (ply >= opening && oxo_random_below(dice, 1000) >= noise) {
            oxo_line line;
            int lines;
            oxo_engine_search(engine, &p, &(oxo_limits){.nodes = nodes}, NULL,
                              NULL, &line, &lines);
            m = line.moves[0];
            if (line.value.kind == OXO_ESTIMATED)
                records[count++] =
                    record_of(&p.as.ultimate, ply, line.value.centi);
        }
        p = oxo_position_play(&p, m);
    }
    const oxo_outcome outcome = oxo_position_outcome(&p);
    for (int i = 0; i < count; i++)
        records[i].result =
            (int8_t)((outcome == OXO_X_WINS) - (outcome == OXO_O_WINS));
    return fwrite(records, sizeof(record), (size_t)count, stdout) ==
           (size_t)count;
}

int main(int argc, char **argv)
{
    oxo_variant variant;
    if (argc != 6 || !oxo_variant_find(argv[1], &variant) ||
        variant == OXO_CLASSIC) {
        fprintf(stderr, "usage: selfplay VARIANT SECONDS NODES SEED NOISE\n");
        return 2;
    }
    const time_t end = time(NULL) + strtol(argv[2], NULL, 10);
    const uint64_t nodes = strtoull(argv[3], NULL, 10);
    oxo_random dice = {strtoull(argv[4], NULL, 10)};
    const unsigned noise = (unsigned)strtoul(argv[5], NULL, 10);
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = (size_t)4 << 20;
    oxo_engine *engine;
    if (oxo_engine_create(&options, &engine) < 0) {
        fprintf(stderr, "selfplay: out of memory\n");
        return 1;
    }
    bool ok = true;
    long games = 0;
    for (; ok && time(NULL) < end; games++)
        ok = play_game(engine, variant, nodes, noise, &dice);
    oxo_engine_destroy(engine);
    fprintf(stderr, "%ld games\n", games);
    return ok && fflush(stdout) == 0 ? 0 : 1;
}
