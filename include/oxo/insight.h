/* oxo/insight.h - what each move of a game meant.
 *
 * An engine evaluates every position of a game. From the values follow the
 * graph of the game, a grade for every move with a sentence that explains it,
 * the moments at which the game turned, each side's accuracy, and a refined
 * intensity.
 *
 * Every position is evaluated by itself, from an empty table, with a limit on
 * nodes. With one thread the results depend on nothing else, so a game gets
 * the same review whether it is reviewed at once, move by move, or after a
 * takeback. */
#ifndef OXO_INSIGHT_H
#define OXO_INSIGHT_H

#include "oxo/engine.h"
#include "oxo/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Scores ------------------------------------------------------------- */

/* Expected scores are 0..1 in ten-thousandths; a draw counts a half. */
enum { OXO_SCORE_ONE = 10000 };

/* The expected score of the side to move. */
OXO_API int oxo_value_expected(const oxo_value *value);

/* ---- The analyst -------------------------------------------------------- */

typedef struct oxo_insight oxo_insight;

/* Options for an engine that is used for insight: full strength, all legal
 * moves as lines, one thread, and a small table, which is cleared often. */
OXO_API oxo_engine_options oxo_insight_engine_options(void);

/* Borrows `engine`, which must outlive the result and must not be used for
 * anything else meanwhile. `nodes` limits the search of each position. 0;
 * -EINVAL if `nodes` is 0; -ENOMEM. */
OXO_API int oxo_insight_create(oxo_engine *engine, uint64_t nodes,
                               oxo_insight **ret);
OXO_API void oxo_insight_destroy(oxo_insight *insight);

/* ---- Intensity ---------------------------------------------------------- */

typedef enum oxo_intensity_source {
    OXO_BY_HEURISTIC,
    OXO_BY_ENGINE
} oxo_intensity_source;

/* The wire word: "heuristic" or "engine". */
OXO_API const char *oxo_intensity_source_word(oxo_intensity_source source);

/* The intensity of a position, refined by a search. Never fails: if there is
 * nothing to search, or `stop` is set, the result is that of
 * oxo_intensity_of(), and `*ret_source` says so. `stop` may be NULL. */
OXO_API oxo_intensity oxo_insight_intensity(oxo_insight *insight,
                                            const oxo_position *p,
                                            const oxo_stop *stop,
                                            oxo_intensity_source *ret_source);

/* ---- Reviews ------------------------------------------------------------ */

/* Grades, from best to worst. */
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

/* The wire word, such as "missed-win". */
OXO_API const char *oxo_grade_word(oxo_grade grade);

/* A fact on the board that explains why a move was bad. "They" are the side to
 * reply; `with` and `board` are fields of oxo_verdict. */
typedef enum oxo_why {
    OXO_WHY_NOTHING,
    OXO_WHY_MISSES_GAME,     /* `with` would have won the game */
    OXO_WHY_NO_BLOCK,        /* classic: they win in the cell `with` */
    OXO_WHY_GIVES_GAME,      /* they win the game with `with` */
    OXO_WHY_SENDS_TO_BOARD,  /* they must play in `board`, and win it */
    OXO_WHY_FREES_FOR_BOARD, /* they may play anywhere, and win `board` */
    OXO_WHY_MISSES_BOARD,    /* `with` would have won `board` */
    OXO_WHY_LEAVES_LINE, /* they have two in a line, `board` completes it */
    OXO_WHY_FREES,       /* they may play anywhere */
    OXO_WHY_ALLOWS_FORK  /* classic: `with` makes two threats at once */
} oxo_why;

/* What a move gave away. `distance` and `loss` are fields of oxo_verdict. */
typedef enum oxo_cost {
    OXO_COST_NOTHING,
    OXO_COST_SLOWER, /* it wins, but later than necessary */
    OXO_COST_SOONER, /* it loses, and sooner than necessary */
    OXO_COST_WIN,    /* a proven win, `distance` moves away */
    OXO_COST_GAME,   /* a proven win has become a proven loss */
    OXO_COST_DRAW,   /* a proven draw has become a proven loss */
    OXO_COST_LOSES,  /* they now win, `distance` moves away */
    OXO_COST_SCORE   /* `loss` of the expected score */
} oxo_cost;

