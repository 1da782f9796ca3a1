/* intensity.c - the heuristic of docs/design/intensity.md.
 *
 * All in integers, ten-thousandths, so that every machine and the browser
 * come to the same number. */
#include "oxo/intensity.h"

#include "moves_inline.h"

enum {
    FILLED = 1500,   /* times the share of cells that are taken */
    THREAT = 3500,   /* somebody has two in a line and the third is free */
    DOUBLE = 3000,   /* one side has two such lines or more */
    CENTRE = 1000,   /* the centre is taken */
    BLOCKED = -1000, /* nobody can have a line any more */
};

/* Nine cells, or nine boards: `dead` ones belong to nobody and never will. */
typedef struct nine {
    unsigned side[2];
    unsigned dead;
} nine;

static unsigned line_mask(int line)
{
    const uint8_t *cell = oxo_lines[line];
    return 1U << cell[0] | 1U << cell[1] | 1U << cell[2];
}

/* Lines in which `mine` has two and the third is free. */
static int count_threats(unsigned mine, unsigned others)
{
    int threats = 0;
    for (int i = 0; i < OXO_LINES; i++)
        threats += count_bits(mine & line_mask(i)) == 2 &&
                   (others & line_mask(i)) == 0;
    return threats;
}

static bool is_blocked(nine n)
{
    for (int i = 0; i < OXO_LINES; i++) {
        const unsigned line = line_mask(i);
        const bool both = (n.side[OXO_X] & line) && (n.side[OXO_O] & line);
        if (!both && (n.dead & line) == 0)
            return false;
    }
    return true;
}

static int tension_of(nine n)
{
    const unsigned taken = n.side[OXO_X] | n.side[OXO_O] | n.dead;
    const int x = count_threats(n.side[OXO_X], n.side[OXO_O] | n.dead);
    const int o = count_threats(n.side[OXO_O], n.side[OXO_X] | n.dead);
    int value = (FILLED * count_bits(taken) + OXO_CELLS / 2) / OXO_CELLS;
    if (x || o)
        value += THREAT;
    if (x >= 2 || o >= 2)
        value += DOUBLE;
    if (has_bit(taken, 4))
        value += CENTRE;
    if (is_blocked(n))
        value += BLOCKED;
    return value; /* 0..8833 whatever the board: no need to clamp */
}

static nine nine_of(oxo_board board, unsigned dead)
{
    return (nine){{board.cells[OXO_X], board.cells[OXO_O]}, dead};
}

/* ---- Ultimate ----------------------------------------------------------- */

enum {
    META = 4,  /* tenths that the board of boards weighs */
    BOARDS = 6 /* tenths that the undecided boards weigh together */
};

/* Would this board complete a line of boards for somebody? */
static bool decides_game(const oxo_ultimate *p, unsigned board)
{
    return has_line(p->won[OXO_X] | 1U << board) ||
           has_line(p->won[OXO_O] | 1U << board);
}

static int weight_of(const oxo_ultimate *p, unsigned board)
{
    return 1 + (p->forced == board ? 3 : 0) + (decides_game(p, board) ? 2 : 0);
}

/* The weighted mean of the boards that are still to be decided. */
static int tension_of_boards(const oxo_ultimate *p)
{
    int sum = 0, weights = 0;
    for (unsigned left = ~decided_boards(p) & OXO_ALL_CELLS; left;
         left &= left - 1) {
        const unsigned board = first_bit(left);
        const int weight = weight_of(p, board);
        sum +=
            weight * tension_of(nine_of(oxo_ultimate_board(p, (int)board), 0));
        weights += weight;
    }
    return weights ? (sum + weights / 2) / weights : 0;
}

static int tension_of_ultimate(const oxo_ultimate *p)
{
    const int meta = tension_of(nine_of(oxo_ultimate_meta(p), p->drawn));
    return (META * meta + BOARDS * tension_of_boards(p) + 5) / 10;
}

oxo_intensity oxo_intensity_of(const oxo_position *p)
{
    return (oxo_intensity)(p->variant == OXO_CLASSIC
                               ? tension_of(nine_of(p->as.classic.board, 0))
                               : tension_of_ultimate(&p->as.ultimate));
}
