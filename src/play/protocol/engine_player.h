/* engine_player.h - oxo's engine as a player. */
#ifndef PROTOCOL_ENGINE_PLAYER_H
#define PROTOCOL_ENGINE_PLAYER_H

#include <stdatomic.h>

#include "player.h"
#include "protocol.h"

typedef struct engine_player engine_player;

/* The engine itself is made when it is first needed, so that options cost
 * nothing. 0 or a negative errno. */
int engine_player_create(const oxo_engine_options *options,
                         engine_player **ret);
void engine_player_destroy(engine_player *e);

/* As the fronts see it; lives as long as `e`. */
const player *engine_player_interface(const engine_player *e);

/* All of it: our engine, with these options to begin with, in a protocol, as
 * protocol_run() does. */
int engine_player_run(const oxo_engine_options *options, protocol which,
                      FILE *in, FILE *out, const atomic_bool *quit,
                      char why[PROTOCOL_WHY]);

#endif /* PROTOCOL_ENGINE_PLAYER_H */
