/* menace_play.h - `oxo menace play`: a person against the machine. */
#ifndef CLI_MENACE_PLAY_H
#define CLI_MENACE_PLAY_H

#include "command.h"
#include "menace_school.h"

/* Saves the machine after a game. Returns an exit status. */
typedef int menace_save(const cli_args *args, const menace_school *s);

/* Plays games line by line until the person stops. Returns an exit status. */
int menace_play(const cli_args *args, menace_school *s, menace_save *save);

#endif /* CLI_MENACE_PLAY_H */
