/* menace_file.h - machines as text files.
 *
 *     oxo-menace 1
 *     won 12 drawn 40 lost 48
 *     3/3/3 x: a5 b2 e7
 *     ox1/3/3 x: c3 d3 e6 f3 g3 h3 i3
 *     ...
 *
 * The 304 boxes come in the order of menace.h, each with all its moves and
 * their numbers of beads, 0 to 9999. A box for a first move has at least one
 * bead. If the machine has played against itself, the 289 boxes of the second
 * player follow. Comments and other orders are refused. Lines end in LF or
 * CR LF. */
#ifndef MENACE_MENACE_FILE_H
#define MENACE_MENACE_FILE_H

#include <stdio.h>

#include "menace_school.h"
#include "oxo/notation.h"

void menace_file_write(FILE *out, const menace_school *s);

/* Returns OXO_OK; or OXO_SYNTAX, with `*ret` unchanged and the place and
 * reason in
 * `*ret_error`. */
oxo_status menace_file_read(const char *text, size_t length,
                            menace_school *ret, oxo_text_error *ret_error);

#endif /* MENACE_MENACE_FILE_H */
