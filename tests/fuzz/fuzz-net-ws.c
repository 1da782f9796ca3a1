/* fuzz-net-ws.c - reads bytes as what a WebSocket client sends.
 *
 * The first byte says how it is cut into pieces, and whether the rest is the
 * wire itself or orders for well-formed frames (which a fuzzer would seldom
 * find by chance). Whatever the cut, the same messages come out; and they are
 * those of a second reader, below, which has all the bytes at once and takes
 * the standard's sections one by one. */
#include "fuzz.h"
#include "net_reader.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 300, MOST = 1 << 16 };

static void check(bool law)
{
    if (!law)
        abort();
}

/* What was read, one thing behind the other: kind, length, bytes. */
typedef struct story {
    uint8_t bytes[4 * MOST];
    size_t length;
    int code; /* to close with; 0 if it goes on */
} story;

static void tell(story *s, int kind, const uint8_t *bytes, size_t length)
{
    check(s->length + 3 + length <= sizeof s->bytes);
    s->bytes[s->length++] = (uint8_t)kind;
    s->bytes[s->length++] = (uint8_t)(length >> 8);
    s->bytes[s->length++] = (uint8_t)length;
    if (length > 0)
        memcpy(s->bytes + s->length, bytes, length);
    s->length += length;
}

/* ---- The other reader --------------------------------------------------- */

/* RFC 3629: the sequences that there are. The length of the one at the front,
 * or 0. */
static size_t utf8_sequence(const uint8_t *b, size_t n)
{
    const uint8_t c = b[0];
    const size_t length = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (b[i] < 0x80 || b[i] > 0xBF)
            return 0;
    if ((c == 0xE0 && b[1] < 0xA0) || (c == 0xED && b[1] > 0x9F) ||
        (c == 0xF0 && b[1] < 0x90) || (c == 0xF4 && b[1] > 0x8F))
        return 0;
    return length;
}

static bool is_utf8(const uint8_t *b, size_t n)
{
    size_t length = 1;
    for (; n > 0 && length > 0; b += length, n -= length)
        length = utf8_sequence(b, n);
    return n == 0;
}

/* Can it be continued so that it becomes UTF-8? */
static bool may_become_utf8(const uint8_t *b, size_t n)
{
    static const uint8_t ends[] = {0x80, 0x90, 0xA0, 0xBF};
    uint8_t copy[2 * LIMIT + 8];
    check(n <= sizeof copy - 3);
    for (size_t missing = 0; missing <= 3; missing++) {
        for (size_t e = 0; e < sizeof ends; e++) {
            if (n > 0)
                memcpy(copy, b, n);
            memset(copy + n, 0x80, 3);
            copy[n] = ends[e];
            if (is_utf8(copy, n + missing))
                return true;
        }
    }
    return false;
}

typedef struct other {
    const uint8_t *at, *end;
    uint8_t message[2 * LIMIT + 8];
    size_t length;
    bool inside; /* a message that was begun */
} other;

typedef struct frame {
    int opcode;
    bool fin, whole;
    uint64_t length, there; /* of the payload, and how much of it came */
    const uint8_t *mask, *payload;
} frame;

/* 1, 0 if the header is not whole, or the code. Sections 5.1, 5.2, 5.5. */
static int read_frame(const other *o, frame *f)
{
    const size_t n = (size_t)(o->end - o->at);
    const uint8_t *b = o->at;
    if (n < 1)
        return 0;
    f->opcode = b[0] & 15;
    f->fin = b[0] & 0x80;
    const bool control = f->opcode & 8;
    if (b[0] & 0x70 || (f->opcode > 2 && f->opcode < 8) || f->opcode > 10 ||
        (control && !f->fin))
        return 1002;
    if (n < 2)
        return 0;
    if (!(b[1] & 0x80) || (control && (b[1] & 0x7F) > 125))
        return 1002;
    const size_t extra = (b[1] & 0x7F) == 126   ? 2
                         : (b[1] & 0x7F) == 127 ? 8
                                                : 0;
    if (n < 2 + extra)
        return 0;
    f->length = extra ? 0 : b[1] & 0x7FU;
    for (size_t i = 0; i < extra; i++)
        f->length = f->length << 8 | b[2 + i];
    if ((extra == 2 && f->length < 126) || (extra == 8 && f->length < 65536) ||
        f->length >> 63)
        return 1002;
    if (n < 6 + extra)
        return 0;
    f->mask = b + 2 + extra;
    f->payload = f->mask + 4;
    f->there = (uint64_t)(o->end - f->payload);
    f->whole = f->there >= f->length;
    if (f->whole)
        f->there = f->length;
    return 1;
}

static void unmask(const frame *f, uint8_t *out)
{
    for (uint64_t i = 0; i < f->there; i++)
        out[i] = f->payload[i] ^ f->mask[i % 4];
}

