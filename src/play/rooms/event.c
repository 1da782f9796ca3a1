/* event.c - room codes, hashes, setups, and wire words. */
#include "event.h"

#include <assert.h>
#include <string.h>

/* ---- Codes -------------------------------------------------------------- */

enum { CODE_LENGTH = EVENT_CODE_TEXT - 1, CODE_BITS = 5 };

/* 32 of the 36 digits and letters. People read I and L as 1 and O as 0, and
 * without U fewer codes are words. */
static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

void event_code_format(event_room room, char out[EVENT_CODE_TEXT])
{
    assert(room >> EVENT_ROOM_BITS == 0);
    for (int i = 0; i < CODE_LENGTH; i++)
        out[i] = alphabet[room >> (CODE_BITS * (CODE_LENGTH - 1 - i)) & 31U];
    out[CODE_LENGTH] = '\0';
}

/* The value of a character as people type it, or -1. */
static int digit_value(char c)
{
    if (c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    if (c == 'O')
        c = '0';
    if (c == 'I' || c == 'L')
        c = '1';
    const char *found = c ? strchr(alphabet, c) : NULL;
    return found ? (int)(found - alphabet) : -1;
}

bool event_code_parse(const char *text, size_t length, event_room *ret)
{
    if (length != CODE_LENGTH)
        return false;
    event_room room = 0;
    for (size_t i = 0; i < length; i++) {
        const int value = digit_value(text[i]);
        if (value < 0)
            return false;
        room = room << CODE_BITS | (event_room)value;
    }
    *ret = room;
    return true;
}

/* ---- Hashes ------------------------------------------------------------- */

bool event_hash_is_none(const event_hash *hash)
{
    static const event_hash none;
    return event_hash_equal(hash, &none);
}

bool event_hash_equal(const event_hash *a, const event_hash *b)
{
    unsigned difference = 0;
    for (size_t i = 0; i < sizeof(a->bytes); i++)
        difference |= (unsigned)(a->bytes[i] ^ b->bytes[i]);
    return difference == 0;
}

/* ---- Setup -------------------------------------------------------------- */

static bool days_are_valid(const event_setup *setup)
{
    switch (setup->days) {
    case 0:
        return true;
    case 1:
    case 3:
    case 7:
    case EVENT_MAX_DAYS:
        return setup->initial == 0;
    default:
        return false;
    }
}

bool event_setup_is_valid(const event_setup *setup)
{
    return setup->variant < OXO_VARIANTS && setup->series % 2 == 1 &&
           setup->series <= EVENT_MAX_SERIES && setup->first_x < EVENT_SEATS &&
           setup->initial <= EVENT_MAX_INITIAL &&
           setup->increment <= EVENT_MAX_INCREMENT &&
           (setup->initial > 0 || setup->increment == 0) &&
           days_are_valid(setup);
}

/* ---- Words -------------------------------------------------------------- */

#define WORD(name, word) word,

const char *event_kind_word(event_kind kind)
{
    switch (kind) {
#define CASE(name, number, word)                                              \
    case name:                                                                \
        return word;
        EVENT_KINDS(CASE)
#undef CASE
    }
    assert(false);
    return "";
}

const char *event_reason_word(event_reason reason)
{
    static const char *const words[] = {EVENT_REASONS(WORD)};
    assert(reason < EVENT_REASON_COUNT);
    return words[reason];
}

static const char *const offers[] = {EVENT_OFFERS(WORD)};

const char *event_offer_word(event_offer offer)
{
    assert(offer < EVENT_OFFER_COUNT);
    return offers[offer];
}

const char *event_closing_word(event_closing closing)
{
    static const char *const words[] = {EVENT_CLOSINGS(WORD)};
    assert(closing < EVENT_CLOSING_COUNT);
    return words[closing];
}

bool event_offer_find(const char *word, size_t length, event_offer *ret)
{
    for (int i = EVENT_OFFER_NONE + 1; i < EVENT_OFFER_COUNT; i++) {
        if (strlen(offers[i]) == length &&
            memcmp(offers[i], word, length) == 0) {
            *ret = (event_offer)i;
            return true;
        }
    }
    return false;
}
