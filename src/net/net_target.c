/* net_target.c - the target of a request: path and query; see net_http.h. */
#include "net_http.h"

#include <string.h>

#include "utf8.h"

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte at `*at`, with percent escapes decoded; moves `*at` behind it. -1
 * if the escape is malformed. */
static int next_byte(const char **at, const char *end)
{
    const char *c = (*at)++;
    if (*c != '%')
        return (unsigned char)*c;
    if (end - c < 3 || hex(c[1]) < 0 || hex(c[2]) < 0)
        return -1;
    *at = c + 3;
    return hex(c[1]) << 4 | hex(c[2]);
}

static bool is_control(int byte)
{
    return byte < ' ' || byte == 127;
}

/* ---- The path ----------------------------------------------------------- */

/* Decodes in place: the path only gets shorter. Refuses escaped slashes,
 * because some programs take them for separators and others do not. */
static bool decode_path(char *path, size_t length, size_t *ret_length)
{
    const char *at = path, *end = path + length;
    size_t out = 0;
    while (at < end) {
        const bool plain = *at == '/';
        const int byte = next_byte(&at, end);
        if (byte < 0 || is_control(byte) || (byte == '/' && !plain))
            return false;
        path[out++] = (char)byte;
    }
    *ret_length = out;
    return utf8_step(0, (const uint8_t *)path, out) == 0;
}

static bool is_dots(const char *segment, size_t length)
{
    return (length == 1 && segment[0] == '.') ||
           (length == 2 && segment[0] == '.' && segment[1] == '.');
}

/* No segment is "." or "..", and only the last may be empty. */
static bool path_is_safe(net_text path)
{
    const char *at = path.bytes, *end = path.bytes + path.length;
    while (at < end) {
        const char *segment = at + 1; /* after the slash */
        const char *slash = memchr(segment, '/', (size_t)(end - segment));
        at = slash ? slash : end;
        const size_t length = (size_t)(at - segment);
        if (is_dots(segment, length) || (length == 0 && slash))
            return false;
    }
    return true;
}

bool net_http_split_target(char *target, size_t length, net_text *ret_path,
                           net_text *ret_query)
{
    const char *end = target + length;
    const char *mark = memchr(target, '?', length);
    const char *stop = mark ? mark : end;
    net_text path = {target, 0};
    if (!decode_path(target, (size_t)(stop - target), &path.length) ||
        !path_is_safe(path))
        return false;
    const char *query = mark ? mark + 1 : end;
    *ret_path = path;
    *ret_query = (net_text){query, (size_t)(end - query)};
    return true;
}

/* ---- The query ---------------------------------------------------------- */

/* The same for form data, where a plus sign means a space. */
static int next_query_byte(const char **at, const char *end)
{
    if (**at != '+')
        return next_byte(at, end);
    ++*at;
    return ' ';
}

static bool name_is(const char *at, const char *end, const char *name)
{
    for (; at < end; name++)
        if (*name == '\0' || next_query_byte(&at, end) != (unsigned char)*name)
            return false;
    return *name == '\0';
}

/* False if the value is malformed, contains a NUL or does not fit. */
static bool decode_value(const char *at, const char *end, char *out,
                         size_t size)
{
    size_t length = 0;
    while (at < end) {
        const int byte = next_query_byte(&at, end);
        if (byte <= 0 || length + 1 >= size) {
            out[0] = '\0';
            return false;
        }
        out[length++] = (char)byte;
    }
    out[length] = '\0';
    return true;
}

bool net_query_value(const net_request *r, const char *name, char *out,
                     size_t size)
{
    const char *at = r->query.bytes, *end = at + r->query.length;
    const char *value = NULL, *value_end = NULL;
    while (at < end) {
        const char *amp = memchr(at, '&', (size_t)(end - at));
        const char *stop = amp ? amp : end;
        const char *equals = memchr(at, '=', (size_t)(stop - at));
        if (name_is(at, equals ? equals : stop, name)) {
            if (value)
                return false;
            value = equals ? equals + 1 : stop;
            value_end = stop;
        }
        at = amp ? amp + 1 : end;
    }
    return value && size > 0 && decode_value(value, value_end, out, size);
}

net_text net_request_header(const net_request *r, const char *name)
{
    const size_t length = strlen(name);
    for (int i = 0; i < r->header_count; i++)
        if (r->headers[i].name.length == length &&
            memcmp(r->headers[i].name.bytes, name, length) == 0)
            return r->headers[i].value;
    return (net_text){NULL, 0};
}
