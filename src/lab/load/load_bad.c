/* load_bad.c - see load_bad.h.
 *
 * The clients act in turn, some thousand times per second in total. They don't
 * check the server's answers, only whether they are still connected. */
#include "load_bad.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "net_ws.h"
#include "oxo/playout.h"

enum {
    ROUND_NS = 5000000,
    REST = 10, /* rounds to wait before reconnecting */
    FLOOD = 50 /* messages per round */
};

typedef struct bad {
    net_client conn;
    load_vice vice;
    int rest;      /* rounds until it reconnects */
    unsigned step; /* rounds since it connected */
} bad;

typedef struct gang {
    const net_remote *address;
    oxo_random random;
    bad *list;
    load_bad_tally *tally;
} gang;

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

/* ---- Vices -------------------------------------------------------------- */

static bool send_text(gang *g, bad *b, const char *text)
{
    return net_client_send(&b->conn, text, strlen(text), &g->random.state);
}

static bool send_noise(gang *g, bad *b)
{
    uint64_t bytes[64];
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        bytes[i] = oxo_random_next(&g->random);
    return net_client_send_raw(&b->conn, bytes, sizeof bytes);
}

/* net_client_open() has sent a complete request; this is a second one. */
static bool send_drip(gang *g, bad *b)
{
    static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ";
    const char c = b->step < strlen(request) ? request[b->step] : 'z';
    (void)g;
    return b->step % 20 != 0 || net_client_send_raw(&b->conn, &c, 1);
}

/* A frame without a mask, reserved bits, a ping that is too long, and text
 * that is not UTF-8. */
static bool send_frames(gang *g, bad *b)
{
    static const uint8_t frames[4][8] = {
        {0x81, 0x02, '{', '}'},
        {0xF1, 0x82, 0, 0, 0, 0, '{', '}'},
        {0x89, 0xFE, 0x00, 0x80, 0, 0, 0, 0},
        {0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28},
    };
    (void)g;
    return net_client_send_raw(
        &b->conn, frames[(b->step + (unsigned)b->conn.key[0]) % 4], 8);
}

static bool send_crumbs(gang *g, bad *b)
{
    uint8_t frames[FLOOD][7];
    (void)g;
    for (int i = 0; i < FLOOD; i++) {
        const uint8_t first = b->step == 0 && i == 0 ? NET_WS_TEXT : 0;
        const uint8_t frame[7] = {first, 0x81, 0, 0, 0, 0, ' '};
        memcpy(frames[i], frame, sizeof frame);
    }
    return net_client_send_raw(&b->conn, frames, sizeof frames);
}

static bool send_flood(gang *g, bad *b, const char *text)
{
    for (int i = 0; i < FLOOD; i++)
        if (!send_text(g, b, text))
            return false;
    return true;
}

static bool send_lies(gang *g, bad *b)
{
    static const char *const lies[] = {
        "{\"type\":\"make-move\",\"ply\":80,\"move\":\"ii\"}",
        "{\"type\":\"rejoin-room\",\"room\":\"000000\",\"token\":\"A\"}",
        "{\"type\":\"create-room\",\"variant\":\"chess\"}",
        "{\"type\":\"create-room\",\"variant\":\"classic\",\"ref\":-1}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "{\"type\":\"spectate\",\"room\":\"ZZZZZZ\",\"seq\":4294967296}",
    };
    return send_text(g, b, lies[b->step % (sizeof lies / sizeof *lies)]);
}

static bool misbehave(gang *g, bad *b)
{
    static const char move[] =
        "{\"type\":\"make-move\",\"ply\":0,\"move\":\"ee\"}";
    static const char room[] =
        "{\"type\":\"create-room\",\"variant\":\"ultimate\"}";
    switch (b->vice) {
    case LOAD_VICE_NOISE:
        return send_noise(g, b);
    case LOAD_VICE_DRIP:
        return send_drip(g, b);
    case LOAD_VICE_FRAMES:
        return send_frames(g, b);
    case LOAD_VICE_CRUMBS:
        return send_crumbs(g, b);
    case LOAD_VICE_ROOMS:
        return send_text(g, b, room);
    case LOAD_VICE_LIES:
        return send_lies(g, b);
    default: /* flood, deaf */
        return send_flood(g, b, move);
    }
}

/* ---- The gang ----------------------------------------------------------- */

static void act_once(gang *g, bad *b)
{
    if (b->conn.state == NET_CLIENT_CLOSED) {
        if (b->rest-- <= 0 && net_client_open(&b->conn, g->address, NULL,
                                              &g->random.state) == 0) {
            b->rest = REST;
            b->step = 0;
        }
        return;
    }
    net_client_flush(&b->conn);
    if (b->vice != LOAD_VICE_DEAF || b->conn.state == NET_CLIENT_OPENING)
        net_client_read(&b->conn, true, ignore_news, NULL);
    if (b->conn.state == NET_CLIENT_OPEN) {
        g->tally->acts++;
        if (!misbehave(g, b))
            net_client_cut(&b->conn);
    }
    g->tally->cuts += b->conn.state == NET_CLIENT_CLOSED;
    b->step++;
}

int load_bad_run(const net_remote *address, int count, load_bad_tally *tally)
{
    const struct timespec pause = {.tv_nsec = ROUND_NS};
    gang g = {.address = address, .tally = tally};
    g.list = calloc((size_t)count, sizeof *g.list);
    if (!g.list ||
        getrandom(&g.random, sizeof g.random, 0) != sizeof g.random) {
        free(g.list);
        return -ENOMEM;
    }
    for (int i = 0; i < count; i++)
        g.list[i] = (bad){.conn = {.fd = -1},
                          .vice = (load_vice)(i % LOAD_VICE_COUNT)};
    for (;;) {
        for (int i = 0; i < count; i++)
            act_once(&g, &g.list[i]);
        nanosleep(&pause, NULL);
    }
}
