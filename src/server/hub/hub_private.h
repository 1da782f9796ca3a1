/* hub_private.h - the hub's state, for the files hub*.c. */
#ifndef HUB_HUB_PRIVATE_H
#define HUB_HUB_PRIVATE_H

#include "hub.h"
#include "recent.h"
#include "tally.h"

/* One batch gathers, one is being committed, one is being delivered. */
enum { HUB_BATCHES = 3 };

/* Stands for 001's boards where mail names a room. */
#define HUB_BOARDS UINT32_MAX

/* The message that is being answered, and how to answer it again. */
typedef batch_answer hub_answer;
typedef struct hub_question {
    const origin *who;
    event_room about; /* a room, or 0 */
    const wire_message *message;
    hub_answer *answer;
    bool looked_up;  /* the log was asked already... */
    bool is_certain; /* ...and has no more events than this node knows */
} hub_question;

/* A time in which no node could store anything. The newest ones are kept, for
 * rooms that are loaded later. */
enum { HUB_GAPS = 8 };
typedef struct hub_gap {
    int64_t from, to;
} hub_gap;

typedef struct hub_sight {
    store_sight sight;
    bool asked; /* the room is being loaded */
} hub_sight;

struct hub {
    hub_options options;
    journal *journal;
    lobby lobby;
    tally owners;      /* rooms, by the address of their creator */
    tally lookers;     /* look-ups in progress, by address */
    tally damaged;     /* rooms whose log turned out to be damaged */
    size_t said_bytes; /* of messages that are held back */
    int questions;     /* the store has not answered yet */
    recent recent;
    batch *batches[HUB_BATCHES];
    uint64_t turn; /* number of the gathering batch */
    int gathering;
    bool committing; /* the batch before the gathering one */
    bool draining;
    bool ready;         /* the last commit succeeded */
    bool some_behind;   /* some rooms are behind the log: reload them */
    int64_t submitted;  /* when the last batch was submitted */
    int64_t down_since; /* since when nothing can be stored, or 0 */
    int64_t down_until; /* until when, once that is known; or 0 */
    net_timer keeper;   /* fires every second */
    member *members;    /* all members, bound to a room or not */
    unsigned seconds;   /* since the start */
    event_room cursor;  /* the room that take_snapshots() visited last */
    hub_metrics metrics;

    /* Other nodes on the store: */
    store_view view;
    uint32_t slots[STORE_MAX_NODES]; /* the node of each bit in `elsewhere` */
    hub_gap lost[HUB_GAPS];          /* counts against nobody; newest last */
    int64_t floor;                   /* hub_now() never goes below this */
    int64_t patience;             /* missing nodes may come back until then */
    store_bundle held;            /* events that rooms cannot apply yet */
    const hub_question *question; /* being answered, or NULL */
    int follow_error;             /* why following the log failed last, or 0 */
    bool deaf;                    /* this node has not read the whole log */
    bool telling_durable; /* mail of this moment tells what is stored */
    bool show_again;      /* our sights may be lost: write them again */
    bool showing;         /* writing them again, some with each commit */
    hub_sight *unplaced;  /* sights of rooms that are not loaded */
    int unplaced_count;
    size_t unplaced_room;

    uint8_t salt[16];                  /* key of the hashes of addresses */
    char text[WIRE_MAX_MESSAGE];       /* scratch for one message */
    char answer[2 * WIRE_MAX_MESSAGE]; /* scratch for one HTTP answer */
};

static inline batch *hub_batch(hub *h)
{
    return h->batches[h->gathering];
}

/* Calendar time: that of the store if several nodes share it. */
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

/* What the member missed after `seq`: each event, or the whole state. */
void hub_tell_missed(hub *h, const lobby_room *r, const member *m,
                     uint32_t seq);

/* Sends `ok`, for a command that causes no event. */
void hub_tell_ok(hub *h, const lobby_room *r, const origin *who);

/* Refuses a request based on an old state, and adds the current one. */
void hub_refuse_stale(hub *h, const origin *who, const lobby_room *r,
                      int seat);

