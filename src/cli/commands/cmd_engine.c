/* cmd_engine.c - oxo engine. */
#include "commands.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine_player.h"
#include "evalfile.h"
#include "thinker.h"
#include "rows.h"

enum {
    MIB = 1 << 20,
    /* Its gain against weaker engines and its cost against equal ones are in
     * docs/design/neural.md. */
    CONTEMPT = 80
};

/* ---- Signals ------------------------------------------------------------ */

/* SIGINT and SIGTERM mean `quit`: a running search answers first. Any thread
 * may get the signal, but the reader's read() must return, and no later read()
 * may block. So standard input becomes /dev/null, and the signal is passed on
 * to the reader. */
static atomic_bool told_to_quit;
static pthread_t reader;
static int dev_null = -1;

static void on_signal(int number)
{
    const int error = errno;
    atomic_store(&told_to_quit, true);
    dup2(dev_null, STDIN_FILENO);
    if (!pthread_equal(pthread_self(), reader))
        pthread_kill(reader, number);
    errno = error;
}

static int take_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal}; /* no SA_RESTART */
    sigemptyset(&action.sa_mask);
    reader = pthread_self();
    dev_null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (dev_null < 0)
        return -errno;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return 0;
}

static int fail_engine(const cli_args *args, const oxo_engine_options *options,
                       int error)
{
    return error == -ENOMEM
               ? cli_fail(args->command, "%zu MiB of memory: %s",
                          options->hash_bytes / MIB, strerror(ENOMEM))
               : cli_fail(args->command, "%s", strerror(-error));
}

/* ---- Protocol ----------------------------------------------------------- */

static int run_protocol(const cli_args *args,
                        const oxo_engine_options *options, protocol which)
{
    char why[PROTOCOL_WHY];
    int error = take_signals();
    if (error == 0) {
        if (isatty(STDIN_FILENO))
            fprintf(stderr,
                    "%s on standard input; 'quit' or Ctrl-D ends it.\n",
                    which == PROTOCOL_UGI ? "UGI" : "CodinGame's protocol");
        error = engine_player_run(options, which, stdin, stdout, &told_to_quit,
                                  why);
    }
    if (error == 0 || atomic_load(&told_to_quit))
        return CLI_OK;
    if (error == -EPROTO) {
        cli_fail(args->command, "<stdin>: %s", why);
        return CLI_NOTATION;
    }
    /* cli_main() reports output that could not be written. */
    if (ferror(stdout))
        return CLI_FAILURE;
    return fail_engine(args, options, error);
}

/* ---- Benchmark ---------------------------------------------------------- */

typedef struct bench_result {
    sem_t done;
    uint64_t nodes;
    int error;
} bench_result;

static void on_benched(void *context, uint64_t nodes, int64_t time)
{
    bench_result *r = context;
    (void)time; /* `oxo bench` measures speed */
    r->nodes = nodes;
    sem_post(&r->done);
}

static void on_failed(void *context, int error)
{
    bench_result *r = context;
    r->error = error;
    sem_post(&r->done);
}

static int bench_player(const player *p, oxo_variant variant,
                        uint64_t *ret_nodes)
{
    thinker t;
    bench_result r = {.nodes = 0};
    sem_init(&r.done, 0, 0);
    int error = thinker_start(&t, p,
                              (thinker_listener){.failed = on_failed,
                                                 .benched = on_benched,
                                                 .context = &r});
    if (error == 0) {
        thinker_bench(&t, variant);
        int interrupted;
        do
            interrupted = sem_wait(&r.done);
        while (interrupted);
        thinker_finish(&t);
        error = r.error;
    }
    sem_destroy(&r.done);
    *ret_nodes = r.nodes;
    return error;
}

static int run_bench(const cli_args *args, const oxo_engine_options *options)
{
    engine_player *e = NULL;
    uint64_t nodes = 0;
    int error = engine_player_create(options, &e);
    if (error == 0) {
        error = bench_player(engine_player_interface(e), OXO_ULTIMATE, &nodes);
        engine_player_destroy(e);
    }
    if (error < 0)
        return fail_engine(args, options, error);
    printf("%" PRIu64 "\n", nodes);
    return CLI_OK;
}

/* ---- The command -------------------------------------------------------- */

static int read_options(const cli_args *args, oxo_engine_options *ret)
{
    oxo_engine_options o = oxo_engine_defaults();
    o.contempt = CONTEMPT;
    int hash = (int)(o.hash_bytes / MIB), seed = (int)o.seed;
    const cli_number numbers[] = {
        {"threads", 1, 256, &o.threads},
        {"hash", 1, 65536, &hash},
        {"level", 0, 10, &o.level},
        {"lines", 1, OXO_MAX_MOVES, &o.lines},
        {"seed", 0, INT_MAX, &seed},
        {"contempt", 0, OXO_MAX_CONTEMPT, &o.contempt},
    };
    const int status =
        cli_read_ints(args, numbers, sizeof numbers / sizeof *numbers);
    if (status != CLI_OK)
        return status;
    o.hash_bytes = (size_t)hash * MIB;
    o.seed = (uint64_t)seed;
    *ret = o;
    return CLI_OK;
}

/* `*ret` becomes the named book, the built-in one, or NULL. The caller
 * destroys
 * `*ret_loaded`. */
