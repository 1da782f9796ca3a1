/* sentence.c - the sentence that explains a verdict. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "oxo/insight.h"

typedef struct sentence {
    char *out;
    size_t length;
} sentence;

static void add_text(sentence *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_text(sentence *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(s->out + s->length, OXO_SENTENCE_TEXT - s->length,
                            format, arguments);
    va_end(arguments);
    assert(n >= 0 && s->length + (size_t)n < OXO_SENTENCE_TEXT);
    s->length += (size_t)n;
}

/* The loss is rounded to hundredths. */
static void add_loss(sentence *s, int loss)
{
    enum { HUNDREDTH = OXO_SCORE_ONE / 100 };
    const int hundredths = (loss + HUNDREDTH / 2) / HUNDREDTH;
    add_text(s, "costs %d.%02d of the expected score", hundredths / 100,
             hundredths % 100);
}

/* The opponent's mark, and the names of moves and the board. */
typedef struct words {
    char they, board;
    char with[3], best[3];
} words;

static void name_move(char out[3], oxo_variant variant, oxo_move m)
{
    if (m == OXO_NO_MOVE)
        out[0] = '\0';
    else if (variant == OXO_CLASSIC)
        snprintf(out, 3, "%c", 'a' + m % 9);
    else
        snprintf(out, 3, "%c%c", 'a' + m / 9 % 9, 'a' + m % 9);
}

static words words_of(const oxo_review *r, const oxo_verdict *v)
{
    const oxo_variant variant = (oxo_variant)r->start.variant;
    words w = {.they = v->mark == OXO_X ? 'O' : 'X',
               .board = (char)('a' + v->board)};
    name_move(w.with, variant, v->with);
    name_move(w.best, variant, v->best);
    return w;
}

static void add_why(sentence *s, oxo_why why, const words *w)
{
    const char they = w->they;
    switch (why) {
    case OXO_WHY_NOTHING:
        break;
    case OXO_WHY_MISSES_GAME:
        add_text(s, "misses the win of the game with %s", w->with);
        break;
    case OXO_WHY_NO_BLOCK:
        add_text(s, "does not stop %c at %s", they, w->with);
        break;
    case OXO_WHY_GIVES_GAME:
        add_text(s, "gives %c the game: %c wins with %s", they, they, w->with);
        break;
    case OXO_WHY_SENDS_TO_BOARD:
        add_text(s, "sends %c to a board it wins at once: board %c", they,
                 w->board);
        break;
    case OXO_WHY_FREES_FOR_BOARD:
        add_text(s, "lets %c play anywhere, and win board %c", they, w->board);
        break;
    case OXO_WHY_MISSES_BOARD:
        add_text(s, "misses the win of board %c", w->board);
        break;
    case OXO_WHY_LEAVES_LINE:
        add_text(s, "leaves a line of boards open for %c, through board %c",
                 they, w->board);
        break;
    case OXO_WHY_FREES:
        add_text(s, "lets %c play anywhere", they);
        break;
    case OXO_WHY_ALLOWS_FORK:
        add_text(s, "lets %c make two threats with %s", they, w->with);
        break;
    }
}

static void add_cost(sentence *s, const oxo_verdict *v, const words *w)
{
    switch (v->cost) {
    case OXO_COST_NOTHING:
        break;
    case OXO_COST_SLOWER:
        add_text(s, "wins, but %s wins sooner", w->best);
        break;
    case OXO_COST_SOONER:
        add_text(s, "loses, and %s holds out longer", w->best);
        break;
    case OXO_COST_WIN:
        add_text(s, "misses a win in %d", v->distance);
        break;
    case OXO_COST_GAME:
        add_text(s, "throws a won game away");
        break;
    case OXO_COST_DRAW:
        add_text(s, "throws a proven draw away");
        break;
    case OXO_COST_LOSES:
        add_text(s, "%c now wins in %d", w->they, v->distance);
        break;
    case OXO_COST_SCORE:
        add_loss(s, v->loss);
        break;
    }
}

/* Does the fact include the cost? */
static bool includes_cost(const oxo_verdict *v)
{
    if (v->why == OXO_WHY_MISSES_GAME)
        return v->cost == OXO_COST_WIN;
    return v->why == OXO_WHY_GIVES_GAME && v->cost == OXO_COST_LOSES;
}

static void add_complaint(sentence *s, const oxo_verdict *v, const words *w)
{
    add_why(s, v->why, w);
    if (v->why != OXO_WHY_NOTHING && includes_cost(v))
        return;
    if (v->why != OXO_WHY_NOTHING && v->cost != OXO_COST_NOTHING)
        add_text(s, "; ");
    add_cost(s, v, w);
}

/* The praise of the only good move. */
static const char *praise_only_move(const oxo_review *r, int ply)
{
    switch (r->points[ply].value.kind) {
    case OXO_PROVEN_DRAW:
        return "the only move that keeps the draw";
    case OXO_PROVEN_WIN:
    case OXO_PROVEN_LOSS:
        return "the only move that keeps the win";
    case OXO_ESTIMATED:
        break;
    }
    return "much better than any other move";
}

static const char *praise(const oxo_review *r, int ply)
{
    switch (r->moves[ply].grade) {
    case OXO_UNGRADED:
        return "not judged";
    case OXO_GRADE_FORCED:
        return "the only legal move";
    case OXO_GRADE_ONLY:
        return praise_only_move(r, ply);
    case OXO_GRADE_BEST:
        return "nothing is better";
    default:
        return "nearly as good as the best";
    }
}

size_t oxo_review_sentence(const oxo_review *review, int ply,
                           char out[OXO_SENTENCE_TEXT])
{
    assert(ply >= 0 && ply < review->judged - 1);
    const oxo_verdict *v = &review->moves[ply];
    const words w = words_of(review, v);
    sentence s = {.out = out};
    out[0] = '\0';
    add_complaint(&s, v, &w);
    if (s.length == 0)
        add_text(&s, "%s", praise(review, ply));
    return s.length;
}
