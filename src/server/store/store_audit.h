/* store_audit.h - checks that a log is consistent, for the store_check() of
 * any engine: takes the events in order and reports faults. */
#ifndef STORE_STORE_AUDIT_H
#define STORE_STORE_AUDIT_H

#include "store.h"

typedef struct store_audit store_audit;

store_audit *store_audit_create(store_fault *fault, void *context);
void store_audit_destroy(store_audit *a);

/* Checks the next event of the log. 0 or -ENOMEM. */
int store_audit_event(store_audit *a, const event *e);

/* Reports a fault that the caller found. */
__attribute__((format(printf, 2, 3))) void
store_audit_fault(store_audit *a, const char *format, ...);

int store_audit_faults(const store_audit *a);

#endif /* STORE_STORE_AUDIT_H */
