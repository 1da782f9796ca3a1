/* program_spec.c - parses descriptions of engines and their limits. */
#include "program_spec.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "utf8.h"
#include "words.h"

static const int64_t one_year = INT64_C(1000) * 3600 * 24 * 366;

static oxo_status refuse(char why[PROGRAM_WHY], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static oxo_status refuse(char why[PROGRAM_WHY], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, PROGRAM_WHY, format, arguments);
    va_end(arguments);
    return OXO_SYNTAX;
}

/* ---- Limits ------------------------------------------------------------- */

static oxo_status set_clock(program_limits *limits, const char *value)
{
    char base[32];
    int64_t seconds, increment = 0;
    const char *plus = strchr(value, '+');
    const size_t length = plus ? (size_t)(plus - value) : strlen(value);
    if (length >= sizeof base)
        return OXO_SYNTAX;
    memcpy(base, value, length);
    base[length] = '\0';
    if (!number_read_seconds(base, &seconds) || seconds == 0)
        return OXO_SYNTAX;
    if (plus && !number_read_seconds(plus + 1, &increment))
        return OXO_SYNTAX;
    limits->base = seconds;
    limits->increment = increment;
    return OXO_OK;
}

oxo_status program_limits_set(program_limits *limits, const char *key,
                              const char *value)
{
    int64_t number;
    if (strcmp(key, "tc") == 0)
        return set_clock(limits, value);
    if (!number_read(value, 1, INT64_MAX / 10 - 1, &number))
        return OXO_SYNTAX;
    if (strcmp(key, "nodes") == 0)
        limits->nodes = (uint64_t)number;
    else if (strcmp(key, "depth") == 0 && number <= 1000)
        limits->depth = number;
    else if (strcmp(key, "movetime") == 0 && number <= one_year)
        limits->move_time = number;
    else if (strcmp(key, "firsttime") == 0 && number <= one_year)
        limits->first_time = number;
    else
        return OXO_SYNTAX;
    return OXO_OK;
}

const char *program_limits_form(const char *key)
{
    static const char *const forms[][2] = {
        {"tc", "seconds for the game and what a move adds, 60+0.5, or 60"},
        {"movetime", "a number of milliseconds from 1 to 31622400000"},
        {"firsttime", "a number of milliseconds from 1 to 31622400000"},
        {"nodes", "a number from 1"},
        {"depth", "a number from 1 to 1000"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(key, forms[i][0]) == 0)
            return forms[i][1];
    return NULL;
}

bool program_limits_any(const program_limits *l)
{
    return l->base > 0 || l->move_time > 0 || l->nodes > 0 || l->depth > 0;
}

/* ---- Descriptions
 * ------------------------------------------------------------ */

oxo_status program_spec_add_option(program_spec *s, const char *name,
                                   const char *value)
{
    if (s->option_count == PROGRAM_MAX_OPTIONS)
        return OXO_TEXT_TOO_LONG;
    program_option *o = &s->options[s->option_count];
    if (!*name || !words_copy(o->name, sizeof o->name, name) ||
        !words_copy(o->value, sizeof o->value, value))
        return OXO_TEXT_TOO_LONG;
    s->option_count++;
    return OXO_OK;
}

static oxo_status set_protocol(program_spec *s, const char *word)
{
    return protocol_find(word, &s->protocol) ? OXO_OK : OXO_SYNTAX;
}

static oxo_status set_text(char *out, size_t room, const char *value)
{
    return words_copy(out, room, value) ? OXO_OK : OXO_TEXT_TOO_LONG;
}

/* A control character could end a line of the protocol or of a game record. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}

static oxo_status set_time(int64_t *out, const char *value)
{
    return number_read(value, 1, one_year, out) ? OXO_OK : OXO_SYNTAX;
}

static oxo_status set_key(program_spec *s, const char *key, const char *value)
{
    if (!is_plain(value) || !is_plain(key))
        return OXO_SYNTAX;
    if (strcmp(key, "cmd") == 0)
        return set_text(s->command, sizeof s->command, value);
    if (strcmp(key, "name") == 0)
        return utf8_is_safe(value, strlen(value))
                   ? set_text(s->name, sizeof s->name, value)
                   : OXO_SYNTAX;
    if (strcmp(key, "dir") == 0)
        return set_text(s->directory, sizeof s->directory, value);
    if (strcmp(key, "stderr") == 0)
        return set_text(s->errors, sizeof s->errors, value);
    if (strcmp(key, "proto") == 0)
        return set_protocol(s, value);
    if (strcmp(key, "margin") == 0)
        return set_time(&s->margin, value);
    if (strcmp(key, "grace") == 0)
        return set_time(&s->start_grace, value);
    if (strncmp(key, "option.", 7) == 0)
        return program_spec_add_option(s, key + 7, value);
    return program_limits_set(&s->limits, key, value);
}

bool program_spec_has_key(const char *key)
{
    static const char *const keys[] = {"cmd",   "name",   "dir",  "stderr",
                                       "proto", "margin", "grace"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return strncmp(key, "option.", 7) == 0 || program_limits_form(key);
}

static oxo_status set_pair(program_spec *s, char *word, char why[PROGRAM_WHY])
{
    char *equals = strchr(word, '=');
    if (!equals)
        return refuse(why, "\"%.80s\" is not of the form key=value", word);
    *equals = '\0';
    const oxo_status status = set_key(s, word, equals + 1);
    if (status == OXO_OK)
        return OXO_OK;
    if (strcmp(word, "option.") == 0)
        return refuse(why, "option.= names no option");
    if (status == OXO_TEXT_TOO_LONG)
        return refuse(why, "%.80s= is %s", word,
                      s->option_count < PROGRAM_MAX_OPTIONS
                          ? "too long"
                          : "one option too many, or too long");
    if (!program_spec_has_key(word))
        return refuse(why, "there is no key \"%.80s\"", word);
    const char *form = program_limits_form(word);
    return form ? refuse(why, "%s= is %s, not \"%.80s\"", word, form,
                         equals + 1)
                : refuse(why, "%s= cannot be \"%.80s\"", word, equals + 1);
}

/* The default name is the beginning of the command, with question marks for
 * characters that must not be shown or recorded. */
static void name_after_command(program_spec *s)
{
    (void)snprintf(s->name, sizeof s->name, "%.63s", s->command);
    if (utf8_is_safe(s->name, strlen(s->name)))
        return;
    for (char *c = s->name; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

oxo_status program_spec_parse(const char *text, program_spec *ret,
                              char why[PROGRAM_WHY])
{
    program_spec s = {.protocol = PROTOCOL_UGI};
    char word[PROGRAM_COMMAND + PROGRAM_NAME];
    int more;
    while ((more = words_take_quoted(&text, word, sizeof word)) > 0) {
        const oxo_status status = set_pair(&s, word, why);
        if (status != OXO_OK)
            return status;
    }
    if (more < 0)
        return refuse(why, "a quote is not closed, or a word is too long");
    if (!s.command[0])
        return refuse(why, "an engine needs cmd=");
    if (!s.name[0])
        name_after_command(&s);
    *ret = s;
    return OXO_OK;
}

const char *program_spec_unfit(const program_spec *s, oxo_variant variant)
{
    return s->protocol == PROTOCOL_CODINGAME && variant != OXO_ULTIMATE_CG
               ? "speaks CodinGame's protocol, which is for ultimate-cg only"
               : NULL;
}
