/* gen_evaluation.c - writes the tables of the hand-written evaluation, at
 * build time, from the weights that tools/tune fitted.
 *
 *     gen_evaluation WEIGHTS > evaluation_tables.inc
 *
 * A weights file has a line for each variant and one for each pattern of a
 * board that is neither won nor full, up to symmetry:
 *
 *     variant ultimate LINE CORNER EDGE CENTRE TEMPO FREE
 *     xo.x..... CHANCE TEMPO
 *
 * CHANCE, in 1/1024, is how likely X is to win the board, and TEMPO, in 1/1024
 * of the board's stake, what it is worth to X to have the move there. For O
 * the marks are exchanged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"

enum { PATTERNS = 19683, ONE = 1024 };

static int chance[PATTERNS], tempo[PATTERNS];
static bool known[PATTERNS];

static int index_of(const char cells[9])
{
    int index = 0;
    for (int cell = 8; cell >= 0; cell--)
        index = 3 * index + (cells[cell] == 'x') + 2 * (cells[cell] == 'o');
    return index;
}

static void cells_of(int index, char ret_cells[9])
{
    for (int cell = 0; cell < 9; cell++, index /= 3)
        ret_cells[cell] = ".xo"[index % 3];
}

static int swapped(int index)
{
    char cells[9];
    cells_of(index, cells);
    for (int cell = 0; cell < 9; cell++) {
        if (cells[cell] != '.')
            cells[cell] = cells[cell] == 'x' ? 'o' : 'x';
    }
    return index_of(cells);
}

static void set_pattern(const char cells[9], int chance_of_x, int tempo_of_x)
{
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        char turned[9];
        for (int cell = 0; cell < 9; cell++)
            turned[oxo_symmetry_cell(s, cell)] = cells[cell];
        const int index = index_of(turned);
        chance[index] = chance_of_x;
        tempo[index] = tempo_of_x;
        known[index] = true;
    }
}

static void exit_with(const char *what, const char *where)
{
    fprintf(stderr, "gen_evaluation: %s: %s\n", what, where);
    exit(1);
}

/* Boards with a line, and full boards, are decided and need no weights. */
static void set_decided(void)
{
    for (int index = 0; index < PATTERNS; index++) {
        char cells[9];
        cells_of(index, cells);
        unsigned x = 0, o = 0;
        for (unsigned cell = 0; cell < 9; cell++) {
            x |= (unsigned)(cells[cell] == 'x') << cell;
            o |= (unsigned)(cells[cell] == 'o') << cell;
        }
        if (has_line(x) || has_line(o) || (x | o) == OXO_ALL_CELLS) {
            chance[index] = has_line(x) && !has_line(o) ? ONE : 0;
            known[index] = true;
        } else if (!known[index]) {
            exit_with("no weights for pattern", cells);
        }
    }
}

static void print_variant(const char *line)
{
    char word[32];
    int w[6];
    oxo_variant variant = OXO_CLASSIC;
    if (sscanf(line, "variant %31s %d %d %d %d %d %d", word, &w[0], &w[1],
               &w[2], &w[3], &w[4], &w[5]) != 7 ||
        !oxo_variant_find(word, &variant))
        exit_with("bad variant line", line);
    const int corner = w[1], edge = w[2], centre = w[3];
    printf("    [%d] = {%d, {%d, %d, %d, %d, %d, %d, %d, %d, %d}, %d, %d},\n",
           (int)variant, w[0], corner, edge, corner, edge, centre, edge,
           corner, edge, corner, w[4], w[5]);
}

static void read_weights(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        exit_with("cannot read", path);
    printf("typedef struct variant_weights {\n"
           "    int line, board[9], tempo, free_move;\n"
           "} variant_weights;\n\n"
           "static const variant_weights variants[OXO_VARIANTS] = {\n");
    char line[128], cells[10];
    int chance_of_x, tempo_of_x;
    while (fgets(line, sizeof(line), file)) {
        if (line[0] == '#')
            continue;
        if (strncmp(line, "variant ", 8) == 0)
            print_variant(line);
        else if (sscanf(line, "%9s %d %d", cells, &chance_of_x, &tempo_of_x) ==
                 3)
            set_pattern(cells, chance_of_x, tempo_of_x);
        else
            exit_with("bad line", line);
    }
    fclose(file);
    printf("};\n\n");
}

static void print_patterns(void)
{
    printf("typedef struct pattern_weights {\n"
           "    int16_t chance[2], tempo[2]; /* of X and of O */\n"
           "} pattern_weights;\n\n"
           "static const pattern_weights patterns[%d] = {\n",
           PATTERNS);
    for (int i = 0; i < PATTERNS; i++) {
        const int other = swapped(i);
        printf("    {{%d, %d}, {%d, %d}},\n", chance[i], chance[other],
               tempo[i], tempo[other]);
    }
    printf("};\n");
}

int main(int argc, char **argv)
{
    if (argc != 2)
        exit_with("usage", "gen_evaluation WEIGHTS");
    read_weights(argv[1]);
    set_decided();
    print_patterns();
    return ferror(stdout) || fflush(stdout) != 0;
}
