/* bot.c - the bot that `oxo export codingame` writes: the engine with
 * CodinGame's protocol, in one file.
 *
 * `amalgamate` joins this file with sources of rules and engine, and inserts
 * the network and the evaluation's weights as the text DATA. Functions that
 * the engine names but that are in none of these sources are never called at
 * full strength under CodinGame's rules.
 *
 * With -DNODES=N each move takes N nodes and ignores the time, and the bot
 * prints the search's result at each depth to standard error. Tests use this
 * to compare the bot with the engine. */
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "compact.h"
#include "evaluation.h"
#include "neural.h"
#include "search_pvs.h"
#include "value.h"

/* In evaluation_tables.inc. */
const uint8_t *evaluation_fill(const uint8_t *bytes);

/* ---- Replacements of engine functions ----------------------------------- */

/* The bot does not need winning chances. */
oxo_value value_of_score(int score, bool proven, oxo_variant variant,
                         bool neural, int contempt)
{
    return (oxo_value){.centi = score};
}

/* CodinGame's processors have AVX2. Other kernels are not worth their size. */
const neural_kernel *neural_vnni(void)
{
    return NULL;
}

const neural_kernel *neural_128(void)
{
    return NULL;
}

/* ---- Data --------------------------------------------------------------- */

/* A character has 15 bits and takes three bytes in UTF-8. The first 28,672
 * values start at U+3400, the others at U+AC00. */
static unsigned take_bits(const char *text)
{
    const unsigned character =
        (text[0] & 15U) << 12 | (text[1] & 63U) << 6 | (text[2] & 63U);
    return character - (character < 0xAC00 ? 0x3400 : 0xAC00 - 0x7000);
}

/* Decodes `text` and returns the end of the bytes written. */
static const uint8_t *decode_text(const char *text, uint8_t *to)
{
    unsigned bits = 0, count = 0;
    while (*text) {
        bits |= take_bits(text) << count;
        text += 3;
        for (count += 15; count >= 8; count -= 8, bits >>= 8)
            *to++ = (uint8_t)bits;
    }
    return to;
}

static const oxo_neural *make_neural(void)
{
    static const char text[] = DATA;
    static uint8_t bytes[sizeof text], file[COMPACT_FILE];
    oxo_neural *neural;
    const uint8_t *end = decode_text(text, bytes);
    const uint8_t *compact = evaluation_fill(bytes);
    compact_expand(compact, (size_t)(end - compact), file);
    if (neural_make(file, &neural) < 0)
        exit(1);
    return neural;
}

/* ---- The protocol ------------------------------------------------------- */

/* Converts between 9 * row + col and 9 * board + cell, in both directions: the
 * function is its own inverse. */
static int convert_move(int row, int col)
{
    return 9 * (row / 3 * 3 + col / 3) + row % 3 * 3 + col % 3;
}

#ifdef NODES
static void report_depth(const oxo_search_info *info, void *context)
{
    fprintf(stderr, "%d %d %d\n", info->depth, info->line.value.centi,
            (int)info->nodes);
}
#else
enum { NODES = 0 };
#define report_depth NULL
#endif

static oxo_move find_move(oxo_engine *engine, const oxo_ultimate *p, int time)
{
    const oxo_position position = oxo_position_of_ultimate(*p);
    const oxo_limits limits = {.nodes = NODES, .move_time = NODES ? 0 : time};
    oxo_line line;
    int count;
    oxo_engine_search(engine, &position, &limits, report_depth, NULL, &line,
                      &count);
    return line.moves[0];
}

int main(void)
{
    /* The limits are 1000 ms for the first move and 100 ms for the others. The
     * rest is a margin for communication. */
    enum { FIRST = 850, OTHERS = 88 };
    const int64_t begun = clock_ms();
    oxo_engine_options options = oxo_engine_defaults();
    oxo_engine *engine;
    oxo_ultimate p = oxo_ultimate_start(OXO_ULTIMATE_CG);
    int row, col, count;
    options.neural = make_neural();
    if (oxo_engine_create(&options, &engine) < 0)
        return 1;
    int time = FIRST - (int)(clock_ms() - begun);
    if (time < OTHERS)
        time = OTHERS;
    while (scanf("%d%d%d", &row, &col, &count) == 3) {
        if (row >= 0)
            p = oxo_ultimate_play(p, (oxo_move)convert_move(row, col));
        while (count-- > 0)
            if (scanf("%*d%*d") < 0)
                return 1;
        const oxo_move m = find_move(engine, &p, time);
        time = OTHERS;
        p = oxo_ultimate_play(p, m);
        const int at = convert_move(m / 9, m % 9);
        printf("%d %d\n", at / 9, at % 9);
        fflush(stdout);
    }
}
