/* load_report.h - the results of `oxo load`, as tables and as JSON. */
#ifndef CLI_LOAD_REPORT_H
#define CLI_LOAD_REPORT_H

#include "bars.h"
#include "load.h"
#include "load_process.h"

/* One run against one server. */
typedef struct load_run {
    load_config config;
    int connections;
    double open_seconds; /* time to open the connections */
    load_result result;
    bool knows_server; /* the server's usage was measured: */
    load_usage empty;  /* before the first connection */
    load_usage before; /* before playing */
    load_usage after;  /* after playing */
} load_run;

void load_report_run(const load_run *run, bool json);
void load_report_bars(const bars_report *report, bool json);
void load_report_verified(const load_verified *v, bool json);

#endif /* CLI_LOAD_REPORT_H */
