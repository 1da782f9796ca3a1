#!/usr/bin/env python3
"""cli_replay.py OXO - recorded games, as text and on a real terminal."""
import os
import signal
import subprocess

import tap
import terminal_case
from cli_case import ENVIRONMENT, OXO, SIX_MOVES, Case, oxo
from exits import INTERRUPTED, heed_hangups

NOTED = """[Event "A lesson"]
[Site "?"]
[Date "2026.11.15"]
[Round "?"]
[X "Ada"]
[O "Bo"]
[Result "1-0"]
[Variant "classic"]

1. e {[%eval 0.00] [%clk 0:01:05] The centre first} b {[%eval #5] A side is too
little against it} 2. a {[%eval #4] [%intensity 0.5321]} i 3. d
{[%eval #2]} f 4. g 1-0
"""


class Replaying(Case):
    def game(self):
        return self.file("noted.tpgn", NOTED)


class Text(Replaying):
    def test_words_tell_moves_and_what_the_file_says(self):
        self.assertEqual(self.good("replay", "--words", self.game()), """\
Noughts and crosses
Event: A lesson
Date: 2026.11.15
X: Ada
O: Bo

The start: X to move.
   intensity 0.00

1. X plays e: centre.
   intensity 0.12, even, clock 1:05
   The centre first

2. O plays b: top.
   intensity 0.13, X wins in 5
   A side is too little against it

3. X plays a: top left.
   intensity 0.53, X wins in 4

4. O plays i: bottom right.
   intensity 0.17

5. X plays d: left.
   intensity 0.83, X wins in 2

6. O plays f: right.
   intensity 0.55

7. X plays g: bottom left.
   intensity 0.57

X wins with a, d and g. Result: 1-0
""")

    def test_boards_are_drawn_as_by_show(self):
        game = self.good("convert", "--from=moves", "--to=tpgn",
                         *SIX_MOVES.split())
        out = self.good("replay", "-", stdin=game)
        for ply in range(7):
            board = self.good("show", f"--ply={ply}", "-", stdin=game)
            for line in board.splitlines():
                self.assertIn(line[:39].rstrip(), out)

    def test_standard_input_moves_and_numbers(self):
        moves = ("--words", "--variant=classic", "--from=moves")
        self.assertIn("2. O plays a: top left.",
                      self.good("replay", *moves, "-", stdin="e a\n"))
        out = self.good("replay", "--ply=1", *moves, "e a")
        self.assertNotIn("The start", out)
        self.assertIn("'--ply' is a number from 0 to 2",
                      self.bad(2, "replay", "--ply=3", *moves, "e a"))
        two = NOTED + "\n" + NOTED.replace("Ada", "Bo")
        self.assertIn("X: Bo", self.good("replay", "--words", "--game=2", "-",
                                         stdin=two))

    def test_a_game_that_ended_off_the_board(self):
        text = NOTED.replace('[Variant', '[Termination "time"]\n[Variant')
        text = text.replace(" 4. g", "")
        out = self.good("replay", "--words", "-", stdin=text)
        self.assertTrue(out.endswith("\nEnded by: time. Result: 1-0\n"), out)

    def test_a_pace_works_without_a_terminal(self):
        self.waits_behind("intensity 0.00", "replay", "--words", "--pace=60",
                          self.game())
        self.assertEqual(
            self.good("replay", "--words", "--pace=0.01", self.game()),
            self.good("replay", "--words", self.game()))

    def test_ascii_where_it_must_be(self):
        self.assertTrue(self.good("replay", "--ascii",
                                  self.game()).isascii())

    def test_bad_input_is_told(self):
        self.assertIn("missing GAME", self.bad(2, "replay"))
        self.bad(1, "replay", "./missing.tpgn")
        self.assertIn("[cell-occupied]",
                      self.bad(4, "replay", "-",
                               stdin=NOTED.replace("} b {", "} e {")))
        for value in ("0", "x", "3601"):
            self.assertIn("'--pace' is a number of seconds",
                          self.bad(2, "replay", f"--pace={value}",
                                   self.game()))


