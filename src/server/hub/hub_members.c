/* hub_members.c - who is connected, in which room, and which of their messages
 * are held back. */
#include "hub_private.h"

#include <stdlib.h>

member *hub_remember(hub *h, net_id id, member_form form)
{
    member *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    *m = (member){
        .id = id, .seat = -1, .form = (uint8_t)form, .later = h->members};
    if (h->members)
        h->members->earlier = m;
    h->members = m;
    net_set_user(h->options.net, id, m);
    return m;
}

bool hub_keep_said(hub *h, member *m, const said *s)
{
    said *kept =
        m->said_count < h->options.messages_held ? malloc(sizeof *kept) : NULL;
    if (!kept)
        return false;
    *kept = *s;
    *(m->last_said ? &m->last_said->next : &m->said) = kept;
    m->last_said = kept;
    m->said_count++;
    h->said_bytes += sizeof *kept;
    return true;
}

said *hub_take_said(hub *h, member *m)
{
    said *s = m->said;
    m->said = s->next;
    if (!m->said)
        m->last_said = NULL;
    m->said_count--;
    h->said_bytes -= sizeof *s;
    return s;
}

void hub_forget(hub *h, member *m)
{
    while (m->said)
        free(hub_take_said(h, m));
    lobby_room *r = m->room ? lobby_find(&h->lobby, m->room) : NULL;
    if (r)
        lobby_leave(r, m);
    *(m->earlier ? &m->earlier->later : &h->members) = m->later;
    if (m->later)
        m->later->earlier = m->earlier;
    free(m);
}

void hub_unbind(hub *h, member *m)
{
    lobby_room *r = m->room ? lobby_find(&h->lobby, m->room) : NULL;
    if (!r)
        return;
    const int seat = m->seat;
    lobby_leave(r, m);
    if (seat >= 0 && room_disconnect(&r->room, seat, hub_now(h)))
        hub_tell_presence(h, r, seat, NULL);
    if (seat >= 0)
        hub_show(h, r, seat);
    hub_settle(h, r);
}

void hub_bind(hub *h, lobby_room *r, member *m, int seat)
{
    if (m->room)
        hub_unbind(h, m);
    lobby_enter(r, m, seat);
    if (seat >= 0 && room_connect(&r->room, seat, hub_now(h)) &&
        r->room.seats[1].taken)
        hub_tell_presence(h, r, seat, m);
    if (seat >= 0)
        hub_show(h, r, seat);
    hub_settle(h, r);
}

void hub_touch(hub *h, lobby_room *r, int seat)
{
    if (seat < 0 || r->room.seats[seat].connections > 0)
        return;
    const bool was_here = room_is_here(&r->room, seat, hub_now(h));
    room_be_here_until(&r->room, seat, hub_now(h) + HUB_REQUEST_MS);
    r->by_request[seat] = true;
    if (!was_here && r->room.seats[1].taken)
        hub_tell_presence(h, r, seat, NULL);
    hub_show_request(h, r, seat);
    hub_settle(h, r);
}
