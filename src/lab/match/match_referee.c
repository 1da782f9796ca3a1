/* match_referee.c - the referee of one game at a time. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r() */
#include "match_referee.h"

#include <assert.h>
#include <string.h>
#include <time.h>

/* CodinGame's own limits: the default for engines that speak its protocol. */
static const program_limits codingame_limits = {.move_time = 100,
                                                .first_time = 1000};

void match_referee_init(match_referee *r, const match_config *config)
{
    memset(r, 0, sizeof *r);
    r->config = config;
    r->game = -1;
    program_init(&r->seats[0]);
    program_init(&r->seats[1]);
}

program *match_referee_program(match_referee *r, oxo_mark side)
{
    return &r->seats[r->seat_of[side]];
}

/* ---- Beginning ---------------------------------------------------------- */

/* Is this engine READY in this seat? */
static bool keeps_seat(const program *p, int engine)
{
    return p->spec && p->number == engine && p->state == PROGRAM_READY;
}

/* Engines that are seated already keep their seats. */
static void choose_seats(match_referee *r, int x, int o)
{
    const int straight =
        keeps_seat(&r->seats[0], x) + keeps_seat(&r->seats[1], o);
    const int crossed =
        keeps_seat(&r->seats[1], x) + keeps_seat(&r->seats[0], o);
    r->seat_of[OXO_X] = crossed > straight;
    r->seat_of[OXO_O] = !r->seat_of[OXO_X];
}

static void take_seat(match_referee *r, oxo_mark side, int engine,
                      program_leavers *leavers)
{
    const match_config *c = r->config;
    program *p = match_referee_program(r, side);
    if (keeps_seat(p, engine)) {
        program_renew(p);
        return;
    }
    program_dismiss(p, leavers, c->quit_grace * 1000);
    const program_spec *e = &c->engines[engine];
    const int64_t grace = e->start_grace ? e->start_grace : c->start_grace;
    program_start(p, e, engine, c->variant, grace * 1000);
}

static program_limits limits_of(const match_config *c, const program_spec *e)
{
    static const program_limits none;
    if (memcmp(&e->limits, &none, sizeof none) != 0)
        return e->limits;
    return e->protocol == PROTOCOL_CODINGAME ? codingame_limits : c->limits;
}

static void place_opening(match_referee *r, const match_opening *o)
{
    r->state = oxo_game_from(&o->start);
    for (int i = 0; i < o->length; i++) {
        const oxo_turn turn = {.move = o->moves[i]};
        const oxo_status status = oxo_game_play(&r->state, &turn, &r->state);
        assert(status == OXO_OK);
        (void)status;
    }
    r->opening_plies = o->length;
    for (int i = 0; i <= OXO_MAX_MOVES; i++)
        r->notes[i] = (oxo_note){.clock = -1};
}

static void clear_counts(match_referee *r)
{
    for (int side = 0; side < 2; side++) {
        r->moves[side] = r->losing[side] = 0;
        r->winning[side] = r->quiet[side] = 0;
    }
    r->begun = r->over = false;
    r->detail[0] = '\0';
}

void match_referee_begin(match_referee *r, long game,
                         const match_opening *opening, int x, int o,
                         program_leavers *leavers)
{
    const int engine[2] = {x, o};
    assert(r->game < 0);
    r->game = game;
    place_opening(r, opening);
    clear_counts(r);
    choose_seats(r, x, o);
    for (int side = 0; side < 2; side++) {
        take_seat(r, (oxo_mark)side, engine[side], leavers);
        r->limits[side] =
            limits_of(r->config, &r->config->engines[engine[side]]);
        r->clock[side] =
            r->limits[side].base > 0 ? r->limits[side].base * 1000 : -1;
    }
}

/* ---- Ending ------------------------------------------------------------- */

static void end_with(match_referee *r, oxo_outcome outcome,
                     match_ending ending)
{
    r->over = true;
    r->outcome = outcome;
    r->ending = ending;
}

