/* cmd_book.c - oxo book: opening books. */
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

enum { STANDARD_POSITIONS = 500, PRINT_EVERY = 10 /* seconds */ };

/* ---- analyze ------------------------------------------------------------ */

/* Set by an interrupt; every finished analysis is kept. */
static atomic_bool told_to_stop;

static void stop_analyzing(void)
{
    atomic_store(&told_to_stop, true);
}

/* Prints the progress from time to time. */
typedef struct book_listener {
    bool quiet;
    int wanted; /* positions */
    oxo_variant variant;
    double printed;          /* seconds: when progress was last printed */
    bookmaker_progress last; /* the newest report */
} book_listener;

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

static void write_progress(const book_listener *l)
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
    book_listener *l = context;
    l->last = *p;
    if (p->seconds - l->printed < PRINT_EVERY)
        return;
    l->printed = p->seconds;
    write_progress(l);
}

static int run_job(const cli_args *args, bookmaker_job job)
{
    char why[BOOKMAKER_WHY];
    book_listener l = {.quiet = cli_args_flag(args, "quiet"),
                       .wanted = job.positions,
                       .variant = job.variant};
    job.stop = &told_to_stop;
    job.report = on_report;
    job.context = &l;
    interrupt_take(stop_analyzing);
    const int error = bookmaker_analyze(&job, why);
    interrupt_leave();
    if (error < 0)
        return cli_fail(args->command, "%s", why);
    write_progress(&l);
    if (atomic_load(&told_to_stop) && l.last.positions < l.wanted)
        return cli_interrupted(args->command, "the same command continues");
    return CLI_OK;
}

static int run_analyze(const cli_args *args)
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
    oxo_neural *neural = NULL;
    int status =
        cli_read_ints(args, numbers, sizeof numbers / sizeof *numbers);
    if (status == CLI_OK)
        status = cli_read_seconds(args, "time", 1e9, &job.seconds);
    if (status == CLI_OK && evalfile_none(args))
        status = cli_usage(args->command, "a book needs a neural network");
    if (status == CLI_OK)
        status = evalfile_load(args, &neural);
    job.nodes = (uint32_t)nodes;
    job.neural = neural;
    if (status == CLI_OK)
        status = run_job(args, job);
    oxo_neural_destroy(neural);
    return status;
}

/* ---- write -------------------------------------------------------------- */

static void write_bytes(FILE *out, const void *what)
{
    const bookmaker_book *book = what;
    fwrite(book->bytes, 1, book->size, out);
}

/* Refuses to replace anything but a book: analyses may be hours of work. */
static int check_place(const cli_args *args, const char *path)
{
    switch (bookmaker_look(path)) {
    case BOOKMAKER_ANALYSES:
        return cli_fail(args->command,
                        "%s: a file of analyses; the book would replace it",
                        path);
    case BOOKMAKER_OTHER:
        return cli_fail(args->command, "%s: exists and is not a book", path);
    case BOOKMAKER_HIDDEN:
        return cli_fail(args->command,
                        "%s: exists, cannot be read and may not be a book",
                        path);
    default:
        return CLI_OK;
    }
}

static int run_write(const cli_args *args)
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

/* Prints the score of a position and the book's moves from there. */
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

/* Reports files of oxo that contain no positions or games. */
static int check_input(const cli_args *args, const char *input)
{
    switch (bookmaker_look(input)) {
    case BOOKMAKER_BOOK:
        return cli_fail(args->command,
                        "%s: a second book; only one can be shown", input);
    case BOOKMAKER_ANALYSES:
        return cli_fail(args->command,
                        "%s: a file of analyses; 'oxo book write' makes a "
                        "book from it",
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

/* The path of the book that the option or the first argument names, or NULL.
 * `*ret_first` is the index of the first argument that is not the book. */
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

static int run_show(const cli_args *args)
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

typedef struct book_action {
    cli_action is;
    int least, most; /* number of operands, the action included */
    const char *needs;
    int (*run)(const cli_args *args);
} book_action;

static const book_action actions[] = {
    {{"analyze", " variant positions nodes time net quiet ", "analyse"},
     2,
     2,
     "one FILE",
     run_analyze},
    {{"write", "", NULL},
     3,
     INT_MAX,
     "a FILE and files of analyses",
     run_write},
    {{"show", " variant book ", NULL}, 1, INT_MAX, "", run_show},
};

static int run_book(const cli_args *args)
{
    const book_action *a =
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
    {"FILE", "A file of analyses, or the book to write or show.", CLI_FILE},
    {"INPUT",
     "With write, files of analyses; with show, positions or games, or files "
     "of them. An argument that names an existing file is that file, unless "
     "it continues the position before it.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT("With analyze, ultimate or ultimate-cg; default: ultimate. "
                "With show, the rules of a position."),
    ROW_NUMBER("positions",
               "With analyze, stop when all moves of N positions have been "
               "analyzed, in this and earlier runs; default: 500."),
    ROW_NODES("With analyze, search N nodes for each analysis; default: "
              "400000."),
    ROW_SECONDS("time", "With analyze, begin no analysis after this time."),
    ROW_FILE("net", "With analyze, evaluate positions with the neural network "
                    "in this file; default: the built-in network of the "
                    "variant."),
    ROW_FILE("book", "With show, the book to show, like FILE; default: the "
                     "built-in book."),
    ROW_SILENT,
    {0},
};

static const char *const description[] = {
    "From an opening book, the engine at full strength plays without "
    "searching ('oxo engine --book').",
    "A book is made in two steps. The action analyze works on one position "
    "after the other, from the start on, and stores every analysis in a "
    "file. It prefers positions that are likely to occur when one side plays "
    "by the book. When it was interrupted by Ctrl-C or a crash, the same "
    "command on the same file continues, and the result is the same in the "
    "end. The action write then makes a book from such files, one for each "
    "variant. A move is in the book if the position after it was analyzed.",
    "Progress goes to standard error: positions, analyses, the score of the "
    "start and the best moves. oxo-book(5) describes the formats.",
    NULL,
};

static const cli_operand terms[] = {
    {"analyze", "Analyze openings and store the scores in FILE.", CLI_WORD},
    {"write",
     "Write the book FILE from the analyses in the INPUT files. An existing "
     "FILE is replaced only if it is a book.",
     CLI_WORD},
    {"show",
     "Show what the book FILE, or the built-in book, says about the start or "
     "about the end of each INPUT: the score in hundredths for the side to "
     "move, and the book's moves.",
     CLI_WORD},
    {0},
};

static const cli_example examples[] = {
    {"oxo book show", "The best moves of the built-in book.", CLI_OK},
    {"oxo book analyze a --positions 4 --nodes 50 -q && oxo book write b a",
     "Make a small book.", CLI_OK},
    {0},
};

const cli_command cmd_book = {
    .name = "book",
    .summary = "Make and show opening books",
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
    .run = run_book,
};
