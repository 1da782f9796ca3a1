/* echo.h - the least that a server of this game could do.
 *
 * Two clients a room; whatever one of them sends goes back to both, at the
 * size that the real server's answer has. Nothing is stored, read or judged.
 * It is what the machine allows, and what the server is measured against. */
#ifndef OXO_BENCH_ECHO_H
#define OXO_BENCH_ECHO_H

/* A client asks for "/ROOM", a number from 0 to ECHO_MAX_ROOMS - 1, and sends
 * texts of at most ECHO_MAX_TEXT bytes. Each member of the room gets a text of
 * ECHO_ANSWER bytes: what was sent, and blanks behind it. That is how long
 * move-made is on average over a game of Ultimate (`oxo load` prints it). */
enum { ECHO_MAX_ROOMS = 16384, ECHO_MAX_TEXT = 125, ECHO_ANSWER = 204 };

/* Takes connections from a listening socket, which must not block, until the
 * process is killed. Returns only on failure: a negative errno. */
int echo_serve(int listener);

#endif /* OXO_BENCH_ECHO_H */
