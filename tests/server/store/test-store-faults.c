/* test-store-faults.c - whatever fails, and whenever: nothing acknowledged is
 * lost, nothing is there twice, and it goes on when it can.
 *
 * One run opens a store, appends, works, tidies up, closes, opens again and
 * appends more. Each kind of fault is tried at each operation of that run. A
 * step that fails is done again once the fault has gone. */
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "play.h"
#include "store_engine.h"
#include "store_kit.h"
#include "store_vfs.h"

enum { ROOM = 31337, BATCHES = 10 };

typedef struct run {
    char *folder;
    char *file;
    const story *t;
    int ends[BATCHES]; /* of batches, in the story */
    store *s;
    int stored; /* batches that were acknowledged */
    vfs_fault fault;
} run;

/* Small batches, and one that ends more games than are projected at once. */
static void cut_batches(run *r)
{
    for (int i = 0; i < BATCHES; i++)
        r->ends[i] = i < 4 ? 3 * (i + 1) : r->t->count - 9 + i;
    r->ends[BATCHES - 1] = r->t->count;
}

static int begin_of(const run *r, int batch)
{
    return batch ? r->ends[batch - 1] : 0;
}

/* ---- After a crash ------------------------------------------------------ */

/* The log of a copy is the story up to the last batch that was acknowledged,
 * or with the one whose fate is open; never with a part of it. */
static void check_copy(const run *r, const char *copy, bool open)
{
    store *s = store_at(copy);
    store_figures f;
    assert_int_equal(store_info(s, &f), 0);
    const int count = (int)f.events;
    const story sure = {.list = r->t->list, .count = begin_of(r, r->stored)};
    if (count != sure.count) {
        assert_true(open && r->stored < BATCHES);
        assert_int_equal(count, r->ends[r->stored]);
    }
    const story there = {.list = r->t->list, .count = count};
    assert_log_is(s, &there);
    assert_sound(s);
    store_close(s);
}

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    char buffer[65536];
    assert_non_null(out);
    for (size_t n; in && (n = fread(buffer, 1, sizeof(buffer), in)) > 0;)
        assert_int_equal(fwrite(buffer, 1, n, out), n);
    if (in)
        fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* The process is gone: what it wrote is there, synced or not. */
static void check_killed(const run *r, bool open)
{
    char from[700], to[700];
    const char *copy = scratch_path(r->folder, "killed.db");
    snprintf(from, sizeof(from), "%s-wal", r->file);
    snprintf(to, sizeof(to), "%s-wal", copy);
    copy_file(r->file, copy);
    copy_file(from, to);
    check_copy(r, copy, open);
    unlink(copy);
}

/* The power is gone: what was synced is there. */
static void check_power_cut(const run *r)
{
    const char *copy = scratch_path(r->folder, "cut.db");
    vfs_power_cut(r->file, copy);
    check_copy(r, copy, true);
    unlink(copy);
}

/* ---- Steps -------------------------------------------------------------- */

static int open_it(run *r)
{
    const store_options options = {.place = r->file, .create = true};
    return store_open(&options, &r->s);
}

static int close_it(run *r)
{
    store_close(r->s);
    r->s = NULL;
    return 0;
}

static int append_next(run *r)
{
    const int from = begin_of(r, r->stored), to = r->ends[r->stored];
    const int count = to - from;
    bool *conflict = calloc((size_t)count, sizeof(*conflict));
    const int error = store_append(r->s, r->t->list + from, count, conflict);
    for (int i = 0; !error && i < count; i++)
        assert_false(conflict[i]);
    free(conflict);
    if (!error)
        r->stored++;
    return error;
}

static int work_on(run *r)
{
    int more;
    do
        more = store_work(r->s);
    while (more > 0);
    return more;
}

static int tidy_up(run *r)
{
    store *reader = NULL;
    int error = store_open_reader(r->s, &reader);
    if (error)
        return error;
    error = store_tidy(reader);
    store_close(reader);
    return error;
}

static int save_board(run *r)
{
    const store_uuid id = {{1}};
    const oxo_classic board = classic_after("e a");
    return store_board_save(r->s, &id, &board);
}

typedef int step(run *r);
static step *const steps[] = {
    open_it,     append_next, append_next, save_board,  append_next,
    append_next, tidy_up,     append_next, work_on,     append_next,
    close_it,    open_it,     append_next, append_next, append_next,
    append_next, close_it,
};

/* ---- Runs --------------------------------------------------------------- */

static bool is_expected(vfs_fault fault, int error)
{
    switch (fault) {
    case VFS_WRITE_FULL:
    case VFS_WRITE_SHORT:
    case VFS_SYNC_FULL:
        return error == -ENOSPC;
    case VFS_WRITE_NEVER:
        return error == -EROFS;
    case VFS_WRITE_ERROR:
    case VFS_SYNC_ERROR:
        return error == -EIO;
    default:
        return error < 0;
    }
}

/* A step failed: what is there, and what would be after a crash? */
static void look_around(const run *r, bool stays)
{
    const bool writes = r->fault <= VFS_SYNC_FULL;
    if (r->s && writes) {
        const story sure = {.list = r->t->list,
                            .count = begin_of(r, r->stored)};
        assert_log_is(r->s, &sure); /* it keeps answering */
    }
    vfs_heal();
    check_killed(r, stays || !writes);
    check_power_cut(r);
}

