/* screen.h - the state of a game on a terminal, as a value.
 *
 * Keys and clicks change the state of the screen itself (cursor, half a typed
 * move, open question) and return a wish: what the player wants from the game.
 * The caller, which runs the game, fulfils the wish and sets the other
 * members. Neither this module nor its tests need a terminal. */
#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include "layout.h"
#include "oxo/engine.h"
#include "oxo/game.h"
#include "press.h"
#include "tell.h"

enum { SCREEN_NAME = 64, SCREEN_PLACE = 128, SCREEN_TEXT = 256 };

typedef enum screen_wish {
    WISH_NOTHING,
    WISH_MOVE, /* play `wished` */
    WISH_UNDO, /* online: ask for a takeback */
    WISH_REDO,
    WISH_HINT,
    WISH_DRAW, /* offer a draw */
    WISH_RESIGN,
    WISH_ABORT,      /* online: end the game without a result */
    WISH_CLAIM_WIN,  /* online: because the opponent is away */
    WISH_CLAIM_DRAW, /* likewise */
    WISH_NEW,        /* another game; online: a rematch */
    WISH_ACCEPT,
    WISH_DECLINE,
    WISH_REDRAW,
    WISH_LEAVE, /* online: give up the seat */
    WISH_QUIT
} screen_wish;

typedef enum screen_mode {
    SCREEN_PLAYS,
    SCREEN_HELPS, /* shows the page of keys */
    SCREEN_ASKS   /* waits for y or n to `question` */
} screen_mode;

typedef enum screen_offer {
    OFFER_NONE,
    OFFER_DRAW,
    OFFER_TAKEBACK,
    OFFER_REMATCH
} screen_offer;

typedef struct screen_player {
    char name[SCREEN_NAME];
    bool here;        /* plays at this keyboard */
    bool away;        /* online: disconnected, */
    int64_t away_for; /* for so many milliseconds */
    int64_t clock;    /* milliseconds left; -1: no clock */
} screen_player;

typedef struct screen {
    /* The game, set by the caller. */
    oxo_game game;
    tell_end end; /* an end that the board does not show */
    screen_player players[2];
    oxo_intensity intensity;
    bool judged; /* `value` is known */
    oxo_value value;
    bool judging;         /* show evaluations */
    oxo_move hint;        /* or OXO_NO_MOVE */
    bool waiting;         /* online: the first game has not begun, */
    bool expecting;       /* because a player who has joined is away */
    bool may_abort;       /* online: at most one side has moved */
    bool may_claim;       /* online: the opponent has been away long enough */
    bool may_close;       /* online: the opponent does not move */
    bool returns;         /* online: the user can return after quitting */
    bool deserted;        /* online: the opponent has left the room */
    bool thinking;        /* computer, engine or opponent */
    bool online;          /* in a room: offers are possible, hints are not */
    oxo_mark mine;        /* online: the user's mark; OXO_NONE: watching */
    int series_best;      /* best of so many games; 0: no series */
    int series_halves[2]; /* [mark]: half points */
    screen_offer offer;   /* waits for an answer */
    oxo_mark offer_by;
    char place[SCREEN_PLACE]; /* address of the room */
    char message[SCREEN_TEXT];
    bool refused; /* the message says why a request was refused */

    /* Set by keys and clicks. */
    screen_mode mode;
    screen_wish question;
    oxo_move cursor;
    int typed;    /* the board of a half typed move; -1: none */
    bool perhaps; /* `typed` is an `h` that also moved the cursor left */
    oxo_move wished;
} screen;

void screen_init(screen *s, oxo_variant variant);

/* Handles a key: a character or a PRESS_ code. */
screen_wish screen_press(screen *s, int key);

/* Handles a click at a row and column of the terminal. */
screen_wish screen_click(screen *s, const layout *l, int row, int col);

/* To be called when the game has changed: forgets a half typed move, and moves
 * the cursor to a legal move. */
void screen_follow(screen *s);

/* True if the game is over, on the board or otherwise. */
bool screen_is_over(const screen *s);

/* True if the side to move plays at this keyboard. */
bool screen_is_turn(const screen *s);

/* True if an offer waits for an answer from this keyboard. */
bool screen_is_offered(const screen *s);

/* Online: the cost of leaving the room, as a sentence; NULL: nothing. */
const char *screen_cost_of_leaving(const screen *s);

/* Shows a message, or the reason for a refusal, until the next one. */
__attribute__((format(printf, 2, 3))) void
screen_tell(screen *s, const char *format, ...);
__attribute__((format(printf, 2, 3))) void
screen_refuse(screen *s, const char *format, ...);

#endif /* TERMINAL_SCREEN_H */
