/* wire_read.c - messages from clients.
 *
 * One table lists the fields and how to read each of them. Another lists the
 * fields that each type of message needs, and those it may have. Any other
 * field is refused, because ignoring it would hide misspelt names. */
#include "wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json_read.h"
#include "utf8.h"

enum {
    MAX_TOKENS = 64,      /* twice as many as the longest message needs */
    MAX_RAW_TEXT = 256,   /* bytes of a name with spaces around it */
    MAX_QUOTED = 24,      /* bytes of a client's word in an answer */
    MOST_PLY = 80,        /* the last move of the longest game */
    ULTIMATE_LETTERS = 2, /* "ae" */
    MOST_SAFE_BITS = 53   /* whole numbers that a double holds exactly */
};

/* A document, and where its values go. */
typedef struct wire_reading {
    const json_doc *doc;
    wire_message *message;
    char *sentence;
} wire_reading;

typedef oxo_status field_reader(wire_reading *in, int value, const char *name);

/* ---- Refusing ----------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static oxo_status
refuse_message(wire_reading *in, oxo_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(in->sentence, WIRE_SENTENCE, format, arguments);
    va_end(arguments);
    return status;
}

static oxo_status refuse_kind(wire_reading *in, const char *name,
                              const char *what)
{
    return refuse_message(in, OXO_INVALID_MESSAGE, "\"%s\" must be %s", name,
                          what);
}

/* A word of the client's if it is safe to repeat, else "". */
static const char *quotable(const json_doc *doc, int value,
                            char out[MAX_QUOTED])
{
    if (!json_to_string(doc, value, out, MAX_QUOTED))
        return "";
    for (const char *at = out; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789-_",
                    *at))
            return "";
    return out;
}

/* ---- Kinds of values ---------------------------------------------------- */

static oxo_status read_int(wire_reading *in, int value, const char *name,
                           int64_t least, int64_t most, int64_t *ret)
{
    if (json_to_int(in->doc, value, least, most, ret))
        return OXO_OK;
    return refuse_message(in, OXO_INVALID_MESSAGE,
                          "\"%s\" must be a whole number from %" PRId64
                          " to %" PRId64,
                          name, least, most);
}

/* Reads a number of the setup. A number out of range is a setup that does not
 * exist, not a malformed message. */
static oxo_status read_bound(wire_reading *in, int value, const char *name,
                             int64_t least, int64_t most, int64_t *ret)
{
    const oxo_status status = read_int(in, value, name, least, most, ret);
    if (status != OXO_OK && json_kind_of(in->doc, value) == JSON_NUMBER)
        return OXO_INVALID_SETUP;
    return status;
}

/* The length of the space at the start of the text, of any or no width; or 0.
 */
static size_t space_length(const char *text)
{
    static const char *const spaces[] = {
        " ",      "\t",     "\n",     "\r",     "\u00A0", "\u1680",
        "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005",
        "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u200B",
        "\u202F", "\u205F", "\u2060", "\u3000", "\uFEFF"};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (strncmp(text, spaces[i], strlen(spaces[i])) == 0)
            return strlen(spaces[i]);
    return 0;
}

/* The text without the spaces at its ends, `*ret_length` bytes long. */
static const char *trim(const char *text, size_t *ret_length)
{
    for (size_t n; (n = space_length(text)) > 0;)
        text += n;
    size_t end = 0;
    for (size_t i = 0; text[i];) {
        const size_t n = space_length(text + i);
        i += n ? n : 1;
        if (n == 0)
            end = i;
    }
    *ret_length = end;
    return text;
}

static oxo_status read_text(wire_reading *in, int value, const char *name,
                            char *out, size_t most)
{
    char raw[MAX_RAW_TEXT];
    size_t length = 0;
    if (json_kind_of(in->doc, value) != JSON_STRING)
        return refuse_kind(in, name, "a string");
    const bool fits = json_to_string(in->doc, value, raw, sizeof raw);
    const char *text = fits ? trim(raw, &length) : raw;
    if (!fits || length > most)
        return refuse_message(in, OXO_TEXT_TOO_LONG,
                              "\"%s\" has more than %zu bytes", name, most);
    if (!utf8_is_safe(text, length))
        return refuse_message(in, OXO_INVALID_MESSAGE,
                              "\"%s\" has an invisible character", name);
    memcpy(out, text, length);
    out[length] = '\0';
    return OXO_OK;
}

