/* config_value.c - see config_value.h. */
#include "config_value.h"

#include <arpa/inet.h>
#include <string.h>

#include "number.h"

const char *const config_switch_words[] = {"no", "yes", NULL};

/* ---- Numbers with units ------------------------------------------------- */

typedef struct unit {
    const char *word;
    int64_t factor;
} unit;

/* The largest first; the last one divides every number. */
static const unit times[] = {
    {"h", CONFIG_HOUR},
    {"m", 60 * CONFIG_SECOND},
    {"s", CONFIG_SECOND},
    {"ms", 1},
    {NULL, 0},
};
static const unit sizes[] = {
    {"g", 1024 * CONFIG_MIB},
    {"m", CONFIG_MIB},
    {"k", CONFIG_KIB},
    {"", 1},
    {NULL, 0},
};
static const unit ones[] = {{"", 1}, {NULL, 0}};

/* Digits, then one of the units. Zero needs no unit. */
static bool read_quantity(const char *text, const unit *units, int64_t *ret)
{
    uint64_t n;
    const size_t digits = number_scan(text, strlen(text), &n);
    if (digits == 0 || digits > 12)
        return false;
    if (n == 0 && text[digits] == '\0') {
        *ret = 0;
        return true;
    }
    for (const unit *u = units; u->word; u++)
        if (strcmp(text + digits, u->word) == 0) {
            if ((int64_t)n > INT64_MAX / u->factor)
                return false;
            *ret = (int64_t)n * u->factor;
            return true;
        }
    return false;
}

/* In the largest unit that makes it a whole number. */
static void write_number(int64_t n, const unit *units, char *out, size_t size)
{
    const unit *u = units;
    while (n % u->factor != 0)
        u++;
    snprintf(out, size, "%lld%s", (long long)(n / u->factor),
             n == 0 ? "" : u->word);
}

/* ---- Kinds of values ---------------------------------------------------- */

const config_setting config_settings[CONFIG_SETTING_COUNT] = {
#define SETTING(kind, field, name, standard, least, most, argument, help)     \
    {CONFIG_##kind, offsetof(server_config, field), name, standard, least,    \
     most},
    CONFIG_SETTINGS(SETTING)
#undef SETTING
};

static const unit *units_of(config_kind kind)
{
    return kind == CONFIG_TIME ? times : kind == CONFIG_BYTES ? sizes : ones;
}

static const char *const *words_of(config_kind kind)
{
    return kind == CONFIG_LEVEL    ? log_level_words
           : kind == CONFIG_FORMAT ? log_format_words
                                   : config_switch_words;
}

static bool is_address(const char *text)
{
    uint8_t scratch[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, text, scratch) == 1 ||
           inet_pton(AF_INET6, text, scratch) == 1;
}

/* "127.0.0.1:80", "[::1]:80" or "unix:PATH". */
static bool is_endpoint(const char *text)
{
    enum { SOCKET_PATH = 107 };
    if (strncmp(text, "unix:", 5) == 0)
        return text[5] != '\0' && strlen(text + 5) <= SOCKET_PATH;
    const char *colon = strrchr(text, ':');
    int64_t port;
    if (!colon || !read_quantity(colon + 1, ones, &port) || port > 65535)
        return false;
    const bool bracket = text[0] == '[' && colon > text && colon[-1] == ']';
    char host[INET6_ADDRSTRLEN] = "";
    const size_t length = (size_t)(colon - text) - (bracket ? 2 : 0);
    if (length >= sizeof host)
        return false;
    memcpy(host, text + bracket, length);
    return (strchr(host, ':') != NULL) == bracket && is_address(host);
}

/* As browsers send an origin: scheme and host in small letters, no path. */
static bool is_origin(const char *text)
{
    if (strcmp(text, "same") == 0 || strcmp(text, "any") == 0)
        return true;
    const size_t scheme = strncmp(text, "https://", 8) == 0  ? 8
                          : strncmp(text, "http://", 7) == 0 ? 7
                                                             : 0;
    const char *host = text + scheme;
    return scheme > 0 && *host != '\0' &&
           host[strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]")] ==
               '\0';
}

static bool is_item(config_kind kind, const char *text)
{
    if (kind == CONFIG_ADDRESSES)
        return is_endpoint(text);
    if (kind == CONFIG_ORIGINS)
        return is_origin(text);
    return strcmp(text, "unix") == 0 || is_address(text);
}

/* ---- Reading a value ---------------------------------------------------- */

static bool read_list(const config_setting *s, char *text, config_list *out)
{
    config_list list = {0};
    char *rest = strcmp(text, "none") == 0 ? NULL : text;
    while (rest) {
        char *item = rest;
        rest = strchr(item, ',');
        if (rest)
            *rest++ = '\0';
        item += strspn(item, " \t");
        size_t length = strlen(item);
        while (length > 0 && strchr(" \t", item[length - 1]))
            length--;
        item[length] = '\0';
        if (list.count == s->most || length >= CONFIG_ITEM_BYTES ||
            !is_item(s->kind, item))
            return false;
        memcpy(list.items[list.count++], item, length + 1);
    }
    if (list.count < s->least)
        return false;
    *out = list;
    return true;
}

static bool read_text(const config_setting *s, const char *text,
                      config_text *out)
{
    const bool none = strcmp(text, "none") == 0 || text[0] == '\0';
    if (none && s->least > 0)
        return false;
    *out = (config_text){0};
    if (!none)
        memcpy(out->text, text, strlen(text));
    return true;
}

static bool read_word(const config_setting *s, const char *text, int *ret)
{
    const char *const *words = words_of(s->kind);
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0) {
            *ret = i;
            return true;
        }
    return false;
}

