/* protocol.c - a player on a pair of streams, in either protocol. */
#include "protocol.h"

#include <string.h>

bool protocol_find(const char *word, protocol *ret)
{
    static const char *const words[PROTOCOLS] = {"ugi", "codingame"};
    for (int i = 0; i < PROTOCOLS; i++) {
        if (strcmp(word, words[i]) == 0) {
            *ret = (protocol)i;
            return true;
        }
    }
    return false;
}

int protocol_run(const player *p, protocol which, FILE *in, FILE *out,
                 const atomic_bool *quit, char why[PROTOCOL_WHY])
{
    if (which == PROTOCOL_CODINGAME)
        return codingame_run(p, codingame_standard_times(), in, out, why);
    return ugi_run(p, in, out, quit);
}
