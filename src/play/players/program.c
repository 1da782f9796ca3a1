/* program.c - the other side of UGI and of CodinGame's protocol. */
#include "program.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "clock.h"
#include "number.h"
#include "words.h"

enum {
    FLOOD_BYTES = 64 << 20, /* more output for one move is a fault */
    READ_SIZE = 16384,      /* bytes read at a time */
    QUESTION = 2048,        /* longest text that asks for a move */
    PATH_SHOWN = 100,       /* bytes of a path in a message */
    MAX_SCORE = 1000000
};

void program_init(program *p)
{
    memset(p, 0, sizeof *p);
    program_process_init(&p->process);
}

void program_fail(program *p, program_fault fault, const char *format, ...)
{
    va_list arguments;
    if (p->state == PROGRAM_FAILED)
        return;
    va_start(arguments, format);
    (void)vsnprintf(p->detail, sizeof p->detail, format, arguments);
    va_end(arguments);
    p->state = PROGRAM_FAILED;
    p->fault = fault;
}

void program_refuse(program *p, const oxo_position *now, oxo_status status)
{
    if (p->move == OXO_NO_MOVE)
        program_fail(p, PROGRAM_ILLEGAL_MOVE, "played \"%s\": not a move",
                     p->words);
    else if (status == OXO_WRONG_BOARD)
        program_fail(p, PROGRAM_ILLEGAL_MOVE,
                     "played \"%s\": the last move sends this one to "
                     "board %c",
                     p->words, 'a' + now->as.ultimate.forced);
    else
        program_fail(p, PROGRAM_ILLEGAL_MOVE, "played \"%s\": %s", p->words,
                     oxo_status_sentence(status));
}

/* ---- Writing ------------------------------------------------------------ */

static void fail_exited(program *p)
{
    char how[64];
    program_process_describe_end(&p->process, how, sizeof how);
    const bool starting = p->state == PROGRAM_GREETING ||
                          (p->state == PROGRAM_SYNCING && !p->used);
    program_fail(p, starting ? PROGRAM_NO_START : PROGRAM_CRASH, "%s", how);
}

static void send_text(program *p, const char *text)
{
    const int status = program_process_write(&p->process, text);
    if (status == -EPIPE)
        fail_exited(p);
    else if (status < 0)
        program_fail(p, PROGRAM_CRASH, "does not read its input: %s",
                     strerror(-status));
}

static void expect_answer(program *p, program_state state, int64_t patience)
{
    if (p->state == PROGRAM_FAILED)
        return;
    p->state = state;
    p->asked = clock_us();
    p->deadline = p->asked + patience;
    p->heard = 0;
}

/* ---- Starting ----------------------------------------------------------- */

/* Of a long path the message shows the end, which says more than the
 * beginning. */
static void fail_start(program *p, int status)
{
    char path[PROGRAM_COMMAND];
    const char *key = program_process_culprit(p->spec, status, path);
    const size_t length = strlen(path);
    const size_t cut = length > PATH_SHOWN ? length - PATH_SHOWN : 0;
    program_fail(p, PROGRAM_NO_START, "cannot be started: %s%s%s: %s", key,
                 cut > 0 ? "..." : "", path + cut, strerror(-status));
}

void program_start(program *p, const program_spec *spec, int number,
                   oxo_variant variant, int64_t grace)
{
    program_init(p);
    p->spec = spec;
    p->number = number;
    p->variant = variant;
    p->grace = grace;
    const int status = program_process_start(&p->process, spec);
    if (status < 0) {
        fail_start(p, status);
    } else if (spec->protocol == PROTOCOL_CODINGAME) {
        expect_answer(p, PROGRAM_READY, 0);
    } else {
        expect_answer(p, PROGRAM_GREETING, grace);
        send_text(p, "ugi\n");
    }
}

