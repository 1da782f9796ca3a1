/* random-games.c - what the native library makes of random games, for the
 * tests of its other build to compare with. usage: random-games COUNT SEED
 *
 * A game is a line of JSON: where it went and how tense it was after every
 * move, and one move tried at every step, with the rules' answer. */
#include <stdio.h>
#include <stdlib.h>

#include "json_write.h"
#include "oxo/intensity.h"
#include "oxo/notation.h"
#include "oxo/playout.h"

static void write_move(json_writer *w, const char *key, oxo_variant variant,
                       oxo_move m)
{
    char text[OXO_MOVE_TEXT];
    oxo_move_format(OXO_NATIVE, variant, m, text);
    json_string(w, key, text);
}

static void write_position(json_writer *w, const char *key,
                           const oxo_position *p)
{
    char text[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, p, text, NULL);
    json_string(w, key, text);
}

static void write_try(json_writer *w, const oxo_position *p, oxo_move m)
{
    write_move(w, "tried", (oxo_variant)p->variant, m);
    json_string(w, "status", oxo_status_word(oxo_position_check(p, m)));
}

/* Tries a move anywhere, then plays a legal one, until there is none. */
static void write_steps(json_writer *w, oxo_variant variant,
                        oxo_random *random)
{
    const unsigned cells = variant == OXO_CLASSIC ? OXO_CELLS : OXO_MAX_MOVES;
    oxo_position p = oxo_position_start(variant);
    for (;;) {
        oxo_move moves[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&p, moves);
        json_open_object(w, NULL);
        write_position(w, "position", &p);
        json_int(w, "outcome", oxo_position_outcome(&p));
        json_double(w, "intensity", oxo_intensity_of(&p) / 10000.0);
        json_int(w, "legal", count);
        write_try(w, &p, (oxo_move)oxo_random_below(random, cells));
        if (count > 0) {
            const oxo_move m =
                moves[oxo_random_below(random, (unsigned)count)];
            write_move(w, "move", variant, m);
            p = oxo_position_play(&p, m);
        }
        json_close(w);
        if (count == 0)
            return;
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return EXIT_FAILURE;
    const int games = atoi(argv[1]);
    oxo_random random = {strtoull(argv[2], NULL, 10)};
    for (int i = 0; i < games; i++) {
        const oxo_variant variant = (oxo_variant)(i % OXO_VARIANTS);
        json_writer w = json_to(stdout);
        json_open_object(&w, NULL);
        json_string(&w, "variant", oxo_variant_word(variant));
        json_open_array(&w, "steps");
        write_steps(&w, variant, &random);
        json_close(&w);
        json_close(&w);
    }
    return EXIT_SUCCESS;
}
