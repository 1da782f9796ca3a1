/* test-wire-read.c - what clients may say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire.h"

#include "check.h"

#define TOKEN "AAECAwQFBgcICQoLDA0ODw"
#define KEY "_____________________w"
#define SEAT ",\"room\":\"K7Q2MX\",\"token\":\"" TOKEN "\""

static char sentence[WIRE_SENTENCE];

static oxo_status read_text(const char *text, wire_message *ret)
{
    memset(ret, 0xA5, sizeof *ret);
    strcpy(sentence, "unchanged");
    /* Of the exact size, so that a sanitizer sees reads past it. */
    const size_t length = strlen(text);
    char *copy = malloc(length + (length == 0));
    assert_non_null(copy);
    memcpy(copy, text, length);
    const oxo_status status = wire_read(copy, length, ret, sentence);
    free(copy);
    return status;
}

static wire_message good(const char *text)
{
    wire_message m = {.ply = 0};
    const oxo_status status = read_text(text, &m);
    if (status != OXO_OK)
        fail_msg("%s: %s, %s", text, oxo_status_word(status), sentence);
    assert_string_equal(sentence, "");
    return m;
}

/* A refusal with this status and this sentence. */
static void bad(const char *text, oxo_status expected, const char *why)
{
    wire_message m = {.ply = 0};
    const oxo_status status = read_text(text, &m);
    if (status != expected || strcmp(sentence, why) != 0)
        fail_msg("%s: %s, %s", text, oxo_status_word(status), sentence);
}

static void every_word_is_read(void **state)
{
    (void)state;
    static const char *const least[WIRE_WORD_COUNT] = {
        [WIRE_CREATE_ROOM] = "\"variant\":\"classic\"",
        [WIRE_JOIN_ROOM] = "\"room\":\"K7Q2MX\"",
        [WIRE_REJOIN_ROOM] = ("\"room\":\"K7Q2MX\",\"token\":\"" TOKEN "\""),
        [WIRE_SPECTATE] = "\"room\":\"K7Q2MX\"",
        [WIRE_MAKE_MOVE] = "\"ply\":0,\"move\":\"e\"",
        [WIRE_OFFER] = "\"offer\":\"draw\"",
        [WIRE_CLAIM] = "\"result\":\"win\"",
        [WIRE_RESUME] = "\"seq\":0",
    };
    static const char *const words[] = {
#define WORD_TEXT(name, word) word,
        WIRE_WORDS(WORD_TEXT)
#undef WORD_TEXT
    };
    for (int w = 0; w < WIRE_WORD_COUNT; w++) {
        char text[256];
        snprintf(text, sizeof text, "{%s%s\"type\":\"%s\"}",
                 least[w] ? least[w] : "", least[w] ? "," : "", words[w]);
        const wire_message m = good(text);
        assert_int_equal(m.word, w);
        assert_false(m.has_ref || m.has_key);
        snprintf(text, sizeof text, "{\"type\":\"%s\"}", words[w]);
        wire_message without = {.ply = 0};
        assert_int_equal(read_text(text, &without),
                         least[w] ? OXO_INVALID_MESSAGE : OXO_OK);
    }
}

static void a_room_is_set_up_as_said(void **state)
{
    (void)state;
    const wire_message m = good(
        "{\"type\":\"create-room\",\"variant\":\"ultimate-cg\",\"series\":99,"
        "\"mark\":\"O\",\"public\":true,\"computer\":10,"
        "\"clock\":{\"increment\":3600000,\"initial\":86400000},"
        "\"name\":\"Ada\",\"avatar\":\"\\ud83e\\udd8a\",\"key\":\"" KEY "\","
        "\"ref\":9007199254740991}");
    assert_int_equal(m.setup.variant, OXO_ULTIMATE_CG);
    assert_int_equal(m.setup.series, 99);
    assert_int_equal(m.setup.first_x, 1);
    assert_true(m.setup.is_public);
    assert_int_equal(m.setup.initial, 86400000);
    assert_int_equal(m.setup.increment, 3600000);
    assert_int_equal(m.computer, 10);
    assert_string_equal(m.player.name, "Ada");
    assert_string_equal(m.player.avatar, "\xF0\x9F\xA6\x8A");
    assert_true(m.has_key && m.has_ref && !m.has_token && !m.has_room);
    assert_int_equal(m.key.bytes[15], 0xFF);
    assert_true(m.ref == INT64_C(9007199254740991));
}

