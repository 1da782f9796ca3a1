#!/usr/bin/env python3
"""install.py BUILD VERSION - installs a build and uses it as a stranger would.

Everything goes to a temporary folder; the program of this test sees nothing of
the source tree, only what pkg-config says about the installed library.
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

PROGRAM = r"""
#include <oxo/oxo.h>
#include <stdio.h>
int main(void)
{
    oxo_classic p = oxo_classic_start();
    for (int i = 0; i < 7; i++)
        p = oxo_classic_play(p, (oxo_move)i);
    printf("%s %s\n", oxo_version(),
           oxo_classic_outcome(&p) == OXO_X_WINS ? "X wins" : "no");
    return 0;
}
"""


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

    def compiled(self, *flags):
        program = self.root / "program"
        output_of("cc", "-Wall", "-Wextra", "-Werror", str(self.source), "-o",
                  str(program), *self.pkg_config("--cflags", "--libs"), *flags)
        return program

    def dynamic_section(self, path):
        return output_of("readelf", "-d", str(path), LC_ALL="C")

    def test_a_program_runs_with_the_shared_library(self):
        program = self.compiled()
        self.assertIn("liboxo.so.0", self.dynamic_section(program))
        self.assertEqual(
            output_of(program, LD_LIBRARY_PATH=str(self.library.parent)),
            f"{VERSION} X wins\n")

    def test_a_program_runs_with_the_static_library(self):
        program = self.compiled("-static")
        self.assertNotIn("liboxo", self.dynamic_section(program))
        self.assertEqual(output_of(program), f"{VERSION} X wins\n")

    def exported(self):
        return [line.split()[-1] for line in output_of(
            "nm", "-D", "--defined-only", str(self.library)).splitlines()]

    def test_only_public_names_are_exported(self):
        names = self.exported()
        self.assertIn("oxo_version", names)
        self.assertEqual([n for n in names if not n.startswith("oxo_")], [])

    def test_every_name_that_the_headers_declare_is_exported(self):
        text = output_of("cc", "-E", "-P", *self.pkg_config("--cflags"),
                         str(self.source))
        declared = re.findall(
            r'__attribute__\(\(visibility\("default"\)\)\)'
            r'[^;]*?\b(oxo_\w+)\s*[(\[]', text)
        self.assertIn("oxo_version", declared)
        self.assertEqual(sorted(set(declared) - set(self.exported())), [])

    def test_the_soname_is_versioned(self):
        self.assertIn("soname: [liboxo.so.0]",
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


if __name__ == "__main__":
    tap.main()
