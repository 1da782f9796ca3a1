/* The bytes of stored events. They must stay readable, so each kind has an
 * example that must not change. */
#include "check.h"

#include "event_pack.h"

#include <stdio.h>
#include <string.h>

/* ---- Examples ----------------------------------------------------------- */

#define HASH(first)                                                           \
    {                                                                         \
        {                                                                     \
            first, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15          \
        }                                                                     \
    }
#define HASH_BYTES "0102030405060708090a0b0c0d0e0f"

static event created_example(void)
{
    return (event){.kind = EVENT_ROOM_CREATED,
                   .as.created = {.setup = {.variant = OXO_ULTIMATE_CG,
                                            .series = 3,
                                            .first_x = 1,
                                            .is_public = true,
                                            .initial = 300000,
                                            .increment = 2000},
                                  .player = {.token = HASH(0xAA),
                                             .key = HASH(0xBB),
                                             .name = "Zo\xC3\xAB",
                                             .avatar = "Z"}}};
}

/* A setup with days has one byte more. */
static event days_example(void)
{
    return (event){
        .kind = EVENT_ROOM_CREATED,
        .as.created = {
            .setup = {.variant = OXO_CLASSIC, .series = 1, .days = 3},
            .player = {.token = HASH(0xAA)}}};
}

static event taken_example(void)
{
    return (event){.kind = EVENT_SEAT_TAKEN,
                   .as.taken = {.seat = 1, .player = {.level = 7}}};
}

static event over_example(void)
{
    return (event){.kind = EVENT_GAME_OVER,
                   .as.over = {.number = 300,
                               .variant = OXO_CLASSIC,
                               .outcome = OXO_O_WINS,
                               .reason = EVENT_BY_TIME,
                               .x_seat = 1,
                               .score = {4, 2},
                               .started = 1700000000000,
                               .initial = 60000,
                               .increment = 1000,
                               .clock = {0, 59000},
                               .players = {{.key = HASH(0xCC), .name = "X"},
                                           {.level = 10}},
                               .length = 3,
                               .moves = {4, 0, 8},
                               .took = {1, 128, 4294967295U}}};
}

typedef struct example {
    event e;
    const char *bytes; /* in hexadecimal digits */
} example;

enum { KINDS = 13, EXAMPLES = 14 };

static void write_examples(example out[EXAMPLES])
{
    const example list[EXAMPLES] = {
        {created_example(), "01"
                            "020303e0a712d00f"
                            "0300aa" HASH_BYTES "bb" HASH_BYTES "045a6fc3ab"
                            "015a"},
        {taken_example(), "01"
                          "01"
                          "00070000"},
        {{.kind = EVENT_GAME_STARTED,
          .as.started = {.number = 2, .x_seat = 1}},
         "010201"},
        {{.kind = EVENT_MOVE_MADE,
          .as.moved = {.ply = 5,
                       .move = 80,
                       .mark = OXO_O,
                       .intensity = 10000,
                       .clock = {59000, 1}}},
         "010550904ef8cc0301"},
        {{.kind = EVENT_BOARD_WON,
          .as.board = {.board = 8, .mark = OXO_O, .line = {2, 4, 6}}},
         "010801020406"},
        {{.kind = EVENT_BOARD_DRAWN,
          .as.board = {.board = 3, .mark = OXO_NONE}},
         "0103"},
        {over_example(), "01"
                         "ac02"
                         "000205010402"
                         "80d095ffbc31"
                         "e0d403e80700f8cc03"
                         "0200cc" HASH_BYTES "015800"
                         "000a0000"
                         "03"
                         "040008"
                         "018001ffffffff0f"},
        {{.kind = EVENT_OFFER_MADE,
          .as.offer = {.seat = 1, .offer = EVENT_OFFER_TAKEBACK}},
         "010102"},
        {{.kind = EVENT_OFFER_DECLINED,
          .as.offer = {.seat = 0, .offer = EVENT_OFFER_REMATCH}},
         "010003"},
        {{.kind = EVENT_TAKEN_BACK,
          .as.back = {.length = 80, .clock = {0, 255}}},
         "015000ff01"},
        {{.kind = EVENT_SEAT_LEFT, .as.left = {.seat = 1}}, "0101"},
        {{.kind = EVENT_ROOM_CLOSED, .as.closed = {.why = EVENT_CLOSED_IDLE}},
         "0102"},
        {{.kind = EVENT_GAME_ABORTED,
          .as.aborted = {.reason = EVENT_BY_NO_SHOW, .seat = 1}},
         "010a01"},
        {days_example(), "01"
                         "000104000003"
                         "0100aa" HASH_BYTES "0000"},
    };
    memcpy(out, list, sizeof(list));
}

