/* bookmaker.c - see bookmaker.h. */
#define _POSIX_C_SOURCE 200809L

#include "bookmaker.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyses.h"
#include "clock.h"
#include "tree.h"

enum { HASH_BYTES = 16 << 20 };

/* Writes the reason, `what` or that of the error; returns the error. */
static int explain(char why[BOOKMAKER_WHY], int error, const char *path,
                   const char *what)
{
    snprintf(why, BOOKMAKER_WHY, "%.150s: %s", path,
             what ? what : strerror(-error));
    return error;
}

/* ---- Analysing ---------------------------------------------------------- */

typedef struct book_work {
    const bookmaker_job *job;
    analyses analyses;
    tree tree;
    oxo_engine *engine;
    double begun;
    size_t before; /* analyses in the file at the start */
} book_work;

static int centi_of(const oxo_value *v)
{
    switch (v->kind) {
    case OXO_PROVEN_WIN:
        return ANALYSES_WIN - v->distance;
    case OXO_PROVEN_LOSS:
        return v->distance - ANALYSES_WIN;
    case OXO_PROVEN_DRAW:
        return 0;
    default:
        return v->centi;
    }
}

static bool is_over_time(const book_work *w)
{
    return atomic_load(w->job->stop) ||
           (w->job->seconds > 0 &&
            clock_seconds() - w->begun >= w->job->seconds);
}

/* The score in the file, or that of a search, which must not depend on
 * searches before it. A tree_scorer. */
static int find_or_search(const oxo_ultimate *p, uint64_t key, void *context,
                          int *ret_centi)
{
    book_work *w = context;
    const oxo_position position = oxo_position_of_ultimate(*p);
    const oxo_limits limits = {.nodes = w->job->nodes};
    oxo_line line;
    int count;
    if (analyses_find(&w->analyses, key, ret_centi))
        return 0;
    if (is_over_time(w))
        return -ECANCELED;
    oxo_engine_new_game(w->engine);
    oxo_engine_search(w->engine, &position, &limits, NULL, NULL, &line,
                      &count);
    *ret_centi = centi_of(&line.value);
    return analyses_add(&w->analyses, key, *ret_centi);
}

static void report_progress(const book_work *w)
{
    bookmaker_progress p = {
        .seconds = clock_seconds() - w->begun,
        .positions = (int)w->tree.opened_count,
        .analyses = w->analyses.scores.count,
        .analyses_new = w->analyses.scores.count - w->before,
        .centi = w->tree.nodes[0].centi,
    };
    p.length = tree_line(&w->tree, p.line);
    if (w->job->report)
        w->job->report(&p, w->job->context);
}

static int grow_tree(book_work *w)
{
    int grown = 1;
    while (grown > 0 && (int)w->tree.opened_count < w->job->positions) {
        grown = tree_grow(&w->tree, find_or_search, w);
        if (grown > 0)
            report_progress(w);
    }
    return grown < 0 && grown != -ECANCELED ? grown : 0;
}

/* Explains which setting of the file is different. Of the network the file has
 * only a checksum. */
static int refuse_file(const char *path, const analyses_settings *here,
                       char why[BOOKMAKER_WHY])
{
    analyses there;
    char what[64] = "another net evaluated";
    const int error = analyses_read(path, &there);
    if (error)
        return explain(why, error, path, NULL);
    const analyses_settings *s = &there.settings;
    if (s->variant != here->variant)
        snprintf(what, sizeof what, "%s there, %s here",
                 oxo_variant_word(s->variant),
                 oxo_variant_word(here->variant));
    else if (s->nodes != here->nodes)
        snprintf(what, sizeof what,
                 "nodes %" PRIu32 " there, %" PRIu32 " here", s->nodes,
                 here->nodes);
    analyses_close(&there);
    snprintf(why, BOOKMAKER_WHY, "%.150s: exists, from other settings: %s",
             path, what);
    return -EEXIST;
}

static int open_analyses(book_work *w, const oxo_neural *neural,
                         char why[BOOKMAKER_WHY])
{
    const bookmaker_job *job = w->job;
    const analyses_settings settings = {job->variant, job->nodes,
                                        oxo_neural_checksum(neural)};
    const int error = analyses_open(job->path, &settings, &w->analyses);
    w->before = w->analyses.scores.count;
    if (error == -EEXIST)
        return refuse_file(job->path, &settings, why);
    if (error == -EINVAL)
        return explain(why, error, job->path,
                       "exists and is damaged or not a file of analyses");
    return error ? explain(why, error, job->path, NULL) : 0;
}

