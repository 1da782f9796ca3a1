/* classic_service.c - see classic_service.h. */
#include "classic_service.h"

#include <errno.h>
#include <string.h>

#include "oxo/engine.h"

/* ---- Without a repository ----------------------------------------------- */

oxo_status classic_next_move(const classic_game *game, int *ret_row,
                             int *ret_col)
{
    const oxo_classic p = {.board = game->board, .turn = OXO_O};
    oxo_move move;
    if (oxo_board_is_over(game->board, NULL))
        return OXO_GAME_OVER;
    oxo_status status = oxo_classic_validate(&p);
    if (status == OXO_OK)
        status = oxo_classic_best_move(&p, &move);
    if (status != OXO_OK)
        return status;
    *ret_row = oxo_cell_row(move);
    *ret_col = oxo_cell_col(move);
    return OXO_OK;
}

static bool has_id(const classic_game *game, const store_uuid *id)
{
    return memcmp(&game->id, id, sizeof *id) == 0;
}

oxo_status classic_validate(const store_uuid *id, const classic_game *now,
                            const classic_game *before)
{
    if (!has_id(now, id) || (before && !has_id(before, id)))
        return OXO_CONFLICT;
    return oxo_board_check_transition(before ? &before->board : NULL,
                                      now->board);
}

bool classic_is_over(const classic_game *game, int *ret_winner)
{
    return oxo_board_is_over(game->board, ret_winner);
}

/* It is the computer's turn if X has one more mark. */
static bool is_computers_turn(const oxo_board *b)
{
    int more = 0;
    for (int i = 0; i < OXO_CELLS; i++) {
        const oxo_mark mark = oxo_board_at(*b, i);
        more += (mark == OXO_X) - (mark == OXO_O);
    }
    return more > 0;
}

oxo_status classic_answer_to(const classic_game *now,
                             const classic_game *before, classic_answer *ret)
{
    int row, col;
    const oxo_status status = classic_validate(&now->id, now, before);
    if (status != OXO_OK)
        return status;
    classic_answer answer = {.game = *now};
    if (!oxo_board_is_over(now->board, NULL) &&
        is_computers_turn(&now->board) &&
        classic_next_move(now, &row, &col) == OXO_OK)
        answer.game.board = oxo_board_place(now->board, 3 * row + col, OXO_O);
    answer.over = classic_is_over(&answer.game, &answer.winner);
    *ret = answer;
    return OXO_OK;
}

/* ---- With a repository -------------------------------------------------- */

void classic_service_init(classic_service *service,
                          const classic_repository *repository)
{
    service->repository = *repository;
    pthread_mutex_init(&service->lock, NULL);
}

void classic_service_clear(classic_service *service)
{
    pthread_mutex_destroy(&service->lock);
}

static oxo_status play_locked(const classic_repository *r,
                              const classic_game *now, classic_answer *ret,
                              int *ret_error)
{
    classic_game before;
    classic_answer answer;
    int error = r->get(r->context, &now->id, &before);
    if (error == 0 || error == -ENOENT) {
        const oxo_status status =
            classic_answer_to(now, error == 0 ? &before : NULL, &answer);
        if (status != OXO_OK)
            return status;
        error = r->save(r->context, &answer.game);
    }
    if (error < 0) {
        *ret_error = error;
        return OXO_STORE_UNAVAILABLE;
    }
    *ret = answer;
    return OXO_OK;
}

oxo_status classic_play(classic_service *service, const classic_game *now,
                        classic_answer *ret, int *ret_error)
{
    pthread_mutex_lock(&service->lock);
    const oxo_status status =
        play_locked(&service->repository, now, ret, ret_error);
    pthread_mutex_unlock(&service->lock);
    return status;
}