static size_t bytes_of(const char *digits, uint8_t *out)
{
    size_t length = 0;
    unsigned byte = 0;
    for (; sscanf(digits, "%2x", &byte) == 1; digits += 2)
        out[length++] = (uint8_t)byte;
    return length;
}

/* The event is refused, and nothing is written. */
static void assert_refused(event_kind kind, const uint8_t *bytes,
                           size_t length, const char *what)
{
    event e, before;
    memset(&e, 0x5A, sizeof(e));
    e.kind = kind;
    before = e;
    if (event_decode(bytes, length, &e))
        fail_msg("%s: %s passes", event_kind_word(kind), what);
    assert_same(e, before);
}

/* ---- Laws --------------------------------------------------------------- */

static void events_are_written_as_specified(void **state)
{
    (void)state;
    example list[EXAMPLES];
    write_examples(list);
    for (int i = 0; i < EXAMPLES; i++) {
        uint8_t wanted[EVENT_MAX_BYTES], got[EVENT_MAX_BYTES];
        const size_t length = bytes_of(list[i].bytes, wanted);
        assert_int_equal(list[i].e.kind,
                         i < KINDS ? i + 1 : EVENT_ROOM_CREATED);
        assert_int_equal(event_encode(&list[i].e, got), length);
        assert_memory_equal(got, wanted, length);
    }
}

/* Compares the bytes, because unions have more bytes than members. */
static void events_are_read_as_they_were_written(void **state)
{
    (void)state;
    example list[EXAMPLES];
    write_examples(list);
    for (int i = 0; i < EXAMPLES; i++) {
        uint8_t bytes[EVENT_MAX_BYTES], again[EVENT_MAX_BYTES];
        const size_t length = bytes_of(list[i].bytes, bytes);
        event e = {.room = 5, .seq = 6, .at = 7, .kind = list[i].e.kind};
        assert_true(event_decode(bytes, length, &e));
        assert_int_equal(e.room, 5);
        assert_int_equal(e.seq, 6);
        assert_int_equal(e.at, 7);
        assert_int_equal(event_encode(&e, again), length);
        assert_memory_equal(again, bytes, length);
    }
}

static void every_field_of_a_game_is_read(void **state)
{
    (void)state;
    const event made = over_example();
    uint8_t bytes[EVENT_MAX_BYTES];
    event e = {.kind = EVENT_GAME_OVER};
    assert_true(event_decode(bytes, event_encode(&made, bytes), &e));
    const event_game *a = &made.as.over, *b = &e.as.over;
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->reason, b->reason);
    assert_true(a->started == b->started);
    assert_memory_equal(a->clock, b->clock, sizeof(a->clock));
    assert_memory_equal(a->players, b->players, sizeof(a->players));
    assert_memory_equal(a->moves, b->moves, sizeof(a->moves));
    assert_memory_equal(a->took, b->took, sizeof(a->took));
}

static void ply_determines_the_mark_of_a_move(void **state)
{
    (void)state;
    for (uint8_t ply = 0; ply < OXO_MAX_MOVES; ply++) {
        const uint8_t bytes[] = {1, ply, 0, 0, 0, 0};
        event e = {.kind = EVENT_MOVE_MADE};
        assert_true(event_decode(bytes, sizeof(bytes), &e));
        assert_int_equal(e.as.moved.ply, ply);
        assert_int_equal(e.as.moved.mark, ply % 2 ? OXO_O : OXO_X);
    }
}

static void longest_game_fits(void **state)
{
    (void)state;
    event e = over_example();
    event_game *g = &e.as.over;
    g->variant = OXO_ULTIMATE;
    g->number = UINT16_MAX;
    g->started = INT64_MAX;
    g->initial = EVENT_MAX_INITIAL;
    g->increment = EVENT_MAX_INCREMENT;
    g->length = OXO_MAX_MOVES;
    memset(g->clock, 0xFF, sizeof(g->clock));
    memset(g->took, 0xFF, sizeof(g->took));
    for (int i = 0; i < 2; i++) {
        memset(&g->players[i], 'n', sizeof(g->players[i]));
        g->players[i].level = 0;
        g->players[i].name[EVENT_NAME_BYTES] = '\0';
        g->players[i].avatar[EVENT_AVATAR_BYTES] = '\0';
    }
    uint8_t bytes[EVENT_MAX_BYTES], again[EVENT_MAX_BYTES];
    const size_t length = event_encode(&e, bytes);
    assert_in_range(length, 600, EVENT_MAX_BYTES);
    event back = {.kind = EVENT_GAME_OVER};
    assert_true(event_decode(bytes, length, &back));
    assert_int_equal(event_encode(&back, again), length);
    assert_memory_equal(again, bytes, length);
}

