/* play.c - see play.h. */
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
    if (strspn(cells, "xo.") != OXO_CELLS)
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

static void set_board(oxo_ultimate *p, int board, oxo_board b)
{
    const unsigned bit = 1U << board;
    const oxo_board only_x = {{b.cells[OXO_X], 0}};
    const oxo_mark winner = oxo_board_win(only_x).winner == OXO_X
                                ? OXO_X
                                : oxo_board_win(b).winner;
    p->cells[OXO_X][board] = b.cells[OXO_X];
    p->cells[OXO_O][board] = b.cells[OXO_O];
    if (winner != OXO_NONE)
        p->won[winner] = (uint16_t)(p->won[winner] | bit);
    else if (oxo_board_is_draw(b))
        p->drawn = (uint16_t)(p->drawn | bit);
}

oxo_ultimate ultimate_of(oxo_variant rules, const char *boards, oxo_mark turn,
                         int forced)
{
    oxo_ultimate p = oxo_ultimate_start(rules);
    for (int board = 0; board < 9; board++) {
        set_board(&p, board, board_of(boards));
        boards += OXO_CELLS;
        boards += strspn(boards, " ");
    }
    if (*boards)
        die("more than nine boards", boards);
    p.turn = (uint8_t)turn;
    p.forced = (uint8_t)forced;
    return p;
}

bool is_same_game(const oxo_game *a, const oxo_game *b)
{
    if (memcmp(&a->start, &b->start, sizeof(a->start)) != 0 ||
        memcmp(&a->now, &b->now, sizeof(a->now)) != 0 ||
        a->length != b->length || a->undone != b->undone || a->busy != b->busy)
        return false;
    for (int i = 0; i < a->length + a->undone; i++) {
        const oxo_turn *s = &a->history[i], *t = &b->history[i];
        if (s->move != t->move || s->time != t->time ||
            s->intensity != t->intensity)
            return false;
    }
    return true;
}

/* xorshift64*: the high bits are the random ones. */
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
