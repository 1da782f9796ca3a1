/* contest.c - what `oxo match` and `oxo ladder` have in common. */
#include "contest.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "number.h"
#include "safe.h"
#include "words.h"

/* ---- Options ------------------------------------------------------------ */

static int read_games(const cli_args *args, int games, match_config *config)
{
    const int status = cli_read_int(args, "games", 2, 2000000, &games);
    if (status != CLI_OK)
        return status;
    if (games % 2 != 0)
        return cli_usage(args->command,
                         "'--games' is an even number, not '%d': games come "
                         "in pairs, with the sides swapped",
                         games);
    config->rounds = games / 2;
    return CLI_OK;
}

static int read_openings(const cli_args *args, match_openings *o)
{
    static const char random[] = "random:";
    const size_t length = sizeof random - 1;
    const char *text = cli_args_value(args, "openings");
    *o = (match_openings){.kind = MATCH_RANDOM_PLIES, .plies = 4, .seed = 1};
    int seed = 1;
    const int status = cli_read_int(args, "seed", 0, INT_MAX, &seed);
    o->seed = (uint64_t)seed;
    if (status != CLI_OK || !text)
        return status;
    if (strcmp(text, "empty") == 0) {
        o->kind = MATCH_EMPTY_BOARD;
    } else if (strncmp(text, random, length) == 0) {
        if (!number_read_int(text + length, 1, 40, &o->plies))
            return cli_usage(args->command,
                             "random openings have 1 to 40 plies, not '%s'",
                             text + length);
    } else {
        o->kind = MATCH_OPENINGS_FILE;
        o->path = text;
    }
    return CLI_OK;
}

int contest_init(const cli_args *args, int games, match_config *ret)
{
    const char *variant = cli_args_value(args, "variant");
    match_config_init(ret);
    ret->variant = variant ? format_variant(variant) : OXO_ULTIMATE;
    ret->journal = cli_args_value(args, "resume");
    ret->games = cli_args_value(args, "tpgn");
    int status = read_games(args, games, ret);
    if (status == CLI_OK)
        status = read_openings(args, &ret->openings);
    if (status == CLI_OK)
        status = cli_read_int(args, "concurrency", 1, 256, &ret->concurrency);
    return status;
}

int contest_limit(const cli_args *args, const char *name, match_config *config)
{
    const char *text = cli_args_value(args, name);
    if (!text || match_limits_set(&config->limits, name, text) == OXO_OK)
        return CLI_OK;
    return cli_usage(args->command, "'--%s' is %s, not '%s'", name,
                     match_limits_form(name), text);
}

/* ---- Engines ------------------------------------------------------------ */

/* Puts a text in quotes that words_take_quoted() takes off again; false if it
 * does not fit. */
static bool quote(const char *text, char *out, size_t room)
{
    size_t used = 0;
    if (2 * strlen(text) + 3 > room)
        return false;
    out[used++] = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            out[used++] = '\\';
        out[used++] = *text;
    }
    out[used++] = '"';
    out[used] = '\0';
    return true;
}

bool contest_use_self(match_engine *engine)
{
    char path[MATCH_COMMAND] = "", quoted[MATCH_COMMAND];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length == (ssize_t)sizeof path - 1)
        return false; /* cut short */
    /* Without /proc, whichever the shell would find. */
    if (!quote(length > 0 ? path : "oxo", quoted, sizeof quoted))
        return false;
    const int used =
        snprintf(engine->command, sizeof engine->command, "%s engine", quoted);
    return used > 0 && (size_t)used < sizeof engine->command;
}

/* A description that begins with a word that is no key. */
typedef struct shorthand {
    char word[MATCH_VALUE];
    const char *rest;
    int level; /* "oxo:LEVEL"; -1: not given */
    bool self; /* "oxo": the running program, else a path */
} shorthand;

static bool is_shorthand(const char *text, shorthand *ret)
{
    ret->rest = text;
    ret->level = -1;
    if (words_take_quoted(&ret->rest, ret->word, sizeof ret->word) != 1 ||
        strchr(ret->word, '='))
        return false;
    ret->self =
        strcmp(ret->word, "oxo") == 0 || strncmp(ret->word, "oxo:", 4) == 0;
    return true;
}

static oxo_status check_shorthand(shorthand *s, char why[MATCH_WHY])
{
    if (s->self && s->word[3] == ':' &&
        !number_read_int(s->word + 4, 1, 10, &s->level)) {
        snprintf(why, MATCH_WHY, "a level is a number from 1 to 10, not '%s'",
                 s->word + 4);
        return OXO_SYNTAX;
    }
    if (!s->self && !strchr(s->word, '/')) {
        snprintf(why, MATCH_WHY,
                 "it begins with 'oxo', 'oxo:LEVEL', a path with a slash, or "
                 "a key such as cmd='python3 bot.py'");
        return OXO_SYNTAX;
    }
    return OXO_OK;
}

