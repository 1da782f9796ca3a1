/* parts.h - what the files of this folder share beside text.h. */
#ifndef OXO_NOTATION_PARTS_H
#define OXO_NOTATION_PARTS_H

#include "text.h"

/* ---- Moves (move.c) ----------------------------------------------------- */

/* One letter or two, whatever follows; false, nothing refused, if not. */
bool move_read_letters(text_reader *in, oxo_variant variant, oxo_move *ret);
void move_put_letters(text_writer *w, oxo_variant variant, oxo_move m);

/* ---- Positions (position.c, foreign.c) ---------------------------------- */

/* Where the parts of a position stand in its text: a refusal points there. */
typedef struct position_places {
    size_t boards[OXO_CELLS];
    size_t owners[OXO_CELLS];
    size_t side;
    size_t target;
} position_places;

/* Notes how a board stands according to the text. */
void position_set_owner(oxo_ultimate *p, unsigned board, oxo_outcome owner);

/* Refuses what oxo_ultimate_validate() refuses, where it stands. */
bool position_accept(text_reader *in, const oxo_ultimate *p,
                     const position_places *at);

/* `p` is empty, of the right variant. */
bool ultimattt_read(text_reader *in, oxo_ultimate *p);
bool utttai_read(text_reader *in, oxo_ultimate *p);
void ultimattt_put(text_writer *w, const oxo_ultimate *p);
void utttai_put(text_writer *w, const oxo_ultimate *p);

/* ---- Records (record.c, comment.c) -------------------------------------- */

/* "*", "1-0", "0-1", "1/2-1/2": [outcome]. */
extern const char *const record_results[4];

/* The tags that every record has, at the head of its table. */
enum { RECORD_ROSTER = 6 };

/* The tags that a record keeps elsewhere, as written. */
typedef enum record_special {
    RECORD_RESULT,
    RECORD_VARIANT,
    RECORD_SETUP,
    RECORD_FEN,
    RECORD_SPECIALS
} record_special;
extern const char *const record_special_names[RECORD_SPECIALS];

/* Which of the names it is, or -1; and where a tag stands, or -1. */
int record_find_special(const char *name);
int record_find_tag(const oxo_record *r, const char *name);

/* A comment while it is read: its words, one space apart, and its commands
 * ("[%clk 0:04:59]"), which go where they belong. */
typedef struct comment_sink {
    text_writer words;
    bool gap;       /* white space came after the last word */
    oxo_note *note; /* of the move; NULL: commands are refused */
    oxo_turn *turn; /* the move; NULL before the first */
    unsigned seen;  /* commands read, as a mask */
} comment_sink;

/* Reads up to `end`: '}', a line end (or the text's), or TEXT_END. */
bool comment_read(text_reader *in, int end, comment_sink *sink);

#endif /* OXO_NOTATION_PARTS_H */
