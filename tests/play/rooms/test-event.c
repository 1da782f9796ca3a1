/* Room codes, setups, and the words of events. */
#include "check.h"

#include "event.h"
#include "utf8.h"

#include <string.h>

/* ---- Codes -------------------------------------------------------------- */

static void code_is_the_number_in_32_characters(void **state)
{
    (void)state;
    static const struct {
        event_room room;
        const char *code;
    } cases[] = {
        {0, "000000"},          {1, "000001"},          {31, "00000Z"},
        {32, "000010"},         {0x3FFFFFFF, "ZZZZZZ"}, {12345, "000C1S"},
        {18U << 25U, "J00000"}, {660327070U, "KNQJMY"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char code[EVENT_CODE_TEXT];
        event_room room = 77;
        event_code_format(cases[i].room, code);
        assert_string_equal(code, cases[i].code);
        assert_true(event_code_parse(code, 6, &room));
        assert_int_equal(room, cases[i].room);
    }
}

static void code_is_read_as_people_type_it(void **state)
{
    (void)state;
    event_room a = 0, b = 0;
    assert_true(event_code_parse("01ABYZ", 6, &a));
    assert_true(event_code_parse("olabyz", 6, &b));
    assert_int_equal(a, b);
    assert_true(event_code_parse("OIabYz", 6, &b));
    assert_int_equal(a, b);
    assert_true(event_code_parse("0iABYZrest", 6, &b));
    assert_int_equal(a, b);
}

static void malformed_codes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"", 0},        {"00000", 5},  {"0000000", 7},
                 {"U00000", 6},  {"00000u", 6}, {"0000 0", 6},
                 {"00000\0", 6}, {"00-000", 6}, {"00000\xC3", 6},
                 {"[00000", 6},  {"{00000", 6}, {"@00000", 6}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        event_room room = 77;
        assert_false(event_code_parse(cases[i].text, cases[i].length, &room));
        assert_int_equal(room, 77);
    }
}

/* ---- Hashes, texts, setups ---------------------------------------------- */

static void hashes_are_equal_if_all_bytes_are(void **state)
{
    (void)state;
    const event_hash zero = {{0}};
    assert_true(event_hash_is_none(&zero));
    assert_true(event_hash_equal(&zero, &zero));
    for (size_t i = 0; i < sizeof(zero.bytes); i++) {
        for (unsigned bit = 1; bit <= 0x80; bit <<= 1U) {
            event_hash hash = zero;
            hash.bytes[i] = (uint8_t)bit;
            assert_false(event_hash_is_none(&hash));
            assert_false(event_hash_equal(&hash, &zero));
            const event_hash same = hash;
            assert_true(event_hash_equal(&hash, &same));
        }
    }
}

#define TEXT(literal)                                                         \
    {                                                                         \
        literal, sizeof(literal) - 1                                          \
    }

static void visible_utf8_is_safe(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        TEXT(""),
        TEXT("Ann"),
        TEXT("<b>&\"'"),
        TEXT(" ~"),
        TEXT("\xC2\xA0"),
        TEXT("Zo\xC3\xAB"),
        TEXT("\xDF\xBF\xE0\xA0\x80"),
        TEXT("\xED\x9F\xBF\xEE\x80\x80"),
        TEXT("\xF0\x90\x80\x80"),
        TEXT("\xF0\x9F\x98\x80"),
        TEXT("\xF4\x8F\xBF\xBF"),
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        assert_true(utf8_is_safe(cases[i].text, cases[i].length));
}

static void deceptive_text_is_refused(void **state)
{
    (void)state;
    static const char right_to_left[] = {'\xE2', '\x80', '\xAE'};
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        TEXT("a\0b"), /* ends before its end */
        TEXT("a\nb"), /* controls */
        TEXT("\x1F"),
        TEXT("\x7F"),
        TEXT("\xC2\x80"),
        TEXT("\xC2\x9F"),
        TEXT("\x80"), /* no first byte */
        TEXT("\xBF"),
        TEXT("\xC0\x80"), /* longer than needed */
        TEXT("\xC1\xBF"),
        TEXT("\xE0\x9F\xBF"),
        TEXT("\xF0\x8F\xBF\xBF"),
        TEXT("\xC3"), /* cut off */
        TEXT("\xE2\x82"),
        TEXT("\xF0\x9F\x98"),
        TEXT("\xC3"
             "A"), /* no second byte */
        TEXT("\xE2\x82"
             "A"),
        TEXT("\xE2\x82\xC0"),
        TEXT("\xED\xA0\x80"), /* half a pair */
        TEXT("\xED\xBF\xBF"),
        TEXT("\xF4\x90\x80\x80"), /* beyond Unicode */
        TEXT("\xF5\x80\x80\x80"),
        TEXT("\xFF"),
        TEXT("\xD8\x9C"), /* directions of writing */
        TEXT("\xE2\x80\x8E"),
        {right_to_left, sizeof(right_to_left)},
        TEXT("\xE2\x81\xA9"),
        TEXT("\xEF\xBF\xB9"),     /* annotation */
        TEXT("\xF3\xA0\x80\x81"), /* tag */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        if (utf8_is_safe(cases[i].text, cases[i].length))
            fail_msg("text %zu passes", i);
}

