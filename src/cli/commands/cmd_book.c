/* cmd_book.c - oxo book: openings, thought about beforehand. */
#include "commands.h"

#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bookmaker.h"
#include "evalfile.h"
#include "format.h"
#include "interrupt.h"
#include "whole_file.h"
#include "rows.h"

enum { STANDARD_POSITIONS = 500, TELL_EVERY = 10 /* seconds */ };

/* ---- analyse ------------------------------------------------------------ */

/* Ctrl-C ends the work; every analysis that is done is kept. */
static atomic_bool told_to_stop;

static void stop(void)
{
    atomic_store(&told_to_stop, true);
}

/* What is told of the work, and the last word of it. */
typedef struct listener {
    bool quiet;
    int wanted;
    oxo_variant variant;
    double told;
    bookmaker_progress last;
} listener;

static void write_line(FILE *out, oxo_variant variant, const oxo_move *moves,
                       int length)
{
    char text[OXO_MOVE_TEXT];
    for (int i = 0; i < length; i++) {
        oxo_move_format(OXO_NATIVE, variant, moves[i], text);
        fprintf(out, " %s", text);
    }
    fputc('\n', out);
}

static void write_progress(const listener *l)
{
    const bookmaker_progress *p = &l->last;
    const double seconds = p->seconds > 0.001 ? p->seconds : 0.001;
    if (l->quiet)
        return;
    fprintf(stderr,
            "%d of %d positions, %zu analyses, %.1f/s; X %+.2f:", p->positions,
            l->wanted, p->analyses, (double)p->analyses_new / seconds,
            p->centi / 100.0);
    write_line(stderr, l->variant, p->line, p->length);
}

static void on_report(const bookmaker_progress *p, void *context)
{
    listener *l = context;
    l->last = *p;
    if (p->seconds - l->told < TELL_EVERY)
        return;
    l->told = p->seconds;
    write_progress(l);
}

static int run_job(const cli_args *args, bookmaker_job job)
{
    char why[BOOKMAKER_WHY];
    listener l = {.quiet = cli_args_flag(args, "quiet"),
                  .wanted = job.positions,
                  .variant = job.variant};
    job.stop = &told_to_stop;
    job.report = on_report;
    job.context = &l;
    interrupt_take(stop);
    const int error = bookmaker_analyse(&job, why);
    interrupt_leave();
    if (error < 0)
        return cli_fail(args->command, "%s", why);
    write_progress(&l);
    if (atomic_load(&told_to_stop) && l.last.positions < l.wanted)
        return cli_interrupted(args->command, "the same command continues");
    return CLI_OK;
}

static int analyse(const cli_args *args)
{
    const char *variant = cli_args_value(args, "variant");
    bookmaker_job job = {.path = args->operands[1],
                         .variant =
                             variant ? format_variant(variant) : OXO_ULTIMATE,
                         .positions = STANDARD_POSITIONS};
    int nodes = BOOKMAKER_NODES;
    const cli_number numbers[] = {
        {"positions", 1, 1 << 20, &job.positions},
        {"nodes", 1, 1 << 30, &nodes},
    };
    oxo_neural *net = NULL;
    int status =
        cli_read_ints(args, numbers, sizeof numbers / sizeof *numbers);
    if (status == CLI_OK)
        status = cli_read_seconds(args, "time", 1e9, &job.seconds);
    if (status == CLI_OK && evalfile_none(args))
        status = cli_usage(args->command, "a book needs a net to judge by");
    if (status == CLI_OK)
        status = evalfile_load(args, &net);
    job.nodes = (uint32_t)nodes;
    job.neural = net;
    if (status == CLI_OK)
        status = run_job(args, job);
    oxo_neural_destroy(net);
    return status;
}

/* ---- write -------------------------------------------------------------- */

static void write_bytes(FILE *out, const void *what)
{
    const bookmaker_book *book = what;
    fwrite(book->bytes, 1, book->size, out);
}

