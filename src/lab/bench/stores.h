/* stores.h - how fast the store makes events durable. */
#ifndef OXO_BENCH_STORES_H
#define OXO_BENCH_STORES_H

#include "bench.h"

/* Measures rows per second in batches of 1, 10, 100 and 1000, and the median
 * and the 99th percentile of a commit of 100, each compared with a plain table
 * with the primary key (room, seq). Uses temporary files in TMPDIR or
 * /var/tmp. Measures each batch size for about `seconds`. Returns the number
 * of metrics, or a negative errno. */
int stores_measure(double seconds, bench_metric *out);

#endif /* OXO_BENCH_STORES_H */
