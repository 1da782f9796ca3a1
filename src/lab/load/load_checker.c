/* load_checker.c - see load_checker.h. */
#include "load_checker.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"

/* A message being checked. */
typedef struct message_check {
    const load_truth *t;
    const json_doc *doc;
    char *fault;
} message_check;

__attribute__((format(printf, 2, 3))) static bool
set_fault(char fault[LOAD_FAULT], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(fault, LOAD_FAULT, format, list);
    va_end(list);
    return false;
}

/* ---- Messages ----------------------------------------------------------- */

static const char *const words[] = {
#define WORD_TEXT(name, word) word,
    LOAD_WORDS(WORD_TEXT)
#undef WORD_TEXT
};

bool load_is_event(load_word word)
{
    return word <= LOAD_SAYS_OFFER_MADE;
}

static bool find_word(const json_doc *doc, load_word *ret)
{
    const int type = json_member(doc, 0, "type");
    for (int w = 0; w < LOAD_WORD_COUNT; w++) {
        /* Start with the most frequent type. */
        const int i = (w + LOAD_SAYS_MOVE_MADE) % LOAD_WORD_COUNT;
        if (json_is(doc, type, words[i])) {
            *ret = (load_word)i;
            return true;
        }
    }
    return false;
}

bool load_message_read(const char *text, size_t length, const char *room,
                       load_message *ret, char fault[LOAD_FAULT])
{
    json_error error;
    int64_t seq = 0;
    if (!json_read(text, length, ret->tokens, LOAD_TOKENS, &ret->doc, &error))
        return set_fault(fault, "no JSON: %s", error.reason);
    if (!find_word(&ret->doc, &ret->word))
        return set_fault(fault, "unknown type");
    ret->seq = 0;
    if (ret->word == LOAD_SAYS_ERROR)
        return true;
    if (!json_to_int(&ret->doc, json_member(&ret->doc, 0, "seq"), 1,
                     UINT32_MAX, &seq))
        return set_fault(fault, "no seq");
    ret->seq = (uint32_t)seq;
    if (room[0] &&
        !json_is(&ret->doc, json_member(&ret->doc, 0, "room"), room))
        return set_fault(fault, "not about the room %s", room);
    return true;
}

uint64_t load_hash(const char *text, size_t length)
{
    const uint64_t factor = 0x9E3779B97F4A7C15U;
    uint64_t hash = length * factor, word = 0;
    for (; length >= sizeof word; length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * factor;
        hash ^= hash >> 29;
        text += sizeof word;
    }
    word = 0;
    memcpy(&word, text, length);
    hash = (hash ^ word) * factor;
    return hash ^ hash >> 32;
}

/* ---- Values ------------------------------------------------------------- */

static bool want_word(const message_check *j, int object, const char *key,
                      const char *word)
{
    if (json_is(j->doc, json_member(j->doc, object, key), word))
        return true;
    return set_fault(j->fault, "\"%s\" must be \"%s\"", key, word);
}

static bool want_int(const message_check *j, int object, const char *key,
                     int64_t n)
{
    int64_t found;
    if (json_to_int(j->doc, json_member(j->doc, object, key), n, n, &found))
        return true;
    return set_fault(j->fault, "\"%s\" must be %lld", key, (long long)n);
}

/* OXO_NONE is null. */
static bool want_mark(const message_check *j, int object, const char *key,
                      oxo_mark mark)
{
    const int value = json_member(j->doc, object, key);
    if (mark != OXO_NONE)
        return want_word(j, object, key, mark == OXO_X ? "X" : "O");
    if (value != JSON_NONE && json_kind_of(j->doc, value) == JSON_NULL)
        return true;
    return set_fault(j->fault, "\"%s\" must be null", key);
}

static bool want_position(const message_check *j, const oxo_position *p)
{
    char text[OXO_POSITION_TEXT];
    oxo_position_format(OXO_NATIVE, p, text, NULL);
    return want_word(j, 0, "position", text);
}

static bool want_turn(const message_check *j, const oxo_position *p)
{
    const bool goes_on = oxo_position_outcome(p) == OXO_ONGOING;
    return want_mark(j, 0, "turn", goes_on ? oxo_position_turn(p) : OXO_NONE);
}

