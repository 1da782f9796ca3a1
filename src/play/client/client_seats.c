/* client_seats.c - see client_seats.h. */
#include "client_seats.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "whole_file.h"

enum {
    MOST_BYTES = 1 << 20,
    WRITERS = 0,    /* the byte of the lock file that a writer locks */
    FIRST_SEAT = 1, /* the bytes of the seats follow */
    SEAT_BYTES = 1 << 30
};

typedef struct seat_line {
    char url[CLIENT_URL], token[CLIENT_TOKEN];
} seat_line;

typedef struct seat_list {
    seat_line lines[CLIENT_SEATS_MOST]; /* the oldest first */
    int count;
} seat_list;

/* ---- Locks -------------------------------------------------------------- */

/* Locks a byte of the lock file; `type` is F_WRLCK or F_UNLCK. False if
 * another program has locked it. */
static bool lock_byte(const client_seats *s, off_t byte, short type, bool wait)
{
    struct flock lock = {
        .l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    if (s->lock < 0)
        return true;
    while (fcntl(s->lock, wait ? F_SETLKW : F_SETLK, &lock) < 0)
        if (errno != EINTR)
            return errno != EACCES && errno != EAGAIN;
    return true;
}

/* Two tokens with the same byte are unlikely, and only cost a reservation. */
static off_t byte_of(const char *token)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (; *token; token++)
        hash = (hash ^ (unsigned char)*token) * 16777619U;
    return FIRST_SEAT + (off_t)(hash % SEAT_BYTES);
}

static bool reserve_seat(const client_seats *s, const char *token)
{
    return lock_byte(s, byte_of(token), F_WRLCK, false);
}

/* ---- Reading and writing ------------------------------------------------ */

static bool is_token(const char *text)
{
    const char *const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789-_";
    return strlen(text) == CLIENT_TOKEN - 1 &&
           strspn(text, digits) == CLIENT_TOKEN - 1;
}

/* Reads "URL TOKEN"; false if the line is damaged. */
static bool read_line(const char *line, size_t length, seat_line *ret)
{
    const char *blank = memchr(line, ' ', length);
    if (!blank || memchr(line, '\0', length))
        return false;
    const size_t url = (size_t)(blank - line), token = length - url - 1;
    if (url == 0 || url >= sizeof ret->url || token >= sizeof ret->token)
        return false;
    *ret = (seat_line){.url = ""};
    memcpy(ret->url, line, url);
    memcpy(ret->token, blank + 1, token);
    return is_token(ret->token);
}

static void drop_line(seat_list *list, int index)
{
    list->count--;
    memmove(&list->lines[index], &list->lines[index + 1],
            (size_t)(list->count - index) * sizeof list->lines[0]);
}

static void add_line(seat_list *list, const seat_line *line)
{
    if (list->count == CLIENT_SEATS_MOST)
        drop_line(list, 0);
    list->lines[list->count++] = *line;
}

static void read_text(seat_list *list, const char *text, size_t length)
{
    const char *const end = text + length;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        seat_line line;
        if (!stop)
            stop = end;
        if (read_line(text, (size_t)(stop - text), &line))
            add_line(list, &line);
        text = stop + 1;
    }
}

/* False if there is a file that cannot be read: it must not be replaced. */
static bool read_seats(const client_seats *s, seat_list *ret)
{
    char *text;
    size_t length;
    ret->count = 0;
    FILE *in = s->path[0] ? fopen(s->path, "re") : NULL;
    if (!in)
        return errno == ENOENT;
    const bool read = whole_file_read(in, MOST_BYTES, &text, &length) == 0;
    if (read) {
        read_text(ret, text, length);
        free(text);
    }
    (void)fclose(in);
    return read;
}

static void write_lines(FILE *out, const void *what)
{
    const seat_list *list = what;
    (void)fchmod(fileno(out), 0600); /* whoever could read the old file */
    for (int i = 0; i < list->count; i++)
        (void)fprintf(out, "%s %s\n", list->lines[i].url,
                      list->lines[i].token);
}

