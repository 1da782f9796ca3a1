/* codingame.c - a conversation with CodinGame's referee.
 *
 * The referee is always right. If its list of legal moves contradicts our
 * position (because we were restarted during a game, or a move was lost), we
 * rebuild the position from the marks we know and the list. Whatever the
 * player chooses, we only answer with a listed move. */
#include "codingame.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "oxo/notation.h"
#include "number.h"
#include "words.h"

typedef struct turn {
    oxo_move last; /* the opponent's move, or OXO_NO_MOVE */
    int count;
    oxo_move legal[OXO_MAX_MOVES];
} turn;

typedef struct followed_game {
    const player *player;
    codingame_times times;
    FILE *in;
    long line;  /* number of the line being read, from 1 */
    char *why;  /* CODINGAME_WHY bytes */
    bool first; /* we have not answered yet */
    oxo_ultimate position;
} followed_game;

codingame_times codingame_standard_times(void)
{
    return (codingame_times){.first = 1000, .others = 100, .margin = 10};
}

/* ---- Reading ------------------------------------------------------------ */

/* Two numbers of the input, not checked yet. */
typedef struct square {
    int64_t row, col;
} square;

/* Reads the next number, and skips words that are not numbers. 0, or -ENODATA
 * at the end of input. */
static int read_number(followed_game *g, int64_t *ret)
{
    char word[32];
    for (;;) {
        const words_result result =
            words_read(g->in, word, sizeof word, &g->line);
        if (result == WORDS_END)
            return -ENODATA;
        if (result == WORDS_OK && number_read_saturated(word, ret))
            return 0;
    }
}

static int read_square(followed_game *g, square *ret)
{
    const int error = read_number(g, &ret->row);
    return error ? error : read_number(g, &ret->col);
}

/* The move at a row and column, or OXO_NO_MOVE outside the grid. */
static oxo_move move_at(square at)
{
    if (at.row < 0 || at.row > 8 || at.col < 0 || at.col > 8)
        return OXO_NO_MOVE;
    return (oxo_move)(9 * (3 * (at.row / 3) + at.col / 3) + 3 * (at.row % 3) +
                      at.col % 3);
}

/* Describes a fault in the line that was read last. */
__attribute__((format(printf, 2, 3))) static int
refuse_input(const followed_game *g, const char *format, ...)
{
    va_list arguments;
    const int used = snprintf(g->why, CODINGAME_WHY, "line %ld: ", g->line);
    va_start(arguments, format);
    (void)vsnprintf(g->why + used, CODINGAME_WHY - (size_t)used, format,
                    arguments);
    va_end(arguments);
    return -EPROTO;
}

static int read_last(followed_game *g, oxo_move *ret)
{
    square at;
    const int error = read_square(g, &at);
    if (error)
        return error;
    *ret = move_at(at);
    if (*ret == OXO_NO_MOVE && (at.row != -1 || at.col != -1))
        return refuse_input(
            g,
            "the other side's move is 0 0 to 8 8, or -1 -1, not "
            "%" PRId64 " %" PRId64,
            at.row, at.col);
    return 0;
}

static int read_count(followed_game *g, int *ret)
{
    int64_t count;
    const int error = read_number(g, &count);
    if (error)
        return error;
    if (count < 0 || count > OXO_MAX_MOVES)
        return refuse_input(
            g, "the number of legal moves is 0 to %d, not %" PRId64,
            OXO_MAX_MOVES, count);
    *ret = (int)count;
    return 0;
}

static int read_legal(followed_game *g, oxo_move *ret)
{
    square at;
    const int error = read_square(g, &at);
    if (error)
        return error;
    *ret = move_at(at);
    if (*ret == OXO_NO_MOVE)
        return refuse_input(
            g, "a legal move is 0 0 to 8 8, not %" PRId64 " %" PRId64, at.row,
            at.col);
    return 0;
}

static int read_turn(followed_game *g, turn *ret)
{
    *ret = (turn){.count = 0};
    int error = read_last(g, &ret->last);
    if (!error)
        error = read_count(g, &ret->count);
    for (int i = 0; !error && i < ret->count; i++)
        error = read_legal(g, &ret->legal[i]);
    return error;
}

/* ---- Following the game ------------------------------------------------- */

static bool is_listed(const turn *t, oxo_move m)
{
    return memchr(t->legal, m, (size_t)t->count) != NULL;
}

/* Are the listed moves exactly the legal moves of the position? */
static bool agrees_with_list(const oxo_ultimate *p, const turn *t)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    for (int i = 0; i < count; i++) {
        if (!is_listed(t, moves[i]))
            return false;
    }
    return count == t->count;
}

/* Sets the mark of a cell; OXO_NONE empties it. */
static void set_cell(oxo_ultimate *p, oxo_move m, oxo_mark mark)
{
    const unsigned bit = 1U << m % 9U;
    for (int side = 0; side < 2; side++) {
        uint16_t *cells = &p->cells[side][m / 9];
        *cells = (uint16_t)(*cells & ~bit);
        if ((oxo_mark)side == mark)
            *cells = (uint16_t)(*cells | bit);
    }
}

/* Derives the owners of all boards from their cells. */
static void decide_boards(oxo_ultimate *p)
{
    p->won[OXO_X] = p->won[OXO_O] = p->drawn = 0;
    for (int b = 0; b < OXO_CELLS; b++) {
        const oxo_board board = {{p->cells[OXO_X][b], p->cells[OXO_O][b]}};
        const oxo_mark winner = oxo_board_win(board).winner;
        const unsigned bit = 1U << b;
        if (winner != OXO_NONE)
            p->won[winner] = (uint16_t)(p->won[winner] | bit);
        else if (oxo_board_is_draw(board))
            p->drawn = (uint16_t)(p->drawn | bit);
    }
}

