/* Games of the engine against itself, and the files they are kept in. The
 * files are made in a folder of their own that is removed afterwards. */
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "oxo/solver.h"
#include "play.h"
#include "selfplay_file.h"

enum { GAMES = 6 };

static char folder[] = "/tmp/oxo-selfplay-XXXXXX";
static atomic_bool never;

static selfplay_settings quick(void)
{
    selfplay_settings s = selfplay_defaults();
    s.nodes = 60;
    return s;
}

static selfplay_game game_number(const selfplay_settings *s, uint64_t number)
{
    selfplay_game game;
    memset(&game, 0, sizeof game);
    assert_int_equal(selfplay_play(s, selfplay_dice(s, number), &never, &game),
                     0);
    return game;
}

static char *path_of(const char *name)
{
    static char paths[4][64];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int run_into(const char *path, const selfplay_settings *s, int games,
                    int threads)
{
    char why[SELFPLAY_WHY] = "";
    const selfplay_job job = {.settings = *s,
                              .path = path,
                              .games = (uint64_t)games,
                              .threads = threads,
                              .stop = &never};
    const int error = selfplay_run(&job, why);
    assert_int_equal(error != 0, why[0] != '\0');
    return error;
}

static size_t size_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    fclose(file);
    return (size_t)size;
}

/* All games of a whole file, in the order of their names. */
static int by_name(const void *a, const void *b)
{
    const selfplay_game *x = a, *y = b;
    return (x->dice > y->dice) - (x->dice < y->dice);
}

static int games_in(const char *path, selfplay_game ret[2 * GAMES])
{
    selfplay_reader reader;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(selfplay_reader_init(&reader, file), 0);
    int count = 0;
    while (count < 2 * GAMES && selfplay_reader_next(&reader, &ret[count]))
        count++;
    assert_true(selfplay_reader_is_whole(&reader));
    fclose(file);
    qsort(ret, (size_t)count, sizeof *ret, by_name);
    return count;
}

static bool is_same(const selfplay_game *a, const selfplay_game *b)
{
    const size_t n = a->length;
    return a->dice == b->dice && a->outcome == b->outcome &&
           a->length == b->length && memcmp(a->moves, b->moves, n) == 0 &&
           memcmp(a->by_chance, b->by_chance, n) == 0 &&
           memcmp(a->scores, b->scores, n * sizeof a->scores[0]) == 0;
}

static void assert_same_games(const char *path, const char *other)
{
    selfplay_game a[2 * GAMES], b[2 * GAMES];
    const int count = games_in(path, a);
    assert_int_equal(games_in(other, b), count);
    for (int i = 0; i < count; i++)
        assert_true(is_same(&a[i], &b[i]));
}

/* ---- Games -------------------------------------------------------------- */

static void game_depends_on_its_number_alone(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    const selfplay_game first = game_number(&s, 3);
    const selfplay_game other = game_number(&s, 4);
    const selfplay_game again = game_number(&s, 3);
    assert_true(is_same(&first, &again));
    assert_false(is_same(&first, &other));
}

static void moves_are_legal_and_lead_to_the_result(void **state)
{
    (void)state;
    selfplay_settings s = quick();
    for (int variant = OXO_ULTIMATE; variant < OXO_VARIANTS; variant++) {
        s.variant = (oxo_variant)variant;
        for (uint64_t number = 0; number < 4; number++) {
            const selfplay_game g = game_number(&s, number);
            oxo_position p = oxo_position_start(s.variant);
            for (int i = 0; i < g.length; i++) {
                assert_int_equal(oxo_position_check(&p, g.moves[i]), OXO_OK);
                p = oxo_position_play(&p, g.moves[i]);
            }
            assert_int_equal(oxo_position_outcome(&p), g.outcome);
        }
    }
}

