/* fuzz-engine-output.c - hears the bytes from an engine. The first byte
 * chooses the protocol, the variant, and what the engine was asked.
 *
 * Whatever it says, a move is one of the game's or none, and scores and
 * options are within their bounds; and it is the same whether it arrives at
 * once or byte by byte. */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC */
#include "fuzz.h"
#include "program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static program_spec engine = {
    .option_count = 2,
    .options = {{.name = "Level", .value = "5"}, {.name = "A b"}},
};

static void seat(program *p, uint8_t how)
{
    static const program_state states[] = {PROGRAM_GREETING, PROGRAM_SYNCING,
                                           PROGRAM_READY, PROGRAM_THINKING};
    program_init(p);
    engine.protocol = how & 1 ? PROTOCOL_CODINGAME : PROTOCOL_UGI;
    p->spec = &engine;
    p->variant = (oxo_variant)(how >> 1 & 3);
    p->state = states[how >> 3 & 3];
    /* What is said to it goes nowhere. */
    p->process.in = open("/dev/null", O_WRONLY | O_CLOEXEC);
    check(p->process.in >= 0);
}

static void check_player(const program *p)
{
    const int most =
        p->variant == OXO_CLASSIC ? OXO_CELLS : (int)OXO_MAX_MOVES;
    check(p->state >= PROGRAM_GREETING && p->state <= PROGRAM_FAILED);
    check(p->state != PROGRAM_FAILED || p->refuses);
    check(p->state != PROGRAM_MOVED || p->move == OXO_NO_MOVE ||
          p->move < most);
    check(memchr(p->words, '\0', sizeof p->words) != NULL);
    check(abs(p->score.value) <= 1000000);
    check(p->score.kind == OXO_EVAL_NONE ||
          p->score.kind == OXO_EVAL_ESTIMATE || p->score.kind == OXO_EVAL_WIN);
    check(p->known >> engine.option_count == 0);
    check(p->process.used < PROGRAM_LINE);
}

static void check_same(const program *a, const program *b)
{
    check(a->state == b->state && a->move == b->move);
    check(a->score.kind == b->score.kind && a->score.value == b->score.value);
    check(a->known == b->known && a->greeted == b->greeted);
    check(strcmp(a->words, b->words) == 0);
    check(strcmp(a->detail, b->detail) == 0);
}

FUZZ_TARGET("fuzz-engine-output", data, size)
{
    static program whole, pieces;
    if (size == 0)
        return 0;
    const char *bytes = (const char *)data + 1;
    seat(&whole, data[0]);
    seat(&pieces, data[0]);
    program_take(&whole, bytes, size - 1);
    for (size_t i = 0; i + 1 < size; i++)
        program_take(&pieces, bytes + i, 1);
    check_player(&whole);
    check_same(&whole, &pieces);
    close(whole.process.in);
    close(pieces.process.in);
    return 0;
}
