/* judge.h - asking the engine about a position. */
#ifndef OXO_INSIGHT_JUDGE_H
#define OXO_INSIGHT_JUDGE_H

#include "oxo/insight.h"

/* What it said: every legal move that it had an answer for, best first. */
typedef struct judgement {
    oxo_value value; /* to the side to move */
    int count;
    oxo_choice choices[OXO_MAX_MOVES];
} judgement;

/* One judge. The buffers are here so that judging allocates nothing. */
typedef struct judge {
    oxo_engine *engine;
    uint64_t nodes;
    int depth;      /* of what `now` holds */
    judgement now;  /* of the depth that is being searched */
    judgement last; /* of the depth before: complete */
    oxo_line lines[OXO_MAX_MOVES];
} judge;

/* 0; -ENOMSG if the engine had no answer; -ECANCELED if `stop`, which may be
 * NULL, was set. `*ret` is untouched on failure. A finished game needs no
 * engine. */
int judge_position(judge *j, const oxo_position *p, const oxo_stop *stop,
                   judgement *ret);

/* ---- Values ------------------------------------------------------------- */

/* The value to the other side. */
oxo_value judge_reversed(oxo_value value);

/* The value of a move, to the mover, from that of the position it leads to,
 * to the side to move there: one move further from the end. */
oxo_value judge_before(oxo_value after);

/* Orders values by how much their side likes them: by the expected score,
 * then by distance, and a proof of a win above an estimate of one. */
int judge_rank(const oxo_value *value);

#endif /* OXO_INSIGHT_JUDGE_H */
