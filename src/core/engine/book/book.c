/* book.c - see book.h. */
#include "book.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

struct oxo_book {
    size_t count;
    book_entry entries[]; /* in ascending order of their keys */
};

static const uint8_t magic[12] = {'o', 'x', 'o', '-', 'b', 'o', 'o', 'k', 1};

/* ---- Files -------------------------------------------------------------- */

void book_pack(const book_entry *entries, size_t count, uint8_t *out)
{
    uint8_t *at = out + sizeof magic;
    memcpy(out, magic, sizeof magic);
    bytes_put(&at, count, 4);
    for (size_t i = 0; i < count; i++) {
        bytes_put(&at, entries[i].key, 8);
        bytes_put(&at, entries[i].move, 1);
        bytes_put(&at, (uint16_t)entries[i].centi, 2);
    }
    bytes_put(&at, bytes_checksum(out, (size_t)(at - out)), BOOK_SUM);
}

bool book_begins(const uint8_t header[BOOK_HEADER])
{
    const size_t name = 8; /* before the version */
    return memcmp(header, magic, name) == 0;
}

/* Is it a complete, undamaged book? `*ret_count` is its number of positions.
 */
static bool is_complete(const uint8_t *data, size_t size, size_t *ret_count)
{
    if (size < book_bytes(0) || memcmp(data, magic, sizeof magic) != 0)
        return false;
    const uint8_t *at = data + sizeof magic, *sum = data + size - BOOK_SUM;
    *ret_count = (size_t)bytes_get(&at, 4);
    return *ret_count <= BOOK_MOST && size == book_bytes(*ret_count) &&
           bytes_get(&sum, BOOK_SUM) == bytes_checksum(data, size - BOOK_SUM);
}

/* False if book_pack() cannot have written the entries. */
static bool read_entries(oxo_book *book, const uint8_t *at)
{
    for (size_t i = 0; i < book->count; i++) {
        book_entry *e = &book->entries[i];
        e->key = bytes_get(&at, 8);
        e->move = (oxo_move)bytes_get(&at, 1);
        e->centi = (int16_t)bytes_get(&at, 2);
        if (e->move >= OXO_MAX_MOVES || abs(e->centi) > BOOK_MOST_CENTI ||
            (i > 0 && e->key <= e[-1].key))
            return false;
    }
    return true;
}

int oxo_book_create(const void *data, size_t size, oxo_book **ret)
{
    size_t count;
    if (!is_complete(data, size, &count))
        return -EINVAL;
    oxo_book *book = malloc(sizeof *book + count * sizeof *book->entries);
    if (!book)
        return -ENOMEM;
    book->count = count;
    if (!read_entries(book, (const uint8_t *)data + BOOK_HEADER)) {
        free(book);
        return -EINVAL;
    }
    *ret = book;
    return 0;
}

void oxo_book_destroy(oxo_book *book)
{
    free(book);
}

/* WebAssembly has none: the page decides what it loads. */
#ifdef __wasm__

const oxo_book *oxo_book_builtin(void)
{
    return NULL;
}

#else

/* Made by tools/embed from openings.book. */
extern const uint8_t book_openings[], book_openings_end[];

static const struct {
    const uint8_t *begin, *end;
} file = {book_openings, book_openings_end};

const oxo_book *oxo_book_builtin(void)
{
    static _Atomic(oxo_book *) builtin;
    oxo_book *book = atomic_load(&builtin), *first = NULL;
    if (book)
        return book;
    if (oxo_book_create(file.begin, (size_t)(file.end - file.begin), &book) <
        0)
        return NULL;
    /* Another thread may have been faster: keep its book. */
    if (atomic_compare_exchange_strong(&builtin, &first, book))
        return book;
    oxo_book_destroy(book);
    return first;
}

#endif

/* ---- Questions ---------------------------------------------------------- */

size_t oxo_book_size(const oxo_book *book)
{
    return book->count;
}

static int compare_keys(const void *key, const void *entry)
{
    const uint64_t a = *(const uint64_t *)key;
    const uint64_t b = ((const book_entry *)entry)->key;
    return (a > b) - (a < b);
}

bool oxo_book_find(const oxo_book *book, const oxo_position *p,
                   oxo_move *ret_move, int *ret_centi)
{
    int symmetry;
    if (p->variant == OXO_CLASSIC)
        return false;
    const oxo_ultimate canonical =
        oxo_ultimate_canonical(p->as.ultimate, &symmetry);
    const uint64_t key = oxo_ultimate_hash(&canonical);
    const book_entry *e = bsearch(&key, book->entries, book->count,
                                  sizeof *book->entries, compare_keys);
    if (!e)
        return false;
    const oxo_move move =
        oxo_ultimate_transform_move(e->move, oxo_symmetry_inverse(symmetry));
    /* The file may be wrong, and two positions may share a key. */
    if (oxo_position_check(p, move) != OXO_OK)
        return false;
    *ret_move = move;
    *ret_centi = e->centi;
    return true;
}
