/* net_ws.h - the WebSocket protocol of RFC 6455, as bytes in and out.
 *
 * Pure: no sockets, no allocation. Strict: reserved bits, unknown opcodes,
 * control frames that are long or fragmented, lengths that are not minimal,
 * frames of a client without a mask (or of a server with one) end the
 * connection with 1002; text that is not UTF-8 with 1007; too much with
 * 1009. Used by the server, the load generator and the terminal game. */
#ifndef NET_NET_WS_H
#define NET_NET_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum net_ws_opcode {
    NET_WS_CONTINUATION = 0,
    NET_WS_TEXT = 1,
    NET_WS_BINARY = 2,
    NET_WS_CLOSE = 8,
    NET_WS_PING = 9,
    NET_WS_PONG = 10
} net_ws_opcode;

enum { NET_WS_MAX_HEAD = 14 };

typedef struct net_ws_frame {
    net_ws_opcode opcode;
    bool fin;
    bool masked;
    uint8_t mask[4];
    uint64_t length; /* of the payload */
    size_t head;     /* bytes of the header */
} net_ws_frame;

/* Reads a frame's header. Returns 1, 0 if more bytes are needed, or the
 * negative close code (-1002) if it is none that the side may send. */
int net_ws_read_head(const uint8_t *bytes, size_t length, bool from_client,
                     net_ws_frame *ret);

/* Masks or unmasks in place; `offset` is how far into the payload it is. */
void net_ws_mask(uint8_t *payload, size_t length, const uint8_t mask[4],
                 size_t offset);

/* Writes a header; with a `mask` as clients must. Returns its length. */
size_t net_ws_write_head(net_ws_opcode opcode, bool fin, uint64_t length,
                         const uint8_t *mask, uint8_t out[NET_WS_MAX_HEAD]);

/* The code in a close frame's payload: 1005 if there is none, or the negative
 * code to answer with if it is malformed. */
int net_ws_close_code(const uint8_t *payload, size_t length);

/* The handshake: Sec-WebSocket-Accept for a Sec-WebSocket-Key of exactly 24
 * characters (16 bytes in base64); false if it is none. */
enum { NET_WS_ACCEPT_TEXT = 29 };
bool net_ws_accept(const char *key, size_t length,
                   char out[NET_WS_ACCEPT_TEXT]);

#endif /* NET_NET_WS_H */
