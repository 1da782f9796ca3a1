/* load_journal.c - what was sent and what was acknowledged, for later.
 *
 * One line each, words with blanks between them:
 *
 *     room CODE VARIANT TOKEN TOKEN     of the first and the second seat
 *     sent CODE GAME PLY MOVE           before the server can know of it
 *     made CODE GAME PLY MOVE           its mover was told that it was made
 *
 * And in a file of its own what each member of a room heard, where 0 and 1
 * are the places of the seats and those behind them of spectators:
 *
 *     CODE PLACE open NODE              it is connected to the N-th URL
 *     CODE PLACE {...}                  a message, as it came */
#include <stdio.h>

#include "load_parts.h"
#include "oxo/notation.h"

void load_note_room(const load *l, const load_room *r)
{
    const load_truth *t = &r->truth;
    fprintf(l->config.journal, "room %s %s %s %s\n", t->code,
            oxo_variant_word((oxo_variant)t->now.variant), t->tokens[0],
            t->tokens[1]);
}

static void note_move(const load *l, const load_room *r, const char *word,
                      const load_sent *sent)
{
    char move[OXO_MOVE_TEXT];
    const load_truth *t = &r->truth;
    oxo_move_format(OXO_NATIVE, (oxo_variant)t->now.variant, sent->move, move);
    fprintf(l->config.journal, "%s %s %d %d %s\n", word, t->code, t->game,
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
    fprintf(l->config.heard, "%s %d open %d\n", m->room->truth.code, m->place,
            m->node);
}

void load_note_heard(const load *l, const load_member *m, const char *text,
                     size_t length)
{
    fprintf(l->config.heard, "%s %d %.*s\n", m->room->truth.code, m->place,
            (int)length, text);
}
