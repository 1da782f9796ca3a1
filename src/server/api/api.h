/* api.h - everything that is asked by HTTP: /api/v1, streams, 001's game,
 * health, metrics, and the page.
 *
 * Routes stand in one table (api_routes.c), from which the OpenAPI document
 * is checked. A route answers at once, or hands the question to the hub, the
 * store or the engine and answers when that has come back. */
#ifndef SERVER_API_H
#define SERVER_API_H

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

/* Answers any request but the one that becomes a WebSocket. */
void api_request(api *a, const net_request *r);

/* May a page of this origin talk to us? No Origin header: no page. */
bool api_origin_is_allowed(const api *a, const net_request *r);

/* A question to the store is answered; false if it is none of the api's. */
bool api_task_done(api *a, journal_task *task);

/* A connection is gone, or will say nothing more: its analyses end. */
void api_left(api *a, net_id id);

/* An analysis is done; its lines are freed here. */
void api_job_done(api *a, job *j);

/* From now on /readyz says no. */
void api_drain(api *a);

/* What net_server refused by itself; for /metrics. */
void api_count_refusal(api *a, const char *why);

#endif /* SERVER_API_H */
