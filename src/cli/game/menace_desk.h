/* menace_desk.h - what `oxo menace` does with a machine. */
#ifndef CLI_MENACE_DESK_H
#define CLI_MENACE_DESK_H

#include "command.h"
#include "menace_school.h"

/* The values of '--against'. */
extern const char *const menace_teachers[];

/* Each returns an exit status. */

/* Plays many games and shows how the machine learns, as it does. */
int menace_train(const cli_args *args, menace_school *s);

/* Plays people, line by line; `save` is called after every game. */
typedef int menace_save(const cli_args *args, const menace_school *s);
int menace_play(const cli_args *args, menace_school *s, menace_save *save);

#endif /* CLI_MENACE_DESK_H */