static void setup_has_every_field_in_its_range(void **state)
{
    (void)state;
    const event_setup good = {.variant = OXO_ULTIMATE,
                              .series = 99,
                              .first_x = 1,
                              .is_public = true,
                              .initial = EVENT_MAX_INITIAL,
                              .increment = EVENT_MAX_INCREMENT};
    const event_setup plain = {.series = 1};
    assert_true(event_setup_is_valid(&good));
    assert_true(event_setup_is_valid(&plain));
    event_setup bad[9];
    for (size_t i = 0; i < 9; i++)
        bad[i] = good;
    bad[0].variant = OXO_VARIANTS;
    bad[1].series = 0;
    bad[2].series = 2;
    bad[3].series = 101;
    bad[4].first_x = 2;
    bad[5].initial = EVENT_MAX_INITIAL + 1;
    bad[6].increment = EVENT_MAX_INCREMENT + 1;
    bad[7].initial = 0; /* an increment without a clock */
    bad[8].days = 1;    /* days with a clock */
    for (size_t i = 0; i < 9; i++)
        if (event_setup_is_valid(&bad[i]))
            fail_msg("setup %zu passes", i);
}

static void days_are_1_3_7_or_14_and_exclude_a_clock(void **state)
{
    (void)state;
    for (unsigned days = 0; days <= UINT8_MAX; days++) {
        const bool is_valid =
            days == 0 || days == 1 || days == 3 || days == 7 || days == 14;
        event_setup setup = {.series = 1, .days = (uint8_t)days};
        assert_int_equal(event_setup_is_valid(&setup), is_valid);
        setup.initial = 1;
        assert_int_equal(event_setup_is_valid(&setup), days == 0);
    }
}

/* ---- Words -------------------------------------------------------------- */

/* Stores have the numbers, messages have the words. */
static void numbers_and_words_of_kinds_never_change(void **state)
{
    (void)state;
    static const char *const words[] = {
        "room-created",   "seat-taken",  "game-start",  "move-made",
        "board-won",      "board-drawn", "game-over",   "offer-made",
        "offer-declined", "taken-back",  "player-left", "room-closed",
        "game-aborted"};
    for (int i = 0; i < 13; i++)
        assert_string_equal(event_kind_word((event_kind)(i + 1)), words[i]);
}

static void numbers_in_stored_events_never_change_their_meaning(void **state)
{
    (void)state;
    static const char *const reasons[] = {
        "line",    "boards",  "full-board", "resignation", "agreement",
        "time",    "forfeit", "left",       "claim",       "aborted",
        "no-show", "closed",  "expired"};
    static const char *const offers[] = {"none", "draw", "takeback",
                                         "rematch"};
    static const char *const closings[] = {"left", "abandoned", "idle"};
    assert_int_equal(EVENT_REASON_COUNT, 13);
    for (int i = 0; i < EVENT_REASON_COUNT; i++)
        assert_string_equal(event_reason_word((event_reason)i), reasons[i]);
    assert_int_equal(EVENT_OFFER_COUNT, 4);
    for (int i = 0; i < EVENT_OFFER_COUNT; i++)
        assert_string_equal(event_offer_word((event_offer)i), offers[i]);
    assert_int_equal(EVENT_CLOSING_COUNT, 3);
    for (int i = 0; i < EVENT_CLOSING_COUNT; i++)
        assert_string_equal(event_closing_word((event_closing)i), closings[i]);
}

static void offers_are_found_by_their_word(void **state)
{
    (void)state;
    for (int i = EVENT_OFFER_DRAW; i < EVENT_OFFER_COUNT; i++) {
        const char *word = event_offer_word((event_offer)i);
        event_offer found = EVENT_OFFER_NONE;
        assert_true(event_offer_find(word, strlen(word), &found));
        assert_int_equal(found, i);
    }
    static const char *const others[] = {"",      "none", "dra",
                                         "draws", "Draw", "rematch "};
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
        event_offer found = EVENT_OFFER_TAKEBACK;
        assert_false(event_offer_find(others[i], strlen(others[i]), &found));
        assert_int_equal(found, EVENT_OFFER_TAKEBACK);
    }
}

TEST_GROUP("event")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_the_number_in_32_characters),
        cmocka_unit_test(code_is_read_as_people_type_it),
        cmocka_unit_test(malformed_codes_are_refused),
        cmocka_unit_test(hashes_are_equal_if_all_bytes_are),
        cmocka_unit_test(visible_utf8_is_safe),
        cmocka_unit_test(deceptive_text_is_refused),
        cmocka_unit_test(setup_has_every_field_in_its_range),
        cmocka_unit_test(days_are_1_3_7_or_14_and_exclude_a_clock),
        cmocka_unit_test(numbers_and_words_of_kinds_never_change),
        cmocka_unit_test(numbers_in_stored_events_never_change_their_meaning),
        cmocka_unit_test(offers_are_found_by_their_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
