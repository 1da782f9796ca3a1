/* paint_panel.c - the panel beside the board, and the rows above and below. */
#include <stdio.h>
#include <string.h>

#include "oxo/notation.h"
#include "paint.h"

/* Writes the panel line by line. */
typedef struct paint_pen {
    frame *f;
    const screen *s;
    int row, col, width;
} paint_pen;

static void write_line(paint_pen *p, const char *text, int style)
{
    frame_text(p->f, p->row++, p->col, p->width, text, style);
}

/* ---- Players ------------------------------------------------------------ */

static int write_clock(const paint_pen *p, const screen_player *player,
                       bool runs)
{
    char text[TELL_CLOCK];
    if (player->clock < 0)
        return 0;
    tell_clock(player->clock, text);
    const int width = (int)strlen(text);
    const int urgent = player->clock < 20000 ? INK_ALERT : INK_PLAIN;
    frame_text(p->f, p->row, p->col + p->width - width, width, text,
               runs ? urgent | FRAME_BOLD : INK_GRID);
    return width + 1;
}

static void write_score(const paint_pen *p, oxo_mark mark, char *out,
                        size_t size)
{
    const int halves = p->s->series_halves[mark];
    if (p->s->series_best == 0)
        out[0] = '\0';
    else
        snprintf(out, size, " (%d%s)", halves / 2,
                 halves % 2 == 0 ? ""
                 : p->f->ascii   ? ".5"
                                 : "½");
}

static void write_player(paint_pen *p, oxo_mark mark)
{
    static const char *const names[] = {"X", "O"};
    const screen_player *player = &p->s->players[mark];
    const bool moves = !screen_is_over(p->s) && !p->s->waiting &&
                       oxo_game_turn(&p->s->game) == mark;
    const int clock = write_clock(p, player, moves);
    char score[24], span[TELL_CLOCK], text[SCREEN_NAME + 80];
    write_score(p, mark, score, sizeof score);
    tell_span(player->away_for, span);
    snprintf(text, sizeof text, "%s%s%s%s", player->name, score,
             player->away ? ", away " : "", player->away ? span : "");
    if (moves)
        frame_put(p->f, p->row, p->col, p->f->ascii ? ">" : "▶",
                  paint_ink(mark) | FRAME_BOLD);
    frame_put(p->f, p->row, p->col + 2, names[mark],
              paint_ink(mark) | FRAME_BOLD);
    frame_text(p->f, p->row, p->col + 5, p->width - 5 - clock, text,
               player->away ? INK_GRID
               : moves      ? FRAME_BOLD
                            : INK_PLAIN);
    p->row++;
}

/* ---- The state of the game ---------------------------------------------- */

static void describe_waiting(const screen *s, char out[TELL_TEXT])
{
    if (!s->expecting)
        snprintf(out, TELL_TEXT, "Waiting for an opponent");
    else if (s->mine == OXO_NONE)
        snprintf(out, TELL_TEXT, "The game begins when both are here");
    else
        snprintf(out, TELL_TEXT, "The game begins when %s is here",
                 s->players[oxo_mark_other(s->mine)].name);
}

static void describe_state(const screen *s, char out[TELL_TEXT],
                           int *ret_style)
{
    const oxo_outcome outcome =
        s->end.over ? s->end.outcome : oxo_game_outcome(&s->game);
    if (s->waiting) {
        describe_waiting(s, out);
        *ret_style = FRAME_BOLD;
    } else if (screen_is_over(s)) {
        tell_result(&s->game, &s->end, out);
        *ret_style = paint_ink(oxo_outcome_winner(outcome)) | FRAME_BOLD;
    } else {
        tell_turn(&s->game.now, out);
        *ret_style = paint_ink(oxo_game_turn(&s->game)) | FRAME_BOLD;
    }
}

static int count_boards(const oxo_ultimate *p, oxo_outcome outcome)
{
    int n = 0;
    for (int board = 0; board < OXO_CELLS; board++)
        n += oxo_ultimate_board_outcome(p, board) == outcome;
    return n;
}

