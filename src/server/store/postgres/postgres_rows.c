/* postgres_rows.c - rows as binary arrays of PostgreSQL, one for each column.
 *
 * An array begins with five numbers of four bytes, big-endian: the number of
 * dimensions (1), whether there are NULLs, the type of the elements, the
 * number of elements, and the index of the first element (1). Each element
 * follows, preceded by its length; the length -1 is NULL. */
#include "postgres_private.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"

enum {
    HEADER = 20,
    TYPE_BYTES = 17, /* numbers of types in PostgreSQL's catalogue */
    TYPE_INT = 20,
    TYPE_TEXT = 25
};

static void write_number(uint8_t *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint32_t type_of(char letter)
{
    return letter == 'i' ? TYPE_INT : letter == 'b' ? TYPE_BYTES : TYPE_TEXT;
}

void postgres_rows_init(postgres_rows *r, postgres_statement statement,
                        const char *types)
{
    *r = (postgres_rows){
        .statement = statement, .types = types, .width = (int)strlen(types)};
}

void postgres_rows_clear(postgres_rows *r)
{
    for (int i = 0; i < r->width; i++)
        free(r->columns[i].bytes);
    memset(r->columns, 0, sizeof(r->columns));
    postgres_rows_empty(r);
}

void postgres_rows_empty(postgres_rows *r)
{
    for (int i = 0; i < r->width; i++)
        r->columns[i].size = 0;
    r->count = r->next = 0;
    r->failed = false;
}

/* Reserves `length` more bytes, after the header. NULL: no memory. */
static uint8_t *make_room(postgres_column *c, size_t length)
{
    const size_t size = c->size ? c->size : HEADER;
    uint8_t *bytes = array_grow(c->bytes, &c->room, size + length, 1);
    if (!bytes)
        return NULL;
    c->bytes = bytes;
    if (c->size == 0)
        memset(c->bytes, 0, HEADER);
    c->size = size + length;
    return c->bytes + size;
}

static void put_value(postgres_rows *r, const void *bytes, size_t length)
{
    postgres_column *c = &r->columns[r->next];
    const size_t kept = bytes ? length : 0;
    uint8_t *to = make_room(c, sizeof(uint32_t) + kept);
    if (!to) {
        r->failed = true;
        return;
    }
    write_number(to, bytes ? length : UINT32_MAX, sizeof(uint32_t));
    if (bytes)
        memcpy(to + sizeof(uint32_t), bytes, kept);
    write_number(c->bytes, 1, 4);
    write_number(c->bytes + 4, c->bytes[7] || !bytes, 4);
    write_number(c->bytes + 8, type_of(r->types[r->next]), 4);
    write_number(c->bytes + 12, (uint64_t)r->count + 1, 4);
    write_number(c->bytes + 16, 1, 4);
    if (++r->next == r->width) {
        r->next = 0;
        r->count++;
    }
}

void postgres_put_int(postgres_rows *r, int64_t value)
{
    uint8_t bytes[8];
    write_number(bytes, (uint64_t)value, sizeof(bytes));
    put_value(r, bytes, sizeof(bytes));
}

void postgres_put_bytes(postgres_rows *r, const void *bytes, size_t length)
{
    put_value(r, bytes, length);
}

void postgres_put_text(postgres_rows *r, const char *text)
{
    put_value(r, text, strlen(text));
}

int postgres_send_rows(postgres_store *s, postgres_rows *r)
{
    postgres_values v = {.count = 0};
    if (r->failed)
        return postgres_no_memory(s);
    if (r->count == 0)
        return 0;
    for (int i = 0; i < r->width; i++)
        postgres_add_bytes(&v, r->columns[i].bytes, r->columns[i].size);
    return postgres_send(s, r->statement, &v);
}
