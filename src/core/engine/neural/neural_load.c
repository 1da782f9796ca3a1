/* neural_load.c - loads networks; tools/train/quantise.py has the format. */
#define _DEFAULT_SOURCE /* madvise() */

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "bits.h"
#include "bytes.h"
#include "evaluation.h"
#include "neural.h"

enum { HEADER = 20, SUM = 4, HUGE_PAGE = 2 << 20 };

/* ---- Bytes -------------------------------------------------------------- */

/* A place in a file, whose size has been checked. */
typedef const uint8_t *neural_cursor;

static int32_t read_int(neural_cursor *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t) * (*at)++ << (8 * i);
    /* Extends the sign: the bits above become the highest bit. */
    const int unused = 32 - 8 * bytes;
    return (int32_t)(value << unused) >> unused;
}

static void read_words(neural_cursor *at, int16_t *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (int16_t)read_int(at, 2);
}

static void read_longs(neural_cursor *at, int32_t *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = read_int(at, 4);
}

/* ---- Patterns ----------------------------------------------------------- */

/* The rows of decided boards, after those of all patterns. */
enum { WON = NEURAL_LIVE + 1, DRAWN = WON + 2 };

/* The marks of both sides; returns the pattern with the marks exchanged. */
static unsigned split_pattern(unsigned pattern, unsigned ret_masks[2])
{
    unsigned swapped = 0, power = 1;
    ret_masks[0] = ret_masks[1] = 0;
    for (unsigned cell = 0; cell < 9; cell++, pattern /= 3, power *= 3) {
        const unsigned digit = pattern % 3;
        ret_masks[0] |= (unsigned)(digit == 1) << cell;
        ret_masks[1] |= (unsigned)(digit == 2) << cell;
        swapped += digit * 2 % 3 * power;
    }
    return swapped;
}

/* Numbers the rows. The file has the patterns of undecided boards in ascending
 * order; `ret_places` says which row each of them becomes. */
static void number_rows(oxo_neural *neural, uint16_t ret_places[NEURAL_ROWS])
{
    static_assert(NEURAL_PLACES <= UINT16_MAX, "rows have 16-bit numbers");
    unsigned masks[2], count = 0, next = 0;
    for (unsigned i = 0; i < NEURAL_PATTERNS; i++) {
        const unsigned swapped = split_pattern(i, masks);
        unsigned row = DRAWN;
        if (has_line(masks[OXO_X]) || has_line(masks[OXO_O])) {
            row = WON + !has_line(masks[OXO_X]);
        } else if ((masks[OXO_X] | masks[OXO_O]) != OXO_ALL_CELLS) {
            row = swapped < i ? neural->row[swapped] ^ 1U : next;
            next += swapped < i ? 0 : 2;
            ret_places[count++] = (uint16_t)row;
        }
        neural->row[i] = (uint16_t)row;
    }
    assert(count == NEURAL_LIVE && next == WON);
    ret_places[count++] = WON;
    ret_places[count++] = WON + 1;
    ret_places[count] = DRAWN;
}

/* ---- Rows --------------------------------------------------------------- */

/* What is needed to compute rows, and to bound sums of them. */
typedef struct row_maker {
    const int8_t *features;
    const neural_kernel *kernel;
    int stakes;                   /* of the file */
    uint16_t places[NEURAL_ROWS]; /* [row of the file]: its row here */
    /* The largest magnitudes in the rows of each board and of the board of
     * boards, and in the rows of the board to play in. */
    int32_t most[10][NEURAL_WIDTH];
    int32_t played[NEURAL_WIDTH];
} row_maker;

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

static void read_weights(neural_cursor *at, neural_weights to)
{
    for (int k = 0; k < NEURAL_FEATURES; k++) {
        for (int i = 0; i < NEURAL_WIDTH; i++)
            to[k / 2][i][k % 2] = (int16_t)read_int(at, 2);
    }
}

/* Where the rows of one board go: alone, or as one of two views. */
typedef struct row_place {
    int16_t (*rows)[NEURAL_WIDTH];
    unsigned views, view;
} row_place;

