/* hub_private.h - the hub's own state, shared by the files hub*.c. */
#ifndef SERVER_HUB_PRIVATE_H
#define SERVER_HUB_PRIVATE_H

#include "hub.h"
#include "recent.h"
#include "tally.h"

/* One batch is gathered, one is being committed, one delivered. */
enum { HUB_BATCHES = 3 };

/* Stands for the boards of 001's service where mail names a room. */
#define HUB_BOARDS UINT32_MAX

/* What is being answered, and how to answer it once more. */
typedef batch_answer hub_answer;
typedef struct hub_question {
    const origin *who;
    event_room about; /* a room, or 0 */
    const wire_message *message;
    hub_answer *answer;
    bool looked_up;  /* it is not asked again... */
    bool is_certain; /* ...since the log knows no more than we do */
} hub_question;

/* A time in which nothing could be stored. Rooms that are read from the log
 * later are told of so many. */
enum { HUB_GAPS = 8 };
typedef struct hub_gap {
    int64_t from, to;
} hub_gap;

typedef struct hub_sight {
    store_sight sight;
    bool asked; /* the room is being read from the log */
} hub_sight;

struct hub {
    hub_options options;
    journal *journal;
    lobby lobby;
    tally owners;      /* rooms by the address that made them */
    tally lookers;     /* look-ups under way, by the address that asks */
    tally damaged;     /* rooms whose log cannot be read, as far as is known */
    size_t said_bytes; /* of messages that wait for others */
    int questions;     /* to the store that are not answered yet */
    recent recent;
    batch *batches[HUB_BATCHES];
    uint64_t turn; /* numbers batches */
    int gathering;
    bool committing; /* the batch before the one that is gathered */
    bool draining;
    bool ready;         /* the last commit succeeded */
    bool some_behind;   /* rooms are, and have to be loaded */
    int64_t submitted;  /* when the last batch was */
    int64_t down_since; /* from when on nothing could be stored, or 0 */
    int64_t down_until; /* until when, once that is known; or 0 */
    net_timer keeper;   /* fires every second */
    member *members;    /* all of them */
    unsigned seconds;   /* since the start */
    event_room cursor;  /* the room whose snapshot was looked at last */
    hub_metrics metrics;

    /* Other servers on the store: */
    store_view view;
    uint32_t slots[STORE_MAX_NODES]; /* their bits in rooms */
    hub_gap lost[HUB_GAPS];          /* time that was nobody's, the last */
    int64_t floor;                   /* hub_now() is never before this */
    int64_t patience;             /* who is missing may come back till then */
    store_bundle held;            /* events of rooms that cannot follow yet */
    const hub_question *question; /* that is being answered, or NULL */
    int follow_error;     /* why the log could not be followed last, or 0 */
    bool deaf;            /* it could not, or not all of it yet */
    bool telling_durable; /* what is told now, another server has stored */
    bool show_again;      /* what others were told of seats is lost */
    bool showing;         /* they are being told again, some at a time */
    hub_sight *unplaced;  /* of rooms that we do not know yet */
    int unplaced_count;
    size_t unplaced_room;

    uint8_t salt[16];                  /* of the hashes of addresses */
    char text[WIRE_MAX_MESSAGE];       /* scratch, for one message */
    char answer[2 * WIRE_MAX_MESSAGE]; /* and for one to a request */
};

static inline batch *hub_batch(hub *h)
{
    return h->batches[h->gathering];
}

/* By the clock of the store, if several servers share it. */
static inline int64_t hub_now(const hub *h)
{
    if (!h->options.follower)
        return net_loop_calendar(h->options.loop);
    const int64_t now = net_loop_now(h->options.loop) + h->view.ahead;
    return now > h->floor ? now : h->floor;
}

/* ---- hub_tell.c: mail --------------------------------------------------- */

/* False, and an error in the log, if `length` is 0: a message of the room did
 * not fit its buffer. */
bool hub_message_fits(hub *h, event_room about, size_t length);

/* Sends h->text, `length` bytes of it, to one member, or to all but `except`.
 * With a `seq` the message is an event. */
void hub_tell(hub *h, const member *m, event_room about, size_t length,
              uint32_t seq);
