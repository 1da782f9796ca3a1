/* match_ending.c - how a game of a match ended. */
#include "match_ending.h"

#include <string.h>

static const char *const ending_words[] = {
#define MATCH_ENDING_WORD(name, word, fault) word,
    MATCH_ENDINGS(MATCH_ENDING_WORD)
#undef MATCH_ENDING_WORD
};

static const bool ending_faults[] = {
#define MATCH_ENDING_FAULT(name, word, fault) fault,
    MATCH_ENDINGS(MATCH_ENDING_FAULT)
#undef MATCH_ENDING_FAULT
};

const char *match_ending_word(match_ending ending)
{
    return ending_words[ending];
}

bool match_ending_find(const char *word, match_ending *ret)
{
    for (int i = 0; i < MATCH_ENDING_COUNT; i++) {
        if (strcmp(word, ending_words[i]) == 0) {
            *ret = (match_ending)i;
            return true;
        }
    }
    return false;
}

bool match_ending_is_fault(match_ending ending)
{
    return ending_faults[ending];
}

match_ending match_ending_of(program_fault fault)
{
    static const match_ending endings[PROGRAM_FAULTS] = {
        [PROGRAM_NO_START] = MATCH_NO_START,
        [PROGRAM_NOT_READY] = MATCH_NOT_READY,
        [PROGRAM_CRASH] = MATCH_CRASH,
        [PROGRAM_TIMEOUT] = MATCH_TIMEOUT,
        [PROGRAM_ILLEGAL_MOVE] = MATCH_ILLEGAL_MOVE,
        [PROGRAM_FLOOD] = MATCH_FLOOD,
    };
    return endings[fault];
}