static void as_many_moves_are_random_as_was_asked_for(void **state)
{
    (void)state;
    selfplay_settings s = quick();
    s.least = s.most = 5;
    s.noise = 0;
    const selfplay_game g = game_number(&s, 1);
    for (int i = 0; i < g.length; i++) {
        assert_int_equal(g.by_chance[i], i < 5);
        assert_int_equal(g.scores[i] == SELFPLAY_UNKNOWN, i < 5);
    }
    s.noise = 1000;
    const selfplay_game noisy = game_number(&s, 1);
    for (int i = 0; i < noisy.length; i++)
        assert_true(noisy.by_chance[i]);
}

static void games_begin_with_an_opening_of_the_book(void **state)
{
    (void)state;
    const selfplay_opening book[] = {{2, {40, 36}}, {3, {0, 1, 9}}};
    selfplay_settings s = quick();
    s.openings = book;
    s.opening_count = 2;
    int began[2] = {0, 0};
    for (uint64_t number = 0; number < 12; number++) {
        const selfplay_game g = game_number(&s, number);
        for (int i = 0; i < 2; i++)
            began[i] += memcmp(g.moves, book[i].moves, book[i].length) == 0;
    }
    assert_int_equal(began[0] + began[1], 12);
    assert_true(began[0] > 0 && began[1] > 0);
}

/* What a solver with all the time in the world says of a position. */
static int worth_of(oxo_solver *solver, const oxo_position *p)
{
    const oxo_solution s = oxo_solver_solve(solver, p, NULL, NULL, NULL);
    return s.kind == OXO_SOLVED_WIN ? 1 : s.kind == OXO_SOLVED_LOSS ? -1 : 0;
}

static void what_is_called_proven_is_true(void **state)
{
    (void)state;
    oxo_solver *solver = NULL;
    selfplay_settings s = quick();
    s.solve = 16;
    int checked = 0;
    assert_int_equal(oxo_solver_create((size_t)16 << 20, &solver), 0);
    for (uint64_t number = 0; number < 4; number++) {
        const selfplay_game g = game_number(&s, number);
        oxo_position p = oxo_position_start(s.variant);
        for (int i = 0; i < g.length; i++) {
            const int score = g.scores[i];
            const bool draw = score == SELFPLAY_DRAW;
            if (draw ||
                (score != SELFPLAY_UNKNOWN && abs(score) >= SELFPLAY_PROVEN)) {
                const int claim = draw ? 0 : score > 0 ? 1 : -1;
                assert_int_equal(worth_of(solver, &p), claim);
                checked++;
            }
            p = oxo_position_play(&p, g.moves[i]);
        }
    }
    oxo_solver_destroy(solver);
    assert_true(checked > 10);
}

static void a_stop_ends_a_game_at_once(void **state)
{
    (void)state;
    atomic_bool stop = true;
    selfplay_settings s = quick();
    selfplay_game game = {.length = 77};
    assert_int_equal(selfplay_play(&s, 1, &stop, &game), -ECANCELED);
    assert_int_equal(game.length, 77);
}

/* ---- Bytes -------------------------------------------------------------- */

static void checksum_is_the_common_one(void **state)
{
    (void)state;
    assert_true(bytes_checksum("123456789", 9) == 0xCBF43926U);
}

static void packed_game_is_read_back(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    uint8_t bytes[SELFPLAY_GAME_BYTES];
    for (uint64_t number = 0; number < GAMES; number++) {
        const selfplay_game game = game_number(&s, number);
        const size_t size = selfplay_game_pack(&game, bytes);
        selfplay_game back;
        assert_int_equal(
            selfplay_game_parse(bytes, sizeof bytes, s.variant, &back), size);
        assert_true(is_same(&game, &back));
    }
}

