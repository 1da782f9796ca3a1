#!/usr/bin/env python3
"""house_runner.py SOURCE BUILD - tests/run runs every test, and counts every
way to fail as a failure."""
import importlib.machinery
import importlib.util
import re
import sys
import unittest

import tap

LOADER = importlib.machinery.SourceFileLoader("run", f"{sys.argv[1]}/tests/run")
RUN = importlib.util.module_from_spec(
    importlib.util.spec_from_loader("run", LOADER))
LOADER.exec_module(RUN)


def counted(result, stdout):
    """(passed, failed) for a program that meson judged and that printed so."""
    return RUN.count_cases({"result": result, "stdout": stdout})


class Choice(unittest.TestCase):
    def test_every_test_runs_with_or_without_sanitizers(self):
        names = RUN.tests_named(sys.argv[2], ".*")
        self.assertGreater(len(names), 100)
        for name in names:
            self.assertFalse(re.fullmatch(RUN.PLAIN_ONLY, name)
                             and re.fullmatch(RUN.DEBUG_ONLY, name), name)

    def test_every_word_that_chooses_tests_is_the_name_of_one(self):
        names = RUN.tests_named(sys.argv[2], ".*")
        for pattern in (RUN.PLAIN_ONLY, RUN.DEBUG_ONLY, RUN.THREADED,
                        RUN.COVERING):
            for choice in re.split(r"\|(?![^(]*\))", pattern):
                start, words, end = re.fullmatch(
                    r"([^(]*)(?:\(([^)]*)\))?(.*)", choice).groups("")
                for word in words.split("|"):
                    one = re.compile(f"{start}({word}){end}")
                    self.assertTrue(any(map(one.fullmatch, names)),
                                    one.pattern)


class Runner(unittest.TestCase):
    def test_each_case_of_a_tap_program_counts(self):
        self.assertEqual(counted("OK", "1..2\nok 1 - a\nok 2 - b\n"), (2, 0))
        self.assertEqual(
            counted("FAIL", "1..2\nok 1 - a\nnot ok 2 - b\n"), (1, 1))

    def test_cases_that_were_never_reached_have_failed(self):
        self.assertEqual(counted("ERROR", "1..3\nok 1 - a\n"), (1, 2))

    def test_a_program_that_fails_after_its_cases_has_failed(self):
        self.assertEqual(counted("ERROR", "1..1\nok 1 - a\n"), (1, 1))

    def test_a_skipped_case_counts_as_neither(self):
        self.assertEqual(counted("OK", "1..1\nok 1 - a # SKIP no\n"), (0, 0))
        self.assertEqual(counted("SKIP", ""), (0, 0))

    def test_a_program_without_tap_is_one_case(self):
        self.assertEqual(counted("OK", "fine\n"), (1, 0))
        self.assertEqual(counted("FAIL", ""), (0, 1))

    def test_a_program_that_ran_out_of_time_has_failed(self):
        self.assertEqual(counted("TIMEOUT", ""), (0, 1))
        self.assertEqual(counted("TIMEOUT", "1..2\nok 1 - a\n"), (1, 1))

    def test_a_linter_that_is_killed_has_failed(self):
        for ends in ("exit 1", "kill -9 $$"):
            status, _ = RUN.execute_each(["sh", "-c"], ["true", ends, "true"])
            self.assertNotEqual(status, 0)


if __name__ == "__main__":
    tap.main()
