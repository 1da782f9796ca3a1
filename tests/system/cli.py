#!/usr/bin/env python3
"""cli.py OXO - the oxo command, run as a user runs it."""
import functools
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import unittest

import tap
from cli_case import ENVIRONMENT, OXO, SIX, SIX_MOVES, START, Case, oxo
from exits import INTERRUPTED

FULL = pathlib.Path("/dev/full")


@functools.cache
def exits_of(command):
    """The exit statuses listed in the command's help."""
    text = oxo("help", command).out.partition("\nExit status:\n")[2]
    return [int(line.split()[0]) for line in text.splitlines()]


class Overview(Case):
    def test_bare_oxo_lists_every_command(self):
        overview = self.good()
        for name in self.good("help", "--format=commands").split():
            self.assertIn(f"\n  {name} ", overview)
        self.assertEqual(overview, self.good("--help"))
        self.assertEqual(overview, self.good("-h"))
        self.assertEqual(overview, self.good("help"))

    def test_help_of_a_command_is_what_its_option_prints(self):
        for name in self.good("help", "--format=commands").split():
            text = self.good("help", name)
            self.assertTrue(text.startswith(f"Usage: oxo {name} "), name)
            self.assertIn("Examples:", text)
            self.assertEqual(text, self.good(name, "--help"))
            self.assertEqual(text, self.good(name, "-h"))

    def test_help_lists_the_exit_statuses_that_the_command_has(self):
        self.assertEqual(exits_of("store"), [0, 1, 2])
        self.assertEqual(exits_of("engine"), [0, 1, 2, 3])
        self.assertEqual(exits_of("show"), [0, 1, 2, 3, 4])
        self.assertEqual(exits_of("solve"), [0, 1, 2, 3, 4, 5, INTERRUPTED])
        self.assertEqual(
            {name for name in self.good("help", "--format=commands").split()
             if INTERRUPTED in exits_of(name)},
            {"analyze", "book", "ladder", "load", "match", "menace", "play",
             "replay", "selfplay", "solve"})
        for line in self.good("help", "--format=examples").splitlines():
            code, _, command = line.partition("\t")
            if command.startswith("oxo ") and "&&" not in command:
                self.assertIn(int(code), exits_of(command.split()[1]))
        for page in "", *self.good("help", "--format=commands").split():
            text = self.good("help", "--format=man", *page.split())
            self.assertEqual(".It 4\n" in text, page == "" or 4 in
                             exits_of(page), page)

    def test_help_fits_a_terminal(self):
        for name in self.good("help", "--format=commands").split():
            for line in self.good("help", name).splitlines():
                self.assertLessEqual(len(line), 79, line)

    def test_hidden_options_stay_hidden(self):
        self.assertNotIn("--format", self.good("help", "help"))

    def test_every_command_has_an_example(self):
        for name in self.good("help", "--format=commands").split():
            examples = self.good("help", name).partition("\nExamples:\n")[2]
            self.assertIn(f"oxo {name}", examples)

    def test_what_is_shown_to_begin_with_is_short_and_succeeds(self):
        shown = self.good().partition("\nExamples:\n")[2]
        lines = [line.strip() for line in
                 shown.partition("\n\n")[0].splitlines()]
        self.assertIn(len(lines), range(3, 8))
        runs_on = ["oxo play", "oxo serve"]
        examples = self.good("help", "--format=examples").splitlines()
        for line in lines:
            self.assertTrue(f"0\t{line}" in examples or line in runs_on, line)

    def test_version(self):
        lines = self.good("version").splitlines()
        self.assertRegex(lines[0], r"^oxo \d+\.\d+\.\d+$")
        self.assertEqual(self.good("--version"), lines[0] + "\n")
        self.assertEqual(self.good("-V"), lines[0] + "\n")
        about = json.loads(self.good("version", "--json"))
        self.assertEqual(f"oxo {about['version']}", lines[0])
        self.assertEqual(about["variants"], [
            "classic", "ultimate", "ultimate-cg", "ultimate-continue"])
        self.assertIn(about["compiler"], lines[1])


