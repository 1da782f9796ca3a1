/* net_fixture.h - a real server on a thread of its own, and clients of
 * plain sockets.
 *
 * Paths that the server knows:
 *   /echo    the method, the path, the query, the body
 *   /later   the same, in another turn of the loop
 *   /held    nothing, until server_answer_held()
 *   /stream  a stream that says "one", then "two" in another turn, and ends
 *   /watch   a stream without end
 *   /static  STATIC_BYTES that are not copied
 *   /empty   204
 *   /ws      a WebSocket; /ws-later one that is granted in another turn
 *
 * What a WebSocket is told comes back, but for orders:
 *   "flood N BYTES"   N messages of so many bytes
 *   "close CODE WHY"
 *   "talk"            closes with a reason of 100 times "\xC3\xA9"
 *   "everybody"       goes to all WebSockets, and then all are closed
 *   "where"           the peer's address */
#ifndef TESTS_NET_FIXTURE_H
#define TESTS_NET_FIXTURE_H

#include "net_server.h"

#include "check.h"

enum { STATIC_BYTES = 3 << 20, WAIT_SECONDS = 300 };

/* ---- The server --------------------------------------------------------- */

/* Starts a server with these limits (NULL: the defaults) that listens on
 * `address` (NULL: 127.0.0.1) and trusts `proxy` (NULL: nobody). */
void server_start(const net_limits *limits, const char *address,
                  const char *proxy);
void server_stop(void);
/* A teardown that stops it if it still runs. */
int server_tear_down(void **state);

net_stats server_stats(void);
/* These wait until it is so; the test fails if it never is. */
void server_await_closed(int count);
void server_await_refused(const char *why, int count);
void server_await_connections(int count);
void server_await_held(int count);
void server_await_left(int count);
void server_answer_held(void);
void server_drain(void);
/* Meanwhile the loop comes no further than the end of its turn. */
void server_pause(void);
void server_resume(void);
int server_messages(void);
int server_turns(void); /* of the loop, so far */
int server_refused_in_all(void);

/* ---- Clients ------------------------------------------------------------ */

int client_connect(void);
int client_connect_to(const char *path); /* of a Unix socket */
void client_send(int fd, const char *text);
void client_send_bytes(int fd, const void *bytes, size_t length);

/* Everything up to the end of the connection, as text. */
char *client_read_all(int fd);
/* Reads until `end` was read, and fails if the connection ends before. */
void client_expect_until(int fd, const char *end, char *out, size_t size);
/* The connection ends, whatever comes before. */
void client_expect_end(int fd);

/* Sends a request, closes our half, and returns all that came. */
char *client_ask(const char *request);

/* ---- WebSocket clients -------------------------------------------------- */

/* Connected and upgraded. */
int ws_connect(void);
void ws_upgrade(int fd, const char *path);
void ws_send(int fd, int opcode, bool fin, const void *payload, size_t length);
void ws_say(int fd, const char *text);
/* The next frame: its opcode; the payload ends with a NUL. */
int ws_receive(int fd, char *payload, size_t size);
void ws_expect(int fd, const char *text);
/* A close frame with this code and reason (NULL: any); then the end. */
void ws_expect_close(int fd, int code, const char *reason);

#endif /* TESTS_NET_FIXTURE_H */
