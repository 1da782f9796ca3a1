/* exported.h - files that `oxo export` writes unchanged; tools/embed builds
 * them into the command. */
#ifndef EXPORT_EXPORTED_H
#define EXPORT_EXPORTED_H

#include <stdint.h>

typedef struct exported {
    const uint8_t *begin, *end;
} exported;

/* The bot: C source in UTF-8. */
extern const exported exported_bot;

/* The bot's network, for compact_expand(). */
extern const exported exported_neural;

#endif /* EXPORT_EXPORTED_H */
