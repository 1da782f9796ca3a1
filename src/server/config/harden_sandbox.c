/* harden_sandbox.c - a filter of system calls (seccomp).
 *
 * A running server needs few system calls: read, write, accept, wait, start a
 * thread, use files. All others fail with EPERM and the server goes on, so a
 * forgotten call costs one function and not the running games.
 *
 * Linux 5.11 and later caches which calls are allowed regardless of their
 * arguments, so the calls of the loop cost nothing extra. */
#define _GNU_SOURCE
#include "harden.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||    \
    __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define NATIVE_ARCH AUDIT_ARCH_RISCV64
#endif

#if defined(IS_SANITIZED) || !defined(NATIVE_ARCH)

/* Sanitizers need system calls that the filter blocks. */
int harden_sandbox(bool connects)
{
    (void)connects;
    return -ENOSYS;
}

#else

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* ---- What is allowed ---------------------------------------------------- */

/* Those of the loop first. Some do not exist on all processors. */
static const int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_recvfrom,
    SYS_sendto,
    SYS_recvmsg,
    SYS_sendmsg,
    SYS_epoll_pwait,
    SYS_epoll_ctl,
    SYS_accept4,
    SYS_close,
    SYS_futex,
    SYS_clock_gettime,
    SYS_fdatasync,
    SYS_pread64,
    SYS_pwrite64,
    SYS_fsync,
    SYS_fcntl,
#ifdef SYS_epoll_wait
    SYS_epoll_wait,
#endif
    /* Open sockets. */
    SYS_accept,
    SYS_shutdown,
    SYS_getsockopt,
    SYS_setsockopt,
    SYS_getsockname,
    SYS_getpeername,
    SYS_recvmmsg,
    SYS_sendmmsg,
    SYS_epoll_create1,
    SYS_epoll_pwait2,
    SYS_ppoll,
    SYS_pselect6,
    SYS_eventfd2,
    SYS_timerfd_create,
    SYS_timerfd_settime,
    SYS_timerfd_gettime,
    SYS_signalfd4,
    SYS_pipe2,
#ifdef SYS_poll
    SYS_poll,
    SYS_select,
#endif
    /* Files: the store, its folder, and the folder of --web. */
    SYS_openat,
    SYS_openat2,
    SYS_newfstatat,
    SYS_fstat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_lseek,
    SYS_preadv,
    SYS_pwritev,
    SYS_preadv2,
    SYS_pwritev2,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fadvise64,
    SYS_flock,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_mkdirat,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_umask,
    SYS_dup,
    SYS_dup3,
    SYS_close_range,
    SYS_sendfile,
    SYS_copy_file_range,
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_open
    SYS_open,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_unlink,
    SYS_rename,
    SYS_mkdir,
    SYS_rmdir,
    SYS_readlink,
    SYS_chmod,
    SYS_chown,
    SYS_dup2,
    SYS_pipe,
    SYS_getdents,
    SYS_utimes,
#endif
    /* Memory, except mmap() and mprotect(): see below. */
    SYS_munmap,
    SYS_mremap,
    SYS_brk,
    SYS_madvise,
    SYS_msync,
    SYS_mincore,
    /* Threads. */
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_rseq,
    SYS_set_tid_address,
    SYS_exit,
    SYS_exit_group,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_membarrier,
    SYS_getcpu,
    SYS_gettid,
    SYS_getpid,
    SYS_getppid,
    /* Time and signals. */
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigtimedwait,
    SYS_rt_sigsuspend,
    SYS_rt_sigpending,
    SYS_sigaltstack,
    SYS_restart_syscall,
#ifdef SYS_time
    SYS_time,
    SYS_pause,
#endif
    /* Information. */
    SYS_getrandom,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getgroups,
    SYS_getresuid,
    SYS_getresgid,
    SYS_getrusage,
    SYS_times,
    SYS_uname,
    SYS_sysinfo,
#ifdef SYS_getrlimit
    SYS_getrlimit,
#endif
};

/* ---- The filter --------------------------------------------------------- */

enum { MOST_STEPS = 512 };

typedef struct filter {
    unsigned short count;
    struct sock_filter steps[MOST_STEPS];
} filter;

static void add_step(filter *f, struct sock_filter step)
{
    f->steps[f->count++] = step;
}

static void load_word(filter *f, size_t offset)
{
    add_step(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                             (unsigned)offset));
}

static void return_action(filter *f, unsigned action)
{
    add_step(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* Skips `steps` steps unless the loaded word passes the test. */
static void skip_unless(filter *f, unsigned short test, unsigned value,
                        unsigned char steps)
{
    add_step(f,
             (struct sock_filter)BPF_JUMP(
                 (unsigned short)(BPF_JMP | BPF_K | test), value, 0, steps));
}

static const unsigned REFUSE = SECCOMP_RET_ERRNO | EPERM;

static void allow_call(filter *f, int call)
{
    skip_unless(f, BPF_JEQ, (unsigned)call, 1);
    return_action(f, SECCOMP_RET_ALLOW);
}

/* Allows or refuses a call by the lower half of one of its arguments. The
 * upper half has no meaning for these calls. */
static void test_argument(filter *f, int call, int argument,
                          unsigned short test, unsigned value, bool allow)
{
    skip_unless(f, BPF_JEQ, (unsigned)call, 4);
    size_t offset = offsetof(struct seccomp_data, args) +
                    sizeof(unsigned long long) * (size_t)argument;
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        offset += sizeof(unsigned);
    load_word(f, offset);
    skip_unless(f, test, value, 1);
    return_action(f, allow ? SECCOMP_RET_ALLOW : REFUSE);
    return_action(f, allow ? REFUSE : SECCOMP_RET_ALLOW);
}

static void compose_filter(filter *f, bool connects)
{
    load_word(f, offsetof(struct seccomp_data, arch));
    /* Call numbers have another meaning for 32-bit programs. */
    add_step(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_K | BPF_JEQ,
                                             NATIVE_ARCH, 1, 0));
    return_action(f, REFUSE);
    load_word(f, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        allow_call(f, allowed[i]);
    if (connects) {
        allow_call(f, SYS_socket);
        allow_call(f, SYS_connect);
    }

    /* Threads, but no processes. The filter cannot see the arguments of
     * clone3(), so it does not exist: libc uses clone() then. */
    test_argument(f, SYS_clone, 0, BPF_JSET, CLONE_THREAD, true);
    skip_unless(f, BPF_JEQ, SYS_clone3, 1);
    return_action(f, SECCOMP_RET_ERRNO | ENOSYS);
    /* No executable memory. */
    test_argument(f, SYS_mmap, 2, BPF_JSET, PROT_EXEC, false);
    test_argument(f, SYS_mprotect, 2, BPF_JSET, PROT_EXEC, false);
    /* A thread may lower its priority to idle. */
    test_argument(f, SYS_sched_setscheduler, 1, BPF_JEQ, SCHED_IDLE, true);
    /* abort() sends a signal to its own process. */
    test_argument(f, SYS_tgkill, 0, BPF_JEQ, (unsigned)getpid(), true);
    test_argument(f, SYS_prctl, 0, BPF_JEQ, PR_SET_NAME, true);
    test_argument(f, SYS_ioctl, 1, BPF_JEQ, FIONBIO, true);
    return_action(f, REFUSE);
}

int harden_sandbox(bool connects)
{
    filter f = {0};
    compose_filter(&f, connects);
    const struct sock_fprog program = {f.count, f.steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return -ENOSYS;
    const long answered = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                  SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (answered == 0)
        return 0;
    /* Not all threads could be filtered, so none is. */
    return -ENOSYS;
}

#endif
