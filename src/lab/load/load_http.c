/* load_http.c - a minimal client for HTTP/1.1. */
#include "load_http.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "number.h"

enum { HEAD = 4096, TIMEOUT_S = 20 };

static int open_socket(load_http *h)
{
    const struct timeval patience = {.tv_sec = TIMEOUT_S};
    if (h->fd >= 0)
        return 0;
    h->fd =
        socket(h->address->socket.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (h->fd < 0)
        return -errno;
    setsockopt(h->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(h->fd, (const struct sockaddr *)&h->address->socket,
                h->address->length) == 0)
        return 0;
    const int error = -errno;
    load_http_close(h);
    return error;
}

void load_http_close(load_http *h)
{
    if (h->fd >= 0)
        close(h->fd);
    h->fd = -1;
}

static int send_request(const load_http *h, const char *path)
{
    char text[512];
    const int n =
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n",
                 path, h->address->host);
    if (n < 0 || (size_t)n >= sizeof text)
        return -ENAMETOOLONG;
    return send(h->fd, text, (size_t)n, MSG_NOSIGNAL) == n ? 0 : -EPIPE;
}

/* Receives until there are `count` bytes. */
static int receive_all(const load_http *h, char *bytes, size_t *have,
                       size_t count)
{
    while (*have < count) {
        const ssize_t n = recv(h->fd, bytes + *have, count - *have, 0);
        if (n <= 0)
            return n == 0 ? -ECONNRESET : -errno;
        *have += (size_t)n;
    }
    return 0;
}

/* Receives the head and perhaps some of the body. Returns the offset of the
 * body. */
static int read_head(const load_http *h, char head[HEAD], size_t *have)
{
    for (;;) {
        head[*have] = '\0';
        const char *end = strstr(head, "\r\n\r\n");
        if (end)
            return (int)(end - head) + 4;
        if (*have == HEAD - 1)
            return -EMSGSIZE;
        const ssize_t n = recv(h->fd, head + *have, HEAD - 1 - *have, 0);
        if (n <= 0)
            return n == 0 ? -ECONNRESET : -errno;
        *have += (size_t)n;
    }
}

static int exchange(load_http *h, const char *path, char *out, size_t size)
{
    static const char name[] = "\r\ncontent-length:";
    char head[HEAD];
    size_t have = 0;
    int error = open_socket(h);
    if (!error)
        error = send_request(h, path);
    const int body = error ? error : read_head(h, head, &have);
    if (body < 0)
        return body;
    const char *found = strcasestr(head, name);
    const char *value = found ? found + strlen(name) : "";
    uint64_t length;
    value += strspn(value, " ");
    if (number_scan(value, strlen(value), &length) == 0 || length >= size ||
        have - (size_t)body > length)
        return -EMSGSIZE;
    size_t got = have - (size_t)body;
    memcpy(out, head + body, got);
    error = receive_all(h, out, &got, length);
    out[got] = '\0';
    uint64_t status = 0;
    (void)number_scan(head + strlen("HTTP/1.1 "), 3, &status);
    return error ? error : (int)status;
}

int load_http_get(load_http *h, const char *path, char *out, size_t size)
{
    const int status = exchange(h, path, out, size);
    if (status < 0)
        load_http_close(h);
    return status;
}
