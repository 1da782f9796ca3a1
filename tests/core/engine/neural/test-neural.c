/* The network: the same numbers as in training, however they are worked out.
 *
 *     test-neural NET VECTORS
 *
 * VECTORS has lines of a position and its score, by tools/train/vectors.py. */
#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "neural.h"
#include "oxo/engine.h"
#include "oxo/notation.h"
#include "oxo/playout.h"
#include "play.h"
#include "spot.h"

enum { MOST_VECTORS = 4000, NEURAL_BYTES = 2 << 20 };

typedef struct vector {
    oxo_ultimate position;
    int score;
} vector;

static uint8_t *bytes; /* of the network's file */
static size_t size;
static oxo_neural *neural;
static vector vectors[MOST_VECTORS];
static int vector_count;

/* ---- Files -------------------------------------------------------------- */

static int read_neural(const char *path)
{
    FILE *file = fopen(path, "rb");
    bytes = malloc(NEURAL_BYTES);
    if (!file || !bytes)
        return -1;
    size = fread(bytes, 1, NEURAL_BYTES, file);
    fclose(file);
    return oxo_neural_create(bytes, size, &neural);
}

static bool read_vector(char *line, vector *ret)
{
    oxo_position p;
    char *score = strrchr(line, ' ');
    if (!score)
        return false;
    *score++ = '\0';
    if (oxo_position_parse(OXO_NATIVE, oxo_neural_variant(neural), line, &p,
                           NULL) != OXO_OK)
        return false;
    *ret = (vector){p.as.ultimate, (int)strtol(score, NULL, 10)};
    return true;
}

static int read_vectors(const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    bool good = true;
    while (good && vector_count < MOST_VECTORS &&
           fgets(line, sizeof line, file))
        good = read_vector(line, &vectors[vector_count++]);
    fclose(file);
    return good ? 0 : -1;
}

/* ---- Scores ------------------------------------------------------------- */

/* The score where a draw is worth `draw`, with sums that begin at the start.
 */
static int score_with(int draw, const oxo_neural *by, const oxo_ultimate *p)
{
    neural_sum sum = by->start;
    const spot s = spot_from(p);
    return neural_score(by, &sum, false, s.eval.pattern, p, draw);
}

static int score_of(const oxo_neural *by, const oxo_ultimate *p)
{
    return score_with(0, by, p);
}

static void scores_are_those_of_the_training(void **state)
{
    (void)state;
    assert_true(vector_count >= 1000);
    for (int i = 0; i < vector_count; i++)
        assert_int_equal(score_of(neural, &vectors[i].position),
                         vectors[i].score);
}

/* Those that the processor at hand can run, from the slowest to the best. */
static int all_kernels(const neural_kernel *ret[4])
{
    int count = 0;
    ret[count++] = &neural_portable;
    if (neural_128())
        ret[count++] = neural_128();
    if (neural_avx2())
        ret[count++] = neural_avx2();
    if (neural_vnni())
        ret[count++] = neural_vnni();
    return count;
}

static void best_kernel_is_chosen(void **state)
{
    (void)state;
    const neural_kernel *kernels[4];
    const int count = all_kernels(kernels);
    assert_ptr_equal(neural->kernel, kernels[count - 1]);
#ifdef __aarch64__
    assert_int_equal(count, 2);
    assert_string_equal(neural->kernel->name, "neon");
#endif
}

static void every_kernel_gives_the_same_scores(void **state)
{
    (void)state;
    const neural_kernel *best = neural->kernel, *kernels[4];
    for (int k = all_kernels(kernels) - 1; k >= 0; k--) {
        neural->kernel = kernels[k];
        for (int i = 0; i < vector_count; i++)
            assert_int_equal(score_of(neural, &vectors[i].position),
                             vectors[i].score);
    }
    neural->kernel = best;
}

/* Sums and heads that no trained network would have: the ends of every range.
 * The last layer's weights are such that logits do not always leave theirs. */
