/* core_rules.c - the view of a game, and checking moves. */
#include "core_request.h"
#include "oxo/intensity.h"
#include "report.h"

static bool is_classic(const oxo_position *p)
{
    return p->variant == OXO_CLASSIC;
}

/* ---- Boards ------------------------------------------------------------- */

static void write_owner(json_writer *w, oxo_outcome outcome)
{
    if (outcome == OXO_ONGOING)
        json_null(w, "owner");
    else
        json_string(w, "owner", report_outcome_word(outcome));
}

static void write_cells(json_writer *w, oxo_board board)
{
    char cells[OXO_CELLS + 1] = "";
    for (int i = 0; i < OXO_CELLS; i++)
        cells[i] = "xo."[oxo_board_at(board, i)];
    json_string(w, "cells", cells);
}

static void write_three(json_writer *w, const char *key,
                        const uint8_t cells[3])
{
    json_open_array(w, key);
    for (int i = 0; i < 3; i++)
        json_int(w, NULL, cells[i]);
    json_close(w);
}

/* The owner's line in a board. Under `ultimate-continue` the other side may
 * have completed a line later. */
static void write_line(json_writer *w, oxo_board board, oxo_mark owner)
{
    for (int i = 0; i < OXO_LINES && owner != OXO_NONE; i++) {
        const uint8_t *cells = oxo_lines[i];
        const unsigned line = 1U << cells[0] | 1U << cells[1] | 1U << cells[2];
        if ((board.cells[owner] & line) == line) {
            write_three(w, "line", cells);
            return;
        }
    }
    json_null(w, "line");
}

static void write_board(json_writer *w, oxo_board board, oxo_outcome outcome,
                        bool playable)
{
    json_open_object(w, NULL);
    write_cells(w, board);
    write_owner(w, outcome);
    write_line(w, board, oxo_outcome_winner(outcome));
    json_bool(w, "playable", playable);
    json_close(w);
}

static void write_boards(json_writer *w, const oxo_position *p)
{
    json_open_array(w, "boards");
    if (is_classic(p)) {
        const oxo_outcome outcome = oxo_position_outcome(p);
        write_board(w, p->as.classic.board, outcome, outcome == OXO_ONGOING);
    } else {
        const oxo_ultimate *u = &p->as.ultimate;
        const unsigned active = oxo_ultimate_active(u);
        for (int i = 0; i < OXO_CELLS; i++)
            write_board(w, oxo_ultimate_board(u, i),
                        oxo_ultimate_board_outcome(u, i), active >> i & 1);
    }
    json_close(w);
}

static void write_target(json_writer *w, const oxo_position *p)
{
    if (is_classic(p) || oxo_position_outcome(p) != OXO_ONGOING ||
        p->as.ultimate.forced == OXO_ANY_BOARD)
        json_null(w, "target");
    else
        json_int(w, "target", p->as.ultimate.forced);
}

/* ---- Moves -------------------------------------------------------------- */

static void write_legal(json_writer *w, const oxo_position *p)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(p, moves);
    report_moves(w, "legal", (oxo_variant)p->variant, moves, count);
}

/* The board that a move decided, if any. */
static void write_decided(json_writer *w, const oxo_game *g, int ply)
{
    oxo_event events[OXO_MAX_EVENTS];
    const int count = oxo_game_events(g, ply, events);
    for (int i = 0; i < count; i++) {
        const oxo_event *e = &events[i];
        if (e->kind != OXO_BOARD_WON && e->kind != OXO_BOARD_DRAWN)
            continue;
        json_open_object(w, "board");
        json_int(w, "index", e->board);
        if (e->kind == OXO_BOARD_WON)
            report_mark(w, "owner", e->mark);
        else
            json_string(w, "owner", report_outcome_word(OXO_DRAW));
        json_close(w);
    }
}

static void write_turns(json_writer *w, const oxo_game *g)
{
    json_open_array(w, "turns");
    for (int ply = 0; ply < g->length; ply++) {
        const oxo_turn *turn = &g->history[ply];
        json_open_object(w, NULL);
        report_move(w, "move", oxo_game_variant(g), turn->move);
        report_mark(w, "mark", oxo_game_mark_at(g, ply));
        report_share(w, "intensity", turn->intensity);
        write_decided(w, g, ply);
        json_close(w);
    }
    json_close(w);
}

/* ---- Views -------------------------------------------------------------- */

static void write_win(json_writer *w, const oxo_game *g)
{
    const oxo_win win = oxo_game_win(g);
    if (win.winner == OXO_NONE)
        json_null(w, "line");
    else
        write_three(w, "line", win.cells);
}

static void write_view(json_writer *w, const oxo_game *g)
{
    const oxo_variant variant = oxo_game_variant(g);
    char position[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, &g->now, position, NULL);
    json_open_object(w, "value");
    json_string(w, "variant", oxo_variant_word(variant));
    json_string(w, "position", position);
    report_mark(w, "turn", oxo_game_turn(g));
    json_string(w, "outcome", report_outcome_word(oxo_game_outcome(g)));
    write_boards(w, &g->now);
    write_target(w, &g->now);
    write_legal(w, &g->now);
    report_move(w, "last", variant, oxo_game_last_move(g));
    write_win(w, g);
    report_share(w, "intensity", oxo_intensity_of(&g->now));
    write_turns(w, g);
    json_close(w);
}

const char *core_view(size_t length)
{
    wasm_request r;
    oxo_game game;
    if (!request_open(&r, length) || !request_game(&r, 0, NULL, &game))
        return answer_refusal(&r.refusal);
    json_writer w = answer_begin();
    write_view(&w, &game);
    return answer_end(&w);
}

const char *core_check(size_t length)
{
    wasm_request r;
    oxo_game game;
    oxo_move m;
    if (!request_open(&r, length) || !request_game(&r, 0, "game", &game))
        return answer_refusal(&r.refusal);
    const int move = json_member(&r.doc, 0, "move");
    if (request_move(&r, move, oxo_game_variant(&game), &m)) {
        const oxo_status status = oxo_game_check(&game, m);
        refuse(&r.refusal, status, "%s", oxo_status_sentence(status));
    }
    json_writer w = answer_begin();
    if (r.refusal.status == OXO_OK) {
        json_null(&w, "value");
    } else {
        json_open_object(&w, "value");
        answer_error_members(&w, &r.refusal);
        json_close(&w);
    }
    return answer_end(&w);
}

const char *core_about(void)
{
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    json_string(&w, "version", oxo_version());
    json_open_object(&w, "statuses");
    for (int i = 0; i < OXO_STATUS_COUNT; i++)
        json_string(&w, oxo_status_word((oxo_status)i),
                    oxo_status_sentence((oxo_status)i));
    json_close(&w);
    json_close(&w);
    return answer_end(&w);
}
