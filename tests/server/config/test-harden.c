/* What the server gives up, tried in children that have given it up. */
#include "check.h"

#include "harden.h"
#include "oxo/classic.h"
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Children ----------------------------------------------------------- */

enum { PASSED = 0, FAILED = 1 };

/* A check that works in a child, where cmocka's do not. */
#define check(law) check_law((law), __LINE__, #law)

static void check_law(bool holds, int line, const char *law)
{
    if (holds)
        return;
    (void)fprintf(stderr, "# line %d: %s (%s)\n", line, law, strerror(errno));
    _exit(FAILED);
}

/* What a system call answers that is not allowed. */
static bool is_refusal(long answered)
{
    return answered == -1 && errno == EPERM;
}

static int wait_for(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Runs it in a child, which must reach its end. */
static void in_child(void (*body)(void))
{
    (void)fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        body();
        _exit(PASSED);
    }
    assert_int_equal(wait_for(child), PASSED);
}

static void enter_sandbox(void)
{
    check(harden_sandbox(false) == 0);
}

/* ---- The sandbox refuses ------------------------------------------------ */

static void start_a_program(void)
{
    enter_sandbox();
    char program[] = "/bin/true";
    char *const arguments[] = {program, NULL};
    check(is_refusal(execv(program, arguments)));
    check(is_refusal(fork()));
}

static void programs_cannot_be_started(void **state)
{
    (void)state;
    in_child(start_a_program);
}

static void look_into_others(void)
{
    const pid_t parent = getppid();
    enter_sandbox();
    check(is_refusal(ptrace(PTRACE_ATTACH, parent, NULL, NULL)));
    check(is_refusal(ptrace(PTRACE_TRACEME, 0, NULL, NULL)));
    check(is_refusal(
        syscall(SYS_process_vm_readv, parent, NULL, 0, NULL, 0, 0)));
    check(is_refusal(kill(parent, 0)));
    check(is_refusal(syscall(SYS_tgkill, parent, parent, 0)));
}

static void other_processes_are_out_of_reach(void **state)
{
    (void)state;
    in_child(look_into_others);
}

static void connect_to_somebody(void)
{
    enter_sandbox();
    check(is_refusal(socket(AF_INET, SOCK_STREAM, 0)));
    check(is_refusal(socket(AF_UNIX, SOCK_STREAM, 0)));
    check(is_refusal(socket(AF_NETLINK, SOCK_RAW, 0)));
    check(is_refusal(connect(0, NULL, 0)));
}

static void no_connection_can_be_made_from_here(void **state)
{
    (void)state;
    in_child(connect_to_somebody);
}

static void make_code(void)
{
    enter_sandbox();
    const int anonymous = MAP_PRIVATE | MAP_ANONYMOUS;
    check(mmap(NULL, 4096, PROT_READ | PROT_EXEC, anonymous, -1, 0) ==
              MAP_FAILED &&
          errno == EPERM);
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, anonymous, -1, 0);
    check(page != MAP_FAILED);
    check(is_refusal(mprotect(page, 4096, PROT_READ | PROT_EXEC)));
    check(mprotect(page, 4096, PROT_READ) == 0);
}

static void data_does_not_become_code(void **state)
{
    (void)state;
    in_child(make_code);
}

static void change_the_system(void)
{
    enter_sandbox();
    check(is_refusal(setuid(0)));
    check(is_refusal(setgroups(0, NULL)));
    check(is_refusal(setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0})));
    check(is_refusal(prctl(PR_SET_DUMPABLE, 1)));
    check(is_refusal(chroot("/")));
    check(is_refusal(syscall(SYS_mount, NULL, NULL, NULL, 0, NULL)));
    check(is_refusal(syscall(SYS_bpf, 0, NULL, 0)));
    check(is_refusal(syscall(SYS_io_uring_setup, 0, NULL)));
    check(is_refusal(syscall(SYS_unshare, 0)));
}

static void the_system_cannot_be_changed(void **state)
{
    (void)state;
    in_child(change_the_system);
}

