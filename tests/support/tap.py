"""Runs a script's unittest cases and reports them in TAP.

Meson then counts and names each case separately, as for the C tests.
"""
import signal
import sys
import unittest


class TapResult(unittest.TestResult):
    failed_case = 0  # the last case in which a subtest failed

    def _report(self, ok, test, note=""):
        name = test.id().rpartition(".")[2].removeprefix("test_")
        print(f"{ok} {self.testsRun} - {name}{note}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._report("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._report("ok", test, f" # SKIP {reason}")

    def _refuse(self, test, error):
        self._report("not ok", test)
        self._explain(test, error)

    def _explain(self, test, error):
        for line in self._exc_info_to_string(error, test).splitlines():
            print(f"# {line}", flush=True)

    def addSubTest(self, test, subtest, err):
        """The first subtest that fails fails the case; unittest does not
        report the case again."""
        super().addSubTest(test, subtest, err)
        if err and self.failed_case != self.testsRun:
            self.failed_case = self.testsRun
            self._report("not ok", test)
        if err:
            print(f"# {subtest}", flush=True)
            self._explain(subtest, err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._refuse(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self._refuse(test, err)


def main():
    # The background jobs of a shell ignore it, and so would all that is
    # started here.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules["__main__"])
    print(f"1..{suite.countTestCases()}", flush=True)
    result = TapResult()
    suite.run(result)
    sys.exit(not result.wasSuccessful())
