/* menace_train.c - the machine plays many games, and its progress is shown. */
#include "menace_train.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "json_write.h"
#include "look.h"
#include "pace.h"
#include "plot.h"

enum {
    STANDARD_GAMES = 200,
    MOST_GAMES = 1000000,
    STANDARD_ROWS = 20,
    BAR = 40,
    MOST_ROWS = 10000
};

const char *const menace_teachers[] = {"random", "perfect", "itself", NULL};

/* The command's options. */
typedef struct lessons {
    menace_teacher teacher;
    int games, every, seed;
    double pace;
    bool json, ascii;
} lessons;

/* The results of some consecutive games: one row of the output. */
typedef struct term {
    int games; /* since the training began, those of earlier terms included */
    int won, drawn, lost;
    int beads; /* in the first box, after these games */
} term;

/* ---- Options ------------------------------------------------------------ */

static menace_teacher find_teacher(const char *word)
{
    for (int i = 0; word && menace_teachers[i]; i++)
        if (strcmp(menace_teachers[i], word) == 0)
            return (menace_teacher)i;
    return MENACE_RANDOM;
}

static int read_lessons(const cli_args *args, lessons *ret)
{
    lessons l = {.teacher = find_teacher(cli_args_value(args, "against")),
                 .games = STANDARD_GAMES,
                 .seed = 1,
                 .json = cli_args_flag(args, "json"),
                 .ascii = look_wants_ascii(args)};
    const cli_number numbers[] = {{"games", 1, MOST_GAMES, &l.games},
                                  {"every", 1, MOST_GAMES, &l.every},
                                  {"seed", 0, INT_MAX, &l.seed}};
    int status = cli_read_ints(args, numbers, 3);
    if (status == CLI_OK)
        status = cli_read_seconds(args, "pace", 60, &l.pace);
    if (l.every == 0)
        l.every = (l.games + STANDARD_ROWS - 1) / STANDARD_ROWS;
    if (status == CLI_OK && l.games / l.every > MOST_ROWS)
        status = cli_usage(args->command,
                           "'--every %d' would make more than "
                           "%d rows",
                           l.every, MOST_ROWS);
    *ret = l;
    return status;
}

/* ---- The curve ---------------------------------------------------------- */

static void write_head(const lessons *l, const menace_school *s)
{
    const uint32_t before = menace_school_games(s);
    printf("%d games against %s, by a machine that has played %" PRIu32 "\n\n",
           l->games, menace_teachers[l->teacher], before);
    printf("  games  %s%*s  won  drawn  lost  box 1\n",
           l->ascii ? "# won  = drawn  . lost" : "█ won  ▒ drawn  · lost",
           BAR - 22, "");
    fflush(stdout);
}

/* The part of the bar that stands for the games `from` to `to` of `all`.
 * Rounding is consistent: all parts together fill the bar. */
static void write_part(const char *glyph, int from, int to, int all)
{
    assert(all > 0);
    for (int i = from * BAR / all; i < to * BAR / all; i++)
        fputs(glyph, stdout);
}

static void write_term(const lessons *l, const term *t)
{
    const int all = t->won + t->drawn + t->lost;
    const int known = t->won + t->drawn;
    printf("%7d  ", t->games);
    write_part(l->ascii ? "#" : "█", 0, t->won, all);
    write_part(l->ascii ? "=" : "▒", t->won, known, all);
    write_part(l->ascii ? "." : "·", known, all, all);
    printf("  %3d  %5d  %4d  %5d\n", t->won, t->drawn, t->lost, t->beads);
    fflush(stdout);
}

/* Michie's curve: the beads in the first box, which increase with every win
 * and draw and decrease with every loss. */
