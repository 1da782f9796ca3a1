/* game.c - a game with its history. */
#include "oxo/game.h"

#include <assert.h>
#include <string.h>

#include "moves_inline.h"

oxo_game oxo_game_from(const oxo_position *start)
{
    assert(start->variant == OXO_CLASSIC ||
           start->variant == start->as.ultimate.rules);
    oxo_game g;
    memset(&g, 0, sizeof(g));
    g.start = *start;
    g.now = *start;
    return g;
}

oxo_game oxo_game_start(oxo_variant variant)
{
    const oxo_position start = oxo_position_start(variant);
    return oxo_game_from(&start);
}

/* ---- Playing ------------------------------------------------------------ */

/* Does not copy the unused end of the history: most games are short. */
static void copy_game(const oxo_game *g, oxo_game *ret)
{
    const size_t used = (size_t)g->length + g->undone;
    if (ret != g)
        memcpy(ret, g,
               offsetof(oxo_game, history) + used * sizeof(*g->history));
}

oxo_status oxo_game_check(const oxo_game *g, oxo_move m)
{
    return g->busy ? OXO_MOVE_IN_PROGRESS : oxo_position_check(&g->now, m);
}

oxo_status oxo_game_play(const oxo_game *g, const oxo_turn *turn,
                         oxo_game *ret)
{
    const oxo_status status = oxo_game_check(g, turn->move);
    if (status != OXO_OK)
        return status;
    const oxo_turn played = *turn; /* `turn` may lie inside `ret` */
    copy_game(g, ret);
    ret->history[ret->length++] = played;
    ret->undone = 0;
    make_position_move(&ret->now, played.move);
    return OXO_OK;
}

const oxo_game *oxo_game_process_move(const oxo_game *g, oxo_move m,
                                      oxo_game *out)
{
    const oxo_turn turn = {.move = m};
    return oxo_game_play(g, &turn, out) == OXO_OK ? out : g;
}

void oxo_game_set_busy(const oxo_game *g, bool busy, oxo_game *ret)
{
    copy_game(g, ret);
    ret->busy = busy;
}

oxo_status oxo_game_undo(const oxo_game *g, oxo_game *ret)
{
    if (g->busy)
        return OXO_MOVE_IN_PROGRESS;
    if (g->length == 0)
        return OXO_NOTHING_TO_UNDO;
    copy_game(g, ret);
    ret->length--;
    ret->undone++;
    ret->now = oxo_game_position_at(ret, ret->length);
    return OXO_OK;
}

oxo_status oxo_game_redo(const oxo_game *g, oxo_game *ret)
{
    if (g->busy)
        return OXO_MOVE_IN_PROGRESS;
    if (g->undone == 0)
        return OXO_NOTHING_TO_REDO;
    copy_game(g, ret);
    make_position_move(&ret->now, ret->history[ret->length].move);
    ret->length++;
    ret->undone--;
    return OXO_OK;
}

void oxo_game_reset(const oxo_game *g, oxo_game *ret)
{
    const oxo_position start = g->start;
    *ret = oxo_game_from(&start);
}

/* ---- Questions ---------------------------------------------------------- */

oxo_variant oxo_game_variant(const oxo_game *g)
{
    return (oxo_variant)g->start.variant;
}

oxo_mark oxo_game_turn(const oxo_game *g)
{
    return oxo_position_turn(&g->now);
}

oxo_outcome oxo_game_outcome(const oxo_game *g)
{
    return oxo_position_outcome(&g->now);
}

bool oxo_game_is_active(const oxo_game *g)
{
    return oxo_game_outcome(g) == OXO_ONGOING;
}

oxo_move oxo_game_last_move(const oxo_game *g)
{
    return g->length == 0 ? OXO_NO_MOVE : g->history[g->length - 1].move;
}

oxo_win oxo_game_win(const oxo_game *g)
{
    return oxo_position_win(&g->now);
}

oxo_position oxo_game_position_at(const oxo_game *g, int ply)
{
    assert(ply >= 0 && ply <= g->length + g->undone);
    oxo_position p = g->start;
    for (int i = 0; i < ply; i++)
        make_position_move(&p, g->history[i].move);
    return p;
}

oxo_mark oxo_game_mark_at(const oxo_game *g, int ply)
{
    assert(ply >= 0 && ply < g->length);
    const oxo_mark first = oxo_position_turn(&g->start);
    return ply % 2 == 0 ? first : oxo_mark_other(first);
}

/* ---- Events ------------------------------------------------------------- */

const char *oxo_event_name(oxo_event_kind kind)
{
    static const char *const names[] = {"MoveMade", "BoardWon", "BoardDrawn",
                                        "GameWon", "GameDrawn"};
    assert(kind <= OXO_GAME_DRAWN);
    return names[kind];
}

static void set_line(oxo_event *event, oxo_win win)
{
    memcpy(event->line, win.cells, sizeof(event->line));
}

/* The event of the board in which the move was played; returns 0 or 1. */
static int board_event(const oxo_ultimate *before, const oxo_ultimate *after,
                       oxo_move move, oxo_event *event)
{
    const int board = move / 9;
    const oxo_outcome outcome = oxo_ultimate_board_outcome(after, board);
    if (outcome == OXO_ONGOING ||
        oxo_ultimate_board_outcome(before, board) != OXO_ONGOING)
        return 0;
    event->board = (uint8_t)board;
    event->mark = oxo_outcome_winner(outcome);
    event->kind = outcome == OXO_DRAW ? OXO_BOARD_DRAWN : OXO_BOARD_WON;
    set_line(event, oxo_board_win(oxo_ultimate_board(after, board)));
    return 1;
}

/* The event of the game as a whole; returns 0 or 1. */
static int game_event(const oxo_position *after, oxo_event *event)
{
    const oxo_outcome outcome = oxo_position_outcome(after);
    if (outcome == OXO_ONGOING)
        return 0;
    event->mark = oxo_outcome_winner(outcome);
    event->kind = outcome == OXO_DRAW ? OXO_GAME_DRAWN : OXO_GAME_WON;
    set_line(event, oxo_position_win(after));
    return 1;
}

int oxo_game_events(const oxo_game *g, int ply, oxo_event out[OXO_MAX_EVENTS])
{
    assert(ply >= 0 && ply < g->length);
    const oxo_turn *turn = &g->history[ply];
    const oxo_position before = oxo_game_position_at(g, ply);
    const oxo_position after = oxo_position_play(&before, turn->move);
    for (int i = 0; i < OXO_MAX_EVENTS; i++)
        out[i] = (oxo_event){.position = after, .mark = OXO_NONE};

    out[0].kind = OXO_MOVE_MADE;
    out[0].mark = oxo_game_mark_at(g, ply);
    out[0].move = turn->move;
    out[0].intensity = turn->intensity;
    int n = 1;
    if (g->start.variant != OXO_CLASSIC)
        n += board_event(&before.as.ultimate, &after.as.ultimate, turn->move,
                         &out[n]);
    return n + game_event(&after, &out[n]);
}
