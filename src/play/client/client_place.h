/* client_place.h - what an address means: a server, or a room of one. */
#ifndef CLIENT_CLIENT_PLACE_H
#define CLIENT_CLIENT_PLACE_H

#include "net_client.h"

enum { CLIENT_CODE = 7, CLIENT_URL = 128 };

typedef struct client_place {
    net_remote address;
    bool secure;              /* by TLS */
    char host[NET_HOST_TEXT]; /* alone, as a certificate names it */
    char base[CLIENT_URL];    /* "http://host:port" */
    char code[CLIENT_CODE];   /* of the room; "": none was named */
    bool watch;               /* it is the address for watching */
} client_place;

/* Reads "https://host/r/K7Q2MX", or without the last part. Returns NULL, or
 * what is wrong with it, in words. */
const char *client_place_parse(const char *url, client_place *ret);

/* Reads a room's code as people write it: small letters, O for 0, I and L for
 * 1. False, `out` untouched, if it is none. */
bool client_code_parse(const char *text, char out[CLIENT_CODE]);

/* The address of a room of the server, or, if the code is "", its own. */
void client_place_url(const client_place *p, const char *code,
                      char out[CLIENT_URL]);

#endif /* CLIENT_CLIENT_PLACE_H */
