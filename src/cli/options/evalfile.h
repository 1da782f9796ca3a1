/* evalfile.h - trained evaluations and books of openings from files. */
#ifndef CLI_EVALFILE_H
#define CLI_EVALFILE_H

#include "command.h"
#include "oxo/book.h"
#include "oxo/neural.h"

/* Is '--net none' given: judge without any? */
bool evalfile_none(const cli_args *args);

/* Loads the net that the option '--net' names, or NULL if there is none.
 * Returns CLI_OK, or CLI_FAILURE after saying why. */
int evalfile_load(const cli_args *args, oxo_neural **ret);

/* Loads a book of openings. Returns CLI_OK, or CLI_FAILURE after saying
 * why. */
int evalfile_load_book(const cli_args *args, const char *path, oxo_book **ret);

#endif /* CLI_EVALFILE_H */