static void write_curve(const lessons *l, const double *beads, int played)
{
    double most = beads[0];
    char top[16], games[16];
    for (int i = 1; i <= played; i++)
        most = beads[i] > most ? beads[i] : most;
    snprintf(top, sizeof top, "%.0f", most);
    snprintf(games, sizeof games, "%d", played);
    const plot p = {.rows = 10,
                    .cols = 60,
                    .high = most > 0 ? most : 1,
                    .top = top,
                    .bottom = "0",
                    .ascii = l->ascii};
    const int width = plot_columns(&p, played + 1);
    puts("\nBeads in the first box:");
    plot_write(stdout, &p, beads, played + 1);
    printf("        0%*s games\n", width - 1, games);
}

static void write_sum(const menace_school *s)
{
    int empty = 0;
    for (int i = 0; i < s->pupil.count; i++)
        empty += menace_total(&s->pupil.boxes[i]) == 0;
    printf("\nIn all its games: %" PRIu32 " won, %" PRIu32 " drawn, %" PRIu32
           " lost. Boxes that are empty: %d of %d.\n",
           s->won, s->drawn, s->lost, empty, s->pupil.count);
}

/* ---- The lessons -------------------------------------------------------- */

static void json_term(json_writer *w, const term *t)
{
    json_open_object(w, NULL);
    json_int(w, "games", t->games);
    json_int(w, "won", t->won);
    json_int(w, "drawn", t->drawn);
    json_int(w, "lost", t->lost);
    json_int(w, "beads", t->beads);
    json_close(w);
}

static void count_game(term *t, oxo_outcome outcome)
{
    t->games++;
    t->won += outcome == OXO_X_WINS;
    t->drawn += outcome == OXO_DRAW;
    t->lost += outcome == OXO_O_WINS;
}

/* Writes the term, and begins the next. */
static void end_term(const lessons *l, term *t, json_writer *w)
{
    if (!ferror(stdout)) /* nobody watches a broken pipe */
        pace_wait(l->pace);
    if (l->json)
        json_term(w, t);
    else
        write_term(l, t);
    *t = (term){.games = t->games};
}

/* Plays the games, with a row of output after every `every` of them. Returns
 * the number of games: fewer than l->games after an interrupt. beads[i] is
 * the number of beads in the first box after i games. */
static int teach(const lessons *l, menace_school *s, double *beads,
                 json_writer *w)
{
    oxo_random dice = menace_school_dice(s, (uint64_t)l->seed);
    term t = {.games = 0};
    beads[0] = menace_total(&s->pupil.boxes[0]);
    while (t.games < l->games && !interrupt_came()) {
        count_game(&t, menace_school_lesson(s, l->teacher, &dice));
        t.beads = menace_total(&s->pupil.boxes[0]);
        beads[t.games] = t.beads;
        if (t.games % l->every == 0)
            end_term(l, &t, w);
    }
    if (t.won + t.drawn + t.lost > 0)
        end_term(l, &t, w);
    return t.games;
}

static void teach_in_json(const lessons *l, menace_school *s, double *beads)
{
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_string(&w, "against", menace_teachers[l->teacher]);
    json_int(&w, "seed", l->seed);
    json_open_array(&w, "curve");
    const int played = teach(l, s, beads, &w);
    json_close(&w);
    json_bool(&w, "done", played == l->games);
    json_uint(&w, "won", s->won);
    json_uint(&w, "drawn", s->drawn);
    json_uint(&w, "lost", s->lost);
    json_close(&w);
}

int menace_train(const cli_args *args, menace_school *s)
{
    lessons l;
    const int status = read_lessons(args, &l);
    if (status != CLI_OK)
        return status;
    double *beads = malloc(((size_t)l.games + 1) * sizeof *beads);
    if (!beads)
        return cli_fail(args->command, "out of memory");
    if (l.json) {
        teach_in_json(&l, s, beads);
    } else {
        write_head(&l, s);
        const int played = teach(&l, s, beads, NULL);
        write_curve(&l, beads, played);
        write_sum(s);
        if (played < l.games)
            printf("Ended early: %d of %d games were played.\n", played,
                   l.games);
    }
    free(beads);
    return CLI_OK;
}
