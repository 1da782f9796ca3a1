/* screen.c - plays games in which many of the search's parameters vary at
 * once.
 *
 * Two sides play pairs of games from random openings, each opening with sides
 * swapped. In every pair each factor is high for one side and low for the
 * other, decided by a coin flip, so every game counts for every factor, and
 * the effects of the other factors average out. tools/tune/effects.py sums up.
 *
 * This process searches all games, one after the other. All engines of a
 * process share the parameters, so they are set before each move. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parameters.h"
#include "oxo/engine.h"
#include "oxo/playout.h"

enum { OPENING_PLIES = 4, LINE_SIZE = 2048, HASH_MOST = 65536 };

static const char help[] =
    "usage: screen [OPTION]... [FACTOR]...\n"
    "\n"
    "Plays pairs of games in which many of the search's parameters vary at\n"
    "once.\n"
    "\n"
    "A factor is NAME=LOW:HIGH, or several of these with spaces between "
    "them,\n"
    "which are low or high together. NAME=HIGH compares HIGH with the "
    "present\n"
    "value. src/core/engine/search/parameters.h has names and bounds.\n"
    "\n"
    "The first line of the output lists the factors, separated by commas. "
    "Every\n"
    "other line is a pair: the variant, the wins less the losses of the "
    "first\n"
    "side, and + or - for each factor: high or low for that side. The same\n"
    "command gives the same lines. The output of an interrupted run, and of\n"
    "several runs with different seeds, is valid input for\n"
    "tools/tune/effects.py FILE...\n"
    "\n"
    "  --factors FILE     factors from a file, one per line; # begins a "
    "comment\n"
    "  --variant VARIANT  ultimate or ultimate-cg; default: both in turn\n"
    "  --pairs N          number of pairs; default: 1000\n"
    "  --nodes N          nodes per move; default: 5000\n"
    "  --hash MIB         table of each side; default: 4\n"
    "  --seed N           of openings and coin flips; default: 1\n"
    "  --help             show this help\n"
    "\n"
    "The environment variable OXO_PARAMETERS, such as\n"
    "'REVERSE_FUTILITY_MARGIN=80 LATE_FUTILITY_MOVE=4', sets parameters for "
    "both\n"
    "sides before anything varies.\n";

typedef int32_t setting[PARAMETER_COUNT];

typedef struct screening {
    oxo_variant variants[2]; /* of the pairs, in turn */
    uint64_t pairs, nodes, hash;
    oxo_random dice;
    int factors;
    int factor_of[PARAMETER_COUNT]; /* -1: does not vary */
    setting base, low, high;
    oxo_engine *engines[2];
} screening;