class Usage(Case):
    def test_unknown_words_are_named_and_help_is_offered(self):
        self.assertEqual(self.bad(2, "frobnicate"),
                         "oxo: unknown command 'frobnicate'; try 'oxo help'\n")
        self.assertEqual(self.bad(2, "--frobnicate"),
                         "oxo: unknown option '--frobnicate'; try 'oxo help'\n")
        self.assertEqual(
            self.bad(2, "perft", "--foo", "3"),
            "oxo perft: unknown option '--foo'; try 'oxo perft --help'\n")
        self.assertEqual(
            self.bad(2, "perft", "-z", "3"),
            "oxo perft: unknown option '-z'; try 'oxo perft --help'\n")
        self.assertEqual(
            self.bad(2, "help", "frobnicate"),
            "oxo: unknown command 'frobnicate'; try 'oxo help'\n")
        self.assertEqual(
            self.bad(2, "export", "frobnicate"),
            "oxo export: unknown action 'frobnicate': there are codingame "
            "and codingame-net; try 'oxo export --help'\n")
        self.assertIn("unknown action 'frobnicate': there are info, check",
                      self.bad(2, "store", "frobnicate"))
        self.assertIn("missing FILE", self.bad(2, "store", "info"))

    def test_misspelt_words_get_a_suggestion(self):
        for wrong, right in (("prft", "perft"), ("hsow", "show"),
                             ("val", "validate"), ("converts", "convert")):
            self.assertIn(f"(did you mean '{right}'?)", self.bad(2, wrong))
            self.assertIn(f"(did you mean '{right}'?)",
                          self.bad(2, "help", wrong))
        self.assertIn("(did you mean '--variant'?)",
                      self.bad(2, "perft", "--varaint", "classic", "3"))
        self.assertIn("(did you mean '--divide'?)",
                      self.bad(2, "perft", "--div", "3"))
        self.assertIn("(did you mean 'classic'?)",
                      self.bad(2, "perft", "--variant", "clasic", "3"))

    def test_values_outside_the_list_are_refused(self):
        error = self.bad(2, "show", "--color", "blue")
        self.assertIn("'--color' takes auto, always or never, not 'blue'",
                      error)
        self.bad(2, "perft", "--variant=chess", "3")
        self.bad(2, "convert", "--from=json", "--to=tpgn")
        self.bad(2, "convert", "--to=auto")

    def test_values_come_in_the_same_word_or_the_next(self):
        self.assertEqual(self.good("perft", "--variant=classic", "2"), "72\n")
        self.assertEqual(self.good("perft", "--variant", "classic", "2"),
                         "72\n")
        self.assertEqual(self.good("perft", "2", "--variant", "classic"),
                         "72\n")

    def test_the_last_of_several_values_counts(self):
        self.assertEqual(
            self.good("perft", "--variant=ultimate", "--variant=classic", "2"),
            "72\n")

    def test_missing_and_superfluous_words_are_refused(self):
        self.assertIn("missing DEPTH", self.bad(2, "perft"))
        self.assertIn("unexpected argument '4'", self.bad(2, "perft", "3", "4"))
        self.assertIn("needs a value, VARIANT",
                      self.bad(2, "perft", "3", "--variant"))
        self.assertIn("takes no value", self.bad(2, "perft", "--json=1", "3"))
        self.assertIn("missing '--to FORMAT'", self.bad(2, "convert", START))
        self.bad(2, "version", "now")
        self.bad(2, "bench", "now")
        self.bad(2, "help", "perft", "show")

    def test_two_dashes_end_the_options(self):
        self.assertEqual(self.good("perft", "--", "1"), "81\n")
        self.assertIn("unexpected argument", self.bad(2, "perft", "1", "--",
                                                      "--json"))

    def test_short_flags(self):
        self.assertEqual(self.good("validate", "-q", START), "")
        self.assertIn("unknown option '-x'", self.bad(2, "validate", "-qx",
                                                      START))
        self.assertIn("Usage: oxo validate", self.good("validate", "-qh"))

    def test_nothing_is_printed_on_stdout_before_a_usage_error(self):
        self.assertEqual(oxo("perft", "nine").out, "")


