/* load_history_read.c - see load_history.h. */
#include "load_history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "oxo/notation.h"
#include "array.h"
#include "keymap.h"
#include "number.h"

enum { LINE = 128 };

typedef struct history_reader {
    load_history *history;
    size_t room;  /* allocated in history->rooms */
    keymap index; /* from a room's code to its place in history->rooms */
} history_reader;

static uint64_t key_of(const char *code)
{
    uint64_t key = 0;
    memcpy(&key, code, LOAD_CODE);
    return key;
}

static load_history_room *find_room(const history_reader *r, const char *code)
{
    uint32_t place;
    return strlen(code) == LOAD_CODE - 1 &&
                   keymap_find(&r->index, key_of(code), &place)
               ? &r->history->rooms[place]
               : NULL;
}

/* Adds a room with this code, otherwise all zero; NULL: no memory. */
static load_history_room *add_room(history_reader *r, const char *code)
{
    load_history *history = r->history;
    const size_t count = (size_t)history->room_count;
    load_history_room *rooms =
        array_grow(history->rooms, &r->room, count + 1, sizeof *rooms);
    if (!rooms)
        return NULL;
    history->rooms = rooms;
    if (keymap_set(&r->index, key_of(code), (uint32_t)count) < 0)
        return NULL;
    history->room_count++;
    rooms[count] = (load_history_room){.game_count = 0};
    memcpy(rooms[count].code, code, LOAD_CODE);
    return &rooms[count];
}

/* ---- Lines -------------------------------------------------------------- */

static int read_room(history_reader *r, char *words[5])
{
    oxo_variant variant;
    if (strlen(words[1]) != LOAD_CODE - 1 ||
        !oxo_variant_find(words[2], &variant) ||
        strlen(words[3]) != LOAD_TOKEN - 1 ||
        strlen(words[4]) != LOAD_TOKEN - 1 || find_room(r, words[1]))
        return -EBADMSG;
    load_history_room *room = add_room(r, words[1]);
    if (!room)
        return -ENOMEM;
    room->variant = (uint8_t)variant;
    memcpy(room->tokens[0], words[3], sizeof room->tokens[0]);
    memcpy(room->tokens[1], words[4], sizeof room->tokens[1]);
    return 0;
}

static load_history_game *find_or_add_game(load_history_room *room, int number)
{
    if (number == room->game_count + 1) {
        load_history_game *games =
            realloc(room->games, (size_t)number * sizeof *games);
        if (!games)
            return NULL;
        room->games = games;
        games[room->game_count++] = (load_history_game){.sent = 0};
    }
    return &room->games[number - 1];
}

static int read_move(history_reader *r, char *words[5], bool made)
{
    load_history_room *room = find_room(r, words[1]);
    int number, ply;
    oxo_move move;
    if (!room ||
        !number_read_int(words[2], 1, room->game_count + 1, &number) ||
        !number_read_int(words[3], 0, OXO_MAX_MOVES - 1, &ply) ||
        oxo_move_parse(OXO_NATIVE, (oxo_variant)room->variant, words[4], &move,
                       NULL) != OXO_OK)
        return -EBADMSG;
    load_history_game *g = find_or_add_game(room, number);
    if (!g)
        return -ENOMEM;
    if (made ? ply >= g->sent || g->moves[ply] != move : ply != g->sent)
        return -EBADMSG;
    g->moves[ply] = move;
    if (!made)
        g->sent++;
    else if (ply >=
             g->made) /* both players may hear of their moves in any order */
        g->made = (uint8_t)(ply + 1);
    return 0;
}

static int read_line(history_reader *r, char *line)
{
    char *words[6] = {NULL}, *rest = line;
    int count = 0;
    for (char *w; count < 6 && (w = strsep(&rest, " \n")) && *w;)
        words[count++] = w;
    if (count != 5)
        return -EBADMSG;
    if (strcmp(words[0], "room") == 0)
        return read_room(r, words);
    if (strcmp(words[0], "sent") == 0 || strcmp(words[0], "made") == 0)
        return read_move(r, words, words[0][0] == 'm');
    return -EBADMSG;
}

int load_history_read(FILE *in, load_history *ret, int *ret_line)
{
    char line[LINE];
    load_history history = {0};
    history_reader r = {.history = &history};
    int error = 0;
    for (*ret_line = 1; !error && fgets(line, sizeof line, in); ++*ret_line)
        error = read_line(&r, line);
    if (!error && ferror(in))
        error = -EIO;
    --*ret_line;
    keymap_clear(&r.index);
    if (error)
        load_history_free(&history);
    else
        *ret = history;
    return error;
}

void load_history_free(load_history *history)
{
    for (int i = 0; i < history->room_count; i++)
        free(history->rooms[i].games);
    free(history->rooms);
    *history = (load_history){0};
}

/* ---- Rooms -------------------------------------------------------------- */

void load_history_truth(const load_history_room *r, load_truth *ret)
{
    load_truth_init(ret, (oxo_variant)r->variant);
    memcpy(ret->code, r->code, sizeof ret->code);
    memcpy(ret->tokens, r->tokens, sizeof ret->tokens);
    /* A game appears in the history with its first move. */
    ret->game = (uint16_t)(r->game_count ? r->game_count : 1);
    ret->x_seat = ret->game % LOAD_SEATS == 0;
    ret->agreed = true; /* in case the game is over: not in the history */
    if (r->game_count == 0)
        return;
    const load_history_game *g = &r->games[r->game_count - 1];
    for (int i = 0; i < g->made; i++) {
        ret->now = oxo_position_play(&ret->now, g->moves[i]);
        ret->moves[i] = g->moves[i];
    }
    ret->ply = g->made;
    ret->played = g->made;
    if (g->sent == g->made)
        return;
    ret->sent[ret->played % 2] = (load_sent){.move = g->moves[g->made],
                                             .ply = g->made,
                                             .number = ret->played,
                                             .waits = true};
}
