/* classic_service.h - 001's game against the computer: a board goes in, the
 * board with the computer's answer comes out.
 *
 * The person is X and moves first, the computer is O and never loses. Games
 * are kept under a UUID in a repository, which is handed in: anything that
 * can save, get, remove and tell whether it has a game. */
#ifndef SERVER_CLASSIC_SERVICE_H
#define SERVER_CLASSIC_SERVICE_H

#include <pthread.h>
#include <stdio.h>

#include "oxo/classic.h"
#include "store.h"

/* ---- Games -------------------------------------------------------------- */

typedef struct classic_game {
    store_uuid id;
    oxo_board board;
} classic_game;

/* Reads 8-4-4-4-12 hexadecimal digits; false, `*ret` untouched, for anything
 * else. Written with small letters. */
enum { CLASSIC_UUID_TEXT = 37 };
bool classic_uuid_parse(const char *text, size_t length, store_uuid *ret);
void classic_uuid_format(const store_uuid *id, char out[CLASSIC_UUID_TEXT]);

/* Reads {"uuid": "...", "board": [[0,1,2],[...],[...]]}: the id of the address
 * and the body of a request. The body may repeat the id, but not name another
 * game. OXO_INVALID_MESSAGE, OXO_BOARD_SIZE or OXO_CELL_VALUE, with a
 * sentence that says what is wrong. */
enum { CLASSIC_SENTENCE = 160 };
oxo_status classic_game_read(const char *id, size_t id_length,
                             const char *body, size_t length,
                             classic_game *ret,
                             char sentence[CLASSIC_SENTENCE]);

/* ---- The repository ----------------------------------------------------- */

/* All return 0 or a negative errno; -ENOENT where there is no such game. Safe
 * to call from any thread. */
typedef struct classic_repository {
    void *context;
    int (*save)(void *context, const classic_game *game);
    int (*get)(void *context, const store_uuid *id, classic_game *ret);
    int (*remove)(void *context, const store_uuid *id);
    int (*exists)(void *context, const store_uuid *id); /* 1, 0 */
} classic_repository;

/* One in memory, for programs that need no other. */
typedef struct classic_memory classic_memory;
classic_memory *classic_memory_create(void); /* NULL: no memory */
void classic_memory_destroy(classic_memory *m);
classic_repository classic_memory_repository(classic_memory *m);

/* One in a store, which is then nobody else's. */
typedef struct classic_shelf {
    pthread_mutex_t lock;
    store *store;
} classic_shelf;
void classic_shelf_init(classic_shelf *shelf, store *s);
void classic_shelf_clear(classic_shelf *shelf);
classic_repository classic_shelf_repository(classic_shelf *shelf);

/* ---- The service -------------------------------------------------------- */

typedef struct classic_service {
    classic_repository repository;
    pthread_mutex_t lock; /* a game is read, answered and saved in one */
} classic_service;

void classic_service_init(classic_service *service,
                          const classic_repository *repository);
void classic_service_clear(classic_service *service);

/* Row and column of the computer's move; OXO_GAME_OVER if the game is over or
 * the board is full, OXO_IMPOSSIBLE_COUNT and its like for a board that no
 * game can reach. */
oxo_status classic_next_move(const classic_game *game, int *ret_row,
                             int *ret_col);

/* May `now` follow `before` (NULL: a new game) under this id? OXO_CONFLICT if
 * a game has another id; else as oxo_board_check_transition(). */
oxo_status classic_validate(const store_uuid *id, const classic_game *now,
                            const classic_game *before);

/* Over? Then the winner is 0 for a draw, 1 for X, 2 for O. */
bool classic_is_over(const classic_game *game, int *ret_winner);

typedef struct classic_answer {
    classic_game game; /* with the computer's move, if it made one */
    bool over;
    int winner; /* if it is over */
} classic_answer;

/* What follows the person's board; changes nothing but `*ret`. An empty board
 * begins a game: the computer waits for the first X. */
oxo_status classic_answer_to(const classic_game *now,
                             const classic_game *before, classic_answer *ret);

/* The same with the game of the repository, where the answer is saved.
 * `*ret_error` is the repository's, if it failed: the status is then
 * OXO_STORE_UNAVAILABLE. */
oxo_status classic_play(classic_service *service, const classic_game *now,
                        classic_answer *ret, int *ret_error);

/* As JSON: uuid, board, and at the end game_over and winner. */
void classic_answer_write(const classic_answer *answer, FILE *out);

#endif /* SERVER_CLASSIC_SERVICE_H */
