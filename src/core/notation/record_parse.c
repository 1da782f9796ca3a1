/* record_parse.c - reads game files (.tpgn).
 *
 *     tags       [Name "value"] ...
 *     moves      1. ee ea {a comment} 2. ae ; a comment
 *     result     1-0, 0-1, 1/2-1/2 or *
 *
 * docs/manual/notation.md has the grammar. Tags come first, in any order. The
 * game can start only when all tags are known, so the values of Variant, FEN
 * and the other special tags are kept until then, with their places. */
#include "oxo/notation.h"

#include <string.h>

#include "comment.h"
#include "move_text.h"
#include "record.h"
#include "utf8.h"

typedef struct tag_text {
    oxo_tag tag;
    size_t at;       /* where the tag begins */
    size_t value_at; /* where its value begins, after the quote */
} tag_text;

typedef struct record_reader {
    text_reader in;
    oxo_record record;
    uint32_t seen;                     /* tags in the table, as a mask */
    tag_text special[RECORD_SPECIALS]; /* without a name: not in the file */
    comment_sink comment; /* for the comments after the last move read */
} record_reader;

/* ---- White space -------------------------------------------------------- */

static bool at_line_start(const text_reader *in)
{
    return in->at == 0 || in->text[in->at - 1] == '\n';
}

/* Skips white space, and lines that begin with %, which are for other
 * programs.
 */
static void skip_space(text_reader *in)
{
    text_skip_white(in);
    while (text_peek(in) == '%' && at_line_start(in)) {
        while (text_peek(in) != '\n' && text_peek(in) != TEXT_END)
            in->at++;
        text_skip_white(in);
    }
}

/* ---- Tags --------------------------------------------------------------- */

static bool read_name(text_reader *in, char name[OXO_TAG_NAME])
{
    const size_t start = in->at;
    text_writer w = {.out = name, .size = OXO_TAG_NAME};
    for (int c = text_peek(in);
         text_is_letter(c) || text_is_digit(c) || c == '_';
         c = text_peek(in)) {
        text_put(&w, (char)c);
        in->at++;
    }
    if (in->at == start)
        return text_refuse(in, start, OXO_SYNTAX,
                           "a tag's name is expected: letters, digits and _");
    if (in->at - start == w.length)
        return true;
    return text_refuse(in, start, OXO_TEXT_TOO_LONG,
                       "the tag's name is too long");
}

/* Reads one character of a value, perhaps an escaped one. */
static bool read_character(text_reader *in, text_writer *value)
{
    const bool escaped = text_take(in, '\\');
    const int c = text_peek(in);
    if (escaped && c != '"' && c != '\\')
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "\\ is followed by \\ or by a quote");
    const size_t n = utf8_text_length(in->text + in->at, in->length - in->at);
    if (n == 0)
        return text_refuse(in, in->at, OXO_SYNTAX,
                           c == TEXT_END || c == '\n'
                               ? "the tag's value does not end"
                               : "this is not text, or not in UTF-8");
    if (value->length + n >= value->size)
        return text_refuse(in, in->at, OXO_TEXT_TOO_LONG,
                           "the tag's value is too long");
    text_put_bytes(value, in->text + in->at, n);
    in->at += n;
    return true;
}

static bool read_value(text_reader *in, char value[OXO_TAG_VALUE])
{
    text_writer w = {.out = value, .size = OXO_TAG_VALUE};
    while (text_peek(in) != '"') {
        if (!read_character(in, &w))
            return false;
    }
    in->at++;
    return true;
}

/* Reads [Name "value"] after the first bracket. */
static bool read_tag(text_reader *in, tag_text *ret)
{
    memset(ret, 0, sizeof(*ret));
    ret->at = in->at - 1;
    text_skip_white(in);
    if (!read_name(in, ret->tag.name))
        return false;
    text_skip_white(in);
    if (!text_take(in, '"'))
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "a tag's value is expected, in quotes");
    ret->value_at = in->at;
    if (!read_value(in, ret->tag.value))
        return false;
    text_skip_white(in);
    return text_expect(in, ']', "a ] is expected");
}

