/* store_place.c - the place of a store, and how to show it. */
#include <stdlib.h>
#include <string.h>

#include "store.h"

bool store_is_remote(const char *place)
{
    return strncmp(place, "postgres://", 11) == 0 ||
           strncmp(place, "postgresql://", 13) == 0;
}

/* May this parameter of a URL contain a secret? An escaped name may hide one.
 */
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

/* Everything between the user's name and the last '@' counts as the password,
 * so that a password with unescaped characters is hidden too. */
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