static oxo_status read_secret(wire_reading *in, int value, const char *name,
                              wire_secret *ret, bool *ret_has)
{
    char text[WIRE_SECRET_TEXT];
    if (!json_to_string(in->doc, value, text, sizeof text) ||
        !wire_secret_parse(text, strlen(text), ret))
        return refuse_kind(in, name, "22 characters of base64url");
    *ret_has = true;
    return OXO_OK;
}

/* ---- Fields ------------------------------------------------------------- */

/* For "type" and "ref", which are read before the other fields. */
static oxo_status skip_field(wire_reading *in, int value, const char *name)
{
    (void)in;
    (void)value;
    (void)name;
    return OXO_OK;
}

static oxo_status read_room(wire_reading *in, int value, const char *name)
{
    char text[EVENT_CODE_TEXT];
    if (!json_to_string(in->doc, value, text, sizeof text) ||
        !event_code_parse(text, strlen(text), &in->message->room))
        return refuse_kind(in, name, "a code of six letters and digits");
    in->message->has_room = true;
    return OXO_OK;
}

static oxo_status read_token(wire_reading *in, int value, const char *name)
{
    wire_message *m = in->message;
    return read_secret(in, value, name, &m->token, &m->has_token);
}

static oxo_status read_key(wire_reading *in, int value, const char *name)
{
    wire_message *m = in->message;
    return read_secret(in, value, name, &m->key, &m->has_key);
}

static oxo_status read_name(wire_reading *in, int value, const char *name)
{
    return read_text(in, value, name, in->message->player.name,
                     EVENT_NAME_BYTES);
}

static oxo_status read_avatar(wire_reading *in, int value, const char *name)
{
    return read_text(in, value, name, in->message->player.avatar,
                     EVENT_AVATAR_BYTES);
}

static oxo_status read_variant(wire_reading *in, int value, const char *name)
{
    if (json_kind_of(in->doc, value) != JSON_STRING)
        return refuse_kind(in, name, "a string");
    for (int v = 0; v < OXO_VARIANTS; v++) {
        if (json_is(in->doc, value, oxo_variant_word((oxo_variant)v))) {
            in->message->setup.variant = (uint8_t)v;
            return OXO_OK;
        }
    }
    return refuse_message(in, OXO_UNKNOWN_VARIANT,
                          "\"%s\" must be classic, ultimate, ultimate-cg or "
                          "ultimate-continue",
                          name);
}

static oxo_status read_series(wire_reading *in, int value, const char *name)
{
    int64_t games = 0;
    const oxo_status status =
        read_bound(in, value, name, 1, EVENT_MAX_SERIES, &games);
    if (status != OXO_OK)
        return status;
    if (games % 2 == 0)
        return refuse_message(in, OXO_INVALID_SETUP, "\"%s\" must be odd",
                              name);
    in->message->setup.series = (uint8_t)games;
    return OXO_OK;
}

static oxo_status read_mark(wire_reading *in, int value, const char *name)
{
    static const char *const marks[] = {"X", "O", "random"};
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (json_is(in->doc, value, marks[i])) {
            in->message->setup.first_x = (uint8_t)i;
            return OXO_OK;
        }
    }
    return refuse_kind(in, name, "\"X\", \"O\" or \"random\"");
}

static oxo_status read_public(wire_reading *in, int value, const char *name)
{
    if (!json_to_bool(in->doc, value, &in->message->setup.is_public))
        return refuse_kind(in, name, "true or false");
    return OXO_OK;
}

static oxo_status read_clock(wire_reading *in, int value, const char *name)
{
    const json_kind kind = json_kind_of(in->doc, value);
    if (kind == JSON_NULL)
        return OXO_OK;
    const int initial = json_member(in->doc, value, "initial");
    const int increment = json_member(in->doc, value, "increment");
    const uint32_t known =
        (uint32_t)(initial != JSON_NONE) + (uint32_t)(increment != JSON_NONE);
    if (initial == JSON_NONE || in->doc->tokens[value].count != known)
        return refuse_kind(in, name,
                           "null, or an object of \"initial\" and "
                           "\"increment\"");
    int64_t time = 0, bonus = 0;
    oxo_status status =
        read_bound(in, initial, "initial", 1, EVENT_MAX_INITIAL, &time);
    if (status == OXO_OK && increment != JSON_NONE)
        status = read_bound(in, increment, "increment", 0, EVENT_MAX_INCREMENT,
                            &bonus);
    if (status != OXO_OK)
        return status;
    in->message->setup.initial = (uint32_t)time;
    in->message->setup.increment = (uint32_t)bonus;
    return OXO_OK;
}

