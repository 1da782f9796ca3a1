/* move_text.c - moves in all notations, and the notations' wire words. */
#include "oxo/notation.h"

#include <assert.h>
#include <string.h>

#include "move_text.h"

static const char *const words[OXO_NOTATIONS] = {"native", "ultimattt",
                                                 "utttai", "codingame"};

const char *oxo_notation_word(oxo_notation notation)
{
    assert((int)notation < OXO_NOTATIONS);
    return words[notation];
}

bool oxo_notation_find(const char *word, oxo_notation *ret)
{
    for (int n = 0; n < OXO_NOTATIONS; n++) {
        if (strcmp(word, words[n]) == 0) {
            *ret = (oxo_notation)n;
            return true;
        }
    }
    return false;
}

/* ---- Writing ------------------------------------------------------------ */

void move_put_letters(text_writer *w, oxo_variant variant, oxo_move m)
{
    if (variant != OXO_CLASSIC)
        text_put(w, (char)('a' + m / 9));
    text_put(w, (char)('a' + m % 9));
}

/* Row and column in the 9x9 grid. A move of classic is in board 0, whose
 * corner is the grid's corner. */
static void put_grid(text_writer *w, oxo_move m)
{
    const unsigned board = m / 9U, cell = m % 9U;
    text_put_number(w, 3 * (board / 3) + cell / 3, 1);
    text_put(w, ' ');
    text_put_number(w, 3 * (board % 3) + cell % 3, 1);
}

size_t oxo_move_format(oxo_notation notation, oxo_variant variant, oxo_move m,
                       char out[OXO_MOVE_TEXT])
{
    assert(m < (variant == OXO_CLASSIC ? OXO_CELLS : OXO_MAX_MOVES));
    text_writer w = {.out = out, .size = OXO_MOVE_TEXT};
    if (notation == OXO_UTTTAI)
        text_put_number(&w, m, 1);
    else if (notation == OXO_CODINGAME)
        put_grid(&w, m);
    else
        move_put_letters(&w, variant, m);
    return w.length;
}

/* ---- Reading ------------------------------------------------------------ */

bool move_read_letters(text_reader *in, oxo_variant variant, oxo_move *ret)
{
    int board = 0;
    if (variant != OXO_CLASSIC)
        board = text_choose(in, "abcdefghi");
    if (board < 0)
        return false;
    const int cell = text_choose(in, "abcdefghi");
    if (cell < 0)
        return false;
    *ret = (oxo_move)(9 * board + cell);
    return true;
}

static bool read_letters(text_reader *in, oxo_variant variant, oxo_move *ret)
{
    if (move_read_letters(in, variant, ret))
        return true;
    return text_refuse(in, in->at, OXO_SYNTAX,
                       variant == OXO_CLASSIC
                           ? "a move is a small letter from a to i"
                           : "a move is two small letters from a to i");
}

/* Reads a number, and refuses it unless it is less than `end`. */
static bool read_below(text_reader *in, unsigned end, unsigned *ret)
{
    const size_t start = in->at;
    uint64_t value;
    if (!text_read_number(in, &value))
        return text_refuse(in, start, OXO_SYNTAX, "a number is expected");
    if (value >= end)
        return text_refuse(in, start, OXO_INVALID_POSITION,
                           oxo_status_sentence(OXO_INVALID_POSITION));
    *ret = (unsigned)value;
    return true;
}

static bool read_index(text_reader *in, oxo_variant variant, oxo_move *ret)
{
    unsigned index = 0;
    if (!read_below(in, variant == OXO_CLASSIC ? OXO_CELLS : OXO_MAX_MOVES,
                    &index))
        return false;
    *ret = (oxo_move)index;
    return true;
}

static bool read_grid(text_reader *in, oxo_variant variant, oxo_move *ret)
{
    const unsigned end = variant == OXO_CLASSIC ? 3 : 9;
    unsigned row = 0, col = 0;
    if (!read_below(in, end, &row))
        return false;
    text_skip_blanks(in);
    if (!read_below(in, end, &col))
        return false;
    *ret = (oxo_move)(9 * (3 * (row / 3) + col / 3) + 3 * (row % 3) + col % 3);
    return true;
}

oxo_status oxo_move_parse(oxo_notation notation, oxo_variant variant,
                          const char *text, oxo_move *ret,
                          oxo_text_error *ret_error)
{
    static bool (*const readers[OXO_NOTATIONS])(
        text_reader *, oxo_variant, oxo_move *) = {read_letters, read_letters,
                                                   read_index, read_grid};
    assert((int)notation < OXO_NOTATIONS && (int)variant < OXO_VARIANTS);
    text_reader in = text_open_line(text);
    oxo_move m = OXO_NO_MOVE;
    if (readers[notation](&in, variant, &m) && text_close_line(&in))
        *ret = m;
    return text_result(&in, ret_error);
}
