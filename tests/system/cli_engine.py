#!/usr/bin/env python3
"""cli_engine.py OXO RANDOM - the commands that think and play.

RANDOM is an engine that plays random moves.
"""
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import unittest

import tap
from cli_case import ENVIRONMENT, OXO, Case, oxo
from exits import INTERRUPTED, heed_hangups
from patience import PATIENCE

RANDOM = str(pathlib.Path(sys.argv[2]).resolve())
FULL = pathlib.Path("/dev/full")
GAME = re.compile(r"^\d+/\d+  game ", re.MULTILINE)

# Answers as an engine does, then writes terminal control sequences.
RUDE = """#!/bin/sh
while read -r line; do
    case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*) printf 'bestmove \\033[31m\\n' ;;
    quit) exit ;;
    esac
done
"""


def start(*arguments, **options):
    """Starts oxo for a dialogue."""
    return subprocess.Popen([str(OXO), *arguments], env=ENVIRONMENT,
                            text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            **options)


def wait_for(stream, beginning):
    """Reads up to the first line with this beginning; returns the line."""
    for line in stream:
        if line.startswith(beginning):
            return line
    raise AssertionError(f"no line begins with {beginning}")


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))


class Memory(Case):
    def setUp(self):
        super().setUp()
        if oxo("version", preexec_fn=little_memory).code != 0:
            self.skipTest("this build needs more to run at all")

    def test_a_table_that_cannot_be_had_fails_the_command(self):
        for more in ([], ["bench"], ["--protocol=codingame"]):
            self.assertEqual(
                self.bad(1, "engine", "--hash=1024", *more,
                         preexec_fn=little_memory),
                "oxo engine: 1024 MiB of memory: Cannot allocate memory\n")

    def test_a_table_that_cannot_be_had_leaves_the_old_one(self):
        said = self.good("engine", preexec_fn=little_memory, stdin=(
            "setoption name Hash value 1024\nisready\ngo depth 3\n"))
        self.assertIn("info string option 'Hash' cannot be '1024': "
                      "out of memory\nreadyok\n", said)
        self.assertIn("info depth 3 ", said)


class Talking(Case):
    def talk(self, *arguments):
        process = start(*arguments, preexec_fn=heed_hangups)
        self.addCleanup(process.communicate)
        return process

    def say(self, process, text):
        process.stdin.write(text)
        process.stdin.flush()