/* Engines may print anything, but records contain printable text only. */
static void replace_unprintable(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

static void describe_fault(match_referee *r, const program *p)
{
    (void)snprintf(r->detail, sizeof r->detail, "%s %s", p->spec->name,
                   p->detail);
    replace_unprintable(r->detail);
}

static bool has_failed(match_referee *r, oxo_mark side)
{
    return match_referee_program(r, side)->state == PROGRAM_FAILED;
}

static void end_by_fault(match_referee *r)
{
    const bool x = has_failed(r, OXO_X), o = has_failed(r, OXO_O);
    const program *p = match_referee_program(r, x ? OXO_X : OXO_O);
    describe_fault(r, p);
    if (x && o)
        end_with(r, OXO_DRAW, MATCH_BOTH_FAILED);
    else
        end_with(r, x ? OXO_O_WINS : OXO_X_WINS, match_ending_of(p->fault));
}

void match_referee_close(match_referee *r, program_leavers *leavers)
{
    for (int i = 0; i < 2; i++)
        program_dismiss(&r->seats[i], leavers, r->config->quit_grace * 1000);
}

void match_referee_end(match_referee *r, program_leavers *leavers)
{
    for (int i = 0; i < 2; i++) {
        program *p = &r->seats[i];
        if (p->state != PROGRAM_READY ||
            p->spec->protocol == PROTOCOL_CODINGAME)
            program_dismiss(p, leavers, r->config->quit_grace * 1000);
    }
    r->game = -1;
}

/* ---- Adjudication ------------------------------------------------------- */

/* Is the score, times `sign`, at least `bound`? A proven result exceeds every
 * bound. */
static bool reaches_score(const program_score *s, int sign, int bound)
{
    if (s->kind == OXO_EVAL_WIN)
        return sign * s->value > 0;
    return s->kind == OXO_EVAL_ESTIMATE && sign * s->value >= bound;
}

static void count_score(match_referee *r, oxo_mark side,
                        const program_score *s)
{
    const match_adjudication *a = &r->config->adjudication;
    const bool quiet =
        s->kind == OXO_EVAL_ESTIMATE && s->value <= a->draw_score &&
        s->value >= -a->draw_score && r->state.length > a->draw_from_ply;
    const bool winning = reaches_score(s, 1, a->resign_score);
    const bool losing = reaches_score(s, -1, a->resign_score);
    r->quiet[side] = quiet ? r->quiet[side] + 1 : 0;
    r->winning[side] = winning ? r->winning[side] + 1 : 0;
    r->losing[side] = losing ? r->losing[side] + 1 : 0;
}

static bool must_resign(const match_referee *r, oxo_mark side)
{
    const match_adjudication *a = &r->config->adjudication;
    return a->resign_moves > 0 && r->losing[side] >= a->resign_moves &&
           (!a->resign_agree ||
            r->winning[oxo_mark_other(side)] >= a->resign_moves);
}

static void adjudicate_game(match_referee *r)
{
    const int draw = r->config->adjudication.draw_moves;
    if (must_resign(r, OXO_X))
        end_with(r, OXO_O_WINS, MATCH_ADJUDICATED_WIN);
    else if (must_resign(r, OXO_O))
        end_with(r, OXO_X_WINS, MATCH_ADJUDICATED_WIN);
    else if (draw > 0 && r->quiet[OXO_X] >= draw && r->quiet[OXO_O] >= draw)
        end_with(r, OXO_DRAW, MATCH_ADJUDICATED_DRAW);
}

/* ---- Playing ------------------------------------------------------------ */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* How many microseconds the side may take for its move, latency included. */
static int64_t allowed_time(const match_referee *r, oxo_mark side)
{
    const program_limits *l = &r->limits[side];
    const program_spec *e = r->seats[r->seat_of[side]].spec;
    const int64_t margin = e->margin ? e->margin : r->config->margin;
    int64_t time = INT64_MAX;
    if (l->move_time > 0)
        time = l->move_time * 1000;
    if (r->moves[side] == 0 && l->first_time > 0)
        time = l->first_time * 1000;
    if (r->clock[side] >= 0)
        time = least(time, r->clock[side]);
    if (time == INT64_MAX)
        return r->config->think_grace * 1000;
    return time + margin * 1000;
}

static void request_move(match_referee *r)
{
    const oxo_mark side = oxo_game_turn(&r->state);
    program_question q = {.game = &r->state,
                          .limits = &r->limits[side],
                          .first = r->moves[side] == 0};
    for (int s = 0; s < 2; s++) {
        q.clock[s] = r->clock[s] < 0 ? -1 : r->clock[s] / 1000;
        q.increment[s] = r->limits[s].increment;
    }
    r->allowed = q.deadline = allowed_time(r, side);
    program_ask(match_referee_program(r, side), &q);
}

static void run_clock(match_referee *r, oxo_mark side, int64_t used)
{
    if (r->clock[side] < 0)
        return;
    r->clock[side] -= least(used, r->clock[side]);
    r->clock[side] += r->limits[side].increment * 1000;
}

static void write_note(match_referee *r, oxo_mark side, const program_score *s)
{
    oxo_note *n = &r->notes[r->state.length];
    n->clock = r->clock[side] < 0 ? -1 : r->clock[side] / 1000;
    n->kind = s->kind;
    n->value = side == OXO_X ? s->value : -s->value;
}

/* Plays the engine's move, or fails the engine if the move is late or
 * illegal. */
static void take_move(match_referee *r, oxo_mark side)
{
    program *p = match_referee_program(r, side);
    const oxo_turn turn = {.move = p->move};
    if (p->time_used > r->allowed) {
        program_fail(p, PROGRAM_TIMEOUT, "moved after %lld ms",
                     (long long)p->time_used / 1000);
        return;
    }
    const oxo_status status = oxo_game_play(&r->state, &turn, &r->state);
    if (status != OXO_OK) {
        program_refuse(p, &r->state.now, status);
        return;
    }
    p->state = PROGRAM_READY;
    r->moves[side]++;
    run_clock(r, side, p->time_used);
    write_note(r, side, &p->score);
    count_score(r, side, &p->score);
}

static void continue_after_move(match_referee *r)
{
    const oxo_outcome outcome = oxo_game_outcome(&r->state);
    if (outcome != OXO_ONGOING)
        end_with(r, outcome, MATCH_NORMAL);
    else
        adjudicate_game(r);
    /* The other side may have failed while this side was thinking. */
    if (!r->over && !has_failed(r, oxo_game_turn(&r->state)))
        request_move(r);
}

static bool has_started(match_referee *r, oxo_mark side)
{
    const program_state s = match_referee_program(r, side)->state;
    return s == PROGRAM_READY || s == PROGRAM_FAILED;
}

/* The game begins once both engines have started or failed to: if both fail,
 * neither wins. */
static void begin_play(match_referee *r)
{
    if (!has_started(r, OXO_X) || !has_started(r, OXO_O))
        return;
    r->begun = true;
    if (!has_failed(r, OXO_X) && !has_failed(r, OXO_O))
        request_move(r);
}

static void continue_play(match_referee *r)
{
    const oxo_mark side = oxo_game_turn(&r->state);
    if (match_referee_program(r, side)->state != PROGRAM_MOVED)
        return;
    take_move(r, side);
    if (!has_failed(r, side))
        continue_after_move(r);
}

void match_referee_step(match_referee *r)
{
    if (!r->begun)
        begin_play(r);
    else
        continue_play(r);
    if (r->begun && !r->over && (has_failed(r, OXO_X) || has_failed(r, OXO_O)))
        end_by_fault(r);
}

/* ---- The record --------------------------------------------------------- */

static size_t format_limits(const program_limits *l, char *out, size_t room)
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

static void set_tag(oxo_record *record, const char *name, const char *value)
{
    char text[OXO_TAG_VALUE];
    (void)snprintf(text, sizeof text, "%.255s", value);
    (void)oxo_record_set_tag(record, name, text);
}

static void tag_time_control(const match_referee *r, oxo_record *record)
{
    char text[160];
    size_t n = format_limits(&r->limits[0], text, 64);
    if (memcmp(&r->limits[0], &r->limits[1], sizeof r->limits[0]) != 0) {
        n += (size_t)snprintf(text + n, 8, " / ");
        (void)format_limits(&r->limits[1], text + n, 64);
    }
    set_tag(record, "TimeControl", text);
}

static void tag_date(oxo_record *record)
{
    char text[16] = "";
    struct tm tm;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &tm) &&
        strftime(text, sizeof text, "%Y.%m.%d", &tm) > 0)
        set_tag(record, "Date", text);
}

