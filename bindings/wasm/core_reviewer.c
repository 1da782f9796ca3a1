/* core_reviewer.c - reviewers, which are kept between calls. */
#include <stdlib.h>

#include "core_neural.h"
#include "report.h"

enum { MOST_REVIEWERS = 16, DEFAULT_NODES = 20000 };

typedef struct reviewer {
    const oxo_neural *neural; /* or NULL */
    oxo_engine *engine;
    oxo_insight *insight;
    oxo_game game;
    oxo_review review;
} reviewer;

static reviewer *held[MOST_REVIEWERS]; /* NULL: this number is free */

static void destroy_reviewer(reviewer *v)
{
    oxo_insight_destroy(v->insight);
    oxo_engine_destroy(v->engine);
    neural_release(v->neural);
    free(v);
}

/* NULL if memory is short. Takes over the request of the network. */
static reviewer *create_reviewer(const oxo_game *game, uint64_t nodes,
                                 const oxo_neural *neural)
{
    oxo_engine_options options = oxo_insight_engine_options();
    reviewer *v = calloc(1, sizeof *v);
    if (!v) {
        neural_release(neural);
        return NULL;
    }
    options.neural = v->neural = neural;
    v->game = *game;
    oxo_review_init(&v->review);
    if (oxo_engine_create(&options, &v->engine) == 0 &&
        oxo_insight_create(v->engine, nodes, &v->insight) == 0)
        return v;
    destroy_reviewer(v);
    return NULL;
}

const char *core_reviewer_create(size_t length)
{
    wasm_request r;
    oxo_game game;
    int64_t nodes = DEFAULT_NODES;
    const oxo_neural *neural = NULL;
    unsigned i = 0;
    while (i < MOST_REVIEWERS && held[i])
        i++;
    if (i == MOST_REVIEWERS)
        return answer_busy("there are too many reviewers");
    if (!request_open(&r, length) || !request_game(&r, 0, "game", &game) ||
        !request_int(&r, 0, "nodes", 1, MOST_WHOLE, &nodes) ||
        !request_neural(&r, 0, &neural))
        return answer_refusal(&r.refusal);
    held[i] = create_reviewer(&game, (uint64_t)nodes, neural);
    return held[i] ? answer_number(i + 1)
                   : answer_busy("there is not enough memory");
}

static bool reviewer_exists(unsigned number)
{
    return number - 1 < MOST_REVIEWERS && held[number - 1];
}

const char *core_reviewer_free(unsigned number)
{
    if (!reviewer_exists(number))
        return answer_busy("this reviewer has been freed");
    destroy_reviewer(held[number - 1]);
    held[number - 1] = NULL;
    return answer_number(0);
}

const char *core_reviewer_step(unsigned number)
{
    if (!reviewer_exists(number))
        return answer_busy("this reviewer has been freed");
    reviewer *v = held[number - 1];
    oxo_insight_step(v->insight, &v->game, NULL, &v->review);
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    json_bool(&w, "done", v->review.judged > v->game.length);
    report_review_members(&w, &v->review);
    json_close(&w);
    return answer_end(&w);
}
