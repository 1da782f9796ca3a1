/* fuzz-config.c - reads bytes as the server's file of settings.
 *
 * What is refused changes nothing and says why, in one line; what is taken is
 * printed as a file that reads as the same settings. */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "config.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static const char *last_of(const char *word,
                           const char *(*next)(const void *list, int i),
                           const void *list)
{
    const char *last = NULL;
    check(strlen(word) < 1024);
    for (int i = 0; next(list, i); i++)
        last = next(list, i);
    return last;
}

static void check_refusal(const server_config *c, const char *sentence)
{
    server_config untouched;
    config_init(&untouched);
    check(memcmp(c, &untouched, sizeof *c) == 0);
    const size_t length = strlen(sentence);
    check(length > 0 && length < CONFIG_SENTENCE);
    check(strncmp(sentence, "fuzz.conf:", 10) == 0);
}

static char *print(const server_config *c, size_t *ret_length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, ret_length);
    check(out != NULL);
    config_print(c, out);
    check(fclose(out) == 0);
    return text;
}

/* The settings, without where they came from. */
static bool is_same(const server_config *a, const server_config *b)
{
    return memcmp(a, b, offsetof(server_config, file)) == 0;
}

static void check_round_trip(const server_config *c)
{
    char sentence[CONFIG_SENTENCE];
    server_config again;
    size_t length = 0;
    config_init(&again);
    char *once = print(c, &length);
    check(config_read_text(&again, "fuzz.conf", once, length, NULL, sentence));
    check(is_same(c, &again));
    for (int i = 0; i < CONFIG_SETTING_COUNT; i++)
        check(again.sources[i].line == 2 * i + 2);
    free(once);
}

FUZZ_TARGET("fuzz-config", data, size)
{
    char sentence[CONFIG_SENTENCE] = "";
    server_config c;
    config_init(&c);
    char *text = malloc(size ? size : 1); /* sanitizers see its end */
    check(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    if (config_read_text(&c, "fuzz.conf", text, size, last_of, sentence))
        check_round_trip(&c);
    else
        check_refusal(&c, sentence);
    free(text);
    return 0;
}
