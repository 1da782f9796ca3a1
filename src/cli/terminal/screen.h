/* screen.h - what a game on a terminal shows, as a value.
 *
 * Keys and clicks change what belongs to the screen itself (where the cursor
 * is, what is half typed, which question is open) and give back a wish, what
 * the player wants of the game. Whoever runs the game fulfils it and sets
 * the rest. No terminal is needed here, and none in the tests. */
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
    WISH_MOVE, /* the screen's `wished` */
    WISH_UNDO, /* online: to take one's move back */
    WISH_REDO,
    WISH_HINT,
    WISH_DRAW, /* to offer one */
    WISH_RESIGN,
    WISH_ABORT,      /* online: to end the game without a result */
    WISH_CLAIM_WIN,  /* online: the game is won, the other player is away */
    WISH_CLAIM_DRAW, /* ... or drawn */
    WISH_NEW,        /* another game; online a rematch */
    WISH_ACCEPT,
    WISH_DECLINE,
    WISH_REDRAW,
    WISH_LEAVE, /* online: to give up one's seat */
    WISH_QUIT
} screen_wish;

typedef enum screen_mode {
    SCREEN_PLAYS,
    SCREEN_HELPS, /* the page of keys is open */
    SCREEN_ASKS   /* `question` has to be answered with y or n */
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
    bool away;        /* the connection is gone, */
    int64_t away_for; /* milliseconds ago */
    int64_t clock;    /* milliseconds, or -1: there is none */
} screen_player;

typedef struct screen {
    /* The game, set by whoever runs it. */
    oxo_game game;
    tell_end end; /* how it ended if the board does not say so */
    screen_player players[2];
    oxo_intensity intensity;
    bool judged; /* `value` is there */
    oxo_value value;
    bool judging;         /* evaluations are to be shown at all */
    oxo_move hint;        /* or OXO_NO_MOVE */
    bool waiting;         /* the first game has not begun, */
    bool expecting;       /* because a player who has joined is not here */
    bool may_abort;       /* online: not both sides have moved yet */
    bool may_claim;       /* online: the other player is away for so long */
    bool may_close;       /* online: the other player does not move */
    bool returns;         /* online: one can come back after quitting */
    bool deserted;        /* online: the other has left for good */
    bool thinking;        /* somebody else does */
    bool online;          /* in a room: offers are possible, hints are not */
    oxo_mark mine;        /* online: one's own mark, OXO_NONE: watching */
    int series_best;      /* of so many games, 0: it does not matter */
    int series_halves[2]; /* [mark]: half points */
    screen_offer offer;   /* that waits, */
    oxo_mark offer_by;    /* and whose */
    char place[SCREEN_PLACE]; /* where it is played: a room's address */
    char message[SCREEN_TEXT];
    bool refused; /* the message says why something was not done */

    /* The player's, set by keys. */
    screen_mode mode;
    screen_wish question;
    oxo_move cursor;
    int typed;    /* the board that was typed, -1: none */
    bool perhaps; /* it was an `h`, which went to the left as well */
    oxo_move wished;
} screen;

void screen_init(screen *s, oxo_variant variant);

/* What a key, a character or a PRESS_..., leads to. */
screen_wish screen_press(screen *s, int key);

/* What a click at a place of the terminal leads to. */
screen_wish screen_click(screen *s, const layout *l, int row, int col);

/* The game has changed: forgets what was half typed and brings the cursor
 * where a move is possible. */
void screen_follow(screen *s);

/* Is it over, by the board or otherwise? */
bool screen_is_over(const screen *s);

/* Is the side to move played at this keyboard? */
bool screen_is_turn(const screen *s);

/* Does an offer wait for an answer from this keyboard? */
bool screen_is_offered(const screen *s);

/* Online: what leaving for good costs, as a sentence; NULL: nothing. */
const char *screen_cost_of_leaving(const screen *s);

/* Shows a message until the next one. */
__attribute__((format(printf, 2, 3))) void
screen_tell(screen *s, const char *format, ...);
__attribute__((format(printf, 2, 3))) void
screen_refuse(screen *s, const char *format, ...);

#endif /* TERMINAL_SCREEN_H */
