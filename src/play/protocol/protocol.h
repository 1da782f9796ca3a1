/* protocol.h - a player on a pair of streams, in any protocol. */
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include <stdatomic.h>

#include "codingame.h"
#include "player.h"
#include "ugi.h"

typedef enum protocol { PROTOCOL_UGI, PROTOCOL_CODINGAME } protocol;

enum { PROTOCOLS = 2, PROTOCOL_WHY = CODINGAME_WHY };

/* "ugi", "codingame"; and the other way, false if there is none. */
const char *protocol_word(protocol which);
bool protocol_find(const char *word, protocol *ret);

/* Talks until it is told to quit or `in` ends: 0, or a negative errno, and if
 * that is -EPROTO a sentence in `why`. `quit` is as for ugi_run(); CodinGame's
 * turns are too short to need it. */
int protocol_run(const player *p, protocol which, FILE *in, FILE *out,
                 const atomic_bool *quit, char why[PROTOCOL_WHY]);

#endif /* PROTOCOL_PROTOCOL_H */
