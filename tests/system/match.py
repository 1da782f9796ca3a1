#!/usr/bin/env python3
"""match.py DRIVER - the referee of matches against misbehaving engines.

DRIVER runs a match from KEY=VALUE words. scripted-engine.py has the engines,
and the rules that check the match's records.
"""
import importlib.util
import json
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest

import tap

DRIVER = sys.argv[1]
SCRIPT = pathlib.Path(__file__).with_name("scripted-engine.py")
spec = importlib.util.spec_from_file_location("scripted", SCRIPT)
scripted = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scripted)

# Limits for a busy machine: a test must not depend on its speed.
PATIENT = ["margin=60000", "start=60000", "think=60000"]


def engine(name, mode, *more, codingame=False):
    flag = "--codingame " if codingame else ""
    command = f"{shlex.quote(sys.executable)} {SCRIPT} {flag}{mode}"
    words = [f'cmd="{command}"', f"name={name}", *more]
    if codingame:
        words.append("proto=codingame")
    return "engine=" + " ".join(words)


class Game:
    """A game of a .tpgn file, with its moves replayed."""

    def __init__(self, text):
        tags, _, moves = text.partition("\n\n")
        self.tags = dict(re.findall(r'\[(\w+) "(.*)"\]', tags))
        self.moves = re.sub(r"\{[^}]*\}|\d+\.(\.\.)?", "", moves).split()
        self.result = self.moves.pop()
        self.board = scripted.Board(
            self.tags.get("FEN", "9/9/9/9/9/9/9/9/9 x -"),
            self.tags["Variant"] == "ultimate-cg")
        for move in self.moves:
            self.board.play(move)
        plies = int(self.tags["OpeningPlies"])
        self.opening = (self.tags.get("FEN"), *self.moves[:plies])

    def expected(self):
        return {"x": "1-0", "o": "0-1", "d": "1/2-1/2", "": "*"}[
            self.board.result()]