static void send_option(program *p, const char *name, const char *value)
{
    char line[PROGRAM_NAME + PROGRAM_VALUE + 32];
    (void)snprintf(line, sizeof line, "setoption name %s value %s\n", name,
                   value);
    send_text(p, line);
}

static void send_new_game(program *p)
{
    expect_answer(p, PROGRAM_SYNCING, p->grace);
    send_text(p, "uginewgame\nisready\n");
}

static void send_options(program *p)
{
    p->greeted = true;
    send_option(p, "UGI_Variant", oxo_variant_word(p->variant));
    for (int i = 0; i < p->spec->option_count; i++)
        send_option(p, p->spec->options[i].name, p->spec->options[i].value);
    send_new_game(p);
}

void program_renew(program *p)
{
    assert(p->state == PROGRAM_READY);
    if (p->spec->protocol == PROTOCOL_UGI)
        send_new_game(p);
}

/* ---- Asking ------------------------------------------------------------- */

typedef struct text_buffer {
    size_t used;
    char text[QUESTION];
} text_buffer;

static void add_text(text_buffer *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_text(text_buffer *b, const char *format, ...)
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
    add_text(b, "%s%s", before, text);
}

static void add_position(text_buffer *b, const oxo_game *g)
{
    const oxo_variant variant = oxo_game_variant(g);
    const oxo_position start = oxo_position_start(variant);
    if (memcmp(&start, &g->start, sizeof start) == 0) {
        add_text(b, "position startpos");
    } else {
        char text[OXO_POSITION_TEXT];
        (void)oxo_position_format(OXO_NATIVE, &g->start, text, NULL);
        add_text(b, "position fen %s", text);
    }
    if (g->length > 0)
        add_text(b, " moves");
    for (int i = 0; i < g->length; i++)
        add_move(b, OXO_NATIVE, variant, g->history[i].move, " ");
    add_text(b, "\n");
}

static void add_limits(text_buffer *b, const program_question *q)
{
    const program_limits *l = q->limits;
    int64_t time = l->move_time;
    if (q->first && l->first_time > 0)
        time = l->first_time;
    add_text(b, "go");
    for (int side = 0; side < 2; side++)
        if (q->clock[side] >= 0)
            add_text(b, " p%dtime %lld", side + 1, (long long)q->clock[side]);
    for (int side = 0; side < 2; side++)
        if (q->clock[side] >= 0)
            add_text(b, " p%dinc %lld", side + 1,
                     (long long)q->increment[side]);
    if (time > 0)
        add_text(b, " movetime %lld", (long long)time);
    if (l->nodes > 0)
        add_text(b, " nodes %llu", (unsigned long long)l->nodes);
    if (l->depth > 0)
        add_text(b, " depth %lld", (long long)l->depth);
    add_text(b, "\n");
}

/* The opponent's move, or -1 -1, and the legal moves. */
static void add_turn(text_buffer *b, const oxo_game *g)
{
    const oxo_variant variant = oxo_game_variant(g);
    const oxo_move last = oxo_game_last_move(g);
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&g->now, moves);
    if (last == OXO_NO_MOVE)
        add_text(b, "-1 -1");
    else
        add_move(b, OXO_CODINGAME, variant, last, "");
    add_text(b, "\n%d\n", count);
    for (int i = 0; i < count; i++) {
        add_move(b, OXO_CODINGAME, variant, moves[i], "");
        add_text(b, "\n");
    }
}

void program_ask(program *p, const program_question *q)
{
    assert(p->state == PROGRAM_READY);

    text_buffer b = {.used = 0};
    if (p->spec->protocol == PROTOCOL_UGI) {
        add_position(&b, q->game);
        add_limits(&b, q);
    } else {
        add_turn(&b, q->game);
    }
    p->used = true;
    p->score = (program_score){OXO_EVAL_NONE, 0};
    expect_answer(p, PROGRAM_THINKING, q->deadline);
    send_text(p, b.text);
}