/* A point of the graph: the position before the first move, or after a move.
 */
typedef struct oxo_point {
    bool known;      /* false if the engine had no result */
    oxo_value value; /* for X: a proven win is a win for X */
    int expected;    /* X's expected score */
    oxo_move best;   /* OXO_NO_MOVE if the game is over or `known` is false */
    oxo_intensity intensity;
    oxo_intensity_source source;
} oxo_point;

/* The verdict on a move. */
typedef struct oxo_verdict {
    oxo_mark mark; /* who made it */
    oxo_move move;
    oxo_move best;  /* the engine's choice; `move` if that is as good */
    oxo_move reply; /* the engine's reply to `move`, or OXO_NO_MOVE */
    oxo_grade grade;
    int loss;    /* of the mover's expected score, 0..OXO_SCORE_ONE */
    int swing;   /* change of X's expected score */
    bool counts; /* for the accuracy: the legal moves differed in value */
    bool key;    /* a key moment: the game turned */
    bool proven; /* the values of `move` and of `best` are proven */
    oxo_why why;
    oxo_cost cost;
    oxo_move with; /* the move that `why` refers to, or OXO_NO_MOVE */
    uint8_t board; /* the board that `why` refers to */
    int distance;  /* that `cost` refers to: moves of both sides */
} oxo_verdict;

/* A legal move with its value. */
typedef struct oxo_choice {
    oxo_value value; /* for the mover */
    oxo_move move;
    oxo_move reply; /* the expected reply, or OXO_NO_MOVE */
} oxo_choice;

enum { OXO_MAX_POINTS = OXO_MAX_MOVES + 1 };

/* The review of a game, as far as it has been judged. */
typedef struct oxo_review {
    oxo_position start;
    int judged; /* points in the review: one more than moves */
    oxo_point points[OXO_MAX_POINTS];
    oxo_verdict moves[OXO_MAX_MOVES];

    int accuracy[2]; /* [side]: 0..100 in hundredths */
    int grades[2][OXO_GRADES];
    int key_count;
    uint8_t keys[OXO_MAX_MOVES]; /* the plies of the key moments, in order */

    /* The legal moves at the last point, best first. None after a takeback:
     * the next step finds them again if it needs them. */
    int choice_count;
    oxo_choice choices[OXO_MAX_MOVES];
} oxo_review;

/* Starts a review, with nothing judged yet. */
OXO_API void oxo_review_init(oxo_review *review);

/* Judges one more position: the first that the review lacks. 1 if there was
 * one, 0 if the review is complete; -ECANCELED, with the review unchanged, if
 * `stop` was set, which may be NULL. Since the last step the game may have
 * grown or lost moves, or be another game: what the review says about moves
 * that are not in `g` is dropped first. */
OXO_API int oxo_insight_step(oxo_insight *insight, const oxo_game *g,
                             const oxo_stop *stop, oxo_review *review);

/* Called after every position. Returns false to end the review. */
typedef bool oxo_review_report(const oxo_review *review, void *context);

/* Steps until the review is complete: 0. -ECANCELED if `stop` was set or
 * `report` returned false; the review then keeps what has been judged. `stop`
 * and `report` may be NULL. */
OXO_API int oxo_insight_review(oxo_insight *insight, const oxo_game *g,
                               const oxo_stop *stop, oxo_review_report *report,
                               void *context, oxo_review *review);

/* Room for the longest sentence, with its NUL. */
enum { OXO_SENTENCE_TEXT = 128 };

/* Writes a sentence that explains the grade of move number `ply`, such as
 * "sends X to a board it wins at once: board c"; 0 <= ply < judged - 1.
 * Returns the length. */
OXO_API size_t oxo_review_sentence(const oxo_review *review, int ply,
                                   char out[OXO_SENTENCE_TEXT]);

#ifdef __cplusplus
}
#endif
#endif /* OXO_INSIGHT_H */
