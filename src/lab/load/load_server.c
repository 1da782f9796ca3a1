/* load_server.c - see load_server.h. */
#include "load_server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { START_SECONDS = 30, FIXED_WORDS = 6 };

const char *const load_server_open_doors[] = {
    "--connections",
    "19000",
    "--rooms",
    "100000",
    "--message-rate",
    "1000000",
    "--message-burst",
    "1000000",
    "--grace",
    "10m",
    "--idle-room",
    "1h",
    "--log-level",
    "warning",
    "--connections-per-address",
    "1000000",
    "--rooms-per-address",
    "1000000",
    NULL,
};

static int exec_server(load_server *s)
{
    char *argv[FIXED_WORDS + LOAD_MOST_FLAGS + 1];
    char program[LOAD_FILE_TEXT];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0)
        return -errno;
    program[n] = '\0';
    const char *const fixed[FIXED_WORDS] = {
        program, "serve", "--listen", "127.0.0.1:0", "--store", s->store};
    int count = 0;
    /* execv() does not write to the strings, despite its type. */
    for (; count < FIXED_WORDS; count++)
        memcpy(&argv[count], &fixed[count], sizeof argv[count]);
    for (int i = 0; s->flags[i]; i++, count++)
        memcpy(&argv[count], &s->flags[i], sizeof argv[count]);
    argv[count] = NULL;
    return load_child_exec(s->core, argv, s->log, START_SECONDS, &s->child);
}

int load_server_start(load_server *s, const char *parent, int core,
                      const char *const *flags)
{
    *s = (load_server){.core = core};
    for (int i = 0; i < LOAD_MOST_FLAGS - 1 && flags[i]; i++)
        s->flags[i] = flags[i];
    const int n =
        snprintf(s->folder, sizeof s->folder, "%s/oxo-load-XXXXXX", parent);
    if (n < 0 || (size_t)n + sizeof "/oxo.db" > sizeof s->folder)
        return -ENAMETOOLONG;
    if (!mkdtemp(s->folder))
        return -errno;
    snprintf(s->store, sizeof s->store, "%.*s/oxo.db", n, s->folder);
    snprintf(s->log, sizeof s->log, "%.*s/log", n, s->folder);
    const int error = exec_server(s);
    if (error)
        load_server_end(s);
    return error;
}

void load_server_kill(load_server *s)
{
    load_child_end(&s->child, SIGKILL);
}

int load_server_restart(load_server *s)
{
    load_server_kill(s);
    return exec_server(s);
}

void load_server_end(load_server *s)
{
    load_child_end(&s->child, SIGTERM);
    DIR *folder = opendir(s->folder);
    if (!folder)
        return;
    for (struct dirent *e; (e = readdir(folder));)
        unlinkat(dirfd(folder), e->d_name, 0);
    closedir(folder);
    rmdir(s->folder);
}

void load_server_address(const load_server *s, net_remote *ret)
{
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d", s->child.port);
    net_remote_parse(url, ret);
}
