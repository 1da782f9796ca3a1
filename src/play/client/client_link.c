/* client_link.c - see client_link.h. */
#include "client_link.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>

#include "clock.h"
#include "json_write.h"
#include "oxo/notation.h"

/* Times in microseconds. */
enum {
    OPEN_TIMEOUT = 10 * 1000000,
    FIRST_RETRY = 250000,
    LONGEST_RETRY = 15 * 1000000,
    MOST_ATTEMPTS = 30,
    CLOSE_TIMEOUT = 1000000
};

/* ---- Sending ------------------------------------------------------------ */

/* A message being written. */
typedef struct message {
    char *text;
    size_t length;
    FILE *out;
    json_writer w;
} message;

static bool begin_message(message *m, const char *word)
{
    *m = (message){.text = NULL};
    m->out = open_memstream(&m->text, &m->length);
    if (!m->out)
        return false;
    m->w = json_to(m->out);
    json_open_object(&m->w, NULL);
    json_string(&m->w, "type", word);
    return true;
}

static bool send_message(client_link *l, message *m)
{
    json_close(&m->w);
    const bool written = fclose(m->out) == 0;
    const bool sent = written && net_client_send(&l->conn, m->text, m->length,
                                                 &l->random.state);
    free(m->text);
    return sent;
}

bool client_link_move(client_link *l, oxo_move move)
{
    char text[OXO_MOVE_TEXT];
    message m;
    if (!begin_message(&m, "make-move"))
        return false;
    (void)oxo_move_format(OXO_NATIVE, l->room.variant, move, text);
    json_int(&m.w, "ply", l->room.game.length);
    json_string(&m.w, "move", text);
    return send_message(l, &m);
}

bool client_link_say(client_link *l, const char *word)
{
    message m;
    return begin_message(&m, word) && send_message(l, &m);
}

bool client_link_offer(client_link *l, client_offer offer)
{
    message m;
    if (!begin_message(&m, "offer"))
        return false;
    json_string(&m.w, "offer", client_offer_word(offer));
    return send_message(l, &m);
}

bool client_link_claim(client_link *l, bool draw)
{
    message m;
    if (!begin_message(&m, "claim"))
        return false;
    json_string(&m.w, "result", draw ? "draw" : "win");
    return send_message(l, &m);
}

/* Who claims to know more than there is gets the whole state. */
static bool ask_for_state(client_link *l)
{
    message m;
    l->asked = true;
    if (!begin_message(&m, "resume"))
        return false;
    json_int(&m.w, "seq", UINT32_MAX);
    return send_message(l, &m);
}

static bool send_with_seq(client_link *l, const char *word)
{
    message m;
    if (!begin_message(&m, word))
        return false;
    if (l->greeting != GREETING_NONE)
        json_string(&m.w, "room",
                    l->room.code[0] ? l->room.code : l->place.code);
    if (l->greeting == GREETING_REJOIN)
        json_string(&m.w, "token", l->room.token);
    if (l->room.seq > 0 || l->greeting == GREETING_NONE)
        json_int(&m.w, "seq", l->room.seq);
    return send_message(l, &m);
}

/* ---- Entering the room -------------------------------------------------- */

static bool send_create(client_link *l)
{
    static const char *const marks[] = {"X", "O", "random"};
    const client_wish *w = &l->wish;
    message m;
    if (!begin_message(&m, "create-room"))
        return false;
    json_string(&m.w, "variant", oxo_variant_word(w->variant));
    json_string(&m.w, "mark", marks[w->mark]);
    json_bool(&m.w, "public", w->is_public);
    if (w->initial > 0) {
        json_open_object(&m.w, "clock");
        json_int(&m.w, "initial", w->initial);
        json_int(&m.w, "increment", w->increment);
        json_close(&m.w);
    }
    if (w->name)
        json_string(&m.w, "name", w->name);
    return send_message(l, &m);
}

static bool send_join(client_link *l)
{
    message m;
    if (!begin_message(&m, "join-room"))
        return false;
    json_string(&m.w, "room", l->place.code);
    if (l->wish.name)
        json_string(&m.w, "name", l->wish.name);
    return send_message(l, &m);
}

