/* secret.c - see secret.h. */
#include "secret.h"

#include <sodium.h>

wire_secret secret_new(void)
{
    wire_secret secret;
    randombytes_buf(secret.bytes, sizeof secret.bytes);
    return secret;
}

event_hash secret_hash(const wire_secret *secret)
{
    event_hash hash;
    crypto_generichash(hash.bytes, sizeof hash.bytes, secret->bytes,
                       sizeof secret->bytes, NULL, 0);
    return hash;
}
