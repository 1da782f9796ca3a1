/* test-journal.c - the journal's promises: on a store that does what the test
 * wants, when it wants; and on real ones, for the threads' sake. */
#include "journal.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "play.h"
#include "store_engine.h"
#include "store_kit.h"

/* ---- A signal ----------------------------------------------------------- */

/* Something that is waited for: a count that grows. */
typedef struct gate {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    int count;
} gate;

static void gate_init(gate *g)
{
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->moved, NULL);
    g->count = 0;
}

static void gate_clear(gate *g)
{
    pthread_mutex_destroy(&g->lock);
    pthread_cond_destroy(&g->moved);
}

static void gate_add(gate *g, int n)
{
    pthread_mutex_lock(&g->lock);
    g->count += n;
    pthread_cond_broadcast(&g->moved);
    pthread_mutex_unlock(&g->lock);
}

static void gate_wait(gate *g, int count)
{
    pthread_mutex_lock(&g->lock);
    while (g->count < count)
        pthread_cond_wait(&g->moved, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

static void on_wake(void *context)
{
    gate_add(context, 1);
}

/* The next task that is done, however long it takes. */
static journal_task *take(journal *j, gate *woken, int *seen)
{
    for (;;) {
        journal_task *task = journal_take(j);
        if (task)
            return task;
        gate_wait(woken, ++*seen);
    }
}

/* ---- A store on strings ------------------------------------------------- */

enum { MOST_CALLS = 64 };

typedef struct puppet {
    store base;
    gate may;    /* commits that may end */
    gate begun;  /* commits that have begun */
    gate worked; /* times store_work() was called */
    gate tidied;
    int sizes[MOST_CALLS];
    atomic_int calls;
    int fail_at; /* the call that fails, from 1 */
    int work;    /* store_work() has so much to do */
    bool has_reader;
    bool untidy;
    bool behind;
    atomic_bool closed;
} puppet;

static puppet *puppet_of(store *s)
{
    return (puppet *)s;
}

static int puppet_commit(store *s, const store_change *changes, int count)
{
    puppet *p = puppet_of(s);
    (void)changes;
    const int call = atomic_fetch_add(&p->calls, 1) + 1;
    assert_true(call < MOST_CALLS);
    p->sizes[call] = count;
    gate_add(&p->begun, 1);
    gate_wait(&p->may, call);
    if (call != p->fail_at)
        return 0;
    store_say(s, "the disk is on fire");
    return -EIO;
}

static int puppet_work(store *s)
{
    puppet *p = puppet_of(s);
    if (p->work > 0)
        p->work--;
    const bool more = p->work > 0;
    gate_add(&p->worked, 1);
    return more;
}

static bool puppet_is_behind(const store *s)
{
    return ((const puppet *)s)->behind;
}

static bool puppet_is_untidy(const store *s)
{
    return ((const puppet *)s)->untidy;
}

static int puppet_tidy(store *s)
{
    gate_add(&puppet_of(s)->tidied, 1);
    return 0;
}

/* The reader is the same puppet: it has nothing to read. */
static int puppet_open_reader(store *s, store **ret)
{
    if (!puppet_of(s)->has_reader)
        return -ENOTSUP;
    *ret = s;
    return 0;
}

static void puppet_close(store *s)
{
    atomic_store(&puppet_of(s)->closed, true);
}

static const store_engine strings = {
    .name = "strings",
    .close = puppet_close,
    .open_reader = puppet_open_reader,
    .commit = puppet_commit,
    .work = puppet_work,
    .is_behind = puppet_is_behind,
    .is_untidy = puppet_is_untidy,
    .tidy = puppet_tidy,
};

typedef struct stage {
    puppet p;
    gate woken;
    int seen;
    journal *j;
    journal_task tasks[32];
} stage;

static int set_up(void **state)
{
    stage *s = calloc(1, sizeof(*s));
    s->p.base.engine = &strings;
    s->p.has_reader = true;
    gate_init(&s->p.may);
    gate_init(&s->p.begun);
    gate_init(&s->p.worked);
    gate_init(&s->p.tidied);
    gate_init(&s->woken);
    *state = s;
    return 0;
}

static void raise_curtain(stage *s)
{
    assert_int_equal(journal_create(&s->p.base, on_wake, &s->woken, &s->j), 0);
}

static int tear_down(void **state)
{
    stage *s = *state;
    gate_add(&s->p.may, MOST_CALLS);
    journal_destroy(s->j);
    assert_true(atomic_load(&s->p.closed));
    gate_clear(&s->p.may);
    gate_clear(&s->p.begun);
    gate_clear(&s->p.worked);
    gate_clear(&s->p.tidied);
    gate_clear(&s->woken);
    free(s);
    return 0;
}

static void submit(stage *s, int from, int to)
{
    for (int i = from; i < to; i++) {
        s->tasks[i].kind = JOURNAL_COMMIT;
        s->tasks[i].error = 1;
        journal_submit(s->j, &s->tasks[i]);
    }
}

/* The next done are these, in this order, with this error. */
static void expect(stage *s, int from, int to, int error)
{
    for (int i = from; i < to; i++) {
        const journal_task *task = take(s->j, &s->woken, &s->seen);
        assert_ptr_equal(task, &s->tasks[i]);
        assert_int_equal(task->error, error);
    }
}

static void commits_that_wait_become_one(void **state)
{
    stage *s = *state;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_wait(&s->p.begun, 1);
    submit(s, 1, 11);
    gate_add(&s->p.may, 1);
    gate_wait(&s->p.begun, 2);
    gate_add(&s->p.may, 1);
    expect(s, 0, 11, 0);
    assert_int_equal(s->p.sizes[1], 1);
    assert_int_equal(s->p.sizes[2], 10);
    assert_null(journal_take(s->j));
}

static void behind_a_failure_all_fail_until_it_is_resumed(void **state)
{
    stage *s = *state;
    char sentence[64];
    s->p.fail_at = 2;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_wait(&s->p.begun, 1);
    submit(s, 1, 4);
    gate_add(&s->p.may, 1);
    gate_wait(&s->p.begun, 2);
    submit(s, 4, 6);
    gate_add(&s->p.may, MOST_CALLS);
    expect(s, 0, 1, 0);
    expect(s, 1, 4, -EIO);
    expect(s, 4, 6, -ECANCELED);
    submit(s, 6, 8);
    expect(s, 6, 8, -ECANCELED);
    journal_error(s->j, sentence, sizeof(sentence));
    assert_string_equal(sentence, "the disk is on fire");
    assert_int_equal(atomic_load(&s->p.calls), 2);
    journal_resume(s->j);
    submit(s, 8, 9);
    expect(s, 8, 9, 0);
}

static void resuming_without_a_failure_cancels_nothing(void **state)
{
    stage *s = *state;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_wait(&s->p.begun, 1);
    submit(s, 1, 4);
    journal_resume(s->j);
    gate_add(&s->p.may, MOST_CALLS);
    expect(s, 0, 4, 0);
}

static int answer(store *s, journal_task *task)
{
    (void)s;
    (void)task;
    return 42;
}

static void questions_do_not_wait_for_a_commit(void **state)
{
    stage *s = *state;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_wait(&s->p.begun, 1);
    journal_task question = {.kind = JOURNAL_QUERY, .run = answer};
    journal_submit(s->j, &question);
    assert_ptr_equal(take(s->j, &s->woken, &s->seen), &question);
    assert_int_equal(question.error, 42);
    gate_add(&s->p.may, 1);
    expect(s, 0, 1, 0);
}

static void without_a_second_connection_they_do(void **state)
{
    stage *s = *state;
    s->p.has_reader = false;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_wait(&s->p.begun, 1);
    journal_task question = {.kind = JOURNAL_QUERY, .run = answer};
    journal_submit(s->j, &question);
    gate_add(&s->p.may, 1);
    expect(s, 0, 1, 0);
    assert_ptr_equal(take(s->j, &s->woken, &s->seen), &question);
    assert_int_equal(question.error, 42);
}

static void work_is_done_when_nothing_else_is(void **state)
{
    stage *s = *state;
    s->p.work = 5;
    raise_curtain(s);
    gate_wait(&s->p.worked, 5);
    submit(s, 0, 1);
    gate_add(&s->p.may, 1);
    expect(s, 0, 1, 0);
    gate_wait(&s->p.worked, 6); /* a commit may have left some */
}

/* Commits come without a pause, and yet. */
static void work_that_piles_up_is_done_between_commits(void **state)
{
    stage *s = *state;
    s->p.behind = true;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_wait(&s->p.begun, 1);
    submit(s, 1, 2);
    gate_add(&s->p.may, 1);
    gate_wait(&s->p.begun, 2);
    pthread_mutex_lock(&s->p.worked.lock);
    const int worked = s->p.worked.count;
    pthread_mutex_unlock(&s->p.worked.lock);
    assert_true(worked > 0);
    gate_add(&s->p.may, 1);
    expect(s, 0, 2, 0);
}

static void commits_come_before_work(void **state)
{
    stage *s = *state;
    s->p.work = 1000000;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_wait(&s->p.begun, 1);
    submit(s, 1, 2);
    gate_add(&s->p.may, 1);
    gate_wait(&s->p.begun, 2);
    pthread_mutex_lock(&s->p.worked.lock);
    const int worked = s->p.worked.count;
    pthread_mutex_unlock(&s->p.worked.lock);
    gate_add(&s->p.may, 1);
    expect(s, 0, 2, 0);
    gate_wait(&s->p.worked, worked + 2); /* now there is time */
}

static void an_untidy_store_is_tidied_by_the_reader(void **state)
{
    stage *s = *state;
    s->p.untidy = true;
    raise_curtain(s);
    submit(s, 0, 1);
    gate_add(&s->p.may, 1);
    gate_wait(&s->p.tidied, 1);
    expect(s, 0, 1, 0);
}

static void destroying_waits_for_what_was_submitted(void **state)
{
    stage *s = *state;
    raise_curtain(s);
    submit(s, 0, 8);
    gate_add(&s->p.may, MOST_CALLS);
    journal_destroy(s->j);
    s->j = NULL;
    for (int i = 0; i < 8; i++)
        assert_int_equal(s->tasks[i].error, 0);
}

/* One that is answered when somebody opens the gate. */
typedef struct slow_question {
    journal_task task;
    gate begun, may;
} slow_question;

static int answer_slowly(store *s, journal_task *task)
{
    slow_question *q = (slow_question *)task;
    (void)s;
    gate_add(&q->begun, 1);
    gate_wait(&q->may, 1);
    return 0;
}

/* Whatever is asked from now on waits, until `may` says so. */
static void hold_reader(stage *s, slow_question *slow)
{
    *slow =
        (slow_question){.task = {.kind = JOURNAL_QUERY, .run = answer_slowly}};
    gate_init(&slow->begun);
    gate_init(&slow->may);
    journal_submit(s->j, &slow->task);
    gate_wait(&slow->begun, 1);
}

static void urgent_questions_are_answered_first(void **state)
{
    stage *s = *state;
    raise_curtain(s);
    slow_question slow;
    hold_reader(s, &slow);
    journal_task later = {.kind = JOURNAL_QUERY, .run = answer};
    journal_task urgent = {
        .kind = JOURNAL_QUERY, .run = answer, .urgent = true};
    journal_submit(s->j, &later);
    journal_submit(s->j, &urgent);
    gate_add(&slow.may, 1);
    assert_ptr_equal(take(s->j, &s->woken, &s->seen), &slow.task);
    assert_ptr_equal(take(s->j, &s->woken, &s->seen), &urgent);
    assert_ptr_equal(take(s->j, &s->woken, &s->seen), &later);
    gate_clear(&slow.begun);
    gate_clear(&slow.may);
}

static void others_are_answered_though_urgent_ones_never_end(void **state)
{
    enum { URGENT = 32 };
    stage *s = *state;
    raise_curtain(s);
    slow_question slow;
    hold_reader(s, &slow);
    journal_task others[2], urgent[URGENT];
    for (int i = 0; i < 2; i++) {
        others[i] = (journal_task){.kind = JOURNAL_QUERY, .run = answer};
        journal_submit(s->j, &others[i]);
    }
    for (int i = 0; i < URGENT; i++) {
        urgent[i] = (journal_task){
            .kind = JOURNAL_QUERY, .run = answer, .urgent = true};
        journal_submit(s->j, &urgent[i]);
    }
    gate_add(&slow.may, 1);
    int before_last = 0; /* of the others: urgent ones were done */
    const journal_task *task;
    while ((task = take(s->j, &s->woken, &s->seen)) != &others[1])
        before_last += task->urgent;
    assert_true(before_last < URGENT);
    for (int i = before_last; i < URGENT; i++)
        assert_true(take(s->j, &s->woken, &s->seen)->urgent);
    gate_clear(&slow.begun);
    gate_clear(&slow.may);
}

static void a_question_behind_the_end_is_handed_back(void **state)
{
    stage *s = *state;
    raise_curtain(s);
    journal_stop(s->j);
    journal_task question = {.kind = JOURNAL_QUERY, .run = answer};
    journal_submit(s->j, &question);
    assert_ptr_equal(journal_take(s->j), &question);
    assert_int_equal(question.error, -ECANCELED);
    assert_null(journal_take(s->j));
}

/* ---- Real stores -------------------------------------------------------- */

typedef struct question {
    journal_task task;
    event_room room;
    int events;
} question;

static bool count_event(const event *e, void *context)
{
    (void)e;
    ++*(int *)context;
    return true;
}

static int ask(store *s, journal_task *task)
{
    question *q = (question *)task;
    q->events = 0;
    const int error = store_load(s, q->room, 1, count_event, &q->events);
    store_totals totals;
    if (!error || error == -ENOENT)
        return store_totals_of(s, OXO_CLASSIC, &totals);
    return error;
}

/* One event a task, a question now and then; all answers are right. */
static void play_on(store *s, const story *t)
{
    gate woken;
    journal *j;
    gate_init(&woken);
    assert_int_equal(journal_create(s, on_wake, &woken, &j), 0);
    journal_task *tasks = calloc((size_t)t->count, sizeof(*tasks));
    store_bundle *bundles = calloc((size_t)t->count, sizeof(*bundles));
    question *questions = calloc((size_t)t->count, sizeof(*questions));
    bool *conflict = calloc((size_t)t->count, sizeof(*conflict));
    int asked = 0, seen = 0;
    for (int i = 0; i < t->count; i++) {
        tasks[i].kind = JOURNAL_COMMIT;
        bundles[i] = bundle_of(t, i, i + 1);
        tasks[i].batch = store_bundle_batch(&bundles[i]);
        tasks[i].conflict = conflict + i;
        journal_submit(j, &tasks[i]);
        if (i % 16 != 0)
            continue;
        question *q = &questions[asked++];
        q->task.kind = JOURNAL_QUERY;
        q->task.run = ask;
        q->room = t->list[i].room;
        journal_submit(j, &q->task);
    }
    int next = 0;
    for (int i = 0; i < t->count + asked; i++) {
        const journal_task *task = take(j, &woken, &seen);
        assert_int_equal(task->error, 0);
        if (task->kind == JOURNAL_QUERY)
            continue;
        assert_ptr_equal(task, &tasks[next]);
        assert_false(conflict[next]);
        assert_true(task->took >= 0);
        next++;
    }
    journal_destroy(j);
    gate_clear(&woken);
    for (int i = 0; i < t->count; i++)
        store_bundle_free(&bundles[i]);
    free(bundles);
    free(tasks);
    free(questions);
    free(conflict);
}

static void a_file_is_written_and_read_at_once(void **state)
{
    (void)state;
    story t = {0};
    char *folder = scratch_make();
    const char *file = fresh_place(scratch_path(folder, "oxo.db"));
    story_of_rooms(&t, 77, 20, 60, 16);
    play_on(store_at(file), &t);
    store *s = store_at(file);
    work_off(s);
    assert_log_is(s, &t);
    assert_sound(s);
    store_figures f;
    assert_int_equal(store_info(s, &f), 0);
    assert_int_equal(f.games, 60);
    store_close(s);
    story_clear(&t);
    scratch_remove(folder);
}

static void memory_is_written_and_read_in_turns(void **state)
{
    (void)state;
    story t = {0};
    story_of_rooms(&t, 77, 5, 10, 17);
    play_on(store_at(":memory:"), &t);
    story_clear(&t);
}

static void boards_and_snapshots_go_with_a_commit(void **state)
{
    (void)state;
    char *folder = scratch_make();
    const char *file = fresh_place(scratch_path(folder, "oxo.db"));
    story t = {0};
    gate woken;
    journal *j;
    int seen = 0;
    bool conflict[2];
    gate_init(&woken);
    actor_open(&t, 5, OXO_CLASSIC);
    const journal_board board = {.id = {{7}}, .board = classic_after("e a")};
    const store_snapshot shot = {
        .room = 5, .seq = 2, .bytes = (const uint8_t *)"state", .length = 5};
    store_bundle bundle = bundle_of(&t, 0, 2);
    journal_task task = {.kind = JOURNAL_COMMIT,
                         .batch = store_bundle_batch(&bundle),
                         .conflict = conflict,
                         .snapshots = &shot,
                         .snapshot_count = 1,
                         .boards = &board,
                         .board_count = 1};
    assert_int_equal(journal_create(store_at(file), on_wake, &woken, &j), 0);
    journal_submit(j, &task);
    assert_int_equal(take(j, &woken, &seen)->error, 0);
    journal_destroy(j);
    store_bundle_free(&bundle);
    store *s = store_to_read(file);
    oxo_classic got;
    assert_int_equal(store_board_get(s, &board.id, &got), 0);
    assert_same(got, board.board);
    assert_log_is(s, &t);
    store_close(s);
    gate_clear(&woken);
    story_clear(&t);
    scratch_remove(folder);
}

TEST_GROUP("journal")
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(commits_that_wait_become_one),
        CASE(behind_a_failure_all_fail_until_it_is_resumed),
        CASE(resuming_without_a_failure_cancels_nothing),
        CASE(questions_do_not_wait_for_a_commit),
        CASE(without_a_second_connection_they_do),
        CASE(work_is_done_when_nothing_else_is),
        CASE(work_that_piles_up_is_done_between_commits),
        CASE(commits_come_before_work),
        CASE(an_untidy_store_is_tidied_by_the_reader),
        CASE(destroying_waits_for_what_was_submitted),
        CASE(urgent_questions_are_answered_first),
        CASE(others_are_answered_though_urgent_ones_never_end),
        CASE(a_question_behind_the_end_is_handed_back),
        cmocka_unit_test(a_file_is_written_and_read_at_once),
        cmocka_unit_test(memory_is_written_and_read_in_turns),
        cmocka_unit_test(boards_and_snapshots_go_with_a_commit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
