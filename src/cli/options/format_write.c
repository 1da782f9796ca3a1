/* format_write.c - writes positions and games in all formats. */
#include "format.h"

#include <string.h>

#include "format_board.h"
#include "json_write.h"

const char *format_outcome(oxo_outcome outcome)
{
    static const char *const words[] = {"ongoing", "x-wins", "o-wins", "draw"};
    return words[outcome];
}

const char *format_result(oxo_outcome outcome)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return results[outcome];
}

const char *format_mark(oxo_mark mark)
{
    static const char *const words[] = {"x", "o", "none"};
    return words[mark];
}

/* ---- Lines of text ------------------------------------------------------ */

static oxo_status write_position(FILE *out, oxo_notation notation,
                                 const oxo_position *p)
{
    char text[OXO_POSITION_TEXT];
    const oxo_status status = oxo_position_format(notation, p, text, NULL);
    if (status == OXO_OK)
        fprintf(out, "%s\n", text);
    return status;
}

static oxo_status write_board(FILE *out, format to, const oxo_position *p)
{
    char text[BOARD_TEXT];
    if (p->variant != OXO_CLASSIC)
        return OXO_NOT_EXPRESSIBLE;
    if (to == FORMAT_FLAT)
        board_format_flat(p, text);
    else
        board_format_matrix(p, text);
    fprintf(out, "%s\n", text);
    return OXO_OK;
}

/* A list of moves cannot express a start position other than the usual one,
 * and a single position has no moves. */
static oxo_status write_moves(FILE *out, oxo_notation notation,
                              const format_item *item, bool separate)
{
    const oxo_game *game = &item->record.game;
    const oxo_variant variant = oxo_game_variant(game);
    const oxo_position start = oxo_position_start(variant);
    char text[OXO_MOVE_TEXT];
    if (!item->is_game || memcmp(&start, &game->start, sizeof start) != 0)
        return OXO_NOT_EXPRESSIBLE;
    const bool lines = notation == OXO_CODINGAME;
    if (lines && separate)
        fputc('\n', out);
    for (int i = 0; i < game->length; i++) {
        oxo_move_format(notation, variant, game->history[i].move, text);
        fprintf(out, "%s%s", i == 0 ? "" : lines ? "\n" : " ", text);
    }
    fputc('\n', out);
    return OXO_OK;
}

static void write_tpgn(FILE *out, const oxo_record *record, bool separate)
{
    static char text[OXO_RECORD_TEXT];
    size_t length;
    oxo_record_format(record, text, &length);
    if (separate)
        fputc('\n', out);
    fwrite(text, 1, length, out);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_position(json_writer *w, const char *key,
                          const oxo_position *p)
{
    char text[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, p, text, NULL);
    json_string(w, key, text);
}

static void json_moves(json_writer *w, const oxo_game *game)
{
    char text[OXO_MOVE_TEXT];
    json_open_array(w, "moves");
    for (int i = 0; i < game->length; i++) {
        oxo_move_format(OXO_NATIVE, oxo_game_variant(game),
                        game->history[i].move, text);
        json_string(w, NULL, text);
    }
    json_close(w);
}

static void json_evaluation(json_writer *w, const oxo_note *note)
{
    static const char *const kinds[] = {"none", "estimate", "win", "draw"};
    if (note->kind == OXO_EVAL_NONE)
        return;
    json_open_object(w, "eval");
    json_string(w, "kind", kinds[note->kind]);
    json_int(w, "value", note->value);
    json_close(w);
}

static void json_note(json_writer *w, const oxo_record *record, int ply)
{
    const oxo_note *note = &record->notes[ply];
    const char *comment = oxo_record_comment(record, ply);
    const oxo_intensity intensity =
        ply > 0 ? record->game.history[ply - 1].intensity : 0;
    if (note->clock < 0 && note->kind == OXO_EVAL_NONE && intensity == 0 &&
        comment[0] == '\0')
        return;
    json_open_object(w, NULL);
    json_int(w, "ply", ply);
    json_evaluation(w, note);
    if (note->clock >= 0)
        json_int(w, "clock", note->clock);
    if (intensity)
        json_double(w, "intensity", intensity / (double)OXO_INTENSITY_ONE);
    if (comment[0])
        json_string(w, "comment", comment);
    json_close(w);
}

static void json_game(json_writer *w, const oxo_record *record)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    json_position(w, "start", &record->game.start);
    json_moves(w, &record->game);
    json_string(w, "result", results[record->result]);
    json_open_object(w, "tags");
    for (int i = 0; i < record->tag_count; i++)
        json_string(w, record->tags[i].name, record->tags[i].value);
    json_close(w);
    json_open_array(w, "notes");
    for (int ply = 0; ply <= record->game.length; ply++)
        json_note(w, record, ply);
    json_close(w);
}

static void write_json(FILE *out, const format_item *item)
{
    const oxo_position *p = &item->record.game.now;
    const oxo_outcome outcome = oxo_position_outcome(p);
    json_writer w = json_to(out);
    json_open_object(&w, NULL);
    json_string(&w, "kind", item->is_game ? "game" : "position");
    json_string(&w, "variant", oxo_variant_word((oxo_variant)p->variant));
    json_position(&w, "position", p);
    json_string(&w, "turn", format_mark(oxo_position_turn(p)));
    json_string(&w, "outcome", format_outcome(outcome));
    if (item->is_game)
        json_game(&w, &item->record);
    json_close(&w);
}

/* ---- All formats -------------------------------------------------------- */

oxo_status format_write(FILE *out, format to, const format_item *item,
                        int number)
{
    const oxo_position *p = &item->record.game.now;
    switch (to) {
    case FORMAT_ULTIMATTT:
        return write_position(out, OXO_ULTIMATTT, p);
    case FORMAT_UTTTAI:
        return write_position(out, OXO_UTTTAI, p);
    case FORMAT_MOVES:
        return write_moves(out, OXO_NATIVE, item, number > 0);
    case FORMAT_UTTTAI_MOVES:
        return write_moves(out, OXO_UTTTAI, item, number > 0);
    case FORMAT_CODINGAME:
        return write_moves(out, OXO_CODINGAME, item, number > 0);
    case FORMAT_FLAT:
    case FORMAT_MATRIX:
        return write_board(out, to, p);
    case FORMAT_TPGN:
        write_tpgn(out, &item->record, number > 0);
        return OXO_OK;
    case FORMAT_JSON:
        write_json(out, item);
        return OXO_OK;
    default:
        return write_position(out, OXO_NATIVE, p);
    }
}