class Match(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = pathlib.Path(scratch.name)

    def command(self, *words):
        return [DRIVER, *PATIENT, "nodes=1", "quit=60000",
                f"games={self.path / 'games.tpgn'}", *words]

    def play(self, *words, status=0, **options):
        done = subprocess.run(self.command(*words), check=False,
                              capture_output=True, text=True, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.errors = done.stderr
        return json.loads(done.stdout) if done.stdout else None

    def games(self):
        text = (self.path / "games.tpgn").read_text()
        return [Game("[Event" + part)
                for part in text.split("[Event")[1:]]

    def check_fault(self, mode, ending, *limits, games=2):
        """The engine loses for this reason, and plays again in the next game.

        The limits hold for this engine only; its opponent has ample time."""
        summary = self.play(engine("good", "first"),
                            engine("bad", mode, *limits), "failures=0",
                            "concurrency=2")
        pairing = summary["pairings"][0]
        self.assertEqual(summary["engines"][0]["faults"], {})
        self.assertEqual(summary["engines"][1]["faults"], {ending: games})
        self.assertEqual(pairing["wins"], games)
        self.assertEqual(pairing["losses"], 0)
        for game in self.games():
            self.assertEqual(game.tags["Termination"], ending)
            self.assertTrue(
                game.tags["TerminationDetails"].startswith("bad "))
            good = "1-0" if game.tags["X"] == "good" else "0-1"
            self.assertEqual(game.result, good)
        return summary


class Play(Match):
    def test_every_recorded_game_is_legal_and_complete(self):
        summary = self.play(engine("a", "random:1"), engine("b", "random:2"),
                            "rounds=4", "openings=5", "concurrency=3")
        games = self.games()
        self.assertEqual(len(games), 8)
        self.assertEqual(summary["played"], 8)
        for game in games:
            self.assertEqual(game.tags["Termination"], "normal")
            self.assertEqual(game.result, game.expected())

    def test_sides_are_swapped_within_a_pair_of_one_opening(self):
        self.play(engine("a", "random:1"), engine("b", "random:2"),
                  "rounds=5", "openings=4", "concurrency=2")
        rounds = {}
        for game in self.games():
            pair, _, number = game.tags["Round"].partition(".")
            rounds.setdefault(pair, {})[number] = game
        openings = set()
        for pair in rounds.values():
            self.assertEqual(pair["1"].tags["X"], "a")
            self.assertEqual(pair["2"].tags["X"], "b")
            self.assertEqual(pair["1"].opening, pair["2"].opening)
            self.assertEqual(len(pair["1"].opening), 5)
            openings.add(pair["1"].opening)
        self.assertEqual(len(openings), 5)

    def test_openings_come_from_a_file_in_its_order(self):
        file = self.path / "openings.txt"
        file.write_text("# two\nee ea\n\n  4x4/9/9/9/o8/9/9/9/9 x a # odd\n")
        self.play(engine("a", "first"), engine("b", "first"), "rounds=3",
                  f"openings={file}")
        fens = [game.tags.get("FEN") for game in sorted(
            self.games(), key=lambda game: game.tags["Round"])]
        position = "4x4/9/9/9/o8/9/9/9/9 x a"
        self.assertEqual(fens,
                         [None, None, position, position, None, None])

    def test_openings_that_cannot_be_played_are_refused_with_their_line(self):
        board, finished = scripted.Board(), []
        while board.moves():
            finished.append(board.moves()[-1])
            board.play(finished[-1])
        file = self.path / "openings.txt"
        for line in (" ".join(finished), "ee ee", "ee zz", "9/9 x -"):
            file.write_text(f"ee\n{line}\nea\n")
            self.play(engine("a", "first"), engine("b", "first"),
                      f"openings={file}", status=2)
            self.assertIn("openings.txt:2:", self.errors)

    def test_the_last_opening_of_a_long_file_is_read_whole(self):
        file = self.path / "openings.txt"
        for size in (65535, 65536, 65537, 300000):
            file.write_text("#" * (size - 7) + "\nee ea\n")
            self.assertEqual(file.stat().st_size, size)
            self.play(engine("a", "first"), engine("b", "first"),
                      f"openings={file}")
            for game in self.games():
                self.assertEqual(game.moves[:2], ["ee", "ea"])

    def test_a_file_without_end_is_refused(self):
        self.play(engine("a", "first"), engine("b", "first"),
                  "openings=/dev/zero", status=1)
        self.assertIn("/dev/zero: File too large", self.errors)

    def test_games_of_a_match_are_openings_of_another(self):
        text = ('[Event "?"]\n[Variant "ultimate"]\n[Result "*"]\n\n'
                '1. ee ea 2. ab *\n\n')
        file = self.path / "openings.tpgn"
        file.write_text(text)
        self.play(engine("a", "first"), engine("b", "first"),
                  f"openings={file}")
        for game in self.games():
            self.assertEqual(game.moves[:3], ["ee", "ea", "ab"])

    def test_a_gauntlet_leaves_the_others_apart(self):
        summary = self.play(*(engine(n, "first") for n in "abc"),
                            "kind=gauntlet")
        self.assertEqual([(p["a"], p["b"]) for p in summary["pairings"]],
                         [("a", "b"), ("a", "c")])
        self.assertEqual(len(self.games()), 4)

    def test_a_round_robin_pairs_everybody_and_rates_them(self):
        summary = self.play(*(engine(n, "random:3") for n in "abc"),
                            "openings=3", "rounds=2")
        self.assertEqual(len(summary["pairings"]), 3)
        self.assertEqual(len(self.games()), 12)
        self.assertAlmostEqual(
            sum(e["elo"] for e in summary["engines"]), 0, places=2)

    def test_every_key_of_the_summary_is_in_kebab_case(self):
        def keys(value):
            if isinstance(value, dict):
                yield from value
            for part in (value.values() if isinstance(value, dict) else
                         value if isinstance(value, list) else ()):
                yield from keys(part)
        summary = self.play(engine("a", "first"), engine("b", "first"),
                            "sprt=pairs,0,5,0.05,0.05")
        for key in keys(summary):
            self.assertRegex(key, "^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
        self.assertEqual(
            list(summary["pairings"][0]["by-pairs"]),
            ["score", "score-low", "score-high", "elo", "elo-low",
             "elo-high", "los"])

    def test_few_pairs_claim_nothing(self):
        interval = ("score-low", "score-high", "elo-low", "elo-high", "los")
        for rounds, told in ((7, False), (8, True)):
            summary = self.play(engine("a", "random:1"),
                                engine("b", "random:2"), f"rounds={rounds}",
                                "openings=5", "concurrency=2")
            pairing = summary["pairings"][0]
            self.assertGreater(sum(n > 0 for n in pairing["pairs"]), 1)
            for key in interval:
                for kind in ("by-games", "by-pairs"):
                    self.assertEqual(pairing[kind][key] is not None, told)
            self.assertEqual("  too few to tell more\n" in self.errors,
                             not told)
            self.assertEqual("  pairs        too few to tell\n" in
                             self.errors, not told)

    def test_pairs_that_are_all_alike_have_no_interval(self):
        summary = self.play(engine("a", "first"), engine("b", "first"),
                            "rounds=8", "concurrency=2")
        self.assertEqual(summary["pairings"][0]["pairs"], [0, 0, 8, 0, 0])
        self.assertIsNone(summary["pairings"][0]["by-pairs"]["los"])
        self.assertIn("  pairs        50.0 %  all alike, so no interval\n",
                      self.errors)

    def test_codingame_and_ugi_play_each_other(self):
        summary = self.play(engine("cg", "random:4", codingame=True),
                            engine("ugi", "random:5"), "rounds=2",
                            "variant=ultimate-cg")
        self.assertEqual([e["faults"] for e in summary["engines"]], [{}, {}])
        for game in self.games():
            self.assertEqual(game.tags["Variant"], "ultimate-cg")
            self.assertEqual(game.result, game.expected())

    def test_codingame_is_refused_where_it_cannot_play(self):
        cg = engine("cg", "first", codingame=True)
        self.play(cg, engine("b", "first"), status=2)
        self.assertIn("ultimate-cg only", self.errors)
        self.play(cg, engine("b", "first"), "variant=ultimate-cg",
                  "openings=2", status=2)
        self.assertIn("has no openings", self.errors)

    def test_an_option_that_is_not_announced_is_pointed_out(self):
        self.play(engine("a", "first", "option.Seed=3", "option.Sede=3"),
                  engine("b", "first"))
        self.assertIn("a announces no option Sede", self.errors)
        self.assertNotIn("no option Seed", self.errors)
        told = self.errors.index("a announces no option Sede")
        self.assertLess(told, self.errors.index("game 1"))

    def test_the_names_of_options_are_read_in_any_case(self):
        self.play(engine("a", "first", "option.seed=3"), engine("b", "first"))
        self.assertNotIn("announces no option", self.errors)

    def test_a_clock_is_kept_and_recorded(self):
        self.play(engine("a", "first", "tc=3600+10"), engine("b", "first"))
        text = (self.path / "games.tpgn").read_text()
        self.assertIn('[TimeControl "3600+10 / nodes 1"]', text)
        self.assertIn("[%clk 1:00:", text)


class Faults(Match):
    def test_a_program_that_is_not_there_loses(self):
        summary = self.play(engine("good", "first"),
                            "engine=cmd=/nonexistent/engine name=bad",
                            "failures=0")
        self.assertEqual(summary["engines"][1]["faults"], {"no-start": 2})

    def test_the_match_ends_when_an_engine_never_starts(self):
        summary = self.play(engine("good", "first"),
                            engine("bad", "crash-start"), "rounds=50",
                            "failures=2", status=1)
        self.assertEqual(summary["played"], 0)
        self.assertEqual(self.games(), [])
        self.assertEqual(self.errors.count("bad does not start"), 1)
        self.assertNotIn("Elo", self.errors)

    def test_games_are_replaced_by_games_and_by_nothing_else(self):
        games = self.path / "games.tpgn"
        games.write_text("precious\n" * 1000)
        for words in ((engine("bad", "crash-start"), "failures=2"),
                      (engine("good-2", "first"), "log=/nonexistent/j")):
            self.play(engine("good", "first"), *words, status=1)
            self.assertEqual(games.read_text(), "precious\n" * 1000)
        self.assertIn("/nonexistent/j: No such file", self.errors)
        self.play(engine("good", "first"), engine("good-2", "first"))
        self.assertEqual(len(self.games()), 2)
        self.assertNotIn("precious", games.read_text())

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_disk_is_called_so(self):
        (self.path / "games.tpgn").symlink_to("/dev/full")
        self.play(engine("a", "first"), engine("b", "first"), status=1)
        self.assertIn("games.tpgn: No space left on device", self.errors)

    def test_a_log_on_a_full_disk_is_called_by_its_name(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        log = self.path / "match.log"
        (self.path / "games.tpgn").symlink_to("/dev/null")
        for size in (10, 100):
            log.unlink(missing_ok=True)
            self.play(engine("a", "first"), engine("b", "first"),
                      f"log={log}", status=1, preexec_fn=limit)
            self.assertIn("match.log: File too large", self.errors)

    def test_games_never_replace_the_log_or_the_openings(self):
        games, link = self.path / "games.tpgn", self.path / "link"
        games.write_text("ee\n")
        link.symlink_to(games)
        for word in (f"log={games}", f"log={link}",
                     f"openings={link}"):
            self.play(engine("a", "first"), engine("b", "first"), word,
                      status=2)
            self.assertIn("games.tpgn: the ", self.errors)
            self.assertEqual(games.read_text(), "ee\n")

    def test_the_match_ends_when_an_engine_refuses_an_option(self):
        summary = self.play(engine("good", "first"),
                            engine("bad", "first", "option.Seed=101"),
                            status=1)
        self.assertEqual(summary["played"], 0)
        self.assertEqual(
            self.errors.splitlines()[0],
            "note: bad takes 0 to 100 for option Seed, not '101'")

    def test_pairings_of_an_engine_that_never_starts_have_no_elo(self):
        summary = self.play(engine("a", "first"), engine("b", "first"),
                            engine("bad", "crash-start"), "failures=2",
                            status=1)
        for pairing in summary["pairings"]:
            self.assertEqual(pairing["by-games"]["elo"] is None,
                             pairing["b"] == "bad")
        self.assertIn("\na - b: +", self.errors)
        self.assertNotIn("- bad:", self.errors)

    def test_a_crash_at_the_start_loses(self):
        self.check_fault("crash-start", "no-start")
        self.assertIn("exited with status 3", self.errors)

    def test_a_crash_in_the_middle_loses_and_the_engine_is_restarted(self):
        self.check_fault("crash:3", "crash")
        self.assertIn("exited with status 7", self.errors)
        self.assertTrue(all(len(g.moves) in (4, 5) for g in self.games()))

    def test_leaving_in_the_opponents_turn_loses(self):
        self.check_fault("leave:2", "crash")

    def test_an_engine_without_ugiok_loses(self):
        self.check_fault("mute", "no-start", "grace=5000")

    def test_an_engine_without_readyok_loses(self):
        self.check_fault("unready", "not-ready", "grace=15000")

    def test_an_engine_that_hangs_loses_on_time(self):
        self.check_fault("hang:2", "timeout", "movetime=4000", "margin=1000")

    def test_without_any_limit_of_time_a_move_has_its_bounds_too(self):
        summary = self.play(engine("a", "hang:1"), engine("b", "hang:1"),
                            "think=5000", "concurrency=2")
        for each in summary["engines"]:
            self.assertEqual(each["faults"], {"timeout": 1})

    def test_clock_and_move_time_are_enforced(self):
        for limit in ("tc=1", "movetime=1"):
            self.check_fault("hang:2", "timeout", limit, "margin=5000")

    def test_an_illegal_move_loses(self):
        self.check_fault("illegal:2", "illegal-move")

    def test_a_move_that_is_none_loses_and_is_recorded_readably(self):
        self.check_fault("nonsense:2", "illegal-move")
        for game in self.games():
            self.assertIn("?zz", game.tags["TerminationDetails"])

    def test_garbage_and_lines_without_end_are_ignored(self):
        summary = self.play(engine("good", "first"), engine("bad", "garbage"))
        self.assertEqual(summary["engines"][1]["faults"], {})
        for game in self.games():
            self.assertEqual(game.result, game.expected())

    def test_an_engine_that_talks_without_end_loses(self):
        self.check_fault("flood:2", "flood")

    def test_an_engine_that_does_not_listen_loses(self):
        summary = self.play(engine("good", "first"), engine("bad", "deaf"),
                            "failures=0")
        faults = summary["engines"][1]["faults"]
        self.assertEqual(sum(faults.values()), 2, faults)

    def test_codingame_engines_are_judged_alike(self):
        for mode, ending in (("crash:2", "crash"), ("leave:2", "crash"),
                             ("illegal:2", "illegal-move"),
                             ("nonsense:2", "illegal-move")):
            summary = self.play(
                engine("good", "first"), engine("bad", mode, codingame=True),
                "variant=ultimate-cg", "failures=0")
            self.assertEqual(summary["engines"][1]["faults"], {ending: 2})

    def test_when_nobody_starts_the_game_is_drawn(self):
        summary = self.play(engine("a", "crash-start"),
                            engine("b", "crash-start"), "failures=0")
        for e in summary["engines"]:
            self.assertEqual(e["faults"], {"both-failed": 2})
        self.assertEqual(summary["pairings"][0]["draws"], 2)

    def test_an_engine_that_ignores_quit_is_killed(self):
        pids = self.path / "pids"
        self.play(engine("a", "first"), engine("b", "stay", f"stderr={pids}"),
                  "quit=1")
        self.assertNotEqual(pids.read_text(), "")
        for pid in pids.read_text().split():
            self.assertFalse(pathlib.Path("/proc", pid).exists())


class Adjudication(Match):
    def test_a_score_that_stays_lost_loses(self):
        self.play(engine("a", "score:-500"), engine("b", "score:500"),
                  "resign=3,400")
        for game in self.games():
            self.assertEqual(game.tags["Termination"], "adjudicated-win")
            self.assertEqual(game.result,
                             "0-1" if game.tags["X"] == "a" else "1-0")
            self.assertIn(len(game.moves), (5, 6))

    def test_a_loss_that_both_must_see_needs_both(self):
        self.play(engine("a", "score:-500"), engine("b", "score:399"),
                  "resign=3,400,1")
        self.assertEqual({g.tags["Termination"] for g in self.games()},
                         {"normal"})
        self.play(engine("a", "score:-500"), engine("b", "score:400"),
                  "resign=3,400,1")
        self.assertEqual({g.tags["Termination"] for g in self.games()},
                         {"adjudicated-win"})

    def test_scores_that_stay_level_draw(self):
        self.play(engine("a", "score:3"), engine("b", "score:-3"),
                  "draw=2,5,8")
        for game in self.games():
            self.assertEqual(game.tags["Termination"], "adjudicated-draw")
            self.assertEqual(game.result, "1/2-1/2")
            self.assertEqual(len(game.moves), 12)

    def test_evaluations_are_recorded_from_the_side_of_x(self):
        self.play(engine("a", "score:7"), engine("b", "score:7"), "draw=1,9,0")
        text = (self.path / "games.tpgn").read_text()
        self.assertEqual(re.findall(r"%eval ([-.\d]+)", text),
                         ["0.07", "-0.07"] * 2)

    def test_sprt_ends_the_match(self):
        summary = self.play(
            engine("a", "score:500"), engine("b", "score:-500"), "rounds=500",
            "resign=1,400", "sprt=pairs,0,200,0.05,0.05")
        self.assertEqual(summary["sprt"]["verdict"], "H1")
        self.assertLess(summary["played"], 1000)


class Resume(Match):
    WORDS = ("rounds=6", "openings=4", "seed=9", "concurrency=2")

    def engines(self):
        return engine("a", "random:1"), engine("b", "random:2")

    def go_on(self, status=0):
        return self.play(*self.engines(), *self.WORDS,
                         f"log={self.path / 'match.log'}", status=status)

    def identity(self):
        return sorted((g.tags["Round"], g.tags["X"], g.opening)
                      for g in self.games())

    def interrupt(self, how):
        """Ends the match after its third game; returns the exit status."""
        with subprocess.Popen(
                self.command(*self.engines(), *self.WORDS,
                             f"log={self.path / 'match.log'}"),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True) as match:
            ended = 0
            for line in match.stderr:
                ended += "  game " in line
                if ended == 3:
                    match.send_signal(how)
                    break
            output, _ = match.communicate()
            return match.returncode, output

    def lines(self):
        return (self.path / "match.log").read_text().splitlines()

    def test_a_killed_match_goes_on_with_the_games_that_are_missing(self):
        self.play(*self.engines(), *self.WORDS)
        whole = self.identity()
        self.assertEqual(self.interrupt(signal.SIGKILL)[0], -signal.SIGKILL)
        kept = self.lines()
        self.assertLess(len(kept), 13)
        summary = self.go_on()
        self.assertEqual(summary["played"], 12)
        self.assertEqual(self.identity(), whole)
        self.assertEqual(self.lines()[:len(kept) - 1], kept[:-1])

    def test_an_interrupt_ends_with_the_summary_so_far(self):
        status, output = self.interrupt(signal.SIGINT)
        summary = json.loads(output)
        self.assertEqual(status, 0)
        self.assertTrue(summary["interrupted"])
        self.assertEqual(summary["played"], len(self.games()))
        self.assertEqual(summary["played"], len(self.lines()) - 1)
        for game in self.games():
            self.assertEqual(game.result, game.expected())

    def test_a_torn_last_line_is_played_again(self):
        self.go_on()
        whole = self.identity()
        log = self.path / "match.log"
        data = log.read_bytes()
        log.write_bytes(data[:-40])
        self.assertEqual(self.go_on()["played"], 12)
        self.assertEqual(self.identity(), whole)
        self.assertEqual(len(self.lines()), 13)

    def test_a_line_that_is_damaged_in_the_middle_is_refused(self):
        self.go_on()
        log = self.path / "match.log"
        lines = self.lines()
        lines[4] = lines[4].replace("1. ", "1.  ")
        log.write_text("\n".join(lines) + "\n")
        self.go_on(status=1)
        self.assertIn("match.log:5: this line is damaged", self.errors)

    def test_a_finished_match_plays_nothing_more(self):
        first = self.go_on()
        before = self.lines()
        self.assertEqual(self.go_on(), first)
        self.assertEqual(self.lines(), before)

    def test_a_match_can_be_prolonged(self):
        self.go_on()
        before = self.lines()
        self.WORDS = ("rounds=7", *self.WORDS[1:])
        self.assertEqual(self.go_on()["played"], 14)
        self.assertEqual(self.lines()[:13], before)

    def test_a_log_torn_in_its_first_line_begins_anew(self):
        self.go_on()
        head = (self.path / "match.log").read_bytes().split(b"\n")[0]
        for length in (0, 1, 12, len(head)):
            (self.path / "match.log").write_bytes(head[:length])
            self.assertEqual(self.go_on()["played"], 12)
            self.assertEqual(len(self.lines()), 13)

    def test_a_file_that_is_no_log_is_left_alone(self):
        log = self.path / "match.log"
        for text in (b"precious", b"precious\n", b"oxo-match 2",
                     b"oxo-match 1 \0", b"\n", b"x" * 2000000):
            log.write_bytes(text)
            self.go_on(status=1)
            self.assertIn("match.log:1: not the log of a match",
                          self.errors)
            self.assertEqual(log.read_bytes(), text)

    def test_a_line_with_a_nul_or_without_end_is_damaged(self):
        self.go_on()
        log = self.path / "match.log"
        whole = log.read_bytes()
        for more in (b"\0", b"\0junk\n", b"x" * 2000000):
            log.write_bytes(whole + more)
            self.go_on(status=1)
            self.assertIn("match.log:14: this line is damaged", self.errors)
            self.assertEqual(log.read_bytes(), whole + more)
        lines = whole.split(b"\n")
        lines[3] += b"\0more"
        log.write_bytes(b"\n".join(lines))
        self.go_on(status=1)
        self.assertIn("match.log:4: this line is damaged", self.errors)

    def test_the_log_of_another_match_is_refused(self):
        self.go_on()
        self.WORDS = (*self.WORDS[:2], "seed=10")
        self.go_on(status=1)
        self.assertIn("another match", self.errors)


if __name__ == "__main__":
    tap.main()