static oxo_status read_computer(wire_reading *in, int value, const char *name)
{
    int64_t level = 0;
    if (json_kind_of(in->doc, value) == JSON_NULL)
        return OXO_OK;
    const oxo_status status =
        read_bound(in, value, name, 1, EVENT_MAX_LEVEL, &level);
    in->message->computer = (uint8_t)level;
    return status;
}

static oxo_status read_ply(wire_reading *in, int value, const char *name)
{
    int64_t ply = 0;
    const oxo_status status = read_int(in, value, name, 0, MOST_PLY, &ply);
    in->message->ply = (uint8_t)ply;
    return status;
}

/* The move that letters from a to i name, or -1. */
static int move_of_letters(const char *text)
{
    int move = 0;
    for (const char *at = text; *at; at++) {
        if (*at < 'a' || *at > 'i')
            return -1;
        move = move * OXO_CELLS + (*at - 'a');
    }
    return *text ? move : -1;
}

/* A cell that does not exist is a well-formed move: the room refuses it. */
static oxo_status read_move(wire_reading *in, int value, const char *name)
{
    wire_message *m = in->message;
    int64_t number = -1;
    char text[ULTIMATE_LETTERS + 1];
    const json_kind kind = json_kind_of(in->doc, value);
    if (kind != JSON_STRING && kind != JSON_NUMBER)
        return refuse_kind(in, name, "a string or a number");
    m->move = -1;
    if (json_to_int(in->doc, value, 0, OXO_MAX_MOVES - 1, &number)) {
        m->move = (int)number;
    } else if (json_to_string(in->doc, value, text, sizeof text)) {
        m->letters = (uint8_t)strlen(text);
        m->move = move_of_letters(text);
    }
    return OXO_OK;
}

static oxo_status read_offer(wire_reading *in, int value, const char *name)
{
    char word[16];
    if (!json_to_string(in->doc, value, word, sizeof word) ||
        !event_offer_find(word, strlen(word), &in->message->offer))
        return refuse_kind(in, name, "\"draw\", \"takeback\" or \"rematch\"");
    return OXO_OK;
}

static oxo_status read_result(wire_reading *in, int value, const char *name)
{
    if (json_is(in->doc, value, "draw"))
        in->message->claims_draw = true;
    else if (!json_is(in->doc, value, "win"))
        return refuse_kind(in, name, "\"win\" or \"draw\"");
    return OXO_OK;
}

static oxo_status read_days(wire_reading *in, int value, const char *name)
{
    int64_t days = 0;
    if (json_kind_of(in->doc, value) == JSON_NULL)
        return OXO_OK;
    const oxo_status status =
        read_bound(in, value, name, 1, EVENT_MAX_DAYS, &days);
    if (status != OXO_OK)
        return status;
    if (days != 1 && days != 3 && days != 7 && days != EVENT_MAX_DAYS)
        return refuse_message(in, OXO_INVALID_SETUP,
                              "\"%s\" must be 1, 3, 7 or 14", name);
    in->message->setup.days = (uint8_t)days;
    return OXO_OK;
}

static oxo_status read_seq(wire_reading *in, int value, const char *name)
{
    int64_t seq = 0;
    const oxo_status status = read_int(in, value, name, 0, UINT32_MAX, &seq);
    in->message->seq = (uint32_t)seq;
    in->message->has_seq = status == OXO_OK;
    return status;
}

/* Frequent fields first. */
#define FIELDS(X)                                                             \
    X(TYPE, "type", skip_field)                                               \
    X(REF, "ref", skip_field)                                                 \
    X(PLY, "ply", read_ply)                                                   \
    X(MOVE, "move", read_move)                                                \
    X(ROOM, "room", read_room)                                                \
    X(TOKEN, "token", read_token)                                             \
    X(SEQ, "seq", read_seq)                                                   \
    X(OFFER, "offer", read_offer)                                             \
    X(RESULT, "result", read_result)                                          \
    X(NAME, "name", read_name)                                                \
    X(AVATAR, "avatar", read_avatar)                                          \
    X(KEY, "key", read_key)                                                   \
    X(VARIANT, "variant", read_variant)                                       \
    X(SERIES, "series", read_series)                                          \
    X(MARK, "mark", read_mark)                                                \
    X(PUBLIC, "public", read_public)                                          \
    X(CLOCK, "clock", read_clock)                                             \
    X(DAYS, "days", read_days)                                                \
    X(COMPUTER, "computer", read_computer)

