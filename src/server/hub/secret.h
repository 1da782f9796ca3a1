/* secret.h - tokens and keys: random, shown once, kept as hashes. */
#ifndef SERVER_SECRET_H
#define SERVER_SECRET_H

#include "wire.h"

/* 128 bits from the system's generator. */
wire_secret secret_new(void);

/* What is stored of it. With 128 random bits inside, a plain hash is as good
 * as a slow one. */
event_hash secret_hash(const wire_secret *secret);

#endif /* SERVER_SECRET_H */
