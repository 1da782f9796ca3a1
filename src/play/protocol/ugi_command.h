/* ugi_command.h - parses a line of UGI.
 *
 * No I/O: ugi.c carries the commands out. */
#ifndef PROTOCOL_UGI_COMMAND_H
#define PROTOCOL_UGI_COMMAND_H

#include "oxo/engine.h"

typedef enum ugi_kind {
    UGI_UNKNOWN, /* ignore it */
    UGI_BAD,     /* a known command with wrong arguments: see `problem` */
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

/* Only the fields of `kind` are set. Texts point into the line. */
typedef struct ugi_command {
    ugi_kind kind;
    const char *problem;      /* bad command: why; `go`: a warning, or NULL */
    const char *raised;       /* `go`: a warning about a limit below 1 */
    const char *name, *value; /* `setoption`; a missing value is "" */
    const char *fen;          /* `position`; NULL: the start position */
    char *moves;              /* `position`: the moves, or "" */
    oxo_limits limits;        /* `go` */
    bool infinite;            /* `go`: answer only after `stop` */
    bool ponder;              /* `go`: think during the opponent's turn */
    ugi_question question;    /* `query` */
} ugi_command;

/* Parses a line. Modifies it. */
ugi_command ugi_parse(char *line);

#endif /* PROTOCOL_UGI_COMMAND_H */