static void make_extreme(oxo_neural *wild, uint64_t *dice)
{
    static const int8_t ends[] = {-128, 127, 0, 64};
    neural_head *head = &wild->heads[0];
    int8_t *weights = (int8_t *)&head->first;
    for (size_t i = 0; i < sizeof head->first + sizeof head->second; i++)
        weights[i] = ends[next_random(dice, 4)];
    for (int i = 0; i < NEURAL_SECOND; i++) {
        head->last[0][i] = (int16_t)((int)next_random(dice, 121) - 60);
        head->last[1][i] = (int16_t)((int)next_random(dice, 121) - 60);
    }
    head->first_bias[next_random(dice, NEURAL_FIRST)] += 3000;
    for (int i = 0; i < NEURAL_WIDTH; i++) {
        wild->start.of[0][i] = (int16_t)((int)next_random(dice, 1200) - 500);
        wild->start.of[1][i] = (int16_t)((int)next_random(dice, 1200) - 500);
    }
}

static void kernels_agree_on_extreme_numbers(void **state)
{
    (void)state;
    const neural_kernel *kernels[4];
    const int count = all_kernels(kernels);
    const oxo_ultimate start = oxo_ultimate_start(oxo_neural_variant(neural));
    const neural_head head = neural->heads[0];
    const neural_sum sum = neural->start;
    uint64_t dice = 5;
    int last = 0, different = 0;
    for (int round = 0; round < 400; round++) {
        make_extreme(neural, &dice);
        neural->kernel = kernels[0];
        const int score = score_of(neural, &start);
        for (int k = 1; k < count; k++) {
            neural->kernel = kernels[k];
            assert_int_equal(score_of(neural, &start), score);
        }
        different += score != last;
        last = score;
    }
    assert_true(different > 300);
    neural->heads[0] = head;
    neural->start = sum;
}

/* The rows that the fastest kernel made are those of every other. */
static void kernels_make_the_same_rows(void **state)
{
    (void)state;
    const neural_kernel *kernels[4];
    const int count = all_kernels(kernels);
    static const int16_t ends[] = {INT16_MIN, INT16_MAX, 0, -1, 300};
    static neural_weights weights;
    uint64_t dice = 9;
    for (int round = 0; round < 300; round++) {
        int8_t features[NEURAL_FEATURES];
        for (int k = 0; k < NEURAL_FEATURES; k++) {
            features[k] = (int8_t)((int)next_random(&dice, 256) - 128);
            for (int i = 0; i < NEURAL_WIDTH; i++)
                weights[k / 2][i][k % 2] =
                    round % 2 ? ends[next_random(&dice, 5)]
                              : (int16_t)next_random(&dice, 2000);
        }
        int16_t a[NEURAL_WIDTH], b[NEURAL_WIDTH];
        neural_portable.make_row(features, weights, a);
        for (int k = 1; k < count; k++) {
            kernels[k]->make_row(features, weights, b);
            assert_same(a, b);
        }
    }
}

static void follow_games(oxo_random *random, neural_sum sums[], int games)
{
    for (int game = 0; game < games; game++) {
        const oxo_ultimate start =
            oxo_ultimate_start(oxo_neural_variant(neural));
        spot s = spot_from(&start);
        oxo_move moves[OXO_MAX_MOVES];
        int count;
        for (int ply = 0; (count = oxo_ultimate_moves(&s.p, moves)) > 0;
             ply++) {
            /* Some plies are not asked about: their sums stay behind. */
            if (oxo_random_below(random, 3) > 0)
                assert_int_equal(neural_score(neural, &sums[ply], ply > 0,
                                              s.eval.pattern, &s.p, 0),
                                 score_of(neural, &s.p));
            spot_play(&s, moves[oxo_random_below(random, (uint32_t)count)]);
        }
    }
}

/* Along games, with the sums of the search: nearest first, from anywhere; by
 * every kernel, each of which is compiled with a way of its own to them. */
static void sums_follow_the_game(void **state)
{
    (void)state;
    const neural_kernel *best = neural->kernel, *kernels[4];
    oxo_random random = {3};
    neural_sum sums[OXO_MAX_MOVES + 1];
    for (int k = all_kernels(kernels) - 1; k >= 0; k--) {
        neural->kernel = kernels[k];
        for (int i = 0; i <= OXO_MAX_MOVES; i++)
            sums[i] = neural->start;
        follow_games(&random, sums, 50);
    }
    neural->kernel = best;
}

