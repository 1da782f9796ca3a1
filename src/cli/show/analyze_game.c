/* analyze_game.c - the analysis of a game, move by move. */
#include "analyze.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "interrupt.h"
#include "picture.h"
#include "plot.h"
#include "progress.h"
#include "report.h"
#include "safe.h"
#include "tell.h"

enum { BAR = 16, STANDARD_NODES = 100000 };

/* ---- Analysis ----------------------------------------------------------- */

typedef struct game_watcher {
    const analyze_request *request;
    int64_t begin; /* of the analysis, by clock_us() */
    progress progress;
} game_watcher;

/* Prints the progress. Returns false to end the analysis. */
static bool on_report(const oxo_review *review, void *context)
{
    game_watcher *w = context;
    const analyze_request *r = w->request;
    const int64_t time = (clock_us() - w->begin) / 1000;
    progress_tell(&w->progress, time, "%d of %d positions, %.1f s",
                  review->judged, r->record->game.length + 1,
                  (double)time / 1e3);
    return !interrupt_came() &&
           (r->limits.move_time == 0 || time < r->limits.move_time);
}

static oxo_stop stop;

static void stop_analysis(void)
{
    oxo_stop_set(&stop);
}

/* The number of nodes per position; 0 for classic, which needs no search. */
static uint64_t nodes_of(const analyze_request *r)
{
    if (oxo_game_variant(&r->record->game) == OXO_CLASSIC)
        return 0;
    return r->limits.nodes ? r->limits.nodes : STANDARD_NODES;
}

static int run_review(const analyze_request *r, oxo_engine *engine,
                      oxo_review *review)
{
    const uint64_t nodes = nodes_of(r);
    game_watcher w = {.request = r,
                      .begin = clock_us(),
                      .progress = progress_start(r->quiet, false, 500)};
    oxo_insight *insight;
    const int error =
        oxo_insight_create(engine, nodes > 0 ? nodes : 1, &insight);
    if (error < 0)
        return cli_fail(r->args->command, "%s", strerror(-error));
    oxo_stop_clear(&stop);
    interrupt_take(stop_analysis);
    oxo_insight_review(insight, &r->record->game, &stop, on_report, &w,
                       review);
    interrupt_leave();
    progress_end(&w.progress);
    oxo_insight_destroy(insight);
    return CLI_OK;
}

static int review_game(const analyze_request *r, oxo_review *review)
{
    oxo_engine_options options = oxo_insight_engine_options();
    oxo_engine *engine;
    options.neural = r->neural;
    options.hand_written = r->hand_written;
    if (cli_args_value(r->args, "hash"))
        options.hash_bytes = (size_t)r->hash << 20;
    const int error = oxo_engine_create(&options, &engine);
    if (error < 0)
        return cli_fail(r->args->command, "cannot create the engine: %s",
                        strerror(-error));
    oxo_review_init(review);
    const int status = run_review(r, engine, review);
    oxo_engine_destroy(engine);
    return status;
}

static bool is_done(const analyze_request *r, const oxo_review *review)
{
    return review->judged == r->record->game.length + 1;
}

/* ---- Text --------------------------------------------------------------- */

static const char UNKNOWN[] = "unknown";

const char *analyze_player(const oxo_record *record, oxo_mark mark)
{
    const char *name = oxo_record_tag(record, mark == OXO_X ? "X" : "O");
    return name && strcmp(name, "?") != 0 ? name : UNKNOWN;
}

void analyze_accuracy(const oxo_review *review, char out[ANALYZE_ACCURACY])
{
    size_t used = 0;
    for (int side = 0; side < 2; side++) {
        bool counts = false;
        for (int ply = 0; ply + 1 < review->judged; ply++)
            counts |= (int)review->moves[ply].mark == side &&
                      review->moves[ply].counts;
        used += (size_t)snprintf(out + used, ANALYZE_ACCURACY - used, "%s%c ",
                                 side ? ", " : "", "XO"[side]);
        used += (size_t)snprintf(out + used, ANALYZE_ACCURACY - used,
                                 counts ? "%.1f" : "-",
                                 review->accuracy[side] / 100.0);
    }
}

static void write_head(const analyze_request *r)
{
    const char *x = analyze_player(r->record, OXO_X);
    const char *o = analyze_player(r->record, OXO_O);
    fputs(tell_variant(oxo_game_variant(&r->record->game)), stdout);
    if (strcmp(x, UNKNOWN) != 0 || strcmp(o, UNKNOWN) != 0) {
        printf(": X ");
        safe_print(stdout, x);
        printf(", O ");
        safe_print(stdout, o);
        printf(", %s", format_result(r->record->result));
    } else if (r->record->result != OXO_ONGOING) {
        printf(": %s", format_result(r->record->result));
    }
    printf("\n\n");
    printf("    move   X's score%*s  value          intensity  grade\n",
           BAR - 3, "");
}

