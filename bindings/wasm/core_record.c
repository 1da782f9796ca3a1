/* core_record.c - game files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core_request.h"
#include "report.h"

/* ---- Writing JSON ------------------------------------------------------- */

static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
static const char *const evals[] = {NULL, "estimated", "win", "draw"};

static void write_game(json_writer *w, const oxo_game *g)
{
    const oxo_variant variant = oxo_game_variant(g);
    const oxo_position first = oxo_position_start(variant);
    json_open_object(w, "game");
    json_string(w, "variant", oxo_variant_word(variant));
    if (memcmp(&g->start, &first, sizeof first) != 0) {
        char text[OXO_POSITION_TEXT];
        oxo_position_format(OXO_NATIVE, &g->start, text, NULL);
        json_string(w, "start", text);
    }
    json_open_array(w, "moves");
    for (int i = 0; i < g->length; i++)
        report_move(w, NULL, variant, g->history[i].move);
    json_close(w);
    json_close(w);
}

/* Leaves out clocks that a JavaScript number cannot hold, which no game
 * between people has. */
static bool has_clock(const oxo_record *r, int ply)
{
    const int64_t clock = r->notes[ply].clock;
    return clock >= 0 && clock <= MOST_WHOLE;
}

static bool has_time(const oxo_record *r, int ply)
{
    const int64_t time = ply > 0 ? r->game.history[ply - 1].time : 0;
    return time != 0 && time >= -MOST_WHOLE && time <= MOST_WHOLE;
}

/* The members of the note after `ply` moves. */
static void write_note_members(json_writer *w, const oxo_record *r, int ply)
{
    const oxo_note *note = &r->notes[ply];
    const char *comment = oxo_record_comment(r, ply);
    if (comment[0])
        json_string(w, "comment", comment);
    if (has_clock(r, ply))
        json_int(w, "clock", note->clock);
    if (has_time(r, ply))
        json_int(w, "time", r->game.history[ply - 1].time);
    if (ply > 0 && r->game.history[ply - 1].intensity)
        report_share(w, "intensity", r->game.history[ply - 1].intensity);
    if (note->kind != OXO_EVAL_NONE) {
        json_open_object(w, "eval");
        json_string(w, "kind", evals[note->kind]);
        json_int(w, "value", note->value);
        json_close(w);
    }
}

static bool has_note(const oxo_record *r, int ply)
{
    const oxo_note *note = &r->notes[ply];
    return note->comment || has_clock(r, ply) || has_time(r, ply) ||
           note->kind != OXO_EVAL_NONE ||
           (ply > 0 && r->game.history[ply - 1].intensity);
}

static void write_notes(json_writer *w, const oxo_record *r)
{
    json_open_array(w, "notes");
    for (int ply = 0; ply <= r->game.length; ply++) {
        if (!has_note(r, ply)) {
            json_null(w, NULL);
            continue;
        }
        json_open_object(w, NULL);
        write_note_members(w, r, ply);
        json_close(w);
    }
    json_close(w);
}

const char *core_read_record(size_t length)
{
    static oxo_record r;
    oxo_text_error error;
    refusal why;
    const char *text = request_text();
    if (oxo_record_parse(text, length, &r, NULL, &error) != OXO_OK) {
        refuse_text(&why, &error);
        return answer_refusal(&why);
    }
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    write_game(&w, &r.game);
    json_string(&w, "result", results[r.result]);
    json_open_object(&w, "tags");
    for (int i = 0; i < r.tag_count; i++)
        json_string(&w, r.tags[i].name, r.tags[i].value);
    json_close(&w);
    write_notes(&w, &r);
    json_close(&w);
    return answer_end(&w);
}

/* ---- Reading JSON ------------------------------------------------------- */

static bool read_result(wasm_request *q, oxo_record *r)
{
    char word[8];
    if (!request_string(q, 0, "result", word, sizeof word))
        return false;
    for (int i = 0; i < (int)(sizeof results / sizeof results[0]); i++) {
        if (strcmp(word, results[i]) != 0)
            continue;
        const oxo_status status = oxo_record_set_result(r, (oxo_outcome)i);
        return status == OXO_OK ||
               refuse(&q->refusal, status, "%s", oxo_status_sentence(status));
    }
    return refuse(&q->refusal, OXO_INVALID_MESSAGE,
                  "result is not 1-0, 0-1, 1/2-1/2 or *");
}

static bool read_tags(wasm_request *q, oxo_record *r)
{
    const int tags = json_member(&q->doc, 0, "tags");
    if (tags == JSON_NONE)
        return true;
    if (json_kind_of(&q->doc, tags) != JSON_OBJECT)
        return refuse(&q->refusal, OXO_INVALID_MESSAGE,
                      "tags are not an object");
    const int end = (int)q->doc.tokens[tags].next;
    for (int at = tags + 1; at < end; at = (int)q->doc.tokens[at + 1].next) {
        char name[OXO_TAG_NAME + 1], value[OXO_TAG_VALUE + 1];
        oxo_status status = OXO_TEXT_TOO_LONG;
        if (json_to_string(&q->doc, at, name, sizeof name) &&
            json_to_string(&q->doc, at + 1, value, sizeof value))
            status = oxo_record_set_tag(r, name, value);
        if (status != OXO_OK)
            return refuse(&q->refusal, status, "a tag: %s",
                          oxo_status_sentence(status));
    }
    return true;
}

