/* api_question.h - requests that the store answers, on its reading thread.
 *
 * `ask` runs there and writes the body; the rest happens on the loop's. */
#ifndef SERVER_API_QUESTION_H
#define SERVER_API_QUESTION_H

#include "api_private.h"

typedef struct api_question api_question;

struct api_question {
    journal_task task; /* first: the journal hands this back */
    api *api;
    origin who;
    api_body body;
    const char *headers; /* of the answer; HEADERS_JSON unless set */
    uint64_t next;       /* a header tells where the next page begins, or 0 */
    int (*ask)(store *s, api_question *q); /* -ENOENT: 404 */

    /* What is asked for, as far as it applies. */
    store_game_filter filter;
    event_room room; /* with the number: a game */
    int number;
    oxo_position position;
    event_hash key;
};

/* A question with an open body, or NULL: the request was refused. */
api_question *api_question_create(const api_call *call,
                                  int (*ask)(store *s, api_question *q));
void api_question_submit(api_question *q);

#endif /* SERVER_API_QUESTION_H */
