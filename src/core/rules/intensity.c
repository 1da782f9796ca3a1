/* intensity.c - the heuristic of docs/design/intensity.md.
 *
 * Ten-thousandths in integers, so that all machines and browsers get the same
 * numbers. */
#include "oxo/intensity.h"

#include "moves_inline.h"

enum {
    FILLED = 1500,   /* times the share of taken cells */
    THREAT = 3500,   /* a side has two in a line, and the third cell is free */
    DOUBLE = 3000,   /* a side has two or more such lines */
    CENTRE = 1000,   /* the centre is taken */
    BLOCKED = -1000, /* nobody can complete a line any more */
};

/* Nine cells, or nine boards. `dead` ones can never belong to a side. */
typedef struct nine {
    unsigned side[2];
    unsigned dead;
} nine;

static unsigned line_mask(int line)
{
    const uint8_t *cell = oxo_lines[line];
    return 1U << cell[0] | 1U << cell[1] | 1U << cell[2];
}

/* The lines in which `mine` has two cells and the third is free. */
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
    return value; /* always 0..8833: no need to clamp */
}

static nine nine_of(oxo_board board, unsigned dead)
{
    return (nine){{board.cells[OXO_X], board.cells[OXO_O]}, dead};
}

/* ---- Ultimate ----------------------------------------------------------- */

enum {
    META = 4,  /* weight of the board of boards, in tenths */
    BOARDS = 6 /* weight of the undecided boards together, in tenths */
};

/* Would this board complete a line of boards for a side? */
static bool decides_game(const oxo_ultimate *p, unsigned board)
{
    return has_line(p->won[OXO_X] | 1U << board) ||
           has_line(p->won[OXO_O] | 1U << board);
}

static int weight_of(const oxo_ultimate *p, unsigned board)
{
    return 1 + (p->forced == board ? 3 : 0) + (decides_game(p, board) ? 2 : 0);
}

/* The weighted mean of the undecided boards. */
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
