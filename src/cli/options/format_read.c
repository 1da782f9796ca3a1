/* format_read.c - reads positions and games in all formats. */
#include "format.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "format_board.h"
#include "words.h"

/* ---- Names -------------------------------------------------------------- */

#define NAME_ONLY(name, word, text) word,
static const char *const all_names[] = {FORMATS(NAME_ONLY)};
#undef NAME_ONLY

const char *const format_readable[] = {
    "auto",         "position",  "tpgn", "moves",  "ultimattt", "utttai",
    "utttai-moves", "codingame", "flat", "matrix", NULL};

const char *const format_writable[] = {
    "position",  "tpgn", "moves",  "ultimattt", "utttai", "utttai-moves",
    "codingame", "flat", "matrix", "json",      NULL};

const char *const format_variants[] = {"classic", "ultimate", "ultimate-cg",
                                       "ultimate-continue", NULL};

const char *const format_ultimates[] = {"ultimate", "ultimate-cg",
                                        "ultimate-continue", NULL};

oxo_variant format_variant(const char *name)
{
    oxo_variant variant = OXO_ULTIMATE;
    const bool found = !name || oxo_variant_find(name, &variant);
    assert(found);
    (void)found;
    return variant;
}

format format_find(const char *name)
{
    const size_t count = sizeof all_names / sizeof all_names[0];
    size_t i = 0;
    while (i < count && strcmp(all_names[i], name) != 0)
        i++;
    assert(i < count);
    return (format)i;
}

bool format_is_moves(format f)
{
    return f == FORMAT_MOVES || f == FORMAT_CODINGAME ||
           f == FORMAT_UTTTAI_MOVES;
}

static oxo_notation notation_of(format f)
{
    switch (f) {
    case FORMAT_ULTIMATTT:
        return OXO_ULTIMATTT;
    case FORMAT_UTTTAI:
    case FORMAT_UTTTAI_MOVES:
        return OXO_UTTTAI;
    case FORMAT_CODINGAME:
        return OXO_CODINGAME;
    default:
        return OXO_NATIVE;
    }
}

/* ---- Moving through the text -------------------------------------------- */

static void advance(format_reader *reader, size_t to)
{
    for (; reader->at < to; reader->at++)
        reader->line += reader->text->bytes[reader->at] == '\n';
}

/* Moves to the next character that is not blank; false at the end. */
static bool skip_blanks(format_reader *reader)
{
    size_t to = reader->at;
    while (to < reader->text->length &&
           words_is_blank(reader->text->bytes[to]))
        to++;
    advance(reader, to);
    return to < reader->text->length;
}

/* The offset of the end of the line that contains `at`. */
static size_t line_end(const input_text *text, size_t at)
{
    const char *newline = memchr(text->bytes + at, '\n', text->length - at);
    return newline ? (size_t)(newline - text->bytes) : text->length;
}

static int column_of(const input_text *text, size_t at)
{
    int column = 1;
    while (at > 0 && text->bytes[at - 1] != '\n') {
        at--;
        column++;
    }
    return column;
}

/* Turns lines and columns counted from `at` into those of the whole text. */
static void rebase(const format_reader *reader, size_t at, int line,
                   oxo_text_error *error)
{
    if (error->line < 1)
        error->line = 1;
    if (error->column < 1)
        error->column = 1;
    if (error->line == 1)
        error->column += column_of(reader->text, at) - 1;
    error->line += line - 1;
}

static void set_error(format_item *item, oxo_status status, int column)
{
    item->error = (oxo_text_error){.status = status,
                                   .line = 1,
                                   .column = column,
                                   .reason = oxo_status_sentence(status)};
}

/* ---- Positions ---------------------------------------------------------- */

static bool is_classic_shape(const char *text)
{
    int slashes = 0;
    for (; *text && *text != ' '; text++)
        slashes += *text == '/';
    return slashes == 2;
}

static oxo_status parse_position(const format_reader *reader, const char *text,
                                 oxo_position *ret, oxo_text_error *ret_error)
{
    if (reader->from == FORMAT_FLAT)
        return board_parse_flat(text, ret, ret_error);
    if (reader->from == FORMAT_MATRIX)
        return board_parse_matrix(text, ret, ret_error);
    const oxo_notation notation = notation_of(reader->from);
    oxo_variant variant = reader->variant;
    if (reader->any_variant && notation == OXO_NATIVE &&
        is_classic_shape(text))
        variant = OXO_CLASSIC;
    return oxo_position_parse(notation, variant, text, ret, ret_error);
}