static int16_t *place_of(const row_place *to, unsigned row)
{
    return to->rows[(row ^ to->view) * to->views + to->view];
}

/* Copies the row of a pattern that exchanging the marks does not change. */
static void copy_row(const row_place *to, unsigned row)
{
    memcpy(place_of(to, row ^ 1U), place_of(to, row),
           sizeof(int16_t[NEURAL_WIDTH]));
}

/* Computes the rows of one board; `most` grows to their largest magnitudes. */
static void make_rows(const row_maker *w, const int8_t *features,
                      neural_cursor *at, int count, const row_place *to,
                      int32_t most[NEURAL_WIDTH])
{
    neural_weights weights;
    int16_t low[NEURAL_WIDTH] = {0}, high[NEURAL_WIDTH] = {0};
    read_weights(at, weights);
    for (int row = 0; row < count; row++, features += NEURAL_FEATURES) {
        int16_t *values = place_of(to, w->places[row]);
        w->kernel->make_row(features, weights, values);
        for (int i = 0; i < NEURAL_WIDTH; i++) {
            low[i] = values[i] < low[i] ? values[i] : low[i];
            high[i] = values[i] > high[i] ? values[i] : high[i];
        }
    }
    copy_row(to, 0);
    if (count > NEURAL_LIVE)
        copy_row(to, DRAWN);
    for (int i = 0; i < NEURAL_WIDTH; i++) {
        most[i] = most[i] > high[i] ? most[i] : high[i];
        most[i] = most[i] > -low[i] ? most[i] : -low[i];
    }
}

/* Places the rows of each board: first those of the board of boards, then
 * stake by stake. What is at stake for X is, in O's view, at stake for the
 * other side. */
static void place_rows(oxo_neural *neural, int stakes)
{
    for (int stake = 0; stake < NEURAL_STAKES; stake++) {
        const int like = stake < stakes ? stake : 0;
        const int exchanged = stake >> 1 | (stake & 1) << 1;
        for (int board = 0; board < 9; board++) {
            neural->rows[OXO_X][stake][board] =
                neural->rows[OXO_O][exchanged][board] =
                    neural->boards[1 + 9 * like + board];
        }
        neural->rows[OXO_X][stake][9] = neural->rows[OXO_O][stake][9] =
            neural->boards[0];
    }
}

static void make_all_rows(oxo_neural *neural, row_maker *w, neural_cursor *at)
{
    for (int stake = 0; stake < w->stakes; stake++) {
        for (int board = 0; board < 9; board++)
            make_rows(w, w->features, at, NEURAL_ROWS,
                      &(row_place){neural->rows[OXO_X][stake][board], 1, 0},
                      w->most[board]);
    }
    make_rows(w, w->features + (ptrdiff_t)NEURAL_ROWS * NEURAL_FEATURES, at,
              NEURAL_LIVE, &(row_place){neural->rows[OXO_X][0][9], 1, 0},
              w->most[9]);
    for (unsigned view = 0; view < 2; view++) {
        for (int board = 0; board < 9; board++)
            make_rows(
                w, w->features, at, NEURAL_ROWS,
                &(row_place){(int16_t(*)[NEURAL_WIDTH])neural->played[board],
                             2, view},
                w->played);
    }
}

/* The sums of the start, from which all others are made. */
static void make_start(oxo_neural *neural, const int16_t bias[NEURAL_WIDTH])
{
    const unsigned empty = neural->row[0];
    memset(neural->start.pattern, 0, sizeof neural->start.pattern);
    for (int i = 0; i < NEURAL_WIDTH; i++) {
        int sum = bias[i];
        for (int board = 0; board < 10; board++)
            sum += neural->rows[OXO_X][0][board][empty][i];
        neural->start.of[0][i] = neural->start.of[1][i] = (int16_t)sum;
    }
}

static const neural_kernel *best_kernel(void)
{
    if (neural_vnni())
        return neural_vnni();
    if (neural_avx2())
        return neural_avx2();
    return neural_128() ? neural_128() : &neural_portable;
}

/* ---- Networks ----------------------------------------------------------- */

