/* api_question.c - see api_question.h. */
#define _POSIX_C_SOURCE 200809L
#include "api_question.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int run_question(store *s, journal_task *task)
{
    api_question *q = (api_question *)task;
    return q->ask(s, q);
}

api_question *api_question_create(const api_call *call,
                                  int (*ask)(store *s, api_question *q))
{
    api_question *q = calloc(1, sizeof *q);
    if (!q) {
        api_refuse(call, OXO_STORE_UNAVAILABLE, "out of memory");
        return NULL;
    }
    *q = (api_question){.task = {.kind = JOURNAL_QUERY, .run = run_question},
                        .api = call->api,
                        .who = call->who,
                        .headers = HEADERS_JSON,
                        .ask = ask};
    if (!api_body_open(call, &q->body)) {
        free(q);
        return NULL;
    }
    return q;
}

void api_question_submit(api_question *q)
{
    journal_submit(q->api->options.journal, &q->task);
}

static void destroy_question(api_question *q)
{
    fclose(q->body.out);
    free(q->body.text);
    free(q);
}

static void answer_question(api *a, api_question *q)
{
    char headers[512];
    snprintf(headers, sizeof headers,
             "Access-Control-Expose-Headers: Oxo-Next\r\n"
             "Oxo-Next: %llu\r\n%s",
             (unsigned long long)q->next, q->headers);
    api_body_send_to(a, &q->who, &q->body, 200,
                     q->next > 0 ? headers : q->headers);
    free(q);
}

bool api_task_done(api *a, journal_task *task)
{
    if (task->run != run_question)
        return api_classic_fetched(a, task);
    api_question *q = (api_question *)task;
    if (task->error == 0) {
        answer_question(a, q);
        return true;
    }
    const origin who = q->who;
    const bool missing = task->error == -ENOENT;
    destroy_question(q);
    if (missing)
        hub_refuse(a->options.hub, &who, OXO_NOT_FOUND, NULL);
    else
        hub_refuse(a->options.hub, &who, OXO_STORE_UNAVAILABLE,
                   "the store cannot be read");
    return true;
}