static bool keep_tag(record_reader *r, const tag_text *t)
{
    const int special = record_find_special(t->tag.name);
    const int known = record_find_tag(&r->record, t->tag.name);
    if (special >= 0 ? r->special[special].tag.name[0] != '\0'
                     : known >= 0 && r->seen >> known & 1)
        return text_refuse(&r->in, t->at, OXO_SYNTAX, "a tag occurs twice");
    if (special >= 0) {
        r->special[special] = *t;
        return true;
    }
    if (oxo_record_set_tag(&r->record, t->tag.name, t->tag.value) != OXO_OK)
        return text_refuse(&r->in, t->at, OXO_TEXT_TOO_LONG,
                           "there are too many tags");
    r->seen |= 1U << record_find_tag(&r->record, t->tag.name);
    return true;
}

static bool read_tags(record_reader *r)
{
    for (skip_space(&r->in); text_take(&r->in, '['); skip_space(&r->in)) {
        tag_text t;
        if (!read_tag(&r->in, &t) || !keep_tag(r, &t))
            return false;
    }
    return true;
}

/* ---- What the tags mean ------------------------------------------------- */

static bool is_there(const tag_text *t)
{
    return t->tag.name[0] != '\0';
}

static bool find_variant(record_reader *r, oxo_variant *ret)
{
    const tag_text *t = &r->special[RECORD_VARIANT];
    if (!is_there(t))
        return text_refuse(&r->in, r->in.at, OXO_UNKNOWN_VARIANT,
                           "a game must name its variant in a Variant tag");
    return text_check_status(
        &r->in, t->value_at,
        oxo_variant_find(t->tag.value, ret) ? OXO_OK : OXO_UNKNOWN_VARIANT);
}

/* SetUp says whether there is a FEN; a file may leave SetUp out. */
static bool check_setup(record_reader *r)
{
    const tag_text *t = &r->special[RECORD_SETUP];
    if (!is_there(t))
        return true;
    const char *expected = is_there(&r->special[RECORD_FEN]) ? "1" : "0";
    if (strcmp(t->tag.value, expected) == 0)
        return true;
    return text_refuse(&r->in, t->value_at, OXO_SYNTAX,
                       "SetUp must be 1 with a FEN tag, and 0 without");
}

static bool find_start(record_reader *r, oxo_position *ret)
{
    const tag_text *t = &r->special[RECORD_FEN];
    oxo_variant variant = OXO_CLASSIC;
    oxo_text_error error;
    if (!find_variant(r, &variant) || !check_setup(r))
        return false;
    *ret = oxo_position_start(variant);
    if (!is_there(t) || oxo_position_parse(OXO_NATIVE, variant, t->tag.value,
                                           ret, &error) == OXO_OK)
        return true;
    text_refuse(&r->in, t->value_at, error.status, error.reason);
    r->in.error.column += error.column - 1;
    return false;
}

static bool check_result_tag(record_reader *r)
{
    const tag_text *t = &r->special[RECORD_RESULT];
    for (int i = 0; i < 4; i++) {
        if (!is_there(t) || strcmp(t->tag.value, record_results[i]) == 0)
            return true;
    }
    return text_refuse(&r->in, t->value_at, OXO_SYNTAX,
                       "a result is 1-0, 0-1, 1/2-1/2 or *");
}

/* ---- Moves and comments ------------------------------------------------- */

/* Prepares to read the comments after the last move. */
static void begin_comment(record_reader *r)
{
    oxo_record *record = &r->record;
    const int ply = record->game.length;
    r->comment = (comment_sink){
        .words = {.out = record->comments + record->comments_length,
                  .size = OXO_COMMENTS_TEXT - record->comments_length},
        .note = &record->notes[ply],
        .turn = ply == 0 ? NULL : &record->game.history[ply - 1],
    };
}

static void end_comment(record_reader *r)
{
    oxo_record *record = &r->record;
    if (r->comment.words.length == 0)
        return;
    r->comment.note->comment = record->comments_length;
    record->comments_length =
        (uint16_t)(record->comments_length + r->comment.words.length + 1);
}

static bool is_apart(int c)
{
    return c == TEXT_END || text_is_white(c) ||
           (c != '\0' && strchr("{;($", c) != NULL);
}

