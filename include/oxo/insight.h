/* oxo/insight.h - what a move meant.
 *
 * An engine judges the positions of a game; from its values follow the graph
 * of the game, the grade of every move with a sentence why, the moments at
 * which the game turned, how accurately each side played, and a refined
 * intensity. docs/design/insight.md and docs/design/intensity.md have the
 * formulas.
 *
 * Every position is judged by itself, from an empty table, on a budget of
 * nodes: with one thread the answer depends on nothing else, so a game judged
 * in one go, move by move, or after a takeback gets the same review. */
#ifndef OXO_INSIGHT_H
#define OXO_INSIGHT_H

#include "oxo/engine.h"
#include "oxo/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Scores ------------------------------------------------------------- */

/* Expected scores are 0..1, a draw being a half, in ten-thousandths. */
enum { OXO_SCORE_ONE = 10000 };

/* The expected score of the side whose value it is. */
OXO_API int oxo_value_expected(const oxo_value *value);

/* ---- The analyst -------------------------------------------------------- */

typedef struct oxo_insight oxo_insight;

/* What an engine for insight is made with: every legal move's value, one
 * thread, full strength, and a table that is quickly emptied. */
OXO_API oxo_engine_options oxo_insight_engine_options(void);

/* Borrows the engine, which must do nothing else meanwhile and must outlive
 * it; `nodes` is the budget of a position. 0, or a negative errno: -EINVAL
 * for no nodes, -ENOMEM. */
OXO_API int oxo_insight_create(oxo_engine *engine, uint64_t nodes,
                               oxo_insight **ret);
OXO_API void oxo_insight_destroy(oxo_insight *insight);

/* ---- Intensity ---------------------------------------------------------- */

typedef enum oxo_intensity_source {
    OXO_BY_HEURISTIC,
    OXO_BY_ENGINE
} oxo_intensity_source;

/* "heuristic" or "engine". */
OXO_API const char *oxo_intensity_source_word(oxo_intensity_source source);

/* The intensity of a position. It never fails: where the engine has nothing
 * to say (the game is over, or `stop` is set) the value is that of
 * oxo_intensity_of(), and `*ret_source` says so. `stop` may be NULL. */
OXO_API oxo_intensity oxo_insight_intensity(oxo_insight *insight,
                                            const oxo_position *p,
                                            const oxo_stop *stop,
                                            oxo_intensity_source *ret_source);

/* ---- Reviews ------------------------------------------------------------ */

/* Grades from best to worst. A missed win is as grave as a blunder. */
#define OXO_GRADES_TABLE(X)                                                   \
    X(OXO_UNGRADED, "ungraded")                                               \
    X(OXO_GRADE_FORCED, "forced")                                             \
    X(OXO_GRADE_ONLY, "only-move")                                            \
    X(OXO_GRADE_BEST, "best")                                                 \
    X(OXO_GRADE_GOOD, "good")                                                 \
    X(OXO_GRADE_INACCURACY, "inaccuracy")                                     \
    X(OXO_GRADE_MISTAKE, "mistake")                                           \
    X(OXO_GRADE_MISSED_WIN, "missed-win")                                     \
    X(OXO_GRADE_BLUNDER, "blunder")

typedef enum oxo_grade {
#define OXO_GRADE_NAME(name, word) name,
    OXO_GRADES_TABLE(OXO_GRADE_NAME)
#undef OXO_GRADE_NAME
        OXO_GRADES
} oxo_grade;

/* The grade's wire word: "missed-win". */
OXO_API const char *oxo_grade_word(oxo_grade grade);

/* What can be seen on the board that speaks against a move. "They" are the
 * side to reply. */
typedef enum oxo_why {
    OXO_WHY_NOTHING,
    OXO_WHY_MISSES_GAME,     /* `with` would have won the game */
    OXO_WHY_NO_BLOCK,        /* classic: they win in the cell `with` */
    OXO_WHY_GIVES_GAME,      /* they win the game by `with` */
    OXO_WHY_SENDS_TO_BOARD,  /* they must play in `board`, and win it */
    OXO_WHY_FREES_FOR_BOARD, /* they may play anywhere, and win `board` */
    OXO_WHY_MISSES_BOARD,    /* `with` would have won `board` */
    OXO_WHY_LEAVES_LINE,     /* they keep two in a line, `board` is open */
    OXO_WHY_FREES,           /* they may play anywhere */
    OXO_WHY_ALLOWS_FORK      /* classic: `with` makes two threats at once */
} oxo_why;

