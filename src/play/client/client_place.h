/* client_place.h - the address of a server, or of a room of a server. */
#ifndef CLIENT_CLIENT_PLACE_H
#define CLIENT_CLIENT_PLACE_H

#include "net_remote.h"

enum { CLIENT_CODE = 7, CLIENT_URL = 128 };

typedef struct client_place {
    net_remote address;
    bool secure;              /* uses TLS */
    char host[NET_HOST_TEXT]; /* without a port, as in a certificate */
    char base[CLIENT_URL];    /* "http://host:port" */
    char code[CLIENT_CODE];   /* of the room; "": a server's address */
    bool watch;               /* the address is for watching */
} client_place;

/* Reads "https://host/r/K7Q2MX" or "https://host", and looks the host up.
 * Returns NULL, or what is wrong, in words. */
const char *client_place_parse(const char *url, client_place *ret);

/* Reads the code of a room as people write it: lower case, O for 0, I and L
 * for
 * 1. False, with `out` unchanged, if it is malformed. */
bool client_code_parse(const char *text, char out[CLIENT_CODE]);

/* Writes the URL of a room of the server; of the server if the code is "". */
void client_place_url(const client_place *p, const char *code,
                      char out[CLIENT_URL]);

#endif /* CLIENT_CLIENT_PLACE_H */
