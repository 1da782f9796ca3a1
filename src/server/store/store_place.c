/* store_place.c - where a store is, and how that may be shown. */
#include <stdlib.h>
#include <string.h>

#include "store.h"

bool store_is_remote(const char *place)
{
    return strncmp(place, "postgres://", 11) == 0 ||
           strncmp(place, "postgresql://", 13) == 0;
}

/* A parameter of the URL. Names may be written with escapes, and then there is
 * something to hide. */
static bool is_secret(const char *parameter, size_t length)
{
    const char *equals = memchr(parameter, '=', length);
    const size_t name = equals ? (size_t)(equals - parameter) : length;
    for (size_t i = 0; i < name; i++)
        if (parameter[i] == '%' ||
            (name - i >= 8 && memcmp(parameter + i, "password", 8) == 0))
            return true;
    return false;
}

/* All between the user's name and the last '@' is the password: one that was
 * written without its escapes has to be hidden too. */
char *store_show_place(const char *place)
{
    if (!store_is_remote(place))
        return strdup(place);
    char *out = calloc(1, strlen(place) + 1);
    if (!out)
        return NULL;
    const char *user = strstr(place, "://") + 3, *at = strrchr(place, '@');
    const char *colon = at ? memchr(user, ':', (size_t)(at - user)) : NULL;
    const char *rest = colon ? at : user;
    memcpy(out, place, (size_t)((colon ? colon : user) - place));
    size_t length = strcspn(rest, "?");
    strncat(out, rest, length);
    for (rest += length; *rest; rest += length) {
        length = 1 + strcspn(rest + 1, "&");
        if (!is_secret(rest + 1, length - 1))
            strncat(out, rest, length);
    }
    return out;
}
