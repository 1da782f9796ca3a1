/* opponent.c - what the baselines have in common. */
#include "opponent.h"

#include <string.h>

#include "protocol.h"

const player_option opponent_dice_options[] = {
    {"Seed", 0, INT64_MAX / 2, 1},
    {0},
};

void opponent_dice_set(void *self, int option, int64_t value)
{
    (void)option;
    opponent_dice *dice = self;
    dice->seed = (uint64_t)value;
    dice->random.state = dice->seed;
}

int opponent_dice_prepare(void *self)
{
    (void)self;
    return 0;
}

/* The stream goes on: a match of many games is not the same game many
 * times. Setting Seed begins it anew. */
void opponent_dice_new_game(void *self)
{
    (void)self;
}

static int usage(const char *program)
{
    fprintf(stderr, "usage: %s [--protocol ugi|codingame]\n", program);
    return 2;
}

int opponent_main(int argc, char **argv, const player *p)
{
    protocol which = PROTOCOL_UGI;
    if (argc != 1 && argc != 3)
        return usage(argv[0]);
    if (argc == 3 && (strcmp(argv[1], "--protocol") != 0 ||
                      !protocol_find(argv[2], &which)))
        return usage(argv[0]);
    const int error = protocol_run(p, which, stdin, stdout);
    if (error)
        fprintf(stderr, "%s: %s\n", argv[0], strerror(-error));
    return error != 0;
}
