/* cmd_explain.c - oxo explain: the minimax tree of a classic position. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "item.h"
#include "oxo/explain.h"
#include "report.h"
#include "rows.h"

enum { STANDARD_DEPTH = 2 };

typedef struct explain_request {
    oxo_classic root;
    oxo_move path[OXO_CELLS];
    int length; /* of the path */
    int depth;  /* of the tree shown below the path */
    bool ascii, json;
} explain_request;

static char cell_letter(oxo_move m)
{
    return (char)('a' + m);
}

static char side_letter(oxo_mark mark)
{
    return mark == OXO_X ? 'X' : 'O';
}

static bool maximizes(const oxo_tree_node *node)
{
    return node->position.turn == node->max;
}

/* ---- One node ----------------------------------------------------------- */

/* Writes why a branch was cut, here or further up: a move gave one side so
 * much (the deeper limit) that the other side prefers an earlier move of its
 * own (the other limit). */
static void write_cut(const oxo_tree_node *node)
{
    const bool by_max = node->alpha.depth > node->beta.depth;
    const oxo_tree_limit *good = by_max ? &node->alpha : &node->beta;
    const oxo_tree_limit *rather = by_max ? &node->beta : &node->alpha;
    const oxo_mark who = by_max ? node->max : oxo_mark_other(node->max);
    printf("  cut: %c gets %d or %s with %c at depth %d, and %c has %d with "
           "%c at depth %d",
           side_letter(who), good->score, by_max ? "more" : "less",
           cell_letter(good->move), good->depth,
           side_letter(oxo_mark_other(who)), rather->score,
           cell_letter(rather->move), rather->depth);
}

static void write_window(const oxo_tree_node *node)
{
    if (node->alpha.move != OXO_NO_MOVE)
        printf("  alpha %d", node->alpha.score);
    if (node->beta.move != OXO_NO_MOVE)
        printf("  beta %d", node->beta.score);
}

static void write_bound(const oxo_tree_node *node)
{
    if (node->bound != OXO_TREE_EXACT)
        printf("  alpha-beta: at %s %d",
               node->bound == OXO_TREE_AT_LEAST ? "least" : "most",
               node->pruned_score);
}

static void write_end(const oxo_tree_node *node)
{
    static const char *const words[] = {"", "X wins", "O wins", "draw"};
    printf("  %s", words[node->outcome]);
}

/* Writes the number of nodes below the last level that is shown. */
static void write_rest(const oxo_tree_node *node)
{
    printf("  + %d below", node->nodes - 1);
    if (node->visited)
        printf(", alpha-beta %d", node->pruned_nodes - 1);
}

static void write_node(const oxo_tree_node *node, bool is_last)
{
    const bool over = node->outcome != OXO_ONGOING;
    if (node->move != OXO_NO_MOVE)
        printf("%c  ", cell_letter(node->move));
    printf("%s %3d",
           over              ? "end"
           : maximizes(node) ? "max"
                             : "min",
           node->score);
    if (over)
        write_end(node);
    if (node->chosen)
        fputs("  best", stdout);
    if (node->visited) {
        write_window(node);
        write_bound(node);
    } else {
        write_cut(node);
    }
    if (is_last && !over)
        write_rest(node);
    putchar('\n');
}

/* ---- The tree ----------------------------------------------------------- */

/* The drawing of branches: to a child, to the last child, and below them. */
typedef struct twigs {
    const char *more, *last, *down, *blank;
} twigs;

static const twigs UNICODE = {"├─ ", "└─ ", "│  ", "   "};
static const twigs ASCII = {"|- ", "`- ", "|  ", "   "};

enum { INDENT = 64 }; /* nine levels of three characters, in bytes */

/* Writes the tree below a node. A branch that was cut is a single line. */
static void write_below(const explain_request *r, const oxo_tree_node *node,
                        int depth, const char *indent)
{
    const twigs *t = r->ascii ? &ASCII : &UNICODE;
    oxo_tree_node children[OXO_CELLS];
    const int count = oxo_tree_children(node, children);
    for (int i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        const bool ends = depth == 1 || !children[i].visited;
        char below[INDENT];
        printf("%s%s", indent, last ? t->last : t->more);
        write_node(&children[i], ends);
        snprintf(below, sizeof below, "%s%s", indent,
                 last ? t->blank : t->down);
        if (!ends)
            write_below(r, &children[i], depth - 1, below);
    }
}

static void write_head(const oxo_tree_node *root)
{
    const char max = side_letter(root->max);
    printf("%c is max: a win at depth d scores 10 - d, a loss d - 10, a draw "
           "0.\n"
           "Minimax looks at %d position%s, alpha-beta at %d.\n\n",
           max, root->nodes, root->nodes == 1 ? "" : "s", root->pruned_nodes);
}

static void write_board(const oxo_tree_node *node)
{
    for (int cell = 0; cell < OXO_CELLS; cell++)
        printf("%c%c", "xo."[oxo_board_at(node->position.board, cell)],
               cell % 3 == 2 ? '\n' : ' ');
    putchar('\n');
}

static void write_text(const explain_request *r, const oxo_tree_node *root,
                       const oxo_tree_node *node)
{
    write_head(root);
    write_board(node);
    write_node(node, r->depth == 0);
    if (r->depth > 0 && node->visited)
        write_below(r, node, r->depth, "");
}

/* ---- JSON --------------------------------------------------------------- */

/* Writes all nodes as one flat list, parents first, so that a JSON reader
 * needs no deep nesting. */