static void write_remark(const oxo_review *review, int ply)
{
    const oxo_verdict *v = &review->moves[ply];
    char sentence[OXO_SENTENCE_TEXT];
    oxo_review_sentence(review, ply, sentence);
    if (v->grade < OXO_GRADE_INACCURACY)
        return;
    printf("         %s%s", sentence[0] ? " " : "", sentence);
    if (v->best != v->move && v->best != OXO_NO_MOVE) {
        char better[OXO_MOVE_TEXT];
        oxo_move_format(OXO_NATIVE, (oxo_variant)review->start.variant,
                        v->best, better);
        printf("%s better %s", sentence[0] ? ";" : "", better);
    }
    puts(v->proven ? "" : " (estimated)");
}

static void write_move(const analyze_request *r, const oxo_review *review,
                       int ply)
{
    const oxo_verdict *v = &review->moves[ply];
    const oxo_point *point = &review->points[ply + 1];
    char move[OXO_MOVE_TEXT], value[TELL_TEXT] = "?";
    oxo_move_format(OXO_NATIVE, (oxo_variant)review->start.variant, v->move,
                    move);
    if (point->known)
        tell_value(&point->value, value);
    printf("%3d %c %-3s  ", ply + 1, "XO"[v->mark], move);
    analyze_bar(point->expected, BAR, r->ascii);
    printf(" %3d %%  %-14s %9.2f  %s%s\n", (point->expected + 50) / 100, value,
           point->intensity / (double)OXO_INTENSITY_ONE,
           oxo_grade_word(v->grade), v->key ? ", key" : "");
    write_remark(review, ply);
}

static void write_graph(const analyze_request *r, const oxo_review *review)
{
    double values[OXO_MAX_POINTS];
    const plot p = {.rows = 9,
                    .cols = PLOT_MOST_COLS,
                    .high = OXO_SCORE_ONE,
                    .top = "X wins",
                    .bottom = "O wins",
                    .middle = true,
                    .ascii = r->ascii};
    for (int i = 0; i < review->judged; i++)
        values[i] = review->points[i].expected;
    putchar('\n');
    plot_write(stdout, &p, values, review->judged);
}

static void write_keys(const oxo_review *review)
{
    for (int i = 0; i < review->key_count; i++) {
        const int ply = review->keys[i];
        char move[OXO_MOVE_TEXT], sentence[OXO_SENTENCE_TEXT];
        oxo_move_format(OXO_NATIVE, (oxo_variant)review->start.variant,
                        review->moves[ply].move, move);
        oxo_review_sentence(review, ply, sentence);
        printf("%s%d. %c %s%s%s\n", i == 0 ? "\nKey moments:\n  " : "  ",
               ply + 1, "XO"[review->moves[ply].mark], move,
               sentence[0] ? ": " : "", sentence);
    }
}

/* Prints the effort behind the analysis. */
static void write_basis(const analyze_request *r, const oxo_review *review)
{
    int proven = 0;
    for (int i = 0; i < review->judged; i++)
        proven += review->points[i].value.kind != OXO_ESTIMATED;
    if (nodes_of(r) == 0) {
        puts("\nLooked up: classic is solved.");
        return;
    }
    printf("\n%" PRIu64 " nodes per position. Proven values: %d of %d.\n",
           nodes_of(r), proven, review->judged);
    if (proven < review->judged)
        puts("A longer analysis may see more: '--nodes N'.");
}

static void write_text(const analyze_request *r, const oxo_review *review)
{
    char accuracy[ANALYZE_ACCURACY];
    write_head(r);
    for (int ply = 0; ply + 1 < review->judged; ply++)
        write_move(r, review, ply);
    if (review->judged > 0)
        write_graph(r, review);
    write_keys(review);
    write_basis(r, review);
    analyze_accuracy(review, accuracy);
    printf("Accuracy, 0 to 100: %s\n", accuracy);
    if (!is_done(r, review))
        printf("Ended early: %d of %d moves were analyzed.\n",
               review->judged > 0 ? review->judged - 1 : 0,
               r->record->game.length);
}

/* ---- JSON --------------------------------------------------------------- */

static void write_json(const analyze_request *r, const oxo_review *review)
{
    const oxo_game *g = &r->record->game;
    char text[OXO_POSITION_TEXT];
    json_writer w = json_to(stdout);
    oxo_position_format(OXO_NATIVE, &g->start, text, NULL);
    json_open_object(&w, NULL);
    json_string(&w, "variant", oxo_variant_word(oxo_game_variant(g)));
    json_string(&w, "start", text);
    json_string(&w, "result", report_outcome_word(r->record->result));
    json_open_object(&w, "players");
    json_string(&w, "X", analyze_player(r->record, OXO_X));
    json_string(&w, "O", analyze_player(r->record, OXO_O));
    json_close(&w);
    json_bool(&w, "done", is_done(r, review));
    json_uint(&w, "nodes", nodes_of(r));
    report_review_members(&w, review);
    json_close(&w);
}

int analyze_game(const analyze_request *r)
{
    oxo_review *review = calloc(1, sizeof *review);
    if (!review)
        return cli_fail(r->args->command, "out of memory");
    const int status = review_game(r, review);
    if (status == CLI_OK && r->json)
        write_json(r, review);
    else if (status == CLI_OK && r->svg)
        picture_game(stdout, r->record, review);
    else if (status == CLI_OK)
        write_text(r, review);
    const bool interrupted = interrupt_came() && !is_done(r, review);
    free(review);
    return status == CLI_OK && interrupted
               ? cli_interrupted(r->args->command, NULL)
               : status;
}
