/* agree.c - compares the library with the referee. */
#include "agree.h"

#include <string.h>

oxo_mark mark_of_char(char c)
{
    return c == 'X' ? OXO_X : c == 'O' ? OXO_O : OXO_NONE;
}

oxo_outcome outcome_of_char(char c)
{
    if (c == '.')
        return OXO_ONGOING;
    return c == 'D' ? OXO_DRAW : oxo_outcome_won_by(mark_of_char(c));
}

static bool is_same_line(const uint8_t cells[3], const int line[3])
{
    return cells[0] == line[0] && cells[1] == line[1] && cells[2] == line[2];
}

static bool is_same_win(oxo_win win, const referee *r)
{
    int line[3] = {0, 0, 0};
    const char winner = referee_winning_line(r, line);
    return win.winner == mark_of_char(winner) && is_same_line(win.cells, line);
}

/* ---- A position --------------------------------------------------------- */

static bool cells_agree(const oxo_position *p, const referee *r)
{
    for (int m = 0; m < 9 * r->boards; m++) {
        if (oxo_position_at(p, (oxo_move)m) !=
            mark_of_char(referee_cell(r, m / 9, m % 9)))
            return false;
    }
    return true;
}

/* Compares the answers to every move. The list of legal moves must hold
 * exactly the moves that both sides allow. */
static const char *moves_disagreement(const oxo_position *p, const referee *r)
{
    static const oxo_move beyond[] = {81, 82, 90, 127, 128, 254, OXO_NO_MOVE};
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(p, moves);
    int n = 0;
    for (int i = 0; i < OXO_MAX_MOVES + (int)sizeof(beyond); i++) {
        const oxo_move m =
            i < OXO_MAX_MOVES ? (oxo_move)i : beyond[i - OXO_MAX_MOVES];
        const oxo_status status = oxo_position_check(p, m);
        const char *reason = referee_reason(r, m / 9, m % 9);
        if (strcmp(oxo_status_word(status), reason) != 0)
            return "the answer to a move";
        if (status == OXO_OK && (n == count || moves[n++] != m))
            return "the legal moves";
    }
    if (n != count || oxo_perft(p, 1) != (uint64_t)n)
        return "the number of moves";
    return NULL;
}

static const char *boards_disagreement(const oxo_ultimate *p, const referee *r)
{
    unsigned active = 0;
    for (int board = 0; board < 9; board++) {
        if (oxo_ultimate_board_outcome(p, board) !=
            outcome_of_char(r->owner[board]))
            return "the owner of a board";
        if (r->result == '.' && referee_takes_moves(r, board) &&
            (r->forced == -1 || r->forced == board))
            active |= 1U << board;
    }
    if (oxo_ultimate_active(p) != active)
        return "the active boards";
    if (p->forced != (r->forced == -1 ? OXO_ANY_BOARD : r->forced))
        return "the board to play in";
    return oxo_ultimate_validate(p, NULL) == OXO_OK ? NULL : "validity";
}

const char *position_disagreement(const oxo_position *p, const referee *r)
{
    if (!cells_agree(p, r))
        return "the cells";
    if (oxo_position_turn(p) != mark_of_char(r->turn))
        return "the turn";
    if (oxo_position_outcome(p) != outcome_of_char(r->result))
        return "the outcome";
    if (!is_same_win(oxo_position_win(p), r))
        return "the winning line";
    const char *what = moves_disagreement(p, r);
    if (what)
        return what;
    if (r->boards == 9)
        return boards_disagreement(&p->as.ultimate, r);
    return oxo_classic_validate(&p->as.classic) == OXO_OK ? NULL : "validity";
}

/* ---- Events ------------------------------------------------------------- */

static const char *board_event_disagreement(const oxo_event *e,
                                            const referee *after, int board)
{
    char square[3][3];
    int line[3] = {0, 0, 0};
    for (int cell = 0; cell < 9; cell++)
        square[cell / 3][cell % 3] = referee_cell(after, board, cell);
    const char winner = referee_line(square, line);
    if (e->kind != (winner == '.' ? OXO_BOARD_DRAWN : OXO_BOARD_WON))
        return "the kind of a board's event";
    if (e->board != board || e->mark != mark_of_char(winner) ||
        !is_same_line(e->line, line))
        return "a board's event";
    return NULL;
}

static const char *game_event_disagreement(const oxo_event *e,
                                           const referee *after)
{
    int line[3] = {0, 0, 0};
    referee_winning_line(after, line);
    if (e->kind != (after->result == 'D' ? OXO_GAME_DRAWN : OXO_GAME_WON))
        return "the kind of a game's event";
    if (e->mark != mark_of_char(after->result) || !is_same_line(e->line, line))
        return "a game's event";
    return NULL;
}

static const char *move_event_disagreement(const oxo_event *e,
                                           const oxo_game *g,
                                           const referee *before)
{
    const oxo_turn *last = &g->history[g->length - 1];
    if (e->kind != OXO_MOVE_MADE || e->mark != mark_of_char(before->turn) ||
        e->move != last->move || e->intensity != last->intensity)
        return "MoveMade";
    return NULL;
}

const char *events_disagreement(const oxo_game *g, const referee *before,
                                const referee *after)
{
    oxo_event events[OXO_MAX_EVENTS];
    const int count = oxo_game_events(g, g->length - 1, events);
    const int board = oxo_game_last_move(g) / 9;
    const bool board_decided = after->boards == 9 &&
                               before->owner[board] == '.' &&
                               after->owner[board] != '.';
    const bool game_decided = after->result != '.';
    if (count != 1 + board_decided + game_decided)
        return "the number of events";
    for (int i = 0; i < count; i++) {
        if (memcmp(&events[i].position, &g->now, sizeof(g->now)) != 0)
            return "the position of an event";
    }
    const char *what = move_event_disagreement(&events[0], g, before);
    if (!what && board_decided)
        what = board_event_disagreement(&events[1], after, board);
    if (!what && game_decided)
        what = game_event_disagreement(&events[count - 1], after);
    return what;
}
