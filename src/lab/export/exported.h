/* exported.h - what is written as it is, made part of the command by the
 * engine's `embed`. */
#ifndef EXPORT_EXPORTED_H
#define EXPORT_EXPORTED_H

#include <stdint.h>

typedef struct exported {
    const uint8_t *begin, *end;
} exported;

/* The bot: C, in UTF-8. */
extern const exported exported_bot;

/* Its network, for compact_expand(). */
extern const exported exported_neural;

#endif /* EXPORT_EXPORTED_H */
