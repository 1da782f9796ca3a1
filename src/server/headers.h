/* headers.h - HTTP headers that go with every answer, as lines. */
#ifndef SERVER_HEADERS_H
#define SERVER_HEADERS_H

/* No answer is anything but what it says it is, is shown inside another
 * site's page, or tells other sites where the reader came from. */
#define HEADERS_SAFE                                                          \
    "X-Content-Type-Options: nosniff\r\n"                                     \
    "Referrer-Policy: no-referrer\r\n"                                        \
    "X-Frame-Options: SAMEORIGIN\r\n"                                         \
    "Cross-Origin-Opener-Policy: same-origin\r\n"

/* What the API says is for everybody to read (there are no cookies, and a
 * token has to be sent on purpose), and is old in a moment. */
#define HEADERS_API                                                           \
    "Cache-Control: no-store\r\n"                                             \
    "Access-Control-Allow-Origin: *\r\n" HEADERS_SAFE

#define HEADERS_JSON "Content-Type: application/json\r\n" HEADERS_API
#define HEADERS_PROBLEM                                                       \
    "Content-Type: application/problem+json\r\n" HEADERS_API

#endif /* SERVER_HEADERS_H */
