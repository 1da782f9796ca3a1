/* The tree of minimax: every node against the two searches of
 * tests/support/minimax.c. */
#include "check.h"

#include "minimax.h"
#include "oxo/explain.h"
#include "play.h"

#include <string.h>

/* ---- The root ----------------------------------------------------------- */

static void check_root(const oxo_classic *p)
{
    const oxo_tree_node root = oxo_tree_root(p);
    const minimax_result plain = minimax_plain(p);
    const minimax_result pruned = minimax_alpha_beta(p);
    assert_int_equal(root.score, plain.score);
    assert_int_equal(root.nodes, plain.nodes);
    assert_int_equal(root.pruned_score, pruned.score);
    assert_int_equal(root.pruned_nodes, pruned.nodes);
    assert_int_equal(root.bound, OXO_TREE_EXACT);
    assert_int_equal(root.move, OXO_NO_MOVE);
    assert_int_equal(root.max, p->turn);

    oxo_tree_node children[OXO_CELLS];
    const int count = oxo_tree_children(&root, children);
    oxo_move chosen = OXO_NO_MOVE;
    for (int i = 0; i < count; i++)
        if (children[i].chosen)
            chosen = children[i].move;
    assert_int_equal(chosen, plain.move);
    assert_int_equal(chosen, pruned.move);
}

/* Every position that a game can reach, each once. */
static void for_every_position(void (*check)(const oxo_classic *p))
{
    int found = 0;
    for (unsigned cells = 0; cells <= OXO_ALL_CELLS; cells++)
        for (unsigned x = cells;; x = (x - 1) & cells) {
            for (unsigned turn = 0; turn < 2; turn++) {
                const oxo_classic p = {
                    {{(uint16_t)x, (uint16_t)(cells & ~x)}}, (uint8_t)turn, 0};
                if (oxo_classic_validate(&p) == OXO_OK) {
                    check(&p);
                    found++;
                }
            }
            if (x == 0)
                break;
        }
    assert_int_equal(found, 5478);
}

static void every_position_agrees_with_both_searches(void **state)
{
    (void)state;
    for_every_position(check_root);
}

/* ---- The tree ----------------------------------------------------------- */

static void check_bound(const oxo_tree_node *node)
{
    if (node->bound == OXO_TREE_EXACT)
        assert_int_equal(node->pruned_score, node->score);
    else if (node->bound == OXO_TREE_AT_LEAST)
        assert_true(node->pruned_score <= node->score);
    else
        assert_true(node->pruned_score >= node->score);
}

static void check_node(const oxo_tree_node *node)
{
    assert_int_equal(node->visited, node->alpha.score < node->beta.score);
    assert_int_equal(node->outcome, oxo_classic_outcome(&node->position));
    if (!node->visited) {
        assert_int_equal(node->pruned_nodes, 0);
        assert_int_equal(node->pruned_score, 0);
        return;
    }
    assert_in_range(node->pruned_nodes, 1, node->nodes);
    check_bound(node);
}

/* What follows from the children: the score, and how many were looked at. */
static void check_family(const oxo_tree_node *node,
                         const oxo_tree_node *children, int count)
{
    int nodes = 1, pruned = node->visited ? 1 : 0, chosen = 0;
    const bool maximizing = node->position.turn == node->max;
    for (int i = 0; i < count; i++) {
        nodes += children[i].nodes;
        pruned += children[i].pruned_nodes;
        chosen += children[i].chosen ? 1 : 0;
        if (children[i].chosen)
            assert_int_equal(children[i].score, node->score);
        else if (maximizing)
            assert_true(children[i].score <= node->score);
        else
            assert_true(children[i].score >= node->score);
        assert_int_equal(children[i].depth, node->depth + 1);
        assert_true(i == 0 || children[i].move > children[i - 1].move);
    }
    assert_int_equal(nodes, node->nodes);
    assert_int_equal(pruned, node->pruned_nodes);
    assert_int_equal(chosen, count > 0 ? 1 : 0);
}

static bool is_same_limit(const oxo_tree_limit *a, const oxo_tree_limit *b)
{
    return a->score == b->score && a->depth == b->depth && a->move == b->move;
}

static void check_reason(const oxo_tree_node *node, const oxo_tree_node *child)
{
    if (node->visited)
        return;
    assert_false(child->visited);
    assert_true(is_same_limit(&child->alpha, &node->alpha));
    assert_true(is_same_limit(&child->beta, &node->beta));
}

/* Returns how many nodes below and including `node` alpha-beta visits. */
static int check_tree(const oxo_tree_node *node)
{
    check_node(node);
    oxo_tree_node children[OXO_CELLS];
    const int count = oxo_tree_children(node, children);
    check_family(node, children, count);
    int visited = node->visited ? 1 : 0;
    for (int i = 0; i < count; i++) {
        check_reason(node, &children[i]);
        visited += check_tree(&children[i]);
    }
    return visited;
}

