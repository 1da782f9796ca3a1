/* menace_train.h - `oxo menace train`: the machine plays many games. */
#ifndef CLI_MENACE_TRAIN_H
#define CLI_MENACE_TRAIN_H

#include "command.h"
#include "menace_school.h"

/* The values of '--against', in the order of menace_teacher; NULL ends it. */
extern const char *const menace_teachers[];

/* Plays the games, and shows the results while they are played. Returns an
 * exit status. */
int menace_train(const cli_args *args, menace_school *s);

#endif /* CLI_MENACE_TRAIN_H */
