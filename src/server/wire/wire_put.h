/* wire_put.h - pieces of JSON, put one behind the other.
 *
 * Each function writes at `at` and returns the place behind what it wrote, so
 * that a message reads as its template does. Nothing here knows how much room
 * there is: WIRE_MAX_MESSAGE is more than any message takes, as
 * test-wire-write.c shows with the longest. */
#ifndef SERVER_WIRE_PUT_H
#define SERVER_WIRE_PUT_H

#include <string.h>

#include "wire.h"

/* A literal; its length is known when this is compiled. */
#define WIRE_PUT(at, literal)                                                 \
    wire_put_bytes((at), (literal), sizeof(literal) - 1)

static inline char *wire_put_bytes(char *at, const char *bytes, size_t length)
{
    memcpy(at, bytes, length);
    return at + length;
}

/* A word of ours, which needs no escapes, without and with quotes. */
static inline char *wire_put_word(char *at, const char *word)
{
    return wire_put_bytes(at, word, strlen(word));
}

static inline char *wire_put_quoted(char *at, const char *word)
{
    *at++ = '"';
    at = wire_put_word(at, word);
    *at++ = '"';
    return at;
}

char *wire_put_uint(char *at, uint64_t number);

/* Text of somebody else's, in quotes and with escapes. */
char *wire_put_text(char *at, const char *text);

/* "X" or "O", or null for nobody. */
char *wire_put_mark(char *at, oxo_mark mark);

/* 0.1167 */
char *wire_put_intensity(char *at, oxo_intensity value);

/* ["a","e","i"] */
char *wire_put_line(char *at, const uint8_t cells[3]);

/* {"type":"...","room":"K7Q2MX","seq":17 */
char *wire_put_head(char *at, const char *type, event_room id, uint32_t seq);

/* What follows begins with a comma: "ref" if there is one, and members that
 * several messages have. */
char *wire_put_ref(char *at, bool has_ref, int64_t ref);
char *wire_put_position(char *at, const room *r);
char *wire_put_clocks(char *at, const room *r, uint32_t x, uint32_t o);
char *wire_put_series(char *at, const room *r);
char *wire_put_setup(char *at, const event_setup *setup);

/* How the game ended: winner, result, reason, line. */
char *wire_put_result(char *at, const room *r);

/* The members of a player's object, its seat first, without the braces. */
char *wire_put_player(char *at, int seat, const event_player *player);

/* The state without the closing brace, since who is meant may differ. */
char *wire_put_state(char *at, const room *r, int64_t now);

#endif /* SERVER_WIRE_PUT_H */
