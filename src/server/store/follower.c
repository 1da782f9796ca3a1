/* follower.c - see follower.h: listens, reads, hands over. */
#include "follower.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "array.h"
#include "clock.h"
#include "store_engine.h"

enum {
    RENEW_MS = 2000,
    POLL_MS = 1000, /* the delay if a notification is lost */
    RETRY_MS = 250,
    PAGE = 2000 /* events, and sights, in one piece of news */
};

struct follower {
    store *store;
    follower_wake *wake;
    void *context;
    pthread_t thread;
    bool started;
    int bell; /* an eventfd that wakes the thread */

    /* Of the thread: */
    uint64_t position, change; /* events and sights are read up to here */
    int seen;                  /* sights in `news` that are not handed over
                                * before all events of that moment are read */
    int64_t renewal, look;     /* when to renew the lease, and to read */
    int64_t deaf;              /* since when the log is not read to its end */
    unsigned checked;          /* `failures` when the last look began */
    follower_news news;

    pthread_mutex_t lock; /* of the following */
    pthread_cond_t given_back;
    bool full;      /* the loop owns `news`... */
    bool taken;     /* ...and has taken it */
    bool stopping;  /* the thread shall end */
    uint64_t own;   /* the end of our last successful commit */
    bool failing;   /* later commits have failed... */
    bool doubtful;  /* ...and may be in the log all the same: */
    uint64_t doubt; /* read again from here */
    unsigned failures;
    bool see_again; /* read all sights again */
    follower_progress progress;
};

/* ---- Gathering ---------------------------------------------------------- */

typedef struct gathering {
    follower *f;
    int error;
} gathering;

static bool gather_event(const event *e, void *context)
{
    gathering *g = context;
    if (e)
        g->error = store_bundle_add(&g->f->news.events, e);
    else
        g->f->news.damaged++;
    return !g->error;
}

static bool gather_sight(const store_sight *sight, void *context)
{
    gathering *g = context;
    follower_news *n = &g->f->news;
    store_sight *sights = array_grow(n->sights, &n->sight_room,
                                     (size_t)g->f->seen + 1, sizeof(*sights));
    if (!sights) {
        g->error = -ENOMEM;
        return false;
    }
    n->sights = sights;
    n->sights[g->f->seen++] = *sight;
    return true;
}

static int gather_sights(follower *f, gathering *g)
{
    const int error =
        store_sights(f->store, &f->change, PAGE, gather_sight, g);
    if (error || g->error)
        f->seen = 0; /* read again */
    return error ? error : g->error;
}

/* Reads a page. Sights are read before events, so their rooms are known once
 * all those events are read. `*ret_more`: there may be more. */
static int gather_page(follower *f, int what, bool *ret_more)
{
    gathering g = {.f = f};
    const uint64_t before = f->position;
    int error = 0;
    if ((what & STORE_NEWS_SIGHTS) && f->seen == 0)
        error = gather_sights(f, &g);
    if (!error && (what & STORE_NEWS_EVENTS))
        error = store_tail(f->store, &f->position, PAGE, gather_event, &g);
    if (g.error) /* no memory for the last one */
        f->position = before;
    error = error ? error : g.error;
    const bool is_last = f->news.events.count + f->news.damaged < PAGE;
    if (!error && is_last)
        f->news.sight_count = f->seen;
    *ret_more = !is_last || f->seen >= PAGE;
    return error;
}

static void note_progress(follower *f, bool complete)
{
    const uint64_t end = store_position(f->store);
    pthread_mutex_lock(&f->lock);
    f->progress.behind = end > f->position ? end - f->position : 0;
    if (complete)
        f->progress.looked = clock_ms();
    pthread_mutex_unlock(&f->lock);
}

static bool is_failing(follower *f)
{
    pthread_mutex_lock(&f->lock);
    const bool failing = f->failing;
    pthread_mutex_unlock(&f->lock);
    return failing;
}

/* A node whose lease has ended may act again with a new lease. */
static store_lease wanted_lease(follower *f, int64_t now)
{
    if (is_failing(f))
        return STORE_LEASE_ENDS;
    if (now >= f->news.view.lease)
        f->deaf = 0;
    const bool is_deaf = f->deaf > 0 && now - f->deaf > FOLLOWER_DEAF_MS;
    return is_deaf ? STORE_LEASE_RESTS : STORE_LEASE_ACTS;
}

