/* load_report.c - the results of `oxo load`, as tables and as JSON. */
#include "load_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "json_write.h"

static const double parts[] = {0.5, 0.9, 0.99, 0.999};
static const char *const part_names[] = {"p50", "p90", "p99", "p99.9"};
enum { PARTS = 4 };

static double ms(int64_t nanoseconds)
{
    return 1e-6 * (double)nanoseconds;
}

static double per_move(const load_run *run, double seconds)
{
    return run->result.moves ? 1e6 * seconds / (double)run->result.moves : 0;
}

static double percent_busy(const load_run *run, double seconds)
{
    return run->result.seconds > 0 ? 100 * seconds / run->result.seconds : 0;
}

static double server_cpu(const load_run *run)
{
    return run->after.cpu - run->before.cpu;
}

static double made_size(const load_result *r)
{
    return r->made ? (double)r->made_bytes / (double)r->made : 0;
}

/* ---- Tables ------------------------------------------------------------- */

static void print_hist(const char *name, const load_histogram *h)
{
    if (h->count == 0)
        return;
    printf("%-12s", name);
    for (int i = 0; i < PARTS; i++)
        printf(" %9.3f", ms(load_histogram_at(h, parts[i])));
    printf(" %9.3f\n", ms(h->most));
}

static void print_hists(const load_result *r)
{
    printf("%-12s", "latency, ms");
    for (int i = 0; i < PARTS; i++)
        printf(" %9s", part_names[i]);
    printf(" %9s\n", "max");
    print_hist("  mover", &r->ack);
    print_hist("  opponent", &r->news);
    print_hist("  sent late", &r->late);
}

static void print_server(const load_run *run)
{
    const double extra = run->after.memory - run->empty.memory;
    printf("server       %.1f us per move, %.0f %% of a core, idle threads "
           "%.0f %%; %.1f MB, %.0f B per connection\n",
           per_move(run, server_cpu(run)), percent_busy(run, server_cpu(run)),
           percent_busy(run, run->after.spare - run->before.spare),
           1e-6 * run->after.memory,
           run->connections ? extra / run->connections : 0);
}

static void print_run(const load_run *run)
{
    const load_result *r = &run->result;
    printf("rooms        %d, %d connections, opened in %.3f s\n",
           run->config.rooms, run->connections, run->open_seconds);
    printf("moves        %" PRIu64 " in %.1f s: %.0f per second; %" PRIu64
           " games finished\n",
           r->moves, r->seconds,
           r->seconds > 0 ? (double)r->moves / r->seconds : 0, r->games);
    print_hists(r);
    printf("client       %.1f us per move, %.0f %% of a core\n",
           per_move(run, r->cpu), percent_busy(run, r->cpu));
    if (run->knows_server)
        print_server(run);
    if (r->made)
        printf("messages     %" PRIu64 "; move-made has %.0f bytes\n",
               r->messages, made_size(r));
    if (run->config.churn > 0)
        printf("absences     %" PRIu64 "\n", r->absences);
    if (r->reconnects)
        printf("reconnects   %" PRIu64 "\n", r->reconnects);
    printf("anomalies    %" PRIu64 "\n", r->anomalies);
}

static const char *verdict(const bars_figure *f)
{
    if (f->sense == BARS_NONE)
        return "";
    const bool met =
        f->sense == BARS_AT_LEAST ? f->value >= f->bar : f->value <= f->bar;
    return met ? "met" : "missed";
}

static void print_bars(const bars_report *report)
{
    printf("%-16s %10s %-8s %10s %-7s %s\n", "figure", "value", "unit", "bar",
           "", "meaning");
    for (int i = 0; i < report->count; i++) {
        const bars_figure *f = &report->figures[i];
        char bar[32] = "";
        if (f->sense != BARS_NONE)
            snprintf(bar, sizeof bar, "%s %g",
                     f->sense == BARS_AT_LEAST ? ">=" : "<=", f->bar);
        printf("%-16s %10.*f %-8s %10s %-7s %s\n", f->name,
               f->value < 100 ? 2 : 0, f->value, f->unit, bar, verdict(f),
               f->help);
    }
    printf("anomalies %" PRIu64 "\n", report->anomalies);
}

