/* room_parts.h - functions that the sources of a room share. */
#ifndef ROOMS_ROOM_PARTS_H
#define ROOMS_ROOM_PARTS_H

#include "room.h"

/* ---- Seats -------------------------------------------------------------- */

/* The array contains a NUL, and the bytes before the NUL are safe text. */
bool room_text_is_valid(const char *text, size_t size);

/* A person with a token, or the computer without one; name and avatar are
 * valid texts. */
bool room_player_is_valid(const event_player *player);

/* ---- The game ----------------------------------------------------------- */

/* Both sides have made a move. From then on a game has a result. */
bool room_both_moved(const room *r);

/* The game has a clock, or days for each move. */
bool room_has_limit(const room *r);

/* The game is over, and both seats are still held: a rematch is possible. */
bool room_can_rematch(const room *r);

/* ---- Time --------------------------------------------------------------- */

/* When a room closes because no player is here. INT64_MAX for never. */
int64_t room_grace_deadline(const room *r, const room_rules *rules);

/* The clocks of both marks at a time. */
void room_clocks(const room *r, int64_t now, uint32_t ret[2]);

/* What a mark's clock would show after so many moves of both sides if the
 * mark had used no time. No clock ever shows more, whatever was taken back. */
uint32_t room_clock_most(const room *r, oxo_mark mark, int length);

/* ---- Endings and records ------------------------------------------------ */

/* How the position itself ends the game: line, boards, or full board. The
 * position must be decided. */
event_reason room_position_reason(const oxo_position *p);

/* The current game, with the moves made so far, may end with this result for
 * this reason. Games of older versions may end by forfeit, and by time before
 * both sides have moved. */
bool room_ending_is_possible(const room *r, oxo_outcome outcome,
                             event_reason reason);

/* The current game, with the moves made so far, may end without a result for
 * this reason. */
bool room_abort_is_possible(const room *r, event_reason reason);

/* The record of the current game if it ended like that now. */
void room_record(const room *r, oxo_outcome outcome, event_reason reason,
                 const uint32_t clock[2], event_game *ret);

/* The cells of the line that won a board; all zero for any other board. */
void room_board_line(const oxo_position *p, int board, uint8_t ret[3]);

/* The position after the first `length` moves of the game. */
oxo_position room_replay(const room *r, int length);

/* The number of moves that a takeback of this seat undoes: the seat's last
 * move and the answer to it. More than the game has if the seat has not moved
 * yet. */
int room_moves_to_undo(const room *r, int seat);

#endif /* ROOMS_ROOM_PARTS_H */