static void set_tags(match_referee *r, oxo_record *record)
{
    char number[24];
    (void)snprintf(number, sizeof number, "%ld.%ld", r->game / 2 + 1,
                   r->game % 2 + 1);
    set_tag(record, "Event",
            r->config->event ? r->config->event : "oxo match");
    tag_date(record);
    set_tag(record, "Round", number);
    set_tag(record, "X", match_referee_program(r, OXO_X)->spec->name);
    set_tag(record, "O", match_referee_program(r, OXO_O)->spec->name);
    tag_time_control(r, record);
    (void)snprintf(number, sizeof number, "%d", r->opening_plies);
    set_tag(record, "OpeningPlies", number);
    set_tag(record, "Termination", match_ending_word(r->ending));
    if (r->detail[0])
        set_tag(record, "TerminationDetails", r->detail);
}

void match_referee_write(match_referee *r, oxo_record *scratch,
                         char out[OXO_RECORD_TEXT])
{
    size_t length;
    oxo_record_init(scratch, &r->state);
    set_tags(r, scratch);
    scratch->result = r->outcome;
    memcpy(scratch->notes, r->notes, sizeof r->notes);
    oxo_record_format(scratch, out, &length);
    assert(length < OXO_RECORD_TEXT);
    out[length] = '\0';
}
