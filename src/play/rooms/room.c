/* room.c - questions about a room, and presence. */
#include "room.h"

#include <assert.h>
#include <string.h>

#include "room_parts.h"
#include "utf8.h"

/* The server keeps thousands of rooms in memory. A room and everything that
 * belongs to it may use 2 KB. */
_Static_assert(sizeof(room) <= 1100, "a room has to stay small");

room_rules room_default_rules(void)
{
    const int64_t minute = INT64_C(60) * 1000, day = minute * 60 * 24;
    return (room_rules){.grace = minute / 2,
                        .idle = 10 * minute,
                        .waiting = day,
                        .claim_after = minute,
                        .close_after = day,
                        .keep_open = 30 * day};
}

const char *room_life_word(room_life life)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        ROOM_LIVES(WORD)
#undef WORD
    };
    assert(life < sizeof(words) / sizeof(*words));
    return words[life];
}

/* ---- Seats -------------------------------------------------------------- */

bool room_seat_is_person(const room_seat *seat)
{
    return seat->taken && !seat->left && seat->player.level == 0;
}

bool room_text_is_valid(const char *text, size_t size)
{
    const char *end = memchr(text, '\0', size);
    return end && utf8_is_safe(text, (size_t)(end - text));
}

bool room_player_is_valid(const event_player *player)
{
    return player->level <= EVENT_MAX_LEVEL &&
           event_hash_is_none(&player->token) == (player->level > 0) &&
           room_text_is_valid(player->name, sizeof(player->name)) &&
           room_text_is_valid(player->avatar, sizeof(player->avatar));
}

/* Compares both seats in any case, so that the time taken reveals nothing. */
int room_find_seat(const room *r, const event_hash *token)
{
    int found = -1;
    for (int i = 0; i < EVENT_SEATS; i++)
        if (event_hash_equal(&r->seats[i].player.token, token))
            found = i;
    return event_hash_is_none(token) ? -1 : found;
}

bool room_is_here(const room *r, int seat, int64_t now)
{
    const room_seat *s = &r->seats[seat];
    return s->taken && !s->left && (s->away_since == 0 || s->away_since > now);
}

oxo_mark room_mark_of(const room *r, int seat)
{
    return seat == r->x_seat ? OXO_X : OXO_O;
}

int room_seat_of(const room *r, oxo_mark mark)
{
    assert(mark == OXO_X || mark == OXO_O);
    return r->x_seat ^ (int)mark;
}

int room_turn(const room *r)
{
    return r->life == ROOM_ACTIVE ? room_seat_of(r, oxo_position_turn(&r->now))
                                  : -1;
}

/* ---- The series --------------------------------------------------------- */

/* A game is worth two half points. The winner of the series has more than
 * half of all. */
int room_series_target(const room *r)
{
    return r->setup.series + 1;
}

int room_series_winner(const room *r)
{
    for (int i = 0; i < EVENT_SEATS; i++)
        if (r->score[i] >= room_series_target(r))
            return i;
    return -1;
}

bool room_series_is_over(const room *r)
{
    const int played = (r->score[0] + r->score[1]) / 2;
    return room_series_winner(r) >= 0 || played >= r->setup.series;
}

/* ---- The game ----------------------------------------------------------- */

bool room_is_ready(const room *r, int64_t now)
{
    return r->life == ROOM_WAITING && r->seats[1].taken &&
           (r->setup.initial == 0 ||
            (room_is_here(r, 0, now) && room_is_here(r, 1, now)));
}

bool room_both_moved(const room *r)
{
    return r->length >= 2;
}

bool room_has_limit(const room *r)
{
    return r->setup.initial > 0 || r->setup.days > 0;
}

bool room_can_rematch(const room *r)
{
    return r->life == ROOM_FINISHED && !r->seats[0].left &&
           !r->seats[1].left && r->games < UINT16_MAX;
}

int room_moves_to_undo(const room *r, int seat)
{
    return room_turn(r) == seat ? 2 : 1;
}

void room_game(const room *r, oxo_game *ret)
{
    *ret = oxo_game_start((oxo_variant)r->setup.variant);
    for (int i = 0; i < r->length; i++)
        ret->history[i] = (oxo_turn){.time = r->started + r->at[i],
                                     .intensity = r->intensity[i],
                                     .move = r->moves[i]};
    ret->length = r->length;
    ret->now = r->now;
}

/* ---- Presence ----------------------------------------------------------- */