__attribute__((noreturn, format(printf, 1, 2))) static void
refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("screen: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

/* ---- Factors ------------------------------------------------------------ */

static int number_named(const char *name, size_t length)
{
    for (int n = 0; n < PARAMETER_COUNT; n++) {
        if (strlen(parameter_rows[n].name) == length &&
            memcmp(parameter_rows[n].name, name, length) == 0)
            return n;
    }
    refuse("there is no parameter '%.*s'", (int)length, name);
}

/* Reads a value for parameter `n` at the beginning of `text`. */
static int32_t read_value(const char *text, char **ret_end, int n)
{
    errno = 0;
    const long value = strtol(text, ret_end, 10);
    if (*ret_end == text)
        refuse("%s needs a value, not '%s'", parameter_rows[n].name, text);
    if (errno != 0 || value < parameter_rows[n].least ||
        value > parameter_rows[n].most)
        refuse("%s: %.*s is not within %d..%d", parameter_rows[n].name,
               (int)(*ret_end - text), text, (int)parameter_rows[n].least,
               (int)parameter_rows[n].most);
    return (int32_t)value;
}

/* Adds NAME=HIGH or NAME=LOW:HIGH to the last factor. */
static void add_parameter(screening *s, const char *word)
{
    const size_t length = strcspn(word, "=");
    const int n = number_named(word, length);
    if (word[length] == '\0')
        refuse("%s needs a value: %s=LOW:HIGH", word, word);
    if (s->factor_of[n] >= 0)
        refuse("%s varies twice", parameter_rows[n].name);
    char *end;
    s->factor_of[n] = s->factors - 1;
    s->low[n] = s->base[n];
    s->high[n] = read_value(word + length + 1, &end, n);
    if (*end == ':') {
        s->low[n] = s->high[n];
        s->high[n] = read_value(end + 1, &end, n);
    }
    if (*end != '\0')
        refuse("unexpected '%s' in '%s'", end, word);
}

static void take_factor(screening *s, char *text)
{
    static const char spaces[] = " \t\r\n";
    text += strspn(text, spaces);
    if (*text == '\0')
        refuse("a factor is empty");
    s->factors++;
    while (*text != '\0') {
        char *const word = text;
        text += strcspn(text, spaces);
        if (*text != '\0')
            *text++ = '\0';
        add_parameter(s, word);
        text += strspn(text, spaces);
    }
}

static void take_file(screening *s, const char *path)
{
    char line[LINE_SIZE];
    FILE *const file = fopen(path, "r");
    if (!file)
        refuse("%s: %s", path, strerror(errno));
    while (fgets(line, sizeof(line), file)) {
        if (strlen(line) == sizeof(line) - 1)
            refuse("%s: a line is too long", path);
        line[strcspn(line, "#")] = '\0';
        if (line[strspn(line, " \t\r\n")] != '\0')
            take_factor(s, line);
    }
    if (ferror(file))
        refuse("%s: %s", path, strerror(errno));
    fclose(file);
}

static void print_factors(const screening *s)
{
    fputs("factors:", stdout);
    for (int factor = 0; factor < s->factors; factor++) {
        if (factor > 0)
            putchar(',');
        for (int n = 0; n < PARAMETER_COUNT; n++) {
            if (s->factor_of[n] == factor)
                printf(" %s=%d:%d", parameter_rows[n].name, (int)s->low[n],
                       (int)s->high[n]);
        }
    }
    putchar('\n');
}

/* ---- Options ------------------------------------------------------------ */

static uint64_t read_count(const char *option, const char *text,
                           uint64_t least, uint64_t most)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0 ||
        value < least || value > most)
        refuse("--%s needs a number from %llu to %llu, not '%s'", option,
               (unsigned long long)least, (unsigned long long)most, text);
    return value;
}

/* Only these have networks, for which these parameters are. */
static oxo_variant read_variant(const char *word)
{
    oxo_variant variant;
    if (!oxo_variant_find(word, &variant) ||
        (variant != OXO_ULTIMATE && variant != OXO_ULTIMATE_CG))
        refuse("--variant must be ultimate or ultimate-cg, not '%s'", word);
    return variant;
}

static void take_option(screening *s, int option)
{
    switch (option) {
    case 'f':
        take_file(s, optarg);
        break;
    case 'v':
        s->variants[0] = s->variants[1] = read_variant(optarg);
        break;
    case 'p':
        s->pairs = read_count("pairs", optarg, 1, UINT64_MAX);
        break;
    case 'n':
        s->nodes = read_count("nodes", optarg, 1, UINT64_MAX);
        break;
    case 'h':
        s->hash = read_count("hash", optarg, 1, HASH_MOST);
        break;
    case 's':
        s->dice.state = read_count("seed", optarg, 0, UINT64_MAX);
        break;
    case '?':
        exit(2);
    default:
        fputs(help, stdout);
        exit(fflush(stdout) == 0 ? 0 : 1);
    }
}

