/* command.h - what a command of `oxo` is.
 *
 * Each command describes itself in one value, and commands.c lists them all.
 * Option parsing, --help, the man pages and the shell completions are made
 * from that list and from nothing else, so they cannot disagree. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The exit statuses, which mean the same for every command: value, name, what
 * it means. */
#define CLI_EXITS(X)                                                          \
    X(0, CLI_OK, "all went well")                                             \
    X(1, CLI_FAILURE,                                                         \
      "something failed: a file that cannot be read, a full disk")            \
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
    const char *name;     /* long name, without the dashes; NULL ends a list */
    const char *old_name; /* of the version before: still read, not shown; or
                           * NULL */
    const char *argument; /* what its value is called, or NULL for a flag */
    const char *help;
    const char *const *values; /* the only values it takes, or NULL: any */
    char letter;               /* short name, or 0 */
    bool hidden;               /* for generators, not for people */
    bool needed;               /* one of those so marked must be given */
} cli_option;

/* What the shell offers for an argument. */
typedef enum cli_operand_kind {
    CLI_WORD,
    CLI_FILE,
    CLI_COMMAND_NAME,
    CLI_ACTION /* one of the command's terms; the first operand only */
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

enum { CLI_RUNS_ON = -1 }; /* until it is told to stop */

typedef struct cli_args cli_args;

typedef struct cli_command {
    const char *name;
    const char *summary;   /* one line, no full stop */
    const char *arguments; /* synopsis behind the options, "[INPUT...]" */
    int least, most;       /* how many arguments; most < 0: any number */
    const cli_operand *operands;
    const cli_option *options;      /* --help is there without being listed */
    const char *const *description; /* paragraphs; NULL ends a list */
    const char *terms_title;  /* of a list behind the options, or NULL: */
    const cli_operand *terms; /* words that need an explanation */
    const cli_example *examples;
    unsigned exits; /* statuses beyond CLI_USAGE that it may have */
    int (*run)(const cli_args *args); /* returns an exit status */
} cli_command;

/* All commands in the order of the overview; NULL ends the list. */
extern const cli_command *const cli_commands[];

/* Whether a command, or any if NULL, may end with that exit status. */
bool cli_may_exit(const cli_command *command, int status);

/* The command of that name, or NULL. */
const cli_command *cli_find_command(const char *name);

/* Says that there is no such command, and which was perhaps meant. Returns
 * CLI_USAGE. */
int cli_refuse_command(const char *name);

/* Runs a whole command line; returns the exit status. */
int cli_main(int argc, char **argv);

/* ---- What a command finds on its command line --------------------------- */

struct cli_args {
    const cli_command *command;
    const char *values[CLI_MAX_OPTIONS]; /* like command->options; NULL: not
                                          * given, "" for a flag */
    bool old[CLI_MAX_OPTIONS];           /* given by its old name */
    bool help;                           /* --help was given */
    int count;                           /* of operands */
    char **operands;
};

/* Sorts `argc` words behind the command's name into options and operands;
 * `argv` is reordered. Returns CLI_OK, or CLI_USAGE after saying why. */
int cli_args_parse(const cli_command *command, int argc, char **argv,
                   cli_args *ret);

/* The value of an option, by its present name; NULL if it was not given. */
const char *cli_args_value(const cli_args *args, const char *name);

/* True if the option was given by its old name, whose value may have had
 * another unit. */
bool cli_args_is_old(const cli_args *args, const char *name);

/* True if the flag was given. */
bool cli_args_flag(const cli_args *args, const char *name);

/* Reads seconds, over 0 and at most `most`, as a plain decimal number: no
 * signs, exponents or words. False, `*ret` untouched, for anything else. */
bool cli_parse_seconds(const char *text, double most, double *ret);

/* Each reads an option's value, if it was given, and leaves `*ret` alone if
 * not. Returns CLI_OK, or CLI_USAGE after saying what it may be. */
int cli_read_int(const cli_args *args, const char *name, int least, int most,
                 int *ret);
int cli_read_seconds(const cli_args *args, const char *name, double most,
                     double *ret);
int cli_read_nodes(const cli_args *args, uint64_t *ret);

/* Many of them, for a table. */
typedef struct cli_number {
    const char *name;
    int least, most, *value;
} cli_number;

int cli_read_ints(const cli_args *args, const cli_number *numbers,
                  size_t count);

/* How a row of a command's table of actions begins. */
typedef struct cli_action {
    const char *name;
    const char *takes; /* its options, with a blank on both sides of each */
} cli_action;

/* The row that the first operand names, of `count` rows of `size` bytes, the
 * first of which begins with `first`. NULL, after saying why, if there is
 * none, or if an option was given that the action does not take. */
const void *cli_find_action(const cli_args *args, const cli_action *first,
                            size_t count, size_t size);

/* ---- Much output at once ------------------------------------------------ */

/* To standard output. stdio does not keep what does not fit into its buffer,
 * so that only here it can be learnt why it did not arrive; that is told when
 * the command is done, as for all output. */
void cli_write(const void *bytes, size_t size);

/* ---- Saying what went wrong, on stderr ---------------------------------- */

/* What a terminal would obey is shown as a question mark. */

/* "oxo perft: ...; try 'oxo perft --help'". Returns CLI_USAGE. */
__attribute__((format(printf, 2, 3))) int cli_usage(const cli_command *command,
                                                    const char *format, ...);

/* "oxo perft: ...". Returns CLI_FAILURE. */
__attribute__((format(printf, 2, 3))) int cli_fail(const cli_command *command,
                                                   const char *format, ...);

/* "oxo solve: interrupted", or "oxo book: interrupted; ADVICE" unless `advice`
 * is NULL. Returns CLI_INTERRUPTED. */
int cli_interrupted(const cli_command *command, const char *advice);

/* Of the words handed out one by one by `next(list, i)`, the one that `word`
 * probably misspells, or NULL. `next` returns NULL behind the last. */
const char *cli_nearest(const char *word,
                        const char *(*next)(const void *list, int i),
                        const void *list);

#endif /* CLI_COMMAND_H */
