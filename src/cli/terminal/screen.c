/* screen.c - the state of a game on a terminal. */
#include "screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "typed.h"

enum { CENTRE = 4, BOARD_H = 7, CTRL_L = 12, CTRL_R = 18 };

void screen_init(screen *s, oxo_variant variant)
{
    memset(s, 0, sizeof *s);
    s->game = oxo_game_start(variant);
    s->players[OXO_X].clock = s->players[OXO_O].clock = -1;
    s->hint = OXO_NO_MOVE;
    s->mine = s->offer_by = OXO_NONE;
    s->judging = true;
    s->typed = -1;
    screen_follow(s);
}

__attribute__((format(printf, 3, 0))) static void
set_message(screen *s, bool refused, const char *format, va_list list)
{
    vsnprintf(s->message, sizeof s->message, format, list);
    s->refused = refused;
    /* The message replaces an open question. A `y` must not answer a question
     * that is no longer visible. */
    if (s->mode == SCREEN_ASKS)
        s->mode = SCREEN_PLAYS;
}

void screen_tell(screen *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    set_message(s, false, format, list);
    va_end(list);
}

void screen_refuse(screen *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    set_message(s, true, format, list);
    va_end(list);
}

bool screen_is_over(const screen *s)
{
    return s->end.over || oxo_game_outcome(&s->game) != OXO_ONGOING;
}

bool screen_is_turn(const screen *s)
{
    return !screen_is_over(s) && s->players[oxo_game_turn(&s->game)].here;
}

/* ---- The cursor --------------------------------------------------------- */

static bool is_nested(const screen *s)
{
    return oxo_game_variant(&s->game) != OXO_CLASSIC;
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

static int within(int value, int most)
{
    return value < 0 ? 0 : least_of(value, most);
}

/* Converts a move to row and column of the whole board, 9 x 9 in Ultimate, and
 * back. */
static void to_grid(bool nested, oxo_move m, int *row, int *col)
{
    *row = m % 9 / 3 + (nested ? m / 9 / 3 * 3 : 0);
    *col = m % 3 + (nested ? m / 9 % 3 * 3 : 0);
}

static oxo_move from_grid(bool nested, int row, int col)
{
    const int board = nested ? row / 3 * 3 + col / 3 : 0;
    return (oxo_move)(9 * board + row % 3 * 3 + col % 3);
}

static void move_cursor(screen *s, int down, int right)
{
    const bool nested = is_nested(s);
    const int most = nested ? 8 : 2;
    int row, col;
    to_grid(nested, s->cursor, &row, &col);
    s->cursor =
        from_grid(nested, within(row + down, most), within(col + right, most));
}

static int distance(bool nested, oxo_move a, oxo_move b)
{
    int row[2], col[2];
    to_grid(nested, a, &row[0], &col[0]);
    to_grid(nested, b, &row[1], &col[1]);
    const int down = row[0] - row[1], right = col[0] - col[1];
    return down * down + right * right;
}

/* The legal move nearest to a cell. */
static oxo_move nearest_move(const screen *s, oxo_move place)
{
    oxo_move moves[OXO_MAX_MOVES], best = place;
    const int count = oxo_position_moves(&s->game.now, moves);
    for (int i = 0; i < count; i++)
        if (i == 0 || distance(is_nested(s), place, moves[i]) <
                          distance(is_nested(s), place, best))
            best = moves[i];
    return best;
}

void screen_follow(screen *s)
{
    s->typed = -1;
    s->hint = OXO_NO_MOVE;
    if (s->game.length == 0)
        s->cursor = is_nested(s) ? 9 * CENTRE + CENTRE : CENTRE;
    if (!screen_is_turn(s) || oxo_game_check(&s->game, s->cursor) == OXO_OK)
        return;
    oxo_move from = s->cursor;
    if (is_nested(s) && s->game.now.as.ultimate.forced != OXO_ANY_BOARD)
        from = (oxo_move)(9 * s->game.now.as.ultimate.forced + CENTRE);
    s->cursor = nearest_move(s, from);
}

/* The field of a move: its board, or in classic its cell. */
static int field_of(const screen *s, oxo_move m)
{
    return is_nested(s) ? m / 9 : m;
}

/* Moves the cursor to the next field with a legal move; after the last field
 * follows the first. */
static void jump_to_next_field(screen *s)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&s->game.now, moves);
    const int here = field_of(s, s->cursor);
    int next = 0;
    while (next < count && field_of(s, moves[next]) <= here)
        next++;
    if (count == 0)
        return;
    s->cursor = moves[next < count ? next : 0];
    if (is_nested(s))
        s->cursor = nearest_move(s, (oxo_move)(s->cursor / 9 * 9 + CENTRE));
}

