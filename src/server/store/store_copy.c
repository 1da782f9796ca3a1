/* store_copy.c - copies the log and the boards into another store. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store_engine.h"

enum { BATCH = 4096 };

typedef struct store_copying {
    store *to;
    store_bundle bundle;
    bool *conflict;
    store_board boards[BATCH];
    int board_count;
    uint64_t done, all; /* events */
    store_progress *progress;
    void *context;
    int error;
} store_copying;

static void write_bundle(store_copying *c)
{
    const store_change change = {.batch = store_bundle_batch(&c->bundle),
                                 .ret_conflict = c->conflict};
    c->error = store_commit(c->to, &change, 1);
    for (int i = 0; i < c->bundle.count && !c->error; i++)
        if (c->conflict[i]) {
            store_say(c->to, "the log is inconsistent; see 'oxo store check'");
            c->error = -EUCLEAN;
        }
    c->done += (uint64_t)c->bundle.count;
    store_bundle_clear(&c->bundle);
    if (!c->error && c->progress &&
        !c->progress(c->all ? (double)c->done / (double)c->all : 1,
                     c->context))
        c->error = -EINTR;
}

static bool copy_event(const event *e, void *context)
{
    store_copying *c = context;
    c->error = store_bundle_add(&c->bundle, e);
    if (!c->error && c->bundle.count == BATCH)
        write_bundle(c);
    return !c->error;
}

static void write_boards(store_copying *c)
{
    const store_change change = {.boards = c->boards,
                                 .board_count = c->board_count};
    c->error = store_commit(c->to, &change, 1);
    c->board_count = 0;
}

static bool copy_board(const store_board *b, void *context)
{
    store_copying *c = context;
    c->boards[c->board_count++] = *b;
    if (c->board_count == BATCH)
        write_boards(c);
    return !c->error;
}

/* Moves the sentence about a failure of `from` to the destination. */
static int take_error(store *from, store_copying *c, int error)
{
    if (error)
        store_say(c->to, "%s", store_error(from));
    return error ? error : c->error;
}

/* The log only grows, so another process may write meanwhile: the copy is
 * always a complete beginning of the log. */
static int copy_all(store *from, store_copying *c)
{
    uint64_t position = 0;
    int error =
        take_error(from, c, store_tail(from, &position, 0, copy_event, c));
    if (!error && c->bundle.count > 0)
        write_bundle(c);
    if (!error && !c->error)
        error = take_error(from, c, store_boards(from, copy_board, c));
    if (!error && !c->error && c->board_count > 0)
        write_boards(c);
    int more = error ? error : c->error;
    while (more >= 0 && (more = store_work(c->to)) > 0)
        ;
    return more;
}

static int check_empty(store *to)
{
    store_figures f;
    const int error = store_info(to, &f);
    if (error || (f.events == 0 && f.boards == 0))
        return error;
    store_say(to, "the destination must be an empty store");
    return -EEXIST;
}

int store_copy(store *from, store *to, store_progress *progress, void *context)
{
    store_figures f;
    int error = check_empty(to);
    if (error)
        return error;
    store_copying *c = calloc(1, sizeof(*c));
    bool *conflict = calloc(BATCH, sizeof(*conflict));
    error = c && conflict ? 0 : -ENOMEM;
    if (!error) {
        c->to = to;
        c->conflict = conflict;
        c->progress = progress;
        c->context = context;
        error = take_error(from, c, store_info(from, &f));
    }
    if (!error) {
        c->all = f.events;
        error = copy_all(from, c);
    }
    if (c)
        store_bundle_free(&c->bundle);
    free(conflict);
    free(c);
    return error;
}

/* ---- A backup ----------------------------------------------------------- */

int store_backup_by_copy(store *s, const char *file, store_progress *progress,
                         void *context)
{
    const store_options options = {.place = file, .create = true};
    store *to = NULL;
    if (store_is_remote(file) || access(file, F_OK) == 0) {
        store_say(s, "%s: %s", file,
                  strerror(store_is_remote(file) ? EINVAL : EEXIST));
        return store_is_remote(file) ? -EINVAL : -EEXIST;
    }
    int error = store_open(&options, &to);
    if (error) {
        store_say(s, "%s", store_error(NULL));
        return error;
    }
    error = store_copy(s, to, progress, context);
    if (error)
        store_say(s, "%s", store_error(to));
    store_close(to);
    if (error)
        unlink(file);
    return error;
}
