/* test-001-service.c - document 001: games with an id, the service and the
 * repository that it is given. */
#include <errno.h>
#include <pthread.h>

#include "classic_service.h"
#include "conformance.h"

static const char ID[] = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
static const char OTHER[] = "ffffffff-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

static store_uuid uuid(const char *text)
{
    store_uuid id;
    assert_true(classic_uuid_parse(text, strlen(text), &id));
    return id;
}

/* A game under ID with these nine marks. */
static classic_game game_of(const char *marks)
{
    return (classic_game){.id = uuid(ID), .board = board_of(marks)};
}

static oxo_status read_body(const char *id, const char *body,
                            classic_game *ret)
{
    char sentence[CLASSIC_SENTENCE] = "";
    const oxo_status status =
        classic_game_read(id, strlen(id), body, strlen(body), ret, sentence);
    assert_int_equal(status != OXO_OK, *sentence != '\0');
    return status;
}

/* ---- Game --------------------------------------------------------------- */

TEST(t_001_4_game_id_is_a_uuid)
{
    char text[CLASSIC_UUID_TEXT];
    const classic_game game = game_of(".........");
    classic_uuid_format(&game.id, text);
    assert_string_equal(text, ID);
}

TEST(t_001_5_board_of_a_game_is_a_board)
{
    assert_board(game_of("X...O....").board, "X...O....");
}

TEST(f_001_5_game_is_made_from_id_and_board)
{
    classic_game game;
    assert_int_equal(
        read_body(ID, "{\"board\":[[1,0,0],[0,2,0],[0,0,0]]}", &game), OXO_OK);
    assert_board(game.board, "X...O....");
}

TEST(f_001_6_id_of_a_game_can_be_read)
{
    const store_uuid id = uuid(ID);
    const classic_game game = game_of(".........");
    assert_memory_equal(&game.id, &id, sizeof id);
}

TEST(f_001_7_board_of_a_game_can_be_read)
{
    int value;
    assert_int_equal(
        oxo_board_get_value(game_of("....X....").board, 1, 1, &value), OXO_OK);
    assert_int_equal(value, 1);
}

TEST(v_001_4_game_id_must_be_a_uuid)
{
    static const char *const wrong[] = {
        "",
        "1",
        "0a1b2c3d4e5f4a6b8c7d9e0f1a2b3c4d",
        "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4",
        "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4dd",
        "0a1b2c3g-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
        "0a1b2c3d-4e5f-4a6b-8c7d_9e0f1a2b3c4d",
        "{a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4}",
    };
    store_uuid id = uuid(ID);
    const store_uuid before = id;
    for (size_t i = 0; i < LENGTH(wrong); i++)
        assert_false(classic_uuid_parse(wrong[i], strlen(wrong[i]), &id));
    assert_memory_equal(&id, &before, sizeof id);
}

TEST(v_001_5_board_must_be_a_board)
{
    static const char *const wrong[] = {
        "{}",
        "{\"board\":null}",
        "{\"board\":\"---------\"}",
        "{\"board\":[0,0,0,0,0,0,0,0,0]}",
        "{\"board\":[[0,0,0],[0,0,0]]}",
        "{\"board\":[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}",
        "{\"board\":[[0,0,0],[0,0],[0,0,0]]}",
        "{\"board\":[[0,0,0],[0,0,0,0],[0,0,0]]}",
        "{\"board\":[[0,0,0],[0,1.5,0],[0,0,0]]}",
        "{\"board\":[[0,0,0],[0,\"1\",0],[0,0,0]]}",
        "{\"board\":[[0,0,0],[0,3,0],[0,0,0]]}",
        "{\"board\":[[0,0,0],[0,-1,0],[0,0,0]]}",
        "[]",
        "",
    };
    const classic_game before = game_of("X........");
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        classic_game game = before;
        assert_int_not_equal(read_body(ID, wrong[i], &game), OXO_OK);
        assert_memory_equal(&game, &before, sizeof game);
    }
}

TEST(v_001_6_wrong_types_have_a_status_of_their_own)
{
    classic_game game;
    assert_int_equal(read_body(ID, "{\"board\":7}", &game), OXO_BOARD_SIZE);
    assert_int_equal(
        read_body(ID, "{\"board\":[[0,0,0],[0,9,0],[0,0,0]]}", &game),
        OXO_CELL_VALUE);
    assert_int_equal(
        read_body("7", "{\"board\":[[0,0,0],[0,0,0],[0,0,0]]}", &game),
        OXO_INVALID_MESSAGE);
}

TEST(x_001_2_game_with_a_fresh_id_and_the_centre_taken_gives_both_back)
{
    char body[128], id[CLASSIC_UUID_TEXT];
    classic_game game;
    snprintf(body, sizeof body,
             "{\"uuid\":\"%s\",\"board\":[[0,0,0],[0,1,0],[0,0,0]]}", ID);
    assert_int_equal(read_body(ID, body, &game), OXO_OK);
    classic_uuid_format(&game.id, id);
    assert_string_equal(id, ID);
    assert_board(game.board, "....X....");
}

