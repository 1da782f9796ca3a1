/* menace_play.c - a person against the machine, line by line: also for pipes
 * and screen readers. */
#include "menace_play.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "typed.h"

typedef struct visit {
    const cli_args *args;
    menace_school *school;
    oxo_random dice;
    char *line; /* the last line of input; getline() allocates it */
    size_t room;
} visit;

/* ---- Input -------------------------------------------------------------- */

/* Reads the next line into t->line, without its line end; false at the end of
 * input. */
static bool ask(visit *t, const char *question)
{
    fputs(question, stdout);
    fflush(stdout);
    if (getline(&t->line, &t->room, stdin) < 0) {
        putchar('\n');
        return false;
    }
    t->line[strcspn(t->line, "\r\n")] = '\0';
    return true;
}

static bool is_word(const char *line, const char *word, const char *letter)
{
    return strcasecmp(line, word) == 0 || strcasecmp(line, letter) == 0;
}

/* False if the person quits. */
static bool ask_move(visit *t, const oxo_classic *p, oxo_move *ret)
{
    while (ask(t, "Your move: ")) {
        oxo_status status = OXO_SYNTAX;
        if (is_word(t->line, "quit", "q"))
            return false;
        if (typed_move(OXO_CLASSIC, t->line, ret))
            status = oxo_classic_check(p, *ret);
        if (status == OXO_OK)
            return true;
        if (status == OXO_CELL_OCCUPIED)
            puts("That cell is taken.");
        else
            puts("A move is one of the letters on the board; q quits.");
    }
    return false;
}

/* ---- Output ------------------------------------------------------------- */

static void write_board(const oxo_classic *p)
{
    putchar('\n');
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        const oxo_mark mark = oxo_board_at(p->board, cell);
        printf("%s%c%s", cell % 3 == 0 ? "  " : " ",
               mark == OXO_NONE ? (char)('a' + cell) : "XO"[mark],
               cell % 3 == 2 ? "\n" : "");
    }
    putchar('\n');
}

/* Writes the beads of the position's box, by the cells of this board: a box
 * serves all symmetries of its position. */
static void write_box(const visit *t, const oxo_classic *p)
{
    int symmetry;
    const int index = menace_find(&t->school->pupil, p, &symmetry);
    if (index < 0) {
        puts("MENACE has no box for a single empty cell.");
        return;
    }
    const menace_box *box = &t->school->pupil.boxes[index];
    const int back = oxo_symmetry_inverse(symmetry);
    printf("MENACE opens box %d:", index + 1);
    for (int i = 0; i < box->count; i++)
        printf("%s %c %d", i ? "," : "",
               'a' + oxo_symmetry_cell(back, box->moves[i]), box->beads[i]);
    puts(menace_total(box) ? "" : " - it is empty");
}

static void write_end(const visit *t, oxo_outcome outcome,
                      const menace_track *track)
{
    static const char *const words[] = {
        "", "MENACE wins: three more beads of each colour drawn go into",
        "You win: the beads drawn are taken out of",
        "A draw: one more bead of each colour drawn goes into"};
    printf("%s box%s", words[outcome], track->count == 1 ? "" : "es");
    for (int i = 0; i < track->count; i++)
        printf("%s %d",
               i == 0                 ? ""
               : i + 1 < track->count ? ","
                                      : " and",
               track->boxes[i] + 1);
    printf(".\nSo far: %u won, %u drawn, %u lost.\n", (unsigned)t->school->won,
           (unsigned)t->school->drawn, (unsigned)t->school->lost);
}

/* ---- Playing ------------------------------------------------------------ */

/* False if MENACE resigns. */
static bool make_machine_move(visit *t, oxo_classic *p, menace_track *track)
{
    write_box(t, p);
    const oxo_move move = menace_choose(&t->school->pupil, p, &t->dice, track);
    if (move == OXO_NO_MOVE) {
        puts("MENACE resigns.");
        return false;
    }
    printf("MENACE plays %c.\n", 'a' + move);
    *p = oxo_classic_play(*p, move);
    write_board(p);
    return true;
}

/* OXO_ONGOING if the person has quit. */
static oxo_outcome play_game(visit *t, menace_track *track)
{
    oxo_classic p = oxo_classic_start();
    write_board(&p);
    for (;;) {
        oxo_move move;
        if (!make_machine_move(t, &p, track))
            return OXO_O_WINS;
        if (oxo_classic_outcome(&p) != OXO_ONGOING)
            return oxo_classic_outcome(&p);
        if (!ask_move(t, &p, &move))
            return OXO_ONGOING;
        p = oxo_classic_play(p, move);
        if (oxo_classic_outcome(&p) != OXO_ONGOING) {
            write_board(&p);
            return oxo_classic_outcome(&p);
        }
    }
}

static int play_games(visit *t, menace_save *save)
{
    puts("MENACE is X and begins. Cells are named by letters; q quits.");
    do {
        menace_track track = {.count = 0};
        const oxo_outcome outcome = play_game(t, &track);
        if (outcome == OXO_ONGOING) {
            puts("The game is not finished, so it does not count.");
            return CLI_OK;
        }
        menace_school_end(t->school, &track, outcome);
        write_end(t, outcome, &track);
        const int status = save(t->args, t->school);
        if (status != CLI_OK)
            return status;
    } while (ask(t, "Another game (y or n)? ") &&
             is_word(t->line, "yes", "y"));
    return CLI_OK;
}

int menace_play(const cli_args *args, menace_school *s, menace_save *save)
{
    int seed = 1;
    int status = cli_read_int(args, "seed", 0, INT_MAX, &seed);
    if (status != CLI_OK)
        return status;
    visit t = {.args = args,
               .school = s,
               .dice = menace_school_dice(s, (uint64_t)seed)};
    status = play_games(&t, save);
    free(t.line);
    return status;
}
