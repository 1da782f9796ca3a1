/* store_kit_postgres.c - the part of store_kit.h that talks to PostgreSQL. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "store_kit.h"

void change_database(const char *url, const char *sql)
{
    /* PostgreSQL's x'ff' are bits, its '\\xff' are bytes. */
    const size_t size = 2 * strlen(sql) + 1;
    char *own = malloc(size);
    assert_non_null(own);
    snprintf(own, size, "%s", sql);
    for (char *c = own; (c = strstr(c, "x'"));) {
        memmove(c + 3, c + 2, strlen(c + 2) + 1);
        memcpy(c, "'\\x", 3);
    }
    PGconn *db = PQconnectdb(url);
    PQclear(PQexec(db, "SET client_min_messages = warning;"
                       "SET search_path = oxo"));
    PGresult *r = PQexec(db, own);
    if (PQresultStatus(r) != PGRES_COMMAND_OK)
        fail_msg("%.200s: %s", own, PQerrorMessage(db));
    PQclear(r);
    PQfinish(db);
    free(own);
}
