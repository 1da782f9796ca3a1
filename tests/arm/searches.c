/* searches.c - what the engine finds, for the tests of another processor to
 * compare with. usage: searches VARIANT < POSITIONS
 *
 * Each position, a line of tests/data/net-*.txt, is searched with the network
 * and without. Answers with the nodes, the value and the line of every search.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oxo/engine.h"
#include "oxo/notation.h"

enum { HASH_BYTES = 1 << 20, NODES = 5000, CONTEMPT = 80 };

static void write_line(const oxo_line *line, oxo_variant variant)
{
    const oxo_value *v = &line->value;
    printf("%d %d %d %d/%d/%d", (int)v->kind, v->distance, v->centi, v->wdl[0],
           v->wdl[1], v->wdl[2]);
    for (int i = 0; i < line->length; i++) {
        char text[OXO_MOVE_TEXT];
        oxo_move_format(OXO_NATIVE, variant, line->moves[i], text);
        printf(" %s", text);
    }
    printf("\n");
}

static bool search(const oxo_position *p, bool hand_written)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = HASH_BYTES;
    options.hand_written = hand_written;
    options.contempt = CONTEMPT;
    oxo_engine *engine;
    if (oxo_engine_create(&options, &engine) < 0)
        return false;
    oxo_line line;
    int count;
    const oxo_status status = oxo_engine_search(
        engine, p, &(oxo_limits){.nodes = NODES}, NULL, NULL, &line, &count);
    if (status == OXO_OK) {
        printf("%llu ", (unsigned long long)oxo_engine_nodes(engine));
        write_line(&line, (oxo_variant)p->variant);
    }
    oxo_engine_destroy(engine);
    return status == OXO_OK;
}

/* Of a position and its score. */
static bool search_both(oxo_variant variant, char *text)
{
    oxo_position p;
    char *score = strrchr(text, ' ');
    if (score)
        *score = '\0';
    return oxo_position_parse(OXO_NATIVE, variant, text, &p, NULL) == OXO_OK &&
           search(&p, false) && search(&p, true);
}

int main(int argc, char **argv)
{
    oxo_variant variant;
    char text[256];
    if (argc != 2 || !oxo_variant_find(argv[1], &variant))
        return EXIT_FAILURE;
    while (fgets(text, sizeof text, stdin)) {
        if (!search_both(variant, text))
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
