/* item.h - the one position or game that a command works on. */
#ifndef CLI_ITEM_H
#define CLI_ITEM_H

#include "format.h"

/* Loads the first operand and reads the item with the number '--game', or the
 * only item if the command has no such option. `variant` names the rules of a
 * position, or is NULL. Returns an exit status, after an error message. */
int item_load(const cli_args *args, format from, const char *variant,
              format_item *ret);

/* To be called after the text of `reader` turned out to be malformed: if the
 * text is a list of moves, prints once which option reads it. */
void item_hint_at_moves(const cli_args *args, format_reader reader);

#endif /* CLI_ITEM_H */