class OldNames(Case):
    """Option names of the previous version: still accepted, listed nowhere."""

    # Rows: command, old name, present name, a refused value, operands.
    NO_FILE = "/dev/null/none"
    OLD = (("analyze", "time", "movetime", None, ()),
           ("bench", "seconds", "time", "0", ()),
           ("engine", "multipv", "lines", "0", ()),
           ("ladder", "from", "lowest", "0", ()),
           ("ladder", "journal", "resume", NO_FILE, ()),
           ("ladder", "to", "highest", "0", ()),
           ("load", "heard", "received", NO_FILE, ("--echo",)),
           ("load", "journal", "history", NO_FILE, ("--echo",)),
           ("load", "seconds", "time", "0", ("--echo",)),
           ("match", "journal", "resume", NO_FILE, ("oxo:1", "oxo:1")),
           ("perft", "games", "finished", None, ()),
           ("solve", "memory", "hash", "0", (SIX,)),
           ("validate", "format", "from", "x", ()))

    def test_an_old_name_is_read_like_the_present_one(self):
        for command, before, now, value, operands in self.OLD:
            if not value:
                continue
            old, new = (oxo(command, f"--{name}={value}", *operands)
                        for name in (before, now))
            self.assertNotIn("unknown option", old.err)
            self.assertNotEqual(old.code, 0, command)
            self.assertEqual((old.code, old.err), (new.code, new.err))

    def test_flags_and_values_too(self):
        self.assertEqual(self.good("perft", "--games", "2"),
                         self.good("perft", "--finished", "2"))
        self.assertEqual(self.good("validate", "--format=moves", "ee ea"),
                         self.good("validate", "--from=moves", "ee ea"))
        told = json.loads(self.good("analyze", "--json", "--time=0.02",
                                    SIX))
        self.assertGreaterEqual(told["time"], 20)  # seconds, not milliseconds
        self.assertIn("--movetime",
                      self.bad(2, "analyze", "--time=-1", SIX))

    def test_an_action_too(self):
        told = [oxo("book", action, "x", "--positions=0")
                for action in ("analyse", "analyze")]
        self.assertEqual((told[0].code, told[0].err), (2, told[1].err))
        self.assertIn("'--positions' is a number", told[0].err)
        for form in ("bash", "zsh", "fish", "man"):
            self.assertNotRegex(
                self.good("help", f"--format={form}", "book"), r"\banalyse\b")

    def test_help_and_shells_do_not_show_it(self):
        fish = self.good("help", "--format=fish")
        bash = self.good("help", "--format=bash")
        zsh = self.good("help", "--format=zsh").split("            ;;\n")
        for command, before, now, *_ in self.OLD:
            man = self.good("help", "--format=man", command)
            self.assertNotRegex(self.good("help", command),
                                rf"--{before}\b(?! FORMAT)")
            self.assertNotRegex(man, rf"Fl \\-{before}\b")
            self.assertRegex(man, rf"Fl \\-{now}\b")
            self.assertIn(f"from {command}' -l {now} ", fish)
            self.assertNotIn(f"from {command}' -l {before} ", fish)
            self.assertNotIn(f"{command}:--{before})", bash)
            part = next(p for p in zsh if f" {command})\n" in p)
            self.assertIn(f"'--{now}", part)
            self.assertNotIn(f"'--{before}", part)


class Perft(Case):
    def test_published_numbers(self):
        self.assertEqual(self.good("perft", "8"), "281067408\n")
        self.assertEqual(self.good("perft", "--variant", "classic", "9"),
                         "127872\n")
        self.assertEqual(self.good("perft", "0"), "1\n")

    def test_games_are_counted_by_result(self):
        text = self.good("perft", "--variant", "classic", "9", "--finished")
        numbers = [line.split()[-1] for line in text.splitlines()]
        self.assertEqual(numbers, ["255168", "131184", "77904", "46080"])
        games = json.loads(self.good("perft", "--variant=classic", "9",
                                     "--finished", "--json"))["games"]
        self.assertEqual(games, {"finished": 255168, "x-wins": 131184,
                                 "o-wins": 77904, "draws": 46080})

    def test_divide_adds_up(self):
        lines = self.good("perft", "--fen", SIX, "--divide", "4").splitlines()
        shares = {move: int(n) for move, n in map(str.split, lines[:-1])}
        self.assertEqual(sorted(shares), [f"c{cell}" for cell in "abcdefghi"])
        self.assertEqual(sum(shares.values()), int(lines[-1]))
        self.assertEqual(lines[-1] + "\n", self.good("perft", "--fen", SIX,
                                                     "4"))
        told = json.loads(self.good("perft", "--fen", SIX, "--divide", "4",
                                    "--json"))
        self.assertEqual({d["move"]: d["sequences"] for d in told["divide"]},
                         shares)
        self.assertEqual(told["sequences"], int(lines[-1]))
        self.assertEqual(told["position"], SIX)

    def test_divide_of_nothing_is_one(self):
        self.assertEqual(self.good("perft", "0", "--divide"), "1\n")
        told = json.loads(self.good("perft", "0", "--divide", "--json"))
        self.assertEqual((told["divide"], told["sequences"]), ([], 1))

    def test_the_position_may_be_classic_by_its_shape(self):
        self.assertEqual(self.good("perft", "--fen", "xo1/1x1/2o x", "2"),
                         "20\n")

    def test_depth_is_bounded(self):
        for depth in ("-1", "19", "99999999999999999999", "", "x", "1x", "+1",
                      " 1", "1.5", "0x3", "--1"):
            self.assertIn("DEPTH is a number from 0 to 18",
                          self.bad(2, "perft", "--", depth))
        self.assertEqual(
            self.good("perft", "--variant", "classic", "81"), "0\n")

    def test_divide_and_finished_exclude_each_other(self):
        self.bad(2, "perft", "--divide", "--finished", "2")

    def test_bad_positions_are_refused(self):
        self.assertRegex(self.bad(3, "perft", "--fen", "9/9 x", "2"),
                         r"^--fen:1:\d+: ")
        self.bad(2, "perft", "--fen", " ", "2")


