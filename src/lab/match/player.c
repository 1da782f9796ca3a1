/* player.c - an engine at the table: its protocol, seen from outside. */
#include "match_player.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "clock.h"
#include "number.h"
#include "words.h"

enum {
    FLOOD_BYTES = 64 << 20, /* nobody has that much to say about a move */
    READ_SIZE = 16384,      /* what is read at a time */
    QUESTION = 2048,        /* longest text that asks for a move */
    PATH_SHOWN = 100,       /* bytes of a path that cannot be had */
    MAX_SCORE = 1000000
};

void match_player_init(match_player *p)
{
    memset(p, 0, sizeof *p);
    match_process_init(&p->process);
}

void match_player_fail(match_player *p, match_ending fault, const char *format,
                       ...)
{
    va_list arguments;
    if (p->state == PLAYER_FAILED)
        return;
    va_start(arguments, format);
    (void)vsnprintf(p->detail, sizeof p->detail, format, arguments);
    va_end(arguments);
    p->state = PLAYER_FAILED;
    p->fault = fault;
}

void match_player_refuse(match_player *p, const oxo_position *now,
                         oxo_status status)
{
    if (p->move == OXO_NO_MOVE)
        match_player_fail(p, MATCH_ILLEGAL_MOVE, "played \"%s\": not a move",
                          p->words);
    else if (status == OXO_WRONG_BOARD)
        match_player_fail(p, MATCH_ILLEGAL_MOVE,
                          "played \"%s\": the last move sends this one to "
                          "board %c",
                          p->words, 'a' + now->as.ultimate.forced);
    else
        match_player_fail(p, MATCH_ILLEGAL_MOVE, "played \"%s\": %s", p->words,
                          oxo_status_sentence(status));
}

/* ---- Saying ------------------------------------------------------------- */

static void fail_ended(match_player *p)
{
    char how[64];
    match_process_describe_end(&p->process, how, sizeof how);
    const bool starting = p->state == PLAYER_GREETING ||
                          (p->state == PLAYER_SYNCING && !p->used);
    match_player_fail(p, starting ? MATCH_NO_START : MATCH_CRASH, "%s", how);
}

static void say(match_player *p, const char *text)
{
    const int status = match_process_write(&p->process, text);
    if (status == -EPIPE)
        fail_ended(p);
    else if (status < 0)
        match_player_fail(p, MATCH_CRASH, "does not read its input: %s",
                          strerror(-status));
}

static void expect(match_player *p, player_state state, int64_t patience)
{
    if (p->state == PLAYER_FAILED)
        return;
    p->state = state;
    p->asked = clock_us();
    p->deadline = p->asked + patience;
    p->heard = 0;
}

/* ---- Starting ----------------------------------------------------------- */

/* The end of a path that is too long says more than its beginning. */
static void fail_start(match_player *p, int status)
{
    char path[MATCH_COMMAND];
    const char *key = match_process_culprit(p->engine, status, path);
    const size_t length = strlen(path);
    const size_t cut = length > PATH_SHOWN ? length - PATH_SHOWN : 0;
    match_player_fail(p, MATCH_NO_START, "cannot be started: %s%s%s: %s", key,
                      cut > 0 ? "..." : "", path + cut, strerror(-status));
}

void match_player_start(match_player *p, const match_engine *engine,
                        int number, oxo_variant variant, int64_t grace)
{
    match_player_init(p);
    p->engine = engine;
    p->number = number;
    p->variant = variant;
    p->grace = grace;
    const int status = match_process_start(&p->process, engine);
    if (status < 0) {
        fail_start(p, status);
    } else if (engine->protocol == MATCH_CODINGAME) {
        expect(p, PLAYER_READY, 0);
    } else {
        expect(p, PLAYER_GREETING, grace);
        say(p, "ugi\n");
    }
}

static void say_option(match_player *p, const char *name, const char *value)
{
    char line[MATCH_NAME + MATCH_VALUE + 32];
    (void)snprintf(line, sizeof line, "setoption name %s value %s\n", name,
                   value);
    say(p, line);
}

static void synchronise(match_player *p)
{
    expect(p, PLAYER_SYNCING, p->grace);
    say(p, "uginewgame\nisready\n");
}

static void set_up(match_player *p)
{
    p->greeted = true;
    say_option(p, "UGI_Variant", oxo_variant_word(p->variant));
    for (int i = 0; i < p->engine->option_count; i++)
        say_option(p, p->engine->options[i].name, p->engine->options[i].value);
    synchronise(p);
}