/* Sections 5.4, 5.6, 8.1. Returns the code, or 0. */
static int take_data(other *o, const frame *f, story *s)
{
    if (f->opcode == 2)
        return o->inside ? 1002 : 1003;
    if ((f->opcode == 0) != o->inside)
        return 1002;
    if (!o->inside)
        o->length = 0;
    if (f->length > LIMIT - o->length)
        return 1009;
    unmask(f, o->message + o->length);
    o->length += (size_t)f->there;
    if (!may_become_utf8(o->message, o->length))
        return 1007;
    if (!f->whole)
        return 0;
    o->inside = !f->fin;
    if (!f->fin) {
        tell(s, NET_GOT_FRAGMENT, NULL, 0);
        return 0;
    }
    if (!is_utf8(o->message, o->length))
        return 1007;
    tell(s, NET_GOT_TEXT, o->message, o->length);
    return 0;
}

static void take_control(const frame *f, story *s)
{
    uint8_t payload[125];
    if (!f->whole)
        return;
    unmask(f, payload);
    tell(s,
         f->opcode == 8   ? NET_GOT_CLOSE
         : f->opcode == 9 ? NET_GOT_PING
                          : NET_GOT_PONG,
         payload, (size_t)f->length);
}

static void read_otherwise(const uint8_t *bytes, size_t length, story *s)
{
    static other o;
    o = (other){.at = bytes, .end = bytes + length};
    frame f = {.whole = true};
    while (s->code == 0 && f.whole) {
        const int got = read_frame(&o, &f);
        if (got == 0)
            return;
        if (got > 1) {
            s->code = got;
            return;
        }
        if (f.opcode & 8)
            take_control(&f, s);
        else
            s->code = take_data(&o, &f, s);
        o.at = f.payload + f.there;
    }
}

/* ---- Ours --------------------------------------------------------------- */

static void feed(net_reader *r, net_pool *pool, const uint8_t *bytes,
                 size_t length, story *s)
{
    /* Of its exact size, so that a sanitizer sees what is read beside it. */
    uint8_t *copy = malloc(length), *at = copy;
    net_piece p;
    int got = 0;
    check(copy != NULL);
    memcpy(copy, bytes, length);
    while ((got = net_reader_next(r, pool, LIMIT, &at, copy + length, &p)) > 0)
        tell(s, (int)p.what, p.bytes, p.length);
    check(got < 0 || at == copy + length);
    check(net_buffer_length(r->message) <= LIMIT);
    check(net_buffer_length(r->stash) <= 131);
    s->code = -got;
    free(copy);
}

static void read_in_pieces(const uint8_t *bytes, size_t length, size_t step,
                           story *s)
{
    static net_pool pool;
    net_reader r = {.left = 0};
    for (size_t i = 0; i < length && s->code == 0; i += step)
        feed(&r, &pool, bytes + i, length - i < step ? length - i : step, s);
    net_reader_clear(&r, &pool);
    net_pool_clear(&pool);
}

static void compare(const uint8_t *bytes, size_t length, size_t step)
{
    static story whole, pieces, wanted;
    whole.length = pieces.length = wanted.length = 0;
    whole.code = pieces.code = wanted.code = 0;
    read_otherwise(bytes, length, &wanted);
    if (length > 0)
        read_in_pieces(bytes, length, length, &whole);
    read_in_pieces(bytes, length, step, &pieces);
    check(whole.code == wanted.code && pieces.code == wanted.code);
    check(whole.length == wanted.length && pieces.length == wanted.length);
    check(memcmp(whole.bytes, wanted.bytes, wanted.length) == 0);
    check(memcmp(pieces.bytes, wanted.bytes, wanted.length) == 0);
}

/* Two bytes order a frame: its first byte, and how much of what follows is
 * its payload. */
static size_t make_frames(const uint8_t *orders, size_t length, uint8_t *out)
{
    size_t made = 0;
    for (size_t i = 0; i + 2 <= length && made < MOST - 512;) {
        const uint8_t mask[4] = {orders[i], 0x55, orders[i + 1], 0};
        const size_t left = length - i - 2;
        const size_t n = orders[i + 1] < left ? orders[i + 1] : left;
        made += net_ws_write_head(NET_WS_TEXT, true, n, mask, out + made);
        out[made - (n < 126 ? 6 : 8)] = orders[i];
        if (n > 0)
            memcpy(out + made, orders + i + 2, n);
        net_ws_mask(out + made, n, mask, 0);
        made += n;
        i += 2 + n;
    }
    return made;
}

FUZZ_TARGET("fuzz-net-ws", data, size)
{
    if (size == 0 || size > MOST / 8)
        return 0;
    const size_t step = data[0] / 2U % 40 + 1;
    if (data[0] % 2 == 0) {
        compare(data + 1, size - 1, step);
    } else {
        static uint8_t frames[MOST];
        compare(frames, make_frames(data + 1, size - 1, frames), step);
    }
    return 0;
}