/* Three letters, or null if there is no line. */
static bool want_line(const message_check *j, const oxo_win *win)
{
    const int line = json_member(j->doc, 0, "line");
    if (win->winner == OXO_NONE)
        return want_mark(j, 0, "line", OXO_NONE);
    for (int i = 0; i < 3; i++) {
        const char cell[] = {(char)('a' + win->cells[i]), '\0'};
        if (line == JSON_NONE ||
            !json_is(j->doc, json_element(j->doc, line, i), cell))
            return set_fault(j->fault, "\"line\" must be %c%c%c",
                             'a' + win->cells[0], 'a' + win->cells[1],
                             'a' + win->cells[2]);
    }
    return true;
}

/* 0.0000 to 1.0000, with four decimals. */
static bool want_intensity(const message_check *j)
{
    const int value = json_member(j->doc, 0, "intensity");
    if (value == JSON_NONE || json_kind_of(j->doc, value) != JSON_NUMBER ||
        j->doc->tokens[value].length != 6)
        return set_fault(j->fault, "\"intensity\" must have four decimals");
    const char *text = j->doc->text + j->doc->tokens[value].start;
    if (text[1] != '.' || strspn(text + 2, "0123456789") < 4 ||
        (text[0] != '0' && strncmp(text, "1.0000", 6) != 0))
        return set_fault(j->fault, "\"intensity\" must be from 0 to 1");
    return true;
}

static bool want_time(const message_check *j)
{
    int64_t at;
    if (json_to_int(j->doc, json_member(j->doc, 0, "at"), 1, INT64_MAX, &at))
        return true;
    return set_fault(j->fault, "\"at\" must be a time");
}

/* ---- Rooms -------------------------------------------------------------- */

void load_truth_init(load_truth *t, oxo_variant variant)
{
    memset(t, 0, sizeof *t);
    t->now = oxo_position_start(variant);
    t->offer = -1;
}

int load_truth_turn(const load_truth *t)
{
    return oxo_position_turn(&t->now) == OXO_X ? t->x_seat : !t->x_seat;
}

load_sent *load_truth_sent(load_truth *t)
{
    load_sent *sent = &t->sent[t->played % 2];
    return sent->waits && sent->number == t->played ? sent : NULL;
}

static bool is_over(const load_truth *t)
{
    return t->game > 0 && oxo_position_outcome(&t->now) != OXO_ONGOING;
}

static bool is_ultimate(const load_truth *t)
{
    return t->now.variant != OXO_CLASSIC;
}

/* The events that must follow the move from `t` to `after`. */
static uint8_t dues_of(const load_truth *t, const oxo_position *after)
{
    uint8_t due = 0;
    if (is_ultimate(t)) {
        const oxo_ultimate *old = &t->now.as.ultimate;
        const oxo_ultimate *new = &after->as.ultimate;
        if (old->won[0] != new->won[0] || old->won[1] != new->won[1])
            due |= LOAD_DUE_WON;
        if (old->drawn != new->drawn)
            due |= LOAD_DUE_DRAWN;
    }
    if (oxo_position_outcome(after) != OXO_ONGOING)
        due |= LOAD_DUE_OVER;
    return due;
}

/* ---- Events ------------------------------------------------------------- */

static bool check_created(const message_check *j)
{
    const char *variant = oxo_variant_word((oxo_variant)j->t->now.variant);
    return want_int(j, 0, "seq", 1) && want_word(j, 0, "variant", variant) &&
           want_int(j, 0, "seat", 0);
}

static bool check_taken(const message_check *j)
{
    if (j->t->game > 0)
        return set_fault(j->fault, "both seats were taken before");
    return want_int(j, 0, "seat", 1);
}

/* The creator of the room plays X first; then the seats alternate. */
static int next_x(const load_truth *t)
{
    return t->game == 0 ? 0 : !t->x_seat;
}

static bool check_start(const message_check *j)
{
    const load_truth *t = j->t;
    const oxo_position start = oxo_position_start((oxo_variant)t->now.variant);
    const int players = json_member(j->doc, 0, "players");
    if (t->game > 0 && (!is_over(t) || !t->offered || !t->agreed))
        return set_fault(j->fault, "nobody agreed on a new game");
    if (players == JSON_NONE)
        return set_fault(j->fault, "no players");
    const int x = json_member(j->doc, players, "X");
    const int o = json_member(j->doc, players, "O");
    return x != JSON_NONE && o != JSON_NONE &&
           want_int(j, x, "seat", next_x(t)) &&
           want_int(j, o, "seat", !next_x(t)) &&
           want_int(j, 0, "game", t->game + 1) &&
           want_word(j, 0, "turn", "X") && want_position(j, &start);
}