void match_player_renew(match_player *p)
{
    assert(p->state == PLAYER_READY);
    if (p->engine->protocol == MATCH_UGI)
        synchronise(p);
}

/* ---- Asking ------------------------------------------------------------- */

typedef struct text_buffer {
    size_t used;
    char text[QUESTION];
} text_buffer;

static void add(text_buffer *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(text_buffer *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(b->text + b->used, sizeof b->text - b->used,
                            format, arguments);
    va_end(arguments);
    assert(n >= 0 && (size_t)n < sizeof b->text - b->used);
    b->used += (size_t)n;
}

static void add_move(text_buffer *b, oxo_notation notation,
                     oxo_variant variant, oxo_move m, const char *before)
{
    char text[OXO_MOVE_TEXT];
    (void)oxo_move_format(notation, variant, m, text);
    add(b, "%s%s", before, text);
}

static void add_position(text_buffer *b, const oxo_game *g)
{
    const oxo_variant variant = oxo_game_variant(g);
    const oxo_position start = oxo_position_start(variant);
    if (memcmp(&start, &g->start, sizeof start) == 0) {
        add(b, "position startpos");
    } else {
        char text[OXO_POSITION_TEXT];
        (void)oxo_position_format(OXO_NATIVE, &g->start, text, NULL);
        add(b, "position fen %s", text);
    }
    if (g->length > 0)
        add(b, " moves");
    for (int i = 0; i < g->length; i++)
        add_move(b, OXO_NATIVE, variant, g->history[i].move, " ");
    add(b, "\n");
}

static void add_limits(text_buffer *b, const player_question *q)
{
    const match_limits *l = q->limits;
    int64_t time = l->move_time;
    if (q->first && l->first_time > 0)
        time = l->first_time;
    add(b, "go");
    for (int side = 0; side < 2; side++)
        if (q->clock[side] >= 0)
            add(b, " p%dtime %lld", side + 1, (long long)q->clock[side]);
    for (int side = 0; side < 2; side++)
        if (q->clock[side] >= 0)
            add(b, " p%dinc %lld", side + 1, (long long)q->increment[side]);
    if (time > 0)
        add(b, " movetime %lld", (long long)time);
    if (l->nodes > 0)
        add(b, " nodes %llu", (unsigned long long)l->nodes);
    if (l->depth > 0)
        add(b, " depth %lld", (long long)l->depth);
    add(b, "\n");
}

/* The opponent's move, or -1 -1, and the legal moves. */
static void add_turn(text_buffer *b, const oxo_game *g)
{
    const oxo_variant variant = oxo_game_variant(g);
    const oxo_move last = oxo_game_last_move(g);
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&g->now, moves);
    if (last == OXO_NO_MOVE)
        add(b, "-1 -1");
    else
        add_move(b, OXO_CODINGAME, variant, last, "");
    add(b, "\n%d\n", count);
    for (int i = 0; i < count; i++) {
        add_move(b, OXO_CODINGAME, variant, moves[i], "");
        add(b, "\n");
    }
}

void match_player_ask(match_player *p, const player_question *q)
{
    assert(p->state == PLAYER_READY);

    text_buffer b = {.used = 0};
    if (p->engine->protocol == MATCH_UGI) {
        add_position(&b, q->game);
        add_limits(&b, q);
    } else {
        add_turn(&b, q->game);
    }
    p->used = true;
    p->score = (player_score){OXO_EVAL_NONE, 0};
    expect(p, PLAYER_THINKING, q->deadline);
    say(p, b.text);
}

void match_player_stop(match_player *p)
{
    if (p->state == PLAYER_THINKING && p->engine->protocol == MATCH_UGI)
        say(p, "stop\n");
}

/* ---- Hearing ------------------------------------------------------------ */

static void take_move(match_player *p, oxo_notation notation,
                      const char *words)
{
    oxo_move m;
    (void)snprintf(p->words, sizeof p->words, "%s", words);
    p->time_used = clock_us() - p->asked;
    p->move = OXO_NO_MOVE;
    if (oxo_move_parse(notation, p->variant, p->words, &m, NULL) == OXO_OK)
        p->move = m;
    p->state = PLAYER_MOVED;
}

static void hear_bestmove(match_player *p, const char *rest)
{
    char word[32];
    if (p->state != PLAYER_THINKING)
        return;
    if (!words_take(&rest, word, sizeof word))
        word[0] = '\0';
    take_move(p, OXO_NATIVE, word);
}

