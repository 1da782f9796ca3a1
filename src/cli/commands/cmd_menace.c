/* cmd_menace.c - oxo menace: a machine of matchboxes. */
#include "commands.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input.h"
#include "interrupt.h"
#include "menace_play.h"
#include "menace_train.h"
#include "menace_file.h"
#include "menace_sheet.h"
#include "rows.h"
#include "whole_file.h"

enum { PATH = 4096 };

/* ---- The machine's file ------------------------------------------------- */

static const char *file_of(const cli_args *args)
{
    return args->count > 1 ? args->operands[1] : NULL;
}

static int read_file(const cli_args *args, const char *path, menace_school *s)
{
    input_text text;
    oxo_text_error error;
    int status = input_load(args->command, path, 2, &text);
    if (status != CLI_OK)
        return status;
    if (menace_file_read(text.bytes, text.length, s, &error) != OXO_OK)
        status = input_complain(&text, &error);
    input_clear(&text);
    return status;
}

/* What is learnt has to have a place before anything is. */
static int check_place(const cli_args *args, const char *path)
{
    const int error = whole_file_check(path);
    if (error < 0)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}

/* A file that is not there yet is a new machine's, if it will be written. */
static int load(const cli_args *args, bool must_exist, menace_school *s)
{
    const char *path = file_of(args);
    menace_school_init(s);
    if (!path)
        return CLI_OK;
    const bool exists = access(path, F_OK) == 0;
    if (!exists && (errno != ENOENT || must_exist))
        return cli_fail(args->command, "%s: %s", path, strerror(errno));
    const int status = must_exist ? CLI_OK : check_place(args, path);
    return exists && status == CLI_OK ? read_file(args, path, s) : status;
}

static void write_school(FILE *out, const void *what)
{
    menace_file_write(out, what);
}

static int save(const cli_args *args, const menace_school *s)
{
    const char *path = file_of(args);
    const int error = path ? whole_file_write(path, write_school, s) : 0;
    if (error < 0)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}

/* ---- Actions ------------------------------------------------------------ */

/* Learns, and keeps what was learnt, also if nobody reads how it went any
 * more: 'head' is satisfied early. */
static int learn(const cli_args *args, menace_school *s)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigemptyset(&ignore.sa_mask);
    if (file_of(args))
        sigaction(SIGPIPE, &ignore, &before);
    int status = menace_train(args, s);
    if (status == CLI_OK)
        status = save(args, s);
    if (file_of(args))
        sigaction(SIGPIPE, &before, NULL);
    return status;
}

static int run_train(const cli_args *args, menace_school *s)
{
    int status = load(args, false, s);
    if (status != CLI_OK)
        return status;
    interrupt_take(NULL);
    status = learn(args, s);
    interrupt_leave();
    if (status == CLI_OK && interrupt_came())
        return cli_interrupted(args->command,
                               file_of(args) ? "the lessons so far are saved"
                                             : NULL);
    return status;
}

static int run_play(const cli_args *args, menace_school *s)
{
    const int status = load(args, false, s);
    return status == CLI_OK ? menace_play(args, s, save) : status;
}

static int write_sheet(const cli_args *args, const char *folder, int sheet,
                       const menace_machine *m)
{
    char path[PATH];
    const int length =
        snprintf(path, sizeof path, "%s/menace-%02d.svg", folder, sheet + 1);
    if (length < 0 || (size_t)length >= sizeof path)
        return cli_fail(args->command, "%s: %s", folder,
                        strerror(ENAMETOOLONG));
    FILE *out = fopen(path, "w");
    if (!out)
        return cli_fail(args->command, "%s: %s", path, strerror(errno));
    menace_sheet_write(out, m, sheet);
    const bool failed = fflush(out) != 0 || ferror(out);
    if (fclose(out) != 0 || failed)
        return cli_fail(args->command, "%s: %s", path, strerror(errno));
    puts(path);
    return CLI_OK;
}

static int run_boxes(const cli_args *args, menace_school *s)
{
    const char *folder = cli_args_value(args, "folder");
    if (!folder)
        return cli_usage(args->command, "'boxes' needs '--folder'");
    int status = load(args, true, s);
    if (status == CLI_OK && mkdir(folder, 0777) != 0 && errno != EEXIST)
        status = cli_fail(args->command, "%s: %s", folder, strerror(errno));
    for (int sheet = 0; status == CLI_OK && sheet < MENACE_SHEETS; sheet++)
        status = write_sheet(args, folder, sheet, &s->pupil);
    return status;
}

