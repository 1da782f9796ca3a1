/* ugi_text.h - the answers of UGI, a line each. */
#ifndef PROTOCOL_UGI_TEXT_H
#define PROTOCOL_UGI_TEXT_H

#include <stdio.h>

#include "player.h"
#include "ugi_command.h"

/* Writes one line as a whole and flushes it, so that two threads may write
 * to the same stream. What is longer than a line can be is cut. */
__attribute__((format(printf, 2, 3))) void ugi_say(FILE *out,
                                                   const char *format, ...);

/* "info string FORMAT". Whatever was in it that is not printable ASCII, for
 * it may quote somebody else's garbage, becomes a question mark. */
__attribute__((format(printf, 2, 3))) void ugi_tell(FILE *out,
                                                    const char *format, ...);

/* id, option, ugiok. */
void ugi_introduce(FILE *out, const player *p);

/* info depth .. pv .. */
void ugi_report(FILE *out, oxo_variant variant, const oxo_search_info *info);

/* bestmove M [ponder M]; OXO_NO_MOVE is "none". */
void ugi_answer(FILE *out, oxo_variant variant, const player_choice *choice);

/* response .. */
void ugi_respond(FILE *out, ugi_question question, const oxo_position *p);

#endif /* PROTOCOL_UGI_TEXT_H */
