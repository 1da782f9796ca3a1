/* core_neural.h - the networks that JavaScript brought, for engines and
 * reviewers.
 */
#ifndef BINDINGS_CORE_NEURAL_H
#define BINDINGS_CORE_NEURAL_H

#include "core_request.h"
#include "oxo/neural.h"

/* The network whose number stands under "net", NULL if nothing does. It stays
 * until it is left as often as it was taken. */
bool request_neural(request *r, int at, const oxo_neural **ret);
void neural_release(const oxo_neural *neural);

#endif /* BINDINGS_CORE_NET_H */
