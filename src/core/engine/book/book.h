/* book.h - the file format of opening books.
 *
 *      0   8  "oxo-book"
 *      8   1  version, 1
 *      9   3  0
 *     12   4  n, the number of positions
 *     16 11n  positions, in ascending order of their keys
 *            8  key: oxo_ultimate_hash() of the canonical position, which
 *               includes the rule set
 *            1  move in the canonical position
 *            2  hundredths for the side to move, signed
 *   last   4  checksum of everything before it
 *
 * Numbers are little-endian. */
#ifndef OXO_ENGINE_BOOK_H
#define OXO_ENGINE_BOOK_H

#include "oxo/book.h"

enum {
    BOOK_HEADER = 16,
    BOOK_ENTRY = 11,
    BOOK_SUM = 4,
    BOOK_MOST = 1 << 20,     /* positions */
    BOOK_MOST_CENTI = 20000, /* larger scores are proofs */
};

typedef struct book_entry {
    uint64_t key;
    int16_t centi;
    oxo_move move;
} book_entry;

static inline size_t book_bytes(size_t count)
{
    return BOOK_HEADER + count * BOOK_ENTRY + BOOK_SUM;
}

/* Does a file with this header claim to be a book, of any version? */
bool book_begins(const uint8_t header[BOOK_HEADER]);

/* Writes book_bytes(count) bytes. The keys must be in ascending order. */
void book_pack(const book_entry *entries, size_t count, uint8_t *out);

#endif /* OXO_ENGINE_BOOK_H */