/* Analyses may be hours of work, and anything else is somebody's. */
static int check_place(const cli_args *args, const char *path)
{
    switch (bookmaker_look(path)) {
    case BOOKMAKER_ANALYSES:
        return cli_fail(args->command,
                        "%s: a file of analyses, which the book would replace",
                        path);
    case BOOKMAKER_OTHER:
        return cli_fail(args->command, "%s: exists and is no book", path);
    case BOOKMAKER_HIDDEN:
        return cli_fail(args->command,
                        "%s: cannot be read, and may be no book", path);
    default:
        return CLI_OK;
    }
}

static int write_book(const cli_args *args)
{
    const char *path = args->operands[1];
    char why[BOOKMAKER_WHY];
    bookmaker_book book;
    const int status = check_place(args, path);
    if (status != CLI_OK)
        return status;
    if (bookmaker_bind(args->operands + 2, args->count - 2, &book, why) < 0)
        return cli_fail(args->command, "%s", why);
    const int error = whole_file_write(path, write_bytes, &book);
    free(book.bytes);
    if (error)
        return cli_fail(args->command, "%s: %s", path, strerror(-error));
    printf("%zu position%s\n", book.positions, book.positions == 1 ? "" : "s");
    return CLI_OK;
}

/* ---- show --------------------------------------------------------------- */

/* The book's line from a position on. */
static void show_line(const oxo_book *book, oxo_position p)
{
    oxo_move line[OXO_MAX_MOVES], move;
    int length = 0, centi = 0, first = 0;
    while (length < OXO_MAX_MOVES && oxo_book_find(book, &p, &move, &centi)) {
        if (length == 0)
            first = centi;
        line[length++] = move;
        p = oxo_position_play(&p, move);
    }
    if (length == 0) {
        puts("not in the book");
        return;
    }
    printf("%+.2f", first / 100.0);
    write_line(stdout, (oxo_variant)p.variant, line, length);
}

static int show_text(const cli_args *args, const oxo_book *book,
                     input_text *text)
{
    static format_item item;
    int status = CLI_OK;
    format_reader reader =
        format_read(text, FORMAT_AUTO, cli_args_value(args, "variant"));
    while (status == CLI_OK && format_next(&reader, &item)) {
        if (item.error.status != OXO_OK)
            status = input_complain(text, &item.error);
        else
            show_line(book, item.record.game.now);
    }
    return status;
}

/* A file of ours that is no notation. */
static int check_input(const cli_args *args, const char *input)
{
    switch (bookmaker_look(input)) {
    case BOOKMAKER_BOOK:
        return cli_fail(args->command,
                        "%s: a book, behind the one that is shown", input);
    case BOOKMAKER_ANALYSES:
        return cli_fail(args->command,
                        "%s: a file of analyses; 'oxo book write' makes a "
                        "book of it",
                        input);
    default:
        return CLI_OK;
    }
}

static int show_inputs(const cli_args *args, const oxo_book *book, int first)
{
    int status = CLI_OK;
    while (first < args->count && status == CLI_OK) {
        input_text text;
        status = check_input(args, args->operands[first]);
        if (status != CLI_OK)
            break;
        first += input_take(args, first, INPUT_QUOTED_ALONE, &text, &status);
        if (status != CLI_OK)
            break;
        status = show_text(args, book, &text);
        input_clear(&text);
    }
    return status;
}

static void show_start(const cli_args *args, const oxo_book *book)
{
    const char *variant = cli_args_value(args, "variant");
    show_line(book, oxo_position_start(variant ? format_variant(variant)
                                               : OXO_ULTIMATE));
}

/* The book that is named, by the option or in front of what it is asked
 * about; NULL: none. `*ret_first` is the first argument that is no book. */
static const char *named_book(const cli_args *args, int *ret_first)
{
    const char *path = cli_args_value(args, "book");
    *ret_first = 1;
    if (path || args->count == 1 ||
        bookmaker_look(args->operands[1]) != BOOKMAKER_BOOK)
        return path;
    *ret_first = 2;
    return args->operands[1];
}

static int show(const cli_args *args)
{
    int first, status = CLI_OK;
    const char *path = named_book(args, &first);
    const oxo_book *book = path ? NULL : oxo_book_builtin();
    oxo_book *loaded = NULL;
    if (path) {
        status = evalfile_load_book(args, path, &loaded);
        book = loaded;
    }
    if (status == CLI_OK && !book)
        status = cli_fail(args->command, "there is no built-in book");
    if (status == CLI_OK && args->count > first)
        status = show_inputs(args, book, first);
    else if (status == CLI_OK)
        show_start(args, book);
    oxo_book_destroy(loaded);
    return status;
}

