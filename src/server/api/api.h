/* api.h - HTTP: /api/v1, streams, 001's game, health, metrics, and the page.
 *
 * One table lists all routes (api_routes.c); a test compares the OpenAPI
 * document with it. A route answers at once, or passes the question to the
 * hub, the store or the engine and answers when the result is there. */
#ifndef API_API_H
#define API_API_H

#include "config.h"
#include "hub.h"

typedef struct api api;

typedef struct api_options {
    const server_config *config;
    net_loop *loop;
    net_server *net;
    journal *journal;
    workers *workers;
    hub *hub;
    log_sink *log;
} api_options;

int api_create(const api_options *options, api **ret); /* negative errno */
void api_destroy(api *a);

/* Answers any request except the upgrade to a WebSocket. */
void api_request(api *a, const net_request *r);

/* May a page of this origin use the server? True without an Origin header:
 * then the client is not a page. */
bool api_origin_is_allowed(const api *a, const net_request *r);

/* A query to the store is done; false if the task does not belong to the api.
 */
bool api_task_done(api *a, journal_task *task);

/* A connection is closed, or sends nothing more: ends its analyses. */
void api_left(api *a, net_id id);

/* An analysis is done. Frees its lines. */
void api_job_done(api *a, job *j);

/* From now on /readyz answers 503. */
void api_drain(api *a);

/* Counts what net_server refused by itself, for /metrics. */
void api_count_refusal(api *a, const char *why);

#endif /* API_API_H */
