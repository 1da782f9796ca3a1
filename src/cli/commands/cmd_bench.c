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

/* Three significant digits: measurements are noisy. */
static int decimals(double value)
{
    return value < 10 ? 2 : value < 100 ? 1 : 0;
}

/* Writes a ratio with at most three significant digits: the table of classic
 * is hundreds of thousands of times faster than a search. */
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

static int run_bench(const cli_args *args)
{
    bench_metric metrics[BENCH_MAX];
    double seconds = 1;
    const int status = cli_read_seconds(args, "time", 3600, &seconds);
    if (status != CLI_OK)
        return status;
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
                "How long to measure each metric; default: 1."),
    ROW_JSON,
    {0},
};

static const char *const description[] = {
    "Measures the speed of the rules, the engine and the store on one thread "
    "of this machine. The baseline of each metric is a plain implementation "
    "of the same task, measured in the same process. The ratio says how many "
    "times faster oxo is than its baseline; it depends less on the machine "
    "than the values do. The baseline of solve-30 is the engine of oxo, which "
    "searches until it has a proof. A node is a move made in search; a plain "
    "search may make as many per second and find less.",
    "The store writes to files in TMPDIR or /var/tmp and syncs them to the "
    "disk. Its baseline is a plain table, indexed by room and number.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo bench --time 0.2", "All metrics as a table, quickly.", CLI_OK},
    {"oxo bench --time 0.1 --json", "The same, as JSON with all digits.",
     CLI_OK},
    {0},
};

const cli_command cmd_bench = {
    .name = "bench",
    .summary = "Measure the speed of the rules, engine and store",
    .arguments = "",
    .options = options,
    .description = description,
    .examples = examples,
    .run = run_bench,
};
