/* comment.c - the comments of a game file: words for people, and commands such
 * as
 * "[%clk 0:04:59]" for programs.
 *
 * A command may be anywhere in a comment, and counts as white space. An
 * unknown command is kept as words. */
#include "comment.h"
#include "utf8.h"

#include <string.h>

/* ---- Commands ----------------------------------------------------------- */

/* Applies a sign. False if the result does not fit into `bits` bits, where the
 * least negative number has no positive counterpart. */
static bool apply_sign(uint64_t value, bool negative, int bits, int64_t *ret)
{
    const uint64_t most = ((uint64_t)1 << (bits - 1)) - 1;
    if (value > most + negative)
        return false;
    *ret = (int64_t)(negative ? 0 - value : value);
    return true;
}

/* "0.35", "-1.2", "#5", "#-5", "=" */
static bool read_eval(text_reader *in, comment_sink *sink)
{
    sink->note->kind = OXO_EVAL_DRAW;
    sink->note->value = 0;
    if (text_take(in, '='))
        return true;
    const bool win = text_take(in, '#');
    const bool negative = text_take(in, '-');
    uint64_t number;
    unsigned hundredths = 0;
    int64_t value;
    if (!text_read_number(in, &number) || number > UINT32_MAX)
        return false;
    if (!win && !text_read_fraction(in, 2, &hundredths))
        return false;
    if (!apply_sign(win ? number : 100 * number + hundredths, negative, 32,
                    &value))
        return false;
    sink->note->kind = win ? OXO_EVAL_WIN : OXO_EVAL_ESTIMATE;
    sink->note->value = (int32_t)value;
    return !win || value != 0;
}

/* ":59" */
static bool read_sixtieth(text_reader *in, unsigned *ret)
{
    if (!text_take(in, ':'))
        return false;
    const int tens = text_choose(in, "012345");
    const int ones = text_choose(in, "0123456789");
    *ret = (unsigned)(10 * tens + ones);
    return tens >= 0 && ones >= 0;
}

/* "0:04:59", "0:04:59.5" */
static bool read_clock(text_reader *in, comment_sink *sink)
{
    uint64_t hours;
    unsigned minutes, seconds, thousandths;
    int64_t clock;
    if (!text_read_number(in, &hours) || hours > INT64_MAX / 3600000 ||
        !read_sixtieth(in, &minutes) || !read_sixtieth(in, &seconds) ||
        !text_read_fraction(in, 3, &thousandths))
        return false;
    const uint64_t total =
        1000 * (60 * (60 * hours + minutes) + seconds) + thousandths;
    if (!apply_sign(total, false, 64, &clock))
        return false;
    sink->note->clock = clock;
    return true;
}

/* "0.1167" */
static bool read_intensity(text_reader *in, comment_sink *sink)
{
    uint64_t whole;
    unsigned fraction;
    if (!text_read_number(in, &whole) || whole > 1 ||
        !text_read_fraction(in, 4, &fraction))
        return false;
    const unsigned value = OXO_INTENSITY_ONE * (unsigned)whole + fraction;
    if (value > OXO_INTENSITY_ONE || !sink->turn)
        return false;
    sink->turn->intensity = (oxo_intensity)value;
    return true;
}

/* "1700000000000" */
static bool read_time(text_reader *in, comment_sink *sink)
{
    const bool negative = text_take(in, '-');
    uint64_t number;
    return text_read_number(in, &number) && sink->turn &&
           apply_sign(number, negative, 64, &sink->turn->time);
}

static const struct {
    const char *opening;
    bool (*read)(text_reader *in, comment_sink *sink);
    const char *reason;
} commands[] = {
    {"[%eval", read_eval, "[%eval] holds 0.35, -1.20, #5, #-5 or ="},
    {"[%clk", read_clock, "[%clk] holds hours:minutes:seconds"},
    {"[%intensity", read_intensity,
     "[%intensity] needs a move before it, and 0 to 1 with 4 decimals"},
    {"[%time", read_time,
     "[%time] needs a move before it, and milliseconds since 1970"},
};

/* Skips the opening of a known command; returns which it is, or -1. */
static int take_opening(text_reader *in)
{
    const size_t start = in->at;
    for (int i = 0; i < 4; i++) {
        if (text_take_word(in, commands[i].opening) &&
            !text_is_letter(text_peek(in)))
            return i;
        in->at = start; /* "[%evaluation" is not "[%eval" */
    }
    return -1;
}

static bool read_command(text_reader *in, int command, comment_sink *sink)
{
    const unsigned bit = 1U << command;
    if (!sink->note)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "a comment must not contain a command");
    if (sink->seen & bit)
        return text_refuse(in, in->at, OXO_SYNTAX, "a command occurs twice");
    sink->seen |= bit;
    text_skip_white(in);
    const size_t start = in->at;
    if (!commands[command].read(in, sink))
        return text_refuse(in, start, OXO_SYNTAX, commands[command].reason);
    text_skip_white(in);
    return text_expect(in, ']', commands[command].reason);
}

/* ---- Words -------------------------------------------------------------- */

static bool copy_character(text_reader *in, comment_sink *sink)
{
    const size_t n = utf8_text_length(in->text + in->at, in->length - in->at);
    const bool space = sink->gap && sink->words.length > 0;
    if (n == 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "this is not text, or not in UTF-8");
    if (sink->words.length + space + n >= sink->words.size)
        return text_refuse(in, in->at, OXO_TEXT_TOO_LONG,
                           "the comments are too long");
    text_put_bytes(&sink->words, " ", space);
    text_put_bytes(&sink->words, in->text + in->at, n);
    sink->gap = false;
    in->at += n;
    return true;
}

static bool read_piece(text_reader *in, comment_sink *sink)
{
    const int c = text_peek(in);
    if (c == TEXT_END)
        return text_refuse(in, in->at, OXO_SYNTAX, "the comment does not end");
    if (c == '}')
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "a comment must not contain }");
    const int command = take_opening(in);
    if (command < 0 && !text_is_white(c))
        return copy_character(in, sink);
    sink->gap = true;
    if (command >= 0)
        return read_command(in, command, sink);
    in->at++;
    return true;
}

bool comment_read(text_reader *in, int end, comment_sink *sink)
{
    for (;;) {
        const int c = text_peek(in);
        if (c == end || (c == TEXT_END && end == '\n'))
            break;
        if (!read_piece(in, sink))
            return false;
    }
    sink->gap = true; /* the same move may have another comment */
    return true;
}