static void write_standing(paint_pen *p)
{
    const oxo_ultimate *u = &p->s->game.now.as.ultimate;
    char text[TELL_TEXT];
    int style;
    describe_state(p->s, text, &style);
    write_line(p, text, style);
    if (oxo_game_variant(&p->s->game) == OXO_CLASSIC)
        return;
    snprintf(text, sizeof text, "Boards: X %d, O %d, drawn %d",
             count_boards(u, OXO_X_WINS), count_boards(u, OXO_O_WINS),
             count_boards(u, OXO_DRAW));
    write_line(p, text, INK_GRID);
}

/* ---- Bars --------------------------------------------------------------- */

enum { BAR_LABEL = 12, BAR_VALUE = 12 };

static int bar_width(const paint_pen *p)
{
    return p->width - BAR_LABEL - BAR_VALUE - 1;
}

static void write_bar_words(const paint_pen *p, const char *label,
                            const char *value)
{
    frame_text(p->f, p->row, p->col, BAR_LABEL, label, INK_GRID);
    frame_text(p->f, p->row, p->col + BAR_LABEL + bar_width(p) + 1, BAR_VALUE,
               value, INK_PLAIN);
}

/* Paints the first `filled` columns of a bar in one ink, the rest in another.
 */
static void write_bar(const paint_pen *p, int filled, int ink, int rest)
{
    for (int i = 0; i < bar_width(p); i++) {
        const bool full = i < filled;
        const char *glyph =
            p->f->ascii ? (full ? "#" : ".") : (full ? "█" : "░");
        frame_put(p->f, p->row, p->col + BAR_LABEL + i, glyph,
                  full ? ink : rest);
    }
}

static void write_intensity(paint_pen *p)
{
    const int value = p->s->intensity;
    const int ink = value < 3333   ? INK_TARGET
                    : value < 6667 ? INK_HINT
                                   : INK_ALERT;
    char text[16];
    snprintf(text, sizeof text, "%d %%", (value + 50) / 100);
    write_bar_words(p, "Intensity", text);
    write_bar(p, (value * bar_width(p) + 5000) / 10000, ink, INK_GRID);
    p->row++;
}

static void write_evaluation(paint_pen *p)
{
    const oxo_value *v = &p->s->value;
    char text[TELL_TEXT] = "...";
    if (!p->s->judging)
        return;
    if (p->s->judged)
        tell_value(v, text);
    write_bar_words(p, "Evaluation", text);
    if (p->s->judged) {
        const int share = v->wdl[0] + v->wdl[1] / 2; /* X's, of 1000 */
        write_bar(p, (share * bar_width(p) + 500) / 1000, INK_X, INK_O);
    } else {
        write_bar(p, 0, INK_GRID, INK_GRID);
    }
    p->row++;
}

/* ---- Offers ------------------------------------------------------------- */

static void write_offer(paint_pen *p)
{
    static const char *const words[] = {"", "a draw", "a takeback",
                                        "another game"};
    const screen *s = p->s;
    char text[TELL_TEXT];
    if (s->offer == OFFER_NONE)
        return;
    if (s->offer_by == s->mine)
        snprintf(text, sizeof text, "You offer: %s", words[s->offer]);
    else if (s->mine == OXO_NONE)
        snprintf(text, sizeof text, "%c offers: %s", "XO"[s->offer_by],
                 words[s->offer]);
    else
        snprintf(text, sizeof text, "Offered: %s (y/n)", words[s->offer]);
    p->row++;
    write_line(p, text, INK_HINT | FRAME_BOLD);
}

/* What may be done because the other player is away, or does not move. */
static void write_choices(paint_pen *p)
{
    if (!p->s->may_claim && !p->s->may_close)
        return;
    p->row++;
    write_line(p,
               p->s->may_claim ? "c claims a win, C a draw"
                               : "x closes the game without a result",
               INK_HINT | FRAME_BOLD);
}

void paint_panel(frame *f, const screen *s, const layout *l)
{
    const oxo_game *g = &s->game;
    paint_pen p = {f, s, l->top, l->panel, l->panel_cols};
    if (l->panel_cols == 0)
        return;
    write_player(&p, OXO_X);
    write_player(&p, OXO_O);
    p.row++;
    write_standing(&p);
    p.row++;
    write_intensity(&p);
    write_evaluation(&p);
    write_offer(&p);
    write_choices(&p);
    p.row++;
    paint_moves(
        f, &(paint_list){g, g->length, g->length + g->undone},
        &(paint_area){p.row, p.col, l->top + l->board_rows - p.row, p.width});
}

