/* What searches ask about, as builds for tuning write it down. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seen.h"

static void one_position_in_so_many_is_written_down(void **state)
{
    (void)state;
    char path[] = "/tmp/oxo-seen-XXXXXX";
    uint8_t bytes[3 * SEEN_BYTES];
    const int made = mkstemp(path);
    assert_true(made >= 0 && setenv("OXO_SEEN", path, 1) == 0);
    spot s = spot_from(
        &(oxo_ultimate){.forced = OXO_ANY_BOARD, .rules = OXO_ULTIMATE});
    spot_play(&s, 9 * 4 + 8); /* X, sends to the last board */
    for (int i = 0; i < 2 * SEEN_EVERY + 5; i++)
        seen_note(&s);
    assert_int_equal(fflush(NULL), 0);
    assert_int_equal(read(made, bytes, sizeof bytes), 2 * SEEN_BYTES);
    static const uint8_t record[SEEN_BYTES] = {
        [8] = 6561 & 255, [9] = 6561 >> 8, [20] = 8, [21] = OXO_O};
    assert_memory_equal(bytes, record, SEEN_BYTES);
    assert_memory_equal(bytes + SEEN_BYTES, record, SEEN_BYTES);
    close(made);
    unlink(path);
}

TEST_GROUP("seen")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_position_in_so_many_is_written_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
