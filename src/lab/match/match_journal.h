/* match_journal.h - notes of finished games, so that a match can go on.
 *
 * A text file, only ever appended to. The first line names the match by a
 * digest of everything that decides which games it has:
 *
 *   oxo-match 1 DIGEST
 *
 * then a line a game, in the order in which they ended:
 *
 *   NUMBER RESULT TERMINATION CHECKSUM RECORD
 *
 * RECORD is the game's .tpgn with line ends as \n and backslashes as \\, and
 * CHECKSUM is over all the rest of the line. A last line that was torn by a
 * crash is dropped: that game is played again. A file that does not begin
 * like this is left alone. */
#ifndef MATCH_JOURNAL_H
#define MATCH_JOURNAL_H

#include "match.h"

typedef struct match_entry {
    long game;
    oxo_outcome outcome;
    match_ending ending;
    const char *record; /* .tpgn */
} match_entry;

/* Told of each game that is in the journal already; a negative errno stops
 * the reading and is returned. */
typedef int match_entry_handler(const match_entry *entry, void *context);

/* Opens or creates a journal. 0, or a negative errno with a sentence in
 * `why`: -EBADMSG, and the file untouched, if it is none, of another match, or
 * damaged before its end. */
int match_journal_open(const char *path, uint64_t digest,
                       match_entry_handler *handler, void *context, FILE **ret,
                       char why[MATCH_WHY]);

/* Appends a game. */
int match_journal_add(FILE *journal, const match_entry *entry);

/* What errno says of a file that was just refused, or -EIO: stdio does not
 * always set it. */
int match_file_error(void);

/* "1-0", "0-1", "1/2-1/2". */
const char *match_result_word(oxo_outcome outcome);

#endif /* MATCH_JOURNAL_H */
