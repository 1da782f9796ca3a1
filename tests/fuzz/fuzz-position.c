/* fuzz-position.c - reads bytes as a position. The low four bits of the first
 * byte choose notation and variant ("@" to "O"), the rest is the text.
 *
 * What is read must hold together, and be written and read as the same; what
 * is refused must be refused within the text. */
#include "oxo/notation.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static bool is_valid(const oxo_position *p)
{
    return p->variant == OXO_CLASSIC
               ? oxo_classic_validate(&p->as.classic) == OXO_OK
               : oxo_ultimate_validate(&p->as.ultimate, NULL) == OXO_OK;
}

static void check_position(oxo_notation notation, const oxo_position *p)
{
    const oxo_variant variant = (oxo_variant)p->variant;
    char text[OXO_POSITION_TEXT], again[OXO_POSITION_TEXT];
    size_t length = 0;
    oxo_position back;
    check(is_valid(p));
    check(oxo_position_format(notation, p, text, &length) == OXO_OK);
    check(length == strlen(text));
    check(oxo_position_parse(notation, variant, text, &back, NULL) == OXO_OK);
    check(memcmp(&back, p, sizeof(back)) == 0);
    check(oxo_position_format(notation, &back, again, NULL) == OXO_OK);
    check(strcmp(again, text) == 0);
}

FUZZ_TARGET("fuzz-position", data, size)
{
    if (size == 0)
        return 0;
    const oxo_notation notation = (oxo_notation)(data[0] >> 2 & 3);
    const oxo_variant variant = (oxo_variant)(data[0] & 3);
    char *text = calloc(1, size); /* one byte less, and a NUL */
    check(text != NULL);
    memcpy(text, data + 1, size - 1);
    oxo_position p;
    oxo_text_error error = {.status = OXO_OK};
    if (oxo_position_parse(notation, variant, text, &p, &error) == OXO_OK) {
        /* In the notation it came in, and in ours. */
        check_position(notation, &p);
        check_position(OXO_NATIVE, &p);
    } else {
        check(error.status != OXO_OK && error.line >= 1 && error.column >= 1 &&
              (size_t)error.column <= strlen(text) + 1);
    }
    free(text);
    return 0;
}
