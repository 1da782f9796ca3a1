/* load_process.c - see load_process.h. */
#include "load_process.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "number.h"

/* ---- Cores -------------------------------------------------------------- */

load_cores load_cores_choose(void)
{
    load_cores cores = {-1, -1};
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) < 0 || CPU_COUNT(&set) < 2)
        return cores;
    for (size_t i = 0; i < CPU_SETSIZE && cores.server < 0; i++) {
        if (!CPU_ISSET(i, &set))
            continue;
        if (cores.client < 0)
            cores.client = (int)i;
        else
            cores.server = (int)i;
    }
    return cores;
}

void load_pin(int core)
{
    cpu_set_t set;
    if (core < 0)
        return;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

int load_raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) < 0)
        return 0;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_cur > 1000000 ? 1000000 : (int)files.rlim_cur;
}

/* ---- Children ----------------------------------------------------------- */

static int listen_on_free_port(int *ret_port)
{
    const int one = 1;
    struct sockaddr_in a = {.sin_family = AF_INET};
    socklen_t size = sizeof a;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    /* Accepted connections inherit this, which saves a call for each. */
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (bind(fd, (struct sockaddr *)&a, sizeof a) < 0 ||
        listen(fd, 4096) < 0 ||
        getsockname(fd, (struct sockaddr *)&a, &size) < 0) {
        const int error = -errno;
        close(fd);
        return error;
    }
    *ret_port = ntohs(a.sin_port);
    return fd;
}

void load_die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
}

/* The first step of every child. */
static void begin_child(int core, pid_t parent)
{
    load_die_with(parent);
    load_pin(core);
}

int load_child_fork(int core, int (*run)(int listener), load_child *ret)
{
    int port = 0;
    const int listener = listen_on_free_port(&port);
    if (listener < 0)
        return listener;
    fflush(NULL);
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        begin_child(core, parent);
        _exit(run(listener) < 0);
    }
    const int error = errno;
    close(listener);
    if (pid < 0)
        return -error;
    *ret = (load_child){.pid = pid, .port = port};
    return 0;
}

/* The port in the program's output so far, or 0. */
static int find_port(const char *log)
{
    static const char phrase[] = "listening on http://";
    char text[4096];
    FILE *f = fopen(log, "re");
    if (!f)
        return 0;
    const size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    const char *at = strstr(text, phrase);
    if (!at)
        return 0;
    at += strlen(phrase);
    const char *end = at + strcspn(at, "\r\n \"/");
    if (*end == '\0') /* the line is not complete yet */
        return 0;
    while (end > at && end[-1] != ':')
        end--;
    uint64_t port = 0;
    (void)number_scan(end, 5, &port);
    return (int)port;
}

static int wait_for_port(pid_t pid, const char *log, double seconds,
                         int *ret_port)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    const int64_t until = clock_ns() + (int64_t)(seconds * 1e9);
    while ((*ret_port = find_port(log)) == 0) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
            info.si_pid == pid)
            return -ECHILD;
        if (clock_ns() > until)
            return -ETIMEDOUT;
        nanosleep(&moment, NULL);
    }
    return 0;
}

static _Noreturn void exec_child(char *const argv[], const char *log)
{
    const int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int in = open("/dev/null", O_RDONLY);
    if (out < 0 || in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
        dup2(out, 2) < 0)
        _exit(126);
    execv(argv[0], argv);
    _exit(127);
}

int load_child_exec(int core, char *const argv[], const char *log,
                    double seconds, load_child *ret)
{
    unlink(log);
    fflush(NULL);
    const pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        return -errno;
    if (pid == 0) {
        begin_child(core, parent);
        exec_child(argv, log);
    }
    load_child c = {.pid = pid};
    const int error = wait_for_port(pid, log, seconds, &c.port);
    if (error)
        load_child_end(&c, SIGKILL);
    else
        *ret = c;
    return error;
}

int load_child_end(load_child *c, int signal)
{
    int status = 0;
    if (c->pid <= 0)
        return 0;
    if (signal)
        kill(c->pid, signal);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->pid = 0;
    return status;
}

/* ---- The cost of a process ---------------------------------------------- */

static bool read_proc(pid_t pid, const char *name, char *out, size_t size)
{
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    const size_t n = fread(out, 1, size - 1, f);
    fclose(f);
    out[n] = '\0';
    return n > 0;
}

/* Field `index` of /proc/PID/stat, counted from 1. Starts after the program's
 * name (field 2), which may contain blanks. */
static double stat_word(const char *stat, int index)
{
    const char *p = strrchr(stat, ')');
    for (int i = 2; p && i < index; i++)
        p = strchr(p + 1, ' ');
    return p ? strtod(p + 1, NULL) : 0;
}

static double seconds_in(const char *stat)
{
    return (stat_word(stat, 14) + stat_word(stat, 15)) /
           (double)sysconf(_SC_CLK_TCK);
}

static double read_spare_seconds(pid_t pid)
{
    char path[64], name[300], stat[1024];
    double seconds = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    if (!tasks)
        return 0;
    for (struct dirent *e; (e = readdir(tasks));) {
        snprintf(name, sizeof name, "task/%s/stat", e->d_name);
        if (e->d_name[0] != '.' && read_proc(pid, name, stat, sizeof stat) &&
            (int)stat_word(stat, 41) == SCHED_IDLE)
            seconds += seconds_in(stat);
    }
    closedir(tasks);
    return seconds;
}

bool load_usage_read(pid_t pid, load_usage *ret)
{
    char stat[1024], status[4096];
    if (!read_proc(pid, "stat", stat, sizeof stat) ||
        !read_proc(pid, "status", status, sizeof status))
        return false;
    const char *own = strstr(status, "RssAnon:");
    const double spare = read_spare_seconds(pid);
    *ret = (load_usage){
        .cpu = seconds_in(stat) - spare,
        .spare = spare,
        .memory = own ? 1024 * strtod(own + strlen("RssAnon:"), NULL) : 0,
        .threads = (int)stat_word(stat, 20),
    };
    return true;
}
