#!/usr/bin/env python3
"""play.py OXO - `oxo play` on a real terminal."""
import os
import re
import signal
import sys

import tap
import terminal_case
from exits import INTERRUPTED

ENGINE_THAT_CRASHES = (
    "sh -c 'echo ugiok; while read line; do case $line in "
    "isready) echo readyok;; go*) exit 3;; esac; done'")


def cell(screen, move):
    """Row and column of a cell of Ultimate on a terminal of 80x24."""
    rows = screen.splitlines()
    top = next(i for i, row in enumerate(rows) if "━ a " in row) + 1
    left = rows[top - 1].index("┏") + 1
    board, inner = (ord(letter) - ord("a") for letter in move)
    return (top + board // 3 * 6 + inner // 3 * 2,
            left + board % 3 * 12 + inner % 3 * 4 + 1)


def square(screen, letter):
    """The middle of a cell of classic on a terminal of 80x24."""
    rows = screen.splitlines()
    top = next(i for i, row in enumerate(rows) if "┏━" in row) + 1
    left = rows[top - 1].index("┏") + 1
    number = ord(letter) - ord("a")
    return top + number // 3 * 6 + 2, left + number % 3 * 12 + 5


class Play(terminal_case.Case):
    def test_keys_win_a_game(self):
        t = self.terminal("classic", "--friend")
        self.sees(t, "Noughts and crosses", "X to move")
        t.keys("a", "d", "b", "e")
        self.sees(t, "O plays e: centre.")
        t.keys("Up", "Right", "Enter")  # from the centre to c
        self.sees(t, "X wins with a, b and c", "n another game")
        t.keys("q")
        self.leaves(t)
        self.sees(t, "X wins with a, b and c. 5 moves.")

    def test_keys_draw_a_game(self):
        t = self.terminal("classic", "--friend")
        self.sees(t, "X to move")
        t.keys(*"ea", "b", "8", "c", "g", "d", "f")
        self.sees(t, "X to move", "4. d  f")
        t.keys("i")
        self.sees(t, "A draw")
        t.keys("n")
        self.sees(t, "New game.", "X to move")
        t.keys("q")
        self.leaves(t)

    def test_the_mouse_wins_and_draws_games(self):
        t = self.terminal("classic", "--friend")
        screen = self.sees(t, "X to move")
        for moves, end in (("adbec", "X wins with a, b and c"),
                           ("eabhcgdfi", "A draw")):
            for number, move in enumerate(moves):
                t.click(*square(screen, move))
                self.sees(t, f"plays {move}:" if number + 1 < len(moves)
                          else end)
            t.keys("n")
            self.sees(t, "New game.")

    def test_the_mouse_wins_a_board(self):
        t = self.terminal("ultimate", "--friend")
        screen = self.sees(t, "X to move, in any open board")
        # X takes board a; then O is sent to board a and must play elsewhere.
        for move in "ae ea ac ca ag".split():
            t.click(*cell(screen, move))
            self.sees(t, f"plays {move}")
        self.sees(t, "X wins board a.", "━ a X ", "[ag]",
                  "Boards: X 1, O 0, drawn 0", "O to move, in board g")

    def test_a_button_that_is_let_go_holds_nothing_up(self):
        t = self.terminal("classic", "--friend")
        self.sees(t, "X to move", "a draw")
        t.button(3, 5, 5)
        os.kill(t.pid(), signal.SIGTERM)
        self.leaves(t, INTERRUPTED)

    def test_the_mouse_is_refused_in_words(self):
        t = self.terminal("ultimate", "--friend")
        screen = self.sees(t, "X to move, in any open board")
        t.click(*cell(screen, "ec"))
        self.sees(t, "O to move, in board c")
        t.click(*cell(screen, "aa"))
        self.sees(t, "The last move sends O to board c, not to a.")

    def test_moves_go_back_and_forward(self):
        t = self.terminal("classic", "--level", "10")
        self.sees(t, "Computer, level 10", "X to move")
        t.keys("e")
        self.sees(t, "O plays a: top left.", "1. e  a")
        t.keys("u")
        self.sees(t, "Move taken back.", "X to move")
        t.keys("u")
        self.sees(t, "Not possible: there is no move to undo.")
        t.keys("r")
        self.sees(t, "Move replayed.", "[", "1. e  a")

    def test_a_hint_is_given_and_taken(self):
        t = self.terminal("classic", "--level", "10")
        self.sees(t, "X to move")
        t.keys("t")
        self.sees(t, "Hint: ")
        t.keys("Enter")
        self.sees(t, "O plays ")

    def test_the_computer_answers_however_often_it_was_interrupted(self):
        t = self.terminal("ultimate", "--level", "5")
        self.sees(t, "X to move")
        t.type("eeu" * 6 + "ee")
        self.sees(t, "1. ee ")
        self.until(lambda: re.search(r"1\. ee  ?[a-i][a-i]", t.screen()))

    def test_the_computer_never_loses_at_its_best(self):
        t = self.terminal("classic", "--level", "10", "--mark", "O")
        for _ in range(5):
            screen = self.sees(t, "Evaluation")
            self.until(lambda: re.search("O to move|wins|A draw", t.screen()))
            screen = t.screen()
            if "O to move" not in screen:
                break
            t.keys("Tab", "Enter")
            self.until(lambda: t.screen() != screen)
        screen = t.screen()
        self.assertNotIn("O wins with", screen)
        self.assertRegex(screen, "X wins with|A draw")

    def test_resigning_asks_first(self):
        t = self.terminal("classic", "--friend")
        self.sees(t, "X to move")
        t.keys("e", "x")
        self.sees(t, "Resign? (y/n)")
        t.keys("n")
        self.sees(t, "O to move")
        t.keys("x", "y")
        self.sees(t, "X wins: O resigned")

    def test_help_comes_and_goes(self):
        t = self.terminal("--friend")
        self.sees(t, "X to move")
        t.keys("?")
        self.sees(t, "Keys", "a-i, 1-9", "Any key goes back to the game.")
        t.keys("e")
        self.until(lambda: "Any key" not in t.screen())
        self.assertNotIn("plays", t.screen().split("arrows")[0])

    def test_80_by_24_is_enough_for_ultimate(self):
        t = self.terminal("--friend")
        self.sees(t, "X to move")
        t.type("eeeaaeebbeec")
        screen = self.sees(t, "O wins board e.")
        rows = screen.splitlines()
        self.assertLessEqual(len(rows), 24)
        for text in ("oxo  Ultimate", "━ i ", "┗━", "▶ X", "Intensity",
                     "Evaluation", "1. ee ea", "X to move, in board c",
                     "q quit"):
            self.assertIn(text, screen)
        self.assertNotIn("…", screen)
        self.assertIn("▄▀▀▀▀▀▄", screen)  # the large O

    def test_resizing_keeps_the_game(self):
        t = self.terminal("--friend")
        self.sees(t, "X to move")
        t.type("ee")
        self.sees(t, "O to move, in board e")
        t.resize(200, 50)
        self.sees(t, "▀▄ ▄▀", "O to move, in board e")
        t.resize(50, 22)  # no space for the panel
        self.until(lambda: "Intensity" not in t.screen())
        self.sees(t, "[X]", "━ i ")
        t.resize(30, 8)
        self.sees(t, "The board needs 37 columns and")
        t.type("ea")  # the game continues
        t.resize(80, 24)
        self.sees(t, "O plays ea: board e, top left.", "1. ee ea")

    def test_signals_leave_the_terminal_as_it_was(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT,
                       signal.SIGQUIT):
            with self.subTest(number):
                t = self.terminal("--friend")
                self.sees(t, "X to move")
                self.assertTrue(t.on_alternate_screen())
                self.assertTrue(t.wants_mouse())
                os.kill(t.pid(), number)
                # SIGQUIT may also dump core.
                self.leaves(t, 128 + number if number == signal.SIGQUIT
                            else INTERRUPTED)

    def test_a_crash_leaves_the_terminal_as_it_was(self):
        t = self.terminal("--friend")
        self.sees(t, "X to move")
        sanitized = b"__asan_init" in terminal_case.OXO.read_bytes()
        if sanitized or b"__tsan_init" in terminal_case.OXO.read_bytes():
            self.skipTest("sanitizers catch crashes themselves")
        os.kill(t.pid(), signal.SIGSEGV)
        self.leaves(t, 128 + signal.SIGSEGV)

    def test_ctrl_c_leaves(self):
        t = self.terminal("--friend")
        self.sees(t, "X to move")
        t.keys("C-c")
        self.leaves(t, INTERRUPTED)

    def test_suspending_gives_the_terminal_back_for_a_while(self):
        t = self.terminal("--friend")
        self.sees(t, "X to move")
        t.keys("C-z")
        self.until(t.ended)  # according to the shell
        self.assertEqual(t.note("after"), t.note("before"))
        self.assertFalse(t.on_alternate_screen())
        (t.folder / "go").touch()
        self.until(t.on_alternate_screen)
        t.type("ee")
        self.sees(t, "X plays ee")

    def test_colours_follow_the_terminal(self):
        def codes(**options):
            t = self.terminal("classic", "--friend", **options)
            self.sees(t, "X to move")
            t.keys("e")
            self.sees(t, "plays e")
            return t.screen("-e")
        self.assertIn("38;5;210m", codes(COLORFGBG="15;0"))
        self.assertIn("38;5;160m", codes(COLORFGBG="0;15"))
        self.assertIn("38;5;167m", codes())
        few = codes(term="screen")
        self.assertNotIn("38;5;", few)
        self.assertRegex(few, r"\x1b\[[0-9;]*31m")

    def test_NO_COLOR_means_none(self):
        for options in ({"NO_COLOR": "1"}, {"arguments": ["--color=never"]}):
            arguments = options.pop("arguments", [])
            t = self.terminal("--friend", *arguments, **options)
            self.sees(t, "X to move")
            t.type("ee")
            self.sees(t, "X plays ee")
            plain = t.screen("-e")
            self.assertNotRegex(plain, r"\x1b\[[0-9;]*(3[0-7]|38;5)[0-9;]*m")
            self.assertRegex(plain, r"\x1b\[[0-9;]*7m")  # the cursor

    def test_other_locales_get_ASCII(self):
        for arguments, environment in ((["--ascii"], {}),
                                       ([], {"LC_ALL": "C"})):
            t = self.terminal("--friend", *arguments, **environment)
            self.sees(t, "X to move")
            t.type("ee")
            screen = self.sees(t, "X plays ee", "[X]", "####")
            self.assertTrue(screen.isascii(), screen)

    def test_TERM_dumb_plays_line_by_line(self):
        t = self.terminal("classic", "--friend", TERM="dumb")
        self.sees(t, "X to move.", "\n>")
        self.assertFalse(t.on_alternate_screen())
        t.type("e\n")
        self.sees(t, "X plays e: centre.", "O to move.")
        t.keys("C-d")
        self.leaves(t)

    def test_what_happens_by_itself_begins_a_line(self):
        t = self.terminal("classic", "--level", "10", "--plain")
        self.sees(t, "X to move.", "\n>")
        t.type("e\n")
        self.sees(t, "O plays a: top left.\nX to move.\n>")
        self.assertNotIn("> O plays", t.screen())

    def test_an_unknown_terminal_is_told(self):
        t = self.terminal("--friend", TERM="no-such-terminal")
        self.leaves(t, 1)
        self.assertIn("unknown terminal type in TERM",
                      t.note("errors"))

    def test_an_engine_is_ended_where_no_terminal_can_be_had(self):
        engine = self.path / "engine"  # outlives its closed pipe
        engine.write_text(
            f"echo $$ >{self.path}/pid; echo ugiok\n"
            "while :; do if read -r line; then\n"
            "[ $line = isready ] && echo readyok\n"
            "else sleep 0.1; fi; done\n")
        t = self.terminal("--engine", f"sh {engine}", TERM="no-such-terminal")
        self.leaves(t, 1)
        with self.assertRaises(ProcessLookupError):
            os.kill(int((self.path / "pid").read_text()), signal.SIGKILL)

    def test_what_is_missing_is_told(self):
        t = self.terminal("--friend", under=["prlimit", "--nofile=4"])
        self.leaves(t, 1)
        self.assertIn("Too many open files", t.note("errors"))

    def test_what_was_ignored_stays_ignored(self):
        t = self.terminal("--friend", under=["env", "--ignore-signal=HUP"])
        self.sees(t, "X to move")
        os.kill(t.pid(), signal.SIGHUP)
        t.type("ee")
        self.sees(t, "X plays ee")
        os.kill(t.pid(), signal.SIGTERM)
        self.leaves(t, INTERRUPTED)

    def test_an_engine_plays(self):
        t = self.terminal("classic", "--engine", "oxo engine", "--movetime", "50")
        self.sees(t, "X to move")
        t.keys("e")
        self.sees(t, "O plays ", "X to move")
        t.keys("q", "y")
        self.leaves(t)

    def test_an_engine_that_crashes_is_told_in_words(self):
        t = self.terminal("classic", "--engine", ENGINE_THAT_CRASHES)
        self.sees(t, "X to move")
        t.keys("e")
        self.sees(t, "No result: the engine exited with status 3")
        t.keys("a")
        self.sees(t, "The game is over.")
        t.keys("n")  # starts the engine again
        self.sees(t, "No result: the engine exited with status 3")
        t.keys("q")
        self.leaves(t, 1)


if __name__ == "__main__":
    sys.exit(tap.main())
