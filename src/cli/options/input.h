/* input.h - text from arguments, files and standard input. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "command.h"
#include "oxo/notation.h"

enum { INPUT_MAX_MIB = 64 };

typedef struct input_text {
    char *name;    /* for messages: the file's, "<stdin>", "<argument 2>",
                    * or the option's */
    char *bytes;   /* ends in a NUL that `length` does not count */
    size_t length; /* there may be others before it */
    bool is_word;  /* one word of the command line that names no file, though
                    * it may have been meant to */

    /* The line of the last complaint and where it begins: finding the next
     * one goes on from there, or many faults would take for ever. */
    int known_line;
    size_t known_offset;
} input_text;

/* True if the argument is a file or "-": it names an existing file, or looks
 * so much like a path that taking it for notation would be a bad joke. */
bool input_is_path(const char *argument);

/* Loads what an argument stands for, and says so if that fails; `number`
 * counts arguments from 1. Returns CLI_OK or CLI_FAILURE. */
int input_load(const cli_command *command, const char *argument, int number,
               input_text *ret);

/* `count` arguments with blanks between; the first is number `first`. */
int input_join(const cli_command *command, const char *const *arguments,
               int first, int count, input_text *ret);

/* What an argument with blanks in it, which somebody quoted, is. */
typedef enum input_quoted {
    INPUT_QUOTED_ALONE, /* a text of its own */
    INPUT_QUOTED_JOINS  /* words, like those around it */
} input_quoted;

/* Loads what begins with the operand `first`: a file, or a text with all its
 * words, which need not be quoted. Behind the first of them, only what looks
 * like a path is taken for one. Returns how many operands that was, and in
 * `*ret_status` what input_load() would. */
int input_take(const cli_args *args, int first, input_quoted quoted,
               input_text *ret, int *ret_status);

/* The value of an option; messages call it by the option's name, "--fen". */
int input_option(const cli_command *command, const char *option,
                 const char *value, input_text *ret);

void input_clear(input_text *text);

/* "FILE:LINE:COLUMN: reason [word]" on stderr, then the line with a caret
 * under the column; behind that, of a word that is no notation, that there is
 * no such file either. Returns the exit status that goes with it. */
int input_complain(input_text *text, const oxo_text_error *error);

/* CLI_ILLEGAL for a refused move, CLI_NOTATION for all other refusals. */
int input_exit_status(oxo_status status);

#endif /* CLI_INPUT_H */