/* Asks to enter: to create or join a room, to return to it, or to watch it. */
static bool send_greeting(client_link *l)
{
    l->put_off = l->asked = false;
    if (l->room.token[0])
        l->greeting = GREETING_REJOIN;
    else if (l->watching)
        l->greeting = GREETING_SPECTATE;
    else
        l->greeting = l->place.code[0] ? GREETING_JOIN : GREETING_CREATE;
    if (l->greeting == GREETING_CREATE)
        return send_create(l);
    if (l->greeting == GREETING_JOIN)
        return send_join(l);
    return send_with_seq(l, l->greeting == GREETING_REJOIN ? "rejoin-room"
                                                           : "spectate");
}

/* ---- Connecting --------------------------------------------------------- */

/* Lets the system notice a peer that has vanished without closing. */
static void set_keepalive(int fd)
{
    const int one = 1, idle = 20, interval = 5, count = 3;
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval,
                     sizeof interval);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

static int open_secure(client_link *l)
{
    net_tls_destroy(l->tls);
    l->tls = net_tls_create(l->place.host);
    if (!l->tls)
        return -ENOMEM;
    return net_client_open_through(&l->conn, &l->place.address,
                                   net_tls_tube(l->tls), &l->random.state);
}

static int connect_now(client_link *l)
{
    const int error = l->place.secure
                          ? open_secure(l)
                          : net_client_open(&l->conn, &l->place.address, NULL,
                                            &l->random.state);
    l->opened_at = clock_us();
    if (error == 0)
        set_keepalive(l->conn.fd);
    return error;
}

/* ---- The user's file of seats ------------------------------------------- */

static void find_seat(client_link *l)
{
    char url[CLIENT_URL];
    if (l->watching || !l->place.code[0])
        return;
    client_place_url(&l->place, l->place.code, url);
    l->kept = client_seats_find(&l->seats, url, l->room.token);
}

static void keep_seat(client_link *l)
{
    char url[CLIENT_URL];
    client_place_url(&l->place, l->room.code, url);
    l->kept = client_seats_add(&l->seats, url, l->room.token);
}

static void forget_seat(client_link *l)
{
    if (l->kept)
        client_seats_remove(&l->seats, l->room.token);
    l->kept = false;
}

const char *client_link_init(client_link *l, const char *url,
                             const client_wish *wish)
{
    memset(l, 0, sizeof *l);
    l->conn.fd = l->seats.lock = -1;
    l->wish = *wish;
    client_room_init(&l->room);
    (void)getrandom(&l->random.state, sizeof l->random.state, 0);
    const char *fault = client_place_parse(url, &l->place);
    if (fault)
        return fault;
    l->watching = wish->watch || (l->place.watch && !wish->never_watch);
    if (wish->watch && !l->place.code[0])
        return "watching needs the address of a room";
    client_seats_open(&l->seats, wish->seats);
    find_seat(l);
    return NULL;
}

int client_link_watch(const client_link *l, struct pollfd *fd)
{
    const bool unsent = l->conn.unsent > 0;
    const bool writes = l->tls ? net_tls_writes(l->tls, unsent) : unsent;
    if (l->conn.state == NET_CLIENT_CLOSED)
        return 0;
    *fd = (struct pollfd){.fd = l->conn.fd,
                          .events = (short)(POLLIN | (writes ? POLLOUT : 0))};
    return 1;
}

/* ---- Receiving ---------------------------------------------------------- */

/* The receiver of news during a call of client_link_tend(). */
typedef struct listener {
    client_link *l;
    client_hear *hear;
    void *context;
} listener;

static void report_news(const listener *to, client_news news, const char *text)
{
    client_detail d = {.who = OXO_NONE};
    (void)snprintf(d.text, sizeof d.text, "%s", text);
    if (news == NEWS_FAILED)
        to->l->ended = true;
    to->hear(to->context, news, &d);
}

/* Sets the time of the next attempt: exponential backoff with a random part,
 * so that many clients do not return at the same time. Reports only the first
 * failure. */
