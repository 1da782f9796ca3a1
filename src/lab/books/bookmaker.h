/* bookmaker.h - books of openings, made by analysis. */
#ifndef BOOK_BOOKMAKER_H
#define BOOK_BOOKMAKER_H

#include <stdatomic.h>

#include "oxo/engine.h"

enum { BOOKMAKER_WHY = 256, BOOKMAKER_NODES = 400000 };

/* How the work stands. */
typedef struct bookmaker_progress {
    double seconds;
    int positions;                 /* opened */
    size_t analyses, analyses_new; /* in the file, of this run */
    int centi;                     /* of the start, for X */
    int length;                    /* of the best line */
    oxo_move line[OXO_MAX_MOVES];
} bookmaker_progress;

typedef struct bookmaker_job {
    const char *path; /* of the file of analyses */
    oxo_variant variant;
    uint32_t nodes;           /* of each analysis */
    const oxo_neural *neural; /* that judges, or NULL for the library's own */
    int positions;            /* to be opened, with those of earlier runs */
    double seconds;           /* at most; 0 for any number */
    const atomic_bool *stop;
    void (*report)(const bookmaker_progress *p, void *context);
    void *context; /* of `report` */
} bookmaker_job;

/* Analyses until there are enough positions, or it is time to stop. What is in
 * the file is not analysed again. 0, or a negative errno and a sentence. */
int bookmaker_analyse(const bookmaker_job *job, char why[BOOKMAKER_WHY]);

/* A book, as the bytes of its file. */
typedef struct bookmaker_book {
    uint8_t *bytes; /* to be freed */
    size_t size, positions;
} bookmaker_book;

/* What a file is, by its beginning. */
typedef enum bookmaker_kind {
    BOOKMAKER_NOTHING, /* there is none, it is empty, or it is a device */
    BOOKMAKER_BOOK,
    BOOKMAKER_ANALYSES,
    BOOKMAKER_OTHER, /* something of somebody's */
    BOOKMAKER_HIDDEN /* it cannot be read */
} bookmaker_kind;

bookmaker_kind bookmaker_look(const char *path);

/* Makes a book of files of analyses, one for each variant at most. 0, or a
 * negative errno and a sentence. */
int bookmaker_bind(char *const *inputs, int count, bookmaker_book *ret,
                   char why[BOOKMAKER_WHY]);

#endif /* BOOK_BOOKMAKER_H */
