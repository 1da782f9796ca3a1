#!/usr/bin/env python3
"""house.py SOURCE BUILD - the folders of src/ depend in one direction, and no
two things have the same name.

A folder's meson.build says which folders its files include (`uses`), and which
of them its headers include (`exposes`). Both must be exact, no more and no
less, and the page on architecture must say the same. That nothing else can be
included is then proved with the compiler: a forbidden include must not compile
with the flags that the folder is really built with.
"""
import ast
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

# Public headers and the folders that implement them. oxo/base.h is open to
# all, and oxo/oxo.h, which includes all others, is for users.
PUBLIC = {
    "core/rules": ["board", "classic", "game", "intensity", "playout",
                   "position", "ultimate", "value"],
    "core/notation": ["notation"],
    "core/engine/neural": ["neural"],
    "core/engine/classic": ["explain", "perfect"],
    "core/engine/solver": ["solver"],
    "core/engine/book": ["book"],
    "core/engine": ["engine"],
    "core/insight": ["insight"],
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
FOLDERS = sorted({str(path.parent.relative_to(SRC))
                  for path in SRC.glob("*/**/*.[ch]")})


def sources_in(*tops):
    return [path for top in tops
            for path in sorted((ROOT / top).rglob("*.[ch]"))]


def files_of(folder):
    """The folder's own sources and headers, the public ones included."""
    return [*sorted((SRC / folder).glob("*.[ch]")),
            *(ROOT / f"include/oxo/{name}.h"
              for name in PUBLIC.get(folder, []))]


def headers_of(folder):
    return sorted(path.name for path in (SRC / folder).glob("*.h"))


OWNER = {header: folder for folder in FOLDERS for header in headers_of(folder)}
OWNER |= {f"oxo/{name}.h": folder
          for folder, names in PUBLIC.items() for name in names}


def included_by(folder, pattern):
    """The other folders whose headers such files of the folder include."""
    return sorted({OWNER[header] for path in files_of(folder)
                   if path.match(pattern)
                   for header in INCLUDE.findall(path.read_text())
                   if OWNER.get(header, folder) != folder})


def declared(folder, name):
    """A list of folders in the folder's meson.build."""
    text = (SRC / folder / "meson.build").read_text()
    found = re.search(rf"^{name} = (\[[^]]*\])", text, re.MULTILINE)
    return sorted(ast.literal_eval(found.group(1))) if found else []


def visible_to(folder):
    """Itself, what it uses, and what the headers of those expose."""
    seen, waiting = {folder}, declared(folder, "uses")
    while waiting:
        other = waiting.pop()
        if other not in seen:
            seen.add(other)
            waiting += declared(other, "exposes")
    return seen


def forbidden_to(folder):
    return [f for f in FOLDERS if f not in visible_to(folder)]


def compile_flags(folder):
    """The compiler and flags of the folder's library. Other programs compile
    some of the sources again, and see more."""
    library = f"lib{folder.replace('/', '_')}.a.p/"
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    for entry in commands:
        if entry["output"].startswith(library):
            words = shlex.split(entry["command"])
            return [w for w in words if w not in (entry["file"], "-c")
                    and not w.endswith((".o", ".o.d"))
                    and w not in ("-o", "-MD", "-MQ", "-MF")]
    raise AssertionError(f"src/{folder} compiles nothing")


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


# What is not a declaration of C: comments, texts, characters, directives, and
# the brace that C++ wants around all.
NOT_CODE = re.compile(r"""^\#ifdef\ __cplusplus\n.*?^\#endif
                          | /\*.*?\*/ | //[^\n]*
                          | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
                          | ^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*""",
                      re.DOTALL | re.MULTILINE | re.VERBOSE)
PLAIN_C = ["int", "uint32_t"]


def code_of(path):
    return NOT_CODE.sub(" ", path.read_text())


def outline_of(path):
    """The code of the file, with @ for each pair of braces."""
    code, pairs = code_of(path), 1
    while pairs:
        code, pairs = re.subn(r"\{[^{}]*\}", "@", code)
    return code


def types_of(path):
    """The file's typedef names, and the names of types that it defines: a
    header may declare a type that a source defines."""
    defined = set(re.findall(r"\b(?:struct|union|enum)\s+(\w+)\s*\{",
                             code_of(path)))
    named = set()
    for text in re.findall(r"\btypedef\b([^;]*);", outline_of(path)):
        name = (re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", text)
                or re.search(r"(\w+)\s*(?:[(\[].*)?$", text, re.DOTALL))[1]
        named.add(name)
        if not re.fullmatch(rf"\s*(struct|union|enum)\s+{name}\s+{name}\s*",
                            text):
            defined.add(name)
    return named, defined


def declares_functions(header):
    """Does the header declare functions that another file defines?"""
    return any("(" in text and not re.match(r"\s*(static|typedef)\b", text)
               for text in re.split("[;@]", outline_of(header)))


def is_named_like_a_source(header):
    """x.h belongs to x.c, or to all x_*.c; x_private.h and x_parts.h are what
    these share."""
    name = re.sub("_(private|parts)$", "", header.stem)
    return any(source.stem in (header.stem, name)
               or source.stem.startswith(f"{name}_")
               for source in header.parent.glob("*.c"))


def glossary_rows():
    """Each word of the glossary with what its last column has in backticks."""
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| [^|]* \| ([^|]*?) ?\|$", text,
                      re.MULTILINE)
    return {word: re.findall("`([^`]+)`", types) for word, types in rows}


