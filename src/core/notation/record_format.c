/* record_format.c - writes game files (.tpgn) in canonical form.
 *
 * Lines of moves break before column 80 in place of any space, in comments,
 * too: the reader treats a line end like a space. */
#include "oxo/notation.h"

#include <assert.h>
#include <string.h>

#include "move_text.h"
#include "record.h"

enum {
    LINE_WIDTH = 79,

    /* The most bytes that each part takes. */
    TAG_BYTES = OXO_TAG_NAME + 2 * OXO_TAG_VALUE + 8,
    FEN_BYTES = 32 + OXO_POSITION_TEXT,
    NOTE_BYTES = 128, /* number, move, braces, four commands */
    MOST_BYTES = (OXO_MAX_TAGS + 3) * TAG_BYTES + FEN_BYTES +
                 (OXO_MAX_MOVES + 1) * NOTE_BYTES + OXO_COMMENTS_TEXT + 16
};
static_assert(MOST_BYTES < (int)OXO_RECORD_TEXT,
              "a record has room in its text");

typedef struct record_writer {
    text_writer text;
    size_t line;  /* where the line begins */
    size_t word;  /* where the word begins */
    bool comment; /* a comment is open */
} record_writer;

/* ---- Tags --------------------------------------------------------------- */

static void put_tag(text_writer *w, const char *name, const char *value)
{
    text_put(w, '[');
    text_put_word(w, name);
    text_put_word(w, " \"");
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            text_put(w, '\\');
        text_put(w, *value);
    }
    text_put_word(w, "\"]\n");
}

static void put_special(text_writer *w, record_special tag, const char *value)
{
    put_tag(w, record_special_names[tag], value);
}

/* The tags for a game that did not begin at its variant's start. */
static void put_start(text_writer *w, const oxo_position *start)
{
    const oxo_position usual = oxo_position_start((oxo_variant)start->variant);
    if (memcmp(start, &usual, sizeof(usual)) == 0)
        return;
    char fen[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, start, fen, NULL);
    put_special(w, RECORD_SETUP, "1");
    put_special(w, RECORD_FEN, fen);
}

static void put_tags(text_writer *w, const oxo_record *r)
{
    for (int i = 0; i < RECORD_ROSTER; i++)
        put_tag(w, r->tags[i].name, r->tags[i].value);
    put_special(w, RECORD_RESULT, record_results[r->result]);
    put_special(w, RECORD_VARIANT,
                oxo_variant_word(oxo_game_variant(&r->game)));
    put_start(w, &r->game.start);
    for (int i = RECORD_ROSTER; i < r->tag_count; i++)
        put_tag(w, r->tags[i].name, r->tags[i].value);
    text_put(w, '\n');
}

/* ---- Words and lines ---------------------------------------------------- */

static void begin_word(record_writer *w)
{
    if (w->text.length > w->line)
        text_put(&w->text, ' ');
    w->word = w->text.length;
}

/* If the word just written does not fit into its line, the space before it
 * becomes a line end. */
static void end_word(record_writer *w)
{
    if (w->text.length - w->line > LINE_WIDTH && w->word > w->line) {
        w->text.out[w->word - 1] = '\n';
        w->line = w->word;
    }
}

static void begin_comment_word(record_writer *w)
{
    if (w->comment)
        end_word(w);
    begin_word(w);
    if (!w->comment)
        text_put(&w->text, '{');
    w->comment = true;
}

static void begin_command(record_writer *w, const char *opening)
{
    begin_comment_word(w);
    text_put_word(&w->text, opening);
}

/* ---- Notes -------------------------------------------------------------- */

/* Writes the sign of a number; returns its magnitude. */
static uint64_t put_sign(text_writer *w, int64_t value)
{
    if (value >= 0)
        return (uint64_t)value;
    text_put(w, '-');
    return 0 - (uint64_t)value;
}

