/* menace.h - Michie's Matchbox Educable Noughts and Crosses Engine.
 *
 * A matchbox for every position in which the machine has a choice, up to
 * symmetry: 304 for the side that opens. A box holds beads of a colour for
 * each move that differs from the others by more than symmetry; to move, draw
 * one. A win puts three more beads of the drawn colours into the boxes they
 * came from, a draw one, and after a loss the drawn beads stay out. A machine
 * whose box is empty resigns. Only the first box keeps its last bead: without
 * it there would be nothing left to teach.
 *
 * The side that replies can be a machine as well, of 289 boxes: then the two
 * teach each other. Machines are values; chance is handed in. */
#ifndef MENACE_MENACE_H
#define MENACE_MENACE_H

#include "oxo/classic.h"
#include "oxo/playout.h"

enum {
    MENACE_BOXES = 304,       /* of X, who opens */
    MENACE_RIVAL_BOXES = 289, /* of O */
    MENACE_MOST_BEADS = 9999, /* of a colour, in a box */
    MENACE_TURNS = 4          /* with a choice, in a game */
};

typedef struct menace_box {
    oxo_classic position; /* as oxo_classic_canonical() has it */
    uint8_t count;        /* of moves */
    oxo_move moves[OXO_CELLS];
    uint16_t beads[OXO_CELLS]; /* [move] */
} menace_box;

typedef struct menace_machine {
    oxo_mark side;
    int count;
    menace_box boxes[MENACE_BOXES]; /* by marks on the board, then cells */
} menace_machine;

/* A machine as it is built: four beads of each colour for its first move,
 * then three, two and one. */
void menace_init(menace_machine *m, oxo_mark side);

/* How many beads a new box has of each colour. */
int menace_first_beads(const menace_box *box);

/* Is it for the machine's first move? Such a box is never empty. */
bool menace_is_first(const menace_box *box);

/* The beads in a box. */
int menace_total(const menace_box *box);

/* The box for a position of the machine's turn, -1 if there is no choice. */
int menace_find(const menace_machine *m, const oxo_classic *p,
                int *ret_symmetry);

/* ---- Playing ------------------------------------------------------------ */

/* What was drawn in a game: from which box, and which of its moves. */
typedef struct menace_track {
    int count;
    int boxes[MENACE_TURNS];
    int slots[MENACE_TURNS];
} menace_track;

/* Draws a bead, and notes it in `track`; the last cell of a board needs none.
 * Returns the move, or OXO_NO_MOVE to resign. */
oxo_move menace_choose(const menace_machine *m, const oxo_classic *p,
                       oxo_random *dice, menace_track *track);

/* Adds and takes beads when the game is over. */
void menace_learn(menace_machine *m, const menace_track *track,
                  oxo_outcome outcome);

#endif /* MENACE_MENACE_H */
