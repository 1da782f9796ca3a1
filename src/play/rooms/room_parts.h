/* room_parts.h - what the parts of a room tell each other. */
#ifndef ROOMS_ROOM_PARTS_H
#define ROOMS_ROOM_PARTS_H

#include "room.h"

/* ---- Seats -------------------------------------------------------------- */

/* The bytes of a name or an avatar are a text, and it ends within them. */
bool room_text_is_valid(const char *text, size_t size);

/* A person with a token, or the computer at a level; its texts are valid. */
bool room_player_is_valid(const event_player *player);

/* Nobody has left a finished game: there may be another. */
bool room_can_go_on(const room *r);

/* ---- Time --------------------------------------------------------------- */

/* When the side to move has used up its clock or its days, or a game without
 * limits has been left alone for too long; when a room without a game closes
 * because nobody is here. INT64_MAX for never. */
int64_t room_turn_deadline(const room *r, const room_rules *rules);
int64_t room_grace_deadline(const room *r, const room_rules *rules);

/* Both sides have made a move: from now on a game has a result. */
bool room_counts(const room *r);

/* The clocks of both marks at a time. */
void room_clocks(const room *r, int64_t now, uint32_t ret[2]);

/* What a mark's clock would show if it had not used any time, after so many
 * moves of both: no clock ever shows more, whatever was taken back. */
uint32_t room_clock_most(const room *r, oxo_mark mark, int length);

/* ---- The record of a game ----------------------------------------------- */

/* Why the position itself is the end of the game: line, boards, or full
 * board. It is the end. */
event_reason room_position_reason(const oxo_position *p);

/* May a game that stands like `p` end like that? */
bool room_ending_is_possible(const oxo_position *p, oxo_outcome outcome,
                             event_reason reason);

/* The current game as a record, had it ended like that. */
void room_record(const room *r, oxo_outcome outcome, event_reason reason,
                 const uint32_t clock[2], event_game *ret);

/* The line of a board that was won; all zero if it was not. */
void room_board_line(const oxo_position *p, int board, uint8_t ret[3]);

/* The first moves of a game, played. */
oxo_position room_replay(const room *r, int length);

/* How many moves a takeback undoes that the seat asks for: its last one and
 * what came behind it. More than there are if it has not made one. */
int room_moves_to_undo(const room *r, int seat);

#endif /* ROOMS_ROOM_PARTS_H */
