/* ugi.h - a player's side of the Universal Game Interface. */
#ifndef PROTOCOL_UGI_H
#define PROTOCOL_UGI_H

#include <stdio.h>

#include "player.h"

/* Talks until `quit` or the end of `in`: 0, or a negative errno. */
int ugi_run(const player *p, FILE *in, FILE *out);

#endif /* PROTOCOL_UGI_H */
