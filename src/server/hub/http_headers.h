/* http_headers.h - HTTP headers of every response, as lines. */
#ifndef HUB_HTTP_HEADERS_H
#define HUB_HTTP_HEADERS_H

#include "net_server.h"

#define HEADERS_SAFE NET_HEADERS_SAFE

/* Any site may read answers of the API: there are no cookies, and a page must
 * know a token to send it. Answers are outdated at once. */
#define HEADERS_API                                                           \
    "Cache-Control: no-store\r\n"                                             \
    "Access-Control-Allow-Origin: *\r\n" HEADERS_SAFE

#define HEADERS_JSON "Content-Type: application/json\r\n" HEADERS_API
#define HEADERS_PROBLEM                                                       \
    "Content-Type: application/problem+json\r\n" HEADERS_API

#endif /* HUB_HTTP_HEADERS_H */
