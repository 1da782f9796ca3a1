/* typed.c - moves as people type them, in letters or digits. */
#include "typed.h"

#include <string.h>

int typed_number(int key)
{
    if (key >= '1' && key <= '9')
        return key - '1';
    if (key >= 'A' && key <= 'I')
        return key - 'A';
    return key >= 'a' && key <= 'i' ? key - 'a' : -1;
}

bool typed_move(oxo_variant variant, const char *text, oxo_move *ret)
{
    const size_t length = variant == OXO_CLASSIC ? 1 : 2;
    int move = 0;
    if (strlen(text) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        const int number = typed_number(text[i]);
        if (number < 0)
            return false;
        move = 9 * move + number;
    }
    *ret = (oxo_move)move;
    return true;
}
