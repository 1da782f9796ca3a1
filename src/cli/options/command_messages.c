/* command_messages.c - error messages on standard error, and the word that a
 * misspelt one probably meant. */
#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "safe.h"

/* ---- Messages ----------------------------------------------------------- */

/* Messages quote people and files, so control characters are replaced. Very
 * long messages are cut. */
__attribute__((format(printf, 2, 0))) static void
write_message(const cli_command *command, const char *format, va_list list)
{
    char text[4096];
    /* Standard output comes before the message on a shared terminal. */
    fflush(stdout);
    vsnprintf(text, sizeof text, format, list);
    fprintf(stderr,
            command ? "oxo %s: " : "oxo: ", command ? command->name : "");
    safe_print(stderr, text);
}

int cli_usage(const cli_command *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    write_message(command, format, list);
    va_end(list);
    if (command)
        fprintf(stderr, "; try 'oxo %s --help'\n", command->name);
    else
        fputs("; try 'oxo help'\n", stderr);
    return CLI_USAGE;
}

int cli_fail(const cli_command *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    write_message(command, format, list);
    va_end(list);
    fputc('\n', stderr);
    return CLI_FAILURE;
}

int cli_interrupted(const cli_command *command, const char *advice)
{
    (void)cli_fail(command, "interrupted%s%s", advice ? "; " : "",
                   advice ? advice : "");
    return CLI_INTERRUPTED;
}

/* ---- Similar words ------------------------------------------------------ */

enum { LONGEST_WORD = 31 };

static int least_of(int a, int b, int c)
{
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* The Damerau-Levenshtein distance (optimal string alignment): the number of
 * letters to insert, remove, replace or swap with their neighbour to turn one
 * word into the other. */
static int edit_distance(const char *a, const char *b)
{
    int d[LONGEST_WORD + 1][LONGEST_WORD + 1];
    const int rows = (int)strlen(a), cols = (int)strlen(b);
    for (int i = 0; i <= rows; i++)
        d[i][0] = i;
    for (int j = 0; j <= cols; j++)
        d[0][j] = j;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= cols; j++) {
            const int other = a[i - 1] != b[j - 1];
            d[i][j] = least_of(d[i - 1][j] + 1, d[i][j - 1] + 1,
                               d[i - 1][j - 1] + other);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < d[i][j])
                d[i][j] = d[i - 2][j - 2] + 1;
        }
    return d[rows][cols];
}

const char *cli_nearest(const char *word,
                        const char *(*next)(const void *list, int i),
                        const void *list)
{
    const size_t length = strlen(word);
    if (length < 2 || length > LONGEST_WORD)
        return NULL;
    const char *best = NULL;
    int fewest = length < 5 ? 2 : 3; /* a suggestion has fewer errors */
    const char *candidate;
    for (int i = 0; (candidate = next(list, i)) != NULL; i++) {
        if (strlen(candidate) > LONGEST_WORD)
            continue;
        /* A prefix counts as one wrong letter. */
        const int n = strncmp(candidate, word, length) == 0
                          ? 1
                          : edit_distance(word, candidate);
        if (n < fewest) {
            fewest = n;
            best = candidate;
        }
    }
    return best;
}
