/* ugi_text.h - writes the answers of UGI, one line each. */
#ifndef PROTOCOL_UGI_TEXT_H
#define PROTOCOL_UGI_TEXT_H

#include <stdio.h>

#include "player.h"
#include "ugi_command.h"

/* Writes one line at once and flushes it, so that two threads may write to the
 * same stream. Cuts lines that are too long. */
__attribute__((format(printf, 2, 3))) void ugi_say(FILE *out,
                                                   const char *format, ...);

/* Writes "info string ..." as a message for people. The text may quote input:
 * characters other than printable ASCII become question marks. */
__attribute__((format(printf, 2, 3))) void ugi_tell(FILE *out,
                                                    const char *format, ...);

/* Writes `id`, `option` and `ugiok`. */
void ugi_introduce(FILE *out, const player *p);

/* Writes `info depth ... pv ...`. */
void ugi_report(FILE *out, oxo_variant variant, const oxo_search_info *info);

/* Writes `bestmove M` or `bestmove M ponder M`; OXO_NO_MOVE is "none". */
void ugi_answer(FILE *out, oxo_variant variant, const player_choice *choice);

/* Writes `response ...`. */
void ugi_respond(FILE *out, ugi_question question, const oxo_position *p);

#endif /* PROTOCOL_UGI_TEXT_H */
