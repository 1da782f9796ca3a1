/* evalfile.h - loads neural networks and opening books from files. */
#ifndef CLI_EVALFILE_H
#define CLI_EVALFILE_H

#include "command.h"
#include "oxo/book.h"
#include "oxo/neural.h"

/* True if '--net none' was given: evaluate without a neural network. */
bool evalfile_none(const cli_args *args);

/* Loads the neural network that '--net' names; `*ret` is NULL if there is
 * none. Returns CLI_OK, or CLI_FAILURE after an error message. */
int evalfile_load(const cli_args *args, oxo_neural **ret);

/* Loads an opening book. Returns CLI_OK, or CLI_FAILURE after an error
 * message. */
int evalfile_load_book(const cli_args *args, const char *path, oxo_book **ret);

#endif /* CLI_EVALFILE_H */