class Validate(Case):
    def test_positions_are_described(self):
        self.assertEqual(self.good("validate", SIX),
                         "<argument 1>:1: ok, position, ultimate, X to move\n")
        self.assertIn("classic, O to move", self.good("validate",
                                                      "x2/3/3 o"))
        self.assertIn("classic, X has won", self.good("validate",
                                                      "xxx/oo1/3 o"))
        self.assertIn("classic, drawn", self.good("validate", "xox/xoo/oxx o"))

    def test_the_fault_is_shown_with_a_caret(self):
        where, line, caret = self.bad(
            3, "validate", "4x4/9/9/9/9/9/9/9/9 o z").splitlines()
        self.assertRegex(where, r"^<argument 1>:1:23: .* \[syntax\]$")
        self.assertEqual(line[caret.index("^")], "z")

    def test_carets_stand_under_wide_and_strange_characters(self):
        path = self.file("p.txt", "\t日本 x\n")
        where, line, caret = self.bad(3, "validate", path).splitlines()
        self.assertRegex(where, r":1:2: ")
        self.assertEqual(line, "    \t日本 x")
        self.assertEqual(caret, "    \t^")

    def test_control_characters_do_not_reach_the_terminal(self):
        path = self.file("p.txt", b"9/\x1b[31m\x9b\x00/9 x -\n")
        error = self.bad(3, "validate", path)
        self.assertTrue(error.replace("\n", "").isprintable(), repr(error))

    def test_long_lines_are_cut_around_the_fault(self):
        error = self.bad(3, "validate", "9/" + "z" * 100000)
        self.assertLess(max(map(len, error.splitlines())), 120)

    def test_files_hold_a_position_a_line(self):
        path = self.file("p.txt", f"{START}\r\n\n{SIX}\n")
        self.assertEqual(self.good("validate", path).splitlines(), [
            f"{path}:1: ok, position, ultimate, X to move",
            f"{path}:3: ok, position, ultimate, X to move"])

    def test_every_fault_of_a_file_is_reported(self):
        path = self.file("p.txt", f"{START}\nnonsense\n{SIX}\nxx\n")
        done = oxo("validate", path)
        self.assertEqual(done.code, 3)
        self.assertIn(f"{path}:2:", done.err)
        self.assertIn(f"{path}:4:", done.err)
        self.assertEqual(len(done.out.splitlines()), 2)

    def test_games_go_on_after_a_bad_one(self):
        good = self.good("convert", "--from=moves", "--to=tpgn",
                         *SIX_MOVES.split())
        wrong = good.replace("2. ae", "2. ee")
        path = self.file("g.tpgn", good + "\n" + wrong + "\n" + good)
        done = oxo("validate", path)
        self.assertEqual(done.code, 4)
        lines = (good + "\n" + wrong).splitlines()
        at = 1 + max(i for i, text in enumerate(lines) if "2. ee" in text)
        column = lines[at - 1].index("2. ee") + 4
        self.assertIn(f"{path}:{at}:{column}: ", done.err)
        self.assertEqual([line.split(": ", 1)[1]
                          for line in done.out.splitlines()],
                         2 * ["ok, game of 6 moves, ultimate, X to move"])

    def test_exit_status_is_that_of_the_first_refusal(self):
        legal, illegal = self.file("a.txt", "ee ea"), self.file("b.txt",
                                                                "ee ee")
        broken = self.file("c.txt", "ee ??")
        for files, code in (((legal,), 0), ((legal, illegal, broken), 4),
                            ((broken, illegal), 3), (("no.txt", broken), 1)):
            done = oxo("validate", "--format=moves", *files)
            self.assertEqual(done.code, code, files)

    def test_standard_input(self):
        for arguments in (("-",), ()):
            self.assertEqual(
                self.good("validate", *arguments, stdin=SIX),
                "<stdin>:1: ok, position, ultimate, X to move\n")

    def test_empty_input_is_not_valid(self):
        self.assertIn("the input is empty",
                      self.bad(3, "validate", "-", stdin=" \n"))
        self.bad(3, "validate", "")

    def test_every_variant_has_its_own_rules(self):
        # X has won board a, which stays open only in ultimate-continue.
        position = "xxx6/ooo6/9/9/9/9/9/9/9 x a"
        self.good("validate", "--variant=ultimate-continue", position)
        self.assertIn("[closed-target]",
                      self.bad(3, "validate", "--variant=ultimate", position))

    def test_json(self):
        done = oxo("validate", "--json", SIX, "xxx/3/3 o", "x2/3/3 o")
        told = json.loads(done.out)
        self.assertEqual((done.code, done.err, told["valid"]), (3, "", False))
        self.assertEqual([item["valid"] for item in told["items"]],
                         [True, False, True])
        self.assertEqual(told["items"][0]["position"], SIX)
        self.assertEqual(told["items"][1]["status"], "impossible-count")
        self.assertEqual(told["items"][1]["column"], 9)
        self.assertEqual(told["items"][2]["variant"], "classic")
        self.assertTrue(json.loads(self.good("validate", "--json",
                                             SIX))["valid"])


