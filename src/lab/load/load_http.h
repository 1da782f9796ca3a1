/* load_http.h - HTTP requests that wait for their answer. */
#ifndef LOAD_LOAD_HTTP_H
#define LOAD_LOAD_HTTP_H

#include "net_client.h"

/* A connection for many requests. Set `address`, and `fd` to -1, at first. */
typedef struct load_http {
    const net_remote *address;
    int fd;
} load_http;

/* Sends a GET and writes the body of the answer into `out`, with a NUL.
 * Returns the status or a negative errno, -EMSGSIZE if the body does not fit.
 */
int load_http_get(load_http *h, const char *path, char *out, size_t size);
void load_http_close(load_http *h);

#endif /* LOAD_LOAD_HTTP_H */
