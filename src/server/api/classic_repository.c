/* classic_repository.c - repositories for 001's games: in memory, or in a
 * store. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "classic_service.h"

/* ---- In memory ---------------------------------------------------------- */

/* A list, searched from its newest end, where the active games are. A program
 * with thousands of games uses a store. */
struct classic_memory {
    pthread_mutex_t lock;
    classic_game *games;
    size_t count, room;
};

classic_memory *classic_memory_create(void)
{
    classic_memory *m = calloc(1, sizeof *m);
    if (m)
        pthread_mutex_init(&m->lock, NULL);
    return m;
}

void classic_memory_destroy(classic_memory *m)
{
    if (!m)
        return;
    pthread_mutex_destroy(&m->lock);
    free(m->games);
    free(m);
}

static classic_game *find_game(const classic_memory *m, const store_uuid *id)
{
    for (size_t i = m->count; i-- > 0;)
        if (memcmp(&m->games[i].id, id, sizeof *id) == 0)
            return &m->games[i];
    return NULL;
}

static int put_game(classic_memory *m, const classic_game *game)
{
    classic_game *old = find_game(m, &game->id);
    if (old) {
        *old = *game;
        return 0;
    }
    classic_game *games =
        array_grow(m->games, &m->room, m->count + 1, sizeof *games);
    if (!games)
        return -ENOMEM;
    m->games = games;
    m->games[m->count++] = *game;
    return 0;
}

static int memory_save(void *context, const classic_game *game)
{
    classic_memory *m = context;
    pthread_mutex_lock(&m->lock);
    const int error = put_game(m, game);
    pthread_mutex_unlock(&m->lock);
    return error;
}

static int memory_get(void *context, const store_uuid *id, classic_game *ret)
{
    classic_memory *m = context;
    pthread_mutex_lock(&m->lock);
    const classic_game *game = find_game(m, id);
    if (game)
        *ret = *game;
    pthread_mutex_unlock(&m->lock);
    return game ? 0 : -ENOENT;
}

static int memory_remove(void *context, const store_uuid *id)
{
    classic_memory *m = context;
    pthread_mutex_lock(&m->lock);
    classic_game *game = find_game(m, id);
    if (game)
        *game = m->games[--m->count];
    pthread_mutex_unlock(&m->lock);
    return game ? 0 : -ENOENT;
}

static int memory_exists(void *context, const store_uuid *id)
{
    classic_game game;
    return memory_get(context, id, &game) == 0;
}

classic_repository classic_memory_repository(classic_memory *m)
{
    return (classic_repository){.context = m,
                                .save = memory_save,
                                .get = memory_get,
                                .remove = memory_remove,
                                .exists = memory_exists};
}

/* ---- In a store --------------------------------------------------------- */

void classic_shelf_init(classic_shelf *shelf, store *s)
{
    shelf->store = s;
    pthread_mutex_init(&shelf->lock, NULL);
}

void classic_shelf_clear(classic_shelf *shelf)
{
    pthread_mutex_destroy(&shelf->lock);
}

/* It is X's turn in every stored game: before the first move, and after each
 * answer of the computer. */
static int shelf_save(void *context, const classic_game *game)
{
    classic_shelf *shelf = context;
    const oxo_classic p = {.board = game->board, .turn = OXO_X};
    pthread_mutex_lock(&shelf->lock);
    const int error = store_board_save(shelf->store, &game->id, &p);
    pthread_mutex_unlock(&shelf->lock);
    return error;
}

static int shelf_get(void *context, const store_uuid *id, classic_game *ret)
{
    classic_shelf *shelf = context;
    oxo_classic p;
    pthread_mutex_lock(&shelf->lock);
    const int error = store_board_get(shelf->store, id, &p);
    pthread_mutex_unlock(&shelf->lock);
    if (error == 0)
        *ret = (classic_game){.id = *id, .board = p.board};
    return error;
}

static int shelf_remove(void *context, const store_uuid *id)
{
    classic_shelf *shelf = context;
    pthread_mutex_lock(&shelf->lock);
    const int error = store_board_delete(shelf->store, id);
    pthread_mutex_unlock(&shelf->lock);
    return error;
}

static int shelf_exists(void *context, const store_uuid *id)
{
    classic_shelf *shelf = context;
    pthread_mutex_lock(&shelf->lock);
    const int answer = store_board_exists(shelf->store, id);
    pthread_mutex_unlock(&shelf->lock);
    return answer;
}

classic_repository classic_shelf_repository(classic_shelf *shelf)
{
    return (classic_repository){.context = shelf,
                                .save = shelf_save,
                                .get = shelf_get,
                                .remove = shelf_remove,
                                .exists = shelf_exists};
}
