/* fuzz-format.c - reads bytes in one of the forms that `oxo convert` reads.
 * The first byte chooses the form, the second the variant; the rest is the
 * text.
 *
 * What is read and can be written in a form reads back from it as the same;
 * what is refused is refused within the text. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "format.h"
#include "fuzz.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static void check_error(const input_text *text, const oxo_text_error *error)
{
    const char *at = text->bytes, *end = text->bytes + text->length;
    check(error->reason != NULL && error->line >= 1 && error->column >= 1);
    for (int line = 1; line < error->line; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        check(newline != NULL);
        at = newline + 1;
    }
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    check(error->column <= (newline ? newline : end) - at + 1);
}

/* Nothing that a terminal would obey. */
static void check_printable(const input_text *text)
{
    for (size_t i = 0; i < text->length;) {
        const size_t n = utf8_length(text->bytes + i, text->length - i);
        check(n > 0);
        check(text->bytes[i] == '\n' ||
              utf8_is_text(utf8_decode(text->bytes + i, n)));
        i += n;
    }
}

static void check_same(const format_item *a, const format_item *b, format to)
{
    const oxo_game *g = &a->record.game, *h = &b->record.game;
    check(b->error.status == OXO_OK);
    check(memcmp(&g->now, &h->now, sizeof g->now) == 0);
    if (to != FORMAT_TPGN && !format_is_moves(to))
        return;
    check(memcmp(&g->start, &h->start, sizeof g->start) == 0);
    check(g->length == h->length);
    for (int i = 0; i < g->length; i++)
        check(g->history[i].move == h->history[i].move);
}

static void check_back(const format_item *item, format to, input_text *text)
{
    static format_item back;
    const oxo_variant variant = oxo_game_variant(&item->record.game);
    format_reader reader = format_read(text, to, oxo_variant_word(variant));
    /* A list of no moves is an empty line, and that is nothing. */
    const bool empty = format_is_moves(to) && item->record.game.length == 0;
    check(format_next(&reader, &back) == !empty);
    if (!empty) {
        check_same(item, &back, to);
        check(!format_next(&reader, &back));
    }
}

static void check_form(const format_item *item, const char *name)
{
    const format to = format_find(name);
    input_text text = {.bytes = NULL};
    FILE *out = open_memstream(&text.bytes, &text.length);
    check(out != NULL);
    const oxo_status status = format_write(out, to, item, 0);
    check(fclose(out) == 0);
    check(status == OXO_OK || (status == OXO_NOT_EXPRESSIBLE && !text.length));
    if (status == OXO_OK) {
        check_printable(&text);
        if (to != FORMAT_JSON)
            check_back(item, to, &text);
    }
    free(text.bytes);
}

static int count(const char *const *names)
{
    int n = 0;
    while (names[n])
        n++;
    check(n > 0);
    return n;
}

static void read_text(const input_text *text, uint8_t form, uint8_t rules)
{
    static format_item item;
    const char *variant = format_variants[rules % count(format_variants)];
    const char *from = format_readable[form % count(format_readable)];
    format_reader reader =
        format_read(text, format_find(from), rules < 128 ? variant : NULL);
    size_t before = reader.at;
    while (format_next(&reader, &item)) {
        check(reader.at > before && reader.at <= text->length);
        before = reader.at;
        if (item.error.status != OXO_OK)
            check_error(text, &item.error);
        for (int i = 0; item.error.status == OXO_OK && format_writable[i]; i++)
            check_form(&item, format_writable[i]);
    }
}

FUZZ_TARGET("fuzz-format", data, size)
{
    if (size < 2)
        return 0;
    input_text text = {.bytes = malloc(size - 1), .length = size - 2};
    check(text.bytes != NULL);
    memcpy(text.bytes, data + 2, size - 2);
    text.bytes[text.length] = '\0';
    read_text(&text, data[0], data[1]);
    free(text.bytes);
    return 0;
}
