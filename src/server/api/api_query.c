/* api_query.c - see api_query.h. */
#include "api_query.h"

#include <stdio.h>
#include <string.h>

#include "event.h"
#include "number.h"
#include "utf8.h"

enum { QUOTED = 32, MOST_DIGITS = 18 };

/* ---- Names -------------------------------------------------------------- */

/* The next parameter as it was sent, without the ampersand. */
static bool next_pair(net_text *rest, net_text *ret_name)
{
    while (rest->length > 0 && *rest->bytes == '&')
        *rest = (net_text){rest->bytes + 1, rest->length - 1};
    if (rest->length == 0)
        return false;
    const char *amp = memchr(rest->bytes, '&', rest->length);
    const size_t length = amp ? (size_t)(amp - rest->bytes) : rest->length;
    const char *equals = memchr(rest->bytes, '=', length);
    *ret_name = (net_text){rest->bytes,
                           equals ? (size_t)(equals - rest->bytes) : length};
    *rest = (net_text){rest->bytes + length, rest->length - length};
    return true;
}

static bool is_name(net_text name, const char *word, size_t length)
{
    return name.length == length && memcmp(name.bytes, word, length) == 0;
}

static bool is_among(net_text name, const char *names)
{
    while (*names) {
        const size_t length = strcspn(names, " ");
        if (is_name(name, names, length))
            return true;
        names += length + strspn(names + length, " ");
    }
    return false;
}

/* Only plain words are repeated in an answer. */
static bool is_quotable(net_text name)
{
    for (size_t i = 0; i < name.length; i++)
        if ((name.bytes[i] < 'a' || name.bytes[i] > 'z') &&
            name.bytes[i] != '-')
            return false;
    return name.length > 0 && name.length <= QUOTED;
}

bool query_is_known(const net_request *r, const char *names,
                    char sentence[API_SENTENCE])
{
    net_text rest = r->query, name;
    while (next_pair(&rest, &name)) {
        if (is_among(name, names))
            continue;
        if (is_quotable(name))
            snprintf(sentence, API_SENTENCE,
                     "there is no parameter %.*s; allowed: %s",
                     (int)name.length, name.bytes, *names ? names : "none");
        else
            snprintf(sentence, API_SENTENCE,
                     "there is no such parameter; allowed: %s",
                     *names ? names : "none");
        return false;
    }
    return true;
}

static bool has_parameter(const net_request *r, const char *word)
{
    net_text rest = r->query, name;
    while (next_pair(&rest, &name))
        if (is_name(name, word, strlen(word)))
            return true;
    return false;
}

/* ---- Values ------------------------------------------------------------- */

bool query_text(const net_request *r, const char *name, char *out, size_t size,
                char sentence[API_SENTENCE])
{
    *out = '\0';
    if (!has_parameter(r, name))
        return true;
    if (net_query_value(r, name, out, size) && utf8_is_safe(out, strlen(out)))
        return true;
    *out = '\0';
    snprintf(sentence, API_SENTENCE,
             "%s must occur once, as text of at most %zu bytes", name,
             size - 1);
    return false;
}

bool query_int(const net_request *r, const char *name, int64_t least,
               int64_t most, int64_t *ret, char sentence[API_SENTENCE])
{
    char text[MOST_DIGITS + 1];
    if (!has_parameter(r, name))
        return true;
    if (net_query_value(r, name, text, sizeof text) &&
        number_read(text, least, most, ret))
        return true;
    snprintf(sentence, API_SENTENCE, "%s must be a number from %lld to %lld",
             name, (long long)least, (long long)most);
    return false;
}
