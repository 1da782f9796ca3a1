/* ugi.c - a session in UGI: commands in, answers out.
 *
 * The calling thread reads and answers; the player thinks on another thread
 * (thinker.c). docs/manual/engine-protocols.md describes every command. */
#include "ugi.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "oxo/notation.h"
#include "thinker.h"
#include "ugi_command.h"
#include "ugi_text.h"
#include "words.h"

typedef struct session {
    const player *player;
    FILE *out;
    oxo_position position;
    thinker thinker;
    unsigned remarked; /* bit v: the player's remark on variant v was sent */
    /* Of the position being searched: `position` may change meanwhile. */
    oxo_variant variant;
} session;

/* ---- On the thinker's thread -------------------------------------------- */

static void on_report(const oxo_search_info *info, void *context)
{
    const session *s = context;
    ugi_report(s->out, s->variant, info);
}

static void on_answer(void *context, const player_choice *choice)
{
    const session *s = context;
    ugi_answer(s->out, s->variant, choice);
}

static void on_failed(void *context, int error)
{
    const session *s = context;
    /* Not strerror(): it is not thread-safe. */
    ugi_tell(s->out, "cannot think: %s",
             error == -ENOMEM ? "out of memory" : "internal error");
}

static void on_benched(void *context, uint64_t nodes, int64_t time)
{
    const session *s = context;
    const uint64_t us = time > 0 ? (uint64_t)time : 1;
    ugi_say(s->out, "info nodes %" PRIu64 " nps %" PRIu64 " time %" PRIu64,
            nodes, nodes * 1000 / (us / 1000 + 1), us / 1000);
    ugi_say(s->out, "bench %" PRIu64, nodes);
}

/* ---- Commands ----------------------------------------------------------- */

/* True while the player thinks; then tells the other side that `command` is
 * ignored. */
static bool is_busy(session *s, const char *command)
{
    if (!thinker_is_busy(&s->thinker))
        return false;
    ugi_tell(s->out, "thinking: %s ignored", command);
    return true;
}

static void do_ugi(session *s, ugi_command *c)
{
    (void)c;
    ugi_introduce(s->out, s->player);
}

static void do_is_ready(session *s, ugi_command *c)
{
    (void)c;
    if (!thinker_is_busy(&s->thinker)) {
        const int error = s->player->prepare(s->player->self,
                                             (oxo_variant)s->position.variant);
        if (error)
            on_failed(s, error);
    }
    ugi_say(s->out, "readyok");
}

static void do_new_game(session *s, ugi_command *c)
{
    (void)c;
    if (!is_busy(s, "uginewgame"))
        s->player->new_game(s->player->self);
}

static void set_variant(session *s, const char *word)
{
    oxo_variant variant;
    if (!oxo_variant_find(word, &variant) || !player_plays(s->player, variant))
        ugi_tell(s->out, "option 'UGI_Variant' cannot be '%.40s'", word);
    else if (variant != (oxo_variant)s->position.variant)
        s->position = oxo_position_start(variant);
}

static void do_set_option(session *s, ugi_command *c)
{
    if (is_busy(s, "setoption"))
        return;
    int status = OXO_OK;
    if (strcasecmp(c->name, "UGI_Variant") == 0)
        set_variant(s, c->value);
    else if (!player_has(s->player, c->name))
        ugi_tell(s->out, "unknown option '%.40s'", c->name);
    else
        status = player_set(s->player, c->name, c->value);
    if (status != OXO_OK)
        ugi_tell(s->out, "option '%.40s' cannot be '%.40s'%s", c->name,
                 c->value, status == -ENOMEM ? ": out of memory" : "");
}

static bool play_moves(const session *s, char *moves, oxo_position *p)
{
    const oxo_variant variant = (oxo_variant)p->variant;
    for (char *word = words_next(&moves); word; word = words_next(&moves)) {
        oxo_move m = OXO_NO_MOVE;
        oxo_status status =
            oxo_move_parse(OXO_NATIVE, variant, word, &m, NULL);
        if (status == OXO_OK)
            status = oxo_position_check(p, m);
        if (status != OXO_OK) {
            ugi_tell(s->out, "illegal move '%.40s': %s", word,
                     oxo_status_sentence(status));
            return false;
        }
        *p = oxo_position_play(p, m);
    }
    return true;
}

