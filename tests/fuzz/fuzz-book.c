/* fuzz-book.c - reads bytes as a book of openings, and as a file of analyses.
 * The checksums are put right first, or nothing would be accepted.
 *
 * What is read must be written as the same bytes, and a book's moves must be
 * legal. */
#include <stdlib.h>
#include <string.h>

#include "analyses.h"
#include "book.h"
#include "bytes.h"
#include "fuzz.h"

enum { MOST = 4096 };

static void check(bool law)
{
    if (!law)
        abort();
}

static void put_sum(uint8_t *bytes, size_t size)
{
    uint8_t *at = bytes + size;
    bytes_put(&at, bytes_checksum(bytes, size), 4);
}

static void ask(const oxo_book *book, oxo_variant variant)
{
    oxo_position p = oxo_position_start(variant);
    oxo_move moves[OXO_MAX_MOVES], m;
    int centi;
    for (int i = 0; i < 4; i++) { /* no game is over by then */
        if (oxo_book_find(book, &p, &m, &centi)) {
            check(oxo_position_check(&p, m) == OXO_OK);
            check(abs(centi) <= BOOK_MOST_CENTI);
        }
        const int count = oxo_position_moves(&p, moves);
        p = oxo_position_play(&p, moves[i * 5 % count]);
    }
}

/* The magic, the number of entries and the first key are put right as well:
 * the key is the start's. */
static void try_book(const uint8_t *data, size_t size)
{
    uint8_t bytes[MOST];
    oxo_book *book;
    if (size < book_bytes(1) || size > MOST)
        return;
    const oxo_ultimate start = oxo_ultimate_start(OXO_ULTIMATE);
    const book_entry first = {oxo_ultimate_hash(&start), 0, 40};
    const size_t count = (size - book_bytes(0)) / BOOK_ENTRY;
    size = book_bytes(count);
    book_pack(&first, 1, bytes);
    uint8_t *at = bytes + 12;
    bytes_put(&at, count, 4);
    memcpy(bytes + BOOK_HEADER + 8, data + BOOK_HEADER + 8,
           size - BOOK_HEADER - 8);
    put_sum(bytes, size - BOOK_SUM);
    if (oxo_book_create(bytes, size, &book) < 0)
        return;
    check(oxo_book_size(book) == count);
    for (int v = 0; v < OXO_VARIANTS; v++)
        ask(book, (oxo_variant)v);
    oxo_book_destroy(book);
}

static void try_as_it_is(const uint8_t *data, size_t size)
{
    oxo_book *book;
    if (oxo_book_create(data, size, &book) == 0)
        oxo_book_destroy(book);
}

static void try_analyses(const uint8_t *data, size_t size)
{
    uint8_t bytes[ANALYSES_HEADER], again[ANALYSES_HEADER];
    analyses_settings settings;
    analysis found;
    if (size < ANALYSES_HEADER)
        return;
    memcpy(bytes, data, ANALYSES_HEADER);
    put_sum(bytes, ANALYSES_HEADER - 4);
    if (analyses_unpack_header(bytes, &settings)) {
        analyses_pack_header(&settings, again);
        check(memcmp(bytes, again, ANALYSES_HEADER) == 0);
    }
    put_sum(bytes, ANALYSES_RECORD - 4);
    if (analyses_unpack(bytes, &found)) {
        analyses_pack(&found, again);
        check(memcmp(bytes, again, ANALYSES_RECORD) == 0);
    }
}

FUZZ_TARGET("fuzz-book", data, size)
{
    try_as_it_is(data, size);
    try_book(data, size);
    try_analyses(data, size);
    return 0;
}