class Screen(terminal_case.Case):
    def setUp(self):
        super().setUp()
        self.game = self.path / "noted.tpgn"
        self.game.write_text(NOTED)

    def replay(self, *arguments, **options):
        terminal = terminal_case.Terminal(self.path, ["replay", *arguments],
                                          **options)
        self.addCleanup(terminal.close)
        return terminal

    def test_keys_step_through_the_game(self):
        terminal = self.replay(self.game)
        self.sees(terminal, "After 0 of 7 moves")
        terminal.keys("Right")
        self.sees(terminal, "After 1 of 7 moves", "The centre first",
                  "1. X plays e: centre.",
                  "intensity 0.12, even, clock 1:05")
        for key, ply in (("l", 2), ("n", 3), ("Enter", 4), ("Left", 3),
                         ("h", 2), ("BSpace", 1), ("Home", 0), ("k", 0)):
            terminal.keys(key)
            self.sees(terminal, f"After {ply} of 7 moves")
        terminal.keys("End")
        self.sees(terminal, "X wins with a, d and g", "1. e  b     2. a  i")
        terminal.keys("q")
        self.leaves(terminal)

    def test_space_plays_by_itself_and_stops(self):
        terminal = self.replay(self.game)
        terminal.keys("Space")
        self.sees(terminal, "After 2 of 7 moves")
        terminal.keys("Left")
        self.sees(terminal, "After 1 of 7 moves")
        terminal.keys("Escape")
        self.leaves(terminal)

    def test_a_pace_ends_by_itself(self):
        self.leaves(self.replay("--pace=0.05", self.game))

    def test_ultimate_fits_24_rows(self):
        game = self.path / "six.tpgn"
        game.write_text(oxo("convert", "--from=moves", "--to=tpgn",
                            *SIX_MOVES.split()).out)
        terminal = self.replay(game)
        terminal.keys("G")
        screen = self.sees(terminal, "3. be ec", "X to move, in board c",
                           "q ends")
        self.assertEqual(screen.rstrip("\n").count("\n"), 23)
        for line in screen.splitlines():
            self.assertLessEqual(len(line), 80)

    def test_resizing_draws_it_again(self):
        terminal = self.replay(self.game)
        self.sees(terminal, "After 0 of 7 moves")
        terminal.resize(60, 20)
        screen = self.sees(terminal, "A larger terminal")
        self.assertNotIn("A larger", screen.splitlines()[0])
        terminal.resize(60, 10)
        self.sees(terminal, "The board needs a larger terminal.")
        terminal.resize(90, 30)
        self.sees(terminal, "q ends")
        self.assertNotIn("A larger terminal", terminal.screen())

    def test_a_small_terminal_has_the_whole_board(self):
        game = self.path / "six.tpgn"
        game.write_text(oxo("convert", "--from=moves", "--to=tpgn",
                            *SIX_MOVES.split()).out)
        terminal = self.replay(game)
        whole = self.sees(terminal, "The start: X to move").splitlines()[:19]
        terminal.resize(60, 20)
        small = self.sees(terminal, "A larger terminal").splitlines()
        for one, other in zip(whole, small):
            self.assertEqual(one[:39], other[:39])

    def test_a_dumb_terminal_gets_text(self):
        terminal = self.replay("--words", self.game, rows=50, term="dumb")
        self.sees(terminal, "7. X plays g: bottom left.", "Result: 1-0")
        self.leaves(terminal)

    def test_a_signal_ends_the_wait_for_the_next_move(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with subprocess.Popen(
                    [str(OXO), "replay", "--words", "--pace=1000",
                     "--from=moves", SIX_MOVES], env=ENVIRONMENT, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                    preexec_fn=heed_hangups) as run:
                while "The start" not in run.stdout.readline():
                    self.assertIsNone(run.poll())
                run.stdout.readline()
                run.send_signal(number)
                out, err = run.communicate()
            self.assertEqual((run.returncode, err),
                             (INTERRUPTED, "oxo replay: interrupted\n"))
            self.assertNotIn("1. X plays", out)

    def test_being_killed_leaves_the_terminal_as_it_was(self):
        terminal = self.replay(self.game)
        self.sees(terminal, "After 0 of 7 moves")
        os.kill(terminal.pid(), signal.SIGTERM)
        self.leaves(terminal, INTERRUPTED)


if __name__ == "__main__":
    tap.main()