/* ---- The command -------------------------------------------------------- */

typedef struct action {
    cli_action is;
    int (*run)(const cli_args *args, menace_school *s);
} action;

static const action actions[] = {
    {{"train", " against games every pace seed json ascii "}, run_train},
    {{"play", " seed "}, run_play},
    {{"boxes", " folder "}, run_boxes},
};

static int run(const cli_args *args)
{
    const action *a =
        cli_find_action(args, &actions[0].is, sizeof actions / sizeof *actions,
                        sizeof *actions);
    if (!a)
        return CLI_USAGE;
    menace_school *s = malloc(sizeof *s);
    if (!s)
        return cli_fail(args->command, "out of memory");
    const int end = a->run(args, s);
    free(s);
    return end;
}

static const cli_operand operands[] = {
    {"ACTION", "What to do; see below.", CLI_ACTION},
    {"FILE",
     "The machine: train and play go on from it and write it back, and make "
     "it if it is not there. Without it the machine is new, and forgotten "
     "afterwards. oxo-menace(5) describes it.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_CHOICE("against", "TEACHER", menace_teachers,
               "With train: who plays O; random unless given. A perfect "
               "teacher never errs. Itself is a second machine, that learns "
               "as well."),
    ROW_NUMBER("games", "With train: how many games; 200 unless given."),
    ROW_NUMBER("every", "With train: a row for so many games; a twentieth of "
                        "them unless given."),
    ROW_SECONDS("pace", "With train: wait so long for each row, so that a "
                        "class can follow."),
    ROW_NUMBER("seed", "With train and play: for the beads that are drawn; 1 "
                       "unless given."),
    ROW_VALUE("folder", "FOLDER",
              "With boxes: where the sheets go, menace-01.svg to "
              "menace-11.svg; made if it is not there."),
    ROW_ASCII,
    ROW_FLAG("json", "With train: write one JSON object."),
    {0},
};

static const char *const description[] = {
    "MENACE, the Matchbox Educable Noughts and Crosses Engine that Donald "
    "Michie built in 1961, learns noughts and crosses without a computer. "
    "There is a matchbox for each of the 304 positions in which it can have "
    "to choose a move as the opening player, turned and mirrored ones counted "
    "once. In a box are beads, a colour for each move: it draws one and plays "
    "it. When it wins, three beads of the same colour are added to each box "
    "that was used, when it draws one, and when it loses the drawn bead is "
    "taken away. An empty box makes it resign; only the first keeps its last "
    "bead.",
    "The same seed, file and options draw the same beads. Games that are "
    "broken off do not count. Ctrl-C ends a training early, and what was "
    "learnt until then is kept. A reader that goes away, as 'head' does, ends "
    "nothing: with a FILE all games are played, without a pace, and kept.",
    NULL,
};

static const cli_operand terms[] = {
    {"train", "Let it play many games, and watch it learn.", CLI_WORD},
    {"play", "Play against it yourself, line by line.", CLI_WORD},
    {"boxes",
     "Write the labels of its boxes, with a sheet on how to build "
     "one: SVG, A4, to be printed and cut.",
     CLI_WORD},
    {0},
};

static const cli_example examples[] = {
    {"oxo menace train --against perfect --games 300",
     "Three hundred lessons, with the learning curve.", CLI_OK},
    {"oxo menace train brain.txt && echo q | oxo menace play brain.txt",
     "A machine that remembers, and a look at its first move.", CLI_OK},
    {"oxo menace boxes --folder sheets", "Eleven sheets for the classroom.",
     CLI_OK},
    {0},
};

const cli_command cmd_menace = {
    .name = "menace",
    .summary = "Teach Michie's machine of matchboxes, play it, print it",
    .arguments = "ACTION [FILE]",
    .least = 1,
    .most = 2,
    .operands = operands,
    .options = options,
    .description = description,
    .terms_title = "Actions",
    .terms = terms,
    .examples = examples,
    .exits = CLI_READS_TEXT | CLI_RUNS_LONG,
    .run = run,
};
