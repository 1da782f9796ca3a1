/* load_pace.c - sends moves, at once or at a rate, and counts their answers.
 */
#include <assert.h>
#include <stdio.h>

#include "clock.h"
#include "load_parts.h"
#include "load_process.h"
#include "oxo/notation.h"

/* ---- Moves -------------------------------------------------------------- */

/* The message that a page would send, with a number for the answer. */
static size_t write_move(const load_truth *t, oxo_move m, char *out)
{
    char text[OXO_MOVE_TEXT];
    oxo_move_format(OXO_NATIVE, (oxo_variant)t->now.variant, m, text);
    const int n =
        snprintf(out, LOAD_TEXT,
                 "{\"type\":\"make-move\",\"ply\":%d,\"move\":\"%s\","
                 "\"ref\":%u}",
                 t->ply, text, (unsigned)t->played);
    assert(n > 0 && n < LOAD_TEXT);
    return (size_t)n;
}

static void make_move(load *l, load_room *r)
{
    load_truth *t = &r->truth;
    oxo_move legal[OXO_MAX_MOVES];
    const int n = oxo_position_moves(&t->now, legal);
    load_sent *sent = &t->sent[t->played % 2];
    assert(n > 0 && !sent->waits);
    sent->move = legal[oxo_random_below(&l->random, (uint32_t)n)];
    sent->ply = t->ply;
    sent->seat = (uint8_t)load_truth_turn(t);
    sent->length = (uint8_t)write_move(t, sent->move, sent->text);
    sent->number = t->played;
    sent->waits = sent->unheard = true;
    l->unanswered += LOAD_SEATS;
    if (l->config.history)
        load_note_sent(l, r, sent);
    load_resend(l, r, sent);
}

void load_resend(load *l, load_room *r, load_sent *sent)
{
    sent->at = l->now;
    net_client_send(&load_member_of(l, r, sent->seat)->conn, sent->text,
                    sent->length, &l->random.state);
}

void load_acknowledged(load *l, const load_room *r, load_sent *sent)
{
    if (!sent->waits)
        return;
    sent->waits = false;
    l->unanswered--;
    l->result.moves++;
    load_histogram_add(&l->result.ack, l->now - sent->at);
    if (l->config.history)
        load_note_acknowledged(l, r, sent);
}

void load_heard(load *l, load_sent *sent)
{
    if (!sent->unheard)
        return;
    sent->unheard = false;
    l->unanswered--;
    load_histogram_add(&l->result.news, l->now - sent->at);
}

/* ---- Pace --------------------------------------------------------------- */

void load_ready(load *l, load_room *r)
{
    if (r->queued)
        return;
    if (l->playing && l->interval == 0) {
        make_move(l, r);
        return;
    }
    r->queued = true;
    l->queue[(l->queue_first + l->queue_count++) % l->config.rooms] = r->index;
}

/* Moves in the first room of the queue. False if the room has lost a
 * connection: it will be ready again later. */
static bool move_next(load *l)
{
    load_room *r = &l->rooms[l->queue[l->queue_first]];
    l->queue_first = (l->queue_first + 1) % l->config.rooms;
    l->queue_count--;
    r->queued = false;
    if (r->life != LOAD_PLAYING)
        return false;
    make_move(l, r);
    return true;
}

void load_move_all(load *l)
{
    while (l->queue_count > 0)
        move_next(l);
}

/* If no room is ready in time, moves are sent late. The histogram `late` says
 * how much. */
void load_keep_pace(load *l)
{
    l->now = clock_ns();
    while (l->queue_count > 0 && l->due <= (double)l->now) {
        const int64_t late = l->now - (int64_t)l->due;
        if (!move_next(l))
            continue;
        load_histogram_add(&l->result.late, late);
        l->due += l->interval;
    }
}
