/* analyses.c - see analyses.h. */
#define _POSIX_C_SOURCE 200809L

#include "analyses.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"

enum { VERSION = 1, SUM = 4, MOST_NODES = 1 << 30 };

static const char magic[] = "oxo-anal";

/* ---- Bytes -------------------------------------------------------------- */

static void put_sum(uint8_t **at, const uint8_t *from)
{
    bytes_put(at, bytes_checksum(from, (size_t)(*at - from)), SUM);
}

static bool sum_matches(const uint8_t *bytes, size_t size)
{
    const uint8_t *at = bytes + size - SUM;
    return bytes_get(&at, SUM) == bytes_checksum(bytes, size - SUM);
}

void analyses_pack_header(const analyses_settings *s,
                          uint8_t out[ANALYSES_HEADER])
{
    uint8_t *at = out + sizeof magic - 1;
    memcpy(out, magic, sizeof magic - 1);
    bytes_put(&at, VERSION, 1);
    bytes_put(&at, s->variant, 1);
    bytes_put(&at, 0, 2);
    bytes_put(&at, s->nodes, 4);
    bytes_put(&at, s->neural, 4);
    put_sum(&at, out);
}

bool analyses_unpack_header(const uint8_t bytes[ANALYSES_HEADER],
                            analyses_settings *ret)
{
    const uint8_t *at = bytes + sizeof magic - 1;
    if (memcmp(bytes, magic, sizeof magic - 1) != 0 ||
        !sum_matches(bytes, ANALYSES_HEADER) || bytes_get(&at, 1) != VERSION)
        return false;
    analyses_settings s = {.variant = (oxo_variant)bytes_get(&at, 1)};
    const uint64_t zero = bytes_get(&at, 2);
    s.nodes = (uint32_t)bytes_get(&at, 4);
    s.neural = (uint32_t)bytes_get(&at, 4);
    if ((s.variant != OXO_ULTIMATE && s.variant != OXO_ULTIMATE_CG) || zero ||
        s.nodes == 0 || s.nodes > MOST_NODES)
        return false;
    *ret = s;
    return true;
}

void analyses_pack(const analysis *a, uint8_t out[ANALYSES_RECORD])
{
    uint8_t *at = out;
    bytes_put(&at, a->key, 8);
    bytes_put(&at, (uint16_t)a->centi, 2);
    put_sum(&at, out);
}

bool analyses_unpack(const uint8_t bytes[ANALYSES_RECORD], analysis *ret)
{
    const uint8_t *at = bytes;
    const analysis a = {bytes_get(&at, 8), (int16_t)bytes_get(&at, 2)};
    if (!sum_matches(bytes, ANALYSES_RECORD) || a.centi < -ANALYSES_WIN ||
        a.centi > ANALYSES_WIN)
        return false;
    *ret = a;
    return true;
}

/* ---- Files -------------------------------------------------------------- */

/* Reads complete records; the last one may be incomplete. `*ret_good` is the
 * length of the complete part. */
static int read_records(analyses *a, FILE *file, off_t *ret_good)
{
    uint8_t bytes[ANALYSES_RECORD];
    *ret_good = ANALYSES_HEADER;
    while (fread(bytes, 1, sizeof bytes, file) == sizeof bytes) {
        analysis found;
        if (!analyses_unpack(bytes, &found))
            return -EINVAL;
        if (!keymap_has(&a->scores, found.key) &&
            keymap_set(&a->scores, found.key, (uint16_t)found.centi) < 0)
            return -ENOMEM;
        *ret_good += (off_t)sizeof bytes;
    }
    return ferror(file) ? -EIO : 0;
}

static int read_header(FILE *file, analyses_settings *ret)
{
    uint8_t header[ANALYSES_HEADER];
    if (fread(header, 1, sizeof header, file) != sizeof header ||
        !analyses_unpack_header(header, ret))
        return ferror(file) ? -EIO : -EINVAL;
    return 0;
}

static int read_all(analyses *a, FILE *file, off_t *ret_good)
{
    const int error = read_header(file, &a->settings);
    return error ? error : read_records(a, file, ret_good);
}

bool analyses_are_in(const char *path)
{
    analyses_settings settings;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    const bool are = read_header(file, &settings) == 0;
    fclose(file);
    return are;
}

int analyses_read(const char *path, analyses *ret)
{
    analyses a = {.file = NULL};
    off_t good;
    FILE *file = fopen(path, "rb");
    if (!file)
        return -errno;
    const int error = read_all(&a, file, &good);
    fclose(file);
    if (error)
        keymap_clear(&a.scores);
    else
        *ret = a;
    return error;
}

static bool same_settings(const analyses_settings *a,
                          const analyses_settings *b)
{
    return a->variant == b->variant && a->nodes == b->nodes &&
           a->neural == b->neural;
}

/* stdio does not always set errno. */
static int file_error(void)
{
    return errno > 0 ? -errno : -EIO;
}

/* Continues after the last complete record. */
static int continue_file(analyses *a, const analyses_settings *s)
{
    off_t good;
    const int error = read_all(a, a->file, &good);
    if (error)
        return error;
    if (!same_settings(&a->settings, s))
        return -EEXIST;
    if (fseeko(a->file, good, SEEK_SET) != 0 ||
        ftruncate(fileno(a->file), good) != 0)
        return file_error();
    return 0;
}

static int begin_file(analyses *a, const analyses_settings *s)
{
    uint8_t header[ANALYSES_HEADER];
    a->settings = *s;
    analyses_pack_header(s, header);
    if (fwrite(header, 1, sizeof header, a->file) != sizeof header ||
        fflush(a->file) != 0)
        return file_error();
    return 0;
}

int analyses_open(const char *path, const analyses_settings *s, analyses *ret)
{
    analyses a = {.file = NULL};
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    a.file = fdopen(fd, "r+b");
    if (!a.file) {
        close(fd);
        return -ENOMEM;
    }
    const off_t size = lseek(fd, 0, SEEK_END);
    int error = size < 0 || lseek(fd, 0, SEEK_SET) < 0 ? -errno : 0;
    if (error == 0)
        error = size > 0 ? continue_file(&a, s) : begin_file(&a, s);
    if (error)
        analyses_close(&a);
    else
        *ret = a;
    return error;
}

bool analyses_find(const analyses *a, uint64_t key, int *ret_centi)
{
    uint32_t bits;
    if (!keymap_find(&a->scores, key, &bits))
        return false;
    *ret_centi = (int16_t)(uint16_t)bits;
    return true;
}

int analyses_add(analyses *a, uint64_t key, int centi)
{
    uint8_t bytes[ANALYSES_RECORD];
    const analysis added = {key, (int16_t)centi};
    analyses_pack(&added, bytes);
    /* Flush, because an analysis takes long and must survive a crash. */
    if (fwrite(bytes, 1, sizeof bytes, a->file) != sizeof bytes ||
        fflush(a->file) != 0)
        return file_error();
    return keymap_set(&a->scores, key, (uint16_t)added.centi);
}

int analyses_close(analyses *a)
{
    int error = 0;
    if (a->file && fclose(a->file) != 0)
        error = file_error();
    keymap_clear(&a->scores);
    a->file = NULL;
    return error;
}
