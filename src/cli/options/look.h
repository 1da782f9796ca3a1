/* look.h - colours and characters that the output may use. */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "command.h"

/* The values of '--color': auto, always, never. */
extern const char *const look_colors[];

/* True for colours on standard output: as '--color' says, and by default on a
 * terminal with colours, unless NO_COLOR is set. */
bool look_wants_color(const cli_args *args);

/* True for ASCII characters only: with '--ascii', or where the locale is not
 * UTF-8. */
bool look_wants_ascii(const cli_args *args);

#endif /* CLI_LOOK_H */
