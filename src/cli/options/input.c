/* input.c - text from arguments, files and standard input. */
#include "input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "safe.h"
#include "whole_file.h"

/* ---- Loading ------------------------------------------------------------ */

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool has_blank(const char *argument)
{
    return strpbrk(argument, " \t\r\n") != NULL;
}

static bool has_ending(const char *argument)
{
    static const char *const ends[] = {".tpgn", ".pgn", ".txt", ".json"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_in(argument, ends[i]))
            return true;
    return false;
}

bool input_is_path(const char *argument)
{
    static const char *const beginnings[] = {"/", "./", "../"};
    struct stat about;
    if (strcmp(argument, "-") == 0 || stat(argument, &about) == 0 ||
        has_ending(argument))
        return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (strncmp(argument, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

static int read_text(FILE *in, input_text *text)
{
    return whole_file_read(in, (size_t)INPUT_MAX_MIB << 20, &text->bytes,
                           &text->length);
}

static int load_file(const char *path, input_text *text)
{
    if (strcmp(path, "-") == 0)
        return read_text(stdin, text);
    FILE *in = fopen(path, "rb");
    if (!in)
        return -errno;
    const int status = read_text(in, text);
    fclose(in);
    return status;
}

static char *copy_name(const char *argument, bool path, int number)
{
    char name[32] = "<stdin>";
    if (!path)
        snprintf(name, sizeof name, "<argument %d>", number);
    return strdup(path && strcmp(argument, "-") != 0 ? argument : name);
}

/* Reports why a text could not be loaded, and frees it. */
static int fail_loading(const cli_command *command, const char *name,
                        int error, input_text *text)
{
    input_clear(text);
    if (error == -EFBIG)
        return cli_fail(command, "%s: more than %d MiB", name, INPUT_MAX_MIB);
    return cli_fail(command, "%s: %s", name, strerror(-error));
}

int input_load(const cli_command *command, const char *argument, int number,
               input_text *ret)
{
    const bool path = input_is_path(argument);
    if (!path) {
        const int status = input_join(command, &argument, number, 1, ret);
        if (status == CLI_OK)
            ret->is_word = !has_blank(argument);
        return status;
    }
    *ret = (input_text){.name = copy_name(argument, path, number)};
    const int error = ret->name ? load_file(argument, ret) : -ENOMEM;
    if (error < 0)
        return fail_loading(command, argument, error, ret);
    return CLI_OK;
}

/* Joins words of the command line into a text of that name. */
static int join_words(const cli_command *command, char *name,
                      const char *const *words, int count, input_text *ret)
{
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += strlen(words[i]) + 1;
    *ret = (input_text){.name = name};
    ret->bytes = malloc(length + 1);
    if (!ret->name || !ret->bytes)
        return fail_loading(command, "arguments", -ENOMEM, ret);
    for (int i = 0; i < count; i++) {
        const size_t n = strlen(words[i]);
        memcpy(ret->bytes + ret->length, words[i], n);
        ret->bytes[ret->length + n] = ' ';
        ret->length += n + 1;
    }
    ret->bytes[--ret->length] = '\0';
    return CLI_OK;
}

int input_join(const cli_command *command, const char *const *arguments,
               int first, int count, input_text *ret)
{
    return join_words(command, copy_name("", false, first), arguments, count,
                      ret);
}

/* True if the word after the first `count` words belongs to the same text.
 * Existing files do not matter, since a file may be called 'x'. A slash begins
 * a new path or position. */
static bool continues_text(const char *const *words, int count,
                           input_quoted quoted)
{
    enum { POSITION_WORDS = 3 };
    const char *argument = words[count];
    const bool position = strchr(words[0], '/') != NULL;
    if (position && count == POSITION_WORDS)
        return false;
    if (strcmp(argument, "-") == 0)
        return position && count == POSITION_WORDS - 1;
    return !strchr(argument, '/') && !has_ending(argument) &&
           (quoted == INPUT_QUOTED_JOINS || !has_blank(argument));
}

static int count_words(const char *const *words, int most, input_quoted quoted)
{
    int count = 1;
    if (input_is_path(words[0]) ||
        (quoted == INPUT_QUOTED_ALONE && has_blank(words[0])))
        return 1;
    while (count < most && continues_text(words, count, quoted))
        count++;
    return count;
}

int input_take(const cli_args *args, int first, input_quoted quoted,
               input_text *ret, int *ret_status)
{
    const char *const *words = (const char *const *)args->operands + first;
    const int count = count_words(words, args->count - first, quoted);
    if (count > 1)
        *ret_status = input_join(args->command, words, first + 1, count, ret);
    else
        *ret_status = input_load(args->command, words[0], first + 1, ret);
    return count;
}

int input_option(const cli_command *command, const char *option,
                 const char *value, input_text *ret)
{
    return join_words(command, strdup(option), &value, 1, ret);
}

void input_clear(input_text *text)
{
    free(text->name);
    free(text->bytes);
    *text = (input_text){.name = NULL};
}

/* ---- Error messages ----------------------------------------------------- */

/* Of a long line, the bytes that are shown, and those before the error. */
enum { SHOWN = 72, SHOWN_BEFORE = 48 };

static const char *find_line(input_text *text, int line, size_t *ret_length)
{
    if (text->known_line < 1 || text->known_line > line) {
        text->known_line = 1;
        text->known_offset = 0;
    }
    const char *at = text->bytes + text->known_offset;
    const char *end = text->bytes + text->length;
    for (; text->known_line < line && at < end; text->known_line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    text->known_offset = (size_t)(at - text->bytes);
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    *ret_length = (size_t)((newline ? newline : end) - at);
    return at;
}

/* An error message under construction: stderr is unbuffered, and many messages
 * would be slow character by character. A file name has at most 4096 bytes,
 * and the rest is short. */
typedef struct input_message {
    size_t used;
    char text[8192];
} input_message;

static void put(input_message *c, const char *text)
{
    const size_t n = strlen(text);
    if (n >= sizeof c->text - c->used)
        return;
    memcpy(c->text + c->used, text, n + 1);
    c->used += n;
}

static void put_name(input_message *c, const char *name)
{
    safe_copy(c->text + c->used, sizeof c->text / 2, name);
    c->used += strlen(c->text + c->used);
}

/* Adds the character at `text` in a form that is safe for a terminal, or
 * blanks of the same width; returns its length in bytes. */
static size_t put_character(input_message *c, const char *text, size_t length,
                            bool blank)
{
    static const char *const blanks[] = {"", " ", "  "};
    const safe_glyph g = safe_next(text, length);
    if (*text == '\t')
        put(c, "\t");
    else
        put(c, blank ? blanks[g.columns] : g.text);
    return g.bytes;
}

/* The offset of the shown part of a line, at the start of a character. */
static size_t first_shown(const char *line, size_t length, size_t fault)
{
    if (length <= SHOWN || fault <= SHOWN_BEFORE)
        return 0;
    size_t first = fault - SHOWN_BEFORE;
    while (first < length && ((unsigned char)line[first] & 0xC0) == 0x80)
        first++;
    return first;
}

static void put_fault(input_message *c, const char *line, size_t length,
                      size_t fault)
{
    const size_t first = first_shown(line, length, fault);
    const size_t last = length - first < SHOWN ? length : first + SHOWN;
    put(c, first ? " ..." : "    ");
    for (size_t i = first; i < last;)
        i += put_character(c, line + i, last - i, false);
    put(c, last < length ? "...\n    " : "\n    ");
    for (size_t i = first; i < fault && i < last;)
        i += put_character(c, line + i, last - i, true);
    put(c, "^\n");
}

/* For users who meant the name of a file. */
static void put_no_file(input_message *c, const input_text *text)
{
    put_name(c, text->name);
    put(c, ": no position or game, and no such file either\n");
}

int input_complain(input_text *text, const oxo_text_error *error)
{
    char where[32];
    size_t length;
    input_message c = {.used = 0};
    const char *line = find_line(text, error->line, &length);
    if (length > 0 && line[length - 1] == '\r')
        length--;
    put_name(&c, text->name);
    snprintf(where, sizeof where, ":%d:%d: ", error->line, error->column);
    put(&c, where);
    put(&c, error->reason);
    put(&c, " [");
    put(&c, oxo_status_word(error->status));
    put(&c, "]\n");
    put_fault(&c, line, length, (size_t)error->column - 1);
    if (text->is_word && error->status == OXO_SYNTAX)
        put_no_file(&c, text);
    fflush(stdout);
    fwrite(c.text, 1, c.used, stderr);
    return input_exit_status(error->status);
}

int input_exit_status(oxo_status status)
{
    switch (status) {
    case OXO_GAME_OVER:
    case OXO_INVALID_POSITION:
    case OXO_BOARD_CLOSED:
    case OXO_WRONG_BOARD:
    case OXO_CELL_OCCUPIED:
        return CLI_ILLEGAL;
    default:
        return CLI_NOTATION;
    }
}