/* Answers a request about a room. If the commit fails, the answer is replaced
 * by a refusal. */
void hub_reply_about(hub *h, const origin *who, event_room about, int status,
                     const char *json, size_t length);

/* Tells all members but one that the player of a seat came back or left. */
void hub_tell_presence(hub *h, lobby_room *r, int seat, const member *except);

/* Tells one member for how long the player of a seat may still be away. */
void hub_tell_absence(hub *h, const lobby_room *r, const member *m, int seat);

/* ---- hub_publish.c: events ---------------------------------------------- */

/* Who takes a seat by these events; `member` is NULL for an HTTP client. */
typedef struct newcomer {
    member *member;
    int seat;
    const wire_secret *token;
    const origin *who;
} newcomer;

/* Applies the events, adds them to the batch and tells the members. */
void hub_publish(hub *h, lobby_room *r, const room_events *events,
                 const newcomer *new);

/* Call after any change: sets the room's timer, asks the engine for a move. */
void hub_settle(hub *h, lobby_room *r);

/* The timer that hub_settle() set has fired. */
void hub_room_timer(net_timer *timer);

/* Lets the time and the presence of the players have their effect now. */
void hub_tick(hub *h, lobby_room *r);

/* Removes the rooms that the delivered batch has closed. */
void hub_sweep(hub *h, const batch *b);

/* Sends an event to all members of the room. */
void hub_publish_one(hub *h, lobby_room *r, const event *e);

void hub_ask_for_intensity(hub *h, const lobby_room *r);

/* ---- hub_undo.c: commits that failed ------------------------------------ */

/* Undoes everything that the batch decided, and refuses what was asked. */
void hub_void_batch(hub *h, batch *failed, oxo_status status);

/* Handles the conflicts of a stored batch. A new room whose number is in use
 * is created again under another number; a room that is behind the log is
 * reloaded. */
void hub_void_conflicts(hub *h, batch *b);

/* Presence is not an event, so undoing events must not change it. After a room
 * was restored, hub_count_connections() counts the seat's connections again:
 * `now` is the seat as it was before; true if the members should be told.
 * hub_turn_out() unbinds connections from seats that nobody holds any more. */
void hub_turn_out(lobby_room *r);

/* The second player gave the seat back before the first game: nothing of that
 * player may count for the next one. */
void hub_free_seat(lobby_room *r, int seat);
bool hub_count_connections(hub *h, lobby_room *r, int seat,
                           const room_seat *now);

/* Removes the room at once, even if mail about it waits. */
void hub_remove_room(hub *h, lobby_room *r);

/* ---- hub_follow.c: what other nodes have stored ------------------------- */

/* Rebuilds the room from the log, unless it is merely behind and the follower
 * will deliver its events. */
void hub_reload(hub *h, event_room id);

/* Reads the events that a room lacks, or a whole room that is not loaded.
 * False if there is no memory. */
bool hub_read_room(hub *h, event_room id);

/* The question that is being answered is about something that this node does
 * not know. Another node may know it, and have told its client a moment ago.
 * True if the room is looked up in the log and the question answered after
 * that, or if it was refused because the address has too many look-ups. False
 * if it was looked up already, if there are no other nodes, or if the store is
 * away: answer it from memory then. */
bool hub_look_up(hub *h);

/* Counts a look-up for the address of the asker. 0: the address has too many
 * in progress, and the asker was refused. */
uint64_t hub_begin_look_up(hub *h, const origin *who);
void hub_end_look_up(hub *h, uint64_t address);

/* Keeps the question that is being answered with its asker. If two nodes
 * decide about a room at once, one of them is too late: it answers the
 * question again once it has read what the other stored. */
void hub_keep_question(hub *h, batch_asker *asker);
bool hub_ask_again(hub *h, const batch_asker *asker);

/* A room was read; false if the task is another one. */
bool hub_reading_done(hub *h, journal_task *task);

/* Applies held events, after a batch was stored or has failed. */
void hub_follow_held(hub *h);

/* Reloads rooms that are behind the log. */
void hub_catch_up(hub *h);

