/* Classic is small enough to look at all of it. */
#include "check.h"

#include "agree.h"
#include "play.h"

#include <string.h>

enum { BOARDS = 19683 /* 3 to the 9th */, REACHABLE = 5478 };

/* Every board has a number: its cells as digits in base 3. */
static oxo_board board_numbered(int number)
{
    oxo_board board = oxo_board_empty();
    for (int cell = 0; cell < OXO_CELLS; cell++, number /= 3) {
        if (number % 3 != 0)
            board = oxo_board_place(board, cell, (oxo_mark)(number % 3 - 1));
    }
    return board;
}

static int number_of(oxo_board board)
{
    int number = 0;
    for (int cell = OXO_CELLS - 1; cell >= 0; cell--)
        number = 3 * number + (int)(oxo_board_at(board, cell) + 1) % 3;
    return number;
}

typedef struct walk {
    bool seen[2][BOARDS]; /* [turn][board] */
    int positions;
    const char *what; /* the library and the referee differ on, if anything */
} walk;

static void walk_from(walk *w, oxo_classic p, const referee *r)
{
    bool *seen = &w->seen[p.turn][number_of(p.board)];
    if (*seen)
        return;
    *seen = true;
    w->positions++;
    const oxo_position position = oxo_position_of_classic(p);
    const char *what = position_disagreement(&position, r);
    if (what)
        w->what = what;
    for (oxo_move m = 0; m < OXO_CELLS; m++) {
        if (oxo_classic_check(&p, m) != OXO_OK)
            continue;
        referee next = *r;
        referee_play(&next, 0, m);
        walk_from(w, oxo_classic_play(p, m), &next);
    }
}

static walk reached; /* filled before the tests run */

static int walk_everywhere(void **state)
{
    (void)state;
    referee r;
    if (!referee_start(&r, "classic"))
        return -1;
    walk_from(&reached, oxo_classic_start(), &r);
    return 0;
}

static void numbering_is_one_to_one(void **state)
{
    (void)state;
    for (int number = 0; number < BOARDS; number++)
        assert_int_equal(number_of(board_numbered(number)), number);
}

static void every_reachable_position_agrees_with_the_referee(void **state)
{
    (void)state;
    if (reached.what)
        fail_msg("library and referee differ on %s", reached.what);
    assert_int_equal(reached.positions, REACHABLE);
}

static void validate_accepts_the_reachable_and_nothing_else(void **state)
{
    (void)state;
    int accepted = 0;
    for (int number = 0; number < BOARDS; number++) {
        for (uint8_t turn = 0; turn < 2; turn++) {
            const oxo_classic p = {board_numbered(number), turn, 0};
            const bool valid = oxo_classic_validate(&p) == OXO_OK;
            assert_int_equal(valid, reached.seen[turn][number]);
            accepted += valid;
        }
    }
    assert_int_equal(accepted, REACHABLE);
}

static void up_to_symmetry_there_are_765_positions(void **state)
{
    (void)state;
    int canonical = 0;
    for (int number = 0; number < BOARDS; number++) {
        for (uint8_t turn = 0; turn < 2; turn++) {
            const oxo_classic p = {board_numbered(number), turn, 0};
            const oxo_classic c = oxo_classic_canonical(p, NULL);
            canonical +=
                reached.seen[turn][number] && memcmp(&p, &c, sizeof(p)) == 0;
        }
    }
    assert_int_equal(canonical, 765);
}

static void both_count_the_same_255168_games(void **state)
{
    (void)state;
    referee r;
    unsigned long long naive[3] = {0, 0, 0};
    assert_true(referee_start(&r, "classic"));
    referee_count_games(&r, 9, naive);
    assert_int_equal(naive[0], 131184);
    assert_int_equal(naive[1], 77904);
    assert_int_equal(naive[2], 46080);

    const oxo_position start = oxo_position_start(OXO_CLASSIC);
    const oxo_game_count n = oxo_count_games(&start, 9);
    assert_int_equal(n.x_wins, naive[0]);
    assert_int_equal(n.o_wins, naive[1]);
    assert_int_equal(n.draws, naive[2]);
    assert_int_equal(n.x_wins + n.o_wins + n.draws, 255168);
}

/* The queries of a board answer for any nine cells, reachable or not. */
static void any_nine_cells_have_the_lines_the_referee_sees(void **state)
{
    (void)state;
    for (int number = 0; number < BOARDS; number++) {
        const oxo_board board = board_numbered(number);
        char square[3][3];
        bool full = true;
        for (int cell = 0; cell < OXO_CELLS; cell++) {
            const oxo_mark mark = oxo_board_at(board, cell);
            square[cell / 3][cell % 3] = "XO."[mark];
            full = full && mark != OXO_NONE;
        }
        int line[3] = {0, 0, 0};
        const char winner = referee_line(square, line);
        const oxo_win win = oxo_board_win(board);
        assert_int_equal(win.winner, mark_of_char(winner));
        for (int i = 0; i < 3; i++)
            assert_int_equal(win.cells[i], line[i]);
        assert_int_equal(oxo_board_is_draw(board), full && winner == '.');
        assert_int_equal(oxo_board_is_over(board, NULL),
                         full || winner != '.');
        const oxo_classic p = {board, OXO_X, 0};
        const char result = winner == '.' && full ? 'D' : winner;
        assert_int_equal(oxo_classic_outcome(&p), outcome_of_char(result));
    }
}

TEST_GROUP("every-classic-position")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbering_is_one_to_one),
        cmocka_unit_test(every_reachable_position_agrees_with_the_referee),
        cmocka_unit_test(validate_accepts_the_reachable_and_nothing_else),
        cmocka_unit_test(up_to_symmetry_there_are_765_positions),
        cmocka_unit_test(both_count_the_same_255168_games),
        cmocka_unit_test(any_nine_cells_have_the_lines_the_referee_sees),
    };
    return cmocka_run_group_tests(tests, walk_everywhere, NULL);
}
