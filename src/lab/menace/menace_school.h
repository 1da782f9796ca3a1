/* menace_school.h - trains a machine against a teacher. */
#ifndef MENACE_MENACE_SCHOOL_H
#define MENACE_MENACE_SCHOOL_H

#include "menace.h"

typedef enum menace_teacher {
    MENACE_RANDOM,  /* plays any move */
    MENACE_PERFECT, /* plays any of the best moves */
    MENACE_ITSELF   /* a second machine, which learns too */
} menace_teacher;

enum { MENACE_MOST_GAMES = 1000000000 }; /* counted per result */

/* Everything that training changes. */
typedef struct menace_school {
    menace_machine pupil; /* plays X and moves first */
    menace_machine rival; /* plays O */
    bool has_rival;       /* the rival has played */
    uint32_t won, drawn, lost;
} menace_school;

void menace_school_init(menace_school *s);

/* The number of games so far. */
uint32_t menace_school_games(const menace_school *s);

/* Random numbers for the next games. They depend on the seed and on the number
 * of games so far. */
oxo_random menace_school_dice(const menace_school *s, uint64_t seed);

/* One of the best moves, at random. The game must not be over. */
oxo_move menace_perfect_move(const oxo_classic *p, oxo_random *dice);

/* Counts a game, and lets the pupil learn from it. */
void menace_school_end(menace_school *s, const menace_track *track,
                       oxo_outcome outcome);

/* Plays one game against the teacher and learns from it. Returns the outcome.
 */
oxo_outcome menace_school_lesson(menace_school *s, menace_teacher teacher,
                                 oxo_random *dice);

#endif /* MENACE_MENACE_SCHOOL_H */
