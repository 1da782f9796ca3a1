/* fuzz-ugi.c - says the bytes to both fronts, UGI and CodinGame.
 *
 * The player answers at once with the first legal move and a report, and
 * checks what it is shown: whatever was said, a player sees only positions
 * that hold together, with a game going on. */
#define _POSIX_C_SOURCE 200809L /* fmemopen() */
#include "fuzz.h"
#include "protocol_run.h"

#include <errno.h>
#include <stdlib.h>

static int ignore_option(void *self, int option, int64_t value)
{
    (void)self;
    if (option != 0 || value < 1 || value > 8)
        abort();
    return 0;
}

static int prepare(void *self, oxo_variant variant)
{
    (void)self;
    (void)variant;
    return 0;
}

static void new_game(void *self)
{
    (void)self;
}

static void check_position(const oxo_position *p)
{
    const oxo_status status =
        p->variant == OXO_CLASSIC
            ? oxo_classic_validate(&p->as.classic)
            : oxo_ultimate_validate(&p->as.ultimate, NULL);
    if (status != OXO_OK || oxo_position_outcome(p) != OXO_ONGOING)
        abort();
}

static int think(void *self, const player_task *task, player_choice *ret)
{
    (void)self;
    check_position(&task->position);
    oxo_search_info info = {.rank = 1};
    const int count = oxo_position_moves(&task->position, info.line.moves);
    info.line.length = count;
    if (task->report)
        task->report(&info, task->context);
    *ret = (player_choice){info.line.moves[0], OXO_NO_MOVE, (uint64_t)count};
    return 0;
}

static const player_option options[] = {{"Hash", 1, 8, 4}, {0}};

static const player trivial = {
    .name = "trivial",
    .author = "nobody",
    .variants = (1U << OXO_VARIANTS) - 1,
    .options = options,
    .bench_limits = {.nodes = 1},
    .set_option = ignore_option,
    .prepare = prepare,
    .new_game = new_game,
    .think = think,
};

static void run(protocol which, uint8_t *data, size_t size)
{
    FILE *in = fmemopen(data, size, "r");
    FILE *out = fopen("/dev/null", "w");
    if (!in || !out)
        abort();
    char why[PROTOCOL_WHY] = "";
    const int error = protocol_run(&trivial, which, in, out, NULL, why);
    if ((error == -EPROTO) != (why[0] != '\0'))
        abort();
    fclose(in);
    fclose(out);
}

FUZZ_TARGET("fuzz-ugi", data, size)
{
    /* fmemopen() wants something it could write to, and more than nothing. */
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        abort();
    for (size_t i = 0; i < size; i++)
        copy[i] = data[i];
    copy[size] = '\n';
    run(PROTOCOL_UGI, copy, size + 1);
    run(PROTOCOL_CODINGAME, copy, size + 1);
    free(copy);
    return 0;
}
