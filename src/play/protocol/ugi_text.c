/* ugi_text.c - writes the answers of UGI, one line each. */
#include "ugi_text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "oxo/notation.h"

/* Longer than the longest line, an `info` with 81 moves. */
enum { LINE = 1024 };

/* Room for 81 moves, each with a space before it. */
enum { MOVES_TEXT = OXO_MAX_MOVES * OXO_MOVE_TEXT + 1 };

static void send_line(FILE *out, char line[LINE + 1])
{
    const size_t length = strlen(line);
    line[length] = '\n';
    fwrite(line, 1, length + 1, out);
    fflush(out);
}

void ugi_say(FILE *out, const char *format, ...)
{
    char line[LINE + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, LINE, format, arguments);
    va_end(arguments);
    send_line(out, line);
}

void ugi_tell(FILE *out, const char *format, ...)
{
    char line[LINE + 1] = "info string ";
    const size_t start = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + start, LINE - start, format, arguments);
    va_end(arguments);
    for (char *c = line + start; *c; c++)
        *c = (char)(*c < ' ' || *c > '~' ? '?' : *c);
    send_line(out, line);
}

/* ---- ugi ---------------------------------------------------------------- */

static void introduce_variants(FILE *out, const player *p)
{
    char line[LINE];
    int length = snprintf(line, sizeof line, "%s",
                          oxo_variant_word(player_first_variant(p)));
    for (int v = 0; v < OXO_VARIANTS; v++) {
        if (player_plays(p, (oxo_variant)v))
            length += snprintf(line + length, sizeof line - (size_t)length,
                               " var %s", oxo_variant_word((oxo_variant)v));
    }
    ugi_say(out, "option name UGI_Variant type combo default %s", line);
}

static void introduce_option(FILE *out, const player_option *o)
{
    if (player_option_is_yes_or_no(o))
        ugi_say(out, "option name %s type check default %s", o->name,
                o->standard ? "true" : "false");
    else
        ugi_say(out,
                "option name %s type spin default %" PRId64 " min %" PRId64
                " max %" PRId64,
                o->name, o->standard, o->least, o->most);
}

void ugi_introduce(FILE *out, const player *p)
{
    ugi_say(out, "id name %s", p->name);
    ugi_say(out, "id author %s", p->author);
    for (const player_option *o = p->options; o->name; o++)
        introduce_option(out, o);
    introduce_variants(out, p);
    ugi_say(out, "ugiok");
}

/* ---- go ----------------------------------------------------------------- */

static void list_moves(oxo_variant variant, const oxo_move *moves, int count,
                       char out[MOVES_TEXT])
{
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        *out++ = ' ';
        out += oxo_move_format(OXO_NATIVE, variant, moves[i], out);
    }
}

/* A `mate` counts the moves of one side, a distance those of both. Under
 * `ultimate-cg` the loser may make the last move: wins and losses may both
 * have odd distances. */
static void format_score(const oxo_value *v, char *out, size_t size)
{
    const int moves = (v->distance + 1) / 2;
    switch (v->kind) {
    case OXO_PROVEN_WIN:
        snprintf(out, size, "mate %d", moves);
        break;
    case OXO_PROVEN_LOSS:
        snprintf(out, size, "mate %d", -moves);
        break;
    case OXO_PROVEN_DRAW:
        snprintf(out, size, "cp 0");
        break;
    case OXO_ESTIMATED:
        snprintf(out, size, "cp %d", v->centi);
        break;
    }
}

void ugi_report(FILE *out, oxo_variant variant, const oxo_search_info *info)
{
    char score[32], moves[MOVES_TEXT];
    const oxo_value *v = &info->line.value;
    const uint64_t time = info->time > 0 ? (uint64_t)info->time : 0;
    format_score(v, score, sizeof score);
    list_moves(variant, info->line.moves, info->line.length, moves);
    ugi_say(
        out,
        "info depth %d seldepth %d multipv %d score %s wdl %d %d %d "
        "nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRIu64 " pv%s",
        info->depth, info->deepest, info->rank, score, v->wdl[0], v->wdl[1],
        v->wdl[2], info->nodes, info->nodes * 1000 / (time ? time : 1),
        info->hash_full, time, moves);
}

void ugi_answer(FILE *out, oxo_variant variant, const player_choice *choice)
{
    char move[OXO_MOVE_TEXT], reply[OXO_MOVE_TEXT];
    if (choice->move == OXO_NO_MOVE) {
        ugi_say(out, "bestmove none");
        return;
    }
    oxo_move_format(OXO_NATIVE, variant, choice->move, move);
    if (choice->reply == OXO_NO_MOVE) {
        ugi_say(out, "bestmove %s", move);
        return;
    }
    oxo_move_format(OXO_NATIVE, variant, choice->reply, reply);
    ugi_say(out, "bestmove %s ponder %s", move, reply);
}

/* ---- query -------------------------------------------------------------- */

static const char *word_of_bool(bool value)
{
    return value ? "true" : "false";
}

static void respond_moves(FILE *out, const oxo_position *p)
{
    oxo_move moves[OXO_MAX_MOVES];
    char text[MOVES_TEXT];
    list_moves((oxo_variant)p->variant, moves, oxo_position_moves(p, moves),
               text);
    ugi_say(out, "response%s", text);
}

static void respond_fen(FILE *out, const oxo_position *p)
{
    char text[OXO_POSITION_TEXT];
    /* The native notation can write every position. */
    if (oxo_position_format(OXO_NATIVE, p, text, NULL) == OXO_OK)
        ugi_say(out, "response %s", text);
}

void ugi_respond(FILE *out, ugi_question question, const oxo_position *p)
{
    static const char *const results[] = {[OXO_ONGOING] = "none",
                                          [OXO_X_WINS] = "p1win",
                                          [OXO_O_WINS] = "p2win",
                                          [OXO_DRAW] = "draw"};
    const oxo_outcome outcome = oxo_position_outcome(p);
    switch (question) {
    case UGI_P1_TURN:
        ugi_say(out, "response %s",
                word_of_bool(oxo_position_turn(p) == OXO_X));
        break;
    case UGI_GAME_OVER:
        ugi_say(out, "response %s", word_of_bool(outcome != OXO_ONGOING));
        break;
    case UGI_RESULT:
        ugi_say(out, "response %s", results[outcome]);
        break;
    case UGI_FEN:
        respond_fen(out, p);
        break;
    case UGI_LEGAL_MOVES:
        respond_moves(out, p);
        break;
    case UGI_QUESTIONS:
        break;
    }
}