static void whole_tree_holds_together_below_the_third_move(void **state)
{
    (void)state;
    static const char *const games[] = {"e a b", "a b e", "a i b", "b d f"};
    for (int i = 0; i < 4; i++) {
        const oxo_classic p = classic_after(games[i]);
        const oxo_tree_node root = oxo_tree_root(&p);
        assert_int_equal(check_tree(&root), root.pruned_nodes);
    }
}

static void counts_of_the_empty_board_are_the_known_ones(void **state)
{
    (void)state;
    const oxo_classic start = oxo_classic_start();
    const oxo_tree_node root = oxo_tree_root(&start);
    assert_int_equal(root.nodes, 549946);
    assert_int_equal(root.score, 0);
    oxo_tree_node children[OXO_CELLS];
    assert_int_equal(oxo_tree_children(&root, children), 9);
    check_family(&root, children, 9);
    assert_true(children[0].chosen);
}

static void finished_game_has_no_children(void **state)
{
    (void)state;
    const oxo_classic won = classic_after("a d b e c");
    const oxo_tree_node root = oxo_tree_root(&won);
    oxo_tree_node children[OXO_CELLS];
    assert_int_equal(oxo_tree_children(&root, children), 0);
    assert_int_equal(root.outcome, OXO_X_WINS);
    assert_int_equal(root.score, -10);
}

/* ---- Cuts --------------------------------------------------------------- */

/*   x o x     X wins at d. Behind X's f, O has d, which is worth less to X
 *   . o .     than that: whatever O's other reply is worth, X will not play
 *   x . o     f, and nobody looks at it. */
static void cut_says_who_has_what_and_where(void **state)
{
    (void)state;
    const oxo_classic p = {board_of("xox.o.x.o"), OXO_X, 0};
    assert_int_equal(oxo_classic_validate(&p), OXO_OK);
    const oxo_tree_node root = oxo_tree_root(&p);
    oxo_tree_node replies[OXO_CELLS];
    assert_int_equal(oxo_tree_children(&root, replies), 3);
    assert_int_equal(replies[0].move, move_named("d"));
    assert_int_equal(replies[0].pruned_score, 10 - 1);
    assert_int_equal(replies[1].alpha.score, 10 - 1);
    assert_int_equal(replies[1].alpha.move, move_named("d"));
    assert_int_equal(replies[1].alpha.depth, 0);
    assert_int_equal(replies[1].beta.move, OXO_NO_MOVE);

    oxo_tree_node cut[OXO_CELLS];
    assert_int_equal(oxo_tree_children(&replies[1], cut), 2);
    assert_true(cut[0].visited);
    assert_false(cut[1].visited);
    assert_int_equal(cut[1].alpha.move, move_named("d"));
    assert_int_equal(cut[1].beta.move, cut[0].move);
    assert_int_equal(cut[1].beta.score, cut[0].pruned_score);
    assert_int_equal(cut[1].beta.depth, 1);
    assert_int_equal(replies[1].bound, OXO_TREE_AT_MOST);
}

/* ---- Paths -------------------------------------------------------------- */

static void path_leads_to_the_node_that_steps_lead_to(void **state)
{
    (void)state;
    const oxo_classic p = classic_after("e a");
    const oxo_move moves[] = {move_named("c"), move_named("g")};
    oxo_tree_node node;
    assert_int_equal(oxo_tree_find(&p, moves, 2, &node), OXO_OK);
    const oxo_classic behind = classic_after("e a c g");
    assert_memory_equal(&node.position, &behind, sizeof behind);
    assert_int_equal(node.depth, 2);
    assert_int_equal(node.move, moves[1]);
    assert_true(node.chosen);
    assert_int_equal(oxo_tree_find(&p, moves, 0, &node), OXO_OK);
    assert_int_equal(node.depth, 0);
    assert_false(node.chosen);
}

static void illegal_path_is_refused_and_nothing_written(void **state)
{
    (void)state;
    const oxo_classic p = classic_after("e a");
    oxo_tree_node node = {.depth = 77};
    const oxo_move taken[] = {move_named("c"), move_named("c")};
    assert_int_equal(oxo_tree_find(&p, taken, 2, &node), OXO_CELL_OCCUPIED);
    const oxo_move none[] = {OXO_NO_MOVE};
    assert_int_equal(oxo_tree_find(&p, none, 1, &node), OXO_INVALID_POSITION);
    assert_int_equal(node.depth, 77);
}

TEST_GROUP("explain")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_agrees_with_both_searches),
        cmocka_unit_test(whole_tree_holds_together_below_the_third_move),
        cmocka_unit_test(counts_of_the_empty_board_are_the_known_ones),
        cmocka_unit_test(finished_game_has_no_children),
        cmocka_unit_test(cut_says_who_has_what_and_where),
        cmocka_unit_test(path_leads_to_the_node_that_steps_lead_to),
        cmocka_unit_test(illegal_path_is_refused_and_nothing_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