void program_stop(program *p)
{
    if (p->state == PROGRAM_THINKING && p->spec->protocol == PROTOCOL_UGI)
        send_text(p, "stop\n");
}

/* ---- Reading ------------------------------------------------------------ */

static void take_move(program *p, oxo_notation notation, const char *words)
{
    oxo_move m;
    (void)snprintf(p->words, sizeof p->words, "%s", words);
    p->time_used = clock_us() - p->asked;
    p->move = OXO_NO_MOVE;
    if (oxo_move_parse(notation, p->variant, p->words, &m, NULL) == OXO_OK)
        p->move = m;
    p->state = PROGRAM_MOVED;
}

static void hear_bestmove(program *p, const char *rest)
{
    char word[32];
    if (p->state != PROGRAM_THINKING)
        return;
    if (!words_take(&rest, word, sizeof word))
        word[0] = '\0';
    take_move(p, OXO_NATIVE, word);
}

static void hear_score(program *p, const char *rest)
{
    char kind[16], number[16];
    int64_t value;
    if (!words_take(&rest, kind, sizeof kind) ||
        !words_take(&rest, number, sizeof number) ||
        !number_read(number, -MAX_SCORE, MAX_SCORE, &value))
        return;
    if (strcmp(kind, "cp") == 0)
        p->score = (program_score){OXO_EVAL_ESTIMATE, (int32_t)value};
    else if (strcmp(kind, "mate") == 0 && value != 0)
        p->score = (program_score){OXO_EVAL_WIN, (int32_t)value};
}

/* Takes the score of the best variation. Words after `string` and `pv` are not
 * keys. */
static void hear_info(program *p, const char *rest)
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

/* The number after the word `key`; false if there is none. */
static bool find_number(const char *text, const char *key, int64_t *ret)
{
    char word[32];
    while (words_take(&text, word, sizeof word))
        if (strcmp(word, key) == 0)
            return words_take(&text, word, sizeof word) &&
                   number_read(word, INT64_MIN, INT64_MAX, ret);
    return false;
}

/* Takes the words of `*text` up to the word `stop`, and `stop` itself; writes
 * those before `stop` to `out`, with single blanks between them. False, after
 * taking all words, if there is no `stop`. */
static bool take_until(const char **text, const char *stop,
                       char out[PROGRAM_VALUE])
{
    char word[PROGRAM_VALUE];
    size_t used = 0;
    out[0] = '\0';
    while (words_take(text, word, sizeof word)) {
        if (strcmp(word, stop) == 0)
            return true;
        const int n = snprintf(out + used, PROGRAM_VALUE - used, "%s%s",
                               used > 0 ? " " : "", word);
        used += (size_t)n;
        if (used >= PROGRAM_VALUE)
            used = PROGRAM_VALUE - 1;
    }
    return false;
}

static void refuse_value(program *p, const program_option *o, const char *what)
{
    p->refuses = true;
    program_fail(p, PROGRAM_NO_START, "takes %s for option %s, not '%.40s'",
                 what, o->name, o->value);
}

static void check_number(program *p, const program_option *o, const char *type)
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

/* A list as "one, two or three", as far as there is room. */
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