static void hear_score(match_player *p, const char *rest)
{
    char kind[16], number[16];
    int64_t value;
    if (!words_take(&rest, kind, sizeof kind) ||
        !words_take(&rest, number, sizeof number) ||
        !number_read(number, -MAX_SCORE, MAX_SCORE, &value))
        return;
    if (strcmp(kind, "cp") == 0)
        p->score = (player_score){OXO_EVAL_ESTIMATE, (int32_t)value};
    else if (strcmp(kind, "mate") == 0 && value != 0)
        p->score = (player_score){OXO_EVAL_WIN, (int32_t)value};
}

/* Only the best line counts, and what is behind `string` or `pv` is text. */
static void hear_info(match_player *p, const char *rest)
{
    char word[32];
    while (words_take(&rest, word, sizeof word)) {
        if (strcmp(word, "string") == 0 || strcmp(word, "pv") == 0)
            return;
        if (strcmp(word, "multipv") == 0) {
            if (!words_take(&rest, word, sizeof word) ||
                strcmp(word, "1") != 0)
                return;
        } else if (strcmp(word, "score") == 0) {
            hear_score(p, rest);
        }
    }
}

/* The number behind `key`; false if there is none. */
static bool find_number(const char *text, const char *key, int64_t *ret)
{
    char word[32];
    while (words_take(&text, word, sizeof word))
        if (strcmp(word, key) == 0)
            return words_take(&text, word, sizeof word) &&
                   number_read(word, INT64_MIN, INT64_MAX, ret);
    return false;
}

/* Takes the words before `stop` off `*text`, with single blanks between them,
 * and that word as well; false if it is not there, and all was taken. */
static bool take_until(const char **text, const char *stop,
                       char out[MATCH_VALUE])
{
    char word[MATCH_VALUE];
    size_t used = 0;
    out[0] = '\0';
    while (words_take(text, word, sizeof word)) {
        if (strcmp(word, stop) == 0)
            return true;
        const int n = snprintf(out + used, MATCH_VALUE - used, "%s%s",
                               used > 0 ? " " : "", word);
        used += (size_t)n;
        if (used >= MATCH_VALUE)
            used = MATCH_VALUE - 1;
    }
    return false;
}

static void refuse_value(match_player *p, const match_option *o,
                         const char *what)
{
    p->refuses = true;
    match_player_fail(p, MATCH_NO_START, "takes %s for option %s, not '%.40s'",
                      what, o->name, o->value);
}

static void check_number(match_player *p, const match_option *o,
                         const char *type)
{
    char bounds[64];
    int64_t low, high, value;
    if (!find_number(type, "min", &low) || !find_number(type, "max", &high) ||
        number_read(o->value, low, high, &value))
        return;
    (void)snprintf(bounds, sizeof bounds, "%lld to %lld", (long long)low,
                   (long long)high);
    refuse_value(p, o, bounds);
}

/* "one, two or three", as far as there is room. */
typedef struct choice_list {
    int count;
    size_t used;
    char text[100];
} choice_list;

static void add_choice(choice_list *l, const char *choice, bool last)
{
    const char *before = last ? " or " : ", ";
    const int n = snprintf(l->text + l->used, sizeof l->text - l->used, "%s%s",
                           l->count++ > 0 ? before : "", choice);
    l->used += (size_t)n;
    if (l->used >= sizeof l->text)
        l->used = sizeof l->text - 1;
}

/* "combo default one var one var two". */
static void check_choice(match_player *p, const match_option *o,
                         const char *type)
{
    char choice[MATCH_VALUE];
    choice_list list = {.count = 0};
    bool more = take_until(&type, "var", choice);
    if (!more)
        return;
    while (more) {
        more = take_until(&type, "var", choice);
        if (strcasecmp(choice, o->value) == 0)
            return;
        add_choice(&list, choice, !more);
    }
    const bool whole = list.used < sizeof list.text - 1;
    refuse_value(p, o, whole ? list.text : "other words");
}

/* A value that is not among those announced would be refused in words that
 * nobody reads, and the engine would play as another than was meant. */
static void check_value(match_player *p, const match_option *o,
                        const char *type)
{
    char kind[16];
    if (!words_take(&type, kind, sizeof kind))
        return;
    if (strcmp(kind, "spin") == 0)
        check_number(p, o, type);
    else if (strcmp(kind, "check") == 0 && strcasecmp(o->value, "true") != 0 &&
             strcasecmp(o->value, "false") != 0)
        refuse_value(p, o, "true or false");
    else if (strcmp(kind, "combo") == 0)
        check_choice(p, o, type);
}

