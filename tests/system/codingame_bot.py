#!/usr/bin/env python3
"""codingame_bot.py OXO RANDOM - compiles the bot of `oxo export` and plays it.

RANDOM is an engine that plays random moves. OXO_GAMES is the number of games
in which the bot is compared with the engine, in some two dozen positions each.
"""
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

import tap
from cli_case import Case, ENVIRONMENT, OXO

RANDOM = pathlib.Path(sys.argv[2]).resolve()
GAMES = int(os.environ.get("OXO_GAMES", "4"))
NODES = 20000  # enough to make the engine ask the solver
LETTERS = "abcdefghi"


def compile_bot(source, program, *flags):
    """Compiles with gcc; returns gcc's messages and the program."""
    done = subprocess.run(["gcc", "-O3", *flags, "-o", program, source],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def grid(move):
    """CodinGame's row and column of a move: "ae" is 1 1."""
    board, cell = map(LETTERS.index, move)
    return f"{board // 3 * 3 + cell // 3} {board % 3 * 3 + cell % 3}"


class Talker:
    """A program, for a line-by-line dialogue."""

    def __init__(self, case, *command, stderr=subprocess.DEVNULL):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=stderr, text=True, bufsize=1, env=ENVIRONMENT)
        case.addCleanup(self.end)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def say(self, text):
        self.process.stdin.write(text + "\n")

    def hear(self, word=""):
        """The lines up to the first line that begins with `word`."""
        lines = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            assert line, f"it ended after {lines}"
            lines.append(line.strip())
        return lines


def told_by_engine(lines):
    """The depth, score and nodes of each depth, from UGI."""
    return [match.groups() for line in lines if (match := re.match(
        r"info depth (\d+) .* score (cp -?\d+|mate -?\d+) .*?nodes (\d+)",
        line))]


def told_by_bot(text):
    """The same from the bot, whose scores are the engine's internal scores."""
    for line in text.splitlines():
        depth, score, nodes = line.split()
        moves = (30000 - abs(int(score)) + 1) // 2
        if abs(int(score)) > 29900:
            score = f"mate {moves if int(score) > 0 else -moves}"
        else:
            score = f"cp {score}"
        yield depth, score, nodes


class Bot(Case):
    made = {}  # the program of each set of flags, compiled once

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def make(self, *flags):
        """Compiles the bot; returns the program's path."""
        if flags not in self.made:
            folder = self.folder / str(len(self.made))
            folder.mkdir()
            source, program = str(folder / "bot.c"), str(folder / "bot")
            self.good("export", "codingame", "-o", source)
            self.assertEqual(compile_bot(source, program, *flags), (0, ""))
            self.made[flags] = program
        return self.made[flags]

    def test_compilers_have_nothing_to_say(self):
        for flags in ((), ("-std=gnu17", "-Wall"), ("-O0",)):
            self.make(*flags)

    def test_it_plays_whole_games_before_the_referee(self):
        """The bot plays first and second, against the engine and RANDOM. On a
        busy machine the bot may be late."""
        bot = f"cmd={self.make()} proto=codingame name=bot margin=60000"
        record = self.scratch / "games.tpgn"
        for other in (f"cmd={RANDOM} name=other nodes=1",
                      "oxo name=other nodes=1000 option.Hash=1"):
            self.good("match", bot, other, "--variant", "ultimate-cg",
                      "--games", "2", "--openings", "empty", "--quiet",
                      "--tpgn", str(record))
            played = record.read_text(encoding="utf-8")
            self.assertEqual(played.count('[Termination "normal"]'), 2, played)
            self.assertEqual(played.count('[X "bot"]'), 1)

    def test_the_example_of_the_help_plays_it(self):
        example = re.search("(?m)^  oxo (match .*)$",
                            self.good("help", "export"))[1]
        # On a busy machine the bot may exceed CodinGame's time limit.
        bot = (f"{self.make()} proto=codingame "
               "firsttime=60000 movetime=60000")
        here = shlex.split(example.replace("./bot proto=codingame", bot))
        self.assertIn(bot, here)
        games = self.scratch / "games.tpgn"
        self.assertIn("oxo - bot: ", self.good(
            *here, "--games", "2", "--nodes", "100", "--quiet",
            "--tpgn", str(games)))
        self.assertEqual(re.findall(r'\[Termination "(.*)"\]',
                                    games.read_text()), ["normal"] * 2)

    def play(self, number, program, net):
        """Compares the bot with an engine that has the bot's net, for a game.

        The bot's opponent plays a random move now and then. Returns the number
        of positions compared."""
        dice = random.Random(number)
        other = Talker(self, OXO, "engine", "--net=none", "--hash=1")
        other.say("setoption name UGI_Variant value ultimate-cg")
        log = self.scratch / f"log{number}"
        with log.open("w") as errors:
            bot = Talker(self, program, stderr=errors)
        engine = Talker(self, OXO, "engine", "--net", net)
        engine.say("setoption name UGI_Variant value ultimate-cg")
        moves, told, chosen, expected = [], [], [], []
        while True:
            position = f"position startpos moves {' '.join(moves)}"
            engine.say(f"{position}\nquery legalmoves")
            legal = engine.hear("response")[-1].split()[1:]
            if not legal:
                break
            if len(moves) % 2 != number % 2:
                other.say(f"{position}\ngo nodes 1000")
                best = other.hear("bestmove")[-1].split()[1]
                moves.append(dice.choice([best] * 4 + [dice.choice(legal)]))
                continue
            last = grid(moves[-1]) if moves else "-1 -1"
            bot.say("\n".join([last, str(len(legal)), *map(grid, legal)]))
            engine.say(f"go nodes {NODES}")
            lines = engine.hear("bestmove")
            told += told_by_engine(lines)
            expected.append(lines[-1].split()[1])
            answer = bot.hear()[0]
            chosen += [move for move in legal if grid(move) == answer]
            self.assertEqual(len(chosen), len(expected),
                             f"{answer} is illegal after {moves}")
            moves.append(chosen[-1])
        bot.end()
        self.assertEqual((chosen, list(told_by_bot(log.read_text()))),
                         (expected, told))
        return len(chosen)

    def test_it_thinks_as_an_engine_with_its_net(self):
        """At every depth: same score, same nodes, same move."""
        bot = self.make(f"-DNODES={NODES}")
        net = str(self.scratch / "net")
        self.good("export", "codingame-net", "-o", net)
        positions = sum(self.play(number, bot, net) for number in range(GAMES))
        self.assertGreater(positions, 10 * GAMES)


if __name__ == "__main__":
    tap.main()
