/* menace_school.h - a machine and those who teach it. */
#ifndef MENACE_MENACE_SCHOOL_H
#define MENACE_MENACE_SCHOOL_H

#include "menace.h"

typedef enum menace_teacher {
    MENACE_RANDOM,  /* any move */
    MENACE_PERFECT, /* any of the best moves */
    MENACE_ITSELF   /* a second machine, which learns as well */
} menace_teacher;

enum { MENACE_MOST_GAMES = 1000000000 }; /* that are counted, of a result */

/* All that training changes. */
typedef struct menace_school {
    menace_machine pupil; /* opens, as X */
    menace_machine rival; /* replies, as O */
    bool has_rival;       /* it has played */
    uint32_t won, drawn, lost;
} menace_school;

void menace_school_init(menace_school *s);

/* Games so far. */
uint32_t menace_school_games(const menace_school *s);

/* The dice for what comes next: another seed, or more games before, and they
 * fall differently. */
oxo_random menace_school_dice(const menace_school *s, uint64_t seed);

/* Any of the moves that are as good as the best; the game goes on. */
oxo_move menace_perfect_move(const oxo_classic *p, oxo_random *dice);

/* Notes how a game ended, and the pupil learns. */
void menace_school_end(menace_school *s, const menace_track *track,
                       oxo_outcome outcome);

/* Plays one game against the teacher, and learns; returns its outcome. */
oxo_outcome menace_school_lesson(menace_school *s, menace_teacher teacher,
                                 oxo_random *dice);

#endif /* MENACE_MENACE_SCHOOL_H */
