/* command.h - what a command of `oxo` is.
 *
 * Each command describes itself in one value, and commands.c lists them all.
 * Option parsing, --help, the manual pages and the shell completions are all
 * made from that list, so they cannot disagree. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The exit statuses, the same for every command: value, name, meaning. */
#define CLI_EXITS(X)                                                          \
    X(0, CLI_OK, "success")                                                   \
    X(1, CLI_FAILURE, "failure, such as an unreadable file or a full disk")   \
    X(2, CLI_USAGE, "the command line is wrong")                              \
    X(3, CLI_NOTATION,                                                        \
      "bad notation: a text is malformed, impossible or not expressible")     \
    X(4, CLI_ILLEGAL, "an illegal move")                                      \
    X(5, CLI_UNSOLVED, "not solved within the limits")                        \
    X(130, CLI_INTERRUPTED,                                                   \
      "interrupted by Ctrl-C, SIGTERM or SIGHUP before it was done")

enum {
#define CLI_EXIT_NAME(value, name, meaning) name = (value),
    CLI_EXITS(CLI_EXIT_NAME)
#undef CLI_EXIT_NAME
};

/* The statuses that only some commands have, as flags of cli_command.exits:
 * a command reads positions, reads moves as well, solves, or runs long enough
 * to be interrupted. */
enum {
    CLI_READS_TEXT = 1 << CLI_NOTATION,
    CLI_READS_MOVES = CLI_READS_TEXT | 1 << CLI_ILLEGAL,
    CLI_SOLVES = 1 << CLI_UNSOLVED,
    CLI_RUNS_LONG = 1 << 6 /* CLI_INTERRUPTED */
};

enum { CLI_MAX_OPTIONS = 48 };

typedef struct cli_option {
    const char *name;     /* long name without the dashes; NULL ends a list */
    const char *old_name; /* name in the previous version: accepted, but shown
                           * nowhere; or NULL */
    const char *argument; /* placeholder for the value; NULL: a flag */
    const char *help;
    const char *const *values; /* the accepted values; NULL: any */
    char letter;               /* short name, or 0 */
    bool hidden;               /* for generators, not for people */
    bool needed;               /* one of the needed options must be given */
} cli_option;

/* What a shell completes an operand with. */
typedef enum cli_operand_kind {
    CLI_WORD, /* nothing */
    CLI_FILE,
    CLI_COMMAND_NAME,
    CLI_ACTION /* one of the command's terms; only for the first operand */
} cli_operand_kind;

typedef struct cli_operand {
    const char *name; /* as in the synopsis, "DEPTH"; NULL ends a list */
    const char *help;
    cli_operand_kind kind;
} cli_operand;

/* A command line that works when pasted, in any folder. */
typedef struct cli_example {
    const char *line; /* NULL ends a list */
    const char *shows;
    int exits; /* an exit status, or CLI_RUNS_ON */
} cli_example;

enum { CLI_RUNS_ON = -1 }; /* runs until it is stopped */

typedef struct cli_args cli_args;

typedef struct cli_command {
    const char *name;
    const char *summary;   /* one line, no full stop */
    const char *arguments; /* of the synopsis, behind the options */
    int least, most;       /* number of operands; most < 0: any */
    const cli_operand *operands;
    const cli_option *options;      /* every command has --help as well */
    const char *const *description; /* paragraphs; NULL ends the list */
    const char *terms_title;        /* heading of `terms`, or NULL */
    const cli_operand *terms;       /* actions or words, explained in a list */
    const cli_example *examples;
    unsigned exits; /* statuses beyond CLI_USAGE that the command may have */
    int (*run)(const cli_args *args); /* returns an exit status */
} cli_command;

/* All commands in the order of the overview; NULL ends the list. Defined in
 * src/cli/commands. */
extern const cli_command *const cli_commands[];

/* True if the command may end with that exit status; NULL stands for any
 * command. */