/* ---- Moves -------------------------------------------------------------- */

static screen_wish wish_move(screen *s, oxo_move m)
{
    s->typed = -1;
    s->cursor = s->wished = m;
    return WISH_MOVE;
}

/* Handles a letter or digit of a move: the cell in classic, otherwise the
 * board, then the cell. */
static screen_wish type_number(screen *s, int number)
{
    if (!is_nested(s))
        return wish_move(s, (oxo_move)number);
    if (s->typed >= 0)
        return wish_move(s, (oxo_move)(9 * s->typed + number));
    s->typed = number;
    s->perhaps = false;
    screen_tell(s, "Board %c. Which cell?", 'a' + number);
    return WISH_NOTHING;
}

/* The number that a key types, or -1. `h` moves the cursor left unless a move
 * has certainly begun; a capital H always types the letter. */
static int number_of(const screen *s, int key)
{
    if (key == 'h' && (s->typed < 0 || s->perhaps))
        return -1;
    return typed_number(key);
}

/* If the move must be in board h, an `h` that moves the cursor left may also
 * be the beginning of a typed move. */
static void begin_perhaps(screen *s)
{
    if (!is_nested(s) || s->game.now.as.ultimate.forced != BOARD_H)
        return;
    s->typed = BOARD_H;
    s->perhaps = true;
}

screen_wish screen_click(screen *s, const layout *l, int row, int col)
{
    const oxo_move m = layout_cell_at(l, row, col);
    if (s->mode == SCREEN_HELPS) {
        s->mode = SCREEN_PLAYS;
        return WISH_NOTHING;
    }
    if (m == OXO_NO_MOVE || s->mode != SCREEN_PLAYS)
        return WISH_NOTHING;
    return wish_move(s, m);
}

/* ---- Keys --------------------------------------------------------------- */

typedef struct step {
    int key, down, right;
} step;

static bool steer(screen *s, int key)
{
    static const step steps[] = {
        {PRESS_UP, -1, 0},   {PRESS_DOWN, 1, 0},  {PRESS_LEFT, 0, -1},
        {PRESS_RIGHT, 0, 1}, {PRESS_HOME, 0, -9}, {PRESS_END, 0, 9},
        {'k', -1, 0},        {'j', 1, 0},         {'h', 0, -1},
        {'l', 0, 1},
    };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i].key == key) {
            move_cursor(s, steps[i].down, steps[i].right);
            return true;
        }
    return false;
}

/* Asks the user to confirm a wish that would lose something. */
static screen_wish ask_first(screen *s, screen_wish wish, const char *question)
{
    screen_tell(s, "%s (y/n)", question);
    s->mode = SCREEN_ASKS;
    s->question = wish;
    return WISH_NOTHING;
}

static bool is_under_way(const screen *s)
{
    return !screen_is_over(s) && s->game.length > 0;
}

static screen_wish wish_new(screen *s)
{
    if (is_under_way(s) && !s->online)
        return ask_first(s, WISH_NEW, "Begin another game?");
    return WISH_NEW;
}

/* Online: true if leaving the room would end a game. */
static bool is_at_stake(const screen *s)
{
    return s->online && s->mine != OXO_NONE && !screen_is_over(s) &&
           (!s->waiting || s->expecting);
}

static screen_wish wish_quit(screen *s)
{
    if (is_at_stake(s))
        return ask_first(s, WISH_QUIT,
                         s->returns
                             ? "Quit? The game goes on: you can come back."
                             : "Quit? The game goes on without you.");
    if (!is_under_way(s))
        return WISH_QUIT;
    return ask_first(s, WISH_QUIT, "Leave the game?");
}