static bool check_move(const message_check *j, const load_sent *sent,
                       const oxo_position *after)
{
    char move[OXO_MOVE_TEXT];
    oxo_move_format(OXO_NATIVE, (oxo_variant)after->variant, sent->move, move);
    return want_int(j, 0, "ply", j->t->ply) && want_word(j, 0, "move", move) &&
           want_mark(j, 0, "mark", oxo_position_turn(&j->t->now)) &&
           want_position(j, after) && want_turn(j, after) && want_intensity(j);
}

static bool want_board(const message_check *j)
{
    const char board[] = {(char)('a' + j->t->due_board), '\0'};
    return want_word(j, 0, "board", board);
}

static bool check_won(const message_check *j)
{
    const oxo_ultimate *p = &j->t->now.as.ultimate;
    const oxo_mark mark = oxo_mark_other(oxo_position_turn(&j->t->now));
    oxo_win win = oxo_board_win(oxo_ultimate_board(p, j->t->due_board));
    win.winner = mark;
    return want_board(j) && want_mark(j, 0, "mark", mark) &&
           want_line(j, &win);
}

static bool check_over(const message_check *j)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const oxo_outcome outcome = oxo_position_outcome(&j->t->now);
    const oxo_mark winner = oxo_outcome_winner(outcome);
    const oxo_win win = oxo_position_win(&j->t->now);
    const char *reason = winner == OXO_NONE       ? "full-board"
                         : win.winner == OXO_NONE ? "boards"
                                                  : "line";
    return want_int(j, 0, "game", j->t->game) &&
           want_mark(j, 0, "winner", winner) &&
           want_word(j, 0, "result", results[outcome]) &&
           want_word(j, 0, "reason", reason) && want_line(j, &win);
}

static bool check_offer(const message_check *j)
{
    const load_truth *t = j->t;
    if (!is_over(t) || t->offer < 0 || t->offered)
        return set_fault(j->fault, "nobody has offered anything");
    return want_word(j, 0, "offer", "rematch") &&
           want_mark(j, 0, "by",
                     (int)t->offer == (int)t->x_seat ? OXO_X : OXO_O);
}

/* Nobody here aborts, declines or leaves: such an event has no cause. It may
 * say why it came. */
static bool refuse_causeless(const message_check *j, load_word word)
{
    char why[32] = "no reason";
    const char *key = word == LOAD_SAYS_ROOM_CLOSED ? "why" : "reason";
    (void)json_to_string(j->doc, json_member(j->doc, 0, key), why, sizeof why);
    return set_fault(j->fault, "%s (%s) that nobody asked for", words[word],
                     why);
}

/* The bit of LOAD_DUE_* for the event, or 0. */
static uint8_t due_of(load_word word)
{
    return word == LOAD_SAYS_BOARD_WON     ? LOAD_DUE_WON
           : word == LOAD_SAYS_BOARD_DRAWN ? LOAD_DUE_DRAWN
           : word == LOAD_SAYS_GAME_OVER   ? LOAD_DUE_OVER
                                           : 0;
}

/* Events that follow from a move must come right after it, in their order, and
 * at no other time. */
static bool check_order(const message_check *j, load_word word)
{
    const uint8_t first = (uint8_t)(j->t->due & -j->t->due);
    if (due_of(word) == first)
        return true;
    return set_fault(j->fault, "%s cannot come here", words[word]);
}

static bool check_event(const message_check *j, load_word word)
{
    switch (word) {
    case LOAD_SAYS_ROOM_CREATED:
        return check_created(j);
    case LOAD_SAYS_SEAT_TAKEN:
        return check_taken(j);
    case LOAD_SAYS_GAME_START:
        return check_start(j);
    case LOAD_SAYS_BOARD_WON:
        return check_won(j);
    case LOAD_SAYS_BOARD_DRAWN:
        return want_board(j);
    case LOAD_SAYS_GAME_OVER:
        return check_over(j);
    case LOAD_SAYS_OFFER_MADE:
        return check_offer(j);
    case LOAD_SAYS_GAME_ABORTED:
    case LOAD_SAYS_OFFER_DECLINED:
    case LOAD_SAYS_PLAYER_LEFT:
    case LOAD_SAYS_ROOM_CLOSED:
        return refuse_causeless(j, word);
    default:
        return set_fault(j->fault, "%s is not an event", words[word]);
    }
}

