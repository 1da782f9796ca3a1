/* echo.h - the least work that a server of this game could do.
 *
 * A room has two clients. The echo sends each message back to both, padded to
 * the size of the real server's answer. It stores, parses and checks nothing.
 * It shows what the machine allows; the server is compared with it. */
#ifndef OXO_BENCH_ECHO_H
#define OXO_BENCH_ECHO_H

/* A client requests "/ROOM", a number from 0 to ECHO_MAX_ROOMS - 1, and sends
 * texts of at most ECHO_MAX_TEXT bytes. Both clients of the room get each
 * text, followed by blanks up to ECHO_ANSWER bytes: the average length of
 * move-made over a game of Ultimate, which `oxo load` prints. */
enum { ECHO_MAX_ROOMS = 16384, ECHO_MAX_TEXT = 125, ECHO_ANSWER = 204 };

/* Accepts connections on a non-blocking listening socket until the process is
 * killed. Returns only on failure: a negative errno. */
int echo_serve(int listener);

#endif /* OXO_BENCH_ECHO_H */
