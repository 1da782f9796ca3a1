/* match_log.c - the match log: finished games, so that a match can resume. */
#define _POSIX_C_SOURCE 200809L /* ftello(), ftruncate() */
#include "bytes.h"
#include "match_log.h"
#include "number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A line holds line ends and backslashes of a record as two bytes each. */
enum { HEAD = 96, MAX_LINE = HEAD + 2 * OXO_RECORD_TEXT };

static const char *const result_words[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *match_result_word(oxo_outcome outcome)
{
    return result_words[outcome];
}

static bool find_result(const char *word, oxo_outcome *ret)
{
    for (int i = OXO_X_WINS; i <= OXO_DRAW; i++) {
        if (strcmp(word, result_words[i]) == 0) {
            *ret = (oxo_outcome)i;
            return true;
        }
    }
    return false;
}

int match_file_error(void)
{
    return errno > 0 ? -errno : -EIO;
}

/* ---- Writing ------------------------------------------------------------ */

static uint64_t entry_checksum(const char *head, const char *record)
{
    return bytes_digest(bytes_digest(0, head, strlen(head)), record,
                        strlen(record));
}

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\n')
            (void)fputs("\\n", out);
        else if (*text == '\\')
            (void)fputs("\\\\", out);
        else
            (void)fputc(*text, out);
    }
}

int match_log_add(FILE *log, const match_entry *e)
{
    char head[HEAD];
    (void)snprintf(head, sizeof head, "%ld %s %s", e->game,
                   match_result_word(e->outcome),
                   match_ending_word(e->ending));
    (void)fprintf(log, "%s %016" PRIx64 " ", head,
                  entry_checksum(head, e->record));
    put_escaped(log, e->record);
    (void)fputc('\n', log);
    if (fflush(log) == 0 && !ferror(log))
        return 0;
    return match_file_error();
}

/* ---- Reading ------------------------------------------------------------ */

static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1]) {
            text++;
            *to++ = *text == 'n' ? '\n' : *text;
        } else {
            *to++ = *text;
        }
    }
    *to = '\0';
}

/* Ends the next word with a NUL and moves on; NULL at the end of the line. */
static char *cut_word(char **text)
{
    char *word = *text;
    char *blank = word ? strchr(word, ' ') : NULL;
    if (blank)
        *blank = '\0';
    *text = blank ? blank + 1 : NULL;
    return word;
}

/* Parses a line without its line end. The entry points into it. */
static bool read_entry(char *line, match_entry *ret)
{
    char head[HEAD];
    int64_t game;
    const char *number = cut_word(&line), *result = cut_word(&line);
    const char *ending = cut_word(&line), *sum = cut_word(&line);
    if (!line || !number_read(number, 0, INT32_MAX, &game) ||
        !find_result(result, &ret->outcome) ||
        !match_ending_find(ending, &ret->ending))
        return false;
    unescape(line);
    (void)snprintf(head, sizeof head, "%s %s %s", number, result, ending);
    char expected[20];
    (void)snprintf(expected, sizeof expected, "%016" PRIx64,
                   entry_checksum(head, line));
    ret->game = (long)game;
    ret->record = line;
    return strcmp(sum, expected) == 0;
}

typedef struct log_reader {
    FILE *file;
    const char *path;
    char *why;
    char *line; /* MAX_LINE bytes and a NUL */
    size_t length;
    long number;   /* of the line, from 1 */
    off_t good;    /* end of the last valid line */
    bool complete; /* the line has a line end */
    bool sound;    /* it contains no NUL and is not too long */
} log_reader;

static int complain(const log_reader *r, int status, const char *what)
{
    if (r->number > 0)
        (void)snprintf(r->why, MATCH_WHY, "%.150s:%ld: %s", r->path, r->number,
                       what);
    else
        (void)snprintf(r->why, MATCH_WHY, "%.150s: %s", r->path, what);
    return status;
}

static int complain_of_file(const log_reader *r)
{
    const int status = match_file_error();
    return complain(r, status, strerror(-status));
}

/* Reads the next line without its line end, up to the longest line that we
 * write; false at the end of the file. */
static bool next_line(log_reader *r)
{
    int c = getc(r->file);
    if (c == EOF)
        return false;
    r->number++;
    r->length = 0;
    r->sound = true;
    for (; c != EOF && c != '\n' && r->sound; c = getc(r->file)) {
        r->sound = c != '\0' && r->length < MAX_LINE;
        if (r->sound)
            r->line[r->length++] = (char)c;
    }
    r->complete = c == '\n';
    r->line[r->length] = '\0';
    return true;
}

static bool is_at_end(FILE *file)
{
    const int c = getc(file);
    if (c != EOF)
        (void)ungetc(c, file);
    return c == EOF;
}

static int read_entries(log_reader *r, match_entry_handler *handler,
                        void *context)
{
    while (next_line(r)) {
        match_entry e;
        if (!r->sound || !r->complete || !read_entry(r->line, &e)) {
            if (r->sound && is_at_end(r->file))
                break;
            return complain(r, -EBADMSG, "this line is damaged");
        }
        const int status = handler(&e, context);
        if (status < 0)
            return complain(r, status, "this game cannot be resumed");
        r->good = ftello(r->file);
    }
    return ferror(r->file) ? complain(r, -EIO, "cannot be read") : 0;
}

static int read_all(log_reader *r, uint64_t digest,
                    match_entry_handler *handler, void *context)
{
    char first[HEAD];
    (void)snprintf(first, sizeof first, "oxo-match 1 %016" PRIx64, digest);
    if (!next_line(r))
        return ferror(r->file) ? complain(r, -EIO, "cannot be read") : 0;
    /* The beginning of our first line: a crash left it, and no game is lost by
     * starting again. Any other file may be valuable to somebody. */
    if (r->sound && !r->complete && strncmp(r->line, first, r->length) == 0)
        return 0;
    if (!r->sound || !r->complete || strncmp(r->line, "oxo-match ", 10) != 0)
        return complain(r, -EBADMSG, "not the log of a match");
    if (strcmp(r->line, first) != 0)
        return complain(r, -EBADMSG, "the log of another match");
    r->good = ftello(r->file);
    return read_entries(r, handler, context);
}

/* Removes an incomplete last line, and writes the first line of a new log.
 * Leaves the file at its end. */
static int repair_log(log_reader *r, uint64_t digest)
{
    if (ftruncate(fileno(r->file), r->good) < 0 ||
        fseeko(r->file, r->good, SEEK_SET) < 0)
        return complain_of_file(r);
    if (r->good == 0)
        (void)fprintf(r->file, "oxo-match 1 %016" PRIx64 "\n", digest);
    return fflush(r->file) == 0 ? 0 : complain_of_file(r);
}

static int resume_log(log_reader *r, uint64_t digest,
                      match_entry_handler *handler, void *context)
{
    r->line = malloc(MAX_LINE + 1);
    if (!r->line)
        return complain(r, -ENOMEM, "out of memory");
    int status = read_all(r, digest, handler, context);
    free(r->line);
    if (status == 0)
        status = repair_log(r, digest);
    return status;
}

int match_log_open(const char *path, uint64_t digest,
                   match_entry_handler *handler, void *context, FILE **ret,
                   char why[MATCH_WHY])
{
    log_reader r = {.path = path, .why = why};
    r.file = fopen(path, "r+e");
    if (!r.file && errno == ENOENT)
        r.file = fopen(path, "w+e");
    if (!r.file)
        return complain_of_file(&r);
    const int status = resume_log(&r, digest, handler, context);
    if (status < 0)
        (void)fclose(r.file);
    else
        *ret = r.file;
    return status;
}
