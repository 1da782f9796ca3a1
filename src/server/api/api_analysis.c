/* api_analysis.c - analyses of positions by the engine. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "api_private.h"
#include "json_write.h"
#include "oxo/notation.h"

bool api_query_position(const api_call *call, oxo_position *ret)
{
    char text[OXO_POSITION_TEXT], sentence[160];
    oxo_variant variant = OXO_ULTIMATE;
    oxo_text_error error;
    if (!api_query_variant(call, &variant) ||
        !api_query_text(call, "position", text, sizeof text))
        return false;
    if (!*text) {
        *ret = oxo_position_start(variant);
        return true;
    }
    if (oxo_position_parse(OXO_NATIVE, variant, text, ret, &error) == OXO_OK)
        return true;
    snprintf(sentence, sizeof sentence, "position, column %d: %s",
             (int)error.column, oxo_status_sentence(error.status));
    api_refuse(call, error.status, sentence);
    return false;
}

/* ---- Asking ------------------------------------------------------------- */

enum { DEFAULT_MS = 500, MOST_LINES = OXO_MAX_MOVES, SHARES = 4 };

/* An address gets only a share of the queue, so that others find room. */
static bool submit_analysis(api *a, job *j)
{
    const int share = a->options.config->engine_queue / SHARES;
    const uint64_t address = hub_address(a->options.hub, j->asker);
    j->owner = (int64_t)address;
    if (tally_of(&a->analysts, address) >= (uint32_t)(share > 0 ? share : 1) ||
        tally_up(&a->analysts, address) < 0)
        return false;
    if (workers_submit(a->options.workers, j)) {
        a->analyses++;
        return true;
    }
    tally_down(&a->analysts, address);
    return false;
}

void api_analyse(const api_call *call)
{
    api *a = call->api;
    job j = {.kind = JOB_ANALYSIS, .asker = call->request->id};
    int64_t lines;
    const int64_t cap = a->options.config->analysis_time;
    if (!api_query_position(call, &j.position) ||
        !api_query_int(call, "lines", 1, MOST_LINES, 1, &lines) ||
        !api_query_int(call, "time", 1, cap,
                       DEFAULT_MS < cap ? DEFAULT_MS : cap, &j.milliseconds))
        return;
    j.wanted = (int)lines;
    if (!submit_analysis(a, &j))
        api_refuse(call, OXO_ENGINE_BUSY, NULL);
}

/* ---- Answering ---------------------------------------------------------- */

static void write_value(json_writer *w, const oxo_value *v)
{
    static const char *const kinds[] = {"estimated", "win", "draw", "loss"};
    json_open_object(w, "value");
    json_bool(w, "proven", v->kind != OXO_ESTIMATED);
    json_string(w, "kind", kinds[v->kind]);
    if (v->kind == OXO_PROVEN_WIN || v->kind == OXO_PROVEN_LOSS)
        json_int(w, "distance", v->distance);
    else if (v->kind == OXO_ESTIMATED)
        json_int(w, "centi", v->centi);
    json_open_array(w, "wdl");
    for (int i = 0; i < 3; i++)
        json_int(w, NULL, v->wdl[i]);
    json_close(w);
    json_close(w);
}

static void write_line(json_writer *w, const oxo_line *line,
                       oxo_variant variant)
{
    char text[OXO_MOVE_TEXT];
    json_open_object(w, NULL);
    write_value(w, &line->value);
    json_open_array(w, "moves");
    for (int i = 0; i < line->length; i++) {
        oxo_move_format(OXO_NATIVE, variant, line->moves[i], text);
        json_string(w, NULL, text);
    }
    json_close(w);
    json_close(w);
}

static void write_analysis(FILE *out, const job *j)
{
    const oxo_variant variant = (oxo_variant)j->position.variant;
    char text[OXO_POSITION_TEXT];
    json_writer w = json_to(out);
    oxo_position_format(OXO_NATIVE, &j->position, text, NULL);
    json_open_object(&w, NULL);
    json_string(&w, "variant", oxo_variant_word(variant));
    json_string(&w, "position", text);
    json_int(&w, "depth", j->depth);
    json_uint(&w, "nodes", j->nodes);
    json_int(&w, "time", j->took / 1000);
    json_open_array(&w, "lines");
    for (int i = 0; i < j->line_count; i++)
        write_line(&w, &j->lines[i], variant);
    json_close(&w);
    json_close(&w);
}

/* A client that is gone shall not use the engine. One that only finished
 * sending gets what was found so far, or a refusal if nothing was. */
void api_left(api *a, net_id id)
{
    if (a->analyses > 0)
        workers_cancel(a->options.workers, id);
}

void api_job_done(api *a, job *j)
{
    const api_call call = {.api = a,
                           .who = {.id = j->asker, .kind = ORIGIN_HTTP}};
    api_body body;
    tally_down(&a->analysts, (uint64_t)j->owner);
    a->analyses--;
    if (!j->lines) {
        api_refuse(&call, OXO_ENGINE_BUSY, NULL);
        return;
    }
    if (api_body_open(&call, &body)) {
        write_analysis(body.out, j);
        api_body_send(&call, &body, 200);
    }
    free(j->lines);
}
