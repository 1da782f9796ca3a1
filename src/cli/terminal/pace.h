/* pace.h - waiting, so that people can follow. */
#ifndef CLI_PACE_H
#define CLI_PACE_H

/* Returns after so many seconds; at once for 0. */
void pace_wait(double seconds);

#endif /* CLI_PACE_H */
