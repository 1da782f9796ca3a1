/* page_files.h - the files of the page, as the build put them in. */
#ifndef SERVER_PAGE_FILES_H
#define SERVER_PAGE_FILES_H

#include <stddef.h>

typedef struct page_file {
    const char *path; /* "/index.html" */
    const char *type; /* "text/html; charset=utf-8" */
    const char *tag;  /* of its content, in quotes: an ETag */
    const unsigned char *bytes;
    size_t length;
} page_file;

extern const page_file page_files[];
extern const int page_file_count;

#endif /* SERVER_PAGE_FILES_H */
