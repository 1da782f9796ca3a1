/* pace.h - pauses, so that people can follow. */
#ifndef CLI_PACE_H
#define CLI_PACE_H

/* Waits for so many seconds, or until an interrupt (interrupt.h). */
void pace_wait(double seconds);

#endif /* CLI_PACE_H */