/* Writes the shorthand out in keys, so that there is one parser. The command
 * is left for later: quoting it twice is no pleasure. */
static bool write_out(const shorthand *s, char *out, size_t room)
{
    char name[2 * MATCH_VALUE + 3], level[32] = "";
    const char *slash = strrchr(s->word, '/');
    if (!quote(slash ? slash + 1 : s->word, name, sizeof name))
        return false;
    if (s->level >= 0)
        snprintf(level, sizeof level, "option.Level=%d", s->level);
    const int length =
        snprintf(out, room, "cmd=oxo name=%s %s %s", name, level, s->rest);
    return length >= 0 && (size_t)length < room;
}

static oxo_status parse_shorthand(shorthand *s, match_engine *ret,
                                  char why[MATCH_WHY])
{
    char text[4 * MATCH_COMMAND];
    if (check_shorthand(s, why) != OXO_OK)
        return OXO_SYNTAX;
    bool fits = write_out(s, text, sizeof text);
    if (fits && match_engine_parse(text, ret, why) != OXO_OK)
        return OXO_SYNTAX;
    if (fits)
        fits = s->self ? contest_use_self(ret)
                       : quote(s->word, ret->command, sizeof ret->command);
    if (!fits)
        snprintf(why, MATCH_WHY, "it is too long");
    return fits ? OXO_OK : OXO_TEXT_TOO_LONG;
}

static bool is_taken(const match_config *config, const char *name)
{
    for (int i = 0; i < config->engine_count; i++)
        if (strcmp(config->engines[i].name, name) == 0)
            return true;
    return false;
}

/* "oxo oxo" is a match as well: the second becomes "oxo-2". */
static void make_unique(const match_config *config, match_engine *e)
{
    char name[MATCH_NAME];
    memcpy(name, e->name, sizeof name);
    for (int i = 2; is_taken(config, e->name); i++)
        snprintf(e->name, sizeof e->name, "%.50s-%d", name, i);
}

oxo_status contest_engine_parse(const char *text, match_engine *ret,
                                char why[MATCH_WHY])
{
    shorthand s;
    return is_shorthand(text, &s) ? parse_shorthand(&s, ret, why)
                                  : match_engine_parse(text, ret, why);
}

/* A word with an equals sign, and before it a key, or any word. Where a quote
 * is not closed the text counts as it is: who reads it will say so. */
static bool begins_with_key(const char *text, bool any)
{
    char word[MATCH_COMMAND + MATCH_NAME];
    const char *rest = text;
    if (words_take_quoted(&rest, word, sizeof word) != 1)
        (void)snprintf(word, sizeof word, "%s", text + strspn(text, " \t"));
    char *equals = strchr(word, '=');
    if (!equals)
        return false;
    *equals = '\0';
    return any || match_engine_has_key(word);
}

bool contest_is_description(const char *text)
{
    shorthand s;
    if (!is_shorthand(text, &s))
        return begins_with_key(text, false);
    if (s.self && (s.word[3] == ':' || !s.rest[strspn(s.rest, " \t")]))
        return true;
    return (s.self || strchr(s.word, '/')) && begins_with_key(s.rest, s.self);
}

int contest_add(const cli_args *args, const char *text, match_config *config)
{
    char why[MATCH_WHY];
    shorthand s;
    match_engine *e = &config->engines[config->engine_count];
    if (contest_engine_parse(text, e, why) != OXO_OK)
        return cli_usage(args->command, "engine '%s': %s", text, why);
    if (is_shorthand(text, &s))
        make_unique(config, e);
    config->engine_count++;
    return CLI_OK;
}

/* ---- Playing ------------------------------------------------------------ */

typedef struct listener {
    const cli_command *command;
    bool quiet;
} listener;

static void tell(const match_event *event, void *context)
{
    const listener *l = context;
    char text[MATCH_NAME + MATCH_WHY] = "";
    match_event e = *event;
    /* What an engine said may be quoted there. */
    if (e.text)
        safe_copy(text, sizeof text, e.text);
    e.text = text;
    if (e.kind == MATCH_NOTE)
        cli_fail(l->command, "%s", text);
    else if (!l->quiet)
        match_print_event(&e, stderr);
}

int contest_play(const cli_args *args, const match_config *config,
                 match_summary *ret)
{
    char why[MATCH_WHY];
    listener l = {args->command, cli_args_flag(args, "quiet")};
    memset(ret, 0, sizeof *ret);
    if (match_config_check(config, why) != OXO_OK)
        return cli_usage(args->command, "%s", why);
    const int error = match_run(config, tell, &l, ret);
    if (error == -EINVAL) /* the configuration was fine: an opening is not */
        return CLI_NOTATION;
    if (error == -ENOMEM)
        return cli_fail(args->command, "out of memory");
    if (error < 0)
        return CLI_FAILURE;
    if (ret->interrupted)
        return cli_interrupted(args->command, NULL);
    return CLI_OK;
}
