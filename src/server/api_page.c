/* api_page.c - the page: files that the binary carries, or those of a folder
 * that its developers name. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "api_private.h"
#include "page_files.h"

/* Scripts and styles come from here and from nowhere else; WebAssembly may be
 * compiled. */
#define HEADERS_PAGE                                                          \
    "Content-Security-Policy: default-src 'self'; "                           \
    "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ws: wss:; "     \
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "        \
    "frame-ancestors 'self'\r\n"                                              \
    "Cache-Control: no-cache\r\n" HEADERS_SAFE

enum { MOST_BYTES = 4 << 20 };

static const page_file *find_file(const net_request *r)
{
    const char *path = r->path.bytes;
    size_t length = r->path.length;
    if (length == 1) {
        path = "/index.html";
        length = strlen(path);
    }
    for (int i = 0; i < page_file_count; i++)
        if (strlen(page_files[i].path) == length &&
            memcmp(page_files[i].path, path, length) == 0)
            return &page_files[i];
    return NULL;
}

/* Has the reader got this very file already? The header is a list, and what
 * comes through a proxy that compresses is marked W/. */
static bool is_known(const net_request *r, const page_file *file)
{
    const net_text tags = net_request_header(r, "if-none-match");
    const size_t length = strlen(file->tag);
    for (size_t i = 0; tags.bytes && i + length <= tags.length; i++)
        if (memcmp(tags.bytes + i, file->tag, length) == 0)
            return true;
    return false;
}

static bool is_of_api(const page_file *file)
{
    return strncmp(file->path, "/api/", 5) == 0;
}

/* The description of the API is for other sites too. */
static void serve_file(const api_call *call, const page_file *file)
{
    char headers[1024];
    net_server *net = call->api->options.net;
    snprintf(headers, sizeof headers,
             "Content-Type: %s\r\nETag: %s\r\n%s" HEADERS_PAGE, file->type,
             file->tag,
             is_of_api(file) ? "Access-Control-Allow-Origin: *\r\n" : "");
    if (is_known(call->request, file))
        net_respond(net, call->request->id, 304, headers, NULL, 0);
    else
        net_respond_static(net, call->request->id, 200, headers, file->bytes,
                           file->length);
}

/* ---- From a folder ------------------------------------------------------ */

/* Reads it each time, so that a change shows at the next look. */
static void serve_from_folder(const api_call *call, const page_file *file)
{
    char path[CONFIG_TEXT_BYTES + 256], headers[1024];
    static char bytes[MOST_BYTES];
    snprintf(path, sizeof path, "%s%s", call->api->options.config->web.text,
             file->path);
    FILE *in = fopen(path, "rb");
    if (!in) {
        api_refuse(call, OXO_NOT_FOUND, path);
        return;
    }
    const size_t length = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    snprintf(headers, sizeof headers, "Content-Type: %s\r\n" HEADERS_PAGE,
             file->type);
    net_respond(call->api->options.net, call->request->id, 200, headers, bytes,
                length);
}

void api_serve_page(const api_call *call)
{
    const page_file *file = find_file(call->request);
    const bool inside =
        !file || !*call->api->options.config->web.text || is_of_api(file);
    if (!file)
        api_refuse(call, OXO_NOT_FOUND, NULL);
    else if (inside)
        serve_file(call, file);
    else
        serve_from_folder(call, file);
}
