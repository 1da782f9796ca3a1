/* exported.c - see exported.h. */
#include "exported.h"

extern const uint8_t exported_codingame[], exported_codingame_end[];
extern const uint8_t compact_ultimate_cg[], compact_ultimate_cg_end[];

const exported exported_bot = {exported_codingame, exported_codingame_end};
const exported exported_neural = {compact_ultimate_cg,
                                  compact_ultimate_cg_end};
