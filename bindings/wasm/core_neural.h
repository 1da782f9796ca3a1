/* core_neural.h - networks for engines and reviewers. */
#ifndef BINDINGS_CORE_NEURAL_H
#define BINDINGS_CORE_NEURAL_H

#include "core_request.h"
#include "oxo/neural.h"

/* The network whose number is the member "net"; NULL if there is no such
 * member. It cannot be freed until every request has been released. */
bool request_neural(wasm_request *r, int at, const oxo_neural **ret);
void neural_release(const oxo_neural *neural);

#endif /* BINDINGS_CORE_NET_H */
