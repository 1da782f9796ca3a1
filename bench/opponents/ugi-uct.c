/* ugi-uct.c - plain UCT with random playouts, as a player. */
#include "uct.h"

#include "clock.h"
#include "opponent.h"

enum { SEED, HASH };

static const player_option options[] = {
    [SEED] = {"Seed", 0, INT64_MAX / 2, 1},
    /* Megabytes of tree. */
    [HASH] = {"Hash", 1, 4096, 1024},
    {0},
};

typedef struct uct_player {
    uct tree;
    bool made;  /* the tree has its memory */
    bool grown; /* the tree belongs to the current game */
    uint64_t seed;
    size_t bytes;
} uct_player;

/* The constant of UCB1, for results between 0 and 1; see README.md. */
static const float exploration = 0.4F;

static int set_option(void *self, int option, int64_t value)
{
    uct_player *u = self;
    if (option == SEED)
        u->seed = (uint64_t)value;
    else
        u->bytes = (size_t)value << 20;
    if (u->made)
        uct_clear(&u->tree);
    u->made = u->grown = false;
    return 0;
}

static int need_tree(uct_player *u)
{
    if (u->made)
        return 0;
    const int error = uct_init(&u->tree, u->bytes, exploration);
    u->made = error == 0;
    return error;
}

static int prepare(void *self, oxo_variant variant)
{
    (void)variant;
    return need_tree(self);
}

static void new_game(void *self)
{
    uct_player *u = self;
    u->grown = false;
}

/* ---- Reports ------------------------------------------------------------ */

/* The value of a node for the side that moved there. The tree does not count
 * draws, so the chance of a draw is 0. */
static oxo_value value_of(const uct_node *n)
{
    const uint64_t most = 2 * (uint64_t)n->visits;
    const int win =
        most ? (int)((1000 * (uint64_t)n->points + most / 2) / most) : 500;
    return (oxo_value){
        .kind = OXO_ESTIMATED,
        .centi = (win - 500) / 5,
        .wdl = {win, 0, 1000 - win},
    };
}

static void report_best(const uct *u, const player_task *task, uint64_t nodes,
                        int64_t start)
{
    const uct_node *n = uct_best(u, uct_root(u));
    if (!task->report || !n)
        return;
    oxo_search_info info = {
        .rank = 1,
        .nodes = nodes,
        .time = (clock_us() - start) / 1000,
        .hash_full = (int)((uint64_t)u->used * 1000 / u->most),
        .line.value = value_of(n),
    };
    for (; n && n->visits > 0; n = uct_best(u, n))
        info.line.moves[info.line.length++] = n->move;
    info.depth = info.deepest = info.line.length;
    task->report(&info, task->context);
}

/* ---- Thinking ----------------------------------------------------------- */

/* UCT has no depth: this many playouts stand for a ply. */
enum { PLAYOUTS_A_PLY = 10000, BETWEEN_LOOKS = 32 };

static uint64_t most_playouts(const oxo_limits *limits)
{
    uint64_t most = limits->nodes ? limits->nodes : UINT64_MAX;
    const uint64_t depth = (uint64_t)limits->depth * PLAYOUTS_A_PLY;
    if (depth && depth < most)
        most = depth;
    return most;
}

/* Makes playouts until a limit is reached; returns how many. Makes at least
 * two, so that a new root has children. */
static uint64_t run_playouts(uct *u, const player_task *task, int64_t start)
{
    const uint64_t most = most_playouts(&task->limits);
    const int64_t budget =
        player_budget(&task->limits, oxo_position_turn(&task->position));
    uint64_t done = 0, next_report = 1024;
    while (done < most || uct_root(u)->count == 0) {
        if (!uct_playout(u))
            break;
        done++;
        if (done == next_report) {
            report_best(u, task, done, start);
            next_report *= 4;
        }
        if (done % BETWEEN_LOOKS == 0 && (oxo_stop_is_set(task->limits.stop) ||
                                          clock_us() - start >= budget))
            break;
    }
    return done;
}

static int think(void *self, const player_task *task, player_choice *ret)
{
    uct_player *u = self;
    const int64_t start = clock_us();
    const int error = need_tree(u);
    if (error)
        return error;
    if (u->grown)
        uct_advance(&u->tree, &task->position.as.ultimate);
    else
        uct_restart(&u->tree, &task->position.as.ultimate, u->seed);
    u->grown = true;
    const uint64_t done = run_playouts(&u->tree, task, start);
    report_best(&u->tree, task, done, start);
    const uct_node *best = uct_best(&u->tree, uct_root(&u->tree));
    const uct_node *reply = uct_best(&u->tree, best);
    *ret = (player_choice){
        .move = best->move,
        .reply = reply && reply->visits ? reply->move : (oxo_move)OXO_NO_MOVE,
        .nodes = done,
    };
    return 0;
}

int main(int argc, char **argv)
{
    uct_player u = {.seed = 1, .bytes = (size_t)1024 << 20};
    const player p = {
        .name = "uct",
        .author = "the oxo authors",
        .variants = OPPONENT_ULTIMATE,
        .options = options,
        .bench_limits = {.nodes = 100000},
        .self = &u,
        .set_option = set_option,
        .prepare = prepare,
        .new_game = new_game,
        .think = think,
    };
    const int status = opponent_main(argc, argv, &p);
    if (u.made)
        uct_clear(&u.tree);
    return status;
}
