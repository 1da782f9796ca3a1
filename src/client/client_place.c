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

/* Where the host ends. */
static size_t server_length(const char *url)
{
    const char *scheme = strstr(url, "://");
    const size_t begin = scheme ? (size_t)(scheme - url) + 3 : 0;
    return begin + strcspn(url + begin, "/?#");
}

/* A browser's address without a port means 80; a bare host means a server as
 * it listens by itself. */
static bool lacks_port(const char *server)
{
    const char *scheme = strstr(server, "://");
    const char *bracket = strchr(server, ']');
    const char *host = bracket ? bracket : scheme ? scheme + 3 : server;
    return scheme && !strchr(host, ':');
}

/* What is behind the host: nothing, or "/r/CODE". */
static const char *read_path(const char *path, char code[CLIENT_CODE])
{
    code[0] = '\0';
    if (path[0] == '\0' || strcmp(path, "/") == 0)
        return NULL;
    if (strncmp(path, "/r/", 3) != 0)
        return "a room's address ends in /r/ and its code";
    if (!client_code_parse(path + 3, code))
        return "a room's code has six digits and letters";
    return NULL;
}

const char *client_place_parse(const char *url, client_place *ret)
{
    client_place p = {.base = ""};
    char server[CLIENT_URL];
    const size_t length = server_length(url);
    if (length >= sizeof server - sizeof ":80")
        return "too long";
    memcpy(server, url, length);
    server[length] = '\0';
    if (lacks_port(server))
        memcpy(server + length, ":80", sizeof ":80");
    if (strncasecmp(url, "https://", 8) == 0 ||
        strncasecmp(url, "wss://", 6) == 0)
        return "TLS is not spoken here: give the server's own address, "
               "http://host:port";
    const char *fault = read_path(url + length, p.code);
    if (!fault)
        fault = load_address_parse(server, &p.address);
    if (fault)
        return fault;
    (void)snprintf(p.base, sizeof p.base, "http://%s", p.address.host);
    *ret = p;
    return NULL;
}

void client_place_url(const client_place *p, const char *code,
                      char out[CLIENT_URL])
{
    (void)snprintf(out, CLIENT_URL, "%.100s/r/%.6s", p->base, code);
}
