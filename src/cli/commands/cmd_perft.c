/* cmd_perft.c - oxo perft. */
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>

#include "format.h"
#include "json_write.h"
#include "number.h"
#include "rows.h"

/* With more than DEEPEST moves the count might exceed 64 bits, unless at most
 * FEW_CELLS cells are empty: 20 factorial still fits. */
enum { DEEPEST = 18, FEW_CELLS = 20 };

typedef struct perft_request {
    oxo_position position;
    int depth;
    bool divide, games, json;
} perft_request;

static int count_empty(const oxo_position *p)
{
    const int cells = p->variant == OXO_CLASSIC ? OXO_CELLS : OXO_MAX_MOVES;
    int n = 0;
    for (int i = 0; i < cells; i++)
        n += oxo_position_at(p, (oxo_move)i) == OXO_NONE;
    return n;
}

/* ---- Plain text --------------------------------------------------------- */

static uint64_t count_below(const oxo_position *p, oxo_move m, int depth)
{
    const oxo_position next = oxo_position_play(p, m);
    return oxo_perft(&next, depth - 1);
}

static void write_plain(const perft_request *r)
{
    oxo_move moves[OXO_MAX_MOVES];
    char text[OXO_MOVE_TEXT];
    if (!r->divide || r->depth == 0) {
        printf("%" PRIu64 "\n", oxo_perft(&r->position, r->depth));
        return;
    }
    const int count = oxo_position_moves(&r->position, moves);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t n = count_below(&r->position, moves[i], r->depth);
        oxo_move_format(OXO_NATIVE, (oxo_variant)r->position.variant, moves[i],
                        text);
        printf("%-2s %" PRIu64 "\n", text, n);
        total += n;
    }
    printf("%" PRIu64 "\n", total);
}

static void write_games(const perft_request *r)
{
    const oxo_game_count n = oxo_count_games(&r->position, r->depth);
    printf("finished games %12" PRIu64 "\n"
           "won by X       %12" PRIu64 "\n"
           "won by O       %12" PRIu64 "\n"
           "drawn          %12" PRIu64 "\n",
           n.x_wins + n.o_wins + n.draws, n.x_wins, n.o_wins, n.draws);
}

/* ---- JSON --------------------------------------------------------------- */

static uint64_t json_divide(json_writer *w, const perft_request *r)
{
    oxo_move moves[OXO_MAX_MOVES];
    char text[OXO_MOVE_TEXT];
    const int count = oxo_position_moves(&r->position, moves);
    uint64_t total = 0;
    json_open_array(w, "divide");
    for (int i = 0; i < count && r->depth > 0; i++) {
        const uint64_t n = count_below(&r->position, moves[i], r->depth);
        oxo_move_format(OXO_NATIVE, (oxo_variant)r->position.variant, moves[i],
                        text);
        json_open_object(w, NULL);
        json_string(w, "move", text);
        json_uint(w, "sequences", n);
        json_close(w);
        total += n;
    }
    json_close(w);
    return r->depth > 0 ? total : 1;
}

static void json_games(json_writer *w, const perft_request *r)
{
    const oxo_game_count n = oxo_count_games(&r->position, r->depth);
    json_open_object(w, "games");
    json_uint(w, "finished", n.x_wins + n.o_wins + n.draws);
    json_uint(w, "x-wins", n.x_wins);
    json_uint(w, "o-wins", n.o_wins);
    json_uint(w, "draws", n.draws);
    json_close(w);
}

static void write_json(const perft_request *r)
{
    char text[OXO_POSITION_TEXT];
    json_writer w = json_to(stdout);
    oxo_position_format(OXO_NATIVE, &r->position, text, NULL);
    json_open_object(&w, NULL);
    json_string(&w, "variant",
                oxo_variant_word((oxo_variant)r->position.variant));
    json_string(&w, "position", text);
    json_int(&w, "depth", r->depth);
    if (r->games)
        json_games(&w, r);
    else if (r->divide)
        json_uint(&w, "sequences", json_divide(&w, r));
    else
        json_uint(&w, "sequences", oxo_perft(&r->position, r->depth));
    json_close(&w);
}

/* ---- The command -------------------------------------------------------- */

static int read_position(const cli_args *args, oxo_position *ret)
{
    const char *fen = cli_args_value(args, "fen");
    const char *variant = cli_args_value(args, "variant");
    if (!fen) {
        *ret = oxo_position_start(format_variant(variant));
        return CLI_OK;
    }
    input_text text;
    format_item item;
    int status = input_option(args->command, "--fen", fen, &text);
    if (status != CLI_OK)
        return status;
    format_reader reader = format_read(&text, FORMAT_POSITION, variant);
    if (!format_next(&reader, &item))
        status = cli_usage(args->command, "'--fen' is empty");
    else if (item.error.status != OXO_OK)
        status = input_complain(&text, &item.error);
    else
        *ret = item.record.game.now;
    input_clear(&text);
    return status;
}

static int run_perft(const cli_args *args)
{
    perft_request r = {.divide = cli_args_flag(args, "divide"),
                       .games = cli_args_flag(args, "finished"),
                       .json = cli_args_flag(args, "json")};
    const char *depth = args->operands[0];
    if (r.divide && r.games)
        return cli_usage(args->command,
                         "'--divide' and '--finished' do not go together");
    const int status = read_position(args, &r.position);
    if (status != CLI_OK)
        return status;
    const int most =
        count_empty(&r.position) <= FEW_CELLS ? OXO_MAX_MOVES : DEEPEST;
    if (!number_read_int(depth, 0, most, &r.depth))
        return cli_usage(args->command,
                         "DEPTH is a number from 0 to %d here, not '%s'", most,
                         depth);
    if (r.json)
        write_json(&r);
    else if (r.games)
        write_games(&r);
    else
        write_plain(&r);
    return CLI_OK;
}

static const cli_operand operands[] = {
    {"DEPTH",
     "The number of moves: 0 to 18, or up to 81 if at most 20 cells are "
     "empty.",
     CLI_WORD},
    {0},
};

static const cli_option options[] = {
    ROW_VARIANT("The rules to play by; default: ultimate, or classic if the "
                "position has the shape of classic."),
    ROW_VALUE("fen", "POSITION",
              "Count from this position; default: the "
              "start."),
    ROW_FLAG("divide", "List the count below each first move."),
    ROW_RENAMED("finished", "games", NULL,
                "Count finished games of at most DEPTH moves, by result."),
    ROW_JSON,
    {0},
};

static const char *const description[] = {
    "Counts every sequence of exactly DEPTH legal moves from a position "
    "(performance test). Programs with the same rules get the same numbers, "
    "so perft tests and times the rules.",
    "The count is the last line of the output.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo perft 8", "The sequences of eight moves in Ultimate: 281067408.",
     CLI_OK},
    {"oxo perft --variant classic 9 --finished",
     "All 255168 games of noughts and crosses, by result.", CLI_OK},
    {"oxo perft --fen '4x4/4x4/9/9/ooo1x4/9/9/9/9 x c' --divide 3",
     "How many sequences begin with each move of a position.", CLI_OK},
    {0},
};

const cli_command cmd_perft = {
    .name = "perft",
    .summary = "Count the move sequences or games from a position",
    .arguments = "DEPTH",
    .least = 1,
    .most = 1,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_TEXT,
    .run = run_perft,
};
