/* secret.h - tokens and keys: random, sent once, stored as hashes. */
#ifndef HUB_SECRET_H
#define HUB_SECRET_H

#include "wire.h"

/* 128 random bits from the system. */
wire_secret secret_new(void);

/* What is stored of a secret. A fast hash is enough, since nobody can guess
 * 128 random bits. */
event_hash secret_hash(const wire_secret *secret);

#endif /* HUB_SECRET_H */
