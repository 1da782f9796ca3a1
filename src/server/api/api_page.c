/* api_page.c - serves the page, from the binary or from the folder of --web.
 *
 * Each screen of the page has its own URL, such as /r/CODE. All of them serve
 * the same page, whose script looks at the URL. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "api_private.h"
#include "page_files.h"

/* Scripts and styles come from this server only; WebAssembly may be compiled.
 */
#define HEADERS_PAGE                                                          \
    "Content-Security-Policy: default-src 'self'; "                           \
    "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ws: wss:; "     \
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "        \
    "form-action 'none'; frame-ancestors 'self'\r\n" HEADERS_SAFE

#define FOR_ALL_SITES                                                         \
    "Access-Control-Allow-Origin: *\r\n"                                      \
    "Cross-Origin-Resource-Policy: cross-origin\r\n"

/* A file with a hash in its name never changes. */
#define FOR_EVER "Cache-Control: public, max-age=31536000, immutable\r\n"
#define ASK_AGAIN "Cache-Control: no-cache\r\n"

enum { MOST_BYTES = 8 << 20, MOST_PATH = 256 };

/* ---- From URL to file --------------------------------------------------- */

static bool starts(net_text text, const char *with)
{
    const size_t length = strlen(with);
    return text.length >= length && memcmp(text.bytes, with, length) == 0;
}

/* The first parts of the screens' URLs, as in web/src/app/screens.ts. */
static bool is_screen(net_text path)
{
    static const char *const screens[] = {
        "play",  "new",   "r",          "rooms",    "g",
        "learn", "rules", "statistics", "analysis", "developers"};
    for (size_t i = 0; i < sizeof screens / sizeof screens[0]; i++) {
        const size_t length = strlen(screens[i]);
        if (path.length > length &&
            memcmp(path.bytes + 1, screens[i], length) == 0 &&
            (path.length == length + 1 || path.bytes[length + 1] == '/'))
            return true;
    }
    return false;
}

/* The path of the file that a URL stands for. */
static net_text file_of(net_text path)
{
    static const char page[] = "/index.html", demo[] = "/embed/index.html";
    if (path.length == 1 || is_screen(path))
        return (net_text){page, sizeof page - 1};
    if (path.length == strlen("/embed/") && starts(path, "/embed/"))
        return (net_text){demo, sizeof demo - 1};
    return path;
}

static const page_file *find_file(net_text path)
{
    for (int i = 0; i < page_file_count; i++)
        if (strlen(page_files[i].path) == path.length &&
            memcmp(page_files[i].path, path.bytes, path.length) == 0)
            return &page_files[i];
    return NULL;
}

/* ---- From the binary ---------------------------------------------------- */

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-';
}

/* Is `word` an element of the header's list? A weak tag (W/), which
 * compressing proxies make, counts too; an element with q=0 doesn't. */
static bool header_lists(net_text list, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; list.bytes && i + length <= list.length; i++) {
        const net_text rest = {list.bytes + i + length,
                               list.length - i - length};
        if (memcmp(list.bytes + i, word, length) == 0 &&
            !(i > 0 && is_word_character(list.bytes[i - 1])) &&
            !(rest.length > 0 && is_word_character(rest.bytes[0])))
            return !starts(rest, ";q=0") || starts(rest, ";q=0.");
    }
    return false;
}

/* The smallest form that the client accepts. */
static page_bytes form_of(const net_request *r, const page_file *file,
                          const char **ret_encoding)
{
    const net_text accepted = net_request_header(r, "accept-encoding");
    if (file->brotli.start && header_lists(accepted, "br")) {
        *ret_encoding = "Content-Encoding: br\r\n";
        return file->brotli;
    }
    if (file->gzip.start && header_lists(accepted, "gzip")) {
        *ret_encoding = "Content-Encoding: gzip\r\n";
        return file->gzip;
    }
    *ret_encoding = "";
    return file->plain;
}

/* Other sites may load the API's description and the embedded board. */
static const char *sharing_of(net_text path)
{
    return starts(path, "/api/") || starts(path, "/embed/") ? FOR_ALL_SITES
                                                            : "";
}

static const char *caching_of(net_text path)
{
    return starts(path, "/assets/") || starts(path, "/core-") ? FOR_EVER
                                                              : ASK_AGAIN;
}

static void serve_file(const api_call *call, const page_file *file, int status)
{
    char headers[1024];
    const char *encoding;
    net_server *net = call->api->options.net;
    const net_text path = {file->path, strlen(file->path)};
    const page_bytes bytes = form_of(call->request, file, &encoding);
    snprintf(headers, sizeof headers,
             "Content-Type: %s\r\nETag: %s\r\nVary: Accept-Encoding\r\n"
             "%s%s%s" HEADERS_PAGE,
             file->type, file->tag, encoding, sharing_of(path),
             caching_of(path));
    if (status == 200 &&
        header_lists(net_request_header(call->request, "if-none-match"),
                     file->tag))
        net_respond(net, call->request->id, 304, headers, NULL, 0);
    else
        net_respond_static(net, call->request->id, status, headers,
                           bytes.start, (size_t)(bytes.end - bytes.start));
}

/* ---- From a folder ------------------------------------------------------ */

/* Letters, digits and -._/ without ".." cannot leave the folder. */
static bool is_harmless(net_text path)
{
    for (size_t i = 0; i < path.length; i++) {
        const char c = path.bytes[i];
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || strchr("-_./", c);
        if (!c || !plain || (c == '.' && i > 0 && path.bytes[i - 1] == '.'))
            return false;
    }
    return path.length < MOST_PATH;
}

static const char *type_of(net_text path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".wasm", "application/wasm"},
        {".woff2", "font/woff2"},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const size_t length = strlen(types[i][0]);
        if (path.length > length && memcmp(path.bytes + path.length - length,
                                           types[i][0], length) == 0)
            return types[i][1];
    }
    return "application/octet-stream";
}

/* Reads the file each time, so that changes show at once. */
static void serve_from_folder(const api_call *call, net_text path)
{
    char name[CONFIG_TEXT_BYTES + MOST_PATH], headers[1024];
    static char bytes[MOST_BYTES];
    snprintf(name, sizeof name, "%s%.*s", call->api->options.config->web.text,
             (int)path.length, path.bytes);
    FILE *in = is_harmless(path) ? fopen(name, "rb") : NULL;
    if (!in) {
        api_refuse(call, OXO_NOT_FOUND, NULL);
        return;
    }
    const size_t length = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    snprintf(headers, sizeof headers,
             "Content-Type: %s\r\n%s" ASK_AGAIN HEADERS_PAGE, type_of(path),
             sharing_of(path));
    net_respond(call->api->options.net, call->request->id, 200, headers, bytes,
                length);
}

/* ---- The page ----------------------------------------------------------- */

/* A person who mistyped a URL gets the page, which says so; a program gets
 * problem+json. */
static void serve_nothing(const api_call *call)
{
    static const char page[] = "/index.html";
    const net_text accepted = net_request_header(call->request, "accept");
    const page_file *file = find_file((net_text){page, sizeof page - 1});
    if (file && header_lists(accepted, "text/html"))
        serve_file(call, file, 404);
    else
        api_refuse(call, OXO_NOT_FOUND, NULL);
}

void api_serve_page(const api_call *call)
{
    const net_text path = file_of(call->request->path);
    const page_file *file = find_file(path);
    if (*call->api->options.config->web.text && !starts(path, "/api/"))
        serve_from_folder(call, path);
    else if (file)
        serve_file(call, file, 200);
    else
        serve_nothing(call);
}
