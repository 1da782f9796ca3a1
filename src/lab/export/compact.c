/* compact.c - see compact.h. */
#include "compact.h"

#include <assert.h>
#include <string.h>

#include "bytes.h"
#include "neural.h"

enum {
    STATES = 27,        /* states of a line */
    BOARD_HIDDEN = 112, /* hidden numbers of the boards' encoder */
    META_HIDDEN = 64,   /* and of the encoder for the board of boards */
    MOST_HIDDEN = BOARD_HIDDEN,
    BOARD_CORRECTED = 256, /* patterns with corrections */
    META_CORRECTED = 128,
    MOST_CORRECTED = BOARD_CORRECTED,
    SECOND_SHIFT = 6,
    ROW_BITS = 15,
    OWN_BITS = 7, /* of a number in a correction */
    LOG_BITS = 2, /* of the difference between two logarithms */
    FIRST_LOG = -139,
    CONTEXTS = 512,
};

/* The arrays that follow the features in a file: their numbers of values and
 * of bytes per value; and the bits per value in the compact form, in which
 * values are divided by `factor`. */
static const struct {
    int count;
    uint8_t bytes, bits, factor;
} rest[] = {
    {10 * NEURAL_FEATURES * NEURAL_WIDTH, 2, 8, 2},
    {2 * 9 * NEURAL_FEATURES * NEURAL_WIDTH, 2, 8, 2},
    {2 * NEURAL_WIDTH, 2, 9, 1},
    {NEURAL_WIDTH, 2, 9, 1},
    {NEURAL_FIRST * 2 * NEURAL_WIDTH, 1, 8, 1},
    {NEURAL_FIRST, 4, 14, 1},
    {NEURAL_SECOND * 2 * NEURAL_FIRST, 1, 8, 1},
    {NEURAL_SECOND, 4, 14, 1},
    {2 * NEURAL_SECOND, 2, 12, 1},
    {2, 4, 17, 1},
};

/* ---- Numbers ------------------------------------------------------------ */

/* Reads from an adaptive range coder, which learns the probabilities of bits.
 */
typedef struct number_reader {
    const uint8_t *at, *end;
    uint32_t range, code;
    uint32_t seen[CONTEXTS][2]; /* by the higher bits: number of 0s and 1s */
} number_reader;

static void read_byte(number_reader *r)
{
    r->code = r->code << 8 | (r->at < r->end ? *r->at++ : 0U);
    r->range <<= 8;
}

/* Each array has probabilities of its own. */
static void begin_array(number_reader *r)
{
    for (int i = 0; i < CONTEXTS; i++)
        r->seen[i][0] = r->seen[i][1] = 1;
}

static unsigned take_bit(number_reader *r, uint32_t seen[2])
{
    const uint32_t bound = r->range / (seen[0] + seen[1]) * seen[0];
    const unsigned bit = r->code >= bound;
    r->code -= bit ? bound : 0;
    r->range = bit ? r->range - bound : bound;
    seen[bit]++;
    while (r->range < 1U << 24)
        read_byte(r);
    return bit;
}

/* Reads a signed number. */
static int take_number(number_reader *r, int bits)
{
    unsigned above = 1;
    for (int i = 0; i < bits; i++)
        above = 2 * above + take_bit(r, r->seen[above < CONTEXTS ? above : 0]);
    return (int)above - (1 << bits) - (1 << bits) / 2;
}

static void take_array(number_reader *r, int bits, int16_t *to, int count)
{
    begin_array(r);
    for (int i = 0; i < count; i++)
        to[i] = (int16_t)take_number(r, bits);
}

/* ---- Features ----------------------------------------------------------- */

typedef int16_t feature_list[NEURAL_FEATURES];

typedef struct encoder {
    int hidden;
    int16_t first[OXO_LINES * STATES * MOST_HIDDEN]; /* [line][state][] */
    int16_t first_bias[MOST_HIDDEN];
    feature_list second[MOST_HIDDEN];
    feature_list second_bias;
} encoder;

static void take_encoder(number_reader *r, int hidden, encoder *ret)
{
    ret->hidden = hidden;
    take_array(r, 8, ret->first, OXO_LINES * STATES * hidden);
    take_array(r, 8, ret->first_bias, hidden);
    take_array(r, 8, ret->second[0], hidden * NEURAL_FEATURES);
    take_array(r, 8, ret->second_bias, NEURAL_FEATURES);
}

/* Determines the states of a pattern's lines; false if the pattern is decided.
 */
static bool look_at_lines(int pattern, int ret_states[OXO_LINES])
{
    enum { MINE = 1 + 3 + 9, YOURS = 2 * MINE };
    int digits[9];
    bool live = false;
    for (int cell = 0; cell < 9; cell++, pattern /= 3) {
        digits[cell] = pattern % 3;
        live = live || digits[cell] == 0;
    }
    for (int i = 0; i < OXO_LINES; i++) {
        const uint8_t *line = oxo_lines[i];
        ret_states[i] =
            digits[line[0]] + 3 * digits[line[1]] + 9 * digits[line[2]];
        if (ret_states[i] == MINE || ret_states[i] == YOURS)
            live = false;
    }
    return live;
}