/* `type` is like "combo default one var one var two". */
static void check_choice(program *p, const program_option *o, const char *type)
{
    char choice[PROGRAM_VALUE];
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

/* Fails the program if it does not accept the value that we want to set:
 * otherwise it would play with another value, and nobody would notice. */
static void check_value(program *p, const program_option *o, const char *type)
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

/* Handles "option name Some Name type ...". */
static void hear_option(program *p, const char *rest)
{
    char name[PROGRAM_VALUE];
    if (!take_until(&rest, "name", name) || !take_until(&rest, "type", name))
        return;
    for (int i = 0; i < p->spec->option_count; i++) {
        const program_option *ours = &p->spec->options[i];
        if (strcasecmp(ours->name, name) != 0)
            continue;
        p->known |= UINT32_C(1) << i;
        check_value(p, ours, rest);
    }
}

static void hear_ugi(program *p, const char *line)
{
    char word[16];
    const char *rest = line;
    if (!words_take(&rest, word, sizeof word))
        return;
    if (strcmp(word, "bestmove") == 0)
        hear_bestmove(p, rest);
    else if (strcmp(word, "info") == 0 && p->state == PROGRAM_THINKING)
        hear_info(p, rest);
    else if (strcmp(word, "option") == 0 && p->state == PROGRAM_GREETING)
        hear_option(p, rest);
    else if (strcmp(word, "ugiok") == 0 && p->state == PROGRAM_GREETING)
        send_options(p);
    else if (strcmp(word, "readyok") == 0 && p->state == PROGRAM_SYNCING)
        p->state = PROGRAM_READY;
}

/* Handles "row col", perhaps followed by a message for spectators. */
static void hear_codingame(program *p, const char *line)
{
    char row[16], col[16], both[32];
    if (p->state != PROGRAM_THINKING || !words_take(&line, row, sizeof row))
        return;
    if (!words_take(&line, col, sizeof col))
        col[0] = '\0';
    (void)snprintf(both, sizeof both, "%s %s", row, col);
    take_move(p, OXO_CODINGAME, both);
}

static void on_line(const char *line, void *context)
{
    program *p = context;
    if (p->spec->protocol == PROTOCOL_UGI)
        hear_ugi(p, line);
    else
        hear_codingame(p, line);
}

void program_take(program *p, const char *bytes, size_t size)
{
    program_process_take(&p->process, bytes, size, on_line, p);
    p->heard += size;
    if (p->heard > FLOOD_BYTES)
        program_fail(p, PROGRAM_FLOOD, "wrote %d MiB without a move",
                     FLOOD_BYTES >> 20);
}

void program_hear(program *p)
{
    /* One bounded read, so that a talkative program does not delay others. */
    char bytes[READ_SIZE];
    const ssize_t n = program_process_read(&p->process, bytes, sizeof bytes);
    if (n == -EAGAIN || n == -EINTR)
        return;
    if (n <= 0)
        fail_exited(p);
    else
        program_take(p, bytes, (size_t)n);
}

void program_check_time(program *p, int64_t now)
{
    if (now < p->deadline)
        return;
    if (p->state == PROGRAM_THINKING)
        program_fail(p, PROGRAM_TIMEOUT, "gave no move for %lld ms",
                     (long long)(now - p->asked) / 1000);
    else if (p->state == PROGRAM_GREETING)
        program_fail(p, PROGRAM_NO_START, "gave no ugiok for %lld ms",
                     (long long)(now - p->asked) / 1000);
    else if (p->state == PROGRAM_SYNCING)
        program_fail(p, PROGRAM_NOT_READY, "gave no readyok for %lld ms",
                     (long long)(now - p->asked) / 1000);
}

void program_explain_start(const program *p, char out[PROGRAM_WHY])
{
    /* The detail is complete in itself if there is no process, or if the
     * program runs but does not accept an option. */
    const bool ended = p->process.pid != 0 && !p->refuses;
    const bool unheard = ended && p->spec->errors[0] == '\0';
    (void)snprintf(out, PROGRAM_WHY, "%s%.200s%s",
                   ended ? "does not start: it " : "", p->detail,
                   unheard ? "; stderr=FILE keeps what it says" : "");
}

void program_dismiss(program *p, program_leavers *leavers, int64_t quit_grace)
{
    /* While it thinks, a program may not read its input for a long time. */
    const bool politely =
        p->state != PROGRAM_FAILED && p->state != PROGRAM_THINKING;
    if (politely && p->spec && p->spec->protocol == PROTOCOL_UGI)
        (void)program_process_write(&p->process, "quit\n");
    program_process_dismiss(&p->process, leavers,
                            politely ? clock_us() + quit_grace : 0);
    program_init(p);
}
