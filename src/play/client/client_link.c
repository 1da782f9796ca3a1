#include "client_link.h"

#include <errno.h>
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
    GOODBYE = 1000000
};

static int64_t clock_now(void)
{
    return clock_ns() / 1000;
}

/* ---- Saying ------------------------------------------------------------- */

/* A message in the making. */
typedef struct message {
    char *text;
    size_t length;
    FILE *out;
    json_writer w;
} message;

static bool begin(message *m, const char *word)
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

static bool finish(client_link *l, message *m)
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
    if (!begin(&m, "make-move"))
        return false;
    (void)oxo_move_format(OXO_NATIVE, l->room.variant, move, text);
    json_int(&m.w, "ply", l->room.game.length);
    json_string(&m.w, "move", text);
    return finish(l, &m);
}

bool client_link_say(client_link *l, const char *word)
{
    message m;
    return begin(&m, word) && finish(l, &m);
}

bool client_link_offer(client_link *l, client_offer offer)
{
    message m;
    if (!begin(&m, "offer"))
        return false;
    json_string(&m.w, "offer", client_offer_word(offer));
    return finish(l, &m);
}

static bool say_with_seq(client_link *l, const char *word)
{
    message m;
    if (!begin(&m, word))
        return false;
    if (l->greeting != GREETING_NONE)
        json_string(&m.w, "room",
                    l->room.code[0] ? l->room.code : l->place.code);
    if (l->greeting == GREETING_REJOIN)
        json_string(&m.w, "token", l->room.token);
    if (l->room.seq > 0 || l->greeting == GREETING_NONE)
        json_int(&m.w, "seq", l->room.seq);
    return finish(l, &m);
}

/* ---- Greeting ----------------------------------------------------------- */

static bool say_create(client_link *l)
{
    static const char *const marks[] = {"X", "O", "random"};
    const client_wish *w = &l->wish;
    message m;
    if (!begin(&m, "create-room"))
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
    return finish(l, &m);
}

static bool say_join(client_link *l)
{
    message m;
    if (!begin(&m, "join-room"))
        return false;
    json_string(&m.w, "room", l->place.code);
    if (l->wish.name)
        json_string(&m.w, "name", l->wish.name);
    return finish(l, &m);
}

static bool greet(client_link *l)
{
    l->put_off = false;
    if (l->room.token[0])
        l->greeting = GREETING_REJOIN;
    else if (l->watching)
        l->greeting = GREETING_SPECTATE;
    else
        l->greeting = l->place.code[0] ? GREETING_JOIN : GREETING_CREATE;
    if (l->greeting == GREETING_CREATE)
        return say_create(l);
    if (l->greeting == GREETING_JOIN)
        return say_join(l);
    return say_with_seq(l, l->greeting == GREETING_REJOIN ? "rejoin-room"
                                                          : "spectate");
}

/* ---- Connecting --------------------------------------------------------- */

/* A peer that vanished without a word is found out by the system. */
static void keep_alive(int fd)
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
    l->opened_at = clock_now();
    if (error == 0)
        keep_alive(l->conn.fd);
    return error;
}

const char *client_link_init(client_link *l, const char *url,
                             const client_wish *wish)
{
    memset(l, 0, sizeof *l);
    l->conn.fd = -1;
    l->wish = *wish;
    client_room_init(&l->room);
    (void)getrandom(&l->random.state, sizeof l->random.state, 0);
    const char *fault = client_place_parse(url, &l->place);
    if (fault)
        return fault;
    l->watching = wish->watch || (l->place.watch && !wish->never_watch);
    if (wish->watch && !l->place.code[0])
        return "to watch, a room's address is needed";
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

/* ---- Hearing ------------------------------------------------------------ */

/* Whom to tell, while the connection is read. */
typedef struct listener {
    client_link *l;
    client_hear *hear;
    void *context;
} listener;

static void tell(const listener *to, client_news news, const char *text)
{
    client_detail d = {.who = OXO_NONE};
    (void)snprintf(d.text, sizeof d.text, "%s", text);
    if (news == NEWS_FAILED)
        to->l->ended = true;
    to->hear(to->context, news, &d);
}

/* Tries it later and later, and never all at once with others. */
static void try_later(const listener *to, client_news news, const char *why)
{
    client_link *l = to->l;
    int64_t wait = FIRST_RETRY;
    if (l->attempts >= MOST_ATTEMPTS) {
        tell(to, NEWS_FAILED, why);
        return;
    }
    for (int i = 0; i < l->attempts && wait < LONGEST_RETRY; i++)
        wait *= 2;
    wait = wait < LONGEST_RETRY ? wait : LONGEST_RETRY;
    l->retry_at =
        clock_now() + wait / 2 + oxo_random_below(&l->random, (uint32_t)wait);
    if (l->attempts++ == 0)
        tell(to, news, why);
}

bool client_is_passing(const char *code)
{
    return strcmp(code, oxo_status_word(OXO_STORE_UNAVAILABLE)) == 0 ||
           strcmp(code, oxo_status_word(OXO_RATE_LIMITED)) == 0;
}

/* A place that was never there is given up at once; not so one that has too
 * much to do, and says so when it closes or in place of a handshake.
 * `answered`: something was there, and it was wrong. What TLS found wrong is
 * why everything else went wrong. */
static void lose(const listener *to, const char *why, bool answered)
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
        try_later(to, NEWS_LOST, why);
    else if (client_is_passing(why) ||
             strncmp(why, busy, sizeof busy - 1) == 0)
        try_later(to, NEWS_PUT_OFF, why);
    /* "localhost" has two addresses, and the server perhaps one. */
    else if (answered || !net_remote_next(&l->place.address))
        tell(to, NEWS_FAILED, why);
}

