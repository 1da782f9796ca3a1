/* follower.c - see follower.h: listen, read, hand over. */
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
    POLL_MS = 1000, /* a notification that was lost costs so much */
    RETRY_MS = 250,
    PAGE = 2000 /* events in one piece of news, and sights */
};

struct follower {
    store *store;
    follower_wake *wake;
    void *context;
    pthread_t thread;
    bool started;
    int bell; /* an eventfd: the thread is wanted */

    /* The thread's own: */
    uint64_t position, change; /* up to which all was read */
    int seen;                  /* sights that were read: `news` gets them when
                                * all events that were there then are read */
    int64_t renewal, look;     /* when to renew, and to look unasked */
    int64_t deaf;              /* since when not all could be read, or 0 */
    unsigned checked;          /* failures before the last look began */
    follower_news news;

    pthread_mutex_t lock; /* over all that follows */
    pthread_cond_t given_back;
    bool full;      /* `news` is the loop's */
    bool taken;     /* by it */
    bool stopping;  /* the thread shall end */
    uint64_t own;   /* where our last commit ended */
    bool failing;   /* those behind it have failed... */
    bool doubtful;  /* ...and may be in the log all the same */
    uint64_t doubt; /* it is to be read again from here */
    unsigned failures;
    bool see_again; /* sights are to be read from the beginning */
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
        f->seen = 0; /* they are read again */
    return error ? error : g->error;
}

/* Sights are read before events: so what they are about is known when the
 * last of those is. True if there may be more. */
static int gather(follower *f, int what, bool *ret_more)
{
    gathering g = {.f = f};
    const uint64_t before = f->position;
    int error = 0;
    if ((what & STORE_NEWS_SIGHTS) && f->seen == 0)
        error = gather_sights(f, &g);
    if (!error && (what & STORE_NEWS_EVENTS))
        error = store_tail(f->store, &f->position, PAGE, gather_event, &g);
    if (g.error) /* the last that was read is not there */
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

/* Who comes back has lost nothing but its lease, and begins anew. */
static store_lease wanted_lease(follower *f, int64_t now)
{
    if (is_failing(f))
        return STORE_LEASE_ENDS;
    if (now >= f->news.view.lease)
        f->deaf = 0;
    const bool is_deaf = f->deaf > 0 && now - f->deaf > FOLLOWER_DEAF_MS;
    return is_deaf ? STORE_LEASE_RESTS : STORE_LEASE_ACTS;
}

static int renew(follower *f)
{
    const int64_t now = clock_ms();
    const int error =
        store_renew(f->store, wanted_lease(f, now), &f->news.view);
    f->news.fresh = f->news.fresh || !error;
    f->renewal = now + RENEW_MS;
    return error;
}

/* ---- Handing over ------------------------------------------------------- */

/* Waits until the news were taken and given back; then they are empty. False
 * if that never happens. */
static bool hand_over(follower *f)
{
    f->news.why = store_error(f->store); /* unchanged until we go on */
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

/* Is there something that the loop does not know? */
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

/* All that there was is read, and with it all that was in doubt, unless there
 * is more of that since. */
static void settle(follower *f)
{
    note_deaf(f, false);
    pthread_mutex_lock(&f->lock);
    if (!f->failing && f->failures == f->checked)
        f->doubtful = false;
    pthread_mutex_unlock(&f->lock);
}

/* Looks at what there is. After a failure all is looked at again. While our
 * commits fail nothing is read but who is alive: what is there may not be as
 * safe as it should be, before one succeeds. */
static int look(follower *f, int what)
{
    bool more = false, goes_on = true;
    int error = 0;
    if (what & STORE_NEWS_SIGHTS) /* of rooms that are perhaps new */
        what |= STORE_NEWS_EVENTS;
    const bool is_due = what & STORE_NEWS_EVENTS; /* others put nothing off */
    if (what & STORE_NEWS_AGAIN) {
        f->news.again = true;
        f->change = 0;
        f->seen = 0;
    }
    if (is_failing(f))
        what &= ~(STORE_NEWS_EVENTS | STORE_NEWS_SIGHTS);
    bool tell = what & STORE_NEWS_NODES;
    do { /* who has much to read is alive all the same */
        tell = tell || clock_ms() >= f->renewal;
        if (tell)
            error = renew(f);
        if (!error)
            error = gather(f, what, &more);
        tell = tell || is_news(f, error, more);
        f->news.error = error;
        f->news.more = more;
        if (error || more)
            note_deaf(f, true);
        note_progress(f, false);
        if (tell)
            goes_on = hand_over(f);
        tell = false;
    } while (more && !error && goes_on);
    if (error || is_due)
        f->look = error ? 0 : clock_ms() + POLL_MS;
    if (!error && goes_on && (what & STORE_NEWS_EVENTS)) {
        settle(f);
        note_progress(f, true);
    }
    return error;
}

/* ---- The thread --------------------------------------------------------- */

/* Are we to go on? Says up to where we know what we have appended, and goes
 * back to where that was in doubt. A lease that was not renewed while commits
 * failed is renewed now. */
static bool is_wanted(follower *f, uint64_t *ret_own)
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
        return look(f, what);
    if (what < 0)
        note_deaf(f, true);
    if (what < 0 && what != f->news.error) {
        f->news.error = what;
        hand_over(f);
    }
    return what;
}

static void rest(const follower *f)
{
    struct pollfd bell = {.fd = f->bell, .events = POLLIN};
    poll(&bell, 1, RETRY_MS);
}

static void *following(void *context)
{
    follower *f = context;
    uint64_t own;
    while (is_wanted(f, &own)) {
        if (wait_and_look(f, own) < 0)
            rest(f);
        note_progress(f, false);
    }
    store_leave(f->store);
    return NULL;
}

/* ---- From outside ------------------------------------------------------- */

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
    error = f->bell < 0 ? -errno : renew(f);
    f->news.fresh = false; /* it will not be, when the loop hears of it */
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
    const int error = pthread_create(&f->thread, NULL, following, f);
    f->started = error == 0;
    return -error;
}

static void ring(const follower *f)
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
        ring(f);
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
        ring(f);
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
