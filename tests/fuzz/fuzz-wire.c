/* fuzz-wire.c - reads any text as a message, and as the body of each word.
 *
 * A refusal has a status that reading may give and a sentence that can be
 * sent; what is accepted is within its bounds. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "json_read.h"
#include "utf8.h"
#include "wire.h"

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void check_text(const char *text, size_t most)
{
    const size_t length = strlen(text);
    require(length <= most && utf8_is_safe(text, length));
    require(length == 0 || (text[0] != ' ' && text[length - 1] != ' '));
}

static void check_message(const wire_message *m)
{
    event_setup setup = m->setup;
    require(m->word < WIRE_WORD_COUNT);
    require(setup.first_x <= WIRE_X_RANDOM);
    setup.first_x = 0;
    require(event_setup_is_valid(&setup));
    require(m->computer <= EVENT_MAX_LEVEL);
    check_text(m->player.name, EVENT_NAME_BYTES);
    check_text(m->player.avatar, EVENT_AVATAR_BYTES);
    require(m->move >= -1 && m->move < OXO_MAX_MOVES);
    require(m->ply < OXO_MAX_MOVES && m->offer < EVENT_OFFER_COUNT);
    require(m->room >> EVENT_ROOM_BITS == 0);
    /* One letter or two: no move is one of both games. */
    require(m->letters == 0 || wire_move(m, OXO_CLASSIC) < 0 ||
            wire_move(m, OXO_ULTIMATE) < 0);
}

static void check_refusal(oxo_status status, const char *sentence)
{
    char out[WIRE_MAX_MESSAGE];
    json_token tokens[16];
    json_doc doc;
    require(status == OXO_INVALID_MESSAGE || status == OXO_UNKNOWN_MESSAGE ||
            status == OXO_INVALID_SETUP || status == OXO_TEXT_TOO_LONG ||
            status == OXO_UNKNOWN_VARIANT);
    require(memchr(sentence, '\0', WIRE_SENTENCE) && sentence[0] != '\0');
    require(utf8_is_safe(sentence, strlen(sentence)));
    const size_t length =
        wire_error(status, sentence, true, 1, out, sizeof out);
    require(json_read(out, length, tokens, 16, &doc, NULL));
    require(json_is(&doc, json_member(&doc, 0, "message"), sentence));
}

static void check_answer(oxo_status status, const wire_message *m,
                         const char *sentence)
{
    require(!m->has_ref || (m->ref >= 0 && m->ref < INT64_C(1) << 53));
    if (status != OXO_OK) {
        check_refusal(status, sentence);
        return;
    }
    require(sentence[0] == '\0');
    check_message(m);
}

FUZZ_TARGET("fuzz-wire", data, size)
{
    const char *text = (const char *)data;
    char sentence[WIRE_SENTENCE];
    wire_message m = {.ply = 0};
    check_answer(wire_read(text, size, &m, sentence), &m, sentence);
    for (int w = 0; w < WIRE_WORD_COUNT; w++) {
        const wire_word word = (wire_word)w;
        check_answer(wire_read_body(word, text, size, &m, sentence), &m,
                     sentence);
        require(m.word == word && !m.has_room);
    }
    return 0;
}
