/* client_place.c - see client_place.h. */
#include "client_place.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool client_code_parse(const char *text, char out[CLIENT_CODE])
{
    static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    char code[CLIENT_CODE] = "";
    if (strlen(text) != CLIENT_CODE - 1)
        return false;
    for (int i = 0; i < CLIENT_CODE - 1; i++) {
        char c = text[i];
        if (c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        if (c == 'O')
            c = '0';
        if (c == 'I' || c == 'L')
            c = '1';
        if (!strchr(digits, c))
            return false;
        code[i] = c;
    }
    memcpy(out, code, sizeof code);
    return true;
}

/* The beginning of a URL, and what it means. */
typedef struct scheme {
    const char *begins;
    const char *port; /* the default */
    bool secure;
} scheme;

/* Without a scheme the address is that of `oxo serve` with its default port.
 */
static const scheme *find_scheme(const char *url)
{
    static const scheme schemes[] = {{"http://", ":80", false},
                                     {"ws://", ":80", false},
                                     {"https://", ":443", true},
                                     {"wss://", ":443", true}};
    static const scheme bare = {"", ":8080", false};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strncasecmp(url, schemes[i].begins, strlen(schemes[i].begins)) ==
            0)
            return &schemes[i];
    return strstr(url, "://") ? NULL : &bare;
}

static bool has_port(const char *server)
{
    const char *bracket = strchr(server, ']');
    return strchr(bracket ? bracket : server, ':') != NULL;
}

/* The host without brackets and port. */
static void copy_host(const char *server, char out[NET_HOST_TEXT])
{
    const bool bracket = server[0] == '[';
    const size_t length = strcspn(server + bracket, bracket ? "]" : ":");
    (void)snprintf(out, NET_HOST_TEXT, "%.*s", (int)length, server + bracket);
}

/* Reads what follows the host: nothing or "/r/CODE", perhaps with "?watch", as
 * on pages of full rooms. Returns NULL, or what is wrong. */
static const char *read_path(const char *path, client_place *p)
{
    char code[CLIENT_CODE];
    const size_t length = strcspn(path, "?#");
    const bool slash = length > 0 && path[length - 1] == '/';
    if (length <= 1)
        return NULL;
    if (strncmp(path, "/r/", 3) != 0)
        return "the address of a room ends in /r/ and its code";
    if (length - slash != sizeof "/r/" - 1 + CLIENT_CODE - 1)
        return "the code of a room has six digits and letters";
    memcpy(code, path + 3, CLIENT_CODE - 1);
    code[CLIENT_CODE - 1] = '\0';
    if (!client_code_parse(code, p->code))
        return "the code of a room has six digits and letters";
    p->watch = strcmp(path + length, "?watch") == 0;
    return NULL;
}

/* Looks the server up. The Host header must not name a scheme's default port.
 */
static const char *resolve_server(const char *server, const scheme *by,
                                  client_place *p)
{
    char full[CLIENT_URL];
    (void)snprintf(full, sizeof full, "%s%s", server,
                   has_port(server) ? "" : by->port);
    const char *fault = net_remote_parse(full, &p->address);
    if (fault && !by->begins[0])
        return "unknown host or port; a complete address begins with http:// "
               "or "
               "https://";
    if (fault)
        return fault;
    if (by->begins[0])
        (void)snprintf(p->address.host, sizeof p->address.host, "%s", server);
    (void)snprintf(p->base, sizeof p->base, "http%s://%s",
                   by->secure ? "s" : "", p->address.host);
    copy_host(server, p->host);
    return NULL;
}

const char *client_place_parse(const char *url, client_place *ret)
{
    client_place p = {.base = ""};
    char server[NET_HOST_TEXT];
    const scheme *by = find_scheme(url);
    if (!by)
        return "only http://, https://, ws:// and wss:// are supported";
    const char *host = url + strlen(by->begins);
    const size_t length = strcspn(host, "/?#");
    if (length >= sizeof server - sizeof ":443")
        return "it is too long";
    memcpy(server, host, length);
    server[length] = '\0';
    p.secure = by->secure;
    const char *fault = read_path(host + length, &p);
    if (!fault)
        fault = resolve_server(server, by, &p);
    if (!fault)
        *ret = p;
    return fault;
}

void client_place_url(const client_place *p, const char *code,
                      char out[CLIENT_URL])
{
    (void)snprintf(out, CLIENT_URL, "%.100s%s%.6s", p->base,
                   code[0] ? "/r/" : "", code);
}
