/* The machine of matchboxes: its boxes, its beads, what it learns. */
#include "check.h"

#include "menace_file.h"
#include "menace_sheet.h"
#include "oxo/engine.h"
#include "play.h"

#include <string.h>

static menace_machine machine_of(oxo_mark side)
{
    menace_machine m;
    menace_init(&m, side);
    return m;
}

static int marks_on(const oxo_classic *p)
{
    int n = 0;
    for (int cell = 0; cell < OXO_CELLS; cell++)
        n += oxo_board_at(p->board, cell) != OXO_NONE;
    return n;
}

/* ---- Boxes -------------------------------------------------------------- */

static void there_are_304_boxes_as_michie_had_them(void **state)
{
    (void)state;
    const menace_machine m = machine_of(OXO_X);
    int by_marks[OXO_CELLS] = {0};
    for (int i = 0; i < m.count; i++)
        by_marks[marks_on(&m.boxes[i].position)]++;
    assert_int_equal(m.count, 304);
    assert_int_equal(by_marks[0], 1);
    assert_int_equal(by_marks[2], 12);
    assert_int_equal(by_marks[4], 108);
    assert_int_equal(by_marks[6], 183);
    assert_int_equal(machine_of(OXO_O).count, 289);
}

/* Every position that random games lead to, from every side. */
static void every_choice_has_its_box(void **state)
{
    (void)state;
    const menace_machine machines[] = {machine_of(OXO_X), machine_of(OXO_O)};
    uint64_t dice = 1;
    for (int game = 0; game < 2000; game++) {
        oxo_classic p = oxo_classic_start();
        while (oxo_classic_outcome(&p) == OXO_ONGOING) {
            const int empty = OXO_CELLS - marks_on(&p);
            for (int side = 0; side < 2; side++) {
                const int box = menace_find(&machines[side], &p, NULL);
                assert_int_equal(box >= 0, p.turn == side && empty > 1);
            }
            oxo_move moves[OXO_CELLS];
            const int count = oxo_classic_moves(&p, moves);
            p = oxo_classic_play(p,
                                 moves[next_random(&dice, (unsigned)count)]);
        }
    }
}

static void new_boxes_have_four_three_two_or_one_of_each(void **state)
{
    (void)state;
    const menace_machine m = machine_of(OXO_X);
    assert_int_equal(m.boxes[0].count, 3); /* corner, side, centre */
    assert_int_equal(menace_total(&m.boxes[0]), 12);
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < m.boxes[i].count; k++)
            assert_int_equal(m.boxes[i].beads[k],
                             4 - marks_on(&m.boxes[i].position) / 2);
}

/* Each legal move is, turned or mirrored, one of the box and no other. */
static void moves_of_a_box_stand_for_all_legal_ones(void **state)
{
    (void)state;
    const menace_machine m = machine_of(OXO_X);
    for (int i = 0; i < m.count; i++) {
        const menace_box *box = &m.boxes[i];
        oxo_move moves[OXO_CELLS];
        const int count = oxo_classic_moves(&box->position, moves);
        for (int k = 0; k < count; k++) {
            const oxo_classic next = oxo_classic_canonical(
                oxo_classic_play(box->position, moves[k]), NULL);
            int same = 0;
            for (int s = 0; s < box->count; s++) {
                const oxo_classic other = oxo_classic_canonical(
                    oxo_classic_play(box->position, box->moves[s]), NULL);
                same += memcmp(&next, &other, sizeof(next)) == 0;
            }
            assert_int_equal(same, 1);
        }
    }
}

/* ---- Drawing ------------------------------------------------------------ */

static void bead_is_played_on_the_board_as_it_lies(void **state)
{
    (void)state;
    menace_machine m = machine_of(OXO_X);
    const oxo_classic p = classic_after("a e");
    menace_box *box = &m.boxes[menace_find(&m, &p, NULL)];
    for (int i = 0; i < box->count; i++)
        box->beads[i] = i == 0;
    const oxo_classic wanted = oxo_classic_canonical(
        oxo_classic_play(box->position, box->moves[0]), NULL);
    for (int symmetry = 0; symmetry < OXO_SYMMETRIES; symmetry++) {
        const oxo_classic turned = oxo_classic_transform(p, symmetry);
        menace_track track = {.count = 0};
        oxo_random dice = {7};
        const oxo_move move = menace_choose(&m, &turned, &dice, &track);
        assert_int_equal(oxo_classic_check(&turned, move), OXO_OK);
        const oxo_classic next =
            oxo_classic_canonical(oxo_classic_play(turned, move), NULL);
        assert_memory_equal(&next, &wanted, sizeof(next));
        assert_int_equal(track.count, 1);
    }
}

