/* wire_put.c - see wire_put.h. */
#include "wire_put.h"

#include <assert.h>

#include "json_text.h"
#include "oxo/notation.h"

wire_writer wire_writer_begin(char *out, size_t size)
{
    return (wire_writer){.start = out, .at = out, .end = out + size};
}

size_t wire_writer_end(const wire_writer *w)
{
    return w->overflowed ? 0 : (size_t)(w->at - w->start);
}

/* ---- Values ------------------------------------------------------------- */

void wire_put_uint(wire_writer *w, uint64_t number)
{
    enum { MOST_DIGITS = 20 };
    char digits[MOST_DIGITS];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    wire_put_bytes(w, digits + first, sizeof digits - first);
}

void wire_put_text(wire_writer *w, const char *text)
{
    const size_t length = strlen(text);
    char escaped[JSON_ESCAPE];
    WIRE_PUT(w, "\"");
    for (size_t i = 0, used; i < length; i += used) {
        const size_t size = json_escape(text + i, length - i, &used, escaped);
        wire_put_bytes(w, escaped, size);
    }
    WIRE_PUT(w, "\"");
}

void wire_put_mark(wire_writer *w, oxo_mark mark)
{
    if (mark == OXO_NONE)
        WIRE_PUT(w, "null");
    else
        wire_put_quoted(w, mark == OXO_X ? "X" : "O");
}

void wire_put_intensity(wire_writer *w, oxo_intensity value)
{
    assert(value <= OXO_INTENSITY_ONE);
    const char text[] = {
        (char)('0' + value / 10000),     '.',
        (char)('0' + value / 1000 % 10), (char)('0' + value / 100 % 10),
        (char)('0' + value / 10 % 10),   (char)('0' + value % 10)};
    wire_put_bytes(w, text, sizeof text);
}

void wire_put_move(wire_writer *w, oxo_variant variant, oxo_move move)
{
    char text[OXO_MOVE_TEXT];
    oxo_move_format(OXO_NATIVE, variant, move, text);
    wire_put_quoted(w, text);
}

void wire_put_line(wire_writer *w, const uint8_t cells[3])
{
    char text[] = "[\"a\",\"a\",\"a\"]";
    for (int i = 0; i < 3; i++)
        text[2 + 4 * i] = (char)('a' + cells[i]);
    wire_put_bytes(w, text, sizeof text - 1);
}

/* Half points as points: 3 is 1.5. */
static void put_points(wire_writer *w, unsigned halves)
{
    wire_put_uint(w, halves / 2);
    if (halves % 2)
        WIRE_PUT(w, ".5");
}

/* ---- Members ------------------------------------------------------------ */

void wire_put_head(wire_writer *w, const char *type, event_room id,
                   uint32_t seq)
{
    char code[EVENT_CODE_TEXT];
    event_code_format(id, code);
    WIRE_PUT(w, "{\"type\":");
    wire_put_quoted(w, type);
    WIRE_PUT(w, ",\"room\":");
    wire_put_quoted(w, code);
    WIRE_PUT(w, ",\"seq\":");
    wire_put_uint(w, seq);
}

void wire_put_ref(wire_writer *w, bool has_ref, int64_t ref)
{
    if (!has_ref)
        return;
    assert(ref >= 0);
    WIRE_PUT(w, ",\"ref\":");
    wire_put_uint(w, (uint64_t)ref);
}

void wire_put_position(wire_writer *w, const room *r)
{
    char text[OXO_POSITION_TEXT];
    size_t length = 0;
    oxo_position_format(OXO_NATIVE, &r->now, text, &length);
    WIRE_PUT(w, ",\"position\":\"");
    wire_put_bytes(w, text, length);
    WIRE_PUT(w, "\"");
}

void wire_put_clocks(wire_writer *w, const room *r, uint32_t x, uint32_t o)
{
    if (r->setup.initial == 0)
        return;
    WIRE_PUT(w, ",\"clocks\":{\"X\":");
    wire_put_uint(w, x);
    WIRE_PUT(w, ",\"O\":");
    wire_put_uint(w, o);
    WIRE_PUT(w, "}");
}

void wire_put_series(wire_writer *w, const room *r)
{
    const int winner = room_series_winner(r);
    WIRE_PUT(w, ",\"series\":{\"games\":");
    wire_put_uint(w, r->setup.series);
    WIRE_PUT(w, ",\"target\":");
    put_points(w, (unsigned)room_series_target(r));
    WIRE_PUT(w, ",\"score\":[");
    put_points(w, r->score[0]);
    WIRE_PUT(w, ",");
    put_points(w, r->score[1]);
    WIRE_PUT(w, "],\"over\":");
    wire_put_bool(w, room_series_is_over(r));
    WIRE_PUT(w, ",\"winner\":");
    if (winner < 0)
        WIRE_PUT(w, "null");
    else
        wire_put_uint(w, (unsigned)winner);
    WIRE_PUT(w, "}");
}

void wire_put_setup(wire_writer *w, const event_setup *setup)
{
    WIRE_PUT(w, ",\"variant\":");
    wire_put_quoted(w, oxo_variant_word((oxo_variant)setup->variant));
    WIRE_PUT(w, ",\"public\":");
    wire_put_bool(w, setup->is_public);
    if (setup->days > 0) {
        WIRE_PUT(w, ",\"days\":");
        wire_put_uint(w, setup->days);
    }
    if (setup->initial == 0)
        return;
    WIRE_PUT(w, ",\"clock\":{\"initial\":");
    wire_put_uint(w, setup->initial);
    WIRE_PUT(w, ",\"increment\":");
    wire_put_uint(w, setup->increment);
    WIRE_PUT(w, "}");
}

void wire_put_player(wire_writer *w, int seat, const event_player *player)
{
    WIRE_PUT(w, "\"seat\":");
    wire_put_uint(w, (unsigned)seat);
    WIRE_PUT(w, ",\"name\":");
    wire_put_text(w, player->name);
    WIRE_PUT(w, ",\"avatar\":");
    wire_put_text(w, player->avatar);
    WIRE_PUT(w, ",\"level\":");
    if (player->level == 0)
        WIRE_PUT(w, "null");
    else
        wire_put_uint(w, player->level);
}

static const char *result_word(oxo_outcome outcome)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return words[outcome];
}

void wire_put_result(wire_writer *w, const room *r)
{
    const oxo_outcome outcome = (oxo_outcome)r->outcome;
    const oxo_win win = oxo_position_win(&r->now);
    WIRE_PUT(w, "\"winner\":");
    wire_put_mark(w, oxo_outcome_winner(outcome));
    WIRE_PUT(w, ",\"result\":");
    wire_put_quoted(w, result_word(outcome));
    WIRE_PUT(w, ",\"reason\":");
    wire_put_quoted(w, event_reason_word((event_reason)r->reason));
    WIRE_PUT(w, ",\"line\":");
    if (win.winner == OXO_NONE)
        WIRE_PUT(w, "null");
    else
        wire_put_line(w, win.cells);
}
