/* exported.h - what is written as it is, made part of the command by the
 * engine's `embed`. */
#ifndef EXPORT_EXPORTED_H
#define EXPORT_EXPORTED_H

#include <stdint.h>

/* The bot: C, in UTF-8. */
extern const char exported_codingame[], exported_codingame_end[];

/* Its net, for compact_expand(). */
extern const uint8_t compact_net_ultimate_cg[], compact_net_ultimate_cg_end[];

#endif /* EXPORT_EXPORTED_H */
