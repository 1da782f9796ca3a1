/* protocol.c - the protocols that an engine may speak. */
#include "protocol.h"

#include <string.h>

bool protocol_find(const char *word, protocol *ret)
{
    static const char *const words[] = {
        [PROTOCOL_UGI] = "ugi",
        [PROTOCOL_CODINGAME] = "codingame",
    };
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++) {
        if (strcmp(word, words[i]) == 0) {
            *ret = (protocol)i;
            return true;
        }
    }
    return false;
}