static void exchanged_sides_have_exchanged_scores(void **state)
{
    (void)state;
    for (int i = 0; i < vector_count; i += 7) {
        oxo_ultimate p = vectors[i].position;
        for (int board = 0; board < OXO_CELLS; board++) {
            const uint16_t x = p.cells[OXO_X][board];
            p.cells[OXO_X][board] = p.cells[OXO_O][board];
            p.cells[OXO_O][board] = x;
        }
        const uint16_t won = p.won[OXO_X];
        p.won[OXO_X] = p.won[OXO_O];
        p.won[OXO_O] = won;
        p.turn ^= 1;
        assert_int_equal(score_of(neural, &p), vectors[i].score);
    }
}

/* The more likely a draw the more it matters what that is worth, but never
 * more than that; one hundredth more or less may come of rounding. */
static void draw_raises_scores_by_less_than_it_is_worth(void **state)
{
    (void)state;
    int most = 0;
    for (int i = 0; i < vector_count; i++) {
        const oxo_ultimate *p = &vectors[i].position;
        int last = score_with(-OXO_MAX_CONTEMPT, neural, p);
        for (int draw = -OXO_MAX_CONTEMPT; draw <= OXO_MAX_CONTEMPT;
             draw += 25) {
            const int score = score_with(draw, neural, p);
            const int more = score - vectors[i].score;
            assert_true(score >= last - 1);
            assert_true(draw < 0 ? more <= 1 && more >= draw - 1
                                 : more >= -1 && more <= draw + 1);
            most = more > most ? more : most;
            last = score;
        }
    }
    assert_true(most > OXO_MAX_CONTEMPT / 2);
}

/* ---- Heads and stakes --------------------------------------------------- */

/* Of a file, in bytes: what is before the weights of boards, and those of one
 * board and stake. */
enum {
    BOARDS_AT = 20 + (NEURAL_ROWS + NEURAL_LIVE) * NEURAL_FEATURES,
    BOARD = NEURAL_FEATURES * NEURAL_WIDTH * 2
};

/* The file with one of what the header counts in byte `field`, without the
 * others; free() it. */
static uint8_t *with_one(int field, size_t others_at, size_t others,
                         size_t *ret_size)
{
    uint8_t *file = malloc(size);
    assert_non_null(file);
    *ret_size = size - others;
    memcpy(file, bytes, others_at);
    memcpy(file + others_at, bytes + others_at + others,
           *ret_size - others_at);
    file[field] = 1;
    uint8_t *sum = file + *ret_size - 4;
    bytes_put(&sum, bytes_checksum(file, *ret_size - 4), 4);
    return file;
}

/* The network of the file says the same of all positions as the one that was
 * changed to be like it, and of so many something else than that did. */
static void check_alike(const uint8_t *file, size_t file_size, int least,
                        int most)
{
    oxo_neural *one = NULL;
    assert_int_equal(oxo_neural_create(file, file_size, &one), 0);
    int differing = 0;
    for (int i = 0; i < vector_count; i++) {
        const int score = score_of(one, &vectors[i].position);
        assert_int_equal(score, score_of(neural, &vectors[i].position));
        differing += score != vectors[i].score;
    }
    assert_true(differing >= least && differing <= most);
    oxo_neural_destroy(one);
}

static void one_head_judges_all_positions(void **state)
{
    (void)state;
    enum { HEAD = 3400, LOGS_AND_SUM = 2 * NEURAL_LOGS + 4 };
    const size_t others = (size_t)(NEURAL_HEADS - 1) * HEAD;
    size_t one_size;
    uint8_t *file =
        with_one(9, size - LOGS_AND_SUM - others, others, &one_size);
    neural_head kept[NEURAL_HEADS];
    memcpy(kept, neural->heads, sizeof kept);
    for (int i = 1; i < NEURAL_HEADS; i++)
        neural->heads[i] = neural->heads[0];
    check_alike(file, one_size, vector_count / 2, vector_count);
    memcpy(neural->heads, kept, sizeof kept);
    free(file);
}