static void take_arguments(screening *s, int argc, char **argv)
{
    static const struct option options[] = {
        {"factors", required_argument, NULL, 'f'},
        {"variant", required_argument, NULL, 'v'},
        {"pairs", required_argument, NULL, 'p'},
        {"nodes", required_argument, NULL, 'n'},
        {"hash", required_argument, NULL, 'h'},
        {"seed", required_argument, NULL, 's'},
        {"help", no_argument, NULL, 'H'},
        {NULL, 0, NULL, 0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
        take_option(s, option);
    for (int i = optind; i < argc; i++)
        take_factor(s, argv[i]);
    if (s->factors == 0)
        refuse("no factors; see --help");
}

/* ---- Games -------------------------------------------------------------- */

static oxo_position random_opening(oxo_variant variant, oxo_random *dice)
{
    oxo_position p = oxo_position_start(variant);
    for (int ply = 0; ply < OPENING_PLIES; ply++) {
        oxo_move moves[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&p, moves);
        p = oxo_position_play(&p,
                              moves[oxo_random_below(dice, (unsigned)count)]);
    }
    return p;
}

/* Plays a game from `p`, in which side 0 has the mark `first`. Returns 1 if
 * side 0 wins, -1 if it loses, 0 for a draw. */
static int play_game(screening *s, setting sides[2], oxo_position p,
                     oxo_mark first)
{
    oxo_outcome outcome;
    for (int side = 0; side < 2; side++)
        oxo_engine_new_game(s->engines[side]);
    while ((outcome = oxo_position_outcome(&p)) == OXO_ONGOING) {
        const int side = oxo_position_turn(&p) != first;
        oxo_line line;
        int lines;
        memcpy(parameters_neural, sides[side], sizeof(setting));
        oxo_engine_search(s->engines[side], &p,
                          &(oxo_limits){.nodes = s->nodes}, NULL, NULL, &line,
                          &lines);
        p = oxo_position_play(&p, line.moves[0]);
    }
    if (outcome == OXO_DRAW)
        return 0;
    return oxo_outcome_winner(outcome) == first ? 1 : -1;
}

/* Flips a coin for each factor, which is high for one side and low for the
 * other. */
static void flip_coins(screening *s, char *signs, setting sides[2])
{
    for (int factor = 0; factor < s->factors; factor++)
        signs[factor] = oxo_random_below(&s->dice, 2) == 0 ? '-' : '+';
    for (int n = 0; n < PARAMETER_COUNT; n++) {
        const int factor = s->factor_of[n];
        const bool varied = factor >= 0;
        const int high = varied && signs[factor] == '+' ? 0 : 1;
        sides[high][n] = varied ? s->high[n] : s->base[n];
        sides[1 - high][n] = varied ? s->low[n] : s->base[n];
    }
}

/* Plays and writes a pair. False if writing fails. */
static bool play_pair(screening *s, oxo_variant variant)
{
    char signs[PARAMETER_COUNT];
    setting sides[2];
    flip_coins(s, signs, sides);
    const oxo_position p = random_opening(variant, &s->dice);
    const int points =
        play_game(s, sides, p, OXO_X) + play_game(s, sides, p, OXO_O);
    printf("%s %d %.*s\n", oxo_variant_word(variant), points, s->factors,
           signs);
    return fflush(stdout) == 0;
}

int main(int argc, char **argv)
{
    screening s = {.variants = {OXO_ULTIMATE, OXO_ULTIMATE_CG},
                   .pairs = 1000,
                   .nodes = 5000,
                   .hash = 4,
                   .dice = {1}};
    parameters_read();
    memcpy(s.base, parameters_neural, sizeof(s.base));
    for (int n = 0; n < PARAMETER_COUNT; n++)
        s.factor_of[n] = -1;
    take_arguments(&s, argc, argv);
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = (size_t)s.hash << 20;
    for (int side = 0; side < 2; side++) {
        if (oxo_engine_create(&options, &s.engines[side]) < 0)
            refuse("out of memory");
    }
    print_factors(&s);
    bool ok = true;
    for (uint64_t pair = 0; ok && pair < s.pairs; pair++)
        ok = play_pair(&s, s.variants[pair % 2]);
    if (!ok)
        refuse("cannot write: %s", strerror(errno));
    for (int side = 0; side < 2; side++)
        oxo_engine_destroy(s.engines[side]);
    return 0;
}