/* What was refused on the way in. */
static void refuse_entry(const listener *to, const client_detail *d)
{
    client_link *l = to->l;
    const bool full = strcmp(d->code, oxo_status_word(OXO_ROOM_FULL)) == 0;
    if (l->greeting == GREETING_JOIN && full && !l->wish.never_watch) {
        l->watching = true;
        (void)greet(l);
    } else if (client_is_passing(d->code)) {
        l->put_off = true;
        try_later(to, NEWS_PUT_OFF, d->text);
    } else {
        tell(to, NEWS_FAILED, d->text);
    }
}

/* The greeting is answered: whoever was away is there again. */
static void enter(const listener *to)
{
    client_link *l = to->l;
    const bool again = l->entered && l->greeting != GREETING_NONE;
    l->greeting = GREETING_NONE;
    l->entered = true;
    l->attempts = 0;
    if (again)
        tell(to, NEWS_CONNECTED, "");
}

static void take_message(const listener *to, const char *text, size_t length)
{
    client_link *l = to->l;
    client_detail d;
    const client_news news = client_room_hear(&l->room, text, length, &d);
    if (news == NEWS_REFUSED && l->greeting != GREETING_NONE) {
        refuse_entry(to, &d);
        return;
    }
    if (news != NEWS_BROKEN)
        enter(to);
    if (news == NEWS_GAP)
        (void)say_with_seq(l, "resume");
    else if (news != NEWS_NONE)
        to->hear(to->context, news, &d);
    if (news == NEWS_CLOSED)
        l->ended = true;
}

static void hear(void *context, net_client *c, net_client_news news,
                 const char *text, size_t length, int code)
{
    const listener *to = context;
    (void)c;
    (void)code;
    if (news == NET_CLIENT_NEWS_OPEN) {
        (void)greet(to->l);
    } else if (news == NET_CLIENT_NEWS_TEXT) {
        take_message(to, text, length);
    } else {
        char why[128];
        (void)snprintf(why, sizeof why, "%.*s", (int)length, text);
        lose(to, why, news == NET_CLIENT_NEWS_BROKEN);
    }
}

void client_link_tend(client_link *l, client_hear *hear_news, void *context)
{
    listener to = {l, hear_news, context};
    if (l->ended)
        return;
    if (l->conn.state == NET_CLIENT_CLOSED) {
        const int error = clock_now() >= l->retry_at ? connect_now(l) : 0;
        if (error < 0)
            lose(&to, strerror(-error), false);
        return;
    }
    net_client_flush(&l->conn);
    net_client_read(&l->conn, true, hear, &to);
    if (l->put_off && l->conn.state == NET_CLIENT_OPEN &&
        clock_now() >= l->retry_at)
        (void)greet(l);
    if (l->conn.state == NET_CLIENT_OPENING &&
        clock_now() - l->opened_at > OPEN_TIMEOUT) {
        net_client_cut(&l->conn);
        lose(&to, "the server does not answer", false);
    }
}

/* ---- Leaving ------------------------------------------------------------ */

static void ignore(void *context, net_client *c, net_client_news news,
                   const char *text, size_t length, int code)
{
    (void)context;
    (void)c;
    (void)news;
    (void)text;
    (void)length;
    (void)code;
}

/* The server has to read what was said last, so its answer is waited for. */
void client_link_close(client_link *l, bool leave)
{
    const int64_t end = clock_now() + GOODBYE;
    if (leave && l->room.life != CLIENT_CLOSED)
        (void)client_link_say(l, "leave");
    net_client_close(&l->conn, 1000, &l->random.state);
    while (l->conn.state == NET_CLIENT_OPEN && clock_now() < end) {
        struct pollfd fd;
        (void)client_link_watch(l, &fd);
        (void)poll(&fd, 1, 50);
        net_client_flush(&l->conn);
        net_client_read(&l->conn, true, ignore, NULL);
    }
    if (l->tls && l->conn.state != NET_CLIENT_CLOSED)
        net_tls_end(l->tls);
    net_client_cut(&l->conn);
    net_tls_destroy(l->tls);
    l->tls = NULL;
    l->ended = true;
}
