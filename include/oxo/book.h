/* oxo/book.h - opening books.
 *
 * A book has the best moves of some early positions of Ultimate, found by long
 * analyses with oxo-book(1), and of their mirror images. oxo-book(5) describes
 * the files. The library contains one book. Books never change, so any number
 * of engines and threads may share one. */
#ifndef OXO_BOOK_H
#define OXO_BOOK_H

#include "oxo/position.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oxo_book oxo_book;

/* Makes a book from the bytes of a file, which the caller may free afterwards.
 * 0; -EINVAL if the bytes are not a book, or damaged; -ENOMEM. */
OXO_API int oxo_book_create(const void *data, size_t size, oxo_book **ret);

/* The library's own book, for `ultimate` and `ultimate-cg`. NULL if memory is
 * short, and always NULL in WebAssembly. Must not be destroyed. */
OXO_API const oxo_book *oxo_book_builtin(void);

/* For books from oxo_book_create(). Destroy the engines that use the book
 * first. */
OXO_API void oxo_book_destroy(oxo_book *book);

/* The number of positions in the book. The eight mirror images of a position
 * count as one. */
OXO_API size_t oxo_book_size(const oxo_book *book);

/* Finds the move to play in `p`, which is legal there, and the value of `p` in
 * hundredths for the side to move. False, with nothing written, if `p` is not
 * in the book. */
OXO_API bool oxo_book_find(const oxo_book *book, const oxo_position *p,
                           oxo_move *ret_move, int *ret_centi);

#ifdef __cplusplus
}
#endif
#endif /* OXO_BOOK_H */
