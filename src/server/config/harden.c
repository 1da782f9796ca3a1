/* harden.c - limits, signals, user and group. */
#define _GNU_SOURCE /* setresuid(), setgroups() */
#include "harden.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The process -------------------------------------------------------- */

/* Descriptors for other things than connections: store, log, loop, listening.
 */
enum { OTHER_FILES = 128 };

static int raise_file_limit(int connections)
{
    const rlim_t wanted = (rlim_t)connections + OTHER_FILES;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return connections;
    if (files.rlim_cur < wanted) {
        struct rlimit more = {wanted, wanted};
        /* Root may exceed the hard limit; others get as much as they can. */
        if (files.rlim_max >= wanted)
            more.rlim_max = files.rlim_max;
        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            return connections;
        more = (struct rlimit){files.rlim_max, files.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            files = more;
    }
    if (files.rlim_cur >= wanted)
        return connections;
    return files.rlim_cur > OTHER_FILES ? (int)files.rlim_cur - OTHER_FILES
                                        : 1;
}

/* A file at its size limit, or a log that nobody reads, shall make the call
 * fail, not end the process. */
static void ignore_signals(void)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
}

int harden_process(int connections)
{
    ignore_signals();
    umask(077);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return raise_file_limit(connections);
}

/* ---- The user ----------------------------------------------------------- */

typedef struct identity {
    uid_t user;
    gid_t group;
    const char *name; /* the user whose other groups are taken, or NULL */
} identity;

/* A number may stand for a user without a name, as in containers. */
static bool is_number(const char *text, unsigned *ret)
{
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9 || text[digits] != '\0')
        return false;
    *ret = (unsigned)strtoul(text, NULL, 10);
    return true;
}

static int find_user(const char *user, bool has_group, identity *ret,
                     char *sentence)
{
    unsigned number = 0;
    const bool numeric = is_number(user, &number);
    const struct passwd *entry = numeric ? getpwuid(number) : getpwnam(user);
    if (entry) {
        *ret = (identity){entry->pw_uid, entry->pw_gid, user};
        if (numeric)
            ret->name = NULL;
        return 0;
    }
    if (numeric && has_group) {
        *ret = (identity){.user = number};
        return 0;
    }
    snprintf(sentence, HARDEN_SENTENCE,
             numeric ? "user %.100s has no entry, so --group is needed"
                     : "there is no user '%.100s'",
             user);
    return -ENOENT;
}

static int find_group(const char *group, identity *ret, char *sentence)
{
    unsigned number = 0;
    if (is_number(group, &number)) {
        ret->group = number;
        return 0;
    }
    const struct group *entry = getgrnam(group);
    if (!entry) {
        snprintf(sentence, HARDEN_SENTENCE, "there is no group '%.100s'",
                 group);
        return -ENOENT;
    }
    ret->group = entry->gr_gid;
    return 0;
}

static int find_identity(const char *user, const char *group, identity *ret,
                         char *sentence)
{
    *ret = (identity){.user = geteuid(), .group = getegid()};
    int error = 0;
    if (user[0])
        error = find_user(user, group[0] != '\0', ret, sentence);
    if (!error && group[0])
        error = find_group(group, ret, sentence);
    return error;
}

static bool is_already(const identity *who)
{
    return geteuid() == who->user && getuid() == who->user &&
           getegid() == who->group && getgid() == who->group;
}

static int take_identity(const identity *who)
{
    const int groups = who->name ? initgroups(who->name, who->group)
                                 : setgroups(1, &who->group);
    if (groups != 0 || setresgid(who->group, who->group, who->group) != 0 ||
        setresuid(who->user, who->user, who->user) != 0)
        return -errno;
    /* Fails if the process could become root again. */
    if (who->user != 0 && (setresuid(0, 0, 0) == 0 || seteuid(0) == 0))
        return -EPERM;
    return is_already(who) ? 0 : -EPERM;
}

int harden_user(const char *user, const char *group,
                char sentence[HARDEN_SENTENCE])
{
    identity who;
    if (!user[0] && !group[0])
        return 0;
    int error = find_identity(user, group, &who, sentence);
    if (error || is_already(&who))
        return error;
    error = geteuid() == 0 ? take_identity(&who) : -EPERM;
    if (error)
        snprintf(sentence, HARDEN_SENTENCE,
                 "cannot become user %ld, group %ld: %s", (long)who.user,
                 (long)who.group, strerror(-error));
    return error;
}

bool harden_is_root(void)
{
    return geteuid() == 0;
}
