#!/usr/bin/env python3
"""cli_menace.py OXO - the matchbox machine: learning, playing, printing."""
import json
import os
import pathlib
import re
import signal
import subprocess
import xml.etree.ElementTree as xml

import tap
from cli_case import ENVIRONMENT, OXO, Case, oxo
from exits import INTERRUPTED
from patience import PATIENCE

SVG = "{http://www.w3.org/2000/svg}"


class Training(Case):
    def told(self, *arguments):
        return json.loads(self.good("menace", "train", "--json", *arguments))

    def test_rows_and_a_curve_are_shown(self):
        out = self.good("menace", "train", "--games=100", "--every=25")
        rows = re.findall(r"^ +(\d+)  [█▒·]{40} +(\d+) +(\d+) +(\d+) +(\d+)$",
                          out, re.MULTILINE)
        self.assertEqual([row[0] for row in rows], ["25", "50", "75", "100"])
        for _, won, drawn, lost, _ in rows:
            self.assertEqual(int(won) + int(drawn) + int(lost), 25)
        self.assertIn("Beads in the first box:\n", out)
        self.assertIn("●", out)
        self.assertRegex(out, r"\n +0 +100 games\n")

    def test_ascii_where_it_must_be(self):
        for out in (self.good("menace", "train", "--ascii"),
                    self.good("menace", "train", env={"LC_ALL": "C"})):
            self.assertTrue(out.isascii())
            self.assertIn("#", out)

    def test_it_learns(self):
        for teacher in ("random", "perfect", "itself"):
            told = self.told("--against", teacher, "--games=4000",
                             "--every=100")
            curve = told["curve"]
            self.assertEqual(len(curve), 40)
            self.assertLess(2 * curve[-1]["lost"], curve[0]["lost"], teacher)
            for result in ("won", "drawn", "lost"):
                self.assertEqual(sum(row[result] for row in curve),
                                 told[result])
            if teacher == "perfect":
                self.assertEqual(told["won"], 0)

    def test_beads_of_the_first_box_follow_from_the_results(self):
        beads = 12
        for row in self.told("--games=200", "--every=1")["curve"]:
            change = 3 * row["won"] + row["drawn"] - row["lost"]
            beads = max(1, beads + change)
            self.assertEqual(row["beads"], beads)

    def test_the_seed_decides(self):
        first, again, other = (self.told(f"--seed={seed}")["curve"]
                               for seed in (3, 3, 4))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_a_pace_makes_it_wait(self):
        self.waits_behind("won  drawn  lost", "menace", "train", "--games=2",
                          "--every=1", "--pace=60")
        self.good("menace", "train", "--games=2", "--every=1", "--pace=0.01")


