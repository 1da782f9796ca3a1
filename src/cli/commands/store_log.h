/* store_log.h - the events of a store as messages of oxo.v1. */
#ifndef CLI_STORE_LOG_H
#define CLI_STORE_LOG_H

#include <stdio.h>

#include "store.h"

/* Writes every event, in the order of the log, as the message that the members
 * of its room got, one line each. The rooms are rebuilt by the server's own
 * functions. An event that is impossible in its room is left out, and so are
 * the room's later events; `*ret_broken` counts them. Returns 0, or a negative
 * errno: the store's, or -ENOMEM. */
int store_log_write(store *s, FILE *out, int *ret_broken);

#endif /* CLI_STORE_LOG_H */
