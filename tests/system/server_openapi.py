#!/usr/bin/env python3
"""server_openapi.py OXO SOURCE - the API, its description and its page agree.

The description is the one that the server serves; the routes are those of the
table in src/server/api/api_routes.c; the page is docs/manual/api.md, whose examples are
run.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid

import jsonschema
import tap
from openapi import ApiCase
from server_case import PATIENCE

SOURCE = pathlib.Path(sys.argv[2])


def read_routes():
    """{(method, path): parameters of the query} of the server's table."""
    text = (SOURCE / "src/server/api/api_routes.c").read_text(encoding="utf-8")
    shared = dict(re.findall(r'#define (\w+)[ \\\n]+"([a-z ]+)"', text))
    table = text[text.index("api_routes[] ="):]
    table = table[:table.index("};")]
    rows = re.findall(
        r'\b(GET|POST|COMMAND)\(("[^"]+"),\s*\w+(?:,\s*("[a-z ]*"|\w+))?\)',
        table)
    assert len(rows) == table.count("(\""), "a row is written otherwise"
    return {("GET" if form == "GET" else "POST", path.strip('"')): set(
        (query.strip('"') if query[:1] in ('"', "") else shared[query]).split())
            for form, path, query in rows}


class Description(ApiCase):
    def setUp(self):
        super().setUp()
        self.server = self.share()
        self.api = self.server.document
        self.document = self.api.document

    def test_it_describes_the_routes_and_no_others(self):
        self.assertEqual(self.api.operations(), set(read_routes()))

    def test_it_has_the_parameters_of_each_route(self):
        for (method, path), names in read_routes().items():
            operation = self.api.find(method, path)[1]
            found = [self.api.resolve(parameter)
                     for parameter in operation.get("parameters", [])]
            self.assertEqual({p["name"] for p in found if p["in"] == "query"},
                             names, path)
            self.assertEqual({p["name"] for p in found if p["in"] == "path"},
                             set(re.findall(r"\{(\w+)\}", path)))

    def test_the_server_knows_each_route(self):
        """Asked for things that are not there, but not for a wrong address."""
        values = {"code": "000000", "id": "000000-1", "uuid": uuid.uuid4()}
        for method, path in sorted(self.api.operations()):
            target = re.sub(r"\{(\w+)\}", lambda m: str(values[m[1]]), path)
            status, _, content = self.server.ask(
                method, target, "{" if method == "POST" else None)
            code = content["code"] if status >= 400 else None
            self.assertNotIn(code, {"method-not-allowed"})
            if "{id}" not in path:
                self.assertNotEqual(code, "not-found", path)

    def test_every_route_answers_as_it_says(self):
        """One success of each; ask() compares what comes."""
        server = self.server
        self.api.seen.clear()
        key = "Ada-" + "A" * 18
        room, x = self.make(server, key=key, public=True)
        server.get("/api/v1/rooms")
        o = self.join(server, room)
        server.get(room)
        self.play(server, room, x, o, ["e"])
        for word, token, body in (
                ("offer", x, {"offer": "draw"}), ("decline", o, {}),
                ("offer", o, {"offer": "draw"}), ("accept", x, {}),
                ("rematch", x, {}), ("rematch", o, {}), ("abort", o, {}),
                ("rematch", x, {}), ("rematch", o, {}), ("resign", o, {}),
                ("leave", x, {})):
            self.assertEqual(
                server.post(f"{room}/{word}", body, token=token)[0], 200)
        self.claim_a_game(self.serve("--claim-after", "1s"))
        for path in ("events", "stream"):
            server.ask("HEAD", f"{room}/{path}")
        game = f"/api/v1/games/{room[-6:]}-1"
        for path in ("/api/v1/games", "/api/v1/games.tpgn", game,
                     f"{game}/tpgn", "/api/v1/players/me",
                     "/api/v1/statistics", "/api/v1/explorer",
                     "/api/v1/analysis?time=1", "/health", "/healthz",
                     "/readyz", "/metrics"):
            self.assertEqual(server.get(path, token=key)[0], 200, path)
        server.post(f"/game/{uuid.uuid4()}", {"board": [[0] * 3] * 3})
        self.assertEqual({(method, path)
                          for method, path, status in self.api.seen
                          if status < 300}, self.api.operations())

    def claim_a_game(self, server):
        """From a player whose connection is cut. A player who has only sent
        requests would be here for half a minute more."""
        x = self.client(server)
        code = x.ask("create-room", "seat", variant="classic", mark="X",
                     clock={"initial": 600000})["room"]
        room = f"/api/v1/rooms/{code}"
        o = self.join(server, room)
        x.hear_until("game-start")
        x.say("make-move", ply=0, move="e")
        x.hear_until("move-made")
        self.move(server, room, o, 1, "a")
        x.cut()
        self.eventually(
            lambda: server.post(f"{room}/claim", {"result": "win"},
                                token=o)[0] == 200)

    def test_codes_are_all_there_are(self):
        text = (SOURCE / "include/oxo/base.h").read_text(encoding="utf-8")
        words = re.findall(r'X\(OXO_\w+,\s*"([a-z-]+)"',
                           text.replace("\\\n", " "))
        self.assertEqual(
            ["ok"] + self.document["components"]["schemas"]["ErrorCode"]
            ["enum"], words)

    def test_messages_are_those_of_the_protocol(self):
        text = (SOURCE / "docs/manual/protocol.schema.json").read_text(
            encoding="utf-8").replace("#/$defs/", "#/components/schemas/")
        schemas = self.document["components"]["schemas"]
        shared = {name: schema
                  for name, schema in json.loads(text)["$defs"].items()
                  if name in schemas}
        self.assertIn("game-state", shared)
        self.assertIn("move-made", shared)
        for name, schema in shared.items():
            self.assertEqual(schemas[name], schema)

    def test_every_field_has_a_meaning(self):
        schemas = self.document["components"]["schemas"]
        silent = []

        def look(value, place):
            if isinstance(value, list):
                value = dict(enumerate(value))
            if not isinstance(value, dict):
                return
            for name, field in value.get("properties", {}).items():
                there = schemas.get(field.get("$ref", "").rpartition("/")[2])
                said = "description" in field or "description" in (there or {})
                if not said and "const" not in field:
                    silent.append(f"{place}: {name}")
            for key, item in value.items():
                look(item, f"{place}/{key}")

        look(self.document, "")
        look(self.protocol(), "protocol")
        self.assertEqual(silent, [])

    def protocol(self):
        text = (SOURCE / "docs/manual/protocol.schema.json").read_text(
            encoding="utf-8")
        return json.loads(text.replace("#/$defs/", "#/components/schemas/"))

    def test_the_protocol_is_served_with_the_examples_of_its_page(self):
        served = self.server.ask("GET", "/api/protocol.schema.json")[2]
        page = (SOURCE / "docs/manual/protocol.md").read_text(encoding="utf-8")
        examples = dict(re.findall(
            r"^### `([a-z-]+)`\n.*?^```json\n(.*?)^```", page, re.M | re.S))
        said = {name: message["examples"]
                for name, message in served["$defs"].items()
                if "examples" in message}
        self.assertEqual(said, {name: [json.loads(text)]
                                for name, text in examples.items()})

    def test_examples_are_examples(self):
        found = []

        def look(value):
            if isinstance(value, dict):
                if "example" in value and "schema" in value:
                    found.append(value)
                value = list(value.values())
            for item in value if isinstance(value, list) else []:
                look(item)

        look(self.document)
        self.assertGreater(len(found), 30)
        for item in found:
            self.api.validate(item["schema"], item["example"])

    def test_it_is_well_formed(self):
        self.assertEqual(self.document["openapi"], "3.1.0")
        names = [operation["operationId"]
                 for methods in self.document["paths"].values()
                 for operation in methods.values()]
        self.assertEqual(len(names), len(set(names)))
        tags = {tag["name"] for tag in self.document["tags"]}
        schemes = self.document["components"]["securitySchemes"]
        for methods in self.document["paths"].values():
            for operation in methods.values():
                self.assertLessEqual(set(operation["tags"]), tags)
                self.assertIn("summary", operation)
                for either in operation.get("security", []):
                    self.assertLessEqual(set(either), set(schemes))
        for schema in self.document["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)
        text = json.dumps(self.document)
        self.assertNotIn("x-body-of", text)
        for ref in set(re.findall(r'"\$ref": "([^"]+)"', text)):
            self.api.resolve({"$ref": ref})

    def test_bodies_are_what_is_read(self):
        """What the schema refuses is refused, and the other way round."""
        room, x, o = self.pair(self.server)
        schema = self.api.find("POST", f"{room}/moves")[1]["requestBody"][
            "content"]["application/json"]["schema"]
        for body in ({}, {"ply": 0}, {"move": "e"}, {"ply": 0, "move": "e"},
                     {"ply": "0", "move": "e"}, {"ply": 81, "move": "e"},
                     {"ply": 0, "move": "e", "more": 1},
                     {"ply": 0, "move": "e", "token": x},
                     {"ply": 0, "move": "e", "token": "x"}):
            try:
                self.api.validate(schema, body)
                allowed = True
            except jsonschema.ValidationError:
                allowed = False
            status = self.server.post(f"{room}/moves", body, token=x)[0]
            self.assertEqual(status == 200, allowed, body)


class Page(ApiCase):
    """docs/manual/api.md."""

    TEXT = (SOURCE / "docs/manual/api.md").read_text(encoding="utf-8")

    def assert_like(self, shown, said):
        """Everything that is shown was said; dots stand for the rest."""
        if shown == "...":
            return
        if isinstance(shown, dict):
            self.assertIsInstance(said, dict)
            for name, value in shown.items():
                self.assertIn(name, said)
                self.assert_like(value, said[name])
        elif isinstance(shown, list):
            self.assertEqual(len(shown), len(said))
            for pair in zip(shown, said):
                self.assert_like(*pair)
        else:
            self.assertEqual(shown, said)

    def test_the_examples_work_as_shown(self):
        """All in one shell, in their order; "..." in an answer is anything."""
        server = self.serve()
        blocks = re.findall(r"^```sh\n(.*?)^```\n(?:\n```json\n(.*?)^```)?",
                            self.TEXT, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 8)
        mark = "---- the next block ----"
        script = "set -e -o pipefail\n" + f"echo; echo '{mark}'\n".join(
            commands for commands, _ in blocks)
        script = script.replace("http://127.0.0.1:8080",
                                f"http://127.0.0.1:{server.port}")
        # A stream that nobody reads any more may hold on to its errors.
        with (self.path / "errors").open("w") as errors:
            done = subprocess.run(
                ["bash", "-c", script], cwd=self.path, check=False,
                stdout=subprocess.PIPE, stderr=errors, encoding="utf-8",
                timeout=PATIENCE,
                env={"PATH": os.environ["PATH"], "HOME": str(self.path)})
        self.assertEqual(done.returncode, 0,
                         done.stdout + (self.path / "errors").read_text())
        answers = done.stdout.split(mark)
        self.assertEqual(len(answers), len(blocks))
        for (commands, shown), said in zip(blocks, answers):
            if shown:
                print("#", commands.replace("\n", "\n# "), flush=True)
                self.assert_like(json.loads(shown), json.loads(said))

    def test_every_route_is_named(self):
        for method, path in read_routes():
            self.assertIn(f"| `{method}` | `{path}` |", self.TEXT)

    def test_links_lead_somewhere(self):
        anchors = {re.sub("[^a-z0-9 -]", "", line.lower()).replace(" ", "-")
                   for line in re.findall(r"(?m)^#+ (.*)$", self.TEXT)}
        for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", self.TEXT):
            if path:
                self.assertTrue((SOURCE / "docs/manual" / path).exists(), path)
            else:
                self.assertIn(anchor, anchors)


if __name__ == "__main__":
    tap.main()
