#!/usr/bin/env python3
"""Looks into the compiled rules: what do they call, what do they keep?

The documents want a game engine without I/O, state, clocks, allocation or
dependencies. The symbols of the library tell (TAP on stdout).

usage: check-purity.py NM LIBRARY
"""

import re
import subprocess
import sys

# From libc: copying and comparing what the caller owns.
ALLOWED = {"memcpy", "memset", "memcmp", "memmove", "strcmp", "strlen",
           "_GLOBAL_OFFSET_TABLE_"}

# What every shared object brings along.
FRAME = {"_DYNAMIC", "__TMC_END__", "__bss_start", "__cxa_finalize",
         "__dso_handle", "__gmon_start__", "_ITM_deregisterTMCloneTable",
         "_ITM_registerTMCloneTable", "_edata", "_end", "completed.0"}

# From compilers: assertions, sanitizers, coverage, stack protection, and
# arithmetic that the machine lacks.
SUPPORT = re.compile(
    r"__assert_fail|__stack_chk_fail|__(memcpy|memset)_chk|__popcount.i2|"
    r"_*(asan|ubsan|tsan|msan|sanitizer|sancov|gcov|gcda|llvm|profc|profd)_?.*"
    r"|_*odr_asan.*|.*_asan_gen_.*|__unnamed_\d+")

# The runtime of a coverage build is linked in and hides what is ours.
COVERAGE = re.compile(r"__gcov_.*|llvm_gcov_.*|__llvm_profile_.*")

# Sections that nobody can write to once the program runs.
CONSTANT = re.compile(
    r"\.(text|rodata|data\.rel\.ro|init_array|fini_array)\b.*")


def read_symbols(nm, library):
    """Yields name, class and section of each symbol."""
    text = subprocess.run([nm, "--format=sysv", library], check=True,
                          capture_output=True, text=True).stdout
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 7 and cells[0] and cells[0] != "Name":
            yield cells[0], cells[2], cells[6]


def is_support(name):
    name = name.split("@")[0]
    return name in ALLOWED | FRAME or SUPPORT.fullmatch(name) or name.startswith(".L")


def rules_call_nothing_outside(symbols):
    own = {name for name, kind, _ in symbols if kind not in "Uw"}
    if "oxo_game_play" not in own:
        yield "this is not the library of the rules"
    for name, kind, _ in symbols:
        if kind in "Uw" and name not in own and not is_support(name):
            yield f"calls {name}"


def rules_keep_no_state(symbols):
    for name, kind, section in symbols:
        if kind in "dDbBCgGsS" and not is_support(name) and \
                not CONSTANT.fullmatch(section):
            yield f"{name} can be written to, in {section or 'common'}"


def main():
    symbols = list(read_symbols(sys.argv[1], sys.argv[2]))
    if any(COVERAGE.fullmatch(name) for name, _, _ in symbols):
        print("1..0 # SKIP built for coverage")
        return False
    checks = [rules_call_nothing_outside, rules_keep_no_state]
    print(f"1..{len(checks)}")
    failed = False
    for number, check in enumerate(checks, 1):
        problems = sorted(set(check(symbols)))
        failed |= bool(problems)
        print("not ok" if problems else "ok", number, "-", check.__name__)
        for problem in problems:
            print("#", problem)
    return failed


if __name__ == "__main__":
    sys.exit(main())