class Convert(Case):
    def convert(self, source, target, *inputs, **options):
        return self.good("convert", f"--from={source}", f"--to={target}",
                         *inputs, **options)

    def test_moves_to_position(self):
        self.assertEqual(self.convert("moves", "position",
                                      *SIX_MOVES.split()), SIX + "\n")
        self.assertEqual(self.convert("moves", "position", SIX_MOVES),
                         SIX + "\n")
        self.assertEqual(self.convert("moves", "position", "e", "a"),
                         "o2/1x1/3 x\n")

    def test_positions_survive_every_form_of_position(self):
        for form in ("ultimattt", "utttai", "position"):
            text = self.convert("position", form, SIX).strip()
            self.assertEqual(self.convert(form, "position", text),
                             SIX + "\n", form)

    def test_games_survive_every_form_of_moves(self):
        for form in ("codingame", "utttai-moves", "moves", "tpgn"):
            text = self.convert("moves", form, SIX_MOVES)
            self.assertEqual(self.convert(form, "moves", "-", stdin=text),
                             SIX_MOVES + "\n", form)

    def test_several_games_stay_apart(self):
        games = SIX_MOVES + "\nee ea\nii ie\n"
        for form in ("codingame", "utttai-moves", "moves", "tpgn"):
            text = self.convert("moves", form, "-", stdin=games)
            self.assertEqual(self.convert(form, "moves", "-", stdin=text),
                             games, form)

    def test_foreign_moves_are_those_of_their_programs(self):
        self.assertEqual(self.convert("moves", "codingame", "ee", "ea"),
                         "4 4\n3 3\n")
        self.assertEqual(self.convert("moves", "utttai-moves", "ee", "ea"),
                         "40 36\n")

    def test_classic_boards(self):
        position = "xo1/1x1/3 o"
        self.assertEqual(self.convert("auto", "flat", position),
                         "xo..x....\n")
        self.assertEqual(self.convert("auto", "matrix", position),
                         "[[1,2,0],[0,1,0],[0,0,0]]\n")
        for form in ("flat", "matrix"):
            text = self.convert("position", form, position).strip()
            self.assertEqual(self.convert(form, "position", text),
                             position + "\n")
        self.assertEqual(self.convert(
            "matrix", "flat", " [ [1, 0,0] ,[0,2,0],[0 ,0,0] ] "),
            "x...o....\n")
        self.assertEqual(self.convert("flat", "flat", "X-_.O...."),
                         "x...o....\n")

    def test_bad_boards_are_refused_with_their_reason(self):
        for form, text, column, word in (
                ("flat", "x...o...", 9, "board-size"),
                ("flat", "x...o.....", 10, "board-size"),
                ("flat", "x...z....", 5, "cell-value"),
                ("flat", "xxx......", 1, "impossible-count"),
                ("flat", "xxxooo...", 1, "two-winners"),
                ("matrix", "[[1,0,0],[0,2,0]]", 17, "board-size"),
                ("matrix", "[[1,0],[0,2],[0,0]]", 6, "board-size"),
                ("matrix", "[[1,0,0,0],[0],[0]]", 8, "board-size"),
                ("matrix", "[[1,0,0],[0,3,0],[0,0,0]]", 13, "cell-value"),
                ("matrix", "[[1,0,0],[0,-1,0],[0,0,0]]", 13, "cell-value"),
                ("matrix", "[[1,0,0],[0,99999999999,0]]", 13, "cell-value"),
                ("matrix", "[]", 2, "board-size"),
                ("matrix", "[[]]", 3, "board-size"),
                ("matrix", "[[1,0,0],[0,2,0],[0,0,0]]x", 26, "syntax"),
                ("matrix", "{}", 1, "syntax")):
            error = self.bad(3, "convert", f"--from={form}", "--to=position",
                             text)
            self.assertTrue(error.startswith(f"<argument 1>:1:{column}: "),
                            (text, error))
            self.assertIn(f"[{word}]", error)

    def test_a_position_becomes_an_empty_game(self):
        text = self.convert("position", "tpgn", SIX)
        self.assertIn(f'[FEN "{SIX}"]', text)
        self.assertEqual(self.convert("tpgn", "position", "-", stdin=text),
                         SIX + "\n")

    def test_what_cannot_be_expressed_is_refused_and_the_rest_done(self):
        game = self.convert("position", "tpgn", SIX)
        for arguments, stdin, words in (
                (("--to=moves", SIX), "", "the moves that led to it"),
                (("--from=tpgn", "--to=moves", "-"), game, "another start position"),
                (("--to=flat", SIX), "", "this variant"),
                (("--to=ultimattt", "x2/3/3 o"), "", "this variant")):
            error = self.bad(3, "convert", *arguments, stdin=stdin)
            self.assertIn(words, error)
            self.assertIn("[not-expressible]", error)
        done = oxo("convert", "--to=flat", SIX, "3/3/3 x")
        self.assertEqual((done.code, done.out), (3, ".........\n"))

    def test_classic_forms_are_for_classic(self):
        self.bad(2, "convert", "--from=flat", "--variant=ultimate",
                 "--to=position", ".........")

    def test_an_illegal_move_is_pointed_at(self):
        error = self.bad(4, "convert", "--from=codingame", "--to=tpgn", "-",
                         stdin="4 4\n0 0\n")
        self.assertTrue(error.startswith("<stdin>:2:1: "), error)
        self.assertIn("sends this one to board e [wrong-board]", error)
        error = self.bad(4, "convert", "--from=moves", "--to=tpgn", "ee", "ee")
        self.assertTrue(error.startswith("<argument 1>:1:4: "), error)
        self.bad(3, "convert", "--from=codingame", "--to=tpgn", "4")
        self.bad(4, "convert", "--from=codingame", "--to=tpgn", "9 9")

    def test_no_part_of_a_move_is_dropped(self):
        for form, moves, column, word in (
                ("utttai-moves", "40 " + "0" * 120 + "36", 115,
                 "text-too-long"),
                ("codingame", "4 " + "0" * 120 + "4", 112, "text-too-long"),
                ("codingame", "4\n4", 2, "syntax"),
                ("codingame", "4   x", 5, "syntax"),
                ("moves", "ee\0junk ea", 3, "syntax"),
                ("moves", "ee e\0a", 5, "syntax"),
                ("codingame", "4 4\0", 4, "syntax")):
            error = self.bad(3, "convert", "--from", form, "--to=moves", "-",
                             stdin=moves + "\n")
            self.assertRegex(error, rf"^<stdin>:1:{column}: .*\[{word}\]")
        self.assertEqual(
            self.good("convert", "--from=utttai-moves", "--to=moves", "-",
                      stdin="00000000000000040\n"), "ee\n")

    def test_json_holds_everything(self):
        game = ('[X "Ada \\"A\\" Lovelace"]\n[O "Οδυσσεύς"]\n'
                '[Variant "ultimate"]\n\n'
                '1. ee {[%eval 0.5] [%clk 0:01:00] well} ea *\n')
        told = json.loads(self.convert("tpgn", "json", "-", stdin=game))
        self.assertEqual(told["kind"], "game")
        self.assertEqual(told["moves"], ["ee", "ea"])
        self.assertEqual(told["tags"]["X"], 'Ada "A" Lovelace')
        self.assertEqual(told["tags"]["O"], "Οδυσσεύς")
        self.assertEqual(told["result"], "*")
        self.assertEqual(told["notes"], [
            {"ply": 1, "eval": {"kind": "estimate", "value": 50},
             "clock": 60000, "comment": "well"}])
        lines = self.good("convert", "--json", SIX, "xxx/oo1/3 o").splitlines()
        self.assertEqual([json.loads(line)["outcome"] for line in lines],
                         ["ongoing", "x-wins"])

    def test_files_and_moves_may_be_mixed(self):
        path = self.file("g.txt", "ii ie\n")
        self.assertEqual(self.convert("moves", "moves", "ee", "ea", path,
                                      "aa"), "ee ea\nii ie\naa\n")

    def test_an_existing_file_wins_over_text(self):
        self.file("ee", "ii ie\n")
        self.assertEqual(self.convert("moves", "moves", "ee",
                                      cwd=self.scratch), "ii ie\n")

    def test_no_file_comes_between_the_moves_of_a_game(self):
        self.file("ea", "ii ie\n")
        self.assertEqual(self.convert("moves", "moves", "ee", "ea", "./ea",
                                      "aa", cwd=self.scratch),
                         "ee ea\nii ie\naa\n")
        self.assertEqual(self.convert("codingame", "moves", "4 4", "3 3"),
                         "ee ea\n")


