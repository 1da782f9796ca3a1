/* item.h - the one position or game that a command is about. */
#ifndef CLI_ITEM_H
#define CLI_ITEM_H

#include "format.h"

/* Loads the first operand and finds in it the item that '--game' counts to,
 * or the only one if the command has no such option. `variant` names the
 * rules of a position, or is NULL. Says what is wrong; returns an exit
 * status. */
int item_load(const cli_args *args, format from, const char *variant,
              format_item *ret);

/* After something was refused that `reader` begins with: if those are moves,
 * says, once, how they are read. */
void item_hint_at_moves(const cli_args *args, format_reader reader);

#endif /* CLI_ITEM_H */
