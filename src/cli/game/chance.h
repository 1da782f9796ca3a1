/* chance.h - where chance comes from, if nobody has given a seed. */
#ifndef CLI_CHANCE_H
#define CLI_CHANCE_H

#include <stdint.h>

/* Another number every time, from the system. */
uint64_t chance_seed(void);

#endif /* CLI_CHANCE_H */
