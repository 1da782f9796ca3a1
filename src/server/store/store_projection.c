/* store_projection.c - see store_projection.h. */
#include "store_projection.h"

/* ---- The explorer ------------------------------------------------------- */

static oxo_position transform(const oxo_position *p, int symmetry)
{
    if (p->variant == OXO_CLASSIC)
        return oxo_position_of_classic(
            oxo_classic_transform(p->as.classic, symmetry));
    return oxo_position_of_ultimate(
        oxo_ultimate_transform(p->as.ultimate, symmetry));
}

/* The representative is the position with the smallest hash. Equal positions
 * have equal hashes on every machine. */
store_place store_place_of(const oxo_position *p)
{
    store_place place = {.key = UINT64_MAX, .symmetries = 0};
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        const oxo_position turned = transform(p, s);
        const uint64_t key = oxo_position_hash(&turned);
        if (key < place.key)
            place = (store_place){.key = key, .symmetries = 0};
        if (key == place.key)
            place.symmetries |= (uint8_t)(1U << s);
    }
    return place;
}

oxo_move store_place_move(const store_place *place, const oxo_position *p,
                          oxo_move m)
{
    oxo_move least = OXO_NO_MOVE;
    for (int s = 0; s < OXO_SYMMETRIES; s++) {
        if (!(place->symmetries & 1U << s))
            continue;
        const oxo_move turned = p->variant == OXO_CLASSIC
                                    ? (oxo_move)oxo_symmetry_cell(s, m)
                                    : oxo_ultimate_transform_move(m, s);
        if (turned < least)
            least = turned;
    }
    return least;
}

int store_game_steps(const event_game *g, store_step out[STORE_EXPLORER_PLIES])
{
    oxo_position p = oxo_position_start((oxo_variant)g->variant);
    int count = 0;
    while (count < g->length && count < STORE_EXPLORER_PLIES) {
        const oxo_move m = g->moves[count];
        if (oxo_position_check(&p, m) != OXO_OK)
            break;
        const store_place place = store_place_of(&p);
        out[count++] = (store_step){.place = place.key,
                                    .move = store_place_move(&place, &p, m)};
        p = oxo_position_play(&p, m);
    }
    return count;
}

/* ---- Players ------------------------------------------------------------ */

bool store_game_score(const event_game *g, oxo_mark mark, store_record *ret)
{
    if (event_hash_is_none(&g->players[mark].key))
        return false;
    const oxo_mark winner = oxo_outcome_winner((oxo_outcome)g->outcome);
    *ret = (store_record){
        .variant = g->variant,
        .level = g->players[oxo_mark_other(mark)].level,
        .wins = winner == mark,
        .draws = winner == OXO_NONE,
        .losses = winner == oxo_mark_other(mark),
    };
    return true;
}