/* What a move cost. */
typedef enum oxo_cost {
    OXO_COST_NOTHING,
    OXO_COST_SLOWER, /* it wins, but not as fast as can be */
    OXO_COST_SOONER, /* it loses, and sooner than need be */
    OXO_COST_WIN,    /* a proven win, `distance` moves away */
    OXO_COST_GAME,   /* a proven win has become a proven loss */
    OXO_COST_DRAW,   /* a proven draw has become a proven loss */
    OXO_COST_LOSES,  /* they now win, `distance` moves away */
    OXO_COST_SCORE   /* `loss` of the expected score */
} oxo_cost;

/* One point of the graph: a position, before the first move or after one. */
typedef struct oxo_point {
    bool known;      /* false if the engine had no answer */
    oxo_value value; /* to X: a proven win is one for X */
    int expected;    /* X's expected score */
    oxo_move best;   /* OXO_NO_MOVE if the game is over, or not known */
    oxo_intensity intensity;
    oxo_intensity_source source;
} oxo_point;

/* What is said of a move. */
typedef struct oxo_verdict {
    oxo_mark mark; /* who made it */
    oxo_move move;
    oxo_move best;  /* the engine's choice, unless this is as good */
    oxo_move reply; /* its answer to the move, or OXO_NO_MOVE */
    oxo_grade grade;
    int loss;    /* of the mover's expected score, 0..OXO_SCORE_ONE */
    int swing;   /* of X's expected score, from point to point */
    bool counts; /* the moves differed in value: accuracy counts it */
    bool key;    /* the game turned */
    bool proven; /* so are its value and that of the best move found */
    oxo_why why;
    oxo_cost cost;
    oxo_move with; /* the move that `why` speaks of, or OXO_NO_MOVE */
    uint8_t board; /* the board that `why` speaks of */
    int distance;  /* that `cost` speaks of: moves of both sides */
} oxo_verdict;

/* What the engine thinks of a legal move. */
typedef struct oxo_choice {
    oxo_value value; /* to the mover */
    oxo_move move;
    oxo_move reply; /* what it expects in return, or OXO_NO_MOVE */
} oxo_choice;

enum { OXO_MAX_POINTS = OXO_MAX_MOVES + 1 };

/* A game's review, as far as it has been judged. */
typedef struct oxo_review {
    oxo_position start;
    int judged; /* points there are: moves judged are one less */
    oxo_point points[OXO_MAX_POINTS];
    oxo_verdict moves[OXO_MAX_MOVES];

    int accuracy[2]; /* [side]: 0..100 in hundredths */
    int grades[2][OXO_GRADES];
    int key_count;
    uint8_t keys[OXO_MAX_MOVES]; /* numbers of the moves, in order */

    /* The legal moves at the last point, best first. After a takeback they
     * are not known any more (none), until the next step needs them. */
    int choice_count;
    oxo_choice choices[OXO_MAX_MOVES];
} oxo_review;

/* A review with nothing judged yet. */
OXO_API void oxo_review_init(oxo_review *review);

/* Judges one position more, the first that the review lacks: 1 if it did, 0
 * if nothing was left to do, -ECANCELED, with the review as it was, if `stop`
 * was set before the end; `stop` may be NULL. The game
 * may have grown since the last step, lost moves or be another one: what the
 * review says of moves that are not in it any more is dropped first. */
OXO_API int oxo_insight_step(oxo_insight *insight, const oxo_game *g,
                             const oxo_stop *stop, oxo_review *review);

/* Told after every position; returns false to give up. */
typedef bool oxo_review_report(const oxo_review *review, void *context);

/* Steps until nothing is left to do: 0, or -ECANCELED, with what was judged
 * until then. `stop` and `report` may be NULL. */
OXO_API int oxo_insight_review(oxo_insight *insight, const oxo_game *g,
                               const oxo_stop *stop, oxo_review_report *report,
                               void *context, oxo_review *review);

/* Room for the longest sentence and its NUL. */
enum { OXO_SENTENCE_TEXT = 128 };

/* Says why move number `ply` (0 <= ply < judged - 1) got its grade, such as
 * "sends X to a board it wins at once: board c". Returns the length. */
OXO_API size_t oxo_review_sentence(const oxo_review *review, int ply,
                                   char out[OXO_SENTENCE_TEXT]);

#ifdef __cplusplus
}
#endif
#endif /* OXO_INSIGHT_H */
