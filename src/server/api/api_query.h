/* api_query.h - reads the query string of a URL.
 *
 * Strict: an unknown parameter is refused like a malformed value, because it
 * is probably a typo. */
#ifndef API_API_QUERY_H
#define API_API_QUERY_H

#include "net_server.h"

/* The following return false, with a sentence for the client, to refuse. */
enum { API_SENTENCE = 160 };

/* Are all parameters among `names`, which are separated by spaces? */
bool query_is_known(const net_request *r, const char *names,
                    char sentence[API_SENTENCE]);

/* A parameter as text, "" if it is absent. Refused if it occurs twice, is
 * malformed, is not UTF-8, or does not fit. */
bool query_text(const net_request *r, const char *name, char *out, size_t size,
                char sentence[API_SENTENCE]);

/* A whole number in a range; `*ret` stays if the parameter is absent. */
bool query_int(const net_request *r, const char *name, int64_t least,
               int64_t most, int64_t *ret, char sentence[API_SENTENCE]);

#endif /* API_API_QUERY_H */
