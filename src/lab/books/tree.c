/* tree.c - see tree.h. */
#include "tree.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

enum {
    MOVE_COST = 12, /* cost of a move, in hundredths of a score */
    NEVER = INT_MAX / 2,
    OVER = 30000,
};

/* ---- Nodes -------------------------------------------------------------- */

static int add_node(tree *t, const oxo_ultimate *canonical, uint64_t key,
                    int ply)
{
    const oxo_outcome outcome = oxo_ultimate_outcome(canonical);
    tree_node *nodes =
        array_grow(t->nodes, &t->room, t->count + 1, sizeof *nodes);
    if (!nodes)
        return -ENOMEM;
    t->nodes = nodes;
    const int error = keymap_set(&t->index, key, t->count);
    if (error)
        return error;
    tree_node *n = &nodes[t->count++];
    *n = (tree_node){.p = *canonical,
                     .key = key,
                     .ply = ply,
                     .over = outcome != OXO_ONGOING};
    const oxo_mark winner = oxo_outcome_winner(outcome);
    if (n->over && winner != OXO_NONE)
        n->centi = winner == (oxo_mark)canonical->turn ? OVER : -OVER;
    return 0;
}

int tree_init(tree *t, oxo_variant variant)
{
    const oxo_ultimate start =
        oxo_ultimate_canonical(oxo_ultimate_start(variant), NULL);
    *t = (tree){.nodes = NULL};
    return add_node(t, &start, oxo_ultimate_hash(&start), 0);
}

void tree_clear(tree *t)
{
    free(t->nodes);
    free(t->edges);
    free(t->opened);
    keymap_clear(&t->index);
    *t = (tree){.nodes = NULL};
}

/* The edge of the best move; the first one if several are best. */
static const tree_edge *best_edge(const tree *t, const tree_node *n)
{
    const tree_edge *edges = &t->edges[n->first_edge], *best = edges;
    for (int i = 1; i < n->edges; i++) {
        if (t->nodes[edges[i].to].centi < t->nodes[best->to].centi)
            best = &edges[i];
    }
    return best;
}

/* ---- Scores and costs --------------------------------------------------- */

static void back_up_scores(tree *t)
{
    for (uint32_t i = t->opened_count; i-- > 0;) {
        tree_node *n = &t->nodes[t->opened[i]];
        n->centi = -t->nodes[best_edge(t, n)->to].centi;
    }
}

static void lower_cost(int *cost, int to)
{
    if (to < *cost)
        *cost = to;
}

/* Passes the costs of an opened node on to its children, for the book of one
 * side. */
static void spread_cost(tree *t, const tree_node *n, unsigned side)
{
    const int cost = n->cost[side] + MOVE_COST;
    if (n->cost[side] >= NEVER)
        return;
    if (n->p.turn == side) {
        lower_cost(&t->nodes[best_edge(t, n)->to].cost[side], cost);
        return;
    }
    for (int i = 0; i < n->edges; i++) {
        tree_node *to = &t->nodes[t->edges[n->first_edge + (uint32_t)i].to];
        lower_cost(&to->cost[side], cost + n->centi + to->centi);
    }
}

static void count_costs(tree *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        t->nodes[i].cost[0] = t->nodes[i].cost[1] = i == 0 ? 0 : NEVER;
    for (uint32_t i = 0; i < t->opened_count; i++) {
        for (unsigned side = 0; side < 2; side++)
            spread_cost(t, &t->nodes[t->opened[i]], side);
    }
}

/* The cheapest node that can be opened; the first one if several are cheapest.
 */
static bool find_next(const tree *t, uint32_t *ret)
{
    int least = NEVER;
    for (uint32_t i = 0; i < t->count; i++) {
        const tree_node *n = &t->nodes[i];
        const int cost = n->cost[0] < n->cost[1] ? n->cost[0] : n->cost[1];
        if (!n->opened && !n->over && abs(n->centi) < TREE_PROVEN &&
            cost < least) {
            least = cost;
            *ret = i;
        }
    }
    return least < NEVER;
}

/* ---- Opening ------------------------------------------------------------ */

/* The different positions after a node, each with a move that leads there. */
typedef struct family {
    int count;
    oxo_ultimate p[OXO_MAX_MOVES];
    uint64_t key[OXO_MAX_MOVES];
    oxo_move move[OXO_MAX_MOVES];
    int centi[OXO_MAX_MOVES];
} family;

static bool has_key(const family *f, uint64_t key)
{
    for (int i = 0; i < f->count; i++) {
        if (f->key[i] == key)
            return true;
    }
    return false;
}

