/* store_kit_absent.c - stands in for store_kit_postgres.c where there is no
 * libpq. Tests on PostgreSQL are not built there, so nothing calls this. */
#include "check.h"
#include "store_kit.h"

void change_database(const char *url, const char *sql)
{
    fail_msg("%s: built without PostgreSQL: %s", url, sql);
}