/* A number from 0 to 1 as ten-thousandths. */
static bool read_share(wasm_request *q, int at, oxo_intensity *ret)
{
    const int value = json_member(&q->doc, at, "intensity");
    if (value == JSON_NONE)
        return true;
    /* A number in JSON is always followed by a byte that ends it. */
    const json_token *token = &q->doc.tokens[value];
    const double share = token->kind == JSON_NUMBER
                             ? strtod(q->doc.text + token->start, NULL)
                             : -1;
    if (!(share >= 0 && share <= 1))
        return refuse(&q->refusal, OXO_INVALID_MESSAGE,
                      "intensity is not a number from 0 to 1");
    *ret = (oxo_intensity)lround(share * OXO_INTENSITY_ONE);
    return true;
}

static bool read_eval(wasm_request *q, int at, oxo_note *note)
{
    const int eval = json_member(&q->doc, at, "eval");
    const int kind = json_member(&q->doc, eval, "kind");
    int64_t value = 0;
    if (eval == JSON_NONE)
        return true;
    if (!request_int(q, eval, "value", INT32_MIN, INT32_MAX, &value))
        return false;
    note->value = (int32_t)value;
    for (uint8_t i = OXO_EVAL_ESTIMATE; i <= OXO_EVAL_DRAW; i++) {
        const bool fits = i == OXO_EVAL_WIN    ? value != 0
                          : i == OXO_EVAL_DRAW ? value == 0
                                               : true;
        if (json_is(&q->doc, kind, evals[i]) && fits) {
            note->kind = i;
            return true;
        }
    }
    return refuse(&q->refusal, OXO_INVALID_MESSAGE,
                  "eval is not an estimate, a win or a draw");
}

static bool read_comment(wasm_request *q, int at, oxo_record *r, int ply)
{
    static char text[OXO_COMMENTS_TEXT];
    if (json_member(&q->doc, at, "comment") == JSON_NONE)
        return true;
    if (!request_string(q, at, "comment", text, sizeof text))
        return false;
    const oxo_status status = oxo_record_set_comment(r, ply, text);
    return status == OXO_OK ||
           refuse(&q->refusal, status, "the comment behind move %d: %s", ply,
                  oxo_status_sentence(status));
}

/* Reads the note after `ply` moves. */
static bool read_note(wasm_request *q, int at, oxo_record *r, int ply)
{
    oxo_note *note = &r->notes[ply];
    oxo_turn none = {.time = 0};
    oxo_turn *turn = ply > 0 ? &r->game.history[ply - 1] : &none;
    if (json_kind_of(&q->doc, at) == JSON_NULL)
        return true;
    return read_comment(q, at, r, ply) && read_eval(q, at, note) &&
           read_share(q, at, &turn->intensity) &&
           request_int(q, at, "clock", 0, MOST_WHOLE, &note->clock) &&
           request_int(q, at, "time", -MOST_WHOLE, MOST_WHOLE, &turn->time);
}

static bool read_notes(wasm_request *q, oxo_record *r)
{
    const int notes = json_member(&q->doc, 0, "notes");
    if (notes == JSON_NONE)
        return true;
    const json_token *all = &q->doc.tokens[notes];
    if (all->kind != JSON_ARRAY || (int)all->count > r->game.length + 1)
        return refuse(&q->refusal, OXO_INVALID_MESSAGE,
                      "notes are not an array of one more than moves");
    int at = notes + 1;
    for (int ply = 0; ply < (int)all->count; ply++) {
        if (!read_note(q, at, r, ply))
            return false;
        at = (int)q->doc.tokens[at].next;
    }
    return true;
}

/* Removes intensities, so that they are not written: those of a replayed game
 * are computed, not part of the file. */
static void forget_intensities(oxo_game *g)
{
    for (int i = 0; i < g->length; i++)
        g->history[i].intensity = 0;
}

const char *core_write_record(size_t length)
{
    static oxo_record r;
    static char text[OXO_RECORD_TEXT];
    wasm_request q;
    oxo_game game;
    if (!request_open(&q, length) || !request_game(&q, 0, "game", &game))
        return answer_refusal(&q.refusal);
    forget_intensities(&game);
    oxo_record_init(&r, &game);
    if (!read_result(&q, &r) || !read_tags(&q, &r) || !read_notes(&q, &r))
        return answer_refusal(&q.refusal);
    oxo_record_format(&r, text, NULL);
    return answer_text(text);
}