static void do_position(session *s, ugi_command *c)
{
    const oxo_variant variant = (oxo_variant)s->position.variant;
    oxo_position p = oxo_position_start(variant);
    oxo_text_error error = {0};
    if (c->fen && oxo_position_parse(OXO_NATIVE, variant, c->fen, &p,
                                     &error) != OXO_OK) {
        ugi_tell(s->out, "bad fen, column %d: %s", error.column, error.reason);
        return;
    }
    if (!play_moves(s, c->moves, &p))
        return;
    s->position = p;
    if (thinker_is_busy(&s->thinker))
        ugi_tell(s->out, "thinking: the next go uses the new position");
}

/* Sets the variant to be searched, and sends the player's remark on it
 * once. */
static void set_searched_variant(session *s)
{
    const player *p = s->player;
    s->variant = (oxo_variant)s->position.variant;
    if (!p->remark || s->remarked >> s->variant & 1)
        return;
    const char *remark = p->remark(p->self, s->variant);
    s->remarked |= 1U << s->variant;
    if (remark)
        ugi_tell(s->out, "%s", remark);
}

static void do_go(session *s, ugi_command *c)
{
    if (is_busy(s, "go"))
        return;
    if (c->problem)
        ugi_tell(s->out, "%s", c->problem);
    if (c->raised)
        ugi_tell(s->out, "%s", c->raised);
    set_searched_variant(s);
    thinker_search(&s->thinker, &s->position, &c->limits, c->infinite,
                   c->ponder);
}

static void do_stop(session *s, ugi_command *c)
{
    (void)c;
    thinker_stop(&s->thinker);
}

static void do_ponder_hit(session *s, ugi_command *c)
{
    (void)c;
    thinker_ponder_hit(&s->thinker);
}

static void do_query(session *s, ugi_command *c)
{
    ugi_respond(s->out, c->question, &s->position);
}

static void do_bench(session *s, ugi_command *c)
{
    (void)c;
    if (is_busy(s, "bench"))
        return;
    set_searched_variant(s);
    thinker_bench(&s->thinker, s->variant);
}

static void do_nothing(session *s, ugi_command *c)
{
    (void)s;
    (void)c;
}

static void do_complain(session *s, ugi_command *c)
{
    ugi_tell(s->out, "%s", c->problem);
}

/* ---- The loop ----------------------------------------------------------- */

/* Reads and obeys commands. True at the end of input; false after `quit`, or
 * if the input or the output fails. */
static bool obey_commands(session *s, FILE *in)
{
    static void (*const handlers[UGI_KINDS])(session *, ugi_command *) = {
        [UGI_UNKNOWN] = do_nothing,   [UGI_BAD] = do_complain,
        [UGI_UGI] = do_ugi,           [UGI_ISREADY] = do_is_ready,
        [UGI_NEW_GAME] = do_new_game, [UGI_SET_OPTION] = do_set_option,
        [UGI_POSITION] = do_position, [UGI_GO] = do_go,
        [UGI_STOP] = do_stop,         [UGI_PONDER_HIT] = do_ponder_hit,
        [UGI_QUERY] = do_query,       [UGI_BENCH] = do_bench,
        [UGI_QUIT] = do_nothing,
    };
    char line[WORDS_LINE + 1];
    for (;;) {
        const words_result result = words_read_line(in, line);
        if (result == WORDS_END || ferror(s->out))
            return !ferror(in) && !ferror(s->out);
        if (result == WORDS_DROPPED)
            continue;
        ugi_command command = ugi_parse(line);
        if (command.kind == UGI_QUIT)
            return false;
        handlers[command.kind](s, &command);
    }
}

int ugi_run(const player *p, FILE *in, FILE *out, const atomic_bool *quit)
{
    session s = {.player = p, .out = out};
    s.variant = player_first_variant(p);
    s.position = oxo_position_start(s.variant);
    const int error = thinker_start(
        &s.thinker, p,
        (thinker_listener){on_report, on_answer, on_failed, on_benched, &s});
    if (error)
        return error;
    if (obey_commands(&s, in))
        thinker_wait(&s.thinker, quit);
    thinker_finish(&s.thinker);
    return ferror(in) || ferror(out) ? -EIO : 0;
}
