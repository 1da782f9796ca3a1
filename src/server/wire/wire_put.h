/* wire_put.h - writes pieces of JSON, one behind the other.
 *
 * A message reads as its template does. A writer knows where its buffer ends.
 * A piece that does not fit is not written, nor is any later one, and
 * wire_writer_end() reports it: a message is complete or does not exist. */
#ifndef WIRE_WIRE_PUT_H
#define WIRE_WIRE_PUT_H

#include <string.h>

#include "wire.h"

typedef struct wire_writer {
    char *start;
    char *at; /* where the next piece goes */
    char *end;
    bool overflowed; /* a piece did not fit */
} wire_writer;

wire_writer wire_writer_begin(char *out, size_t size);

/* The length of what was written; 0 if a piece did not fit. */
size_t wire_writer_end(const wire_writer *w);

/* ---- Values ------------------------------------------------------------- */

/* A literal; its length is a constant. */
#define WIRE_PUT(w, literal)                                                  \
    wire_put_bytes((w), (literal), sizeof(literal) - 1)

static inline void wire_put_bytes(wire_writer *w, const char *bytes,
                                  size_t length)
{
    if (length > (size_t)(w->end - w->at)) {
        w->overflowed = true;
        w->end = w->at; /* nothing fits any more */
        return;
    }
    memcpy(w->at, bytes, length);
    w->at += length;
}

/* A word of the program's own, which needs no escapes, without quotes. */
static inline void wire_put_word(wire_writer *w, const char *word)
{
    wire_put_bytes(w, word, strlen(word));
}

/* The same with quotes. */
static inline void wire_put_quoted(wire_writer *w, const char *word)
{
    WIRE_PUT(w, "\"");
    wire_put_word(w, word);
    WIRE_PUT(w, "\"");
}

static inline void wire_put_bool(wire_writer *w, bool value)
{
    wire_put_word(w, value ? "true" : "false");
}

void wire_put_uint(wire_writer *w, uint64_t number);

/* Text from outside, in quotes, with escapes. */
void wire_put_text(wire_writer *w, const char *text);

/* "X", "O" or null. */
void wire_put_mark(wire_writer *w, oxo_mark mark);

/* 0.1167 */
void wire_put_intensity(wire_writer *w, oxo_intensity value);

/* "ae" */
void wire_put_move(wire_writer *w, oxo_variant variant, oxo_move move);

/* ["a","e","i"] */
void wire_put_line(wire_writer *w, const uint8_t cells[3]);

/* ---- Members ------------------------------------------------------------ */

/* {"type":"...","room":"K7Q2MX","seq":17 */
void wire_put_head(wire_writer *w, const char *type, event_room id,
                   uint32_t seq);

/* The following begin with a comma: "ref" if the client sent one, and members
 * that several messages share. */
void wire_put_ref(wire_writer *w, bool has_ref, int64_t ref);
void wire_put_position(wire_writer *w, const room *r);
void wire_put_clocks(wire_writer *w, const room *r, uint32_t x, uint32_t o);
void wire_put_series(wire_writer *w, const room *r);
void wire_put_setup(wire_writer *w, const event_setup *setup);

/* How the game ended: winner, result, reason, line; no comma in front. */
void wire_put_result(wire_writer *w, const room *r);

/* The members of a player object, "seat" first, without the braces. */
void wire_put_player(wire_writer *w, int seat, const event_player *player);

/* A game-state message without the members that depend on the recipient, and
 * without the closing brace. */
void wire_put_state(wire_writer *w, const room *r, int64_t now);

/* The whole game-state message for one recipient; see wire_state(). */
void wire_put_state_for(wire_writer *w, const room *r, const room_rules *rules,
                        int64_t now, int you, int spectators);

#endif /* WIRE_WIRE_PUT_H */