static void what_is_not_said_of_a_room_has_a_default(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"type\":\"create-room\",\"variant\":\"ultimate\"}",
        "{\"type\":\"create-room\",\"variant\":\"ultimate\",\"series\":1,"
        "\"mark\":\"X\",\"public\":false,\"computer\":null,\"clock\":null,"
        "\"name\":\"\",\"avatar\":\"\"}"};
    for (int i = 0; i < 2; i++) {
        const wire_message m = good(texts[i]);
        const event_setup expected = {.variant = OXO_ULTIMATE, .series = 1};
        assert_true(event_setup_is_valid(&m.setup));
        assert_int_equal(m.setup.variant, expected.variant);
        assert_int_equal(m.setup.series, expected.series);
        assert_int_equal(m.setup.first_x, expected.first_x);
        assert_int_equal(m.setup.is_public, expected.is_public);
        assert_int_equal(m.setup.initial, expected.initial);
        assert_int_equal(m.setup.increment, expected.increment);
        assert_int_equal(m.computer, 0);
        assert_string_equal(m.player.name, "");
        assert_false(m.has_key);
    }
    assert_int_equal(good("{\"type\":\"create-room\",\"variant\":\"classic\","
                          "\"mark\":\"random\"}")
                         .setup.first_x,
                     WIRE_X_RANDOM);
}

static void seats_are_named_by_room_and_token(void **state)
{
    (void)state;
    event_room id = 0;
    assert_true(event_code_parse("K7Q2MX", 6, &id));
    const wire_message m =
        good("{\"type\":\"rejoin-room\",\"seq\":4294967295" SEAT "}");
    assert_true(m.has_room && m.has_token && m.has_seq);
    assert_int_equal(m.room, id);
    assert_int_equal(m.seq, UINT32_MAX);
    for (int i = 0; i < 16; i++)
        assert_int_equal(m.token.bytes[i], i);
    /* as people type it */
    assert_int_equal(good("{\"type\":\"spectate\",\"room\":\"k7q2mx\"}").room,
                     id);
    assert_true(good("{\"type\":\"resign\"" SEAT "}").has_token);
    assert_true(good("{\"type\":\"leave\"" SEAT "}").has_token);
    assert_true(good("{\"type\":\"make-move\",\"ply\":1,\"move\":1" SEAT "}")
                    .has_room);
}

static void offers_are_words(void **state)
{
    (void)state;
    assert_int_equal(good("{\"type\":\"offer\",\"offer\":\"draw\"}").offer,
                     EVENT_OFFER_DRAW);
    assert_int_equal(good("{\"type\":\"offer\",\"offer\":\"takeback\"}").offer,
                     EVENT_OFFER_TAKEBACK);
    assert_int_equal(good("{\"type\":\"accept\",\"offer\":\"rematch\"}").offer,
                     EVENT_OFFER_REMATCH);
    assert_int_equal(good("{\"type\":\"decline\"}").offer, EVENT_OFFER_NONE);
    bad("{\"type\":\"offer\",\"offer\":\"none\"}", OXO_INVALID_MESSAGE,
        "\"offer\" must be \"draw\", \"takeback\" or \"rematch\"");
}

static int move_of(const char *move, oxo_variant variant)
{
    char text[128];
    snprintf(text, sizeof text,
             "{\"type\":\"make-move\",\"ply\":3,\"move\":%s}", move);
    const wire_message m = good(text);
    assert_int_equal(m.ply, 3);
    return wire_move(&m, variant);
}