static void every_bead_is_as_likely_as_the_other(void **state)
{
    (void)state;
    menace_machine m = machine_of(OXO_X);
    m.boxes[0].beads[0] = 1;
    m.boxes[0].beads[1] = 0;
    m.boxes[0].beads[2] = 3;
    const oxo_classic start = oxo_classic_start();
    oxo_random dice = {3};
    int drawn[3] = {0};
    for (int i = 0; i < 4000; i++) {
        menace_track track = {.count = 0};
        menace_choose(&m, &start, &dice, &track);
        drawn[track.slots[0]]++;
    }
    assert_int_equal(drawn[1], 0);
    assert_in_range(drawn[0], 900, 1100);
}

static void empty_box_resigns(void **state)
{
    (void)state;
    menace_machine m = machine_of(OXO_X);
    memset(m.boxes[0].beads, 0, sizeof m.boxes[0].beads);
    const oxo_classic start = oxo_classic_start();
    menace_track track = {.count = 0};
    oxo_random dice = {1};
    assert_int_equal(menace_choose(&m, &start, &dice, &track), OXO_NO_MOVE);
    assert_int_equal(track.count, 0);
}

static void last_cell_needs_no_box(void **state)
{
    (void)state;
    const menace_machine m = machine_of(OXO_X);
    const oxo_classic p = classic_after("a b c e d f h g");
    menace_track track = {.count = 0};
    oxo_random dice = {1};
    assert_int_equal(menace_choose(&m, &p, &dice, &track), move_named("i"));
    assert_int_equal(track.count, 0);
}

/* ---- Learning ----------------------------------------------------------- */

static void win_adds_three_draw_one_and_loss_takes_one(void **state)
{
    (void)state;
    static const struct {
        oxo_outcome outcome;
        int change;
    } cases[] = {{OXO_X_WINS, 3}, {OXO_DRAW, 1}, {OXO_O_WINS, -1}};
    for (int i = 0; i < 3; i++) {
        menace_machine m = machine_of(OXO_X);
        const menace_track track = {2, {0, 5}, {2, 1}};
        menace_learn(&m, &track, cases[i].outcome);
        assert_int_equal(m.boxes[0].beads[2], 4 + cases[i].change);
        assert_int_equal(m.boxes[0].beads[1], 4);
        assert_int_equal(m.boxes[5].beads[1], 3 + cases[i].change);
        assert_int_equal(m.boxes[6].beads[1], 3);
    }
}

static void side_that_replies_learns_from_its_own_wins(void **state)
{
    (void)state;
    menace_machine m = machine_of(OXO_O);
    const menace_track track = {1, {0}, {0}};
    menace_learn(&m, &track, OXO_O_WINS);
    assert_int_equal(m.boxes[0].beads[0], 4 + 3);
    menace_learn(&m, &track, OXO_X_WINS);
    assert_int_equal(m.boxes[0].beads[0], 4 + 3 - 1);
}

static void only_the_first_box_keeps_its_last_bead(void **state)
{
    (void)state;
    menace_machine m = machine_of(OXO_X);
    const menace_track track = {2, {0, 300}, {0, 0}};
    for (int i = 0; i < m.boxes[300].count; i++)
        m.boxes[300].beads[i] = i == 0;
    for (int i = 0; i < 3; i++)
        m.boxes[0].beads[i] = i == 0;
    menace_learn(&m, &track, OXO_O_WINS);
    assert_int_equal(menace_total(&m.boxes[0]), 1);
    assert_int_equal(menace_total(&m.boxes[300]), 0);
}

static void boxes_never_overflow(void **state)
{
    (void)state;
    menace_machine m = machine_of(OXO_X);
    const menace_track track = {1, {0}, {0}};
    for (int i = 0; i < 4000; i++)
        menace_learn(&m, &track, OXO_X_WINS);
    assert_int_equal(m.boxes[0].beads[0], MENACE_MOST_BEADS);
}

