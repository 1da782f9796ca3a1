/* stores.h - how fast events become durable. */
#ifndef OXO_BENCH_STORES_H
#define OXO_BENCH_STORES_H

#include "bench.h"

/* Rows a second in batches of 1, 10, 100 and 1000, and the median and the
 * 99th percentile of a commit of 100, each beside a plain table whose primary
 * key is (room, seq). Files are made in TMPDIR, or /var/tmp, and removed.
 * Spends about `seconds` on each batch size. Returns how many metrics it
 * wrote, or a negative errno. */
int stores_measure(double seconds, bench_metric *out);

#endif /* OXO_BENCH_STORES_H */
