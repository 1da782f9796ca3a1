/* format_board.h - a classic board as nine characters, or as a matrix. */
#ifndef CLI_FORMAT_BOARD_H
#define CLI_FORMAT_BOARD_H

#include "oxo/notation.h"

/* Reads "x...o....". The side to move follows from the numbers of marks. The
 * statuses are those of oxo_board_from_cells() and oxo_classic_validate(). */
oxo_status board_parse_flat(const char *text, oxo_position *ret,
                            oxo_text_error *ret_error);

/* The same for "[[1,0,0],[0,2,0],[0,0,0]]". */
oxo_status board_parse_matrix(const char *text, oxo_position *ret,
                              oxo_text_error *ret_error);

enum { BOARD_TEXT = 32 };

/* Each writes a classic position in one of these formats. */
void board_format_flat(const oxo_position *p, char out[BOARD_TEXT]);
void board_format_matrix(const oxo_position *p, char out[BOARD_TEXT]);

#endif /* CLI_FORMAT_BOARD_H */
