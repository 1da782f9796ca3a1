#!/usr/bin/env python3
"""house.py SOURCE BUILD - the folders of src/ depend in one direction.

Which folder may include which is read from the sources, and then proved with
the compiler: a forbidden include must not compile with the flags that the
folder is really built with.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import tap

ROOT, BUILD = (pathlib.Path(path) for path in sys.argv[1:3])
SRC = ROOT / "src"

# The folders that each may include directly, besides its own headers and
# include/oxo. The command and the server wire everything together, and
# `oxo bench` runs what bench/ measures.
ALL = {"utf8", "json", "rules", "notation", "intensity", "engine", "insight",
       "report", "protocol", "match", "selfplay", "book", "export",
       "menace", "events", "rooms", "store", "net", "load", "client", "terminal", "server"}
ALLOWED = {
    "json": {"utf8"},
    "rules": set(),
    "utf8": set(),
    "notation": {"utf8", "rules"},
    "intensity": {"rules"},
    "engine": {"rules"},
    "insight": {"rules", "intensity", "engine"},
    "report": {"json", "notation", "insight"},
    "protocol": {"rules", "notation", "engine"},
    "match": {"utf8", "rules", "notation", "protocol"},
    "selfplay": {"rules", "engine"},
    "book": {"rules", "engine"},
    "export": {"rules", "engine"},
    "menace": set(),
    "events": {"utf8", "rules"},
    "rooms": {"rules", "intensity", "events"},
    "store": {"events"},
    "net": set(),
    "load": {"json", "rules", "notation", "net"},
    "client": {"json", "rules", "notation", "load"},
    "terminal": {"utf8", "rules", "notation"},
    "server": ALL - {"load", "client", "terminal", "server"},
    "cli": ALL | {"bench"},
}

# The headers of ISO C and POSIX, wherever the test runs.
C_LIBRARY = """
    aio assert complex cpio ctype dirent dlfcn endian errno fcntl fenv float
    fmtmsg fnmatch ftw glob grp iconv inttypes iso646 langinfo libgen libintl
    limits locale math monetary mqueue ndbm netdb nl_types poll pthread pwd
    regex sched search semaphore setjmp signal spawn stdalign stdarg stdatomic
    stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string
    strings stropts syslog tar termios tgmath threads time trace uchar ulimit
    unistd utime utmpx wchar wctype wordexp
""".split()

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
FOLDERS = sorted({path.parent.name for path in SRC.glob("*/*.[ch]")})


def sources_in(*tops):
    return [path for top in tops
            for path in sorted((ROOT / top).rglob("*.[ch]"))]


def headers_of(folder):
    place = ROOT if folder == "bench" else SRC
    return sorted(path.name for path in (place / folder).glob("*.h"))


def forbidden_to(folder):
    return [f for f in FOLDERS if f != folder and f not in ALLOWED[folder]]


def compile_flags(folder):
    """The compiler and flags of one of the folder's own sources: where there
    is more than one library in a folder, of one that sees the most."""
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    found = []
    for entry in commands:
        source = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
        if source.parent == (SRC / folder).resolve():
            words = shlex.split(entry["command"])
            found.append([w for w in words if w not in (entry["file"], "-c")
                          and not w.endswith((".o", ".o.d"))
                          and w not in ("-o", "-MD", "-MQ", "-MF")])
    if not found:
        raise AssertionError(f"src/{folder} compiles nothing")
    return max(found, key=len)


def includes(folder, header):
    """Does a source of the folder that includes the header compile?"""
    with tempfile.TemporaryDirectory() as scratch:
        probe = pathlib.Path(scratch) / "probe.c"
        probe.write_text(f'#include "{header}"\nextern int probe;\n')
        return subprocess.run(
            [*compile_flags(folder), "-fsyntax-only", str(probe)], cwd=BUILD,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            check=False).returncode == 0


def reachable(folder, headers):
    """Those of the headers that a source of the folder could include. The
    preprocessor is asked about all of them at once: there are hundreds."""
    with tempfile.TemporaryDirectory() as scratch:
        probe = pathlib.Path(scratch) / "probe.c"
        probe.write_text("".join(
            f'#if __has_include("{header}")\nreachable {header}\n#endif\n'
            for header in headers))
        printed = subprocess.run(
            [*compile_flags(folder), "-E", "-P", str(probe)], cwd=BUILD,
            stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.findall(r"^reachable (\S+)$", printed, re.MULTILINE)


class House(unittest.TestCase):
    def test_every_folder_has_its_place(self):
        self.assertEqual([f for f in FOLDERS if f not in ALLOWED], [])

    def test_the_first_page_leads_everywhere(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        for place in [*(f"src/{folder}" for folder in FOLDERS),
                      *(str(path.relative_to(ROOT)) for path in
                        sorted((ROOT / "docs").rglob("*.md")))]:
            self.assertIn(f"]({place})", text)

    def test_no_include_climbs(self):
        for path in sources_in("include", "src", "bench", "tests", "tools"):
            self.assertNotRegex(path.read_text(), r'#\s*include\s*"\.\.?/',
                                str(path))

    def test_no_finding_is_suppressed_in_the_code(self):
        for path in sources_in("include", "src", "bench", "tests", "tools"):
            self.assertNotRegex(
                path.read_text(),
                "NOLINT|cppcheck-suppress|#pragma (GCC|clang) diagnostic",
                str(path))

    def test_public_headers_include_public_headers_only(self):
        for path in sources_in("include"):
            for header in INCLUDE.findall(path.read_text()):
                self.assertTrue(header.startswith("oxo/"), path)

    def test_every_include_of_ours_is_allowed(self):
        for folder in FOLDERS:
            allowed = {header for f in ALLOWED[folder] | {folder}
                       for header in headers_of(f)}
            for path in sources_in(f"src/{folder}"):
                for header in INCLUDE.findall(path.read_text()):
                    public = (ROOT / "include" / header).exists()
                    generated = (BUILD / "src" / folder / header).exists()
                    self.assertTrue(public or generated or header in allowed,
                                    f"{path} includes {header}")

    def test_no_two_headers_share_a_name(self):
        """The compiler would take the first it finds, without a word."""
        names = [h for folder in FOLDERS for h in headers_of(folder)]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_no_header_is_named_like_one_of_the_c_library(self):
        for path in sources_in("src", "bench", "tests", "tools"):
            if path.suffix == ".h":
                self.assertNotIn(path.stem, C_LIBRARY, str(path))

    def test_a_forbidden_include_does_not_compile(self):
        for folder in FOLDERS:
            headers = [header for other in forbidden_to(folder)
                       for header in headers_of(other)]
            self.assertEqual(reachable(folder, headers), [],
                             f"that is what src/{folder} can include")

    def test_an_allowed_include_compiles(self):
        """Else the test above could pass for a reason of its own."""
        for folder in FOLDERS:
            own = headers_of(folder)[:1]
            for header in ["oxo/oxo.h", *own]:
                self.assertTrue(includes(folder, header),
                                f"src/{folder} cannot include {header}")
                self.assertEqual(reachable(folder, [header]), [header])
        self.assertTrue(includes("notation", headers_of("rules")[0]))


if __name__ == "__main__":
    tap.main()