static int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static void encode_pattern(const encoder *e, const int states[OXO_LINES],
                           feature_list ret)
{
    int16_t hidden[MOST_HIDDEN];
    int32_t sums[NEURAL_FEATURES] = {0};
    memcpy(hidden, e->first_bias, sizeof hidden);
    for (int i = 0; i < OXO_LINES; i++) {
        const int16_t *first =
            e->first + (ptrdiff_t)(STATES * i + states[i]) * e->hidden;
        for (int k = 0; k < e->hidden; k++)
            hidden[k] = (int16_t)(hidden[k] + first[k]);
    }
    for (int k = 0; k < e->hidden; k++) {
        const int h = clamp(hidden[k], 0, 127);
        for (int i = 0; i < NEURAL_FEATURES; i++)
            sums[i] += h * e->second[k][i];
    }
    for (int i = 0; i < NEURAL_FEATURES; i++)
        ret[i] =
            (int16_t)(((sums[i] + (1 << (SECOND_SHIFT - 1))) >> SECOND_SHIFT) +
                      e->second_bias[i]);
}

/* Writes a feature into the file. */
static void put_feature(uint8_t *at, int value)
{
    *at = (uint8_t)clamp(value, -127, 127);
}

/* Adds corrections to some rows; rows are numbered like the live patterns. */
static void correct_rows(number_reader *r, int count, uint8_t *features)
{
    int16_t rows[MOST_CORRECTED];
    take_array(r, ROW_BITS, rows, count);
    begin_array(r);
    for (int i = 0; i < count; i++) {
        const int row = clamp(rows[i], 0, NEURAL_LIVE - 1);
        uint8_t *at = features + (ptrdiff_t)row * NEURAL_FEATURES;
        for (int k = 0; k < NEURAL_FEATURES; k++, at++)
            put_feature(at, (int8_t)*at + take_number(r, OWN_BITS));
    }
}

/* Writes the features of all live patterns. */
static void expand_features(number_reader *r, int hidden, int corrected,
                            uint8_t *features)
{
    encoder e;
    feature_list of_one;
    int states[OXO_LINES];
    uint8_t *at = features;
    take_encoder(r, hidden, &e);
    for (int pattern = 0; pattern < NEURAL_PATTERNS; pattern++) {
        if (!look_at_lines(pattern, states))
            continue;
        encode_pattern(&e, states, of_one);
        for (int i = 0; i < NEURAL_FEATURES; i++)
            put_feature(at++, of_one[i]);
    }
    correct_rows(r, corrected, features);
}

/* ---- The file ----------------------------------------------------------- */

/* The header that neural_load.c expects. */
static void put_header(uint8_t **at)
{
    enum { HEADS = 1, STAKES = 1 };
    static const uint16_t shape[] = {OXO_ULTIMATE_CG | HEADS << 8,
                                     STAKES | NEURAL_FEATURES << 8,
                                     NEURAL_WIDTH,
                                     NEURAL_FIRST,
                                     NEURAL_SECOND,
                                     NEURAL_LIVE};
    memcpy(*at, "oxo-net3", 8);
    *at += 8;
    for (unsigned i = 0; i < sizeof shape / sizeof *shape; i++)
        bytes_put(at, shape[i], 2);
}

static void expand_rest(number_reader *r, uint8_t **at)
{
    for (unsigned i = 0; i < sizeof rest / sizeof *rest; i++) {
        begin_array(r);
        for (int k = 0; k < rest[i].count; k++) {
            const int value = take_number(r, rest[i].bits) * rest[i].factor;
            bytes_put(at, (uint64_t)value, rest[i].bytes);
        }
    }
    int log = FIRST_LOG;
    begin_array(r);
    bytes_put(at, (uint64_t)log, 2);
    for (int i = 1; i < NEURAL_LOGS; i++) {
        log += take_number(r, LOG_BITS);
        bytes_put(at, (uint64_t)log, 2);
    }
}

void compact_expand(const uint8_t *compact, size_t size,
                    uint8_t ret_file[COMPACT_FILE])
{
    enum { LIVE = NEURAL_LIVE * NEURAL_FEATURES };
    enum { DECIDED = (NEURAL_ROWS - NEURAL_LIVE) * NEURAL_FEATURES };
    number_reader r = {.at = compact, .end = compact + size};
    uint8_t *at = ret_file;
    for (int i = 0; i < 4; i++)
        read_byte(&r);
    r.range = UINT32_MAX;
    put_header(&at);
    expand_features(&r, BOARD_HIDDEN, BOARD_CORRECTED, at);
    expand_features(&r, META_HIDDEN, META_CORRECTED, at + LIVE + DECIDED);
    at += LIVE;
    begin_array(&r);
    for (int i = 0; i < DECIDED; i++)
        put_feature(at++, take_number(&r, 8));
    at += LIVE;
    expand_rest(&r, &at);
    bytes_put(&at, bytes_checksum(ret_file, (size_t)(at - ret_file)), 4);
    assert(at == ret_file + COMPACT_FILE);
}
