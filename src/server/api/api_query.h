/* api_query.h - what stands behind the question mark of an address.
 *
 * Read strictly: a parameter that nobody asked for is as likely a slip as a
 * value that makes no sense. Needs a request and nothing else. */
#ifndef SERVER_API_QUERY_H
#define SERVER_API_QUERY_H

#include "net_server.h"

/* All are false with a sentence for the asker if they refuse something. */
enum { API_SENTENCE = 160 };

/* Are all parameters among these names, which have blanks between them? */
bool query_is_known(const net_request *r, const char *names,
                    char sentence[API_SENTENCE]);

/* A parameter as text, "" if it is not there. Refused if it is there twice,
 * malformed, not UTF-8, or does not fit. */
bool query_text(const net_request *r, const char *name, char *out, size_t size,
                char sentence[API_SENTENCE]);

/* A whole number between bounds; `*ret` untouched if it is not there. */
bool query_int(const net_request *r, const char *name, int64_t least,
               int64_t most, int64_t *ret, char sentence[API_SENTENCE]);

#endif /* SERVER_API_QUERY_H */