static int choose_book(const cli_args *args, const oxo_book **ret,
                       oxo_book **ret_loaded)
{
    const char *path = cli_args_value(args, "book");
    *ret_loaded = NULL;
    *ret = NULL;
    if (!path)
        *ret = oxo_book_builtin();
    else if (strcmp(path, "none") != 0) {
        const int status = evalfile_load_book(args, path, ret_loaded);
        *ret = *ret_loaded;
        return status;
    }
    return CLI_OK;
}

/* Refuses a network for another variant. In UGI the variant may change, and
 * the engine reports a network that it cannot use. */
static int check_neural(const cli_args *args, const oxo_neural *neural,
                        protocol which)
{
    const bool benching = args->count > 0;
    const oxo_variant rules = benching ? OXO_ULTIMATE : OXO_ULTIMATE_CG;
    if (!neural || (!benching && which == PROTOCOL_UGI) ||
        oxo_neural_variant(neural) == rules)
        return CLI_OK;
    return cli_fail(args->command, "%s: a neural network for %s, not %s",
                    cli_args_value(args, "net"),
                    oxo_variant_word(oxo_neural_variant(neural)),
                    oxo_variant_word(rules));
}

/* Loads network and book, and runs the benchmark or the protocol. */
static int run_loaded(const cli_args *args, oxo_engine_options *wanted,
                      protocol which)
{
    oxo_neural *neural = NULL;
    oxo_book *book;
    int status = choose_book(args, &wanted->book, &book);
    if (status == CLI_OK)
        status = evalfile_load(args, &neural);
    if (status == CLI_OK)
        status = check_neural(args, neural, which);
    wanted->neural = neural;
    wanted->hand_written = evalfile_none(args);
    if (status == CLI_OK && args->count > 0)
        status = run_bench(args, wanted);
    else if (status == CLI_OK)
        status = run_protocol(args, wanted, which);
    oxo_neural_destroy(neural);
    oxo_book_destroy(book);
    return status;
}

static int run_engine(const cli_args *args)
{
    oxo_engine_options wanted;
    protocol which = PROTOCOL_UGI;
    const char *word = cli_args_value(args, "protocol");
    const int status = read_options(args, &wanted);
    if (status != CLI_OK)
        return status;
    if (args->count > 0 && strcmp(args->operands[0], "bench") != 0)
        return cli_usage(args->command, "unexpected argument '%s'",
                         args->operands[0]);
    if (word)
        protocol_find(word, &which);
    return run_loaded(args, &wanted, which);
}

static const char *const protocols[] = {"ugi", "codingame", NULL};

static const cli_operand operands[] = {
    {"bench",
     "Search a fixed set of positions and print the number of nodes. With one "
     "thread every machine prints the same number, until the search changes.",
     CLI_WORD},
    {0},
};

static const cli_option options[] = {
    ROW_CHOICE("protocol", "PROTOCOL", protocols,
               "The protocol to speak; default: ugi."),
    ROW_NUMBER("threads", "Search with N threads; default: 1."),
    ROW_HASH("64"),
    ROW_NUMBER("level", "The playing strength, from 1 to 10, or 0 for full "
                        "strength; default: 0."),
    ROW_RENAMED("lines", "multipv", "N",
                "Report the N best moves; default: 1."),
    ROW_SEED,
    ROW_NUMBER("contempt",
               "How many hundredths worse than an even position a draw is to "
               "the side to move, from 0 to 200; default: 80. It only applies "
               "in 'ultimate' at full strength, and not with '--lines' or in "
               "'go infinite'. Reported scores do not include it."),
    ROW_FILE("net",
             TEXT_NET " It only applies at full strength. UGI reports once "
                      "that a network for another variant is not used; "
                      "CodinGame needs one for 'ultimate-cg', 'bench' one for "
                      "'ultimate'."),
    ROW_FILE("book",
             "Play openings from this file of 'oxo book', or from no book if "
             "it is 'none'; default: the built-in book. It only applies at "
             "full strength with limited time, and not with '--lines'."),
    {0},
};

static const char *const description[] = {
    "The engine reads standard input and writes standard output. The protocol "
    "UGI is for graphical boards and referees such as 'oxo match'; that of "
    "CodinGame is for its Ultimate Tic-Tac-Toe.",
    "UGI can also be typed by hand: 'position startpos moves ee', 'go "
    "movetime 1000', 'query legalmoves', 'setoption name UGI_Variant value "
    "classic', 'quit'. The options that 'ugi' lists can be set in the "
    "protocol as well. At the end of the input a search with a limit is "
    "finished first; 'quit', SIGINT and SIGTERM stop it.",
    NULL,
};

static const cli_example examples[] = {
    {"echo go movetime 100 | oxo engine",
     "Think about the first move for a tenth of a second.", CLI_OK},
    {"echo '-1 -1 1 4 4' | oxo engine --protocol codingame",
     "Choose a move for CodinGame when only one is legal.", CLI_OK},
    {"oxo engine bench", "One number that identifies a version of the search.",
     CLI_OK},
    {0},
};

const cli_command cmd_engine = {
    .name = "engine",
    .summary = "Run the engine for other programs (UGI, CodinGame)",
    .arguments = "[bench]",
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_TEXT,
    .run = run_engine,
};
