/* look.c - colours and characters that the output may use. */
#include "look.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const look_colors[] = {"auto", "always", "never", NULL};

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && value[0];
}

bool look_wants_color(const cli_args *args)
{
    const char *option = cli_args_value(args, "color");
    if (option && strcmp(option, "auto") != 0)
        return strcmp(option, "always") == 0;
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !is_set("NO_COLOR") && term && term[0] &&
           strcmp(term, "dumb") != 0;
}

bool look_wants_ascii(const cli_args *args)
{
    return cli_args_flag(args, "ascii") ||
           strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}
