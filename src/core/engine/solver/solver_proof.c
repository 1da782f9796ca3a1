/* solver_proof.c - see solver_proof.h.
 *
 * The game has no cycles, so the search need not care about repetitions, and
 * every entry of the table is true by itself. */
#include "solver_proof.h"

#include "solver_bound.h"

/* ---- Efforts ------------------------------------------------------------ */

/* An effort that is too large to count must not become EFFORT_NEVER, which
 * would be a proof. A limit that large becomes EFFORT_NEVER, which is no
 * limit, so that the search always makes progress. */
static uint32_t clamp_effort(uint64_t sum)
{
    return sum < EFFORT_NEVER ? (uint32_t)sum : EFFORT_NEVER - 1;
}

static uint32_t clamp_limit(uint64_t sum)
{
    return sum < EFFORT_NEVER - 1 ? (uint32_t)sum : EFFORT_NEVER;
}

/* `base` times 2^(score / OCTAVE), nearly; at least 1. */
static uint32_t scaled(int base, int score)
{
    enum { OCTAVE = 80, OCTAVES = 5 };
    const int most = OCTAVE * OCTAVES;
    const int above = (score > most    ? most
                       : score < -most ? -most
                                       : score) +
                      most;
    const int power = above / OCTAVE, rest = above % OCTAVE;
    const int product = (base * (OCTAVE + rest) << power) / OCTAVE >> OCTAVES;
    return product < 1 ? 1 : (uint32_t)product;
}

static int count_moves(const oxo_ultimate *p)
{
    int n = 0;
    for (unsigned boards = playable_boards(p); boards; boards &= boards - 1)
        n += count_bits(empty_in(p, first_bit(boards)));
    return n;
}

/* The efforts of a new position: one move must be proved right, or all of them
 * wrong. The side that is ahead is likelier to achieve its aim. */
static effort estimate_effort(const spot *s)
{
    enum { UNIT = 16 };
    const int score = evaluation_score(&s->eval, &s->p);
    return (effort){scaled(UNIT, -score),
                    scaled(UNIT * count_moves(&s->p), score)};
}

static effort settled_effort(bool mover_gets_it)
{
    return mover_gets_it ? effort_proved : effort_refuted;
}

/* The efforts of a position before it is searched. */
static effort initial_effort(const prover *p, const spot *s, int within)
{
    const oxo_ultimate *u = &s->p;
    const bool attacking = u->turn == p->attacker;
    if (u->forced == OXO_ANY_BOARD && open_boards(u) == 0) {
        const oxo_mark winner = oxo_outcome_winner(without_line(u));
        const bool won = winner == (oxo_mark)p->attacker && within >= 0;
        return settled_effort(won == attacking);
    }
    if (bound_moves_to_win(u, p->attacker) > within)
        return settled_effort(!attacking);
    if (spot_winning_move(u) != OXO_NO_MOVE)
        return effort_proved;
    if (within == PROOF_EVER && bound_is_sure_win(u, p->attacker))
        return settled_effort(attacking);
    return estimate_effort(s);
}

/* ---- Branches ----------------------------------------------------------- */

typedef struct branch {
    effort effort; /* of the opponent, after the move */
    oxo_move move;
} branch;

typedef struct proof_node {
    const spot *spot;
    int within; /* moves that the attacker has left */
    int count;  /* of branches */
    branch branches[OXO_MAX_MOVES];
} proof_node;

/* Different questions about a position have different keys. */
static uint64_t key_of(const prover *p, const spot *s, int within)
{
    return mix_bits(s->hash + (uint64_t)within * 2 + p->attacker);
}

static int within_after_move(int within)
{
    return within == PROOF_EVER ? within : within - 1;
}

static spot after_move(prover *p, const spot *s, oxo_move m)
{
    spot next = *s;
    spot_play(&next, m);
    p->nodes++;
    return next;
}

/* Adds the moves into one board. True if one of them is known to achieve the
 * aim.
 */
static bool add_branches(prover *p, proof_node *n, unsigned board)
{
    const int within = within_after_move(n->within);
    spot next[9];
    uint64_t keys[9];
    int count = 0;
    /* All keys first: the entries are loaded while the next keys are made. */
    for (unsigned left = empty_in(&n->spot->p, board); left;
         left &= left - 1, count++) {
        const oxo_move m = (oxo_move)(9 * board + first_bit(left));
        next[count] = after_move(p, n->spot, m);
        keys[count] = key_of(p, &next[count], within);
        solver_table_prefetch(p->table, keys[count]);
        n->branches[n->count + count].move = m;
    }
    for (int i = 0; i < count; i++) {
        branch *b = &n->branches[n->count++];
        if (!solver_table_find(p->table, keys[i], &b->effort))
            b->effort = initial_effort(p, &next[i], within);
        if (b->effort.refute == 0)
            return true;
    }
    return false;
}

