/* engine_arg.h - an engine as an argument on the command line. */
#ifndef CLI_ENGINE_ARG_H
#define CLI_ENGINE_ARG_H

#include "program_spec.h"

/* Parses an engine's description: "oxo", "oxo:LEVEL" or the path of a program,
 * each perhaps followed by keys of program_spec_parse(); or such keys only.
 * OXO_OK; or a refusal, with a sentence in `why`. */
oxo_status engine_arg_parse(const char *text, program_spec *ret,
                            char why[PROGRAM_WHY]);

/* True for a description that begins with "oxo", "oxo:LEVEL" or a path, after
 * which the engine is named. */
bool engine_arg_is_short(const char *text);

/* True for a description, false for a command line. "oxo engine --hash 1" is a
 * command line, and so is "/usr/bin/env A=b x", because there is no key A. */
bool engine_arg_is_spec(const char *text);

/* Sets the command that runs this very program; false if its path is too
 * long. */
bool engine_arg_use_self(program_spec *spec);

#endif /* CLI_ENGINE_ARG_H */