static void put_eval(record_writer *w, const oxo_note *note)
{
    if (note->kind == OXO_EVAL_NONE)
        return;
    assert(note->kind != OXO_EVAL_WIN || note->value != 0);
    begin_command(w, "[%eval ");
    if (note->kind == OXO_EVAL_DRAW) {
        text_put(&w->text, '=');
    } else if (note->kind == OXO_EVAL_WIN) {
        text_put(&w->text, '#');
        text_put_number(&w->text, put_sign(&w->text, note->value), 1);
    } else {
        const uint64_t hundredths = put_sign(&w->text, note->value);
        text_put_number(&w->text, hundredths / 100, 1);
        text_put(&w->text, '.');
        text_put_number(&w->text, hundredths % 100, 2);
    }
    text_put(&w->text, ']');
}

static void put_clock(record_writer *w, int64_t clock)
{
    if (clock < 0)
        return;
    const uint64_t ms = (uint64_t)clock;
    begin_command(w, "[%clk ");
    text_put_number(&w->text, ms / 3600000, 1);
    text_put(&w->text, ':');
    text_put_number(&w->text, ms / 60000 % 60, 2);
    text_put(&w->text, ':');
    text_put_number(&w->text, ms / 1000 % 60, 2);
    if (ms % 1000 != 0) {
        text_put(&w->text, '.');
        text_put_number(&w->text, ms % 1000, 3);
    }
    text_put(&w->text, ']');
}

static void put_turn(record_writer *w, const oxo_turn *turn)
{
    assert(turn->intensity <= OXO_INTENSITY_ONE);
    if (turn->intensity != 0) {
        begin_command(w, "[%intensity ");
        text_put_number(&w->text, turn->intensity / OXO_INTENSITY_ONE, 1);
        text_put(&w->text, '.');
        text_put_number(&w->text, turn->intensity % OXO_INTENSITY_ONE, 4);
        text_put(&w->text, ']');
    }
    if (turn->time != 0) {
        begin_command(w, "[%time ");
        text_put_number(&w->text, put_sign(&w->text, turn->time), 1);
        text_put(&w->text, ']');
    }
}

static void put_words(record_writer *w, const char *text)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        begin_comment_word(w);
        text_put_bytes(&w->text, text, length);
        text += length;
        text += *text == ' ';
    }
}

/* Writes the note after `ply` moves; returns whether there is one. */
static bool put_note(record_writer *w, const oxo_record *r, int ply)
{
    put_eval(w, &r->notes[ply]);
    put_clock(w, r->notes[ply].clock);
    if (ply > 0)
        put_turn(w, &r->game.history[ply - 1]);
    put_words(w, oxo_record_comment(r, ply));
    if (!w->comment)
        return false;
    w->comment = false;
    text_put(&w->text, '}');
    end_word(w);
    return true;
}

/* ---- Moves -------------------------------------------------------------- */

/* "12." before a move of X, "12..." before one of O. */
static void put_number(record_writer *w, const oxo_game *g, int ply)
{
    const int before = oxo_game_mark_at(g, 0) == OXO_O ? ply + 1 : ply;
    begin_word(w);
    text_put_number(&w->text, (uint64_t)before / 2 + 1, 1);
    text_put_word(&w->text, oxo_game_mark_at(g, ply) == OXO_X ? "." : "...");
    end_word(w);
}

static void put_moves(record_writer *w, const oxo_record *r)
{
    bool needs_number = true; /* the first move, and a move after a note */
    put_note(w, r, 0);
    for (int ply = 0; ply < r->game.length; ply++) {
        if (needs_number || oxo_game_mark_at(&r->game, ply) == OXO_X)
            put_number(w, &r->game, ply);
        begin_word(w);
        move_put_letters(&w->text, oxo_game_variant(&r->game),
                         r->game.history[ply].move);
        end_word(w);
        needs_number = put_note(w, r, ply + 1);
    }
}

void oxo_record_format(const oxo_record *r, char out[OXO_RECORD_TEXT],
                       size_t *ret_length)
{
    assert(oxo_game_is_active(&r->game) ||
           r->result == oxo_game_outcome(&r->game));
    record_writer w = {.text = {.out = out, .size = OXO_RECORD_TEXT}};
    put_tags(&w.text, r);
    w.line = w.text.length;
    put_moves(&w, r);
    begin_word(&w);
    text_put_word(&w.text, record_results[r->result]);
    end_word(&w);
    text_put(&w.text, '\n');
    if (ret_length)
        *ret_length = w.text.length;
}