/* The bot has such a network. */
static void one_stake_is_that_of_all_boards(void **state)
{
    (void)state;
    const size_t others = (size_t)(NEURAL_STAKES - 1) * 9 * BOARD;
    size_t one_size;
    uint8_t *file = with_one(10, BOARDS_AT + 9 * BOARD, others, &one_size);
    int16_t(*kept[2][NEURAL_STAKES][10])[NEURAL_WIDTH];
    memcpy(kept, neural->rows, sizeof kept);
    for (int i = 2; i < 2 * NEURAL_STAKES; i++)
        memcpy(neural->rows[i % 2][i / 2], neural->rows[OXO_X][0],
               sizeof neural->rows[OXO_X][0]);
    /* Where no board would win the game they say the same. */
    check_alike(file, one_size, vector_count / 10, vector_count * 9 / 10);
    memcpy(neural->rows, kept, sizeof kept);
    free(file);
}

/* ---- Files that are none ------------------------------------------------ */

static void damaged_files_are_refused(void **state)
{
    (void)state;
    oxo_neural *none = NULL;
    assert_int_equal(oxo_neural_create(bytes, 0, &none), -EINVAL);
    assert_int_equal(oxo_neural_create(bytes, size - 1, &none), -EINVAL);
    for (size_t i = 0; i < size; i += 1 + size / 50) {
        bytes[i] ^= 0x10;
        assert_int_equal(oxo_neural_create(bytes, size, &none), -EINVAL);
        bytes[i] ^= 0x10;
    }
    assert_null(none);
}

static void put_sum(void)
{
    uint8_t *sum = bytes + size - 4;
    bytes_put(&sum, bytes_checksum(bytes, size - 4), 4);
}

static int create_with_sum(void)
{
    oxo_neural *made = NULL;
    put_sum();
    const int error = oxo_neural_create(bytes, size, &made);
    oxo_neural_destroy(made);
    return error;
}

/* Whatever the checksum says. */
static void stakes_are_checked(void **state)
{
    (void)state;
    const uint8_t stakes = bytes[10];
    uint8_t *last = bytes + BOARDS_AT + (9U * stakes - 1) * BOARD;
    uint8_t kept[BOARD];
    bytes[10] = 2;
    assert_int_equal(create_with_sum(), -EINVAL);
    bytes[10] = stakes;
    /* Rows of one board and stake alone can make sums too large. */
    memcpy(kept, last, BOARD);
    memset(last, 0x7F, BOARD);
    assert_int_equal(create_with_sum(), -EINVAL);
    memcpy(last, kept, BOARD);
    /* Without that it is the file again of which the network was made. */
    put_sum();
    const uint8_t *sum = bytes + size - 4;
    assert_int_equal(bytes_get(&sum, 4), oxo_neural_checksum(neural));
}

/* ---- In the engine ------------------------------------------------------ */

static oxo_engine *engine_of(oxo_engine_options options)
{
    oxo_engine *engine = NULL;
    options.hash_bytes = 1 << 20;
    assert_int_equal(oxo_engine_create(&options, &engine), 0);
    return engine;
}

static oxo_engine *engine_by(const oxo_neural *by)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.neural = by;
    options.hand_written = true; /* unless there is one */
    return engine_of(options);
}

static oxo_line line_of(oxo_engine *engine, const oxo_position *p, int depth)
{
    oxo_line line;
    int count;
    assert_int_equal(oxo_engine_search(engine, p,
                                       &(oxo_limits){.depth = depth}, NULL,
                                       NULL, &line, &count),
                     OXO_OK);
    return line;
}

static void engine_judges_by_its_network(void **state)
{
    (void)state;
    oxo_engine *with = engine_by(neural), *without = engine_by(NULL);
    const oxo_position p = oxo_position_of_ultimate(vectors[0].position);
    const int a = line_of(with, &p, 3).value.centi;
    const int b = line_of(without, &p, 3).value.centi;
    assert_int_not_equal(a, b);
    oxo_engine_new_game(with);
    assert_int_equal(line_of(with, &p, 3).value.centi, a);
    oxo_engine_destroy(with);
    oxo_engine_destroy(without);
}

