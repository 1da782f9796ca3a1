/* client_state.c - reads values from messages: see client_room.h. */
#include <string.h>

#include "client_room.h"
#include "oxo/notation.h"

static const char *const offer_words[] = {"", "draw", "takeback", "rematch"};

const char *client_offer_word(client_offer offer)
{
    return offer_words[offer];
}

/* ---- Single values ------------------------------------------------------ */

static int member_of(client_values v, const char *key)
{
    return json_member(v.doc, v.object, key);
}

client_values client_inside(client_values v, const char *key)
{
    return (client_values){v.doc, member_of(v, key)};
}

bool client_read_mark(client_values v, const char *key, oxo_mark *ret)
{
    const int value = member_of(v, key);
    if (json_is(v.doc, value, "X"))
        *ret = OXO_X;
    else if (json_is(v.doc, value, "O"))
        *ret = OXO_O;
    else
        return false;
    return true;
}

bool client_read_int(client_values v, const char *key, int64_t least,
                     int64_t most, int64_t *ret)
{
    return json_to_int(v.doc, member_of(v, key), least, most, ret);
}

bool client_read_text(client_values v, const char *key, char *out, size_t size)
{
    return json_to_string(v.doc, member_of(v, key), out, size);
}

/* A decimal number below 1000, in ten-thousandths; ignores further decimals.
 */
