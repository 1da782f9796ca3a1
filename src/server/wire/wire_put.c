/* wire_put.c - pieces of JSON that messages are made of. */
#include "wire_put.h"

#include <assert.h>

#include "json_text.h"
#include "oxo/notation.h"

/* ---- Values ------------------------------------------------------------- */

char *wire_put_uint(char *at, uint64_t number)
{
    enum { MOST_DIGITS = 20 };
    char digits[MOST_DIGITS];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return wire_put_bytes(at, digits + first, sizeof digits - first);
}

char *wire_put_text(char *at, const char *text)
{
    const size_t length = strlen(text);
    *at++ = '"';
    for (size_t i = 0, used; i < length; i += used)
        at += json_escape(text + i, length - i, &used, at);
    *at++ = '"';
    return at;
}

char *wire_put_mark(char *at, oxo_mark mark)
{
    if (mark == OXO_NONE)
        return WIRE_PUT(at, "null");
    return mark == OXO_X ? WIRE_PUT(at, "\"X\"") : WIRE_PUT(at, "\"O\"");
}

char *wire_put_intensity(char *at, oxo_intensity value)
{
    assert(value <= OXO_INTENSITY_ONE);
    at[0] = (char)('0' + value / 10000);
    at[1] = '.';
    at[2] = (char)('0' + value / 1000 % 10);
    at[3] = (char)('0' + value / 100 % 10);
    at[4] = (char)('0' + value / 10 % 10);
    at[5] = (char)('0' + value % 10);
    return at + 6;
}

char *wire_put_line(char *at, const uint8_t cells[3])
{
    at = WIRE_PUT(at, "[\"a\",\"a\",\"a\"]");
    for (int i = 0; i < 3; i++)
        at[4 * i - 11] = (char)('a' + cells[i]);
    return at;
}

/* Half points as points: 3 is 1.5. */
static char *put_points(char *at, unsigned halves)
{
    at = wire_put_uint(at, halves / 2);
    return halves % 2 ? WIRE_PUT(at, ".5") : at;
}

/* ---- Members ------------------------------------------------------------ */

char *wire_put_head(char *at, const char *type, event_room id, uint32_t seq)
{
    at = WIRE_PUT(at, "{\"type\":\"");
    at = wire_put_word(at, type);
    at = WIRE_PUT(at, "\",\"room\":\"");
    event_code_format(id, at);
    at += EVENT_CODE_TEXT - 1;
    at = WIRE_PUT(at, "\",\"seq\":");
    return wire_put_uint(at, seq);
}

char *wire_put_ref(char *at, bool has_ref, int64_t ref)
{
    if (!has_ref)
        return at;
    assert(ref >= 0);
    at = WIRE_PUT(at, ",\"ref\":");
    return wire_put_uint(at, (uint64_t)ref);
}

char *wire_put_position(char *at, const room *r)
{
    size_t length = 0;
    at = WIRE_PUT(at, ",\"position\":\"");
    oxo_position_format(OXO_NATIVE, &r->now, at, &length);
    return WIRE_PUT(at + length, "\"");
}

char *wire_put_clocks(char *at, const room *r, uint32_t x, uint32_t o)
{
    if (r->setup.initial == 0)
        return at;
    at = WIRE_PUT(at, ",\"clocks\":{\"X\":");
    at = wire_put_uint(at, x);
    at = WIRE_PUT(at, ",\"O\":");
    at = wire_put_uint(at, o);
    return WIRE_PUT(at, "}");
}

char *wire_put_series(char *at, const room *r)
{
    const int winner = room_series_winner(r);
    at = WIRE_PUT(at, ",\"series\":{\"games\":");
    at = wire_put_uint(at, r->setup.series);
    at = WIRE_PUT(at, ",\"target\":");
    at = put_points(at, (unsigned)room_series_target(r));
    at = WIRE_PUT(at, ",\"score\":[");
    at = put_points(at, r->score[0]);
    at = WIRE_PUT(at, ",");
    at = put_points(at, r->score[1]);
    at = WIRE_PUT(at, "],\"over\":");
    at = wire_put_word(at, room_series_is_over(r) ? "true" : "false");
    at = WIRE_PUT(at, ",\"winner\":");
    at = winner < 0 ? WIRE_PUT(at, "null")
                    : wire_put_uint(at, (unsigned)winner);
    return WIRE_PUT(at, "}");
}

char *wire_put_setup(char *at, const event_setup *setup)
{
    at = WIRE_PUT(at, ",\"variant\":");
    at = wire_put_quoted(at, oxo_variant_word((oxo_variant)setup->variant));
    at = WIRE_PUT(at, ",\"public\":");
    at = wire_put_word(at, setup->is_public ? "true" : "false");
    if (setup->initial == 0)
        return at;
    at = WIRE_PUT(at, ",\"clock\":{\"initial\":");
    at = wire_put_uint(at, setup->initial);
    at = WIRE_PUT(at, ",\"increment\":");
    at = wire_put_uint(at, setup->increment);
    return WIRE_PUT(at, "}");
}

char *wire_put_player(char *at, int seat, const event_player *player)
{
    at = WIRE_PUT(at, "\"seat\":");
    at = wire_put_uint(at, (unsigned)seat);
    at = WIRE_PUT(at, ",\"name\":");
    at = wire_put_text(at, player->name);
    at = WIRE_PUT(at, ",\"avatar\":");
    at = wire_put_text(at, player->avatar);
    at = WIRE_PUT(at, ",\"level\":");
    return player->level == 0 ? WIRE_PUT(at, "null")
                              : wire_put_uint(at, player->level);
}

static const char *result_word(oxo_outcome outcome)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return words[outcome];
}

char *wire_put_result(char *at, const room *r)
{
    const oxo_outcome outcome = (oxo_outcome)r->outcome;
    const oxo_win win = oxo_position_win(&r->now);
    at = WIRE_PUT(at, "\"winner\":");
    at = wire_put_mark(at, oxo_outcome_winner(outcome));
    at = WIRE_PUT(at, ",\"result\":");
    at = wire_put_quoted(at, result_word(outcome));
    at = WIRE_PUT(at, ",\"reason\":");
    at = wire_put_quoted(at, event_reason_word((event_reason)r->reason));
    at = WIRE_PUT(at, ",\"line\":");
    return win.winner == OXO_NONE ? WIRE_PUT(at, "null")
                                  : wire_put_line(at, win.cells);
}
