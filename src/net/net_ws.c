/* net_ws.c - see net_ws.h. */
#include "net_ws.h"

#include <assert.h>
#include <string.h>

#include "bytes.h"
#include "net_sha1.h"
#include "utf8.h"

/* A frame's header, RFC 6455 section 5.2:
 *
 *     byte 0             fin, three reserved bits, four bits of opcode
 *     byte 1             mask bit, seven bits of length: 126 means that two
 *                        bytes of length follow, 127 that eight follow
 *     0, 2 or 8 bytes    the longer length, big-endian
 *     0 or 4 bytes       the mask
 */
enum {
    FIN = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0F,
    MASKED = 0x80,
    SHORT = 125
};

static bool is_control(int opcode)
{
    return (opcode & 8) != 0;
}

static bool is_opcode(int opcode)
{
    return opcode <= NET_WS_BINARY ||
           (opcode >= NET_WS_CLOSE && opcode <= NET_WS_PONG);
}

/* A length must have its shortest form, and fit into 63 bits. */
static bool is_minimal(uint64_t n, size_t extra)
{
    if (extra == 8)
        return n > UINT16_MAX && n <= INT64_MAX;
    return extra == 0 || n > SHORT;
}

static bool first_byte_is_valid(uint8_t byte)
{
    const int opcode = byte & OPCODE;
    return !(byte & RESERVED) && is_opcode(opcode) &&
           (byte & FIN || !is_control(opcode));
}

static bool second_byte_is_valid(uint8_t byte, int opcode, bool from_client)
{
    return (byte & MASKED ? true : false) == from_client &&
           (!is_control(opcode) || (byte & 0x7F) <= SHORT);
}

int net_ws_read_head(const uint8_t *bytes, size_t length, bool from_client,
                     net_ws_frame *ret)
{
    /* Report errors as early as possible, even in incomplete headers. */
    if (length >= 1 && !first_byte_is_valid(bytes[0]))
        return -1002;
    if (length < 2)
        return 0;
    const int opcode = bytes[0] & OPCODE;
    if (!second_byte_is_valid(bytes[1], opcode, from_client))
        return -1002;

    const int brief = bytes[1] & 0x7F;
    const size_t extra = brief <= SHORT ? 0 : brief == 126 ? 2 : 8;
    const size_t head = 2 + extra + (from_client ? 4 : 0);
    if (length < 2 + extra)
        return 0;
    const uint64_t n =
        extra ? bytes_get_network(bytes + 2, extra) : (uint64_t)brief;
    if (!is_minimal(n, extra))
        return -1002;
    if (length < head)
        return 0;
    *ret = (net_ws_frame){.opcode = (net_ws_opcode)opcode,
                          .fin = (bytes[0] & FIN) != 0,
                          .masked = from_client,
                          .length = n,
                          .head = head};
    if (from_client)
        memcpy(ret->mask, bytes + 2 + extra, sizeof ret->mask);
    return 1;
}

void net_ws_mask(uint8_t *payload, size_t length, const uint8_t mask[4],
                 size_t offset)
{
    uint8_t key[8];
    uint64_t wide, eight;
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = mask[(offset + i) % 4];
    memcpy(&wide, key, sizeof wide);
    size_t i = 0;
    for (; length - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, payload + i, sizeof eight);
        eight ^= wide;
        memcpy(payload + i, &eight, sizeof eight);
    }
    for (; i < length; i++)
        payload[i] ^= key[i % 4];
}

size_t net_ws_write_head(net_ws_opcode opcode, bool fin, uint64_t length,
                         const uint8_t *mask, uint8_t out[NET_WS_MAX_HEAD])
{
    assert(!is_control((int)opcode) || (fin && length <= SHORT));
    const size_t extra = length <= SHORT ? 0 : length <= UINT16_MAX ? 2 : 8;
    const int brief = extra == 0 ? (int)length : extra == 2 ? 126 : 127;
    out[0] = (uint8_t)((fin ? FIN : 0) | (int)opcode);
    out[1] = (uint8_t)((mask ? MASKED : 0) | brief);
    for (size_t i = 0; i < extra; i++)
        out[2 + i] = (uint8_t)(length >> (8 * (extra - 1 - i)));
    if (!mask)
        return 2 + extra;
    memcpy(out + 2 + extra, mask, 4);
    return 2 + extra + 4;
}

/* Codes that a peer may send: RFC 6455 section 7.4, and 1012 to 1014, which
 * were registered later. 1005, 1006 and 1015 must not be sent. */
static bool is_close_code(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 &&
            code != 1006) ||
           (code >= 3000 && code <= 4999);
}

int net_ws_close_code(const uint8_t *payload, size_t length)
{
    if (length == 0)
        return 1005;
    if (length == 1)
        return -1002;
    const int code = payload[0] << 8 | payload[1];
    if (!is_close_code(code))
        return -1002;
    return utf8_step(0, payload + 2, length - 2) == 0 ? code : -1007;
}

/* ---- The handshake ------------------------------------------------------ */

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* 16 bytes in base64: 21 digits, one digit whose last four bits are zero, and
 * two equals signs. */
static bool is_key(const char *key, size_t length)
{
    if (length != 24 || key[22] != '=' || key[23] != '=')
        return false;
    for (int i = 0; i < 22; i++)
        if (key[i] == '\0' || !strchr(digits, key[i]))
            return false;
    return strchr("AQgw", key[21]) != NULL;
}

/* The 20 bytes of SHA-1: the last group has two bytes and one equals sign. */
static void write_base64(const uint8_t hash[NET_SHA1_BYTES],
                         char out[NET_WS_ACCEPT_TEXT])
{
    for (int i = 0; i < 7; i++) {
        const uint8_t *group = hash + 3 * (ptrdiff_t)i;
        const unsigned bits = (unsigned)group[0] << 16 |
                              (unsigned)group[1] << 8 |
                              (i < 6 ? (unsigned)group[2] : 0U);
        for (int j = 0; j < 4; j++)
            out[4 * i + j] = digits[bits >> (18 - 6 * j) & 63U];
    }
    out[27] = '=';
    out[28] = '\0';
}

bool net_ws_accept(const char *key, size_t length,
                   char out[NET_WS_ACCEPT_TEXT])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[24 + sizeof guid];
    uint8_t hash[NET_SHA1_BYTES];
    if (!is_key(key, length))
        return false;
    memcpy(text, key, 24);
    memcpy(text + 24, guid, sizeof guid);
    net_sha1(text, 24 + sizeof guid - 1, hash);
    write_base64(hash, out);
    return true;
}
