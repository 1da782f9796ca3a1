/* search_score.h - scores inside the search.
 *
 * A score is in hundredths, for the side to move. A win in n plies is
 * SEARCH_WIN - n, a loss in n plies n - SEARCH_WIN; n counts from the root.
 * Both are proofs: no evaluation reaches SEARCH_PROVEN. */
#ifndef OXO_ENGINE_SEARCH_SCORE_H
#define OXO_ENGINE_SEARCH_SCORE_H

#include <stdbool.h>

enum {
    SEARCH_WIN = 30000,
    SEARCH_PROVEN = SEARCH_WIN - 100, /* the least score of a proven win */
    SEARCH_INFINITE = 32000
};

/* Proves a win or a loss. A draw has no scores of its own. */
static inline bool score_is_proof(int score)
{
    return score >= SEARCH_PROVEN || score <= -SEARCH_PROVEN;
}

/* The transposition table counts plies to a win from the position itself, so
 * that an entry is right wherever in the tree the position occurs. */
static inline int score_to_table(int score, int ply)
{
    if (score >= SEARCH_PROVEN)
        return score + ply;
    return score <= -SEARCH_PROVEN ? score - ply : score;
}

static inline int score_from_table(int score, int ply)
{
    if (score >= SEARCH_PROVEN)
        return score - ply;
    return score <= -SEARCH_PROVEN ? score + ply : score;
}

#endif /* OXO_ENGINE_SEARCH_SCORE_H */
