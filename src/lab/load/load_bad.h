/* load_bad.h - clients that lie, stall, flood and send garbage. */
#ifndef LOAD_LOAD_BAD_H
#define LOAD_LOAD_BAD_H

#include "net_client.h"

/* The kinds of bad clients: name, what it sends. */
#define LOAD_VICES(X)                                                         \
    X(LOAD_VICE_NOISE, "bytes that are not a request")                        \
    X(LOAD_VICE_DRIP, "a request byte by byte that never ends")               \
    X(LOAD_VICE_FRAMES, "frames that a client must not send")                 \
    X(LOAD_VICE_CRUMBS, "a message in fragments of one byte that never ends") \
    X(LOAD_VICE_FLOOD, "messages as fast as possible")                        \
    X(LOAD_VICE_ROOMS, "room after room")                                     \
    X(LOAD_VICE_DEAF, "requests, without reading the answers")                \
    X(LOAD_VICE_LIES, "messages in which everything is wrong")

typedef enum load_vice {
#define LOAD_VICE_NAME(name, help) name,
    LOAD_VICES(LOAD_VICE_NAME)
#undef LOAD_VICE_NAME
        LOAD_VICE_COUNT
} load_vice;

/* Counts, in memory that the parent process shares. */
typedef struct load_bad_tally {
    _Atomic uint64_t acts; /* one per client and round */
    _Atomic uint64_t cuts; /* connections that the server ended */
} load_bad_tally;

/* Runs `count` bad clients until the process is killed. A client whose
 * connection ends reconnects. A negative errno if it cannot start. */
int load_bad_run(const net_remote *address, int count, load_bad_tally *tally);

#endif /* LOAD_LOAD_BAD_H */
