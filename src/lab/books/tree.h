/* tree.h - the tree of openings.
 *
 * A node is a position up to symmetry. An opened node has edges for all its
 * moves; its score is the minimax value of its children. Other nodes have the
 * score of an analysis.
 *
 * The node to open next is the one that is most likely in a game in which one
 * side plays the book's best moves and the other side plays freely. Likelihood
 * is measured by cost: every move has a cost, and a move of the free side
 * costs as much more as it is worse than the best move. The cheapest node
 * comes first. */
#ifndef BOOK_TREE_H
#define BOOK_TREE_H

#include "book.h"
#include "keymap.h"

enum { TREE_PROVEN = 29000 }; /* scores of at least this are proven */

typedef struct tree_node {
    oxo_ultimate p; /* canonical */
    uint64_t key;
    int centi;   /* for the side to move */
    int cost[2]; /* [side]: of reaching it if that side plays by the book */
    int ply;
    uint32_t first_edge;
    int edges;
    bool opened, over;
} tree_node;

typedef struct tree_edge {
    uint32_t to;
    oxo_move move;
} tree_edge;

typedef struct tree {
    tree_node *nodes; /* the first is the start */
    uint32_t count;
    size_t room;
    tree_edge *edges;
    uint32_t edge_count;
    size_t edge_room;
    uint32_t *opened; /* opened nodes, in order of ply */
    uint32_t opened_count;
    size_t opened_room;
    keymap index; /* from keys to nodes */
} tree;

/* Returns the score of a position in which the game is not over: 0, or a
 * negative errno, which ends the work. */
typedef int tree_scorer(const oxo_ultimate *p, uint64_t key, void *context,
                        int *ret_centi);

int tree_init(tree *t, oxo_variant variant);
void tree_clear(tree *t);

/* Opens one more node: 1; 0 if none is left; or a negative errno. If the
 * scorer fails the tree is unchanged. */
int tree_grow(tree *t, tree_scorer *scorer, void *context);

/* Writes the entries for a book, unordered, and returns their number; `out`
 * has room for t->opened_count. */
size_t tree_list(const tree *t, book_entry *out);

/* The best line from the start, as far as nodes are opened. Returns its
 * length. */
int tree_line(const tree *t, oxo_move out[OXO_MAX_MOVES]);

#endif /* BOOK_TREE_H */
