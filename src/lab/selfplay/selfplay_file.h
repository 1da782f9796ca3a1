/* selfplay_file.h - files of games, a few bytes a move.
 *
 * A header, then games one after the other, in any order. Numbers are
 * little-endian; a checksum is the CRC-32 of zlib and PNG over all bytes of
 * its header or game that come before it.
 *
 *   header, 40 bytes
 *      0   8  "oxogames"
 *      8   1  version, 1
 *      9   1  variant: 1 ultimate, 2 ultimate-cg, 3 ultimate-continue
 *     10   2  noise, in thousandths
 *     12   4  nodes a move
 *     16   8  seed
 *     24   1  random moves at the beginning, at least
 *     25   1  and at most
 *     26   1  cells left from which positions were solved
 *     27   1  0
 *     28   4  checksum of the book of openings, or 0
 *     32   4  checksum of the network that judged positions, or 0
 *     36   4  checksum
 *
 *   game, 14 + 3 n bytes
 *      0   8  what its chance was seeded with: its name
 *      8   1  result: 1 X won, 2 O won, 3 drawn
 *      9   1  n, the number of moves
 *     10   n  moves: 9 * board + cell, + 128 if made by chance
 *         2n  for each move the score before it (see selfplay.h)
 *          4  checksum
 *
 * Files that were merged have 0 for nodes, and no one can continue them. */
#ifndef SELFPLAY_FILE_H
#define SELFPLAY_FILE_H

#include <stdio.h>

#include "selfplay.h"

enum {
    SELFPLAY_HEADER_BYTES = 40,
    SELFPLAY_BOOK_AT = 28,   /* in there, the checksum of the openings, */
    SELFPLAY_NEURAL_AT = 32, /* and that of the network */
    SELFPLAY_GAME_BYTES = 14 + 3 * OXO_MAX_MOVES, /* at most */
};

/* The header of a run with these settings. */
void selfplay_header_pack(const selfplay_settings *s,
                          uint8_t ret[SELFPLAY_HEADER_BYTES]);

/* False if it is no header, or damaged. The openings and the network
 * are not in there. */
bool selfplay_header_parse(const uint8_t header[SELFPLAY_HEADER_BYTES],
                           selfplay_settings *ret);

/* Returns the number of bytes written. */
size_t selfplay_game_pack(const selfplay_game *game,
                          uint8_t ret[SELFPLAY_GAME_BYTES]);

/* Reads the game at the start of `size` bytes by the rules of a variant:
 * how many bytes it has, or 0 if it is torn or damaged. */
size_t selfplay_game_parse(const uint8_t *bytes, size_t size,
                           oxo_variant variant, selfplay_game *ret);

/* A file on its way through memory. */
typedef struct selfplay_reader {
    FILE *file;
    uint8_t header[SELFPLAY_HEADER_BYTES];
    selfplay_settings settings;
    long long good; /* bytes that were whole: header and games */
    uint8_t buffer[SELFPLAY_GAME_BYTES];
    size_t held;
} selfplay_reader;

/* Takes over `file`, at its beginning: 0, or -EBADMSG if it has no header. */
int selfplay_reader_init(selfplay_reader *r, FILE *file);

/* True and the next game; false at the end, or where something is torn or
 * damaged: selfplay_reader_is_whole() tells. */
bool selfplay_reader_next(selfplay_reader *r, selfplay_game *ret);
bool selfplay_reader_is_whole(const selfplay_reader *r);

/* What errno says of a file that was just refused; most often that the disk
 * is full. stdio does not always set it: negative all the same. */
int selfplay_file_error(void);

#endif /* SELFPLAY_FILE_H */
