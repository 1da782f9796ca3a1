/* bookmaker.h - makes books of openings by analysis. */
#ifndef BOOK_BOOKMAKER_H
#define BOOK_BOOKMAKER_H

#include <stdatomic.h>

#include "oxo/engine.h"

enum { BOOKMAKER_WHY = 256, BOOKMAKER_NODES = 400000 };

/* The progress of an analysis. */
typedef struct bookmaker_progress {
    double seconds;
    int positions;                 /* opened positions */
    size_t analyses, analyses_new; /* in the file, and from this run */
    int centi;                     /* score of the start, for X */
    int length;                    /* of the best line */
    oxo_move line[OXO_MAX_MOVES];
} bookmaker_progress;

typedef struct bookmaker_job {
    const char *path; /* the file of analyses */
    oxo_variant variant;
    uint32_t nodes;           /* per analysis */
    const oxo_neural *neural; /* evaluates; NULL: the built-in network */
    int positions;            /* to open, including those of earlier runs */
    double seconds;           /* time limit; 0: none */
    const atomic_bool *stop;
    void (*report)(const bookmaker_progress *p, void *context);
    void *context; /* for `report` */
} bookmaker_job;

/* Analyses positions until there are enough, or until it has to stop.
 * Positions in the file are not analyzed again. 0, or a negative errno with a
 * sentence in `why`. */
int bookmaker_analyze(const bookmaker_job *job, char why[BOOKMAKER_WHY]);

/* A book, as the bytes of its file. */
typedef struct bookmaker_book {
    uint8_t *bytes; /* for the caller to free */
    size_t size, positions;
} bookmaker_book;

/* The kind of a file, recognised by its beginning. */
typedef enum bookmaker_kind {
    BOOKMAKER_NOTHING, /* missing, empty, or not a regular file */
    BOOKMAKER_BOOK,
    BOOKMAKER_ANALYSES,
    BOOKMAKER_OTHER, /* another kind of file */
    BOOKMAKER_HIDDEN /* cannot be read */
} bookmaker_kind;

bookmaker_kind bookmaker_look(const char *path);

/* Makes a book from files of analyses, at most one per variant. 0, or a
 * negative errno with a sentence in `why`. */
int bookmaker_bind(char *const *inputs, int count, bookmaker_book *ret,
                   char why[BOOKMAKER_WHY]);

#endif /* BOOK_BOOKMAKER_H */
