/* core_neural.h - the nets that JavaScript brought, for engines and reviewers.
 */
#ifndef BINDINGS_CORE_NET_H
#define BINDINGS_CORE_NET_H

#include "core_request.h"
#include "oxo/neural.h"

/* The net whose number stands under "net", NULL if nothing does. It stays
 * until it is left as often as it was taken. */
bool request_net(request *r, int at, const oxo_neural **ret);
void net_leave(const oxo_neural *net);

#endif /* BINDINGS_CORE_NET_H */
