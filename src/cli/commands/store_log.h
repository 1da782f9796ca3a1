/* store_log.h - a store's log as the messages that rooms were told. */
#ifndef CLI_STORE_LOG_H
#define CLI_STORE_LOG_H

#include <stdio.h>

#include "store.h"

/* Writes every event, in the order of the log, as the message of oxo.v1 that
 * it was to the members of its room, a line each. The rooms are made on the
 * way, by the same functions as a server's: an event that does not follow
 * from its room is left out, as is what comes behind it there; `*ret_broken`
 * counts such events. A negative errno: the store's, or -ENOMEM. */
int store_log_write(store *s, FILE *out, int *ret_broken);

#endif /* CLI_STORE_LOG_H */