static void a_claim_names_its_result(void **state)
{
    (void)state;
    assert_false(good("{\"type\":\"claim\",\"result\":\"win\"}").claims_draw);
    assert_true(good("{\"type\":\"claim\",\"result\":\"draw\"}").claims_draw);
    bad("{\"type\":\"claim\"}", OXO_INVALID_MESSAGE,
        "claim needs a field \"result\"");
    bad("{\"type\":\"claim\",\"result\":\"loss\"}", OXO_INVALID_MESSAGE,
        "\"result\" must be \"win\" or \"draw\"");
}

static void days_are_1_3_7_or_14(void **state)
{
    (void)state;
    const wire_message m =
        good("{\"type\":\"create-room\",\"variant\":\"classic\",\"days\":7}");
    assert_int_equal(m.setup.days, 7);
    bad("{\"type\":\"create-room\",\"variant\":\"classic\",\"days\":2}",
        OXO_INVALID_SETUP, "\"days\" must be 1, 3, 7 or 14");
}

static void a_move_is_read_as_the_variant_writes_it(void **state)
{
    (void)state;
    assert_int_equal(move_of("\"e\"", OXO_CLASSIC), 4);
    assert_int_equal(move_of("\"ae\"", OXO_ULTIMATE), 4);
    assert_int_equal(move_of("\"ii\"", OXO_ULTIMATE_CG), 80);
    assert_int_equal(move_of("\"\\u0069a\"", OXO_ULTIMATE_CONTINUE), 72);
    assert_int_equal(move_of("8", OXO_CLASSIC), 8);
    assert_int_equal(move_of("80", OXO_ULTIMATE), 80);
}

/* The room answers these, in its own order of checks. */
static void what_is_no_cell_is_still_a_move(void **state)
{
    (void)state;
    static const char *const none[] = {"\"\"",
                                       "\"j\"",
                                       "\"A\"",
                                       "\"aj\"",
                                       "\"AE\"",
                                       "\"aee\"",
                                       "\" e\"",
                                       "\"4\"",
                                       "-1",
                                       "81",
                                       "4.0",
                                       "1e1",
                                       "9007199254740993",
                                       "\"a\\u0065\\u0065\""};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(move_of(none[i], OXO_CLASSIC), -1);
        assert_int_equal(move_of(none[i], OXO_ULTIMATE), -1);
    }
    assert_int_equal(move_of("\"e\"", OXO_ULTIMATE), -1);
    assert_int_equal(move_of("\"ae\"", OXO_CLASSIC), -1);
    /* beyond classic's board, but the room knows that */
    assert_int_equal(move_of("80", OXO_CLASSIC), 80);
}

