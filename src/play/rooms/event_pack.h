/* event_pack.h - numbers, texts and players as bytes, for stored records.
 *
 * Every value has exactly one form: what the reader accepts, the writer writes
 * as the same bytes. */
#ifndef ROOMS_EVENT_PACK_H
#define ROOMS_EVENT_PACK_H

#include "event.h"

/* ---- Writing ------------------------------------------------------------ */

/* The caller provides enough space for everything that it writes. */
typedef struct event_writer {
    uint8_t *at;
} event_writer;

void event_put_byte(event_writer *w, unsigned value);

/* Seven bits a byte, the low bits first; the high bit means that more bytes
 * follow. */
void event_put_number(event_writer *w, uint64_t value);

void event_put_bytes(event_writer *w, const uint8_t *bytes, size_t length);
void event_put_setup(event_writer *w, const event_setup *setup);
void event_put_player(event_writer *w, const event_player *player);

/* ---- Reading ------------------------------------------------------------ */

/* After a failure every read returns zero, so that the caller reads a whole
 * record and checks once. */
typedef struct event_reader {
    const uint8_t *at, *end;
    bool failed;
} event_reader;

/* No read has failed, and no byte is left. */
bool event_reader_is_done(const event_reader *in);

/* A byte or a number, at most `most`. */
uint8_t event_get_byte(event_reader *in, unsigned most);
uint64_t event_get_number(event_reader *in, uint64_t most);

void event_get_bytes(event_reader *in, uint8_t *out, size_t length);
void event_get_setup(event_reader *in, event_setup *ret);
void event_get_player(event_reader *in, event_player *ret);

#endif /* ROOMS_EVENT_PACK_H */
