/* fuzz-suite.c - reads bytes as a file of openings, and as the description
 * of an engine. The first byte chooses the variant.
 *
 * An opening leaves the game going on; a description that is taken is of
 * plain text. Both say why they refuse. */
#include "fuzz.h"
#include "match_suite.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static void check_opening(const match_opening *o, oxo_variant variant)
{
    oxo_position p = o->start;
    check((oxo_variant)p.variant == variant);
    for (int i = 0; i < o->length; i++) {
        check(oxo_position_check(&p, o->moves[i]) == OXO_OK);
        p = oxo_position_play(&p, o->moves[i]);
    }
    check(oxo_position_outcome(&p) == OXO_ONGOING);
}

static void read_suite(char *text, size_t size, oxo_variant variant)
{
    char why[MATCH_WHY] = "";
    match_suite suite = {NULL, 0};
    const bool nul = memchr(text, '\0', size) != NULL;
    const int status =
        match_suite_read("file", text, size, variant, &suite, why);
    check(status == 0 ? suite.count > 0 && !nul : strlen(why) > 0);
    for (int i = 0; i < suite.count; i++)
        check_opening(&suite.openings[i], variant);
    match_suite_destroy(&suite);
}

static void check_plain(const char *text, size_t room)
{
    const size_t length = strlen(text);
    check(length < room);
    for (size_t i = 0; i < length; i++)
        check((unsigned char)text[i] >= ' ' && text[i] != 127);
}

static void read_engine(const char *text)
{
    char why[MATCH_WHY] = "";
    program_spec e;
    if (program_spec_parse(text, &e, why) != OXO_OK) {
        check(strlen(why) > 0);
        return;
    }
    check(strlen(e.command) > 0 && strlen(e.name) > 0);
    check_plain(e.command, sizeof e.command);
    check_plain(e.name, sizeof e.name);
    check_plain(e.directory, sizeof e.directory);
    check_plain(e.errors, sizeof e.errors);
    check(e.option_count >= 0 && e.option_count <= PROGRAM_MAX_OPTIONS);
    for (int i = 0; i < e.option_count; i++) {
        check_plain(e.options[i].name, sizeof e.options[i].name);
        check_plain(e.options[i].value, sizeof e.options[i].value);
    }
    check(e.limits.base >= 0 && e.limits.move_time >= 0);
}

/* Words that are cut off never hold more than there was. */
static void read_words(const char *text)
{
    char word[16];
    const char *at = text, *end = text + strlen(text);
    while (words_take(&at, word, sizeof word))
        check(at <= end && strlen(word) > 0 && strlen(word) < sizeof word);
    at = text;
    while (words_take_quoted(&at, word, sizeof word) > 0)
        check(at <= end && strlen(word) < sizeof word);
}

FUZZ_TARGET("fuzz-suite", data, size)
{
    if (size == 0)
        return 0;
    char *text = calloc(1, size); /* one byte less, and a NUL */
    check(text != NULL);
    memcpy(text, data + 1, size - 1);
    read_engine(text);
    read_words(text);
    read_suite(text, size - 1, (oxo_variant)(data[0] % OXO_VARIANTS));
    free(text);
    return 0;
}
