/* analyze_position.c - the analysis of a position: its moves, best first. */
#include "analyze.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "picture.h"
#include "progress.h"
#include "report.h"
#include "tell.h"

enum { COLUMNS = 79, BAR = 16 };

/* ---- Searching ---------------------------------------------------------- */

typedef struct position_watcher {
    analyze_lines *found;
    progress progress;
} position_watcher;

static void on_report(const oxo_search_info *info, void *context)
{
    position_watcher *w = context;
    w->found->depth = info->depth;
    w->found->deepest = info->deepest;
    w->found->nodes = info->nodes;
    w->found->time = info->time;
    progress_tell(&w->progress, info->time,
                  "depth %d, %.1f million nodes, %.1f s", info->depth,
                  (double)info->nodes / 1e6, (double)info->time / 1e3);
}

static oxo_stop stop;

static void stop_searching(void)
{
    oxo_stop_set(&stop);
}

static int find_lines(const analyze_request *r, analyze_lines *found)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int legal = oxo_position_moves(&r->position, moves);
    oxo_engine_options options = oxo_engine_defaults();
    options.lines = r->lines > 0 && r->lines < legal ? r->lines : legal;
    options.hash_bytes = (size_t)r->hash << 20;
    options.neural = r->neural;
    options.hand_written = r->hand_written;
    if (legal == 0)
        return CLI_OK;
    oxo_engine *engine;
    oxo_limits limits = r->limits;
    const int error = oxo_engine_create(&options, &engine);
    if (error < 0)
        return cli_fail(r->args->command, "%d MiB of memory: %s", r->hash,
                        strerror(-error));
    position_watcher w = {found, progress_start(r->quiet, false, 500)};
    limits.stop = &stop;
    oxo_stop_clear(&stop);
    interrupt_take(stop_searching);
    oxo_engine_search(engine, &r->position, &limits, on_report, &w,
                      found->lines, &found->count);
    interrupt_leave();
    progress_end(&w.progress);
    oxo_engine_destroy(engine);
    return CLI_OK;
}

/* ---- Text --------------------------------------------------------------- */

void analyze_bar(int share, int width, bool ascii)
{
    const int filled = (share * width + OXO_SCORE_ONE / 2) / OXO_SCORE_ONE;
    for (int i = 0; i < width; i++)
        fputs(ascii ? i < filled ? "#" : "." : i < filled ? "█" : "·", stdout);
}

/* Writes as many moves of a line as the row has room for. */
static void write_moves(const oxo_line *line, oxo_variant variant, int used)
{
    for (int i = 0; i < line->length; i++) {
        char text[OXO_MOVE_TEXT];
        const bool last = i + 1 == line->length;
        const int length =
            (int)oxo_move_format(OXO_NATIVE, variant, line->moves[i], text);
        if (used + 1 + length + (last ? 0 : 4) > COLUMNS) {
            fputs(" ...", stdout);
            break;
        }
        used += printf(" %s", text);
    }
    putchar('\n');
}

static void write_line(const analyze_request *r, const oxo_line *line)
{
    enum { BEFORE_MOVES = 7 + BAR + 7 + 15 + 10 };
    const oxo_variant variant = (oxo_variant)r->position.variant;
    const oxo_value for_x =
        tell_for_x(&line->value, oxo_position_turn(&r->position));
    const int expected = oxo_value_expected(&line->value);
    char move[OXO_MOVE_TEXT], value[TELL_TEXT];
    oxo_move_format(OXO_NATIVE, variant, line->moves[0], move);
    tell_value(&for_x, value);
    printf("  %-5s", move);
    analyze_bar(expected, BAR, r->ascii);
    printf(" %3d %%  %-14s %-9s", (expected + 50) / 100, value,
           line->value.kind == OXO_ESTIMATED ? "estimated" : "proven");
    write_moves(line, variant, BEFORE_MOVES);
}

static void write_text(const analyze_request *r, const analyze_lines *found)
{
    char words[TELL_TEXT], text[OXO_POSITION_TEXT];
    const oxo_position *p = &r->position;
    const bool over = oxo_position_outcome(p) != OXO_ONGOING;
    oxo_position_format(OXO_NATIVE, p, text, NULL);
    if (over)
        tell_outcome(p, words);
    else
        tell_turn(p, words);
    printf("%s: %s\n%s\n", tell_variant((oxo_variant)p->variant), words, text);
    if (over)
        return;
    printf("\n  move %c's score%*s   value          kind      line\n",
           "XO"[oxo_position_turn(p)], BAR - 4, "");
    for (int i = 0; i < found->count; i++)
        write_line(r, &found->lines[i]);
    if (p->variant == OXO_CLASSIC)
        puts("\nLooked up: classic is solved.");
    else
        printf("\nDepth %d, %" PRIu64 " nodes, %.3f s.\n", found->depth,
               found->nodes, (double)found->time / 1e3);
}

/* ---- JSON and pictures -------------------------------------------------- */

static void write_json(const analyze_request *r, const analyze_lines *found)
{
    const oxo_position *p = &r->position;
    const report_search search = {.variant = (oxo_variant)p->variant,
                                  .depth = found->depth,
                                  .deepest = found->deepest,
                                  .nodes = found->nodes,
                                  .time = found->time,
                                  .lines = found->lines,
                                  .count = found->count};
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    report_position_members(&w, p);
    report_search_members(&w, &search);
    json_close(&w);
}

int analyze_position(const analyze_request *r)
{
    analyze_lines *found = calloc(1, sizeof *found);
    if (!found)
        return cli_fail(r->args->command, "out of memory");
    const int status = find_lines(r, found);
    if (status == CLI_OK && r->json)
        write_json(r, found);
    else if (status == CLI_OK && r->svg)
        picture_position(stdout, &r->position, found);
    else if (status == CLI_OK)
        write_text(r, found);
    free(found);
    return status == CLI_OK && interrupt_came()
               ? cli_interrupted(r->args->command, NULL)
               : status;
}
