#!/usr/bin/env python3
"""runner.py SOURCE BUILD - tests/run runs every test, and counts every way to
fail as a failure."""
import contextlib
import importlib.machinery
import importlib.util
import io
import sys
import unittest

import tap

LOADER = importlib.machinery.SourceFileLoader("run", f"{sys.argv[1]}/tests/run")
RUN = importlib.util.module_from_spec(
    importlib.util.spec_from_loader("run", LOADER))
sys.modules["run"] = RUN  # its dataclasses look for their module
LOADER.exec_module(RUN)

KINDS = {"unit", "property", "conformance", "fuzz", "system", "browser", "wasm",
         "arm"}
TIERS = {"check", "test", "test-release", "soak"}


def counted(verdict, output):
    """(passed, failed) for a program that ended so and that printed so."""
    return RUN.count_cases(RUN.Result(RUN.Job("stage", "name", []), verdict,
                                      output))


def run(*command, timeout=60):
    return RUN.run_job(RUN.Job("stage", "name", command, timeout=timeout),
                       set())


class Choice(unittest.TestCase):
    def test_every_test_has_one_kind_one_tier_and_a_build(self):
        builds = {build.suite for build in (RUN.DEBUG, RUN.RELEASE,
                                            RUN.THREADS, RUN.COVERAGE)}
        tests = RUN.tests_of(sys.argv[2])
        self.assertGreater(len(tests), 100)
        for test in tests:
            with self.subTest(test["name"]):
                self.assertEqual(len(test["suite"] & KINDS), 1)
                self.assertEqual(len(test["suite"] & TIERS), 1)
                self.assertTrue(test["suite"] & builds)
                self.assertLessEqual(test["suite"],
                                     KINDS | TIERS | builds | {"postgresql"})

    def test_the_inner_loop_is_one_build(self):
        for test in RUN.tests_of(sys.argv[2]):
            if "check" in test["suite"]:
                self.assertIn("in-debug", test["suite"], test["name"])

    def test_no_two_tests_share_a_name(self):
        names = [test["name"] for test in RUN.tests_of(sys.argv[2])]
        self.assertEqual(sorted(names), sorted(set(names)))


class Counts(unittest.TestCase):
    def test_each_case_of_a_tap_program_counts(self):
        self.assertEqual(counted("OK", "1..2\nok 1 - a\nok 2 - b\n"), (2, 0))
        self.assertEqual(
            counted("FAIL", "1..2\nok 1 - a\nnot ok 2 - b\n"), (1, 1))

    def test_cases_that_were_never_reached_have_failed(self):
        self.assertEqual(counted("FAIL", "1..3\nok 1 - a\n"), (1, 2))

    def test_a_program_that_fails_after_its_cases_has_failed(self):
        self.assertEqual(counted("FAIL", "1..1\nok 1 - a\n"), (1, 1))

    def test_a_skipped_case_counts_as_neither(self):
        self.assertEqual(counted("OK", "1..1\nok 1 - a # SKIP no\n"), (0, 0))
        self.assertEqual(
            counted("OK", "1..2\nnot ok 1 # SKIP a\nok 2 - b\n"), (1, 0))
        self.assertEqual(counted("SKIP", ""), (0, 0))

    def test_a_program_without_tap_is_one_case(self):
        self.assertEqual(counted("OK", "fine\n"), (1, 0))
        self.assertEqual(counted("FAIL", ""), (0, 1))

    def test_a_program_that_ran_out_of_time_has_failed(self):
        self.assertEqual(counted("TIMEOUT", ""), (0, 1))
        self.assertEqual(counted("TIMEOUT", "1..2\nok 1 - a\n"), (1, 1))


class Jobs(unittest.TestCase):
    def test_the_exit_status_is_the_verdict(self):
        self.assertEqual(run("true").verdict, "OK")
        self.assertEqual(run("sh", "-c", "exit 77").verdict, "SKIP")
        for end in ("exit 1", "exit 139", "kill -9 $$", "kill -15 $$"):
            self.assertEqual(run("sh", "-c", end).verdict, "FAIL", end)

    def test_all_that_is_printed_is_kept(self):
        self.assertEqual(run("sh", "-c", "echo a; echo b >&2").output,
                         "a\nb\n")

    def test_a_job_that_hangs_is_killed_with_its_children(self):
        result = run("sh", "-c", "echo before; sleep 1000 & sleep 1000",
                     timeout=0.2)
        self.assertEqual((result.verdict, result.output),
                         ("TIMEOUT", "before\n"))

    def test_every_job_is_run_and_counted(self):
        tally = RUN.Tally()
        pool = RUN.Pool(tally)
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            for command in ("true", "false", "true"):
                pool.add(RUN.Job("stage", command, [command]))
            pool.wait()
        self.assertEqual(shown.getvalue().strip(), "-- false (stage): FAIL")
        self.assertEqual(tally.stages["stage"][:2], [2, 1])
        self.assertEqual(tally.failed(), 1)

    def test_a_build_that_fails_has_failed(self):
        tally = RUN.Tally()
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            tally.case("stage", "build", 1, "1..0\nerror: bad\n")
        self.assertIn("error: bad", shown.getvalue())
        self.assertEqual(tally.failed(), 1)


if __name__ == "__main__":
    tap.main()
