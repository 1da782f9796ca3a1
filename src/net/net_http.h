/* net_http.h - the head of an HTTP/1.1 request (RFC 9112), read strictly.
 *
 * Whatever two readers could understand differently is refused, since one of
 * them may stand in front of us: lines that end in a bare LF, folded lines,
 * space around a header's name, a length that is there twice or not a plain
 * number, a length beside a transfer coding, an empty line before the
 * request, targets that are not a path. Pure: no sockets, no allocation. */
#ifndef NET_NET_HTTP_H
#define NET_NET_HTTP_H

#include "net_server.h"
#include "net_ws.h"

enum { NET_HTTP_MAX_HEADERS = 64 };

typedef struct net_http {
    net_text method, target;
    net_header headers[NET_HTTP_MAX_HEADERS];
    int header_count;
    int minor;               /* HTTP/1.0 or HTTP/1.1 */
    size_t body;             /* Content-Length, or 0 */
    bool has_length;         /* Content-Length was there */
    bool keeps;              /* the connection may serve another request */
    bool expects;            /* 100-continue */
    bool wants_websocket;    /* Upgrade: websocket, by Connection's leave; */
    bool websocket_is_known; /* in version 13 */
    char accept[NET_WS_ACCEPT_TEXT];
} net_http;

/* Looks for the end of a head. Returns its length, the empty line included; 0
 * if more bytes are needed; or the negative status to refuse with: -400, or
 * -414 or -431 if it is longer than `limit`. `*scanned` is 0 at first and
 * lets it go on where it was. */
long net_http_find_end(const char *bytes, size_t length, size_t limit,
                       size_t *scanned);

/* Reads a whole head; names of headers become small letters in place. Returns
 * 0 or the status to refuse with: 400, 411, 417, 431, 501, 505. */
int net_http_parse(char *head, size_t length, net_http *ret);

/* Splits a target and decodes its path in place. False if it is refused. */
bool net_http_split_target(char *target, size_t length, net_text *ret_path,
                           net_text *ret_query);

/* Is `word` (small letters) in a list separated by commas? */
bool net_http_has_word(net_text list, const char *word);

/* The reason phrase of a status. */
const char *net_http_reason(int status);

#endif /* NET_NET_HTTP_H */