/* ---- Damage ------------------------------------------------------------- */

static void truncated_and_overlong_data_is_refused(void **state)
{
    (void)state;
    example list[EXAMPLES];
    write_examples(list);
    for (int i = 0; i < EXAMPLES; i++) {
        uint8_t bytes[EVENT_MAX_BYTES] = {0};
        const size_t length = bytes_of(list[i].bytes, bytes);
        for (size_t cut = 0; cut < length; cut++)
            assert_refused(list[i].e.kind, bytes, cut, "a part");
        assert_refused(list[i].e.kind, bytes, length + 1, "a zero more");
    }
}

static void another_format_is_refused(void **state)
{
    (void)state;
    example list[EXAMPLES];
    write_examples(list);
    for (int i = 0; i < EXAMPLES; i++) {
        uint8_t bytes[EVENT_MAX_BYTES];
        const size_t length = bytes_of(list[i].bytes, bytes);
        for (unsigned format = 0; format <= UINT8_MAX; format++) {
            bytes[0] = (uint8_t)format;
            if (format != 1)
                assert_refused(list[i].e.kind, bytes, length, "a format");
        }
    }
}

static void unknown_kinds_are_refused(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 0, 0};
    static const int kinds[] = {0, 14, 255, -1};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        for (size_t length = 0; length <= sizeof(bytes); length++) {
            event e = {.kind = (event_kind)kinds[i]};
            assert_false(event_decode(bytes, length, &e));
        }
    }
}

/* A person with a token and no name. */
#define PLAYER "0100aa" HASH_BYTES "0000"

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct {
        event_kind kind;
        const char *bytes, *what;
    } cases[] = {
        {EVENT_ROOM_CREATED, "010403000000000000", "variant 4"},
        {EVENT_ROOM_CREATED, "01000000000000000000", "series 0"},
        {EVENT_ROOM_CREATED, "010002000000000000", "series 2"},
        {EVENT_ROOM_CREATED, "010065000000000000", "series 101"},
        {EVENT_ROOM_CREATED, "010001080000000000", "setup flag 8"},
        {EVENT_ROOM_CREATED, "01000104000000" PLAYER, "0 days"},
        {EVENT_ROOM_CREATED, "01000104000002" PLAYER, "2 days"},
        {EVENT_ROOM_CREATED, "0100010400000f" PLAYER, "15 days"},
        {EVENT_ROOM_CREATED, "01000104010001" PLAYER, "days with a clock"},
        {EVENT_ROOM_CREATED, "0100010081b8992900000000", "initial > 24 h"},
        {EVENT_ROOM_CREATED, "010001000001000000", "increment alone"},
        {EVENT_SEAT_TAKEN, "010200000000", "seat 2"},
        {EVENT_SEAT_TAKEN, "010104000000", "player flag 4"},
        {EVENT_SEAT_TAKEN, "0101000b0000", "level 11"},
        {EVENT_SEAT_TAKEN, "0101000031", "name longer than there is"},
        {EVENT_SEAT_TAKEN, "01010000018000", "name of half a letter"},
        {EVENT_SEAT_TAKEN, "01010000010000", "name with a NUL"},
        {EVENT_SEAT_TAKEN,
         "0101010000000000000000000000000000000000"
         "0000",
         "token of zeros"},
        {EVENT_GAME_STARTED, "010000", "game 0"},
        {EVENT_GAME_STARTED, "0180800400", "game 65536"},
        {EVENT_GAME_STARTED, "010102", "X on seat 2"},
        {EVENT_MOVE_MADE, "015100000000", "ply 81"},
        {EVENT_MOVE_MADE, "010051000000", "move 81"},
        {EVENT_MOVE_MADE, "010000914e0000", "intensity 10001"},
        {EVENT_MOVE_MADE,
         "0100000080808080100"
         "0",
         "clock of 33 bits"},
        {EVENT_MOVE_MADE,
         "010000008000"
         "00",
         "zero in two bytes"},
        {EVENT_MOVE_MADE,
         "01000000ff8000"
         "00",
         "127 in three bytes"},
        {EVENT_BOARD_WON, "010900000102", "board 9"},
        {EVENT_BOARD_WON, "010002000102", "won by nobody"},
        {EVENT_BOARD_WON, "010000000109", "cell 9"},
        {EVENT_BOARD_DRAWN, "0109", "board 9"},
        {EVENT_OFFER_MADE, "010201", "seat 2"},
        {EVENT_OFFER_MADE, "010000", "offer 0"},
        {EVENT_OFFER_DECLINED, "010004", "offer 4"},
        {EVENT_TAKEN_BACK, "01510000", "81 moves left"},
        {EVENT_SEAT_LEFT, "0102", "seat 2"},
        {EVENT_ROOM_CLOSED, "0103", "closing 3"},
        {EVENT_GAME_ABORTED, "010800", "aborted by claim"},
        {EVENT_GAME_ABORTED, "010d00", "reason 13"},
        {EVENT_GAME_ABORTED, "010902", "seat 2"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        uint8_t bytes[EVENT_MAX_BYTES];
        const size_t length = bytes_of(cases[i].bytes, bytes);
        assert_refused(cases[i].kind, bytes, length, cases[i].what);
    }
}

