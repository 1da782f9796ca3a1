#!/usr/bin/env python3
"""play_lines.py OXO - `oxo play` without a terminal, line by line."""
import os
import re
import resource
import signal
import subprocess
import sys

import cli_case
import tap
from exits import INTERRUPTED, heed_hangups
from patience import PATIENCE

CRASHES = ("sh -c 'echo ugiok; while read line; do case $line in "
           "isready) echo readyok;; go*) exit 3;; esac; done'")
NO_START = "sh -c 'read line; echo ugiok; exit 3'"
CHEATS = ("sh -c 'echo ugiok; while read line; do case $line in "
          "isready) echo readyok;; go*) echo bestmove e;; esac; done'")


class Dialogue:
    """A program, for a dialogue like a person's or a script's."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [str(cli_case.OXO), "play", *arguments], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=cli_case.ENVIRONMENT, preexec_fn=heed_hangups)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, pattern):
        """Skips to the first line that matches."""
        for line in self.process.stdout:
            found = re.search(pattern, line)
            if found:
                return found
        raise AssertionError(f"nothing like {pattern} was said")

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=PATIENCE)


class Lines(cli_case.Case):
    def lines(self, *arguments, say=(), code=0):
        done = cli_case.oxo("play", *arguments,
                            stdin="".join(f"{line}\n" for line in say))
        self.assertEqual(done.code, code, done.err)
        return done.out.splitlines()

    def test_a_pipe_plays_a_whole_game(self):
        said = self.lines("classic", "--friend", say="adbec")
        self.assertEqual(said[-2:], ["X plays c: top right.",
                                     "X wins with a, b and c."])

    def test_a_pipe_draws_a_whole_game(self):
        said = self.lines("classic", "--friend", say="eabhcgdfi")
        self.assertEqual(said[-1], "A draw.")

    def test_a_script_plays_the_computer_to_the_end(self):
        d = Dialogue("classic", "--level", "10")
        free = list("abcdefghi")
        for _ in range(9):
            state = d.hear("^X to move|wins|A draw").group()
            if state != "X to move":
                break
            d.say(free.pop(0))
            answer = d.hear("O plays (.)|wins with|A draw")
            if not answer.group(1):
                break
            free.remove(answer.group(1))
        self.assertEqual(d.end(), 0)

    def test_ultimate_is_played_to_the_end_by_hints(self):
        d = Dialogue("ultimate", "--level", "1")
        moves = 0
        while True:
            state = d.hear("^X to move|wins with|wins: |A draw").group()
            if state != "X to move":
                break
            d.say("hint")
            d.say(d.hear("Hint: (..)").group(1))
            moves += 1
            d.hear("X plays")
        self.assertGreater(moves, 8)
        self.assertEqual(d.end(), 0)

    def test_every_line_waits_for_the_answer_before_it(self):
        said = self.lines("classic", "--level", "10",
                          say=["e", "moves", "board"])
        self.assertIn("e a", said)
        self.assertEqual(said[-4:], ["O . .", ". X .", ". . .", "X to move."])

    def test_boards_of_ultimate_are_text(self):
        said = self.lines("--friend", say=["ee", "ea", "ae", "eb", "be", "ec",
                                           "board", "position"])
        self.assertIn(". . . | O O O | . . .", said)
        self.assertIn("Board e is won by O.", said)
        self.assertEqual(said[-1], cli_case.SIX)

    def test_moves_go_back_and_forward(self):
        said = self.lines("classic", "--friend",
                          say=["e", "undo", "undo", "redo", "redo", "moves"])
        self.assertEqual(said[4:], [
            "Move taken back.", "X to move.",
            "Not possible: there is no move to undo.",
            "Move replayed.", "O to move.",
            "Not possible: there is no move to redo.", "e"])

    def test_digits_mean_the_same_as_letters(self):
        said = self.lines("classic", "--friend", say=["5", "1", "B", "moves"])
        self.assertEqual(said[-1], "e a b")
        said = self.lines("--friend", say=["51", "a5", "e9", "moves"])
        self.assertEqual(said[-1], "ea ae ei")

    def test_every_refusal_is_in_words(self):
        said = self.lines("--friend", say=[
            "ee", "aa", "ee", "zz", "accept", "resign", "ea", "hint"])
        for words in ("The last move sends O to board e, not to a.",
                      "Not possible: that cell is already taken.",
                      "'zz' is neither a move nor a command; type 'help' "
                      "for a list.",
                      "There is no offer to answer.", "X wins: O resigned.",
                      "The game is over."):
            self.assertIn(words, said)

    def test_friends_may_agree_on_a_draw(self):
        said = self.lines("--friend", say=["ee", "draw", "new", "quit"])
        self.assertEqual(said[-3:], ["A draw: by agreement.", "New game.",
                                     "X to move, in any open board."])

    def test_sides_change_with_the_next_game(self):
        said = self.lines("classic", "--level", "3",
                          say=["e", "resign", "new", "moves"])
        self.assertRegex(said[-1], "^[a-i]$")  # the computer moved first

    def test_a_chosen_mark_stays(self):
        said = self.lines("classic", "--level", "3", "--mark", "X",
                          say=["e", "resign", "new", "moves"])
        self.assertEqual(said[-1], "No moves yet.")

    def test_the_value_of_a_position_is_told(self):
        said = self.lines("classic", "--friend",
                          say=["a", "d", "b", "e", "value"])
        self.assertEqual(said[-1], "Evaluation: X wins in 1.")

    def test_help_lists_every_word(self):
        said = "\n".join(self.lines("--friend", say=["help"]))
        for word in ("board", "undo", "redo", "hint", "resign", "new",
                     "quit", "draw", "accept", "decline"):
            self.assertIn(f"{word}: ", said)

    def test_silence_ends_the_game(self):
        for plain in ([], ["--plain"]):
            self.assertEqual(self.lines("classic", *plain)[-1], "X to move.")

    def test_the_first_line_says_which_side_one_is_and_who_helps(self):
        helps = "Type 'help' for a list of commands."
        for arguments, words in ((["--mark", "X"], f"You are X. {helps}"),
                                 (["--mark", "O"], f"You are O. {helps}"),
                                 (["--friend"], helps)):
            self.assertEqual(self.lines("classic", *arguments)[0], words)
        said = self.lines("classic", say=["resign", "new"])
        self.assertIn("New game: you are O.", said)

    def test_lines_of_any_length_are_refused(self):
        said = self.lines("--friend", say=["x" * 100000, "ee"])
        self.assertIn("X plays ee: board e, centre.", said)

    def test_a_listener_that_goes_away_ends_it(self):
        d = Dialogue("classic", "--friend")
        d.hear("X to move")
        d.process.stdout.close()
        try:
            d.say("e")
            d.process.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(d.process.wait(timeout=PATIENCE), 1)

    def test_an_engine_answers(self):
        said = self.lines("--engine", "oxo engine", "--movetime", "20",
                          say=["ee", "moves"])
        self.assertRegex(said[-1], "^ee e[a-i]$")
        said = self.lines("classic", "--mark", "O", "--engine",
                          'cmd="oxo engine" option.Level=3', say=["moves"])
        self.assertRegex(said[-1], "^[a-i]$")

    def test_an_engine_that_fails_is_told_and_fails_the_command(self):
        for engine, words in (
                (CRASHES, "the engine exited with status 3"),
                (CHEATS, 'the engine played "e": that cell is already '
                         'taken')):
            said = self.lines("classic", "--engine", engine, say=["e"], code=1)
            self.assertIn(f"No result: {words}.", said)

    def test_an_engine_is_described_as_for_a_match(self):
        for engine in ("oxo", "oxo:3", "oxo:3 option.Hash=1 nodes=100",
                       "oxo 'option.Hash=1' \"nodes=100\"",
                       "cmd='oxo engine' depth=1"):
            said = self.lines("classic", "--movetime", "20", "--engine",
                              engine, say=["e", "moves"])
            self.assertRegex(said[-1], "^e [a-i]$")
        for engine, words in (
                ("oxo:11", "a level is a number from 1 to 10, not '11'"),
                ("oxo:3 --level 2", '"--level" is not of the form key=value'),
                ("oxo levle=2", 'no key "levle"'),
                ("cmd='x", "a quote is not closed")):
            self.assertIn(words, self.bad(2, "play", "--engine", engine))

    def test_a_command_line_may_hold_an_equals_sign(self):
        engine = self.file("engine", (
            "while read -r line; do case $line in ugi) echo ugiok;; "
            "isready) echo readyok;; go*) echo bestmove $MOVE;; esac; done"))
        said = self.lines("classic", "--mark", "O", "--engine",
                          f"/usr/bin/env MOVE=f sh {engine}", say=["moves"])
        self.assertEqual(said[-1], "f")

    def test_limits_of_a_description_replace_the_time(self):
        heard = self.scratch / "heard"
        engine = self.file("engine", (
            "while read -r line; do case $line in ugi) echo ugiok;; "
            f"isready) echo readyok;; go*) echo $line >{heard}; "
            "echo bestmove e;; esac; done"))
        for limits, told in (("", "movetime 1000"), ("nodes=7", "nodes 7"),
                             ("depth=3 nodes=7", "nodes 7 depth 3"),
                             ("movetime=20", "movetime 20")):
            self.lines("classic", "--mark", "O", "--engine",
                       f"cmd='sh {engine}' {limits}")
            self.assertEqual(heard.read_text(), f"go {told}\n")
        for limit in ("tc=60", "firsttime=5", "margin=5", "grace=5"):
            for command in (("play",), ("bot", "--room",
                                        "http://127.0.0.1:1")):
                self.assertIn(
                    "tc=, firsttime=, margin= and grace= are for matches only",
                    self.bad(2, *command, "--engine", f"oxo {limit}"))

    def test_an_engine_that_cannot_play_is_told_before_anything_else(self):
        for engine, words in (
                (NO_START, "does not start: it exited with status 3; "
                           "stderr=FILE keeps what it says"),
                (f"cmd=\"{NO_START}\" stderr=/dev/null",
                 "does not start: it exited with status 3"),
                ("/no/such/engine", "cannot be started: /no/such/engine: "
                                    "No such file or directory"),
                ("cmd=x proto=codingame", "speaks CodinGame's protocol, "
                                          "which is for ultimate-cg only"),
                ("oxo option.Level=99",
                 "takes 0 to 10 for option Level, not '99'")):
            for command in (("play",), ("bot", "--room",
                                        "http://127.0.0.1:1")):
                self.assertEqual(
                    self.bad(1, *command, "--engine", engine),
                    f"oxo {command[0]}: the engine {words}\n")

    def test_an_engine_may_leave_when_the_game_is_over(self):
        engine = self.file("engine", (
            "echo ugiok; n=0; while read -r line; do case $line in "
            "isready) echo readyok;; go*) n=$((n + 1)); "
            "[ $n = 1 ] && echo bestmove d || { echo bestmove e; exit 3; };; "
            "esac; done"))
        said = self.lines("classic", "--engine", f"sh {engine}",
                          say=["a", "b", "c"])
        self.assertEqual(said[-1], "X wins with a, b and c.")

    def test_an_engine_of_codingame_is_started_for_each_game(self):
        starts = self.scratch / "starts"
        engine = self.file("engine", (
            f"echo x >>{starts}; while read -r last; do read -r n; "
            "read -r first; while [ $((n -= 1)) -gt 0 ]; do read -r other; "
            "done; echo $first; done"))
        said = self.lines("ultimate-cg", "--mark", "O", "--engine",
                          f"cmd='sh {engine}' proto=codingame",
                          say=["resign", "new", "undo", "moves"])
        self.assertEqual(said[-1], "aa")
        self.assertIn("has no takebacks", said[-2])
        self.assertEqual(starts.read_text(), "x\nx\n")

    def test_an_option_that_is_not_announced_is_told(self):
        for command in (("play", "classic"),
                        ("bot", "--room", "http://127.0.0.1:1")):
            done = cli_case.oxo(*command, "--engine", "oxo option.Hsah=1")
            self.assertIn(f"oxo {command[0]}: the engine announces no option "
                          "Hsah\n", done.err)

    def test_that_an_engine_is_waited_for_is_told(self):
        gate = self.scratch / "gate"
        engine = self.file("engine", (
            f"while [ ! -e {gate} ]; do sleep 0.02; done; echo ugiok; "
            "while read -r line; do [ $line = isready ] && echo readyok; "
            "done"))
        with subprocess.Popen(
                [str(cli_case.OXO), "play", "--engine", f"sh {engine}"],
                text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, env=cli_case.ENVIRONMENT) as play:
            self.assertEqual(play.stderr.readline(),
                             "oxo play: waiting for the engine ...\n")
            gate.touch()
            self.assertIn("X to move", play.communicate(timeout=PATIENCE)[0])
        self.assertEqual(play.returncode, 0)

    def test_a_quiet_bot_waits_without_a_word(self):
        self.assertEqual(
            self.bad(1, "bot", "-q", "--room", "http://127.0.0.1:1",
                     "--engine", "sh -c 'sleep 1.5; exit 3'"),
            "oxo bot: the engine does not start: it exited with status 3; "
            "stderr=FILE keeps what it says\n")

    def test_a_signal_ends_the_engine_as_well(self):
        """Both before the engine is ready and during the game."""
        for ready in ("", "echo ugiok; echo readyok;"):
            pid = self.scratch / f"pid{len(ready)}"
            engine = self.file("engine", (
                f"{ready} echo $$ >{pid}.new; mv {pid}.new {pid}\n"
                "while :; do sleep 0.1; done"))
            d = Dialogue("--engine", f"sh {engine}")
            if ready:
                d.hear("X to move")
            while not pid.exists():
                self.assertIsNone(d.process.poll())
            d.process.terminate()
            self.assertEqual(d.end(), INTERRUPTED)
            with self.assertRaises(ProcessLookupError):
                os.kill(int(pid.read_text()), signal.SIGKILL)

    def test_a_signal_ends_a_game_against_the_computer(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            d = Dialogue("classic")
            d.hear("X to move")
            d.process.send_signal(number)
            self.assertEqual(d.end(), INTERRUPTED)

    def test_what_is_missing_is_told(self):
        """No file descriptor is left for the engine."""
        few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))
        done = cli_case.oxo("play", preexec_fn=few)
        self.assertEqual(done.code, 1)
        self.assertIn("Too many open files", done.err)

    def test_wrong_command_lines_are_refused(self):
        for arguments, words in (
                (["draughts"], "unknown variant 'draughts'"),
                (["--level", "11"], "--level"),
                (["--friend", "--level", "3"], "choose one opponent"),
                (["--name", "Ada"], "'--name' needs '--room'"),
                (["--engine", "'"], "it is not a command line"),
                (["--engine", "x", "--movetime", "86400001"],
                 "'--movetime' is a number from 1 to 86400000"),
                (["--movetime", "abc"], "'--movetime' needs '--engine'"),
                (["--clock", "5"], "'--clock' needs '--room'"),
                (["--room", "ftp://x"], "only http://, https://, ws:// and wss:// are supported"),
                *((["--room", text], "begins with http:// or https://")
                  for text in ("nonsense:", "nonsense:x", "")),
                (["--room", "http://127.0.0.1:1/r/U"], "six digits"),
                (["--room", "http://127.0.0.1:1", "--watch"],
                 "watching needs the address of a room"),
                *((["--room", "http://127.0.0.1:1", "--clock", clock],
                   "'--clock' is a time, or a time and an increment")
                  for clock in ("x", "", "m", "5x", "5mm", "5m3s", "5m+",
                                "+3s", "1.2.3m", "-5m", "1e3m", "9" * 200,
                                "9" * 15 + "m", "0m")),
                (["--room", "http://127.0.0.1:1", "--name", "\n"],
                 "'--name'")):
            self.assertIn(words, self.bad(2, "play", *arguments))

    def test_a_server_that_is_not_there_is_told(self):
        self.assertIn("http://127.0.0.1:1: Connection refused",
                      self.bad(1, "play", "--room", "http://127.0.0.1:1"))
        self.assertIn("http://127.0.0.1:1: Connection refused",
                      self.bad(1, "bot", "--room", "http://127.0.0.1:1",
                               "--engine", "oxo engine"))

    def test_a_bot_needs_a_room_and_an_engine(self):
        self.assertIn("'--room' is needed", self.bad(2, "bot"))
        self.assertIn("'--engine' is needed",
                      self.bad(2, "bot", "--room", "http://127.0.0.1:1"))


if __name__ == "__main__":
    sys.exit(tap.main())
