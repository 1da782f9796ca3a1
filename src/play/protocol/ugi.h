/* ugi.h - a player's side of the Universal Game Interface. */
#ifndef PROTOCOL_UGI_H
#define PROTOCOL_UGI_H

#include <stdatomic.h>
#include <stdio.h>

#include "player.h"

/* Talks until the command quit or the end of `in`: 0, or a negative errno. At
 * the end of `in` a search that ends by itself is let to do so, unless `*quit`
 * is true or becomes so; `quit` may be NULL. */
int ugi_run(const player *p, FILE *in, FILE *out, const atomic_bool *quit);

#endif /* PROTOCOL_UGI_H */
