/* menace_file.c - see menace_file.h. */
#include "menace_file.h"

#include <inttypes.h>
#include <string.h>

#include "number.h"

static void position_text(const menace_box *box, char out[OXO_POSITION_TEXT])
{
    const oxo_position p = oxo_position_of_classic(box->position);
    oxo_position_format(OXO_NATIVE, &p, out, NULL);
}

/* ---- Writing ------------------------------------------------------------ */

static void write_boxes(FILE *out, const menace_machine *m)
{
    for (int i = 0; i < m->count; i++) {
        const menace_box *box = &m->boxes[i];
        char text[OXO_POSITION_TEXT];
        position_text(box, text);
        fprintf(out, "%s:", text);
        for (int k = 0; k < box->count; k++)
            fprintf(out, " %c%d", 'a' + box->moves[k], box->beads[k]);
        fputc('\n', out);
    }
}

void menace_file_write(FILE *out, const menace_school *s)
{
    fprintf(out,
            "oxo-menace 1\nwon %" PRIu32 " drawn %" PRIu32 " lost %" PRIu32
            "\n",
            s->won, s->drawn, s->lost);
    write_boxes(out, &s->pupil);
    if (s->has_rival)
        write_boxes(out, &s->rival);
}

/* ---- Reading ------------------------------------------------------------ */

/* The position in the text. After an error all functions do nothing. */
typedef struct menace_cursor {
    const char *text;
    size_t length, at, line_start;
    oxo_text_error error;
} menace_cursor;

static bool is_valid_so_far(const menace_cursor *c)
{
    return c->error.status == OXO_OK;
}

static void refuse_text(menace_cursor *c, const char *reason)
{
    if (!is_valid_so_far(c))
        return;
    c->error.status = OXO_SYNTAX;
    c->error.column = (int)(c->at - c->line_start) + 1;
    c->error.reason = reason;
}

static void expect(menace_cursor *c, const char *words, const char *reason)
{
    const size_t n = strlen(words);
    if (!is_valid_so_far(c))
        return;
    if (c->length - c->at < n || memcmp(c->text + c->at, words, n) != 0)
        refuse_text(c, reason);
    else
        c->at += n;
}

static void expect_end_of_line(menace_cursor *c)
{
    if (c->at < c->length && c->text[c->at] == '\r')
        c->at++;
    expect(c, "\n", "expected the end of the line");
    if (!is_valid_so_far(c))
        return;
    c->line_start = c->at;
    c->error.line++;
}

static uint32_t read_count(menace_cursor *c, uint32_t most)
{
    uint64_t n = 0;
    if (!is_valid_so_far(c))
        return 0;
    const size_t digits = number_scan(c->text + c->at, c->length - c->at, &n);
    c->at += digits;
    if (digits == 0)
        refuse_text(c, "expected a number");
    else if (n > most)
        refuse_text(c, "the number is too large");
    return n > most ? most : (uint32_t)n;
}

/* The numbers of games won, drawn and lost. */
static void read_head(menace_cursor *c, uint32_t ret[3])
{
    expect(c, "oxo-menace 1", "the first line must be 'oxo-menace 1'");
    expect_end_of_line(c);
    expect(c, "won ", "the second line must begin with 'won'");
    ret[0] = read_count(c, MENACE_MOST_GAMES);
    expect(c, " drawn ", "expected 'drawn' and the number of draws");
    ret[1] = read_count(c, MENACE_MOST_GAMES);
    expect(c, " lost ", "expected 'lost' and the number of losses");
    ret[2] = read_count(c, MENACE_MOST_GAMES);
    expect_end_of_line(c);
}

static void read_box(menace_cursor *c, menace_box *box)
{
    char text[OXO_POSITION_TEXT];
    position_text(box, text);
    expect(c, text, "this is not the position of the next box");
    expect(c, ":", "expected a colon after the position");
    for (int i = 0; i < box->count; i++) {
        const char move[] = {' ', (char)('a' + box->moves[i]), '\0'};
        expect(c, move, "this is not the next move of the box");
        box->beads[i] = (uint16_t)read_count(c, MENACE_MOST_BEADS);
    }
    if (menace_is_first(box) && menace_total(box) == 0)
        refuse_text(c, "a box for the first move needs at least one bead");
    expect_end_of_line(c);
}

static void read_boxes(menace_cursor *c, menace_machine *m)
{
    for (int i = 0; i < m->count && is_valid_so_far(c); i++)
        read_box(c, &m->boxes[i]);
}

static void read_machines(menace_cursor *c, menace_school *s)
{
    read_boxes(c, &s->pupil);
    s->has_rival = c->at < c->length;
    if (s->has_rival)
        read_boxes(c, &s->rival);
    if (c->at < c->length)
        refuse_text(c, "something follows the last box");
}

oxo_status menace_file_read(const char *text, size_t length,
                            menace_school *ret, oxo_text_error *ret_error)
{
    menace_cursor c = {.text = text, .length = length, .error = {.line = 1}};
    uint32_t games[3] = {0};
    read_head(&c, games);
    /* Check the head first: making 593 boxes takes time. */
    if (is_valid_so_far(&c)) {
        menace_school s;
        menace_school_init(&s);
        s.won = games[0];
        s.drawn = games[1];
        s.lost = games[2];
        read_machines(&c, &s);
        if (is_valid_so_far(&c))
            *ret = s;
    }
    if (!is_valid_so_far(&c))
        *ret_error = c.error;
    return c.error.status;
}