static bool read_move(record_reader *r)
{
    const size_t start = r->in.at;
    const oxo_variant variant = oxo_game_variant(&r->record.game);
    oxo_turn turn = {.time = 0};
    if (!move_read_letters(&r->in, variant, &turn.move) ||
        !is_apart(text_peek(&r->in)))
        return text_refuse(&r->in, start, OXO_SYNTAX,
                           "neither a move, a comment nor a result");
    const oxo_status status =
        oxo_game_play(&r->record.game, &turn, &r->record.game);
    if (!text_check_status(&r->in, start, status))
        return false;
    end_comment(r);
    begin_comment(r);
    return true;
}

/* Skips "12." or "12...": numbers are for people, and not checked. */
static bool skip_number(text_reader *in)
{
    uint64_t number;
    if (!text_read_number(in, &number))
        return false;
    while (text_take(in, '.'))
        ;
    return true;
}

static bool read_braces(record_reader *r)
{
    r->in.at++;
    if (!comment_read(&r->in, '}', &r->comment))
        return false;
    r->in.at++;
    return true;
}

static bool read_element(record_reader *r)
{
    text_reader *in = &r->in;
    switch (text_peek(in)) {
    case TEXT_END:
    case '[':
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "the game has no result: 1-0, 0-1, 1/2-1/2 or *");
    case '{':
        return read_braces(r);
    case ';':
        in->at++;
        return comment_read(in, '\n', &r->comment);
    case '(':
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "variations are not supported");
    case '$':
        return text_refuse(in, in->at, OXO_SYNTAX,
                           "numeric annotations are not supported");
    default:
        return skip_number(in) || read_move(r);
    }
}

/* Skips a result; returns its outcome, or -1. */
static int take_result(text_reader *in)
{
    for (int i = 0; i < 4; i++) {
        if (text_take_word(in, record_results[i]))
            return i;
    }
    return -1;
}

static bool keep_result(record_reader *r, size_t at, oxo_outcome result)
{
    const tag_text *t = &r->special[RECORD_RESULT];
    const int next = text_peek(&r->in);
    if (next != TEXT_END && !text_is_white(next))
        return text_refuse(&r->in, r->in.at, OXO_SYNTAX,
                           "white space must follow the result");
    if (is_there(t) && strcmp(t->tag.value, record_results[result]) != 0)
        return text_refuse(&r->in, at, OXO_WRONG_RESULT,
                           "the Result tag has another result");
    return text_check_status(&r->in, at,
                             oxo_record_set_result(&r->record, result));
}

static bool read_moves(record_reader *r)
{
    begin_comment(r);
    for (;;) {
        skip_space(&r->in);
        const size_t at = r->in.at;
        const int result = take_result(&r->in);
        if (result >= 0) {
            end_comment(r);
            return keep_result(r, at, (oxo_outcome)result);
        }
        if (!read_element(r))
            return false;
    }
}

/* ---- The whole ---------------------------------------------------------- */

static bool read_record(record_reader *r)
{
    oxo_position start;
    skip_space(&r->in);
    if (text_peek(&r->in) == TEXT_END)
        return text_refuse(&r->in, r->in.at, OXO_SYNTAX, "there is no game");
    if (!read_tags(r) || !find_start(r, &start) || !check_result_tag(r))
        return false;
    r->record.game = oxo_game_from(&start);
    if (!read_moves(r))
        return false;
    skip_space(&r->in);
    return true;
}

oxo_status oxo_record_parse(const char *text, size_t length, oxo_record *ret,
                            size_t *ret_used, oxo_text_error *ret_error)
{
    /* A byte order mark is not part of the text: columns do not count it. */
    const size_t mark =
        length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    record_reader r;
    memset(&r, 0, sizeof(r));
    r.in = text_open(text + mark, length - mark, OXO_RECORD_TEXT - 1);
    const oxo_game none = oxo_game_start(OXO_CLASSIC);
    oxo_record_init(&r.record, &none);
    if (read_record(&r)) {
        *ret = r.record;
        if (ret_used)
            *ret_used = mark + r.in.at;
    }
    return text_result(&r.in, ret_error);
}
