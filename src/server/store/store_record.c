/* store_record.c - see store_record.h. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r() */
#include "store_record.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "oxo/intensity.h"

/* ---- Names -------------------------------------------------------------- */

void store_game_name(const store_game *g, char out[STORE_GAME_NAME])
{
    char code[EVENT_CODE_TEXT];
    event_code_format(g->room, code);
    snprintf(out, STORE_GAME_NAME, "%s-%d", code, (int)g->game.number);
}

bool store_game_name_parse(const char *text, size_t length,
                           event_room *ret_room, int *ret_number)
{
    const size_t head = EVENT_CODE_TEXT - 1;
    int number = 0;
    event_room room;
    if (length < head + 2 || length > head + 6 || text[head] != '-' ||
        text[head + 1] == '0' || !event_code_parse(text, head, &room))
        return false;
    for (size_t i = head + 1; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = 10 * number + (text[i] - '0');
    }
    if (number > UINT16_MAX)
        return false;
    *ret_room = room;
    *ret_number = number;
    return true;
}

/* ---- Records ------------------------------------------------------------ */

static bool play_all(const event_game *g, oxo_game *ret)
{
    oxo_game game = oxo_game_start((oxo_variant)g->variant);
    int64_t time = g->started;
    for (int i = 0; i < g->length; i++) {
        time += g->took[i];
        oxo_turn turn = {.time = time, .move = g->moves[i]};
        if (oxo_game_check(&game, turn.move) != OXO_OK)
            return false;
        const oxo_position after = oxo_position_play(&game.now, turn.move);
        turn.intensity = oxo_intensity_of(&after);
        oxo_game_play(&game, &turn, &game);
    }
    *ret = game;
    return true;
}

static void set_player(oxo_record *r, const char *tag, const event_player *p)
{
    char level[32];
    if (p->level == 0) {
        oxo_record_set_tag(r, tag, *p->name ? p->name : "?");
        return;
    }
    snprintf(level, sizeof level, "oxo level %d", p->level);
    oxo_record_set_tag(r, tag, level);
}

static void set_date(oxo_record *r, int64_t milliseconds)
{
    const time_t seconds = (time_t)(milliseconds / 1000);
    struct tm day;
    char date[32];
    if (gmtime_r(&seconds, &day) &&
        strftime(date, sizeof date, "%Y.%m.%d", &day) > 0)
        oxo_record_set_tag(r, "Date", date);
}

/* "300+2", in seconds, as in PGN; with fractions if needed. */
static void set_clock(oxo_record *r, const event_game *g)
{
    char text[48];
    if (g->initial == 0)
        return;
    snprintf(text, sizeof text, "%.10g+%.10g", g->initial / 1e3,
             g->increment / 1e3);
    oxo_record_set_tag(r, "TimeControl", text);
}

bool store_game_record(const store_game *g, oxo_record *ret)
{
    oxo_game game;
    char text[STORE_GAME_NAME];
    if (!play_all(&g->game, &game))
        return false;
    oxo_record_init(ret, &game);
    store_game_name(g, text);
    oxo_record_set_tag(ret, "Event", text);
    set_date(ret, g->game.started);
    snprintf(text, sizeof text, "%d", (int)g->game.number);
    oxo_record_set_tag(ret, "Round", text);
    set_player(ret, "X", &g->game.players[OXO_X]);
    set_player(ret, "O", &g->game.players[OXO_O]);
    set_clock(ret, &g->game);
    oxo_record_set_tag(ret, "Termination",
                       event_reason_word((event_reason)g->game.reason));
    return oxo_record_set_result(ret, (oxo_outcome)g->game.outcome) == OXO_OK;
}
