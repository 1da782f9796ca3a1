/* ugi_command.c - parses a line of UGI. */
#include "ugi_command.h"

#include <limits.h>
#include <string.h>

#include "number.h"
#include "words.h"

static ugi_command bad_command(const char *problem)
{
    return (ugi_command){.kind = UGI_BAD, .problem = problem};
}

/* Ends `text` before the first occurrence of the word `word` and returns the
 * text behind that word; NULL, with `text` unchanged, if there is none. */
static char *split_at(char *text, const char *word)
{
    const size_t length = strlen(word);
    char *at = text;
    for (;;) {
        at += strspn(at, " \t\n\v\f\r");
        if (!*at)
            return NULL;
        const size_t n = strcspn(at, " \t\n\v\f\r");
        if (n == length && memcmp(at, word, n) == 0)
            break;
        at += n;
    }
    *at = '\0';
    return at + length;
}

/* ---- Commands with arguments -------------------------------------------- */

static ugi_command parse_option(char *rest)
{
    ugi_command command = {.kind = UGI_SET_OPTION};
    const char *name = words_next(&rest);
    if (!name || strcmp(name, "name") != 0)
        return bad_command("setoption needs a name");
    char *value = split_at(rest, "value");
    command.name = words_trim(rest);
    command.value = value ? words_trim(value) : "";
    return *command.name ? command : bad_command("setoption needs a name");
}

static ugi_command parse_position(char *rest)
{
    ugi_command command = {.kind = UGI_POSITION};
    char *moves = split_at(rest, "moves");
    static char none[] = "";
    command.moves = moves ? moves : none;
    const char *what = words_next(&rest);
    rest = words_trim(rest);
    if (what && strcmp(what, "startpos") == 0 && !*rest)
        return command;
    if (!what || strcmp(what, "fen") != 0)
        return bad_command("position needs startpos or fen");
    command.fen = rest;
    return command;
}

static int64_t at_least(int64_t least, int64_t value)
{
    return value < least ? least : value;
}

/* Thirty years at most, so that later arithmetic cannot overflow. */
static int64_t milliseconds(int64_t least, int64_t value)
{
    const int64_t most = 1000000000000;
    return value > most ? most : at_least(least, value);
}

/* Sets the limit that `word` names; false if there is no such limit. In
 * oxo_limits 0 means no limit, so that smaller values become 1. */
static bool set_limit(oxo_limits *l, const char *word, int64_t n)
{
    if (strcmp(word, "movetime") == 0)
        l->move_time = milliseconds(1, n);
    else if (strcmp(word, "nodes") == 0)
        l->nodes = (uint64_t)at_least(1, n);
    else if (strcmp(word, "depth") == 0)
        l->depth = n < INT_MAX ? (int)at_least(1, n) : INT_MAX;
    else if (strcmp(word, "p1time") == 0)
        l->clock[OXO_X] = milliseconds(1, n);
    else if (strcmp(word, "p2time") == 0)
        l->clock[OXO_O] = milliseconds(1, n);
    else if (strcmp(word, "p1inc") == 0)
        l->increment[OXO_X] = milliseconds(0, n);
    else if (strcmp(word, "p2inc") == 0)
        l->increment[OXO_O] = milliseconds(0, n);
    else
        return false;
    return true;
}

/* A clock may run out. For any other limit, 0 is a mistake of the sender. */
static bool is_clock(const char *word)
{
    return strcmp(word, "p1time") == 0 || strcmp(word, "p2time") == 0 ||
           strcmp(word, "p1inc") == 0 || strcmp(word, "p2inc") == 0;
}

#define GO_WORDS                                                              \
    "expected movetime, nodes, depth, p1time, p2time, p1inc, p2inc, "         \
    "infinite or ponder"

static ugi_command parse_go(char *rest)
{
    ugi_command command = {.kind = UGI_GO};
    const char *word = words_next(&rest);
    bool understood = !word;
    for (; word; word = words_next(&rest)) {
        int64_t number;
        oxo_limits dummy;
        if (strcmp(word, "infinite") == 0) {
            command.infinite = understood = true;
        } else if (strcmp(word, "ponder") == 0) {
            command.ponder = understood = true;
        } else if (set_limit(&dummy, word, 0)) {
            const char *text = words_next(&rest);
            if (!text || !number_read_saturated(text, &number))
                return bad_command("go: a limit needs a number");
            understood = set_limit(&command.limits, word, number);
            if (number < 1 && !is_clock(word))
                command.raised = "go: a limit below 1 becomes 1";
        } else {
            command.problem = "go: unknown argument: " GO_WORDS;
        }
    }
    /* An unlimited search would surprise a sender who meant some limit. */
    if (!understood)
        return bad_command("go: no known argument: " GO_WORDS);
    const oxo_limits *l = &command.limits;
    if (!l->depth && !l->nodes && !l->move_time && !l->clock[OXO_X] &&
        !l->clock[OXO_O])
        command.infinite = true;
    if (command.infinite)
        command.limits = (oxo_limits){0};
    return command;
}

static ugi_command parse_query(char *rest)
{
    static const char *const questions[UGI_QUESTIONS] = {
        "p1turn", "gameover", "result", "fen", "legalmoves"};
    const char *word = words_next(&rest);
    for (int q = 0; word && q < UGI_QUESTIONS; q++) {
        if (strcmp(word, questions[q]) == 0)
            return (ugi_command){.kind = UGI_QUERY,
                                 .question = (ugi_question)q};
    }
    return bad_command(
        "query needs p1turn, gameover, result, fen or legalmoves");
}

/* ---- The table ---------------------------------------------------------- */

static const struct {
    const char *word;
    ugi_kind kind;
    ugi_command (*parse)(char *rest); /* NULL: what follows is ignored */
} commands[] = {
    {"ugi", UGI_UGI, NULL},
    {"isready", UGI_ISREADY, NULL},
    {"uginewgame", UGI_NEW_GAME, NULL},
    {"setoption", UGI_SET_OPTION, parse_option},
    {"position", UGI_POSITION, parse_position},
    {"go", UGI_GO, parse_go},
    {"stop", UGI_STOP, NULL},
    {"ponderhit", UGI_PONDER_HIT, NULL},
    {"query", UGI_QUERY, parse_query},
    {"bench", UGI_BENCH, NULL},
    {"quit", UGI_QUIT, NULL},
};

ugi_command ugi_parse(char *line)
{
    const char *word = words_next(&line);
    for (size_t i = 0; word && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(word, commands[i].word) != 0)
            continue;
        if (commands[i].parse)
            return commands[i].parse(line);
        return (ugi_command){.kind = commands[i].kind};
    }
    return (ugi_command){.kind = UGI_UNKNOWN};
}
