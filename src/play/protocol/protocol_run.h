/* protocol_run.h - a player on a pair of streams, in either protocol. */
#ifndef PROTOCOL_PROTOCOL_RUN_H
#define PROTOCOL_PROTOCOL_RUN_H

#include <stdatomic.h>

#include "codingame.h"
#include "player.h"
#include "protocol.h"
#include "ugi.h"

enum { PROTOCOL_WHY = CODINGAME_WHY };

/* Converses until the other side says `quit` or `in` ends. 0, or a negative
 * errno; with -EPROTO there is a sentence in `why`. `quit` is as for
 * ugi_run(); the turns of CodinGame's protocol are too short to need it. */
int protocol_run(const player *p, protocol which, FILE *in, FILE *out,
                 const atomic_bool *quit, char why[PROTOCOL_WHY]);

#endif /* PROTOCOL_PROTOCOL_RUN_H */
