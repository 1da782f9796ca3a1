/* api_question.h - requests that need the store.
 *
 * `ask` runs on the journal's reading thread and writes the body. Everything
 * else runs on the loop's thread. */
#ifndef API_API_QUESTION_H
#define API_API_QUESTION_H

#include "api_private.h"

typedef struct api_question api_question;

struct api_question {
    journal_task task; /* first: the journal hands this back */
    api *api;
    origin who;
    api_body body;
    const char *headers; /* of the answer; default: HEADERS_JSON */
    uint64_t next;       /* where the next page begins, for a header; or 0 */
    int (*ask)(store *s, api_question *q); /* -ENOENT: 404 */

    /* The question; each kind uses some of these. */
    store_game_filter filter;
    event_room room; /* room and number: a game */
    int number;
    oxo_position position;
    event_hash key;
};

/* A question with an open body; NULL: the request was refused. */
api_question *api_question_create(const api_call *call,
                                  int (*ask)(store *s, api_question *q));
void api_question_submit(api_question *q);

#endif /* API_API_QUESTION_H */
