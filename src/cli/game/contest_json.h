/* contest_json.h - the result of a match or a ladder for programs. */
#ifndef CLI_CONTEST_JSON_H
#define CLI_CONTEST_JSON_H

#include "match.h"

/* One JSON object, as docs/manual/match.md describes it. */
void contest_write_json(const match_summary *s, FILE *out);

#endif /* CLI_CONTEST_JSON_H */