static bool read_decimal(const json_doc *doc, int value, int *ret)
{
    if (value == JSON_NONE || json_kind_of(doc, value) != JSON_NUMBER)
        return false;
    const char *text = doc->text + doc->tokens[value].start;
    const size_t length = doc->tokens[value].length;
    int number = 0, decimals = -1;
    for (size_t i = 0; i < length && decimals < 4; i++) {
        if (text[i] == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (text[i] < '0' || text[i] > '9' || number >= 1000 * 10000)
            return false;
        number = 10 * number + (text[i] - '0');
        decimals += decimals >= 0;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 4; decimals++) {
        if (number >= 1000 * 10000)
            return false;
        number *= 10;
    }
    *ret = number;
    return true;
}

bool client_read_intensity(const json_doc *doc, int value, oxo_intensity *ret)
{
    int number;
    if (!read_decimal(doc, value, &number) || number > OXO_INTENSITY_ONE)
        return false;
    *ret = (oxo_intensity)number;
    return true;
}

/* ---- Objects ------------------------------------------------------------ */

bool client_read_player(client_values v, int64_t now, client_player *ret)
{
    int64_t seat, level = 0, away = 0;
    bool connected = true;
    client_player p = {.seated = true};
    if (!client_read_int(v, "seat", 0, 1, &seat))
        return false;
    (void)client_read_text(v, "name", p.name, sizeof p.name);
    (void)client_read_int(v, "level", 1, 10, &level);
    (void)json_to_bool(v.doc, member_of(v, "connected"), &connected);
    p.seat = (int)seat;
    p.level = (int)level;
    p.away = !connected;
    (void)client_read_int(v, "away", 0, CLIENT_LONGEST, &away);
    p.away_since = connected ? 0 : now - away;
    (void)json_to_bool(v.doc, member_of(v, "left"), &p.left);
    *ret = p;
    return true;
}

bool client_read_offer(client_values v, client_room *r)
{
    oxo_mark by;
    const int value = member_of(v, "offer");
    if (!client_read_mark(v, "by", &by))
        return false;
    for (int i = CLIENT_DRAW; i <= CLIENT_REMATCH; i++)
        if (json_is(v.doc, value, offer_words[i])) {
            r->offer = (client_offer)i;
            r->offer_by = by;
            return true;
        }
    return false;
}

void client_read_clocks(client_values v, client_room *r)
{
    const client_values clocks = client_inside(v, "clocks");
    int64_t x, o;
    if (!client_read_int(clocks, "X", 0, CLIENT_LONGEST, &x) ||
        !client_read_int(clocks, "O", 0, CLIENT_LONGEST, &o))
        return;
    r->clocked = true;
    r->clocks[OXO_X] = x;
    r->clocks[OXO_O] = o;
}

void client_read_series(client_values v, client_room *r)
{
    const client_values series = client_inside(v, "series");
    const int score = member_of(series, "score");
    int64_t games;
    if (!client_read_int(series, "games", 1, 99, &games))
        return;
    r->best_of = (int)games;
    for (int i = 0; i < 2; i++) {
        int points;
        if (read_decimal(v.doc, json_element(v.doc, score, i), &points))
            r->halves[i] = points / 5000;
    }
}

bool client_read_room(client_values v, client_room *r)
{
    char word[CLIENT_WORD];
    int64_t days;
    oxo_variant variant;
    const client_values clock = client_inside(v, "clock");
    if (!client_read_text(v, "variant", word, sizeof word) ||
        !oxo_variant_find(word, &variant))
        return false;
    r->variant = variant;
    r->clocked = clock.object != JSON_NONE;
    (void)client_read_int(clock, "initial", 0, CLIENT_LONGEST, &r->initial);
    (void)client_read_int(clock, "increment", 0, CLIENT_LONGEST,
                          &r->increment);
    r->days = 0;
    if (client_read_int(v, "days", 1, 366, &days))
        r->days = (int)days;
    client_read_series(v, r);
    return true;
}

bool client_read_over(client_values v, client_room *r)
{
    oxo_mark winner = OXO_NONE;
    char reason[CLIENT_WORD];
    if (!client_read_text(v, "reason", reason, sizeof reason))
        return false;
    const bool none = json_is(v.doc, member_of(v, "result"), "*");
    r->result = client_read_mark(v, "winner", &winner)
                    ? oxo_outcome_won_by(winner)
                : none ? OXO_ONGOING
                       : OXO_DRAW;
    memcpy(r->reason, reason, sizeof reason);
    return true;
}

/* ---- The whole room ----------------------------------------------------- */

static bool read_life(client_values v, client_life *ret)
{
    static const char *const words[] = {
        [CLIENT_WAITING] = "waiting",
        [CLIENT_ACTIVE] = "active",
        [CLIENT_FINISHED] = "finished",
        [CLIENT_CLOSED] = "closed",
    };
    for (int i = CLIENT_WAITING; i <= CLIENT_CLOSED; i++)
        if (json_is(v.doc, member_of(v, "life"), words[i])) {
            *ret = (client_life)i;
            return true;
        }
    return false;
}

/* Plays the moves one after another, with their intensities. */
static bool read_moves(client_values v, client_room *r)
{
    const int moves = member_of(v, "moves"),
              tension = member_of(v, "intensities");
    oxo_game g = oxo_game_start(r->variant);
    if (moves == JSON_NONE || json_kind_of(v.doc, moves) != JSON_ARRAY)
        return false;
    for (int i = 0; i < (int)v.doc->tokens[moves].count; i++) {
        char text[OXO_MOVE_TEXT];
        oxo_turn turn = {0};
        if (!json_to_string(v.doc, json_element(v.doc, moves, i), text,
                            sizeof text) ||
            oxo_move_parse(OXO_NATIVE, r->variant, text, &turn.move, NULL) !=
                OXO_OK)
            return false;
        (void)client_read_intensity(v.doc, json_element(v.doc, tension, i),
                                    &turn.intensity);
        if (oxo_game_play(&g, &turn, &g) != OXO_OK)
            return false;
        r->intensity = turn.intensity;
    }
    r->game = g;
    return true;
}

/* `you` is there unless a takeback sent the state; a player who comes back
 * with a token only learns the seat from it. */
static void read_players(client_values v, int64_t now, client_room *r)
{
    static const char *const names[] = {"X", "O"};
    const client_values players = client_inside(v, "players");
    for (int mark = 0; mark < 2; mark++) {
        r->players[mark] = (client_player){.seated = false};
        (void)client_read_player(client_inside(players, names[mark]), now,
                                 &r->players[mark]);
        if (r->token[0] && r->players[mark].seated &&
            r->players[mark].seat == r->seat)
            r->you = (oxo_mark)mark;
    }
    if (r->token[0] && client_read_mark(v, "you", &r->you))
        r->seat = r->players[r->you].seat;
}

/* Since when it is the turn of the side to move: the server's times say how
 * long ago the last move was. A takeback, which has no `limits`, has just
 * changed the turn. */
static void read_turn_time(client_values v, int64_t now, client_room *r)
{
    const int times = member_of(v, "times");
    const int last = times == JSON_NONE || r->game.length == 0
                         ? JSON_NONE
                         : json_element(v.doc, times, r->game.length - 1);
    int64_t at, started, passed = 0;
    r->moved_at = now;
    if (!client_read_int(v, "at", 0, INT64_MAX / 4, &at) ||
        !client_read_int(v, "started", 0, INT64_MAX / 4, &started) ||
        member_of(v, "limits") == JSON_NONE)
        return;
    if (last != JSON_NONE)
        (void)json_to_int(v.doc, last, 0, INT64_MAX / 4, &passed);
    if (at > started + passed)
        r->moved_at = now - (at - started - passed);
}

static void read_limits(client_values v, client_room *r)
{
    const client_values limits = client_inside(v, "limits");
    (void)client_read_int(limits, "claim", 1, CLIENT_LONGEST, &r->claim_after);
    (void)client_read_int(limits, "close", 1, CLIENT_LONGEST, &r->close_after);
}

bool client_read_state(client_values v, int64_t now, client_room *r)
{
    client_room next = *r;
    next.intensity = 0;
    next.reason[0] = '\0';
    next.result = OXO_ONGOING;
    next.ended_by = OXO_NONE;
    next.offer = CLIENT_NO_OFFER;
    if (!client_read_room(v, &next) || !read_life(v, &next.life) ||
        !read_moves(v, &next))
        return false;
    (void)client_read_int(v, "game", 0, INT32_MAX, &next.number);
    read_players(v, now, &next);
    read_turn_time(v, now, &next);
    read_limits(v, &next);
    client_read_clocks(v, &next);
    (void)client_read_over(client_inside(v, "over"), &next);
    (void)client_read_offer(client_inside(v, "offer"), &next);
    if (!next.token[0])
        next.you = OXO_NONE;
    *r = next;
    return true;
}