void hub_tell_all(hub *h, const lobby_room *r, size_t length, uint32_t seq,
                  const member *except);

/* The whole state, as the member sees it. */
void hub_tell_state(hub *h, const lobby_room *r, const member *m);

/* What the member missed behind `seq`, one by one or as a whole. */
void hub_tell_missed(hub *h, const lobby_room *r, const member *m,
                     uint32_t seq);

/* `ok`, for what brings no event. */
void hub_tell_ok(hub *h, const lobby_room *r, const origin *who);

/* Refuses a request that is behind the times, and says how things stand. */
void hub_refuse_stale(hub *h, const origin *who, const lobby_room *r,
                      int seat);

/* An answer to a request that comes to nothing if the room does. */
void hub_reply_about(hub *h, const origin *who, event_room about, int status,
                     const char *json, size_t length);

/* To others: the seat has come or gone. */
void hub_tell_presence(hub *h, lobby_room *r, int seat, const member *except);

/* To one: the seat is away, if it is, and for how long it may still be. */
void hub_tell_absence(hub *h, const lobby_room *r, const member *m, int seat);

/* ---- hub_publish.c: events ---------------------------------------------- */

/* Who takes a seat by these events; NULL members are HTTP clients. */
typedef struct newcomer {
    member *member;
    int seat;
    const wire_secret *token;
    const origin *who;
} newcomer;

/* Applies the events, gives them to the journal and tells the members. */
void hub_publish(hub *h, lobby_room *r, const room_events *events,
                 const newcomer *new);

/* Sees to the room's timer and to the computer, after anything changed. */
void hub_settle(hub *h, lobby_room *r);

/* The moment has come that hub_settle() waited for. */
void hub_room_timer(net_timer *timer);

/* Forgets rooms that the batch closed for good. */
void hub_sweep(hub *h, const batch *b);

/* An event, to all members of the room. */
void hub_publish_one(hub *h, lobby_room *r, const event *e);

void hub_ask_for_intensity(hub *h, const lobby_room *r);

/* ---- hub_undo.c: commits that failed ------------------------------------ */

/* Takes back all that the batch has decided; who asked is told why. */
void hub_void_batch(hub *h, batch *failed, oxo_status status);

/* The batch is stored but for rooms whose numbers were in use, which are made
 * again, under others, and rooms that are behind the log, which are loaded. */
void hub_void_conflicts(hub *h, batch *b);

/* Who is connected is no event, and does not change with them: counts anew,
 * after the room was put back (`now`: the seat as it was till then; true if
 * its members should hear of the seat), and puts out who speaks for a seat
 * that nobody has any more. */
void hub_turn_out(lobby_room *r);
bool hub_count_connections(hub *h, lobby_room *r, int seat,
                           const room_seat *now);

/* Without waiting for anything that is to be told. */
void hub_remove_room(hub *h, lobby_room *r);

/* ---- hub_follow.c: what other servers have stored ----------------------- */

/* Makes the room anew from the log, which is the truth; unless it is only
 * behind, and the log is followed. */
void hub_reload(hub *h, event_room id);

/* Reads what we miss of a room, or all of one that we do not know. False if
 * there is no memory for it. */
bool hub_read_room(hub *h, event_room id);

/* The question that is being answered is about something of which we have
 * not heard, but perhaps another server has, and told its client a moment
 * ago. True if the room is looked up in the log first and the question
 * answered again then, or refused because the address asks for too much at
 * once; false if it was, if there are no other servers, or if the store is
 * away: then it is answered from memory. */
bool hub_look_up(hub *h);

/* Counts a look into the log for the address of who asks. 0: it has too many
 * under way, and was refused. */
uint64_t hub_begin_look_up(hub *h, const origin *who);
void hub_end_look_up(hub *h, uint64_t address);

/* Keeps the question that is being answered with who asks for a change: of two
 * servers that decide at once one is too late, and answers it again when it
 * has followed the other. */
void hub_keep_question(hub *h, batch_asker *asker);
bool hub_ask_again(hub *h, const batch_asker *asker);

/* Such a room was read; false if the task is another one. */
bool hub_reading_done(hub *h, journal_task *task);

/* A batch is stored, or is not: rooms that had to wait for it follow now. */
void hub_follow_held(hub *h);

