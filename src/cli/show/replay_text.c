/* replay_text.c - writes a recorded game as text. */
#include "replay.h"

#include <stdio.h>

#include "draw.h"
#include "interrupt.h"
#include "oxo/intensity.h"
#include "pace.h"
#include "safe.h"
#include "tell.h"

/* ---- A moment ----------------------------------------------------------- */

void replay_move(const replay *r, char out[REPLAY_TEXT])
{
    const oxo_game *g = &r->record->game;
    char words[TELL_TEXT];
    if (r->ply == 0) {
        tell_turn(&g->start, words);
        snprintf(out, REPLAY_TEXT, "The start: %s.", words);
        return;
    }
    tell_move(g, r->ply - 1, words);
    snprintf(out, REPLAY_TEXT, "%d. %s", r->ply, words);
}

/* The evaluation in the file as a value of the engine. */
static bool value_of(const oxo_note *note, oxo_value *ret)
{
    *ret = (oxo_value){.kind = OXO_ESTIMATED, .centi = note->value};
    if (note->kind == OXO_EVAL_DRAW)
        ret->kind = OXO_PROVEN_DRAW;
    if (note->kind == OXO_EVAL_WIN) {
        ret->kind = note->value > 0 ? OXO_PROVEN_WIN : OXO_PROVEN_LOSS;
        ret->distance = note->value > 0 ? note->value : -note->value;
    }
    return note->kind != OXO_EVAL_NONE;
}

/* The intensity in the file, or the heuristic one if there is none. */
static oxo_intensity intensity_at(const replay *r)
{
    const oxo_game *g = &r->record->game;
    const oxo_position p = oxo_game_position_at(g, r->ply);
    if (r->ply > 0 && g->history[r->ply - 1].intensity > 0)
        return g->history[r->ply - 1].intensity;
    return oxo_intensity_of(&p);
}

void replay_values(const replay *r, char out[REPLAY_TEXT])
{
    const oxo_note *note = &r->record->notes[r->ply];
    oxo_value value;
    int used = snprintf(out, REPLAY_TEXT, "intensity %.2f",
                        intensity_at(r) / (double)OXO_INTENSITY_ONE);
    if (value_of(note, &value)) {
        char text[TELL_TEXT];
        tell_value(&value, text);
        used +=
            snprintf(out + used, REPLAY_TEXT - (size_t)used, ", %.64s", text);
    }
    if (note->clock >= 0) {
        char clock[TELL_CLOCK];
        tell_clock(note->clock, clock);
        snprintf(out + used, REPLAY_TEXT - (size_t)used, ", clock %s", clock);
    }
}

const char *replay_comment(const replay *r)
{
    return oxo_record_comment(r->record, r->ply);
}

/* ---- The whole game ----------------------------------------------------- */

static void write_head(const replay *r)
{
    static const char *const names[] = {"Event", "Site", "Date",
                                        "Round", "X",    "O"};
    printf("%s\n", tell_variant(oxo_game_variant(&r->record->game)));
    for (int i = 0; i < 6; i++) {
        const char *value = oxo_record_tag(r->record, names[i]);
        if (!value || !value[0] || value[0] == '?')
            continue;
        printf("%s: ", names[i]);
        safe_print(stdout, value);
        putchar('\n');
    }
}

static void print_board(const replay *r)
{
    const oxo_game *g = &r->record->game;
    const draw_scene scene = {.position = oxo_game_position_at(g, r->ply),
                              .last = r->ply > 0 ? g->history[r->ply - 1].move
                                                 : OXO_NO_MOVE};
    frame f;
    frame_init(&f, DRAW_ROWS, DRAW_COLS, r->ascii);
    draw_board(&f, &scene);
    draw_print(&f, stdout, r->color);
}

static void write_moment(const replay *r)
{
    char text[REPLAY_TEXT];
    putchar('\n');
    replay_move(r, text);
    puts(text);
    replay_values(r, text);
    printf("   %s\n", text);
    if (replay_comment(r)[0]) {
        fputs("   ", stdout);
        safe_print(stdout, replay_comment(r));
        putchar('\n');
    }
    if (!r->words)
        print_board(r);
    fflush(stdout);
}

static void write_end(const replay *r)
{
    const oxo_position *now = &r->record->game.now;
    const char *why = oxo_record_tag(r->record, "Termination");
    putchar('\n');
    if (oxo_position_outcome(now) != OXO_ONGOING) {
        char words[TELL_TEXT];
        tell_outcome(now, words);
        printf("%s. ", words);
    } else if (why) {
        fputs("Ended by: ", stdout);
        safe_print(stdout, why);
        fputs(". ", stdout);
    }
    printf("Result: %s\n", format_result(r->record->result));
}

int replay_in_lines(replay *r)
{
    write_head(r);
    interrupt_take(NULL);
    for (; !interrupt_came(); r->ply++) {
        write_moment(r);
        if (r->ply == r->record->game.length)
            break;
        pace_wait(r->pace);
    }
    interrupt_leave();
    if (interrupt_came())
        return cli_interrupted(r->command, NULL);
    write_end(r);
    return CLI_OK;
}
