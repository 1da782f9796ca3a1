/* reason.c - see reason.h. */
#include "reason.h"

#include "moves_inline.h"

/* A predicate of a move, from the positions before and after it. */
typedef bool feat(const oxo_position *before, const oxo_position *after);

static bool wins_game(const oxo_position *before, const oxo_position *after)
{
    return oxo_outcome_winner(oxo_position_outcome(after)) ==
           oxo_position_turn(before);
}

static bool wins_board(const oxo_position *before, const oxo_position *after)
{
    if (before->variant == OXO_CLASSIC)
        return false;
    const unsigned me = before->as.ultimate.turn;
    return before->as.ultimate.won[me] != after->as.ultimate.won[me];
}

static bool has_feat(const oxo_position *p, oxo_move m, feat *what)
{
    const oxo_position after = oxo_position_play(p, m);
    return what(p, &after);
}

/* A move with that property: `preferred` if it has it; else OXO_NO_MOVE. */
static oxo_move find_feat(const oxo_position *p, oxo_move preferred,
                          feat *what)
{
    if (preferred != OXO_NO_MOVE && has_feat(p, preferred, what))
        return preferred;
    oxo_move moves[OXO_MAX_MOVES];
    const int count = oxo_position_moves(p, moves);
    for (int i = 0; i < count; i++) {
        if (has_feat(p, moves[i], what))
            return moves[i];
    }
    return OXO_NO_MOVE;
}

static bool is_free(const oxo_position *p)
{
    return p->variant != OXO_CLASSIC && p->as.ultimate.forced == OXO_ANY_BOARD;
}

/* Can `side` still complete a line in the board? */
static bool can_win(const oxo_ultimate *p, unsigned board, oxo_mark side)
{
    return has_line(~p->cells[side ^ 1][board] & OXO_ALL_CELLS);
}

/* The boards that `side` can still win, and that complete a line of boards. */
static unsigned open_lines(const oxo_position *p, oxo_mark side)
{
    if (p->variant == OXO_CLASSIC)
        return 0;
    const oxo_ultimate *u = &p->as.ultimate;
    unsigned found = 0;
    for (unsigned left = ~decided_boards(u) & OXO_ALL_CELLS; left;
         left &= left - 1) {
        const unsigned board = first_bit(left);
        if (has_line(u->won[side] | 1U << board) && can_win(u, board, side))
            found |= 1U << board;
    }
    return found;
}

/* The cells that would complete a line for the side that has just moved. */
static int count_threats(const oxo_classic *p)
{
    const unsigned mine = p->board.cells[p->turn ^ 1U];
    const unsigned taken = mine | p->board.cells[p->turn];
    int threats = 0;
    for (unsigned left = ~taken & OXO_ALL_CELLS; left; left &= left - 1)
        threats += has_line(mine | 1U << first_bit(left));
    return threats;
}

static bool is_fork(const oxo_position *p, oxo_move m)
{
    if (p->variant != OXO_CLASSIC || m == OXO_NO_MOVE)
        return false;
    const oxo_classic next = oxo_classic_play(p->as.classic, m);
    return count_threats(&next) >= 2;
}

/* ---- Facts, the most important first ------------------------------------ */

/* The positions before the move, after it, and after the best move instead. */
typedef struct scene {
    oxo_position before, after, instead;
    oxo_verdict *verdict;
} scene;

static bool set_fact(const scene *s, oxo_why why, oxo_move with,
                     unsigned board)
{
    s->verdict->why = why;
    s->verdict->with = with;
    s->verdict->board = (uint8_t)board;
    return true;
}

static bool set_fact_with(const scene *s, oxo_why why, oxo_move with)
{
    return set_fact(s, why, with, with / 9U);
}

static bool explain_game(const scene *s)
{
    const oxo_verdict *v = s->verdict;
    const oxo_move mine = find_feat(&s->before, v->best, wins_game);
    if (mine != OXO_NO_MOVE)
        return set_fact_with(s, OXO_WHY_MISSES_GAME, mine);
    const oxo_move theirs = find_feat(&s->after, v->reply, wins_game);
    if (theirs == OXO_NO_MOVE)
        return false;
    /* In classic the opponent had that threat already. */
    return set_fact_with(s,
                         s->before.variant == OXO_CLASSIC ? OXO_WHY_NO_BLOCK
                                                          : OXO_WHY_GIVES_GAME,
                         theirs);
}

static oxo_why why_board(const scene *s)
{
    return is_free(&s->after) ? OXO_WHY_FREES_FOR_BOARD
                              : OXO_WHY_SENDS_TO_BOARD;
}

static bool explain_board(const scene *s)
{
    const oxo_verdict *v = s->verdict;
    const oxo_move theirs = find_feat(&s->after, v->reply, wins_board);
    if (theirs != OXO_NO_MOVE &&
        find_feat(&s->instead, OXO_NO_MOVE, wins_board) == OXO_NO_MOVE)
        return set_fact_with(s, why_board(s), theirs);
    if (wins_board(&s->before, &s->instead) &&
        !wins_board(&s->before, &s->after))
        return set_fact_with(s, OXO_WHY_MISSES_BOARD, v->best);
    return false;
}

static bool explain_line(const scene *s)
{
    const oxo_mark they = oxo_position_turn(&s->after);
    const unsigned left =
        open_lines(&s->after, they) & ~open_lines(&s->instead, they);
    return left &&
           set_fact(s, OXO_WHY_LEAVES_LINE, OXO_NO_MOVE, first_bit(left));
}

static bool explain_reply(const scene *s)
{
    const oxo_verdict *v = s->verdict;
    if (is_free(&s->after) && !is_free(&s->instead))
        return set_fact(s, OXO_WHY_FREES, OXO_NO_MOVE, 0);
    if (is_fork(&s->after, v->reply))
        return set_fact_with(s, OXO_WHY_ALLOWS_FORK, v->reply);
    /* The best move gives a board away, too, but not to this reply. */
    if (v->reply != OXO_NO_MOVE && has_feat(&s->after, v->reply, wins_board))
        return set_fact_with(s, why_board(s), v->reply);
    return false;
}

void reason_find(const oxo_position *p, oxo_verdict *verdict)
{
    const scene s = {.before = *p,
                     .after = oxo_position_play(p, verdict->move),
                     .instead = oxo_position_play(p, verdict->best),
                     .verdict = verdict};
    if (!explain_game(&s) && !explain_board(&s) && !explain_line(&s) &&
        !explain_reply(&s))
        set_fact(&s, OXO_WHY_NOTHING, OXO_NO_MOVE, 0);
}
