/* load_bad.h - clients that lie, stall, flood and send garbage. */
#ifndef LOAD_LOAD_BAD_H
#define LOAD_LOAD_BAD_H

#include "net_client.h"

/* What they do, one after the other in turn: name, help. */
#define LOAD_VICES(X)                                                         \
    X(LOAD_VICE_NOISE, "bytes that are no request")                           \
    X(LOAD_VICE_DRIP, "a request that comes byte by byte, without an end")    \
    X(LOAD_VICE_FRAMES, "frames that no client may send")                     \
    X(LOAD_VICE_CRUMBS, "a message in fragments of one byte, without an end") \
    X(LOAD_VICE_FLOOD, "messages as fast as they go")                         \
    X(LOAD_VICE_ROOMS, "rooms, one after the other")                          \
    X(LOAD_VICE_DEAF, "asks and never reads")                                 \
    X(LOAD_VICE_LIES, "messages with everything in them wrong")

typedef enum load_vice {
#define LOAD_VICE_NAME(name, help) name,
    LOAD_VICES(LOAD_VICE_NAME)
#undef LOAD_VICE_NAME
        LOAD_VICE_COUNT
} load_vice;

/* What they did; in memory that whoever watches them shares. */
typedef struct load_bad_tally {
    _Atomic uint64_t acts; /* of malice: one a round and client */
    _Atomic uint64_t cuts; /* times that one was thrown out */
} load_bad_tally;

/* Runs so many of them until it is killed; who is thrown out comes back. A
 * negative errno if it cannot begin. */
int load_bad_run(const net_remote *address, int count, load_bad_tally *tally);

#endif /* LOAD_LOAD_BAD_H */