/* The parsers need a NUL after the line, so it gets one for a moment. */
static void read_position(format_reader *reader, format_item *item)
{
    char *bytes = reader->text->bytes;
    const size_t begin = reader->at;
    size_t end = line_end(reader->text, begin);
    advance(reader, end);
    while (words_is_blank(bytes[end - 1]))
        end--;
    const char *nul = memchr(bytes + begin, '\0', end - begin);
    if (nul) {
        set_error(item, OXO_SYNTAX, (int)(nul - bytes - (ptrdiff_t)begin) + 1);
        return;
    }
    const char kept = bytes[end];
    oxo_position p;
    bytes[end] = '\0';
    item->error.status =
        parse_position(reader, bytes + begin, &p, &item->error);
    bytes[end] = kept;
    if (item->error.status == OXO_OK) {
        const oxo_game game = oxo_game_from(&p);
        oxo_record_init(&item->record, &game);
    }
}

/* ---- Moves -------------------------------------------------------------- */

/* Moves `*begin` to the next word before `end`; returns the end of the word,
 * or `*begin` if there is none. */
static size_t find_word(const char *bytes, size_t *begin, size_t end)
{
    while (*begin < end && words_is_blank(bytes[*begin]))
        (*begin)++;
    size_t stop = *begin;
    while (stop < end && !words_is_blank(bytes[stop]))
        stop++;
    return stop;
}

/* Offsets of a move in the text. */
typedef struct span {
    size_t begin, end;
} span;

/* Moves on to the next move before `end`; false if there is none. In the
 * format of CodinGame a move is two words of a line. */
static bool find_move(const format_reader *reader, size_t end, span *m)
{
    const char *bytes = reader->text->bytes;
    m->begin = m->end;
    m->end = find_word(bytes, &m->begin, end);
    if (m->end == m->begin)
        return false;
    if (reader->from == FORMAT_CODINGAME) {
        size_t second = m->end;
        const size_t stop =
            find_word(bytes, &second, line_end(reader->text, m->end));
        m->end = stop > second ? stop : m->end;
    }
    return true;
}

/* A sentence that names the board to play in, if that is known. */
static const char *reason_of(oxo_status status, const oxo_position *p)
{
    static const char *const wrong_board[] = {
        "the last move sends this one to board a",
        "the last move sends this one to board b",
        "the last move sends this one to board c",
        "the last move sends this one to board d",
        "the last move sends this one to board e",
        "the last move sends this one to board f",
        "the last move sends this one to board g",
        "the last move sends this one to board h",
        "the last move sends this one to board i",
    };
    if (status != OXO_WRONG_BOARD)
        return oxo_status_sentence(status);
    return wrong_board[p->as.ultimate.forced];
}

static oxo_status play_text(oxo_game *game, oxo_notation notation,
                            const char *text, oxo_text_error *ret_error)
{
    oxo_turn turn = {.time = 0};
    const oxo_variant variant = oxo_game_variant(game);
    oxo_status status =
        oxo_move_parse(notation, variant, text, &turn.move, ret_error);
    if (status != OXO_OK)
        return status;
    status = oxo_game_play(game, &turn, game);
    if (status != OXO_OK)
        *ret_error = (oxo_text_error){.status = status,
                                      .line = 1,
                                      .column = 1,
                                      .reason = reason_of(status, &game->now)};
    return status;
}

/* The end of a list of moves: of its line, or, in the format of CodinGame with
 * one move per line, the next empty line. */
static size_t list_end(const format_reader *reader, size_t at)
{
    const input_text *text = reader->text;
    if (reader->from != FORMAT_CODINGAME)
        return line_end(text, at);
    for (;;) {
        at = line_end(text, at);
        size_t next = at + 1;
        while (next < text->length && text->bytes[next] != '\n' &&
               words_is_blank(text->bytes[next]))
            next++;
        if (next >= text->length || text->bytes[next] == '\n')
            return at;
        at = next;
    }
}

static oxo_variant variant_of_list(const format_reader *reader)
{
    size_t begin = reader->at;
    const size_t stop =
        find_word(reader->text->bytes, &begin, reader->text->length);
    if (reader->any_variant && reader->from == FORMAT_MOVES &&
        stop - begin == 1)
        return OXO_CLASSIC;
    return reader->variant;
}

