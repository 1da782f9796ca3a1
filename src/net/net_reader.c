/* net_reader.c - see net_reader.h. */
#include "net_reader.h"

#include "utf8.h"

enum { NO_MEMORY = -1011 };

static bool is_control(const net_ws_frame *f)
{
    return f->opcode >= NET_WS_CLOSE;
}

/* Frees the piece that the previous call returned. */
static void free_told(net_reader *r, net_pool *pool)
{
    if (!r->told)
        return;
    r->told = false;
    if (r->stash)
        net_buffer_release(pool, &r->stash);
    else
        net_buffer_release(pool, &r->message);
}

void net_reader_clear(net_reader *r, net_pool *pool)
{
    net_buffer_release(pool, &r->stash);
    net_buffer_release(pool, &r->message);
    *r = (net_reader){0};
}

/* ---- Headers and control frames ----------------------------------------- */

/* Completes the stashed header, a byte at a time: only a few are missing. */
static int finish_head(net_reader *r, net_pool *pool, uint8_t **at,
                       const uint8_t *end, net_ws_frame *f)
{
    for (;;) {
        const int got = net_ws_read_head(net_buffer_bytes(r->stash),
                                         net_buffer_length(r->stash), true, f);
        if (got != 0 || *at == end)
            return got;
        if (!net_buffer_append(pool, &r->stash, *at, 1))
            return NO_MEMORY;
        ++*at;
    }
}

static int stash_rest(net_reader *r, net_pool *pool, uint8_t **at,
                      const uint8_t *end)
{
    const size_t rest = (size_t)(end - *at);
    const bool kept = net_buffer_append(pool, &r->stash, *at, rest);
    *at += rest;
    return kept ? 0 : NO_MEMORY;
}

static int hand_out_control(net_reader *r, const net_ws_frame *f,
                            uint8_t *payload, net_piece *ret)
{
    static const net_got whats[] = {NET_GOT_CLOSE, NET_GOT_PING, NET_GOT_PONG};
    net_ws_mask(payload, (size_t)f->length, f->mask, 0);
    r->told = r->stash != NULL;
    *ret = (net_piece){whats[f->opcode - NET_WS_CLOSE], payload,
                       (size_t)f->length};
    return 1;
}

/* Control frames are short: handle them when they are complete. */
static int take_control(net_reader *r, net_pool *pool, const net_ws_frame *f,
                        uint8_t **at, const uint8_t *end, net_piece *ret)
{
    const size_t whole = f->head + (size_t)f->length;
    const size_t there = net_buffer_length(r->stash);
    const size_t missing = whole - there, given = (size_t)(end - *at);
    if (given < missing)
        return stash_rest(r, pool, at, end);
    uint8_t *frame = *at;
    if (there > 0) {
        if (!net_buffer_append(pool, &r->stash, *at, missing))
            return NO_MEMORY;
        frame = net_buffer_bytes(r->stash);
    }
    *at += missing;
    return hand_out_control(r, f, frame + f->head, ret);
}

/* ---- Data frames -------------------------------------------------------- */

/* 0 if a frame with this header may come now, or a negative close code. */
static int check_order(const net_reader *r, const net_ws_frame *f,
                       size_t limit)
{
    const size_t there = net_buffer_length(r->message);
    if (f->opcode == NET_WS_BINARY)
        return r->in_message ? -1002 : -1003;
    if ((f->opcode == NET_WS_CONTINUATION) != r->in_message)
        return -1002;
    return there > limit || f->length > limit - there ? -1009 : 0;
}

static int begin_data(net_reader *r, net_pool *pool, const net_ws_frame *f,
                      size_t limit)
{
    const int refused = check_order(r, f, limit);
    if (refused)
        return refused;
    net_buffer_release(pool, &r->stash);
    r->in_frame = true;
    r->fin = f->fin;
    r->left = f->length;
    r->offset = 0;
    for (int i = 0; i < 4; i++)
        r->mask[i] = f->mask[i];
    if (!r->in_message)
        r->utf8 = 0;
    return 0;
}

/* The payload is complete. `whole` is the message if the reader did not have
 * to copy it. */
static int end_data(net_reader *r, uint8_t *whole, size_t length,
                    net_piece *ret)
{
    r->in_frame = false;
    r->in_message = !r->fin;
    if (!r->fin) {
        *ret = (net_piece){NET_GOT_FRAGMENT, NULL, 0};
        return 1;
    }
    if (r->utf8 != 0)
        return -1007;
    r->told = r->message != NULL;
    *ret = r->message ? (net_piece){NET_GOT_TEXT, net_buffer_bytes(r->message),
                                    net_buffer_length(r->message)}
                      : (net_piece){NET_GOT_TEXT, whole, length};
    return 1;
}

static int take_data(net_reader *r, net_pool *pool, uint8_t **at,
                     const uint8_t *end, net_piece *ret)
{
    uint8_t *payload = *at;
    const size_t given = (size_t)(end - *at);
    const size_t length = r->left < given ? (size_t)r->left : given;
    net_ws_mask(payload, length, r->mask, r->offset);
    r->utf8 = utf8_step(r->utf8, payload, length);
    if (r->utf8 < 0)
        return -1007;
    *at += length;
    r->left -= length;
    r->offset = (uint8_t)((r->offset + length) % 4);

    const bool whole = r->left == 0 && r->fin && !r->message;
    if (!whole && !net_buffer_append(pool, &r->message, payload, length))
        return NO_MEMORY;
    return r->left == 0 ? end_data(r, payload, length, ret) : 0;
}

/* ---- Frames ------------------------------------------------------------- */

/* Reads a header, and a control frame as a whole. Returns as
 * net_reader_next(). */
static int begin_frame(net_reader *r, net_pool *pool, size_t limit,
                       uint8_t **at, const uint8_t *end, net_piece *ret)
{
    net_ws_frame f = {.head = 0};
    const bool stashed = r->stash != NULL;
    const int got = stashed
                        ? finish_head(r, pool, at, end, &f)
                        : net_ws_read_head(*at, (size_t)(end - *at), true, &f);
    if (got < 0)
        return got;
    if (got == 0)
        return stashed ? 0 : stash_rest(r, pool, at, end);
    if (is_control(&f))
        return take_control(r, pool, &f, at, end, ret);
    if (!stashed)
        *at += f.head;
    return begin_data(r, pool, &f, limit);
}

int net_reader_next(net_reader *r, net_pool *pool, size_t limit, uint8_t **at,
                    const uint8_t *end, net_piece *ret)
{
    free_told(r, pool);
    /* A frame without payload is complete even at the end of the input. */
    while (*at < end || (r->in_frame && r->left == 0)) {
        const int got = r->in_frame
                            ? take_data(r, pool, at, end, ret)
                            : begin_frame(r, pool, limit, at, end, ret);
        if (got != 0)
            return got;
    }
    return 0;
}
