/* base.c - names of marks, outcomes, variants and statuses. */
#include "oxo/base.h"

#include <assert.h>
#include <string.h>

const char *oxo_version(void)
{
    return OXO_VERSION;
}

oxo_mark oxo_mark_other(oxo_mark mark)
{
    assert(mark <= OXO_NONE);
    static const oxo_mark other[] = {OXO_O, OXO_X, OXO_NONE};
    return other[mark];
}

oxo_mark oxo_outcome_winner(oxo_outcome outcome)
{
    assert(outcome <= OXO_DRAW);
    static const oxo_mark winner[] = {OXO_NONE, OXO_X, OXO_O, OXO_NONE};
    return winner[outcome];
}

oxo_outcome oxo_outcome_won_by(oxo_mark mark)
{
    assert(mark < OXO_NONE);
    return mark == OXO_X ? OXO_X_WINS : OXO_O_WINS;
}

oxo_move oxo_move_at(int board, int cell)
{
    if (board < 0 || board >= OXO_CELLS || cell < 0 || cell >= OXO_CELLS)
        return OXO_NO_MOVE;
    return (oxo_move)(OXO_CELLS * board + cell);
}

static const char *const variant_words[OXO_VARIANTS] = {
    "classic", "ultimate", "ultimate-cg", "ultimate-continue"};

const char *oxo_variant_word(oxo_variant variant)
{
    assert(variant <= OXO_ULTIMATE_CONTINUE);
    return variant_words[variant];
}

bool oxo_variant_find(const char *word, oxo_variant *ret)
{
    for (int v = 0; v < OXO_VARIANTS; v++) {
        if (strcmp(word, variant_words[v]) == 0) {
            *ret = (oxo_variant)v;
            return true;
        }
    }
    return false;
}

/* Compiler builtins, because a C++ program that includes oxo/base.h could not
 * read an _Atomic member. */
void oxo_stop_set(oxo_stop *stop)
{
    __atomic_store_n(&stop->is_set, 1, __ATOMIC_SEQ_CST);
}

void oxo_stop_clear(oxo_stop *stop)
{
    __atomic_store_n(&stop->is_set, 0, __ATOMIC_SEQ_CST);
}

bool oxo_stop_is_set(const oxo_stop *stop)
{
    return stop && __atomic_load_n(&stop->is_set, __ATOMIC_ACQUIRE) != 0;
}

static const struct {
    const char *word, *sentence;
} statuses[] = {
#define STATUS_TEXT(name, word, sentence) {word, sentence},
    OXO_STATUSES(STATUS_TEXT)
#undef STATUS_TEXT
};

const char *oxo_status_word(oxo_status status)
{
    assert(status < OXO_STATUS_COUNT);
    return statuses[status].word;
}

const char *oxo_status_sentence(oxo_status status)
{
    assert(status < OXO_STATUS_COUNT);
    return statuses[status].sentence;
}
