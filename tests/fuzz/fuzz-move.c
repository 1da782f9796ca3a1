/* fuzz-move.c - reads bytes as a move. The low four bits of the first byte
 * choose notation and variant ("@" to "O"), the rest is the text.
 *
 * What is read must be written and read as the same; what is refused must be
 * refused within the text. */
#include "oxo/notation.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check(bool law)
{
    if (!law)
        abort();
}

static void check_move(oxo_notation notation, oxo_variant variant, oxo_move m)
{
    char text[OXO_MOVE_TEXT];
    oxo_move back = OXO_NO_MOVE;
    check(m < (variant == OXO_CLASSIC ? OXO_CELLS : (int)OXO_MAX_MOVES));
    check(oxo_move_format(notation, variant, m, text) == strlen(text));
    check(oxo_move_parse(notation, variant, text, &back, NULL) == OXO_OK);
    check(back == m);
}

FUZZ_TARGET("fuzz-move", data, size)
{
    if (size == 0)
        return 0;
    const oxo_notation notation = (oxo_notation)(data[0] >> 2 & 3);
    const oxo_variant variant = (oxo_variant)(data[0] & 3);
    char *text = calloc(1, size); /* one byte less, and a NUL */
    check(text != NULL);
    memcpy(text, data + 1, size - 1);
    oxo_move m = OXO_NO_MOVE;
    oxo_text_error error = {.status = OXO_OK};
    if (oxo_move_parse(notation, variant, text, &m, &error) == OXO_OK)
        check_move(notation, variant, m);
    else
        check(error.status != OXO_OK && error.line >= 1 && error.column >= 1 &&
              (size_t)error.column <= strlen(text) + 1);
    free(text);
    return 0;
}
