/* play.h - short cuts for tests: positions from move letters, random
 * numbers. */
#ifndef TESTS_PLAY_H
#define TESTS_PLAY_H

#include "oxo/game.h"

/* True in optimised builds without a sanitizer: a test may do much work. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_IS_FAST 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TEST_IS_FAST 0
#endif
#endif
#ifndef TEST_IS_FAST
#ifdef __OPTIMIZE__
#define TEST_IS_FAST 1
#else
#define TEST_IS_FAST 0
#endif
#endif

/* The game after moves such as "e a b" (classic) or "ee ea ae" (Ultimate).
 * Each move must be legal. Move number i is made at time i, with intensity 10
 * * i. */
oxo_game game_after(oxo_variant variant, const char *moves);

/* The position after the same moves. */
oxo_position position_after(oxo_variant variant, const char *moves);
oxo_classic classic_after(const char *moves);
oxo_ultimate ultimate_after(oxo_variant variant, const char *moves);

/* The move written as "e" or "ae". */
oxo_move move_named(const char *name);

/* Nine characters of "xo." as a board. */
oxo_board board_of(const char *cells);

/* An Ultimate position from nine such boards, separated by blanks. The owners
 * follow from the cells; if both sides have a line, the board is X's. */
oxo_ultimate ultimate_of(oxo_variant rules, const char *boards, oxo_mark turn,
                         int forced);

/* True if two games have the same moves, position, and moves to redo. */
bool is_same_game(const oxo_game *a, const oxo_game *b);

/* The next random number below `bound`, the same on every machine. `*state`
 * starts as the seed. */
unsigned next_random(uint64_t *state, unsigned bound);

/* An environment variable as a number, or `otherwise`. */
long number_from_env(const char *name, long otherwise);

#endif /* TESTS_PLAY_H */
