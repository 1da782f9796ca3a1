/* engine_arg.c - an engine as an argument on the command line. */
#include "engine_arg.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "number.h"
#include "words.h"

/* Puts a text in quotes, for words_take_quoted(); false if it does not
 * fit. */
static bool quote_word(const char *text, char *out, size_t room)
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

bool engine_arg_use_self(program_spec *spec)
{
    char path[PROGRAM_COMMAND] = "", quoted[PROGRAM_COMMAND];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length == (ssize_t)sizeof path - 1)
        return false; /* the path may be longer than the buffer */
    /* Without /proc, the oxo in the PATH. */
    if (!quote_word(length > 0 ? path : "oxo", quoted, sizeof quoted))
        return false;
    const int used =
        snprintf(spec->command, sizeof spec->command, "%s engine", quoted);
    return used > 0 && (size_t)used < sizeof spec->command;
}

/* A description whose first word is not key=value. */
typedef struct shorthand {
    char word[PROGRAM_VALUE];
    const char *rest;
    int level; /* of "oxo:LEVEL", or -1 */
    bool self; /* the word is "oxo" or "oxo:LEVEL"; else it is a path */
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

static oxo_status check_shorthand(shorthand *s, char why[PROGRAM_WHY])
{
    if (s->self && s->word[3] == ':' &&
        !number_read_int(s->word + 4, 1, 10, &s->level)) {
        snprintf(why, PROGRAM_WHY,
                 "a level is a number from 1 to 10, not '%s'", s->word + 4);
        return OXO_SYNTAX;
    }
    if (!s->self && !strchr(s->word, '/')) {
        snprintf(why, PROGRAM_WHY,
                 "it must begin with 'oxo', 'oxo:LEVEL', a path with a slash, "
                 "or a key such as cmd='python3 bot.py'");
        return OXO_SYNTAX;
    }
    return OXO_OK;
}

/* Writes the shorthand as a description with keys, so that there is only one
 * parser; false if it does not fit. The command is a placeholder, so that it
 * need not be quoted twice: parse_shorthand() sets the real one. */
static bool expand_shorthand(const shorthand *s, char *out, size_t room)
{
    char name[2 * PROGRAM_VALUE + 3], level[32] = "";
    const char *slash = strrchr(s->word, '/');
    if (!quote_word(slash ? slash + 1 : s->word, name, sizeof name))
        return false;
    if (s->level >= 0)
        snprintf(level, sizeof level, "option.Level=%d", s->level);
    const int length =
        snprintf(out, room, "cmd=oxo name=%s %s %s", name, level, s->rest);
    return length >= 0 && (size_t)length < room;
}

static oxo_status parse_shorthand(shorthand *s, program_spec *ret,
                                  char why[PROGRAM_WHY])
{
    char text[4 * PROGRAM_COMMAND];
    if (check_shorthand(s, why) != OXO_OK)
        return OXO_SYNTAX;
    bool fits = expand_shorthand(s, text, sizeof text);
    if (fits && program_spec_parse(text, ret, why) != OXO_OK)
        return OXO_SYNTAX;
    if (fits)
        fits = s->self
                   ? engine_arg_use_self(ret)
                   : quote_word(s->word, ret->command, sizeof ret->command);
    if (!fits)
        snprintf(why, PROGRAM_WHY, "it is too long");
    return fits ? OXO_OK : OXO_TEXT_TOO_LONG;
}

bool engine_arg_is_short(const char *text)
{
    shorthand s;
    return is_shorthand(text, &s);
}

oxo_status engine_arg_parse(const char *text, program_spec *ret,
                            char why[PROGRAM_WHY])
{
    shorthand s;
    return is_shorthand(text, &s) ? parse_shorthand(&s, ret, why)
                                  : program_spec_parse(text, ret, why);
}

/* Does the text begin with key=value, where the key is known or, with `any`,
 * any word? A text with an open quote counts as well: its parser reports the
 * quote. */
static bool begins_with_key(const char *text, bool any)
{
    char word[PROGRAM_COMMAND + PROGRAM_NAME];
    const char *rest = text;
    if (words_take_quoted(&rest, word, sizeof word) != 1)
        (void)snprintf(word, sizeof word, "%s", text + strspn(text, " \t"));
    char *equals = strchr(word, '=');
    if (!equals)
        return false;
    *equals = '\0';
    return any || program_spec_has_key(word);
}

bool engine_arg_is_spec(const char *text)
{
    shorthand s;
    if (!is_shorthand(text, &s))
        return begins_with_key(text, false);
    if (s.self && (s.word[3] == ':' || !s.rest[strspn(s.rest, " \t")]))
        return true;
    return (s.self || strchr(s.word, '/')) && begins_with_key(s.rest, s.self);
}