static void a_refusal_says_what_and_where(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        oxo_status status;
        const char *sentence;
    } cases[] = {
        {"", OXO_INVALID_MESSAGE, "not JSON: a value is expected, at byte 0"},
        {"{\"type\"}", OXO_INVALID_MESSAGE,
         "not JSON: a colon is expected, at byte 7"},
        {"[]", OXO_INVALID_MESSAGE, "a message must be an object"},
        {"\"resign\"", OXO_INVALID_MESSAGE, "a message must be an object"},
        {"{}", OXO_INVALID_MESSAGE, "\"type\" must be present, and a string"},
        {"{\"type\":4}", OXO_INVALID_MESSAGE,
         "\"type\" must be present, and a string"},
        {"{\"type\":\"move-made\"}", OXO_UNKNOWN_MESSAGE,
         "there is no message \"move-made\""},
        {"{\"type\":\"resign \"}", OXO_UNKNOWN_MESSAGE,
         "there is no message \"\""},
        {"{\"type\":\"<script>\"}", OXO_UNKNOWN_MESSAGE,
         "there is no message \"\""},
        {"{\"type\":\"resign\",\"seq\":1}", OXO_INVALID_MESSAGE,
         "resign takes no field \"seq\""},
        {"{\"type\":\"resign\",\"toString\":1}", OXO_INVALID_MESSAGE,
         "resign takes no field \"toString\""},
        {"{\"type\":\"resign\",\"a b\":1}", OXO_INVALID_MESSAGE,
         "resign takes no field \"\""},
        {"{\"type\":\"make-move\",\"move\":\"e\"}", OXO_INVALID_MESSAGE,
         "make-move needs a field \"ply\""},
        {"{\"type\":\"make-move\",\"ply\":0}", OXO_INVALID_MESSAGE,
         "make-move needs a field \"move\""},
        {"{\"type\":\"make-move\",\"ply\":81,\"move\":0}", OXO_INVALID_MESSAGE,
         "\"ply\" must be a whole number from 0 to 80"},
        {"{\"type\":\"make-move\",\"ply\":\"1\",\"move\":0}",
         OXO_INVALID_MESSAGE, "\"ply\" must be a whole number from 0 to 80"},
        {"{\"type\":\"make-move\",\"ply\":1,\"move\":null}",
         OXO_INVALID_MESSAGE, "\"move\" must be a string or a number"},
        {"{\"type\":\"make-move\",\"ply\":1,\"move\":[0,4]}",
         OXO_INVALID_MESSAGE, "\"move\" must be a string or a number"},
        {"{\"type\":\"join-room\",\"room\":\"K7Q2M\"}", OXO_INVALID_MESSAGE,
         "\"room\" must be a code of six letters and digits"},
        {"{\"type\":\"join-room\",\"room\":\"K7Q2MU\"}", OXO_INVALID_MESSAGE,
         "\"room\" must be a code of six letters and digits"},
        {"{\"type\":\"join-room\",\"room\":123456}", OXO_INVALID_MESSAGE,
         "\"room\" must be a code of six letters and digits"},
        {"{\"type\":\"resume\",\"seq\":4294967296}", OXO_INVALID_MESSAGE,
         "\"seq\" must be a whole number from 0 to 4294967295"},
        {"{\"type\":\"resume\",\"seq\":-1}", OXO_INVALID_MESSAGE,
         "\"seq\" must be a whole number from 0 to 4294967295"},
        {"{\"type\":\"resign\",\"ref\":-1}", OXO_INVALID_MESSAGE,
         "\"ref\" must be a whole number from 0 to 9007199254740991"},
        {"{\"type\":\"resign\",\"ref\":\"a\"}", OXO_INVALID_MESSAGE,
         "\"ref\" must be a whole number from 0 to 9007199254740991"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        bad(cases[i].text, cases[i].status, cases[i].sentence);
}

/* `field` of a create-room. */
static void bad_setup(const char *field, oxo_status status, const char *why)
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"type\":\"create-room\",\"variant\":\"classic\",%s}", field);
    bad(text, status, why);
}

static void impossible_rooms_are_refused(void **state)
{
    (void)state;
    bad("{\"type\":\"create-room\",\"variant\":\"chess\"}",
        OXO_UNKNOWN_VARIANT,
        "\"variant\" must be classic, ultimate, ultimate-cg or "
        "ultimate-continue");
    bad("{\"type\":\"create-room\",\"variant\":1}", OXO_INVALID_MESSAGE,
        "\"variant\" must be a string");
    bad("{\"type\":\"create-room\"}", OXO_INVALID_MESSAGE,
        "create-room needs a field \"variant\"");
    bad_setup("\"series\":2", OXO_INVALID_SETUP, "\"series\" must be odd");
    bad_setup("\"series\":0", OXO_INVALID_SETUP,
              "\"series\" must be a whole number from 1 to 99");
    bad_setup("\"series\":101", OXO_INVALID_SETUP,
              "\"series\" must be a whole number from 1 to 99");
    bad_setup("\"series\":\"3\"", OXO_INVALID_MESSAGE,
              "\"series\" must be a whole number from 1 to 99");
    bad_setup("\"mark\":\"x\"", OXO_INVALID_MESSAGE,
              "\"mark\" must be \"X\", \"O\" or \"random\"");
    bad_setup("\"public\":1", OXO_INVALID_MESSAGE,
              "\"public\" must be true or false");
    bad_setup("\"computer\":11", OXO_INVALID_SETUP,
              "\"computer\" must be a whole number from 1 to 10");
    bad_setup("\"computer\":0", OXO_INVALID_SETUP,
              "\"computer\" must be a whole number from 1 to 10");
    bad_setup("\"computer\":true", OXO_INVALID_MESSAGE,
              "\"computer\" must be a whole number from 1 to 10");
}

