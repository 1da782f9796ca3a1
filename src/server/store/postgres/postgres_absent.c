/* postgres_absent.c - stands in for the others in a build without libpq. */
#include "store_engine.h"

#include <errno.h>
#include <stdlib.h>

static int refuse_to_open(const store_options *options, store **ret)
{
    (void)ret;
    char *place = store_show_place(options->place);
    store_say(NULL, "%s: this oxo was built without PostgreSQL",
              place ? place : "the store");
    free(place);
    return -ENOTSUP;
}

const store_engine store_postgres = {.open = refuse_to_open};