# Bytes that a terminal would act on: a colour sequence, an eight-bit control,
# a mark that reverses the direction of writing, a line end, an invalid byte.
UNSAFE = b"a\x1b[31m\xc2\x9b\xe2\x80\xae\nz\xff"
SHOWN = "a?[31m???z?"


class Unsafe(Case):
    """Text chosen by somebody else never reaches a terminal unescaped."""

    def check(self, code, *arguments):
        done = oxo(*arguments)
        self.assertEqual(done.code, code, done.err)
        for line in (done.out + done.err).splitlines():
            self.assertTrue(line.isprintable(), repr(line))
        self.assertIn(SHOWN, done.out + done.err)

    def path(self, text):
        path = os.fsencode(self.scratch) + b"/" + UNSAFE
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_names_of_files(self):
        self.check(0, "validate", self.path(START))
        self.check(3, "validate", self.path("9/9 x"))
        self.check(1, "validate", b"/nonexistent/" + UNSAFE)
        self.check(3, "convert", "--to=tpgn", self.path("9/9 x"))

    def test_words_of_the_command_line(self):
        self.check(2, UNSAFE)
        self.check(2, b"--" + UNSAFE)
        self.check(2, "help", UNSAFE)
        self.check(2, "perft", UNSAFE)
        self.check(2, "perft", "1", b"--" + UNSAFE)
        self.check(2, "convert", "--to", UNSAFE)

    def test_engines(self):
        self.check(2, "match", b"'" + UNSAFE + b"'", "oxo")
        self.check(2, "match", b"cmd=x 'name=" + UNSAFE + b"'", "oxo")
        self.check(2, "match", "oxo", "oxo", "--openings",
                   b"random:" + UNSAFE)
        self.check(1, "match", "oxo", "oxo", "--openings",
                   b"/nonexistent/" + UNSAFE)

    def test_json_shows_it_in_escapes(self):
        path = self.path(START)
        text = self.good("validate", "--json", path)
        self.assertTrue(text.rstrip("\n").isprintable(), repr(text))
        source = json.loads(text)["items"][0]["source"]
        self.assertEqual(source, path[:-1].decode() + "\ufffd")

    def test_games_that_hold_it_are_refused(self):
        for unsafe in ("\x1b", "\x7f", "\x9b", "\u061c", "\u200e", "\u2028",
                       "\u202e", "\u2066", "\ufff9", "\U000e0041"):
            for text in (f'[Event "a{unsafe}"]\n[Variant "ultimate"]\n\n'
                         '1. ee *\n',
                         f'[Variant "ultimate"]\n\n1. ee {{a{unsafe}}} *\n'):
                self.bad(3, "convert", "--from=tpgn", "--to=json", "-",
                         stdin=text)


