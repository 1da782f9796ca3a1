/* judge.h - asks the engine about one position. */
#ifndef OXO_INSIGHT_JUDGE_H
#define OXO_INSIGHT_JUDGE_H

#include "oxo/insight.h"

/* The engine's result: the legal moves that have a value, best first. */
typedef struct judgement {
    oxo_value value; /* for the side to move */
    int count;
    oxo_choice choices[OXO_MAX_MOVES];
} judgement;

/* The buffers are members so that judging allocates nothing. */
typedef struct judge {
    oxo_engine *engine;
    uint64_t nodes;
    int depth;      /* of `now` */
    judgement now;  /* of the depth in progress */
    judgement last; /* of the depth before, which is complete */
    oxo_line lines[OXO_MAX_MOVES];
} judge;

/* 0; -ENOMSG if the engine had no result; -ECANCELED if `stop`, which may be
 * NULL, was set. On failure `*ret` is unchanged. A finished game needs no
 * engine. */
int judge_position(judge *j, const oxo_position *p, const oxo_stop *stop,
                   judgement *ret);

/* ---- Values ------------------------------------------------------------- */

/* The value for the other side. */
oxo_value judge_reversed(oxo_value value);

/* The value of a move, for the mover, from the value of the position after it,
 * for the side to move there. */
oxo_value judge_before(oxo_value after);

/* Ranks values from the worst to the best: by expected score; a proven win
 * above an estimated one; then by distance. */
int judge_rank(const oxo_value *value);

#endif /* OXO_INSIGHT_JUDGE_H */
