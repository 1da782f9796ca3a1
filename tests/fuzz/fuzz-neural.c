/* fuzz-neural.c - damages the network of `ultimate` and reads it. Five bytes
 * each say where (3), how many bytes (1) and what they become (1); the
 * checksum and the size for one head or one stake are put right, or nothing
 * would be accepted.
 *
 * A network that is accepted says the same with every kernel, and no more than
 * an estimate may be. */
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "fuzz.h"
#include "neural.h"
#include "spot.h"

extern const uint8_t neural_file_ultimate[], neural_file_ultimate_end[];

static const struct {
    const uint8_t *begin, *end;
} file = {neural_file_ultimate, neural_file_ultimate_end};

enum {
    MOST = 1 << 20,
    PATCH = 5,
    OTHER_HEADS = (NEURAL_HEADS - 1) * 3400,
    BOARD = NEURAL_FEATURES * NEURAL_WIDTH * 2,
    /* Behind the header, all features and the boards of the first stake. */
    OTHER_STAKES_AT =
        20 + (NEURAL_ROWS + NEURAL_LIVE) * NEURAL_FEATURES + 9 * BOARD,
    OTHER_STAKES = (NEURAL_STAKES - 1) * 9 * BOARD
};

static void check(bool law)
{
    if (!law)
        abort();
}

static void put_sum(uint8_t *bytes, size_t size)
{
    uint8_t *at = bytes + size;
    bytes_put(&at, bytes_checksum(bytes, size), 4);
}

static void patch(uint8_t *bytes, size_t size, const uint8_t *how)
{
    const size_t where =
        ((size_t)how[0] | (size_t)how[1] << 8 | (size_t)how[2] << 16) % size;
    const size_t room = size - where;
    memset(bytes + where, how[4], how[3] < room ? how[3] : room);
}

static int score_by(oxo_neural *neural, const neural_kernel *kernel,
                    const oxo_ultimate *p)
{
    const spot s = spot_from(p);
    neural_sum sum = neural->start;
    neural->kernel = kernel;
    return neural_score(neural, &sum, false, s.eval.pattern, p, 0);
}

static void ask(oxo_neural *neural)
{
    const neural_kernel *best = neural->kernel;
    oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE);
    oxo_move moves[OXO_MAX_MOVES];
    int count;
    for (int n = 0; (count = oxo_ultimate_moves(&p, moves)) > 0; n++) {
        const int score = score_by(neural, best, &p);
        check(score == score_by(neural, &neural_portable, &p));
        check(abs(score) <= EVALUATION_LIMIT);
        if (neural_128())
            check(score == score_by(neural, neural_128(), &p));
        p = oxo_ultimate_play(p, moves[n * 7 % count]);
    }
}

FUZZ_TARGET("fuzz-neural", data, size)
{
    static uint8_t bytes[MOST];
    const size_t length = (size_t)(file.end - file.begin);
    check(length <= MOST);
    memcpy(bytes, file.begin, length);
    for (; size >= PATCH; data += PATCH, size -= PATCH)
        patch(bytes, length - 4, data);
    size_t used = bytes[9] == 1 ? length - OTHER_HEADS : length;
    if (bytes[10] == 1) {
        used -= OTHER_STAKES;
        memmove(bytes + OTHER_STAKES_AT,
                bytes + OTHER_STAKES_AT + OTHER_STAKES,
                used - OTHER_STAKES_AT);
    }
    put_sum(bytes, used - 4);
    oxo_neural *neural;
    /* Rules it was not trained for would not be asked. */
    if (oxo_neural_create(bytes, used, &neural) < 0)
        return 0;
    if (oxo_neural_variant(neural) == OXO_ULTIMATE)
        ask(neural);
    oxo_neural_destroy(neural);
    return 0;
}