/* Numbers of system calls mean something else on a 32-bit machine. */
static void call_as_32_bit(void)
{
    enter_sandbox();
#ifdef __x86_64__
    long answered;
    const long getpid_of_386 = 20;
    __asm__ volatile("int $0x80"
                     : "=a"(answered)
                     : "a"(getpid_of_386)
                     : "memory", "r8", "r9", "r10", "r11");
    check(answered == -EPERM || answered == -ENOSYS);
    const long x32 = 0x40000000;
    check(syscall(x32 + SYS_getpid) == -1);
#endif
}

static void other_tables_of_calls_are_no_way_round(void **state)
{
    (void)state;
    in_child(call_as_32_bit);
}

/* ---- The sandbox allows ------------------------------------------------- */

static void *answer(void *number)
{
    int *n = number;
    char *memory = malloc(1 << 20);
    check(memory != NULL);
    memset(memory, 1, 1 << 20);
    free(memory);
    pthread_setname_np(pthread_self(), "worker");
    *n += 1;
    return NULL;
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static int refused_in_thread;

/* Was there before the sandbox. */
static void *try_to_fork(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&held);
    refused_in_thread = fork() == -1 && errno == EPERM;
    pthread_mutex_unlock(&held);
    return NULL;
}

static void run_threads(void)
{
    pthread_t before, after;
    int n = 41;
    pthread_mutex_lock(&held);
    check(pthread_create(&before, NULL, try_to_fork, NULL) == 0);
    enter_sandbox();
    pthread_mutex_unlock(&held);
    check(pthread_join(before, NULL) == 0);
    check(refused_in_thread);
    check(pthread_create(&after, NULL, answer, &n) == 0);
    check(pthread_join(after, NULL) == 0);
    check(n == 42);
}

static void threads_start_and_all_are_in_the_sandbox(void **state)
{
    (void)state;
    in_child(run_threads);
}

