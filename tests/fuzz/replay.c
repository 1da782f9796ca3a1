/* replay.c - stands in for libFuzzer: `replay TARGET FOLDER...` runs a fuzz
 * target once over each file of the folders, and reports a folder as one TAP
 * case. A finding aborts, as it does under libFuzzer. */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_INPUT = 1 << 20 };

static fuzz_target *targets;

void fuzz_target_add(fuzz_target *target)
{
    target->next = targets;
    targets = target;
}

static const fuzz_target *find_target(const char *name)
{
    const fuzz_target *t = targets;
    while (t && strcmp(t->name, name) != 0)
        t = t->next;
    return t;
}

/* Runs the target over one file; returns 0 or a negative errno. */
static int replay_file(const fuzz_target *target, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return -errno;
    uint8_t *data = malloc(LARGEST_INPUT);
    if (!data)
        abort();
    const size_t size = fread(data, 1, LARGEST_INPUT, file);
    const int error = ferror(file) ? -EIO : 0;
    fclose(file);
    if (error == 0) {
        /* Of the exact size, so that a sanitizer sees reads past the end. */
        uint8_t *input = realloc(data, size ? size : 1);
        if (!input)
            abort();
        data = input;
        target->run(data, size);
    }
    free(data);
    return error;
}

/* Returns how many files were replayed, or a negative errno. */
static int replay_folder(const fuzz_target *target, const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return -errno;
    int count = 0;
    for (struct dirent *entry; count >= 0 && (entry = readdir(folder));) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(name, sizeof(name), "%s/%s", path, entry->d_name) >=
            (int)sizeof(name))
            abort();
        const int error = replay_file(target, name);
        count = error ? error : count + 1;
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    const fuzz_target *target = argc > 1 ? find_target(argv[1]) : NULL;
    if (!target) {
        fprintf(stderr, "usage: %s TARGET FOLDER...\nThe targets are:\n",
                argv[0]);
        for (target = targets; target; target = target->next)
            fprintf(stderr, "    %s\n", target->name);
        return 2;
    }
    int failed = 0;
    printf("1..%d\n", argc - 2);
    for (int i = 2; i < argc; i++) {
        /* Out before the target runs: it may abort. */
        fflush(stdout);
        const int count = replay_folder(target, argv[i]);
        if (count < 0)
            printf("# %s: %s\n", argv[i], strerror(-count));
        /* An empty corpus proves nothing. */
        printf("%s %d - %s, %d inputs\n", count > 0 ? "ok" : "not ok", i - 1,
               argv[i], count);
        failed += count <= 0;
    }
    return failed > 0;
}
