/* match_json.h - the result of a match or a ladder for programs. */
#ifndef CLI_MATCH_JSON_H
#define CLI_MATCH_JSON_H

#include "match.h"

/* One JSON object, as docs/manual/match.md describes it. */
void match_json_write(const match_summary *s, FILE *out);

#endif /* CLI_MATCH_JSON_H */