typedef enum field {
#define FIELD_NAME(name, text, read) FIELD_##name,
    FIELDS(FIELD_NAME)
#undef FIELD_NAME
        FIELD_COUNT
} field;

static const struct {
    const char *name;
    uint32_t length;
    field_reader *read;
} fields[FIELD_COUNT] = {
#define FIELD_ENTRY(name, text, read) {text, sizeof(text) - 1, read},
    FIELDS(FIELD_ENTRY)
#undef FIELD_ENTRY
};

/* ---- Words -------------------------------------------------------------- */

#define BIT(name) (1U << FIELD_##name)

enum {
    PERSON = BIT(NAME) | BIT(AVATAR) | BIT(KEY),
    SETUP = BIT(VARIANT) | BIT(SERIES) | BIT(MARK) | BIT(PUBLIC) | BIT(CLOCK) |
            BIT(DAYS) | BIT(COMPUTER),
    SEAT = BIT(ROOM) | BIT(TOKEN),
    ALWAYS = BIT(TYPE) | BIT(REF)
};

static const struct {
    unsigned needs, takes; /* `takes`: besides `needs` and ALWAYS */
} shapes[WIRE_WORD_COUNT] = {
    [WIRE_CREATE_ROOM] = {BIT(VARIANT), PERSON | SETUP},
    [WIRE_JOIN_ROOM] = {BIT(ROOM), PERSON | BIT(TOKEN)},
    [WIRE_REJOIN_ROOM] = {BIT(ROOM) | BIT(TOKEN), BIT(SEQ)},
    [WIRE_SPECTATE] = {BIT(ROOM), BIT(SEQ)},
    [WIRE_MAKE_MOVE] = {BIT(PLY) | BIT(MOVE), SEAT},
    [WIRE_RESIGN] = {0, SEAT},
    [WIRE_OFFER] = {BIT(OFFER), SEAT},
    [WIRE_ACCEPT] = {0, SEAT | BIT(OFFER)},
    [WIRE_DECLINE] = {0, SEAT | BIT(OFFER)},
    [WIRE_REMATCH] = {0, SEAT},
    [WIRE_ABORT] = {0, SEAT},
    [WIRE_CLAIM] = {BIT(RESULT), SEAT},
    [WIRE_RESUME] = {BIT(SEQ), 0},
    [WIRE_LEAVE] = {0, SEAT},
};

static const char *const words[] = {
#define WORD_TEXT(name, word) word,
    WIRE_WORDS(WORD_TEXT)
#undef WORD_TEXT
};

/* ---- Messages ----------------------------------------------------------- */

/* The fields of a document. */
typedef struct form {
    int values[FIELD_COUNT]; /* of those that are present */
    unsigned present;        /* a bit for each field */
    int stranger;            /* the first unknown key, or JSON_NONE */
} form;

static int find_field(const json_doc *doc, int key)
{
    const json_token *token = &doc->tokens[key];
    for (int f = 0; f < FIELD_COUNT; f++) {
        if (token->escaped ? json_is(doc, key, fields[f].name)
                           : token->length == fields[f].length &&
                                 memcmp(doc->text + token->start,
                                        fields[f].name, fields[f].length) == 0)
            return f;
    }
    return FIELD_COUNT;
}

static form sort_fields(const json_doc *doc)
{
    form f = {.present = 0, .stranger = JSON_NONE};
    for (int key = 1; key < doc->count; key = (int)doc->tokens[key + 1].next) {
        const int found = find_field(doc, key);
        if (found < FIELD_COUNT) {
            f.values[found] = key + 1;
            f.present |= 1U << found;
        } else if (f.stranger == JSON_NONE) {
            f.stranger = key;
        }
    }
    return f;
}

static oxo_status read_ref(wire_reading *in, const form *f)
{
    const int64_t most = (INT64_C(1) << MOST_SAFE_BITS) - 1;
    if (!(f->present & BIT(REF)))
        return OXO_OK;
    const oxo_status status =
        read_int(in, f->values[FIELD_REF], "ref", 0, most, &in->message->ref);
    in->message->has_ref = status == OXO_OK;
    return status;
}

static oxo_status read_type(wire_reading *in, const form *f)
{
    const int value = f->values[FIELD_TYPE];
    if (!(f->present & BIT(TYPE)) ||
        json_kind_of(in->doc, value) != JSON_STRING)
        return refuse_kind(in, "type", "present, and a string");
    for (int w = 0; w < WIRE_WORD_COUNT; w++) {
        if (json_is(in->doc, value, words[w])) {
            in->message->word = (wire_word)w;
            return OXO_OK;
        }
    }
    char word[MAX_QUOTED];
    return refuse_message(in, OXO_UNKNOWN_MESSAGE,
                          "there is no message \"%s\"",
                          quotable(in->doc, value, word));
}

