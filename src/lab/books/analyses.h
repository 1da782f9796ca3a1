/* analyses.h - scores of positions in a file.
 *
 * The file starts with a header:
 *
 *      0   8  "oxo-anal"
 *      8   1  version, 1
 *      9   1  variant: 1 ultimate, 2 ultimate-cg
 *     10   2  0
 *     12   4  nodes of each analysis
 *     16   4  checksum of the network that evaluated
 *     20   4  checksum of the header
 *
 * Records follow, in the order in which they were made:
 *
 *      0   8  key: oxo_ultimate_hash() of the canonical position
 *      8   2  score for the side to move in hundredths, signed; 30000 - n is a
 *             proven win in n moves, n - 30000 a proven loss
 *     10   4  checksum of the record
 *
 * Numbers are little-endian. If a file ends in the middle of a record, all
 * records before that one are valid. */
#ifndef BOOK_ANALYSES_H
#define BOOK_ANALYSES_H

#include <stdio.h>

#include "keymap.h"
#include "oxo/engine.h"

enum { ANALYSES_HEADER = 24, ANALYSES_RECORD = 14, ANALYSES_WIN = 30000 };

/* The settings on which an analysis depends. */
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

/* The scores of a file, by key, converted to uint16_t. */
typedef struct analyses {
    analyses_settings settings;
    keymap scores;
    FILE *file; /* to append to, or NULL */
} analyses;

/* True if the file begins like one of analyses; false also if it cannot be
 * read. */
bool analyses_are_in(const char *path);

/* Reads a file without opening it for appending: 0, -EINVAL if it is damaged
 * or not a file of analyses, or another negative errno. */
int analyses_read(const char *path, analyses *ret);

/* Opens a file to append to it, and creates it if needed. Errors as above, and
 * -EEXIST if the file has other settings. */
int analyses_open(const char *path, const analyses_settings *s, analyses *ret);

bool analyses_find(const analyses *a, uint64_t key, int *ret_centi);

/* 0 or a negative errno. */
int analyses_add(analyses *a, uint64_t key, int centi);

/* 0, or a negative errno: what was added may be lost. */
int analyses_close(analyses *a);

#endif /* BOOK_ANALYSES_H */
