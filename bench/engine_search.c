/* engine_search.c - searches a number of nodes after the given moves.
 *
 *     engine_search NODES MOVE...
 *
 * Prints the nodes searched and the processor time in seconds. `make bench`
 * compares the engine in WebAssembly with this program. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "oxo/engine.h"
#include "oxo/notation.h"

int main(int argc, char **argv)
{
    enum { HASH_BYTES = 16 << 20 };
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = HASH_BYTES;
    options.hand_written = true; /* as in WebAssembly */
    oxo_engine *engine;
    if (argc < 2 || oxo_engine_create(&options, &engine) < 0)
        return EXIT_FAILURE;
    const oxo_limits limits = {.nodes = strtoull(argv[1], NULL, 10)};
    oxo_position p = oxo_position_start(OXO_ULTIMATE);
    for (int i = 2; i < argc; i++) {
        oxo_move m;
        if (oxo_move_parse(OXO_NATIVE, OXO_ULTIMATE, argv[i], &m, NULL) !=
                OXO_OK ||
            oxo_position_check(&p, m) != OXO_OK)
            return EXIT_FAILURE;
        p = oxo_position_play(&p, m);
    }
    oxo_line line;
    int count;
    const double begun = clock_process_seconds();
    oxo_engine_search(engine, &p, &limits, NULL, NULL, &line, &count);
    const double took = clock_process_seconds() - begun;
    printf("%llu %.6f\n", (unsigned long long)oxo_engine_nodes(engine), took);
    oxo_engine_destroy(engine);
    return EXIT_SUCCESS;
}
