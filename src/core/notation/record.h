/* record.h - what reading and writing game files share. */
#ifndef OXO_NOTATION_RECORD_H
#define OXO_NOTATION_RECORD_H

#include "oxo/notation.h"

/* [outcome]: "*", "1-0", "0-1", "1/2-1/2". */
extern const char *const record_results[4];

/* The number of tags that every record has, first in its table. */
enum { RECORD_ROSTER = 6 };

/* Tags of the file that are not in the record's table. */
typedef enum record_special {
    RECORD_RESULT,
    RECORD_VARIANT,
    RECORD_SETUP,
    RECORD_FEN,
    RECORD_SPECIALS
} record_special;
extern const char *const record_special_names[RECORD_SPECIALS];

/* Each returns the index of the name, or -1. */
int record_find_special(const char *name);
int record_find_tag(const oxo_record *r, const char *name);

#endif /* OXO_NOTATION_RECORD_H */