static oxo_status refuse_field(wire_reading *in, const char *name)
{
    return refuse_message(in, OXO_INVALID_MESSAGE, "%s takes no field \"%s\"",
                          words[in->message->word], name);
}

/* Checks that all needed fields are present, and only permitted ones. */
static oxo_status check_shape(wire_reading *in, const form *f, unsigned needs,
                              unsigned takes)
{
    if (f->stranger != JSON_NONE) {
        char word[MAX_QUOTED];
        return refuse_field(in, quotable(in->doc, f->stranger, word));
    }
    for (int i = 0; i < FIELD_COUNT; i++) {
        const unsigned bit = 1U << i;
        if (f->present & bit & ~takes)
            return refuse_field(in, fields[i].name);
        if (needs & bit & ~f->present)
            return refuse_message(in, OXO_INVALID_MESSAGE,
                                  "%s needs a field \"%s\"",
                                  words[in->message->word], fields[i].name);
    }
    return OXO_OK;
}

static oxo_status read_fields(wire_reading *in, const form *f)
{
    oxo_status status = OXO_OK;
    for (int i = 0; i < FIELD_COUNT && status == OXO_OK; i++)
        if (f->present & 1U << i)
            status = fields[i].read(in, f->values[i], fields[i].name);
    return status;
}

/* The defaults of a new room: one game, and its creator is X. */
static wire_message empty_message(wire_word word)
{
    return (wire_message){.word = word, .move = -1, .setup = {.series = 1}};
}

static oxo_status read_document(wire_reading *in, const char *text,
                                size_t length, json_token tokens[MAX_TOKENS],
                                json_doc *ret)
{
    json_error error;
    if (!json_read(text, length, tokens, MAX_TOKENS, ret, &error))
        return refuse_message(in, OXO_INVALID_MESSAGE,
                              "not JSON: %s, at byte %zu", error.reason,
                              error.offset);
    if (json_kind_of(ret, 0) != JSON_OBJECT)
        return refuse_message(in, OXO_INVALID_MESSAGE,
                              "a message must be an object");
    return OXO_OK;
}

oxo_status wire_read(const char *text, size_t length, wire_message *ret,
                     char sentence[WIRE_SENTENCE])
{
    json_token tokens[MAX_TOKENS];
    json_doc doc;
    wire_reading in = {&doc, ret, sentence};
    *ret = empty_message(WIRE_CREATE_ROOM);
    sentence[0] = '\0';
    oxo_status status = read_document(&in, text, length, tokens, &doc);
    if (status != OXO_OK)
        return status;
    const form f = sort_fields(&doc);
    status = read_ref(&in, &f);
    if (status == OXO_OK)
        status = read_type(&in, &f);
    if (status == OXO_OK) {
        const unsigned needs = shapes[ret->word].needs;
        status = check_shape(&in, &f, needs,
                             needs | shapes[ret->word].takes | ALWAYS);
    }
    return status == OXO_OK ? read_fields(&in, &f) : status;
}

oxo_status wire_read_body(wire_word word, const char *text, size_t length,
                          wire_message *ret, char sentence[WIRE_SENTENCE])
{
    json_token tokens[MAX_TOKENS];
    json_doc doc;
    wire_reading in = {&doc, ret, sentence};
    assert(word < WIRE_WORD_COUNT);
    *ret = empty_message(word);
    sentence[0] = '\0';
    if (length == 0) {
        text = "{}";
        length = strlen(text);
    }
    oxo_status status = read_document(&in, text, length, tokens, &doc);
    if (status != OXO_OK)
        return status;
    const form f = sort_fields(&doc);
    const unsigned needs = shapes[word].needs & ~(unsigned)SEAT;
    const unsigned takes =
        (needs | shapes[word].takes | BIT(REF)) & ~BIT(ROOM);
    status = read_ref(&in, &f);
    if (status == OXO_OK)
        status = check_shape(&in, &f, needs, takes);
    return status == OXO_OK ? read_fields(&in, &f) : status;
}

int wire_move(const wire_message *m, oxo_variant variant)
{
    const int letters = variant == OXO_CLASSIC ? 1 : ULTIMATE_LETTERS;
    return m->letters == 0 || m->letters == letters ? m->move : -1;
}