/* Offsets into the bytes of over_example(). */
static void games_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint8_t value;
        const char *what;
    } cases[] = {
        {3, 4, "variant 4"}, {4, 0, "ongoing"},      {4, 4, "outcome 4"},
        {5, 9, "aborted"},   {6, 4, "no such flag"}, {7, 199, "199 points"},
        {5, 12, "expired"},  {5, 13, "reason 13"},   {8, 255, "255 points"},
        {24, 4, "flag 4"},   {25, 11, "level 11"},   {49, 10, "10 moves"},
        {50, 9, "move 9"},
    };
    const event made = over_example();
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        uint8_t bytes[EVENT_MAX_BYTES];
        const size_t length = event_encode(&made, bytes);
        bytes[cases[i].at] = cases[i].value;
        assert_refused(EVENT_GAME_OVER, bytes, length, cases[i].what);
    }
}

/* ---- Numbers ------------------------------------------------------------ */

static void numbers_have_exactly_one_form(void **state)
{
    (void)state;
    static const uint64_t values[] = {
        0,     1,          127,        128,       16383,
        16384, UINT32_MAX, 1ULL << 62, INT64_MAX, UINT64_MAX};
    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
        uint8_t bytes[16] = {0};
        event_writer w = {.at = bytes};
        event_put_number(&w, values[i]);
        event_reader in = {.at = bytes, .end = w.at};
        assert_true(event_get_number(&in, UINT64_MAX) == values[i]);
        assert_true(event_reader_is_done(&in));
        if (values[i] > 0) {
            event_reader strict = {.at = bytes, .end = w.at};
            assert_int_equal(event_get_number(&strict, values[i] - 1), 0);
            assert_true(strict.failed);
        }
    }
}

static void numbers_of_more_than_64_bits_are_refused(void **state)
{
    (void)state;
    static const uint8_t list[][11] = {
        {255, 255, 255, 255, 255, 255, 255, 255, 255, 2},
        {255, 255, 255, 255, 255, 255, 255, 255, 255, 129, 1},
        {128, 128, 128, 128, 128, 128, 128, 128, 128, 0},
    };
    for (size_t i = 0; i < 3; i++) {
        event_reader in = {.at = list[i], .end = list[i] + 11};
        assert_int_equal(event_get_number(&in, UINT64_MAX), 0);
        assert_true(in.failed);
    }
}

TEST_GROUP("event-bytes")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_written_as_specified),
        cmocka_unit_test(events_are_read_as_they_were_written),
        cmocka_unit_test(every_field_of_a_game_is_read),
        cmocka_unit_test(ply_determines_the_mark_of_a_move),
        cmocka_unit_test(longest_game_fits),
        cmocka_unit_test(truncated_and_overlong_data_is_refused),
        cmocka_unit_test(another_format_is_refused),
        cmocka_unit_test(unknown_kinds_are_refused),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(games_out_of_range_are_refused),
        cmocka_unit_test(numbers_have_exactly_one_form),
        cmocka_unit_test(numbers_of_more_than_64_bits_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
