/* look.h - what the terminal can show, and what it wants. */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "command.h"

/* The values of '--color': auto, always, never. */
extern const char *const look_colors[];

/* Colours on standard output: as '--color' says, or on a terminal that has
 * some, unless NO_COLOR is set. */
bool look_wants_color(const cli_args *args);

/* No other characters than those of ASCII: as '--ascii' says, or where the
 * locale is not UTF-8. */
bool look_wants_ascii(const cli_args *args);

#endif /* CLI_LOOK_H */
