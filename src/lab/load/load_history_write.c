/* load_history_write.c - writes the history of a run, for load_verify().
 *
 * One line per entry, words separated by blanks:
 *
 *     room CODE VARIANT TOKEN TOKEN     the tokens of both seats
 *     sent CODE GAME PLY MOVE           written before the move is sent
 *     made CODE GAME PLY MOVE           the mover heard that it was made
 *
 * A second file gets what each member of a room received. Places 0 and 1 are
 * the seats; spectators have the places from 2 on:
 *
 *     CODE PLACE open NODE              connected to the N-th URL
 *     CODE PLACE {...}                  a message, unchanged */
#include <stdio.h>

#include "load_parts.h"
#include "oxo/notation.h"

void load_note_room(const load *l, const load_room *r)
{
    const load_truth *t = &r->truth;
    fprintf(l->config.history, "room %s %s %s %s\n", t->code,
            oxo_variant_word((oxo_variant)t->now.variant), t->tokens[0],
            t->tokens[1]);
}

static void note_move(const load *l, const load_room *r, const char *word,
                      const load_sent *sent)
{
    char move[OXO_MOVE_TEXT];
    const load_truth *t = &r->truth;
    oxo_move_format(OXO_NATIVE, (oxo_variant)t->now.variant, sent->move, move);
    fprintf(l->config.history, "%s %s %d %d %s\n", word, t->code, t->game,
            sent->ply, move);
}

void load_note_sent(const load *l, const load_room *r, const load_sent *sent)
{
    note_move(l, r, "sent", sent);
}

void load_note_acknowledged(const load *l, const load_room *r,
                            const load_sent *sent)
{
    note_move(l, r, "made", sent);
}

void load_note_open(const load *l, const load_member *m)
{
    fprintf(l->config.received, "%s %d open %d\n", m->room->truth.code,
            m->place, m->node);
}

void load_note_received(const load *l, const load_member *m, const char *text,
                        size_t length)
{
    fprintf(l->config.received, "%s %d %.*s\n", m->room->truth.code, m->place,
            (int)length, text);
}