static void counts_stop_where_a_file_would_refuse_them(void **state)
{
    (void)state;
    menace_school s;
    const menace_track nothing = {.count = 0};
    menace_school_init(&s);
    s.won = s.drawn = MENACE_MOST_GAMES;
    s.lost = MENACE_MOST_GAMES - 1;
    menace_school_end(&s, &nothing, OXO_X_WINS);
    menace_school_end(&s, &nothing, OXO_DRAW);
    menace_school_end(&s, &nothing, OXO_O_WINS);
    assert_int_equal(s.won, MENACE_MOST_GAMES);
    assert_int_equal(s.drawn, MENACE_MOST_GAMES);
    assert_int_equal(s.lost, MENACE_MOST_GAMES);
}

/* ---- Lessons ------------------------------------------------------------ */

static uint32_t lost_in(menace_school *s, menace_teacher teacher, int games,
                        oxo_random *dice)
{
    const uint32_t before = s->lost;
    for (int i = 0; i < games; i++)
        menace_school_lesson(s, teacher, dice);
    return s->lost - before;
}

static void perfect_teacher_is_never_beaten(void **state)
{
    (void)state;
    menace_school s;
    menace_school_init(&s);
    oxo_random dice = menace_school_dice(&s, 5);
    lost_in(&s, MENACE_PERFECT, 3000, &dice);
    assert_int_equal(s.won, 0);
    assert_int_equal(menace_school_games(&s), 3000);
}

/* Any of the best: against a corner only the centre, but all four corners
 * against the centre. */
static void perfect_teacher_plays_any_best_move(void **state)
{
    (void)state;
    const oxo_classic corner = classic_after("a"), centre = classic_after("e");
    oxo_random dice = {9};
    unsigned seen = 0;
    for (int i = 0; i < 200; i++) {
        assert_int_equal(menace_perfect_move(&corner, &dice), move_named("e"));
        seen |= 1U << menace_perfect_move(&centre, &dice);
    }
    assert_int_equal(seen, 0x145); /* a, c, g, i */
}

static void every_teacher_makes_it_lose_less(void **state)
{
    (void)state;
    static const menace_teacher teachers[] = {MENACE_RANDOM, MENACE_PERFECT,
                                              MENACE_ITSELF};
    for (int i = 0; i < 3; i++) {
        menace_school s;
        menace_school_init(&s);
        oxo_random dice = menace_school_dice(&s, 1);
        const uint32_t first = lost_in(&s, teachers[i], 100, &dice);
        lost_in(&s, teachers[i], 5000, &dice);
        const uint32_t last = lost_in(&s, teachers[i], 100, &dice);
        assert_true(2 * last < first);
        assert_int_equal(s.has_rival, teachers[i] == MENACE_ITSELF);
    }
}

static void same_seed_teaches_the_same(void **state)
{
    (void)state;
    menace_school a, b, c;
    menace_school *const all[] = {&a, &b, &c};
    const uint64_t seeds[] = {4, 4, 5};
    for (int i = 0; i < 3; i++) {
        menace_school_init(all[i]);
        oxo_random dice = menace_school_dice(all[i], seeds[i]);
        lost_in(all[i], MENACE_ITSELF, 300, &dice);
    }
    assert_memory_equal(&a.pupil.boxes, &b.pupil.boxes, sizeof a.pupil.boxes);
    assert_memory_not_equal(&a.pupil.boxes, &c.pupil.boxes,
                            sizeof a.pupil.boxes);
}

/* ---- Files -------------------------------------------------------------- */

enum { TEXT = 65536 };

