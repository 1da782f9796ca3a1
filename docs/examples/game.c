/* game.c - one move of Ultimate, and a second move that is refused.
 *
 *     cc game.c $(pkg-config --cflags --libs oxo) && ./a.out */
#include <oxo/oxo.h>
#include <stdio.h>

int main(void)
{
    oxo_game game = oxo_game_start(OXO_ULTIMATE);
    oxo_turn turn = {.move = oxo_move_at(0, 4)}; /* board a, cell e */
    oxo_status status = oxo_game_play(&game, &turn, &game);
    puts(oxo_status_word(status));
    puts(oxo_status_sentence(oxo_game_check(&game, 0))); /* board a, cell a */
}
