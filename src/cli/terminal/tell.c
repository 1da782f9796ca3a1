/* tell.c - games in words. */
#include "tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"

static const char *const places[OXO_CELLS] = {
    "top left", "top",         "top right", "left",        "centre",
    "right",    "bottom left", "bottom",    "bottom right"};

static char mark_letter(oxo_mark mark)
{
    return "XO-"[mark];
}

const char *tell_variant(oxo_variant variant)
{
    static const char *const titles[OXO_VARIANTS] = {
        "Noughts and crosses", "Ultimate", "Ultimate, most boards win",
        "Ultimate, boards stay open"};
    return titles[variant];
}

void tell_turn(const oxo_position *p, char out[TELL_TEXT])
{
    const char mover = mark_letter(oxo_position_turn(p));
    if (p->variant == OXO_CLASSIC)
        snprintf(out, TELL_TEXT, "%c to move", mover);
    else if (p->as.ultimate.forced == OXO_ANY_BOARD)
        snprintf(out, TELL_TEXT, "%c to move, in any open board", mover);
    else
        snprintf(out, TELL_TEXT, "%c to move, in board %c", mover,
                 'a' + p->as.ultimate.forced);
}

void tell_outcome(const oxo_position *p, char out[TELL_TEXT])
{
    const oxo_outcome outcome = oxo_position_outcome(p);
    const oxo_win win = oxo_position_win(p);
    const char winner = mark_letter(oxo_outcome_winner(outcome));
    if (outcome == OXO_DRAW)
        snprintf(out, TELL_TEXT, "A draw");
    else if (win.winner == OXO_NONE)
        snprintf(out, TELL_TEXT, "%c wins with more boards", winner);
    else
        snprintf(out, TELL_TEXT, "%c wins with %c, %c and %c", winner,
                 'a' + win.cells[0], 'a' + win.cells[1], 'a' + win.cells[2]);
}

void tell_result(const oxo_game *g, const tell_end *end, char out[TELL_TEXT])
{
    if (oxo_game_outcome(g) != OXO_ONGOING || !end->over)
        tell_outcome(&g->now, out);
    else if (end->outcome == OXO_ONGOING)
        snprintf(out, TELL_TEXT, "No result: %s", end->why);
    else if (end->outcome == OXO_DRAW)
        snprintf(out, TELL_TEXT, "A draw: %s", end->why);
    else
        snprintf(out, TELL_TEXT, "%c wins: %s",
                 mark_letter(oxo_outcome_winner(end->outcome)), end->why);
}

/* ---- Moves -------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void
add_text(char out[TELL_TEXT], const char *format, ...)
{
    const size_t used = strlen(out);
    va_list list;
    va_start(list, format);
    vsnprintf(out + used, TELL_TEXT - used, format, list);
    va_end(list);
}

static void add_event(const oxo_event *e, char out[TELL_TEXT])
{
    if (e->kind == OXO_BOARD_WON)
        add_text(out, " %c wins board %c.", mark_letter(e->mark),
                 'a' + e->board);
    else if (e->kind == OXO_BOARD_DRAWN)
        add_text(out, " Board %c is drawn.", 'a' + e->board);
}

void tell_move(const oxo_game *g, int ply, char out[TELL_TEXT])
{
    const oxo_move m = g->history[ply].move;
    const oxo_variant variant = oxo_game_variant(g);
    oxo_event events[OXO_MAX_EVENTS];
    char text[OXO_MOVE_TEXT];
    oxo_move_format(OXO_NATIVE, variant, m, text);
    snprintf(out, TELL_TEXT,
             "%c plays %s: ", mark_letter(oxo_game_mark_at(g, ply)), text);
    if (variant == OXO_CLASSIC)
        add_text(out, "%s.", places[m]);
    else
        add_text(out, "board %c, %s.", 'a' + m / 9, places[m % 9]);
    const int count = oxo_game_events(g, ply, events);
    for (int i = 0; i < count; i++)
        add_event(&events[i], out);
}

void tell_refusal(const oxo_game *g, oxo_move m, oxo_status status,
                  char out[TELL_TEXT])
{
    const char *mover = oxo_game_turn(g) == OXO_X ? "X" : "O";
    if (status == OXO_WRONG_BOARD)
        snprintf(out, TELL_TEXT,
                 "The last move sends %s to board %c, not to %c.", mover,
                 'a' + g->now.as.ultimate.forced, 'a' + m / 9);
    else if (status == OXO_BOARD_CLOSED)
        snprintf(out, TELL_TEXT, "Board %c is already decided.", 'a' + m / 9);
    else
        snprintf(out, TELL_TEXT, "Not possible: %s.",
                 oxo_status_sentence(status));
}

/* ---- Numbers ------------------------------------------------------------ */

oxo_value tell_for_x(const oxo_value *value, oxo_mark mover)
{
    static const oxo_value_kind other[] = {OXO_ESTIMATED, OXO_PROVEN_LOSS,
                                           OXO_PROVEN_DRAW, OXO_PROVEN_WIN};
    oxo_value turned = *value;
    if (mover == OXO_X)
        return turned;
    turned.kind = other[value->kind];
    turned.centi = -value->centi;
    turned.wdl[0] = value->wdl[2];
    turned.wdl[2] = value->wdl[0];
    return turned;
}

void tell_value(const oxo_value *value, char out[TELL_TEXT])
{
    const int centi = value->centi;
    const int size = centi < 0 ? -centi : centi;
    if (value->kind == OXO_PROVEN_DRAW)
        snprintf(out, TELL_TEXT, "a draw");
    else if (value->kind != OXO_ESTIMATED && value->distance == 0)
        snprintf(out, TELL_TEXT, "%c has won",
                 value->kind == OXO_PROVEN_WIN ? 'X' : 'O');
    else if (value->kind != OXO_ESTIMATED)
        snprintf(out, TELL_TEXT, "%c wins in %d",
                 value->kind == OXO_PROVEN_WIN ? 'X' : 'O', value->distance);
    else if (size < 5)
        snprintf(out, TELL_TEXT, "even");
    else
        snprintf(out, TELL_TEXT, "%c +%d.%02d", centi > 0 ? 'X' : 'O',
                 size / 100, size % 100);
}

void tell_clock(int64_t milliseconds, char out[TELL_CLOCK])
{
    const int64_t left = milliseconds < 0 ? 0 : milliseconds;
    const long long seconds = left / 1000;
    if (seconds < 10)
        snprintf(out, TELL_CLOCK, "0:0%lld.%d", seconds,
                 (int)(left % 1000 / 100));
    else
        snprintf(out, TELL_CLOCK, "%lld:%02d", seconds / 60,
                 (int)(seconds % 60));
}

void tell_span(int64_t milliseconds, char out[TELL_CLOCK])
{
    const long long seconds = milliseconds < 0 ? 0 : milliseconds / 1000;
    const long long minutes = seconds / 60, hours = minutes / 60;
    if (hours == 0)
        snprintf(out, TELL_CLOCK, "%lld:%02d", minutes, (int)(seconds % 60));
    else if (hours < 48)
        snprintf(out, TELL_CLOCK, "%lld h %d min", hours, (int)(minutes % 60));
    else
        snprintf(out, TELL_CLOCK, "%lld days", hours / 24);
}
