/* match_referee.c - the referee of one game at a time. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r() */
#include "match_table.h"

#include <assert.h>
#include <string.h>
#include <time.h>

/* CodinGame's own limits: the default for engines that speak its protocol. */
static const match_limits codingame_limits = {.move_time = 100,
                                              .first_time = 1000};

void match_table_init(match_table *t, const match_config *config)
{
    memset(t, 0, sizeof *t);
    t->config = config;
    t->game = -1;
    match_player_init(&t->seats[0]);
    match_player_init(&t->seats[1]);
}

match_player *match_table_player(match_table *t, oxo_mark side)
{
    return &t->seats[t->seat_of[side]];
}

/* ---- Beginning ---------------------------------------------------------- */

static bool sits(const match_player *p, int engine)
{
    return p->engine && p->number == engine && p->state == PLAYER_READY;
}

/* Engines that are seated already keep their seats. */
static void choose_seats(match_table *t, int x, int o)
{
    const int straight = sits(&t->seats[0], x) + sits(&t->seats[1], o);
    const int crossed = sits(&t->seats[1], x) + sits(&t->seats[0], o);
    t->seat_of[OXO_X] = crossed > straight;
    t->seat_of[OXO_O] = !t->seat_of[OXO_X];
}

static void take_seat(match_table *t, oxo_mark side, int engine,
                      match_leavers *leavers)
{
    const match_config *c = t->config;
    match_player *p = match_table_player(t, side);
    if (sits(p, engine)) {
        match_player_renew(p);
        return;
    }
    match_player_dismiss(p, leavers, c->quit_grace * 1000);
    const match_engine *e = &c->engines[engine];
    const int64_t grace = e->start_grace ? e->start_grace : c->start_grace;
    match_player_start(p, e, engine, c->variant, grace * 1000);
}

static match_limits limits_of(const match_config *c, const match_engine *e)
{
    static const match_limits none;
    if (memcmp(&e->limits, &none, sizeof none) != 0)
        return e->limits;
    return e->protocol == MATCH_CODINGAME ? codingame_limits : c->limits;
}

static void place_opening(match_table *t, const match_opening *o)
{
    t->state = oxo_game_from(&o->start);
    for (int i = 0; i < o->length; i++) {
        const oxo_turn turn = {.move = o->moves[i]};
        const oxo_status status = oxo_game_play(&t->state, &turn, &t->state);
        assert(status == OXO_OK);
        (void)status;
    }
    t->opening_plies = o->length;
    for (int i = 0; i <= OXO_MAX_MOVES; i++)
        t->notes[i] = (oxo_note){.clock = -1};
}

static void clear_counts(match_table *t)
{
    for (int side = 0; side < 2; side++) {
        t->moves[side] = t->losing[side] = 0;
        t->winning[side] = t->quiet[side] = 0;
    }
    t->begun = t->over = false;
    t->detail[0] = '\0';
}

void match_table_begin(match_table *t, long game, const match_opening *opening,
                       int x, int o, match_leavers *leavers)
{
    const int engine[2] = {x, o};
    assert(t->game < 0);
    t->game = game;
    place_opening(t, opening);
    clear_counts(t);
    choose_seats(t, x, o);
    for (int side = 0; side < 2; side++) {
        take_seat(t, (oxo_mark)side, engine[side], leavers);
        t->limits[side] =
            limits_of(t->config, &t->config->engines[engine[side]]);
        t->clock[side] =
            t->limits[side].base > 0 ? t->limits[side].base * 1000 : -1;
    }
}

/* ---- Ending ------------------------------------------------------------- */

static void end_with(match_table *t, oxo_outcome outcome, match_ending ending)
{
    t->over = true;
    t->outcome = outcome;
    t->ending = ending;
}