/* The parser needs a NUL after the move, so it gets one for a moment. */
static void play_move(const format_reader *reader, const span *m,
                      oxo_game *game, format_item *item)
{
    char *bytes = reader->text->bytes;
    const char *nul = memchr(bytes + m->begin, '\0', m->end - m->begin);
    if (nul) {
        set_error(item, OXO_SYNTAX,
                  (int)(nul - bytes - (ptrdiff_t)m->begin) + 1);
        return;
    }
    const char kept = bytes[m->end];
    bytes[m->end] = '\0';
    item->error.status = play_text(game, notation_of(reader->from),
                                   bytes + m->begin, &item->error);
    bytes[m->end] = kept;
}

static void read_moves(format_reader *reader, format_item *item)
{
    const size_t end = list_end(reader, reader->at);
    oxo_game game = oxo_game_start(variant_of_list(reader));
    span m = {.end = reader->at};
    while (item->error.status == OXO_OK && find_move(reader, end, &m))
        play_move(reader, &m, &game, item);
    if (item->error.status == OXO_OK) {
        oxo_record_init(&item->record, &game);
    } else {
        advance(reader, m.begin); /* the column is counted from the move */
        rebase(reader, m.begin, reader->line, &item->error);
    }
    advance(reader, end);
}

/* ---- Games -------------------------------------------------------------- */

static bool looks_like_game(const char *text, size_t length)
{
    if (length == 0)
        return false;
    if (strchr("[{;%*", text[0]))
        return text[0] != '\0';
    size_t i = 0;
    while (i < length && isdigit((unsigned char)text[i]))
        i++;
    return i > 0 && i < length && text[i] == '.';
}

/* Where the next game begins after a malformed one: at the first tag after an
 * empty line. */
static size_t next_game(const input_text *text, size_t at)
{
    bool after_empty = false;
    while (at < text->length) {
        size_t end = line_end(text, at), first = at;
        while (first < end && words_is_blank(text->bytes[first]))
            first++;
        if (after_empty && first < end && text->bytes[first] == '[')
            return at;
        after_empty = first == end;
        at = end + 1;
    }
    return text->length;
}

static size_t offset_of_line(const input_text *text, size_t at, int line)
{
    for (; line > 1 && at < text->length; line--)
        at = line_end(text, at) + 1;
    return at < text->length ? at : text->length;
}

static void read_game(format_reader *reader, format_item *item)
{
    const input_text *text = reader->text;
    const size_t begin = reader->at;
    size_t used = 0;
    item->error.status =
        oxo_record_parse(text->bytes + begin, text->length - begin,
                         &item->record, &used, &item->error);
    if (item->error.status == OXO_OK) {
        assert(used > 0);
        advance(reader, begin + used);
        return;
    }
    const size_t fault = offset_of_line(text, begin, item->error.line);
    rebase(reader, begin, item->line, &item->error);
    advance(reader, next_game(text, fault));
}

/* ---- All formats -------------------------------------------------------- */

format_reader format_read(const input_text *text, format from,
                          const char *variant)
{
    format_reader reader = {.text = text,
                            .from = from,
                            .any_variant = !variant,
                            .variant = format_variant(variant),
                            .line = 1};
    if (strncmp(text->bytes, "\xEF\xBB\xBF", 3) == 0)
        reader.at = 3; /* the byte order mark that some editors write */
    if (from == FORMAT_AUTO) {
        size_t begin = reader.at;
        find_word(text->bytes, &begin, text->length);
        const bool game =
            looks_like_game(text->bytes + begin, text->length - begin);
        reader.from = game ? FORMAT_TPGN : FORMAT_POSITION;
    }
    return reader;
}

bool format_next(format_reader *reader, format_item *ret)
{
    if (!skip_blanks(reader))
        return false;
    const size_t begin = reader->at;
    ret->line = reader->line;
    ret->error = (oxo_text_error){.status = OXO_OK, .line = 1, .column = 1};
    ret->is_game = true;
    if (reader->from == FORMAT_TPGN) {
        read_game(reader, ret);
    } else if (format_is_moves(reader->from)) {
        read_moves(reader, ret);
    } else {
        ret->is_game = false;
        read_position(reader, ret);
        if (ret->error.status != OXO_OK)
            rebase(reader, begin, ret->line, &ret->error);
    }
    return true;
}
