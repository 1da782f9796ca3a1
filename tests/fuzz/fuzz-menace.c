/* fuzz-menace.c - reads bytes as a machine of matchboxes.
 *
 * The file is long and strict, so the fuzzer would seldom get far: a first
 * byte of '+' puts the bytes behind it over a good file, at the place that
 * the next two name. What is read is written as the same, plays and learns;
 * what is refused is refused within the text, and nothing is written. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"
#include "menace_file.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static char *write_text(const menace_school *s, size_t *ret_length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, ret_length);
    check(out != NULL);
    menace_file_write(out, s);
    check(fclose(out) == 0);
    return text;
}

static void check_machine(menace_school *s)
{
    menace_school again;
    oxo_text_error error;
    size_t length;
    char *text = write_text(s, &length);
    check(menace_file_read(text, length, &again, &error) == OXO_OK);
    check(memcmp(&again.pupil.boxes, &s->pupil.boxes, sizeof s->pupil.boxes) ==
          0);
    free(text);
    oxo_random dice = menace_school_dice(s, 1);
    for (int i = 0; i < 4; i++)
        menace_school_lesson(s, MENACE_ITSELF, &dice);
}

static void read_text(const char *text, size_t length)
{
    static menace_school s;
    oxo_text_error error = {.status = OXO_OK};
    if (menace_file_read(text, length, &s, &error) == OXO_OK) {
        check_machine(&s);
        return;
    }
    check(error.status == OXO_SYNTAX && error.reason != NULL);
    check(error.line >= 1 && error.column >= 1 &&
          (size_t)error.column <= length + 1);
}

static void read_patched(const uint8_t *patch, size_t size, size_t place)
{
    static char *good;
    static size_t length;
    if (!good) {
        menace_school s;
        menace_school_init(&s);
        good = write_text(&s, &length);
    }
    char *text = malloc(length);
    check(text != NULL);
    memcpy(text, good, length);
    place %= length;
    const size_t room = length - place;
    memcpy(text + place, patch, size < room ? size : room);
    read_text(text, length);
    free(text);
}

FUZZ_TARGET("fuzz-menace", data, size)
{
    if (size > 3 && data[0] == '+')
        read_patched(data + 3, size - 3, (size_t)(data[1] << 8 | data[2]));
    else
        read_text((const char *)data, size);
    return 0;
}
