#!/usr/bin/env python3
"""cli_show.py OXO - pictures of positions and games."""
import re
import unicodedata

import tap
from cli_case import SIX, SIX_MOVES, Case, on_terminal, oxo

# All 81 cells are taken and nobody has won.
LONGEST = """
ih hf fb bi id de eg ge ee ec ci ig gc ce eb bg gd dg gg gi ii if fa aa ag gf
fh hc cf fg ga ad da ae ei ie ef fi ic ca ac ch hh hi ia ai ib bb ba af ff fe
ea ah hb be ed di dd df fc cc cb bc cg gh hg gb bf fd dh ha ab bd db bh he eh
hd dc cd"""


def columns(line):
    """The width of a line on a terminal."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in line)


class Show(Case):
    def picture(self, *arguments, **options):
        lines = self.good("show", *arguments, **options).splitlines()
        self.assertLess(len(lines), 24)
        for line in lines:
            self.assertLessEqual(columns(line), 80)
            self.assertEqual(line, line.rstrip())
        return lines

    @staticmethod
    def game(moves, **tags):
        tags = {"Variant": "ultimate", **tags}
        text = "".join(f'[{k} "{v}"]\n' for k, v in tags.items())
        numbered = " ".join(
            f"{i // 2 + 1}. {m}" if i % 2 == 0 else m
            for i, m in enumerate(moves.split()))
        return f"{text}\n{numbered} *\n"

    def test_the_start_is_shown_without_argument(self):
        lines = self.picture()
        self.assertIn("X to move, in any open board", "\n".join(lines))
        self.assertEqual(sum(line.count(" a ") for line in lines), 10)
        self.assertIn("X to move", "\n".join(self.picture(
            "--variant=classic")))

    def test_the_board_to_play_in_shows_its_letters(self):
        lines = self.picture(SIX)
        self.assertTrue(lines[1].startswith(
            "  ┃   │   │   ┃   │   │   ┃ a │ b │ c ┃"))
        self.assertIn("X to move, in board c", "\n".join(lines))

    def test_a_won_board_carries_a_large_mark(self):
        self.assertIn("┃  ▄▀▀▀▀▀▄  ┃", "\n".join(self.picture(SIX)))
        self.assertIn("|   O O O   |", "\n".join(self.picture("--ascii",
                                                              SIX)))

    def test_a_drawn_board_is_dimmed(self):
        position = "xoxxoooxx/9/9/9/9/9/9/9/9 o -"
        text = "\n".join(self.picture("--ascii", position))
        self.assertIn("= a drawn =", text)
        self.assertIn("| x : o : x |", text)
        colored = self.good("show", "--color=always", position)
        self.assertIn("\033[0;2;91mx", colored)

    def test_open_boards_that_are_won_keep_their_cells(self):
        text = "\n".join(self.picture(
            "--ascii", "--variant=ultimate-continue",
            "xxx6/ooo6/9/9/9/9/9/9/9 x a"))
        self.assertIn("= a X =", text)
        self.assertIn("| X : X : X |", text)
        self.assertIn("| d : e : f |", text)

    def test_the_last_move_stands_in_brackets(self):
        lines = self.picture("-", stdin=self.game("ee ea"))
        self.assertTrue(any("[O]" in line for line in lines))
        self.assertTrue(any("[X]" in line for line in self.picture(
            "--ply", "1", "-", stdin=self.game("ee ea"))))

    def test_a_last_move_under_a_large_mark_is_named(self):
        self.assertTrue(any("e O ━[ec]" in line for line in self.picture(
            "-", stdin=self.game(SIX_MOVES))))

    def test_the_line_that_won_is_marked(self):
        game = self.game("a d b e c", Variant="classic").replace("*", "1-0")
        lines = self.picture("--ascii", "-", stdin=game)
        self.assertIn("X wins with a, b and c", "\n".join(lines))
        self.assertEqual(lines[1][:27].count("*"), 6)
        self.assertIn("[  X  ]", lines[2])

    def test_a_game_shows_players_result_and_moves(self):
        game = self.game(SIX_MOVES, Event="Club", X="Ada", O="Grace",
                         Termination="resigned").replace("*", "0-1")
        text = "\n".join(self.picture("-", stdin=game))
        for words in ("Club", "X  Ada", "O  Grace", "6 moves, 0-1, resigned",
                      " 1. ee ea    2. ae eb    3. be ec"):
            self.assertIn(words, text)
        self.assertIn("After 2 of 6 moves", "\n".join(self.picture(
            "--ply=2", "-", stdin=game)))

    def test_the_longest_game_fits(self):
        game = self.game(LONGEST, Event="E" * 200, X="日" * 60,
                         O="e\u0301" * 50, Variant="ultimate-continue",
                         Termination="z" * 200).replace("*", "1/2-1/2")
        lines = self.picture("-", stdin=game)
        self.assertEqual(len(lines), 23)
        self.assertTrue(lines[-1].endswith("41. cd"), lines[-1])

    def test_names_cannot_talk_to_the_terminal(self):
        for character in "\u202e\u2066\u200f":
            error = self.bad(3, "show", "-",
                             stdin=self.game("ee", X=f"a{character}b"))
            self.assertIn("[X \"a?b\"]", error)
            self.assertTrue(error.replace("\n", "").isprintable())

    def test_other_games_of_a_file(self):
        text = self.game("ee ea") + "\n" + self.game("aa ai ia")
        self.assertIn("3 moves", "\n".join(self.picture("--game=2", "-",
                                                        stdin=text)))
        self.assertIn("has only 2", self.bad(2, "show", "--game=3", "-",
                                          stdin=text))
        for number in ("0", "-1", "x", ""):
            self.bad(2, "show", "--game", number, "-", stdin=text)

    def test_ply_is_bounded(self):
        for ply in ("7", "-1", "x", ""):
            self.assertIn("from 0 to 6",
                          self.bad(2, "show", "--ply", ply, "-",
                                   stdin=self.game(SIX_MOVES)))

    def test_what_cannot_be_shown_is_refused(self):
        self.bad(3, "show", "nonsense")
        self.bad(4, "show", "-", stdin=self.game("ee ee"))
        self.bad(3, "show", "-", stdin="\n")

    def test_classic_is_told_by_its_shape(self):
        text = "\n".join(self.picture("xo1/1x1/3 o"))
        self.assertIn("Noughts and crosses", text)
        self.assertIn("┃ ▀▄ ▄▀ ┃ ▄▀▀▀▄ ┃", text)

    def test_ascii_where_the_locale_is_not_utf8(self):
        for env in ({"LC_ALL": "C"}, {"LC_ALL": "", "LANG": "POSIX"},
                    {"LC_ALL": "no_SUCH.locale"}):
            text = self.good("show", SIX, env=env)
            self.assertTrue(text.isascii(), env)
            self.assertEqual(text, self.good("show", "--ascii", SIX))
        self.assertFalse(self.good("show", SIX).isascii())

    def test_names_are_ascii_where_all_is(self):
        game = self.game("ee", X="Οδυσσεύς")
        self.assertTrue(self.good("show", "--ascii", "-",
                                  stdin=game).isascii())

    def test_colour_is_for_terminals_that_want_it(self):
        self.assertIn("\033[", on_terminal("show", SIX))
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
            self.assertNotIn("\033", on_terminal("show", SIX, env=env), env)
        self.assertIn("\033[", on_terminal("show", SIX, env={"NO_COLOR": ""}))
        self.assertNotIn("\033", self.good("show", SIX))

    def test_colour_can_be_forced_and_forbidden(self):
        self.assertIn("\033[", self.good("show", "--color=always", SIX,
                                         env={"NO_COLOR": "1"}))
        self.assertNotIn("\033", on_terminal("show", "--color=never", SIX))

    def test_empty_input_is_bad_notation(self):
        for name in ("", self.file("empty", "")):
            self.assertIn(":1:1: the input is empty [syntax]\n",
                          self.bad(3, "show", name))

    def test_colour_changes_nothing_else(self):
        colored = self.good("show", "--color=always", SIX)
        self.assertEqual(re.sub("\033\\[[0-9;]*m", "", colored),
                         self.good("show", SIX))


if __name__ == "__main__":
    tap.main()