class Memory(Case):
    def test_training_goes_on_from_the_file(self):
        path = str(self.scratch / "machine")
        self.good("menace", "train", "--games=50", path)
        text = pathlib.Path(path).read_text()
        self.assertTrue(text.startswith("oxo-menace 1\nwon "))
        self.assertEqual(text.count("\n"), 2 + 304)
        out = self.good("menace", "train", "--games=50", path)
        self.assertIn("by a machine that has played 50\n", out)
        told = json.loads(self.good("menace", "train", "--games=1", "--json",
                                    path))
        self.assertEqual(told["won"] + told["drawn"] + told["lost"], 101)

    def test_the_rival_is_kept_too(self):
        path = str(self.scratch / "machine")
        self.good("menace", "train", "--against=itself", path)
        self.assertEqual(pathlib.Path(path).read_text().count("\n"),
                         2 + 304 + 289)

    def test_a_broken_file_is_refused_and_kept(self):
        for text, where in (("", "1:1"), ("oxo-menace 9\n", "1:1"),
                            ("oxo-menace 1\nwon 0 drawn 0 lost 0\n3/3/3 x: a",
                             "3:11")):
            path = self.file("broken", text)
            self.assertIn(f"broken:{where}: ",
                          self.bad(3, "menace", "train", path))
            self.assertEqual(pathlib.Path(path).read_text(), text)

    def test_a_first_box_without_beads_is_refused(self):
        path = pathlib.Path(self.scratch / "machine")
        self.good("menace", "train", "--games=1", str(path))
        text = re.sub(r"3/3/3 x: .*", "3/3/3 x: a0 b0 e0", path.read_text())
        path.write_text(text)
        self.assertIn("machine:3:18: a box for the first move needs at least "
                      "one bead", self.bad(3, "menace", "train", str(path)))

    def test_a_link_stays_and_permissions_do(self):
        folder = self.scratch / "folder"
        folder.mkdir()
        machine, link = folder / "machine", self.scratch / "link"
        self.good("menace", "train", "--games=5", str(machine))
        machine.chmod(0o640)
        link.symlink_to(machine)
        self.good("menace", "train", "--games=5", str(link))
        self.assertTrue(link.is_symlink())
        self.assertEqual(machine.stat().st_mode & 0o777, 0o640)
        self.assertIn("by a machine that has played 10\n",
                      self.good("menace", "train", "--games=1", str(machine)))
        self.assertEqual(list(folder.iterdir()), [machine])
        machine.unlink()  # now the link is dangling
        self.assertIn("link: No such file",
                      self.bad(1, "menace", "train", str(link)))

    def test_nothing_is_learnt_that_could_not_be_kept(self):
        for action in "train", "play":
            done = oxo("menace", action, str(self.scratch / "no" / "machine"),
                       stdin="e\n")
            self.assertEqual((done.code, done.out), (1, ""))
            self.assertIn("no/machine: No such file or directory", done.err)

    def begun(self, *arguments, **more):
        """A training that has printed its first row."""
        process = subprocess.Popen(
            [str(OXO), "menace", "train", "--every=1", *arguments], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
            **more)
        self.addCleanup(process.kill)
        head = ""
        while "\n      1  " not in head:
            head += process.stdout.readline()
        return process, head

    def test_a_signal_ends_it_and_what_was_learnt_is_kept(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            path = str(self.scratch / f"machine{number}")
            # SIGINT may be ignored in the shell that runs the tests.
            process, head = self.begun(
                "--pace=0.1", "--games=9000", path,
                preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, INTERRUPTED, err)
            played = int(re.search(r"Ended early: (\d+) of 9000 games were "
                                   r"played\.", out)[1])
            rows = re.findall(r"^ +\d+  [█▒·]{40}", head + out, re.MULTILINE)
            self.assertEqual(len(rows), played)
            self.assertEqual(err, "oxo menace: interrupted; the lessons so far "
                             "are saved\n")
            self.assertIn(f"by a machine that has played {played}\n",
                          self.good("menace", "train", "--games=1", path))

    def test_a_reader_that_went_away_takes_nothing_with_it(self):
        whole = self.scratch / "whole"
        self.good("menace", "train", str(whole))
        for options in ([], ["--json"], ["--pace=60"]):
            path = self.scratch / "machine"
            reader, writer = os.pipe()
            os.close(reader)
            done = oxo("menace", "train", *options, str(path), stdout=writer)
            os.close(writer)
            self.assertEqual((done.code, done.err), (-signal.SIGPIPE, ""))
            self.assertEqual(path.read_text(), whole.read_text())
            path.unlink()

    def test_a_signal_that_is_ignored_stays_ignored(self):
        process, _ = self.begun(
            "--pace=0.1", "--games=10",
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, err), (0, ""))
        self.assertNotIn("Ended early", out)

    def test_a_place_that_cannot_be_written_is_a_failure(self):
        path = str(self.scratch / "no" / "machine")
        done = oxo("menace", "train", "--games=1", path)
        self.assertEqual(done.code, 1)
        self.assertIn("machine: No such file", done.err)
        self.assertEqual(list(self.scratch.iterdir()), [])

    def test_a_place_is_tried_before_anything_is_learnt(self):
        for name, why in (("", "No such file"), ("n" * 252, "name too long"),
                          (".", "directory"), ("nowhere/", "directory")):
            done = oxo("menace", "train", name, cwd=self.scratch)
            self.assertEqual((done.code, done.out), (1, ""), name)
            self.assertIn(why, done.err)
            self.assertEqual(list(self.scratch.iterdir()), [])