class Input(Case):
    def test_missing_files_are_named(self):
        for name in ("missing.tpgn", "./missing", "/no/such/file"):
            for arguments in (("validate", name), ("show", name),
                              ("convert", "--to=json", name)):
                self.assertEqual(
                    self.bad(1, *arguments),
                    f"oxo {arguments[0]}: {name}: "
                    "No such file or directory\n")

    def test_a_word_that_is_no_position_is_no_file_either(self):
        either = "<argument 1>: no position or game, and no such file either"
        for name in ("missing", "opening", "games/missing", "9/9"):
            for arguments in (("validate", name), ("analyze", name),
                              ("convert", "--to=json", name)):
                said = self.bad(3, *arguments).splitlines()
                self.assertRegex(said[0], r"^<argument 1>:1:\d: .* \[syntax]$")
                self.assertEqual(said[-1], either)
        for text in ("9/9 x -", "9/9\n", "-"):
            self.assertNotIn(either, self.bad(3, "validate", text,
                                              stdin="9/9"))
        self.assertNotIn(either, self.bad(3, "convert", "--from=flat",
                                          "--to=position", "xxxooo..."))

    def test_a_directory_is_no_file(self):
        self.assertIn("Is a directory", self.bad(1, "validate",
                                                 str(self.scratch)))

    def test_read_errors_are_reported(self):
        self.assertIn("/proc/self/mem: Input/output error",
                      self.bad(1, "validate", "/proc/self/mem"))

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_permission_is_reported(self):
        path = self.file("p.txt", START)
        os.chmod(path, 0)
        self.assertIn("Permission denied", self.bad(1, "validate", path))

    def test_endless_input_is_refused(self):
        self.assertEqual(self.bad(1, "validate", "/dev/zero"),
                         "oxo validate: /dev/zero: more than 64 MiB\n")

    def test_many_items_are_read(self):
        text = (SIX + "\n") * 20000
        out = self.good("convert", "--to=position", "-", stdin=text)
        self.assertEqual(out, text)

    def test_many_faults_are_told_in_reasonable_time(self):
        done = oxo("validate", "-", stdin="nonsense\n" * 100000)
        self.assertEqual(done.code, 3)
        self.assertIn("<stdin>:100000:1: ", done.err)

    def test_a_byte_order_mark_is_skipped(self):
        self.good("validate", "-", stdin="\ufeff" + START)

    def test_the_other_files_are_read_when_one_is_missing(self):
        done = oxo("validate", "missing.tpgn", START)
        self.assertEqual(done.code, 1)
        self.assertIn("<argument 2>:1: ok", done.out)


