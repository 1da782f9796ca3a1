/* menace_school.c - see menace_school.h. */
#include "menace_school.h"

#include <assert.h>

#include "oxo/engine.h"

void menace_school_init(menace_school *s)
{
    *s = (menace_school){.has_rival = false};
    menace_init(&s->pupil, OXO_X);
    menace_init(&s->rival, OXO_O);
}

uint32_t menace_school_games(const menace_school *s)
{
    return s->won + s->drawn + s->lost;
}

oxo_random menace_school_dice(const menace_school *s, uint64_t seed)
{
    oxo_random by_seed = {seed};
    return (oxo_random){oxo_random_next(&by_seed) + menace_school_games(s)};
}

/* ---- Teachers ----------------------------------------------------------- */

/* A value for the side that has just moved: quick wins are better than slow
 * wins, then draws, then slow losses, then quick losses. */
static int worth_to_last_mover(const oxo_classic *p)
{
    const oxo_value value = oxo_classic_value(p);
    if (value.kind == OXO_PROVEN_LOSS)
        return 100 - value.distance;
    return value.kind == OXO_PROVEN_WIN ? value.distance - 100 : 0;
}

oxo_move menace_perfect_move(const oxo_classic *p, oxo_random *dice)
{
    oxo_move moves[OXO_CELLS], best[OXO_CELLS] = {0};
    const int count = oxo_classic_moves(p, moves);
    int most = -1000, equals = 0;
    for (int i = 0; i < count; i++) {
        const oxo_classic next = oxo_classic_play(*p, moves[i]);
        const int worth = worth_to_last_mover(&next);
        if (worth > most)
            equals = 0;
        if (worth >= most)
            best[equals++] = moves[i];
        most = worth > most ? worth : most;
    }
    assert(equals > 0);
    return best[oxo_random_below(dice, (uint32_t)equals)];
}

static oxo_move random_move(const oxo_classic *p, oxo_random *dice)
{
    oxo_move moves[OXO_CELLS];
    const int count = oxo_classic_moves(p, moves);
    return moves[oxo_random_below(dice, (uint32_t)count)];
}

static oxo_move teachers_move(const menace_school *s, menace_teacher teacher,
                              const oxo_classic *p, oxo_random *dice,
                              menace_track *track)
{
    switch (teacher) {
    case MENACE_RANDOM:
        return random_move(p, dice);
    case MENACE_PERFECT:
        return menace_perfect_move(p, dice);
    case MENACE_ITSELF:
        break;
    }
    return menace_choose(&s->rival, p, dice, track);
}

/* ---- Lessons ------------------------------------------------------------ */

void menace_school_end(menace_school *s, const menace_track *track,
                       oxo_outcome outcome)
{
    uint32_t *const counts[] = {NULL, &s->won, &s->lost, &s->drawn};
    if (*counts[outcome] < MENACE_MOST_GAMES)
        ++*counts[outcome];
    menace_learn(&s->pupil, track, outcome);
}

oxo_outcome menace_school_lesson(menace_school *s, menace_teacher teacher,
                                 oxo_random *dice)
{
    menace_track track[2] = {{.count = 0}, {.count = 0}};
    oxo_classic p = oxo_classic_start();
    oxo_outcome outcome = OXO_ONGOING;
    while (outcome == OXO_ONGOING) {
        const oxo_move move =
            p.turn == OXO_X
                ? menace_choose(&s->pupil, &p, dice, &track[OXO_X])
                : teachers_move(s, teacher, &p, dice, &track[OXO_O]);
        if (move == OXO_NO_MOVE) {
            outcome = oxo_outcome_won_by(oxo_mark_other((oxo_mark)p.turn));
        } else {
            p = oxo_classic_play(p, move);
            outcome = oxo_classic_outcome(&p);
        }
    }
    menace_school_end(s, &track[OXO_X], outcome);
    if (teacher == MENACE_ITSELF) {
        s->has_rival = true;
        menace_learn(&s->rival, &track[OXO_O], outcome);
    }
    return outcome;
}
