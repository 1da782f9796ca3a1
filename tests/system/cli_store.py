#!/usr/bin/env python3
"""cli_store.py OXO STORE - `oxo store`, on a store of a released version."""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys

import tap
from cli_case import OXO, Case, oxo

FIXTURE = pathlib.Path(sys.argv[2])
GAMES = 12


class StoreCase(Case):
    def setUp(self):
        super().setUp()
        self.store = str(self.scratch / "games.db")
        shutil.copy(FIXTURE, self.store)
        # The store was written without rooms, and so was its snapshot.
        self.execute("DELETE FROM snapshots")

    def there(self, name):
        return str(self.scratch / name)

    def execute(self, sql):
        with sqlite3.connect(self.store) as connection:
            connection.executescript(sql)
        connection.close()

    def exported(self, *arguments):
        return self.good("store", "export", self.store, *arguments)


class Looking(StoreCase):
    def test_a_snapshot_that_is_none_is_a_fault(self):
        shutil.copy(FIXTURE, self.store)
        done = oxo("store", "check", self.store)
        self.assertEqual(done.code, 1)
        self.assertIn("its snapshot cannot be read", done.out)

    def test_info_counts(self):
        told = json.loads(self.good("store", "info", self.store, "--json"))
        self.assertEqual(told["version"], 1)
        self.assertEqual(told["games"], GAMES)
        self.assertEqual(told["boards"], 1)
        self.assertGreater(told["live"], 0)
        with sqlite3.connect(self.store) as connection:
            events, = connection.execute("SELECT count(*) FROM events")
        connection.close()
        self.assertEqual(told["events"], events[0])
        lines = self.good("store", "info", self.store).splitlines()
        self.assertIn(f"events {events[0]}",
                      [" ".join(line.split()) for line in lines])

    def test_a_sound_store_is_sound(self):
        self.assertEqual(self.good("store", "check", self.store), "sound\n")
        told = json.loads(self.good("store", "check", self.store, "--json"))
        self.assertEqual(told, {"faults": [], "sound": True})

    def test_looking_changes_nothing(self):
        before = pathlib.Path(self.store).read_bytes()
        for action in "info", "check", "export":
            self.good("store", action, self.store)
        self.assertEqual(pathlib.Path(self.store).read_bytes(), before)


class Mending(StoreCase):
    def test_faults_are_told_and_mended(self):
        self.execute("UPDATE totals SET draws = 77; DELETE FROM players")
        done = oxo("store", "check", self.store)
        self.assertEqual(done.code, 1)
        self.assertIn("table totals differs from the log", done.out)
        self.assertIn("table players differs from the log", done.out)
        self.assertIn("2 faults", done.err)
        done = oxo("store", "check", "--json", self.store)
        self.assertEqual(len(json.loads(done.out)["faults"]), 2)
        self.assertFalse(json.loads(done.out)["sound"])
        self.assertEqual(self.good("store", "rebuild", self.store), "")
        self.assertEqual(self.good("store", "check", self.store), "sound\n")

    def test_what_is_not_derived_is_not_mended(self):
        self.execute("DELETE FROM events WHERE id = 20")
        self.good("store", "rebuild", self.store)
        done = oxo("store", "check", self.store)
        self.assertEqual(done.code, 1)
        self.assertIn("missing", done.out)


class Copying(StoreCase):
    def test_a_backup_is_a_store(self):
        copy = self.there("copy.db")
        self.assertEqual(self.good("store", "backup", self.store, copy), "")
        self.assertEqual(self.good("store", "check", copy), "sound\n")
        self.assertEqual(self.good("store", "export", copy), self.exported())
        self.assertEqual(os.stat(copy).st_mode & 0o777, 0o600)

    def test_nothing_is_overwritten(self):
        precious = self.file("precious", "precious")
        for action in "backup", "copy", "export":
            self.assertIn("already exists; use a new file",
                          self.bad(1, "store", action, self.store, precious))
        self.assertIn("already exists",
                      self.bad(1, "store", "create", precious))
        self.assertEqual(pathlib.Path(precious).read_text(), "precious")

    def test_a_backup_is_no_database(self):
        said = self.bad(2, "store", "backup", self.store,
                        "postgres://oxo:geheim@db.example/oxo")
        self.assertIn("a backup is a file; use 'copy' for a database",
                      said)
        self.assertNotIn("geheim", said)

    def test_a_backup_into_no_folder_fails(self):
        self.assertIn("No such file", self.bad(
            1, "store", "backup", self.store, self.there("no/copy.db")))

    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "w") as full:
            done = oxo("store", "export", self.store, stdout=full)
        self.assertEqual(done.code, 1)
        self.assertIn("cannot write the output", done.err)


