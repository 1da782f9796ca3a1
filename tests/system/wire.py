#!/usr/bin/env python3
"""wire.py SAMPLES PAGE - the words of oxo.v1: code, schema and page agree.

SAMPLES is the program wire-samples, which writes and reads messages with the
server's own functions; PAGE is docs/manual/protocol.md.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import unittest

import schema
import tap

SAMPLES, PAGE = sys.argv[1], pathlib.Path(sys.argv[2])
SEEDS = range(1, 6)


def run(*arguments, text=""):
    return subprocess.run([SAMPLES, *arguments], input=text, check=True,
                          stdout=subprocess.PIPE,
                          encoding="utf-8").stdout.splitlines()


def statuses_of(messages):
    """What the server's reader says to each of these messages."""
    lines = "".join(json.dumps(m) + "\n" for m in messages)
    return [line.split(" ", 1) for line in run("read", text=lines)]


def compact(message):
    return json.dumps(message, sort_keys=False)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.oxo = schema.Protocol()
        cls.page = PAGE.read_text(encoding="utf-8")
        cls.story = [json.loads(line) for line in run("story")]
        cls.examples = [json.loads(block) for block in re.findall(
            r"^```json\n(.*?)^```$", cls.page, re.MULTILINE | re.DOTALL)]

    def examples_of(self, words):
        return [m for m in self.examples if m["type"] in words]

    def section(self, heading):
        found = re.search(
            rf"^(#+) `?{re.escape(heading)}`?\n(.*?)(?=^#|\Z)", self.page,
            re.MULTILINE | re.DOTALL)
        self.assertIsNotNone(found, f"the page has no section {heading}")
        return found[2]


class Server(Case):
    def test_every_word_is_in_the_story(self):
        self.assertEqual({m["type"] for m in self.story},
                         set(self.oxo.server_words))

    def test_what_the_server_writes_is_in_the_schema(self):
        for message in self.story:
            self.oxo.check_server(message)
        for seed in SEEDS:
            for line in run("random", str(seed)):
                self.oxo.check_server(line)

    def test_the_schema_knows_each_field(self):
        """Or the test above could pass for a reason of its own."""
        optional = {"ref", "clock", "clocks", "days", "limits", "started",
                    "spectators", "you"}
        for message in self.story:
            for key in set(message) - optional:
                less = {k: v for k, v in message.items() if k != key}
                self.assertIsNotNone(
                    self.oxo.reason(self.oxo.server_words, less), less)
            self.assertIsNotNone(self.oxo.reason(
                self.oxo.server_words, {**message, "extra": 1}))

    def test_nothing_in_a_message_is_markup(self):
        for line in run("random", "1"):
            self.assertNotRegex(line, "[<>&\u2028\u2029]")

    def test_tokens_are_in_seat_only(self):
        for message in self.story:
            self.assertEqual("token" in json.dumps(message),
                             message["type"] == "seat")

    def test_events_are_numbered_without_gaps(self):
        last = {}
        for message in self.story:
            room = message.get("room")
            if room is None:
                continue
            if "at" in message and "you" not in message:
                self.assertEqual(message["seq"], last.get(room, 0) + 1)
                last[room] = message["seq"]
            elif message["type"] != "seat":
                self.assertEqual(message["seq"], last[room])


class Client(Case):
    """The schema and the reader draw the same line."""

    VALUES = [None, True, -1, 0, 1, 2, 3, 1.5, 10, 11, 81, 100, 2 ** 32,
              2 ** 53, "", "X", "e", "draw", "classic", "K7Q2MX", "k7q2m",
              "A" * 22, "B" * 22, [], {}, {"initial": 1}, {"initial": 0},
              {"initial": 1, "increment": 3600001}, {"initial": 1, "x": 1}]

    def variants_of(self, message):
        """The message with something more, less, or else in it."""
        for key in message:
            yield {k: v for k, v in message.items() if k != key}
        for key in {k for w in self.oxo.client_words
                    for k in self.oxo.fields(w)} | {"extra"}:
            for value in self.VALUES:
                yield {**copy.deepcopy(message), key: value}

    def test_what_the_schema_allows_is_read(self):
        messages = [m for example in self.examples_of(self.oxo.client_words)
                    for m in self.variants_of(example)]
        allowed = 0
        for message, (status, *why) in zip(messages, statuses_of(messages)):
            reason = self.oxo.reason(self.oxo.client_words, message)
            allowed += reason is None
            if status == "ok":
                # What is no cell is the room's to refuse.
                self.assertTrue(reason is None or "$.move" in reason,
                                f"{reason}: {message}")
            else:
                self.assertIsNotNone(reason, f"{why}: {message}")
        self.assertGreater(allowed, 200)

    def test_a_refusal_has_a_code_of_the_page(self):
        messages = [m for example in self.examples_of(self.oxo.client_words)
                    for m in self.variants_of(example)]
        for status, *why in statuses_of(messages):
            if status != "ok":
                self.assertIn(f"| `{status}` |", self.section("Errors"))
                self.assertTrue(why and why[0])


class Page(Case):
    def test_examples_of_the_server_are_what_it_writes(self):
        said = {compact(m) for m in self.story}
        for message in self.examples_of(self.oxo.server_words):
            self.assertIn(compact(message), said)

    def test_examples_of_clients_are_read(self):
        messages = self.examples_of(self.oxo.client_words)
        for message in messages:
            self.oxo.check_client(message)
        for message, (status, *why) in zip(messages, statuses_of(messages)):
            self.assertEqual(status, "ok", f"{why}: {message}")

    def test_every_word_has_an_example_and_every_field_a_line(self):
        words = self.oxo.client_words + self.oxo.server_words
        self.assertEqual([m["type"] for m in self.examples], words)
        for word in words:
            text = self.section(word)
            always = {"type"}
            if word in self.oxo.server_words and word != "error":
                always |= {"room", "seq", "at"}
            for field in set(self.oxo.fields(word)) - always:
                self.assertRegex(text, rf"(?m)^\| .*`{field}`.* \|", word)

    def test_objects_inside_have_a_line_for_every_field(self):
        text = self.section("Server messages")
        for name in ("Player", "Series"):
            for field in self.oxo.fields(name):
                self.assertRegex(text, rf"(?m)^\| .*`{field}`.* \|")

    def test_codes_are_words_of_the_library(self):
        codes = re.findall(r"(?m)^\| `([a-z-]+)` \|", self.section("Errors"))
        self.assertGreater(len(codes), 15)
        for code in codes:
            self.assertIn(code, run("statuses"))

    def test_links_lead_somewhere(self):
        anchors = {re.sub("[^a-z0-9 -]", "", line.lower()).replace(" ", "-")
                   for line in re.findall(r"(?m)^#+ (.*)$", self.page)}
        for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", self.page):
            if path:
                self.assertTrue((PAGE.parent / path).exists(), path)
            else:
                self.assertIn(anchor, anchors)


if __name__ == "__main__":
    tap.main()
