/* strokes.c - the characters that boards are drawn with. */
#include "strokes.h"

static const strokes unicode = {
    .across = "━",
    .down = "┃",
    .joints = {{"┏", "┳", "┓"}, {"┣", "╋", "┫"}, {"┗", "┻", "┛"}},
    .thin_across = "─",
    .thin_down = "│",
    .thin_cross = "┼",
};

static const strokes plain = {
    .across = "=",
    .down = "|",
    .joints = {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}},
    .thin_across = "-",
    .thin_down = ":",
    .thin_cross = "+",
};

/* [ascii][side][row] */
static const char *const small[2][2][SMALL_ROWS] = {
    {{"▀▄ ▄▀", "  █  ", "▄▀ ▀▄"}, {"▄▀▀▀▄", "█   █", "▀▄▄▄▀"}},
    {{"X   X", "  X  ", "X   X"}, {" OOO ", "O   O", " OOO "}},
};

static const char *const large[2][2][LARGE_ROWS] = {
    {{"▀▄     ▄▀", "  ▀▄ ▄▀  ", "    █    ", "  ▄▀ ▀▄  ", "▄▀     ▀▄"},
     {" ▄▀▀▀▀▀▄ ", "█       █", "█       █", "█       █", " ▀▄▄▄▄▄▀ "}},
    {{"X       X", "  X   X  ", "    X    ", "  X   X  ", "X       X"},
     {"  O O O  ", "O       O", "O       O", "O       O", "  O O O  "}},
};

const char *const strokes_letters[OXO_CELLS] = {"a", "b", "c", "d", "e",
                                                "f", "g", "h", "i"};

const strokes *strokes_of(bool ascii)
{
    return ascii ? &plain : &unicode;
}

const char *const *strokes_small(bool ascii, oxo_mark mark)
{
    return small[ascii][mark];
}

const char *const *strokes_large(bool ascii, oxo_mark mark)
{
    return large[ascii][mark];
}
