/* opponent.c - see opponent.h. */
#include "opponent.h"

#include <errno.h>
#include <string.h>

#include "protocol_run.h"

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
    char why[PROTOCOL_WHY];
    const int error = protocol_run(p, which, stdin, stdout, NULL, why);
    if (error)
        fprintf(stderr, "%s: %s\n", argv[0],
                error == -EPROTO ? why : strerror(-error));
    return error != 0;
}

/* ---- Random players ----------------------------------------------------- */

static const player_option dice_options[] = {
    {"Seed", 0, INT64_MAX / 2, 1},
    {0},
};

static int set_seed(void *self, int option, int64_t value)
{
    (void)option;
    opponent_dice *dice = self;
    dice->seed = (uint64_t)value;
    dice->random.state = dice->seed;
    return 0;
}

static int prepare(void *self, oxo_variant variant)
{
    (void)variant;
    (void)self;
    return 0;
}

/* Random numbers continue, so that a match does not repeat one game. Setting
 * Seed starts them again. */
static void new_game(void *self)
{
    (void)self;
}

int opponent_dice_main(int argc, char **argv, const char *name,
                       unsigned variants, opponent_think *think)
{
    opponent_dice dice = {1, {1}};
    const player p = {
        .name = name,
        .author = "the oxo authors",
        .variants = variants,
        .options = dice_options,
        .self = &dice,
        .set_option = set_seed,
        .prepare = prepare,
        .new_game = new_game,
        .think = think,
    };
    return opponent_main(argc, argv, &p);
}
