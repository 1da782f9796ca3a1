/* api.c - creating the api, and what all routes need. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api_private.h"
#include "api_query.h"

/* ---- Origins ------------------------------------------------------------ */

static bool is_text(net_text text, const char *string)
{
    return text.length == strlen(string) &&
           memcmp(text.bytes, string, text.length) == 0;
}

/* The origin "https://example.org:8443" has the host "example.org:8443". */
static bool is_same_host(net_text page, net_text host)
{
    const char *scheme = memchr(page.bytes, ':', page.length);
    if (!scheme || !host.bytes)
        return false;
    const size_t skip = (size_t)(scheme - page.bytes) + strlen("://");
    const bool is_web = (skip == 7 && memcmp(page.bytes, "http:", 5) == 0) ||
                        (skip == 8 && memcmp(page.bytes, "https:", 6) == 0);
    return is_web && page.length == skip + host.length &&
           memcmp(scheme, "://", 3) == 0 &&
           memcmp(page.bytes + skip, host.bytes, host.length) == 0;
}

bool api_origin_is_allowed(const api *a, const net_request *r)
{
    const config_list *allowed = &a->options.config->origins;
    const net_text page = net_request_header(r, "origin");
    if (!page.bytes)
        return true; /* not a page: browsers send the header */
    for (int i = 0; i < allowed->count; i++) {
        const char *item = allowed->items[i];
        if (strcmp(item, "any") == 0 || is_text(page, item) ||
            (strcmp(item, "same") == 0 &&
             is_same_host(page, net_request_header(r, "host"))))
            return true;
    }
    return false;
}

/* ---- Reading ------------------------------------------------------------ */

bool api_room_code(const api_call *call, wire_message *m)
{
    const net_text code = call->parameters[0];
    m->has_room = event_code_parse(code.bytes, code.length, &m->room);
    if (!m->has_room)
        api_refuse(call, OXO_ROOM_NOT_FOUND, NULL);
    return m->has_room;
}

bool api_bearer(const api_call *call, bool *ret_has, wire_secret *ret)
{
    static const char scheme[] = "bearer ";
    const size_t skip = sizeof scheme - 1;
    const net_text header = net_request_header(call->request, "authorization");
    *ret_has = header.bytes != NULL;
    if (!*ret_has)
        return true;
    if (header.length > skip && strncasecmp(header.bytes, scheme, skip) == 0 &&
        wire_secret_parse(header.bytes + skip, header.length - skip, ret))
        return true;
    api_refuse(
        call, OXO_INVALID_TOKEN,
        "Authorization must be 'Bearer' and 22 characters of base64url");
    return false;
}

bool api_query_text(const api_call *call, const char *name, char *out,
                    size_t size)
{
    char sentence[API_SENTENCE];
    if (query_text(call->request, name, out, size, sentence))
        return true;
    api_refuse(call, OXO_INVALID_MESSAGE, sentence);
    return false;
}

bool api_query_int(const api_call *call, const char *name, int64_t least,
                   int64_t most, int64_t standard, int64_t *ret)
{
    char sentence[API_SENTENCE];
    *ret = standard;
    if (query_int(call->request, name, least, most, ret, sentence))
        return true;
    api_refuse(call, OXO_INVALID_MESSAGE, sentence);
    return false;
}

bool api_query_variant(const api_call *call, oxo_variant *ret)
{
    char word[32];
    if (!api_query_text(call, "variant", word, sizeof word))
        return false;
    if (!*word || oxo_variant_find(word, ret))
        return true;
    api_refuse(call, OXO_UNKNOWN_VARIANT, NULL);
    return false;
}

/* ---- Answering ---------------------------------------------------------- */

void api_refuse(const api_call *call, oxo_status status, const char *sentence)
{
    hub_refuse(call->api->options.hub, &call->who, status, sentence);
}

bool api_body_open(const api_call *call, api_body *ret)
{
    *ret = (api_body){0};
    ret->out = open_memstream(&ret->text, &ret->length);
    if (!ret->out)
        api_refuse(call, OXO_STORE_UNAVAILABLE, "out of memory");
    return ret->out != NULL;
}

void api_body_send_to(api *a, const origin *who, api_body *body, int status,
                      const char *headers)
{
    fclose(body->out);
    net_respond(a->options.net, who->id, status, headers, body->text,
                body->length);
    free(body->text);
}

void api_body_send(const api_call *call, api_body *body, int status)
{
    api_body_send_to(call->api, &call->who, body, status, HEADERS_JSON);
}

/* ---- Life --------------------------------------------------------------- */

int api_create(const api_options *options, api **ret)
{
    api *a = calloc(1, sizeof *a);
    if (!a)
        return -ENOMEM;
    a->options = *options;
    *ret = a;
    return 0;
}

/* The threads of the journal have ended, so no query comes back. */
void api_destroy(api *a)
{
    if (!a)
        return;
    free(a->refusals);
    tally_clear(&a->analysts);
    api_classic_clear(a);
    free(a);
}

void api_drain(api *a)
{
    a->draining = true;
}
