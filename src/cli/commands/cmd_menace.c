/* cmd_menace.c - oxo menace: Michie's learning machine of matchboxes. */
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

/* Checks before the training that its result can be saved. */
static int check_place(const cli_args *args, const char *path)
{
    const int error = whole_file_check(path);
    if (error < 0)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}

/* Loads the machine from the file. The machine is new if no file was given, or
 * if the file does not exist and need not. */
static int load_machine(const cli_args *args, bool must_exist,
                        menace_school *s)
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

static int save_machine(const cli_args *args, const menace_school *s)
{
    const char *path = file_of(args);
    const int error = path ? whole_file_write(path, write_school, s) : 0;
    if (error < 0)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    return CLI_OK;
}

/* ---- Actions ------------------------------------------------------------ */

/* Trains the machine and saves it, even if the reader of the output goes away,
 * as 'head' does. */
static int train_and_save(const cli_args *args, menace_school *s)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigemptyset(&ignore.sa_mask);
    if (file_of(args))
        sigaction(SIGPIPE, &ignore, &before);
    int status = menace_train(args, s);
    if (status == CLI_OK)
        status = save_machine(args, s);
    if (file_of(args))
        sigaction(SIGPIPE, &before, NULL);
    return status;
}

static int run_train(const cli_args *args, menace_school *s)
{
    int status = load_machine(args, false, s);
    if (status != CLI_OK)
        return status;
    interrupt_take(NULL);
    status = train_and_save(args, s);
    interrupt_leave();
    if (status == CLI_OK && interrupt_came())
        return cli_interrupted(args->command,
                               file_of(args) ? "the lessons so far are saved"
                                             : NULL);
    return status;
}

static int run_play(const cli_args *args, menace_school *s)
{
    const int status = load_machine(args, false, s);
    return status == CLI_OK ? menace_play(args, s, save_machine) : status;
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
    int status = load_machine(args, true, s);
    if (status == CLI_OK && mkdir(folder, 0777) != 0 && errno != EEXIST)
        status = cli_fail(args->command, "%s: %s", folder, strerror(errno));
    for (int sheet = 0; status == CLI_OK && sheet < MENACE_SHEETS; sheet++)
        status = write_sheet(args, folder, sheet, &s->pupil);
    return status;
}

/* ---- The command -------------------------------------------------------- */

typedef struct menace_action {
    cli_action is;
    int (*run)(const cli_args *args, menace_school *s);
} menace_action;

static const menace_action actions[] = {
    {{"train", " against games every pace seed json ascii ", NULL}, run_train},
    {{"play", " seed ", NULL}, run_play},
    {{"boxes", " folder ", NULL}, run_boxes},
};

static int run_menace(const cli_args *args)
{
    const menace_action *a =
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
     "The machine, which train and play continue and save, or make if the "
     "file does not exist. Without a file the machine is new and not saved. "
     "oxo-menace(5) describes the format.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_CHOICE("against", "TEACHER", menace_teachers,
               "With train, who plays O; default: random. The perfect teacher "
               "makes no mistakes; 'itself' is a second machine that learns "
               "as well."),
    ROW_NUMBER("games", "With train, play N games; default: 200."),
    ROW_NUMBER("every", "With train, print a row for every N games; default: "
                        "20 rows in all."),
    ROW_SECONDS("pace", "With train, wait this long before each row, for an "
                        "audience."),
    ROW_SEED,
    ROW_VALUE("folder", "FOLDER",
              "With boxes, the folder for the sheets menace-01.svg to "
              "menace-11.svg; it is made if it does not exist."),
    ROW_ASCII,
    ROW_JSON,
    {0},
};

static const char *const description[] = {
    "MENACE, the Matchbox Educable Noughts and Crosses Engine that Donald "
    "Michie built in 1961, learns noughts and crosses without a computer. It "
    "has a matchbox for each of the 304 positions in which the opening player "
    "has a choice, where turned and mirrored positions count as one. The "
    "boxes contain beads, with a colour for each move. MENACE draws a bead "
    "and plays its move. After a win, three beads of the same colour are "
    "added to each box that was used; after a draw, one bead; after a loss, "
    "the drawn bead is taken away. An empty box makes MENACE resign, but the "
    "first box always keeps its last bead.",
    "The same seed, file and options draw the same beads. Unfinished games do "
    "not count. Ctrl-C ends a training early, and what was learnt by then is "
    "saved. If the reader of the output goes away, as 'head' does, a training "
    "with a FILE still plays all its games, without a pace, and saves them.",
    NULL,
};

static const cli_operand terms[] = {
    {"train",
     "Let the machine play many games, and watch it learn; with "
     "--json, as JSON.",
     CLI_WORD},
    {"play", "Play against the machine yourself, line by line.", CLI_WORD},
    {"boxes",
     "Write the labels of the boxes, and a sheet on how to build a machine: "
     "SVG files of size A4, to print and cut out.",
     CLI_WORD},
    {0},
};

static const cli_example examples[] = {
    {"oxo menace train --against perfect --games 300",
     "Three hundred games against a perfect teacher, with the learning "
     "curve.",
     CLI_OK},
    {"oxo menace train brain.txt && echo q | oxo menace play brain.txt",
     "A machine that is saved, and its first move.", CLI_OK},
    {"oxo menace boxes --folder sheets", "Eleven sheets for the classroom.",
     CLI_OK},
    {0},
};

const cli_command cmd_menace = {
    .name = "menace",
    .summary = "Train, play and print Michie's machine of matchboxes",
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
    .run = run_menace,
};