static bool write_seats(const client_seats *s, const seat_list *list)
{
    const mode_t mask = umask(077); /* others cannot open the new file */
    const bool written = whole_file_write(s->path, write_lines, list) == 0;
    (void)umask(mask);
    return written;
}

/* Changes the file, while no other program does: removes the line with this
 * token, then adds `line` unless it is NULL. False if it is not written. */
static bool change_seats(const client_seats *s, const char *token,
                         const seat_line *line)
{
    seat_list *list = malloc(sizeof *list);
    bool written = false;
    if (!list || !s->path[0]) {
        free(list);
        return false;
    }
    (void)lock_byte(s, WRITERS, F_WRLCK, true);
    if (read_seats(s, list)) {
        const int before = list->count;
        for (int i = list->count - 1; i >= 0; i--)
            if (strcmp(list->lines[i].token, token) == 0)
                drop_line(list, i);
        if (line)
            add_line(list, line);
        written = (!line && list->count == before) || write_seats(s, list);
    }
    (void)lock_byte(s, WRITERS, F_UNLCK, false);
    free(list);
    return written;
}

/* ---- Where it is -------------------------------------------------------- */

bool client_seats_place(char out[CLIENT_SEATS_PATH])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n;
    /* A relative path is to be ignored, says the XDG specification. */
    if (state && state[0] == '/')
        n = snprintf(out, CLIENT_SEATS_PATH, "%s/oxo/seats", state);
    else if (home && home[0] == '/')
        n = snprintf(out, CLIENT_SEATS_PATH, "%s/.local/state/oxo/seats",
                     home);
    else
        return false;
    return n > 0 && n < CLIENT_SEATS_PATH;
}

/* Creates the folders above the file. */
static void create_folders(const char *path)
{
    char folder[CLIENT_SEATS_PATH];
    for (const char *slash = strchr(path + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        memcpy(folder, path, (size_t)(slash - path));
        folder[slash - path] = '\0';
        (void)mkdir(folder, 0700); /* it may be there */
    }
}

void client_seats_open(client_seats *s, const char *path)
{
    *s = (client_seats){.lock = -1};
    if (path)
        (void)snprintf(s->path, sizeof s->path, "%s", path);
}

/* Without it nothing is locked, which only matters to programs that run at
 * the same time. */
static void open_lock(client_seats *s)
{
    char lock[CLIENT_SEATS_PATH + 8];
    if (s->lock >= 0)
        return;
    (void)snprintf(lock, sizeof lock, "%s.lock", s->path);
    s->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

void client_seats_close(client_seats *s)
{
    if (s->lock >= 0)
        (void)close(s->lock);
    *s = (client_seats){.lock = -1};
}

/* ---- Seats -------------------------------------------------------------- */

bool client_seats_find(client_seats *s, const char *url,
                       char out[CLIENT_TOKEN])
{
    seat_list *list = malloc(sizeof *list);
    bool found = false;
    if (!list)
        return false;
    if (read_seats(s, list) && list->count > 0)
        open_lock(s);
    for (int i = list->count - 1; i >= 0 && !found; i--) {
        const seat_line *line = &list->lines[i];
        found = strcmp(line->url, url) == 0 && reserve_seat(s, line->token);
        if (found)
            memcpy(out, line->token, CLIENT_TOKEN);
    }
    free(list);
    return found;
}

bool client_seats_add(client_seats *s, const char *url, const char *token)
{
    seat_line line = {.url = ""};
    if (!s->path[0] || !is_token(token) || strlen(url) >= sizeof line.url)
        return false;
    (void)snprintf(line.url, sizeof line.url, "%s", url);
    (void)snprintf(line.token, sizeof line.token, "%s", token);
    create_folders(s->path);
    open_lock(s);
    (void)reserve_seat(s, token);
    return change_seats(s, token, &line);
}

void client_seats_remove(client_seats *s, const char *token)
{
    (void)change_seats(s, token, NULL);
    (void)lock_byte(s, byte_of(token), F_UNLCK, false);
}
