/* protocol_run.c - a player on a pair of streams, in either protocol. */
#include "protocol_run.h"

int protocol_run(const player *p, protocol which, FILE *in, FILE *out,
                 const atomic_bool *quit, char why[PROTOCOL_WHY])
{
    if (which == PROTOCOL_CODINGAME)
        return codingame_run(p, codingame_standard_times(), in, out, why);
    return ugi_run(p, in, out, quit);
}
