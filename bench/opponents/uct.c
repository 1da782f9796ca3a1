/* uct.c - see uct.h.
 *
 * A node gets its children on its second visit: most nodes never have one, and
 * take no more than their 16 bytes. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE, madvise() */
#include "uct.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "moves_inline.h"

static_assert(sizeof(uct_node) == 16, "four nodes in a cache line");

enum { ROOT = 1 };

/* ---- Memory ------------------------------------------------------------- */

static uct_node *map_nodes(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    /* Huge pages make accesses to a scattered tree faster. May fail: only
     * advice. */
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

int uct_init(uct *u, size_t bytes, float exploration)
{
    *u = (uct){.bytes = bytes, .exploration = exploration};
    const size_t most = bytes / sizeof(uct_node);
    u->most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    u->nodes = map_nodes(bytes);
    u->spare = map_nodes(bytes);
    if (u->nodes && u->spare)
        return 0;
    uct_clear(u);
    return -ENOMEM;
}

void uct_clear(uct *u)
{
    if (u->nodes)
        munmap(u->nodes, u->bytes);
    if (u->spare)
        munmap(u->spare, u->bytes);
    u->nodes = u->spare = NULL;
}

static void plant_root(uct *u, const oxo_ultimate *p)
{
    u->nodes[ROOT] = (uct_node){0};
    u->used = ROOT + 1;
    u->position = *p;
}

void uct_restart(uct *u, const oxo_ultimate *p, uint64_t seed)
{
    plant_root(u, p);
    u->random.state = seed;
}

/* Copies the descendants of a node to the spare tree. */
static void copy_below(uct *u, uint32_t to)
{
    uct_node *node = &u->spare[to];
    if (!node->children)
        return;
    const uint32_t at = u->used;
    memcpy(&u->spare[at], &u->nodes[node->children],
           node->count * sizeof *node);
    node->children = at;
    u->used += node->count;
    for (uint32_t i = 0; i < node->count; i++)
        copy_below(u, at + i);
}

static void keep_subtree(uct *u, uint32_t root, const oxo_ultimate *p)
{
    u->spare[ROOT] = u->nodes[root];
    u->used = ROOT + 1;
    u->position = *p;
    copy_below(u, ROOT);
    uct_node *old = u->nodes;
    u->nodes = u->spare;
    u->spare = old;
}

/* The node of position `p`, at most `depth` moves below `node`, whose position
 * is `at`; or 0. */
static uint32_t find_node(const uct *u, uint32_t node, const oxo_ultimate *at,
                          int depth, const oxo_ultimate *p)
{
    if (memcmp(at, p, sizeof *p) == 0)
        return node;
    if (depth == 0)
        return 0;
    for (uint32_t i = 0; i < u->nodes[node].count; i++) {
        const uint32_t child = u->nodes[node].children + i;
        oxo_ultimate next = *at;
        const unsigned m = u->nodes[child].move;
        make_ultimate_move(&next, m / 9, m % 9);
        const uint32_t found = find_node(u, child, &next, depth - 1, p);
        if (found)
            return found;
    }
    return 0;
}

void uct_advance(uct *u, const oxo_ultimate *p)
{
    const uint32_t node = find_node(u, ROOT, &u->position, 2, p);
    if (node == 0)
        plant_root(u, p);
    else if (node != ROOT)
        keep_subtree(u, node, p);
}

/* ---- The tree ----------------------------------------------------------- */

/* Creates the children of a node in random order, so that unvisited ones can
 * be taken in order. Does nothing if there is no memory left. */
static void expand_node(uct *u, uct_node *node, const oxo_ultimate *p)
{
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_ultimate_moves(p, moves);
    if (u->most - u->used < (uint32_t)count)
        return;
    node->children = u->used;
    node->count = (uint8_t)count;
    u->used += (uint32_t)count;
    uct_node *children = &u->nodes[node->children];
    for (int i = 0; i < count; i++) {
        const uint32_t j = oxo_random_below(&u->random, (uint32_t)i + 1);
        children[i] = children[j];
        children[j] = (uct_node){.move = moves[i]};
    }
}

/* UCB1: the first unvisited child, else the child with the highest upper
 * bound. */
static uint32_t pick_child(const uct *u, const uct_node *node)
{
    const uct_node *children = &u->nodes[node->children];
    const float width = u->exploration * sqrtf(logf((float)node->visits));
    uint32_t best = 0;
    float highest = -1;
    for (uint32_t i = 0; i < node->count; i++) {
        if (children[i].visits == 0)
            return node->children + i;
        const float each = 1 / (float)children[i].visits;
        const float bound =
            (float)children[i].points * 0.5F * each + width * sqrtf(each);
        if (bound > highest) {
            highest = bound;
            best = i;
        }
    }
    return node->children + best;
}

static oxo_outcome outcome_after(const oxo_ultimate *p)
{
    const unsigned mover = p->turn ^ 1U;
    if (has_line(p->won[mover]))
        return oxo_outcome_won_by((oxo_mark)mover);
    if (p->forced == OXO_ANY_BOARD && open_boards(p) == 0)
        return without_line(p);
    return OXO_ONGOING;
}

/* Goes to a child, and records its outcome on the first visit. */
static uint32_t descend(uct *u, uint32_t node, oxo_ultimate *p)
{
    const uint32_t child = pick_child(u, &u->nodes[node]);
    uct_node *n = &u->nodes[child];
    make_ultimate_move(p, n->move / 9U, n->move % 9U);
    if (n->visits == 0)
        n->outcome = (uint8_t)outcome_after(p);
    return child;
}

bool uct_playout(uct *u)
{
    uint32_t path[OXO_MAX_MOVES + 1] = {ROOT}, node = ROOT;
    int length = 0;
    oxo_ultimate p = u->position;
    if (u->nodes[ROOT].visits >= UINT32_MAX / 2)
        return false;
    for (;;) {
        uct_node *n = &u->nodes[node];
        if (!n->children && n->visits > 0 && n->outcome == OXO_ONGOING)
            expand_node(u, n, &p);
        if (!n->children)
            break;
        node = descend(u, node, &p);
        path[++length] = node;
    }
    oxo_outcome outcome = (oxo_outcome)u->nodes[node].outcome;
    if (outcome == OXO_ONGOING)
        outcome = oxo_ultimate_playout(p, &u->random);

    const oxo_mark winner = oxo_outcome_winner(outcome);
    oxo_mark mover = oxo_mark_other((oxo_mark)u->position.turn);
    for (int i = 0; i <= length; i++) {
        uct_node *n = &u->nodes[path[i]];
        n->visits++;
        n->points += winner == OXO_NONE ? 1 : winner == mover ? 2 : 0;
        mover ^= 1;
    }
    return true;
}

const uct_node *uct_best(const uct *u, const uct_node *node)
{
    const uct_node *best = NULL;
    for (uint32_t i = 0; i < node->count; i++) {
        const uct_node *child = &u->nodes[node->children + i];
        if (!best || child->visits > best->visits ||
            (child->visits == best->visits && child->points > best->points))
            best = child;
    }
    return best;
}
