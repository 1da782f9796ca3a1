/* event_pack.h - numbers, text and players as bytes, for records that last.
 *
 * Whatever is read here could have been written here in one way only: what
 * is accepted and written again gives the same bytes. */
#ifndef EVENTS_EVENT_PACK_H
#define EVENTS_EVENT_PACK_H

#include "event.h"

/* ---- Writing ------------------------------------------------------------ */

/* The caller has room enough for all that it writes. */
typedef struct event_writer {
    uint8_t *at;
} event_writer;

void event_put_byte(event_writer *w, unsigned value);

/* Seven bits a byte, the low ones first; the high bit says "more". */
void event_put_number(event_writer *w, uint64_t value);

void event_put_bytes(event_writer *w, const uint8_t *bytes, size_t length);
void event_put_setup(event_writer *w, const event_setup *setup);
void event_put_player(event_writer *w, const event_player *player);

/* ---- Reading ------------------------------------------------------------ */

/* Once something was wrong everything reads as zero, so that a whole record
 * is read first and judged once. */
typedef struct event_reader {
    const uint8_t *at, *end;
    bool failed;
} event_reader;

/* True if all was well and nothing is left. */
bool event_reader_is_done(const event_reader *in);

/* A byte, or a number, that is no more than `most`. */
uint8_t event_get_byte(event_reader *in, unsigned most);
uint64_t event_get_number(event_reader *in, uint64_t most);

void event_get_bytes(event_reader *in, uint8_t *out, size_t length);
void event_get_setup(event_reader *in, event_setup *ret);
void event_get_player(event_reader *in, event_player *ret);

#endif /* EVENTS_EVENT_PACK_H */