static int renew_lease(follower *f)
{
    const int64_t now = clock_ms();
    const int error =
        store_renew(f->store, wanted_lease(f, now), &f->news.view);
    f->news.fresh = f->news.fresh || !error;
    f->renewal = now + RENEW_MS;
    return error;
}

/* ---- Handing over ------------------------------------------------------- */

/* Waits until the loop has taken the news and given it back, and empties it.
 * False if the follower is stopping. */
static bool hand_over_news(follower *f)
{
    f->news.why = store_error(f->store); /* unchanged until this returns */
    pthread_mutex_lock(&f->lock);
    f->full = true;
    f->taken = false;
    pthread_mutex_unlock(&f->lock);
    f->wake(f->context);
    pthread_mutex_lock(&f->lock);
    while (f->full && !f->stopping)
        pthread_cond_wait(&f->given_back, &f->lock);
    const bool goes_on = !f->full;
    pthread_mutex_unlock(&f->lock);
    if (!goes_on)
        return false;
    store_bundle_clear(&f->news.events);
    if (f->news.sight_count > 0)
        f->news.sight_count = f->seen = 0;
    f->news.fresh = f->news.again = false;
    f->news.damaged = 0;
    return true;
}

/* Is there anything that the loop does not know? */
static bool is_news(const follower *f, int error, bool more)
{
    const follower_news *n = &f->news;
    return error != n->error || more != n->more || n->events.count > 0 ||
           n->sight_count > 0 || n->damaged > 0;
}

static void note_deaf(follower *f, bool is_deaf)
{
    f->deaf = !is_deaf ? 0 : f->deaf ? f->deaf : clock_ms();
}

/* The log was read to its end, so nothing is in doubt, unless a commit has
 * failed since. */
static void end_doubt(follower *f)
{
    note_deaf(f, false);
    pthread_mutex_lock(&f->lock);
    if (!f->failing && f->failures == f->checked)
        f->doubtful = false;
    pthread_mutex_unlock(&f->lock);
}

/* Reads what there is and hands it over. After a failure everything is read
 * again. While our commits fail, only the view is read: events in the log may
 * not be durable until a commit succeeds. */
static int read_news(follower *f, int what)
{
    bool more = false, goes_on = true;
    int error = 0;
    if (what & STORE_NEWS_SIGHTS) /* their rooms may be new */
        what |= STORE_NEWS_EVENTS;
    const bool is_due = what & STORE_NEWS_EVENTS;
    if (what & STORE_NEWS_AGAIN) {
        f->news.again = true;
        f->change = 0;
        f->seen = 0;
    }
    if (is_failing(f))
        what &= ~(STORE_NEWS_EVENTS | STORE_NEWS_SIGHTS);
    bool tell = what & STORE_NEWS_NODES;
    do { /* the lease is renewed even while there is much to read */
        tell = tell || clock_ms() >= f->renewal;
        if (tell)
            error = renew_lease(f);
        if (!error)
            error = gather_page(f, what, &more);
        tell = tell || is_news(f, error, more);
        f->news.error = error;
        f->news.more = more;
        if (error || more)
            note_deaf(f, true);
        note_progress(f, false);
        if (tell)
            goes_on = hand_over_news(f);
        tell = false;
    } while (more && !error && goes_on);
    if (error || is_due)
        f->look = error ? 0 : clock_ms() + POLL_MS;
    if (!error && goes_on && (what & STORE_NEWS_EVENTS)) {
        end_doubt(f);
        note_progress(f, true);
    }
    return error;
}

/* ---- The thread --------------------------------------------------------- */

/* False if the thread shall end. `*ret_own` is the end of our own commits. If
 * commits failed before, goes back to where they are in doubt, and renews the
 * lease at once. */
static bool prepare_turn(follower *f, uint64_t *ret_own)
{
    uint64_t rings;
    const ssize_t n = read(f->bell, &rings, sizeof(rings));
    (void)n;
    pthread_mutex_lock(&f->lock);
    const bool goes_on = !f->stopping;
    *ret_own = f->doubtful ? 0 : f->own;
    f->checked = f->failures;
    if (f->doubtful && !f->failing) {
        f->look = f->renewal = 0;
        if (f->doubt < f->position)
            f->position = f->doubt;
    }
    if (f->see_again) {
        f->change = 0;
        f->seen = 0;
        f->see_again = false;
    }
    pthread_mutex_unlock(&f->lock);
    return goes_on;
}

