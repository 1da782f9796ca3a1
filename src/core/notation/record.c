/* record.c - a game with its tags and notes, as a value.
 *
 * A record that is written and read back is the same: the six tags that every
 * file has are always there, comments are in the order of their moves, and
 * white space is normalised when a comment is set. */
#include "oxo/notation.h"

#include <assert.h>
#include <string.h>

#include "comment.h"
#include "record.h"
#include "utf8.h"

const char *const record_results[4] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *const record_special_names[RECORD_SPECIALS] = {"Result", "Variant",
                                                           "SetUp", "FEN"};

static const char *const roster[RECORD_ROSTER] = {"Event", "Site", "Date",
                                                  "Round", "X",    "O"};

void oxo_record_init(oxo_record *ret, const oxo_game *game)
{
    memset(ret, 0, sizeof(*ret));
    ret->game = oxo_game_from(&game->start);
    ret->game.now = game->now;
    ret->game.length = game->length;
    memcpy(ret->game.history, game->history,
           game->length * sizeof(game->history[0]));
    ret->result = oxo_game_outcome(game);
    for (int i = 0; i < RECORD_ROSTER; i++)
        oxo_record_set_tag(ret, roster[i], "?");
    for (int ply = 0; ply <= OXO_MAX_MOVES; ply++)
        ret->notes[ply].clock = -1;
    ret->comments_length = 1;
}

/* ---- Tags --------------------------------------------------------------- */

int record_find_special(const char *name)
{
    for (int i = 0; i < RECORD_SPECIALS; i++) {
        if (strcmp(name, record_special_names[i]) == 0)
            return i;
    }
    return -1;
}

int record_find_tag(const oxo_record *r, const char *name)
{
    for (int i = 0; i < r->tag_count; i++) {
        if (strcmp(name, r->tags[i].name) == 0)
            return i;
    }
    return -1;
}

const char *oxo_record_tag(const oxo_record *r, const char *name)
{
    const int i = record_find_tag(r, name);
    return i < 0 ? NULL : r->tags[i].value;
}

static oxo_status check_name(const char *name)
{
    size_t n = 0;
    while (text_is_letter(name[n]) || text_is_digit(name[n]) || name[n] == '_')
        n++;
    if (n == 0 || name[n] != '\0' || record_find_special(name) >= 0)
        return OXO_SYNTAX;
    return n < OXO_TAG_NAME ? OXO_OK : OXO_TEXT_TOO_LONG;
}

static oxo_status check_value(const char *value)
{
    const size_t length = strlen(value);
    for (size_t i = 0; i < length;) {
        const size_t n = utf8_text_length(value + i, length - i);
        if (n == 0)
            return OXO_SYNTAX;
        i += n;
    }
    return length < OXO_TAG_VALUE ? OXO_OK : OXO_TEXT_TOO_LONG;
}

oxo_status oxo_record_set_tag(oxo_record *r, const char *name,
                              const char *value)
{
    oxo_status status = check_name(name);
    if (status == OXO_OK)
        status = check_value(value);
    if (status != OXO_OK)
        return status;
    int i = record_find_tag(r, name);
    if (i < 0) {
        if (r->tag_count == OXO_MAX_TAGS)
            return OXO_TEXT_TOO_LONG;
        i = r->tag_count++;
    }
    oxo_tag tag = {.name = ""}; /* `value` may point into this tag */
    memcpy(tag.name, name, strlen(name));
    memcpy(tag.value, value, strlen(value));
    r->tags[i] = tag;
    return OXO_OK;
}

/* ---- Comments ----------------------------------------------------------- */

const char *oxo_record_comment(const oxo_record *r, int ply)
{
    assert(ply >= 0 && ply <= r->game.length);
    return r->comments + r->notes[ply].comment;
}

/* Where the comment after `ply` moves begins, or would begin. */
static size_t comment_place(const oxo_record *r, int ply)
{
    for (; ply <= OXO_MAX_MOVES; ply++) {
        if (r->notes[ply].comment != 0)
            return r->notes[ply].comment;
    }
    return r->comments_length;
}

/* Replaces the comment after `ply` moves by `size` bytes, which are a text
 * with its NUL, or nothing. Moves the later comments. */
static void splice_comment(oxo_record *r, int ply, const char *text,
                           size_t size)
{
    const size_t place = comment_place(r, ply);
    const size_t old =
        r->notes[ply].comment == 0 ? 0 : strlen(r->comments + place) + 1;
    memmove(r->comments + place + size, r->comments + place + old,
            r->comments_length - place - old);
    memcpy(r->comments + place, text, size);
    r->comments_length = (uint16_t)(r->comments_length - old + size);
    memset(r->comments + r->comments_length, 0,
           OXO_COMMENTS_TEXT - r->comments_length);

    r->notes[ply].comment = (uint16_t)(size == 0 ? 0 : place);
    for (int later = ply + 1; later <= OXO_MAX_MOVES; later++) {
        uint16_t *comment = &r->notes[later].comment;
        *comment = (uint16_t)(*comment == 0 ? 0 : *comment - old + size);
    }
}

oxo_status oxo_record_set_comment(oxo_record *r, int ply, const char *text)
{
    const size_t old = strlen(oxo_record_comment(r, ply));
    const size_t room =
        OXO_COMMENTS_TEXT - r->comments_length + (old == 0 ? 0 : old + 1);
    char words[OXO_COMMENTS_TEXT] = "";
    comment_sink sink = {.words = {.out = words, .size = room}};
    text_reader in = text_open(text, strlen(text), SIZE_MAX);
    if (comment_read(&in, TEXT_END, &sink))
        splice_comment(r, ply, words,
                       sink.words.length == 0 ? 0 : sink.words.length + 1);
    return text_result(&in, NULL);
}

/* ---- Result ------------------------------------------------------------- */

oxo_status oxo_record_set_result(oxo_record *r, oxo_outcome result)
{
    assert(result <= OXO_DRAW);
    const oxo_outcome outcome = oxo_game_outcome(&r->game);
    if (outcome != OXO_ONGOING && outcome != result)
        return OXO_WRONG_RESULT;
    r->result = result;
    return OXO_OK;
}
