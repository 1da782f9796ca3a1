/* net_reader.h - the messages in what a WebSocket client sends.
 *
 * Bytes come as the network cut them, and leave as whole messages and control
 * frames, the same ones for every cut. A message that is whole in the bytes
 * given is handed out where it lies; only what is unfinished is kept. */
#ifndef NET_NET_READER_H
#define NET_NET_READER_H

#include "net_buffer.h"
#include "net_ws.h"

typedef enum net_got {
    NET_GOT_TEXT,     /* a whole message, valid UTF-8 */
    NET_GOT_FRAGMENT, /* of a message that goes on: nothing to read yet */
    NET_GOT_CLOSE,
    NET_GOT_PING,
    NET_GOT_PONG
} net_got;

typedef struct net_piece {
    net_got what;
    const uint8_t *bytes; /* good until the next call */
    size_t length;
} net_piece;

/* All zero at first. */
typedef struct net_reader {
    net_buffer *message; /* of the message under way */
    net_buffer *stash;   /* an unfinished header or control frame */
    uint64_t left;       /* of the data frame's payload */
    int32_t utf8;
    uint8_t mask[4];
    uint8_t offset;  /* into the mask */
    bool in_message; /* between a first frame and the final one */
    bool in_frame;   /* behind a data frame's header */
    bool fin;        /* of that frame */
    bool told;       /* a piece in `message` or `stash` was handed out */
} net_reader;

/* Takes bytes from the front of `*at`, and changes them (they are unmasked in
 * place). Returns 1 and a piece, 0 when all are taken, or the negative close
 * code to fail with: -1002, -1003 (binary), -1007, -1009 (a message over
 * `limit` bytes), -1011 (no memory). */
int net_reader_next(net_reader *r, net_pool *pool, size_t limit, uint8_t **at,
                    const uint8_t *end, net_piece *ret);

void net_reader_clear(net_reader *r, net_pool *pool);

#endif /* NET_NET_READER_H */
