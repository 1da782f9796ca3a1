/* engine_player.h - oxo's own engine as a player. */
#ifndef PROTOCOL_ENGINE_PLAYER_H
#define PROTOCOL_ENGINE_PLAYER_H

#include <stdatomic.h>

#include "player.h"
#include "protocol_run.h"

typedef struct engine_player engine_player;

/* 0 or a negative errno. The engine itself is created on first use, so that
 * setting options before is cheap. */
int engine_player_create(const oxo_engine_options *options,
                         engine_player **ret);
void engine_player_destroy(engine_player *e);

/* The player that the protocols see; valid as long as `e`. */
const player *engine_player_interface(const engine_player *e);

/* Creates the engine with these options and calls protocol_run() with it. */
int engine_player_run(const oxo_engine_options *options, protocol which,
                      FILE *in, FILE *out, const atomic_bool *quit,
                      char why[PROTOCOL_WHY]);

#endif /* PROTOCOL_ENGINE_PLAYER_H */
