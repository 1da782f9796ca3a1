/* match_log.h - the match log: finished games, so that an interrupted match
 * can resume.
 *
 * A text file that only grows. The first line identifies the match by a digest
 * of everything that decides which games it has:
 *
 *   oxo-match 1 DIGEST
 *
 * Each further line is a game, in the order in which the games ended:
 *
 *   NUMBER RESULT TERMINATION CHECKSUM RECORD
 *
 * RECORD is the game's .tpgn with line ends written as \n and backslashes as
 * \\. CHECKSUM covers the rest of the line. An incomplete last line, which a
 * crash may leave, is removed, and its game is played again. A file with
 * another first line is refused and not changed. */
#ifndef MATCH_LOG_H
#define MATCH_LOG_H

#include "match.h"

typedef struct match_entry {
    long game;
    oxo_outcome outcome;
    match_ending ending;
    const char *record; /* .tpgn */
} match_entry;

/* Called for each game that the log already contains. A negative errno stops
 * the reading, and match_log_open() returns it. */
typedef int match_entry_handler(const match_entry *entry, void *context);

/* Opens or creates a log for appending. 0, or a negative errno with a sentence
 * in `why`. -EBADMSG, with the file unchanged, if it is not a match log, the
 * log of another match, or damaged before its last line. */
int match_log_open(const char *path, uint64_t digest,
                   match_entry_handler *handler, void *context, FILE **ret,
                   char why[MATCH_WHY]);

/* Appends a game and flushes. 0 or a negative errno. */
int match_log_add(FILE *log, const match_entry *entry);

/* -errno after an stdio function has failed; -EIO if stdio has not set
 * errno. */
int match_file_error(void);

/* "1-0", "0-1", "1/2-1/2". */
const char *match_result_word(oxo_outcome outcome);

#endif /* MATCH_LOG_H */