/* "option name Some Name type ...": which of ours is it? */
static void hear_option(match_player *p, const char *rest)
{
    char name[MATCH_VALUE];
    if (!take_until(&rest, "name", name) || !take_until(&rest, "type", name))
        return;
    for (int i = 0; i < p->engine->option_count; i++) {
        const match_option *ours = &p->engine->options[i];
        if (strcasecmp(ours->name, name) != 0)
            continue;
        p->known |= UINT32_C(1) << i;
        check_value(p, ours, rest);
    }
}

static void hear_ugi(match_player *p, const char *line)
{
    char word[16];
    const char *rest = line;
    if (!words_take(&rest, word, sizeof word))
        return;
    if (strcmp(word, "bestmove") == 0)
        hear_bestmove(p, rest);
    else if (strcmp(word, "info") == 0 && p->state == PLAYER_THINKING)
        hear_info(p, rest);
    else if (strcmp(word, "option") == 0 && p->state == PLAYER_GREETING)
        hear_option(p, rest);
    else if (strcmp(word, "ugiok") == 0 && p->state == PLAYER_GREETING)
        set_up(p);
    else if (strcmp(word, "readyok") == 0 && p->state == PLAYER_SYNCING)
        p->state = PLAYER_READY;
}

/* "row col", and perhaps a message to the public behind it. */
static void hear_codingame(match_player *p, const char *line)
{
    char row[16], col[16], both[32];
    if (p->state != PLAYER_THINKING || !words_take(&line, row, sizeof row))
        return;
    if (!words_take(&line, col, sizeof col))
        col[0] = '\0';
    (void)snprintf(both, sizeof both, "%s %s", row, col);
    take_move(p, OXO_CODINGAME, both);
}

static void hear_line(const char *line, void *context)
{
    match_player *p = context;
    if (p->engine->protocol == MATCH_UGI)
        hear_ugi(p, line);
    else
        hear_codingame(p, line);
}

void match_player_take(match_player *p, const char *bytes, size_t size)
{
    match_process_take(&p->process, bytes, size, hear_line, p);
    p->heard += size;
    if (p->heard > FLOOD_BYTES)
        match_player_fail(p, MATCH_FLOOD, "wrote %d MiB without a move",
                          FLOOD_BYTES >> 20);
}

void match_player_hear(match_player *p)
{
    /* Bounded, so that the others need not wait for one that talks. */
    char bytes[READ_SIZE];
    const ssize_t n = match_process_read(&p->process, bytes, sizeof bytes);
    if (n == -EAGAIN || n == -EINTR)
        return;
    if (n <= 0)
        fail_ended(p);
    else
        match_player_take(p, bytes, (size_t)n);
}

void match_player_check_time(match_player *p, int64_t now)
{
    if (now < p->deadline)
        return;
    if (p->state == PLAYER_THINKING)
        match_player_fail(p, MATCH_TIMEOUT, "gave no move for %lld ms",
                          (long long)(now - p->asked) / 1000);
    else if (p->state == PLAYER_GREETING)
        match_player_fail(p, MATCH_NO_START, "gave no ugiok for %lld ms",
                          (long long)(now - p->asked) / 1000);
    else if (p->state == PLAYER_SYNCING)
        match_player_fail(p, MATCH_NOT_READY, "gave no readyok for %lld ms",
                          (long long)(now - p->asked) / 1000);
}

void match_player_tell_start(const match_player *p, char out[MATCH_WHY])
{
    /* Of one that was not started, or does run but refuses an option, the
     * detail says as much itself. */
    const bool ended = p->process.pid != 0 && !p->refuses;
    const bool unheard = ended && p->engine->errors[0] == '\0';
    (void)snprintf(out, MATCH_WHY, "%s%.200s%s",
                   ended ? "does not start: it " : "", p->detail,
                   unheard ? "; stderr=FILE keeps what it says" : "");
}

void match_player_dismiss(match_player *p, match_leavers *leavers,
                          int64_t quit_grace)
{
    /* One that is thinking might not look at its input for long. */
    const bool politely =
        p->state != PLAYER_FAILED && p->state != PLAYER_THINKING;
    if (politely && p->engine && p->engine->protocol == MATCH_UGI)
        (void)match_process_write(&p->process, "quit\n");
    match_process_dismiss(&p->process, leavers,
                          politely ? clock_us() + quit_grace : 0);
    match_player_init(p);
}
