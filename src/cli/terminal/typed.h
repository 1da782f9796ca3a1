/* typed.h - moves as people type them, in letters or digits. */
#ifndef TERMINAL_TYPED_H
#define TERMINAL_TYPED_H

#include "oxo/base.h"

/* The index of the board or cell that a key names, a to i or 1 to 9; -1: none.
 */
int typed_number(int key);

/* Reads a whole move: board and cell, in classic the cell. Otherwise returns
 * false and leaves `*ret` untouched. */
bool typed_move(oxo_variant variant, const char *text, oxo_move *ret);

#endif /* TERMINAL_TYPED_H */
