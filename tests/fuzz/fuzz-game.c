/* fuzz-game.c - plays what the bytes say, legal or not, and asks the referee
 * about every answer.
 *
 * The first byte chooses the variant. Each byte after it is one step:
 *
 *     0..127     that move, whether or not it exists
 *     128..239   one of the legal moves, if there is any
 *     240..245   undo
 *     246..249   redo
 *     250        reset
 *     251        a move is in progress, or no longer is
 *     252..255   that move, which never exists */
#include "agree.h"
#include "fuzz.h"
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The game, and what it ought to be according to the referee. */
typedef struct table {
    oxo_game game;
    referee view[OXO_MAX_MOVES + 1]; /* [ply] */
    int length, undone;
    bool busy;
} table;

static void stop(const table *t, const char *what)
{
    fprintf(stderr, "%s: library and referee differ on %s after %d moves\n",
            oxo_variant_word(oxo_game_variant(&t->game)), what, t->length);
    abort();
}

/* Compares a status with the word it should have. */
static void expect(const table *t, oxo_status status, const char *word)
{
    if (strcmp(oxo_status_word(status), word) != 0)
        stop(t, word);
}

static void check_table(const table *t)
{
    if (t->game.length != t->length || t->game.undone != t->undone ||
        t->game.busy != t->busy)
        stop(t, "the history");
    const char *what =
        position_disagreement(&t->game.now, &t->view[t->length]);
    if (!what && t->length > 0)
        what = events_disagreement(&t->game, &t->view[t->length - 1],
                                   &t->view[t->length]);
    if (what)
        stop(t, what);
}

static void step_move(table *t, oxo_move m)
{
    const char *reason =
        t->busy ? "move-in-progress"
                : referee_reason(&t->view[t->length], m / 9, m % 9);
    const oxo_turn turn = {
        .time = t->length, .intensity = (oxo_intensity)m, .move = m};
    oxo_game out;
    memset(&out, 0, sizeof(out));
    const oxo_status status = oxo_game_play(&t->game, &turn, &out);
    expect(t, status, reason);
    expect(t, oxo_game_check(&t->game, m), reason);
    if (status != OXO_OK) {
        if (oxo_game_process_move(&t->game, m, &out) != &t->game)
            stop(t, "the game that a refusal returns");
        return;
    }
    t->view[t->length + 1] = t->view[t->length];
    referee_play(&t->view[++t->length], m / 9, m % 9);
    t->undone = 0;
    t->game = out;
}

static void step_legal_move(table *t, unsigned choice)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(&t->game.now, moves);
    if (count > 0)
        step_move(t, moves[choice % (unsigned)count]);
}

static void step_undo(table *t)
{
    const oxo_status status = oxo_game_undo(&t->game, &t->game);
    if (t->busy) {
        expect(t, status, "move-in-progress");
    } else if (t->length == 0) {
        expect(t, status, "nothing-to-undo");
    } else {
        expect(t, status, "ok");
        t->length--;
        t->undone++;
    }
}

static void step_redo(table *t)
{
    const oxo_status status = oxo_game_redo(&t->game, &t->game);
    if (t->busy) {
        expect(t, status, "move-in-progress");
    } else if (t->undone == 0) {
        expect(t, status, "nothing-to-redo");
    } else {
        expect(t, status, "ok");
        t->length++;
        t->undone--;
    }
}

static void step(table *t, uint8_t byte)
{
    const oxo_game before = t->game;
    const int length = t->length, undone = t->undone;
    if (byte < 128 || byte >= 252) {
        step_move(t, byte);
    } else if (byte < 240) {
        step_legal_move(t, byte - 128U);
    } else if (byte < 246) {
        step_undo(t);
    } else if (byte < 250) {
        step_redo(t);
    } else if (byte == 250) {
        oxo_game_reset(&t->game, &t->game);
        t->length = t->undone = 0;
        t->busy = false;
        return;
    } else {
        t->busy = !t->busy;
        oxo_game_set_busy(&t->game, t->busy, &t->game);
        return;
    }
    if (t->length == length && t->undone == undone &&
        !is_same_game(&t->game, &before))
        stop(t, "what a refusal leaves as it was");
}

FUZZ_TARGET("fuzz-game", data, size)
{
    static table t;
    if (size == 0)
        return 0;
    const oxo_variant variant = (oxo_variant)(data[0] % OXO_VARIANTS);
    memset(&t, 0, sizeof(t));
    t.game = oxo_game_start(variant);
    if (!referee_start(&t.view[0], oxo_variant_word(variant)))
        stop(&t, "the name of a variant");
    check_table(&t);
    for (size_t i = 1; i < size; i++) {
        step(&t, data[i]);
        check_table(&t);
    }
    return 0;
}
