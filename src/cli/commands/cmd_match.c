/* cmd_match.c - oxo match. */
#include "commands.h"

#include <stdlib.h>
#include <string.h>

#include "match_command.h"
#include "match_json.h"
#include "rows.h"

enum { STANDARD_GAMES = 100, SPRT_GAMES = 40000, STANDARD_MOVE_TIME = 100 };

/* ---- Options ------------------------------------------------------------ */

/* Reads a list such as "1,2.5,-3" into `out`; returns the number of values, or
 * 0 if the text is malformed or has more than `most`. */
static int read_list(const char *text, int most, double *out)
{
    for (int count = 0; count < most;) {
        char *end;
        if (strspn(text, "-.0123456789") != strcspn(text, ","))
            return 0;
        out[count++] = strtod(text, &end);
        if (end == text || (*end && *end != ','))
            return 0;
        if (!*end)
            return count;
        text = end + 1;
    }
    return 0;
}

/* The same for whole numbers from 0 to a million. */
static int read_ints(const char *text, int most, int *out)
{
    double numbers[4];
    const int count = read_list(text, most, numbers);
    for (int i = 0; i < count; i++) {
        if (!(numbers[i] >= 0 && numbers[i] <= 1e6))
            return 0;
        out[i] = (int)numbers[i];
        if (out[i] != numbers[i])
            return 0;
    }
    return count;
}

static int read_sprt(const cli_args *args, match_sprt *s)
{
    const char *text = cli_args_value(args, "sprt");
    const char *model = cli_args_value(args, "sprt-model");
    double n[4] = {0, 0, 0.05, 0.05};
    if (!text)
        return model
                   ? cli_usage(args->command, "'--sprt-model' needs '--sprt'")
                   : CLI_OK;
    const int count = read_list(text, 4, n);
    if (count != 2 && count != 4)
        return cli_usage(args->command,
                         "'--sprt' is ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, not "
                         "'%s'",
                         text);
    *s = (match_sprt){.on = true,
                      .pairs = !model || strcmp(model, "trinomial") != 0,
                      .elo0 = n[0],
                      .elo1 = n[1],
                      .alpha = n[2],
                      .beta = n[3]};
    return CLI_OK;
}

static int read_resign(const cli_args *args, match_adjudication *a)
{
    const char *text = cli_args_value(args, "resign");
    int n[2];
    if (!text)
        return CLI_OK;
    if (read_ints(text, 2, n) != 2 || n[0] < 1)
        return cli_usage(args->command, "'--resign' is MOVES,SCORE, not '%s'",
                         text);
    a->resign_moves = n[0];
    a->resign_score = n[1];
    return CLI_OK;
}

static int read_draw(const cli_args *args, match_adjudication *a)
{
    const char *text = cli_args_value(args, "draw");
    int n[3] = {0, 0, 0};
    if (!text)
        return CLI_OK;
    if (read_ints(text, 3, n) < 2 || n[0] < 1)
        return cli_usage(args->command,
                         "'--draw' is MOVES,SCORE or MOVES,SCORE,PLY, not "
                         "'%s'",
                         text);
    a->draw_moves = n[0];
    a->draw_score = n[1];
    a->draw_from_ply = n[2];
    return CLI_OK;
}

static int read_limits(const cli_args *args, match_config *config)
{
    static const char *const names[] = {"tc", "movetime", "nodes", "depth"};
    bool any = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int status = match_command_limit(args, names[i], config);
        if (status != CLI_OK)
            return status;
        any = any || cli_args_flag(args, names[i]);
    }
    if (!any)
        config->limits.move_time = STANDARD_MOVE_TIME;
    return CLI_OK;
}

static const char *const pairings[] = {"round-robin", "gauntlet", "adjacent",
                                       NULL};

static match_kind read_kind(const cli_args *args)
{
    const char *text = cli_args_value(args, "pairing");
    if (text && strcmp(text, "gauntlet") == 0)
        return MATCH_GAUNTLET;
    if (text && strcmp(text, "adjacent") == 0)
        return MATCH_ADJACENT;
    return MATCH_ROUND_ROBIN;
}

static int read_options(const cli_args *args, match_config *config)
{
    const bool sprt = cli_args_flag(args, "sprt");
    int status =
        match_command_init(args, sprt ? SPRT_GAMES : STANDARD_GAMES, config);
    if (status == CLI_OK)
        status = read_limits(args, config);
    if (status == CLI_OK)
        status = read_sprt(args, &config->sprt);
    if (status == CLI_OK)
        status = read_resign(args, &config->adjudication);
    if (status == CLI_OK)
        status = read_draw(args, &config->adjudication);
    config->kind = read_kind(args);
    config->openings.shuffle = cli_args_flag(args, "shuffle");
    config->event = cli_args_value(args, "event");
    return status;
}

/* ---- The command -------------------------------------------------------- */

