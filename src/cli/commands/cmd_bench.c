/* cmd_bench.c - oxo bench. */
#include "commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "json_write.h"
#include "stores.h"
#include "rows.h"

enum { RATIO = 10 }; /* columns */

/* Three digits tell what a noisy measurement can. */
static int decimals(double value)
{
    return value < 10 ? 2 : value < 100 ? 1 : 0;
}

/* Whole numbers from 1000 on, the first three digits of them: the table of
 * classic is hundreds of thousands of times faster than a search. */
static void write_ratio(double ratio)
{
    double unit = 1;
    while (ratio / unit >= 999.5)
        unit *= 10;
    if (unit > 1)
        printf(" %*.0fx\n", RATIO - 1, unit * round(ratio / unit));
    else
        printf(" %*.1fx\n", RATIO - 1, ratio);
}

static void write_table(const bench_metric *metrics, int count)
{
    printf("%-20s %10s %-10s %10s %*s\n", "metric", "value", "unit",
           "baseline", RATIO, "ratio");
    for (int i = 0; i < count; i++) {
        const bench_metric *m = &metrics[i];
        printf("%-20s %10.*f %-10s %10.*f", m->name, decimals(m->value),
               m->value, m->unit, decimals(m->baseline), m->baseline);
        write_ratio(m->ratio);
    }
}

static void write_json(const bench_metric *metrics, int count)
{
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_open_array(&w, "metrics");
    for (int i = 0; i < count; i++) {
        json_open_object(&w, NULL);
        json_string(&w, "name", metrics[i].name);
        json_double(&w, "value", metrics[i].value);
        json_string(&w, "unit", metrics[i].unit);
        json_double(&w, "baseline", metrics[i].baseline);
        json_double(&w, "ratio", metrics[i].ratio);
        json_close(&w);
    }
    json_close(&w);
    json_close(&w);
}

static int run(const cli_args *args)
{
    bench_metric metrics[BENCH_MAX];
    double seconds = 1;
    const char *text = cli_args_value(args, "time");
    if (text && !cli_parse_seconds(text, 3600, &seconds))
        return cli_usage(args->command,
                         "'--time' is a number over 0, at most 3600, not "
                         "'%s'",
                         text);
    const int count = bench_run(seconds, metrics);
    if (count < 0)
        return cli_fail(args->command,
                        "cannot create the engine or the solver: %s",
                        strerror(-count));
    const int stores = stores_measure(seconds, metrics + count);
    if (stores < 0)
        return cli_fail(args->command, "cannot measure the store: %s",
                        strerror(-stores));
    if (cli_args_flag(args, "json"))
        write_json(metrics, count + stores);
    else
        write_table(metrics, count + stores);
    return CLI_OK;
}

static const cli_option options[] = {
    ROW_RENAMED("time", "seconds", "SECONDS",
                "How long to measure each metric; 1 unless given."),
    ROW_FLAG("json", "Write one JSON object, with all digits of the numbers."),
    {0},
};

static const char *const description[] = {
    "Measures how fast the rules, the engine and the store are on one thread "
    "of this machine. Each metric is measured a second time with a plain "
    "implementation of the same, in the same process; the ratio says how "
    "many times better ours is, and depends less on the machine than the "
    "numbers do. What solve-30 is compared with is our own engine, told to "
    "think until it has a proof. A node of search is a move made; that a "
    "plain search makes as many in a second does not say what they find.",
    "What is stored is synced to the disk, in files in TMPDIR or /var/tmp; "
    "the store is compared with a plain table that is indexed by room and "
    "number.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo bench --time 0.2", "All metrics as a table, in a hurry.", CLI_OK},
    {"oxo bench --time 0.1 --json", "The same for programs.", CLI_OK},
    {0},
};

const cli_command cmd_bench = {
    .name = "bench",
    .summary = "Measure the speed of the rules, engine and store",
    .arguments = "",
    .options = options,
    .description = description,
    .examples = examples,
    .run = run,
};
