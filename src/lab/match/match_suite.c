/* match_suite.c - the openings of a match: none, random, or from a file. */
#include "match_suite.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "oxo/playout.h"
#include "whole_file.h"
#include "words.h"

enum { MAX_FILE = 64 << 20 };

oxo_position match_opening_position(const match_opening *o)
{
    oxo_position p = o->start;
    for (int i = 0; i < o->length; i++)
        p = oxo_position_play(&p, o->moves[i]);
    return p;
}

const match_opening *match_suite_at(const match_suite *suite, int round)
{
    return &suite->openings[round % suite->count];
}

void match_suite_destroy(match_suite *suite)
{
    free(suite->openings);
    suite->openings = NULL;
    suite->count = 0;
}

static int append(match_suite *suite, const match_opening *o)
{
    /* Doubles whenever the count is a power of two. */
    if ((suite->count & (suite->count - 1)) == 0) {
        const size_t room = suite->count ? 2 * (size_t)suite->count : 1;
        match_opening *grown =
            realloc(suite->openings, room * sizeof *suite->openings);
        if (!grown)
            return -ENOMEM;
        suite->openings = grown;
    }
    suite->openings[suite->count++] = *o;
    return 0;
}

/* ---- Random openings ---------------------------------------------------- */

/* The positions that were used already, by their keys: a hash table with open
 * addressing. 0 marks an empty slot. */
typedef struct used_set {
    uint64_t *slots;
    size_t room;
} used_set;

/* Equal for positions that are equal up to symmetry; never 0. */
static uint64_t key_of(const oxo_position *p)
{
    uint64_t key;
    if (p->variant == OXO_CLASSIC) {
        const oxo_classic c = oxo_classic_canonical(p->as.classic, NULL);
        key = oxo_classic_hash(&c);
    } else {
        const oxo_ultimate u = oxo_ultimate_canonical(p->as.ultimate, NULL);
        key = oxo_ultimate_hash(&u);
    }
    return key ? key : 1;
}

/* Adds a key; false if it is in the set already. */
static bool mark_used(used_set *set, uint64_t key)
{
    size_t i = (size_t)(key % set->room);
    while (set->slots[i] && set->slots[i] != key)
        i = (i + 1) % set->room;
    const bool is_new = set->slots[i] == 0;
    set->slots[i] = key;
    return is_new;
}

/* Plays `plies` random moves; false if that finished the game. */
static bool draw_opening(oxo_variant variant, int plies, oxo_random *random,
                         match_opening *ret, oxo_position *ret_end)
{
    memset(ret, 0, sizeof *ret);
    ret->start = oxo_position_start(variant);
    oxo_position p = ret->start;
    for (int i = 0; i < plies; i++) {
        oxo_move moves[OXO_MAX_MOVES];
        const int count = oxo_position_moves(&p, moves);
        if (count == 0)
            return false;
        const oxo_move m = moves[oxo_random_below(random, (uint32_t)count)];
        ret->moves[ret->length++] = m;
        p = oxo_position_play(&p, m);
    }
    *ret_end = p;
    return oxo_position_outcome(&p) == OXO_ONGOING;
}

/* Finds an opening that was not used. If many tries fail, forgets which were
 * used and repeats one. False if no opening of that length exists. */
static bool find_opening(const match_openings *how, oxo_variant variant,
                         oxo_random *random, used_set *used,
                         match_opening *ret)
{
    bool found = false;
    for (int tries = 0; tries < 20000; tries++) {
        match_opening o;
        oxo_position end;
        if (!draw_opening(variant, how->plies, random, &o, &end))
            continue;
        *ret = o;
        found = true;
        if (mark_used(used, key_of(&end)))
            return true;
    }
    memset(used->slots, 0, used->room * sizeof *used->slots);
    return found;
}

static int draw_openings(const match_openings *how, oxo_variant variant,
                         int rounds, used_set *used, match_suite *suite)
{
    oxo_random random = {how->seed};
    for (int i = 0; i < rounds; i++) {
        match_opening o;
        if (!find_opening(how, variant, &random, used, &o))
            return -EINVAL;
        const int status = append(suite, &o);
        if (status < 0)
            return status;
    }
    return 0;
}

static int add_random_openings(const match_openings *how, oxo_variant variant,
                               int rounds, match_suite *suite,
                               char why[MATCH_WHY])
{
    used_set used = {.room = 4 * (size_t)rounds + 16};
    used.slots = calloc(used.room, sizeof *used.slots);
    if (!used.slots)
        return -ENOMEM;
    const int status = draw_openings(how, variant, rounds, &used, suite);
    if (status == -EINVAL)
        (void)snprintf(why, MATCH_WHY, "every game is over after %d plies",
                       how->plies);
    free(used.slots);
    return status;
}

/* ---- Openings from a file ----------------------------------------------- */

typedef struct suite_reader {
    oxo_variant variant;
    const char *path;
    int line;
    char *why;
    match_suite *suite;
} suite_reader;

static int complain(const suite_reader *r, const char *what)
{
    (void)snprintf(r->why, MATCH_WHY, "%.150s:%d: %.80s", r->path, r->line,
                   what);
    return -EINVAL;
}

static int add_opening(const suite_reader *r, const match_opening *o)
{
    const oxo_position end = match_opening_position(o);
    if (oxo_position_outcome(&end) != OXO_ONGOING)
        return complain(r, "the game is over at the end of this opening");
    return append(r->suite, o);
}