static void impossible_clocks_are_refused(void **state)
{
    (void)state;
    const char *form =
        "\"clock\" must be null, or an object of \"initial\" and "
        "\"increment\"";
    bad_setup("\"clock\":300", OXO_INVALID_MESSAGE, form);
    bad_setup("\"clock\":[300]", OXO_INVALID_MESSAGE, form);
    bad_setup("\"clock\":{}", OXO_INVALID_MESSAGE, form);
    bad_setup("\"clock\":{\"increment\":1}", OXO_INVALID_MESSAGE, form);
    bad_setup("\"clock\":{\"initial\":1,\"delay\":1}", OXO_INVALID_MESSAGE,
              form);
    bad_setup("\"clock\":{\"initial\":0}", OXO_INVALID_SETUP,
              "\"initial\" must be a whole number from 1 to 86400000");
    bad_setup("\"clock\":{\"initial\":86400001}", OXO_INVALID_SETUP,
              "\"initial\" must be a whole number from 1 to 86400000");
    bad_setup("\"clock\":{\"initial\":null}", OXO_INVALID_MESSAGE,
              "\"initial\" must be a whole number from 1 to 86400000");
    bad_setup("\"clock\":{\"initial\":1,\"increment\":-1}", OXO_INVALID_SETUP,
              "\"increment\" must be a whole number from 0 to 3600000");
}

/* ---- Names -------------------------------------------------------------- */

static oxo_status read_name(const char *said, char out[EVENT_NAME_BYTES + 1])
{
    char text[2048];
    wire_message m = {.ply = 0};
    snprintf(text, sizeof text,
             "{\"type\":\"join-room\",\"room\":\"K7Q2MX\",\"name\":\"%s\"}",
             said);
    const oxo_status status = read_text(text, &m);
    strcpy(out, m.player.name);
    return status;
}

static void names_are_trimmed(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Ada", "Ada"},
        {"  Ada  L. ", "Ada  L."},
        {"\\t\\nAda\\r\\n", "Ada"},
        {"\xC2\xA0\xE3\x80\x80"
         "Ada\xE2\x80\x8B\xEF\xBB\xBF",
         "Ada"},
        {"   ", ""},
        {"\\u200b\\u2060", ""},
        {"<b>&\\\"\\\\", "<b>&\"\\"},
        {"Zo\xC3\xAB \xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
         "Zo\xC3\xAB \xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"},
    };
    char name[EVENT_NAME_BYTES + 1];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_name(cases[i][0], name), OXO_OK);
        assert_string_equal(name, cases[i][1]);
    }
}

static void names_hold_nothing_that_cannot_be_seen(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "a\\u001bb", "a\\nb",     "a\\u007fb",       "a\\u009bb",
        "a\\u202eb", "a\\u2028b", "a\\udb40\\udc41", "\\u200fb"};
    char name[EVENT_NAME_BYTES + 1];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(read_name(cases[i], name), OXO_INVALID_MESSAGE);
        assert_string_equal(sentence, "\"name\" has an invisible character");
        assert_string_equal(name, "");
    }
    bad("{\"type\":\"join-room\",\"room\":\"K7Q2MX\",\"avatar\":7}",
        OXO_INVALID_MESSAGE, "\"avatar\" must be a string");
}

static void names_are_bounded_in_bytes(void **state)
{
    (void)state;
    char name[EVENT_NAME_BYTES + 1], said[1024];
    memset(said, ' ', sizeof said);
    memset(said + 40, 'x', EVENT_NAME_BYTES);
    said[128] = '\0';
    assert_int_equal(read_name(said, name), OXO_OK);
    assert_int_equal(strlen(name), EVENT_NAME_BYTES);
    said[40 + EVENT_NAME_BYTES] = 'x';
    assert_int_equal(read_name(said, name), OXO_TEXT_TOO_LONG);
    assert_string_equal(sentence, "\"name\" has more than 48 bytes");
    memset(said, 'x', 1000);
    said[1000] = '\0';
    assert_int_equal(read_name(said, name), OXO_TEXT_TOO_LONG);
    /* 16 characters of two bytes */
    assert_int_equal(
        read_name("\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4"
                  "\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4"
                  "\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4",
                  name),
        OXO_OK);
    bad("{\"type\":\"join-room\",\"room\":\"K7Q2MX\","
        "\"avatar\":\"12345678901234567\"}",
        OXO_TEXT_TOO_LONG, "\"avatar\" has more than 16 bytes");
}