static void begin_game(load_truth *t, int x_seat)
{
    t->now = oxo_position_start((oxo_variant)t->now.variant);
    t->x_seat = (uint8_t)x_seat;
    t->game++;
    t->ply = 0;
    t->offer = -1;
    t->offered = t->agreed = false;
}

static void apply_move(load_truth *t, const load_sent *sent,
                       const oxo_position *after)
{
    t->due = dues_of(t, after);
    t->due_board = sent->move / OXO_CELLS;
    t->moves[t->ply++] = sent->move;
    t->now = *after;
    t->played++;
}

bool load_check_event(load_truth *t, const load_message *m,
                      char fault[LOAD_FAULT])
{
    const message_check j = {t, &m->doc, fault};
    assert(load_is_event(m->word) && m->seq == t->seq + 1);
    if (!check_order(&j, m->word) || !want_time(&j))
        return false;
    if (m->word == LOAD_SAYS_MOVE_MADE) {
        const load_sent *sent = load_truth_sent(t);
        if (!sent)
            return set_fault(fault, "a move that nobody sent");
        const oxo_position after = oxo_position_play(&t->now, sent->move);
        if (!check_move(&j, sent, &after))
            return false;
        apply_move(t, sent, &after);
    } else if (!check_event(&j, m->word)) {
        return false;
    } else if (m->word == LOAD_SAYS_GAME_START) {
        begin_game(t, next_x(t));
    } else if (m->word == LOAD_SAYS_OFFER_MADE) {
        t->offered = true;
    }
    t->due &= (uint8_t)~due_of(m->word);
    t->seq = m->seq;
    return true;
}

/* ---- Notices ------------------------------------------------------------ */

bool load_check_notice(const load_truth *t, const load_message *m,
                       char fault[LOAD_FAULT])
{
    const message_check j = {t, &m->doc, fault};
    int64_t seat, away;
    if (m->word == LOAD_SAYS_INTENSITY)
        return want_intensity(&j) && want_word(&j, 0, "source", "engine");
    if (!json_to_int(&m->doc, json_member(&m->doc, 0, "seat"), 0, 1, &seat))
        return set_fault(fault, "no seat");
    if (m->word == LOAD_SAYS_DISCONNECTED &&
        !json_to_int(&m->doc, json_member(&m->doc, 0, "away"), 0, INT64_MAX,
                     &away))
        return set_fault(fault, "\"away\" must be a duration");
    return true;
}

bool load_check_seat(load_truth *t, const load_message *m, int seat,
                     char fault[LOAD_FAULT])
{
    const message_check j = {t, &m->doc, fault};
    char code[LOAD_CODE], token[LOAD_TOKEN];
    if (!want_int(&j, 0, "seat", seat) ||
        !want_mark(&j, 0, "mark", seat == 0 ? OXO_X : OXO_O))
        return false;
    if (!json_to_string(&m->doc, json_member(&m->doc, 0, "room"), code,
                        sizeof code) ||
        !json_to_string(&m->doc, json_member(&m->doc, 0, "token"), token,
                        sizeof token) ||
        strlen(code) != LOAD_CODE - 1 || strlen(token) != LOAD_TOKEN - 1)
        return set_fault(fault, "no code and token");
    memcpy(t->code, code, sizeof code);
    memcpy(t->tokens[seat], token, sizeof token);
    return true;
}

/* ---- Whole states ------------------------------------------------------- */

/* Reads the list of moves. */
static bool read_moves(const message_check *j, oxo_move out[OXO_MAX_MOVES],
                       int *ret_count)
{
    char text[OXO_MOVE_TEXT];
    const int list = json_member(j->doc, 0, "moves");
    if (list == JSON_NONE || json_kind_of(j->doc, list) != JSON_ARRAY ||
        j->doc->tokens[list].count > OXO_MAX_MOVES)
        return set_fault(j->fault, "no moves");
    const int count = (int)j->doc->tokens[list].count;
    int value = list + 1;
    for (int i = 0; i < count; i++, value++)
        if (!json_to_string(j->doc, value, text, sizeof text) ||
            oxo_move_parse(OXO_NATIVE, (oxo_variant)j->t->now.variant, text,
                           &out[i], NULL) != OXO_OK)
            return set_fault(j->fault, "move %d is malformed", i);
    *ret_count = count;
    return true;
}