static bool read_amount(const config_setting *s, const char *text, void *field)
{
    int64_t n;
    if (!read_quantity(text, units_of(s->kind), &n) || n < s->least ||
        n > s->most)
        return false;
    if (s->kind == CONFIG_COUNT)
        *(config_type_COUNT *)field = (int)n;
    else if (s->kind == CONFIG_BYTES)
        *(config_type_BYTES *)field = (size_t)n;
    else
        *(config_type_TIME *)field = n;
    return true;
}

bool config_value_read(const config_setting *s, char *text, void *field)
{
    int word = 0;
    switch (s->kind) {
    case CONFIG_ADDRESSES:
    case CONFIG_ORIGINS:
    case CONFIG_PEERS:
        return read_list(s, text, field);
    case CONFIG_TEXT:
        return read_text(s, text, field);
    case CONFIG_COUNT:
    case CONFIG_BYTES:
    case CONFIG_TIME:
        return read_amount(s, text, field);
    case CONFIG_SWITCH:
    case CONFIG_LEVEL:
    case CONFIG_FORMAT:
        break;
    }
    if (!read_word(s, text, &word))
        return false;
    if (s->kind == CONFIG_SWITCH)
        *(config_type_SWITCH *)field = word == 1;
    else if (s->kind == CONFIG_LEVEL)
        *(config_type_LEVEL *)field = (log_level)word;
    else
        *(config_type_FORMAT *)field = (log_format)word;
    return true;
}

/* ---- Writing a value ---------------------------------------------------- */

static int64_t amount_of(const config_setting *s, const void *field)
{
    if (s->kind == CONFIG_COUNT)
        return *(const config_type_COUNT *)field;
    if (s->kind == CONFIG_BYTES)
        return (int64_t) * (const config_type_BYTES *)field;
    return *(const config_type_TIME *)field;
}

static int word_of(const config_setting *s, const void *field)
{
    if (s->kind == CONFIG_SWITCH)
        return *(const config_type_SWITCH *)field;
    if (s->kind == CONFIG_LEVEL)
        return (int)*(const config_type_LEVEL *)field;
    return (int)*(const config_type_FORMAT *)field;
}

void config_value_print(const config_setting *s, const void *field, FILE *out)
{
    char number[32];
    const config_list *list = field;
    const config_text *text = field;
    switch (s->kind) {
    case CONFIG_ADDRESSES:
    case CONFIG_ORIGINS:
    case CONFIG_PEERS:
        for (int i = 0; i < list->count; i++)
            fprintf(out, "%s%s", i ? ", " : "", list->items[i]);
        fputs(list->count ? "" : "none", out);
        break;
    case CONFIG_TEXT:
        fputs(text->text[0] ? text->text : "none", out);
        break;
    case CONFIG_COUNT:
    case CONFIG_BYTES:
    case CONFIG_TIME:
        write_number(amount_of(s, field), units_of(s->kind), number,
                     sizeof number);
        fputs(number, out);
        break;
    case CONFIG_SWITCH:
    case CONFIG_LEVEL:
    case CONFIG_FORMAT:
        fputs(words_of(s->kind)[word_of(s, field)], out);
        break;
    }
}

/* ---- What is allowed ---------------------------------------------------- */

static void allow_amount(const config_setting *s, char out[CONFIG_ALLOWED])
{
    char least[32], most[32];
    write_number(s->least, units_of(s->kind), least, sizeof least);
    write_number(s->most, units_of(s->kind), most, sizeof most);
    snprintf(out, CONFIG_ALLOWED, "%s from %s to %s%s",
             s->kind == CONFIG_TIME    ? "a time"
             : s->kind == CONFIG_BYTES ? "a size"
                                       : "a whole number",
             least, most,
             s->kind == CONFIG_TIME    ? ", such as 500ms, 30s, 10m or 24h"
             : s->kind == CONFIG_BYTES ? ", such as 512, 64k or 1m"
                                       : "");
}

static void allow_words(const config_setting *s, char out[CONFIG_ALLOWED])
{
    const char *const *words = words_of(s->kind);
    size_t used = 0;
    for (int i = 0; words[i]; i++)
        used += (size_t)snprintf(out + used, CONFIG_ALLOWED - used, "%s%s",
                                 i == 0         ? ""
                                 : words[i + 1] ? ", "
                                                : " or ",
                                 words[i]);
}

static void allow_list(const config_setting *s, char out[CONFIG_ALLOWED])
{
    const char *what =
        s->kind == CONFIG_ADDRESSES
            ? "addresses such as 127.0.0.1:8080, [::1]:8080 or unix:/run/oxo"
        : s->kind == CONFIG_ORIGINS
            ? "origins: same, any, or such as https://example.org"
            : "addresses such as 127.0.0.1, ::1 or unix";
    snprintf(out, CONFIG_ALLOWED, "%s%d %s, with commas between them",
             s->least ? "1 to " : "none or up to ", (int)s->most, what);
}

void config_value_allow(const config_setting *s, char out[CONFIG_ALLOWED])
{
    if (s->kind == CONFIG_TEXT)
        snprintf(out, CONFIG_ALLOWED, "%sa text of at most %d bytes",
                 s->least ? "" : "none or ", CONFIG_TEXT_BYTES - 1);
    else if (s->kind == CONFIG_COUNT || s->kind == CONFIG_BYTES ||
             s->kind == CONFIG_TIME)
        allow_amount(s, out);
    else if (s->kind == CONFIG_SWITCH || s->kind == CONFIG_LEVEL ||
             s->kind == CONFIG_FORMAT)
        allow_words(s, out);
    else
        allow_list(s, out);
}
