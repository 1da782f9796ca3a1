/* spec.c - what is to be played: engines, limits, the whole match. */
#define _POSIX_C_SOURCE 200809L

#include "match.h"
#include "number.h"
#include "utf8.h"
#include "words.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

static const int64_t one_year = INT64_C(1000) * 3600 * 24 * 366;

static oxo_status refuse(char why[MATCH_WHY], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static oxo_status refuse(char why[MATCH_WHY], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, MATCH_WHY, format, arguments);
    va_end(arguments);
    return OXO_SYNTAX;
}

/* ---- Endings ------------------------------------------------------------ */

static const char *const ending_words[] = {
#define MATCH_ENDING_WORD(name, word, fault) word,
    MATCH_ENDINGS(MATCH_ENDING_WORD)
#undef MATCH_ENDING_WORD
};

static const bool ending_faults[] = {
#define MATCH_ENDING_FAULT(name, word, fault) fault,
    MATCH_ENDINGS(MATCH_ENDING_FAULT)
#undef MATCH_ENDING_FAULT
};

const char *match_ending_word(match_ending ending)
{
    return ending_words[ending];
}

bool match_ending_find(const char *word, match_ending *ret)
{
    for (int i = 0; i < MATCH_ENDING_COUNT; i++) {
        if (strcmp(word, ending_words[i]) == 0) {
            *ret = (match_ending)i;
            return true;
        }
    }
    return false;
}

bool match_ending_is_fault(match_ending ending)
{
    return ending_faults[ending];
}

/* ---- Limits ------------------------------------------------------------- */

static oxo_status set_clock(match_limits *limits, const char *value)
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

