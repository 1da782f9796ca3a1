/* chance.h - random seeds, for commands without '--seed'. */
#ifndef CLI_CHANCE_H
#define CLI_CHANCE_H

#include <stdint.h>

/* A random number from the system. */
uint64_t chance_seed(void);

#endif /* CLI_CHANCE_H */