static void retry_later(const listener *to, client_news news, const char *why)
{
    client_link *l = to->l;
    int64_t wait = FIRST_RETRY;
    if (l->attempts >= MOST_ATTEMPTS) {
        report_news(to, NEWS_FAILED, why);
        return;
    }
    for (int i = 0; i < l->attempts && wait < LONGEST_RETRY; i++)
        wait *= 2;
    wait = wait < LONGEST_RETRY ? wait : LONGEST_RETRY;
    l->retry_at =
        clock_us() + wait / 2 + oxo_random_below(&l->random, (uint32_t)wait);
    if (l->attempts++ == 0)
        report_news(to, news, why);
}

bool client_is_passing(const char *code)
{
    return strcmp(code, oxo_status_word(OXO_STORE_UNAVAILABLE)) == 0 ||
           strcmp(code, oxo_status_word(OXO_RATE_LIMITED)) == 0;
}

/* The connection is lost, or could not be opened. Tries again if we have been
 * in the room, or if the server is too busy, which it says when it closes or
 * instead of the handshake. Otherwise fails at once. `answered`: there was a
 * server, but something is wrong with it. A TLS error explains the loss. */
static void handle_loss(const listener *to, const char *why, bool answered)
{
    static const char busy[] = "HTTP/1.1 429 ";
    client_link *l = to->l;
    if (l->ended)
        return;
    if (l->tls && net_tls_fault(l->tls)[0]) {
        why = net_tls_fault(l->tls);
        answered = true;
    }
    if (l->entered)
        retry_later(to, NEWS_LOST, why);
    else if (client_is_passing(why) ||
             strncmp(why, busy, sizeof busy - 1) == 0)
        retry_later(to, NEWS_PUT_OFF, why);
    /* "localhost" has two addresses; the server may listen on one only. */
    else if (answered || !net_remote_next(&l->place.address))
        report_news(to, NEWS_FAILED, why);
}

/* Our seat is gone: the room is closed, or we left it elsewhere. */
static bool is_lost_seat(const client_link *l, const char *code)
{
    return l->greeting == GREETING_REJOIN &&
           (strcmp(code, oxo_status_word(OXO_INVALID_TOKEN)) == 0 ||
            strcmp(code, oxo_status_word(OXO_RECONNECT_EXPIRED)) == 0 ||
            strcmp(code, oxo_status_word(OXO_ROOM_NOT_FOUND)) == 0);
}

/* The request to enter was refused. A seat from the file that we have left is
 * forgotten; then we are like anybody else who comes to the room. */
static void handle_refusal(const listener *to, const client_detail *d)
{
    client_link *l = to->l;
    if (is_lost_seat(l, d->code))
        forget_seat(l);
    if (l->greeting == GREETING_REJOIN && !l->entered &&
        strcmp(d->code, oxo_status_word(OXO_INVALID_TOKEN)) == 0) {
        client_room_init(&l->room);
        (void)send_greeting(l);
        return;
    }
    const bool full = strcmp(d->code, oxo_status_word(OXO_ROOM_FULL)) == 0;
    if (l->greeting == GREETING_JOIN && full && !l->wish.never_watch) {
        l->watching = true;
        (void)send_greeting(l);
    } else if (client_is_passing(d->code)) {
        l->put_off = true;
        retry_later(to, NEWS_PUT_OFF, d->text);
    } else {
        report_news(to, NEWS_FAILED, d->text);
    }
}

/* The request to enter has succeeded. After an absence of ours the server
 * says who is away, but not who is back. */
static void note_entry(const listener *to)
{
    client_link *l = to->l;
    const bool again = l->entered && l->greeting != GREETING_NONE;
    for (int mark = 0; mark < 2 && again; mark++)
        l->room.players[mark].away = l->room.players[mark].left;
    l->greeting = GREETING_NONE;
    l->entered = true;
    l->attempts = 0;
    if (again)
        report_news(to, NEWS_CONNECTED, "");
}

/* The state that we asked for tells limits and who is away. Nothing else is
 * new, unless its number is. */
static client_news reduce_state(const client_link *l,
                                const client_room *before, client_detail *d)
{
    const client_player *other = client_room_opponent(&l->room);
    if (l->room.seq != before->seq || !other)
        return NEWS_STATE;
    d->who = oxo_mark_other(l->room.you);
    return other->away && !before->players[d->who].away ? NEWS_AWAY
                                                        : NEWS_NONE;
}

