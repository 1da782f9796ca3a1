/* ugi.h - the engine's side of the Universal Game Interface. */
#ifndef PROTOCOL_UGI_H
#define PROTOCOL_UGI_H

#include <stdatomic.h>
#include <stdio.h>

#include "player.h"

/* Converses until the command `quit` or the end of `in`. 0, or a negative
 * errno. At the end of `in`, a search that has limits may finish, unless
 * `*quit` is or becomes true; `quit` may be NULL. */
int ugi_run(const player *p, FILE *in, FILE *out, const atomic_bool *quit);

#endif /* PROTOCOL_UGI_H */