void room_init(room *r, event_room id)
{
    assert(id >> EVENT_ROOM_BITS == 0);
    memset(r, 0, sizeof(*r));
    r->id = id;
    r->life = ROOM_WAITING;
    r->now = oxo_position_start(OXO_CLASSIC);
}

bool room_connect(room *r, int seat, int64_t now)
{
    assert(seat >= 0 && seat < EVENT_SEATS);
    room_seat *s = &r->seats[seat];
    if (!room_seat_is_person(s))
        return false;
    const bool came_back = !s->fresh && !room_is_here(r, seat, now);
    s->connections++;
    s->away_since = 0;
    s->fresh = false;
    return came_back;
}

/* An absence that begins now. Its time is never 0, which means present. */
static int64_t absence_from(int64_t now)
{
    return now > 0 ? now : 1;
}

void room_be_here_until(room *r, int seat, int64_t until)
{
    room_seat *s = &r->seats[seat];
    if (!room_seat_is_person(s) || s->connections > 0)
        return;
    if (s->away_since < until)
        s->away_since = until;
    s->fresh = false;
}

bool room_disconnect(room *r, int seat, int64_t now)
{
    assert(seat >= 0 && seat < EVENT_SEATS);
    room_seat *s = &r->seats[seat];
    if (!room_seat_is_person(s) || s->connections == 0 || --s->connections > 0)
        return false;
    /* The player saw the end of the game, even one of this millisecond. */
    if (r->life == ROOM_FINISHED && now <= r->touched)
        now = r->touched + 1;
    s->away_since = absence_from(now);
    return true;
}

void room_wake(room *r, int64_t now)
{
    for (int i = 0; i < EVENT_SEATS; i++) {
        room_seat *s = &r->seats[i];
        s->connections = 0;
        s->fresh = false;
        /* Nobody is known to have seen the end of a finished game. */
        const int64_t since = r->life == ROOM_FINISHED ? r->touched : now;
        s->away_since = room_seat_is_person(s) ? absence_from(since) : 0;
    }
    if (r->life == ROOM_ACTIVE && r->setup.initial > 0)
        r->turned = now > r->touched ? now : r->touched;
}

/* A time before the gap moves by the length of the gap; a time within the gap
 * moves to its end. */
static int64_t shift_time(int64_t time, int64_t from, int64_t to)
{
    if (time < from)
        return time + (to - from);
    return time < to ? to : time;
}

void room_shift(room *r, int64_t from, int64_t to)
{
    assert(from <= to);
    for (int i = 0; i < EVENT_SEATS; i++) {
        room_seat *s = &r->seats[i];
        if (s->away_since > 0 && r->life != ROOM_FINISHED)
            s->away_since = shift_time(s->away_since, from, to);
    }
    if (r->life == ROOM_ACTIVE)
        r->turned = shift_time(r->turned, from, to);
}

/* ---- Copies ------------------------------------------------------------- */

/* The history stands at the end of the struct. Only the moves made so far are
 * copied. */
void room_copy(room *to, const room *from)
{
    const size_t moves = from->length;
    memcpy(to, from, offsetof(room, moves));
    memcpy(to->moves, from->moves, moves * sizeof(*to->moves));
    memcpy(to->intensity, from->intensity, moves * sizeof(*to->intensity));
    memcpy(to->at, from->at, moves * sizeof(*to->at));
}

static uint8_t *write_part(uint8_t *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

static const uint8_t *read_part(void *to, const uint8_t *from, size_t size)
{
    memcpy(to, from, size);
    return from + size;
}

size_t room_keep(const room *r, uint8_t out[sizeof(room)])
{
    const size_t moves = r->length;
    uint8_t *end = write_part(out, r, offsetof(room, moves));
    end = write_part(end, r->moves, moves * sizeof(*r->moves));
    end = write_part(end, r->intensity, moves * sizeof(*r->intensity));
    end = write_part(end, r->at, moves * sizeof(*r->at));
    return (size_t)(end - out);
}

void room_recall(const uint8_t *kept, room *ret)
{
    memset(ret, 0, sizeof(*ret));
    kept = read_part(ret, kept, offsetof(room, moves));
    const size_t moves = ret->length;
    kept = read_part(ret->moves, kept, moves * sizeof(*ret->moves));
    kept = read_part(ret->intensity, kept, moves * sizeof(*ret->intensity));
    read_part(ret->at, kept, moves * sizeof(*ret->at));
}