/* A socket that listens on a free port, and one that will connect to it. */
static void open_sockets(int ret[2], struct sockaddr_in *address)
{
    socklen_t length = sizeof *address;
    *address = (struct sockaddr_in){.sin_family = AF_INET,
                                    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    ret[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ret[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(ret[0] >= 0 && ret[1] >= 0);
    check(bind(ret[0], (struct sockaddr *)address, length) == 0);
    check(listen(ret[0], 1) == 0);
    check(getsockname(ret[0], (struct sockaddr *)address, &length) == 0);
    check(connect(ret[1], (struct sockaddr *)address, length) == 0);
}

static void make_a_thread_idle(void)
{
    const struct sched_param none = {0}, urgent = {.sched_priority = 1};
    enter_sandbox();
    check(pthread_setschedparam(pthread_self(), SCHED_FIFO, &urgent) == EPERM);
    check(pthread_setschedparam(pthread_self(), SCHED_IDLE, &none) == 0);
    check(pthread_setschedparam(pthread_self(), SCHED_OTHER, &none) == EPERM);
}

static void threads_may_yield_to_others_and_no_more(void **state)
{
    (void)state;
    in_child(make_a_thread_idle);
}

static void serve_a_client(void)
{
    int sockets[2];
    char got[4] = "";
    struct sockaddr_in address;
    open_sockets(sockets, &address);
    enter_sandbox();
    const int loop = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event e = {.events = EPOLLIN};
    check(loop >= 0 && epoll_ctl(loop, EPOLL_CTL_ADD, sockets[0], &e) == 0);
    check(epoll_wait(loop, &e, 1, -1) == 1);
    const int peer = accept4(sockets[0], NULL, NULL, SOCK_CLOEXEC);
    check(peer >= 0);
    check(setsockopt(peer, SOL_SOCKET, SO_KEEPALIVE, &(int){1}, sizeof(int)) ==
          0);
    check(send(peer, "oxo", 3, MSG_NOSIGNAL) == 3);
    check(recv(sockets[1], got, 3, 0) == 3 && strcmp(got, "oxo") == 0);
    check(eventfd(0, EFD_CLOEXEC) >= 0);
    check(raise(0) == 0);
}

static void reach_a_database(void)
{
    int sockets[2];
    struct sockaddr_in address;
    open_sockets(sockets, &address);
    check(harden_sandbox(true) == 0);
    const int mine = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(mine >= 0);
    check(connect(mine, (struct sockaddr *)&address, sizeof address) == 0);
    check(is_refusal(listen(mine, 1)));
    check(is_refusal(fork()));
}

static void a_database_can_be_reached_if_the_store_is_one(void **state)
{
    (void)state;
    in_child(reach_a_database);
}

static void clients_that_come_are_served(void **state)
{
    (void)state;
    in_child(serve_a_client);
}

static void keep_a_file(void)
{
    char folder[] = "/tmp/oxo-harden-XXXXXX", file[64], other[64];
    check(mkdtemp(folder) != NULL);
    (void)snprintf(file, sizeof file, "%s/store", folder);
    (void)snprintf(other, sizeof other, "%s/moved", folder);
    enter_sandbox();
    const int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    check(fd >= 0);
    const struct flock lock = {.l_type = F_WRLCK, .l_len = 1};
    check(fcntl(fd, F_SETLK, &lock) == 0);
    check(pwrite(fd, "x", 1, 8191) == 1);
    char *shared = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    check(shared != MAP_FAILED && shared[8191] == 'x');
    check(fdatasync(fd) == 0 && fsync(fd) == 0);
    check(ftruncate(fd, 4096) == 0);
    check(fchmod(fd, 0640) == 0);
    struct stat now;
    check(stat(file, &now) == 0 && now.st_size == 4096);
    check(rename(file, other) == 0);
    check(access(file, F_OK) == -1 && errno == ENOENT);
    check(unlink(other) == 0);
    check(close(fd) == 0);
    check(rmdir(folder) == 0);
}

static void files_can_be_kept(void **state)
{
    (void)state;
    in_child(keep_a_file);
}

static void keep_a_store(void)
{
    char folder[] = "/tmp/oxo-harden-XXXXXX", file[64], copy[64];
    check(mkdtemp(folder) != NULL);
    (void)snprintf(file, sizeof file, "%s/oxo.db", folder);
    (void)snprintf(copy, sizeof copy, "%s/copy.db", folder);
    const store_options options = {.place = file, .create = true};
    const store_uuid id = {{1, 2, 3}};
    oxo_classic board = oxo_classic_play(oxo_classic_start(), 4), found;
    store *s = NULL;
    enter_sandbox();
    check(store_open(&options, &s) == 0);
    check(store_board_save(s, &id, &board) == 0);
    check(store_backup(s, copy, NULL, NULL) == 0);
    store_close(s);
    check(store_open(&options, &s) == 0);
    check(store_board_get(s, &id, &found) == 0);
    check(memcmp(&board, &found, sizeof board) == 0);
    store_close(s);
    check(unlink(copy) == 0 && unlink(file) == 0);
    (void)snprintf(file, sizeof file, "%s/oxo.db.lock", folder);
    (void)unlink(file);
    check(rmdir(folder) == 0);
}

static void the_store_works_inside(void **state)
{
    (void)state;
    in_child(keep_a_store);
}

static void abort_inside(void)
{
    enter_sandbox();
    abort();
}

static void abort_still_ends_the_process(void **state)
{
    (void)state;
    (void)fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        abort_inside();
    assert_int_equal(wait_for(child), 128 + SIGABRT);
}

/* ---- Limits ------------------------------------------------------------- */

static void limit_the_process(void)
{
    struct rlimit files, core;
    check(getrlimit(RLIMIT_NOFILE, &files) == 0);
    files.rlim_cur = 100;
    check(setrlimit(RLIMIT_NOFILE, &files) == 0);
    check(harden_process(300) == 300);
    check(getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur >= 300);
    check(getrlimit(RLIMIT_CORE, &core) == 0 && core.rlim_max == 0);
    check(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
    check(umask(0) == 077);
}

static void files_are_private_and_there_is_room_for_connections(void **state)
{
    (void)state;
    in_child(limit_the_process);
}

/* Root may raise limits; who is not root cannot. */
static void ask_for_too_much(void)
{
    check(setrlimit(RLIMIT_NOFILE, &(struct rlimit){200, 300}) == 0);
    if (geteuid() == 0)
        check(setresuid(65534, 65534, 65534) == 0);
    const int room = harden_process(100000);
    check(room > 0 && room < 300);
}

static void what_there_is_no_room_for_is_told(void **state)
{
    (void)state;
    in_child(ask_for_too_much);
}

/* ---- Users -------------------------------------------------------------- */

static char sentence[HARDEN_SENTENCE];

/* Who is not root stays who he is. */
static bool refused_to_all_but_root(void)
{
    if (harden_is_root())
        return false;
    check(harden_user("61234", "61235", sentence) == -EPERM);
    return true;
}

static void become_nobody(void)
{
    if (refused_to_all_but_root())
        return;
    check(harden_user("nobody", "", sentence) == 0);
    check(!harden_is_root());
    uid_t real, effective, saved;
    check(getresuid(&real, &effective, &saved) == 0);
    check(real != 0 && real == effective && real == saved);
    check(getgid() != 0 && getegid() != 0);
    gid_t groups[64];
    const int count = getgroups(64, groups);
    for (int i = 0; i < count; i++)
        check(groups[i] != 0);
    check(setuid(0) == -1 && seteuid(0) == -1 && setgid(0) == -1);
    /* Again is no change, and anybody else is out of reach. */
    check(harden_user("nobody", "", sentence) == 0);
    check(harden_user("root", "", sentence) == -EPERM);
    check(strstr(sentence, "cannot become user 0") != NULL);
}

static void who_became_a_user_cannot_go_back(void **state)
{
    (void)state;
    in_child(become_nobody);
}

static void become_a_number(void)
{
    if (refused_to_all_but_root())
        return;
    check(harden_user("61234", "", sentence) == -ENOENT);
    check(strstr(sentence, "--group is needed") != NULL);
    check(harden_user("61234", "61235", sentence) == 0);
    check(getuid() == 61234 && getgid() == 61235);
    gid_t groups[64];
    check(getgroups(64, groups) == 1 && groups[0] == 61235);
}

static void numbers_are_users_too(void **state)
{
    (void)state;
    in_child(become_a_number);
}

static void become_a_stranger(void)
{
    check(harden_user("no-such-user", "", sentence) == -ENOENT);
    check(strcmp(sentence, "there is no user 'no-such-user'") == 0);
    check(harden_user("", "no-such-group", sentence) == -ENOENT);
    check(strcmp(sentence, "there is no group 'no-such-group'") == 0);
    check(harden_user("", "", sentence) == 0);
}

static void strangers_are_refused(void **state)
{
    (void)state;
    in_child(become_a_stranger);
}

static void become_a_group(void)
{
    if (refused_to_all_but_root())
        return;
    check(harden_user("nobody", "61235", sentence) == 0);
    check(getgid() == 61235 && getuid() != 0);
}

static void a_group_may_be_named_beside_the_user(void **state)
{
    (void)state;
    in_child(become_a_group);
}

/* Not in sanitizers' builds, nor where the system has no filters. */
static bool there_is_a_sandbox(void)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(harden_sandbox(false) == 0 ? PASSED : FAILED);
    return wait_for(child) == PASSED;
}

TEST_GROUP("harden")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_private_and_there_is_room_for_connections),
        cmocka_unit_test(what_there_is_no_room_for_is_told),
        cmocka_unit_test(who_became_a_user_cannot_go_back),
        cmocka_unit_test(numbers_are_users_too),
        cmocka_unit_test(strangers_are_refused),
        cmocka_unit_test(a_group_may_be_named_beside_the_user),
        /* In the sandbox: */
        cmocka_unit_test(programs_cannot_be_started),
        cmocka_unit_test(other_processes_are_out_of_reach),
        cmocka_unit_test(no_connection_can_be_made_from_here),
        cmocka_unit_test(data_does_not_become_code),
        cmocka_unit_test(the_system_cannot_be_changed),
        cmocka_unit_test(other_tables_of_calls_are_no_way_round),
        cmocka_unit_test(threads_start_and_all_are_in_the_sandbox),
        cmocka_unit_test(threads_may_yield_to_others_and_no_more),
        cmocka_unit_test(clients_that_come_are_served),
        cmocka_unit_test(a_database_can_be_reached_if_the_store_is_one),
        cmocka_unit_test(files_can_be_kept),
        cmocka_unit_test(the_store_works_inside),
        cmocka_unit_test(abort_still_ends_the_process),
    };
    const size_t all = sizeof tests / sizeof *tests;
    const size_t outside = 6;
    return _cmocka_run_group_tests(
        "tests", tests, there_is_a_sandbox() ? all : outside, NULL, NULL);
}