/* ---- Refs and bodies ---------------------------------------------------- */

static void a_refusal_carries_the_ref(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"ref\":7}",
        "{\"type\":\"nonsense\",\"ref\":7}",
        "{\"type\":\"resign\",\"nonsense\":{\"ref\":8},\"ref\":7}",
        "{\"type\":\"make-move\",\"ref\":7}",
        "{\"type\":\"make-move\",\"ref\":7,\"ply\":\"x\",\"move\":0}",
        "{\"type\":\"create-room\",\"ref\":7,\"variant\":\"chess\"}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        wire_message m = {.ply = 0};
        assert_int_not_equal(read_text(texts[i], &m), OXO_OK);
        assert_true(m.has_ref);
        assert_int_equal(m.ref, 7);
    }
    wire_message m = {.ply = 0};
    read_text("{\"ref\":7", &m);
    assert_false(m.has_ref);
    read_text("{\"type\":\"resign\",\"ref\":-7}", &m);
    assert_false(m.has_ref);
}

static oxo_status read_body(wire_word word, const char *text, wire_message *m)
{
    return wire_read_body(word, text, strlen(text), m, sentence);
}

static void a_body_needs_no_word_and_no_room(void **state)
{
    (void)state;
    wire_message m = {.ply = 0};
    assert_int_equal(read_body(WIRE_JOIN_ROOM, "", &m), OXO_OK);
    assert_int_equal(m.word, WIRE_JOIN_ROOM);
    assert_int_equal(read_body(WIRE_JOIN_ROOM, "{\"name\":\"Bo\"}", &m),
                     OXO_OK);
    assert_string_equal(m.player.name, "Bo");
    assert_int_equal(
        read_body(WIRE_MAKE_MOVE, "{\"ply\":0,\"move\":\"e\"}", &m), OXO_OK);
    assert_int_equal(m.move, 4);
    assert_int_equal(
        read_body(WIRE_MAKE_MOVE,
                  "{\"ply\":0,\"move\":4,\"token\":\"" TOKEN "\"}", &m),
        OXO_OK);
    assert_true(m.has_token);
    assert_int_equal(read_body(WIRE_RESIGN, "{\"ref\":1}", &m), OXO_OK);
    assert_int_equal(
        read_body(WIRE_CREATE_ROOM, "{\"variant\":\"classic\"}", &m), OXO_OK);
    assert_int_equal(m.setup.series, 1);
}

static void a_body_is_as_strict_as_a_message(void **state)
{
    (void)state;
    wire_message m = {.ply = 0};
    assert_int_equal(read_body(WIRE_MAKE_MOVE, "", &m), OXO_INVALID_MESSAGE);
    assert_string_equal(sentence, "make-move needs a field \"ply\"");
    assert_int_equal(read_body(WIRE_RESIGN, "{\"room\":\"K7Q2MX\"}", &m),
                     OXO_INVALID_MESSAGE);
    assert_string_equal(sentence, "resign takes no field \"room\"");
    assert_int_equal(read_body(WIRE_RESIGN, "{\"type\":\"resign\"}", &m),
                     OXO_INVALID_MESSAGE);
    assert_int_equal(read_body(WIRE_RESIGN, "[]", &m), OXO_INVALID_MESSAGE);
    assert_int_equal(read_body(WIRE_RESIGN, "{\"ref\":-1}", &m),
                     OXO_INVALID_MESSAGE);
    assert_int_equal(read_body(WIRE_CREATE_ROOM, "{\"variant\":\"go\"}", &m),
                     OXO_UNKNOWN_VARIANT);
}

/* ---- Secrets ------------------------------------------------------------ */

