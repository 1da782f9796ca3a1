/* net_http.h - a strict parser for the head of an HTTP/1.1 request (RFC 9112).
 *
 * The parser refuses everything that two parsers could understand differently,
 * because a proxy in front of us may use another one: lines that end in a bare
 * LF, folded lines, space around the name of a header, a length that is
 * repeated or not a plain number, a length together with a transfer coding, an
 * empty line before the request, targets that are not a path. Pure: no
 * sockets, no allocation. */
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
    bool has_length;         /* has a Content-Length */
    bool keeps;              /* the connection may serve another request */
    bool expects;            /* 100-continue */
    bool wants_websocket;    /* Upgrade: websocket, and Connection: Upgrade */
    bool websocket_is_known; /* the WebSocket version is 13 */
    char accept[NET_WS_ACCEPT_TEXT];
} net_http;

/* Looks for the end of a head. Returns the head's length including the empty
 * line; 0 if more bytes are needed; or the negative status of the refusal:
 * -400, or -414 or -431 if the head is longer than `limit`. `*scanned` is 0 at
 * first; the next call continues there. */
long net_http_find_end(const char *bytes, size_t length, size_t limit,
                       size_t *scanned);

/* Parses a complete head; changes the names of headers to lower case in place.
 * Returns 0 or the status of the refusal: 400, 411, 417, 431, 501, 505. */
int net_http_parse(char *head, size_t length, net_http *ret);

/* Splits a target and decodes its path in place. False if the path is not
 * safe, as net_request says. */
bool net_http_split_target(char *target, size_t length, net_text *ret_path,
                           net_text *ret_query);

/* True if a list separated by commas contains `word` (lower case), in upper or
 * lower case. */
bool net_http_has_word(net_text list, const char *word);

/* The reason phrase of a status, such as "Not Found". */
const char *net_http_reason(int status);

#endif /* NET_NET_HTTP_H */
