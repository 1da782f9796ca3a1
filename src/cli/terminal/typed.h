/* typed.h - moves as people type them: in letters, digits or both. */
#ifndef TERMINAL_TYPED_H
#define TERMINAL_TYPED_H

#include "oxo/base.h"

/* The board or cell that a key names, a to i or 1 to 9, from 0; -1: none. */
int typed_number(int key);

/* A whole move: board and cell, or the cell of classic. False, `*ret`
 * untouched, if it is none. */
bool typed_move(oxo_variant variant, const char *text, oxo_move *ret);

#endif /* TERMINAL_TYPED_H */
