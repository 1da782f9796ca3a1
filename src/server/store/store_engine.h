/* store_engine.h - what an implementation of the store fills in.
 *
 * store.c checks the arguments and calls these; each does what the function
 * of store.h with the same name does. An engine's own struct begins with a
 * `store`. */
#ifndef STORE_STORE_ENGINE_H
#define STORE_STORE_ENGINE_H

#include "store.h"

typedef struct store_engine {
    const char *name;

    int (*open)(const store_options *options, store **ret);
    void (*close)(store *s);

    /* A second connection, for reading beside `s` on another thread; it is
     * closed first. -ENOTSUP if there cannot be one. */
    int (*open_reader)(store *s, store **ret);

    int (*commit)(store *s, const store_change *changes, int count);
    int (*work)(store *s);
    /* Finished games that wait for store_work(), and must not pile up. */
    bool (*is_behind)(const store *s);

    /* Moves what was written to where it belongs, on the reader; writers of
     * `is_untidy` ask for it. */
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
    /* The moves of a place of the explorer, as they are stored. */
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

    /* Of an engine whose stores several servers may share; else NULL. */
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

/* The `backup` of an engine that has no other: a copy into a new file. */
int store_backup_by_copy(store *s, const char *file, store_progress *progress,
                         void *context);

/* Keeps the sentence of what went wrong, for store_error(). Without a store
 * it is that of store_open(). */
__attribute__((format(printf, 2, 3))) void store_say(store *s,
                                                     const char *format, ...);

/* ---- For journal.c ------------------------------------------------------ */

int store_open_reader(store *s, store **ret);
bool store_is_behind(const store *s);
bool store_is_untidy(const store *s);
int store_tidy(store *reader);

#endif /* STORE_STORE_ENGINE_H */