/* ---- The command -------------------------------------------------------- */

typedef struct action {
    cli_action is;
    int least, most; /* arguments, with the action */
    const char *needs;
    int (*run)(const cli_args *args);
} action;

static const action actions[] = {
    {{"analyse", " variant positions nodes time net quiet "},
     2,
     2,
     "one FILE",
     analyse},
    {{"write", ""}, 3, INT_MAX, "a FILE and files of analyses", write_book},
    {{"show", " variant book "}, 1, INT_MAX, "", show},
};

static int run(const cli_args *args)
{
    const action *a =
        cli_find_action(args, &actions[0].is, sizeof actions / sizeof *actions,
                        sizeof *actions);
    if (!a)
        return CLI_USAGE;
    if (args->count < a->least || args->count > a->most)
        return cli_usage(args->command, "'%s' needs %s", a->is.name, a->needs);
    return a->run(args);
}

static const cli_operand operands[] = {
    {"ACTION", "What to do; see below.", CLI_ACTION},
    {"FILE", "A file of analyses, or the book to be written or shown.",
     CLI_FILE},
    {"INPUT",
     "With write, files of analyses; with show, positions or games, or files "
     "with some. What names an existing file is a file, unless it goes on "
     "with a position before it.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT("With analyse, ultimate or ultimate-cg, ultimate unless "
                "given; with show, the rules of a position."),
    ROW_NUMBER("positions",
               "With analyse, how many positions shall have all their moves "
               "looked at, with those of earlier runs; 500 unless given."),
    ROW_NUMBER("nodes",
               "With analyse, how many nodes the engine searches for each "
               "analysis; 400000 unless given."),
    ROW_SECONDS("time", "With analyse, begin no analysis after so long."),
    ROW_FILE("net",
             "With analyse, judge positions by the net in this file; by the "
             "built-in one unless given."),
    ROW_FILE("book",
             "With show, this book, as if it were FILE; the built-in one "
             "unless either is given."),
    ROW_QUIET("With analyse, say nothing of the progress."),
    {0},
};

static const char *const description[] = {
    "Makes and shows books of openings, from which the engine plays at full "
    "strength without thinking ('oxo engine --book').",
    "A book is made in two steps. First positions from the start are analysed "
    "one after the other, those first that a game is likeliest to come to in "
    "which one side plays by the book; every analysis is noted in a file. The "
    "same command on the same file goes on where it was broken off, by Ctrl-C "
    "(the exit status is 1) or a crash, and comes to the same in the end. "
    "Then write makes a book of such files, one for each variant: a move is "
    "in it if somebody has looked behind it.",
    "Progress goes to standard error: positions, analyses, the score of the "
    "start and the best line. The formats are in oxo-book(5).",
    NULL,
};

static const cli_operand terms[] = {
    {"analyse", "Analyse openings and note the scores in FILE.", CLI_WORD},
    {"write",
     "Write the book FILE of the analyses in the INPUT files. Of what is "
     "there already only a book is replaced.",
     CLI_WORD},
    {"show",
     "What the book FILE, or the built-in one, says of the start, or of the "
     "end of each INPUT: hundredths for the side to move and the line.",
     CLI_WORD},
    {0},
};

static const cli_example examples[] = {
    {"oxo book show", "The built-in book's best line.", CLI_OK},
    {"oxo book analyse a --positions 4 --nodes 50 -q && oxo book write b a",
     "A book of one's own, in a hurry.", CLI_OK},
    {0},
};

const cli_command cmd_book = {
    .name = "book",
    .summary = "Make and show books of openings",
    .arguments = "ACTION [FILE] [INPUT...]",
    .least = 1,
    .most = -1,
    .operands = operands,
    .options = options,
    .description = description,
    .terms_title = "Actions",
    .terms = terms,
    .examples = examples,
    .exits = CLI_READS_MOVES | CLI_RUNS_LONG,
    .run = run,
};
