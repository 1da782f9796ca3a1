/* nodes_kit.c - see nodes_kit.h. */
#include "nodes_kit.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

store *store_beside(const char *url)
{
    const store_options options = {
        .place = url, .create = true, .shared = true};
    store *s = NULL;
    if (store_open(&options, &s) != 0)
        fail_msg("%s", store_error(NULL));
    return s;
}

int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void rest(void)
{
    usleep(5000);
}

int place_set_up(void **state)
{
    static place p;
    p = (place){.url = fresh_place(NULL)};
    p.a = store_beside(p.url);
    p.b = store_beside(p.url);
    p.db = PQconnectdb(p.url);
    *state = &p;
    return 0;
}

int place_tear_down(void **state)
{
    place *p = *state;
    store_close(p->a);
    store_close(p->b);
    PQfinish(p->db);
    story_clear(&p->t);
    return 0;
}

long long number(const place *p, const char *sql)
{
    PGresult *r = PQexec(p->db, sql);
    if (PQresultStatus(r) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(p->db));
    const long long value =
        PQntuples(r) ? strtoll(PQgetvalue(r, 0, 0), NULL, 10) : -1;
    PQclear(r);
    return value;
}
