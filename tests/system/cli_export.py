#!/usr/bin/env python3
"""cli_export.py OXO - the output and the refusals of `oxo export`."""
import os
import pathlib
import threading

import tap
from cli_case import Case, oxo

MOST_CHARACTERS = 100000


class Export(Case):
    def test_it_fits_however_characters_are_counted(self):
        source = self.scratch / "bot.c"
        self.good("export", "codingame", "-o", str(source))
        text = source.read_text(encoding="utf-8")
        self.assertEqual(self.good("export", "codingame"), text)
        self.assertLessEqual(len(text.encode("utf-16-le")) // 2,
                             MOST_CHARACTERS)

    def test_its_net_is_one_for_the_engine(self):
        net = str(self.scratch / "net")
        self.good("export", "codingame-net", "-o", net)
        told = oxo("engine", "--net", net, stdin="setoption name UGI_Variant "
                   "value ultimate-cg\nposition startpos\ngo depth 4\n")
        self.assertEqual((told.code, told.err), (0, ""))
        self.assertIn("bestmove", told.out)

    def test_a_pipe_is_written_to_and_stays_one(self):
        pipe, heard = self.scratch / "pipe", []
        os.mkfifo(pipe)
        reader = threading.Thread(
            target=lambda: heard.append(pipe.read_text(encoding="utf-8")))
        reader.start()
        self.good("export", "codingame", "-o", str(pipe))
        reader.join()
        self.assertTrue(pipe.is_fifo())
        self.assertEqual(heard, [self.good("export", "codingame")])

    def test_a_link_to_standard_output_is_that(self):
        link = self.scratch / "link"
        link.symlink_to("/proc/self/fd/1")
        self.assertEqual(self.good("export", "codingame", "-o", str(link)),
                         self.good("export", "codingame"))

    def test_what_cannot_be_written_is_said(self):
        nowhere = str(self.scratch / "no" / "bot.c")
        for what in ("codingame", "codingame-net"):
            self.assertIn("no/bot.c", self.bad(1, "export", what, "-o",
                                               nowhere))
            self.assertFalse(pathlib.Path(nowhere).exists())
        self.bad(2, "export", "kaggle")
        self.bad(2, "export")


if __name__ == "__main__":
    tap.main()