/* ---- hub_nodes.c: other nodes ------------------------------------------- */

/* Takes over the list of nodes that are alive. A list that is not fresh is
 * ignored. */
void hub_take_view(hub *h, const store_view *view, bool fresh);

/* Does this node look after the room: timers, computer, snapshots? */
bool hub_keeps(const hub *h, event_room id);

bool hub_has_others(const hub *h);

/* Does this node hear of what others do? Not after its lease has ended. */
bool hub_hears(const hub *h);

/* room_decide() now. Time in which no node could store anything counts against
 * nobody; as long as it is unknown whether other nodes could, such time is
 * left out here. Nobody counts as away while this node does not hear of
 * others. */
oxo_status hub_decide(const hub *h, const lobby_room *r,
                      const room_command *command, room_events *ret);

/* The time counts against nobody, in any room. */
void hub_shift(hub *h, int64_t from, int64_t to);

/* The end of the outage is known, and all rooms are up to date: gives the time
 * back. */
void hub_give_back(hub *h);

/* The same for a room that was loaded since. */
void hub_leave_out_lost(const hub *h, room *r);

/* Starts the clocks of a room that was just loaded. */
void hub_wake_room(hub *h, lobby_room *r);

/* This node may look after other rooms than before. */
void hub_settle_all(hub *h);

/* Connections at the seat, on all nodes. */
uint32_t hub_all_connections(const lobby_room *r, int seat);

/* Write sights, for other nodes: of a seat whose presence has changed; of a
 * seat whose last sight may be lost (returns how many were written); of a seat
 * that made an HTTP request; and, if h->show_again, of all seats, some now and
 * some after each commit. */
void hub_show(hub *h, lobby_room *r, int seat);
int hub_show_again(hub *h, lobby_room *r, int seat);
void hub_show_request(hub *h, lobby_room *r, int seat);
void hub_show_more(hub *h);

/* Takes another node's sight. A sight of a room that is not loaded is kept,
 * and hub_place_sights() loads the room. */
void hub_see(hub *h, const store_sight *sight);
void hub_place_sights(hub *h);

/* The room was looked for in the log. `certain`: if it is not loaded now, it
 * does not exist. */
void hub_room_was_read(hub *h, event_room id, bool certain);

/* A person took a seat, and another node's sight of them may have come first.
 */
void hub_seat_was_taken(lobby_room *r);

/* ---- hub_members.c: who is connected ------------------------------------ */

/* Creates a member that is in no room yet (NULL: no memory), and ends one. */
member *hub_remember(hub *h, net_id id, member_form form);
void hub_forget(hub *h, member *m);

/* Binds a member to a seat of the room (-1: a spectator), or unbinds it. */
void hub_bind(hub *h, lobby_room *r, member *m, int seat);
void hub_unbind(hub *h, member *m);

/* A player without a connection counts as here for so long after a request by
 * HTTP. */
enum { HUB_REQUEST_MS = 30000 };
void hub_touch(hub *h, lobby_room *r, int seat);

/* A message that is held back until an earlier one is answered. It may be one
 * that will be refused. */
typedef struct said {
    wire_message message;
    oxo_status status;
    char sentence[WIRE_SENTENCE];
    struct said *next;
} said;

/* Holds back a copy of a message (false: too many); takes the first one, which
 * the caller frees. */
bool hub_keep_said(hub *h, member *m, const said *s);
said *hub_take_said(hub *h, member *m);

/* ---- hub_rooms.c: commands ---------------------------------------------- */

/* Hold back the later messages of a socket while one of its messages waits for
 * the store; answer them after that. */
void hub_hold_messages(hub *h, const origin *who);
void hub_let_messages(hub *h, const origin *who);

/* Creates the room that a message asks for, under a new number. */
void hub_make_room(hub *h, const origin *who, member *m,
                   const wire_message *message);

/* Submits a query that somebody waits for. */
void hub_ask_store(hub *h, journal_task *task);

/* A query for a rejoin is done; false if the task is another one. */
bool hub_question_done(hub *h, journal_task *task);

#endif /* HUB_HUB_PRIVATE_H */
