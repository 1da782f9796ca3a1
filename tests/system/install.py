#!/usr/bin/env python3
"""install.py BUILD VERSION SOURCE - installs a build, then uses it from
outside.

The build is installed in a temporary folder. The test's program sees nothing
of the source tree, only what pkg-config reports about the installed library.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

BUILD, VERSION = sys.argv[1:3]
SOURCE = pathlib.Path(sys.argv[3])

# The program has a function with the name of an internal function of the
# library, and uses functions that need threads and libm.
PROGRAM = r"""
#include <oxo/oxo.h>
#include <stdio.h>
int text_put(void);
int text_put(void)
{
    return 7;
}
static int think(void)
{
    oxo_engine_options options = oxo_engine_defaults();
    oxo_limits limits = {.nodes = 20000};
    oxo_position p = oxo_position_start(OXO_ULTIMATE);
    oxo_engine *engine;
    oxo_line line;
    int count = 0;
    options.threads = 2;
    options.lines = 1;
    if (oxo_engine_create(&options, &engine) != 0)
        return -1;
    oxo_engine_search(engine, &p, &limits, NULL, NULL, &line, &count);
    oxo_engine_destroy(engine);
    return count;
}
int main(void)
{
    oxo_classic p = oxo_classic_start();
    for (int i = 0; i < text_put(); i++)
        p = oxo_classic_play(p, (oxo_move)i);
    printf("%s %s %d\n", oxo_version(),
           oxo_classic_outcome(&p) == OXO_X_WINS ? "X wins" : "no", think());
    return 0;
}
"""
PRINTED = f"{VERSION} X wins 1\n"

SECTION = re.compile(r"^## The library$.*?^```c$\n(.*?)^```$",
                     re.MULTILINE | re.DOTALL)


def output_of(*command, **environment):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp(prefix="oxo-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.root)
        output_of("meson", "install", "-C", BUILD, "--no-rebuild",
                  "--destdir", str(cls.root))
        cls.source = cls.root / "program.c"
        cls.source.write_text(PROGRAM, encoding="ascii")
        cls.library = cls.find("liboxo.so")

    @classmethod
    def find(cls, name):
        found = list(cls.root.rglob(name))
        if len(found) != 1:
            raise AssertionError(f"{name} is installed {len(found)} times")
        return found[0]

    def pkg_config(self, *arguments):
        return output_of(
            "pkg-config", *arguments, "oxo",
            PKG_CONFIG_LIBDIR=str(self.find("oxo.pc").parent),
            PKG_CONFIG_SYSROOT_DIR=str(self.root)).split()

    def compiled(self, source, *flags):
        program = self.root / "program"
        static = ["--static"] if "-static" in flags else []
        output_of("cc", "-Wall", "-Wextra", "-Werror", str(source), "-o",
                  str(program), *flags,
                  *self.pkg_config(*static, "--cflags", "--libs"))
        return program

    def with_shared_library(self, program):
        return output_of(program, LD_LIBRARY_PATH=str(self.library.parent))

    def dynamic_section(self, path):
        return output_of("readelf", "-d", str(path), LC_ALL="C")

    def test_a_program_runs_with_the_shared_library(self):
        program = self.compiled(self.source)
        self.assertIn("liboxo.so.0.1", self.dynamic_section(program))
        self.assertEqual(self.with_shared_library(program), PRINTED)

    def test_a_program_runs_with_the_static_library(self):
        program = self.compiled(self.source, "-static")
        self.assertNotIn("liboxo", self.dynamic_section(program))
        self.assertEqual(output_of(program), PRINTED)

    def test_the_example_is_that_of_the_readme_and_runs(self):
        example = self.documentation() / "examples/game.c"
        readme = (SOURCE / "README.md").read_text(encoding="utf-8")
        self.assertEqual(example.read_text().partition("*/\n")[2],
                         SECTION.search(readme)[1])
        words = self.with_shared_library(self.compiled(example)).splitlines()
        self.assertEqual(words[0], "ok")
        self.assertEqual(len(words), 2)

    def names(self, which, path):
        """The symbols that the library exports."""
        lines = output_of("nm", which, "--defined-only", str(path))
        return re.findall(r"^[0-9a-f]+ \w (\S+)$", lines, re.MULTILINE)

    def exported(self):
        return self.names("-D", self.library)

    def test_only_public_names_are_exported(self):
        names = self.exported()
        self.assertIn("oxo_version", names)
        self.assertEqual([n for n in names if not n.startswith("oxo_")], [])

    def test_both_libraries_export_the_same_names(self):
        static = self.names("-g", self.find("liboxo.a"))
        self.assertEqual(sorted(static), sorted(self.exported()))

    def test_every_name_that_the_headers_declare_is_exported(self):
        text = output_of("cc", "-E", "-P", *self.pkg_config("--cflags"),
                         str(self.source))
        declared = re.findall(
            r'__attribute__\(\(visibility\("default"\)\)\)'
            r'[^;]*?\b(oxo_\w+)\s*[(\[]', text)
        self.assertIn("oxo_version", declared)
        self.assertEqual(sorted(set(declared) - set(self.exported())), [])

    def test_the_soname_is_versioned(self):
        self.assertIn("soname: [liboxo.so.0.1]",
                      self.dynamic_section(self.library))

    def test_headers_library_and_pkg_config_agree_on_the_version(self):
        header = self.find("base.h").read_text(encoding="ascii")
        self.assertIn(f'#define OXO_VERSION "{VERSION}"\n', header)
        self.assertEqual(self.pkg_config("--modversion"), [VERSION])

    def test_each_header_compiles_by_itself_as_c_and_as_cxx(self):
        headers = self.find("oxo.h").parent
        for path in sorted(headers.glob("*.h")):
            for language in "c", "c++":
                output_of("clang", "-x", language, "-fsyntax-only", "-Wall",
                          "-Wextra", "-Werror", "-I", str(headers.parent),
                          "-include", f"oxo/{path.name}", "/dev/null")

    def test_the_command_is_installed_and_runs(self):
        self.assertIn(VERSION, output_of(str(self.find("bin/oxo")), "version"))

    def test_manual_pages_are_installed_in_their_sections(self):
        for page in ("man1/oxo.1", "man1/oxo-analyze.1", "man3/oxo.3",
                     "man3/oxo_game.3", "man5/oxo-tpgn.5", "man7/oxo-ugi.7"):
            self.find(f"share/man/{page}")

    def test_manual_pages_refer_to_what_is_installed(self):
        pages = self.find("share/man/man3/oxo.3").parents[1]
        found = 0
        for path in pages.rglob("*.[1357]"):
            text = path.read_text(encoding="utf-8")
            for name, section in re.findall(
                    r"^\.(?:It )?Xr (\S+) (\d)", text, re.MULTILINE):
                self.assertTrue(
                    (pages / f"man{section}/{name}.{section}").exists(),
                    f"{path.name}: {name}({section})")
            for name in re.findall(r"\S+/doc/oxo/\S+\w", text):
                self.assertTrue((self.root / name.lstrip("/")).is_file(),
                                f"{path.name}: {name}")
                found += 1
        self.assertGreater(found, 2)

    def documentation(self):
        return self.find("doc/oxo/README.md").parent

    def test_documentation_and_examples_are_installed(self):
        folder = self.documentation()
        for name in ("LICENSE", "CHANGELOG.md", "glossary.md",
                     "manual/terminal.md", "manual/protocol.schema.json",
                     "design/insight.md", "lab/performance.md",
                     "examples/bot.py", "examples/nginx/oxo.conf",
                     "examples/caddy/Caddyfile", "examples/haproxy/oxo.cfg"):
            self.assertTrue((folder / name).is_file(), name)
        self.assertIn("ok, game of", output_of(
            str(self.find("bin/oxo")), "validate",
            str(folder / "examples/ultimate.tpgn")))
        for path in folder.rglob("*"):
            self.assertEqual(path.stat().st_mode & 0o444, 0o444, path)

    def test_every_link_of_the_documentation_leads_somewhere(self):
        """Apart from links the text is that of the source."""
        link = re.compile(r"\[([^]\n]*)\]\((?![a-z]+:)([^)#\s]*)(?:#[^)]*)?\)")
        folder, found = self.documentation(), 0
        for path in folder.rglob("*.md"):
            text = path.read_text(encoding="utf-8")
            for target in link.findall(text):
                self.assertTrue((path.parent / target[1]).exists(),
                                f"{path.name}: {target[1]}")
                found += 1
            name = path.relative_to(folder)
            source = SOURCE / "docs" / name
            if not source.exists():
                source = SOURCE / name
            self.assertEqual(link.sub(r"\1", text), link.sub(
                r"\1", source.read_text(encoding="utf-8")), name)
        self.assertGreater(found, 100)

    def test_every_function_has_a_manual_page(self):
        pages = self.find("share/man/man3/oxo.3").parent
        headers = self.find("include/oxo/oxo.h").parent
        count = 0
        for header in headers.glob("*.h"):
            for name in re.findall(r"OXO_API[^;(]*?\b(oxo_\w+)\(",
                                   header.read_text(encoding="utf-8")):
                text = (pages / f"{name}.3").read_text(encoding="utf-8")
                self.assertRegex(text, rf"(?m)^\.Fn {name} ")
                count += 1
        self.assertGreater(count, 100)


if __name__ == "__main__":
    tap.main()
