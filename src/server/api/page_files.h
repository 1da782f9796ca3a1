/* page_files.h - the files of the page, as the build put them in. */
#ifndef SERVER_PAGE_FILES_H
#define SERVER_PAGE_FILES_H

/* The bytes of a file, and where they end; NULL if there is no such form. */
typedef struct page_bytes {
    const unsigned char *start, *end;
} page_bytes;

typedef struct page_file {
    const char *path; /* "/index.html" */
    const char *type; /* "text/html; charset=utf-8" */
    const char *tag;  /* of its content, in quotes: an ETag */
    page_bytes plain, gzip, brotli;
} page_file;

extern const page_file page_files[];
extern const int page_file_count;

#endif /* SERVER_PAGE_FILES_H */
