/* net_reader.h - assembles the messages of a WebSocket client.
 *
 * Input arrives in arbitrary pieces; output is complete messages and control
 * frames, the same ones for every division into pieces. A message that is
 * complete in the input is returned in place. The reader copies only
 * incomplete ones. */
#ifndef NET_NET_READER_H
#define NET_NET_READER_H

#include "net_buffer.h"
#include "net_ws.h"

typedef enum net_got {
    NET_GOT_TEXT,     /* a complete message in valid UTF-8 */
    NET_GOT_FRAGMENT, /* a frame of an incomplete message; no bytes */
    NET_GOT_CLOSE,
    NET_GOT_PING,
    NET_GOT_PONG
} net_got;

typedef struct net_piece {
    net_got what;
    const uint8_t *bytes; /* valid until the next call */
    size_t length;
} net_piece;

/* All zero at first. */
typedef struct net_reader {
    net_buffer *message; /* the incomplete message, unmasked */
    net_buffer *stash;   /* an incomplete header or control frame */
    uint64_t left;       /* missing bytes of the data frame's payload */
    int32_t utf8;        /* the state of utf8_step() */
    uint8_t mask[4];
    uint8_t offset;  /* into the mask */
    bool in_message; /* after a first frame, before the final one */
    bool in_frame;   /* in the payload of a data frame */
    bool fin;        /* of that frame */
    bool told;       /* returned a piece in `message` or `stash` */
} net_reader;

/* Consumes bytes from `*at` up to `end`, and unmasks them in place. Returns 1
 * and a piece; 0 when all bytes are consumed; or the negative close code of an
 * error: -1002, -1003 (binary), -1007, -1009 (a message over `limit` bytes),
 * -1011 (no memory). */
int net_reader_next(net_reader *r, net_pool *pool, size_t limit, uint8_t **at,
                    const uint8_t *end, net_piece *ret);

void net_reader_clear(net_reader *r, net_pool *pool);

#endif /* NET_NET_READER_H */
