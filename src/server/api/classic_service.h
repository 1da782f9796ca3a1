/* classic_service.h - 001's game against the computer: the input is a board,
 * the output is the board with the computer's move.
 *
 * The person is X and moves first; the computer is O and never loses. A
 * repository keeps the games under UUIDs. The caller provides the repository:
 * anything that can save, get, remove and find a game. */
#ifndef API_CLASSIC_SERVICE_H
#define API_CLASSIC_SERVICE_H

#include <pthread.h>
#include <stdio.h>

#include "oxo/classic.h"
#include "store.h"

/* ---- Games -------------------------------------------------------------- */

typedef struct classic_game {
    store_uuid id;
    oxo_board board;
} classic_game;

/* Reads 8-4-4-4-12 hexadecimal digits; false and an unchanged `*ret` for
 * anything else. Writes small letters. */
enum { CLASSIC_UUID_TEXT = 37 };
bool classic_uuid_parse(const char *text, size_t length, store_uuid *ret);
void classic_uuid_format(const store_uuid *id, char out[CLASSIC_UUID_TEXT]);

/* Reads a request: the id in the URL, and the body {"uuid": "...", "board":
 * [[0,1,2],[...],[...]]}. The body may repeat the id, but must not have
 * another one. OXO_OK, or OXO_INVALID_MESSAGE, OXO_BOARD_SIZE or
 * OXO_CELL_VALUE with a sentence. */
enum { CLASSIC_SENTENCE = 160 };
oxo_status classic_game_read(const char *id, size_t id_length,
                             const char *body, size_t length,
                             classic_game *ret,
                             char sentence[CLASSIC_SENTENCE]);

/* ---- The repository ----------------------------------------------------- */

/* All return 0 or a negative errno, -ENOENT if there is no such game. Any
 * thread may call them. */
typedef struct classic_repository {
    void *context;
    int (*save)(void *context, const classic_game *game);
    int (*get)(void *context, const store_uuid *id, classic_game *ret);
    int (*remove)(void *context, const store_uuid *id);
    int (*exists)(void *context, const store_uuid *id); /* 1, 0 */
} classic_repository;

/* A repository in memory, for programs without a store. */
typedef struct classic_memory classic_memory;
classic_memory *classic_memory_create(void); /* NULL: no memory */
void classic_memory_destroy(classic_memory *m);
classic_repository classic_memory_repository(classic_memory *m);

/* A repository in a store that nobody else uses. */
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
    pthread_mutex_t lock; /* one game at a time is read, answered, saved */
} classic_service;

void classic_service_init(classic_service *service,
                          const classic_repository *repository);
void classic_service_clear(classic_service *service);

/* Row and column of the computer's move. OXO_GAME_OVER if the game is over;
 * OXO_IMPOSSIBLE_COUNT or a similar status for a board that no game reaches.
 */
oxo_status classic_next_move(const classic_game *game, int *ret_row,
                             int *ret_col);

/* May `now` follow `before` (NULL: a new game) under this id? OXO_CONFLICT if
 * a game has another id; otherwise see oxo_board_check_transition(). */
oxo_status classic_validate(const store_uuid *id, const classic_game *now,
                            const classic_game *before);

/* Is the game over? The winner is 0 for a draw, 1 for X, 2 for O. */
bool classic_is_over(const classic_game *game, int *ret_winner);

typedef struct classic_answer {
    classic_game game; /* includes the computer's move, if it made one */
    bool over;
    int winner; /* if the game is over */
} classic_answer;

/* The answer to the person's board, without a repository. An empty board
 * begins a game, and the computer waits for the first X. */
oxo_status classic_answer_to(const classic_game *now,
                             const classic_game *before, classic_answer *ret);

/* The same with a repository: reads the game before, and saves the answer. If
 * the repository fails: OXO_STORE_UNAVAILABLE, and its errno in `*ret_error`.
 */
oxo_status classic_play(classic_service *service, const classic_game *now,
                        classic_answer *ret, int *ret_error);

/* As JSON: uuid and board; once the game is over, game_over and winner. */
void classic_answer_write(const classic_answer *answer, FILE *out);

#endif /* API_CLASSIC_SERVICE_H */