class Bench(Case):
    told = None

    def measured(self):
        """The JSON of one run, shared by the tests because the run takes a
        while."""
        if not Bench.told:
            Bench.told = json.loads(
                self.good("bench", "--json", "--time=0.01"))
        return Bench.told

    def test_the_engine_is_measured(self):
        metrics = {metric["name"]: metric
                   for metric in self.measured()["metrics"]}
        for name, unit in (("search-ultimate", "Mnodes/s"),
                           ("classic-lookup", "ns")):
            self.assertEqual(metrics[name]["unit"], unit)
            self.assertGreater(metrics[name]["value"], 0)
            self.assertGreater(metrics[name]["baseline"], 0)

    def test_json_is_one_object_of_metrics_with_all_digits(self):
        told = self.measured()
        self.assertEqual(list(told), ["metrics"])
        names = [metric["name"] for metric in told["metrics"]]
        for name in ("perft-ultimate", "playouts-ultimate", "classic-move",
                     "game-move", "solve-30"):
            self.assertIn(name, names)
        for metric in told["metrics"]:
            self.assertEqual(list(metric), ["name", "value", "unit",
                                            "baseline", "ratio"])
            self.assertGreater(metric["value"], 0)
            ratio = metric["value"] / metric["baseline"]
            if metric["unit"] in ("ns", "ms"):
                ratio = 1 / ratio
            self.assertLess(abs(ratio / metric["ratio"] - 1), 1e-14)

    def test_without_memory_for_an_engine_it_fails(self):
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (16 << 20, 16 << 20))
        if oxo("version", preexec_fn=little_memory).code != 0:
            self.skipTest("this build needs more to run at all")
        self.assertIn("cannot create the engine or the solver: ",
                      self.bad(1, "bench", "--time=0.01",
                               preexec_fn=little_memory))

    def test_the_table_names_every_metric(self):
        lines = self.good("bench", "--time", "0.01").splitlines()
        self.assertTrue(lines[0].startswith("metric"))
        self.assertTrue(any(line.startswith("game-move ") for line in lines))
        self.assertEqual({len(line) for line in lines}, {len(lines[0])})
        for line in lines[1:]:
            self.assertRegex(line, r" (\d{1,3}\.\d|[1-9]\d{2}0+)x$")

    def test_seconds_are_a_number(self):
        for seconds in ("0", "-1", "x", "", ".", "1e3", "nan", "inf", "3601",
                        "1.2.3", "99999999999"):
            self.assertIn("'--time' is a number",
                          self.bad(2, "bench", "--time", seconds))


class Output(Case):
    @unittest.skipUnless(FULL.exists(), "there is no /dev/full")
    def test_a_full_disk_is_a_failure(self):
        for arguments in (("version",), (), ("perft", "2", "--divide"),
                          ("show",), ("help", "--format=bash"),
                          ("export", "codingame"), ("export", "codingame-net"),
                          ("convert", "--to=json", SIX)):
            with FULL.open("wb") as full:
                done = oxo(*arguments, stdout=full)
            self.assertEqual(done.code, 1, arguments)
            self.assertEqual(done.err, "oxo: cannot write the output: "
                             "No space left on device\n")

    @unittest.skipUnless(FULL.exists(), "there is no /dev/full")
    def test_a_full_disk_is_told_after_much_output_too(self):
        with FULL.open("wb") as full:
            done = oxo("convert", "--to=json", "-", stdout=full,
                       stdin=(SIX + "\n") * 5000)
        self.assertEqual(done.code, 1)
        self.assertIn("No space left on device", done.err)

    def closed_pipe(self, **options):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            return oxo("perft", "2", "--divide", stdout=writer, **options)
        finally:
            os.close(writer)

    def test_a_reader_that_went_away_is_no_news(self):
        done = self.closed_pipe()
        self.assertEqual((done.code, done.err), (-signal.SIGPIPE, ""))
        done = self.closed_pipe(
            restore_signals=False,
            preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        self.assertEqual((done.code, done.err), (1, ""))

    def test_closed_output_is_a_failure(self):
        done = subprocess.run(["sh", "-c", 'exec "$0" version >&-', str(OXO)],
                              env=ENVIRONMENT, capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"Bad file descriptor", done.stderr)


class Garbage(Case):
    def test_any_words_end_in_a_documented_exit_status(self):
        rng = random.Random(20)
        words = ["--", "-", "--json", "--fen", "--variant", "classic",
                 "--to=json", "--from=moves", "--format=moves", "1", "2",
                 SIX, "ee", "x2/3/3 o", "\x01\xff", "", "é" * 50, "-x",
                 "--" + "y" * 300, "[[1,0,0],[0,2,0],[0,0,0]]", "--ply=1"]
        commands = ["perft", "validate", "convert", "show", "version", "help"]
        for _ in range(150):
            arguments = [rng.choice(commands),
                         *rng.choices(words, k=rng.randrange(5))]
            done = oxo(*arguments, stdin=SIX)
            self.assertIn(done.code, exits_of(arguments[0]),
                          (arguments, done.err))
            if "--json" not in arguments:  # with --json, refusals are data
                self.assertEqual(done.code == 0, done.err == "",
                                 (arguments, done.err))

    def test_any_bytes_end_in_a_documented_exit_status(self):
        rng = random.Random(21)
        for _ in range(30):
            noise = bytes(rng.choices(b"xo9/3 -\n\t[]{}\".*1a\x00\xff\x1b",
                                      k=rng.randrange(80)))
            path = self.file("noise", noise)
            for form in ("auto", "tpgn", "moves", "codingame", "flat",
                         "matrix", "ultimattt", "utttai", "utttai-moves"):
                done = oxo("validate", f"--format={form}", path)
                self.assertIn(done.code, (0, 3, 4), (noise, done.err))


if __name__ == "__main__":
    tap.main()