class House(unittest.TestCase):
    def test_every_folder_declares_exactly_what_it_includes(self):
        for folder in FOLDERS:
            with self.subTest(folder):
                self.assertEqual(declared(folder, "uses"),
                                 included_by(folder, "*.[ch]"))
                self.assertEqual(declared(folder, "exposes"),
                                 included_by(folder, "*.h"))

    def test_the_page_on_architecture_has_the_same_table(self):
        text = (ROOT / "docs/design/architecture.md").read_text()
        rows = re.findall(r"^\| `([^`]+)` \| .* \| (nothing|`.*`) \|$", text,
                          re.MULTILINE)
        told = {folder: re.findall("`([^`]+)`", uses)
                for folder, uses in rows}
        self.assertEqual(told, {folder: declared(folder, "uses")
                                for folder in FOLDERS})

    def test_every_include_is_of_something(self):
        for folder in FOLDERS:
            for path in files_of(folder):
                for header in INCLUDE.findall(path.read_text()):
                    self.assertTrue(
                        header in OWNER or header == "oxo/base.h"
                        or (BUILD / "src" / folder / header).exists(),
                        f"{path} includes {header}")

    def test_seven_modules_and_no_folder_of_more_than_30_sources(self):
        self.assertEqual(sorted(p.name for p in SRC.iterdir()),
                         ["base", "cli", "core", "lab", "net", "play",
                          "server"])
        for folder in FOLDERS:
            self.assertLessEqual(len(list((SRC / folder).glob("*.c"))), 30,
                                 folder)

    def test_the_first_pages_lead_everywhere(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        for place in ["docs/README.md",
                      *(f"src/{p.name}" for p in sorted(SRC.iterdir()))]:
            self.assertIn(f"]({place})", text)
        docs = ROOT / "docs"
        text = (docs / "README.md").read_text(encoding="utf-8")
        for page in sorted(docs.rglob("*.md")):
            if page != docs / "README.md":
                self.assertIn(f"]({page.relative_to(docs)})", text, str(page))

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

    def test_no_two_headers_share_a_name(self):
        """The compiler would take the first it finds, without a word."""
        names = [h for folder in FOLDERS for h in headers_of(folder)]
        self.assertEqual(sorted(names), sorted(set(names)))

    def test_no_two_types_share_a_name(self):
        named, defined = {}, {}
        for path in sources_in("include", "src", "bindings", "bench"):
            for places, names in zip((named, defined), types_of(path)):
                for name in names:
                    places.setdefault(name, []).append(str(path))
        for places in named, defined:
            self.assertGreater(len(places), 500)
            self.assertEqual({}, {name: paths
                                  for name, paths in places.items()
                                  if len(paths) > 1})

    def test_each_header_is_named_like_its_source(self):
        for header in sources_in("src"):
            if header.suffix == ".h":
                self.assertTrue(is_named_like_a_source(header)
                                or not declares_functions(header),
                                f"{header} is not named like its source")
                self.assertTrue(
                    header.read_text().startswith(f"/* {header.name} - "),
                    f"{header} does not begin with its name")

    def test_the_glossary_names_types_that_exist(self):
        types = {f"oxo/{path.name}": types_of(path)[0]
                 for path in sources_in("include")}
        for path in sources_in("src"):
            folder = str(path.parent.relative_to(SRC))
            types.setdefault(folder, set()).update(types_of(path)[0])
        rows = glossary_rows()
        for word, names in rows.items():
            with self.subTest(word):
                places = [name for name in names if name in types]
                known = set().union(
                    PLAIN_C, *(types[p] for p in places or types))
                for name in set(names) - set(places):
                    if re.fullmatch(r"[a-z]\w+", name):
                        self.assertIn(name, known, f"in {places or 'src'}")
                    elif "/" in name:
                        self.assertTrue((ROOT / name).is_dir(), name)
        told = {name for names in rows.values() for name in names}
        self.assertLessEqual({"thinker", "player", "session", "table",
                              "judge", "journal", "oxo_neural"}, told)

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
        self.assertTrue(includes("core/notation", "bits.h"))


if __name__ == "__main__":
    tap.main()