/* Engines may print anything, but records contain printable text only. */
static void replace_unprintable(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

static void describe_fault(match_table *t, const match_player *p)
{
    (void)snprintf(t->detail, sizeof t->detail, "%s %s", p->engine->name,
                   p->detail);
    replace_unprintable(t->detail);
}

static bool has_failed(match_table *t, oxo_mark side)
{
    return match_table_player(t, side)->state == PLAYER_FAILED;
}

static void end_by_fault(match_table *t)
{
    const bool x = has_failed(t, OXO_X), o = has_failed(t, OXO_O);
    const match_player *p = match_table_player(t, x ? OXO_X : OXO_O);
    describe_fault(t, p);
    if (x && o)
        end_with(t, OXO_DRAW, MATCH_BOTH_FAILED);
    else
        end_with(t, x ? OXO_O_WINS : OXO_X_WINS, match_ending_of(p->fault));
}

void match_table_close(match_table *t, match_leavers *leavers)
{
    for (int i = 0; i < 2; i++)
        match_player_dismiss(&t->seats[i], leavers,
                             t->config->quit_grace * 1000);
}

void match_table_end(match_table *t, match_leavers *leavers)
{
    for (int i = 0; i < 2; i++) {
        match_player *p = &t->seats[i];
        if (p->state != PLAYER_READY || p->engine->protocol == MATCH_CODINGAME)
            match_player_dismiss(p, leavers, t->config->quit_grace * 1000);
    }
    t->game = -1;
}

/* ---- Adjudication ------------------------------------------------------- */

/* Is the score, times `sign`, at least `bound`? A proven result exceeds every
 * bound. */
static bool reaches_score(const player_score *s, int sign, int bound)
{
    if (s->kind == OXO_EVAL_WIN)
        return sign * s->value > 0;
    return s->kind == OXO_EVAL_ESTIMATE && sign * s->value >= bound;
}

static void count_score(match_table *t, oxo_mark side, const player_score *s)
{
    const match_adjudication *a = &t->config->adjudication;
    const bool quiet =
        s->kind == OXO_EVAL_ESTIMATE && s->value <= a->draw_score &&
        s->value >= -a->draw_score && t->state.length > a->draw_from_ply;
    const bool winning = reaches_score(s, 1, a->resign_score);
    const bool losing = reaches_score(s, -1, a->resign_score);
    t->quiet[side] = quiet ? t->quiet[side] + 1 : 0;
    t->winning[side] = winning ? t->winning[side] + 1 : 0;
    t->losing[side] = losing ? t->losing[side] + 1 : 0;
}

static bool must_resign(const match_table *t, oxo_mark side)
{
    const match_adjudication *a = &t->config->adjudication;
    return a->resign_moves > 0 && t->losing[side] >= a->resign_moves &&
           (!a->resign_agree ||
            t->winning[oxo_mark_other(side)] >= a->resign_moves);
}

static void adjudicate_game(match_table *t)
{
    const int draw = t->config->adjudication.draw_moves;
    if (must_resign(t, OXO_X))
        end_with(t, OXO_O_WINS, MATCH_ADJUDICATED_WIN);
    else if (must_resign(t, OXO_O))
        end_with(t, OXO_X_WINS, MATCH_ADJUDICATED_WIN);
    else if (draw > 0 && t->quiet[OXO_X] >= draw && t->quiet[OXO_O] >= draw)
        end_with(t, OXO_DRAW, MATCH_ADJUDICATED_DRAW);
}

/* ---- Playing ------------------------------------------------------------ */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* How many microseconds the side may take for its move, latency included. */
static int64_t allowed_time(const match_table *t, oxo_mark side)
{
    const match_limits *l = &t->limits[side];
    const match_engine *e = t->seats[t->seat_of[side]].engine;
    const int64_t margin = e->margin ? e->margin : t->config->margin;
    int64_t time = INT64_MAX;
    if (l->move_time > 0)
        time = l->move_time * 1000;
    if (t->moves[side] == 0 && l->first_time > 0)
        time = l->first_time * 1000;
    if (t->clock[side] >= 0)
        time = least(time, t->clock[side]);
    if (time == INT64_MAX)
        return t->config->think_grace * 1000;
    return time + margin * 1000;
}

static void request_move(match_table *t)
{
    const oxo_mark side = oxo_game_turn(&t->state);
    player_question q = {.game = &t->state,
                         .limits = &t->limits[side],
                         .first = t->moves[side] == 0};
    for (int s = 0; s < 2; s++) {
        q.clock[s] = t->clock[s] < 0 ? -1 : t->clock[s] / 1000;
        q.increment[s] = t->limits[s].increment;
    }
    t->allowed = q.deadline = allowed_time(t, side);
    match_player_ask(match_table_player(t, side), &q);
}

static void run_clock(match_table *t, oxo_mark side, int64_t used)
{
    if (t->clock[side] < 0)
        return;
    t->clock[side] -= least(used, t->clock[side]);
    t->clock[side] += t->limits[side].increment * 1000;
}

static void write_note(match_table *t, oxo_mark side, const player_score *s)
{
    oxo_note *n = &t->notes[t->state.length];
    n->clock = t->clock[side] < 0 ? -1 : t->clock[side] / 1000;
    n->kind = s->kind;
    n->value = side == OXO_X ? s->value : -s->value;
}

/* Plays the engine's move, or fails the engine if the move is late or
 * illegal. */
static void take_move(match_table *t, oxo_mark side)
{
    match_player *p = match_table_player(t, side);
    const oxo_turn turn = {.move = p->move};
    if (p->time_used > t->allowed) {
        match_player_fail(p, MATCH_TIMEOUT, "moved after %lld ms",
                          (long long)p->time_used / 1000);
        return;
    }
    const oxo_status status = oxo_game_play(&t->state, &turn, &t->state);
    if (status != OXO_OK) {
        match_player_refuse(p, &t->state.now, status);
        return;
    }
    p->state = PLAYER_READY;
    t->moves[side]++;
    run_clock(t, side, p->time_used);
    write_note(t, side, &p->score);
    count_score(t, side, &p->score);
}

static void continue_after_move(match_table *t)
{
    const oxo_outcome outcome = oxo_game_outcome(&t->state);
    if (outcome != OXO_ONGOING)
        end_with(t, outcome, MATCH_NORMAL);
    else
        adjudicate_game(t);
    /* The other side may have failed while this side was thinking. */
    if (!t->over && !has_failed(t, oxo_game_turn(&t->state)))
        request_move(t);
}

static bool has_started(match_table *t, oxo_mark side)
{
    const player_state s = match_table_player(t, side)->state;
    return s == PLAYER_READY || s == PLAYER_FAILED;
}

/* The game begins once both engines have started or failed to: if both fail,
 * neither wins. */
static void begin_play(match_table *t)
{
    if (!has_started(t, OXO_X) || !has_started(t, OXO_O))
        return;
    t->begun = true;
    if (!has_failed(t, OXO_X) && !has_failed(t, OXO_O))
        request_move(t);
}

static void continue_play(match_table *t)
{
    const oxo_mark side = oxo_game_turn(&t->state);
    if (match_table_player(t, side)->state != PLAYER_MOVED)
        return;
    take_move(t, side);
    if (!has_failed(t, side))
        continue_after_move(t);
}

void match_table_step(match_table *t)
{
    if (!t->begun)
        begin_play(t);
    else
        continue_play(t);
    if (t->begun && !t->over && (has_failed(t, OXO_X) || has_failed(t, OXO_O)))
        end_by_fault(t);
}

/* ---- The record --------------------------------------------------------- */

static size_t format_limits(const match_limits *l, char *out, size_t room)
{
    int n;
    if (l->base > 0)
        n = snprintf(out, room, "%g+%g", (double)l->base / 1000,
                     (double)l->increment / 1000);
    else if (l->move_time > 0)
        n = snprintf(out, room, "movetime %lld", (long long)l->move_time);
    else if (l->nodes > 0)
        n = snprintf(out, room, "nodes %llu", (unsigned long long)l->nodes);
    else
        n = snprintf(out, room, "depth %lld", (long long)l->depth);
    return (size_t)n;
}

static void set_tag(oxo_record *r, const char *name, const char *value)
{
    char text[OXO_TAG_VALUE];
    (void)snprintf(text, sizeof text, "%.255s", value);
    (void)oxo_record_set_tag(r, name, text);
}

static void tag_time_control(const match_table *t, oxo_record *r)
{
    char text[160];
    size_t n = format_limits(&t->limits[0], text, 64);
    if (memcmp(&t->limits[0], &t->limits[1], sizeof t->limits[0]) != 0) {
        n += (size_t)snprintf(text + n, 8, " / ");
        (void)format_limits(&t->limits[1], text + n, 64);
    }
    set_tag(r, "TimeControl", text);
}

static void tag_date(oxo_record *r)
{
    char text[16] = "";
    struct tm tm;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &tm) &&
        strftime(text, sizeof text, "%Y.%m.%d", &tm) > 0)
        set_tag(r, "Date", text);
}

static void set_tags(match_table *t, oxo_record *r)
{
    char number[24];
    (void)snprintf(number, sizeof number, "%ld.%ld", t->game / 2 + 1,
                   t->game % 2 + 1);
    set_tag(r, "Event", t->config->event ? t->config->event : "oxo match");
    tag_date(r);
    set_tag(r, "Round", number);
    set_tag(r, "X", match_table_player(t, OXO_X)->engine->name);
    set_tag(r, "O", match_table_player(t, OXO_O)->engine->name);
    tag_time_control(t, r);
    (void)snprintf(number, sizeof number, "%d", t->opening_plies);
    set_tag(r, "OpeningPlies", number);
    set_tag(r, "Termination", match_ending_word(t->ending));
    if (t->detail[0])
        set_tag(r, "TerminationDetails", t->detail);
}

void match_table_write(match_table *t, oxo_record *scratch,
                       char out[OXO_RECORD_TEXT])
{
    size_t length;
    oxo_record_init(scratch, &t->state);
    set_tags(t, scratch);
    scratch->result = t->outcome;
    memcpy(scratch->notes, t->notes, sizeof t->notes);
    oxo_record_format(scratch, out, &length);
    assert(length < OXO_RECORD_TEXT);
    out[length] = '\0';
}