static int run_match(const cli_args *args)
{
    static match_config config;
    static match_summary summary;
    int status = read_options(args, &config);
    for (int i = 0; i < args->count && status == CLI_OK; i++)
        status = match_command_add(args, args->operands[i], &config);
    if (status != CLI_OK)
        return status;
    status = match_command_play(args, &config, &summary);
    if (summary.played == 0)
        return status;
    if (cli_args_flag(args, "json"))
        match_json_write(&summary, stdout);
    else
        match_print_summary(&summary, stdout);
    return status;
}

static const char *const models[] = {"pentanomial", "trinomial", NULL};

static const cli_operand operands[] = {
    {"ENGINE", "An engine, described as below; there are at least two.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_VALUE("tc", "BASE+INC",
              "A clock (time control): seconds per game, and seconds added "
              "with each move."),
    ROW_MOVETIME("Think for MS milliseconds per move; default: 100 if there "
                 "is no other limit."),
    ROW_NODES("Search N nodes per move."),
    ROW_NUMBER("depth", "Search N moves deep."),
    MATCH_COMMAND_OPTIONS("100, with --sprt 40000 at most"),
    ROW_CHOICE("pairing", "KIND", pairings,
               "Who plays whom: all against all, the first against all "
               "others, or each against the next; default: round-robin."),
    ROW_VALUE("sprt", "ELO0,ELO1[,ALPHA,BETA]",
              "Stop as soon as a sequential test decides whether the first "
              "engine is ELO0 or ELO1 better than the second. ALPHA and BETA "
              "are the error rates; default: 0.05."),
    ROW_CHOICE("sprt-model", "MODEL", models,
               "Test pairs of games or single games; default: pentanomial."),
    ROW_VALUE("resign", "MOVES,SCORE",
              "End a game as lost when for MOVES moves both engines agree "
              "that one side is SCORE hundredths behind."),
    ROW_VALUE("draw", "MOVES,SCORE[,PLY]",
              "End a game as drawn when, from PLY on, for MOVES moves both "
              "engines' scores are within SCORE hundredths of even."),
    ROW_FLAG("shuffle", "Shuffle the openings of a file, by the seed."),
    ROW_VALUE("event", "NAME", "The Event tag of the game records."),
    {0},
};

static const cli_operand terms[] = {
    {"oxo", "This program at full strength.", CLI_WORD},
    {"oxo:LEVEL", "This program at a level from 1 to 10.", CLI_WORD},
    {"PATH", "A program that speaks UGI; the path must contain a slash.",
     CLI_WORD},
    {"cmd=COMMAND",
     "Any program with its arguments, in quotes inside the word. It is run "
     "without a shell.",
     CLI_WORD},
    {"name=NAME", "The engine's name in tables and records.", CLI_WORD},
    {"proto=PROTOCOL", "The engine's protocol, ugi or codingame.", CLI_WORD},
    {"option.NAME=VALUE", "An option of the engine, such as option.Hash=16.",
     CLI_WORD},
    {"dir=PATH", "The folder to run the engine in.", CLI_WORD},
    {"stderr=FILE", "Where the engine's messages go; default: nowhere.",
     CLI_WORD},
    {"tc= movetime= nodes= depth=",
     "Limits for this engine, instead of those of the match.", CLI_WORD},
    {"firsttime=MS", "Another move time for the first move of a game.",
     CLI_WORD},
    {"margin=MS grace=MS",
     "How late a move may be, and how long starting may take; default: 100 "
     "and 10000.",
     CLI_WORD},
    {0},
};

static const char *const description[] = {
    "The referee knows the rules and keeps the "
    "time; an engine that crashes, makes an illegal move or is late loses the "
    "game.",
    "Each game is a line on standard error. The result goes to standard "
    "output: points, Elo with 95 % intervals, the likelihood that the first "
    "engine is stronger, and for more than two engines a table and ratings. "
    "Ctrl-C ends the match and prints the result so far; with '--resume' it "
    "can be continued.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo match oxo:1 oxo:2 --games 4 --nodes 100 --quiet",
     "Two levels of this program.", CLI_OK},
    {"oxo match oxo 'oxo option.Hash=1' --sprt 0,10 --games 4 --nodes 50 -q",
     "Is a larger table worth ten Elo? Four games are too few to tell.",
     CLI_OK},
    {"oxo match oxo oxo:1 oxo:2 --pairing gauntlet --games 2 --nodes 50 -q",
     "One engine against several.", CLI_OK},
    {"oxo match oxo:1 \"cmd='oxo engine --hash 1'\" --games 2 --nodes 50 -q",
     "Any program that speaks UGI, with its arguments.", CLI_OK},
    {0},
};

const cli_command cmd_match = {
    .name = "match",
    .summary = "Let engines play each other",
    .arguments = "ENGINE ENGINE...",
    .least = 1,
    .most = MATCH_MAX_ENGINES,
    .operands = operands,
    .options = options,
    .description = description,
    .terms_title = "Engines",
    .terms = terms,
    .examples = examples,
    .exits = CLI_READS_TEXT | CLI_RUNS_LONG,
    .run = run_match,
};
