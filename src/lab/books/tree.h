/* tree.h - the openings, as far as they were looked at.
 *
 * A node is a position up to symmetry. Opened nodes have all their moves, and
 * their score is the best of what the positions behind them say; others have
 * the score of an analysis.
 *
 * Which node is opened next: the one that a game comes to soonest in which one
 * side plays by the book and the other as it likes. The book's side always
 * makes the best move. Every move costs something, and one of the other side
 * as much more as it is worse than its best one. */
#ifndef BOOK_TREE_H
#define BOOK_TREE_H

#include "book.h"
#include "keymap.h"

enum { TREE_PROVEN = 29000 }; /* scores from here on are proofs */

typedef struct tree_node {
    oxo_ultimate p; /* canonical */
    uint64_t key;
    int centi;   /* for the side to move */
    int cost[2]; /* [side]: of coming here if that side plays by the book */
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
    uint32_t *opened; /* nodes by rising ply */
    uint32_t opened_count;
    size_t opened_room;
    keymap index; /* from keys to nodes */
} tree;

/* What an analysis says of a position that is not over: 0, or a negative errno
 * if there is none, which ends the work. */
typedef int tree_judge(const oxo_ultimate *p, uint64_t key, void *context,
                       int *ret_centi);

int tree_init(tree *t, oxo_variant variant);
void tree_clear(tree *t);

/* Opens one more node: 1, 0 if there is none left, or a negative errno; the
 * judge's leaves the tree as it was. */
int tree_grow(tree *t, tree_judge *judge, void *context);

/* Writes what belongs into a book, in no order, and returns how many; there is
 * room for t->opened_count. */
size_t tree_list(const tree *t, book_entry *out);

/* The best line from the start, as far as it is opened. Returns its length. */
int tree_line(const tree *t, oxo_move out[OXO_MAX_MOVES]);

#endif /* BOOK_TREE_H */
