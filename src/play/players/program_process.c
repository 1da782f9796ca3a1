/* program_process.c - starts, reads and ends a child process. */
#define _GNU_SOURCE /* pipe2(), posix_spawn_file_actions_addchdir_np() */
#include "program_process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "words.h"

enum { MAX_WORDS = 64, END_WAIT_MS = 100 };

void program_process_init(program_process *p)
{
    p->pid = 0;
    p->in = p->out = -1;
    p->dropping = false;
    p->used = 0;
}

/* ---- Starting ----------------------------------------------------------- */

/* Splits a command into an argument vector, whose words are in `room`. */
static int split_command(const char *command, char room[PROGRAM_COMMAND],
                         char *argv[MAX_WORDS + 1])
{
    int count = 0, more;
    size_t used = 0;
    while (count < MAX_WORDS &&
           (more = words_take_quoted(&command, room + used,
                                     PROGRAM_COMMAND - used)) != 0) {
        if (more < 0)
            return -EINVAL;
        argv[count++] = room + used;
        used += strlen(room + used) + 1;
    }
    argv[count] = NULL;
    return count > 0 && count < MAX_WORDS ? 0 : -EINVAL;
}

/* The child's descriptors: pipes for input and output, a file for stderr. */
static int set_files(posix_spawn_file_actions_t *files, const int in[2],
                     const int out[2], const program_spec *spec)
{
    const char *errors = spec->errors[0] ? spec->errors : "/dev/null";
    int status = posix_spawn_file_actions_adddup2(files, in[0], 0);
    if (status == 0)
        status = posix_spawn_file_actions_adddup2(files, out[1], 1);
    if (status == 0)
        status = posix_spawn_file_actions_addopen(
            files, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (status == 0 && spec->directory[0])
        status = posix_spawn_file_actions_addchdir_np(files, spec->directory);
    return status;
}

/* The child gets a process group of its own, so that Ctrl-C reaches only us
 * and the child can be killed together with its children. Its signal mask and
 * handlers are the defaults, not ours. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    int status = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                        POSIX_SPAWN_SETSIGDEF);
    if (status == 0)
        status = posix_spawnattr_setpgroup(attributes, 0);
    if (status == 0)
        status = posix_spawnattr_setsigmask(attributes, &none);
    if (status == 0)
        status = posix_spawnattr_setsigdefault(attributes, &usual);
    return status;
}

static int spawn(const program_spec *spec, const int in[2], const int out[2],
                 pid_t *ret)
{
    char room[PROGRAM_COMMAND];
    char *argv[MAX_WORDS + 1];
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    if (split_command(spec->command, room, argv) < 0)
        return EINVAL;

    int status = posix_spawn_file_actions_init(&files);
    if (status != 0)
        return status;
    status = posix_spawnattr_init(&attributes);
    if (status == 0) {
        status = set_files(&files, in, out, spec);
        if (status == 0)
            status = set_attributes(&attributes);
        if (status == 0)
            status =
                posix_spawnp(ret, argv[0], &files, &attributes, argv, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return status;
}

static void close_both(const int ends[2])
{
    (void)close(ends[0]);
    (void)close(ends[1]);
}

static int make_pipes(int in[2], int out[2])
{
    if (pipe2(in, O_CLOEXEC) < 0)
        return -errno;
    if (pipe2(out, O_CLOEXEC) < 0) {
        const int status = -errno;
        close_both(in);
        return status;
    }
    return 0;
}

int program_process_start(program_process *p, const program_spec *spec)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    int status = make_pipes(in, out);
    if (status < 0)
        return status;
    status = -spawn(spec, in, out, &p->pid);
    if (status == 0 && (fcntl(in[1], F_SETFL, O_NONBLOCK) < 0 ||
                        fcntl(out[0], F_SETFL, O_NONBLOCK) < 0))
        status = -errno;
    if (status < 0) {
        close_both(in);
        close_both(out);
        p->pid = 0;
        return status;
    }
    (void)close(in[0]);
    (void)close(out[1]);
    p->in = in[1];
    p->out = out[0];
    p->used = 0;
    p->dropping = false;
    return 0;
}

/* Why no process can run in that folder: a negative errno, or 0. */
static int check_folder(const char *path)
{
    struct stat s;
    if (stat(path, &s) < 0)
        return -errno;
    if (!S_ISDIR(s.st_mode))
        return -ENOTDIR;
    return access(path, X_OK) < 0 ? -errno : 0;
}

/* Why that file cannot be written: a negative errno, or 0. */
static int check_writing(const char *path)
{
    const int fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    (void)close(fd);
    return 0;
}

const char *program_process_culprit(const program_spec *spec, int status,
                                    char ret[PROGRAM_COMMAND])
{
    const char *command = spec->command;
    const bool errors =
        spec->errors[0] && check_writing(spec->errors) == status;
    const bool folder =
        spec->directory[0] && check_folder(spec->directory) == status;
    if (errors || folder)
        (void)words_copy(ret, PROGRAM_COMMAND,
                         errors ? spec->errors : spec->directory);
    else if (words_take_quoted(&command, ret, PROGRAM_COMMAND) != 1)
        ret[0] = '\0';
    if (errors)
        return "stderr=";
    return folder ? "dir=" : "";
}

/* ---- Input and output --------------------------------------------------- */

int program_process_write(program_process *p, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        const ssize_t n = write(p->in, text, left);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0) {
            text += n;
            left -= (size_t)n;
        }
    }
    return 0;
}

