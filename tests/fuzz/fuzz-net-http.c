/* fuzz-net-http.c - reads bytes as the head of an HTTP request. The first byte
 * says how it is cut into pieces.
 *
 * Wherever it is cut, the answer is the same. A head that is taken is judged
 * once more, line by line, by rules written down here without looking at how
 * the reader does it: what it says must be the only way to read it. */
#include "fuzz.h"
#include "net_http.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 2048 };

static void check(bool law)
{
    if (!law)
        abort();
}

/* ---- The other reader --------------------------------------------------- */

typedef struct lines {
    net_text line[LIMIT];
    int count;
} lines;

/* CR and LF only come as a pair, and end a line each time. */
static void split_lines(const char *head, size_t length, lines *ret)
{
    size_t start = 0;
    ret->count = 0;
    for (size_t i = 0; i < length; i++) {
        check(head[i] != '\0');
        check(head[i] != '\n');
        if (head[i] != '\r')
            continue;
        check(i + 1 < length && head[i + 1] == '\n');
        ret->line[ret->count++] = (net_text){head + start, i - start};
        start = ++i + 1;
    }
    check(start == length);
}

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

static bool begins_with_name(net_text line, const char *name)
{
    const size_t n = strlen(name);
    if (line.length <= n || line.bytes[n] != ':')
        return false;
    for (size_t i = 0; i < n; i++)
        if (small(line.bytes[i]) != name[i])
            return false;
    return true;
}

static int count_headers(const lines *l, const char *name)
{
    int count = 0;
    for (int i = 1; i < l->count; i++)
        count += begins_with_name(l->line[i], name);
    return count;
}

static int count_char(net_text t, char c)
{
    int count = 0;
    for (size_t i = 0; i < t.length; i++)
        count += t.bytes[i] == c;
    return count;
}

/* The number in the only Content-Length there is. */
static size_t length_of(const lines *l)
{
    size_t n = 0;
    for (int i = 1; i < l->count; i++) {
        if (!begins_with_name(l->line[i], "content-length"))
            continue;
        for (size_t j = 15; j < l->line[i].length; j++) {
            const char c = l->line[i].bytes[j];
            check((c >= '0' && c <= '9') || c == ' ' || c == '\t');
            if (c >= '0' && c <= '9')
                n = n * 10 + (size_t)(c - '0');
        }
    }
    return n;
}

static void check_headers(const net_http *h, const lines *l)
{
    check(l->count == h->header_count + 2);
    check(l->line[l->count - 1].length == 0);
    for (int i = 0; i < h->header_count; i++) {
        const net_text line = l->line[i + 1];
        const net_header *got = &h->headers[i];
        check(got->name.bytes == line.bytes && got->name.length > 0);
        check(line.bytes[got->name.length] == ':');
        for (size_t j = 0; j < got->name.length; j++)
            check(got->name.bytes[j] > ' ' &&
                  got->name.bytes[j] == small(got->name.bytes[j]));
        check(got->value.bytes > got->name.bytes + got->name.length);
        check(got->value.bytes + got->value.length <=
              line.bytes + line.length);
    }
}

static void check_head(const net_http *h, const char *head, size_t length)
{
    static lines l;
    split_lines(head, length, &l);
    check(count_char(l.line[0], ' ') == 2);
    check(h->method.bytes == head && h->method.length > 0);
    check(h->target.bytes == head + h->method.length + 1);
    check(h->target.bytes[0] == '/');
    check_headers(h, &l);
    const int hosts = count_headers(&l, "host");
    check(hosts == 1 || (hosts == 0 && h->minor == 0));
    check(count_headers(&l, "content-length") == h->has_length);
    check(count_headers(&l, "transfer-encoding") == 0);
    check(h->body == length_of(&l));
    check(!h->wants_websocket || !h->websocket_is_known ||
          (h->body == 0 && strlen(h->accept) == 28));
}

/* ---- Targets ------------------------------------------------------------ */

static bool contains(net_text t, const char *part)
{
    const size_t n = strlen(part);
    for (size_t i = 0; i + n <= t.length; i++)
        if (memcmp(t.bytes + i, part, n) == 0)
            return true;
    return false;
}

static void check_path(net_text path, net_text target)
{
    check(path.length > 0 && path.bytes[0] == '/');
    check(path.length <= target.length);
    check(!contains(path, "//") && !contains(path, "/../") &&
          !contains(path, "/./"));
    const char *mark = memchr(target.bytes, '?', target.length);
    const net_text before = {target.bytes, mark ? (size_t)(mark - target.bytes)
                                                : target.length};
    check(count_char(path, '/') == count_char(before, '/'));
    for (size_t i = 0; i < path.length; i++)
        check((unsigned char)path.bytes[i] >= ' ' && path.bytes[i] != 127);
    const char *end = path.bytes + path.length;
    check(path.length < 3 || memcmp(end - 3, "/..", 3) != 0);
    check(path.length < 2 || memcmp(end - 2, "/.", 2) != 0);
}

static void check_query(net_text query)
{
    const net_request r = {.query = query};
    static const char *const names[] = {"", "a", "page", "q"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char small_out[4], large[LIMIT + 1];
        const bool fits = net_query_value(&r, names[i], small_out, 4);
        const bool there = net_query_value(&r, names[i], large, sizeof large);
        check(!fits || (there && strcmp(small_out, large) == 0));
        check(!there || strlen(large) <= query.length);
        check(!there || fits || strlen(large) >= 4);
    }
}

static void check_target(net_text target)
{
    char copy[LIMIT];
    net_text path, query;
    memcpy(copy, target.bytes, target.length);
    if (!net_http_split_target(copy, target.length, &path, &query))
        return;
    check_path(path, target);
    check(query.length < target.length);
    check_query(query);
}

/* ---- Both --------------------------------------------------------------- */

/* As a connection would: a piece more each time. */
static long find_in_pieces(const char *bytes, size_t length, size_t step)
{
    size_t scanned = 0;
    long end = 0;
    for (size_t n = 0; end == 0 && n < length;) {
        n = n + step < length ? n + step : length;
        end = net_http_find_end(bytes, n, LIMIT, &scanned);
        check(scanned <= n);
    }
    return end;
}

static void read_head(const char *bytes, long length)
{
    static net_http first, second;
    char *head = malloc((size_t)length);
    check(head != NULL);
    memcpy(head, bytes, (size_t)length);
    const int refused = net_http_parse(head, (size_t)length, &first);
    if (refused) {
        check(refused >= 400 && refused <= 505);
    } else {
        check_head(&first, head, (size_t)length);
        check(net_http_parse(head, (size_t)length, &second) == 0);
        check(memcmp(&first, &second, sizeof first) == 0);
        check_target(first.target);
    }
    free(head);
}

FUZZ_TARGET("fuzz-net-http", data, size)
{
    if (size == 0)
        return 0;
    char *bytes = malloc(size); /* without the byte that cuts */
    check(bytes != NULL);
    memcpy(bytes, data + 1, size - 1);
    size_t scanned = 0;
    const long end = net_http_find_end(bytes, size - 1, LIMIT, &scanned);
    check(find_in_pieces(bytes, size - 1, data[0] % 64U + 1) == end);
    check(end <= LIMIT && end <= (long)size);
    check(end >= 0 || end == -400 || end == -414 || end == -431);
    if (end > 0)
        read_head(bytes, end);
    free(bytes);
    return 0;
}
