/* load_report.h - what `oxo load` found out, for people and for programs. */
#ifndef CLI_LOAD_REPORT_H
#define CLI_LOAD_REPORT_H

#include "bars.h"
#include "load.h"
#include "load_process.h"

/* One run against one server. */
typedef struct load_run {
    load_config config;
    int connections;
    double open_seconds; /* that opening them took */
    load_result result;
    bool knows_server; /* the three below were read */
    load_usage empty;  /* of the server: before anybody connected, */
    load_usage before; /* before playing, */
    load_usage after;  /* and behind it */
} load_run;

void load_report_run(const load_run *run, bool json);
void load_report_bars(const bars_report *report, bool json);
void load_report_verified(const load_verified *v, bool json);

#endif /* CLI_LOAD_REPORT_H */
