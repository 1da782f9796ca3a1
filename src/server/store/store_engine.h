/* store_engine.h - the interface of a storage engine.
 *
 * store.c checks the arguments and calls these functions; each does what the
 * function of the same name in store.h does. The struct of an engine begins
 * with a `store`. */
#ifndef STORE_STORE_ENGINE_H
#define STORE_STORE_ENGINE_H

#include "store.h"

typedef struct store_engine {
    const char *name;

    int (*open)(const store_options *options, store **ret);
    void (*close)(store *s);

    /* A second connection, to read on another thread; it is closed before `s`.
     * -ENOTSUP if the engine cannot have one. */
    int (*open_reader)(store *s, store **ret);

    int (*commit)(store *s, const store_change *changes, int count);
    int (*work)(store *s);
    /* Do so many finished games wait for store_work() that it is urgent? */
    bool (*is_behind)(const store *s);

    /* SQLite's checkpoint: moves pages from the write-ahead log into the file,
     * on the reading thread. `is_untidy` tells when it is due. */
    bool (*is_untidy)(const store *s);
    int (*tidy)(store *reader);

    int (*load)(store *s, event_room room, uint32_t from, store_sink *sink,
                void *context);
    int (*load_live)(store *s, store_wake_sink *sink, void *context);
    int (*tail)(store *s, uint64_t *position, int limit, store_sink *sink,
                void *context);

    int (*games)(store *s, const store_game_filter *filter,
                 store_game_sink *sink, void *context, uint64_t *ret_next);
    int (*game_find)(store *s, event_room room, int number, store_game *ret);
    int (*player)(store *s, const event_hash *key,
                  store_record out[STORE_MAX_RECORDS], int *ret_count);
    int (*totals)(store *s, oxo_variant variant, store_totals *ret);
    /* The stored moves of a position, whose key is `place`. */
    int (*explore)(store *s, uint64_t place, store_choice out[OXO_MAX_MOVES],
                   int *ret_count);
    int (*board_get)(store *s, const store_uuid *id, oxo_classic *ret);
    int (*boards)(store *s, store_board_sink *sink, void *context);

    int (*rebuild)(store *s, store_progress *progress, void *context);
    int (*check)(store *s, store_fault *fault, store_progress *progress,
                 void *context);
    int (*backup)(store *s, const char *file, store_progress *progress,
                  void *context);
    int (*info)(store *s, store_figures *ret);

    /* NULL unless several nodes can share a store of this engine. */
    uint64_t (*position)(const store *s);
    int (*open_follower)(store *s, store **ret);
    int (*renew)(store *follower, store_lease lease, store_view *ret);
    int (*leave)(store *follower);
    int (*listen)(store *follower, int milliseconds, int fd, uint64_t own,
                  uint64_t *position);
    int (*is_live)(store *s, event_room room);
    int (*sights)(store *follower, uint64_t *change, int limit,
                  store_sight_sink *sink, void *context);
} store_engine;

enum { STORE_ERROR_TEXT = 512 };

struct store {
    const store_engine *engine;
    char error[STORE_ERROR_TEXT];
};

extern const store_engine store_sqlite;
extern const store_engine store_postgres;

/* A `backup` for any engine: copies the store into a new file. */
int store_backup_by_copy(store *s, const char *file, store_progress *progress,
                         void *context);

/* Sets the sentence for store_error(); `s` NULL: for store_error(NULL). */
__attribute__((format(printf, 2, 3))) void store_say(store *s,
                                                     const char *format, ...);

/* ---- For journal.c ------------------------------------------------------ */

int store_open_reader(store *s, store **ret);
bool store_is_behind(const store *s);
bool store_is_untidy(const store *s);
int store_tidy(store *reader);

#endif /* STORE_STORE_ENGINE_H */
