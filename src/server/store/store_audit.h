/* store_audit.h - does a log hold together? For store_check(), whatever the
 * engine: it is told the events in order and says what is wrong with them. */
#ifndef STORE_STORE_AUDIT_H
#define STORE_STORE_AUDIT_H

#include "store.h"

typedef struct store_audit store_audit;

store_audit *store_audit_create(store_fault *fault, void *context);
void store_audit_destroy(store_audit *a);

/* Looks at the next event of the log. 0 or -ENOMEM. */
int store_audit_event(store_audit *a, const event *e);

/* Reports a fault that somebody else found. */
__attribute__((format(printf, 2, 3))) void
store_audit_fault(store_audit *a, const char *format, ...);

int store_audit_faults(const store_audit *a);

#endif /* STORE_STORE_AUDIT_H */