/* Returns false when the fault lies beyond the end of the run. */
static bool run_with(run *r, vfs_fault fault, int n, bool stays)
{
    r->s = NULL;
    r->stored = 0;
    r->fault = fault;
    unlink(r->file);
    vfs_forget();
    vfs_break(fault, n, stays);
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        int error = steps[i](r);
        if (!error)
            continue;
        if (!is_expected(fault, error))
            fail_msg("%s %d: errno %d: %s", vfs_fault_word(fault), n, -error,
                     store_error(r->s));
        look_around(r, stays);
        error = steps[i](r);
        if (error)
            fail_msg("%s %d: does not recover: %s", vfs_fault_word(fault), n,
                     store_error(r->s));
    }
    const bool failed = vfs_has_failed();
    vfs_heal();
    assert_int_equal(r->stored, BATCHES);
    check_killed(r, false);
    return failed;
}

static void try_everywhere(vfs_fault fault, bool stays)
{
    story t = {0};
    run r = {.folder = scratch_make(), .t = &t};
    r.file = strdup(scratch_path(r.folder, "oxo.db"));
    story_of_rooms(&t, ROOM, 3, 12, 14);
    cut_batches(&r);
    /* Every place takes a minute: each kind starts at another one. */
    const long stride =
        number_from_env("OXO_FAULT_STEP", TEST_IS_FAST ? 7 : 19);
    int n = 1 + (int)((2 * fault + stays) % 3), places = 0;
    for (; run_with(&r, fault, n, stays); n += (int)stride)
        places++;
    print_message("# %s: %d places of %d\n", vfs_fault_word(fault), places, n);
    assert_true(places > 0);
    story_clear(&t);
    free(r.file);
    scratch_remove(r.folder);
}

static void a_run_without_faults_is_what_it_seems(void **state)
{
    (void)state;
    story t = {0};
    run r = {.folder = scratch_make(), .t = &t};
    r.file = strdup(scratch_path(r.folder, "oxo.db"));
    story_of_rooms(&t, ROOM, 3, 12, 14);
    cut_batches(&r);
    assert_false(run_with(&r, VFS_NONE, 0, false));
    story_clear(&t);
    free(r.file);
    scratch_remove(r.folder);
}

/* Without any fault: whenever the power goes, all that was acknowledged is
 * there. */
static void what_is_acknowledged_survives_a_power_cut(void **state)
{
    (void)state;
    story t = {0};
    run r = {.folder = scratch_make(), .t = &t};
    r.file = strdup(scratch_path(r.folder, "oxo.db"));
    story_of_rooms(&t, ROOM, 3, 12, 15);
    cut_batches(&r);
    vfs_forget();
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        assert_int_equal(steps[i](&r), 0);
        check_power_cut(&r);
    }
    story_clear(&t);
    free(r.file);
    scratch_remove(r.folder);
}

/* A ping is a commit that reaches the disk: it fails whenever one would. */
static void a_ping_fails_as_a_commit_would(void **state)
{
    static const vfs_fault faults[] = {VFS_WRITE_ERROR, VFS_WRITE_FULL,
                                       VFS_WRITE_NEVER, VFS_SYNC_ERROR,
                                       VFS_SYNC_FULL};
    (void)state;
    story t = {0};
    char *folder = scratch_make();
    store *s = store_at(scratch_path(folder, "oxo.db"));
    story_of_rooms(&t, ROOM, 1, 2, 16);
    append_all(s, &t, t.count);
    for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
        vfs_break(faults[i], 1, true);
        assert_true(is_expected(faults[i], ping(s)));
        vfs_heal();
        assert_int_equal(ping(s), 0);
        assert_log_is(s, &t);
    }
    store_close(s);
    story_clear(&t);
    scratch_remove(folder);
}

#define FAULT(name, fault)                                                    \
    static void name##_once(void **state)                                     \
    {                                                                         \
        (void)state;                                                          \
        try_everywhere(fault, false);                                         \
    }                                                                         \
    static void name##_for_long(void **state)                                 \
    {                                                                         \
        (void)state;                                                          \
        try_everywhere(fault, true);                                          \
    }

FAULT(survives_write_errors, VFS_WRITE_ERROR)
FAULT(survives_a_full_disk, VFS_WRITE_FULL)
FAULT(survives_short_writes, VFS_WRITE_SHORT)
FAULT(survives_a_disk_turned_read_only, VFS_WRITE_NEVER)
FAULT(survives_failed_syncs, VFS_SYNC_ERROR)
FAULT(survives_syncs_that_find_no_space, VFS_SYNC_FULL)
FAULT(survives_read_errors, VFS_READ_ERROR)
FAULT(survives_files_that_do_not_open, VFS_OPEN_ERROR)
FAULT(survives_sizes_that_are_not_known, VFS_SIZE_ERROR)
FAULT(survives_loss_of_shared_memory, VFS_SHARE_ERROR)

TEST_GROUP("store-faults")
{
#define BOTH(name)                                                            \
    cmocka_unit_test(name##_once), cmocka_unit_test(name##_for_long)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_without_faults_is_what_it_seems),
        cmocka_unit_test(what_is_acknowledged_survives_a_power_cut),
        cmocka_unit_test(a_ping_fails_as_a_commit_would),
        BOTH(survives_write_errors),
        BOTH(survives_a_full_disk),
        BOTH(survives_short_writes),
        BOTH(survives_a_disk_turned_read_only),
        BOTH(survives_failed_syncs),
        BOTH(survives_syncs_that_find_no_space),
        BOTH(survives_read_errors),
        BOTH(survives_files_that_do_not_open),
        BOTH(survives_sizes_that_are_not_known),
        BOTH(survives_loss_of_shared_memory),
    };
    vfs_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
