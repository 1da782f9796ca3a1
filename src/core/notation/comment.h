/* comment.h - reads the comments of a game file. */
#ifndef OXO_NOTATION_COMMENT_H
#define OXO_NOTATION_COMMENT_H

#include "text.h"

/* Where the parts of a comment go: its words, separated by single spaces, and
 * the values of its commands, such as "[%clk 0:04:59]". */
typedef struct comment_sink {
    text_writer words;
    bool gap;       /* white space followed the last word */
    oxo_note *note; /* of the move; NULL: refuse commands */
    oxo_turn *turn; /* the move; NULL before the first */
    unsigned seen;  /* commands read, as a mask */
} comment_sink;

/* Reads up to `end`: '}', a line end (or the end of the text), or TEXT_END. */
bool comment_read(text_reader *in, int end, comment_sink *sink);

#endif /* OXO_NOTATION_COMMENT_H */
