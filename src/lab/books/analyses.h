/* analyses.h - what was found out about positions, in a file.
 *
 * A header comes first:
 *
 *      0   8  "oxo-anal"
 *      8   1  version, 1
 *      9   1  variant: 1 ultimate, 2 ultimate-cg
 *     10   2  0
 *     12   4  nodes of each analysis
 *     16   4  checksum of the network that judged
 *     20   4  checksum of the header
 *
 * then records in the order in which they were made:
 *
 *      0   8  key: oxo_ultimate_hash() of the canonical position
 *      8   2  hundredths for the side to move, signed; 30000 - n is a proven
 *             win in n moves, n - 30000 a proven loss
 *     10   4  checksum of the record
 *
 * Numbers are little-endian. A file that ends in the middle of a record is
 * whole up to there. */
#ifndef BOOK_ANALYSES_H
#define BOOK_ANALYSES_H

#include <stdio.h>

#include "keymap.h"
#include "oxo/engine.h"

enum { ANALYSES_HEADER = 24, ANALYSES_RECORD = 14, ANALYSES_WIN = 30000 };

/* What an analysis depends on, besides the position. */
typedef struct analyses_settings {
    oxo_variant variant;
    uint32_t nodes;
    uint32_t neural; /* checksum */
} analyses_settings;

/* A record. */
typedef struct analysis {
    uint64_t key;
    int16_t centi;
} analysis;

void analyses_pack_header(const analyses_settings *s,
                          uint8_t out[ANALYSES_HEADER]);
bool analyses_unpack_header(const uint8_t bytes[ANALYSES_HEADER],
                            analyses_settings *ret);
void analyses_pack(const analysis *a, uint8_t out[ANALYSES_RECORD]);
bool analyses_unpack(const uint8_t bytes[ANALYSES_RECORD], analysis *ret);

/* The scores of a file, by key; scores are kept as uint16_t. */
typedef struct analyses {
    analyses_settings settings;
    keymap scores;
    FILE *file; /* where more are appended, or NULL */
} analyses;

/* Does a file begin like one of analyses? False if it cannot be read. */
bool analyses_are_in(const char *path);

/* Reads a file, to look at only: 0, -EINVAL if it is none or damaged, or
 * another negative errno. */
int analyses_read(const char *path, analyses *ret);

/* Opens a file to append to it; makes it if there is none. -EEXIST if it is
 * from other settings. */
int analyses_open(const char *path, const analyses_settings *s, analyses *ret);

bool analyses_find(const analyses *a, uint64_t key, int *ret_centi);

/* 0 or a negative errno. */
int analyses_add(analyses *a, uint64_t key, int centi);

/* 0 or a negative errno: what was added may not be there. */
int analyses_close(analyses *a);

#endif /* BOOK_ANALYSES_H */
