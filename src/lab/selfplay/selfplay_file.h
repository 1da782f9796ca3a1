/* selfplay_file.h - files of games, with a few bytes per move.
 *
 * A header, then games in any order. Numbers are little-endian. A checksum is
 * the CRC-32 of zlib and PNG over all preceding bytes of its header or game.
 *
 *   header, 40 bytes
 *      0   8  "oxogames"
 *      8   1  version, 1
 *      9   1  variant: 1 ultimate, 2 ultimate-cg, 3 ultimate-continue
 *     10   2  noise, in thousandths
 *     12   4  nodes per move
 *     16   8  seed
 *     24   1  random moves at the start, at least
 *     25   1  random moves at the start, at most
 *     26   1  cells left at which the solver was tried
 *     27   1  0
 *     28   4  checksum of the book of openings, or 0
 *     32   4  checksum of the network that evaluated positions, or 0
 *     36   4  checksum
 *
 *   game, 14 + 3 n bytes
 *      0   8  the seed of its random numbers
 *      8   1  result: 1 X won, 2 O won, 3 drawn
 *      9   1  n, the number of moves
 *     10   n  moves: 9 * board + cell, + 128 if random
 *         2n  for each move the score of the position before it
 *          4  checksum
 *
 * Merged files have 0 for nodes, and cannot be continued. */
#ifndef SELFPLAY_FILE_H
#define SELFPLAY_FILE_H

#include <stdio.h>

#include "selfplay.h"

enum {
    SELFPLAY_HEADER_BYTES = 40,
    SELFPLAY_BOOK_AT = 28,   /* offset of the openings' checksum */
    SELFPLAY_NEURAL_AT = 32, /* offset of the network's checksum */
    SELFPLAY_GAME_BYTES = 14 + 3 * OXO_MAX_MOVES, /* at most */
};

/* The header of a run with these settings. */
void selfplay_header_pack(const selfplay_settings *s,
                          uint8_t ret[SELFPLAY_HEADER_BYTES]);

/* False if the header is damaged or not one of ours. `*ret` lacks the openings
 * and the network. */
bool selfplay_header_parse(const uint8_t header[SELFPLAY_HEADER_BYTES],
                           selfplay_settings *ret);

/* Returns the number of bytes written. */
size_t selfplay_game_pack(const selfplay_game *game,
                          uint8_t ret[SELFPLAY_GAME_BYTES]);

/* Reads the game at the start of `size` bytes. Returns its length, or 0 if it
 * is incomplete or damaged. */
size_t selfplay_game_parse(const uint8_t *bytes, size_t size,
                           oxo_variant variant, selfplay_game *ret);

/* A file being read. */
typedef struct selfplay_reader {
    FILE *file;
    uint8_t header[SELFPLAY_HEADER_BYTES];
    selfplay_settings settings;
    long long good; /* bytes of the header and of complete games */
    uint8_t buffer[SELFPLAY_GAME_BYTES];
    size_t held;
} selfplay_reader;

/* Starts to read `file`, which is at its beginning: 0, or -EBADMSG if it has
 * no valid header. */
int selfplay_reader_init(selfplay_reader *r, FILE *file);

/* Reads the next game. False at the end, and where a game is incomplete or
 * damaged; selfplay_reader_is_whole() tells which. */
bool selfplay_reader_next(selfplay_reader *r, selfplay_game *ret);
bool selfplay_reader_is_whole(const selfplay_reader *r);

/* The negative errno of a stdio function that has just failed. stdio does not
 * always set errno; the result is negative anyway. */
int selfplay_file_error(void);

/* Writes a sentence about the file, `what` or the text of the error, into
 * `why`; returns the error. */
int selfplay_explain(char why[SELFPLAY_WHY], int error, const char *path,
                     const char *what);

#endif /* SELFPLAY_FILE_H */