static oxo_engine *engine_with(int contempt, int lines)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.neural = neural;
    options.contempt = contempt;
    options.lines = lines;
    return engine_of(options);
}

/* In how many of some positions the engine searches otherwise than one
 * without contempt. */
static int differences(int lines, bool analysis)
{
    oxo_engine *with = engine_with(OXO_MAX_CONTEMPT, lines);
    oxo_engine *without = engine_with(0, lines);
    const oxo_limits limits = {.depth = 6, .analysis = analysis};
    oxo_line a[2], b[2];
    int count, differing = 0;
    for (int i = 0; i < vector_count; i += 100) {
        const oxo_position p = oxo_position_of_ultimate(vectors[i].position);
        oxo_engine_search(with, &p, &limits, NULL, NULL, a, &count);
        oxo_engine_search(without, &p, &limits, NULL, NULL, b, &count);
        differing += a[0].moves[0] != b[0].moves[0] ||
                     oxo_engine_nodes(with) != oxo_engine_nodes(without);
    }
    oxo_engine_destroy(with);
    oxo_engine_destroy(without);
    return differing;
}

/* Nor is it under `ultimate-cg`. */
static void contempt_is_for_players_and_not_for_analysis(void **state)
{
    (void)state;
    const bool matters = oxo_neural_variant(neural) == OXO_ULTIMATE;
    assert_int_equal(differences(1, false) > 0, matters);
    assert_int_equal(differences(1, true), 0);
    assert_int_equal(differences(2, false), 0);
}

/* A look two plies ahead finds the same behind a deep search as without it
 * only if that one was with contempt, so that nothing of it may be used. Under
 * `ultimate-cg` it never is. */
static void table_keeps_contempt_apart_from_analysis(void **state)
{
    (void)state;
    const oxo_limits play = {.depth = 8};
    const oxo_limits look = {.depth = 2, .analysis = true};
    oxo_line line;
    int count, same = 0, positions = 0;
    for (int i = 100; i < vector_count; i += 100, positions++) {
        const oxo_position p = oxo_position_of_ultimate(vectors[i].position);
        oxo_engine *fresh = engine_with(OXO_MAX_CONTEMPT, 1);
        oxo_engine *used = engine_with(OXO_MAX_CONTEMPT, 1);
        oxo_engine_search(used, &p, &play, NULL, NULL, &line, &count);
        oxo_engine_search(used, &p, &look, NULL, NULL, &line, &count);
        const int score = line.value.centi;
        oxo_engine_search(fresh, &p, &look, NULL, NULL, &line, &count);
        same += line.value.centi == score;
        oxo_engine_destroy(fresh);
        oxo_engine_destroy(used);
    }
    assert_int_equal(same == positions,
                     oxo_neural_variant(neural) == OXO_ULTIMATE);
}

static void contempt_out_of_range_is_refused(void **state)
{
    (void)state;
    oxo_engine_options options = oxo_engine_defaults();
    oxo_engine *engine = NULL;
    assert_int_equal(options.contempt, 0);
    options.contempt = OXO_MAX_CONTEMPT + 1;
    assert_int_equal(oxo_engine_create(&options, &engine), -EINVAL);
    options.contempt = -1;
    assert_int_equal(oxo_engine_create(&options, &engine), -EINVAL);
}

static void library_has_this_network_of_its_own(void **state)
{
    (void)state;
    const oxo_neural *own = oxo_neural_builtin(oxo_neural_variant(neural));
    assert_non_null(own);
    assert_int_equal(oxo_neural_checksum(own), oxo_neural_checksum(neural));
    assert_ptr_equal(oxo_neural_builtin(oxo_neural_variant(neural)), own);
    assert_null(oxo_neural_builtin(OXO_CLASSIC));
    assert_null(oxo_neural_builtin(OXO_ULTIMATE_CONTINUE));
}