/* ---- JSON --------------------------------------------------------------- */

static void write_hist(json_writer *w, const char *name,
                       const load_histogram *h)
{
    json_open_object(w, name);
    json_uint(w, "count", h->count);
    for (int i = 0; i < PARTS; i++)
        json_double(w, part_names[i], ms(load_histogram_at(h, parts[i])));
    json_double(w, "max", ms(h->most));
    json_close(w);
}

static void write_server(json_writer *w, const load_run *run)
{
    if (!run->knows_server) {
        json_null(w, "server");
        return;
    }
    json_open_object(w, "server");
    json_double(w, "us-per-move", per_move(run, server_cpu(run)));
    json_double(w, "busy-percent", percent_busy(run, server_cpu(run)));
    json_double(w, "spare-percent",
                percent_busy(run, run->after.spare - run->before.spare));
    json_double(w, "memory-empty", run->empty.memory);
    json_double(w, "memory-before", run->before.memory);
    json_double(w, "memory-after", run->after.memory);
    json_int(w, "threads", run->after.threads);
    json_close(w);
}

static void write_run(const load_run *run)
{
    const load_result *r = &run->result;
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_int(&w, "rooms", run->config.rooms);
    json_int(&w, "connections", run->connections);
    json_double(&w, "open-seconds", run->open_seconds);
    json_double(&w, "seconds", r->seconds);
    json_uint(&w, "moves", r->moves);
    json_double(&w, "moves-per-second",
                r->seconds > 0 ? (double)r->moves / r->seconds : 0);
    json_uint(&w, "games", r->games);
    json_uint(&w, "messages", r->messages);
    json_double(&w, "move-made-bytes", made_size(r));
    json_open_object(&w, "latency-ms");
    write_hist(&w, "mover", &r->ack);
    write_hist(&w, "opponent", &r->news);
    write_hist(&w, "sent-late", &r->late);
    json_close(&w);
    json_open_object(&w, "client");
    json_double(&w, "us-per-move", per_move(run, r->cpu));
    json_double(&w, "busy-percent", percent_busy(run, r->cpu));
    json_close(&w);
    write_server(&w, run);
    json_uint(&w, "absences", r->absences);
    json_uint(&w, "reconnects", r->reconnects);
    json_uint(&w, "anomalies", r->anomalies);
    json_close(&w);
}

static void write_bars(const bars_report *report)
{
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_open_array(&w, "figures");
    for (int i = 0; i < report->count; i++) {
        const bars_figure *f = &report->figures[i];
        json_open_object(&w, NULL);
        json_string(&w, "name", f->name);
        json_double(&w, "value", f->value);
        json_string(&w, "unit", f->unit);
        if (f->sense != BARS_NONE) {
            json_double(&w, f->sense == BARS_AT_LEAST ? "at-least" : "at-most",
                        f->bar);
            json_string(&w, "bar", verdict(f));
        }
        json_close(&w);
    }
    json_close(&w);
    json_uint(&w, "anomalies", report->anomalies);
    json_close(&w);
}

/* ---- Either form -------------------------------------------------------- */

void load_report_run(const load_run *run, bool json)
{
    if (json)
        write_run(run);
    else
        print_run(run);
}

void load_report_bars(const bars_report *report, bool json)
{
    if (json)
        write_bars(report);
    else
        print_bars(report);
}

void load_report_verified(const load_verified *v, bool json)
{
    if (!json) {
        printf("%d rooms, %" PRIu64 " games, %" PRIu64
               " acknowledged moves; anomalies %" PRIu64 "\n",
               v->rooms, v->games, v->moves, v->anomalies);
        return;
    }
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_int(&w, "rooms", v->rooms);
    json_uint(&w, "games", v->games);
    json_uint(&w, "moves", v->moves);
    json_uint(&w, "anomalies", v->anomalies);
    json_close(&w);
}