static void json_below(json_writer *w, const oxo_tree_node *node, int depth)
{
    oxo_tree_node children[OXO_CELLS];
    json_open_object(w, NULL);
    report_tree_members(w, node);
    json_close(w);
    if (depth == 0)
        return;
    const int count = oxo_tree_children(node, children);
    for (int i = 0; i < count; i++)
        json_below(w, &children[i], depth - 1);
}

static void write_json(const explain_request *r, const oxo_tree_node *node)
{
    const oxo_position root = oxo_position_of_classic(r->root);
    char text[OXO_POSITION_TEXT];
    json_writer w = json_to(stdout);
    oxo_position_format(OXO_NATIVE, &root, text, NULL);
    json_open_object(&w, NULL);
    json_string(&w, "root", text);
    report_moves(&w, "path", OXO_CLASSIC, r->path, r->length);
    json_open_array(&w, "tree");
    json_below(&w, node, r->depth);
    json_close(&w);
    json_close(&w);
}

/* ---- The command line --------------------------------------------------- */

static int read_move(const cli_args *args, int at, const oxo_classic *p,
                     oxo_move *ret)
{
    const char *words[] = {args->operands[at]};
    oxo_text_error error = {.line = 1, .column = 1};
    input_text text;
    int status = input_join(args->command, words, at + 1, 1, &text);
    if (status != CLI_OK)
        return status;
    if (oxo_move_parse(OXO_NATIVE, OXO_CLASSIC, words[0], ret, &error) ==
        OXO_OK) {
        error.status = oxo_classic_check(p, *ret);
        error.reason = oxo_status_sentence(error.status);
    }
    if (error.status != OXO_OK)
        status = input_complain(&text, &error);
    input_clear(&text);
    return status;
}

static int read_path(const cli_args *args, explain_request *r)
{
    oxo_classic p = r->root;
    for (int at = 1; at < args->count; at++) {
        oxo_move *m = &r->path[r->length];
        const int status = read_move(args, at, &p, m);
        if (status != CLI_OK)
            return status;
        p = oxo_classic_play(p, *m);
        r->length++;
    }
    return CLI_OK;
}

static int read_root(const cli_args *args, oxo_classic *ret)
{
    static format_item item;
    const int status = item_load(args, FORMAT_AUTO, NULL, &item);
    if (status != CLI_OK)
        return status;
    if (item.record.game.now.variant != OXO_CLASSIC)
        return cli_usage(args->command,
                         "the position must be classic; the tree of Ultimate "
                         "is too large");
    *ret = item.record.game.now.as.classic;
    return CLI_OK;
}

static int run_explain(const cli_args *args)
{
    explain_request r = {.depth = STANDARD_DEPTH,
                         .ascii = look_wants_ascii(args),
                         .json = cli_args_flag(args, "json")};
    int status = cli_read_int(args, "depth", 0, OXO_CELLS, &r.depth);
    if (status == CLI_OK)
        status = read_root(args, &r.root);
    if (status == CLI_OK)
        status = read_path(args, &r);
    if (status != CLI_OK)
        return status;
    const oxo_tree_node root = oxo_tree_root(&r.root);
    oxo_tree_node node;
    oxo_tree_find(&r.root, r.path, r.length, &node);
    if (r.json)
        write_json(&r, &node);
    else
        write_text(&r, &root, &node);
    return CLI_OK;
}

/* ---- The command -------------------------------------------------------- */

static const cli_operand operands[] = {
    {"POSITION",
     "A classic position, a file with one or with a game, which stands for "
     "its last position, or '-' for standard input.",
     CLI_FILE},
    {"MOVE",
     "Moves from there: the tree is shown below them, as a search from "
     "POSITION sees it.",
     CLI_WORD},
    {0},
};

static const cli_option options[] = {
    ROW_NUMBER("depth",
               "Show the tree N moves deep, from 0 to 9; default: 2."),
    ROW_ASCII,
    ROW_JSON,
    {0},
};

static const char *const description[] = {
    "Shows how minimax finds the best move of noughts and crosses: the tree "
    "of moves and replies, with the value of each position. The side to move "
    "in POSITION is max and chooses the highest score, the other side is min "
    "and chooses the lowest. A game that max wins at depth d scores 10 - d, "
    "a game that max loses d - 10, a draw 0. Of equal moves the first in "
    "reading order is best.",
    "Alpha-beta finds the same move with fewer positions. 'alpha' is the "
    "score that max is sure of so far, 'beta' that of min. A branch that was "
    "cut says why: one of its moves is so good for the side to move that the "
    "other side avoids the branch. The score of alpha-beta is then only a "
    "bound, 'at least' or 'at most'. With --json, the branches that were cut "
    "are included.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo explain 'xox/1o1/x1o x'",
     "X wins at once, so alpha-beta skips the replies to its other moves.",
     CLI_OK},
    {"oxo explain '3/3/3 x' e a --depth 1",
     "The third move of a game, in the tree from the first.", CLI_OK},
    {"oxo explain --json --depth 9 'xox/1o1/x1o x'",
     "The whole of a small tree, as JSON.", CLI_OK},
    {0},
};

const cli_command cmd_explain = {
    .name = "explain",
    .summary = "Show the minimax tree of a classic position",
    .arguments = "POSITION [MOVE...]",
    .least = 1,
    .most = 1 + OXO_CELLS,
    .operands = operands,
    .options = options,
    .description = description,
    .examples = examples,
    .exits = CLI_READS_MOVES,
    .run = run_explain,
};
