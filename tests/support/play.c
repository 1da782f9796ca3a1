/* play.c - short cuts for tests. */
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *where)
{
    fprintf(stderr, "bad test: %s at \"%s\"\n", what, where);
    abort();
}

static int number_of_letter(const char *letter)
{
    if (*letter < 'a' || *letter > 'i')
        die("no such letter", letter);
    return *letter - 'a';
}

oxo_move move_named(const char *name)
{
    const int first = number_of_letter(name);
    if (name[1] == '\0' || name[1] == ' ')
        return (oxo_move)first;
    return (oxo_move)(9 * first + number_of_letter(name + 1));
}

oxo_game game_after(oxo_variant variant, const char *moves)
{
    oxo_game g = oxo_game_start(variant);
    for (const char *at = moves; *at;) {
        const oxo_turn turn = {.time = g.length,
                               .intensity = (oxo_intensity)(10 * g.length),
                               .move = move_named(at)};
        if (oxo_game_play(&g, &turn, &g) != OXO_OK)
            die("illegal move", at);
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return g;
}

oxo_position position_after(oxo_variant variant, const char *moves)
{
    return game_after(variant, moves).now;
}

oxo_classic classic_after(const char *moves)
{
    return position_after(OXO_CLASSIC, moves).as.classic;
}

oxo_ultimate ultimate_after(oxo_variant variant, const char *moves)
{
    return position_after(variant, moves).as.ultimate;
}

oxo_board board_of(const char *cells)
{
    if (strlen(cells) != OXO_CELLS)
        die("not nine cells", cells);
    oxo_board board = {{0, 0}};
    for (unsigned cell = 0; cell < OXO_CELLS; cell++) {
        if (cells[cell] == '.')
            continue;
        uint16_t *mask = &board.cells[cells[cell] == 'x' ? OXO_X : OXO_O];
        *mask = (uint16_t)(*mask | 1U << cell);
    }
    return board;
}

/* xorshift64*, whose high bits are good. */
unsigned next_random(uint64_t *state, unsigned bound)
{
    uint64_t z = *state ? *state : 1;
    z ^= z >> 12;
    z ^= z << 25;
    z ^= z >> 27;
    *state = z;
    return (unsigned)((z * 0x2545F4914F6CDD1DU >> 33) % bound);
}

long number_from_env(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : otherwise;
}