static void secrets_have_one_text_each(void **state)
{
    (void)state;
    static const struct {
        uint8_t first, rest;
        const char *text;
    } cases[] = {
        {0x00, 0x00, "AAAAAAAAAAAAAAAAAAAAAA"},
        {0xFF, 0xFF, "_____________________w"},
        {0xFB, 0xEF, "--_v7-_v7-_v7-_v7-_v7w"},
        {0x69, 0xB7, "abe3t7e3t7e3t7e3t7e3tw"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wire_secret secret, back;
        char text[WIRE_SECRET_TEXT];
        memset(secret.bytes, cases[i].rest, sizeof secret.bytes);
        secret.bytes[0] = cases[i].first;
        wire_secret_format(&secret, text);
        assert_string_equal(text, cases[i].text);
        assert_true(wire_secret_parse(text, strlen(text), &back));
        assert_memory_equal(&back, &secret, sizeof back);
    }
}

static void secrets_of_all_bits_survive(void **state)
{
    (void)state;
    for (int bit = 0; bit < 128; bit++) {
        wire_secret secret = {{0}}, back;
        char text[WIRE_SECRET_TEXT];
        secret.bytes[bit / 8] = (uint8_t)(1 << bit % 8);
        secret.bytes[15 - bit / 8] |= (uint8_t)(bit * 37);
        wire_secret_format(&secret, text);
        assert_true(wire_secret_parse(text, WIRE_SECRET_TEXT - 1, &back));
        assert_memory_equal(&back, &secret, sizeof back);
    }
}

static void other_texts_are_no_secrets(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "",
        "AAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAA==",
        "AAAAAAAAAAAAAAAAAAAAAB",
        "AAAAAAAAAAAAAAAAAAAAAP",
        "AAAAAAAAAA+AAAAAAAAAAA",
        "AAAAAAAAAA/AAAAAAAAAAA",
        "AAAAAAAAAA AAAAAAAAAAA",
        "AAAAAAAAAA@AAAAAAAAAAA",
        "AAAAAAAAAA[AAAAAAAAAAA",
        "AAAAAAAAAA`AAAAAAAAAAA",
        "AAAAAAAAAA{AAAAAAAAAAA",
        "AAAAAAAAAA:AAAAAAAAAAA",
        "AAAAAAAAAA\xFFzAAAAAAAAAA",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wire_secret secret = {{42}};
        assert_false(wire_secret_parse(cases[i], strlen(cases[i]), &secret));
        assert_int_equal(secret.bytes[0], 42);
        char text[128];
        snprintf(text, sizeof text, "{\"type\":\"resign\",\"token\":\"%s\"}",
                 cases[i]);
        wire_message m = {.ply = 0};
        assert_int_equal(read_text(text, &m), OXO_INVALID_MESSAGE);
    }
}

TEST_GROUP("wire-read")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_is_read),
        cmocka_unit_test(a_room_is_set_up_as_said),
        cmocka_unit_test(what_is_not_said_of_a_room_has_a_default),
        cmocka_unit_test(seats_are_named_by_room_and_token),
        cmocka_unit_test(offers_are_words),
        cmocka_unit_test(a_claim_names_its_result),
        cmocka_unit_test(days_are_1_3_7_or_14),
        cmocka_unit_test(a_move_is_read_as_the_variant_writes_it),
        cmocka_unit_test(what_is_no_cell_is_still_a_move),
        cmocka_unit_test(a_refusal_says_what_and_where),
        cmocka_unit_test(impossible_rooms_are_refused),
        cmocka_unit_test(impossible_clocks_are_refused),
        cmocka_unit_test(names_are_trimmed),
        cmocka_unit_test(names_hold_nothing_that_cannot_be_seen),
        cmocka_unit_test(names_are_bounded_in_bytes),
        cmocka_unit_test(a_refusal_carries_the_ref),
        cmocka_unit_test(a_body_needs_no_word_and_no_room),
        cmocka_unit_test(a_body_is_as_strict_as_a_message),
        cmocka_unit_test(secrets_have_one_text_each),
        cmocka_unit_test(secrets_of_all_bits_survive),
        cmocka_unit_test(other_texts_are_no_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
