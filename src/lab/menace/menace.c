/* menace.c - see menace.h. */
#include "menace.h"

#include <assert.h>
#include <string.h>

static int marks_on(oxo_board board)
{
    int n = 0;
    for (int cell = 0; cell < OXO_CELLS; cell++)
        n += oxo_board_at(board, cell) != OXO_NONE;
    return n;
}

/* ---- Boxes -------------------------------------------------------------- */

int menace_first_beads(const menace_box *box)
{
    return MENACE_TURNS - marks_on(box->position.board) / 2;
}

bool menace_is_first(const menace_box *box)
{
    return marks_on(box->position.board) < 2;
}

int menace_total(const menace_box *box)
{
    int total = 0;
    for (int i = 0; i < box->count; i++)
        total += box->beads[i];
    return total;
}

/* True if an earlier move of the box leads to the same position, up to
 * symmetry. */
static bool is_repeated(const menace_box *box, oxo_move move)
{
    const oxo_classic next =
        oxo_classic_canonical(oxo_classic_play(box->position, move), NULL);
    for (int i = 0; i < box->count; i++) {
        const oxo_classic other = oxo_classic_canonical(
            oxo_classic_play(box->position, box->moves[i]), NULL);
        if (memcmp(&next, &other, sizeof(next)) == 0)
            return true;
    }
    return false;
}

static menace_box make_box(oxo_classic p)
{
    menace_box box = {.position = p};
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(&p, moves);
    for (int i = 0; i < count; i++)
        if (!is_repeated(&box, moves[i]))
            box.moves[box.count++] = moves[i];
    for (int i = 0; i < box.count; i++)
        box.beads[i] = (uint16_t)menace_first_beads(&box);
    return box;
}

/* True if the position is canonical and has a choice of moves. */
static bool has_box(const oxo_classic *p)
{
    if (oxo_classic_validate(p) != OXO_OK ||
        oxo_classic_outcome(p) != OXO_ONGOING ||
        marks_on(p->board) == OXO_CELLS - 1)
        return false;
    const oxo_classic canonical = oxo_classic_canonical(*p, NULL);
    return memcmp(&canonical, p, sizeof(canonical)) == 0;
}

/* The board for a number in base 3, whose highest digit is the first cell: 0
 * is X, 1 is O, 2 is empty. */
static oxo_board board_of(int number)
{
    oxo_board board = oxo_board_empty();
    for (int cell = OXO_CELLS - 1; cell >= 0; cell--, number /= 3)
        if (number % 3 < 2)
            board.cells[number % 3] |= (uint16_t)(1U << cell);
    return board;
}

static void add_boxes(menace_machine *m, const oxo_classic *all, int count,
                      int marks)
{
    for (int i = 0; i < count; i++)
        if (marks_on(all[i].board) == marks)
            m->boxes[m->count++] = make_box(all[i]);
}

void menace_init(menace_machine *m, oxo_mark side)
{
    enum { BOARDS = 19683 }; /* 3 to the 9th */
    oxo_classic all[MENACE_BOXES];
    int count = 0;
    for (int number = 0; number < BOARDS; number++) {
        const oxo_classic p = {.board = board_of(number),
                               .turn = (uint8_t)side};
        if (has_box(&p))
            all[count++] = p;
    }
    *m = (menace_machine){.side = side};
    for (int turn = 0; turn < MENACE_TURNS; turn++)
        add_boxes(m, all, count, 2 * turn + (side == OXO_O));
    assert(m->count == (side == OXO_X ? MENACE_BOXES : MENACE_RIVAL_BOXES));
}

int menace_find(const menace_machine *m, const oxo_classic *p,
                int *ret_symmetry)
{
    const oxo_classic canonical = oxo_classic_canonical(*p, ret_symmetry);
    for (int i = 0; i < m->count; i++)
        if (memcmp(&m->boxes[i].position, &canonical, sizeof(canonical)) == 0)
            return i;
    return -1;
}

/* ---- Playing ------------------------------------------------------------ */

/* Draws a bead at random and returns its move's index; -1 if the box is empty.
 */
static int draw_bead(const menace_box *box, oxo_random *dice)
{
    const int total = menace_total(box);
    if (total == 0)
        return -1;
    int bead = (int)oxo_random_below(dice, (uint32_t)total);
    int slot = 0;
    while (bead >= box->beads[slot])
        bead -= box->beads[slot++];
    return slot;
}

oxo_move menace_choose(const menace_machine *m, const oxo_classic *p,
                       oxo_random *dice, menace_track *track)
{
    int symmetry;
    const int index = menace_find(m, p, &symmetry);
    if (index < 0) {
        oxo_move moves[OXO_CELLS];
        return oxo_classic_moves(p, moves) > 0 ? moves[0] : OXO_NO_MOVE;
    }
    const menace_box *box = &m->boxes[index];
    const int slot = draw_bead(box, dice);
    if (slot < 0)
        return OXO_NO_MOVE;
    track->boxes[track->count] = index;
    track->slots[track->count++] = slot;
    return (oxo_move)oxo_symmetry_cell(oxo_symmetry_inverse(symmetry),
                                       box->moves[slot]);
}

static int reward(oxo_outcome outcome, oxo_mark side)
{
    enum { WIN = 3, DRAW = 1, LOSS = -1 };
    if (outcome == OXO_DRAW)
        return DRAW;
    return oxo_outcome_winner(outcome) == side ? WIN : LOSS;
}

void menace_learn(menace_machine *m, const menace_track *track,
                  oxo_outcome outcome)
{
    const int change = reward(outcome, m->side);
    for (int i = 0; i < track->count; i++) {
        menace_box *box = &m->boxes[track->boxes[i]];
        uint16_t *beads = &box->beads[track->slots[i]];
        const int left = *beads + change;
        if (change < 0 && menace_is_first(box) && menace_total(box) == 1)
            continue;
        *beads =
            (uint16_t)(left < MENACE_MOST_BEADS ? left : MENACE_MOST_BEADS);
    }
}
