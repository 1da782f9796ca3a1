/* net_remote.c - see net_remote.h. */
#include "net_remote.h"

#include <netdb.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "number.h"

/* Skips "ws://" or "http://"; NULL for another scheme. */
static const char *skip_scheme(const char *url)
{
    static const char *const schemes[] = {"ws://", "http://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strncasecmp(url, schemes[i], strlen(schemes[i])) == 0)
            return url + strlen(schemes[i]);
    return strstr(url, "://") ? NULL : url;
}

static bool is_port(const char *text)
{
    int port;
    return strlen(text) <= 5 && number_read_int(text, 1, UINT16_MAX, &port);
}

/* Splits "host:port" or "[::1]:port"; the port may be missing. */
static bool split_address(char *host, const char **ret_host,
                          const char **ret_port)
{
    char *colon;
    *ret_host = host;
    if (host[0] == '[') {
        char *close = strchr(host, ']');
        if (!close)
            return false;
        *close = '\0';
        *ret_host = host + 1;
        colon = close + 1;
        if (*colon != '\0' && *colon != ':')
            return false;
    } else {
        colon = host + strcspn(host, ":");
    }
    *ret_port = *colon ? colon + 1 : "8080";
    *colon = '\0';
    return **ret_host != '\0' && is_port(*ret_port);
}

static bool resolve(const char *host, const char *port, net_remote *a)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICSERV};
    struct addrinfo *list = NULL;
    if (getaddrinfo(host, port, &hints, &list) != 0)
        return false;
    memcpy(&a->socket, list->ai_addr, list->ai_addrlen);
    a->length = list->ai_addrlen;
    for (const struct addrinfo *i = list->ai_next;
         i && a->others < NET_REMOTE_OTHERS; i = i->ai_next) {
        memcpy(&a->other[a->others], i->ai_addr, i->ai_addrlen);
        a->other_length[a->others++] = i->ai_addrlen;
    }
    freeaddrinfo(list);
    return true;
}

bool net_remote_next(net_remote *a)
{
    if (a->others == 0)
        return false;
    a->socket = a->other[0];
    a->length = a->other_length[0];
    a->others--;
    memmove(a->other, a->other + 1, sizeof a->other - sizeof a->other[0]);
    memmove(a->other_length, a->other_length + 1,
            sizeof a->other_length - sizeof a->other_length[0]);
    return true;
}

const char *net_remote_parse(const char *url, net_remote *ret)
{
    net_remote a = {.length = 0};
    char text[NET_HOST_TEXT];
    const char *host, *port, *rest = skip_scheme(url);
    if (!rest)
        return "only ws:// and http:// are supported";
    const size_t length = strcspn(rest, "/");
    const char *path =
        rest[length] && rest[length + 1] ? rest + length : "/ws";
    if (length >= sizeof text || strlen(path) >= sizeof a.path)
        return "it is too long";
    if (strpbrk(url, " \r\n\t"))
        return "it contains blanks";
    memcpy(text, rest, length);
    text[length] = '\0';
    memcpy(a.host, text, sizeof text);
    memcpy(a.path, path, strlen(path) + 1);
    if (!split_address(text, &host, &port))
        return "it has no valid host and port";
    if (!resolve(host, port, &a))
        return "unknown host or port";
    *ret = a;
    return NULL;
}