TEST(gv_001_1_game_has_a_valid_uuid_and_no_other)
{
    char body[128];
    classic_game game;
    snprintf(body, sizeof body,
             "{\"uuid\":\"%s\",\"board\":[[0,0,0],[0,1,0],[0,0,0]]}", OTHER);
    assert_int_equal(read_body(ID, body, &game), OXO_INVALID_MESSAGE);
    const store_uuid other = uuid(OTHER);
    const classic_game now = game_of("....X....");
    assert_int_equal(classic_validate(&other, &now, NULL), OXO_CONFLICT);
    assert_int_equal(classic_validate(&now.id, &now, NULL), OXO_OK);
}

TEST(er_001_7_id_that_is_no_uuid_is_refused)
{
    classic_game game;
    assert_int_equal(
        read_body(ID, "{\"uuid\":7,\"board\":[[0,0,0],[0,1,0],[0,0,0]]}",
                  &game),
        OXO_INVALID_MESSAGE);
}

TEST(er_001_8_board_that_is_no_board_is_refused)
{
    classic_game game;
    assert_int_equal(read_body(ID, "{\"board\":{}}", &game), OXO_BOARD_SIZE);
}

/* ---- The service -------------------------------------------------------- */

/* A repository that counts what it is asked, and may fail. */
typedef struct mock {
    classic_game game;
    bool has;
    int saves, gets;
    int error;
} mock;

static int mock_save(void *context, const classic_game *game)
{
    mock *m = context;
    m->saves++;
    if (m->error)
        return m->error;
    m->game = *game;
    m->has = true;
    return 0;
}

static int mock_get(void *context, const store_uuid *id, classic_game *ret)
{
    mock *m = context;
    m->gets++;
    if (!m->has || memcmp(&m->game.id, id, sizeof *id) != 0)
        return -ENOENT;
    *ret = m->game;
    return 0;
}

static int mock_remove(void *context, const store_uuid *id)
{
    mock *m = context;
    (void)id;
    m->has = false;
    return 0;
}

static int mock_exists(void *context, const store_uuid *id)
{
    const mock *m = context;
    return m->has && memcmp(&m->game.id, id, sizeof *id) == 0;
}

static classic_repository repository_of(mock *m)
{
    return (classic_repository){m, mock_save, mock_get, mock_remove,
                                mock_exists};
}

TEST(f_001_11_service_is_given_its_repository)
{
    mock m = {0};
    classic_service service;
    classic_answer answer;
    int error;
    const classic_repository repository = repository_of(&m);
    classic_service_init(&service, &repository);
    const classic_game now = game_of("....X....");
    assert_int_equal(classic_play(&service, &now, &answer, &error), OXO_OK);
    assert_int_equal(m.gets, 1);
    assert_int_equal(m.saves, 1);
    assert_board(m.game.board, "O...X....");
    classic_service_clear(&service);
}

TEST(x_001_3_service_is_made_and_asked_for_a_move)
{
    int row = -1, col = -1;
    const classic_game game = game_of("X........");
    assert_int_equal(classic_next_move(&game, &row, &col), OXO_OK);
    assert_int_equal(row, 1);
    assert_int_equal(col, 1);
}

TEST(x_001_9_service_works_with_a_mock_repository_and_a_game_with_an_id)
{
    mock m = {0};
    classic_service service;
    classic_answer answer;
    int error, winner = -1, row, col;
    const classic_repository repository = repository_of(&m);
    classic_service_init(&service, &repository);
    const classic_game now = game_of("....X....");
    assert_int_equal(classic_next_move(&now, &row, &col), OXO_OK);
    assert_int_equal(10 * row + col, 0);
    assert_int_equal(classic_validate(&now.id, &now, NULL), OXO_OK);
    assert_false(classic_is_over(&now, &winner));
    assert_int_equal(winner, -1);
    assert_int_equal(classic_play(&service, &now, &answer, &error), OXO_OK);
    assert_false(answer.over);
    /* The same board again is no move. */
    assert_int_equal(classic_play(&service, &answer.game, &answer, &error),
                     OXO_NO_MOVE_MADE);
    classic_service_clear(&service);
}

/* A refusal saves nothing; a repository that fails is told, and its answer is
 * not given. */
TEST(n_001_5_storage_is_injected_and_may_fail)
{
    mock m = {.error = -EIO};
    classic_service service;
    classic_answer answer = {.winner = 77};
    int error = 0;
    const classic_repository repository = repository_of(&m);
    classic_service_init(&service, &repository);
    const classic_game now = game_of("....X....");
    assert_int_equal(classic_play(&service, &now, &answer, &error),
                     OXO_STORE_UNAVAILABLE);
    assert_int_equal(error, -EIO);
    assert_int_equal(answer.winner, 77);
    m.error = 0;
    const classic_game two = game_of("XX.......");
    assert_int_equal(classic_play(&service, &two, &answer, &error),
                     OXO_SEVERAL_MOVES);
    assert_int_equal(m.saves, 1);
    classic_service_clear(&service);
}