static int score_at_level(const oxo_position *p, int level, bool hand_written)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.level = level;
    options.hand_written = hand_written;
    oxo_engine *engine = engine_of(options);
    const int score = line_of(engine, p, 3).value.centi;
    oxo_engine_destroy(engine);
    return score;
}

static void network_judges_at_full_strength_and_levels_do_without(void **state)
{
    (void)state;
    const oxo_position p = oxo_position_of_ultimate(vectors[0].position);
    oxo_engine *with = engine_by(neural);
    assert_int_equal(score_at_level(&p, 0, false),
                     line_of(with, &p, 3).value.centi);
    assert_int_not_equal(score_at_level(&p, 0, false),
                         score_at_level(&p, 0, true));
    assert_int_equal(score_at_level(&p, 10, false),
                     score_at_level(&p, 10, true));
    oxo_engine_destroy(with);
}

static void network_that_judges_is_told(void **state)
{
    (void)state;
    const oxo_variant mine = oxo_neural_variant(neural);
    const oxo_variant other =
        mine == OXO_ULTIMATE ? OXO_ULTIMATE_CG : OXO_ULTIMATE;
    oxo_engine_options o = oxo_engine_defaults();
    assert_ptr_equal(oxo_engine_neural(&o, mine), oxo_neural_builtin(mine));
    assert_non_null(oxo_engine_neural(&o, mine));
    assert_null(oxo_engine_neural(&o, OXO_ULTIMATE_CONTINUE));
    o.neural = neural;
    assert_ptr_equal(oxo_engine_neural(&o, mine), neural);
    assert_ptr_equal(oxo_engine_neural(&o, other), oxo_neural_builtin(other));
    o.hand_written = true;
    assert_ptr_equal(oxo_engine_neural(&o, mine), neural);
    assert_null(oxo_engine_neural(&o, other));
    o = oxo_engine_defaults();
    o.level = 10;
    assert_null(oxo_engine_neural(&o, mine));
}

static void network_for_other_rules_changes_nothing(void **state)
{
    (void)state;
    oxo_engine *with = engine_by(neural), *without = engine_by(NULL);
    const oxo_position p = oxo_position_start(OXO_ULTIMATE_CONTINUE);
    const oxo_line a = line_of(with, &p, 5), b = line_of(without, &p, 5);
    assert_int_equal(a.value.centi, b.value.centi);
    assert_int_equal(a.moves[0], b.moves[0]);
    oxo_engine_destroy(with);
    oxo_engine_destroy(without);
}

TEST_GROUP("neural")
{
    const test_arguments arguments = test_group_arguments();
    if (arguments.count != 2 || read_neural(arguments.at[0]) < 0 ||
        read_vectors(arguments.at[1]) < 0) {
        fprintf(stderr, "usage: neural NET VECTORS\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_the_training),
        cmocka_unit_test(best_kernel_is_chosen),
        cmocka_unit_test(every_kernel_gives_the_same_scores),
        cmocka_unit_test(kernels_agree_on_extreme_numbers),
        cmocka_unit_test(kernels_make_the_same_rows),
        cmocka_unit_test(sums_follow_the_game),
        cmocka_unit_test(exchanged_sides_have_exchanged_scores),
        cmocka_unit_test(draw_raises_scores_by_less_than_it_is_worth),
        cmocka_unit_test(one_head_judges_all_positions),
        cmocka_unit_test(one_stake_is_that_of_all_boards),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(stakes_are_checked),
        cmocka_unit_test(engine_judges_by_its_network),
        cmocka_unit_test(contempt_is_for_players_and_not_for_analysis),
        cmocka_unit_test(table_keeps_contempt_apart_from_analysis),
        cmocka_unit_test(contempt_out_of_range_is_refused),
        cmocka_unit_test(library_has_this_network_of_its_own),
        cmocka_unit_test(
            network_judges_at_full_strength_and_levels_do_without),
        cmocka_unit_test(network_that_judges_is_told),
        cmocka_unit_test(network_for_other_rules_changes_nothing),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oxo_neural_destroy(neural);
    free(bytes);
    return failed;
}
