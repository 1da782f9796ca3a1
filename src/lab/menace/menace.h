/* menace.h - Michie's Matchbox Educable Noughts and Crosses Engine.
 *
 * There is a matchbox for every position, up to symmetry, in which the machine
 * has a choice: 304 for the side that moves first. A box holds beads in one
 * colour per move; moves that are equal by symmetry share a colour. To move,
 * the machine draws a bead.
 *
 * After a win, each drawn bead is put back with three more of its colour;
 * after a draw, with one more; after a loss it is kept out. A machine whose
 * box is empty resigns. Only boxes for a first move keep their last bead,
 * because the machine could not play without it.
 *
 * The second player can be a machine too, with 289 boxes: then both learn from
 * each other. Machines are values; the caller provides the random numbers. */
#ifndef MENACE_MENACE_H
#define MENACE_MENACE_H

#include "oxo/classic.h"
#include "oxo/playout.h"

enum {
    MENACE_BOXES = 304,       /* for X, who moves first */
    MENACE_RIVAL_BOXES = 289, /* for O */
    MENACE_MOST_BEADS = 9999, /* per colour and box */
    MENACE_TURNS = 4          /* turns with a choice per game */
};

typedef struct menace_box {
    oxo_classic position; /* as oxo_classic_canonical() returns it */
    uint8_t count;        /* number of moves */
    oxo_move moves[OXO_CELLS];
    uint16_t beads[OXO_CELLS]; /* [move] */
} menace_box;

typedef struct menace_machine {
    oxo_mark side;
    int count;
    menace_box boxes[MENACE_BOXES]; /* ordered by marks, then by cells */
} menace_machine;

/* A new machine: four beads per colour for its first move, then three, two and
 * one. */
void menace_init(menace_machine *m, oxo_mark side);

/* The number of beads per colour in a new box. */
int menace_first_beads(const menace_box *box);

/* True for a box of the machine's first move, which is never empty. */
bool menace_is_first(const menace_box *box);

/* The number of beads in a box. */
int menace_total(const menace_box *box);

/* The index of the box for a position in which it is the machine's turn; -1 if
 * there is no choice. */
int menace_find(const menace_machine *m, const oxo_classic *p,
                int *ret_symmetry);

/* ---- Playing ------------------------------------------------------------ */

/* The beads drawn in a game: from which boxes, for which of their moves. */
typedef struct menace_track {
    int count;
    int boxes[MENACE_TURNS];
    int slots[MENACE_TURNS];
} menace_track;

/* Draws a bead and adds it to `track`; the last empty cell needs no bead.
 * Returns the move, or OXO_NO_MOVE to resign. */
oxo_move menace_choose(const menace_machine *m, const oxo_classic *p,
                       oxo_random *dice, menace_track *track);

/* Adds or removes beads after the game. */
void menace_learn(menace_machine *m, const menace_track *track,
                  oxo_outcome outcome);

#endif /* MENACE_MENACE_H */
