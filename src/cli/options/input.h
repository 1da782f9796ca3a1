/* input.h - text from arguments, files and standard input. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "command.h"
#include "oxo/notation.h"

enum { INPUT_MAX_MIB = 64 };

typedef struct input_text {
    char *name;  /* for messages: of a file or option, "<stdin>" or
                  * "<argument 2>" */
    char *bytes; /* ends in a NUL that `length` does not count; other NULs
                  * may come before it */
    size_t length;
    bool is_word; /* one word of the command line that names no file; it may
                   * be a misspelt file name */

    /* The line of the last error, and its offset. The search for the next
     * error's line starts here; otherwise many errors take quadratic time. */
    int known_line;
    size_t known_offset;
} input_text;

/* True if the argument stands for a file: "-", an existing file, or a text
 * that looks like a path, such as "./x" or "x.tpgn". */
bool input_is_path(const char *argument);

/* Loads the file or text that an argument stands for; `number` counts
 * arguments from 1. Returns CLI_OK, or CLI_FAILURE after an error message. */
int input_load(const cli_command *command, const char *argument, int number,
               input_text *ret);

/* Joins `count` arguments with blanks; the first is number `first`. */
int input_join(const cli_command *command, const char *const *arguments,
               int first, int count, input_text *ret);

/* The meaning of an argument that contains blanks because it was quoted. */
typedef enum input_quoted {
    INPUT_QUOTED_ALONE, /* a text of its own */
    INPUT_QUOTED_JOINS  /* words, joined with those around it */
} input_quoted;

/* Loads the input that begins with the operand `first`: a file, or a text
 * whose words need not be quoted. After the first word of a text, only an
 * operand that looks like a path is a path. Returns the number of operands
 * used;
 * `*ret_status` is that of input_load(). */
int input_take(const cli_args *args, int first, input_quoted quoted,
               input_text *ret, int *ret_status);

/* The value of an option; messages use the option's name, "--fen". */
int input_option(const cli_command *command, const char *option,
                 const char *value, input_text *ret);

void input_clear(input_text *text);

/* Prints "FILE:LINE:COLUMN: reason [word]" on stderr, then the line with a
 * caret under the column. For a word that is no notation, adds that there is
 * no such file either. Returns the exit status for the error. */
int input_complain(input_text *text, const oxo_text_error *error);

/* CLI_ILLEGAL for an illegal move, CLI_NOTATION for all other errors. */
int input_exit_status(oxo_status status);

#endif /* CLI_INPUT_H */