/* Plays every game that a person can play, through the service. */
static int play_all(classic_service *service, const classic_game *game)
{
    int lost = 0;
    for (int cell = 0; cell < OXO_CELLS; cell++) {
        classic_game now = *game;
        classic_answer answer;
        int error;
        if (!oxo_board_is_valid_move(game->board, cell))
            continue;
        service->repository.save(service->repository.context, game);
        now.board = oxo_board_place(game->board, cell, OXO_X);
        assert_int_equal(classic_play(service, &now, &answer, &error), OXO_OK);
        if (answer.over)
            lost += answer.winner == 1;
        else
            lost += play_all(service, &answer.game);
    }
    return lost;
}

TEST(n_001_7_the_service_plays_whole_games_and_never_loses)
{
    mock m = {0};
    classic_service service;
    const classic_repository repository = repository_of(&m);
    const classic_game empty = game_of(".........");
    classic_service_init(&service, &repository);
    assert_int_equal(play_all(&service, &empty), 0);
    classic_service_clear(&service);
}

/* ---- Threads ------------------------------------------------------------ */

enum { THREADS = 4, ROUNDS = 50 };

typedef struct crowd {
    classic_service *service;
    int accepted;
} crowd;

/* All want to make the first move of the same games: one each may. */
static void *push(void *argument)
{
    crowd *c = argument;
    for (int i = 0; i < ROUNDS; i++) {
        classic_game now = game_of("....X....");
        classic_answer answer;
        int error;
        now.id.bytes[0] = (uint8_t)i;
        c->accepted +=
            classic_play(c->service, &now, &answer, &error) == OXO_OK;
    }
    return NULL;
}

/* A repository gives back what was saved under the id, until it is removed. */
static void check_repository(const classic_repository *r)
{
    classic_game back;
    const classic_game game = game_of("O...X....");
    assert_int_equal(r->get(r->context, &game.id, &back), -ENOENT);
    assert_int_equal(r->remove(r->context, &game.id), -ENOENT);
    assert_int_equal(r->save(r->context, &game), 0);
    assert_int_equal(r->exists(r->context, &game.id), 1);
    assert_int_equal(r->get(r->context, &game.id, &back), 0);
    assert_memory_equal(&back, &game, sizeof game);
    assert_int_equal(r->remove(r->context, &game.id), 0);
    assert_int_equal(r->exists(r->context, &game.id), 0);
}

/* All try to make the first move of the same games; how many may. */
static int race(const classic_repository *repository)
{
    classic_service service;
    pthread_t threads[THREADS];
    crowd crowds[THREADS];
    int accepted = 0;
    classic_service_init(&service, repository);
    for (int i = 0; i < THREADS; i++) {
        crowds[i] = (crowd){.service = &service};
        assert_int_equal(pthread_create(&threads[i], NULL, push, &crowds[i]),
                         0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        accepted += crowds[i].accepted;
    }
    classic_service_clear(&service);
    return accepted;
}

TEST(n_001_11_of_many_threads_exactly_one_makes_the_move)
{
    const store_options options = {.place = ":memory:", .create = true};
    store *s;
    classic_shelf shelf;
    classic_memory *memory = classic_memory_create();
    const classic_repository in_memory = classic_memory_repository(memory);
    assert_int_equal(store_open(&options, &s), 0);
    classic_shelf_init(&shelf, s);
    const classic_repository in_store = classic_shelf_repository(&shelf);
    check_repository(&in_memory);
    check_repository(&in_store);
    assert_int_equal(race(&in_memory), ROUNDS);
    assert_int_equal(race(&in_store), ROUNDS);
    classic_memory_destroy(memory);
    classic_shelf_clear(&shelf);
    store_close(s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(t_001_4_game_id_is_a_uuid),
    cmocka_unit_test(t_001_5_board_of_a_game_is_a_board),
    cmocka_unit_test(f_001_5_game_is_made_from_id_and_board),
    cmocka_unit_test(f_001_6_id_of_a_game_can_be_read),
    cmocka_unit_test(f_001_7_board_of_a_game_can_be_read),
    cmocka_unit_test(v_001_4_game_id_must_be_a_uuid),
    cmocka_unit_test(v_001_5_board_must_be_a_board),
    cmocka_unit_test(v_001_6_wrong_types_have_a_status_of_their_own),
    cmocka_unit_test(
        x_001_2_game_with_a_fresh_id_and_the_centre_taken_gives_both_back),
    cmocka_unit_test(gv_001_1_game_has_a_valid_uuid_and_no_other),
    cmocka_unit_test(er_001_7_id_that_is_no_uuid_is_refused),
    cmocka_unit_test(er_001_8_board_that_is_no_board_is_refused),
    cmocka_unit_test(f_001_11_service_is_given_its_repository),
    cmocka_unit_test(x_001_3_service_is_made_and_asked_for_a_move),
    cmocka_unit_test(
        x_001_9_service_works_with_a_mock_repository_and_a_game_with_an_id),
    cmocka_unit_test(n_001_5_storage_is_injected_and_may_fail),
    cmocka_unit_test(n_001_7_the_service_plays_whole_games_and_never_loses),
    cmocka_unit_test(n_001_11_of_many_threads_exactly_one_makes_the_move),
};

TEST_GROUP("001-service")
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