const char *screen_cost_of_leaving(const screen *s)
{
    if (!is_at_stake(s))
        return NULL;
    return s->waiting     ? "The game will not begin."
           : s->may_abort ? "The game ends without a result."
                          : "You will lose the game.";
}

static screen_wish wish_leave(screen *s)
{
    char question[SCREEN_TEXT];
    const char *cost = screen_cost_of_leaving(s);
    if (!s->online)
        return WISH_NOTHING;
    if (!cost)
        return WISH_LEAVE;
    snprintf(question, sizeof question, "Leave the room? %s", cost);
    return ask_first(s, WISH_LEAVE, question);
}

static screen_wish wish_resign(screen *s)
{
    if (screen_is_over(s) || (s->online && s->mine == OXO_NONE))
        return WISH_RESIGN; /* the caller refuses it with a message */
    if (s->may_abort)
        return ask_first(s, WISH_ABORT, "End the game without a result?");
    if (s->may_close)
        return ask_first(s, WISH_ABORT, "Close the game without a result?");
    return ask_first(s, WISH_RESIGN, "Resign?");
}

/* `c` and `C` are also board or cell c, but not while the other side is to
 * move. */
static bool is_claim(const screen *s, int key)
{
    return s->may_claim && s->typed < 0 && (key == 'c' || key == 'C');
}

static screen_wish wish_claim(screen *s, int key)
{
    return key == 'c' ? ask_first(s, WISH_CLAIM_WIN, "Claim a win?")
                      : ask_first(s, WISH_CLAIM_DRAW, "Claim a draw?");
}

bool screen_is_offered(const screen *s)
{
    return s->offer != OFFER_NONE && s->mine != OXO_NONE &&
           s->offer_by != s->mine;
}

static screen_wish handle_command(screen *s, int key)
{
    switch (key) {
    case 'u':
        return WISH_UNDO;
    case 'r':
    case CTRL_R:
        return WISH_REDO;
    case 't':
        return WISH_HINT;
    case 'o':
        return WISH_DRAW;
    case 'x':
        return wish_resign(s);
    case 'y':
        return WISH_ACCEPT;
    case 'n':
        return screen_is_offered(s) ? WISH_DECLINE : wish_new(s);
    case 'q':
        return wish_quit(s);
    case 'L':
        return wish_leave(s);
    case CTRL_L:
        return WISH_REDRAW;
    default:
        return WISH_NOTHING;
    }
}

static void cancel_input(screen *s)
{
    s->mode = SCREEN_PLAYS;
    s->typed = -1;
    screen_tell(s, "%s", "");
}

static screen_wish answer_question(screen *s, int key)
{
    if (key != 'y' && key != 'Y' && key != 'n' && key != 'N' &&
        key != PRESS_ESCAPE && key != 'q')
        return WISH_NOTHING;
    cancel_input(s);
    return key == 'y' || key == 'Y' ? s->question : WISH_NOTHING;
}

static screen_wish play_key(screen *s, int key)
{
    const int number = number_of(s, key);
    if (is_claim(s, key))
        return wish_claim(s, key);
    if (number >= 0)
        return type_number(s, number);
    if (key == PRESS_ESCAPE || key == PRESS_ERASE) {
        cancel_input(s);
        return WISH_NOTHING;
    }
    s->typed = -1;
    if (steer(s, key)) {
        if (key == 'h')
            begin_perhaps(s);
        return WISH_NOTHING;
    }
    if (key == PRESS_ENTER || key == ' ')
        return wish_move(s, s->cursor);
    if (key == PRESS_TAB)
        jump_to_next_field(s);
    else if (key == '?' || key == PRESS_HELP)
        s->mode = SCREEN_HELPS;
    return handle_command(s, key);
}

screen_wish screen_press(screen *s, int key)
{
    if (s->mode == SCREEN_ASKS)
        return answer_question(s, key);
    if (s->mode == SCREEN_HELPS) {
        s->mode = SCREEN_PLAYS;
        return key == CTRL_L ? WISH_REDRAW : WISH_NOTHING;
    }
    return play_key(s, key);
}