class Log(StoreCase):
    def test_events_that_do_not_follow_are_told(self):
        """The store was written without rooms."""
        done = oxo("store", "log", self.store)
        self.assertEqual(done.code, 1)
        self.assertIn("events are impossible in their rooms", done.err)
        for line in done.out.splitlines():
            self.assertIn(json.loads(line)["type"],
                          ("room-created", "seat-taken", "game-start",
                           "move-made", "game-over", "room-closed"))

    def test_a_new_store_has_an_empty_one(self):
        self.good("store", "create", self.there("new.db"))
        self.assertEqual(self.good("store", "log", self.there("new.db")), "")


class Exporting(StoreCase):
    def test_all_games_are_valid_game_files(self):
        text = self.exported()
        self.assertEqual(text.count("[Event "), GAMES)
        path = self.file("all.tpgn", text)
        self.assertEqual(oxo("validate", path).code, 0)
        self.assertIn('[X "Ann ★"]', text)
        self.assertIn('[O "oxo level 7"]', text)
        self.assertIn('[Termination "resignation"]', text)

    def test_they_are_what_convert_writes(self):
        path = self.file("all.tpgn", self.exported())
        self.assertEqual(self.good("convert", "--to", "tpgn", path),
                         self.exported())

    def test_a_file_has_the_same(self):
        path = self.there("all.tpgn")
        self.assertEqual(self.exported(path), "")
        self.assertEqual(pathlib.Path(path).read_text(), self.exported())

    def test_variants_add_up(self):
        parts = [self.exported("--variant", variant).count("[Event ")
                 for variant in ("classic", "ultimate", "ultimate-cg",
                                 "ultimate-continue")]
        self.assertEqual(sum(parts), GAMES)
        self.assertGreaterEqual(parts[0], 2)


class Refusing(StoreCase):
    def test_files_that_are_no_stores(self):
        text = self.file("text", "no store at all, " * 20)
        other = self.there("other.db")
        with sqlite3.connect(other) as connection:
            connection.execute("CREATE TABLE theirs(x)")
        connection.close()
        for path in text, other:
            for action in "info", "check", "export", "rebuild":
                self.assertIn("not a store of oxo",
                              self.bad(1, "store", action, path))

    def test_a_newer_version(self):
        self.execute("PRAGMA user_version = 7")
        for action in "info", "rebuild":
            told = self.bad(1, "store", action, self.store)
            self.assertIn("version 7", told)
            self.assertIn("newer oxo", told)

    def test_a_missing_file_is_not_made(self):
        for action in "info", "check", "export", "rebuild":
            self.assertIn("No such file",
                          self.bad(1, "store", action, self.there("none.db")))
        self.assertFalse(pathlib.Path(self.there("none.db")).exists())

    def test_wrong_command_lines(self):
        for words in ([], ["info"], ["inof", self.store],
                      ["info", self.store, "more"], ["backup", self.store],
                      ["backup", self.store, "--json", "copy"],
                      ["check", self.store, "--variant", "classic"],
                      ["export", self.store, "--variant", "chess"]):
            self.bad(2, "store", *words)


class BesideAServer(StoreCase):
    def setUp(self):
        super().setUp()
        self.server = subprocess.Popen(
            [str(OXO), "serve", "--listen", "127.0.0.1:0",
             "--store", self.store],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(self.stop)
        self.assertTrue(self.server.stdout.readline())

    def stop(self):
        self.server.terminate()
        self.server.communicate()

    def test_all_but_writing_works(self):
        self.assertEqual(self.good("store", "check", self.store), "sound\n")
        copy = self.there("copy.db")
        self.good("store", "backup", self.store, copy)
        self.assertEqual(self.good("store", "check", copy), "sound\n")
        self.assertEqual(self.exported().count("[Event "), GAMES)

    def test_a_second_writer_is_refused(self):
        told = self.bad(1, "store", "rebuild", self.store)
        self.assertIn("in use by another oxo", told)
        self.assertIn(str(self.server.pid), told)


if __name__ == "__main__":
    tap.main()
