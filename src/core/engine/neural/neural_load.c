/* neural_load.c - networks from files; tools/train/quantise.py has the format.
 */
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

enum { HEADER = 20, SUM = 4, LARGE_PAGE = 2 << 20 };

/* ---- Bytes -------------------------------------------------------------- */

/* Walks through a file whose size has been checked. */
typedef const uint8_t *cursor;

static int32_t take(cursor *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t) * (*at)++ << (8 * i);
    /* The sign: what lies above the bytes is like the highest bit. */
    const int unused = 32 - 8 * bytes;
    return (int32_t)(value << unused) >> unused;
}

static void take_words(cursor *at, int16_t *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (int16_t)take(at, 2);
}

static void take_longs(cursor *at, int32_t *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = take(at, 4);
}

/* ---- Patterns ----------------------------------------------------------- */

/* The rows of patterns that are decided, behind those of the others. */
enum { WON = NEURAL_LIVE + 1, DRAWN = WON + 2 };

/* The marks of both sides, and the pattern as O sees it. */
static unsigned split(unsigned pattern, unsigned ret_masks[2])
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

/* In the file live patterns come in rising order. `ret_places` says where the
 * rows of the file go. */
static void number_rows(oxo_neural *neural, uint16_t ret_places[NEURAL_ROWS])
{
    static_assert(NEURAL_PLACES <= UINT16_MAX, "rows have 16-bit numbers");
    unsigned masks[2], count = 0, next = 0;
    for (unsigned i = 0; i < NEURAL_PATTERNS; i++) {
        const unsigned swapped = split(i, masks);
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

/* Where rows are made, and how large sums of them can get. */
typedef struct workshop {
    const int8_t *features;
    const neural_kernel *kernel;
    int stakes;                   /* of the file */
    uint16_t places[NEURAL_ROWS]; /* where rows of the file go */
    /* What numbers of rows reach: of each board and the board of boards, and
     * of what a board to be played adds. */
    int32_t most[10][NEURAL_WIDTH];
    int32_t played[NEURAL_WIDTH];
} workshop;

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

static void take_weights(cursor *at, neural_weights to)
{
    for (int k = 0; k < NEURAL_FEATURES; k++) {
        for (int i = 0; i < NEURAL_WIDTH; i++)
            to[k / 2][i][k % 2] = (int16_t)take(at, 2);
    }
}

/* Where rows of one board are put: alone, or as one of two views. */
typedef struct shelf {
    int16_t (*rows)[NEURAL_WIDTH];
    unsigned views, view;
} shelf;

static int16_t *place_of(const shelf *to, unsigned row)
{
    return to->rows[(row ^ to->view) * to->views + to->view];
}

/* For a pattern that is the same with the marks exchanged. */
static void copy_row(const shelf *to, unsigned row)
{
    memcpy(place_of(to, row ^ 1U), place_of(to, row),
           sizeof(int16_t[NEURAL_WIDTH]));
}

/* The rows of one board; `most` is what such rows reach. */
static void make_rows(const workshop *w, const int8_t *features, cursor *at,
                      int count, const shelf *to, int32_t most[NEURAL_WIDTH])
{
    neural_weights weights;
    int16_t low[NEURAL_WIDTH] = {0}, high[NEURAL_WIDTH] = {0};
    take_weights(at, weights);
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

/* Where rows of each board go: those of a stake behind those of the one before
 * it, and the board of boards' first. What is mine to X is yours to O. */
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

static void make_all_rows(oxo_neural *neural, workshop *w, cursor *at)
{
    for (int stake = 0; stake < w->stakes; stake++) {
        for (int board = 0; board < 9; board++)
            make_rows(w, w->features, at, NEURAL_ROWS,
                      &(shelf){neural->rows[OXO_X][stake][board], 1, 0},
                      w->most[board]);
    }
    make_rows(w, w->features + (ptrdiff_t)NEURAL_ROWS * NEURAL_FEATURES, at,
              NEURAL_LIVE, &(shelf){neural->rows[OXO_X][0][9], 1, 0},
              w->most[9]);
    for (unsigned view = 0; view < 2; view++) {
        for (int board = 0; board < 9; board++)
            make_rows(w, w->features, at, NEURAL_ROWS,
                      &(shelf){(int16_t(*)[NEURAL_WIDTH])neural->played[board],
                               2, view},
                      w->played);
    }
}

/* The start's sums, from which all others come. */
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

/* ---- Networks
 * --------------------------------------------------------------- */

static void take_first(cursor *at, neural_head *head)
{
    for (int i = 0; i < NEURAL_FIRST; i++) {
        for (int k = 0; k < 2 * NEURAL_WIDTH; k++) {
            const int input = k / NEURAL_WIDTH * NEURAL_WIDTH +
                              neural_input_at(k % NEURAL_WIDTH);
            head->first[input / 16][neural_output_at(i)][input % 16] =
                (int8_t)take(at, 1);
        }
    }
}

static void take_second(cursor *at, neural_head *head)
{
    for (int i = 0; i < NEURAL_SECOND; i++) {
        for (int k = 0; k < 2 * NEURAL_FIRST; k++)
            head->second[k / 4][i][k % 4] = (int8_t)take(at, 1);
    }
}

static void take_last(cursor *at, int16_t to[NEURAL_SECOND])
{
    for (int i = 0; i < NEURAL_SECOND; i++)
        to[neural_last_at(i)] = (int16_t)take(at, 2);
}

static void take_head(cursor *at, neural_head *head)
{
    take_first(at, head);
    take_longs(at, head->first_bias, NEURAL_FIRST);
    take_second(at, head);
    take_longs(at, head->second_bias, NEURAL_SECOND);
    take_last(at, head->last[0]);
    take_last(at, head->last[1]);
    take_longs(at, head->last_bias, 2);
}

/* A file with one head has it for all positions. */
static void take_heads(cursor *at, int count, neural_head to[NEURAL_HEADS])
{
    for (int i = 0; i < NEURAL_HEADS; i++) {
        if (i < count)
            take_head(at, &to[i]);
        else
            to[i] = to[0];
    }
}

/* Fills the network; false if sums of it could leave 16 bits, where processors
 * begin to disagree. */
static bool fill(oxo_neural *neural, const uint8_t *data, int8_t *features)
{
    cursor at = data + HEADER;
    const int count = (NEURAL_ROWS + NEURAL_LIVE) * NEURAL_FEATURES;
    int16_t bias[NEURAL_WIDTH];
    workshop w = {
        .features = features, .kernel = neural->kernel, .stakes = data[10]};
    for (int i = 0; i < count; i++)
        features[i] = (int8_t)take(&at, 1);
    number_rows(neural, w.places);
    place_rows(neural, w.stakes);
    make_all_rows(neural, &w, &at);
    take_words(&at, neural->free[0], NEURAL_WIDTH);
    take_words(&at, neural->free[1], NEURAL_WIDTH);
    take_words(&at, bias, NEURAL_WIDTH);
    take_heads(&at, data[9], neural->heads);
    take_words(&at, neural->logs, NEURAL_LOGS);
    make_start(neural, bias);
    neural->checksum = (uint32_t)take(&at, SUM);
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

/* In large pages where the system has them: rows are all over the place. */
static oxo_neural *allocate(size_t stakes)
{
    const size_t used =
        sizeof(oxo_neural) +
        (9 * stakes + 1) * sizeof(int16_t[NEURAL_PLACES][NEURAL_WIDTH]);
    const size_t size = (used + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    oxo_neural *neural = aligned_alloc(LARGE_PAGE, size);
    if (!neural)
        return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(neural, size, MADV_HUGEPAGE); /* only advice */
#endif
    return neural;
}

int neural_make(const uint8_t *data, oxo_neural **ret)
{
    oxo_neural *neural = allocate(data[10]);
    int8_t *features =
        malloc((size_t)(NEURAL_ROWS + NEURAL_LIVE) * NEURAL_FEATURES);
    int error = neural && features ? 0 : -ENOMEM;
    if (error == 0) {
        neural->kernel = best_kernel();
        neural->variant = data[8];
    }
    if (error == 0 && !fill(neural, data, features))
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

static bool is_ours(const uint8_t *data, size_t size)
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
    cursor at = data + size - SUM;
    return (data[8] == OXO_ULTIMATE || data[8] == OXO_ULTIMATE_CG) &&
           (uint32_t)take(&at, SUM) == bytes_checksum(data, size - SUM);
}

static bool all_within(const int32_t *numbers, int count, int32_t most)
{
    for (int i = 0; i < count; i++) {
        if (numbers[i] < -most || numbers[i] > most)
            return false;
    }
    return true;
}

/* Do a head's sums stay in 32 bits? */
static bool is_head_tame(const neural_head *head)
{
    enum { MOST_BIAS = 1 << 24 };
    return all_within(head->first_bias, NEURAL_FIRST, MOST_BIAS) &&
           all_within(head->second_bias, NEURAL_SECOND, MOST_BIAS) &&
           all_within(head->last_bias, 2, MOST_BIAS);
}

/* Do sums stay in 32 bits, and scores in the range of estimates? Beyond it
 * they would be taken for proofs. */
static bool is_tame(const oxo_neural *neural)
{
    enum { MOST_LOG = EVALUATION_LIMIT / 2 };
    for (int i = 0; i < NEURAL_LOGS; i++) {
        if (neural->logs[i] < -MOST_LOG || neural->logs[i] > MOST_LOG)
            return false;
    }
    for (int i = 0; i < NEURAL_HEADS; i++) {
        if (!is_head_tame(&neural->heads[i]))
            return false;
    }
    return true;
}

int oxo_neural_create(const void *data, size_t size, oxo_neural **ret)
{
    oxo_neural *neural;
    if (!is_ours(data, size))
        return -EINVAL;
    const int error = neural_make(data, &neural);
    if (error)
        return error;
    if (!is_tame(neural)) {
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