/* The board of all listed moves, or OXO_ANY_BOARD if they differ. */
static uint8_t listed_board(const turn *t)
{
    for (int i = 1; i < t->count; i++) {
        if (t->legal[i] / 9 != t->legal[0] / 9)
            return OXO_ANY_BOARD;
    }
    return (uint8_t)(t->legal[0] / 9);
}

static int count_marks(const oxo_ultimate *p, oxo_mark side)
{
    int count = 0;
    for (oxo_move m = 0; m < OXO_MAX_MOVES; m++)
        count += p->cells[side][m / 9] >> m % 9 & 1;
    return count;
}

/* The side that has too few marks for a position with `me` to move. */
static oxo_mark side_short_of(const oxo_ultimate *p, oxo_mark me)
{
    const int lead = count_marks(p, OXO_X) - count_marks(p, OXO_O);
    return lead > (me == OXO_O) ? OXO_O : OXO_X;
}

/* In a board with listed moves, every cell that is not listed is occupied. */
static void fill_unlisted(oxo_ultimate *p, const turn *t, oxo_mark me)
{
    unsigned listed = 0;
    for (int i = 0; i < t->count; i++)
        listed |= 1U << t->legal[i] / 9;
    for (oxo_move m = 0; m < OXO_MAX_MOVES; m++) {
        const int taken = p->cells[OXO_X][m / 9] | p->cells[OXO_O][m / 9];
        if (listed >> m / 9 & 1 && !is_listed(t, m) && !(taken >> m % 9 & 1))
            set_cell(p, m, side_short_of(p, me));
    }
}

/* A position that agrees with the list: the known marks, without those on
 * listed cells, and with the marks and the target that the list implies. */
static oxo_ultimate rebuild_position(oxo_ultimate p, const turn *t,
                                     oxo_mark me)
{
    if (t->last != OXO_NO_MOVE)
        set_cell(&p, t->last, oxo_mark_other(me));
    for (int i = 0; i < t->count; i++)
        set_cell(&p, t->legal[i], OXO_NONE);
    fill_unlisted(&p, t, me);
    decide_boards(&p);
    p.turn = (uint8_t)me;
    p.forced = listed_board(t);
    return p;
}

/* Updates the position with the opponent's move. */
static void follow_turn(followed_game *g, const turn *t)
{
    oxo_ultimate p = g->position;
    /* The last move in our position is our own. */
    oxo_mark me = oxo_mark_other((oxo_mark)p.turn);
    if (t->last == OXO_NO_MOVE) {
        p = oxo_ultimate_start(OXO_ULTIMATE_CG);
        me = OXO_X;
    } else if (oxo_ultimate_check(&p, t->last) == OXO_OK) {
        p = oxo_ultimate_play(p, t->last);
    }
    if (p.turn != me || !agrees_with_list(&p, t))
        p = rebuild_position(p, t, me);
    g->position = p;
}

/* ---- Answering ---------------------------------------------------------- */

static oxo_limits limits_of(const followed_game *g)
{
    const int64_t time = g->first ? g->times.first : g->times.others;
    const int64_t rest = time - g->times.margin;
    return (oxo_limits){.move_time = rest > 1 ? rest : 1};
}

/* Asks the player for a move. Without asking, chooses the first listed move if
 * the position is invalid or the game is over by our rules. */
static int choose_move(followed_game *g, const turn *t, oxo_move *ret)
{
    *ret = t->legal[0];
    if (oxo_ultimate_validate(&g->position, NULL) != OXO_OK ||
        oxo_ultimate_outcome(&g->position) != OXO_ONGOING)
        return 0;
    const player_task task = {
        .position = oxo_position_of_ultimate(g->position),
        .limits = limits_of(g),
    };
    player_choice choice;
    const int error = g->player->think(g->player->self, &task, &choice);
    if (error == 0 && is_listed(t, choice.move))
        *ret = choice.move;
    return error;
}

static void play_own(followed_game *g, oxo_move m)
{
    const oxo_mark me = (oxo_mark)g->position.turn;
    if (oxo_ultimate_check(&g->position, m) == OXO_OK) {
        g->position = oxo_ultimate_play(g->position, m);
        return;
    }
    set_cell(&g->position, m, me);
    decide_boards(&g->position);
    g->position.turn = (uint8_t)oxo_mark_other(me);
    g->position.forced = OXO_ANY_BOARD;
}

static int answer_turn(followed_game *g, const turn *t, FILE *out)
{
    oxo_move m;
    char text[OXO_MOVE_TEXT];
    const int error = choose_move(g, t, &m);
    oxo_move_format(OXO_CODINGAME, OXO_ULTIMATE_CG, m, text);
    if (fprintf(out, "%s\n", text) < 0 || fflush(out) != 0)
        return -EIO;
    play_own(g, m);
    g->first = false;
    return error;
}

int codingame_run(const player *p, codingame_times times, FILE *in, FILE *out,
                  char why[CODINGAME_WHY])
{
    followed_game g = {.player = p,
                       .times = times,
                       .in = in,
                       .line = 1,
                       .why = why,
                       .first = true};
    g.position = oxo_ultimate_start(OXO_ULTIMATE_CG);
    if (!player_plays(p, OXO_ULTIMATE_CG))
        return -EINVAL;
    int error = p->prepare(p->self, OXO_ULTIMATE_CG);
    while (!error) {
        turn t;
        error = read_turn(&g, &t);
        if (error || t.count == 0)
            continue;
        follow_turn(&g, &t);
        error = answer_turn(&g, &t, out);
    }
    if (error == -ENODATA)
        error = ferror(in) ? -EIO : 0;
    return error;
}
