/* headers.h - HTTP headers that go with every answer, as lines. */
#ifndef HUB_HTTP_HEADERS_H
#define HUB_HTTP_HEADERS_H

#include "net_server.h"

#define HEADERS_SAFE NET_HEADERS_SAFE

/* What the API says is for everybody to read (there are no cookies, and a
 * token has to be sent on purpose), and is old in a moment. */
#define HEADERS_API                                                           \
    "Cache-Control: no-store\r\n"                                             \
    "Access-Control-Allow-Origin: *\r\n" HEADERS_SAFE

#define HEADERS_JSON "Content-Type: application/json\r\n" HEADERS_API
#define HEADERS_PROBLEM                                                       \
    "Content-Type: application/problem+json\r\n" HEADERS_API

#endif /* HUB_HTTP_HEADERS_H */
