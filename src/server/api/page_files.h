/* page_files.h - the files of the page; the build embeds them. */
#ifndef API_PAGE_FILES_H
#define API_PAGE_FILES_H

/* The bytes of a file in one form; NULL if it does not have this form. */
typedef struct page_bytes {
    const unsigned char *start, *end;
} page_bytes;

typedef struct page_file {
    const char *path; /* "/index.html" */
    const char *type; /* "text/html; charset=utf-8" */
    const char *tag;  /* the ETag, in quotes */
    page_bytes plain, gzip, brotli;
} page_file;

extern const page_file page_files[];
extern const int page_file_count;

#endif /* API_PAGE_FILES_H */