static void list_family(const oxo_ultimate *p, family *f)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    f->count = 0;
    for (int i = 0; i < count; i++) {
        const oxo_ultimate next =
            oxo_ultimate_canonical(oxo_ultimate_play(*p, moves[i]), NULL);
        const uint64_t key = oxo_ultimate_hash(&next);
        if (has_key(f, key))
            continue;
        f->p[f->count] = next;
        f->key[f->count] = key;
        f->move[f->count++] = moves[i];
    }
}

/* Gets the scores of positions that are not in the tree. */
static int score_family(const tree *t, family *f, tree_scorer *scorer,
                        void *context)
{
    for (int i = 0; i < f->count; i++) {
        if (keymap_has(&t->index, f->key[i]) ||
            oxo_ultimate_outcome(&f->p[i]) != OXO_ONGOING)
            continue;
        const int error = scorer(&f->p[i], f->key[i], context, &f->centi[i]);
        if (error)
            return error;
    }
    return 0;
}

/* The node of a child, which may exist already. */
static int find_or_add(tree *t, const family *f, int i, int ply, uint32_t *ret)
{
    if (keymap_find(&t->index, f->key[i], ret))
        return 0;
    *ret = t->count;
    const int error = add_node(t, &f->p[i], f->key[i], ply);
    if (error == 0 && !t->nodes[*ret].over)
        t->nodes[*ret].centi = f->centi[i];
    return error;
}

static int add_edge(tree *t, const family *f, int i, int ply)
{
    uint32_t to;
    tree_edge *edges =
        array_grow(t->edges, &t->edge_room, t->edge_count + 1, sizeof *edges);
    if (!edges)
        return -ENOMEM;
    t->edges = edges;
    const int error = find_or_add(t, f, i, ply, &to);
    if (error == 0)
        edges[t->edge_count++] = (tree_edge){to, f->move[i]};
    return error;
}

/* Adds a node to `opened`, after the last one that is not later in the game.
 */
static int note_opened(tree *t, uint32_t node)
{
    uint32_t *opened = array_grow(t->opened, &t->opened_room,
                                  t->opened_count + 1, sizeof *opened);
    if (!opened)
        return -ENOMEM;
    t->opened = opened;
    uint32_t at = t->opened_count++;
    for (; at > 0 && t->nodes[opened[at - 1]].ply > t->nodes[node].ply; at--)
        opened[at] = opened[at - 1];
    opened[at] = node;
    return 0;
}

static int open_node(tree *t, uint32_t node, const family *f)
{
    const int ply = t->nodes[node].ply + 1;
    const uint32_t first = t->edge_count;
    int error = note_opened(t, node);
    for (int i = 0; i < f->count && error == 0; i++)
        error = add_edge(t, f, i, ply);
    if (error)
        return error;
    t->nodes[node].first_edge = first;
    t->nodes[node].edges = f->count;
    t->nodes[node].opened = true;
    back_up_scores(t);
    count_costs(t);
    return 0;
}

int tree_grow(tree *t, tree_scorer *scorer, void *context)
{
    uint32_t next;
    family f;
    if (!find_next(t, &next))
        return 0;
    list_family(&t->nodes[next].p, &f);
    int error = score_family(t, &f, scorer, context);
    if (error == 0)
        error = open_node(t, next, &f);
    return error ? error : 1;
}

/* ---- Results ------------------------------------------------------------ */

size_t tree_list(const tree *t, book_entry *out)
{
    size_t count = 0;
    for (uint32_t i = 0; i < t->opened_count; i++) {
        const tree_node *n = &t->nodes[t->opened[i]];
        const tree_edge *best = best_edge(t, n);
        /* A move whose position is not opened is no better than what a
         * search would find. */
        if (t->nodes[best->to].opened && abs(n->centi) <= BOOK_MOST_CENTI)
            out[count++] = (book_entry){n->key, (int16_t)n->centi, best->move};
    }
    return count;
}

int tree_line(const tree *t, oxo_move out[OXO_MAX_MOVES])
{
    const tree_node *n = t->nodes;
    oxo_ultimate p = oxo_ultimate_start((oxo_variant)n->p.rules);
    int length = 0;
    while (n->opened) {
        int symmetry;
        const tree_edge *best = best_edge(t, n);
        oxo_ultimate_canonical(p, &symmetry);
        const oxo_move move = oxo_ultimate_transform_move(
            best->move, oxo_symmetry_inverse(symmetry));
        out[length++] = move;
        p = oxo_ultimate_play(p, move);
        n = &t->nodes[best->to];
    }
    return length;
}