static int create_engine(book_work *w, const oxo_neural *neural)
{
    oxo_engine_options options = oxo_engine_defaults();
    options.hash_bytes = HASH_BYTES;
    options.neural = neural;
    const int error = oxo_engine_create(&options, &w->engine);
    return error ? error : tree_init(&w->tree, w->job->variant);
}

int bookmaker_analyze(const bookmaker_job *job, char why[BOOKMAKER_WHY])
{
    book_work w = {.job = job, .begun = clock_seconds()};
    const oxo_neural *neural =
        job->neural ? job->neural : oxo_neural_builtin(job->variant);
    if (!neural || oxo_neural_variant(neural) != job->variant)
        return explain(why, -EINVAL, oxo_variant_word(job->variant),
                       neural ? "the net is for another variant"
                              : "there is no net for this variant");
    int error = open_analyses(&w, neural, why);
    if (error)
        return error;
    error = create_engine(&w, neural);
    if (error == 0)
        error = grow_tree(&w);
    oxo_engine_destroy(w.engine);
    tree_clear(&w.tree);
    const int closed = analyses_close(&w.analyses);
    error = error ? error : closed;
    return error ? explain(why, error, job->path, NULL) : 0;
}

/* ---- Binding ------------------------------------------------------------ */

/* A tree_scorer that only looks into the file. */
static int look_up(const oxo_ultimate *p, uint64_t key, void *context,
                   int *ret_centi)
{
    (void)p;
    return analyses_find(context, key, ret_centi) ? 0 : -ENOENT;
}

typedef struct entries {
    book_entry *list;
    size_t count;
} entries;

/* Adds all positions of the tree that belong in the book. */
static int add_tree(entries *e, const tree *t)
{
    book_entry *grown =
        realloc(e->list, (e->count + t->opened_count + 1) * sizeof *grown);
    if (!grown)
        return -ENOMEM;
    e->list = grown;
    e->count += tree_list(t, grown + e->count);
    return 0;
}

static int add_file(entries *e, const char *path, unsigned *variants,
                    char why[BOOKMAKER_WHY])
{
    analyses a;
    tree t;
    int error = analyses_read(path, &a);
    if (error)
        return explain(why, error, path,
                       error == -EINVAL ? "damaged, or not a file of analyses"
                                        : NULL);
    if (*variants >> a.settings.variant & 1) {
        analyses_close(&a);
        return explain(why, -EEXIST, path,
                       "this variant is in the book already");
    }
    *variants |= 1U << a.settings.variant;
    error = tree_init(&t, a.settings.variant);
    for (int grown = 1; grown > 0 && error == 0;) {
        grown = tree_grow(&t, look_up, &a);
        error = grown == -ENOMEM ? grown : 0;
    }
    if (error == 0)
        error = add_tree(e, &t);
    tree_clear(&t);
    analyses_close(&a);
    return error ? explain(why, error, path, NULL) : 0;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = ((const book_entry *)a)->key;
    const uint64_t y = ((const book_entry *)b)->key;
    return (x > y) - (x < y);
}

static int pack_book(const entries *e, bookmaker_book *ret)
{
    if (e->count > BOOK_MOST)
        return -EFBIG;
    const bookmaker_book book = {.bytes = malloc(book_bytes(e->count)),
                                 .size = book_bytes(e->count),
                                 .positions = e->count};
    if (!book.bytes)
        return -ENOMEM;
    if (e->count > 0)
        qsort(e->list, e->count, sizeof *e->list, compare_keys);
    book_pack(e->list, e->count, book.bytes);
    *ret = book;
    return 0;
}

static bool is_book(const char *path)
{
    uint8_t header[BOOK_HEADER];
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    const bool is =
        fread(header, sizeof header, 1, file) == 1 && book_begins(header);
    fclose(file);
    return is;
}

bookmaker_kind bookmaker_look(const char *path)
{
    struct stat status;
    /* Opening a pipe would wait until somebody writes. */
    if (stat(path, &status) < 0 || !S_ISREG(status.st_mode) ||
        status.st_size == 0)
        return BOOKMAKER_NOTHING;
    if (access(path, R_OK) != 0)
        return BOOKMAKER_HIDDEN;
    if (analyses_are_in(path))
        return BOOKMAKER_ANALYSES;
    return is_book(path) ? BOOKMAKER_BOOK : BOOKMAKER_OTHER;
}

int bookmaker_bind(char *const *inputs, int count, bookmaker_book *ret,
                   char why[BOOKMAKER_WHY])
{
    entries e = {.list = NULL};
    unsigned variants = 0;
    int error = 0;
    for (int i = 0; i < count && error == 0; i++)
        error = add_file(&e, inputs[i], &variants, why);
    if (error == 0) {
        error = pack_book(&e, ret);
        if (error)
            explain(why, error, "the book", NULL);
    }
    free(e.list);
    return error;
}
