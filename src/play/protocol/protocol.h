/* protocol.h - the protocols that an engine may speak. */
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include <stdbool.h>

typedef enum protocol { PROTOCOL_UGI, PROTOCOL_CODINGAME } protocol;

/* Finds a protocol by its word, "ugi" or "codingame"; false if there is no
 * such protocol. */
bool protocol_find(const char *word, protocol *ret);

#endif /* PROTOCOL_PROTOCOL_H */