static void take_byte(program_process *p, char c,
                      program_line_handler *handler, void *context)
{
    if (c != '\n') {
        if (c != '\0' && p->used < PROGRAM_LINE - 1)
            p->line[p->used++] = c;
        else
            p->dropping = true;
        return;
    }
    const bool whole = !p->dropping;
    p->line[p->used] = '\0';
    p->used = 0;
    p->dropping = false;
    if (whole)
        handler(p->line, context);
}

void program_process_take(program_process *p, const char *bytes, size_t size,
                          program_line_handler *handler, void *context)
{
    for (size_t i = 0; i < size; i++)
        take_byte(p, bytes[i], handler, context);
}

ssize_t program_process_read(program_process *p, char *bytes, size_t size)
{
    const ssize_t n = read(p->out, bytes, size);
    return n < 0 ? -errno : n;
}

/* ---- Ending ------------------------------------------------------------- */

/* Has the process ended? WNOWAIT keeps it a zombie, so that its id cannot be
 * reused before we have killed its group. */
static bool has_ended(pid_t pid, siginfo_t *ret)
{
    memset(ret, 0, sizeof *ret);
    return waitid(P_PID, (id_t)pid, ret, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ret->si_pid == pid;
}

static void pause_1ms(void)
{
    const struct timespec t = {0, 1000000};
    (void)nanosleep(&t, NULL);
}

void program_process_describe_end(const program_process *p, char *out,
                                  size_t room)
{
    siginfo_t info;
    bool ended = has_ended(p->pid, &info);
    for (int i = 0; i < END_WAIT_MS && !ended; i++) {
        pause_1ms();
        ended = has_ended(p->pid, &info);
    }
    if (!ended)
        (void)snprintf(out, room, "closed its output");
    else if (info.si_code == CLD_EXITED)
        (void)snprintf(out, room, "exited with status %d", info.si_status);
    else
        (void)snprintf(out, room, "was ended by signal %d", info.si_status);
}

static void kill_and_reap(pid_t pid)
{
    (void)kill(-pid, SIGKILL);
    pid_t reaped = 0;
    do
        reaped = waitpid(pid, NULL, 0);
    while (reaped < 0 && errno == EINTR);
}

static void close_pipes(program_process *p)
{
    if (p->in >= 0)
        (void)close(p->in);
    if (p->out >= 0)
        (void)close(p->out);
}

void program_process_dismiss(program_process *p, program_leavers *leavers,
                             int64_t deadline)
{
    if (p->pid == 0)
        return;
    close_pipes(p);
    if (deadline <= clock_us() || leavers->count == PROGRAM_MAX_LEAVERS) {
        kill_and_reap(p->pid);
    } else {
        leavers->of[leavers->count].pid = p->pid;
        leavers->of[leavers->count++].deadline = deadline;
    }
    program_process_init(p);
}

void program_leavers_tend(program_leavers *leavers, int64_t now)
{
    int kept = 0;
    for (int i = 0; i < leavers->count; i++) {
        siginfo_t info;
        if (has_ended(leavers->of[i].pid, &info) ||
            leavers->of[i].deadline <= now)
            kill_and_reap(leavers->of[i].pid);
        else
            leavers->of[kept++] = leavers->of[i];
    }
    leavers->count = kept;
}
