/* net_ws.h - frames and handshake of WebSocket (RFC 6455), for both sides.
 *
 * Pure: no sockets, no allocation. Strict: reserved bits, unknown opcodes,
 * control frames that are long or fragmented, lengths that are not minimal,
 * frames of a client without a mask and frames of a server with one end the
 * connection with 1002, text that is not UTF-8 with 1007, and messages that
 * are too long with 1009. */
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

/* Reads a frame's header. Returns 1; 0 if more bytes are needed; or the
 * negative close code (-1002) if that side must not send this header. */
int net_ws_read_head(const uint8_t *bytes, size_t length, bool from_client,
                     net_ws_frame *ret);

/* Masks or unmasks a part of a payload in place; `offset` is the part's offset
 * in the payload. */
void net_ws_mask(uint8_t *payload, size_t length, const uint8_t mask[4],
                 size_t offset);

/* Writes a header and returns its length. Clients must give a mask; for
 * servers it is NULL. */
size_t net_ws_write_head(net_ws_opcode opcode, bool fin, uint64_t length,
                         const uint8_t *mask, uint8_t out[NET_WS_MAX_HEAD]);

/* The code in the payload of a close frame: 1005 if there is none; the
 * negative code of the answer if the payload is malformed. */
int net_ws_close_code(const uint8_t *payload, size_t length);

/* The handshake: writes the Sec-WebSocket-Accept for a Sec-WebSocket-Key.
 * False if the key is not 16 bytes in base64 (24 characters). */
enum { NET_WS_ACCEPT_TEXT = 29 };
bool net_ws_accept(const char *key, size_t length,
                   char out[NET_WS_ACCEPT_TEXT]);

#endif /* NET_NET_WS_H */
