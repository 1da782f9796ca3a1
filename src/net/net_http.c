/* net_http.c - see net_http.h. */
#include "net_http.h"

#include <string.h>

#include "words.h"

/* ---- Characters --------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char to_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* RFC 9110 section 5.6.2. */
static bool is_token_char(char c)
{
    return is_digit(c) || is_letter(c) ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/* A value may contain no control characters except tab. Bytes above 127 have
 * no meaning here and are passed on. */
static bool is_value_char(char c)
{
    return (unsigned char)c >= ' ' ? c != 127 : c == '\t';
}

static net_text text_of(const char *from, const char *to)
{
    return (net_text){from, (size_t)(to - from)};
}

static bool text_is(net_text t, const char *word)
{
    return t.length == strlen(word) && memcmp(t.bytes, word, t.length) == 0;
}

static bool text_is_any_case(net_text t, const char *word)
{
    if (t.length != strlen(word))
        return false;
    for (size_t i = 0; i < t.length; i++)
        if (to_lower(t.bytes[i]) != word[i])
            return false;
    return true;
}

static net_text trim(net_text t)
{
    words_trim_span(&t.bytes, &t.length);
    return t;
}

bool net_http_has_word(net_text list, const char *word)
{
    while (list.length > 0) {
        const char *comma = memchr(list.bytes, ',', list.length);
        const char *end = comma ? comma : list.bytes + list.length;
        if (text_is_any_case(trim(text_of(list.bytes, end)), word))
            return true;
        if (!comma)
            return false;
        list = text_of(comma + 1, list.bytes + list.length);
    }
    return false;
}

/* ---- The end of a head -------------------------------------------------- */

/* The refusal of a head that is too long: -414 if its first line is. */
static long too_long(const char *bytes, size_t limit)
{
    return memchr(bytes, '\n', limit) ? -431 : -414;
}

long net_http_find_end(const char *bytes, size_t length, size_t limit,
                       size_t *scanned)
{
    /* Refuse other protocols, such as TLS, without waiting for more. */
    if (length > 0 && !is_token_char(bytes[0]))
        return -400;
    const size_t end = length < limit ? length : limit;
    while (*scanned < end) {
        const char *lf = memchr(bytes + *scanned, '\n', end - *scanned);
        if (!lf) {
            *scanned = end;
            break;
        }
        const size_t at = (size_t)(lf - bytes);
        if (at == 0 || bytes[at - 1] != '\r')
            return -400;
        *scanned = at + 1;
        if (at >= 3 && bytes[at - 2] == '\n')
            return (long)(at + 1);
    }
    return length >= limit ? too_long(bytes, limit) : 0;
}

/* ---- The request line --------------------------------------------------- */

static int parse_version(net_text t, net_http *ret)
{
    if (t.length != 8 || memcmp(t.bytes, "HTTP/", 5) != 0 ||
        !is_digit(t.bytes[5]) || t.bytes[6] != '.' || !is_digit(t.bytes[7]))
        return 400;
    if (t.bytes[5] != '1' || t.bytes[7] > '1')
        return 505;
    ret->minor = t.bytes[7] - '0';
    return 0;
}

/* A path in visible ASCII. Decoding the path checks the rest. */
static bool is_target(net_text t)
{
    if (t.length == 0 || t.bytes[0] != '/')
        return false;
    for (size_t i = 0; i < t.length; i++)
        if (t.bytes[i] <= ' ' || t.bytes[i] >= 127 || t.bytes[i] == '#')
            return false;
    return true;
}

static bool is_token(net_text t)
{
    for (size_t i = 0; i < t.length; i++)
        if (!is_token_char(t.bytes[i]))
            return false;
    return t.length > 0;
}

static int parse_request_line(net_text line, net_http *ret)
{
    const char *end = line.bytes + line.length;
    const char *first = memchr(line.bytes, ' ', line.length);
    if (!first)
        return 400;
    const char *second = memchr(first + 1, ' ', (size_t)(end - first - 1));
    if (!second)
        return 400;
    ret->method = text_of(line.bytes, first);
    ret->target = text_of(first + 1, second);
    if (!is_token(ret->method) || ret->method.length > 32 ||
        !is_target(ret->target))
        return 400;
    return parse_version(text_of(second + 1, end), ret);
}

/* ---- Headers ------------------------------------------------------------ */

static int parse_header(char *line, size_t length, net_http *ret)
{
    size_t colon = 0;
    while (colon < length && is_token_char(line[colon])) {
        line[colon] = to_lower(line[colon]);
        colon++;
    }
    /* No name, or a space before the colon, or a folded line. */
    if (colon == 0 || colon == length || line[colon] != ':')
        return 400;
    for (size_t i = colon + 1; i < length; i++)
        if (!is_value_char(line[i]))
            return 400;
    if (ret->header_count == NET_HTTP_MAX_HEADERS)
        return 431;
    ret->headers[ret->header_count++] = (net_header){
        {line, colon}, trim((net_text){line + colon + 1, length - colon - 1})};
    return 0;
}

static int parse_lines(char *head, size_t length, net_http *ret)
{
    bool first = true;
    for (char *at = head, *end = head + length; at < end;) {
        char *cr = memchr(at, '\r', (size_t)(end - at));
        if (!cr || cr + 1 == end || cr[1] != '\n')
            return 400;
        if (cr == at)
            return cr + 2 == end && !first ? 0 : 400;
        const size_t line = (size_t)(cr - at);
        const int refused = first
                                ? parse_request_line((net_text){at, line}, ret)
                                : parse_header(at, line, ret);
        if (refused)
            return refused;
        first = false;
        at = cr + 2;
    }
    return 400;
}

/* ---- The meaning of headers --------------------------------------------- */

/* The header's last value; its `bytes` are NULL if there is none. Sets
 * `*twice` if the header is repeated. */
static net_text find_header(const net_http *h, const char *name, bool *twice)
{
    net_text found = {NULL, 0};
    for (int i = 0; i < h->header_count; i++) {
        if (!text_is(h->headers[i].name, name))
            continue;
        *twice = *twice || found.bytes;
        found = h->headers[i].value;
    }
    return found;
}

/* Headers that must not be repeated: two parsers might use different ones. */
static bool singles_are_single(const net_http *h)
{
    static const char *const singles[] = {
        "host",          "content-length", "content-type",
        "origin",        "authorization",  "sec-websocket-key",
        "last-event-id", "expect",         "sec-websocket-version",
    };
    bool twice = false;
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
        (void)find_header(h, singles[i], &twice);
    return !twice;
}

/* The Host header is a name, an IPv4 address or an IPv6 address in brackets,
 * perhaps with a port. HTTP/1.0 need not send it. */
static bool host_is_valid(const net_http *h)
{
    bool twice = false;
    const net_text host = find_header(h, "host", &twice);
    if (!host.bytes)
        return h->minor == 0;
    for (size_t i = 0; i < host.length; i++)
        if (!is_digit(host.bytes[i]) && !is_letter(host.bytes[i]) &&
            !strchr("-._~%:[]", host.bytes[i]))
            return false;
    return host.length > 0;
}

/* At most 15 digits, without leading zeros, which some read as octal. */
static int read_length(net_http *h)
{
    bool twice = false;
    const net_text t = find_header(h, "content-length", &twice);
    if (!t.bytes)
        return 0;
    if (t.length == 0 || t.length > 15 || (t.length > 1 && t.bytes[0] == '0'))
        return 400;
    for (size_t i = 0; i < t.length; i++) {
        if (!is_digit(t.bytes[i]))
            return 400;
        h->body = h->body * 10 + (size_t)(t.bytes[i] - '0');
    }
    h->has_length = true;
    return 0;
}

/* We accept no transfer codings: 411 asks for a length instead of chunks. A
 * coding together with a length is an attack on some parser: 400. */
static int refuse_codings(const net_http *h)
{
    bool twice = false;
    const net_text coding = find_header(h, "transfer-encoding", &twice);
    if (!coding.bytes)
        return 0;
    if (h->has_length || twice || h->minor == 0)
        return 400;
    return text_is_any_case(coding, "chunked") ? 411 : 501;
}

static int read_expectation(net_http *h)
{
    bool twice = false;
    const net_text t = find_header(h, "expect", &twice);
    if (!t.bytes)
        return 0;
    h->expects = h->minor == 1;
    return text_is_any_case(t, "100-continue") ? 0 : 417;
}

/* Connection is a list, and may be repeated. */
static bool connection_has(const net_http *h, const char *word)
{
    for (int i = 0; i < h->header_count; i++)
        if (text_is(h->headers[i].name, "connection") &&
            net_http_has_word(h->headers[i].value, word))
            return true;
    return false;
}

static int read_upgrade(net_http *h)
{
    bool twice = false;
    const net_text upgrade = find_header(h, "upgrade", &twice);
    if (!upgrade.bytes || !net_http_has_word(upgrade, "websocket") ||
        !connection_has(h, "upgrade") || h->minor == 0)
        return 0;
    h->wants_websocket = true;
    const net_text version = find_header(h, "sec-websocket-version", &twice);
    h->websocket_is_known = version.bytes && text_is(version, "13");
    if (!h->websocket_is_known)
        return 0;
    const net_text key = find_header(h, "sec-websocket-key", &twice);
    const bool valid = !twice && text_is(h->method, "GET") && h->body == 0 &&
                       key.bytes &&
                       net_ws_accept(key.bytes, key.length, h->accept);
    return valid ? 0 : 400;
}

int net_http_parse(char *head, size_t length, net_http *ret)
{
    static int (*const steps[])(net_http *) = {
        read_length,
        read_expectation,
        read_upgrade,
    };
    *ret = (net_http){.header_count = 0};
    int refused = parse_lines(head, length, ret);
    if (refused)
        return refused;
    if (!singles_are_single(ret) || !host_is_valid(ret))
        return 400;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !refused; i++)
        refused = steps[i](ret);
    if (refused)
        return refused;
    ret->keeps = ret->minor == 1 && !connection_has(ret, "close");
    return refuse_codings(ret);
}

const char *net_http_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {206, "Partial Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {411, "Length Required"},
        {412, "Precondition Failed"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {416, "Range Not Satisfiable"},
        {417, "Expectation Failed"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {428, "Precondition Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {502, "Bad Gateway"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"},
        {505, "HTTP Version Not Supported"},
        {507, "Insufficient Storage"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Status"; /* the phrase has no meaning, but must not be empty */
}