static void any_flipped_bit_and_any_missing_byte_is_noticed(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    const selfplay_game game = game_number(&s, 2);
    uint8_t bytes[SELFPLAY_GAME_BYTES];
    selfplay_game back;
    const size_t size = selfplay_game_pack(&game, bytes);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_int_equal(selfplay_game_parse(bytes, size, s.variant, &back),
                         0);
        bytes[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    for (size_t less = 0; less < size; less++)
        assert_int_equal(selfplay_game_parse(bytes, less, s.variant, &back),
                         0);
}

/* Checksums only tell accidents. */
static void impossible_games_are_refused(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    const selfplay_game game = game_number(&s, 2);
    uint8_t bytes[SELFPLAY_GAME_BYTES];
    selfplay_game bad = game, back;
    bad.moves[1] = bad.moves[0];
    selfplay_game_pack(&bad, bytes);
    assert_int_equal(
        selfplay_game_parse(bytes, sizeof bytes, s.variant, &back), 0);
    bad = game;
    bad.outcome = game.outcome == OXO_DRAW ? OXO_X_WINS : OXO_DRAW;
    selfplay_game_pack(&bad, bytes);
    assert_int_equal(
        selfplay_game_parse(bytes, sizeof bytes, s.variant, &back), 0);
    bad = game;
    bad.length--;
    selfplay_game_pack(&bad, bytes);
    assert_int_equal(
        selfplay_game_parse(bytes, sizeof bytes, s.variant, &back), 0);
}

static void header_holds_the_settings(void **state)
{
    (void)state;
    const selfplay_settings s = {.variant = OXO_ULTIMATE_CG,
                                 .seed = UINT64_C(0x123456789ABCDEF0),
                                 .nodes = 70000,
                                 .noise = 300,
                                 .least = 1,
                                 .most = 12,
                                 .solve = 20};
    uint8_t header[SELFPLAY_HEADER_BYTES];
    selfplay_settings back;
    selfplay_header_pack(&s, header);
    assert_true(selfplay_header_parse(header, &back));
    assert_true(back.variant == s.variant && back.seed == s.seed &&
                back.nodes == s.nodes && back.noise == s.noise &&
                back.least == s.least && back.most == s.most &&
                back.solve == s.solve);
    for (size_t bit = 0; bit < 8 * sizeof header; bit++) {
        header[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_false(selfplay_header_parse(header, &back));
        header[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
}

/* ---- Runs --------------------------------------------------------------- */

static void any_number_of_threads_plays_the_same_games(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    const char *one = path_of("one"), *three = path_of("three");
    selfplay_game games[2 * GAMES];
    assert_int_equal(run_into(one, &s, GAMES, 1), 0);
    assert_int_equal(run_into(three, &s, GAMES, 3), 0);
    assert_int_equal(games_in(one, games), GAMES);
    assert_same_games(one, three);
}

static void run_goes_on_where_it_was_torn(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    const char *whole = path_of("whole"), *torn = path_of("torn");
    assert_int_equal(run_into(whole, &s, GAMES, 1), 0);
    assert_int_equal(run_into(torn, &s, GAMES, 1), 0);
    const size_t size = size_of(torn);
    for (size_t less = 1; less < 400; less += 57) {
        assert_int_equal(truncate(torn, (off_t)(size - less)), 0);
        assert_int_equal(run_into(torn, &s, GAMES, 1), 0);
        assert_int_equal(size_of(torn), size);
        assert_same_games(whole, torn);
    }
}

static void run_can_be_prolonged(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    const char *at_once = path_of("at-once"), *twice = path_of("twice");
    assert_int_equal(run_into(at_once, &s, GAMES, 1), 0);
    assert_int_equal(run_into(twice, &s, 2, 1), 0);
    assert_int_equal(run_into(twice, &s, GAMES, 1), 0);
    assert_same_games(at_once, twice);
    const size_t size = size_of(twice);
    assert_int_equal(run_into(twice, &s, GAMES, 1), 0);
    assert_int_equal(size_of(twice), size);
}

static void files_of_others_are_left_alone(void **state)
{
    (void)state;
    const char *path = path_of("settings");
    selfplay_settings s = quick();
    assert_int_equal(run_into(path, &s, 1, 1), 0);
    const size_t size = size_of(path);
    s.seed++;
    assert_int_equal(run_into(path, &s, 1, 1), -EEXIST);
    s.seed--;
    s.opening_count = 1;
    s.openings = &(const selfplay_opening){1, {0}};
    assert_int_equal(run_into(path, &s, 1, 1), -EEXIST);
    assert_int_equal(size_of(path), size);

    const char *foreign = path_of("foreign");
    FILE *file = fopen(foreign, "wb");
    assert_non_null(file);
    fputs("a letter", file);
    fclose(file);
    assert_int_equal(run_into(foreign, &s, 1, 1), -EEXIST);
    assert_int_equal(size_of(foreign), 8);
}

/* Cutting off what follows the damage would throw good games away. */
static void damage_in_the_middle_is_not_cut_off(void **state)
{
    (void)state;
    const char *path = path_of("damaged");
    const selfplay_settings s = quick();
    assert_int_equal(run_into(path, &s, GAMES, 1), 0);
    const size_t size = size_of(path);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, SELFPLAY_HEADER_BYTES + 20, SEEK_SET);
    fputc(0xFF, file);
    fclose(file);
    assert_int_equal(run_into(path, &s, GAMES, 1), -EEXIST);
    assert_int_equal(size_of(path), size);
    char why[SELFPLAY_WHY] = "";
    selfplay_contents contents;
    assert_int_equal(selfplay_survey(path, &contents, why), -EBADMSG);
    assert_non_null(strstr(why, "byte 40"));
}

static void no_place_to_write_is_told(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    assert_int_equal(run_into(path_of("no/such/folder"), &s, 1, 1), -ENOENT);
}

/* ---- Files -------------------------------------------------------------- */

static void merging_keeps_each_game_once(void **state)
{
    (void)state;
    selfplay_settings s = quick();
    char *few = path_of("few"), *many = path_of("many"),
         *other = path_of("other"), *merged = path_of("merged");
    char why[SELFPLAY_WHY];
    assert_int_equal(run_into(few, &s, 2, 1), 0);
    assert_int_equal(run_into(many, &s, 5, 1), 0);
    s.seed = 9;
    assert_int_equal(run_into(other, &s, 3, 1), 0);
    char *inputs[] = {few, many, other, few};
    selfplay_merged told = {.games = 0};
    assert_int_equal(selfplay_merge(merged, inputs, 4, &told, why), 0);
    assert_int_equal(told.games, 8);
    assert_int_equal(told.copies, 4);
    selfplay_contents found;
    assert_int_equal(selfplay_survey(merged, &found, why), 0);
    assert_int_equal(found.count.games, 8);
    assert_int_equal(
        found.count.x_wins + found.count.o_wins + found.count.draws, 8);
    assert_int_equal(found.settings.nodes, 0);
    assert_int_equal(selfplay_merge(merged, inputs, 1, &told, why), -EEXIST);
}

static void merging_keeps_games_of_other_settings(void **state)
{
    (void)state;
    selfplay_settings s = quick();
    char *few = path_of("few-nodes"), *many = path_of("many-nodes"),
         *both = path_of("both-nodes");
    char why[SELFPLAY_WHY];
    assert_int_equal(run_into(few, &s, 3, 1), 0);
    s.nodes *= 3;
    assert_int_equal(run_into(many, &s, 3, 1), 0);
    char *inputs[] = {few, many};
    selfplay_merged told = {.games = 0};
    assert_int_equal(selfplay_merge(both, inputs, 2, &told, why), 0);
    assert_int_equal(told.games, 6);
    assert_int_equal(told.copies, 0);
    selfplay_contents found;
    assert_int_equal(selfplay_survey(both, &found, why), 0);
    assert_int_equal(found.count.games, 6);
}

/* Not one of ours: selfplay_run() writes no game twice. */
static void merging_keeps_a_game_once_that_is_twice_in_a_file(void **state)
{
    (void)state;
    const selfplay_settings s = quick();
    char *once = path_of("once"), *doubled = path_of("doubled"),
         *merged = path_of("undoubled");
    static uint8_t bytes[1 << 16];
    char why[SELFPLAY_WHY];
    assert_int_equal(run_into(once, &s, 3, 1), 0);
    FILE *in = fopen(once, "rb"), *out = fopen(doubled, "wb");
    assert_true(in && out);
    const size_t size = fread(bytes, 1, sizeof bytes, in);
    assert_true(size > SELFPLAY_HEADER_BYTES && size < sizeof bytes);
    fwrite(bytes, 1, size, out);
    fwrite(bytes + SELFPLAY_HEADER_BYTES, 1, size - SELFPLAY_HEADER_BYTES,
           out);
    fclose(in);
    assert_int_equal(fclose(out), 0);
    selfplay_merged told = {.games = 0};
    assert_int_equal(selfplay_merge(merged, &doubled, 1, &told, why), 0);
    assert_int_equal(told.games, 3);
    assert_int_equal(told.copies, 3);
}

static void survey_tells_which_network_judged(void **state)
{
    (void)state;
    selfplay_settings s = quick();
    char *path = path_of("judged");
    char why[SELFPLAY_WHY];
    selfplay_contents found;
    s.neural = oxo_neural_builtin(s.variant);
    assert_non_null(s.neural);
    assert_int_equal(run_into(path, &s, 1, 1), 0);
    assert_int_equal(selfplay_survey(path, &found, why), 0);
    assert_int_equal(found.neural, oxo_neural_checksum(s.neural));
}

static void variants_are_not_mixed(void **state)
{
    (void)state;
    selfplay_settings s = quick();
    char *normal = path_of("normal"), *cg = path_of("cg"),
         *mixed = path_of("mixed");
    char why[SELFPLAY_WHY];
    assert_int_equal(run_into(normal, &s, 1, 1), 0);
    s.variant = OXO_ULTIMATE_CG;
    assert_int_equal(run_into(cg, &s, 1, 1), 0);
    char *inputs[] = {normal, cg};
    selfplay_merged told;
    assert_int_equal(selfplay_merge(mixed, inputs, 2, &told, why), -EINVAL);
    assert_int_equal(access(mixed, F_OK), -1);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {
        "one",       "three",      "whole",      "torn",    "at-once",
        "twice",     "settings",   "foreign",    "damaged", "few",
        "many",      "other",      "merged",     "normal",  "cg",
        "few-nodes", "many-nodes", "both-nodes", "judged",  "once",
        "doubled",   "undoubled"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(path_of(names[i]));
    return rmdir(folder);
}

TEST_GROUP("selfplay")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_depends_on_its_number_alone),
        cmocka_unit_test(moves_are_legal_and_lead_to_the_result),
        cmocka_unit_test(as_many_moves_are_random_as_was_asked_for),
        cmocka_unit_test(games_begin_with_an_opening_of_the_book),
        cmocka_unit_test(what_is_called_proven_is_true),
        cmocka_unit_test(a_stop_ends_a_game_at_once),
        cmocka_unit_test(checksum_is_the_common_one),
        cmocka_unit_test(packed_game_is_read_back),
        cmocka_unit_test(any_flipped_bit_and_any_missing_byte_is_noticed),
        cmocka_unit_test(impossible_games_are_refused),
        cmocka_unit_test(header_holds_the_settings),
        cmocka_unit_test(any_number_of_threads_plays_the_same_games),
        cmocka_unit_test(run_goes_on_where_it_was_torn),
        cmocka_unit_test(run_can_be_prolonged),
        cmocka_unit_test(files_of_others_are_left_alone),
        cmocka_unit_test(damage_in_the_middle_is_not_cut_off),
        cmocka_unit_test(no_place_to_write_is_told),
        cmocka_unit_test(merging_keeps_each_game_once),
        cmocka_unit_test(merging_keeps_a_game_once_that_is_twice_in_a_file),
        cmocka_unit_test(merging_keeps_games_of_other_settings),
        cmocka_unit_test(variants_are_not_mixed),
        cmocka_unit_test(survey_tells_which_network_judged),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