/* The branch to continue with, and the node's efforts. */
typedef struct choice {
    effort total;
    int best;        /* the branch with the least effort to refute */
    uint32_t second; /* that effort of the second best branch */
} choice;

static choice choose_branch(const proof_node *n)
{
    choice c = {.best = 0, .second = EFFORT_NEVER};
    uint32_t least = EFFORT_NEVER;
    uint64_t sum = 0;
    for (int i = 0; i < n->count; i++) {
        const effort e = n->branches[i].effort;
        if (e.prove != EFFORT_NEVER)
            sum += e.prove;
        if (e.refute < least) {
            c.second = least;
            least = e.refute;
            c.best = i;
        } else if (e.refute < c.second) {
            c.second = e.refute;
        }
    }
    c.total = (effort){least, clamp_effort(sum)};
    if (least == 0)
        c.total = effort_proved;
    else if (least == EFFORT_NEVER)
        c.total = effort_refuted;
    return c;
}

/* ---- The search --------------------------------------------------------- */

static void pause_search(prover *p)
{
    if (p->nodes < p->next_pause)
        return;
    p->next_pause = p->nodes + PROOF_PAUSE;
    if (!p->pause(p))
        p->stopped = true;
}

/* The limit for the best branch: until it is clearly worse than the second
 * best. Half as much again avoids switching between equal branches. */
static effort branch_limit(const choice *c, effort best, effort limit)
{
    const uint64_t second = c->second, rest = limit.refute - c->total.refute;
    const uint32_t patience = clamp_limit(second + second / 2 + 1);
    const bool free = limit.refute == EFFORT_NEVER;
    return (effort){free ? EFFORT_NEVER : clamp_limit(rest + best.prove),
                    patience < limit.prove ? patience : limit.prove};
}

/* Searches until one of the efforts reaches its limit. */
static effort search_node(prover *p, const spot *s, int within, effort limit,
                          oxo_move *ret_move)
{
    const uint64_t before = p->nodes;
    proof_node n = {.spot = s, .within = within};
    bool done = false;
    for (unsigned boards = playable_boards(&s->p); boards && !done;
         boards &= boards - 1)
        done = add_branches(p, &n, first_bit(boards));
    choice c;
    for (;;) {
        pause_search(p);
        c = choose_branch(&n);
        if (c.total.prove >= limit.prove || c.total.refute >= limit.refute ||
            p->stopped)
            break;
        branch *b = &n.branches[c.best];
        const spot next = after_move(p, s, b->move);
        b->effort = search_node(p, &next, within_after_move(within),
                                branch_limit(&c, b->effort, limit), NULL);
    }
    if (ret_move)
        *ret_move = c.total.prove == 0 ? n.branches[c.best].move : OXO_NO_MOVE;
    solver_table_store(p->table, key_of(p, s, within), c.total,
                       p->nodes - before);
    return c.total;
}

/* Also finds a move, so the table's answer for the node does not suffice. */
static effort find_move(prover *p, const spot *s, int within, oxo_move *ret)
{
    *ret = spot_winning_move(&s->p);
    if (*ret != OXO_NO_MOVE)
        return effort_proved;
    return search_node(p, s, within, (effort){EFFORT_NEVER, EFFORT_NEVER},
                       ret);
}

static effort find_answer(prover *p, const spot *s, int within)
{
    effort e;
    if (!solver_table_find(p->table, key_of(p, s, within), &e))
        e = initial_effort(p, s, within);
    if (effort_is_settled(e))
        return e;
    return search_node(p, s, within, (effort){EFFORT_NEVER, EFFORT_NEVER},
                       NULL);
}

proof_answer proof_ask(prover *p, const spot *s, unsigned attacker, int within,
                       oxo_move *ret_move)
{
    p->attacker = attacker;
    const effort e = ret_move ? find_move(p, s, within, ret_move)
                              : find_answer(p, s, within);
    if (!effort_is_settled(e))
        return PROOF_STOPPED;
    return (e.prove == 0) == (s->p.turn == attacker) ? PROOF_YES : PROOF_NO;
}