class Playing(Case):
    def test_a_game_is_played_line_by_line(self):
        """The program's output names X's moves; O takes any free cell until
        the game ends."""
        path = str(self.scratch / "machine")
        out = self.good("menace", "play", path, stdin="abcdefghi" * 3 + "\n")
        self.assertIn("MENACE opens box 1: a 4, b 4, e 4\n", out)
        self.assertIn("A move is one of the letters", out)
        answers = "".join(f"{cell}\n" for cell in "abcdefghi") + "n\n"
        out = self.good("menace", "play", path, stdin=answers)
        self.assertRegex(out, r"(MENACE wins|You win|A draw): .* box")
        self.assertRegex(out, r"So far: (1 won, 0|0 won, 1|0 won, 0) drawn")
        text = pathlib.Path(path).read_text()
        self.assertRegex(text, r"won (1 drawn 0|0 drawn 1|0 drawn 0) lost")

    def test_beads_change_as_told(self):
        path = str(self.scratch / "machine")
        answers = "".join(f"{cell}\n" for cell in "abcdefghi")
        out = self.good("menace", "play", path, stdin=answers + "n\n")
        changed = [(before, after) for before, after in zip(
            self.boxes(None), self.boxes(path)) if before != after]
        told = re.search(r"boxe?s? ([\d, and]+)\.\n", out)[1]
        self.assertEqual(len(changed), len(re.findall(r"\d+", told)))

    def boxes(self, path):
        if path is None:
            path = str(self.scratch / "new")
            self.good("menace", "train", "--games=1", path)
            lines = pathlib.Path(path).read_text().splitlines()[2:]
            fresh = []
            for line in lines:
                position, beads = line.split(": ")
                marks = len(re.findall("[xo]", position.split()[0]))
                fresh.append(position + ": " + re.sub(
                    r"\d+", str(4 - marks // 2), beads))
            return fresh
        return pathlib.Path(path).read_text().splitlines()[2:]

    def test_leaving_is_no_loss(self):
        path = str(self.scratch / "machine")
        for leave in ("q\n", "quit\n", ""):
            out = self.good("menace", "play", path, stdin=leave)
            self.assertIn("it does not count", out)
            self.assertFalse(pathlib.Path(path).exists())

    def test_digits_are_cells_too(self):
        move = re.search(r"MENACE plays (\w)",
                         self.good("menace", "play", stdin="q\n"))[1]
        digit = ord(move) - ord("a") + 1
        out = self.good("menace", "play", stdin=f"{digit}\nq\n")
        self.assertIn("That cell is taken.", out)

    def test_a_taken_cell_is_refused(self):
        taken = re.search(r"MENACE plays (\w)",
                          self.good("menace", "play", stdin="q\n"))[1]
        out = self.good("menace", "play", stdin=f"{taken}\nq\n")
        self.assertIn("That cell is taken.", out)


class Printing(Case):
    def sheets(self, *arguments):
        folder = self.scratch / "sheets"
        out = self.good("menace", "boxes", "--folder", str(folder),
                        *arguments)
        paths = sorted(folder.iterdir())
        self.assertEqual(out.split(), [str(path) for path in paths])
        return [xml.parse(path).getroot() for path in paths]

    def test_every_sheet_is_a4(self):
        sheets = self.sheets()
        self.assertEqual(len(sheets), 11)
        for root in sheets:
            self.assertEqual(root.tag, f"{SVG}svg")
            self.assertEqual((root.get("width"), root.get("height"),
                              root.get("viewBox")),
                             ("210mm", "297mm", "0 0 210 297"))

    def test_everything_lies_on_the_paper(self):
        for root in self.sheets():
            for element in root.iter():
                for name, most in (("x", 200), ("x1", 200), ("x2", 200),
                                   ("cx", 200), ("y", 287), ("y1", 287),
                                   ("y2", 287), ("cy", 287)):
                    value = float(element.get(name, 50))
                    self.assertTrue(5 <= value <= most, (name, value))

    def test_boxes_are_numbered_and_every_bead_has_its_letter(self):
        numbers = []
        for root in self.sheets()[1:]:
            texts = [text.text for text in root.iter(f"{SVG}text")]
            numbers += [int(text.get("font-size") == "4.20" and text.text or 0)
                        for text in root.iter(f"{SVG}text")]
            beads = [circle for circle in root.iter(f"{SVG}circle")
                     if circle.get("fill") != "none"]
            letters = [text for text in texts if re.fullmatch("[a-i]", text)]
            self.assertEqual(len(beads), len(letters))
        self.assertEqual([n for n in numbers if n], list(range(1, 305)))

    def test_the_legend_counts_the_beads(self):
        texts = [text.text for text in self.sheets()[0].iter(f"{SVG}text")]
        counts = [int(text) for text in texts if text.isdigit()]
        self.assertEqual(len(counts), 10)
        self.assertEqual(sum(counts[:9]), counts[9])
        for color in ("white", "yellow", "orange", "red", "pink", "violet",
                      "blue", "green", "black"):
            self.assertIn(color, texts)

    def test_a_trained_machine_is_printed_with_its_beads(self):
        path = str(self.scratch / "machine")
        self.good("menace", "train", "--against=perfect", path)
        self.assertNotEqual(
            [xml.tostring(root) for root in self.sheets()],
            [xml.tostring(root) for root in self.sheets(path)])


class Usage(Case):
    def test_actions_and_their_options(self):
        self.assertIn("missing ACTION", self.bad(2, "menace"))
        self.assertIn("did you mean 'train'?", self.bad(2, "menace", "trian"))
        self.assertIn("'boxes' needs '--folder'",
                      self.bad(2, "menace", "boxes"))
        self.assertIn("'play' does not take '--games'",
                      self.bad(2, "menace", "play", "--games=3"))
        self.assertIn("'train' does not take '--folder'",
                      self.bad(2, "menace", "train", "--folder=x"))
        self.bad(1, "menace", "boxes", "--folder=x", "./missing")

    def test_numbers_are_numbers(self):
        for option, values in (("games", ("0", "x", "1000001")),
                               ("every", ("0", "x")), ("seed", ("-1", "")),
                               ("pace", ("0", "61", "x"))):
            for value in values:
                self.assertIn(f"'--{option}' is a number",
                              self.bad(2, "menace", "train",
                                       f"--{option}={value}"))
        self.assertIn("takes random, perfect or itself",
                      self.bad(2, "menace", "train", "--against=god"))


if __name__ == "__main__":
    tap.main()