/* ---- Above and below the board ------------------------------------------ */

void paint_title(frame *f, const screen *s, const layout *l)
{
    const char *title = tell_variant(oxo_game_variant(&s->game));
    const int width =
        l->panel_cols > 0 ? l->panel + l->panel_cols - l->left : l->board_cols;
    int col = frame_text(f, l->title_row, l->left, width, "oxo  ",
                         INK_TARGET | FRAME_BOLD);
    col = frame_text(f, l->title_row, col, width - 5, title, FRAME_BOLD);
    const int room = l->left + width - col - 2;
    const int columns = frame_columns(s->place);
    if (columns > 0 && room > 8)
        frame_text(f, l->title_row,
                   columns < room ? l->left + width - columns : col + 2, room,
                   s->place, INK_GRID);
}

static void paint_keys(frame *f, const screen *s, const layout *l, int width)
{
    const char *keys = "arrows  enter plays  u undo  r redo  t hint  "
                       "n new  ? help  q quit";
    if (s->mode == SCREEN_ASKS)
        keys = "y yes  n no";
    else if (s->waiting || s->deserted || (s->online && s->mine == OXO_NONE))
        keys = "? help  q leave";
    else if (screen_is_offered(s) && s->offer == OFFER_REMATCH)
        keys = "y another game  n decline  ? help  q leave";
    else if (screen_is_offered(s))
        keys = "arrows  enter plays  x resign  y accept  n decline  ? help  "
               "q quit";
    else if (s->may_claim)
        keys = "u take back  o offer draw  x resign  c claim a win  "
               "C claim a draw  ? help  q quit";
    else if (s->may_abort)
        keys = "arrows  enter plays  u take back  x end the game  ? help  "
               "q quit";
    else if (s->online && screen_is_over(s))
        keys = "n another game  ? help  q leave";
    else if (s->online)
        keys = "arrows  enter plays  u take back  o offer draw  x resign  "
               "? help  q quit";
    else if (screen_is_over(s))
        keys = "n another game  u undo  ? help  q quit";
    /* If there is not enough room, drop the first keys; the help has them. */
    for (const char *end; frame_columns(keys) > width; keys = end + 2)
        if (!(end = strstr(keys, "  ")))
            break;
    frame_text(f, l->keys_row, l->left, width, keys, INK_GRID);
}

/* How long the other player has been away, and what may be done about it;
 * false if there is nothing to say. */
static bool describe_absence(const screen *s, char out[TELL_TEXT])
{
    char span[TELL_CLOCK];
    if (!s->online || s->mine == OXO_NONE || s->waiting || screen_is_over(s))
        return false;
    const screen_player *other = &s->players[oxo_mark_other(s->mine)];
    tell_span(other->away_for, span);
    if (s->may_claim)
        snprintf(out, TELL_TEXT,
                 "%s away for %s: claim a win (c), a draw (C), or keep "
                 "waiting.",
                 other->name, span);
    else if (s->may_close)
        snprintf(out, TELL_TEXT,
                 "No move by %s: close the game without a result (x), or "
                 "keep waiting.",
                 other->name);
    else if (other->away)
        snprintf(out, TELL_TEXT, "%s has been away for %s.", other->name,
                 span);
    return s->may_claim || s->may_close || other->away;
}

/* Without a panel, the row of messages also shows the state of the game. */
void paint_foot(frame *f, const screen *s, const layout *l)
{
    char text[TELL_TEXT];
    int style;
    const int width = l->cols - l->left;
    paint_keys(f, s, l, width);
    if (s->message[0]) {
        frame_text(f, l->message_row, l->left, width, s->message,
                   s->refused ? INK_ALERT | FRAME_BOLD : FRAME_BOLD);
        return;
    }
    if (describe_absence(s, text)) {
        frame_text(f, l->message_row, l->left, width, text, FRAME_BOLD);
        return;
    }
    describe_state(s, text, &style);
    if (s->thinking)
        frame_text(f, l->message_row, l->left, width, "Thinking...", INK_GRID);
    else if (l->panel_cols == 0 || screen_is_over(s))
        frame_text(f, l->message_row, l->left, width, text, style);
    else if (screen_is_turn(s))
        frame_text(f, l->message_row, l->left, width, "Your move.", INK_GRID);
}
