/* nodes_kit.h - a database, two servers' stores in it, and a connection
 * to look behind them. */
#ifndef TESTS_NODES_KIT_H
#define TESTS_NODES_KIT_H

#include <libpq-fe.h>

#include "store_kit.h"

typedef struct place {
    const char *url;
    store *a, *b;
    PGconn *db;
    story t;
} place;

int place_set_up(void **state);
int place_tear_down(void **state);

/* Opens it beside others. */
store *store_beside(const char *url);

/* The first number of the answer, or -1. */
long long number(const place *p, const char *sql);

int64_t now_ms(void); /* of the monotonic clock */
void rest(void);      /* a moment */

#define PLACE_TEST(name)                                                      \
    cmocka_unit_test_setup_teardown(name, place_set_up, place_tear_down)

#endif /* TESTS_NODES_KIT_H */
