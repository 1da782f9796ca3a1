/* fuzz.h - a fuzz target is a function of some bytes:
 *
 *     FUZZ_TARGET("fuzz-move", data, size)
 *     {
 *         ... abort() if a law is broken
 *         return 0;
 *     }
 *
 * With -Dfuzz=true each file becomes a program of libFuzzer's. Else all files
 * are linked into one program, which replays the corpora: see replay.c. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#ifdef OXO_LIBFUZZER
#define FUZZ_TARGET(target_name, data, size)                                  \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);             \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)

#else
typedef struct fuzz_target {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
    struct fuzz_target *next;
} fuzz_target;

void fuzz_target_add(fuzz_target *target);

/* The program lists its targets before main() starts. */
#define FUZZ_TARGET(target_name, data, size)                                  \
    static int run_target(const uint8_t *data, size_t size);                  \
    __attribute__((constructor)) static void add_target(void)                 \
    {                                                                         \
        static fuzz_target target = {target_name, run_target, NULL};          \
        fuzz_target_add(&target);                                             \
    }                                                                         \
    static int run_target(const uint8_t *data, size_t size)
#endif

#endif /* TESTS_FUZZ_H */
