/* room_args.c - options of the commands that play in a room. */
#include "room_args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program_spec.h"
#include "utf8.h"

enum { CLOCK_TEXT = 512 };

/* Writes a time such as "5m" in seconds, "300.000". Copies a text without a
 * unit. */
static void write_seconds(const char *time, size_t length, char *out,
                          size_t size)
{
    static const char units[] = "smh";
    static const double worth[] = {1, 60, 3600};
    const char *unit = strchr(units, length > 0 ? time[length - 1] : 'x');
    char *end;
    if (unit && strspn(time, "0123456789.") == length - 1) {
        const double number = strtod(time, &end);
        if (end == time + length - 1) {
            snprintf(out, size, "%.3f", number * worth[unit - units]);
            return;
        }
    }
    snprintf(out, size, "%.*s", (int)length, time);
}

/* Writes "5m+3s" as program_limits_set() reads it, "300.000+3.000". */
static void write_clock(const char *clock, char out[CLOCK_TEXT])
{
    const size_t first = strcspn(clock, "+");
    write_seconds(clock, first, out, CLOCK_TEXT);
    const size_t used = strlen(out);
    if (clock[first] != '+' || used + 2 > CLOCK_TEXT)
        return;
    out[used] = '+';
    clock += first + 1;
    write_seconds(clock, strlen(clock), out + used + 1, CLOCK_TEXT - used - 1);
}

int room_args_clock(const cli_args *args, client_wish *w)
{
    const char *clock = cli_args_value(args, "clock");
    char seconds[CLOCK_TEXT];
    program_limits limits = {0};
    if (!clock)
        return CLI_OK;
    write_clock(clock, seconds);
    if (program_limits_set(&limits, "tc", seconds) != OXO_OK)
        return cli_usage(args->command,
                         "'--clock' is a time, or a time and an increment "
                         "per move, such as 5m+3s, not '%s'",
                         clock);
    w->initial = limits.base;
    w->increment = limits.increment;
    return CLI_OK;
}

int room_args_name(const cli_args *args, client_wish *w)
{
    const char *name = cli_args_value(args, "name");
    w->name = name;
    if (name &&
        (strlen(name) > ROOM_ARGS_NAME || !utf8_is_safe(name, strlen(name))))
        return cli_usage(args->command, "'--name' is text of at most %d bytes",
                         ROOM_ARGS_NAME);
    return CLI_OK;
}

void room_args_seats(client_wish *w)
{
    static char path[CLIENT_SEATS_PATH];
    w->seats = client_seats_place(path) ? path : NULL;
}
