/* ugi_command.h - what a line of UGI asks for.
 *
 * Text to command, without any I/O: ugi.c carries the commands out. */
#ifndef PROTOCOL_UGI_COMMAND_H
#define PROTOCOL_UGI_COMMAND_H

#include "oxo/engine.h"

typedef enum ugi_kind {
    UGI_UNKNOWN, /* to be ignored */
    UGI_BAD,     /* a command we know, in a form we do not: see `problem` */
    UGI_UGI,
    UGI_ISREADY,
    UGI_NEW_GAME,
    UGI_SET_OPTION,
    UGI_POSITION,
    UGI_GO,
    UGI_STOP,
    UGI_PONDER_HIT,
    UGI_QUERY,
    UGI_BENCH,
    UGI_QUIT,
    UGI_KINDS
} ugi_kind;

typedef enum ugi_question {
    UGI_P1_TURN,
    UGI_GAME_OVER,
    UGI_RESULT,
    UGI_FEN,
    UGI_LEGAL_MOVES,
    UGI_QUESTIONS
} ugi_question;

/* Only what belongs to `kind` is set; texts point into the line. */
typedef struct ugi_command {
    ugi_kind kind;
    const char *problem;      /* of `go`: what is told beside it, or NULL, */
    const char *raised;       /* and of limits that mean nothing */
    const char *name, *value; /* of an option; a missing value is "" */
    const char *fen;          /* of a position; NULL is the start */
    char *moves;              /* words, none is "" */
    oxo_limits limits;        /* of `go` */
    bool infinite;            /* answer only when told to stop */
    bool ponder;              /* think as if it were our turn already */
    ugi_question question;
} ugi_command;

/* Understands a line, cutting it to pieces. */
ugi_command ugi_parse(char *line);

#endif /* PROTOCOL_UGI_COMMAND_H */