bool cli_may_exit(const cli_command *command, int status);

/* The command of that name, or NULL. */
const cli_command *cli_find_command(const char *name);

/* Reports an unknown command and suggests a similar name. Returns
 * CLI_USAGE. */
int cli_refuse_command(const char *name);

/* Runs a whole command line; returns the exit status. */
int cli_main(int argc, char **argv);

/* ---- A parsed command line ---------------------------------------------- */

struct cli_args {
    const cli_command *command;
    const char *values[CLI_MAX_OPTIONS]; /* in the order of command->options;
                                          * NULL: not given, "": a flag */
    bool old[CLI_MAX_OPTIONS];           /* given by its old name */
    bool help;                           /* --help was given */
    int count;                           /* of operands */
    char **operands;
};

/* Sorts the `argc` words after the command's name into options and operands;
 * reorders `argv`. Returns CLI_OK, or CLI_USAGE after an error message. */
int cli_args_parse(const cli_command *command, int argc, char **argv,
                   cli_args *ret);

/* The value of an option, by its present name; NULL if it was not given. */
const char *cli_args_value(const cli_args *args, const char *name);

/* True if the option was given by its old name, whose value may have had
 * another unit. */
bool cli_args_is_old(const cli_args *args, const char *name);

/* True if the flag was given. */
bool cli_args_flag(const cli_args *args, const char *name);

/* Reads seconds, over 0 and at most `most`, as a plain decimal number without
 * sign, exponent or words. Otherwise returns false and leaves `*ret`
 * untouched. */
bool cli_parse_seconds(const char *text, double most, double *ret);

/* Each of these reads an option's value, and leaves `*ret` alone if the option
 * was not given. Returns CLI_OK, or CLI_USAGE after an error message that
 * names the accepted values. */
int cli_read_int(const cli_args *args, const char *name, int least, int most,
                 int *ret);
int cli_read_seconds(const cli_args *args, const char *name, double most,
                     double *ret);
int cli_read_nodes(const cli_args *args, uint64_t *ret);

/* A row of cli_read_ints(). */
typedef struct cli_number {
    const char *name;
    int least, most, *value;
} cli_number;

int cli_read_ints(const cli_args *args, const cli_number *numbers,
                  size_t count);

/* The first member of each row of a command's table of actions. */
typedef struct cli_action {
    const char *name;
    const char *takes;    /* its options, with a blank on both sides of each */
    const char *old_name; /* accepted, but shown nowhere; or NULL */
} cli_action;

/* Finds the action that the first operand names in a table of `count` rows of
 * `size` bytes, which begins at `first`. NULL, after an error message, if
 * there is no such action or if it does not take one of the given options. */
const void *cli_find_action(const cli_args *args, const cli_action *first,
                            size_t count, size_t size);

/* ---- Much output at once ------------------------------------------------ */

/* Writes to standard output. stdio loses errno when it writes more than its
 * buffer holds, so this function keeps it; cli_main() reports the error. */
void cli_write(const void *bytes, size_t size);

/* ---- Error messages on standard error ----------------------------------- */

/* Characters that a terminal would obey are printed as question marks. */

/* "oxo perft: ...; try 'oxo perft --help'". Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_usage(const cli_command *command,
                                                    const char *format, ...);

/* "oxo perft: ...". Returns CLI_FAILURE. */
__attribute__((format(printf, 2, 3))) int cli_fail(const cli_command *command,
                                                   const char *format, ...);

/* "oxo solve: interrupted", or "oxo book: interrupted; ADVICE" unless `advice`
 * is NULL. Returns CLI_INTERRUPTED. */
int cli_interrupted(const cli_command *command, const char *advice);

/* The word that `word` probably misspells, or NULL. `next(list, i)` returns
 * the candidates one by one, and NULL after the last. */
const char *cli_nearest(const char *word,
                        const char *(*next)(const void *list, int i),
                        const void *list);

#endif /* CLI_COMMAND_H */