/* Keeps a new seat. Asks for the limits, and whether the opponent is here: a
 * game that begins does not tell that. */
static void follow_news(client_link *l, client_news news)
{
    if (news == NEWS_SEAT)
        keep_seat(l);
    else if (news == NEWS_CLOSED)
        forget_seat(l);
    else if (news == NEWS_START && l->room.token[0] &&
             l->room.claim_after == 0 && !l->asked)
        (void)ask_for_state(l);
}

static void handle_message(const listener *to, const char *text, size_t length)
{
    client_link *l = to->l;
    client_detail d;
    const client_room before = l->room;
    client_news news =
        client_room_hear(&l->room, clock_us() / 1000, text, length, &d);
    if (news == NEWS_REFUSED && l->greeting != GREETING_NONE) {
        handle_refusal(to, &d);
        return;
    }
    if (news != NEWS_BROKEN)
        note_entry(to);
    if (news == NEWS_STATE && l->asked) {
        l->asked = false;
        news = reduce_state(l, &before, &d);
    }
    follow_news(l, news);
    if (news == NEWS_GAP)
        (void)send_with_seq(l, "resume");
    else if (news != NEWS_NONE)
        to->hear(to->context, news, &d);
    if (news == NEWS_CLOSED)
        l->ended = true;
}

static void hear_client(void *context, net_client *c, net_client_news news,
                        const char *text, size_t length, int code)
{
    const listener *to = context;
    (void)c;
    (void)code;
    if (news == NET_CLIENT_NEWS_OPEN) {
        (void)send_greeting(to->l);
    } else if (news == NET_CLIENT_NEWS_TEXT) {
        handle_message(to, text, length);
    } else {
        char why[128];
        (void)snprintf(why, sizeof why, "%.*s", (int)length, text);
        handle_loss(to, why, news == NET_CLIENT_NEWS_BROKEN);
    }
}

void client_link_tend(client_link *l, client_hear *hear_news, void *context)
{
    listener to = {l, hear_news, context};
    if (l->ended)
        return;
    if (l->conn.state == NET_CLIENT_CLOSED) {
        const int error = clock_us() >= l->retry_at ? connect_now(l) : 0;
        if (error < 0)
            handle_loss(&to, strerror(-error), false);
        return;
    }
    net_client_flush(&l->conn);
    net_client_read(&l->conn, true, hear_client, &to);
    if (l->put_off && l->conn.state == NET_CLIENT_OPEN &&
        clock_us() >= l->retry_at)
        (void)send_greeting(l);
    if (l->conn.state == NET_CLIENT_OPENING &&
        clock_us() - l->opened_at > OPEN_TIMEOUT) {
        net_client_cut(&l->conn);
        handle_loss(&to, "the server does not answer", false);
    }
}

/* ---- Leaving ------------------------------------------------------------ */

static void ignore_news(void *context, net_client *c, net_client_news news,
                        const char *text, size_t length, int code)
{
    (void)context;
    (void)c;
    (void)news;
    (void)text;
    (void)length;
    (void)code;
}

/* Waits for the answer to the close frame: then the server has read everything
 * before it. */
void client_link_close(client_link *l, bool leave)
{
    const int64_t end = clock_us() + CLOSE_TIMEOUT;
    if (leave && l->room.life != CLIENT_CLOSED && l->entered &&
        client_link_say(l, "leave"))
        forget_seat(l);
    net_client_close(&l->conn, 1000, &l->random.state);
    while (l->conn.state == NET_CLIENT_OPEN && clock_us() < end) {
        struct pollfd fd;
        (void)client_link_watch(l, &fd);
        (void)poll(&fd, 1, 50);
        net_client_flush(&l->conn);
        net_client_read(&l->conn, true, ignore_news, NULL);
    }
    if (l->tls && l->conn.state != NET_CLIENT_CLOSED)
        net_tls_end(l->tls);
    net_client_cut(&l->conn);
    net_tls_destroy(l->tls);
    l->tls = NULL;
    client_seats_close(&l->seats);
    l->ended = true;
}
