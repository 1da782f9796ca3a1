/* load_http.h - a question by HTTP, and waiting for its answer. */
#ifndef LOAD_LOAD_HTTP_H
#define LOAD_LOAD_HTTP_H

#include "net_client.h"

/* One connection for many questions. All zero but `fd`, -1, is none yet. */
typedef struct load_http {
    const net_remote *address;
    int fd;
} load_http;

/* GET; the answer's body goes into `out`, with a NUL behind it. Returns the
 * status, or a negative errno: -EMSGSIZE if it does not fit. */
int load_http_get(load_http *h, const char *path, char *out, size_t size);
void load_http_close(load_http *h);

#endif /* LOAD_LOAD_HTTP_H */
