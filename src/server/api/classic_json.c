/* classic_json.c - 001's requests and answers: UUIDs and JSON. */
#include <string.h>

#include "classic_service.h"
#include "json_read.h"
#include "json_write.h"

/* ---- UUIDs -------------------------------------------------------------- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool has_dash(size_t i)
{
    return i == 8 || i == 13 || i == 18 || i == 23;
}

bool classic_uuid_parse(const char *text, size_t length, store_uuid *ret)
{
    store_uuid id = {{0}};
    int digits = 0;
    if (length != CLASSIC_UUID_TEXT - 1)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (has_dash(i)) {
            if (text[i] != '-')
                return false;
            continue;
        }
        const int value = hex_digit(text[i]);
        if (value < 0)
            return false;
        id.bytes[digits / 2] = (uint8_t)(id.bytes[digits / 2] << 4 | value);
        digits++;
    }
    *ret = id;
    return true;
}

void classic_uuid_format(const store_uuid *id, char out[CLASSIC_UUID_TEXT])
{
    static const char hex[] = "0123456789abcdef";
    int digits = 0;
    for (size_t i = 0; i < CLASSIC_UUID_TEXT - 1; i++) {
        if (has_dash(i)) {
            out[i] = '-';
            continue;
        }
        const uint8_t byte = id->bytes[digits / 2];
        out[i] = hex[digits % 2 == 0 ? byte >> 4 : byte & 15];
        digits++;
    }
    out[CLASSIC_UUID_TEXT - 1] = '\0';
}

/* ---- Reading ------------------------------------------------------------ */

enum { MOST_TOKENS = 64 };

static oxo_status refuse_body(oxo_status status, const char *words,
                              char sentence[CLASSIC_SENTENCE])
{
    snprintf(sentence, CLASSIC_SENTENCE, "%s",
             words ? words : oxo_status_sentence(status));
    return status;
}

/* Anything that is not the value of a cell becomes -1, which
 * oxo_board_from_matrix() refuses. */
static bool read_row(const json_doc *doc, int row, int out[3])
{
    for (int i = 0; i < 3; i++) {
        const int cell = json_element(doc, row, i);
        int64_t value = -1;
        if (cell == JSON_NONE)
            return false;
        json_to_int(doc, cell, 0, 2, &value);
        out[i] = (int)value;
    }
    return json_element(doc, row, 3) == JSON_NONE;
}

static oxo_status read_board(const json_doc *doc, oxo_board *ret,
                             char sentence[CLASSIC_SENTENCE])
{
    const int rows = json_member(doc, 0, "board");
    int values[3][3];
    if (rows == JSON_NONE)
        return refuse_body(OXO_INVALID_MESSAGE, "there is no board", sentence);
    for (int i = 0; i < 3; i++)
        if (!read_row(doc, json_element(doc, rows, i), values[i]))
            return refuse_body(OXO_BOARD_SIZE, NULL, sentence);
    if (json_element(doc, rows, 3) != JSON_NONE)
        return refuse_body(OXO_BOARD_SIZE, NULL, sentence);
    const oxo_status status = oxo_board_from_matrix(&values[0][0], 3, 3, ret);
    return status == OXO_OK ? OXO_OK : refuse_body(status, NULL, sentence);
}

static oxo_status read_id(const json_doc *doc, const char *id, size_t length,
                          store_uuid *ret, char sentence[CLASSIC_SENTENCE])
{
    char text[CLASSIC_UUID_TEXT];
    store_uuid again;
    const int value = json_member(doc, 0, "uuid");
    if (!classic_uuid_parse(id, length, ret))
        return refuse_body(OXO_INVALID_MESSAGE,
                           "the URL does not end in a UUID", sentence);
    if (value == JSON_NONE)
        return OXO_OK;
    if (!json_to_string(doc, value, text, sizeof text) ||
        !classic_uuid_parse(text, strlen(text), &again))
        return refuse_body(OXO_INVALID_MESSAGE, "uuid is not a UUID",
                           sentence);
    if (memcmp(&again, ret, sizeof again) != 0)
        return refuse_body(OXO_INVALID_MESSAGE,
                           "uuid differs from the one in the URL", sentence);
    return OXO_OK;
}

oxo_status classic_game_read(const char *id, size_t id_length,
                             const char *body, size_t length,
                             classic_game *ret,
                             char sentence[CLASSIC_SENTENCE])
{
    json_token tokens[MOST_TOKENS];
    json_doc doc;
    json_error error;
    classic_game game;
    if (!json_read(body, length, tokens, MOST_TOKENS, &doc, &error)) {
        snprintf(sentence, CLASSIC_SENTENCE, "byte %zu: %s", error.offset + 1,
                 error.reason);
        return OXO_INVALID_MESSAGE;
    }
    if (json_kind_of(&doc, 0) != JSON_OBJECT)
        return refuse_body(OXO_INVALID_MESSAGE,
                           "the body is not a JSON object", sentence);
    oxo_status status = read_id(&doc, id, id_length, &game.id, sentence);
    if (status == OXO_OK)
        status = read_board(&doc, &game.board, sentence);
    if (status == OXO_OK)
        *ret = game;
    return status;
}

/* ---- Writing ------------------------------------------------------------ */

static void write_board(json_writer *w, const oxo_board *board)
{
    int values[3][3];
    oxo_board_to_matrix(*board, values);
    json_open_array(w, "board");
    for (int row = 0; row < 3; row++) {
        json_open_array(w, NULL);
        for (int col = 0; col < 3; col++)
            json_int(w, NULL, values[row][col]);
        json_close(w);
    }
    json_close(w);
}

void classic_answer_write(const classic_answer *answer, FILE *out)
{
    char id[CLASSIC_UUID_TEXT];
    json_writer w = json_to(out);
    classic_uuid_format(&answer->game.id, id);
    json_open_object(&w, NULL);
    json_string(&w, "uuid", id);
    write_board(&w, &answer->game.board);
    if (answer->over) {
        json_bool(&w, "game_over", true);
        json_int(&w, "winner", answer->winner);
    }
    json_close(&w);
}
