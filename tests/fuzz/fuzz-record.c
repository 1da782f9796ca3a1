/* fuzz-record.c - reads bytes as a file of games, one after another.
 *
 * What is read must be written as a text that reads as the same and is
 * written as the same; what is refused must be refused within the text. */
#include "oxo/notation.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static void check_same(const oxo_record *a, const oxo_record *b)
{
    check(memcmp(&a->game.start, &b->game.start, sizeof(a->game.start)) == 0);
    check(memcmp(&a->game.now, &b->game.now, sizeof(a->game.now)) == 0);
    check(a->game.length == b->game.length && a->result == b->result);
    check(a->tag_count == b->tag_count);
    check(a->comments_length == b->comments_length);
    check(memcmp(a->comments, b->comments, a->comments_length) == 0);
}

static void check_record(const oxo_record *r)
{
    static char text[OXO_RECORD_TEXT], again[OXO_RECORD_TEXT];
    size_t length = 0, used = 0, length_again = 0;
    oxo_record back;
    oxo_record_format(r, text, &length);
    check(length == strlen(text));
    check(oxo_record_parse(text, length, &back, &used, NULL) == OXO_OK);
    check(used == length);
    check_same(r, &back);
    oxo_record_format(&back, again, &length_again);
    check(length == length_again && memcmp(text, again, length) == 0);
}

static void check_error(const oxo_text_error *error, const char *text,
                        size_t size)
{
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    check(error->status != OXO_OK && error->reason != NULL);
    check(error->line >= 1 && error->line <= lines);
    check(error->column >= 1 && (size_t)error->column <= size + 1);
}

FUZZ_TARGET("fuzz-record", data, size)
{
    const char *text = (const char *)data;
    while (size > 0) {
        oxo_record r;
        size_t used = 0;
        oxo_text_error error = {.status = OXO_OK};
        if (oxo_record_parse(text, size, &r, &used, &error) != OXO_OK) {
            check_error(&error, text, size);
            break;
        }
        check(used > 0 && used <= size);
        check_record(&r);
        text += used;
        size -= used;
    }
    return 0;
}