static int add_position(const suite_reader *r, const char *line)
{
    match_opening o = {.length = 0};
    oxo_text_error error;
    if (oxo_position_parse(OXO_NATIVE, r->variant, line, &o.start, &error) !=
        OXO_OK)
        return complain(r, error.reason);
    return add_opening(r, &o);
}

static int add_moves(const suite_reader *r, const char *line)
{
    match_opening o = {.start = oxo_position_start(r->variant)};
    oxo_position p = o.start;
    char word[8];
    while (words_take(&line, word, sizeof word)) {
        oxo_move m;
        oxo_status status =
            oxo_move_parse(OXO_NATIVE, r->variant, word, &m, NULL);
        if (status == OXO_OK)
            status = oxo_position_check(&p, m);
        if (status != OXO_OK)
            return complain(r, oxo_status_sentence(status));
        o.moves[o.length++] = m;
        p = oxo_position_play(&p, m);
    }
    return add_opening(r, &o);
}

static int add_line(const suite_reader *r, char *line)
{
    line[strcspn(line, "#\r")] = '\0';
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n > 0 && strchr(" \t", line[n - 1]); n--)
        line[n - 1] = '\0';
    if (!*line)
        return 0;
    return strchr(line, '/') ? add_position(r, line) : add_moves(r, line);
}

static int add_lines(suite_reader *r, char *text)
{
    int status = 0;
    while (text && *text && status == 0) {
        char *end = strchr(text, '\n');
        if (end)
            *end = '\0';
        r->line++;
        status = add_line(r, text);
        text = end ? end + 1 : NULL;
    }
    return status;
}

static int add_game(const suite_reader *r, const oxo_game *g)
{
    match_opening o = {.start = g->start, .length = g->length};
    if (oxo_game_variant(g) != r->variant)
        return complain(r, "the game is of another variant");
    for (int i = 0; i < g->length; i++)
        o.moves[i] = g->history[i].move;
    return add_opening(r, &o);
}

static int add_games(suite_reader *r, const char *text, size_t size,
                     oxo_record *record)
{
    int status = 0;
    r->line = 1;
    while (status == 0 && text[strspn(text, " \t\r\n")]) {
        size_t used;
        oxo_text_error error;
        if (oxo_record_parse(text, size, record, &used, &error) != OXO_OK) {
            r->line += error.line - 1;
            return complain(r, error.reason);
        }
        status = add_game(r, &record->game);
        for (size_t i = 0; i < used; i++)
            r->line += text[i] == '\n';
        text += used;
        size -= used;
    }
    return status;
}

/* Reads the whole file. The caller frees the text, which ends with a NUL. */
static int read_suite_file(const char *path, char **ret, size_t *ret_size)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return -errno;
    const int status = whole_file_read(file, MAX_FILE, ret, ret_size);
    (void)fclose(file);
    return status;
}

static int refuse_nul(suite_reader *r, const char *text, const char *nul)
{
    for (r->line = 1; text < nul; text++)
        r->line += *text == '\n';
    return complain(r, "there is a NUL in this line");
}

static int add_text(suite_reader *r, char *text, size_t size)
{
    const char *nul = memchr(text, '\0', size);
    if (nul)
        return refuse_nul(r, text, nul);
    if (text[strspn(text, " \t\r\n")] != '[')
        return add_lines(r, text);
    oxo_record *record = malloc(sizeof *record);
    if (!record)
        return -ENOMEM;
    const int status = add_games(r, text, size, record);
    free(record);
    return status;
}

int match_suite_read(const char *path, char *text, size_t size,
                     oxo_variant variant, match_suite *suite,
                     char why[MATCH_WHY])
{
    suite_reader r = {variant, path, 0, why, suite};
    const int status = add_text(&r, text, size);
    if (status == 0 && suite->count == 0)
        return complain(&r, "there is no opening in this file");
    return status;
}

static void shuffle(match_suite *suite, uint64_t seed)
{
    oxo_random random = {seed};
    for (int i = suite->count - 1; i > 0; i--) {
        const uint32_t j = oxo_random_below(&random, (uint32_t)i + 1);
        const match_opening o = suite->openings[i];
        suite->openings[i] = suite->openings[j];
        suite->openings[j] = o;
    }
}

static int add_file_openings(const match_openings *how, oxo_variant variant,
                             match_suite *suite, char why[MATCH_WHY])
{
    char *text = NULL;
    size_t size = 0;
    int status = read_suite_file(how->path, &text, &size);
    if (!text) {
        (void)snprintf(why, MATCH_WHY, "%.150s: %s", how->path,
                       strerror(-status));
        return status;
    }
    status = match_suite_read(how->path, text, size, variant, suite, why);
    free(text);
    if (status == 0 && how->shuffle)
        shuffle(suite, how->seed);
    return status;
}

/* ---- All kinds ---------------------------------------------------------- */

int match_suite_create(const match_openings *how, oxo_variant variant,
                       int rounds, match_suite *ret, char why[MATCH_WHY])
{
    match_suite suite = {NULL, 0};
    const match_opening empty = {.start = oxo_position_start(variant)};
    int status;
    (void)snprintf(why, MATCH_WHY, "out of memory");
    if (how->kind == MATCH_RANDOM_PLIES)
        status = add_random_openings(how, variant, rounds, &suite, why);
    else if (how->kind == MATCH_OPENINGS_FILE)
        status = add_file_openings(how, variant, &suite, why);
    else
        status = append(&suite, &empty);
    if (status < 0)
        match_suite_destroy(&suite);
    else
        *ret = suite;
    return status;
}