/* Loads rooms that are behind the log and could not be loaded before. */
void hub_catch_up(hub *h);

/* ---- hub_nodes.c: other servers ----------------------------------------- */

/* Takes in who is alive, if that is fresh: what was heard before says nothing
 * about now. */
void hub_take_view(hub *h, const store_view *view, bool fresh);

/* Is it us who look after the room: its timers, the computer, snapshots? */
bool hub_keeps(const hub *h, event_room id);

bool hub_has_others(const hub *h);

/* Do we hear of what others do? Not, if our lease has ended. */
bool hub_hears(const hub *h);

/* What the room says to the command, now. Time in which nothing could be
 * stored is on nobody's clock; as long as it is not known whether that was so
 * for all servers, it is left out here. And who is away is not known while we
 * do not hear of others. */
oxo_status hub_decide(const hub *h, const lobby_room *r,
                      const room_command *command, room_events *ret);

/* The time was nobody's, in all rooms. */
void hub_shift(hub *h, int64_t from, int64_t to);

/* It is known which time was nobody's, and the rooms are as they were then. */
void hub_give_back(hub *h);

/* The same for a room that was read from the log since. */
void hub_leave_out_lost(const hub *h, room *r);

/* A room that was just read from the store, beside others or alone. */
void hub_wake_room(hub *h, lobby_room *r);

/* Other rooms are ours now, perhaps. */
void hub_settle_all(hub *h);

/* Counts all that speak for the seat, here and elsewhere. */
uint32_t hub_all_connections(const lobby_room *r, int seat);

/* Tells others who is here: a seat if that has changed, one of which what they
 * were told may be lost, one that asked by HTTP; or all of them, if that is
 * wanted (h->show_again), some now and more after each commit. */
void hub_show(hub *h, lobby_room *r, int seat);
int hub_show_again(hub *h, lobby_room *r, int seat);
void hub_show_request(hub *h, lobby_room *r, int seat);
void hub_show_more(hub *h);

/* Another server says who is there. If we do not know the room, that is kept
 * until we do; hub_place_sights() looks, and asks the log for it. */
void hub_see(hub *h, const store_sight *sight);
void hub_place_sights(hub *h);

/* The room was looked for in the log; `certain`: if it is not here now, then
 * there is none. */
void hub_room_was_read(hub *h, event_room id, bool certain);

/* A person sat down, whom another server may have seen before. */
void hub_seat_was_taken(lobby_room *r);

/* ---- hub_members.c: who is connected ------------------------------------ */

/* A member that is in no room yet (NULL: no memory), and its end. */
member *hub_remember(hub *h, net_id id, member_form form);
void hub_forget(hub *h, member *m);

/* Binds a member to a seat of the room (-1: a spectator), or unbinds it. */
void hub_bind(hub *h, lobby_room *r, member *m, int seat);
void hub_unbind(hub *h, member *m);

/* A player who asks by HTTP is there, and gone again: the grace runs from
 * their last request on. */
void hub_touch(hub *h, lobby_room *r, int seat);

/* A message that waits for the answer to one before it; also one that will be
 * refused, with this sentence. */
typedef struct said {
    wire_message message;
    oxo_status status;
    char sentence[WIRE_SENTENCE];
    struct said *next;
} said;

/* Puts a copy behind those that wait (false: they are too many), or hands out
 * the first of them, to be freed. */
bool hub_keep_said(hub *h, member *m, const said *s);
said *hub_take_said(hub *h, member *m);

/* ---- hub_rooms.c: commands ---------------------------------------------- */

/* A message of the socket waits for the store, or no longer does: what it says
 * meanwhile is answered behind that. */
void hub_hold_messages(hub *h, const origin *who);
void hub_let_messages(hub *h, const origin *who);

/* Creates the room of a message under a fresh number. */
void hub_make_room(hub *h, const origin *who, member *m,
                   const wire_message *message);

/* Hands a question to the store; its answer is waited for. */
void hub_ask_store(hub *h, journal_task *task);

/* A question to the store is answered; false if it is none of the hub's. */
bool hub_question_done(hub *h, journal_task *task);

#endif /* SERVER_HUB_PRIVATE_H */