/* Every move that was announced must be present, once and in its place. After
 * them there may be the move that was sent last. */
static bool check_moves(const message_check *j, const oxo_move *moves,
                        int count)
{
    const load_truth *t = j->t;
    const load_sent *sent = &t->sent[t->played % 2];
    const bool sent_one = sent->waits && sent->number == t->played;
    if (count < t->ply)
        return set_fault(j->fault, "LOST: %d moves of %d", count, t->ply);
    for (int i = 0; i < t->ply; i++)
        if (moves[i] != t->moves[i])
            return set_fault(j->fault, "LOST: move %d is a different one", i);
    if (count == t->ply)
        return true;
    if (count > t->ply + 1 || !sent_one)
        return set_fault(j->fault, "DOUBLED: %d moves, not %d", count, t->ply);
    if (moves[t->ply] != sent->move)
        return set_fault(j->fault, "move %d is not the one that was sent",
                         t->ply);
    return true;
}

static bool replay(const message_check *j, oxo_position *p,
                   const oxo_move *moves, int count)
{
    *p = oxo_position_start((oxo_variant)j->t->now.variant);
    for (int i = 0; i < count; i++) {
        if (oxo_position_check(p, moves[i]) != OXO_OK)
            return set_fault(j->fault, "move %d is not legal", i);
        *p = oxo_position_play(p, moves[i]);
    }
    return want_position(j, p) && want_turn(j, p);
}

/* Only moves end a game here, never an absence. */
static bool want_life(const message_check *j, int game, const oxo_position *p)
{
    return want_word(j, 0, "life",
                     game == 0                                ? "waiting"
                     : oxo_position_outcome(p) == OXO_ONGOING ? "active"
                                                              : "finished");
}

static bool read_offer(const message_check *j, load_truth *next)
{
    const int offer = json_member(j->doc, 0, "offer");
    next->offer = -1;
    next->offered = false;
    if (offer == JSON_NONE)
        return set_fault(j->fault, "\"offer\" is missing");
    if (json_kind_of(j->doc, offer) == JSON_NULL)
        return true;
    if (!want_word(j, offer, "offer", "rematch"))
        return false;
    const bool by_x = json_is(j->doc, json_member(j->doc, offer, "by"), "X");
    next->offer = (int8_t)(by_x ? next->x_seat : !next->x_seat);
    next->offered = true;
    return true;
}

/* The number must be that of the current game, or of a game that both players
 * agreed on. */
static bool check_game(const message_check *j, load_truth *next)
{
    int64_t game;
    const int players = json_member(j->doc, 0, "players");
    if (!json_to_int(j->doc, json_member(j->doc, 0, "game"), 0, UINT16_MAX,
                     &game))
        return set_fault(j->fault, "no game");
    if (game == j->t->game + 1 && (j->t->game == 0 || j->t->agreed))
        begin_game(next, next_x(j->t));
    else if (game != j->t->game)
        return set_fault(j->fault, "LOST or DOUBLED: game %d, not %d",
                         (int)game, j->t->game);
    if (game == 0)
        return true;
    const int x =
        players == JSON_NONE ? JSON_NONE : json_member(j->doc, players, "X");
    return x != JSON_NONE ? want_int(j, x, "seat", next->x_seat)
                          : set_fault(j->fault, "no player X");
}

bool load_check_state(load_truth *t, const load_message *m,
                      char fault[LOAD_FAULT])
{
    load_truth next = *t;
    const message_check j = {&next, &m->doc, fault};
    oxo_move moves[OXO_MAX_MOVES];
    oxo_position p;
    int count = 0;
    if (m->seq < t->seq)
        return set_fault(fault, "LOST: seq %u was received before",
                         (unsigned)t->seq);
    const message_check old = {t, &m->doc, fault};
    if (!check_game(&old, &next) || !read_moves(&j, moves, &count) ||
        !check_moves(&j, moves, count) || !replay(&j, &p, moves, count) ||
        !want_life(&j, next.game, &p) || !read_offer(&j, &next))
        return false;
    if (m->seq == t->seq && (count != t->ply || next.game != t->game))
        return set_fault(fault, "a different state with the same seq");
    if (count > next.ply)
        apply_move(&next, &next.sent[next.played % 2], &p);
    next.due = 0;
    next.agreed = false;
    next.seq = m->seq;
    *t = next;
    return true;
}
