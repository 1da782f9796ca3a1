/* oxo/book.h - openings that were thought about beforehand.
 *
 * A book knows the best moves of some early positions of Ultimate, found by
 * long analyses (`oxo book`), whichever way a position is turned or mirrored.
 * One is part of the library. Nothing changes a book once it is there: any
 * number of engines and threads may share it. */
#ifndef OXO_BOOK_H
#define OXO_BOOK_H

#include "oxo/position.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oxo_book oxo_book;

/* Makes a book of a file's bytes, which are not needed any more then: 0,
 * -EINVAL if they are no book, or damaged, or -ENOMEM. */
OXO_API int oxo_book_create(const void *data, size_t size, oxo_book **ret);

/* The library's own, for `ultimate` and `ultimate-cg`, or NULL: there is none,
 * or no memory for it. Not in WebAssembly. */
OXO_API const oxo_book *oxo_book_builtin(void);

/* Not of the library's own. No engine that uses it may be left. */
OXO_API void oxo_book_destroy(oxo_book *book);

/* How many positions it knows; of eight that look alike it counts one. */
OXO_API size_t oxo_book_size(const oxo_book *book);

/* The move to play in `p`, which is legal there, and hundredths for the side
 * to move; false, nothing written, if the book does not know. */
OXO_API bool oxo_book_find(const oxo_book *book, const oxo_position *p,
                           oxo_move *ret_move, int *ret_centi);

#ifdef __cplusplus
}
#endif
#endif /* OXO_BOOK_H */