static void read_first(neural_cursor *at, neural_head *head)
{
    for (int i = 0; i < NEURAL_FIRST; i++) {
        for (int k = 0; k < 2 * NEURAL_WIDTH; k++) {
            const int input = k / NEURAL_WIDTH * NEURAL_WIDTH +
                              neural_input_at(k % NEURAL_WIDTH);
            head->first[input / 16][neural_output_at(i)][input % 16] =
                (int8_t)read_int(at, 1);
        }
    }
}

static void read_second(neural_cursor *at, neural_head *head)
{
    for (int i = 0; i < NEURAL_SECOND; i++) {
        for (int k = 0; k < 2 * NEURAL_FIRST; k++)
            head->second[k / 4][i][k % 4] = (int8_t)read_int(at, 1);
    }
}

static void read_last(neural_cursor *at, int16_t to[NEURAL_SECOND])
{
    for (int i = 0; i < NEURAL_SECOND; i++)
        to[neural_last_at(i)] = (int16_t)read_int(at, 2);
}

static void read_head(neural_cursor *at, neural_head *head)
{
    read_first(at, head);
    read_longs(at, head->first_bias, NEURAL_FIRST);
    read_second(at, head);
    read_longs(at, head->second_bias, NEURAL_SECOND);
    read_last(at, head->last[0]);
    read_last(at, head->last[1]);
    read_longs(at, head->last_bias, 2);
}

/* A file with a single head uses it for all positions. */
static void read_heads(neural_cursor *at, int count,
                       neural_head to[NEURAL_HEADS])
{
    for (int i = 0; i < NEURAL_HEADS; i++) {
        if (i < count)
            read_head(at, &to[i]);
        else
            to[i] = to[0];
    }
}

/* Reads a network. False if its sums could exceed 16 bits, where processors
 * would no longer agree. */
static bool read_network(oxo_neural *neural, const uint8_t *data,
                         int8_t *features)
{
    neural_cursor at = data + HEADER;
    const int count = (NEURAL_ROWS + NEURAL_LIVE) * NEURAL_FEATURES;
    int16_t bias[NEURAL_WIDTH];
    row_maker w = {
        .features = features, .kernel = neural->kernel, .stakes = data[10]};
    for (int i = 0; i < count; i++)
        features[i] = (int8_t)read_int(&at, 1);
    number_rows(neural, w.places);
    place_rows(neural, w.stakes);
    make_all_rows(neural, &w, &at);
    read_words(&at, neural->free[0], NEURAL_WIDTH);
    read_words(&at, neural->free[1], NEURAL_WIDTH);
    read_words(&at, bias, NEURAL_WIDTH);
    read_heads(&at, data[9], neural->heads);
    read_words(&at, neural->logs, NEURAL_LOGS);
    make_start(neural, bias);
    neural->checksum = (uint32_t)read_int(&at, SUM);
    for (int i = 0; i < NEURAL_WIDTH; i++) {
        const int32_t free0 = magnitude(neural->free[0][i]);
        const int32_t free1 = magnitude(neural->free[1][i]);
        int32_t last = w.played[i] > free0 ? w.played[i] : free0;
        last = last > free1 ? last : free1;
        for (int board = 0; board < 10; board++)
            last += w.most[board][i];
        if (magnitude(bias[i]) + last >= INT16_MAX)
            return false;
    }
    return true;
}