/* What is written, in a buffer that the next call uses again. */
static char *text_of(const menace_school *s, size_t *ret_length)
{
    static char text[TEXT];
    FILE *out = fmemopen(text, TEXT, "w");
    assert_non_null(out);
    menace_file_write(out, s);
    *ret_length = (size_t)ftell(out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static menace_school pupil_of(menace_teacher teacher)
{
    menace_school s;
    menace_school_init(&s);
    oxo_random dice = menace_school_dice(&s, 2);
    lost_in(&s, teacher, 200, &dice);
    return s;
}

static void file_brings_back_the_machine(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const menace_school s = pupil_of(i ? MENACE_ITSELF : MENACE_RANDOM);
        menace_school back;
        oxo_text_error error;
        size_t length;
        char *text = text_of(&s, &length);
        assert_int_equal(menace_file_read(text, length, &back, &error),
                         OXO_OK);
        assert_memory_equal(&back.pupil.boxes, &s.pupil.boxes,
                            sizeof s.pupil.boxes);
        assert_int_equal(back.has_rival, s.has_rival);
        assert_int_equal(back.won, s.won);
        assert_int_equal(back.drawn, s.drawn);
        assert_int_equal(back.lost, s.lost);
    }
}

static void check_refused(const char *text, int line, int column)
{
    menace_school s = {.won = 77};
    oxo_text_error error;
    assert_int_equal(menace_file_read(text, strlen(text), &s, &error),
                     OXO_SYNTAX);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_true(strlen(error.reason) > 0);
    assert_int_equal(s.won, 77);
}

static void broken_file_is_refused_where_it_breaks(void **state)
{
    (void)state;
    check_refused("", 1, 1);
    check_refused("oxo-menace 2\n", 1, 1);
    check_refused("oxo-menace 1", 1, 13);
    check_refused("oxo-menace 1\nwon x", 2, 5);
    check_refused("oxo-menace 1\nwon 1 drawn 2 lost 3\n", 3, 1);
    check_refused("oxo-menace 1\nwon 1 drawn 2 lost 3\n3/3/3 x: a4 c4", 3, 12);
    check_refused("oxo-menace 1\nwon 1 drawn 2 lost 3\n3/3/3 x: a10000", 3,
                  16);
    check_refused("oxo-menace 1\r\nwon 1 drawn 2 lost 3\r\nx2/3/3 o:", 3, 1);
}

static void half_a_file_is_refused(void **state)
{
    (void)state;
    const menace_school s = pupil_of(MENACE_ITSELF);
    menace_school back;
    oxo_text_error error;
    size_t length;
    char *text = text_of(&s, &length);
    const char *rival = strstr(text, "\nx2/3/3 o:") + 1;
    assert_int_equal(
        menace_file_read(text, (size_t)(rival - text), &back, &error), OXO_OK);
    for (size_t cut = 0; cut < length; cut += 97)
        if (cut != (size_t)(rival - text))
            assert_int_equal(menace_file_read(text, cut, &back, &error),
                             OXO_SYNTAX);
}

/* ---- Sheets ------------------------------------------------------------- */

static int count_words(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

static void every_box_has_one_label(void **state)
{
    (void)state;
    const menace_machine m = machine_of(OXO_X);
    int labels = 0;
    for (int sheet = 0; sheet < MENACE_SHEETS; sheet++) {
        static char text[2 * TEXT];
        FILE *out = fmemopen(text, sizeof text, "w");
        assert_non_null(out);
        menace_sheet_write(out, &m, sheet);
        assert_int_equal(fclose(out), 0);
        labels += count_words(text, "stroke-dasharray");
        assert_int_equal(count_words(text, "</svg>"), 1);
    }
    assert_int_equal(labels, 304);
}

TEST_GROUP("menace")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_304_boxes_as_michie_had_them),
        cmocka_unit_test(every_choice_has_its_box),
        cmocka_unit_test(new_boxes_have_four_three_two_or_one_of_each),
        cmocka_unit_test(moves_of_a_box_stand_for_all_legal_ones),
        cmocka_unit_test(bead_is_played_on_the_board_as_it_lies),
        cmocka_unit_test(every_bead_is_as_likely_as_the_other),
        cmocka_unit_test(empty_box_resigns),
        cmocka_unit_test(last_cell_needs_no_box),
        cmocka_unit_test(win_adds_three_draw_one_and_loss_takes_one),
        cmocka_unit_test(side_that_replies_learns_from_its_own_wins),
        cmocka_unit_test(only_the_first_box_keeps_its_last_bead),
        cmocka_unit_test(boxes_never_overflow),
        cmocka_unit_test(counts_stop_where_a_file_would_refuse_them),
        cmocka_unit_test(perfect_teacher_is_never_beaten),
        cmocka_unit_test(perfect_teacher_plays_any_best_move),
        cmocka_unit_test(every_teacher_makes_it_lose_less),
        cmocka_unit_test(same_seed_teaches_the_same),
        cmocka_unit_test(file_brings_back_the_machine),
        cmocka_unit_test(broken_file_is_refused_where_it_breaks),
        cmocka_unit_test(half_a_file_is_refused),
        cmocka_unit_test(every_box_has_one_label),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