static int wait_and_look(follower *f, uint64_t own)
{
    const int64_t next = f->look < f->renewal ? f->look : f->renewal;
    const int64_t left = next - clock_ms();
    int what = store_listen(f->store, left > 0 ? (int)left : 0, f->bell, own,
                            &f->position);
    if (what >= 0 && clock_ms() >= f->look)
        what |= STORE_NEWS_EVENTS | STORE_NEWS_SIGHTS;
    if (what > 0 || (what == 0 && clock_ms() >= f->renewal))
        return read_news(f, what);
    if (what < 0)
        note_deaf(f, true);
    if (what < 0 && what != f->news.error) {
        f->news.error = what;
        hand_over_news(f);
    }
    return what;
}

static void pause_after_failure(const follower *f)
{
    struct pollfd bell = {.fd = f->bell, .events = POLLIN};
    poll(&bell, 1, RETRY_MS);
}

static void *run_following(void *context)
{
    follower *f = context;
    uint64_t own;
    while (prepare_turn(f, &own)) {
        if (wait_and_look(f, own) < 0)
            pause_after_failure(f);
        note_progress(f, false);
    }
    store_leave(f->store);
    return NULL;
}

/* ---- Interface ---------------------------------------------------------- */

int follower_create(store *s, follower_wake *wake, void *context,
                    follower **ret)
{
    store *connection = NULL;
    int error = store_open_follower(s, &connection);
    if (error)
        return error;
    follower *f = calloc(1, sizeof(*f));
    if (!f) {
        store_close(connection);
        return -ENOMEM;
    }
    f->store = connection;
    f->wake = wake;
    f->context = context;
    f->position = f->own = store_position(s);
    f->progress.looked = clock_ms();
    f->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->given_back, NULL);
    error = f->bell < 0 ? -errno : renew_lease(f);
    f->news.fresh = false; /* it will be old when the loop takes it */
    if (error) {
        store_say(s, "%s", store_error(connection));
        store_leave(connection);
        follower_destroy(f);
        return error;
    }
    *ret = f;
    return 0;
}

const store_view *follower_view(const follower *f)
{
    return &f->news.view;
}

int follower_start(follower *f)
{
    const int error = pthread_create(&f->thread, NULL, run_following, f);
    f->started = error == 0;
    return -error;
}

static void ring_bell(const follower *f)
{
    const uint64_t once = 1;
    const ssize_t n = write(f->bell, &once, sizeof(once));
    (void)n;
}

void follower_destroy(follower *f)
{
    if (!f)
        return;
    pthread_mutex_lock(&f->lock);
    f->stopping = true;
    pthread_cond_signal(&f->given_back);
    pthread_mutex_unlock(&f->lock);
    if (f->bell >= 0)
        ring_bell(f);
    if (f->started)
        pthread_join(f->thread, NULL);
    if (f->bell >= 0)
        close(f->bell);
    store_close(f->store);
    store_bundle_free(&f->news.events);
    free(f->news.sights);
    pthread_cond_destroy(&f->given_back);
    pthread_mutex_destroy(&f->lock);
    free(f);
}

follower_news *follower_take(follower *f)
{
    pthread_mutex_lock(&f->lock);
    const bool there = f->full && !f->taken;
    f->taken = f->taken || there;
    pthread_mutex_unlock(&f->lock);
    return there ? &f->news : NULL;
}

void follower_give_back(follower *f, follower_news *news)
{
    (void)news;
    pthread_mutex_lock(&f->lock);
    f->full = false;
    pthread_cond_signal(&f->given_back);
    pthread_mutex_unlock(&f->lock);
}

follower_progress follower_progress_of(follower *f)
{
    pthread_mutex_lock(&f->lock);
    const follower_progress progress = f->progress;
    pthread_mutex_unlock(&f->lock);
    return progress;
}

void follower_committed(follower *f, uint64_t position)
{
    pthread_mutex_lock(&f->lock);
    const bool recovered = f->failing;
    f->own = position;
    f->failing = false;
    pthread_mutex_unlock(&f->lock);
    if (recovered)
        ring_bell(f);
}

void follower_failed(follower *f)
{
    pthread_mutex_lock(&f->lock);
    if (!f->doubtful || f->own < f->doubt)
        f->doubt = f->own;
    f->failing = f->doubtful = true;
    f->failures++;
    pthread_mutex_unlock(&f->lock);
}

void follower_see_again(follower *f)
{
    pthread_mutex_lock(&f->lock);
    f->see_again = true;
    pthread_mutex_unlock(&f->lock);
}