class Engine(Talking):
    def test_it_introduces_itself(self):
        lines = self.good("engine", stdin="ugi\nisready\nquit\n").splitlines()
        version = self.good("--version").strip()
        self.assertEqual(lines[0], f"id name {version}")
        self.assertEqual(lines[-2:], ["ugiok", "readyok"])
        for name in ("Threads", "Hash", "Level", "MultiPV", "Seed", "Contempt",
                     "UGI_Variant"):
            self.assertTrue(any(line.startswith(f"option name {name} ")
                                for line in lines), name)

    def test_options_of_the_command_are_those_of_the_protocol(self):
        out = self.good("engine", "--level=3", "--hash=2", "--lines=4",
                        "--threads=2", "--seed=9", "--contempt=7",
                        stdin="ugi\n")
        for name, value in (("Level", 3), ("Hash", 2), ("MultiPV", 4),
                            ("Threads", 2), ("Seed", 9), ("Contempt", 7)):
            self.assertRegex(out, f"option name {name} .*default {value}\\b")

    def test_options_out_of_range_are_refused(self):
        for option, value in (("threads", "0"), ("hash", "0"), ("level", "11"),
                              ("lines", "82"), ("seed", "-1"),
                              ("contempt", "201"),
                              ("threads", "x"), ("protocol", "uci")):
            self.assertIn(f"'--{option}' ",
                          self.bad(2, "engine", f"--{option}={value}"))
        self.assertIn("unexpected argument 'bnech'",
                      self.bad(2, "engine", "bnech"))

    def test_it_finds_a_win(self):
        process = self.talk("engine")
        self.say(process, "setoption name UGI_Variant value classic\n"
                          "position fen xx1/oo1/3 x\ngo depth 3\n")
        self.assertEqual(wait_for(process.stdout, "bestmove").split()[1], "c")

    def test_a_proof_without_a_search_is_told_as_well(self):
        out = self.good(
            "engine", "--hash=1",
            stdin="position fen 6ooo/o4o3/2xo3xo/2xx1o3/ooo6/x3x3x/1x2xxo1x/"
                  "6xxx/ox2o2ox o -\ngo nodes 20000\n").splitlines()
        self.assertRegex(out[-1], r"^bestmove ic\b")
        self.assertRegex(out[-2], r"^info .* score mate 4 .* pv ic cg ")

    def test_bench_prints_one_number_that_is_always_the_same(self):
        nodes = self.good("engine", "bench")
        self.assertRegex(nodes, r"^[1-9]\d+\n$")
        self.assertEqual(self.good("engine", "bench"), nodes)
        process = self.talk("engine")
        self.say(process, "bench\n")
        self.assertEqual(wait_for(process.stdout, "bench"), f"bench {nodes}")

    def test_codingame(self):
        self.assertEqual(self.good("engine", "--protocol", "codingame",
                                   stdin="-1 -1\n1\n4 4\n"), "4 4\n")

    def test_nonsense_from_codingame_is_bad_notation(self):
        self.assertEqual(
            self.bad(3, "engine", "--protocol=codingame",
                     stdin="-1 -1\n99\n"),
            "oxo engine: <stdin>: line 2: the number of legal moves is 0 to "
            "81, not 99\n")

    def test_signals_end_it_like_quit(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.talk("engine")
            self.say(process, "isready\n")
            wait_for(process.stdout, "readyok")
            process.send_signal(number)
            self.assertEqual(process.wait(60), 0)
            self.assertEqual(process.stderr.read(), "")

    def test_a_search_answers_before_a_signal_ends_it(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.talk("engine", "--threads=2")
            self.say(process, "go infinite\n")
            wait_for(process.stdout, "info depth")
            process.send_signal(number)
            self.assertRegex(wait_for(process.stdout, "bestmove"),
                             r"^bestmove [a-i][a-i]\b")
            self.assertEqual(process.wait(60), 0)

    def test_what_is_piped_in_is_finished(self):
        text = self.good("engine", "--hash=1", stdin="go nodes 20000\n")
        nodes = [int(n) for n in re.findall(r" nodes (\d+) ", text)]
        self.assertGreaterEqual(max(nodes), 10000)
        self.assertTrue(text.splitlines()[-1].startswith("bestmove "))
        bench = self.good("engine", "--hash=1", stdin="bench\n")
        self.assertRegex(bench.splitlines()[-1], r"^bench \d+$")

    def test_a_signal_ends_what_would_be_finished(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.talk("engine", "--hash=1")
            process.stdin.write("go movetime 1000000000\n")
            process.stdin.close()
            wait_for(process.stdout, "info ")
            process.send_signal(number)
            wait_for(process.stdout, "bestmove ")
            self.assertEqual(process.wait(), 0)
            process.stdin = None  # closed: nothing to flush

    def test_a_person_at_a_terminal_is_told_what_to_type(self):
        try:
            master, slave = os.openpty()
        except OSError as error:  # /dev/ptmx is missing, as in a bare chroot
            raise unittest.SkipTest(f"no terminals here: {error}") from error
        self.addCleanup(os.close, master)
        os.write(master, b"isready\nquit\n")
        done = subprocess.run([str(OXO), "engine"], env=ENVIRONMENT,
                              stdin=slave, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        os.close(slave)
        self.assertEqual((done.returncode, done.stdout), (0, "readyok\n"))
        self.assertIn("UGI on standard input", done.stderr)

    @unittest.skipUnless(FULL.exists(), "there is no /dev/full")
    def test_output_that_nobody_gets_is_a_failure(self):
        with FULL.open("wb") as full:
            done = oxo("engine", stdin="ugi\nisready\n", stdout=full)
        self.assertEqual(done.code, 1)
        self.assertIn("cannot write the output", done.err)


class Match(Talking):
    """Matches.

    Tests that accept any players use levels: levels need no neural network,
    which takes half a second to load under sanitizers."""

    def match(self, *arguments, code=0):
        """Plays a match; returns the JSON summary and stderr."""
        done = oxo("match", "--json", *arguments)
        self.assertEqual(done.code, code, done.err)
        return json.loads(done.out), done.err

    def test_a_match_with_ourselves_is_legal_and_complete(self):
        games = self.scratch / "games.tpgn"
        told, err = self.match("oxo", "oxo", "--nodes=50", "--games=4",
                               "--tpgn", str(games), "--concurrency=2")
        self.assertEqual((told["played"], told["games"]), (4, 4))
        self.assertEqual([e["name"] for e in told["engines"]],
                         ["oxo", "oxo-2"])
        self.assertEqual([e["faults"] for e in told["engines"]], [{}, {}])
        self.assertEqual(len(GAME.findall(err)), 4)
        lines = self.good("validate", str(games)).splitlines()
        self.assertEqual(len(lines), 4)
        for line in lines:
            self.assertRegex(line, r"ok, game of \d+ moves, ultimate, "
                             r"([XO] has won|drawn)$")

    def test_every_variant_is_played(self):
        for variant in ("classic", "ultimate-cg", "ultimate-continue"):
            games = self.scratch / f"{variant}.tpgn"
            self.match("oxo", "oxo:3", "--variant", variant, "--nodes=50",
                       "--games=2", "--openings=random:2", "--tpgn",
                       str(games))
            out = self.good("validate", str(games))
            self.assertEqual(out.count(f", {variant}, "), 2)

    def test_the_result_is_for_people_unless_json_is_asked_for(self):
        out = self.good("match", "oxo:9", RANDOM, "--games=6", "-q",
                        "--nodes=200")
        self.assertIn("6 of 6 games\noxo:9 - ugi-random: +6 =0 -0\n", out)
        self.assertIn("  games        100.0 %  too few to tell more\n"
                      "  pairs        too few to tell\n", out)

    def test_several_engines_get_a_table(self):
        out = self.good("match", "oxo:7", "oxo:5", "oxo:2", "--games=2", "-q",
                        "--nodes=50")
        self.assertIn("points against", out)
        self.assertRegex(out, r"(?m)^oxo:5 +-?[\d.]+ +- +4 ")
        told, _ = self.match("oxo:7", "oxo:5", "oxo:2", "--games=2", "-q",
                             "--nodes=50", "--pairing=gauntlet")
        self.assertEqual([(p["a"], p["b"]) for p in told["pairings"]],
                         [("oxo:7", "oxo:5"), ("oxo:7", "oxo:2")])

    def test_shorthands_take_keys(self):
        games = self.scratch / "games.tpgn"
        told, err = self.match("oxo name=one option.Hash=1 nodes=20",
                               f"cmd='{OXO}  engine' name=two", RANDOM,
                               "--nodes=30", "--games=2", "--tpgn",
                               str(games))
        self.assertEqual([e["name"] for e in told["engines"]],
                         ["one", "two", "ugi-random"])
        self.assertNotIn("announces no option", err)
        self.assertIn('[TimeControl "nodes 20 / nodes 30"]',
                      games.read_text())

    def test_the_protocols_can_be_mixed(self):
        cg = (f"cmd='{OXO} engine --protocol codingame' name=cg "
              "proto=codingame firsttime=60000 movetime=60000")
        told, _ = self.match("oxo:5", cg, "--variant=ultimate-cg",
                             "--openings=empty", "--games=2", "--nodes=50")
        self.assertEqual([e["faults"] for e in told["engines"]], [{}, {}])
        self.assertEqual(told["played"], 2)
        self.assertIn("has no openings",
                      self.bad(2, "match", "oxo", cg, "--variant=ultimate-cg"))

    def test_help_shows_how_a_program_gets_its_arguments(self):
        examples = self.good("match", "--help").partition("\nExamples:\n")[2]
        self.assertRegex(examples, "\"cmd='oxo engine --[a-z]+ [0-9]+'\"")

    def test_descriptions_that_make_no_sense_are_refused(self):
        for spec, why in (
                ("oxo:11", "a level is a number from 1 to 10, not '11'"),
                ("oxo:0", "a level is a number from 1 to 10, not '0'"),
                ("oxo:", "a level is a number from 1 to 10, not ''"),
                ("oxo:x", "not 'x'"),
                ("stockfish", "it must begin with 'oxo'"),
                ("", "needs cmd="),
                ("name=me", "needs cmd="),
                ("cmd=a colour=red", 'no key "colour"'),
                ("cmd=a proto=uci", 'proto= cannot be "uci"'),
                ("oxo nodes=none", 'nodes= is a number from 1, not "none"'),
                ("oxo tc=fast", "tc= is seconds for the game"),
                ('cmd="a', "a quote is not closed"),
                ("/" + "x" * 500, "not")):
            error = self.bad(2, "match", "oxo", spec, "--nodes=10")
            self.assertIn(f"oxo match: engine '{spec}': ", error)
            self.assertIn(why, error)

    def test_options_that_make_no_sense_are_refused(self):
        for option, why in (
                ("--games=3", "an even number"), ("--games=0", "from 2 to"),
                ("--tc=fast", "'--tc' is seconds for the game and what a "
                 "move adds, 60+0.5, or 60, not 'fast'"),
                ("--nodes=0", "'--nodes' is a number from 1, not '0'"),
                ("--movetime=31622400001", "'--movetime' is a number of "
                 "milliseconds from 1 to 31622400000, not '31622400001'"),
                ("--openings=random:41", "1 to 40 plies"),
                ("--openings=random:", "1 to 40 plies"),
                ("--seed=-1", "'--seed' is a number"),
                ("--concurrency=257", "'--concurrency' is a number"),
                ("--sprt=5", "ELO0,ELO1"), ("--sprt=0,5,0.1", "ELO0,ELO1"),
                ("--sprt=a,b", "ELO0,ELO1"), ("--sprt=0,5,", "ELO0,ELO1"),
                ("--sprt=5,0", "elo0 < elo1"),
                ("--sprt=0,5,0.6,0.05", "between 0 and 0.5"),
                ("--sprt-model=trinomial", "needs '--sprt'"),
                ("--resign=3", "MOVES,SCORE"), ("--resign=0,5", "MOVES,SCORE"),
                ("--resign=1.5,5", "MOVES,SCORE"),
                ("--draw=1", "MOVES,SCORE"), ("--draw=1,2,3,4",
                                              "MOVES,SCORE")):
            self.assertIn(why, self.bad(2, "match", "oxo", "oxo", option))

    def test_a_match_needs_two_engines_of_different_names(self):
        self.assertIn("missing ENGINE", self.bad(2, "match"))
        self.assertIn("2 to 32 engines", self.bad(2, "match", "oxo"))
        self.assertIn("two engines are called a",
                      self.bad(2, "match", "cmd=x name=a", "cmd=y name=a"))
        self.assertIn("exactly two engines",
                      self.bad(2, "match", "oxo", "oxo", "oxo",
                               "--sprt=0,5"))

    def test_an_engine_that_cannot_be_started_fails_the_match(self):
        no_program = self.file("plain", "not a program")
        for path, why in (("/no/such/engine", "No such file or directory"),
                          (no_program, "Permission denied")):
            for games in ("2", "100"):
                done = oxo("match", "oxo:1", f"cmd={path} name=a", "--nodes=10",
                           "--games", games)
                self.assertEqual((done.code, done.out), (1, ""))
                self.assertEqual(done.err, "oxo match: a cannot be started: "
                                 f"{path}: {why}\n")

    def test_what_keeps_an_engine_from_starting_is_named(self):
        for key, why in (("dir=/no/such", "No such file or directory"),
                         (f"dir={OXO}", "Not a directory"),
                         ("stderr=/no/such/file", "No such file or directory"),
                         (f"stderr={self.scratch}", "Is a directory")):
            self.assertEqual(
                self.bad(1, "match", "oxo:1", f"oxo {key} name=a", "--nodes=10"),
                f"oxo match: a cannot be started: {key}: {why}\n")
        for key in f"stderr={self.scratch}/new", "dir=/no/such":
            self.assertEqual(
                self.bad(1, "match", "oxo:1", f"cmd='x \"y' {key} name=a",
                         "--nodes=10"),
                "oxo match: a cannot be started: x: Invalid argument\n")
        path = "/no/" + "such/" * 40 + "engine"
        self.assertIn("such/engine: No such file or directory",
                      self.bad(1, "match", "oxo:1", path, "--nodes=10"))

    def test_an_engine_that_ends_at_once_is_told_with_where_to_look(self):
        log = self.scratch / "log"
        for heard, hint in (("", "; stderr=FILE keeps what it says"),
                            (f" stderr={log}", "")):
            done = oxo("match", "oxo:1", f"cmd='{OXO} engine --net /no' name=a"
                       + heard, "--nodes=10", "--games=2")
            self.assertEqual((done.code, done.out), (1, ""))
            self.assertEqual(done.err, "oxo match: a does not start: it "
                             f"exited with status 1{hint}\n")
        self.assertIn("/no", log.read_text(encoding="utf-8"))

    def test_what_an_engine_says_does_not_reach_the_terminal(self):
        path = self.file("rude", RUDE)
        os.chmod(path, 0o755)
        done = oxo("match", "oxo:1", path, "--nodes=10", "--games=2")
        self.assertEqual(done.code, 0, done.err)
        self.assertIn('played "?[31m"', done.err)
        self.assertTrue(done.err.replace("\n", "").isprintable())

    def test_the_sprt_stops_as_soon_as_it_is_clear(self):
        for model in ("pentanomial", "trinomial"):
            told, err = self.match("oxo", RANDOM, "--sprt=0,200,0.1,0.1",
                                   "--sprt-model", model, "--games=1000",
                                   "--nodes=200")
            self.assertEqual(told["sprt"]["verdict"], "H1")
            self.assertEqual(told["sprt"]["of"], {
                "pentanomial": "pairs", "trinomial": "games"}[model])
            self.assertLess(told["played"], 200)
            self.assertIn("LLR", err)

    def test_openings_come_from_a_file(self):
        openings = self.file("openings.txt", "ee ea\nee eb\n")
        games = self.scratch / "games.tpgn"
        self.match("oxo:3", "oxo:3", "--nodes=20", "--games=4", "--openings",
                   openings, "--event=A match", "--tpgn", str(games))
        text = games.read_text()
        self.assertEqual(text.count("1. ee ea"), 2)
        self.assertEqual(text.count("1. ee eb"), 2)
        self.assertEqual(text.count('[Event "A match"]'), 4)

    def test_openings_that_are_wrong_are_bad_notation(self):
        openings = self.file("openings.txt", "ee ea\nee ee\n")
        self.assertIn("openings.txt:2:",
                      self.bad(3, "match", "oxo", "oxo", "--nodes=20",
                               "--openings", openings))
        self.assertIn("No such file",
                      self.bad(1, "match", "oxo", "oxo", "--nodes=20",
                               "--openings", "no-such.txt"))

    def test_games_that_are_clear_are_adjudicated(self):
        games = self.scratch / "games.tpgn"
        self.match("oxo:3", "oxo:3", "--nodes=50", "--games=2", "--draw=1,10000",
                   "--tpgn", str(games))
        self.assertEqual(
            games.read_text().count('[Termination "adjudicated-draw"]'), 2)

    def test_a_match_is_resumed(self):
        arguments = ("oxo:7", "oxo:4", "--nodes=30", "--resume",
                     str(self.scratch / "match.log"))
        first, err = self.match(*arguments, "--games=4")
        self.assertEqual((first["played"], len(GAME.findall(err))), (4, 4))
        again, err = self.match(*arguments, "--games=4")
        self.assertEqual((again, err), (first, ""))
        longer, err = self.match(*arguments, "--games=6")
        self.assertEqual((longer["played"], len(GAME.findall(err))), (6, 2))
        self.assertIn("another match", self.bad(1, "match", *arguments,
                                                "--seed=5"))

    def test_an_interrupted_match_tells_the_result_so_far(self):
        games = self.scratch / "games.tpgn"
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.talk("match", "--json", "oxo:3", "oxo:3", "--nodes=50",
                                "--games=4000", "--tpgn", str(games))
            wait_for(process.stderr, "2/4000 ")
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE)
            told = json.loads(out)
            self.assertEqual(process.returncode, INTERRUPTED)
            self.assertTrue(err.endswith("oxo match: interrupted\n"), err)
            self.assertTrue(told["interrupted"])
            self.assertGreaterEqual(told["played"], 2)
            self.assertEqual(
                len(self.good("validate", str(games)).splitlines()),
                told["played"])


class Ladder(Talking):
    def test_levels_are_rated_on_one_scale(self):
        told = json.loads(self.good("ladder", "--lowest=2", "--highest=4",
                                    "--games=4", "-q", "--json",
                                    "--anchor=1000"))
        self.assertEqual([e["name"] for e in told["engines"]],
                         ["level-2", "level-3", "level-4"])
        self.assertEqual(told["engines"][0]["elo"], 1000)
        self.assertEqual([(p["a"], p["b"]) for p in told["pairings"]],
                         [("level-2", "level-3"), ("level-3", "level-4")])
        told = json.loads(self.good("ladder", "--highest=3", "--games=2", "-q",
                                    "--json", "--pairing=round-robin"))
        self.assertEqual((len(told["pairings"]), told["played"]), (3, 6))

    def test_the_table_has_a_row_for_each_level(self):
        arguments = ("ladder", "--lowest=1", "--highest=2", "--games=4", "-q")
        lines = self.good(*arguments).splitlines()
        self.assertEqual(lines[0].split()[:4],
                         ["level", "Elo", "+/-", "games"])
        self.assertRegex(lines[1], r"^ +1 +0 +0 +4 +- -$")
        self.assertRegex(lines[2], r"^ +2 +-?\d+ +- +4 +[\d.]+ % "
                         r"\+\d =\d -\d$")
        rows = self.good(*arguments, "--markdown").splitlines()
        self.assertEqual(len({row.count("|") for row in rows[:4]}), 1)
        self.assertTrue(rows[1].startswith("| ---: |"))
        self.assertEqual([word.strip() for word in rows[3].split("|")][1:3],
                         lines[2].split()[:2])

    def test_a_higher_level_is_stronger(self):
        told = json.loads(self.good("ladder", "--lowest=1", "--highest=7",
                                    "--pairing=round-robin", "--games=2",
                                    "-q", "--json", "--concurrency=2"))
        elo = {e["name"]: e["elo"] for e in told["engines"]}
        self.assertGreater(elo["level-7"], elo["level-1"])

    def test_levels_that_make_no_ladder_are_refused(self):
        for arguments in (("--lowest=0",), ("--highest=11",), ("--highest=1",),
                          ("--lowest=5", "--highest=4"), ("--lowest=x",),
                          ("--anchor=high",), ("--json", "--markdown"),
                          ("--games=5",)):
            self.bad(2, "ladder", *arguments)

    def test_an_interrupted_ladder_tells_the_result_so_far(self):
        process = self.talk("ladder", "--highest=2", "--games=4000")
        wait_for(process.stderr, "2/4000 ")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        self.assertTrue(out.startswith("level "), out)


if __name__ == "__main__":
    tap.main()