/* In huge pages where the system has them, because accesses to rows jump. */
static oxo_neural *allocate_network(size_t stakes)
{
    const size_t used =
        sizeof(oxo_neural) +
        (9 * stakes + 1) * sizeof(int16_t[NEURAL_PLACES][NEURAL_WIDTH]);
    const size_t size = (used + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    oxo_neural *neural = aligned_alloc(HUGE_PAGE, size);
    if (!neural)
        return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(neural, size, MADV_HUGEPAGE); /* may fail: only advice */
#endif
    return neural;
}

int neural_make(const uint8_t *data, oxo_neural **ret)
{
    oxo_neural *neural = allocate_network(data[10]);
    int8_t *features =
        malloc((size_t)(NEURAL_ROWS + NEURAL_LIVE) * NEURAL_FEATURES);
    int error = neural && features ? 0 : -ENOMEM;
    if (error == 0) {
        neural->kernel = best_kernel();
        neural->variant = data[8];
    }
    if (error == 0 && !read_network(neural, data, features))
        error = -EINVAL;
    free(features);
    if (error) {
        free(neural);
        return error;
    }
    *ret = neural;
    return 0;
}

/* ---- Files -------------------------------------------------------------- */

static size_t file_size(size_t heads, size_t stakes)
{
    const size_t features =
        (size_t)(NEURAL_ROWS + NEURAL_LIVE) * NEURAL_FEATURES;
    const size_t weights =
        (9 * stakes + 1 + (size_t)2 * 9) * NEURAL_FEATURES * NEURAL_WIDTH;
    const size_t layers = (size_t)2 * NEURAL_WIDTH * NEURAL_FIRST +
                          (size_t)2 * NEURAL_FIRST * NEURAL_SECOND;
    const size_t longs = NEURAL_FIRST + NEURAL_SECOND + 2;
    const size_t head = layers + 2 * (size_t)2 * NEURAL_SECOND + 4 * longs;
    const size_t words = weights + (size_t)3 * NEURAL_WIDTH + NEURAL_LOGS;
    return HEADER + features + 2 * words + heads * head + SUM;
}

static bool is_network_file(const uint8_t *data, size_t size)
{
    static const uint8_t shape[] = {NEURAL_FEATURES,
                                    NEURAL_WIDTH,
                                    0,
                                    NEURAL_FIRST,
                                    0,
                                    NEURAL_SECOND,
                                    0,
                                    NEURAL_LIVE & 255,
                                    NEURAL_LIVE >> 8};
    if (size < HEADER || memcmp(data, "oxo-net3", 8) != 0 ||
        (data[9] != 1 && data[9] != NEURAL_HEADS) ||
        (data[10] != 1 && data[10] != NEURAL_STAKES) ||
        memcmp(data + 11, shape, sizeof shape) != 0 ||
        size != file_size(data[9], data[10]))
        return false;
    neural_cursor at = data + size - SUM;
    return (data[8] == OXO_ULTIMATE || data[8] == OXO_ULTIMATE_CG) &&
           (uint32_t)read_int(&at, SUM) == bytes_checksum(data, size - SUM);
}

static bool all_within(const int32_t *numbers, int count, int32_t most)
{
    for (int i = 0; i < count; i++) {
        if (numbers[i] < -most || numbers[i] > most)
            return false;
    }
    return true;
}

/* Do the sums of a head fit into 32 bits? */
static bool is_head_in_range(const neural_head *head)
{
    enum { MOST_BIAS = 1 << 24 };
    return all_within(head->first_bias, NEURAL_FIRST, MOST_BIAS) &&
           all_within(head->second_bias, NEURAL_SECOND, MOST_BIAS) &&
           all_within(head->last_bias, 2, MOST_BIAS);
}

/* Do all sums fit into 32 bits, and all scores into the range of estimates?
 * Larger scores would be taken for proofs. */
static bool is_in_range(const oxo_neural *neural)
{
    enum { MOST_LOG = EVALUATION_LIMIT / 2 };
    for (int i = 0; i < NEURAL_LOGS; i++) {
        if (neural->logs[i] < -MOST_LOG || neural->logs[i] > MOST_LOG)
            return false;
    }
    for (int i = 0; i < NEURAL_HEADS; i++) {
        if (!is_head_in_range(&neural->heads[i]))
            return false;
    }
    return true;
}

int oxo_neural_create(const void *data, size_t size, oxo_neural **ret)
{
    oxo_neural *neural;
    if (!is_network_file(data, size))
        return -EINVAL;
    const int error = neural_make(data, &neural);
    if (error)
        return error;
    if (!is_in_range(neural)) {
        oxo_neural_destroy(neural);
        return -EINVAL;
    }
    *ret = neural;
    return 0;
}

void oxo_neural_destroy(oxo_neural *neural)
{
    free(neural);
}

oxo_variant oxo_neural_variant(const oxo_neural *neural)
{
    return (oxo_variant)neural->variant;
}

uint32_t oxo_neural_checksum(const oxo_neural *neural)
{
    return neural->checksum;
}