oxo_status match_limits_set(match_limits *limits, const char *key,
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

const char *match_limits_form(const char *key)
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

static bool is_limited(const match_limits *l)
{
    return l->base > 0 || l->move_time > 0 || l->nodes > 0 || l->depth > 0;
}

/* ---- Engines ------------------------------------------------------------ */

static oxo_status add_option(match_engine *e, const char *name,
                             const char *value)
{
    if (e->option_count == MATCH_MAX_OPTIONS)
        return OXO_TEXT_TOO_LONG;
    match_option *o = &e->options[e->option_count];
    if (!*name || !words_copy(o->name, sizeof o->name, name) ||
        !words_copy(o->value, sizeof o->value, value))
        return OXO_TEXT_TOO_LONG;
    e->option_count++;
    return OXO_OK;
}

static oxo_status set_protocol(match_engine *e, const char *word)
{
    if (strcmp(word, "ugi") == 0)
        e->protocol = MATCH_UGI;
    else if (strcmp(word, "codingame") == 0)
        e->protocol = MATCH_CODINGAME;
    else
        return OXO_SYNTAX;
    return OXO_OK;
}

static oxo_status set_text(char *out, size_t room, const char *value)
{
    return words_copy(out, room, value) ? OXO_OK : OXO_TEXT_TOO_LONG;
}

/* A control character would end a line of the protocol or of a record. */
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

static oxo_status set_key(match_engine *e, const char *key, const char *value)
{
    if (!is_plain(value) || !is_plain(key))
        return OXO_SYNTAX;
    if (strcmp(key, "cmd") == 0)
        return set_text(e->command, sizeof e->command, value);
    if (strcmp(key, "name") == 0)
        return utf8_is_safe(value, strlen(value))
                   ? set_text(e->name, sizeof e->name, value)
                   : OXO_SYNTAX;
    if (strcmp(key, "dir") == 0)
        return set_text(e->directory, sizeof e->directory, value);
    if (strcmp(key, "stderr") == 0)
        return set_text(e->errors, sizeof e->errors, value);
    if (strcmp(key, "proto") == 0)
        return set_protocol(e, value);
    if (strcmp(key, "margin") == 0)
        return set_time(&e->margin, value);
    if (strcmp(key, "grace") == 0)
        return set_time(&e->start_grace, value);
    if (strncmp(key, "option.", 7) == 0)
        return add_option(e, key + 7, value);
    return match_limits_set(&e->limits, key, value);
}

bool match_engine_has_key(const char *key)
{
    static const char *const keys[] = {"cmd",   "name",   "dir",  "stderr",
                                       "proto", "margin", "grace"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return strncmp(key, "option.", 7) == 0 || match_limits_form(key);
}

static oxo_status set_pair(match_engine *e, char *word, char why[MATCH_WHY])
{
    char *equals = strchr(word, '=');
    if (!equals)
        return refuse(why, "\"%.80s\" is not of the form key=value", word);
    *equals = '\0';
    const oxo_status status = set_key(e, word, equals + 1);
    if (status == OXO_OK)
        return OXO_OK;
    if (strcmp(word, "option.") == 0)
        return refuse(why, "option.= names no option");
    if (status == OXO_TEXT_TOO_LONG)
        return refuse(why, "%.80s= is %s", word,
                      e->option_count < MATCH_MAX_OPTIONS
                          ? "too long"
                          : "one option too many, or too long");
    if (!match_engine_has_key(word))
        return refuse(why, "there is no key \"%.80s\"", word);
    const char *form = match_limits_form(word);
    return form ? refuse(why, "%s= is %s, not \"%.80s\"", word, form,
                         equals + 1)
                : refuse(why, "%s= cannot be \"%.80s\"", word, equals + 1);
}

/* The beginning of its command, if need be with other characters: a name is
 * text, and is shown and recorded. */
static void name_after_command(match_engine *e)
{
    (void)snprintf(e->name, sizeof e->name, "%.63s", e->command);
    if (utf8_is_safe(e->name, strlen(e->name)))
        return;
    for (char *c = e->name; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

oxo_status match_engine_parse(const char *text, match_engine *ret,
                              char why[MATCH_WHY])
{
    match_engine e = {.protocol = MATCH_UGI};
    char word[MATCH_COMMAND + MATCH_NAME];
    int more;
    while ((more = words_take_quoted(&text, word, sizeof word)) > 0) {
        const oxo_status status = set_pair(&e, word, why);
        if (status != OXO_OK)
            return status;
    }
    if (more < 0)
        return refuse(why, "a quote is not closed, or a word is too long");
    if (!e.command[0])
        return refuse(why, "an engine needs cmd=");
    if (!e.name[0])
        name_after_command(&e);
    *ret = e;
    return OXO_OK;
}

/* ---- The match ---------------------------------------------------------- */

void match_config_init(match_config *ret)
{
    memset(ret, 0, sizeof *ret);
    ret->variant = OXO_ULTIMATE;
    ret->rounds = 1;
    ret->concurrency = 1;
    ret->margin = 100;
    ret->start_grace = 10000;
    ret->think_grace = 60000;
    ret->quit_grace = 2000;
    ret->start_failures = 3;
    ret->anchor = -1;
    ret->adjudication.resign_agree = true;
}

oxo_status match_config_levels(match_config *config, const match_engine *base,
                               int from, int to)
{
    if (from < 0 || to < from || to - from >= MATCH_MAX_ENGINES)
        return OXO_SYNTAX;
    config->engine_count = 0;
    for (int level = from; level <= to; level++) {
        match_engine *e = &config->engines[config->engine_count++];
        char text[16];
        *e = *base;
        (void)snprintf(text, sizeof text, "%d", level);
        (void)snprintf(e->name, sizeof e->name, "level-%d", level);
        if (add_option(e, "Level", text) != OXO_OK)
            return OXO_TEXT_TOO_LONG;
    }
    return OXO_OK;
}

const char *match_engine_unfit(const match_engine *e, oxo_variant variant)
{
    return e->protocol == MATCH_CODINGAME && variant != OXO_ULTIMATE_CG
               ? "speaks CodinGame's protocol, which is for ultimate-cg only"
               : NULL;
}

static oxo_status check_engine(const match_config *c, const match_engine *e,
                               char why[MATCH_WHY])
{
    const bool codingame = e->protocol == MATCH_CODINGAME;
    const char *unfit = match_engine_unfit(e, c->variant);
    if (!e->command[0])
        return refuse(why, "%s has no command", e->name);
    if (!codingame && !is_limited(&e->limits) && !is_limited(&c->limits))
        return refuse(why, "%s has no limit of time, nodes or depth", e->name);
    if (unfit)
        return refuse(why, "%s %s", e->name, unfit);
    /* It is told the last move and has to know the rest. */
    if (codingame && c->openings.kind != MATCH_EMPTY_BOARD)
        return refuse(why,
                      "%s speaks CodinGame's protocol, which knows no "
                      "openings: '--openings empty' does without",
                      e->name);
    return OXO_OK;
}

static oxo_status check_names(const match_config *c, char why[MATCH_WHY])
{
    for (int i = 0; i < c->engine_count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(c->engines[i].name, c->engines[j].name) == 0)
                return refuse(why, "two engines are called %s",
                              c->engines[i].name);
    return OXO_OK;
}

static oxo_status check_numbers(const match_config *c, char why[MATCH_WHY])
{
    if (c->engine_count < 2 || c->engine_count > MATCH_MAX_ENGINES)
        return refuse(why, "a match has 2 to %d engines", MATCH_MAX_ENGINES);
    if (c->rounds < 1 || c->rounds > 1000000)
        return refuse(why, "a match has 1 to 1000000 rounds");
    if (c->concurrency < 1 || c->concurrency > 256)
        return refuse(why, "1 to 256 games can be played at a time");
    if (c->openings.kind == MATCH_RANDOM_PLIES &&
        (c->openings.plies < 1 || c->openings.plies > 40))
        return refuse(why, "a random opening has 1 to 40 plies");
    if (c->event && !utf8_is_safe(c->event, strlen(c->event)))
        return refuse(why, "the event's name is not text");
    if (c->anchor < -1 || c->anchor >= c->engine_count)
        return refuse(why, "there is no engine to anchor ratings to");
    return OXO_OK;
}

static oxo_status check_sprt(const match_config *c, char why[MATCH_WHY])
{
    if (c->sprt.on && c->engine_count != 2)
        return refuse(why, "an SPRT needs exactly two engines");
    if (c->sprt.on && !match_sprt_is_sound(&c->sprt))
        return refuse(why, "an SPRT needs elo0 < elo1, and alpha and beta "
                           "between 0 and 0.5");
    return OXO_OK;
}

/* One file under two names, or what will be one. */
static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return a && b &&
           (strcmp(a, b) == 0 ||
            (stat(a, &one) == 0 && stat(b, &other) == 0 &&
             one.st_dev == other.st_dev && one.st_ino == other.st_ino));
}

/* Games replace what is in their file. */
static oxo_status check_files(const match_config *c, char why[MATCH_WHY])
{
    if (is_same_file(c->games, c->journal))
        return refuse(why,
                      "%.150s: the journal and the games need a file each",
                      c->games);
    if (is_same_file(c->games, c->openings.path))
        return refuse(why, "%.150s: the games would replace the openings",
                      c->games);
    return OXO_OK;
}

oxo_status match_config_check(const match_config *c, char why[MATCH_WHY])
{
    oxo_status status = check_numbers(c, why);
    for (int i = 0; status == OXO_OK && i < c->engine_count; i++)
        status = check_engine(c, &c->engines[i], why);
    if (status == OXO_OK)
        status = check_names(c, why);
    if (status == OXO_OK)
        status = check_sprt(c, why);
    if (status == OXO_OK)
        status = check_files(c, why);
    return status;
}
